//! The DXBC container: header, chunk table, and typed views of the chunks that a translator needs.
//!
//! Layout: magic `DXBC`, a 16-byte digest, the number 1, the total size, the number of chunks, one offset a
//! chunk; a chunk is its name, the size of its data, and the data. Nothing is assumed about order, alignment or
//! gaps. Parsing checks the table only; each view checks its own chunk when it is asked for.
#![cfg_attr(
    not(test),
    warn(
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::arithmetic_side_effects,
        clippy::cast_possible_truncation
    )
)]

pub mod checksum;
pub mod features;
mod fourcc;
mod number;
pub mod rdef;
pub mod rdef_types;
pub mod scan;
pub mod signature;
mod stage;
mod summary;
pub mod write;

pub use fourcc::FourCc;
pub use stage::Version;
pub use summary::{ChunkSummary, Summary};

use serde::Serialize;

use crate::bytes::Reader;
use crate::error::{Error, Feature, Location, Result};
use crate::limits;
use crate::options::Target;
use crate::warnings::Warning;
use features::{ShaderFeatures, Statistics};
use rdef::Reflection;
use signature::Signature;

/// The only version of the container there is.
const VERSION: u32 = 1;
const VERSION_OFFSET: u32 = 20;
const SIZE_OFFSET: u32 = 24;
const COUNT_OFFSET: u32 = 28;
const TABLE_OFFSET: u32 = 32;
const CHUNK_HEADER: u32 = 8;

/// A container whose chunk table is in bounds. Borrows the bytes that it was parsed from.
#[derive(Clone, Debug)]
pub struct Container<'a> {
    reader: Reader<'a>,
    digest: Digest,
    chunks: Vec<Chunk<'a>>,
    warnings: Vec<Warning>,
}

/// One chunk of a container.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    /// Its name.
    pub name: FourCc,
    /// Its data, without the chunk header; errors of this reader name the chunk and absolute offsets.
    pub data: Reader<'a>,
}

/// Whether the digest in the header is the one of the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Digest {
    /// It is.
    Ok,
    /// It is not.
    Mismatch,
    /// It is all zero: the tool that wrote the container left it out.
    Absent,
}

impl<'a> Container<'a> {
    /// Reads the header and the chunk table. The total size in the header may be less than the length of `bytes`; what
    /// follows is not looked at.
    ///
    /// # Errors
    /// `Malformed` if this is no container or a chunk is out of bounds, `Unsupported` if it is plain Direct3D 9 bytecode,
    /// `Limit` if there are more chunks than [`limits::CHUNKS`].
    pub fn parse(bytes: &'a [u8]) -> Result<Self> {
        let (reader, chunks) = read_table(bytes)?;
        let mut container = Self { reader, digest: Digest::Ok, chunks, warnings: Vec::new() };
        if bytes.len() > reader.data().len() {
            let message = format!(
                "the {} bytes after the end of the container are ignored",
                bytes.len().abs_diff(reader.data().len())
            );
            container.warn(reader.len(), message);
        }
        let version = reader.u32_at(VERSION_OFFSET)?;
        if version != VERSION {
            container.warn(VERSION_OFFSET, format!("the container has version {version}, read as version 1"));
        }
        container.digest = container.check_digest()?;
        match container.digest {
            Digest::Ok => {}
            Digest::Mismatch => container.warn(checksum::DIGEST_OFFSET, "the digest is not the one of these bytes"),
            Digest::Absent => container.warn(checksum::DIGEST_OFFSET, "the container has no digest"),
        }
        container.warn_of_twins();
        Ok(container)
    }

    fn warn(&mut self, offset: u32, message: impl Into<String>) {
        self.warnings.push(Warning::new(Location::at(offset), message));
    }

    fn check_digest(&self) -> Result<Digest> {
        let stored = self.reader.slice(checksum::DIGEST_OFFSET..VERSION_OFFSET)?;
        if stored.iter().all(|&byte| byte == 0) {
            return Ok(Digest::Absent);
        }
        let covered = self.reader.slice(checksum::COVERED_FROM..self.reader.len())?;
        Ok(if checksum::digest(covered) == stored { Digest::Ok } else { Digest::Mismatch })
    }

    fn warn_of_twins(&mut self) {
        let mut twins = Vec::new();
        for (index, chunk) in self.chunks.iter().enumerate() {
            if self.chunks.iter().take(index).any(|earlier| earlier.name == chunk.name) {
                let at = Location { chunk: Some(chunk.name), ..Location::at(chunk.data.absolute(0)) };
                twins.push(Warning::new(at, format!("a second {} chunk is ignored", chunk.name)));
            }
        }
        self.warnings.append(&mut twins);
    }

    /// All chunks in the order of the table, twins included.
    pub fn chunks(&self) -> &[Chunk<'a>] {
        &self.chunks
    }

    /// The first chunk of that name.
    pub fn chunk(&self, name: FourCc) -> Option<Chunk<'a>> {
        self.chunks.iter().find(|chunk| chunk.name == name).copied()
    }

    /// The first chunk that has one of the names, earlier names first.
    fn first_of(&self, names: &[FourCc]) -> Option<Chunk<'a>> {
        names.iter().find_map(|&name| self.chunk(name))
    }

    /// Total size in bytes, as the header says.
    pub fn size(&self) -> u32 {
        self.reader.len()
    }

    /// Whether the digest is right. A wrong one never stops a translation.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// Oddities of the header and the table.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The chunk with the program tokens, `SHEX` or `SHDR`. Its first dword is the version token.
    ///
    /// # Errors
    /// `Unsupported` if there is none; the feature and the message say what the container holds instead.
    pub fn program(&self) -> Result<Chunk<'a>> {
        if let Some(chunk) = self.first_of(&[FourCc::SHEX, FourCc::SHDR]) {
            return Ok(chunk);
        }
        let (found, feature, message) = if let Some(chunk) = self.first_of(&[FourCc::DXIL, FourCc::ILDB]) {
            (Some(chunk), Feature::Dxil, "the program is DXIL, shader model 6, and there is no SHDR or SHEX chunk")
        } else if let Some(chunk) = self.chunk(FourCc::AON9) {
            (
                Some(chunk),
                Feature::D3d9Bytecode,
                "the only program is Direct3D 9 bytecode and there is no SHDR or SHEX chunk",
            )
        } else {
            (None, Feature::NoProgram, "the container has no SHDR or SHEX chunk")
        };
        let error = Error::unsupported(feature, Target::default(), message);
        Err(match found {
            Some(chunk) => error.at_chunk(chunk.name).at_offset(chunk.data.absolute(0)),
            None => error.at_offset(COUNT_OFFSET),
        })
    }

    /// Stage and shader model of the program.
    ///
    /// # Errors
    /// As [`Container::program`]; `Malformed` if the chunk is shorter than the version token or names no stage.
    pub fn version(&self) -> Result<Version> {
        let data = self.program()?.data;
        let token = data.u32_at(0)?;
        Version::from_token(token)
            .ok_or_else(|| data.malformed(0, format!("version token {token:#010x} names no stage")))
    }

    /// The input signature, if there is one.
    ///
    /// # Errors
    /// See [`Signature::parse`].
    pub fn inputs(&self) -> Result<Option<Signature>> {
        self.signature(&[FourCc::ISG1, FourCc::ISGN])
    }

    /// The output signature, if there is one.
    ///
    /// # Errors
    /// See [`Signature::parse`].
    pub fn outputs(&self) -> Result<Option<Signature>> {
        self.signature(&[FourCc::OSG1, FourCc::OSG5, FourCc::OSGN])
    }

    /// The patch constant signature of a hull or domain shader, if there is one.
    ///
    /// # Errors
    /// See [`Signature::parse`].
    pub fn patch_constants(&self) -> Result<Option<Signature>> {
        self.signature(&[FourCc::PSG1, FourCc::PCSG])
    }

    /// The reflection data, if they were not stripped.
    ///
    /// # Errors
    /// See [`Reflection::parse`].
    pub fn reflection(&self) -> Result<Option<Reflection>> {
        self.chunk(FourCc::RDEF).map(|chunk| Reflection::parse(&chunk)).transpose()
    }

    /// The feature flags, if the compiler wrote any.
    ///
    /// # Errors
    /// See [`ShaderFeatures::parse`].
    pub fn features(&self) -> Result<Option<ShaderFeatures>> {
        self.chunk(FourCc::SFI0).map(|chunk| ShaderFeatures::parse(&chunk)).transpose()
    }

    /// The counters of the compiler, if they were not stripped.
    pub fn statistics(&self) -> Option<Statistics> {
        self.chunk(FourCc::STAT).map(|chunk| Statistics::parse(&chunk))
    }

    fn signature(&self, names: &[FourCc]) -> Result<Option<Signature>> {
        self.first_of(names).map(|chunk| Signature::parse(&chunk)).transpose()
    }
}

/// Checks the header and the table: the reader of exactly the container, and its chunks.
fn read_table(bytes: &[u8]) -> Result<(Reader<'_>, Vec<Chunk<'_>>)> {
    let whole = Reader::new(bytes)?;
    check_magic(&whole)?;
    let size = whole.u32_at(SIZE_OFFSET)?;
    if size < TABLE_OFFSET {
        return Err(Error::malformed(SIZE_OFFSET, format!("the total size is {size} bytes, less than the header has")));
    }
    let Ok(reader) = whole.sub(0, size) else {
        let message = format!("the total size is {size} bytes but only {} are there", whole.len());
        return Err(Error::malformed(SIZE_OFFSET, message).with_help("the file was cut off: get it again"));
    };
    let count = reader.u32_at(COUNT_OFFSET)?;
    if count > limits::CHUNKS {
        let message = format!("{count} chunks are more than the {} that are accepted", limits::CHUNKS);
        return Err(Error::limit(COUNT_OFFSET, message));
    }
    let mut chunks = Vec::with_capacity(usize::try_from(count).unwrap_or(0));
    for index in 0..count {
        chunks.push(read_chunk(&reader, TABLE_OFFSET.saturating_add(index.saturating_mul(4)))?);
    }
    Ok((reader, chunks))
}

/// Reads the chunk whose offset stands at `entry`.
fn read_chunk<'a>(reader: &Reader<'a>, entry: u32) -> Result<Chunk<'a>> {
    let offset = reader.u32_at(entry)?;
    let Ok(header) = reader.sub(offset, CHUNK_HEADER) else {
        let message = format!("a chunk starts at {offset:#x}, past the end of the container at {:#x}", reader.len());
        return Err(Error::malformed(entry, message));
    };
    let name = header.four_cc_at(0)?;
    let size = header.u32_at(4)?;
    let rest = reader.from(offset)?.from(CHUNK_HEADER)?;
    match rest.sub(0, size) {
        Ok(data) => Ok(Chunk { name, data: data.in_chunk(name) }),
        Err(_) => {
            let message = format!("the chunk has {size} bytes but the container ends after {}", rest.len());
            Err(header.in_chunk(name).malformed(4, message))
        }
    }
}

fn check_magic(reader: &Reader<'_>) -> Result<()> {
    let magic = reader.four_cc_at(0)?;
    if magic == FourCc::DXBC {
        return Ok(());
    }
    // A Direct3D 9 program starts with its version token: minor, major, and 0xfffe or 0xffff.
    let token = reader.u32_at(0)?;
    let (high, model) = (token >> 16, token & 0xffff);
    if matches!(high, 0xfffe | 0xffff) && (0x0100..0x0400).contains(&model) {
        let stage = if high == 0xfffe { "vs" } else { "ps" };
        let message = format!("this is Direct3D 9 bytecode ({stage}_{}_{})", model >> 8, model & 0xff);
        return Err(Error::unsupported(Feature::D3d9Bytecode, Target::default(), message).at_offset(0));
    }
    let help = "pass a compiled Direct3D 10 or 11 shader; `scan` finds those inside other files";
    Err(Error::malformed(0, format!("a container starts with DXBC, not with {magic}")).with_help(help))
}
