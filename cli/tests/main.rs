//! The commands as a user runs them. Expected texts are written by hand; the help texts are snapshots.
#![allow(clippy::unwrap_used, reason = "tests")]

mod dis;
mod draw;
mod errors;
mod extract;
mod help;
mod opcodes;
mod reflect;
mod shaders;
mod translate;
mod verify;

use std::path::PathBuf;

use assert_cmd::Command;

/// The binary with some arguments.
fn dxbc_cross<I: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = I>) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("dxbc-cross"));
    command.args(arguments);
    command
}

/// A file of the corpus.
fn corpus(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(path)
}

/// Runs to an exit code; what was written to the standard output and the standard error.
fn run(command: &mut Command, code: i32) -> (String, String) {
    let assert = command.assert();
    let output = assert.get_output();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "standard output:\n{out}\nstandard error:\n{err}");
    (out, err)
}
