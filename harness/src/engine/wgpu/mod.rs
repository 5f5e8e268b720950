//! The `wgpu` engine: WGSL by wgpu on lavapipe, Mesa's Vulkan on the processor, on one device for the whole process.
//!
//! | step | file |
//! | --- | --- |
//! | the adapter, the device, its errors | `device` |
//! | what a text binds, reads and writes | `text` |
//! | buffers, textures, samplers and their bind groups | `resources`, `image`, `format` |
//! | pipelines, passes, read back | `execute` |
//! | the outputs of a vertex stage | `capture` |
//! | dispatches | `compute` |
//!
//! Texts are what naga reads of them, exactly; the only module that is changed is that of a captured vertex stage, and
//! there the stage itself stays as it is. WebGPU has no transform feedback: the entry becomes a function that a vertex
//! stage of ours calls for every vertex, and that writes all words of the result to a storage buffer.

mod capture;
mod compute;
mod device;
mod execute;
mod format;
mod image;
mod resources;
mod text;

use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use super::compute::{Compute, ComputeResult};
use super::{Draw, DrawResult, Engine, EngineError, EngineKind, LinkResult, ProgramSource, mesa};
use device::Gpu;

/// Stack of the thread that runs jobs: naga recurses as deep as a shader nests.
const STACK_BYTES: usize = 64 << 20;

/// The process's device.
pub(super) struct Wgpu {
    gpu: &'static Gpu,
}

/// Draws take turns: the device would do them one after the other anyway.
static TURN: Mutex<()> = Mutex::new(());

impl Wgpu {
    /// Opens the device, or returns the one that is open.
    pub(super) fn open() -> Result<Self, EngineError> {
        static GPU: OnceLock<Result<Gpu, EngineError>> = OnceLock::new();
        mesa::configure();
        let gpu = GPU.get_or_init(Gpu::open).as_ref().map_err(Clone::clone)?;
        Ok(Self { gpu })
    }

    /// Does jobs on a thread of its own, one after the other.
    fn run<T: Sync, R: Send>(&self, items: &[T], job: fn(&Gpu, &T) -> R) -> Result<Vec<R>, EngineError> {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let work = || items.iter().map(|item| job(self.gpu, item)).collect();
        thread::scope(|scope| {
            let thread = thread::Builder::new().name("wgpu".to_owned()).stack_size(STACK_BYTES);
            let thread =
                thread.spawn_scoped(scope, work).map_err(|e| lost(format!("its thread does not start: {e}")))?;
            thread.join().map_err(|_| lost("its thread ended during a job"))
        })
    }
}

impl Engine for Wgpu {
    fn kind(&self) -> EngineKind {
        EngineKind::Wgpu
    }

    fn description(&self) -> &str {
        &self.gpu.description
    }

    fn link(&self, programs: &[ProgramSource]) -> Result<Vec<LinkResult>, EngineError> {
        self.run(programs, execute::link)
    }

    fn draw(&self, draws: &[Draw]) -> Result<Vec<DrawResult>, EngineError> {
        self.run(draws, execute::draw)
    }

    fn dispatch(&self, dispatches: &[Compute]) -> Result<Vec<ComputeResult>, EngineError> {
        self.run(dispatches, compute::dispatch)
    }
}

fn lost(what: impl Into<String>) -> EngineError {
    EngineError::Lost { engine: EngineKind::Wgpu, what: what.into() }
}
