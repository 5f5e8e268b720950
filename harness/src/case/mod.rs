//! Cases: folders of the corpus with compiled shaders, and the draws that are made of them.
//!
//! ```text
//! Case::load(folder)      case.toml, and the containers beside it, by variant
//! case.plan()             a Scene: everything that a draw binds, as concrete bytes
//! case.dispatch()         a Dispatch: the same of a compute shader, with what it writes
//! ```
//!
//! A [`Scene`](scene::Scene) knows no API: the interpreter, the engines and a draw package are all fed from it.

pub mod file;
pub mod plan;
pub mod scene;
pub mod stage;
pub mod state;

mod attributes;
mod buffers;
mod constants;
pub mod dispatch;
mod matrices;
mod mesh;
mod pixels;
mod random;
mod textures;
mod usage;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dxbc_translator::program::Stage;

use file::{CaseFile, CaseFileError};
use stage::{StageError, StageUnit};

/// The variant without a name.
pub const PLAIN: &str = "";

/// A case of the corpus.
#[derive(Clone, Debug)]
pub struct Case {
    /// Group and folder: `game/blit`.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// Its `case.toml`.
    pub file: CaseFile,
    /// The containers of each variant, by the variant's name; the plain one has the name [`PLAIN`].
    pub variants: BTreeMap<String, Variant>,
}

/// The containers of one compilation of a case.
#[derive(Clone, Debug, Default)]
pub struct Variant {
    /// The vertex shader.
    pub vertex: Option<Vec<u8>>,
    /// The pixel shader.
    pub pixel: Option<Vec<u8>>,
    /// The compute shader.
    pub compute: Option<Vec<u8>>,
}

/// The decoded stages of a variant.
#[derive(Clone, Debug, Default)]
pub struct Stages {
    /// The vertex shader.
    pub vertex: Option<StageUnit>,
    /// The pixel shader.
    pub pixel: Option<StageUnit>,
    /// The compute shader.
    pub compute: Option<StageUnit>,
}

impl Stages {
    /// The stages that are there, the vertex stage first.
    pub fn iter(&self) -> impl Iterator<Item = &StageUnit> {
        self.vertex.iter().chain(&self.pixel).chain(&self.compute)
    }

    /// The stage of a kind.
    #[must_use]
    pub const fn get(&self, stage: Stage) -> Option<&StageUnit> {
        match stage {
            Stage::Vertex => self.vertex.as_ref(),
            Stage::Pixel => self.pixel.as_ref(),
            Stage::Compute => self.compute.as_ref(),
            Stage::Geometry | Stage::Hull | Stage::Domain => None,
        }
    }
}

/// Why a case cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// A file cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The case file is wrong.
    #[error("{case}: case.toml: {source}")]
    File {
        /// The case.
        case: String,
        /// What is wrong.
        source: CaseFileError,
    },
    /// There is no such variant.
    #[error("{case}: there is no variant `{variant}`")]
    NoVariant {
        /// The case.
        case: String,
        /// The variant.
        variant: String,
    },
    /// The dispatch does not fit the shader.
    #[error("{case}: {message}")]
    Dispatch {
        /// The case.
        case: String,
        /// What is wrong.
        message: String,
    },
    /// A container is wrong.
    #[error("{case}: {source}")]
    Stage {
        /// The case.
        case: String,
        /// What is wrong.
        source: StageError,
    },
}

impl Case {
    /// Loads the case of a folder that holds a `case.toml`.
    ///
    /// # Errors
    /// [`CaseError`] if the folder cannot be read or its case file is wrong.
    pub fn load(folder: &Path) -> Result<Self, CaseError> {
        let name = name_of(folder);
        let path = folder.join("case.toml");
        let text = fs::read_to_string(&path).map_err(|source| CaseError::Read { path, source })?;
        let file = CaseFile::parse(&text).map_err(|source| CaseError::File { case: name.clone(), source })?;
        let mut variants: BTreeMap<String, Variant> = BTreeMap::new();
        for entry in read_folder(folder)? {
            let Some((stage, variant)) = entry.file_name().and_then(|file| container_name(file.to_str()?)) else {
                continue;
            };
            let bytes = fs::read(&entry).map_err(|source| CaseError::Read { path: entry.clone(), source })?;
            let slot = variants.entry(variant.to_owned()).or_default();
            match stage {
                Stage::Vertex => slot.vertex = Some(bytes),
                Stage::Compute => slot.compute = Some(bytes),
                Stage::Pixel | Stage::Geometry | Stage::Hull | Stage::Domain => slot.pixel = Some(bytes),
            }
        }
        Ok(Self { name, folder: folder.to_owned(), file, variants })
    }

    /// The decoded stages of a variant, and the reflection data that its plan is made from: a stripped variant's are
    /// those of the variant that was not stripped.
    ///
    /// # Errors
    /// [`CaseError`] if there is no such variant or a container is not well formed.
    pub fn stages(&self, variant: &str) -> Result<Stages, CaseError> {
        let found = self
            .variants
            .get(variant)
            .ok_or_else(|| CaseError::NoVariant { case: self.name.clone(), variant: variant.to_owned() })?;
        let donor = self.variants.get(unstripped(variant)).or_else(|| self.variants.get(PLAIN));
        let unit = |bytes: &Option<Vec<u8>>, donor: Option<&Vec<u8>>| {
            let unit = bytes.as_ref().map(|bytes| StageUnit::new(bytes, donor.map(Vec::as_slice))).transpose();
            unit.map_err(|source| CaseError::Stage { case: self.name.clone(), source })
        };
        Ok(Stages {
            vertex: unit(&found.vertex, donor.and_then(|donor| donor.vertex.as_ref()))?,
            pixel: unit(&found.pixel, donor.and_then(|donor| donor.pixel.as_ref()))?,
            compute: unit(&found.compute, donor.and_then(|donor| donor.compute.as_ref()))?,
        })
    }
}

/// The name of the variant that was not stripped: `sm40` for `sm40-strip`.
fn unstripped(variant: &str) -> &str {
    variant.strip_suffix("strip").map_or(variant, |rest| rest.trim_end_matches('-'))
}

/// Group and folder of a case.
fn name_of(folder: &Path) -> String {
    let parts: Vec<_> = folder.iter().rev().take(2).map(|part| part.to_string_lossy()).collect();
    parts.into_iter().rev().collect::<Vec<_>>().join("/")
}

/// Stage and variant of a container's file name: `ps.strip.dxbc`.
fn container_name(file: &str) -> Option<(Stage, &str)> {
    let stem = file.strip_suffix(".dxbc")?;
    let (stage, variant) = stem.split_once('.').unwrap_or((stem, PLAIN));
    match stage {
        "vs" => Some((Stage::Vertex, variant)),
        "ps" => Some((Stage::Pixel, variant)),
        "cs" => Some((Stage::Compute, variant)),
        _ => None,
    }
}

/// The folders of all cases below a folder, in the order of their paths.
///
/// # Errors
/// [`CaseError::Read`] if a folder cannot be read.
pub fn find(root: &Path) -> Result<Vec<PathBuf>, CaseError> {
    let mut found = Vec::new();
    let mut pending = vec![root.to_owned()];
    while let Some(folder) = pending.pop() {
        if folder.join("case.toml").is_file() {
            found.push(folder);
            continue;
        }
        pending.extend(read_folder(&folder)?.into_iter().filter(|path| path.is_dir()));
    }
    found.sort();
    Ok(found)
}

/// The entries of a folder in the order of their names.
fn read_folder(folder: &Path) -> Result<Vec<PathBuf>, CaseError> {
    let error = |source| CaseError::Read { path: folder.to_owned(), source };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(error)? {
        paths.push(entry.map_err(error)?.path());
    }
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_name_stage_and_variant() {
        assert_eq!(container_name("vs.dxbc"), Some((Stage::Vertex, "")));
        assert_eq!(container_name("ps.sm40-strip.dxbc"), Some((Stage::Pixel, "sm40-strip")));
        assert_eq!(container_name("shader.hlsl"), None);
        assert_eq!(container_name("gs.dxbc"), None);
    }

    #[test]
    fn a_stripped_variant_is_planned_as_the_other() {
        assert_eq!(unstripped("strip"), "");
        assert_eq!(unstripped("sm40-strip"), "sm40");
        assert_eq!(unstripped("od"), "od");
    }
}
