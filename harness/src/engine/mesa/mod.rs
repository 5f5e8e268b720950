//! The `mesa` engine: llvmpipe through headless EGL, one context a process.
//!
//! Mesa now and then corrupts its heap when contexts are destroyed on several threads, and a second GL thread brings no
//! throughput. So a process has one GL thread, which keeps its context until the process ends, and all cores are used by
//! worker processes, if the program can be one ([`serve`]). Else the process's own GL thread does the jobs, and every
//! caller takes turns. Mesa's disk cache stays on: a program seen before costs less than a millisecond.
//!
//! Mesa's compiler lets a few things pass that GLSL ES 3.00 forbids, among them other versions; this engine refuses a
//! shader that does not say `#version 300 es` on its first line, the rest is for the `browser` engine to find.
#![allow(unsafe_code, reason = "EGL and GL are C interfaces; all of the harness's unsafe code is in this module")]

mod context;
mod execute;
mod job;
mod objects;
mod program;
mod serve;
mod thread;
mod wire;
mod workers;

use std::sync::{Arc, OnceLock};

use super::{Draw, DrawResult, Engine, EngineError, EngineKind, LinkResult, ProgramSource};
pub(super) use context::configure;
use job::{Answer, Asked, Job};
pub use serve::serve;
use thread::GlThread;
use workers::Workers;

/// A handle to what does the jobs of this process.
#[derive(Clone)]
pub(super) struct Mesa(Place);

/// Where the contexts are.
#[derive(Clone)]
enum Place {
    Workers(Arc<Workers>),
    Thread(GlThread),
}

impl Mesa {
    /// Starts a worker or the GL thread, or returns a handle to what was started before.
    pub(super) fn open() -> Result<Self, EngineError> {
        static MESA: OnceLock<Result<Mesa, EngineError>> = OnceLock::new();
        let open = || match serve::program() {
            Some(start) => Ok(Self(Place::Workers(Arc::new(Workers::open(start)?)))),
            None => Ok(Self(Place::Thread(GlThread::open()?))),
        };
        MESA.get_or_init(open).clone()
    }

    /// Does jobs; the answers come in their order.
    fn run(&self, jobs: &[Asked<'_>]) -> Result<Vec<Answer>, EngineError> {
        match &self.0 {
            Place::Workers(workers) => workers.run(jobs),
            // One after the other, so that several callers take turns.
            Place::Thread(thread) => {
                let answer = |job: &Asked<'_>| thread.submit(job.to_sent()).recv();
                jobs.iter().map(|job| answer(job).map_err(|_| lost("its GL thread has ended"))).collect()
            }
        }
    }
}

impl Engine for Mesa {
    fn kind(&self) -> EngineKind {
        EngineKind::Mesa
    }

    fn description(&self) -> &str {
        match &self.0 {
            Place::Workers(workers) => &workers.description,
            Place::Thread(thread) => &thread.description,
        }
    }

    fn link(&self, programs: &[ProgramSource]) -> Result<Vec<LinkResult>, EngineError> {
        let jobs: Vec<_> = programs.iter().map(Job::Link).collect();
        self.run(&jobs)?.into_iter().map(Answer::into_link).collect()
    }

    fn draw(&self, draws: &[Draw]) -> Result<Vec<DrawResult>, EngineError> {
        let jobs: Vec<_> = draws.iter().map(Job::Draw).collect();
        self.run(&jobs)?.into_iter().map(Answer::into_draw).collect()
    }
}

fn lost(what: impl Into<String>) -> EngineError {
    EngineError::Lost { engine: EngineKind::Mesa, what: what.into() }
}
