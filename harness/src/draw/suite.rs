//! Suites: many checks of many cases on one engine, in batches.

use dxbc_translator::options::{FloatRules, RegisterModel};
use rayon::prelude::*;
use serde::Serialize;

use crate::case::scene::Scene;
use crate::case::{Case, CaseError, PLAIN, Stages};
use crate::engine::{Draw, Engine, EngineError};

use super::check::{Absent, Check, NotPrepared, Prepared, Settings, Verdict, prepare};

/// Draws that an engine gets at once.
const BATCH: usize = 256;

/// One check of one variant of a case.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The case.
    pub case: &'a Case,
    /// The variant.
    pub variant: &'a str,
    /// What is checked.
    pub check: Check,
    /// How registers are stored.
    pub model: RegisterModel,
    /// Which float results must be the same.
    pub float_rules: FloatRules,
}

/// What came of a job.
#[derive(Clone, Debug)]
pub struct Row {
    /// Name of the case.
    pub case: String,
    /// Name of the variant.
    pub variant: String,
    /// What was checked.
    pub check: Check,
    /// Name of the engine.
    pub engine: &'static str,
    /// How registers were stored.
    pub model: RegisterModel,
    /// The verdict.
    pub verdict: Verdict,
}

impl Row {
    /// Case, variant, check, engine and register model, as reports and the list of expectations name them.
    #[must_use]
    pub fn name(&self) -> String {
        let variant = if self.variant == PLAIN { String::new() } else { format!(" ({})", self.variant) };
        format!("{}{variant} {} {} {}", self.case, self.check.name(), self.engine, model_name(self.model))
    }
}

/// The name of a register model on command lines.
#[must_use]
pub const fn model_name(model: RegisterModel) -> &'static str {
    match model {
        RegisterModel::Float => "float",
        RegisterModel::Typed => "typed",
    }
}

/// A row as data.
#[derive(Debug, Serialize)]
pub struct RowData<'a> {
    case: &'a str,
    variant: &'a str,
    check: Check,
    engine: &'a str,
    register_model: &'a str,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<&'a crate::compare::Comparison>,
}

impl<'a> From<&'a Row> for RowData<'a> {
    fn from(row: &'a Row) -> Self {
        let (reason, comparison) = match &row.verdict {
            Verdict::Agrees(comparison) | Verdict::Differs(comparison) => (None, Some(comparison)),
            Verdict::Absent(absent) => (Some(absent.to_string()), None),
            Verdict::Failed(reason) => (Some(reason.clone()), None),
        };
        Self {
            case: &row.case,
            variant: &row.variant,
            check: row.check,
            engine: row.engine,
            register_model: model_name(row.model),
            verdict: row.verdict.name(),
            reason,
            comparison,
        }
    }
}

/// A job with its draw.
struct Ready {
    stages: Stages,
    scene: Scene,
    prepared: Prepared,
}

/// All checks that apply to the variants of a case.
#[must_use]
pub fn jobs<'a>(
    case: &'a Case,
    variants: &[&'a str],
    models: &[RegisterModel],
    float_rules: FloatRules,
) -> Vec<Job<'a>> {
    let mut jobs = Vec::new();
    for &variant in variants {
        let Some(found) = case.variants.get(variant) else { continue };
        for check in Check::ALL {
            let applies = match check {
                Check::Vertex => found.vertex.is_some(),
                Check::Pixel => found.pixel.is_some(),
                Check::Program => found.vertex.is_some() && found.pixel.is_some(),
            };
            if applies {
                jobs.extend(models.iter().map(|&model| Job { case, variant, check, model, float_rules }));
            }
        }
    }
    jobs
}

/// Runs jobs on an engine; the rows come in the order of the jobs. `done` is told how many more are done.
///
/// # Errors
/// [`CaseError`] for a case that is not well formed, [`EngineError`] if the engine cannot run.
#[allow(clippy::result_large_err, reason = "a verdict is the result here, not an error on a hot path")]
pub fn run(engine: &dyn Engine, jobs: &[Job<'_>], done: &(dyn Fn(usize) + Sync)) -> Result<Vec<Row>, SuiteError> {
    let mut rows = Vec::new();
    for batch in jobs.chunks(BATCH) {
        let prepared: Vec<Result<Ready, Verdict>> =
            batch.par_iter().map(|job| ready(job, engine)).collect::<Result<_, CaseError>>()?;
        let draws: Vec<Draw> = prepared.iter().flatten().map(|ready| ready.prepared.submission.draw.clone()).collect();
        let results = if draws.is_empty() { Vec::new() } else { engine.draw(&draws)? };
        let mut results = results.iter();
        let paired: Vec<_> =
            prepared.into_iter().map(|ready| ready.map(|ready| (ready, results.next()))).zip(batch).collect();
        let judged: Vec<Row> = paired
            .into_par_iter()
            .map(|(ready, job)| {
                let verdict = match ready {
                    Err(verdict) => verdict,
                    Ok((_, None)) => Verdict::Failed("the engine gave no result".into()),
                    Ok((ready, Some(result))) => ready.prepared.judge(
                        result,
                        &ready.stages,
                        &ready.scene,
                        settings(job, engine),
                        job.case.file.draw.tolerance,
                    ),
                };
                Row {
                    case: job.case.name.clone(),
                    variant: job.variant.to_owned(),
                    check: job.check,
                    engine: engine.kind().name(),
                    model: job.model,
                    verdict,
                }
            })
            .collect();
        done(judged.len());
        rows.extend(judged);
    }
    Ok(rows)
}

fn settings(job: &Job<'_>, engine: &dyn Engine) -> Settings {
    Settings { engine: engine.kind(), model: job.model, float_rules: job.float_rules }
}

fn ready(job: &Job<'_>, engine: &dyn Engine) -> Result<Result<Ready, Verdict>, CaseError> {
    let (stages, scene) = job.case.plan_for(job.variant, job.check)?;
    Ok(match prepare(job.check, &stages, &scene, settings(job, engine)) {
        Ok(prepared) => Ok(Ready { stages, scene, prepared }),
        Err(NotPrepared::Absent(absent)) => Err(absent_verdict(absent)),
        Err(NotPrepared::Failed(error)) => Err(Verdict::Failed(format!("translation: {error}"))),
    })
}

/// What GL lacks for a scene is a fault of the plan, not a reason to skip it silently.
fn absent_verdict(absent: Absent) -> Verdict {
    match absent {
        Absent::Binding(error) => Verdict::Failed(format!("binding: {error}")),
        Absent::Refused(_) | Absent::Conflict(_) | Absent::Interpreter(_) => Verdict::Absent(absent),
    }
}

/// Why a suite has no result.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A case is not well formed.
    #[error(transparent)]
    Case(#[from] CaseError),
    /// The engine cannot run.
    #[error(transparent)]
    Engine(#[from] EngineError),
}
