//! Opcode conformance: every opcode that is translated, over edge values and in every form, on an engine, against the
//! interpreter.

mod double;
pub mod double_rule;
pub mod expectations;
pub mod flow;
mod memory;
pub mod probe;
pub mod rule;
pub mod table;
pub mod texture;

use std::collections::BTreeMap;
use std::sync::Arc;

use dxbc_translator::error::Feature;
use dxbc_translator::opcode::{Info, Opcode, Stages, Support};
use dxbc_translator::options::{RegisterModel, Target};
use dxbc_translator::program::Stage;

use crate::engine::{Draw, Engine, EngineError, EngineKind};
use crate::generate::single_op;
use crate::generate::trial::{Expected, Reject};
use crate::interp;
use crate::tally::Tally;

use expectations::Expectations;
use probe::{Mismatch, Probe};

/// What to run.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// Register models.
    pub models: &'a [RegisterModel],
    /// One mnemonic, or all opcodes.
    pub opcode: Option<&'a str>,
}

/// What an opcode came to on an engine with a register model.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Outcome {
    /// Words; open are those that Direct3D leaves undefined.
    #[serde(flatten)]
    pub tally: Tally,
    /// Forms that WGSL refuses though it has the opcode, by feature; a refusal of GLSL is a fault of the table.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub refused: BTreeMap<&'static str, u64>,
}

/// How an opcode stands.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "is")]
pub enum Standing {
    /// Translated and compared, in draws or in dispatches.
    Ran(Outcome),
    /// Refused, with the reason.
    Refused {
        /// Name of the feature.
        feature: &'static str,
        /// Why.
        reason: &'static str,
    },
}

/// A cell of the table.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Cell {
    /// Mnemonic.
    pub opcode: &'static str,
    /// Class of the opcode table.
    pub class: &'static str,
    /// Engine.
    pub engine: &'static str,
    /// Register model.
    pub model: RegisterModel,
    /// How it stands.
    pub standing: Standing,
}

/// The probes of one opcode that are drawn; none for declarations, which every program has, and for what only dispatches
/// show.
fn probes(info: &'static Info) -> Vec<Probe> {
    let stages: &[Stage] = match info.stages {
        Stages::Any => &[Stage::Pixel, Stage::Vertex],
        Stages::Pixel | Stages::Geometry | Stages::Hull | Stages::Compute | Stages::Tessellation => &[Stage::Pixel],
    };
    match info.opcode {
        Opcode::Float(op) if texture::is_derivative(op) => texture::derivatives(info),
        Opcode::Move(_)
        | Opcode::Float(_)
        | Opcode::Compare(_)
        | Opcode::Int(_)
        | Opcode::Bit(_)
        | Opcode::Convert(_) => {
            let mut probes: Vec<Probe> =
                stages.iter().map(|&stage| Probe::of_batch(info, single_op::registers(info, stage))).collect();
            probes.push(Probe::of_batch(info, single_op::immediates(info, Stage::Pixel)));
            probes
        }
        Opcode::Texture(_) | Opcode::Buffer(_) => texture::probes(info),
        Opcode::Flow(_) => flow::probes(info),
        Opcode::Double(op) => double::probes(info, op),
        Opcode::Atomic(_) | Opcode::Eval(_) | Opcode::Stage(_) | Opcode::Declare(_) => Vec::new(),
    }
}

/// The feature for want of which WGSL refuses a form.
fn form_refused(error: &Reject, target: Target) -> Option<Feature> {
    match error {
        Reject::Translate(error) if target == Target::Wgsl => error.feature(),
        Reject::Translate(_) | Reject::Assemble(_) | Reject::Stop(_) | Reject::Scene(_) => None,
    }
}

/// The feature for want of which a target refuses an opcode.
fn refused(info: &Info, target: Target) -> Option<Feature> {
    match info.support {
        Support::Refused(feature) if feature.is_refused(target) => Some(feature),
        Support::Refused(_) | Support::Lowered => None,
    }
}

/// Whether an opcode works on memory that invocations share, which only dispatches read back.
#[must_use]
pub fn is_dispatched(info: &Info) -> bool {
    info.support == Support::Refused(Feature::UnorderedAccess) && !matches!(info.opcode, Opcode::Declare(_))
}

/// The opcodes of the table but for declarations, of which the request wants.
fn wanted<'a>(request: &'a Request<'_>) -> impl Iterator<Item = &'static Info> + 'a {
    let declares = |info: &Info| matches!(info.opcode, Opcode::Declare(_));
    Opcode::all().iter().filter(move |info| !declares(info) && request.opcode.is_none_or(|name| name == info.mnemonic))
}

/// Runs the probes on an engine, and notes in `expectations` which of them were met.
///
/// # Errors
/// The engine is lost.
pub fn run(
    engine: &dyn Engine,
    request: &Request<'_>,
    expectations: &mut Expectations,
) -> Result<Vec<Cell>, EngineError> {
    let kind = engine.kind();
    let mut outcomes: Outcomes = BTreeMap::new();
    let mut jobs: Vec<Job> = Vec::new();
    let mut draws: Vec<Draw> = Vec::new();
    for info in wanted(request).filter(|info| refused(info, kind.target()).is_none()) {
        for probe in probes(info) {
            let probe = Arc::new(probe);
            let expected = probe.trial.expect(interp::Options::default()).map(Arc::new);
            for &model in request.models {
                let outcome = outcomes.entry((info.number, model)).or_default();
                match (&expected, &probe.trial.draw(model, kind.target())) {
                    (Err(error), _) | (_, Err(error)) => match form_refused(error, kind.target()) {
                        Some(feature) => *outcome.refused.entry(feature.name()).or_default() += 1,
                        None => outcome.tally.fault(format!("{}: {error}", probe.trial.name)),
                    },
                    (Ok(expected), Ok(draw)) => {
                        jobs.push(Job { probe: probe.clone(), expected: expected.clone(), model, number: info.number });
                        draws.push(draw.clone());
                    }
                }
            }
        }
    }
    for (job, result) in jobs.iter().zip(engine.draw(&draws)?) {
        let tally = &mut outcomes.entry((job.number, job.model)).or_default().tally;
        match result {
            Err(error) => tally.fault(format!("{}: {error}", job.probe.trial.name)),
            Ok(output) => judge(job, &job.probe.trial.words_of(&output), kind, tally, expectations),
        }
    }
    if kind.target() == Target::Wgsl {
        memory::run(engine, request, expectations, &mut outcomes)?;
    }
    Ok(cells(kind, request, &outcomes))
}

/// Of each opcode, by its number, with each register model.
type Outcomes = BTreeMap<(u16, RegisterModel), Outcome>;

struct Job {
    probe: Arc<Probe>,
    expected: Arc<Expected>,
    model: RegisterModel,
    number: u16,
}

fn judge(job: &Job, words: &[u32], kind: EngineKind, tally: &mut Tally, expectations: &mut Expectations) {
    if words.len() != job.expected.len() {
        tally.fault(format!("{}: {} words came back", job.probe.trial.name, words.len()));
        return;
    }
    let (undefined, mismatches) = job.probe.compare(&job.expected, words);
    tally.open += undefined;
    tally.compared += job.expected.len() as u64 - undefined;
    for mismatch in mismatches {
        let Mismatch { item, .. } = mismatch;
        let label = job.probe.label(item);
        if expectations.meet(kind, job.probe.opcode, label, job.model) {
            tally.expected += 1;
        } else {
            tally.fault(job.probe.describe(&mismatch));
        }
    }
}

fn cells(kind: EngineKind, request: &Request<'_>, outcomes: &Outcomes) -> Vec<Cell> {
    let mut cells = Vec::new();
    for info in wanted(request) {
        for &model in request.models {
            let standing = match refused(info, kind.target()) {
                Some(feature) => Standing::Refused { feature: feature.name(), reason: feature.reason(kind.target()) },
                None => Standing::Ran(outcomes.get(&(info.number, model)).cloned().unwrap_or_default()),
            };
            let (opcode, class) = (info.mnemonic, info.class);
            cells.push(Cell { opcode, class, engine: kind.name(), model, standing });
        }
    }
    cells
}
