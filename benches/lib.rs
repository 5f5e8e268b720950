//! The shaders that the benches measure: every plain vertex and pixel container of the corpus.

use std::path::{Path, PathBuf};

/// A container with its path.
pub struct Shader {
    /// Where it is.
    pub path: PathBuf,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The corpus that `DXBC_BENCH_CORPUS` names, or the project's own: containers that translate, sorted by path.
pub fn corpus() -> Vec<Shader> {
    let root = std::env::var_os("DXBC_BENCH_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus"), PathBuf::from);
    let mut shaders = Vec::new();
    collect(&root, &mut shaders);
    shaders.sort_by(|a, b| a.path.cmp(&b.path));
    let options = dxbc_translator::options::Options::default();
    shaders.retain(|shader| dxbc_translator::translate(&shader.bytes, &options).is_ok());
    assert!(!shaders.is_empty(), "no container that translates in {}", root.display());
    shaders
}

fn collect(folder: &Path, shaders: &mut Vec<Shader>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, shaders);
        } else if path.extension().is_some_and(|extension| extension == "dxbc") {
            let bytes = std::fs::read(&path).expect("a readable file");
            shaders.push(Shader { path, bytes });
        }
    }
}

/// Bytes of all shaders.
pub fn size(shaders: &[Shader]) -> u64 {
    shaders.iter().map(|shader| shader.bytes.len() as u64).sum()
}
