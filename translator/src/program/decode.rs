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
    Counts, InfoReturn, Items, Opcode, Operation, Program, ResourceHint, ReturnType, SyncFlags, Test, TexelOffset,
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
    decode_into(Items::new(), tokens, base_offset)
}

/// [`decode`] into the room of a list of items, which are dropped.
///
/// # Errors
/// As [`decode`].
pub fn decode_into(items: Items, tokens: &[u8], base_offset: u32) -> Result<(Program, Vec<Warning>)> {
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
    let program = read(Items::new(), tokens, base_offset, &mut warnings)?;
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
    let (mut program, words) = start(tokens, base_offset, &mut warnings).ok()?;
    // The error is the caller's already.
    let fault = items(&mut program, &words, &mut warnings).err();
    Some(Prefix { program, broken: fault.map(|fault| fault.item) })
}

fn read(mut room: Items, tokens: &[u8], base_offset: u32, warnings: &mut Warnings) -> Result<Program> {
    let (mut program, words) = start(tokens, base_offset, warnings)?;
    room.clear();
    program.items = room;
    items(&mut program, &words, warnings).map_err(|fault| fault.error)?;
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

/// An item that breaks the format.
struct Fault {
    /// Byte offset in the container of the item.
    item: u32,
    error: Error,
}

/// Reads items to the end, or to the first that has a fault.
fn items(program: &mut Program, words: &Words<'_>, warnings: &mut Warnings) -> std::result::Result<(), Fault> {
    // Hardly any program has more items than a quarter of its dwords, or more operands than half of them: what has room
    // for as many need not count.
    let most = Counts { items: words.left() / 4, operands: words.left() / 2 };
    if !most.is_within(program.items.room()) {
        program.items.reserve(count(words.clone()));
    }
    let (mut rest, mut number) = (words.clone(), 0);
    while rest.left() > 0 {
        let offset = rest.offset();
        rest = item(rest, offset, program, &mut number, warnings).map_err(|error| Fault { item: offset, error })?;
    }
    Ok(())
}

/// How many items and operands there are, by lengths and opcodes alone, as far as the lengths are right.
fn count(mut words: Words<'_>) -> Counts {
    let mut counts = Counts::default();
    while words.left() > 0 {
        let token = words.next().unwrap_or(0);
        let short = bits(token, token::LENGTH_SHIFT, 7);
        // A long length follows its token, as the lists of custom data and interfaces have.
        let length = if short == 0 { words.next().unwrap_or(0).saturating_sub(2) } else { short - 1 };
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        counts.items += 1;
        // An operand takes a dword at least.
        counts.operands += opcode(token).map_or(0, |info| info.roles.len().min(length));
        if words.take(length).is_none() {
            break;
        }
    }
    counts
}

/// The opcode of a token; none if it is unknown.
fn opcode(token: u32) -> Option<&'static Info> {
    u16::try_from(bits(token, 0, 11)).ok().and_then(Info::from_number)
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
    let program = Program { stage, model, items: Items::new() };
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

/// Appends the next item, at `offset`, to the program, and gives the words after it; `number` is that of the next
/// instruction.
fn item<'a>(
    mut words: Words<'a>,
    offset: u32,
    program: &mut Program,
    number: &mut u32,
    warnings: &mut Warnings,
) -> Result<Words<'a>> {
    let token = words.next()?;
    let Some(info) = opcode(token) else {
        let message = format!("the opcode {} is unknown", bits(token, 0, 11));
        return Err(Error::malformed(offset, message).at_instruction(*number, None));
    };
    let place = |error: Error| match info.opcode {
        Opcode::Declare(_) => error.at_opcode(info.mnemonic),
        _ => error.at_instruction(*number, info.mnemonic),
    };
    let (body, rest) = split(words, info.opcode, token, offset).map_err(place)?;
    match info.opcode {
        Opcode::Declare(declare) => {
            let declaration = match declare {
                Declare::CustomData => custom_data::custom_data(body, token, offset),
                _ => declare::declaration(body, declare, token, program.model, offset, warnings),
            };
            program.items.push_declaration(declaration.map_err(place)?);
        }
        _ => {
            let read =
                |operands: &mut Vec<Operand>| instruction(body, info, (token, offset, *number), operands, warnings);
            program.items.try_push_instruction(read).map_err(place)?;
            *number += 1;
        }
    }
    Ok(rest)
}

/// Parts the words behind an opcode token into those of its item, without a long length, and those of the next items.
fn split<'a>(mut words: Words<'a>, opcode: Opcode, token: u32, offset: u32) -> Result<(Words<'a>, Words<'a>)> {
    let (length, header) = length(&mut words, opcode, token)?;
    match words.take(length - header) {
        Some(body) => Ok((body, words)),
        None => Err(beyond(length, words.left() + header, offset)),
    }
}

#[cold]
fn beyond(length: usize, left: usize, offset: u32) -> Error {
    let message = format!("{length} dwords of the instruction go past the end of the program, {left} later");
    Error::malformed(offset, message)
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

fn extended<'a>(mut words: Words<'a>, place: Location, warnings: &mut Warnings) -> Result<(Extended, Words<'a>)> {
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
            return Ok((extended, words));
        }
    }
}

/// Reads an instruction, and appends its operands to those of the others.
fn instruction(
    words: Words<'_>,
    info: &'static Info,
    (token, offset, number): (u32, u32, u32),
    operands: &mut Vec<Operand>,
    warnings: &mut Warnings,
) -> Result<Operation> {
    let (extended, mut words) = if token & token::EXTENDED == 0 {
        (Extended::default(), words)
    } else {
        let place =
            Location { offset: Some(offset), chunk: None, instruction: Some(number), opcode: Some(info.mnemonic) };
        extended(words, place, warnings)?
    };
    for &role in info.roles {
        if role == Role::CallSite {
            operands.push(call_site(&mut words)?);
        } else if let Some(plain) = plain_operand(&mut words) {
            operands.push(plain);
        } else {
            // By a copy, so that the words themselves stay in processor registers.
            let mut rest = words.clone();
            operands.push(operand(&mut rest)?);
            words = rest;
        }
    }
    let stray = match words.left() {
        0 => None,
        1 if carries_stray(info.opcode) => Some(words.next()?),
        left => {
            let message = format!("the instruction's operands end {left} dwords before the length that it states");
            return Err(Error::malformed(words.offset(), message));
        }
    };
    let test = match info.flag {
        Flag::Test if token & token::TEST_NONZERO == 0 => Test::Zero,
        Flag::None | Flag::Saturate | Flag::Test => Test::NonZero,
    };
    Ok(Operation {
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
        stray,
    })
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
