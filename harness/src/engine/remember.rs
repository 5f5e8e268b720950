//! An engine that remembers what it took: programs with the same text are not compiled again, in later runs either.
//!
//! Only programs that linked are remembered, by a hash of their texts and of the engine's description, so that another
//! version of a driver starts anew. What did not link is compiled again, for its log. Draws and dispatches are not
//! remembered.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use blake3::{Hash, Hasher, OUT_LEN};

use super::{Compute, ComputeResult, Draw, DrawResult, Engine, EngineError, EngineKind, LinkResult, ProgramSource};

/// An engine with a file of the hashes of programs that it took.
pub struct Remembering {
    engine: Box<dyn Engine>,
    file: PathBuf,
    known: Mutex<BTreeSet<[u8; OUT_LEN]>>,
    recalled: AtomicUsize,
}

impl Remembering {
    /// Reads what an engine took before from its file in a folder, which is made where it is missing.
    ///
    /// # Errors
    /// When the folder or its file cannot be read or made.
    pub fn open(engine: Box<dyn Engine>, folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let file = folder.join(format!("{}.taken", engine.kind()));
        let bytes = match fs::read(&file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let (hashes, rest) = bytes.as_chunks::<OUT_LEN>();
        if !rest.is_empty() {
            // A run that was stopped while it wrote.
            fs::write(&file, hashes.as_flattened())?;
        }
        let known = Mutex::new(hashes.iter().copied().collect());
        Ok(Self { engine, file, known, recalled: AtomicUsize::new(0) })
    }

    /// Remembers programs, in memory and in the file.
    fn remember(&self, hashes: &[[u8; OUT_LEN]]) -> io::Result<()> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.extend(hashes);
        OpenOptions::new().create(true).append(true).open(&self.file)?.write_all(hashes.as_flattened())
    }

    fn is_known(&self, hash: &[u8; OUT_LEN]) -> bool {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).contains(hash)
    }
}

/// What stands for a program on an engine.
fn hash(engine: &dyn Engine, program: &ProgramSource) -> [u8; OUT_LEN] {
    let mut hasher = Hasher::new();
    for text in [engine.description(), &program.vertex, &program.fragment] {
        // With its length, so that no text can run into the next.
        hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    }
    let hash: Hash = hasher.finalize();
    hash.into()
}

impl Engine for Remembering {
    fn kind(&self) -> EngineKind {
        self.engine.kind()
    }

    fn description(&self) -> &str {
        self.engine.description()
    }

    fn link(&self, programs: &[ProgramSource]) -> Result<Vec<LinkResult>, EngineError> {
        let hashes: Vec<_> = programs.iter().map(|program| hash(self.engine.as_ref(), program)).collect();
        let known: Vec<bool> = hashes.iter().map(|hash| self.is_known(hash)).collect();
        let unknown: Vec<ProgramSource> =
            programs.iter().zip(&known).filter(|&(_, known)| !known).map(|(program, _)| program.clone()).collect();
        self.recalled.fetch_add(programs.len() - unknown.len(), Ordering::Relaxed);
        let mut fresh = self.engine.link(&unknown)?.into_iter();
        let mut results = Vec::with_capacity(programs.len());
        let mut taken = Vec::new();
        for (hash, known) in hashes.into_iter().zip(known) {
            // An engine that gives too few results is found out by whoever counts them.
            let result = if known { Some(Ok(())) } else { fresh.next() };
            if !known && result == Some(Ok(())) {
                taken.push(hash);
            }
            results.extend(result);
        }
        self.remember(&taken).map_err(|error| EngineError::Lost {
            engine: self.kind(),
            what: format!("cannot write {}: {error}", self.file.display()),
        })?;
        Ok(results)
    }

    fn draw(&self, draws: &[Draw]) -> Result<Vec<DrawResult>, EngineError> {
        self.engine.draw(draws)
    }

    fn dispatch(&self, dispatches: &[Compute]) -> Result<Vec<ComputeResult>, EngineError> {
        self.engine.dispatch(dispatches)
    }

    fn recalled(&self) -> usize {
        self.recalled.load(Ordering::Relaxed)
    }
}
