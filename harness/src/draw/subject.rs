//! One case or draw package to draw, with the checks that apply to it.

use crate::case::scene::Scene;
use crate::case::{Case, CaseError, Stages};
use crate::interp::{Options, Order};
use crate::package::Loaded;

use super::check::Check;
use super::find::{FindError, Found, load_package};
use super::pixel::{self, DrawFailure, Drawn};
use super::program::{self, Run};
use super::suite::Source;
use super::vertex;

/// Something to draw.
#[derive(Debug)]
pub enum Subject {
    /// A variant of a case.
    Case {
        /// The case.
        case: Box<Case>,
        /// Name of the variant.
        variant: String,
    },
    /// A draw package.
    Package(Box<Loaded>),
}

impl Subject {
    /// Reads what was found; a case in one of its variants.
    ///
    /// # Errors
    /// [`FindError`] for a case or package that is wrong, and a variant that is not there.
    pub fn load(found: &Found, variant: &str) -> Result<Self, FindError> {
        match found {
            Found::Package(folder) => Ok(Self::Package(Box::new(load_package(folder)?))),
            Found::Case(folder) => {
                let case = Box::new(Case::load(folder)?);
                if !case.variants.contains_key(variant) {
                    let (case, variant) = (case.name.clone(), variant.to_owned());
                    return Err(CaseError::NoVariant { case, variant }.into());
                }
                Ok(Self::Case { case, variant: variant.to_owned() })
            }
        }
    }

    /// Where its draws come from.
    #[must_use]
    pub fn source(&self) -> Source<'_> {
        match self {
            Self::Case { case, variant } => Source::Case(case, variant),
            Self::Package(loaded) => Source::Package(loaded),
        }
    }

    /// What a reader of the result should know.
    #[must_use]
    pub fn messages(&self) -> &[String] {
        match self {
            Self::Case { .. } => &[],
            Self::Package(loaded) => &loaded.messages,
        }
    }

    /// The checks that apply.
    #[must_use]
    pub fn checks(&self) -> Vec<Check> {
        self.source().jobs().into_iter().map(|job| job.check).collect()
    }

    /// What is drawn if nothing else is asked for: the program if the stages fit, else the pixel shader, else the
    /// vertex shader.
    ///
    /// # Errors
    /// [`CaseError`] for a case whose containers are wrong.
    pub fn usual_check(&self) -> Result<Check, CaseError> {
        let checks = self.checks();
        if checks.contains(&Check::Program) && self.source().draw(Check::Program)?.1.conflicts.is_empty() {
            return Ok(Check::Program);
        }
        Ok(if checks.contains(&Check::Pixel) { Check::Pixel } else { Check::Vertex })
    }
}

/// What the interpreter draws: every pixel as Direct3D's rules have it.
///
/// # Errors
/// [`DrawFailure`] if the interpreter cannot run it.
pub fn interpret(check: Check, stages: &Stages, scene: &Scene) -> Result<Drawn, DrawFailure> {
    match (check, &stages.vertex, &stages.pixel) {
        (Check::Vertex, Some(unit), _) => {
            vertex::interpret(unit, scene, &vertex::outputs(unit), Options::default()).map(Drawn::on)
        }
        (Check::Pixel, _, Some(unit)) => pixel::interpret(unit, scene, Options::default(), Order::default()),
        (Check::Program, Some(_), _) => program::interpret(stages, scene, Run::picture()),
        (Check::Vertex | Check::Pixel | Check::Program, ..) => Err(DrawFailure::Nothing("the stage is not there")),
    }
}
