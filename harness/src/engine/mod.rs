//! The engines: real implementations of GLSL ES 3.00 and of WGSL that link programs and execute draws.
//!
//! Both engines of GL run the same [`Draw`]: `plan` lowers it once to plain GL numbers and checks it, then each engine
//! only executes the plan, one with native GL calls, one in a WebGL2 page. So a difference between two results is a
//! difference between two implementations of GL, not between two readings of the draw. The engine of WebGPU takes draws
//! of WGSL.
//!
//! Orientation is GL's on the engines of GL: row 0 of a result is the bottom row, viewports start at the lower left
//! corner. It is WebGPU's, which is Direct3D's, on the other. Nothing here flips; whoever compares with Direct3D does.

mod browser;
pub mod compute;
mod draw;
mod format;
mod mesa;
mod plan;
mod remember;
mod wgpu;

use std::fmt;

use dxbc_translator::options::Target;
use serde::{Deserialize, Serialize};

pub use compute::{Compute, ComputeResult};
pub use draw::{
    Attribute, AttributeRead, AttributeScalar, Bound, ColorTarget, CompareFunc, CullMode, DepthTarget, Draw, DrawCall,
    DrawOutput, Filter, Framebuffer, FrontFace, Image, ImageKind, IndexBuffer, IndexSize, MipFilter, ProgramSource,
    Raster, SamplerBinding, SamplerState, Topology, Uniform, UniformBlock, UniformValue, Varying, VertexBuffer,
    Viewport, Wrap,
};
pub use format::{ChannelClass, ReadBack, ReadScalar, TexelFormat};
pub use mesa::serve;
pub use remember::Remembering;

/// An implementation of a target's language, which [`EngineKind::target`] tells.
///
/// Results come back in the order of the jobs, one for each. The outer error is for the engine itself being absent or
/// lost; whatever is wrong with one job is that job's own result and does not touch the others.
pub trait Engine: Send + Sync {
    /// Which engine this is.
    fn kind(&self) -> EngineKind;

    /// The implementation in its own words: version and renderer, for reports.
    fn description(&self) -> &str;

    /// Compiles and links each program.
    ///
    /// # Errors
    /// [`EngineError`] when the engine cannot run at all.
    fn link(&self, programs: &[ProgramSource]) -> Result<Vec<LinkResult>, EngineError>;

    /// Executes each draw and reads its targets and captured varyings back.
    ///
    /// # Errors
    /// [`EngineError`] when the engine cannot run at all.
    fn draw(&self, draws: &[Draw]) -> Result<Vec<DrawResult>, EngineError>;

    /// Executes each dispatch and reads back what it writes; an engine without a compute stage runs none.
    ///
    /// # Errors
    /// [`EngineError`] when the engine cannot run at all.
    fn dispatch(&self, dispatches: &[Compute]) -> Result<Vec<ComputeResult>, EngineError> {
        let none = || DrawError::Invalid { message: format!("{} has no compute stage", self.kind()) };
        Ok(dispatches.iter().map(|_| Err(none())).collect())
    }

    /// How many programs it was asked to link and did not compile, for it took their texts before.
    fn recalled(&self) -> usize {
        0
    }
}

/// The engines that exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineKind {
    /// Mesa's llvmpipe through headless EGL.
    Mesa,
    /// WebGL2 in headless Chromium, which is ANGLE on `SwiftShader`.
    Browser,
    /// WebGPU by wgpu on lavapipe, Mesa's software Vulkan.
    Wgpu,
}

impl EngineKind {
    /// Every engine, in the order of reports.
    pub const ALL: [Self; 3] = [Self::Mesa, Self::Browser, Self::Wgpu];

    /// The engines of GLSL ES 3.00.
    pub const GLSL: [Self; 2] = [Self::Mesa, Self::Browser];

    /// The language that it runs.
    #[must_use]
    pub const fn target(self) -> Target {
        match self {
            Self::Mesa | Self::Browser => Target::Glsl,
            Self::Wgpu => Target::Wgsl,
        }
    }

    /// The name used on command lines and in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Mesa => "mesa",
            Self::Browser => "browser",
            Self::Wgpu => "wgpu",
        }
    }

    /// Starts the engine.
    ///
    /// # Errors
    /// [`EngineError::Absent`] names what is missing on this machine and the package that brings it.
    pub fn open(self) -> Result<Box<dyn Engine>, EngineError> {
        match self {
            Self::Mesa => Ok(Box::new(mesa::Mesa::open()?)),
            Self::Browser => Ok(Box::new(browser::Browser::open()?)),
            Self::Wgpu => Ok(Box::new(wgpu::Wgpu::open()?)),
        }
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why an engine cannot run.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// A part of the machine that the engine needs is missing.
    #[error("{engine} engine is absent: {what}; install {install}")]
    Absent {
        /// The engine that was asked for.
        engine: EngineKind,
        /// What was looked for and how that failed.
        what: String,
        /// The Debian packages that bring it.
        install: &'static str,
    },
    /// The engine was there and stopped working.
    #[error("{engine} engine failed: {what}")]
    Lost {
        /// The engine that failed.
        engine: EngineKind,
        /// What it last said.
        what: String,
    },
}

/// Whether a program links.
pub type LinkResult = Result<(), LinkFailure>;

/// A program that does not compile or link.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, thiserror::Error)]
#[error("{stage}: {log}")]
pub struct LinkFailure {
    /// The step that failed. When both shaders fail to compile, the vertex shader is named.
    pub stage: LinkStage,
    /// The engine's own log, trailing white space removed.
    pub log: String,
}

/// A step of making a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkStage {
    /// Compiling the vertex shader.
    Vertex,
    /// Compiling the fragment shader.
    Fragment,
    /// Compiling the compute shader.
    Compute,
    /// Linking the two.
    Link,
    /// No step: the program took the engine down or never came back.
    Crash,
}

impl fmt::Display for LinkStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Vertex => "vertex shader",
            Self::Fragment => "fragment shader",
            Self::Compute => "compute shader",
            Self::Link => "link",
            Self::Crash => "engine crash",
        })
    }
}

/// What a draw gave.
pub type DrawResult = Result<DrawOutput, DrawError>;

/// Why a draw gave nothing.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, thiserror::Error)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum DrawError {
    /// The program does not link. With [`Draw::capture`], a captured name that is no vertex output is a link failure.
    #[error(transparent)]
    Link(LinkFailure),
    /// The draw contradicts itself, for example by data shorter than the sizes it names. No engine was asked.
    #[error("the draw is not valid: {message}")]
    Invalid {
        /// What is wrong, one sentence.
        message: String,
    },
    /// The linked program uses something that the draw does not bind.
    #[error("active {what} `{name}` is not bound")]
    Unbound {
        /// What it is: `attribute`, `uniform`, `uniform block` or `sampler`.
        what: String,
        /// Its name in the program.
        name: String,
    },
    /// A binding has another type than the program's declaration.
    #[error("{what} `{name}` does not fit its binding: {message}")]
    Mismatch {
        /// What it is: `attribute`, `uniform`, `sampler` or `varying`.
        what: String,
        /// Its name in the program.
        name: String,
        /// How the two differ.
        message: String,
    },
    /// GL reported an error.
    #[error("{at}: GL error {code:#06x}")]
    Gl {
        /// The step after which the error was found.
        at: String,
        /// The GL error code, or the status of an incomplete framebuffer.
        code: u32,
    },
    /// WebGPU reported an error.
    #[error("{at}: {message}")]
    Device {
        /// The step that was wrong.
        at: String,
        /// Its message, in one line.
        message: String,
    },
    /// The draw took the engine down or did not finish in time.
    #[error("the engine did not survive the draw: {message}")]
    Crash {
        /// What was seen.
        message: String,
    },
}
