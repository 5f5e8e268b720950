//! Rules of the tree that no compiler checks: one job a file, the layers' order, no switched-off tests.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::path::{Path, PathBuf};

/// Lines that a file may have.
const MOST_LINES: usize = 600;

fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders: Vec<PathBuf> = ["translator", "harness", "cli"].iter().map(|name| root.join(name)).collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                files.push((path.strip_prefix(&root).unwrap().to_path_buf(), text));
            }
        }
    }
    files.sort();
    assert!(files.len() > 100, "{} files", files.len());
    files
}

fn check(what: &str, breaks: impl Fn(&Path, &str) -> Option<String>) {
    let found: Vec<String> = sources()
        .iter()
        .filter_map(|(path, text)| breaks(path, text).map(|why| format!("{}: {why}", path.display())))
        .collect();
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

#[test]
fn every_file_says_its_job_first_and_stays_short() {
    check("files", |path, text| {
        let lines = text.lines().count();
        let included = path.components().any(|part| part.as_os_str() == "table") && !text.starts_with("//!");
        if lines > MOST_LINES {
            return Some(format!("{lines} lines"));
        }
        (!included && !text.starts_with("//!")).then(|| "the first line does not say the job".into())
    });
}

#[test]
fn no_test_is_switched_off() {
    // Spelt in parts, so that this file does not name them.
    let banned = [
        ["#[ig", "nore"].concat(),
        ["should_", "panic"].concat(),
        ["to", "do!("].concat(),
        ["unimpl", "emented!("].concat(),
    ];
    check("switched-off tests and stubs", |_, text| banned.iter().find(|word| text.contains(*word)).cloned());
}

#[test]
fn the_interpreter_sees_the_bytecode_only() {
    let allowed = ["opcode", "program", "error", "limits"];
    check("imports of the interpreter", |path, text| {
        if !path.starts_with("harness/src/interp") {
            return None;
        }
        let imports = text.lines().filter_map(|line| line.split("dxbc_translator::").nth(1));
        let mut modules = imports.map(|rest| rest.split([':', ';', ',', ' ']).next().unwrap_or(rest).to_owned());
        modules.find(|module| !module.starts_with('{') && !allowed.contains(&module.as_str()))
    });
}

#[test]
fn layers_do_not_look_ahead() {
    // What each folder of the translator must not name.
    let rules = [
        ("translator/src/container", ["crate::lower", "crate::passes", "crate::write", "crate::ir"].as_slice()),
        ("translator/src/program", &["crate::lower", "crate::passes", "crate::write", "crate::ir"]),
        ("translator/src/lower", &["crate::passes", "crate::write", "crate::reflect"]),
        ("translator/src/passes", &["crate::lower", "crate::write", "crate::program::Program"]),
        ("translator/src/write", &["crate::lower", "crate::passes"]),
    ];
    check("layers", |path, text| {
        let (_, banned) = rules.iter().find(|(folder, _)| path.starts_with(folder))?;
        let code = text.split("#[cfg(test)]").next().unwrap_or(text);
        let tests = path.components().any(|part| part.as_os_str().to_string_lossy().contains("test"));
        banned.iter().find(|word| !tests && code.contains(**word)).map(|word| format!("names {word}"))
    });
}
