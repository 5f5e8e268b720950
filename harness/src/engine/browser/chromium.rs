//! Finding Chromium and running one page in it.

use std::env;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;

use super::lost;
use super::page::{self, Answer, Page, Reply};
use crate::engine::{EngineError, EngineKind};

/// Names of the program, the first one found in `PATH` wins.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// WebGL2 by SwiftShader without a display, a sandbox or anything that talks to a network.
const FLAGS: [&str; 15] = [
    "--headless",
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-watchdog",
    // It would build each pipeline when linking, which costs three times as much as the link.
    "--disable-angle-features=warmUpPipelineCacheAtLink",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--no-first-run",
    // The page announces its jobs on the console.
    "--enable-logging=stderr",
    "--dump-dom",
];

/// How often a running Chromium is looked at, and how often its log is.
const POLL: Duration = Duration::from_millis(10);
const POLL_LOG: Duration = Duration::from_millis(100);
/// How long Chromium may take on a busy machine until its page announces the start, and how often it is started anew.
const START: Duration = Duration::from_secs(60);
const STARTS: usize = 3;
/// Lines of Chromium's own messages that are worth reporting.
const MESSAGE_LINES: usize = 3;

/// The program.
pub(super) struct Chromium {
    binary: PathBuf,
}

/// Why a page gave no answer.
pub(super) enum PageError {
    /// Something about these jobs: Chromium ended, hung, or the page stopped without a result.
    Gone {
        /// What was seen.
        why: String,
        /// The job that the page was at, if it came to any.
        at: Option<usize>,
    },
    /// Something about this machine.
    Engine(EngineError),
}

/// What one start of Chromium came to.
enum Attempt<T> {
    Answer(Answer<T>),
    /// The page never ran, so its jobs have no part in it.
    NotStarted(String),
}

/// How a run of Chromium ended.
enum End {
    /// The DOM is printed.
    Complete,
    /// Nothing new was announced for this time.
    Stalled(Duration),
    /// By itself.
    Exited(ExitStatus),
}

impl Chromium {
    /// Looks in `PATH`.
    pub(super) fn find() -> Result<Self, EngineError> {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders: Vec<_> = env::split_paths(&path).collect();
        Self::find_in(&folders)
    }

    fn find_in(folders: &[PathBuf]) -> Result<Self, EngineError> {
        let mut candidates = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
        let found = candidates.find(|file| file.is_file());
        found.map(|binary| Self { binary }).ok_or_else(|| absent(format!("none of {} in PATH", NAMES.join(", "))))
    }

    /// Runs a page with a new profile, until it is done or no job ends for the time of `stall`.
    pub(super) fn run<T: DeserializeOwned>(&self, page: &Page<'_>, stall: Duration) -> Result<Answer<T>, PageError> {
        let mut seen = String::new();
        for _ in 0..STARTS {
            match self.attempt(page, stall)? {
                Attempt::Answer(answer) => return Ok(answer),
                Attempt::NotStarted(why) => seen = why,
            }
        }
        Err(PageError::Engine(lost(format!("chromium does not start a page: {seen}"))))
    }

    fn attempt<T: DeserializeOwned>(&self, page: &Page<'_>, stall: Duration) -> Result<Attempt<T>, PageError> {
        let failed = |what: &str, error: &dyn std::fmt::Display| PageError::Engine(lost(format!("{what}: {error}")));
        let folder = tempfile::Builder::new().prefix("dxbc-cross-").tempdir().map_err(|e| failed("no folder", &e))?;
        let [html, dom, log] = ["page.html", "dom", "log"].map(|name| folder.path().join(name));
        write_page(page, &html).map_err(|e| failed("the page cannot be written", &e))?;
        let mut child = self.start(folder.path(), &html, &dom, &log).map_err(|e| failed("it does not start", &e))?;
        let end = wait(&mut child, &dom, &log, stall).map_err(|e| failed("it cannot be waited for", &e))?;
        let dom = fs::read(&dom).map_err(|e| failed("what it printed cannot be read", &e))?;
        match page::read(&String::from_utf8_lossy(&dom)) {
            Some(Ok(Reply::Answer(answer))) => Ok(Attempt::Answer(answer)),
            Some(Ok(Reply::Absent { absent: what })) => Err(PageError::Engine(absent(what))),
            Some(Ok(Reply::Fault { fault })) => Err(PageError::Engine(lost(format!("the page failed: {fault}")))),
            Some(Err(error)) => Err(PageError::Engine(lost(format!("the page wrote broken JSON: {error}")))),
            None => {
                let log = read_text(&log);
                let why = match end {
                    End::Complete => "the page ended without a result".to_owned(),
                    End::Stalled(time) => format!("it did not end within {} s", time.as_secs()),
                    End::Exited(status) => format!("chromium ended without a result, {status}{}", last_lines(&log)),
                };
                if page::announcements(&log) == 0 {
                    return Ok(Attempt::NotStarted(why));
                }
                Err(PageError::Gone { why, at: page::last_announced(&log) })
            }
        }
    }

    fn start(&self, folder: &Path, html: &Path, dom: &Path, log: &Path) -> std::io::Result<Child> {
        let mut profile = std::ffi::OsString::from("--user-data-dir=");
        profile.push(folder.join("profile"));
        let mut url = std::ffi::OsString::from("file://");
        url.push(html);
        Command::new(&self.binary)
            .args(FLAGS)
            .arg(profile)
            .arg(url)
            .stdin(Stdio::null())
            .stdout(File::create(dom)?)
            .stderr(File::create(log)?)
            // Its own process group, so that it can be ended with all of its processes.
            .process_group(0)
            .spawn()
    }
}

fn absent(what: String) -> EngineError {
    EngineError::Absent { engine: EngineKind::Browser, what, install: "the Debian package chromium" }
}

fn write_page(page: &Page<'_>, file: &Path) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(file)?);
    page::write(page, &mut out)?;
    out.flush()
}

/// Waits until Chromium has printed the DOM, has exited, or has announced nothing new for too long. Then it has ended
/// with all of its processes.
fn wait(child: &mut Child, dom: &Path, log: &Path, stall: Duration) -> std::io::Result<End> {
    let mut looked = Instant::now();
    let (mut moved, mut announced) = (looked, 0);
    let end = loop {
        if let Some(status) = child.try_wait()? {
            return Ok(End::Exited(status));
        }
        if looked.elapsed() >= POLL_LOG {
            looked = Instant::now();
            let now = page::announcements(&read_text(log));
            if now != announced {
                (moved, announced) = (looked, now);
            }
            // It still has its profile to write and sometimes hangs on that; nobody needs the profile.
            if fs::metadata(dom)?.len() > 0 && page::is_complete(&fs::read(dom)?) {
                break End::Complete;
            }
        }
        let limit = if announced == 0 { START } else { stall };
        if moved.elapsed() >= limit {
            break End::Stalled(limit);
        }
        thread::sleep(POLL);
    };
    end_group(child);
    child.wait()?;
    Ok(end)
}

/// Ends Chromium with all of its processes. It was not waited for, so its id is still its own.
fn end_group(child: &Child) {
    let group = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(group) = group {
        // It is no error that it has just ended by itself.
        let _ended = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

fn read_text(file: &Path) -> String {
    String::from_utf8_lossy(&fs::read(file).unwrap_or_default()).into_owned()
}

/// The end of Chromium's log, without what it always complains about where no desktop is.
fn last_lines(log: &str) -> String {
    let lines: Vec<_> = log.lines().filter(|l| !l.trim().is_empty() && !l.contains("dbus")).collect();
    let last = lines.get(lines.len().saturating_sub(MESSAGE_LINES)..).unwrap_or_default();
    last.iter().flat_map(|line| [": ", line]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_chromium_is_named_with_its_package() {
        let empty = tempfile::tempdir().unwrap();
        let Err(error) = Chromium::find_in(&[empty.path().to_owned()]) else { panic!("found one") };
        assert!(matches!(error, EngineError::Absent { engine: EngineKind::Browser, .. }));
        assert!(error.to_string().contains("install the Debian package chromium"), "{error}");
    }
}
