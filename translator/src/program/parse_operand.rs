//! Operands from text.

use smallvec::SmallVec;

use super::cursor::{Cursor, Parse, is_float, literal32, literal64};
use super::literal::Literals;
use super::operand::{
    Component, MinPrecision, Modifier, Operand, OperandKind, RegisterFile, Selection, Swizzle, WriteMask,
};
use super::register::{Register, Relative};

/// Where an operand stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// It is written: letters are a mask.
    Destination,
    /// It is read: one letter selects, four are a swizzle, two or three are a mask (as other tools write it).
    Source,
    /// It is declared: letters are a mask.
    Declaration,
}

/// Reads an operand.
///
/// # Errors
/// A message if none comes next.
pub(super) fn operand(cursor: &mut Cursor<'_>, place: Place, literals: Literals) -> Parse<Operand> {
    let negate = cursor.eat("-");
    let absolute = cursor.eat("|");
    let (kind, selection) = if cursor.eat("l(") {
        immediate32(cursor, literals)?
    } else if cursor.eat("d(") {
        immediate64(cursor)?
    } else {
        register(cursor, place)?
    };
    let modifier = match (absolute, negate) {
        (false, false) => Modifier::None,
        (false, true) => Modifier::Negate,
        (true, false) => Modifier::Absolute,
        (true, true) => Modifier::AbsoluteNegate,
    };
    let mut operand = Operand { modifier, ..Operand::new(kind, selection) };
    while cursor.sees("{") && !is_stray(*cursor) {
        suffix(cursor, &mut operand)?;
    }
    if absolute {
        cursor.expect("|")?;
    }
    Ok(operand)
}

/// Whether the braces that come next belong to the instruction.
fn is_stray(mut cursor: Cursor<'_>) -> bool {
    cursor.eat("{") && cursor.peek_word() == "stray"
}

/// `{min16f}`, `{def32 as min16f}` or `{ nonuniform }`.
fn suffix(cursor: &mut Cursor<'_>, operand: &mut Operand) -> Parse<()> {
    let precision = |word: &str| MinPrecision::from_name(word).ok_or_else(|| format!("`{word}` is no precision"));
    cursor.expect("{")?;
    match cursor.word() {
        "nonuniform" => operand.non_uniform = true,
        word => {
            operand.min_precision = precision(word)?;
            // The other name is the precision of the destination.
            if cursor.peek_word() == "as" {
                cursor.word();
                precision(cursor.word())?;
            }
        }
    }
    cursor.expect("}")
}

/// The words up to the parenthesis, which is passed.
fn words<'a>(cursor: &mut Cursor<'a>) -> Parse<SmallVec<[&'a str; 4]>> {
    let inside = cursor.take_while(|character| character != ')');
    cursor.expect(")")?;
    Ok(inside.split(',').map(str::trim).collect())
}

fn immediate32(cursor: &mut Cursor<'_>, literals: Literals) -> Parse<(OperandKind, Selection)> {
    let mut values: SmallVec<[u32; 4]> = SmallVec::new();
    for word in words(cursor)? {
        let bits = literal32(word)?;
        let digits = word.strip_prefix('-').unwrap_or(word);
        if literals == Literals::Float && bits != 0 && !is_float(digits) && !digits.starts_with("0x") {
            return Err(format!("`{word}` is an integer for a float instruction: write a point, or its bits after 0x"));
        }
        values.push(bits);
    }
    match values.as_slice() {
        &[value] => Ok((OperandKind::Immediate32([value; 4]), Selection::SCALAR)),
        &[x, y, z, w] => Ok((OperandKind::Immediate32([x, y, z, w]), Selection::swizzled(Swizzle::IDENTITY))),
        values => Err(format!("a literal has 1 or 4 values, not {}", values.len())),
    }
}

fn immediate64(cursor: &mut Cursor<'_>) -> Parse<(OperandKind, Selection)> {
    let mut values: SmallVec<[u64; 2]> = SmallVec::new();
    for word in words(cursor)? {
        values.push(literal64(word)?);
    }
    match values.as_slice() {
        &[x, y] => Ok((OperandKind::Immediate64([x, y]), Selection::swizzled(Swizzle::IDENTITY))),
        values => Err(format!("a 64-bit literal has 2 values, not {}", values.len())),
    }
}

fn register(cursor: &mut Cursor<'_>, place: Place) -> Parse<(OperandKind, Selection)> {
    let file = file(cursor)?;
    let mut register = Register::new(file);
    let mut count = 0;
    if cursor.rest().starts_with(|next: char| next.is_ascii_digit()) {
        register.push(cursor.number()?, None);
        count += 1;
    }
    while cursor.is_at('[') {
        let (immediate, relative) = index(cursor)?;
        register.push(immediate, relative);
        count += 1;
    }
    if count > register.indices().len() {
        return Err(format!("a register has at most 3 indices, not {count}"));
    }
    let selection = if cursor.is_at('.') { selection(cursor, place)? } else { without_letters(file, place) };
    Ok((OperandKind::Register(register), selection))
}

/// The name of a register file, in upper case for ranges of 5.1.
///
/// # Errors
/// A message if there is none.
pub(super) fn file(cursor: &mut Cursor<'_>) -> Parse<RegisterFile> {
    let name = cursor.take_while(|character| character.is_ascii_alphabetic());
    match name {
        "S" => Some(RegisterFile::Sampler),
        "T" => Some(RegisterFile::Resource),
        "U" => Some(RegisterFile::UnorderedAccessView),
        "CB" => Some(RegisterFile::ConstantBuffer),
        _ => RegisterFile::from_name(name),
    }
    .ok_or_else(|| format!("`{name}` is no register"))
}

/// `[3]`, `[r0.x]`, `[r0.x + 3]`.
fn index(cursor: &mut Cursor<'_>) -> Parse<(u32, Option<Relative>)> {
    cursor.expect("[")?;
    let index = if cursor.rest().starts_with(|next: char| next.is_ascii_digit()) {
        (cursor.number()?, None)
    } else {
        let operand = operand(cursor, Place::Source, Literals::Int)?;
        if operand.indices().iter().any(|index| index.relative.is_some()) {
            return Err("the relative part of an index is itself indexed by a register".into());
        }
        let (immediate, spelt_immediate) = if cursor.eat("+") {
            let is_hexadecimal = cursor.sees("0x");
            let immediate = cursor.number()?;
            (immediate, immediate != 0 || is_hexadecimal)
        } else {
            (0, false)
        };
        (immediate, Some(Relative { operand, spelt_immediate }))
    };
    cursor.expect("]")?;
    Ok(index)
}

fn selection(cursor: &mut Cursor<'_>, place: Place) -> Parse<Selection> {
    cursor.expect(".")?;
    let lanes = components(cursor.word())?;
    match (place, lanes.as_slice()) {
        (Place::Source, &[lane]) => Ok(Selection::component(lane)),
        (Place::Source, &[x, y, z, w]) => Ok(Selection::swizzled(Swizzle::new([x, y, z, w]))),
        (_, lanes) => mask(lanes).map(Selection::masked),
    }
}

fn components(letters: &str) -> Parse<SmallVec<[Component; 4]>> {
    letters
        .chars()
        .map(|letter| Component::ALL.into_iter().find(|component| component.letter() == letter))
        .collect::<Option<_>>()
        .ok_or_else(|| format!("`{letters}` are not components"))
}

fn mask(lanes: &[Component]) -> Parse<WriteMask> {
    if lanes.is_sorted_by(|a, b| a < b) {
        Ok(lanes.iter().fold(WriteMask::NONE, |mask, &lane| mask.or(WriteMask::of(lane))))
    } else {
        Err("the components of a mask stand in the order xyzw, each once".into())
    }
}

/// A mask by its letters.
///
/// # Errors
/// A message if they are none.
pub(super) fn mask_of(letters: &str) -> Parse<WriteMask> {
    mask(&components(letters)?)
}

/// The selection that compilers write for an operand whose text has no letters.
const fn without_letters(file: RegisterFile, place: Place) -> Selection {
    use RegisterFile as File;
    match (place, file) {
        (
            _,
            File::OutputDepth | File::OutputDepthGreaterEqual | File::OutputDepthLessEqual | File::OutputStencilRef,
        )
        | (Place::Declaration, File::InnerCoverage | File::InputCoverageMask)
        | (
            Place::Destination | Place::Source,
            File::OutputCoverageMask
            | File::InputPrimitiveId
            | File::OutputControlPointId
            | File::InnerCoverage
            | File::InputCoverageMask
            | File::InputGsInstanceId
            | File::InputThreadIdInGroupFlattened,
        ) => Selection::SCALAR,
        _ => Selection::NONE,
    }
}
