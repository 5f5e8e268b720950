//! Finds what can be drawn: cases and draw packages in folders.

use std::fs;
use std::path::{Path, PathBuf};

use super::suite::{Job, Source};
use crate::case::{Case, CaseError, PLAIN};
use crate::package::{DRAW_JSON, Loaded, PackageError, load};

/// Name of the file that describes a case.
const CASE_TOML: &str = "case.toml";

/// A folder that holds something to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A case.
    Case(PathBuf),
    /// A draw package.
    Package(PathBuf),
}

impl Found {
    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        match self {
            Self::Case(folder) | Self::Package(folder) => folder,
        }
    }
}

/// The cases and packages of a folder: itself, or all that are below it in the order of their paths.
///
/// # Errors
/// [`FindError::Folder`] if a folder cannot be read.
pub fn find(root: &Path) -> Result<Vec<Found>, FindError> {
    let mut found = Vec::new();
    let mut pending = vec![root.to_owned()];
    while let Some(folder) = pending.pop() {
        if folder.join(CASE_TOML).is_file() {
            found.push(Found::Case(folder));
        } else if folder.join(DRAW_JSON).is_file() {
            found.push(Found::Package(folder));
        } else {
            let error = |source| FindError::Folder { path: folder.clone(), source };
            for entry in fs::read_dir(&folder).map_err(error)? {
                let entry = entry.map_err(error)?;
                // Links below the folder are not followed: they may lead in a circle.
                if entry.file_type().map_err(error)?.is_dir() {
                    pending.push(entry.path());
                }
            }
        }
    }
    found.sort_by(|a, b| a.folder().cmp(b.folder()));
    Ok(found)
}

/// Cases and packages.
#[derive(Debug, Default)]
pub struct Drawings {
    /// Folders with a `case.toml`.
    pub cases: Vec<Case>,
    /// Folders with a `draw.json`.
    pub packages: Vec<Loaded>,
}

/// Which compilations of a case are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variants {
    /// The one without a name.
    Plain,
    /// Every one.
    All,
}

/// Why drawings cannot be found.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// A folder cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A case is not well formed.
    #[error(transparent)]
    Case(#[from] CaseError),
    /// A package is not well formed.
    #[error("{}: {source}", path.display())]
    Package {
        /// Its folder.
        path: PathBuf,
        /// Why.
        source: PackageError,
    },
}

impl Drawings {
    /// Everything in some folders, in the order of the folders and of the names in them.
    ///
    /// # Errors
    /// [`FindError`] for the first thing that cannot be loaded.
    pub fn find(folders: &[PathBuf]) -> Result<Self, FindError> {
        let mut found = Self::default();
        for folder in folders {
            found.add(folder)?;
        }
        Ok(found)
    }

    fn add(&mut self, folder: &Path) -> Result<(), FindError> {
        for found in find(folder)? {
            match found {
                Found::Case(folder) => self.cases.push(Case::load(&folder)?),
                Found::Package(folder) => self.packages.push(load_package(&folder)?),
            }
        }
        Ok(())
    }

    /// Whether there is nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.cases.is_empty() && self.packages.is_empty()
    }

    /// All checks of all of it.
    #[must_use]
    pub fn jobs(&self, variants: Variants) -> Vec<Job<'_>> {
        let mut jobs = Vec::new();
        for case in &self.cases {
            for variant in case.variants.keys() {
                if variants == Variants::All || variant == PLAIN {
                    jobs.extend(Source::Case(case, variant).jobs());
                }
            }
        }
        jobs.extend(self.packages.iter().flat_map(|package| Source::Package(package).jobs()));
        jobs
    }
}

pub(super) fn load_package(folder: &Path) -> Result<Loaded, FindError> {
    load(folder).map_err(|source| FindError::Package { path: folder.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_and_packages_are_found() {
        let folder = tempfile::tempdir().unwrap();
        for (name, file) in [("b/case", CASE_TOML), ("a", DRAW_JSON), ("c", "readme")] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
            fs::write(folder.path().join(name).join(file), "").unwrap();
        }
        let expected = [Found::Package(folder.path().join("a")), Found::Case(folder.path().join("b/case"))];
        assert_eq!(find(folder.path()).unwrap(), expected);
        assert_eq!(find(&folder.path().join("b/case")).unwrap(), expected[1..]);
        assert_eq!(find(&folder.path().join("c")).unwrap(), []);
        assert!(matches!(find(&folder.path().join("d")), Err(FindError::Folder { .. })));
    }
}
