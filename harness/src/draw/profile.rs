//! How implementations differ from the interpreter within what is allowed: what a comparison has to allow for each.

use crate::engine::EngineKind;
use crate::interp::{Derivatives, Logarithm, Nudge, Options};

use super::raster::Slack;

/// Erring runs of a comparison: as many as are needed until all that differs is allowed, in these steps. A few tell how
/// values spread; only where a shader jumps, more are needed to find every pixel that may go the other way.
pub const ROUNDS: [u32; 3] = [4, 12, 32];

/// How an implementation may differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Profile {
    /// Which derivatives it takes where Direct3D leaves that free.
    pub derivatives: Derivatives,
    /// Which derivatives it makes levels of detail from.
    pub lod_derivatives: Derivatives,
    /// How far it errs; the seed does not matter.
    pub nudge: Nudge,
    /// How far its rasteriser errs.
    pub slack: Slack,
    /// How far a vertex may move on the screen, in pixels.
    pub jitter: f64,
    /// How far an interpolated value errs: a part of the largest magnitude at the triangle's corners.
    pub interpolation: f64,
}

/// Units of [`Nudge`] in one.
const ONE: u32 = 1 << 24;

impl Profile {
    /// The profile of an engine, measured with the bounds of `feasibility` in mind: functions a few units in the last
    /// place, `log2` three millionths, filters eight fractional bits; doubles are emulated by pairs of floats.
    #[must_use]
    pub const fn of(engine: EngineKind) -> Self {
        match engine {
            // Lavapipe draws with llvmpipe too.
            EngineKind::Mesa | EngineKind::Wgpu => Self {
                derivatives: Derivatives::Fine,
                lod_derivatives: Derivatives::Coarse,
                nudge: Nudge {
                    seed: 0,
                    arithmetic: 0,
                    doubles: 2,
                    functions: 8,
                    log: 64,
                    sincos: 4,
                    texel: ONE / 4096,
                    level: ONE / 128,
                    logarithm: Logarithm::Linear,
                    filter: 64,
                },
                slack: Slack::FINE,
                jitter: 1.0 / 512.0,
                interpolation: 4.0 / ONE as f64,
            },
            EngineKind::Browser => Self {
                derivatives: Derivatives::Coarse,
                lod_derivatives: Derivatives::Coarse,
                nudge: Nudge {
                    seed: 0,
                    arithmetic: 0,
                    doubles: 2,
                    functions: 32,
                    log: 64,
                    sincos: 4096,
                    texel: ONE / 256,
                    level: ONE / 64,
                    logarithm: Logarithm::Exact,
                    filter: 4096,
                },
                slack: Slack::COARSE,
                jitter: 1.0 / 16.0,
                interpolation: 16.0 / ONE as f64,
            },
        }
    }

    /// With operations that may be rearranged: each is off by a unit in the last place.
    #[must_use]
    pub const fn rearranged(self) -> Self {
        Self { nudge: Nudge { arithmetic: 2, ..self.nudge }, ..self }
    }

    /// The interpreter's options for the run that is compared with.
    #[must_use]
    pub fn options(self) -> Options {
        Options { derivatives: self.derivatives, lod_derivatives: self.lod_derivatives, ..Options::default() }
    }

    /// The interpreter's options for an erring run, `run` from 0. Every second one takes logarithms as Direct3D does.
    #[must_use]
    pub fn erring(self, run: u32) -> Options {
        let logarithm = if run.is_multiple_of(2) { self.nudge.logarithm } else { Logarithm::Exact };
        Options { nudge: Some(Nudge { seed: run + 1, logarithm, ..self.nudge }), ..self.options() }
    }
}
