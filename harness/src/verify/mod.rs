//! Proves that translations compile and link: finds the containers of files and folders, translates all of them, and
//! links every vertex and pixel shader on real implementations, alone with a partner, and in pairs where the names of
//! two files say that they belong together.

mod find;
mod group;
mod guard;
mod keep;
mod link;
pub mod pair;
mod progress;
mod translate;
mod verdict;
mod vulkan;
mod wgsl;

use dxbc_translator::options::{Options, Target};

use crate::engine::{Engine, EngineError};

pub use find::{Findings, Found, Place, Unreadable, find};
pub use keep::keep;
pub use progress::{Progress, Silent};
pub use verdict::{
    Check, Column, Counts, EngineName, Failure, Group, Input, OverLimit, Refusals, Report, Subject, Totals, Verdict,
};

/// Checks everything that was found on every engine, and has naga read it too; WGSL is validated by naga instead.
///
/// # Errors
/// [`EngineError`] when an engine is lost; whatever is wrong with a shader is in the report.
pub fn verify(
    findings: &Findings,
    engines: &[Box<dyn Engine>],
    options: &Options,
    progress: &dyn Progress,
) -> Result<Report, EngineError> {
    let mut checks = translate::translate_all(findings, options, progress);
    let naga_glsl = match options.target {
        Target::Glsl => {
            link::link_all(&mut checks, engines, progress)?;
            Some(vulkan::read_all(&findings.containers, &checks, options, progress))
        }
        Target::Wgsl => {
            wgsl::validate_all(&mut checks, progress);
            None
        }
    };
    let name = |engine: &dyn Engine| EngineName { name: engine.kind(), description: engine.description().into() };
    Ok(Report {
        engines: engines.iter().map(|engine| name(engine.as_ref())).collect(),
        options: options.clone(),
        input: Input {
            files: findings.files,
            files_without_container: findings.without.len(),
            containers: findings.copies(),
            different: findings.containers.len(),
            unreadable: findings.unreadable.clone(),
        },
        totals: group::totals(&checks),
        refused: group::refusals(&checks),
        limits: group::limits(&checks),
        others: group::others(&checks),
        failed: group::failed(&checks),
        malformed: group::malformed(&checks),
        naga_glsl,
        checks,
    })
}

#[cfg(test)]
mod tests;
