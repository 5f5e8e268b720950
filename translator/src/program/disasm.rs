//! Programs as text: the listing of Microsoft's disassembler, line for line.
#![allow(clippy::wildcard_enum_match_arm, reason = "the enums are the token format's, which is closed")]

use std::ops::Range;

use super::disasm_declare::{declaration, types};
use super::disasm_operand::{self, Context};
use super::literal::literals;
use super::operand::{MinPrecision, OperandKind};
use super::text::{Style, Text, put};
use super::{InfoReturn, Instruction, Item, Opcode, Program, SyncFlags, Test, TexelOffset, UavFence, WriteMask};
use crate::limits;
use crate::opcode::{Bit, Double, Eval, Flag, Flow, Move, Role};

/// A listing with the place of every item in it.
#[derive(Clone, Debug)]
pub struct Listing {
    text: String,
    /// Byte offset of the start of each line, and of the end of the text.
    starts: Vec<usize>,
    /// Lines of each item.
    items: Vec<Range<usize>>,
}

impl Listing {
    /// The whole text; every line ends with a line feed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Number of lines. The first one is the profile, such as `ps_5_0`.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// A line without its line feed; empty past the end.
    #[must_use]
    pub fn line(&self, line: usize) -> &str {
        match (self.starts.get(line), self.starts.get(line + 1)) {
            (Some(&start), Some(&end)) => self.text.get(start..end.saturating_sub(1)).unwrap_or_default(),
            _ => "",
        }
    }

    /// The lines of an item of [`Program::items`]; only the immediate constant buffer has more than one.
    #[must_use]
    pub fn item_lines(&self, item: usize) -> Range<usize> {
        self.items.get(item).cloned().unwrap_or(0..0)
    }
}

/// The listing of a program as Microsoft's disassembler writes it, without comments. Floats have six decimals
/// there; [`disassemble_exact`] keeps all bits.
#[must_use]
pub fn disassemble(program: &Program) -> String {
    listing(program, Style::Microsoft).text
}

/// The listing of a program with the lines of each item.
#[must_use]
pub fn disassemble_with_lines(program: &Program) -> Listing {
    listing(program, Style::Microsoft)
}

/// The listing of a program that [`super::assemble`] reads back to the same program: as [`disassemble`],
/// with more digits or bits where six decimals are not enough.
#[must_use]
pub fn disassemble_exact(program: &Program) -> String {
    listing(program, Style::Exact).text
}

/// One instruction as a line, without indentation.
#[must_use]
pub fn instruction_text(instruction: &Instruction<'_>, program: &Program) -> String {
    let mut text = Text::default();
    put_instruction(&mut text, instruction, program, Style::Microsoft);
    text.0.truncate(text.0.trim_end().len());
    text.0
}

fn listing(program: &Program, style: Style) -> Listing {
    let mut text = Text::default();
    put!(text, "{}_{}_{}\n", program.stage.prefix(), program.model.major, program.model.minor);
    let mut starts = vec![0, text.0.len()];
    let mut items = Vec::with_capacity(program.items.len());
    let mut depth: usize = 0;
    for item in program.items.iter() {
        let first = starts.len() - 1;
        let start = text.0.len();
        match item {
            Item::Declaration(item) => {
                indent(&mut text, depth);
                declaration(&mut text, item, program.model, style);
            }
            Item::Instruction(instruction) => {
                let (before, after) = nesting(instruction.opcode);
                depth = depth.saturating_sub(before);
                indent(&mut text, depth);
                depth += after;
                put_instruction(&mut text, &instruction, program, style);
            }
        }
        text.push("\n");
        let added = text.0.get(start..).unwrap_or_default();
        starts.extend(added.match_indices('\n').map(|(at, _)| start + at + 1));
        items.push(first..starts.len() - 1);
    }
    Listing { text: text.0, starts, items }
}

/// Indents a line; a program that was not checked may be nested too deep to show.
fn indent(text: &mut Text, depth: usize) {
    for _ in 0..depth.min(usize::try_from(limits::FLOW_DEPTH).unwrap_or(0)) {
        text.push("  ");
    }
}

/// Levels that an instruction closes before its line and opens after it.
const fn nesting(opcode: Opcode) -> (usize, usize) {
    match opcode {
        Opcode::Flow(Flow::If | Flow::Loop | Flow::Switch) => (0, 1),
        Opcode::Flow(Flow::Else) => (1, 1),
        Opcode::Flow(Flow::Endif | Flow::Endloop | Flow::Endswitch) => (1, 0),
        _ => (0, 0),
    }
}

fn put_instruction(text: &mut Text, instruction: &Instruction<'_>, program: &Program, style: Style) {
    let info = instruction.opcode.info();
    text.push(info.mnemonic);
    suffixes(text, instruction);
    if let Some(flags) = instruction.sync {
        return sync(text, flags);
    }
    text.push(" ");
    let literals = literals(instruction.opcode);
    let destination = destination_precision(instruction);
    // The number of the method stands in brackets after the interface.
    let (site, operands) = match (info.roles.first(), instruction.operands.split_first()) {
        (Some(Role::CallSite), Some((site, rest))) => (Some(site), rest),
        _ => (None, instruction.operands),
    };
    let converted = converted_sources(instruction.opcode);
    text.list(", ", operands.iter().enumerate(), |text, (index, operand)| {
        let converted_to = destination.filter(|_| converted.contains(&index));
        let context = Context { model: program.model, style, literals, converted_to };
        disasm_operand::operand(text, operand, context);
    });
    if let Some(OperandKind::Immediate32([number, ..])) = site.map(|site| &site.kind) {
        put!(text, "[{number}]");
    }
    if let (Some(stray), Style::Exact) = (instruction.stray, style) {
        put!(text, " {{ stray {stray:#010x} }}");
    }
}

fn suffixes(text: &mut Text, instruction: &Instruction<'_>) {
    if instruction.texel_offset.is_some() {
        text.push("_aoffimmi");
    }
    if instruction.resource.is_some() || instruction.return_types.is_some() {
        text.push("_indexable");
    }
    if instruction.saturate {
        text.push("_sat");
    }
    if !instruction.precise.is_empty() {
        text.push(" [precise");
        if instruction.precise != WriteMask::ALL {
            text.push("(");
            disasm_operand::mask(text, instruction.precise);
            text.push(")");
        }
        text.push("]");
    }
    if let Some(TexelOffset { u, v, w }) = instruction.texel_offset {
        put!(text, "({u},{v},{w})");
    }
    if let Some(hint) = instruction.resource {
        put!(text, "({}", hint.dimension.name());
        if hint.stride != 0 {
            put!(text, ", stride={}", hint.stride);
        }
        text.push(")");
    }
    if let Some(return_types) = instruction.return_types {
        types(text, return_types);
    }
    match instruction.info_return {
        InfoReturn::Float => {}
        InfoReturn::ReciprocalFloat => text.push("_rcpfloat"),
        InfoReturn::Uint => text.push("_uint"),
    }
    if instruction.opcode.info().flag == Flag::Test {
        text.push(match instruction.test {
            Test::Zero => "_z",
            Test::NonZero => "_nz",
        });
    }
}

fn sync(text: &mut Text, flags: SyncFlags) {
    text.push(match flags.uav {
        None => "",
        Some(UavFence::Group) => "_ugroup",
        Some(UavFence::Global) => "_uglobal",
    });
    text.push(if flags.shared_memory { "_g" } else { "" });
    text.push(if flags.threads { "_t" } else { "" });
}

/// Precision of the first operand, if the instruction writes it.
fn destination_precision(instruction: &Instruction<'_>) -> Option<MinPrecision> {
    match instruction.opcode.info().roles.first() {
        Some(Role::Dst(_)) => instruction.operands.first().map(|operand| operand.min_precision),
        _ => None,
    }
}

/// The operands that are converted to the precision of the destination, by position. Comparisons, conversions,
/// shift counts, conditions and memory accesses read the precision that they name.
fn converted_sources(opcode: Opcode) -> Range<usize> {
    let destinations = opcode.info().roles.iter().take_while(|role| matches!(role, Role::Dst(_))).count();
    let all = opcode.info().roles.len();
    match opcode {
        Opcode::Move(Move::Mov) | Opcode::Float(_) | Opcode::Int(_) => destinations..all,
        Opcode::Move(Move::Movc) | Opcode::Double(Double::Dmovc) => 2..all,
        Opcode::Bit(Bit::Ishl | Bit::Ishr | Bit::Ushr | Bit::Ubfe | Bit::Ibfe | Bit::Bfi)
        | Opcode::Eval(Eval::EvalSnapped | Eval::EvalSampleIndex | Eval::EvalCentroid) => 1..2,
        Opcode::Bit(_) => destinations..all,
        Opcode::Double(
            Double::Deq
            | Double::Dge
            | Double::Dlt
            | Double::Dne
            | Double::Ftod
            | Double::Dtoi
            | Double::Dtou
            | Double::Itod
            | Double::Utod,
        ) => 0..0,
        Opcode::Double(_) => destinations..all,
        _ => 0..0,
    }
}
