//! The shaders of the corpus, all of them or a few fixed ones.

use std::path::{Path, PathBuf};

use dxbc_translator::options::Options;
use dxbc_translator::translate;

/// The fixed shaders, from the project's corpus: a vertex shader, a small shader of a user interface, a material, and
/// one of more than a thousand instructions without a branch and one with many.
const FIXED: [&str; 5] = [
    "game/skin-structured/vs.dxbc",
    "game/ui-rect/ps.dxbc",
    "game/pbr-metal-rough/ps.dxbc",
    "game/noise-curl/ps.od.dxbc",
    "game/raymarch-sdf/ps.od.dxbc",
];

/// A container with its name.
pub struct Shader {
    /// Its path in the corpus.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The fixed shaders.
pub fn fixed() -> Vec<Shader> {
    FIXED.iter().map(|name| read(&own_corpus(), &own_corpus().join(name))).collect()
}

/// The corpus that `DXBC_BENCH_CORPUS` names, or the project's own: containers that translate, sorted by path.
pub fn corpus() -> Vec<Shader> {
    let root = std::env::var_os("DXBC_BENCH_CORPUS").map_or_else(own_corpus, PathBuf::from);
    let mut shaders = Vec::new();
    collect(&root, &root, &mut shaders);
    shaders.sort_by(|a, b| a.name.cmp(&b.name));
    let options = Options::default();
    shaders.retain(|shader| translate(&shader.bytes, &options).is_ok());
    assert!(!shaders.is_empty(), "no container that translates in {}", root.display());
    shaders
}

/// Bytes of all shaders.
pub fn size(shaders: &[Shader]) -> u64 {
    shaders.iter().map(|shader| shader.bytes.len() as u64).sum()
}

fn own_corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")
}

fn collect(root: &Path, folder: &Path, shaders: &mut Vec<Shader>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(root, &path, shaders);
        } else if path.extension().is_some_and(|extension| extension == "dxbc") {
            shaders.push(read(root, &path));
        }
    }
}

fn read(root: &Path, path: &Path) -> Shader {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Shader { name: path.strip_prefix(root).unwrap_or(path).display().to_string(), bytes }
}
