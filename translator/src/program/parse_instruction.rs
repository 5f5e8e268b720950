//! Instructions from text.
#![allow(clippy::wildcard_enum_match_arm, reason = "the enums are the token format's, which is closed")]

use super::cursor::{Cursor, Parse};
use super::literal::literals;
use super::operand::{OperandKind, Selection, WriteMask};
use super::parse_operand::{Place, mask_of, operand};
use super::{
    InfoReturn, Opcode, Operand, Operation, ResourceDimension, ResourceHint, ReturnType, SyncFlags, Test, TexelOffset,
    UavFence,
};
use crate::opcode::{Flag, Role, Stage, Texture};

/// What stands after a mnemonic and changes its instruction.
#[derive(Debug, Default)]
struct Suffixes {
    has_offset: bool,
    is_indexable: bool,
    saturate: bool,
    precise: WriteMask,
    texel_offset: Option<TexelOffset>,
    resource: Option<ResourceHint>,
    return_types: Option<[ReturnType; 4]>,
    info_return: Option<InfoReturn>,
    test: Option<Test>,
    uav: Option<UavFence>,
    shared_memory: bool,
    threads: bool,
}

impl Suffixes {
    /// Takes a suffix; false if it is none.
    fn take(&mut self, suffix: &str) -> bool {
        match suffix {
            "_aoffimmi" => self.has_offset = true,
            "_indexable" => self.is_indexable = true,
            "_sat" => self.saturate = true,
            "_rcpfloat" => self.info_return = Some(InfoReturn::ReciprocalFloat),
            "_uint" => self.info_return = Some(InfoReturn::Uint),
            "_z" => self.test = Some(Test::Zero),
            "_nz" => self.test = Some(Test::NonZero),
            "_ugroup" => self.uav = Some(UavFence::Group),
            "_uglobal" => self.uav = Some(UavFence::Global),
            "_g" => self.shared_memory = true,
            "_t" => self.threads = true,
            _ => return false,
        }
        true
    }
}

/// Reads an instruction and its operands: the whole line.
///
/// # Errors
/// A message if it is none.
pub(super) fn instruction(cursor: &mut Cursor<'_>) -> Parse<(Operation, Vec<Operand>)> {
    let mut suffixes = Suffixes::default();
    let opcode = mnemonic(cursor.word(), &mut suffixes)?;
    after_mnemonic(cursor, &mut suffixes)?;
    let operands = operands(cursor, opcode)?;
    let stray = if cursor.eat("{") {
        cursor.expect("stray")?;
        let stray = cursor.number()?;
        cursor.expect("}")?;
        Some(stray)
    } else {
        None
    };
    cursor.end()?;
    fits(opcode, &suffixes)?;
    let sync = matches!(opcode, Opcode::Stage(Stage::Sync)).then_some(SyncFlags {
        uav: suffixes.uav,
        shared_memory: suffixes.shared_memory,
        threads: suffixes.threads,
    });
    let operation = Operation {
        opcode,
        offset: 0,
        number: 0,
        saturate: suffixes.saturate,
        precise: suffixes.precise,
        test: suffixes.test.unwrap_or(Test::NonZero),
        info_return: suffixes.info_return.unwrap_or(InfoReturn::Float),
        sync,
        texel_offset: suffixes.texel_offset,
        resource: suffixes.resource,
        return_types: suffixes.return_types,
        stray,
    };
    Ok((operation, operands))
}

/// The opcode of a mnemonic with suffixes: the longest mnemonic that the word starts with.
fn mnemonic(word: &str, suffixes: &mut Suffixes) -> Parse<Opcode> {
    let mut head = word;
    loop {
        if let Some(opcode) = Opcode::from_mnemonic(head) {
            return Ok(opcode);
        }
        let end = head.rfind('_').filter(|&end| suffixes.take(head.get(end..).unwrap_or_default()));
        head = end.and_then(|end| head.get(..end)).ok_or_else(|| format!("`{word}` is no instruction"))?;
    }
}

/// `[precise(xy)](1,0,0)(texture2d)(float,float,float,float)_uint`.
fn after_mnemonic(cursor: &mut Cursor<'_>, suffixes: &mut Suffixes) -> Parse<()> {
    if cursor.eat("[precise") {
        suffixes.precise = WriteMask::ALL;
        if cursor.eat("(") {
            suffixes.precise = mask_of(cursor.word())?;
            cursor.expect(")")?;
        }
        cursor.expect("]")?;
    }
    while cursor.is_at('(') {
        cursor.expect("(")?;
        if suffixes.has_offset && suffixes.texel_offset.is_none() {
            suffixes.texel_offset = Some(texel_offset(cursor)?);
        } else {
            resource(cursor, suffixes)?;
        }
        cursor.expect(")")?;
    }
    while cursor.is_at('_') {
        let word = cursor.word();
        if !suffixes.take(word) {
            return Err(format!("`{word}` is no suffix"));
        }
    }
    Ok(())
}

fn texel_offset(cursor: &mut Cursor<'_>) -> Parse<TexelOffset> {
    let mut component = |end: bool| {
        let value = cursor.number()?.cast_signed();
        if !end {
            cursor.expect(",")?;
        }
        i8::try_from(value)
            .ok()
            .filter(|value| (-8..=7).contains(value))
            .ok_or_else(|| format!("the texel offset {value} is not in -8 to 7"))
    };
    Ok(TexelOffset { u: component(false)?, v: component(false)?, w: component(true)? })
}

/// The words that name a dimension or a type; `<unknown dimension>` is one.
fn name<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    cursor.take_while(|character| !matches!(character, ',' | ')' | '('))
}

fn resource(cursor: &mut Cursor<'_>, suffixes: &mut Suffixes) -> Parse<()> {
    let at = *cursor;
    if let Some(dimension) = ResourceDimension::from_name(name(cursor)) {
        let stride = if cursor.eat(",") {
            cursor.expect("stride=")?;
            cursor.number()?
        } else {
            0
        };
        if stride > 0xfff {
            return Err(format!("the stride {stride} has more than 12 bits"));
        }
        suffixes.resource = Some(ResourceHint { dimension, stride });
        return Ok(());
    }
    *cursor = at;
    suffixes.return_types = Some(return_types(cursor)?);
    Ok(())
}

/// Four component types.
///
/// # Errors
/// A message if they are none.
pub(super) fn return_types(cursor: &mut Cursor<'_>) -> Parse<[ReturnType; 4]> {
    let mut types = [ReturnType::Unknown; 4];
    for (index, entry) in types.iter_mut().enumerate() {
        if index > 0 {
            cursor.expect(",")?;
        }
        let word = name(cursor);
        *entry = ReturnType::from_name(word).ok_or_else(|| format!("`{word}` is no component type"))?;
    }
    Ok(types)
}

fn operands(cursor: &mut Cursor<'_>, opcode: Opcode) -> Parse<Vec<Operand>> {
    let mut operands = Vec::new();
    for &role in opcode.info().roles {
        // The method's number is the last index of the interface.
        if role == Role::CallSite {
            continue;
        }
        if !operands.is_empty() {
            cursor.expect(",")?;
        }
        let place = match role {
            Role::Dst(_) | Role::Status | Role::DstUav | Role::DstMemory => Place::Destination,
            _ => Place::Source,
        };
        let mut operand = operand(cursor, place, literals(opcode))?;
        if role == Role::Interface {
            operands.push(call_site(&mut operand)?);
        }
        operands.push(operand);
    }
    Ok(operands)
}

/// Takes the method's number from `fp0[index][site]`.
fn call_site(operand: &mut Operand) -> Parse<Operand> {
    let site = match &mut operand.kind {
        OperandKind::Register(register) if register.indices().len() == 3 => register.pop_number(),
        _ => None,
    };
    match site {
        Some(site) => Ok(Operand::literal([site; 4], Selection::SCALAR)),
        _ => Err("an interface call reads `fp#[index][method]`".into()),
    }
}

fn fits(opcode: Opcode, suffixes: &Suffixes) -> Parse<()> {
    let info = opcode.info();
    let is_sync = matches!(opcode, Opcode::Stage(Stage::Sync));
    let returns_info = match suffixes.info_return {
        None | Some(InfoReturn::Float) => true,
        Some(InfoReturn::ReciprocalFloat) => matches!(opcode, Opcode::Texture(Texture::Resinfo)),
        Some(InfoReturn::Uint) => {
            matches!(opcode, Opcode::Texture(Texture::Resinfo | Texture::Sampleinfo))
        }
    };
    let fits = (!suffixes.saturate || info.flag == Flag::Saturate)
        && (suffixes.test.is_some() == (info.flag == Flag::Test))
        && (is_sync || !(suffixes.uav.is_some() || suffixes.shared_memory || suffixes.threads))
        && returns_info
        && suffixes.has_offset == suffixes.texel_offset.is_some()
        && suffixes.is_indexable == (suffixes.resource.is_some() || suffixes.return_types.is_some());
    if fits { Ok(()) } else { Err(format!("the suffixes do not fit the instruction {}", info.mnemonic)) }
}
