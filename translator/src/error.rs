//! The one error of the translator: what kind, where in the file, what is wrong, and what to do about it.

use std::fmt;

use serde::Serialize;

use crate::container::FourCc;
use crate::options::Target;

pub use crate::feature::Feature;

/// What every fallible stage returns.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a shader was not translated. One word wide: the parts live in a box.
///
/// Messages are lower case, one sentence, without a full stop, in the words of Direct3D.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Error(Box<Parts>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Parts {
    kind: ErrorKind,
    at: Location,
    message: String,
    /// What the feature lacks in the target, for an `Unsupported` error.
    #[serde(skip)]
    reason: &'static str,
    help: String,
    notes: Vec<(Location, String)>,
}

/// Who is at fault, and so what the reader of the message can do.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// The bytes are not what the format says they must be.
    Malformed,
    /// The shader is valid but the target cannot express it, or this project refuses it on purpose.
    Unsupported(Feature),
    /// A count, size or depth in the file is beyond a bound named in [`crate::limits`].
    Limit,
    /// A fault of this library; the message names the stage.
    Internal,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed => f.write_str("malformed"),
            Self::Unsupported(feature) => write!(f, "unsupported ({feature})"),
            Self::Limit => f.write_str("limit"),
            Self::Internal => f.write_str("internal"),
        }
    }
}

/// A place in a container. Every part may be unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Location {
    /// Bytes from the start of the container.
    pub offset: Option<u32>,
    /// The chunk that holds the place.
    pub chunk: Option<FourCc>,
    /// Number among the instructions of the program, from 0; none for a declaration.
    pub instruction: Option<u32>,
    /// Mnemonic of that instruction.
    pub opcode: Option<&'static str>,
}

impl Location {
    /// No place at all.
    pub const UNKNOWN: Self = Self { offset: None, chunk: None, instruction: None, opcode: None };

    /// The byte `offset` of the container.
    pub const fn at(offset: u32) -> Self {
        Self { offset: Some(offset), ..Self::UNKNOWN }
    }
}

/// The known parts, as in `offset 0x1c, chunk SHEX, instruction 5 (add)`; nothing if none is known.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        if let Some(offset) = self.offset {
            write!(f, "offset {offset:#x}")?;
            separator = ", ";
        }
        if let Some(chunk) = self.chunk {
            write!(f, "{separator}chunk {chunk}")?;
            separator = ", ";
        }
        match (self.instruction, self.opcode) {
            (Some(number), Some(opcode)) => write!(f, "{separator}instruction {number} ({opcode})"),
            (Some(number), None) => write!(f, "{separator}instruction {number}"),
            (None, Some(opcode)) => write!(f, "{separator}{opcode}"),
            (None, None) => Ok(()),
        }
    }
}

impl Error {
    #[cold]
    fn new(kind: ErrorKind, at: Location, message: String, help: String) -> Self {
        Self(Box::new(Parts { kind, at, message, reason: "", help, notes: Vec::new() }))
    }

    /// The bytes at `offset` of the container break the format.
    #[cold]
    pub fn malformed(offset: u32, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Malformed, Location::at(offset), message.into(), String::new())
    }

    /// The shader uses `feature`, which `target` lacks; the help is the feature's own until [`Error::with_help`]
    /// replaces it.
    #[cold]
    pub fn unsupported(feature: Feature, target: Target, message: impl Into<String>) -> Self {
        let help = feature.help(target).into();
        let mut error = Self::new(ErrorKind::Unsupported(feature), Location::UNKNOWN, message.into(), help);
        error.0.reason = feature.reason(target);
        error
    }

    /// A value at `offset` is beyond a bound of [`crate::limits`]; the message says the value and the bound.
    #[cold]
    pub fn limit(offset: u32, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Limit, Location::at(offset), message.into(), String::new())
    }

    /// A fault of this library in `stage` (the name of a module).
    #[cold]
    pub fn internal(stage: &'static str, message: impl fmt::Display) -> Self {
        let help = "this is a fault of the translator: please report it with the shader".into();
        Self::new(ErrorKind::Internal, Location::UNKNOWN, format!("{stage}: {message}"), help)
    }

    /// Names the byte, unless a place nearer to the fault already did.
    #[must_use]
    pub fn at_offset(mut self, offset: u32) -> Self {
        self.0.at.offset.get_or_insert(offset);
        self
    }

    /// Names the chunk, unless a place nearer to the fault already did.
    #[must_use]
    pub fn at_chunk(mut self, chunk: FourCc) -> Self {
        self.0.at.chunk.get_or_insert(chunk);
        self
    }

    /// Names the instruction by its number and mnemonic, unless a place nearer to the fault already did.
    #[must_use]
    pub fn at_instruction(mut self, number: u32, opcode: impl Into<Option<&'static str>>) -> Self {
        if self.0.at.instruction.is_none() {
            self.0.at.instruction = Some(number);
            self.0.at.opcode = self.0.at.opcode.or(opcode.into());
        }
        self
    }

    /// Names the declaration, unless a place nearer to the fault already did.
    #[must_use]
    pub fn at_opcode(mut self, opcode: &'static str) -> Self {
        self.0.at.opcode.get_or_insert(opcode);
        self
    }

    /// Says what the user can do, in place of what the kind of error says by itself.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.0.help = help.into();
        self
    }

    /// Points at a second place that explains the first.
    #[must_use]
    pub fn note(mut self, at: Location, message: impl Into<String>) -> Self {
        self.0.notes.push((at, message.into()));
        self
    }

    /// Who is at fault.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The feature that was refused, for an `Unsupported` error.
    pub fn feature(&self) -> Option<Feature> {
        match self.0.kind {
            ErrorKind::Unsupported(feature) => Some(feature),
            ErrorKind::Malformed | ErrorKind::Limit | ErrorKind::Internal => None,
        }
    }

    /// Where it is.
    pub fn at(&self) -> Location {
        self.0.at
    }

    /// What is wrong, one sentence without the place.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What the target lacks, for an `Unsupported` error; empty for others.
    pub fn reason(&self) -> &'static str {
        self.0.reason
    }

    /// What to do about it; empty if nothing can be said.
    pub fn help(&self) -> &str {
        &self.0.help
    }

    /// Second places, in the order in which they were found.
    pub fn notes(&self) -> &[(Location, String)] {
        &self.0.notes
    }
}

/// The message and, in brackets, the place.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)?;
        if self.0.at != Location::UNKNOWN {
            write!(f, " ({})", self.0.at)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_word() {
        assert_eq!(size_of::<Error>(), size_of::<usize>());
    }

    #[test]
    fn the_nearest_place_wins() {
        let error = Error::malformed(0x1c, "index past the register")
            .at_chunk(FourCc::SHEX)
            .at_instruction(5, "add")
            .at_chunk(FourCc::RDEF)
            .at_instruction(6, "mul")
            .at_offset(0);
        assert_eq!(error.to_string(), "index past the register (offset 0x1c, chunk SHEX, instruction 5 (add))");
    }

    #[test]
    fn unsupported_carries_the_help_of_its_feature() {
        let error = Error::unsupported(Feature::Doubles, Target::Glsl, "dadd works on doubles");
        assert_eq!(error.feature(), Some(Feature::Doubles));
        assert_eq!(error.help(), Feature::Doubles.help(Target::Glsl));
        assert_eq!(error.reason(), Feature::Doubles.reason(Target::Glsl));
        assert_eq!(error.to_string(), "dadd works on doubles");
        assert_eq!(error.with_help("ask").help(), "ask");
    }
}
