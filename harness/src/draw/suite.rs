//! Suites: many checks of many cases and draw packages on one engine, in batches.

use std::fmt;
use std::sync::Arc;

use dxbc_translator::options::{FloatRules, RegisterModel};
use rayon::prelude::*;
use serde::Serialize;

use crate::case::scene::Scene;
use crate::case::{Case, CaseError, PLAIN, Stages};
use crate::compare::{Comparison, Tolerance};
use crate::conformance::expectations::model_name;
use crate::engine::{Draw, DrawResult, Engine, EngineError, ProgramSource};
use crate::package::Loaded;

use super::check::{Absent, Check, NotPrepared, Prepared, Settings, Verdict, prepare, tolerance_of};
use super::oracle::Oracle;
use super::picture::Picture;

/// Draws that an engine gets at once.
const BATCH: usize = 256;

/// Where a draw comes from.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// A variant of a case.
    Case(&'a Case, &'a str),
    /// A draw package.
    Package(&'a Loaded),
}

/// One check of one draw.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// What is drawn.
    pub source: Source<'a>,
    /// What is checked.
    pub check: Check,
}

/// A way to translate: each job is done in each of the wanted ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// How registers are stored.
    pub model: RegisterModel,
    /// Which float results must be the same.
    pub float_rules: FloatRules,
}

impl Way {
    /// The names of its parts on command lines and in reports.
    #[must_use]
    pub const fn names(self) -> [&'static str; 2] {
        let rules = match self.float_rules {
            FloatRules::Relaxed => "relaxed",
            FloatRules::Strict => "strict",
        };
        [model_name(self.model), rules]
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [model, rules] = self.names();
        write!(f, "{model}, {rules}")
    }
}

/// What came of a job in one way.
#[derive(Clone, Debug)]
pub struct Row {
    /// Name of the case or package.
    pub case: String,
    /// Name of the variant.
    pub variant: String,
    /// What was checked.
    pub check: Check,
    /// Name of the engine.
    pub engine: &'static str,
    /// How it was translated.
    pub way: Way,
    /// The verdict.
    pub verdict: Verdict,
    /// What was drawn, if it differs.
    pub evidence: Option<Box<Evidence>>,
}

/// What a difference consists of.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The interpreter's picture.
    pub expected: Picture,
    /// The engine's picture.
    pub found: Picture,
    /// The program that the engine ran.
    pub program: Arc<ProgramSource>,
}

impl fmt::Display for Row {
    /// Case, variant, check, engine and way.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = if self.variant == PLAIN { String::new() } else { format!(" ({})", self.variant) };
        write!(f, "{}{variant} {} on {} ({})", self.case, self.check.name(), self.engine, self.way)
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
    float_rules: &'a str,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<&'a Comparison>,
}

impl<'a> From<&'a Row> for RowData<'a> {
    fn from(row: &'a Row) -> Self {
        let (reason, comparison) = match &row.verdict {
            Verdict::Agrees(comparison) | Verdict::Differs(comparison) => (None, Some(comparison)),
            Verdict::Absent(absent) => (Some(absent.to_string()), None),
            Verdict::Failed(reason) => (Some(reason.clone()), None),
        };
        let [register_model, float_rules] = row.way.names();
        Self {
            case: &row.case,
            variant: &row.variant,
            check: row.check,
            engine: row.engine,
            register_model,
            float_rules,
            verdict: row.verdict.name(),
            reason,
            comparison,
        }
    }
}

impl<'a> Source<'a> {
    /// All checks that apply.
    #[must_use]
    pub fn jobs(self) -> Vec<Job<'a>> {
        let [vertex, pixel, alone] = match self {
            Self::Case(case, variant) => case
                .variants
                .get(variant)
                .map_or([false; 3], |found| [found.vertex.is_some(), found.pixel.is_some(), true]),
            // A package has no inputs for a pixel shader without its vertex shader.
            Self::Package(loaded) => [loaded.stages.vertex.is_some(), loaded.stages.pixel.is_some(), false],
        };
        let applies = |check: &Check| match check {
            Check::Vertex => vertex,
            Check::Pixel => pixel && alone,
            // A package's vertex shader alone draws to its depth buffer.
            Check::Program => vertex && (pixel || !alone),
        };
        Check::ALL.into_iter().filter(applies).map(|check| Job { source: self, check }).collect()
    }

    /// The stages and the scene of a check.
    ///
    /// # Errors
    /// [`CaseError`] for a case whose containers are wrong.
    pub fn draw(self, check: Check) -> Result<(Stages, Scene), CaseError> {
        match self {
            Self::Case(case, variant) => case.plan_for(variant, check),
            Self::Package(loaded) => Ok((loaded.stages.clone(), loaded.scene.clone())),
        }
    }

    /// What GL lacks for a case is a fault of the plan, not a reason to skip it silently; a package may ask for it.
    fn absent(self, absent: Absent) -> Verdict {
        match (self, absent) {
            (Self::Case(..), Absent::Binding(error)) => Verdict::Failed(format!("binding: {error}")),
            (_, absent) => Verdict::Absent(absent),
        }
    }

    const fn names(self) -> [&'a str; 2] {
        match self {
            Self::Case(case, variant) => [case.name.as_str(), variant],
            Self::Package(loaded) => [loaded.name.as_str(), PLAIN],
        }
    }

    /// The tolerance of its comparisons.
    #[must_use]
    pub fn tolerance(self) -> Tolerance {
        match self {
            Self::Case(case, _) => tolerance_of(case.file.draw.tolerance),
            Self::Package(_) => Tolerance::EXACT,
        }
    }
}

/// A job with its draw in each way.
struct Ready<'a> {
    job: Job<'a>,
    stages: Stages,
    scene: Scene,
    prepared: Vec<Result<Prepared, Box<Verdict>>>,
}

impl<'a> Ready<'a> {
    fn new(job: Job<'a>, engine: &dyn Engine, ways: &[Way]) -> Result<Self, CaseError> {
        let (stages, scene) = job.source.draw(job.check)?;
        let prepare = |way: &Way| match prepare(job.check, &stages, &scene, settings(*way, engine)) {
            Ok(prepared) => Ok(prepared),
            Err(NotPrepared::Absent(absent)) => Err(Box::new(job.source.absent(absent))),
            Err(NotPrepared::Failed(error)) => Err(Box::new(Verdict::Failed(format!("translation: {error}")))),
        };
        let prepared = ways.iter().map(prepare).collect();
        Ok(Self { job, stages, scene, prepared })
    }

    /// The rows of the job, one a way. `results` are those of the ways that were drawn.
    fn judge(self, results: &[DrawResult], engine: &dyn Engine, ways: &[Way]) -> Vec<Row> {
        let mut results = results.iter();
        let mut oracle = None;
        let mut rows = Vec::new();
        for (&way, prepared) in ways.iter().zip(&self.prepared) {
            let (verdict, evidence) = match prepared {
                Err(verdict) => (Verdict::clone(verdict), None),
                Ok(prepared) => match results.next() {
                    None => (Verdict::Failed("the engine gave no result".into()), None),
                    Some(result) => self.verdict(prepared, result, settings(way, engine), &mut oracle),
                },
            };
            let [case, variant] = self.job.source.names().map(str::to_owned);
            let engine = engine.kind().name();
            rows.push(Row { case, variant, check: self.job.check, engine, way, verdict, evidence });
        }
        rows
    }

    /// The verdict over one result. The oracle of the way before is used again where it fits.
    fn verdict<'b>(
        &'b self,
        prepared: &Prepared,
        result: &DrawResult,
        settings: Settings,
        kept: &mut Option<Oracle<'b>>,
    ) -> (Verdict, Option<Box<Evidence>>) {
        let again = kept.take().and_then(|oracle| oracle.for_outputs(&prepared.outputs, settings.profile()));
        let oracle = match again.map_or_else(|| prepared.oracle(&self.stages, &self.scene, settings.profile()), Ok) {
            Ok(oracle) => kept.insert(oracle),
            Err(failure) => return (Verdict::Absent(Absent::Interpreter(failure)), None),
        };
        let verdict = prepared.judge(result, oracle, self.job.source.tolerance());
        let evidence = match (&verdict, result) {
            (Verdict::Differs(_), Ok(output)) => Some(Box::new(Evidence {
                expected: oracle.picture().clone(),
                found: prepared.submission.picture(output),
                program: Arc::clone(&prepared.submission.draw.program),
            })),
            _ => None,
        };
        (verdict, evidence)
    }
}

/// Runs jobs in each of some ways on an engine; the rows come in the order of the jobs. `done` is told how many more
/// are done.
///
/// # Errors
/// [`CaseError`] for a case that is not well formed, [`EngineError`] if the engine cannot run.
pub fn run(
    engine: &dyn Engine,
    jobs: &[Job<'_>],
    ways: &[Way],
    done: &(dyn Fn(usize) + Sync),
) -> Result<Vec<Row>, SuiteError> {
    let mut rows = Vec::new();
    for batch in jobs.chunks((BATCH / ways.len().max(1)).max(1)) {
        let ready: Vec<Ready<'_>> =
            batch.par_iter().map(|job| Ready::new(*job, engine, ways)).collect::<Result<_, CaseError>>()?;
        let draws: Vec<Draw> = ready
            .iter()
            .flat_map(|ready| ready.prepared.iter().flatten())
            .map(|prepared| prepared.submission.draw.clone())
            .collect();
        let mut results = if draws.is_empty() { Vec::new() } else { engine.draw(&draws)? };
        let mut paired = Vec::new();
        for ready in ready {
            let drawn = ready.prepared.iter().flatten().count().min(results.len());
            paired.push((ready, results.drain(..drawn).collect::<Vec<_>>()));
        }
        let judged: Vec<Vec<Row>> =
            paired.into_par_iter().map(|(ready, results)| ready.judge(&results, engine, ways)).collect();
        rows.extend(judged.into_iter().flatten());
        done(batch.len());
    }
    Ok(rows)
}

fn settings(way: Way, engine: &dyn Engine) -> Settings {
    Settings { engine: engine.kind(), model: way.model, float_rules: way.float_rules }
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
