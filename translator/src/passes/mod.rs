//! From IR as lowered to IR that a writer prints: the ordered list of passes.

mod bounds;
mod clip_space;
mod conditions;
mod discard;
mod lanes;
mod noperspective;
mod outputs;
mod rewrite;
mod storage;
mod storage_float;
mod storage_typed;
#[cfg(test)]
mod testing;
mod tidy;
mod webs;

use crate::error::{Error, Result};
use crate::ir::Module;
use crate::ir::validate::{Phase, validate};
use crate::options::{ClipSpace, Indexing, Options, RegisterModel};

/// Runs the passes that the options ask for. In debug builds the module is validated before and after each.
///
/// # Errors
///
/// `Internal` when a pass, or the lowering before them, broke a rule of the IR (debug builds only).
pub fn run(module: &mut Module, options: &Options) -> Result<()> {
    check(module, Phase::Lowered, "lower")?;
    // First: all others need variables of one type each.
    match options.register_model {
        RegisterModel::Float => storage_float::run(module),
        RegisterModel::Typed => storage_typed::run(module),
    }
    check(module, Phase::Stored, "storage")?;
    // After storage, because registers have their types; before what adds statements between mask and test.
    conditions::run(module);
    check(module, Phase::Stored, "conditions")?;
    // After storage, because a guard needs a zero of the type that is read.
    if options.indexing == Indexing::Robust {
        bounds::run(module);
        check(module, Phase::Stored, "bounds")?;
    }
    // After storage, because the position must have its type.
    if options.clip_space == ClipSpace::OpenGl {
        clip_space::run(module);
        check(module, Phase::Stored, "clip_space")?;
    }
    // After storage, because the outputs must have their types.
    noperspective::run(module);
    check(module, Phase::Stored, "noperspective")?;
    // After all that adds reads of textures, because what follows a discard decides where it may stand.
    discard::run(module);
    check(module, Phase::Stored, "discard")?;
    // Last: it simplifies what the others leave.
    tidy::run(module);
    check(module, Phase::Stored, "tidy")
}

/// Validates the module after a stage, in debug builds.
fn check(module: &Module, phase: Phase, stage: &'static str) -> Result<()> {
    if !cfg!(debug_assertions) {
        return Ok(());
    }
    match validate(module, phase) {
        Ok(()) => Ok(()),
        Err(faults) => {
            let fault = faults.first().map(ToString::to_string).unwrap_or_default();
            Err(Error::internal(stage, fault))
        }
    }
}
