//! What became of each thing that was checked, and the sums of it.

use std::collections::BTreeMap;

use dxbc_translator::error::{Error, Feature};
use dxbc_translator::options::Options;
use dxbc_translator::reflect::{LimitUse, WebGlLimit};
use serde::Serialize;

use super::find::{Place, Unreadable};
use crate::engine::{EngineKind, LinkStage, ProgramSource};
use crate::naga::Rejected;

/// Everything that a run found out. Serialises to the same data that the command prints as a table.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The engines that linked.
    pub engines: Vec<EngineName>,
    /// The options of every translation.
    pub options: Options,
    /// What was searched.
    pub input: Input,
    /// The sums.
    pub totals: Totals,
    /// Refusals by feature, most frequent first.
    pub refused: Vec<Refusals>,
    /// Limits of WebGL2 that are beyond what every device has; these are no failures.
    pub limits: Vec<OverLimit>,
    /// Containers that are not for this translator, by kind.
    pub others: BTreeMap<String, usize>,
    /// Failures of the translator by cause, most frequent first.
    pub failed: Vec<Group>,
    /// Damaged containers by cause, most frequent first.
    pub malformed: Vec<Group>,
    /// What naga's GLSL front end takes of the stages, printed in the form that it reads; none of WGSL, which has to
    /// pass its other front end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub naga_glsl: Option<Column>,
    /// Every check, stages first, then programs, each in the order of paths.
    pub checks: Vec<Check>,
}

impl Report {
    /// Whether something failed: the input, a translation, or an engine's compiler.
    #[must_use]
    pub fn has_failures(&self) -> bool {
        let Totals { stages, programs } = self.totals;
        [stages, programs].iter().any(|counts| counts.failed + counts.malformed > 0)
            || !self.input.unreadable.is_empty()
    }
}

/// What a reader of texts takes whose word decides no verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Texts that it takes.
    pub valid: usize,
    /// The others by message, most frequent first.
    pub not_taken: Vec<Group>,
}

/// An engine that took part.
#[derive(Clone, Debug, Serialize)]
pub struct EngineName {
    /// Its name.
    pub name: EngineKind,
    /// Version and renderer.
    pub description: String,
    /// Programs that were not compiled, for it took their texts in an earlier run.
    #[serde(skip_serializing_if = "is_zero")]
    pub recalled: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// What was searched and found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Input {
    /// Files that were read.
    pub files: usize,
    /// Files without a container.
    pub files_without_container: usize,
    /// Containers, copies counted.
    pub containers: usize,
    /// Containers that differ.
    pub different: usize,
    /// Files and folders that could not be read.
    pub unreadable: Vec<Unreadable>,
}

/// The sums of the lone stages and of the pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Vertex and pixel shaders, each linked with a partner written for it.
    pub stages: Counts,
    /// Pairs of shaders that belong together by their names.
    pub programs: Counts,
}

/// How many checks came to each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Linked on every engine.
    pub linked: usize,
    /// Refused with a reason.
    pub refused: usize,
    /// The input is damaged.
    pub malformed: usize,
    /// The translator failed, or an engine did not take what it wrote.
    pub failed: usize,
    /// Not for this translator; for a program: one of its stages did not translate.
    pub other: usize,
}

/// One thing that was checked.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    /// What to call it: the place of the container, or both places of a pair.
    pub name: String,
    /// What it is.
    pub subject: Subject,
    /// The hashes of its containers.
    pub ids: Vec<String>,
    /// Every place of its container; none for a pair.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
    /// What became of it.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// What is wrong with the container, with the assembly around the place; none if nothing is, and for a pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    /// What it takes of the limits of WebGL2 beyond what every device has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<LimitUse>,
    /// What was linked, if the translation worked.
    #[serde(skip)]
    pub program: Option<ProgramSource>,
}

/// What a check is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A vertex shader with a partner.
    Vertex,
    /// A pixel shader with a partner.
    Pixel,
    /// A compute shader.
    Compute,
    /// A vertex and a pixel shader that belong together.
    Program,
    /// Anything else.
    Other,
}

/// What became of a check.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// It links on every engine.
    Linked,
    /// It was refused with a reason.
    Refused {
        /// What the target lacks.
        feature: Feature,
        /// The refusal.
        error: Error,
    },
    /// It is of a kind that is never translated, such as `geometry shader`.
    Other {
        /// The kind.
        kind: String,
    },
    /// It was not tried, since one of its stages did not translate.
    Untried,
    /// The input is damaged or beyond a limit.
    Malformed {
        /// What is wrong with it.
        error: Error,
    },
    /// It should link and does not.
    Failed {
        /// Everything that went wrong; at least one.
        failures: Vec<Failure>,
    },
}

/// One thing that went wrong and is this project's fault.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "failure", rename_all = "kebab-case")]
pub enum Failure {
    /// The translator says so itself.
    Internal {
        /// What it says.
        error: Error,
    },
    /// The translator panicked.
    Panic {
        /// What it said.
        message: String,
    },
    /// naga does not take the WGSL that was written.
    Invalid {
        /// What it says.
        rejected: Rejected,
    },
    /// An engine did not compile or link what was written.
    Rejected {
        /// The engine.
        engine: EngineKind,
        /// The step that failed.
        stage: LinkStage,
        /// The engine's log.
        log: String,
    },
}

/// The refusals for want of one feature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusals {
    /// The feature.
    pub feature: Feature,
    /// Why it is refused.
    pub reason: &'static str,
    /// What to do about it.
    pub help: String,
    /// The names of the checks.
    pub checks: Vec<String>,
}

/// The checks that take more of a limit of WebGL2 than every device has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OverLimit {
    /// The limit.
    pub limit: WebGlLimit,
    /// What every device has.
    pub guaranteed: u32,
    /// What the greediest check takes.
    pub most: u32,
    /// What takes it there, as the text calls it.
    pub users: Vec<String>,
    /// What to do about it.
    pub help: &'static str,
    /// The names of the checks.
    pub checks: Vec<String>,
}

/// Checks that failed of the same cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The cause: a message without its numbers.
    pub cause: String,
    /// The first message in full, with the assembly around the place if there is one; it may have several lines.
    pub example: String,
    /// The names of the checks.
    pub checks: Vec<String>,
}
