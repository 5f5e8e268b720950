//! Tokens to [`Program`]: the version, the length of every instruction, and the instructions themselves.
#![allow(clippy::wildcard_enum_match_arm, reason = "the enums are the token format's, which is closed")]

use super::check;
use super::custom_data;
use super::declare;
use super::decode_operand::{operand, plain_operand};
use super::operand::{Operand, Selection, WriteMask};
use super::token::{self, bits, extended_opcode};
use super::words::{Warnings, Words};
use super::{
    InfoReturn, Instruction, Item, Opcode, Operands, Program, ResourceHint, ReturnType, SyncFlags, Test, TexelOffset,
    UavFence,
};
use crate::error::{Error, Location, Result};
use crate::limits;
use crate::opcode::{Declare, Flag, Info, Role, Stage as StageOpcode, Texture};
use crate::warnings::Warning;

/// Decodes and checks the tokens of a program: the data of an SHDR or SHEX chunk, which start at
/// `base_offset` of the container.
///
/// The flow of the program is well nested and every register is within the bounds of Direct3D. Warnings say
/// what else is odd.
///
/// # Errors
/// `Malformed` if the tokens break the format, `Limit` if they ask for more than [`limits`] allow. Errors name
/// the byte in the container and the instruction.
pub fn decode(tokens: &[u8], base_offset: u32) -> Result<(Program, Vec<Warning>)> {
    decode_into(Vec::new(), tokens, base_offset)
}

/// [`decode`] into the room of a list of items, which are dropped.
///
/// # Errors
/// As [`decode`].
pub fn decode_into(items: Vec<Item>, tokens: &[u8], base_offset: u32) -> Result<(Program, Vec<Warning>)> {
    let mut warnings = Warnings::default();
    let program = read(items, tokens, base_offset, &mut warnings)?;
    check::check(&program, &mut warnings)?;
    Ok((program, warnings.into_list()))
}

/// Decodes a program as [`decode`] does, without the checks of flow and registers: for showing a program that
/// does not pass them.
///
/// # Errors
/// As [`decode`], for the format of the tokens alone.
pub fn decode_unchecked(tokens: &[u8], base_offset: u32) -> Result<(Program, Vec<Warning>)> {
    let mut warnings = Warnings::default();
    let program = read(Vec::new(), tokens, base_offset, &mut warnings)?;
    Ok((program, warnings.into_list()))
}

/// The part of a program that keeps the format.
#[derive(Clone, Debug, PartialEq)]
pub struct Prefix {
    /// The items before the first fault.
    pub program: Program,
    /// Byte offset in the container of the item with the fault; none if there is no fault.
    pub broken: Option<u32>,
}

/// Decodes what stands before the first fault, for showing the place of an error of [`decode`]; none if the version
/// or the length is wrong.
#[must_use]
pub fn decode_prefix(tokens: &[u8], base_offset: u32) -> Option<Prefix> {
    let mut warnings = Warnings::default();
    let (mut program, mut words) = start(tokens, base_offset, &mut warnings).ok()?;
    // The fault is the caller's already.
    let decoded = items(&mut program, &mut words, &mut warnings);
    Some(Prefix { program, broken: decoded.is_err().then(|| words.offset()) })
}

fn read(mut room: Vec<Item>, tokens: &[u8], base_offset: u32, warnings: &mut Warnings) -> Result<Program> {
    let (mut program, mut words) = start(tokens, base_offset, warnings)?;
    room.clear();
    program.items = room;
    items(&mut program, &mut words, warnings)?;
    Ok(program)
}

fn start<'a>(tokens: &'a [u8], base_offset: u32, warnings: &mut Warnings) -> Result<(Program, Words<'a>)> {
    let mut words = Words::new(tokens, base_offset);
    if words.left() > limits::PROGRAM_DWORDS {
        let message = format!("the program has {} dwords, and the most is {}", words.left(), limits::PROGRAM_DWORDS);
        return Err(Error::limit(base_offset, message));
    }
    let program = header(&mut words, warnings)?;
    Ok((program, words))
}

/// Reads items to the end, or to the start of the first that has a fault.
fn items(program: &mut Program, words: &mut Words<'_>, warnings: &mut Warnings) -> Result<()> {
    // Hardly any program has more items than a quarter of its dwords: what has room for as many need not count.
    if program.items.capacity() < words.left() / 4 {
        program.items.reserve(count(words.clone()));
    }
    let mut number = 0;
    while words.left() > 0 {
        let mut rest = words.clone();
        let whole = program.items.len();
        if let Err(error) = item(&mut rest, program, number, warnings) {
            program.items.truncate(whole);
            return Err(error);
        }
        *words = rest;
        number += u32::from(matches!(program.items.last(), Some(Item::Instruction(_))));
    }
    Ok(())
}

/// How many items there are, by their lengths alone, as far as they are right.
fn count(mut words: Words<'_>) -> usize {
    let mut items = 0;
    while words.left() > 0 {
        let short = bits(words.next().unwrap_or(0), token::LENGTH_SHIFT, 7);
        // A long length follows its token, as the lists of custom data and interfaces have.
        let length = if short == 0 { words.next().unwrap_or(0).saturating_sub(2) } else { short - 1 };
        items += 1;
        if usize::try_from(length).ok().and_then(|length| words.take(length)).is_none() {
            break;
        }
    }
    items
}

/// Reads the version and the length, and cuts the words off at the length.
fn header(words: &mut Words<'_>, warnings: &mut Warnings) -> Result<Program> {
    let offset = words.offset();
    let version = words.next().map_err(|_| Error::malformed(offset, "the program has no version token"))?;
    let (stage, model) = token::read_version(version);
    let Some(stage) = stage else {
        return Err(Error::malformed(
            offset,
            format!("the program type {} of the version token is unknown", version >> 16),
        ));
    };
    if !(4..=5).contains(&model.major) || model.minor > 1 {
        let message = format!("the shader model {}.{} is not one of 4.0 to 5.1", model.major, model.minor);
        return Err(Error::malformed(offset, message));
    }
    let program = Program { stage, model, items: Vec::new() };
    if words.left() == 0 {
        return Ok(program);
    }
    let offset = words.offset();
    let present = words.left() + 1;
    let length = words.next()?;
    // The length counts the version and itself.
    let rest = usize::try_from(length).ok().and_then(|length| length.checked_sub(2));
    if !rest.is_some_and(|rest| words.truncate(rest)) {
        let message = format!("the program has {present} dwords, and its length token says {length}");
        return Err(Error::malformed(offset, message));
    }
    let unused = present - 2 - words.left();
    if unused > 0 {
        let message = format!("{unused} dwords follow the end of the program and are ignored");
        warnings.push(Location::at(offset), message);
    }
    Ok(program)
}

/// Appends the next item to the program.
fn item(words: &mut Words<'_>, program: &mut Program, number: u32, warnings: &mut Warnings) -> Result<()> {
    let offset = words.offset();
    let token = words.next()?;
    let opcode_number = bits(token, 0, 11);
    let Some(info) = u16::try_from(opcode_number).ok().and_then(Info::from_number) else {
        return Err(
            Error::malformed(offset, format!("the opcode {opcode_number} is unknown")).at_instruction(number, None)
        );
    };
    read_item(words, info, (token, offset, number), program, warnings).map_err(|error| match info.opcode {
        Opcode::Declare(_) => error.at_opcode(info.mnemonic),
        _ => error.at_instruction(number, info.mnemonic),
    })
}

/// Reads what stands behind an opcode token.
fn read_item(
    words: &mut Words<'_>,
    info: &'static Info,
    (token, offset, number): (u32, u32, u32),
    program: &mut Program,
    warnings: &mut Warnings,
) -> Result<()> {
    let (length, header) = length(words, info.opcode, token)?;
    let Some(mut body) = words.take(length - header) else {
        let left = words.left() + header;
        let message = format!("{length} dwords of the instruction go past the end of the program, {left} later");
        return Err(Error::malformed(offset, message));
    };
    let declaration = match info.opcode {
        Opcode::Declare(Declare::CustomData) => custom_data::custom_data(&mut body, token, offset)?,
        Opcode::Declare(declare) => declare::declaration(&mut body, declare, token, program.model, offset, warnings)?,
        _ => return instruction(&mut body, info, (token, offset, number), &mut program.items, warnings),
    };
    program.items.push(Item::Declaration(declaration));
    Ok(())
}

/// The length of an instruction in dwords, and how many of them are its opcode token and a long length, which are
/// read then.
fn length(words: &mut Words<'_>, opcode: Opcode, token: u32) -> Result<(usize, usize)> {
    let short = usize::try_from(bits(token, token::LENGTH_SHIFT, 7)).unwrap_or(0);
    let long = match opcode {
        Opcode::Declare(Declare::CustomData) => true,
        Opcode::Declare(Declare::DclInterface | Declare::DclFunctionTable) => {
            token & token::EXTENDED != 0 || short == 0
        }
        _ => false,
    };
    let offset = words.offset();
    let (length, least) = if long { (usize::try_from(words.next()?).unwrap_or(usize::MAX), 2) } else { (short, 1) };
    if length < least {
        return Err(Error::malformed(offset, format!("the length of the instruction is {length} dwords")));
    }
    Ok((length, least))
}

/// What the extended tokens of an instruction say.
#[derive(Default)]
struct Extended {
    texel_offset: Option<TexelOffset>,
    resource: Option<ResourceHint>,
    return_types: Option<[ReturnType; 4]>,
}

fn extended(words: &mut Words<'_>, place: Location, warnings: &mut Warnings) -> Result<Extended> {
    let mut extended = Extended::default();
    loop {
        let offset = words.offset();
        let token = words.next()?;
        match bits(token, 0, 6) {
            0 => {}
            extended_opcode::SAMPLE_CONTROLS => extended.texel_offset = Some(token::read_texel_offset(token)),
            extended_opcode::RESOURCE_DIMENSION => {
                extended.resource = Some(token::read_resource_hint(token).ok_or_else(|| {
                    let dimension = bits(token, 6, 5);
                    Error::malformed(offset, format!("the resource dimension {dimension} is unknown"))
                })?);
            }
            extended_opcode::RESOURCE_RETURN_TYPE => {
                extended.return_types = Some(token::read_return_types(token, 6).ok_or_else(|| {
                    Error::malformed(offset, format!("a return type of the resource in {token:#x} is unknown"))
                })?);
            }
            number => {
                let message = format!("the extended opcode token {number} is unknown and is ignored");
                warnings.push(Location { offset: Some(offset), ..place }, message);
            }
        }
        if token & token::EXTENDED == 0 {
            return Ok(extended);
        }
    }
}

/// Appends an instruction. It is large, so its operands are read into it where it stands.
fn instruction(
    words: &mut Words<'_>,
    info: &'static Info,
    (token, offset, number): (u32, u32, u32),
    items: &mut Vec<Item>,
    warnings: &mut Warnings,
) -> Result<()> {
    let extended = if token & token::EXTENDED == 0 {
        Extended::default()
    } else {
        let place =
            Location { offset: Some(offset), chunk: None, instruction: Some(number), opcode: Some(info.mnemonic) };
        extended(words, place, warnings)?
    };
    let test = match info.flag {
        Flag::Test if token & token::TEST_NONZERO == 0 => Test::Zero,
        Flag::None | Flag::Saturate | Flag::Test => Test::NonZero,
    };
    items.push(Item::Instruction(Instruction {
        opcode: info.opcode,
        offset,
        number,
        saturate: info.flag == Flag::Saturate && token & token::SATURATE != 0,
        precise: WriteMask::from_bits(bits(token, token::PRECISE_SHIFT, 4)),
        test,
        info_return: info_return(info.opcode, token),
        sync: sync(info.opcode, token),
        texel_offset: extended.texel_offset,
        resource: extended.resource,
        return_types: extended.return_types,
        operands: Operands::new(),
        stray: None,
    }));
    match items.last_mut() {
        Some(Item::Instruction(instruction)) => operands(words, info, instruction),
        _ => Err(Error::internal("decode", "the instruction is not the last item")),
    }
}

/// Reads the operands and what follows them.
#[inline]
fn operands(words: &mut Words<'_>, info: &Info, Instruction { operands, stray, .. }: &mut Instruction) -> Result<()> {
    for &role in info.roles {
        if role == Role::CallSite {
            operands.push(call_site(words)?);
        } else if let Some(plain) = plain_operand(words) {
            operands.push(plain);
        } else {
            operands.push(operand(words)?);
        }
    }
    *stray = match words.left() {
        0 => None,
        1 if carries_stray(info.opcode) => Some(words.next()?),
        left => {
            let message = format!("the instruction's operands end {left} dwords before the length that it states");
            return Err(Error::malformed(words.offset(), message));
        }
    };
    Ok(())
}

/// The number of an interface's method, which is no operand token, as a literal.
fn call_site(words: &mut Words<'_>) -> Result<Operand> {
    let number = words.next()?;
    Ok(Operand::literal([number; 4], Selection::SCALAR))
}

/// Whether compilers write a dword without meaning after the operands: seen on `samplepos`, on the reads with
/// status (semantics 5.10), and on `ld` by an older compiler.
const fn carries_stray(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Texture(_) | Opcode::Buffer(_))
}

const fn info_return(opcode: Opcode, token: u32) -> InfoReturn {
    match (opcode, bits(token, token::CONTROLS_SHIFT, 2)) {
        (Opcode::Texture(Texture::Resinfo), 1) => InfoReturn::ReciprocalFloat,
        (Opcode::Texture(Texture::Resinfo), 2) | (Opcode::Texture(Texture::Sampleinfo), 1) => InfoReturn::Uint,
        _ => InfoReturn::Float,
    }
}

const fn sync(opcode: Opcode, token: u32) -> Option<SyncFlags> {
    let Opcode::Stage(StageOpcode::Sync) = opcode else { return None };
    let uav = match bits(token, 13, 2) {
        0 => None,
        1 => Some(UavFence::Group),
        _ => Some(UavFence::Global),
    };
    Some(SyncFlags { uav, shared_memory: bits(token, 12, 1) != 0, threads: bits(token, 11, 1) != 0 })
}
