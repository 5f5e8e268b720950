//! The oracle of a check: what the interpreter draws, and how far it is from that when it errs on purpose. It errs only
//! as often as a comparison needs.

use crate::case::Stages;
use crate::case::scene::Scene;
use crate::compare::{Comparison, Spread, Tolerance, compare};
use crate::interp::{ConstantRows, Order};

use super::check::Check;
use super::picture::Picture;
use super::pixel::{self, DrawFailure};
use super::profile::{Profile, ROUNDS};
use super::program::{self, Run};
use super::vertex::{self, Output};
use super::views;

/// What is looked at of a draw.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// What is checked.
    pub check: Check,
    /// The stages that take part.
    pub stages: &'a Stages,
    /// The draw.
    pub scene: &'a Scene,
}

impl View<'_> {
    /// What the interpreter draws in a run. `outputs` are those of the vertex shader that are looked at.
    ///
    /// # Errors
    /// [`DrawFailure`] if the interpreter cannot run it.
    pub fn interpret(self, outputs: &[Output], run: Run) -> Result<Picture, DrawFailure> {
        let mut picture = self.interpret_once(outputs, run)?;
        if self.check != Check::Vertex && !self.scene.views.is_empty() {
            let opposite = Run { order: Order::Backward, ..run };
            views::settle(&mut picture, &self.interpret_once(outputs, opposite)?);
        }
        Ok(picture)
    }

    fn interpret_once(self, outputs: &[Output], mut run: Run) -> Result<Picture, DrawFailure> {
        // A lone stage has the rows that it declares, a program those of both stages.
        run.options.constant_rows =
            if self.check == Check::Program { ConstantRows::Bound } else { ConstantRows::Declared };
        match (self.check, &self.stages.vertex, &self.stages.pixel) {
            (Check::Vertex, Some(unit), _) => vertex::interpret(unit, self.scene, outputs, run.options),
            (Check::Pixel, _, Some(unit)) => Ok(pixel::interpret(unit, self.scene, run.options, run.order)?.picture),
            (Check::Program, ..) => Ok(program::interpret(self.stages, self.scene, run)?.picture),
            _ => Err(DrawFailure::Nothing("the stage is not there")),
        }
    }
}

/// The picture that all engines and translations of a draw are judged by.
#[derive(Clone, Debug)]
pub struct Oracle<'a> {
    view: View<'a>,
    outputs: Vec<Output>,
    profile: Profile,
    picture: Picture,
    /// The spread after each of [`ROUNDS`], as far as they were needed.
    spreads: Vec<Spread>,
}

impl<'a> Oracle<'a> {
    /// Draws the picture.
    ///
    /// # Errors
    /// [`DrawFailure`] if the interpreter cannot run it.
    pub fn new(view: View<'a>, outputs: &[Output], profile: Profile) -> Result<Self, DrawFailure> {
        let picture = view.interpret(outputs, Run::exact(profile))?;
        Ok(Self { view, outputs: outputs.to_vec(), profile, picture, spreads: Vec::new() })
    }

    /// The same for other outputs and another profile; none if that is another picture.
    #[must_use]
    pub fn for_outputs(self, outputs: &[Output], profile: Profile) -> Option<Self> {
        if self.outputs != outputs || profile.slack != self.profile.slack || profile.options() != self.profile.options()
        {
            return None;
        }
        let spreads = if profile == self.profile { self.spreads } else { Vec::new() };
        Some(Self { profile, spreads, ..self })
    }

    /// The picture.
    #[must_use]
    pub const fn picture(&self) -> &Picture {
        &self.picture
    }

    /// Compares a picture with this one. The interpreter errs until all that differs is allowed, or often enough.
    ///
    /// # Errors
    /// [`DrawFailure`] if an erring run ends without a picture.
    pub fn judge(&mut self, found: &Picture, tolerance: Tolerance) -> Result<Comparison, DrawFailure> {
        let mut comparison = compare(&self.picture, found, &Spread::default(), tolerance);
        for (round, runs) in ROUNDS.into_iter().enumerate() {
            if comparison.agrees {
                break;
            }
            self.err(round)?;
            comparison = Comparison { runs, ..compare(&self.picture, found, &self.spreads[round], tolerance) };
        }
        Ok(comparison)
    }

    /// Makes sure that the spread after a round is there.
    fn err(&mut self, round: usize) -> Result<(), DrawFailure> {
        while self.spreads.len() <= round {
            let next = self.spreads.len();
            let done = next.checked_sub(1).map_or(0, |last| ROUNDS[last]);
            let mut spread = self.spreads.last().cloned().unwrap_or_default();
            for run in done..ROUNDS[next] {
                let erring = self.view.interpret(&self.outputs, Run::erring(self.profile, run))?;
                spread.widen(&self.picture, &erring);
            }
            self.spreads.push(spread);
        }
        Ok(())
    }
}
