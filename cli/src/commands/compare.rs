//! `dxbc-cross compare`: cases and draw packages by the interpreter and by engines, side by side.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use dxbc_harness::compare::Comparison;
use dxbc_harness::draw::check::{Check, NotPrepared, Verdict, prepare};
use dxbc_harness::draw::export::{comparison_image, file_stem, write_png};
use dxbc_harness::draw::find::Found;
use dxbc_harness::draw::picture::Picture;
use dxbc_harness::draw::subject::Subject;
use dxbc_harness::draw::writers::writers;
use dxbc_harness::engine::{Engine, EngineKind};
use serde::Serialize;

use super::drawing::{self, DrawArgs};
use crate::engines::Engines;
use crate::output::{Outcome, json, make_folder, reason, say, write};

/// Compare what engines draw with what the interpreter draws
///
/// Every check that applies is drawn: the outputs of the vertex shader, the pixel shader alone and the program; of a
/// package the vertex shader and the program. Words are counted as equal, as close or loose where implementations may
/// differ, as undefined where Direct3D says nothing, and as different.
///
/// The exit code is 1 if something differs or fails. What an engine does not have is refused with the reason.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folders of cases or packages, or folders with some below
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Who draws beside the interpreter
    #[arg(long, value_enum, default_value = "all")]
    engine: Engines,
    /// Write the pictures of the interpreter, of the engine and their difference side by side, and the counts as JSON
    #[arg(short, long, visible_alias = "out", value_name = "DIR")]
    output: Option<PathBuf>,
    #[command(flatten)]
    draw: DrawArgs,
}

/// How many comparisons came to what.
#[derive(Default)]
struct Totals {
    passed: usize,
    failed: usize,
    refused: usize,
}

/// A comparison that was made.
struct Compared {
    verdict: Verdict,
    pictures: Option<[Picture; 2]>,
    /// What writes the first word that differs.
    writers: Option<String>,
}

#[derive(Serialize)]
struct Data<'a> {
    input: &'a str,
    variant: &'a str,
    check: &'a str,
    engine: &'a str,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<&'a Comparison>,
    #[serde(skip_serializing_if = "Option::is_none")]
    writers: Option<&'a str>,
}

pub(crate) fn run(args: &Args) -> Result<Outcome> {
    let inputs = drawing::find(&args.inputs)?;
    let names = drawing::names(&inputs)?;
    let engines = args.engine.open(&EngineKind::ALL)?;
    let mut totals = Totals::default();
    for (found, name) in inputs.iter().zip(&names) {
        if let Err(error) = one(args, found, name, &engines, &mut totals) {
            totals.failed += 1;
            say(format_args!("fail {name}: {}\n", reason(&error)))?;
        }
    }
    let Totals { passed, failed, refused } = totals;
    say(format_args!("{passed} passed, {failed} failed, {refused} refused\n"))?;
    Ok(Outcome::failed_if(failed > 0))
}

/// All checks of one input on all engines.
fn one(args: &Args, found: &Found, name: &str, engines: &[Box<dyn Engine>], totals: &mut Totals) -> Result<()> {
    let subject = Subject::load(found, &args.draw.variant)?;
    let checks = match args.draw.check() {
        Some(_) => vec![args.draw.check_of(&subject)?],
        None => subject.checks(),
    };
    for message in subject.messages() {
        say(format_args!("note {name}: {message}\n"))?;
    }
    for check in checks {
        for engine in engines {
            let compared = compare(args, &subject, check, engine.as_ref())?;
            let title = format!("{name} {} on {}", check.name(), engine.kind());
            say(tell(&title, &compared))?;
            *match compared.verdict {
                Verdict::Agrees(_) => &mut totals.passed,
                Verdict::Absent(_) => &mut totals.refused,
                Verdict::Differs(_) | Verdict::Failed(_) => &mut totals.failed,
            } += 1;
            if let Some(folder) = &args.output {
                let labels = [name, args.draw.variant.as_str(), check.name(), engine.kind().name()];
                keep(folder, labels, &compared)?;
            }
        }
    }
    Ok(())
}

fn compare(args: &Args, subject: &Subject, check: Check, engine: &dyn Engine) -> Result<Compared> {
    let source = subject.source();
    let (stages, scene) = source.draw(check)?;
    let settings = args.draw.settings(engine.kind());
    let without = |verdict: Verdict| Compared { verdict, pictures: None, writers: None };
    let prepared = match prepare(check, &stages, &scene, settings) {
        Ok(prepared) => prepared,
        Err(NotPrepared::Absent(absent)) => return Ok(without(Verdict::Absent(absent))),
        Err(NotPrepared::Failed(error)) => return Ok(without(Verdict::Failed(format!("translation: {error}")))),
    };
    let results = engine.draw(std::slice::from_ref(&prepared.submission.draw))?;
    let Some(result) = results.first() else {
        return Ok(without(Verdict::Failed("the engine gave no result".into())));
    };
    let mut oracle = match prepared.oracle(&stages, &scene, settings.profile()) {
        Ok(oracle) => oracle,
        Err(failure) => return Ok(without(Verdict::Failed(failure.to_string()))),
    };
    let verdict = prepared.judge(result, &mut oracle, source.tolerance());
    let writers = match &verdict {
        Verdict::Differs(Comparison { first: Some(first), .. }) => {
            let found = writers(check, &stages, &prepared.outputs, &first.layer, first.component);
            Some(found.map_or_else(|| "no output of a shader, but rasterised".into(), |found| found.to_string()))
        }
        Verdict::Differs(_) | Verdict::Agrees(_) | Verdict::Absent(_) | Verdict::Failed(_) => None,
    };
    let found = result.as_ref().ok().map(|output| prepared.submission.picture(output));
    let pictures = found.map(|found| [oracle.picture().clone(), found]);
    Ok(Compared { verdict, pictures, writers })
}

fn tell(title: &str, compared: &Compared) -> String {
    match &compared.verdict {
        Verdict::Absent(absent) => format!("none {title}: {absent}\n"),
        Verdict::Failed(reason) => format!("fail {title}: {reason}\n"),
        Verdict::Agrees(comparison) => format!("pass {title}: {}\n", counts(comparison)),
        Verdict::Differs(comparison) => {
            let first = comparison.first.as_ref().map_or_else(
                || "the layers are others".to_owned(),
                |first| {
                    format!(
                        "first {} at ({}, {}), component {}: {} ({:#010x}) by the interpreter, {} ({:#010x}) by the \
                         engine, where erring runs spread by {:e}",
                        first.layer,
                        first.x,
                        first.y,
                        first.component,
                        first.expected,
                        first.bits[0],
                        first.found,
                        first.bits[1],
                        first.spread
                    )
                },
            );
            let writers = compared.writers.as_deref().map_or_else(String::new, |text| format!("\n     {text}"));
            format!("fail {title}: {}\n     {first}{writers}\n", counts(comparison))
        }
    }
}

fn counts(comparison: &Comparison) -> String {
    let counts = comparison.counts;
    format!(
        "{} texels; components: {} equal, {} close, {} loose, {} undefined, {} different",
        counts.texels, counts.equal, counts.close, counts.loose, counts.undefined, counts.different
    )
}

/// Writes `INPUT-VARIANT-CHECK-ENGINE.png` and `.json`.
fn keep(folder: &Path, labels: [&str; 4], compared: &Compared) -> Result<()> {
    make_folder(folder)?;
    let stem = file_stem(&labels);
    let path = |extension: &str| folder.join(format!("{stem}.{extension}"));
    if let Some([expected, found]) = &compared.pictures {
        let png = path("png");
        write_png(&png, &comparison_image(expected, found))
            .with_context(|| format!("cannot write {}", png.display()))?;
    }
    let (reason, comparison) = match &compared.verdict {
        Verdict::Agrees(comparison) | Verdict::Differs(comparison) => (None, Some(comparison)),
        Verdict::Absent(absent) => (Some(absent.to_string()), None),
        Verdict::Failed(reason) => (Some(reason.clone()), None),
    };
    let [input, variant, check, engine] = labels;
    let verdict = compared.verdict.name();
    let writers = compared.writers.as_deref();
    write(&path("json"), json(&Data { input, variant, check, engine, verdict, reason, comparison, writers })?)
}

#[cfg(test)]
mod tests {
    use dxbc_harness::compare::Counts;

    use super::*;

    #[test]
    fn all_counts_are_told() {
        let counted =
            Counts { texels: 6, undefined: 1, equal: 2, close: 3, loose: 4, different: 5, different_texels: 5 };
        let comparison = Comparison { counts: counted, ..Comparison::default() };
        let text = "6 texels; components: 2 equal, 3 close, 4 loose, 1 undefined, 5 different";
        assert_eq!(counts(&comparison), text);
        let compared = Compared { verdict: Verdict::Failed("why".into()), pictures: None, writers: None };
        assert_eq!(tell("a program on mesa", &compared), "fail a program on mesa: why\n");
    }
}
