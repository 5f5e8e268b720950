//! Text to tokens and containers: the reverse of the disassembler.

use std::borrow::Cow;
use std::fmt;

use super::assemble_signature::{Signatures, write_lines};
use super::cursor::Cursor;
use super::parse_declare::declaration;
use super::parse_instruction::instruction;
use super::{Declaration, Items, Model, Program, Stage, decode_unchecked, disassemble_exact, encode};
use crate::container::{Container, FourCc, write};
use crate::error::{Error, Result};

/// Why a text was not assembled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssembleError {
    /// Line of the text, from 1; 0 if the fault is not one of a line.
    pub line: u32,
    /// What is wrong, lower case, one sentence.
    pub message: String,
}

impl fmt::Display for AssembleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for AssembleError {}

impl From<Error> for AssembleError {
    fn from(error: Error) -> Self {
        Self { line: 0, message: error.to_string() }
    }
}

/// Assembles a listing to the tokens of a program: the data of an SHDR or SHEX chunk.
///
/// The text is a listing as [`super::disassemble`] or [`super::disassemble_exact`] writes it; indentation does
/// not matter, `//` starts a comment, and braces may go on over several lines. A literal is a float if it has
/// a point or an exponent, an integer if not, and bits after `0x`, so `l(0x7fc00000)` is exactly that NaN.
/// Signature lines before the listing, as [`assemble_container`] reads them, are checked and dropped.
///
/// Text does not carry: byte offsets; whether one letter or four of a source are a mask; whether one letter of
/// a destination selects; the component class of a register without letters and the components of a resource
/// declaration, where compilers' choice is taken; unknown bits of global flags; values that Microsoft's text
/// shows as `???`; padding after the program. [`super::disassemble`] also loses the bits of floats past six
/// decimals, the data of messages and stray dwords; [`super::disassemble_exact`] keeps them.
///
/// # Errors
/// The first line that cannot be read; or that the program is too long.
pub fn assemble(text: &str) -> std::result::Result<Vec<u8>, AssembleError> {
    let parts = parse(text)?;
    Ok(encode(&parts.program)?)
}

/// Assembles a container of a listing and of the signatures that lines before it describe, one element a line,
/// in file order:
///
/// ```text
/// .input  POSITION    0 xyz  v0 float
/// .input  SV_VertexID 0 x    v1 uint reads - as vertex-id
/// .output SV_Position 0 xyzw o0 float as position
/// .output TEXCOORD    1 xy   o1 float writes x min16float
/// .output SV_Depth    0 x    -  float
/// .patch  EDGE        0 x    o3 float
/// ```
///
/// After `.input`, `.output` or `.patch` stand the semantic and its index, the lanes that it takes up, its
/// register (`-` for outputs without a number) and its component type. Then may follow in any order `reads` or
/// `writes` with the lanes that the shader uses (all by default, `-` for none), `as` with the system value
/// (by default the one that compilers write for the name: none for the `SV_` outputs of a pixel shader),
/// `stream` with a number, and a minimum precision. System values, types and precisions are spelt as in the
/// reflection. An output's lanes outside of its mask are stored as never written, which is what compilers do.
///
/// The chunks are those of the model: `SHDR` for 4.x and `SHEX` for 5.x; the signatures' have the form with
/// streams or minimum precision if an element needs it.
///
/// # Errors
/// As [`assemble`].
pub fn assemble_container(text: &str) -> std::result::Result<Vec<u8>, AssembleError> {
    let parts = parse(text)?;
    let tokens = encode(&parts.program)?;
    let mut chunks = parts.signatures.chunks(parts.program.stage)?;
    let name = if parts.program.model.major >= 5 { FourCc::SHEX } else { FourCc::SHDR };
    chunks.push((name, tokens));
    let chunks: Vec<(FourCc, &[u8])> = chunks.iter().map(|(name, data)| (*name, data.as_slice())).collect();
    Ok(write::container(&chunks)?)
}

/// The text of a container's signatures and program that [`assemble_container`] reads back to the same ones.
///
/// # Errors
/// As [`super::decode`], and those of the signature chunks.
pub fn disassemble_container(container: &Container<'_>) -> Result<String> {
    let chunk = container.program()?;
    let (program, _) =
        decode_unchecked(chunk.data.data(), chunk.data.absolute(0)).map_err(|error| error.at_chunk(chunk.name))?;
    let mut text = write_lines(container, program.stage)?;
    text.push_str(&disassemble_exact(&program));
    Ok(text)
}

struct Parts {
    signatures: Signatures,
    program: Program,
}

fn parse(text: &str) -> std::result::Result<Parts, AssembleError> {
    let mut signatures = Signatures::default();
    let mut program: Option<Program> = None;
    for (line, text) in statements(text) {
        let place = |message: String| AssembleError { line, message };
        let mut cursor = Cursor::new(&text);
        match &mut program {
            None if text.starts_with('.') => signatures.take(&mut cursor).map_err(place)?,
            None => {
                let (stage, model) = profile(&text).ok_or_else(|| place(format!("`{text}` is no profile")))?;
                program = Some(Program { stage, model, items: Items::new() });
            }
            Some(program) => item(&mut cursor, program).map_err(place)?,
        }
    }
    match program {
        Some(program) => Ok(Parts { signatures, program }),
        None => Err(AssembleError { line: 0, message: "the text has no profile such as `ps_5_0`".into() }),
    }
}

/// Appends the item of a statement.
fn item(cursor: &mut Cursor<'_>, program: &mut Program) -> std::result::Result<(), String> {
    match declaration(cursor, program.model)? {
        Some(kind) => program.items.push_declaration(Declaration { offset: 0, kind }),
        None => {
            let (operation, operands) = instruction(cursor)?;
            program.items.push_instruction(operation, operands);
        }
    }
    Ok(())
}

/// The lines with something on them, without comments and outer space, each with the number of its first
/// line; lines are joined until their braces are closed.
fn statements(text: &str) -> impl Iterator<Item = (u32, Cow<'_, str>)> {
    let mut lines = (1_u32..).zip(text.lines().map(without_comment));
    std::iter::from_fn(move || {
        let (number, first) = lines.by_ref().find(|(_, line)| !line.is_empty())?;
        let mut open = open_braces(first);
        let mut statement = Cow::Borrowed(first);
        while open > 0 {
            let Some((_, next)) = lines.next() else { break };
            open += open_braces(next);
            let statement = statement.to_mut();
            statement.push(' ');
            statement.push_str(next);
        }
        Some((number, statement))
    })
}

fn without_comment(line: &str) -> &str {
    line.split_once("//").map_or(line, |(code, _)| code).trim()
}

fn open_braces(line: &str) -> i64 {
    line.chars().fold(0, |open, character| match character {
        '{' => open + 1,
        '}' => open - 1,
        _ => open,
    })
}

/// `ps_5_0`.
fn profile(line: &str) -> Option<(Stage, Model)> {
    const STAGES: [Stage; 6] =
        [Stage::Pixel, Stage::Vertex, Stage::Geometry, Stage::Hull, Stage::Domain, Stage::Compute];
    let (prefix, model) = line.split_once('_')?;
    let stage = STAGES.into_iter().find(|stage| stage.prefix() == prefix)?;
    let model = match model {
        "4_0" => Model { major: 4, minor: 0 },
        "4_1" => Model { major: 4, minor: 1 },
        "5_0" => Model { major: 5, minor: 0 },
        "5_1" => Model { major: 5, minor: 1 },
        _ => return None,
    };
    Some((stage, model))
}
