//! Checks: translate, draw on an engine, run the interpreter, compare.

use dxbc_translator::abi::Abi;
use dxbc_translator::error::{Error, ErrorKind, Feature};
use dxbc_translator::options::{
    ClipSpace, FloatRules, Options as TranslateOptions, RegisterModel, StageBindings, Target,
};
use dxbc_translator::translate::{translate, translate_program};
use serde::Serialize;

use crate::case::Stages;
use crate::case::file::ToleranceFile;
use crate::case::scene::Scene;
use crate::compare::{Comparison, Tolerance};
use crate::engine::{DrawResult, EngineKind};

use super::oracle::{Oracle, View};
use super::pixel::DrawFailure;
use super::profile::Profile;
use super::submit::{self, Submission};
use super::vertex::{self, Output};

/// What of a case is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Check {
    /// The outputs of the vertex shader.
    Vertex,
    /// The pixel shader alone.
    Pixel,
    /// Both stages as one program.
    Program,
}

impl Check {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 3] = [Self::Vertex, Self::Pixel, Self::Program];

    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vertex => "vertex",
            Self::Pixel => "pixel",
            Self::Program => "program",
        }
    }

    /// Whether the stages that it needs are there.
    #[must_use]
    pub const fn applies(self, stages: &Stages) -> bool {
        match self {
            Self::Vertex => stages.vertex.is_some(),
            Self::Pixel => stages.pixel.is_some(),
            Self::Program => stages.vertex.is_some() && stages.pixel.is_some(),
        }
    }
}

/// How the text is translated and judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The engine whose ways are allowed for.
    pub engine: EngineKind,
    /// How registers are stored.
    pub model: RegisterModel,
    /// Which float results must be the same.
    pub float_rules: FloatRules,
}

impl Settings {
    /// What the engine is allowed. WGSL has no word that keeps operations in their order, and lets every implementation
    /// rearrange and fuse them.
    #[must_use]
    pub const fn profile(self) -> Profile {
        let profile = Profile::of(self.engine);
        match (self.float_rules, self.engine.target()) {
            (FloatRules::Strict, Target::Glsl) => profile,
            (FloatRules::Strict, Target::Wgsl) | (FloatRules::Relaxed, _) => profile.rearranged(),
        }
    }

    fn options(self, clip_space: ClipSpace, abi: &Abi) -> TranslateOptions {
        TranslateOptions {
            target: self.engine.target(),
            register_model: self.model,
            float_rules: self.float_rules,
            clip_space,
            abi: abi.clone(),
            ..TranslateOptions::default()
        }
    }
}

/// Why there is nothing to compare.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Absent {
    /// The translator refuses the shader.
    #[error("refused: {0}")]
    Refused(Box<Error>),
    /// The stages cannot be drawn together.
    #[error("the stages do not fit: {0}")]
    Conflict(String),
    /// The interpreter has no result.
    #[error(transparent)]
    Interpreter(DrawFailure),
    /// The scene has something that GL has not.
    #[error("binding: {0}")]
    Binding(#[from] super::bind::BindError),
}

impl Absent {
    /// The feature that is refused.
    #[must_use]
    pub fn feature(&self) -> Option<Feature> {
        match self {
            Self::Refused(error) => error.feature(),
            Self::Conflict(_) | Self::Interpreter(_) | Self::Binding(_) => None,
        }
    }
}

/// Why a check could not be made although it should.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NotPrepared {
    /// There is nothing to compare, for a reason that is none of the translator's.
    #[error(transparent)]
    Absent(Absent),
    /// The translator failed.
    #[error("translation: {0}")]
    Failed(Box<Error>),
}

impl From<Absent> for NotPrepared {
    fn from(absent: Absent) -> Self {
        Self::Absent(absent)
    }
}

impl From<Error> for NotPrepared {
    fn from(error: Error) -> Self {
        if matches!(error.kind(), ErrorKind::Unsupported(_)) {
            Self::Absent(Absent::Refused(Box::new(error)))
        } else {
            Self::Failed(Box::new(error))
        }
    }
}

/// A check with its draw, ready for an engine.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// What is checked.
    pub check: Check,
    /// The draw.
    pub submission: Submission,
    /// The outputs of the vertex shader that are looked at.
    pub outputs: Vec<Output>,
}

/// The verdict over one check.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The same, within what is allowed.
    Agrees(Comparison),
    /// Not the same.
    Differs(Comparison),
    /// Nothing to compare.
    Absent(Absent),
    /// The engine or the translator failed.
    Failed(String),
}

impl Verdict {
    /// The word for tables.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Agrees(_) => "agrees",
            Self::Differs(_) => "differs",
            Self::Absent(_) => "absent",
            Self::Failed(_) => "failed",
        }
    }

    /// Whether it is what it should be.
    #[must_use]
    pub const fn is_good(&self) -> bool {
        matches!(self, Self::Agrees(_) | Self::Absent(_))
    }
}

/// Translates the stages of a scene and makes the draw of a check.
///
/// # Errors
/// [`NotPrepared`] if there is nothing to draw.
pub fn prepare(check: Check, stages: &Stages, scene: &Scene, settings: Settings) -> Result<Prepared, NotPrepared> {
    prepare_with(check, stages, scene, settings, &Abi::default())
}

/// The same for a text with a binding ABI of its own.
///
/// # Errors
/// [`NotPrepared`] if there is nothing to draw.
pub fn prepare_with(
    check: Check,
    stages: &Stages,
    scene: &Scene,
    settings: Settings,
    abi: &Abi,
) -> Result<Prepared, NotPrepared> {
    let bound = |result: Result<Submission, super::bind::BindError>| result.map_err(Absent::Binding);
    let language = settings.engine.target();
    let mut outputs = Vec::new();
    let submission = match (check, &stages.vertex, &stages.pixel) {
        (Check::Vertex, Some(unit), _) => {
            let shader = translate(&unit.bytes, &settings.options(ClipSpace::AsIs, abi))?;
            outputs = submit::outputs(&shader.reflection, vertex::position_register(unit));
            bound(submit::vertex(language, &shader, scene, &outputs))?
        }
        (Check::Pixel, _, Some(unit)) => {
            let shader = translate(&unit.bytes, &settings.options(ClipSpace::AsIs, abi))?;
            bound(submit::pixel(language, &shader, scene))?
        }
        (Check::Program, Some(vertex), pixel) => {
            if let Some(conflict) = scene.conflicts.first() {
                return Err(Absent::Conflict(conflict.clone()).into());
            }
            let stage_bindings =
                if scene.vertex_bindings.is_some() { StageBindings::Separate } else { StageBindings::Shared };
            let options = TranslateOptions { stage_bindings, ..settings.options(ClipSpace::OpenGl, abi) };
            match pixel {
                Some(pixel) => {
                    let text = translate_program(&vertex.bytes, &pixel.bytes, &options)?;
                    bound(submit::whole(language, &text.vertex, Some(&text.fragment), scene))?
                }
                None => bound(submit::whole(language, &translate(&vertex.bytes, &options)?, None, scene))?,
            }
        }
        _ => return Err(Absent::Interpreter(DrawFailure::Nothing("the stage is not there")).into()),
    };
    Ok(Prepared { check, submission, outputs })
}

impl Prepared {
    /// What the interpreter draws for this check: what an engine's result is judged by.
    ///
    /// # Errors
    /// [`DrawFailure`] if the interpreter cannot run it.
    pub fn oracle<'a>(
        &self,
        stages: &'a Stages,
        scene: &'a Scene,
        profile: Profile,
    ) -> Result<Oracle<'a>, DrawFailure> {
        Oracle::new(View { check: self.check, stages, scene }, &self.outputs, profile)
    }

    /// Judges what an engine gave.
    #[must_use]
    pub fn judge(&self, result: &DrawResult, oracle: &mut Oracle<'_>, tolerance: Tolerance) -> Verdict {
        let output = match result {
            Ok(output) => output,
            Err(error) => return Verdict::Failed(error.to_string()),
        };
        match oracle.judge(&self.submission.picture(output), tolerance) {
            Ok(comparison) if comparison.agrees => Verdict::Agrees(comparison),
            Ok(comparison) => Verdict::Differs(comparison),
            Err(failure) => Verdict::Failed(format!("an erring run: {failure}")),
        }
    }
}

/// The tolerance of a case: its own, or none.
#[must_use]
pub fn tolerance_of(file: Option<ToleranceFile>) -> Tolerance {
    file.map_or(Tolerance::EXACT, |file| Tolerance { absolute: file.absolute, relative: file.relative })
}
