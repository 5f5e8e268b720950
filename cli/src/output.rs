//! What the commands say, and how they end.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;

/// How a command ended that could run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All went well.
    Success,
    /// Something failed, and the command said what.
    Failure,
}

impl Outcome {
    /// Failure if there was one.
    pub(crate) fn failed_if(failed: bool) -> Self {
        if failed { Self::Failure } else { Self::Success }
    }
}

/// The command line asks for something that cannot be.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// Writes to the standard output.
pub(crate) fn say(text: impl fmt::Display) -> Result<()> {
    let mut out = io::stdout().lock();
    write!(out, "{text}")?;
    Ok(out.flush()?)
}

/// Writes a line to the standard error. If even that fails there is nobody left to tell.
pub(crate) fn complain(line: impl fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Data as indented JSON with a line feed at the end.
pub(crate) fn json(data: &impl Serialize) -> Result<String> {
    let mut text = serde_json::to_string_pretty(data)?;
    text.push('\n');
    Ok(text)
}

/// Writes a file.
pub(crate) fn write(path: &Path, data: impl AsRef<[u8]>) -> Result<()> {
    fs::write(path, data).with_context(|| format!("cannot write {}", path.display()))
}

/// Makes a folder if it is not there.
pub(crate) fn make_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).with_context(|| format!("cannot make the folder {}", path.display()))
}

/// Whether the reader of the output went away.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe))
}

/// An error with its causes, each told once: many tell those below them already.
pub(crate) fn reason(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// A number and its noun: `1 file`, `2 files`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
