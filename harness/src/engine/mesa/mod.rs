//! The `mesa` engine: llvmpipe through headless EGL, on one GL thread for the whole process.
//!
//! Mesa now and then corrupts its heap when contexts are destroyed on several threads, and a second GL thread brings no
//! throughput. So the first `open` starts the one thread, it keeps its context until the process ends, and every
//! [`Mesa`] is a handle to it. Mesa's disk cache stays on: a program seen before costs a millisecond, not forty.
//!
//! Mesa's compiler lets a few things pass that GLSL ES 3.00 forbids, among them other versions; this engine refuses a
//! shader that does not say `#version 300 es` on its first line, the rest is for the `browser` engine to find.
#![allow(unsafe_code, reason = "EGL and GL are C interfaces; all of the harness's unsafe code is in this module")]

mod context;
mod execute;
mod objects;
mod program;

use std::sync::OnceLock;
use std::sync::mpsc::{self, Sender};
use std::thread;

use super::{Draw, DrawResult, Engine, EngineError, EngineKind, LinkResult, ProgramSource};
use context::Context;
pub(super) use context::configure;
use execute::Executor;

/// Stack of the GL thread: Mesa's compiler recurses as deep as a shader nests.
const STACK_BYTES: usize = 64 << 20;

/// A handle to the process's GL thread.
#[derive(Clone)]
pub(super) struct Mesa {
    jobs: Sender<Job>,
    description: String,
}

enum Job {
    Link(Box<ProgramSource>, Sender<LinkResult>),
    Draw(Box<Draw>, Sender<DrawResult>),
}

impl Mesa {
    /// Starts the GL thread, or returns a handle to the one that runs.
    pub(super) fn open() -> Result<Self, EngineError> {
        static THREAD: OnceLock<Result<Mesa, EngineError>> = OnceLock::new();
        THREAD.get_or_init(start).clone()
    }

    /// Sends one job after the other, so that several callers take turns, and collects the answers.
    fn run<'a, T, R>(&self, items: &'a [T], job: fn(&'a T, Sender<R>) -> Job) -> Result<Vec<R>, EngineError> {
        let mut results = Vec::new();
        for item in items {
            let (reply, result) = mpsc::channel();
            self.jobs.send(job(item, reply)).map_err(|_| lost("its GL thread has ended"))?;
            results.push(result.recv().map_err(|_| lost("its GL thread ended during a job"))?);
        }
        Ok(results)
    }
}

impl Engine for Mesa {
    fn kind(&self) -> EngineKind {
        EngineKind::Mesa
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn link(&self, programs: &[ProgramSource]) -> Result<Vec<LinkResult>, EngineError> {
        self.run(programs, |program, reply| Job::Link(Box::new(program.clone()), reply))
    }

    fn draw(&self, draws: &[Draw]) -> Result<Vec<DrawResult>, EngineError> {
        self.run(draws, |draw, reply| Job::Draw(Box::new(draw.clone()), reply))
    }
}

fn lost(what: impl Into<String>) -> EngineError {
    EngineError::Lost { engine: EngineKind::Mesa, what: what.into() }
}

fn start() -> Result<Mesa, EngineError> {
    configure();
    let (jobs, incoming) = mpsc::channel();
    let (ready, opened) = mpsc::channel();
    let thread = thread::Builder::new().name("mesa".to_owned()).stack_size(STACK_BYTES).spawn(move || {
        let context = match Context::open() {
            Ok(context) => context,
            Err(error) => return drop(ready.send(Err(error))),
        };
        if ready.send(Ok(context.description.clone())).is_err() {
            return;
        }
        let mut executor = Executor::new(&context);
        while let Ok(job) = incoming.recv() {
            // A caller that no longer waits for its answer is no error here.
            match job {
                Job::Link(program, reply) => drop(reply.send(executor.link(&program))),
                Job::Draw(draw, reply) => drop(reply.send(executor.draw(&draw))),
            }
        }
        drop(executor);
        context.leak();
    });
    thread.map_err(|e| lost(format!("its GL thread does not start: {e}")))?;
    let description = opened.recv().map_err(|_| lost("its GL thread ended while it opened a context"))??;
    Ok(Mesa { jobs, description })
}
