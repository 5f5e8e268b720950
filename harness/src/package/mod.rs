//! Draw packages: folders with a `draw.json` and the bytes of one draw, for programs that draw the original bytecode
//! with a Direct3D 11, and from such programs' collections.
//!
//! ```text
//! Package::of(stages, scene, check)     a scene as a package
//! captures(vertex, scene)               the outputs of a lone vertex shader as packages
//! package.write(folder)                 its files
//! load(folder)                          a package as stages and a scene
//! write_targets(folder, scene, picture, drawer) what was drawn, as the other program would write it
//! ```
//!
//! A scene holds what a package may say. What it has no word for is refused by name, never left out.

pub mod file;

mod attributes;
mod bindings;
mod blocks;
mod capture;
mod export;
mod load;
mod passthrough;
mod state;
mod targets;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::case::stage::StageError;

pub use capture::{Capture, captures};
pub use export::Check;
pub use load::{Loaded, load};
pub use targets::{Drawer, write_targets};

use file::DrawJson;

/// Name of the file that describes the draw.
pub const DRAW_JSON: &str = "draw.json";

/// The largest file of a package, in bytes.
const LARGEST_FILE: u64 = 1 << 28;

/// A draw package in memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Package {
    /// The description.
    pub draw: DrawJson,
    /// The files that it names.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Why a package cannot be made, read or drawn.
#[derive(Debug, thiserror::Error)]
pub enum PackageError {
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The description is no `draw.json` of version 1.
    #[error("{}: {source}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
    /// A value is out of its range, or values do not fit together.
    #[error("{0}")]
    Value(String),
    /// A scene or a package has no word for it.
    #[error("not supported: {0}")]
    Unsupported(String),
    /// A shader is wrong.
    #[error("{file}: {source}")]
    Stage {
        /// The file.
        file: String,
        /// What is wrong.
        source: StageError,
    },
    /// The vertex shader in front of a lone pixel shader cannot be made.
    #[error("pass-through vertex shader: {0}")]
    PassThrough(#[from] dxbc_translator::program::AssembleError),
}

impl Package {
    /// Writes the package's files into a folder, which is made where it is missing.
    ///
    /// # Errors
    /// [`PackageError::File`] if a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), PackageError> {
        fs::create_dir_all(folder).map_err(|source| PackageError::File { path: folder.to_owned(), source })?;
        let path = folder.join(DRAW_JSON);
        let text = self.draw.to_text().map_err(|source| PackageError::Json { path: path.clone(), source })?;
        fs::write(&path, text).map_err(|source| PackageError::File { path, source })?;
        for (name, bytes) in &self.files {
            let path = folder.join(name);
            fs::write(&path, bytes).map_err(|source| PackageError::File { path, source })?;
        }
        Ok(())
    }

    /// Reads a package from its folder.
    ///
    /// # Errors
    /// [`PackageError`] if a file is missing or too large, or the description is not of version 1.
    pub fn read(folder: &Path) -> Result<Self, PackageError> {
        let path = folder.join(DRAW_JSON);
        let text = read_file(&path)?;
        let draw: DrawJson =
            serde_json::from_slice(&text).map_err(|source| PackageError::Json { path: path.clone(), source })?;
        if draw.version != file::VERSION {
            return Err(PackageError::Unsupported(format!("{DRAW_JSON} of version {}", draw.version)));
        }
        let mut files = BTreeMap::new();
        for name in draw.files() {
            if !files.contains_key(name) {
                files.insert(name.to_owned(), read_file(&folder.join(name))?);
            }
        }
        Ok(Self { draw, files })
    }

    /// The bytes of a file that the description names.
    fn bytes(&self, name: &str) -> Result<&[u8], PackageError> {
        let found = self.files.get(name).map(Vec::as_slice);
        found.ok_or_else(|| PackageError::Value(format!("the package has no file `{name}`")))
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>, PackageError> {
    let error = |source| PackageError::File { path: path.to_owned(), source };
    let length = fs::metadata(path).map_err(error)?.len();
    if length > LARGEST_FILE {
        return Err(PackageError::Value(format!("{}: {length} bytes are too many", path.display())));
    }
    fs::read(path).map_err(error)
}
