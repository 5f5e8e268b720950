//! Finds what can be drawn: cases and draw packages in folders.

use std::fs;
use std::path::{Path, PathBuf};

use super::suite::{Job, Source};
use crate::case::{Case, CaseError, PLAIN};
use crate::package::{DRAW_JSON, Loaded, PackageError, load};

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
        if folder.join("case.toml").is_file() {
            self.cases.push(Case::load(folder)?);
            return Ok(());
        }
        if folder.join(DRAW_JSON).is_file() {
            let package = |source| FindError::Package { path: folder.to_owned(), source };
            self.packages.push(load(folder).map_err(package)?);
            return Ok(());
        }
        let error = |source| FindError::Folder { path: folder.to_owned(), source };
        let mut folders = Vec::new();
        for entry in fs::read_dir(folder).map_err(error)? {
            let path = entry.map_err(error)?.path();
            if path.is_dir() {
                folders.push(path);
            }
        }
        folders.sort();
        folders.iter().try_for_each(|folder| self.add(folder))
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
