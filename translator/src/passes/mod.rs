//! From IR as lowered to IR that a writer prints: the ordered list of passes.

mod bounds;
mod clip_space;
mod conditions;
mod discard;
mod doubles;
mod fall_through;
mod lanes;
mod noperspective;
mod outputs;
mod rename;
mod rewrite;
mod storage;
mod storage_float;
mod storage_typed;
#[cfg(test)]
mod testing;
mod tidy;
mod uniform;
mod webs;
mod whole_stores;

use crate::error::{Error, Result};
use crate::ir::Module;
use crate::ir::validate::{Phase, validate};
use crate::options::{ClipSpace, Indexing, Options, RegisterModel, Target};

/// Runs the passes that the options ask for. In debug builds the module is validated before and after each.
///
/// # Errors
///
/// `Internal` when a pass, or the lowering before them, broke a rule of the IR (debug builds only); `Limit` for cases
/// that fall through to more than is copied; `Unsupported` for renames that meet.
pub fn run(module: &mut Module, options: &Options) -> Result<()> {
    check(module, Phase::Lowered, "lower")?;
    // Before anything is named; the stages were matched by the names of the bytecode.
    rename::run(module, &options.abi, options.target)?;
    // Before the others: none knows 64-bit floats, and what they are made of is stored as any other value.
    doubles::run(module);
    check(module, Phase::Lowered, "doubles")?;
    // Before storage, which has less to do where no masks are stored.
    conditions::run(module);
    check(module, Phase::Lowered, "conditions")?;
    // Before the others, which need variables of one type each.
    match options.register_model {
        RegisterModel::Float => storage_float::run(module),
        RegisterModel::Typed => storage_typed::run(module),
    }
    check(module, Phase::Stored, "storage")?;
    // After storage, because a guard needs a zero of the type that is read.
    if options.indexing == Indexing::Robust {
        bounds::run(module);
        check(module, Phase::Stored, "bounds")?;
    }
    // After storage, because the position must have its type. WebGPU's clip space is Direct3D's.
    if options.clip_space == ClipSpace::OpenGl && options.target == Target::Glsl {
        clip_space::run(module);
        check(module, Phase::Stored, "clip_space")?;
    }
    // After storage, because the outputs must have their types. WGSL has the interpolation itself.
    if options.target == Target::Glsl {
        noperspective::run(module);
        check(module, Phase::Stored, "noperspective")?;
    }
    // Before discard, which follows the flow: the cases of WGSL do not fall through.
    if options.target == Target::Wgsl {
        fall_through::run(module)?;
        check(module, Phase::Stored, "fall_through")?;
    }
    // After all that adds reads of textures, because what follows a discard decides where it may stand.
    discard::run(module);
    check(module, Phase::Stored, "discard")?;
    // Last of those for all targets: it simplifies what the others leave.
    tidy::run(module);
    check(module, Phase::Stored, "tidy")?;
    // After tidy, which knows the lanes that are written by their mask: WGSL writes one lane or all.
    if options.target == Target::Wgsl {
        whole_stores::run(module);
        check(module, Phase::Stored, "whole_stores")?;
        // After tidy, which leaves the conditions as they are written: WGSL asks for uniform flow around barriers.
        uniform::run(module);
        check(module, Phase::Stored, "uniform")?;
    }
    Ok(())
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
