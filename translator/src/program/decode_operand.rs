//! Operands: from tokens to [`Operand`] (`dxbc-semantics` sections 3 and 9).

use super::operand::{Operand, OperandKind, RegisterFile, Selection, Swizzle};
use super::register::{Register, Relative};
use super::token::{self, ComponentClass, IndexForm, OperandModifiers, bits, operand_type};
use super::words::Words;
use crate::error::{Error, Result};

/// Whether an operand may have a relative index.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nesting {
    /// An operand of an instruction: yes.
    Outer,
    /// The relative part of an index: no, so nesting ends here.
    Relative,
}

/// Reads the operand that nearly all are: a register without modifiers, whose indices are one dword each. None, with
/// nothing read, if the next operand is another or has a fault.
#[inline]
pub(super) fn plain_operand(words: &mut Words<'_>) -> Option<Operand> {
    let mut rest = words.clone();
    let token = rest.next().ok()?;
    if token & (token::EXTENDED | token::INDEX_FORMS) != 0 {
        return None;
    }
    let file = RegisterFile::from_number(operand_type(token))?;
    let selection = token::read_selection(token)?;
    let count = token::index_count(token);
    let numbers = rest.next_few(count).ok()?;
    *words = rest;
    Some(Operand::new(OperandKind::Register(Register::fixed(file, count, numbers)), selection))
}

/// Reads one operand.
///
/// # Errors
/// `Malformed` if a field has no meaning, if a relative index has a relative index itself, or if the
/// instruction ends first; `Limit` if an index needs more than 32 bits.
pub(super) fn operand(words: &mut Words<'_>) -> Result<Operand> {
    nested(words, Nesting::Outer)
}

fn nested(words: &mut Words<'_>, nesting: Nesting) -> Result<Operand> {
    let offset = words.offset();
    let token = words.next()?;
    let modifiers = if token & token::EXTENDED == 0 { OperandModifiers::default() } else { extended(words)? };
    let (kind, selection) = match RegisterFile::from_number(operand_type(token)) {
        Some(file) => {
            let Some(selection) = token::read_selection(token) else { return Err(unselected(token, offset)) };
            (OperandKind::Register(register(words, file, token, nesting)?), selection)
        }
        None => literal(words, token, offset)?,
    };
    let OperandModifiers { modifier, min_precision, non_uniform } = modifiers;
    Ok(Operand { kind, selection, modifier, min_precision, non_uniform })
}

#[cold]
fn unselected(token: u32, offset: u32) -> Error {
    Error::malformed(
        offset,
        match token::component_class(token) {
            None => "the operand has the component class 3, which nothing uses",
            Some(_) => "the operand has the selection mode 3, which nothing uses",
        },
    )
}

fn extended(words: &mut Words<'_>) -> Result<OperandModifiers> {
    let mut modifiers = OperandModifiers::default();
    loop {
        let offset = words.offset();
        let token = words.next()?;
        match bits(token, 0, 6) {
            0 => {}
            token::OPERAND_MODIFIER => {
                modifiers = token::read_operand_modifiers(token).ok_or_else(|| {
                    Error::malformed(offset, format!("the modifiers {token:#x} of the operand are unknown"))
                })?;
            }
            number => {
                return Err(Error::malformed(offset, format!("the extended operand token {number} is unknown")));
            }
        }
        if token & token::EXTENDED == 0 {
            return Ok(modifiers);
        }
    }
}

/// What is no register: a literal.
fn literal(words: &mut Words<'_>, token: u32, offset: u32) -> Result<(OperandKind, Selection)> {
    let Some(class) = token::component_class(token) else { return Err(unselected(token, offset)) };
    let has_index = token::index_count(token) != 0;
    match operand_type(token) {
        operand_type::IMMEDIATE32 | operand_type::IMMEDIATE64 if has_index => {
            Err(Error::malformed(offset, "a literal has an index"))
        }
        operand_type::IMMEDIATE32 => immediate32(words, class, offset),
        operand_type::IMMEDIATE64 => immediate64(words, class, offset),
        number => Err(Error::malformed(offset, format!("the operand type {number} is unknown"))),
    }
}

fn immediate32(words: &mut Words<'_>, class: ComponentClass, offset: u32) -> Result<(OperandKind, Selection)> {
    match class {
        ComponentClass::One => {
            let value = words.next()?;
            Ok((OperandKind::Immediate32([value; 4]), Selection::SCALAR))
        }
        ComponentClass::Four => {
            Ok((OperandKind::Immediate32(words.next_few(4)?), Selection::swizzled(Swizzle::IDENTITY)))
        }
        ComponentClass::None => Err(Error::malformed(offset, "a literal has no component")),
    }
}

fn immediate64(words: &mut Words<'_>, class: ComponentClass, offset: u32) -> Result<(OperandKind, Selection)> {
    // The low dword comes first.
    let mut value = || Ok(u64::from(words.next()?) | u64::from(words.next()?) << 32);
    match class {
        ComponentClass::Four => {
            let values = [value()?, value()?];
            Ok((OperandKind::Immediate64(values), Selection::swizzled(Swizzle::IDENTITY)))
        }
        // Microsoft's reader takes one dword here and others two; no compiler writes it.
        ComponentClass::One => {
            Err(Error::malformed(offset, "a 64-bit literal has one component, which has no agreed form"))
        }
        ComponentClass::None => Err(Error::malformed(offset, "a literal has no component")),
    }
}

fn register(words: &mut Words<'_>, file: RegisterFile, token: u32, nesting: Nesting) -> Result<Register> {
    let count = token::index_count(token);
    if token & token::INDEX_FORMS == 0 {
        return Ok(Register::fixed(file, count, words.next_few(count)?));
    }
    let mut register = Register::new(file);
    for dimension in (0..3).take(count) {
        let (immediate, relative) = index(words, token, dimension, nesting)?;
        register.push(immediate, relative);
    }
    Ok(register)
}

fn index(words: &mut Words<'_>, token: u32, dimension: u32, nesting: Nesting) -> Result<(u32, Option<Relative>)> {
    let offset = words.offset();
    let Some(form) = token::index_form(token, dimension) else {
        return Err(Error::malformed(offset, format!("the form of index {dimension} of the operand is unknown")));
    };
    let (immediate, spelt_immediate) = match form {
        IndexForm::Immediate32 | IndexForm::Immediate32PlusRelative => (words.next()?, true),
        IndexForm::Immediate64 | IndexForm::Immediate64PlusRelative => {
            let high = words.next()?;
            if high != 0 {
                return Err(Error::limit(offset, "the index needs more than 32 bits"));
            }
            (words.next()?, true)
        }
        IndexForm::Relative => (0, false),
    };
    let relative = match form {
        IndexForm::Immediate32 | IndexForm::Immediate64 => None,
        IndexForm::Relative | IndexForm::Immediate32PlusRelative | IndexForm::Immediate64PlusRelative => {
            if nesting == Nesting::Relative {
                return Err(Error::malformed(offset, "the relative part of an index is itself indexed by a register"));
            }
            Some(Relative { operand: nested(words, Nesting::Relative)?, spelt_immediate })
        }
    };
    Ok((immediate, relative))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every class, mode, type and number of indices with two choices of lanes, as it is, with a form of index and with
    /// a token to follow, before few dwords and many.
    #[test]
    fn plain_operands_are_those_of_the_whole_grammar() {
        let mut plain = 0;
        for low in 0..1 << 22 {
            if !matches!(low >> 4 & 0xff, 0xe4 | 0x07) {
                continue;
            }
            for token in [low, low | 3 << 22, low | token::EXTENDED] {
                for count in [1_usize, 2, 5] {
                    let words = [token, 7, 8, 9, 10].map(u32::to_le_bytes);
                    let mut rest = Words::new(words.get(..count).unwrap().as_flattened(), 0);
                    let mut whole = rest.clone();
                    let Some(read) = plain_operand(&mut rest) else {
                        assert_eq!(rest.left(), count);
                        continue;
                    };
                    assert_eq!(operand(&mut whole).unwrap(), read, "{token:#x}");
                    assert_eq!(rest.left(), whole.left(), "{token:#x}");
                    plain += 1;
                }
            }
        }
        assert!(plain > 1000, "{plain}");
    }
}
