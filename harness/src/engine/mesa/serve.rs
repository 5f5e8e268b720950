//! The other end of a worker: a program that was started as one serves jobs from its standard input, a socket.
//!
//! Every program that opens engines could be started again as a worker if it knew that it is meant to be one. It does so
//! by calling [`serve`] first; nothing runs before `main`, no second binary has to be found beside the first (cargo
//! builds none for a dependency, and installs none), and a program that does not call it, as test binaries do not, has
//! the engine on a thread of its own.

use std::env;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::process::{self, Command, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use super::job::{Answer, Sent};
use super::thread::GlThread;
use super::wire::{self, Hello};
use crate::engine::EngineError;

/// The variable of a process that was started as a worker.
pub(super) const VARIABLE: &str = "DXBC_CROSS_MESA_WORKER";

/// Whether this program has called [`serve`].
static SERVES: AtomicBool = AtomicBool::new(false);

/// Lets the `mesa` engine use every core: it then starts this program again as its worker processes, one a core. To be
/// called first in `main`, before anything is read, written or started.
///
/// In a process that was started as a worker this does the worker's work, and `main` is to return with the code that it
/// gives. Elsewhere it gives nothing.
///
/// A program that never calls it has the engine on one thread.
#[must_use = "a worker is to end with this code"]
pub fn serve() -> Option<ExitCode> {
    SERVES.store(true, Ordering::Relaxed);
    env::var_os(VARIABLE)?;
    Some(match serve_on_input(GlThread::open) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}

/// How to start this program again, if it would serve.
pub(super) fn program() -> Option<fn() -> Command> {
    // The very program that runs, even if its file was replaced meanwhile.
    SERVES.load(Ordering::Relaxed).then_some(|| Command::new("/proc/self/exe"))
}

/// Who does the jobs of a worker.
pub(super) trait Server {
    fn description(&self) -> &str;

    /// Takes a job. If its answer never comes, the worker ends.
    fn submit(&self, job: Sent) -> Receiver<Answer>;
}

impl Server for GlThread {
    fn description(&self) -> &str {
        &self.description
    }

    fn submit(&self, job: Sent) -> Receiver<Answer> {
        Self::submit(self, job)
    }
}

/// Serves the jobs that come by the standard input until it is closed.
///
/// This thread only reads, so that it sees at once, in the middle of a job too, when the parent has ended.
///
/// # Errors
/// When the standard input is no socket, or the server does not open.
pub(super) fn serve_on_input<S: Server>(open: impl FnOnce() -> Result<S, EngineError>) -> io::Result<()> {
    let mut stream = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let server = match open() {
        Ok(server) => server,
        Err(error) => {
            let hello = match error {
                EngineError::Absent { what, .. } => Hello::Absent(what),
                EngineError::Lost { what, .. } => Hello::Lost(what),
            };
            return wire::write(&mut stream, &hello);
        }
    };
    wire::write(&mut stream, &Hello::Ready(server.description().to_owned()))?;
    let (taken, answers) = mpsc::channel();
    let out = stream.try_clone()?;
    thread::spawn(move || send_answers(out, &answers));
    while let Ok(job) = wire::read(&mut stream) {
        if taken.send(server.submit(job)).is_err() {
            break;
        }
    }
    Ok(())
}

/// Sends answers in the order of their jobs. A job that comes to none has ended its thread by a panic, and ends its worker.
fn send_answers(mut out: UnixStream, answers: &Receiver<Receiver<Answer>>) {
    for answer in answers {
        let Ok(answer) = answer.recv() else { process::abort() };
        if wire::write(&mut out, &answer).is_err() {
            return;
        }
    }
}
