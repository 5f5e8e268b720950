//! Random programs on the interpreter and an engine, and what they disagree on, made small.

use std::collections::BTreeMap;

use dxbc_translator::options::{RegisterModel, Target};
use dxbc_translator::program::Stage;

use super::program::{count_features, program};
use super::trial::{Expected, Reject, Trial};
use crate::engine::{Draw, DrawResult, Engine, EngineError};
use crate::interp::Options;
use crate::reduce::reduce;

/// Instructions that a quad of a random program may execute.
const FUEL: u64 = 200_000;
/// Candidates that are tried to make a failure small.
const REDUCTIONS: usize = 400;

/// A disagreement.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The trial, with its listing made small.
    pub trial: Trial,
    /// Register model.
    pub model: RegisterModel,
    /// The first words that differ, or what the engine says.
    pub message: String,
}

/// Counts of a run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// Programs that were compared.
    pub programs: u64,
    /// Words that were compared, over both register models.
    pub words: u64,
    /// Words that Direct3D leaves undefined.
    pub undefined: u64,
    /// Programs that were not, by reason.
    pub rejected: BTreeMap<String, u64>,
    /// Programs that hold a feature, by feature.
    pub features: BTreeMap<String, u64>,
    /// Disagreements.
    pub findings: Vec<Finding>,
}

/// Both register models.
pub const MODELS: [RegisterModel; 2] = [RegisterModel::Float, RegisterModel::Typed];

fn options() -> Options {
    Options { fuel: FUEL, ..Options::default() }
}

/// The stage of a seed: one in three is a vertex shader.
const fn stage_of(seed: u64) -> Stage {
    if seed.is_multiple_of(3) { Stage::Vertex } else { Stage::Pixel }
}

/// Zeros of either sign are the same: the rules tolerate it.
const fn agrees(want: u32, got: u32) -> bool {
    want == got || (want << 1 == 0 && got << 1 == 0)
}

/// What differs; none if nothing does.
fn difference(trial: &Trial, expected: &Expected, result: &DrawResult) -> Option<String> {
    let output = match result {
        Ok(output) => output,
        Err(error) => return Some(error.to_string()),
    };
    let words = trial.words_of(output);
    if words.len() != expected.len() {
        return Some(format!("{} words came back, not {}", words.len(), expected.len()));
    }
    let wrong = |(_, (want, got)): &(usize, (&Option<u32>, &u32))| want.is_some_and(|want| !agrees(want, **got));
    let mut wrong = expected.iter().zip(&words).enumerate().filter(wrong);
    let (at, (want, got)) = wrong.next()?;
    let (item, word) = (at / trial.words(), at % trial.words());
    let (x, y) = (item % trial.width as usize, item / trial.width as usize);
    let lane = ["x", "y", "z", "w"].get(word % 4).unwrap_or(&"");
    let want = want.unwrap_or_default();
    let more = wrong.count();
    Some(format!("o{}.{lane} of ({x}, {y}): want {want:#010x}, got {got:#010x}; {more} more words differ", word / 4))
}

impl Run {
    /// Runs the programs of some seeds on an engine, as one batch.
    ///
    /// # Errors
    /// The engine is lost.
    pub fn batch(&mut self, engine: &dyn Engine, seeds: std::ops::Range<u64>) -> Result<(), EngineError> {
        let mut jobs = Vec::new();
        let mut draws: Vec<Draw> = Vec::new();
        for seed in seeds {
            let trial = program(seed, stage_of(seed));
            match prepare(&trial, engine.kind().target()) {
                Ok((expected, pair)) => {
                    self.count(&trial, &expected);
                    jobs.push((trial, expected));
                    draws.extend(pair);
                }
                Err(error) => self.reject(&trial, &error),
            }
        }
        let results = engine.draw(&draws)?;
        for ((trial, expected), results) in jobs.iter().zip(results.chunks(MODELS.len())) {
            for (model, result) in MODELS.into_iter().zip(results) {
                if let Some(message) = difference(trial, expected, result) {
                    self.findings.push(Finding { trial: trial.clone(), model, message });
                }
            }
        }
        Ok(())
    }

    fn count(&mut self, trial: &Trial, expected: &Expected) {
        self.programs += 1;
        let defined = expected.iter().flatten().count() as u64;
        self.words += defined * MODELS.len() as u64;
        self.undefined += expected.len() as u64 - defined;
        let mut features = BTreeMap::new();
        count_features(&trial.text, &mut features);
        for feature in features.into_keys() {
            *self.features.entry(feature).or_default() += 1;
        }
    }

    /// A program that is not compared. Programs are made valid: faults of this library are findings.
    fn reject(&mut self, trial: &Trial, error: &Reject) {
        *self.rejected.entry(error.group()).or_default() += 1;
        let ours = match error {
            Reject::Translate(error) => error.feature().is_none(),
            Reject::Assemble(_) | Reject::Stop(_) | Reject::Scene(_) => true,
        };
        if ours {
            let message = error.to_string();
            self.findings.push(Finding { trial: trial.clone(), model: RegisterModel::Float, message });
        }
    }
}

fn prepare(trial: &Trial, language: Target) -> Result<(Expected, Vec<Draw>), Reject> {
    let expected = trial.expect(options())?;
    let draws = MODELS.into_iter().map(|model| trial.draw(model, language)).collect::<Result<_, _>>()?;
    Ok((expected, draws))
}

impl Finding {
    /// Makes the listing as small as the disagreement allows.
    ///
    /// # Errors
    /// The engine is lost.
    pub fn shrink(&mut self, engine: &dyn Engine) -> Result<(), EngineError> {
        let language = engine.kind().target();
        let mut lost = None;
        let mut message = self.message.clone();
        let rejected = self.trial.draw(self.model, language).is_err();
        let text = reduce(&self.trial.text, REDUCTIONS, |text| {
            let trial = Trial { text: text.to_owned(), ..self.trial.clone() };
            let found = match (trial.expect(options()), trial.draw(self.model, language)) {
                (Ok(expected), Ok(draw)) if !rejected => match engine.draw(&[draw]) {
                    Ok(results) => results.first().and_then(|result| difference(&trial, &expected, result)),
                    Err(error) => {
                        lost = Some(error);
                        None
                    }
                },
                (Ok(_), Err(error)) if rejected && matches!(error, Reject::Translate(_)) => Some(error.to_string()),
                _ => None,
            };
            let fails = found.is_some();
            message = found.unwrap_or_else(|| message.clone());
            fails
        });
        self.trial.text = text;
        self.message = message;
        lost.map_or(Ok(()), Err)
    }
}
