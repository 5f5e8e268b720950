//! Worker processes, one a core, each with one context: Mesa does not bear a second one in the same process.
//!
//! Jobs are handed out one at a time to whoever is free. A job that takes its worker with it, or never ends, fails alone:
//! the next job gets a new worker. Workers end when this process does, however it ends, since that closes their input.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::context::{absent, missing_settings};
use super::job::{Answer, Asked};
use super::wire::{self, Hello};
use super::{lost, serve};
use crate::engine::EngineError;

/// So few jobs are left to one worker: to start another would take longer.
const JOBS_A_WORKER: usize = 16;
/// How long a worker may take to start on a busy machine, or be at one job.
const STALL: Duration = Duration::from_secs(300);

/// A process that does jobs.
struct Worker {
    child: Child,
    stream: UnixStream,
}

/// The workers, each in its place or not started yet.
pub(super) struct Workers {
    places: Mutex<Vec<Option<Worker>>>,
    start: fn() -> Command,
    stall: Duration,
    pub(super) description: String,
}

impl Workers {
    /// Starts the first worker by a command, which has to call [`serve::serve`].
    pub(super) fn open(start: fn() -> Command) -> Result<Self, EngineError> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self::open_some(start, cores, STALL)
    }

    fn open_some(start: fn() -> Command, count: usize, stall: Duration) -> Result<Self, EngineError> {
        let (first, description) = Worker::start(start(), stall)?;
        let mut places = vec![Some(first)];
        places.resize_with(count.max(1), || None);
        Ok(Self { places: Mutex::new(places), start, stall, description })
    }

    /// Does jobs; the answers come in their order. Other callers wait meanwhile.
    ///
    /// # Errors
    /// When a worker does not start.
    pub(super) fn run(&self, jobs: &[Asked<'_>]) -> Result<Vec<Answer>, EngineError> {
        let mut places = lock(&self.places);
        let count = jobs.len().div_ceil(JOBS_A_WORKER);
        // Draws with one program stay together, since each worker would link it.
        let next = Mutex::new(jobs.chunk_by(Asked::shares_program).enumerate());
        let work = |place: &mut Option<Worker>| {
            let mut done = Vec::new();
            loop {
                // Not in a `while let`, which would keep the lock.
                let Some((number, jobs)) = lock(&next).next() else { return Ok(done) };
                let answers: Result<Vec<Answer>, EngineError> = jobs.iter().map(|job| self.ask(place, *job)).collect();
                done.push((number, answers?));
            }
        };
        let mut done = thread::scope(|scope| {
            let threads: Vec<_> = places.iter_mut().take(count).map(|place| scope.spawn(|| work(place))).collect();
            let joined = threads.into_iter().map(|t| t.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            joined.collect::<Result<Vec<_>, EngineError>>()
        })?
        .concat();
        done.sort_by_key(|(number, _)| *number);
        Ok(done.into_iter().flat_map(|(_, answers)| answers).collect())
    }

    /// Has one job done by the worker of a place, which is a new one afterwards if that one ends.
    fn ask(&self, place: &mut Option<Worker>, job: Asked<'_>) -> Result<Answer, EngineError> {
        // A worker that has ended since its last answer takes no job: that is not the fault of this one.
        for _ in 0..2 {
            let worker = match place {
                Some(worker) => worker,
                None => place.insert(Worker::start((self.start)(), self.stall)?.0),
            };
            if wire::write(&mut worker.stream, &job).is_ok() {
                return Ok(worker.answer(self.stall).unwrap_or_else(|why| {
                    *place = None;
                    Answer::Crash(why)
                }));
            }
            *place = None;
        }
        Err(lost("its workers end before they take a job"))
    }
}

impl Worker {
    /// Starts a worker, which tells what engine it has.
    fn start(mut command: Command, stall: Duration) -> Result<(Self, String), EngineError> {
        let broken = |error: io::Error| lost(format!("a worker does not start: {error}"));
        let (stream, theirs) = UnixStream::pair().map_err(broken)?;
        stream.set_read_timeout(Some(stall)).map_err(broken)?;
        command.env(serve::VARIABLE, "").envs(missing_settings());
        let child = command.stdin(OwnedFd::from(theirs)).stdout(Stdio::null()).spawn().map_err(broken)?;
        // With the command goes this process's copy of the worker's end, or the worker's end could not be seen.
        drop(command);
        let mut worker = Self { child, stream };
        match wire::read(&mut worker.stream) {
            Ok(Hello::Ready(description)) => Ok((worker, description)),
            Ok(Hello::Absent(what)) => Err(absent(what)),
            Ok(Hello::Lost(what)) => Err(lost(what)),
            Err(error) => Err(lost(format!("a worker does not start: {}", worker.fate(&error, stall)))),
        }
    }

    /// Waits for the answer to the job that was sent last.
    ///
    /// # Errors
    /// What became of the worker.
    fn answer(&mut self, stall: Duration) -> Result<Answer, String> {
        wire::read(&mut self.stream).map_err(|error| self.fate(&error, stall))
    }

    /// Ends a worker whose message could not be read, and says why there was none.
    fn fate(&mut self, error: &io::Error, stall: Duration) -> String {
        // One that has ended by itself has its own status, whatever is sent to it.
        let status = self.end();
        if error.kind() == io::ErrorKind::WouldBlock {
            format!("it did not end within {} s", stall.as_secs())
        } else {
            format!("its process ended without a result, {status}")
        }
    }

    /// Ends the process, if it has not ended by itself: how it did.
    fn end(&mut self) -> String {
        drop(self.child.kill());
        self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.end();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
