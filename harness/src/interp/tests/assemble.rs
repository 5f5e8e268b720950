//! Builds programs for the tests from a line an instruction, in the spelling of the assembly listing.
//!
//! Declarations: `dcl_temps N`, `dcl_indexableTemp x0[4]`, `dcl_constantbuffer cb0[4]`, `dcl_indexrange v1 3`,
//! `dcl_input_ps constant v1`, `dcl_output oDepth`, `icb a b c d` (a row). With model 5.1: `dcl_constantbuffer cb0[4] 2 5
//! 1` and `dcl_resource t0 2 5 1` (lower, upper, space).

use dxbc_translator::opcode::{Opcode, Role};
use dxbc_translator::program::declaration::{Binding, Interpolation};
use dxbc_translator::program::operand::Selection;
use dxbc_translator::program::{
    Component, Declaration, DeclarationKind, InfoReturn, Items, Model, Modifier, Operand, OperandKind, Operation,
    Program, Register, RegisterFile, Relative, ResourceDimension, ReturnType, Stage, Swizzle, Test, TexelOffset,
    WriteMask,
};

/// A program of model 5.0.
pub(super) fn program(stage: Stage, text: &str) -> Program {
    with_model(stage, Model { major: 5, minor: 0 }, text)
}

/// A program of any model.
pub(super) fn with_model(stage: Stage, model: Model, text: &str) -> Program {
    let lines = text.lines().flat_map(|line| line.split(';')).map(str::trim).filter(|line| !line.is_empty());
    let (rows, lines): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with("icb "));
    let mut items = Items::new();
    let mut declare = |kind| items.push_declaration(Declaration { offset: 0, kind });
    if !rows.is_empty() {
        declare(DeclarationKind::ImmediateConstantBuffer(rows.into_iter().map(immediates).collect()));
    }
    let (declarations, instructions): (Vec<&str>, Vec<&str>) = lines.iter().partition(|line| line.starts_with("dcl_"));
    declarations.into_iter().map(declaration).for_each(&mut declare);
    for (line, number) in instructions.into_iter().zip(0..) {
        let (operation, operands) = instruction(line, number);
        items.push_instruction(operation, operands);
    }
    Program { stage, model, items }
}

fn immediates(row: &str) -> [u32; 4] {
    let values: Vec<u32> = row.split_whitespace().skip(1).map(literal).collect();
    [values[0], values[1], values[2], values[3]]
}

fn declaration(line: &str) -> DeclarationKind {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |word: &str| word.parse::<u32>().unwrap();
    let bracketed = |word: &str| {
        let (name, rest) = word.split_once('[').unwrap();
        let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        (number(digits), number(rest.trim_end_matches(']')))
    };
    let binding = |id: u32, words: &[&str]| match words {
        [lower, upper, space] => Binding { id, lower: number(lower), upper: number(upper), space: number(space) },
        _ => Binding::slot(id),
    };
    match words[0] {
        "dcl_temps" => DeclarationKind::Temps(number(words[1])),
        "dcl_indexableTemp" => {
            let (register, length) = bracketed(words[1]);
            DeclarationKind::IndexableTemp { register, length, components: 4 }
        }
        "dcl_constantbuffer" => {
            let (id, rows) = bracketed(words[1]);
            let operand = source("cb0[0].xyzw");
            DeclarationKind::ConstantBuffer { binding: binding(id, &words[2..]), rows, dynamic_index: true, operand }
        }
        "dcl_resource" => DeclarationKind::Resource {
            binding: binding(number(&words[1][1..]), &words[2..]),
            dimension: ResourceDimension::Texture2D,
            sample_count: 0,
            return_types: [ReturnType::Float; 4],
            operand: source("t0"),
        },
        "dcl_indexrange" => {
            DeclarationKind::IndexRange { operand: dest(&format!("{}.xyzw", words[1])), count: number(words[2]) }
        }
        "dcl_input_ps" => DeclarationKind::InputPs {
            operand: dest(&format!("{}.xyzw", words[2])),
            interpolation: if words[1] == "constant" { Interpolation::Constant } else { Interpolation::Linear },
            system: None,
            generated: false,
        },
        "dcl_output" => DeclarationKind::Output { operand: dest(words[1]), system: None, generated: false },
        other => panic!("{other}"),
    }
}

fn instruction(line: &str, number: u32) -> (Operation, Vec<Operand>) {
    let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
    let (name, offset) = match head.split_once('(') {
        Some((name, offset)) => (name, Some(offset.trim_end_matches(')'))),
        None => (head, None),
    };
    let mut operation = Operation {
        opcode: Opcode::from_number(0).unwrap(),
        offset: 0,
        number,
        saturate: false,
        precise: WriteMask::NONE,
        test: Test::NonZero,
        info_return: InfoReturn::Float,
        sync: None,
        texel_offset: offset.map(|offset| {
            let parts: Vec<i8> = offset.split(',').map(|part| part.trim().parse().unwrap()).collect();
            TexelOffset { u: parts[0], v: parts[1], w: parts[2] }
        }),
        resource: None,
        return_types: None,
        stray: None,
    };
    operation.opcode = opcode(name, &mut operation);
    let roles = operation.opcode.info().roles;
    let operands = roles.iter().zip(split(rest)).map(|(role, text)| {
        let writes = matches!(role, Role::Dst(_) | Role::Status);
        if writes { dest(text) } else { source(text) }
    });
    let operands: Vec<Operand> = operands.collect();
    assert_eq!(operands.len(), roles.len(), "{line}");
    (operation, operands)
}

/// The opcode of a mnemonic; its suffixes go into the operation.
fn opcode(name: &str, operation: &mut Operation) -> Opcode {
    let find = |name: &str| Opcode::all().iter().find(|info| info.mnemonic == name).map(|info| info.opcode);
    if let Some(opcode) = find(name) {
        return opcode;
    }
    let (base, suffix) = name.rsplit_once('_').unwrap_or_else(|| panic!("{name}"));
    match suffix {
        "sat" => operation.saturate = true,
        "z" => operation.test = Test::Zero,
        "nz" => operation.test = Test::NonZero,
        "uint" => operation.info_return = InfoReturn::Uint,
        "rcpFloat" => operation.info_return = InfoReturn::ReciprocalFloat,
        _ => panic!("{name}"),
    }
    find(base).unwrap_or_else(|| panic!("{name}"))
}

/// Operands between commas that no bracket holds.
fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (position, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..position].trim());
                start = position + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// Bits of a number: a float if it has a point, else an integer.
fn literal(text: &str) -> u32 {
    let text = text.trim();
    if let Some(digits) = text.strip_prefix("0x") {
        u32::from_str_radix(digits, 16).unwrap()
    } else if text.contains('.') {
        text.parse::<f32>().unwrap().to_bits()
    } else {
        text.parse::<i64>().unwrap() as u32
    }
}

fn operand(kind: OperandKind, selection: Selection, modifier: Modifier) -> Operand {
    Operand { modifier, ..Operand::new(kind, selection) }
}

fn component(letter: char) -> Component {
    Component::from_bits("xyzw".find(letter).unwrap() as u32)
}

fn source(text: &str) -> Operand {
    let (negate, rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (absolute, rest) = match rest.strip_prefix('|') {
        Some(rest) => (true, rest.strip_suffix('|').unwrap()),
        None => (false, rest),
    };
    let modifier = match (absolute, negate) {
        (false, false) => Modifier::None,
        (false, true) => Modifier::Negate,
        (true, false) => Modifier::Absolute,
        (true, true) => Modifier::AbsoluteNegate,
    };
    if let Some(list) = rest.strip_prefix("l(") {
        let values: Vec<u32> = list.trim_end_matches(')').split(',').map(literal).collect();
        return match values[..] {
            [value] => operand(OperandKind::Immediate32([value; 4]), Selection::SCALAR, modifier),
            [x, y, z, w] => {
                let swizzle = Selection::swizzled(Swizzle::IDENTITY);
                operand(OperandKind::Immediate32([x, y, z, w]), swizzle, modifier)
            }
            _ => panic!("{text}"),
        };
    }
    if let Some(list) = rest.strip_prefix("d(") {
        let values: Vec<f64> = list.trim_end_matches(')').split(',').map(|v| v.trim().parse().unwrap()).collect();
        let bits = [values[0].to_bits(), values[1].to_bits()];
        return operand(OperandKind::Immediate64(bits), Selection::swizzled(Swizzle::IDENTITY), modifier);
    }
    let (register, letters) = selection_of(rest);
    let selection = match letters.len() {
        0 => Selection::NONE,
        1 => Selection::component(component(letters.chars().next().unwrap())),
        _ => {
            let all: Vec<Component> = letters.chars().map(component).collect();
            let at = |lane: usize| *all.get(lane).unwrap_or(all.last().unwrap());
            Selection::swizzled(Swizzle::new([at(0), at(1), at(2), at(3)]))
        }
    };
    operand(register_kind(register), selection, modifier)
}

fn dest(text: &str) -> Operand {
    let (register, letters) = selection_of(text);
    let mask = letters.chars().fold(0, |mask, letter| mask | 1 << component(letter) as u32);
    let selection = match (register, letters) {
        ("null", _) => Selection::NONE,
        (_, "") => Selection::SCALAR,
        _ => Selection::masked(WriteMask::from_bits(mask)),
    };
    operand(register_kind(register), selection, Modifier::None)
}

/// The register and the letters after its point; a point within brackets is an index's.
fn selection_of(text: &str) -> (&str, &str) {
    match text.rsplit_once('.') {
        Some((register, letters)) if !letters.contains(']') => (register, letters),
        _ => (text, ""),
    }
}

fn register_kind(text: &str) -> OperandKind {
    let name_end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (name, mut rest) = text.split_at(name_end);
    let file = (0..43)
        .filter_map(RegisterFile::from_number)
        .find(|file| file.name() == name)
        .unwrap_or_else(|| panic!("{text}"));
    let mut register = Register::new(file);
    let digits_end = rest.find('[').unwrap_or(rest.len());
    if digits_end > 0 {
        register.push(rest[..digits_end].parse().unwrap(), None);
    }
    rest = &rest[digits_end..];
    while let Some(inner) = rest.strip_prefix('[') {
        let end = closing(inner);
        let (immediate, relative) = index(&inner[..end]);
        register.push(immediate, relative);
        rest = &inner[end + 1..];
    }
    OperandKind::Register(register)
}

fn closing(text: &str) -> usize {
    let mut depth = 0;
    text.char_indices()
        .find(|&(_, c)| {
            depth += i32::from(c == '[') - i32::from(c == ']');
            depth < 0
        })
        .unwrap()
        .0
}

fn index(text: &str) -> (u32, Option<Relative>) {
    let (mut immediate, mut relative) = (0, None);
    for part in text.split('+').map(str::trim) {
        match part.parse::<u32>() {
            Ok(number) => immediate = number,
            Err(_) => relative = Some(Relative { operand: source(part), spelt_immediate: true }),
        }
    }
    (immediate, relative)
}
