//! Registry conformance: every name that a target can spell is called on an engine with edge values, and compared with
//! its meaning on the CPU; a module that calls one which it cannot spell is refused with the reason.
//!
//! | step | file |
//! | --- | --- |
//! | modules of draws, and of dispatches | `build`, `kernel` |
//! | what a name is called with | `cases`, `textures`, `matrices`, `lanes`; `atomics`, `barriers`, `storage` |
//! | what it should give | `meaning`, `want`, and these |
//! | all calls of a name, as the engine takes them | `calls`, `job` |
//! | known faults, and what all came to | `expectations`, `report` |
#![allow(clippy::wildcard_enum_match_arm, reason = "what is not named is all alike")]

mod atomics;
mod barriers;
mod build;
mod calls;
mod cases;
mod dispatch;
pub mod expectations;
mod job;
mod kernel;
mod lanes;
mod matrices;
pub mod meaning;
pub mod report;
mod storage;
mod textures;
pub mod want;

use dxbc_translator::builtins::{Builtin, NoForm};
use dxbc_translator::options::Target;

use crate::engine::{Engine, EngineError};
use crate::tally::Tally;
use expectations::Expectations;

/// How a name stands.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "is")]
pub enum Standing {
    /// Called and compared.
    Ran {
        /// Calls, with other types, textures or places of memory each.
        calls: u32,
        /// What they came to.
        #[serde(flatten)]
        tally: Tally,
    },
    /// The target has no form, and refuses modules that call it.
    Refused {
        /// Such modules.
        calls: u32,
        /// Why.
        reason: String,
    },
}

/// A name on an engine.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Cell {
    /// The neutral name.
    pub name: &'static str,
    /// The engine.
    pub engine: &'static str,
    /// How it stands.
    pub standing: Standing,
}

/// Runs the registry on an engine, in the language of the engine, and notes in `known` which faults were met.
///
/// # Errors
/// The engine is lost.
pub fn run(engine: &dyn Engine, known: &mut Expectations) -> Result<Vec<Cell>, EngineError> {
    let kind = engine.kind();
    let mut jobs = Vec::new();
    let mut cells: Vec<Cell> = Vec::new();
    for (number, &builtin) in Builtin::ALL.iter().enumerate() {
        let standing = match refusal(kind.target(), builtin) {
            Some(reason) => match calls::refuse(kind.target(), builtin, &reason) {
                (calls, tally) if calls == 0 || tally.failed > 0 => Standing::Ran { calls, tally },
                (calls, _) => Standing::Refused { calls, reason },
            },
            None => {
                let (calls, tally) = calls::collect(kind.target(), number, builtin, &mut jobs);
                Standing::Ran { calls, tally }
            }
        };
        cells.push(Cell { name: builtin.name(), engine: kind.name(), standing });
    }
    for (job, result) in jobs.iter().zip(job::execute(engine, &jobs)?) {
        if let Some(Cell { name, standing: Standing::Ran { tally, .. }, .. }) = cells.get_mut(job.builtin) {
            job.judge(result, tally, &mut |word| known.meet(kind, name, word));
        }
    }
    Ok(cells)
}

/// Why a target does not spell a name; none where it does, for what a pass rewrites before, and for the fetch that the
/// writer of WGSL makes a read of a word.
#[must_use]
#[allow(clippy::wildcard_enum_match_arm, reason = "every other reason is one")]
pub fn refusal(target: Target, builtin: Builtin) -> Option<String> {
    let args = builtin.row().args.len();
    let form = match target {
        Target::Glsl => builtin.glsl_pieces(args).err(),
        Target::Wgsl => builtin.wgsl(args).err(),
    };
    match form? {
        NoForm::PreEmit { .. } | NoForm::Never { builtin: Builtin::StorageFetchU32 } => None,
        reason => Some(reason.to_string()),
    }
}
