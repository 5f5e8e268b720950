//! What came of the checks: counts, the list of known differences held against them, and what is wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use dxbc_harness::compare::Comparison;
use dxbc_harness::draw::check::Check;
use serde::Deserialize;

use super::subject::Job;

#[derive(Deserialize)]
struct File {
    #[serde(default, rename = "second-opinion")]
    second_opinion: Vec<Known>,
}

/// A known difference.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Known {
    pub(crate) case: String,
    pub(crate) check: String,
    /// The renderer; each if it is not given.
    pub(crate) renderer: Option<String>,
    /// The variant; any if it is not given.
    pub(crate) variant: Option<String>,
    reason: String,
}

impl Known {
    pub(crate) fn all() -> Vec<Self> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("expectations.toml");
        toml::from_str::<File>(&std::fs::read_to_string(path).unwrap()).unwrap().second_opinion
    }

    fn covers(&self, job: &Job) -> bool {
        let variant = self.variant.as_ref().is_none_or(|variant| *variant == job.variant);
        self.case == job.case && self.check == job.check.name() && variant
    }
}

/// An opcode that the other program gets wrong in all that it draws.
pub(crate) struct Excuse {
    pub(crate) opcode: &'static str,
    /// The renderer; each if it is not given.
    pub(crate) renderer: Option<&'static str>,
    pub(crate) reason: &'static str,
}

/// What excuses shaders that no list can name.
pub(crate) struct Leniency {
    pub(crate) excuses: &'static [Excuse],
    /// Texels in a thousand that may differ: a few erring runs do not find every pixel where a shader jumps.
    pub(crate) texels: u32,
}

impl Leniency {
    /// For shaders that a list can name.
    pub(crate) const NONE: Self = Self { excuses: &[], texels: 0 };

    fn excuse(&self, job: &Job, comparison: &Comparison, renderer: &str) -> Option<&'static str> {
        let counts = comparison.counts;
        if u64::from(counts.different_texels) * 1000 <= u64::from(counts.texels) * u64::from(self.texels) {
            return Some("few texels");
        }
        let has = |excuse: &&Excuse| {
            let mut instructions = job.stages.iter().flat_map(|unit| unit.program.instructions());
            excuse.renderer.is_none_or(|wanted| wanted == renderer)
                && instructions.any(|instruction| instruction.opcode.mnemonic() == excuse.opcode)
        };
        self.excuses.iter().find(has).map(|excuse| excuse.reason)
    }
}

/// What came of one check.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// No package can be made of it, or the interpreter cannot draw it.
    NotHere(String),
    /// The other program does not draw it.
    NotThere(String),
    /// Both draw it.
    Compared(Comparison),
}

/// The outcomes of a run.
pub(crate) struct Report {
    renderer: String,
    leniency: Leniency,
    known: Vec<Known>,
    /// Which of the known differences were looked for, and which were seen.
    asked: BTreeSet<usize>,
    seen: BTreeSet<usize>,
    counts: BTreeMap<(&'static str, &'static str), u32>,
    reasons: BTreeMap<String, Vec<String>>,
    wrong: Vec<String>,
    drawn: u32,
}

impl Report {
    pub(crate) fn new(known: Vec<Known>, leniency: Leniency, renderer: &str) -> Self {
        let applies = |known: &Known| known.renderer.as_deref().is_none_or(|known| known == renderer);
        Self {
            renderer: renderer.into(),
            leniency,
            known: known.into_iter().filter(applies).collect(),
            asked: BTreeSet::new(),
            seen: BTreeSet::new(),
            counts: BTreeMap::new(),
            reasons: BTreeMap::new(),
            wrong: Vec::new(),
            drawn: 0,
        }
    }

    pub(crate) fn add(&mut self, job: &Job, outcome: &Outcome) {
        let variant = if job.variant.is_empty() { String::new() } else { format!(" ({})", job.variant) };
        let name = format!("{}{variant} {}", job.case, job.check.name());
        let known: Vec<usize> = (0..self.known.len()).filter(|&number| self.known[number].covers(job)).collect();
        self.asked.extend(&known);
        let class = match outcome {
            Outcome::NotHere(why) => {
                self.reasons.entry(format!("not drawn here: {why}")).or_default().push(name);
                "not drawn here"
            }
            Outcome::NotThere(why) => {
                self.reasons.entry(format!("not drawn there: {why}")).or_default().push(name);
                "not drawn there"
            }
            Outcome::Compared(comparison) => {
                self.drawn += 1;
                self.compared(job, &name, comparison, &known)
            }
        };
        *self.counts.entry((job.check.name(), class)).or_default() += 1;
    }

    fn compared(&mut self, job: &Job, name: &str, comparison: &Comparison, known: &[usize]) -> &'static str {
        let counts = comparison.counts;
        if comparison.agrees {
            return match (counts.close, counts.loose + counts.different) {
                (0, 0) => "equal",
                (_, 0) => "close",
                _ => "close or loose",
            };
        }
        let first = comparison.first.as_ref().map_or_else(
            || "another shape".into(),
            |it| {
                let (x, y, component) = (it.x, it.y, it.component);
                format!("{}.{component} at {x},{y}: {} here, {} there", it.layer, it.expected, it.found)
            },
        );
        let what = format!("{name}: {} of {} texels: {first}", counts.different_texels, counts.texels);
        if let Some(reason) = self.leniency.excuse(job, comparison, &self.renderer) {
            self.reasons.entry(format!("different, excused: {reason}")).or_default().push(what);
            return "different, excused";
        }
        if known.is_empty() {
            self.wrong.push(what);
            return "different";
        }
        self.seen.extend(known);
        self.reasons.entry("different, as it is known".into()).or_default().push(what);
        "different, known"
    }

    /// Prints all of it and says what is wrong with it. After a run of the `whole` corpus, a known difference of a case
    /// that was not met is wrong too.
    pub(crate) fn close(mut self, whole: bool) -> Vec<String> {
        for (reason, names) in &self.reasons {
            println!("{reason} ({}):\n    {}", names.len(), names.join("\n    "));
        }
        for ((check, class), count) in &self.counts {
            println!("{check:8} {count:5} {class}");
        }
        for (number, known) in self.known.iter().enumerate() {
            let asked = self.asked.contains(&number) || (whole && known.variant.is_none());
            if asked && !self.seen.contains(&number) {
                self.wrong.push(format!("known to differ, but does not: {} {}", known.case, known.check));
            }
        }
        if self.drawn == 0 {
            self.wrong.push("nothing was drawn".into());
        }
        self.wrong
    }
}

#[test]
fn known_differences_name_a_case_and_say_why() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    for known in Known::all() {
        assert!(corpus.join(&known.case).join("case.toml").is_file(), "there is no case {}", known.case);
        assert!(Check::ALL.iter().any(|check| check.name() == known.check), "{}: {}", known.case, known.check);
        assert!(known.reason.len() > 20, "{} needs a reason", known.case);
    }
}
