//! Damaged containers: each file of `corpus/malformed/` says how a container is damaged and what must be said of it.
//!
//! `BLESS=1` writes the messages into the files; read the difference before you commit it.

use std::path::Path;

use dxbc_translator::container::Container;
use dxbc_translator::error::ErrorKind;
use dxbc_translator::options::{Options, RegisterModel};
use dxbc_translator::program::assemble_container;
use dxbc_translator::translate;
use serde::Deserialize;

use crate::corpus::case_path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Damage {
    /// What is wrong, for people.
    damage: String,
    /// A container of the corpus that is damaged.
    base: Option<String>,
    /// A listing that is assembled instead.
    asm: Option<String>,
    /// Bytes that are kept.
    truncate: Option<usize>,
    #[serde(default)]
    edits: Vec<Edit>,
    /// The kind and the text of the error.
    error: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edit {
    /// Chunk whose data `offset` counts from (`PROGRAM` is the program's); the file without it.
    chunk: Option<String>,
    offset: i64,
    u32: u32,
}

fn chunk_start(bytes: &[u8], name: &str) -> i64 {
    let container = Container::parse(bytes).unwrap();
    let chunk = if name == "PROGRAM" {
        container.program().unwrap()
    } else {
        *container.chunks().iter().find(|chunk| chunk.name.to_string() == name).unwrap()
    };
    i64::from(chunk.data.absolute(0))
}

fn damaged(damage: &Damage) -> Vec<u8> {
    let mut bytes = match (&damage.base, &damage.asm) {
        (Some(base), None) => std::fs::read(case_path(base)).unwrap(),
        (None, Some(text)) => assemble_container(text).unwrap(),
        _ => panic!("{}: one of base and asm", damage.damage),
    };
    let whole = bytes.clone();
    for edit in &damage.edits {
        let start = edit.chunk.as_deref().map_or(0, |name| chunk_start(&whole, name));
        let at = usize::try_from(start + edit.offset).unwrap();
        bytes[at..at + 4].copy_from_slice(&edit.u32.to_le_bytes());
    }
    bytes.truncate(damage.truncate.unwrap_or(bytes.len()));
    bytes
}

#[test]
fn damaged_containers_are_refused_with_the_expected_message() {
    let folder = case_path("malformed");
    let mut paths: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut wrong = Vec::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).unwrap();
        let damage: Damage = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let said = match translate(&damaged(&damage), &Options::default()) {
            Ok(_) => "no error".to_owned(),
            Err(error) => {
                assert!(error.kind() != ErrorKind::Internal, "{}: {error}", path.display());
                format!("{}: {error}", error.kind())
            }
        };
        if said != damage.error {
            wrong.push(format!("{}\n  expected {}\n  said     {said}", path.display(), damage.error));
            bless(path, &text, &said);
        }
    }
    println!("malformed: {} cases", paths.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn bless(path: &Path, text: &str, said: &str) {
    if std::env::var_os("BLESS").is_some() {
        let kept: String =
            text.lines().filter(|line| !line.starts_with("error = ")).map(|line| format!("{line}\n")).collect();
        std::fs::write(path, format!("{kept}error = {said:?}\n")).unwrap();
    }
}

/// A small generator, so that a seed always gives the same damage.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below
    }
}

#[test]
fn random_damage_gives_a_text_or_an_error_and_never_a_fault_of_ours() {
    let mut random = Random(7);
    let paths = crate::program_corpus::containers(&case_path(""));
    let (mut translated, mut refused) = (0, 0);
    for path in paths.iter().step_by(61) {
        let whole = std::fs::read(path).unwrap();
        for round in 0..60 {
            let mut bytes = whole.clone();
            for _ in 0..=random.next(3) {
                let at = random.next(bytes.len());
                bytes[at] =
                    if round % 2 == 0 { bytes[at] ^ 1 << random.next(8) } else { [0, 0xff, 0x7f, 1][random.next(4)] };
            }
            for register_model in [RegisterModel::Float, RegisterModel::Typed] {
                match translate(&bytes, &Options { register_model, ..Options::default() }) {
                    Ok(_) => translated += 1,
                    Err(error) => {
                        assert!(error.kind() != ErrorKind::Internal, "{}, round {round}: {error}", path.display());
                        refused += 1;
                    }
                }
            }
        }
    }
    println!("random damage: {translated} translated, {refused} refused");
    assert!(translated > 1000 && refused > 1000);
}
