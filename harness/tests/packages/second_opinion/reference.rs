//! Runs the independent Direct3D 11 on packages and reads what it says of each.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The program, and which of its renderers is asked.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    pub(crate) program: String,
    pub(crate) renderer: String,
}

/// What the program says of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// It is drawn.
    Drawn,
    /// It is not, or not to be trusted, and why.
    Refused(String),
    /// There is no line for it.
    Nothing,
}

impl Reference {
    /// The program that the environment names.
    pub(crate) fn from_environment() -> Option<Self> {
        let program = std::env::var("DXBC_D3D11REF").ok()?;
        let renderer = std::env::var("DXBC_D3D11REF_RENDERER").unwrap_or_else(|_| "gl".into());
        Some(Self { program, renderer })
    }

    /// Draws packages into folders of their names below `out`.
    pub(crate) fn render(&self, packages: &[PathBuf], out: &Path) -> Vec<Word> {
        let mut command = Command::new(&self.program);
        command.arg("render").args(packages).arg("--out").arg(out).args(["--renderer", &self.renderer]);
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let words: Vec<Word> = packages.iter().map(|package| word(&text, &package.to_string_lossy())).collect();
        let silent = words.iter().all(|word| *word == Word::Nothing);
        assert!(!silent || words.is_empty(), "{}: {}", self.program, String::from_utf8_lossy(&output.stderr));
        words
    }
}

/// What the program's lines say of a package: `ok   NAME (12 ms)` or `FAIL NAME: why`, with the name as it was given.
fn word(lines: &str, name: &str) -> Word {
    let after = |line: &str, verdict: &str, end: &str| {
        let rest = line.strip_prefix(verdict)?.trim_start().strip_prefix(name)?;
        rest.strip_prefix(end).map(str::to_owned)
    };
    for line in lines.lines() {
        if after(line, "ok ", " (").is_some() {
            return Word::Drawn;
        }
        if let Some(why) = after(line, "FAIL ", ":") {
            return Word::Refused(why.trim().to_owned());
        }
    }
    Word::Nothing
}

#[test]
fn lines_are_read_as_the_program_writes_them() {
    let lines = "device gl, Some Adapter, feature level 11_0\n\
        ok   packages/game~blit (12 ms)\n\
        ok   packages/game~blit-2 (3 ms, with messages)\n\
        FAIL packages/opcode~lod: not implemented: lod (fixme: unhandled opcode)\n\
        FAIL packages/opcode~msad: the process ended with status 5\n\
        2 passed, 2 failed\n";
    assert_eq!(word(lines, "packages/game~blit"), Word::Drawn);
    assert_eq!(word(lines, "packages/game~blit-2"), Word::Drawn);
    let why = "not implemented: lod (fixme: unhandled opcode)";
    assert_eq!(word(lines, "packages/opcode~lod"), Word::Refused(why.into()));
    assert_eq!(word(lines, "packages/opcode~msad"), Word::Refused("the process ended with status 5".into()));
    assert_eq!(word(lines, "packages/opcode~ms"), Word::Nothing);
    assert_eq!(word(lines, "packages/game"), Word::Nothing);
}
