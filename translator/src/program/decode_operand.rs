//! Operands: from tokens to [`Operand`] (`dxbc-semantics` sections 3 and 9).

use smallvec::SmallVec;

use super::operand::{Index, Indices, Operand, OperandKind, RegisterFile, Selection, Swizzle};
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
    let Some(class) = token::component_class(token) else {
        return Err(Error::malformed(offset, "the operand has the component class 3, which nothing uses"));
    };
    let number = bits(token, 12, 8);
    let dimensions = bits(token, 20, 2);
    let (kind, selection) = match number {
        operand_type::IMMEDIATE32 | operand_type::IMMEDIATE64 if dimensions != 0 => {
            return Err(Error::malformed(offset, "a literal has an index"));
        }
        operand_type::IMMEDIATE32 => immediate32(words, class, offset)?,
        operand_type::IMMEDIATE64 => immediate64(words, class, offset)?,
        _ => {
            let Some(file) = RegisterFile::from_number(number) else {
                return Err(Error::malformed(offset, format!("the operand type {number} is unknown")));
            };
            let selection = match class {
                ComponentClass::None => Selection::None,
                ComponentClass::One => Selection::Scalar,
                ComponentClass::Four => token::read_selection(token).ok_or_else(|| {
                    Error::malformed(offset, "the operand has the selection mode 3, which nothing uses")
                })?,
            };
            let mut indices: Indices = SmallVec::new();
            for dimension in 0..dimensions {
                indices.push(index(words, token, dimension, nesting)?);
            }
            (OperandKind::Register { file, indices }, selection)
        }
    };
    let OperandModifiers { modifier, min_precision, non_uniform } = modifiers;
    Ok(Operand { kind, selection, modifier, min_precision, non_uniform })
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

fn immediate32(words: &mut Words<'_>, class: ComponentClass, offset: u32) -> Result<(OperandKind, Selection)> {
    match class {
        ComponentClass::One => {
            let value = words.next()?;
            Ok((OperandKind::Immediate32([value; 4]), Selection::Scalar))
        }
        ComponentClass::Four => {
            let values = [words.next()?, words.next()?, words.next()?, words.next()?];
            Ok((OperandKind::Immediate32(values), Selection::Swizzle(Swizzle::IDENTITY)))
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
            Ok((OperandKind::Immediate64(values), Selection::Swizzle(Swizzle::IDENTITY)))
        }
        // Microsoft's reader takes one dword here and others two; no compiler writes it.
        ComponentClass::One => {
            Err(Error::malformed(offset, "a 64-bit literal has one component, which has no agreed form"))
        }
        ComponentClass::None => Err(Error::malformed(offset, "a literal has no component")),
    }
}

fn index(words: &mut Words<'_>, token: u32, dimension: u32, nesting: Nesting) -> Result<Index> {
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
            Some(Box::new(nested(words, Nesting::Relative)?))
        }
    };
    Ok(Index { immediate, relative, spelt_immediate })
}
