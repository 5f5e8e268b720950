//! The GL thread of a process: the one thread that has a context, from the first job to the end of the process.

use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use super::context::{Context, configure};
use super::execute::Executor;
use super::job::{Answer, Job, Sent};
use super::lost;
use crate::engine::EngineError;

/// Stack of the thread: Mesa's compiler recurses as deep as a shader nests.
const STACK_BYTES: usize = 64 << 20;

/// A handle to the process's GL thread.
#[derive(Clone)]
pub(super) struct GlThread {
    jobs: Sender<(Sent, Sender<Answer>)>,
    pub(super) description: String,
}

impl GlThread {
    /// Starts the thread, or returns a handle to the one that runs.
    pub(super) fn open() -> Result<Self, EngineError> {
        static THREAD: OnceLock<Result<GlThread, EngineError>> = OnceLock::new();
        THREAD.get_or_init(start).clone()
    }

    /// Hands a job to the thread, which does one after the other. The answer never comes if the thread has ended.
    pub(super) fn submit(&self, job: Sent) -> Receiver<Answer> {
        let (reply, answer) = mpsc::channel();
        // What is sent to a thread that has ended is dropped with its `reply`.
        drop(self.jobs.send((job, reply)));
        answer
    }
}

fn start() -> Result<GlThread, EngineError> {
    configure();
    let (jobs, incoming) = mpsc::channel::<(Sent, Sender<Answer>)>();
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
        while let Ok((job, reply)) = incoming.recv() {
            let answer = match job {
                Job::Link(program) => Answer::Link(executor.link(&program)),
                Job::Draw(draw) => Answer::Draw(executor.draw(&draw)),
            };
            // A caller that no longer waits for its answer is no error here.
            drop(reply.send(answer));
        }
        drop(executor);
        context.leak();
    });
    thread.map_err(|e| lost(format!("its GL thread does not start: {e}")))?;
    let description = opened.recv().map_err(|_| lost("its GL thread ended while it opened a context"))??;
    Ok(GlThread { jobs, description })
}
