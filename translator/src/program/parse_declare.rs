//! Declarations from text.
#![allow(clippy::wildcard_enum_match_arm, reason = "the enums are the token format's, which is closed")]

use super::cursor::{Cursor, Parse, literal32};
use super::declaration::{
    Binding, DeclarationKind, GlobalFlag, GlobalFlags, Interpolation, SamplerMode, SystemName, UavFlags, UavKind,
};
use super::literal::Literals;
use super::names::{self, Value};
use super::operand::{Operand, OperandKind, RegisterFile, Selection, Swizzle};
use super::parse_instruction::return_types;
use super::parse_operand::{Place, file, operand};
use super::register::Register;
use super::{Model, ResourceDimension, ReturnType};
use crate::opcode::{Declare, Opcode};

/// Reads a declaration: the whole line, or none if the line is an instruction.
///
/// # Errors
/// A message if it is neither.
pub(super) fn declaration(cursor: &mut Cursor<'_>, model: Model) -> Parse<Option<DeclarationKind>> {
    let at = *cursor;
    let word = cursor.word();
    let mut parser = Parser { cursor: *cursor, model };
    let kind = match word {
        "customdata" => parser.custom_data()?,
        "dcl_immediateConstantBuffer" => parser.immediate_rows()?,
        "dcl_globalFlagsnone" => DeclarationKind::GlobalFlags(GlobalFlags(0)),
        "dcl_interface_dynamicindexed" => parser.interface(true)?,
        _ if word.starts_with("dcl_") => parser.declaration(word)?,
        _ => {
            *cursor = at;
            return Ok(None);
        }
    };
    parser.cursor.end()?;
    Ok(Some(kind))
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    model: Model,
}

impl Parser<'_> {
    fn declaration(&mut self, word: &str) -> Parse<DeclarationKind> {
        let Some(Opcode::Declare(declare)) = Opcode::from_mnemonic(word) else {
            return self.with_suffixes(word);
        };
        match declare {
            Declare::DclGlobalFlags => self.global_flags(),
            Declare::DclTemps => Ok(DeclarationKind::Temps(self.cursor.number()?)),
            Declare::DclIndexableTemp => self.indexable_temp(),
            Declare::DclConstantBuffer => self.constant_buffer(),
            Declare::DclSampler => self.sampler(),
            Declare::DclResourceRaw => {
                let (binding, operand) = self.binding(RegisterFile::Resource)?;
                Ok(DeclarationKind::ResourceRaw { binding: self.space(binding)?, operand })
            }
            Declare::DclResourceStructured => {
                let (binding, operand) = self.binding(RegisterFile::Resource)?;
                let stride = self.next_number()?;
                Ok(DeclarationKind::ResourceStructured { binding: self.space(binding)?, stride, operand })
            }
            Declare::DclResource => self.resource(""),
            Declare::DclInput | Declare::DclInputSgv | Declare::DclInputSiv => {
                let (operand, system) = self.signature(declare)?;
                Ok(DeclarationKind::Input { operand, system, generated: declare == Declare::DclInputSgv })
            }
            Declare::DclInputPs | Declare::DclInputPsSgv | Declare::DclInputPsSiv => {
                let interpolation = self.interpolation()?;
                let (operand, system) = self.signature(declare)?;
                let generated = declare == Declare::DclInputPsSgv;
                Ok(DeclarationKind::InputPs { operand, interpolation, system, generated })
            }
            Declare::DclOutput | Declare::DclOutputSgv | Declare::DclOutputSiv => {
                let (operand, system) = self.signature(declare)?;
                Ok(DeclarationKind::Output { operand, system, generated: declare == Declare::DclOutputSgv })
            }
            Declare::DclIndexRange => {
                Ok(DeclarationKind::IndexRange { operand: self.operand()?, count: self.cursor.number()? })
            }
            Declare::DclFunctionBody => Ok(DeclarationKind::FunctionBody { id: self.named("fb")? }),
            Declare::DclFunctionTable => {
                let id = self.named("ft")?;
                self.cursor.expect("=")?;
                Ok(DeclarationKind::FunctionTable { id, bodies: self.list("fb")? })
            }
            Declare::DclInterface => self.interface(false),
            _ => self.other_stage(declare, word),
        }
    }

    /// Declarations whose first word goes on after the mnemonic: dimensions and flags of views.
    fn with_suffixes(&mut self, word: &str) -> Parse<DeclarationKind> {
        if let Some(dimension) = word.strip_prefix("dcl_resource_") {
            return self.resource(dimension);
        }
        let mut head = word;
        let mut flags = UavFlags::default();
        loop {
            let (rest, flag) = match head.rsplit_once('_') {
                Some((rest, "glc")) => (rest, &mut flags.globally_coherent),
                Some((rest, "opc")) => (rest, &mut flags.has_counter),
                Some((rest, "rov")) => (rest, &mut flags.rasterizer_ordered),
                _ => break,
            };
            *flag = true;
            head = rest;
        }
        match head {
            "dcl_uav_raw" => self.uav(flags, |_| Ok(UavKind::Raw)),
            "dcl_uav_structured" => self.uav(flags, |parser| Ok(UavKind::Structured { stride: parser.next_number()? })),
            _ => match head.strip_prefix("dcl_uav_typed_") {
                Some(dimension) => {
                    let dimension = self.dimension(dimension)?;
                    let return_types = self.types()?;
                    self.uav(flags, |_| Ok(UavKind::Typed { dimension, return_types }))
                }
                None => Err(format!("`{word}` is no declaration")),
            },
        }
    }

    fn operand(&mut self) -> Parse<Operand> {
        operand(&mut self.cursor, Place::Declaration, Literals::Int)
    }

    /// `, 16`.
    fn next_number(&mut self) -> Parse<u32> {
        self.cursor.expect(",")?;
        self.cursor.number()
    }

    /// `fb3`, after its letters.
    fn named(&mut self, name: &str) -> Parse<u32> {
        self.cursor.expect(name)?;
        self.cursor.number()
    }

    /// `{fb0, fb1}`.
    fn list(&mut self, name: &str) -> Parse<Vec<u32>> {
        let mut list = Vec::new();
        self.cursor.expect("{")?;
        while !self.cursor.eat("}") {
            if !list.is_empty() {
                self.cursor.expect(",")?;
            }
            list.push(self.named(name)?);
        }
        Ok(list)
    }

    fn global_flags(&mut self) -> Parse<DeclarationKind> {
        let mut flags = GlobalFlags(0);
        loop {
            let word = self.cursor.word();
            let flag = GlobalFlag::from_name(word).ok_or_else(|| format!("`{word}` is no global flag"))?;
            flags.0 |= 1 << flag.number();
            if !self.cursor.eat("|") {
                return Ok(DeclarationKind::GlobalFlags(flags));
            }
        }
    }

    fn indexable_temp(&mut self) -> Parse<DeclarationKind> {
        let register = self.named("x")?;
        self.cursor.expect("[")?;
        let length = self.cursor.number()?;
        self.cursor.expect("]")?;
        Ok(DeclarationKind::IndexableTemp { register, length, components: self.next_number()? })
    }

    /// The register or range that a declaration binds, without its space, and its operand.
    fn binding(&mut self, expected: RegisterFile) -> Parse<(Binding, Operand)> {
        let found = file(&mut self.cursor)?;
        if found != expected {
            return Err(format!("the declaration takes {}, not {}", expected.name(), found.name()));
        }
        let id = self.cursor.number()?;
        let mut binding = Binding::slot(id);
        if self.model.has_register_spaces() {
            self.cursor.expect("[")?;
            binding.lower = self.cursor.number()?;
            self.cursor.expect(":")?;
            binding.upper = if self.cursor.eat("*") { u32::MAX } else { self.cursor.number()? };
            self.cursor.expect("]")?;
        }
        Ok((binding, declared(found, binding, self.model)))
    }

    fn space(&mut self, mut binding: Binding) -> Parse<Binding> {
        if self.model.has_register_spaces() {
            self.cursor.expect(",")?;
            self.cursor.expect("space=")?;
            binding.space = self.cursor.number()?;
        }
        Ok(binding)
    }

    fn constant_buffer(&mut self) -> Parse<DeclarationKind> {
        let (binding, mut operand) = self.binding(RegisterFile::ConstantBuffer)?;
        self.cursor.expect("[")?;
        let rows = self.cursor.number()?;
        self.cursor.expect("]")?;
        if let OperandKind::Register(register) = &mut operand.kind
            && !self.model.has_register_spaces()
        {
            register.push(rows, None);
        }
        self.cursor.expect(",")?;
        let dynamic_index = match self.cursor.word() {
            "immediateIndexed" => false,
            "dynamicIndexed" => true,
            word => return Err(format!("`{word}` is neither immediateIndexed nor dynamicIndexed")),
        };
        Ok(DeclarationKind::ConstantBuffer { binding: self.space(binding)?, rows, dynamic_index, operand })
    }

    fn sampler(&mut self) -> Parse<DeclarationKind> {
        let (binding, operand) = self.binding(RegisterFile::Sampler)?;
        self.cursor.expect(",")?;
        let word = self.cursor.word();
        let mode = SamplerMode::from_name(word).ok_or_else(|| format!("`{word}` is no sampler mode"))?;
        Ok(DeclarationKind::Sampler { binding: self.space(binding)?, mode, operand })
    }

    fn resource(&mut self, dimension: &str) -> Parse<DeclarationKind> {
        let dimension = self.dimension(dimension)?;
        let mut sample_count = 0;
        if matches!(dimension, ResourceDimension::Texture2DMS | ResourceDimension::Texture2DMSArray) {
            self.cursor.expect("(")?;
            sample_count = self.cursor.number()?;
            self.cursor.expect(")")?;
        }
        if sample_count > 0x7f {
            return Err(format!("the number of samples {sample_count} has more than 7 bits"));
        }
        let return_types = self.types()?;
        let (binding, operand) = self.binding(RegisterFile::Resource)?;
        Ok(DeclarationKind::Resource { binding: self.space(binding)?, dimension, sample_count, return_types, operand })
    }

    fn dimension(&self, word: &str) -> Parse<ResourceDimension> {
        ResourceDimension::from_name(word).ok_or_else(|| format!("`{word}` is no dimension"))
    }

    fn types(&mut self) -> Parse<[ReturnType; 4]> {
        self.cursor.expect("(")?;
        let types = return_types(&mut self.cursor)?;
        self.cursor.expect(")")?;
        Ok(types)
    }

    fn uav(&mut self, flags: UavFlags, kind: impl FnOnce(&mut Self) -> Parse<UavKind>) -> Parse<DeclarationKind> {
        let (binding, operand) = self.binding(RegisterFile::UnorderedAccessView)?;
        let kind = kind(self)?;
        Ok(DeclarationKind::Uav { binding: self.space(binding)?, kind, flags, operand })
    }

    /// An input or output with its system value, which the words ending in `siv` and `sgv` have.
    fn signature(&mut self, declare: Declare) -> Parse<(Operand, Option<SystemName>)> {
        let operand = self.operand()?;
        if matches!(declare, Declare::DclInput | Declare::DclInputPs | Declare::DclOutput) {
            return Ok((operand, None));
        }
        self.cursor.expect(",")?;
        let word = self.cursor.word();
        let system = SystemName::from_name(word).ok_or_else(|| format!("`{word}` is no system value"))?;
        Ok((operand, Some(system)))
    }

    /// The longest mode that comes next: its words stand before the register.
    fn interpolation(&mut self) -> Parse<Interpolation> {
        let longest = Interpolation::ALL
            .iter()
            .filter(|mode| self.cursor.sees(mode.name()))
            .max_by_key(|mode| mode.name().len())
            .ok_or("the interpolation mode is missing")?;
        self.cursor.expect(longest.name())?;
        Ok(*longest)
    }

    fn interface(&mut self, dynamic_index: bool) -> Parse<DeclarationKind> {
        let id = self.named("fp")?;
        let mut size = || {
            self.cursor.expect("[")?;
            let size = self.cursor.number()?;
            self.cursor.expect("]").map(|()| size)
        };
        let (array_length, call_sites) = (size()?, size()?);
        if array_length > 0xffff {
            return Err(format!("the length {array_length} has more than 16 bits"));
        }
        self.cursor.expect("=")?;
        Ok(DeclarationKind::Interface { id, dynamic_index, call_sites, array_length, tables: self.list("ft")? })
    }

    fn other_stage(&mut self, declare: Declare, word: &str) -> Parse<DeclarationKind> {
        let value = match declare {
            Declare::DclUavRaw => return self.uav(UavFlags::default(), |_| Ok(UavKind::Raw)),
            Declare::DclUavStructured => {
                return self
                    .uav(UavFlags::default(), |parser| Ok(UavKind::Structured { stride: parser.next_number()? }));
            }
            Declare::DclStream => return Ok(DeclarationKind::Stream { operand: self.operand()? }),
            Declare::DclThreadGroup => {
                let sizes = [self.cursor.number()?, self.next_number()?, self.next_number()?];
                return Ok(DeclarationKind::ThreadGroup(sizes));
            }
            Declare::DclTgsmRaw => {
                return Ok(DeclarationKind::SharedMemoryRaw { operand: self.operand()?, bytes: self.next_number()? });
            }
            Declare::DclTgsmStructured => {
                let operand = self.operand()?;
                let (stride, count) = (self.next_number()?, self.next_number()?);
                return Ok(DeclarationKind::SharedMemoryStructured { operand, stride, count });
            }
            _ => match names::value(declare) {
                Some(Value::Float) => {
                    self.cursor.expect("l(")?;
                    let bits = literal32(self.cursor.take_while(|character| character != ')'))?;
                    self.cursor.expect(")")?;
                    bits
                }
                Some(Value::Name(names) | Value::NameAndSpace(names)) => {
                    let name = self.cursor.word();
                    names
                        .iter()
                        .find(|&&(_, other)| other == name)
                        .map(|&(number, _)| number)
                        .ok_or_else(|| format!("`{name}` is no value of {word}"))?
                }
                Some(Value::Controls) => match self.cursor.number()? {
                    count if count > 63 => return Err(format!("the count {count} has more than 6 bits")),
                    count => count,
                },
                Some(Value::Dword) => self.cursor.number()?,
                None => return Err(format!("`{word}` is no declaration")),
            },
        };
        Ok(DeclarationKind::OtherStage { opcode: declare, value })
    }

    /// `{ { a, b, c, d}, { ... } }`, on one line.
    fn immediate_rows(&mut self) -> Parse<DeclarationKind> {
        let mut rows = Vec::new();
        self.cursor.expect("{")?;
        while !self.cursor.eat("}") {
            if !rows.is_empty() {
                self.cursor.expect(",")?;
            }
            self.cursor.expect("{")?;
            let mut row = [0; 4];
            for (index, entry) in row.iter_mut().enumerate() {
                if index > 0 {
                    self.cursor.expect(",")?;
                }
                let word = self.cursor.take_while(|character| !matches!(character, ',' | '}'));
                *entry = literal32(word.trim_end())?;
            }
            self.cursor.expect("}")?;
            rows.push(row);
        }
        Ok(DeclarationKind::ImmediateConstantBuffer(rows))
    }

    /// `customdata 4 {0x1, 0x2}`.
    fn custom_data(&mut self) -> Parse<DeclarationKind> {
        let class = self.cursor.number()?;
        if class >= 1 << 21 || class == super::custom_data::IMMEDIATE_CONSTANT_BUFFER {
            return Err(format!("the class {class} is not one of other custom data"));
        }
        Ok(DeclarationKind::CustomData { class, data: self.list("")? })
    }
}

/// The operand of a declaration as compilers write it: its text has no letters.
fn declared(file: RegisterFile, binding: Binding, model: Model) -> Operand {
    let spaces = model.has_register_spaces();
    let numbers = [binding.id, binding.lower, binding.upper];
    let register = Register::numbered(file, if spaces { &numbers } else { &numbers[..1] });
    let has_letters = spaces || file == RegisterFile::ConstantBuffer;
    let selection = if has_letters { Selection::swizzled(Swizzle::IDENTITY) } else { Selection::NONE };
    Operand::new(OperandKind::Register(register), selection)
}
