//! [`Program`] to tokens: the reverse of the decoder.
#![allow(clippy::wildcard_enum_match_arm, reason = "the enums are the token format's, which is closed")]

use super::declaration::{Binding, Declaration, DeclarationKind, SystemName, UavFlags, UavKind};
use super::names::{self, Value};
use super::operand::{MinPrecision, Modifier, Operand, OperandKind, Selection};
use super::register::Relative;
use super::token::{self, CONTROLS_SHIFT, EXTENDED, LENGTH_SHIFT, OperandModifiers, operand_type};
use super::{InfoReturn, Instruction, Item, Model, Opcode, Program, SyncFlags, Test, UavFence, custom_data};
use crate::error::{Error, Result};
use crate::limits;
use crate::opcode::{Declare, Flag, Role, Texture};

/// The tokens of a program, as the data of an SHDR or SHEX chunk.
///
/// # Errors
/// `Limit` if an instruction needs more dwords than its length field can say or the program more than a
/// decoder takes.
pub fn encode(program: &Program) -> Result<Vec<u8>> {
    let mut encoder =
        Encoder { words: vec![token::write_version(program.stage, program.model), 0], model: program.model };
    for item in program.items.iter() {
        match item {
            Item::Declaration(declaration) => encoder
                .declaration(declaration)
                .map_err(|error| error.at_offset(declaration.offset).at_opcode(declaration.kind.opcode().mnemonic()))?,
            Item::Instruction(instruction) => encoder.instruction(&instruction).map_err(|error| {
                error.at_offset(instruction.offset).at_instruction(instruction.number, instruction.opcode.mnemonic())
            })?,
        }
    }
    let length = encoder.words.len();
    if length > limits::PROGRAM_DWORDS {
        return Err(Error::limit(
            0,
            format!("the program has {length} dwords, and the most is {}", limits::PROGRAM_DWORDS),
        ));
    }
    if let (Some(word), Ok(length)) = (encoder.words.get_mut(1), u32::try_from(length)) {
        *word = length;
    }
    Ok(encoder.words.iter().flat_map(|word| word.to_le_bytes()).collect())
}

struct Encoder {
    words: Vec<u32>,
    model: Model,
}

impl Encoder {
    fn push(&mut self, word: u32) {
        self.words.push(word);
    }

    /// Writes the length of the instruction that starts at `start` into its opcode token.
    fn close(&mut self, start: usize) -> Result<()> {
        let length = self.words.len().saturating_sub(start);
        let most = usize::try_from(limits::INSTRUCTION_DWORDS).unwrap_or(0);
        match (self.words.get_mut(start), u32::try_from(length)) {
            (Some(word), Ok(dwords)) if length <= most => {
                *word |= dwords << LENGTH_SHIFT;
                Ok(())
            }
            _ => Err(Error::limit(0, format!("the instruction has {length} dwords, and the most is {most}"))),
        }
    }

    fn instruction(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let start = self.words.len();
        let controls = controls(instruction);
        let extended = [
            instruction.texel_offset.map(token::write_texel_offset),
            instruction.resource.map(token::write_resource_hint),
            instruction
                .return_types
                .map(|types| token::extended_opcode::RESOURCE_RETURN_TYPE | token::write_return_types(types) << 6),
        ];
        self.push(u32::from(instruction.opcode.number()) | controls);
        for word in extended.into_iter().flatten() {
            if let Some(last) = self.words.last_mut() {
                *last |= EXTENDED;
            }
            self.push(word);
        }
        for (operand, role) in instruction.operands.iter().zip(instruction.opcode.info().roles) {
            match (role, &operand.kind) {
                (Role::CallSite, OperandKind::Immediate32([number, ..])) => self.push(*number),
                _ => self.operand(operand),
            }
        }
        if let Some(stray) = instruction.stray {
            self.push(stray);
        }
        self.close(start)
    }

    fn operand(&mut self, operand: &Operand) {
        let modifiers = OperandModifiers {
            modifier: operand.modifier,
            min_precision: operand.min_precision,
            non_uniform: operand.non_uniform,
        };
        let extended = modifiers.modifier != Modifier::None
            || modifiers.min_precision != MinPrecision::Default
            || modifiers.non_uniform;
        let mut word = if extended { EXTENDED } else { 0 };
        let scalar = operand.selection == Selection::SCALAR;
        match &operand.kind {
            OperandKind::Immediate32(_) => word |= operand_type::IMMEDIATE32 << 12 | if scalar { 1 } else { 2 },
            OperandKind::Immediate64(_) => word |= operand_type::IMMEDIATE64 << 12 | 2,
            OperandKind::Register(register) => {
                let indices = register.indices();
                word |= register.file.number() << 12 | token::write_selection(operand.selection);
                word |= u32::try_from(indices.len()).unwrap_or(0) << 20;
                for (index, shift) in indices.iter().zip([22, 25, 28]) {
                    let form = match index.relative {
                        None => 0,
                        Some(Relative { spelt_immediate: false, .. }) if index.immediate == 0 => 2,
                        Some(_) => 3,
                    };
                    word |= form << shift;
                }
            }
        }
        self.push(word);
        if extended {
            self.push(token::write_operand_modifiers(modifiers));
        }
        self.operand_data(&operand.kind, scalar);
    }

    fn operand_data(&mut self, kind: &OperandKind, scalar: bool) {
        match kind {
            OperandKind::Immediate32(values) => {
                self.words.extend(values.iter().take(if scalar { 1 } else { 4 }));
            }
            OperandKind::Immediate64(values) => {
                self.words.extend(values.iter().flat_map(|&value| dwords(value)));
            }
            OperandKind::Register(register) => {
                for index in register.indices().iter() {
                    if index.relative.is_none_or(|relative| relative.spelt_immediate) || index.immediate != 0 {
                        self.push(index.immediate);
                    }
                    if let Some(relative) = index.relative {
                        self.operand(&relative.operand);
                    }
                }
            }
        }
    }

    fn declaration(&mut self, declaration: &Declaration) -> Result<()> {
        let kind = &declaration.kind;
        match kind {
            DeclarationKind::ImmediateConstantBuffer(rows) => {
                let data: Vec<u32> = rows.iter().flatten().copied().collect();
                return self.custom_data(custom_data::IMMEDIATE_CONSTANT_BUFFER, &data);
            }
            DeclarationKind::CustomData { class, data } => return self.custom_data(*class, data),
            DeclarationKind::FunctionTable { .. } | DeclarationKind::Interface { .. } => return self.interface(kind),
            _ => {}
        }
        let start = self.words.len();
        self.push(u32::from(kind.opcode().number()) | declaration_controls(kind));
        match kind {
            DeclarationKind::ConstantBuffer { .. }
            | DeclarationKind::Sampler { .. }
            | DeclarationKind::Resource { .. }
            | DeclarationKind::ResourceRaw { .. }
            | DeclarationKind::ResourceStructured { .. }
            | DeclarationKind::Uav { .. } => self.bound(kind),
            DeclarationKind::Input { operand, system, .. }
            | DeclarationKind::InputPs { operand, system, .. }
            | DeclarationKind::Output { operand, system, .. } => {
                self.operand(operand);
                self.words.extend(system.map(SystemName::number));
            }
            DeclarationKind::IndexRange { operand, count } => {
                self.operand(operand);
                self.push(*count);
            }
            DeclarationKind::SharedMemoryRaw { operand, bytes } => {
                self.operand(operand);
                self.push(*bytes);
            }
            DeclarationKind::SharedMemoryStructured { operand, stride, count } => {
                self.operand(operand);
                self.words.extend([*stride, *count]);
            }
            DeclarationKind::Stream { operand } => self.operand(operand),
            DeclarationKind::Temps(value) | DeclarationKind::FunctionBody { id: value } => self.push(*value),
            DeclarationKind::IndexableTemp { register, length, components } => {
                self.words.extend([*register, *length, *components]);
            }
            DeclarationKind::ThreadGroup(sizes) => self.words.extend(sizes),
            DeclarationKind::OtherStage { opcode, value } => {
                if matches!(names::value(*opcode), Some(Value::Dword | Value::Float)) {
                    self.push(*value);
                }
            }
            _ => {}
        }
        self.close(start)
    }

    fn bound(&mut self, kind: &DeclarationKind) {
        match kind {
            DeclarationKind::ConstantBuffer { binding, rows, operand, .. } => {
                self.operand(operand);
                if self.model.has_register_spaces() {
                    self.push(*rows);
                }
                self.space(*binding);
            }
            DeclarationKind::Sampler { binding, operand, .. } | DeclarationKind::ResourceRaw { binding, operand } => {
                self.operand(operand);
                self.space(*binding);
            }
            DeclarationKind::Resource { binding, return_types, operand, .. } => {
                self.operand(operand);
                self.push(token::write_return_types(*return_types));
                self.space(*binding);
            }
            DeclarationKind::ResourceStructured { binding, stride, operand } => {
                self.operand(operand);
                self.push(*stride);
                self.space(*binding);
            }
            DeclarationKind::Uav { binding, kind, operand, .. } => {
                self.operand(operand);
                match kind {
                    UavKind::Typed { return_types, .. } => self.push(token::write_return_types(*return_types)),
                    UavKind::Raw => {}
                    UavKind::Structured { stride } => self.push(*stride),
                }
                self.space(*binding);
            }
            _ => {}
        }
    }

    fn space(&mut self, binding: Binding) {
        if self.model.has_register_spaces() {
            self.push(binding.space);
        }
    }

    fn custom_data(&mut self, class: u32, data: &[u32]) -> Result<()> {
        let Ok(length) = u32::try_from(data.len().saturating_add(2)) else {
            return Err(Error::limit(0, "the custom data are longer than their length can say"));
        };
        self.push(u32::from(Opcode::Declare(Declare::CustomData).number()) | class << CONTROLS_SHIFT);
        self.push(length);
        self.words.extend(data);
        Ok(())
    }

    /// Function tables and interfaces, whose length may need a dword of its own.
    fn interface(&mut self, kind: &DeclarationKind) -> Result<()> {
        let mut data = Vec::new();
        match kind {
            DeclarationKind::FunctionTable { id, bodies } => {
                data.extend([*id, count(bodies, u32::MAX)?]);
                data.extend(bodies);
            }
            DeclarationKind::Interface { id, call_sites, array_length, tables, .. } => {
                data.extend([*id, *call_sites, count(tables, 0xffff)? | array_length << 16]);
                data.extend(tables);
            }
            _ => {}
        }
        let opcode = u32::from(kind.opcode().number()) | declaration_controls(kind);
        let start = self.words.len();
        if data.len() < usize::try_from(limits::INSTRUCTION_DWORDS).unwrap_or(0) {
            self.push(opcode);
            self.words.extend(data);
            return self.close(start);
        }
        self.push(opcode | EXTENDED);
        self.push(count(&data, u32::MAX - 2)? + 2);
        self.words.extend(data);
        Ok(())
    }
}

fn count(list: &[u32], most: u32) -> Result<u32> {
    u32::try_from(list.len())
        .ok()
        .filter(|&count| count <= most)
        .ok_or_else(|| Error::limit(0, format!("the list of {} numbers is longer than its count can say", list.len())))
}

/// The two dwords of a 64-bit literal, low one first.
fn dwords(value: u64) -> [u32; 2] {
    let [a, b, c, d, e, f, g, h] = value.to_le_bytes();
    [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]
}

/// The bits 11 to 23 of an instruction's opcode token.
fn controls(instruction: &Instruction<'_>) -> u32 {
    let mut controls = u32::from(instruction.precise.bits()) << token::PRECISE_SHIFT;
    if instruction.saturate {
        controls |= token::SATURATE;
    }
    if instruction.opcode.info().flag == Flag::Test && instruction.test == Test::NonZero {
        controls |= token::TEST_NONZERO;
    }
    let low = match (instruction.opcode, instruction.info_return) {
        (_, InfoReturn::Float) => 0,
        (Opcode::Texture(Texture::Sampleinfo), InfoReturn::Uint) | (_, InfoReturn::ReciprocalFloat) => 1,
        (_, InfoReturn::Uint) => 2,
    };
    controls | (low | sync_controls(instruction.sync)) << CONTROLS_SHIFT
}

fn sync_controls(sync: Option<SyncFlags>) -> u32 {
    let Some(flags) = sync else { return 0 };
    let uav = match flags.uav {
        None => 0,
        Some(UavFence::Group) => 4,
        Some(UavFence::Global) => 8,
    };
    u32::from(flags.threads) | u32::from(flags.shared_memory) << 1 | uav
}

/// The bits from 11 on of a declaration's opcode token.
fn declaration_controls(kind: &DeclarationKind) -> u32 {
    match kind {
        DeclarationKind::GlobalFlags(flags) => u32::from(flags.0) << CONTROLS_SHIFT,
        DeclarationKind::ConstantBuffer { dynamic_index, .. } | DeclarationKind::Interface { dynamic_index, .. } => {
            u32::from(*dynamic_index) << CONTROLS_SHIFT
        }
        DeclarationKind::Sampler { mode, .. } => mode.number() << CONTROLS_SHIFT,
        DeclarationKind::Resource { dimension, sample_count, .. } => {
            dimension.number() << CONTROLS_SHIFT | sample_count << 16
        }
        DeclarationKind::Uav { kind, flags, .. } => uav_controls(*kind, *flags),
        DeclarationKind::InputPs { interpolation, .. } => interpolation.number() << CONTROLS_SHIFT,
        DeclarationKind::OtherStage { opcode, value } => match names::value(*opcode) {
            Some(Value::Controls | Value::Name(_) | Value::NameAndSpace(_)) => value << CONTROLS_SHIFT,
            Some(Value::Dword | Value::Float) | None => 0,
        },
        _ => 0,
    }
}

fn uav_controls(kind: UavKind, flags: UavFlags) -> u32 {
    let dimension = match kind {
        UavKind::Typed { dimension, .. } => dimension.number(),
        UavKind::Raw | UavKind::Structured { .. } => 0,
    };
    dimension << CONTROLS_SHIFT
        | u32::from(flags.globally_coherent) << 16
        | u32::from(flags.rasterizer_ordered) << 17
        | u32::from(flags.has_counter) << 23
}
