//! The choice of engines on the command line.

use anyhow::{Result, bail};
use clap::ValueEnum;
use dxbc_harness::engine::{Engine, EngineError, EngineKind};

/// Engines to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engines {
    /// Mesa's llvmpipe, for GLSL
    Mesa,
    /// WebGL2 in headless Chromium, which is ANGLE, for GLSL
    Browser,
    /// WebGPU on Mesa's lavapipe, for WGSL
    Wgpu,
    /// All of them
    All,
}

impl Engines {
    /// The engines, in the order of reports.
    pub(crate) const fn kinds(self) -> &'static [EngineKind] {
        match self {
            Self::Mesa => &[EngineKind::Mesa],
            Self::Browser => &[EngineKind::Browser],
            Self::Wgpu => &[EngineKind::Wgpu],
            Self::All => &EngineKind::ALL,
        }
    }

    /// Starts those of some engines that were chosen. One that is absent is an error: what it would have found must not go unsaid.
    pub(crate) fn open(self, among: &[EngineKind]) -> Result<Vec<Box<dyn Engine>>> {
        let chosen = self.kinds().iter().filter(|kind| among.contains(kind));
        let open = |kind: &EngineKind| match kind.open() {
            Err(EngineError::Absent { engine, what, install }) if self == Self::All => {
                let others = among.iter().filter(|other| **other != engine);
                let others: Vec<String> = others.map(|other| format!("--engine {other}")).collect();
                let error = EngineError::Absent { engine, what, install };
                bail!("{error}, or leave it out with {}", others.join(" or "))
            }
            result => Ok(result?),
        };
        chosen.map(open).collect()
    }
}
