//! The corpus as a whole: manifest, assembled cases, coverage of the opcode table, determinism.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use dxbc_translator::error::ErrorKind;
use dxbc_translator::opcode::{Opcode, Stages, Support};
use dxbc_translator::options::{Options, RegisterModel};
use dxbc_translator::program::{Stage, assemble_container};
use dxbc_translator::translate::decode;
use dxbc_translator::{Shader, Translator, translate};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::program_corpus::{containers, own_corpus};

#[derive(Deserialize)]
struct Manifest {
    container: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    path: String,
    sha256: String,
    origin: String,
    stage: String,
    model: String,
    tags: Vec<String>,
}

#[test]
fn what_a_translator_gives_does_not_depend_on_what_it_gave_before() {
    let options = Options::default();
    let mut translator = Translator::new(&options);
    let mut texts = 0;
    for path in containers(&own_corpus()) {
        let bytes = std::fs::read(&path).unwrap();
        // Cut in the middle it breaks off while its lists are in use.
        for bytes in [&bytes[..bytes.len() / 2], &bytes] {
            let (kept, alone) = (translator.translate(bytes), translate(bytes, &options));
            texts += usize::from(kept.is_ok());
            assert_eq!(format!("{kept:?}"), format!("{alone:?}"), "{}", path.display());
        }
    }
    assert!(texts > 500, "{texts} translations");
}

#[test]
fn manifest_lists_every_container_as_it_is() {
    let root = own_corpus();
    let manifest: Manifest = toml::from_str(&std::fs::read_to_string(root.join("manifest.toml")).unwrap()).unwrap();
    let mut listed = BTreeSet::new();
    for entry in &manifest.container {
        let bytes = std::fs::read(root.join(&entry.path)).unwrap_or_else(|error| panic!("{}: {error}", entry.path));
        let hash = Sha256::digest(&bytes).iter().fold(String::new(), |mut text, byte| {
            write!(text, "{byte:02x}").unwrap();
            text
        });
        assert_eq!(hash, entry.sha256, "{}", entry.path);
        assert!(!entry.origin.is_empty() && !entry.tags.is_empty(), "{}", entry.path);
        let program = decode(&bytes).unwrap().program;
        let model = format!("{}.{}", program.model.major, program.model.minor);
        assert_eq!(
            (entry.stage.as_str(), entry.model.as_str()),
            (stage_name(program.stage), model.as_str()),
            "{}",
            entry.path
        );
        assert!(listed.insert(root.join(&entry.path)), "{} stands twice", entry.path);
    }
    let found: BTreeSet<PathBuf> = containers(&root).into_iter().collect();
    assert_eq!(
        found.difference(&listed).collect::<Vec<_>>(),
        Vec::<&PathBuf>::new(),
        "containers that the manifest lacks"
    );
    println!("manifest: {} containers", listed.len());
}

const fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Pixel => "pixel",
        Stage::Vertex => "vertex",
        Stage::Geometry => "geometry",
        Stage::Hull => "hull",
        Stage::Domain => "domain",
        Stage::Compute => "compute",
    }
}

/// Every listing below a folder.
fn listings(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(listings(&path));
        } else if path.extension().is_some_and(|extension| extension == "asm") {
            found.push(path);
        }
    }
    found
}

/// `BLESS=1` writes the containers anew.
#[test]
fn assembled_cases_are_what_their_text_says() {
    let mut count = 0;
    for text in listings(&own_corpus()) {
        let path = text.with_extension("dxbc");
        let made = assemble_container(&std::fs::read_to_string(&text).unwrap());
        let made = made.unwrap_or_else(|error| panic!("{}: {error:?}", text.display()));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &made).unwrap();
        }
        assert_eq!(made, std::fs::read(&path).unwrap(), "{}", path.display());
        count += 1;
    }
    println!("assembled: {count} containers");
    assert!(count >= 20, "{count} assembled containers");
}

/// Opcodes that stand in no vertex or pixel container, with the reason.
const WITHOUT_CASE: &[(&str, &str)] = &[
    ("ldms_s", "the compiler writes it for no shader that was tried; refused as ldms is"),
    ("sync", "compilers write it in compute shaders only"),
    ("ld_uav_typed_s", "refused as ld_uav_typed is"),
    ("atomic_cmp_store", "refused as the other atomics are"),
];

#[test]
fn every_row_of_the_opcode_table_has_a_case_and_its_support_is_true() {
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    let options = Options::default();
    for path in containers(&own_corpus()) {
        let bytes = std::fs::read(&path).unwrap();
        let program = decode(&bytes).unwrap().program;
        if !matches!(program.stage, Stage::Vertex | Stage::Pixel) {
            continue;
        }
        let mut refused = None;
        for instruction in program.instructions() {
            let info = instruction.opcode.info();
            *seen.entry(info.mnemonic).or_default() += 1;
            if let Support::Refused(_) = info.support {
                refused.get_or_insert(info.mnemonic);
            }
        }
        if let Some(mnemonic) = refused {
            let error = translate(&bytes, &options).expect_err(mnemonic);
            assert!(matches!(error.kind(), ErrorKind::Unsupported(_)), "{}: {error}", path.display());
        }
    }
    let reachable = |stages| matches!(stages, Stages::Any | Stages::Pixel);
    let rows = Opcode::all().iter().filter(|info| info.class != "Declare" && reachable(info.stages));
    let missing: Vec<&str> = rows.map(|info| info.mnemonic).filter(|name| !seen.contains_key(name)).collect();
    let excused: Vec<&str> =
        WITHOUT_CASE.iter().map(|(name, _)| *name).filter(|name| !seen.contains_key(name)).collect();
    println!("opcodes with a case: {}", seen.len());
    let unexplained: Vec<&&str> = missing.iter().filter(|name| !excused.contains(*name)).collect();
    assert!(unexplained.is_empty(), "opcodes without a case: {unexplained:?}");
}

#[test]
fn the_same_bytes_give_the_same_text() {
    for register_model in [RegisterModel::Float, RegisterModel::Typed] {
        let options = Options { register_model, ..Options::default() };
        for path in containers(&own_corpus()).iter().step_by(7) {
            let bytes = std::fs::read(path).unwrap();
            let text = |result: dxbc_translator::error::Result<Shader>| {
                result.map(|shader| shader.source).map_err(|e| e.to_string())
            };
            assert_eq!(text(translate(&bytes, &options)), text(translate(&bytes, &options)), "{}", path.display());
        }
    }
}

#[test]
fn every_refusal_and_no_other_error_comes_from_the_corpus() {
    let options = Options::default();
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for path in containers(&own_corpus()) {
        let key = match translate(&std::fs::read(&path).unwrap(), &options) {
            Ok(_) => "translated".to_owned(),
            Err(error) => match error.feature() {
                Some(feature) => {
                    assert!(!error.help().is_empty() && error.at().offset.is_some(), "{}: {error}", path.display());
                    format!("refused: {}", feature.name())
                }
                None => panic!("{}: {} {error}", path.display(), error.kind()),
            },
        };
        *counts.entry(key).or_default() += 1;
    }
    println!("{counts:#?}");
}

/// Where the corpus is, for the other test modules.
pub(crate) fn case_path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(relative)
}

/// Words before an opening bracket that are no calls.
const FLOW: [&str; 5] = ["if", "for", "while", "switch", "return"];

#[test]
fn emitted_text_calls_the_builtins_of_es_300_and_its_own_functions_only() {
    use dxbc_translator::builtins::es300::{is_es300_builtin, is_es300_constructor};
    let mut texts = 0;
    for register_model in [RegisterModel::Float, RegisterModel::Typed] {
        let options = Options { register_model, ..Options::default() };
        for path in containers(&own_corpus()) {
            let Ok(shader) = translate(&std::fs::read(&path).unwrap(), &options) else { continue };
            texts += 1;
            // A function is defined by a line `type name(...) {` that begins at the margin.
            let header = |line: &'_ str| -> Option<String> {
                let (head, _) = line.split_once('(')?;
                (line.ends_with('{') && !line.starts_with(' '))
                    .then(|| head.rsplit(' ').next().unwrap_or(head).to_owned())
            };
            let defined: BTreeSet<String> = shader.source.lines().filter_map(header).collect();
            for line in shader.source.lines().filter(|line| !line.starts_with("layout")) {
                for (at, _) in line.match_indices('(') {
                    let word = line[..at].rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("");
                    let known = word.is_empty()
                        || FLOW.contains(&word)
                        || is_es300_builtin(word)
                        || is_es300_constructor(word)
                        || defined.contains(word);
                    assert!(known, "{}: {word} in {line}", path.display());
                }
            }
        }
    }
    println!("closed list: {texts} texts");
}
