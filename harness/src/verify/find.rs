//! Finds the containers of files and folders. Byte-identical containers are one, with every place it was found at.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use dxbc_translator::container::scan::{self, Form};
use dxbc_translator::container::{Container, FourCc, checksum};
use dxbc_translator::error::ErrorKind;
use rayon::prelude::*;
use serde::Serialize;
use walkdir::WalkDir;

use super::progress::Progress;

/// What was found in the files and folders that were named.
#[derive(Debug, Default)]
pub struct Findings {
    /// Files that were read.
    pub files: usize,
    /// Files that hold no container, by path.
    pub without: Vec<PathBuf>,
    /// What could not be read, by path.
    pub unreadable: Vec<Unreadable>,
    /// The containers, by their first place.
    pub containers: Vec<Found>,
}

impl Findings {
    /// How many containers there are, each copy counted.
    #[must_use]
    pub fn copies(&self) -> usize {
        self.containers.iter().map(|found| found.places.len()).sum()
    }
}

/// A file or folder that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Unreadable {
    /// Its path.
    pub path: PathBuf,
    /// What the system said.
    pub message: String,
}

/// One container, or bytes that claim to be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Hash of the bytes in 32 hexadecimal digits.
    pub id: String,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Where they stand, by path and offset; at least one.
    pub places: Vec<Place>,
}

impl Found {
    /// The first place, as reports name the container.
    #[must_use]
    pub fn name(&self) -> String {
        self.places.first().map_or_else(|| self.id.clone(), Place::to_string)
    }
}

/// Where a container stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The file.
    pub path: PathBuf,
    /// Bytes from the start of the file.
    pub offset: usize,
    /// How it is written there.
    pub form: Form,
    /// Whether the file holds nothing else.
    pub whole: bool,
}

/// The path, and the offset if there is more in the file: `game.pak@0x1c00`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if self.whole { Ok(()) } else { write!(f, "@{:#x}", self.offset) }
    }
}

/// Reads every file that `paths` name, folders with all that is in them.
pub fn find(paths: &[PathBuf], progress: &dyn Progress) -> Findings {
    let mut findings = Findings::default();
    let files = list(paths, &mut findings.unreadable);
    progress.start("searching files", files.len());
    let searched: Vec<_> = files
        .par_iter()
        .map(|path| {
            let containers = fs::read(path).map(|bytes| search(path, &bytes));
            progress.advance(1);
            containers
        })
        .collect();
    let mut by_bytes: BTreeMap<Vec<u8>, Vec<Place>> = BTreeMap::new();
    for (path, containers) in files.into_iter().zip(searched) {
        match containers {
            Ok(containers) => {
                findings.files += 1;
                if containers.is_empty() {
                    findings.without.push(path);
                }
                for (place, bytes) in containers {
                    by_bytes.entry(bytes).or_default().push(place);
                }
            }
            Err(error) => findings.unreadable.push(Unreadable { path, message: error.to_string() }),
        }
    }
    findings.unreadable.sort();
    findings.containers =
        by_bytes.into_iter().map(|(bytes, places)| Found { id: hash(&bytes), bytes, places }).collect();
    findings.containers.sort_by(|a, b| a.places.cmp(&b.places));
    findings
}

/// The files that the paths name, sorted, each once.
fn list(paths: &[PathBuf], unreadable: &mut Vec<Unreadable>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in paths.iter().flat_map(WalkDir::new) {
        match entry {
            Ok(entry) if entry.path().is_file() => files.push(entry.into_path()),
            Ok(_) => {}
            Err(error) => {
                let path = error.path().unwrap_or(Path::new("")).to_path_buf();
                let message = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                unreadable.push(Unreadable { path, message });
            }
        }
    }
    files.sort();
    files.dedup();
    files
}

/// The containers of one file. A file that starts as a shader and is none, because it is damaged or of another
/// kind, is taken whole: what is wrong with it is for the check to say.
fn search(path: &Path, bytes: &[u8]) -> Vec<(Place, Vec<u8>)> {
    let found = scan::scan(bytes);
    let at_start = found.first().is_some_and(|first| first.offset == 0);
    let mut containers = Vec::new();
    if !at_start && claims_to_be_a_shader(bytes) {
        let place = Place { path: path.to_path_buf(), offset: 0, form: Form::Binary, whole: found.is_empty() };
        let end = found.first().map_or(bytes.len(), |next| next.offset);
        containers.push((place, bytes.get(..end).unwrap_or_default().to_vec()));
    }
    for container in found {
        let whole = container.form == Form::Binary && container.bytes.len() == bytes.len();
        let place = Place { path: path.to_path_buf(), offset: container.offset, form: container.form, whole };
        containers.push((place, container.bytes.into_owned()));
    }
    containers
}

fn claims_to_be_a_shader(bytes: &[u8]) -> bool {
    bytes.starts_with(&FourCc::DXBC.0)
        || Container::parse(bytes).is_err_and(|error| matches!(error.kind(), ErrorKind::Unsupported(_)))
}

/// The hash that names a container in reports and file names.
fn hash(bytes: &[u8]) -> String {
    checksum::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use dxbc_translator::container::write;

    use super::super::progress::Silent;
    use super::*;

    fn container(text: &[u8]) -> Vec<u8> {
        write::container(&[(FourCc::PRIV, text)]).unwrap()
    }

    fn names(findings: &Findings, root: &Path) -> Vec<Vec<String>> {
        let name = |place: &Place| {
            Place { path: place.path.strip_prefix(root).unwrap().to_path_buf(), ..place.clone() }.to_string()
        };
        findings.containers.iter().map(|found| found.places.iter().map(name).collect()).collect()
    }

    #[test]
    fn copies_are_one_container_and_order_is_by_path() {
        let root = tempfile::tempdir().unwrap();
        let (one, two) = (container(b"one"), container(b"two"));
        fs::create_dir(root.path().join("sub")).unwrap();
        fs::write(root.path().join("b.cso"), &one).unwrap();
        fs::write(root.path().join("a.pak"), [b"head".as_slice(), &two, &one].concat()).unwrap();
        fs::write(root.path().join("sub/c.cso"), &two).unwrap();
        fs::write(root.path().join("sub/notes.txt"), "nothing").unwrap();
        let folders = [root.path().join("sub"), root.path().to_path_buf()];
        let findings = find(&folders, &Silent);
        let at = format!("a.pak@{:#x}", 4 + two.len());
        let expected = [vec!["a.pak@0x4".to_owned(), "sub/c.cso".into()], vec![at, "b.cso".into()]];
        assert_eq!(names(&findings, root.path()), expected);
        assert_eq!((findings.files, findings.copies()), (4, 4));
        assert_eq!(findings.without, [root.path().join("sub/notes.txt")]);
    }

    #[test]
    fn damaged_containers_are_found_to_be_reported() {
        let root = tempfile::tempdir().unwrap();
        let whole = container(b"one");
        fs::write(root.path().join("cut.cso"), &whole[..whole.len() - 1]).unwrap();
        fs::write(root.path().join("d3d9.cso"), [0, 3, 0xfe, 0xff, 0, 0, 0, 0]).unwrap();
        let findings = find(&[root.path().to_path_buf()], &Silent);
        assert_eq!(names(&findings, root.path()), [["cut.cso"], ["d3d9.cso"]]);
    }

    #[test]
    fn what_is_not_there_is_said() {
        let path = PathBuf::from("no-such-folder/no-such-file");
        let findings = find(std::slice::from_ref(&path), &Silent);
        assert_eq!(findings.unreadable.len(), 1);
        assert_eq!(findings.unreadable[0].path, path);
    }
}
