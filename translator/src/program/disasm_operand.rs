//! Operands as text.
#![allow(clippy::wildcard_enum_match_arm, reason = "the enums are the token format's, which is closed")]

use super::literal::{self, Literals};
use super::operand::{MinPrecision, Operand, OperandKind, RegisterFile, Selection, SelectionForm};
use super::register::{Index, Register};
use super::text::{Style, Text, put};
use super::{Model, WriteMask};

/// What the instruction around an operand says about its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// Shader model of the program.
    pub(super) model: Model,
    /// Spelling.
    pub(super) style: Style,
    /// How literals look.
    pub(super) literals: Literals,
    /// Precision of the destination, where the operand is converted to it.
    pub(super) converted_to: Option<MinPrecision>,
}

/// Writes an operand with its modifiers.
pub(super) fn operand(text: &mut Text, operand: &Operand, context: Context) {
    if operand.modifier.negates() {
        text.push("-");
    }
    let bar = if operand.modifier.takes_absolute() { "|" } else { "" };
    text.push(bar);
    match &operand.kind {
        OperandKind::Immediate32(values) => {
            let values = if operand.selection == Selection::SCALAR { values.get(..1) } else { values.get(..) };
            let separator = if context.literals == Literals::Guess { "," } else { ", " };
            text.push("l(");
            text.list(separator, values.unwrap_or_default(), |text, &bits| {
                literal::literal32(text, bits, context.literals, context.style);
            });
            text.push(")");
        }
        OperandKind::Immediate64(values) => {
            text.push("d(");
            text.list(", ", values, |text, &bits| literal::float64(text, bits, context.style));
            text.push(")");
        }
        OperandKind::Register(named) => {
            register(text, named, context);
            selection(text, operand.selection);
        }
    }
    precision(text, operand.min_precision, context.converted_to);
    if operand.non_uniform {
        text.push(" { nonuniform }");
    }
    text.push(bar);
}

fn precision(text: &mut Text, precision: MinPrecision, converted_to: Option<MinPrecision>) {
    match converted_to {
        Some(other) if other != precision => put!(text, " {{{} as {}}}", precision.name(), other.name()),
        _ if precision != MinPrecision::Default => put!(text, " {{{}}}", precision.name()),
        _ => {}
    }
}

/// Writes the name of a register and its indices.
pub(super) fn register(text: &mut Text, register: &Register, context: Context) {
    text.push(name(register.file, context.model));
    let indices = register.indices();
    let is_bracketed = has_bracketed_number(register.file, indices.len());
    for (position, next) in indices.iter().enumerate() {
        match next.as_immediate() {
            Some(number) if position == 0 && !is_bracketed => put!(text, "{number}"),
            _ => index(text, next, context),
        }
    }
}

/// The name of a file: in upper case for ranges of 5.1.
pub(super) const fn name(file: RegisterFile, model: Model) -> &'static str {
    match file {
        RegisterFile::Sampler if model.has_register_spaces() => "S",
        RegisterFile::Resource if model.has_register_spaces() => "T",
        RegisterFile::UnorderedAccessView if model.has_register_spaces() => "U",
        RegisterFile::ConstantBuffer if model.has_register_spaces() => "CB",
        _ => file.name(),
    }
}

/// Whether the first index stands in brackets even where it is a number.
const fn has_bracketed_number(file: RegisterFile, indices: usize) -> bool {
    match file {
        RegisterFile::ThisPointer => true,
        RegisterFile::Input
        | RegisterFile::Output
        | RegisterFile::InputControlPoint
        | RegisterFile::OutputControlPoint => indices > 1,
        _ => false,
    }
}

fn index(text: &mut Text, index: Index<'_>, context: Context) {
    text.push("[");
    match index.relative {
        None => put!(text, "{}", index.immediate),
        Some(relative) => {
            operand(text, &relative.operand, Context { converted_to: None, ..context });
            // Compilers leave an immediate of 0 out; the exact text tells one that is there.
            if relative.spelt_immediate && index.immediate == 0 && context.style == Style::Exact {
                text.push(" + 0x0");
            } else {
                put!(text, " + {}", index.immediate.cast_signed());
            }
        }
    }
    text.push("]");
}

/// Writes the components with their point.
fn selection(text: &mut Text, selection: Selection) {
    let lanes = selection.swizzle().lanes();
    match selection.form() {
        SelectionForm::None | SelectionForm::Scalar => {}
        SelectionForm::Mask => {
            text.push(".");
            mask(text, selection.mask());
        }
        SelectionForm::Swizzle => {
            text.push(".");
            lanes.iter().for_each(|lane| text.0.push(lane.letter()));
        }
        SelectionForm::Select => {
            text.push(".");
            text.0.push(lanes[0].letter());
        }
    }
}

/// Writes the letters of some lanes.
pub(super) fn mask(text: &mut Text, lanes: WriteMask) {
    lanes.iter().for_each(|lane| text.0.push(lane.letter()));
}
