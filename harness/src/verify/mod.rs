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

use std::thread;

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
        Target::Glsl => Some(link_and_read(&findings.containers, &mut checks, engines, options, progress)?),
        Target::Wgsl => {
            wgsl::validate_all(&mut checks, progress);
            None
        }
    };
    let name = |engine: &dyn Engine| EngineName {
        name: engine.kind(),
        description: engine.description().into(),
        recalled: engine.recalled(),
    };
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

/// Links the programs on the engines, while naga reads the stages on what they leave of the machine.
fn link_and_read(
    containers: &[Found],
    checks: &mut [Check],
    engines: &[Box<dyn Engine>],
    options: &Options,
    progress: &dyn Progress,
) -> Result<Column, EngineError> {
    let programs = link::Programs::of(checks);
    progress.start("linking, and reading by naga", programs.len() * engines.len() + containers.len());
    let (results, column) = thread::scope(|scope| {
        let checks = &*checks;
        let column = scope.spawn(|| vulkan::read_all(containers, checks, options, progress));
        (programs.link_all(engines, progress), join(column))
    });
    programs.judge(checks, engines, results?);
    Ok(column)
}

/// What a thread gave; its panic goes on here.
fn join<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests;
