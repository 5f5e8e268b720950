//! What a program must keep to beyond the format of its tokens.
//!
//! After the checks the flow is well nested ([`super::check_flow`]), every operand fits its role and has the
//! indices of its register file, and every register number is within the bounds of Direct3D. Registers that
//! are not declared, and opcodes that the stage or model does not have, are warnings: real content has both.
#![allow(clippy::wildcard_enum_match_arm, reason = "the enums are the token format's, which is closed")]

use std::collections::BTreeMap;

use super::check_flow::Flow;
use super::check_operand::{self, Writable};
use super::declaration::{Binding, DeclarationKind, GlobalFlag};
use super::operand::{Operand, OperandKind, RegisterFile};
use super::register::{Index, Relative};
use super::register_set::RegisterSet;
use super::words::Warnings;
use super::{Declaration, Instruction, Item, Program, Stage};
use crate::error::{Error, Location, Result};
use crate::limits;
use crate::opcode::{Info, Opcode, Role, Stage as StageOpcode, Stages};

/// Checks a program and collects what is odd about it.
///
/// # Errors
/// `Malformed` if the program breaks a rule that lowering and the interpreter rely on, `Limit` if a count or
/// register number is beyond the bounds of Direct3D.
pub(super) fn check(program: &Program, warnings: &mut Warnings) -> Result<()> {
    let model = program.model.major * 10 + program.model.minor;
    let (declared, reported) = (Declared::default(), RegisterSet::default());
    let mut checker = Checker { program, model, warnings, declared, reported };
    let mut flow = Flow::default();
    for item in program.items.iter() {
        match item {
            Item::Declaration(declaration) => checker.declaration(declaration)?,
            Item::Instruction(instruction) => {
                let place = |error: Error| {
                    let opcode = instruction.opcode.mnemonic();
                    error.at_offset(instruction.offset).at_instruction(instruction.number, opcode)
                };
                checker.instruction(&instruction).map_err(place)?;
                flow.instruction(&instruction).map_err(place)?;
            }
        }
    }
    flow.end(checker.warnings)
}

/// Registers that are declared so far.
#[derive(Debug, Default)]
struct Declared {
    temps: u32,
    /// Length of each `x#`.
    arrays: BTreeMap<u32, u32>,
    array_elements: u32,
    /// Constant buffers, samplers, resources and views by slot (below 5.1), `v#`, `o#` and the registers without a
    /// number; the temporaries among the lowest numbers too. All are within their bounds.
    registers: RegisterSet,
    /// Constant buffers, samplers, resources and views, where an id stands for a range (5.1).
    ranges: BTreeMap<(RegisterFile, u32), Binding>,
    immediate_rows: u32,
    raw_and_structured: bool,
}

struct Checker<'a> {
    program: &'a Program,
    /// The shader model as the table of opcodes writes it.
    model: u8,
    warnings: &'a mut Warnings,
    declared: Declared,
    /// What an undeclared register was reported for.
    reported: RegisterSet,
}

impl Checker<'_> {
    fn declaration(&mut self, declaration: &Declaration) -> Result<()> {
        let offset = declaration.offset;
        let place = |error: Error| error.at_offset(offset).at_opcode(declaration.kind.opcode().mnemonic());
        match &declaration.kind {
            DeclarationKind::GlobalFlags(flags) => {
                self.declared.raw_and_structured = flags.has(GlobalFlag::EnableRawAndStructuredBuffers);
            }
            DeclarationKind::Temps(count) => {
                self.declare_temps(*count, offset).map_err(place)?;
            }
            &DeclarationKind::IndexableTemp { register, length, components } => {
                self.indexable_temp(register, length, components, offset).map_err(place)?;
            }
            DeclarationKind::ConstantBuffer { binding, rows, operand, .. } => {
                bound(offset, *rows, limits::CONSTANT_BUFFER_ROWS, "rows").map_err(place)?;
                self.bind(*binding, operand, offset).map_err(place)?;
            }
            DeclarationKind::Sampler { binding, operand, .. }
            | DeclarationKind::Resource { binding, operand, .. }
            | DeclarationKind::ResourceRaw { binding, operand }
            | DeclarationKind::ResourceStructured { binding, operand, .. }
            | DeclarationKind::Uav { binding, operand, .. } => self.bind(*binding, operand, offset).map_err(place)?,
            DeclarationKind::Input { operand, .. }
            | DeclarationKind::InputPs { operand, .. }
            | DeclarationKind::Output { operand, .. }
            | DeclarationKind::IndexRange { operand, .. } => {
                self.signature_register(operand, offset).map_err(place)?;
            }
            DeclarationKind::ImmediateConstantBuffer(rows) => {
                self.declared.immediate_rows = u32::try_from(rows.len()).unwrap_or(u32::MAX);
            }
            DeclarationKind::CustomData { .. }
            | DeclarationKind::FunctionBody { .. }
            | DeclarationKind::FunctionTable { .. }
            | DeclarationKind::Interface { .. }
            | DeclarationKind::SharedMemoryRaw { .. }
            | DeclarationKind::SharedMemoryStructured { .. }
            | DeclarationKind::ThreadGroup(_)
            | DeclarationKind::Stream { .. }
            | DeclarationKind::OtherStage { .. } => {}
        }
        Ok(())
    }

    fn declare_temps(&mut self, count: u32, offset: u32) -> Result<()> {
        self.declared.temps = count;
        self.declared.registers.hold_first(RegisterFile::Temp, count);
        self.bound_temps(offset)
    }

    fn bound_temps(&self, offset: u32) -> Result<()> {
        let sum = self.declared.temps.saturating_add(self.declared.array_elements);
        bound(offset, sum, limits::TEMPS, "temporary registers")
    }

    fn indexable_temp(&mut self, register: u32, length: u32, components: u32, offset: u32) -> Result<()> {
        if !(1..=4).contains(&components) {
            return Err(Error::malformed(offset, format!("the indexable temp has {components} components")));
        }
        if length == 0 {
            return Err(Error::malformed(offset, "the indexable temp has no element"));
        }
        self.bound_number(RegisterFile::IndexableTemp, register, offset)?;
        self.declared.array_elements = self.declared.array_elements.saturating_add(length);
        if self.declared.arrays.insert(register, length).is_some() {
            return Err(Error::malformed(offset, format!("x{register} is declared twice")));
        }
        self.bound_temps(offset)
    }

    fn bind(&mut self, binding: Binding, operand: &Operand, offset: u32) -> Result<()> {
        let Some(file) = operand.file() else {
            return Err(Error::malformed(offset, "the declaration names a literal"));
        };
        if binding.upper < binding.lower {
            let message = format!("the range ends at {}, before its start {}", binding.upper, binding.lower);
            return Err(Error::malformed(offset, message));
        }
        self.bound_number(file, binding.id, offset)?;
        let is_new = if self.program.model.has_register_spaces() {
            self.declared.ranges.insert((file, binding.id), binding).is_none()
        } else {
            self.declared.registers.insert(file, binding.id)
        };
        if !is_new {
            let message = format!("{}{} is declared twice", file.name(), binding.id);
            self.warnings.push(Location::at(offset), message);
        }
        Ok(())
    }

    /// The register of a `dcl_input` or `dcl_output`; the last index is its number.
    fn signature_register(&mut self, operand: &Operand, offset: u32) -> Result<()> {
        let Some(file) = operand.file() else {
            return Err(Error::malformed(offset, "the declaration names a literal"));
        };
        if operand.indices().iter().any(|index| index.relative.is_some()) {
            return Err(Error::malformed(offset, "the declaration names its register by another register"));
        }
        let number = operand.indices().last().map_or(0, |index| index.immediate);
        self.bound_number(file, number, offset)?;
        self.declared.registers.insert(file, number);
        Ok(())
    }

    fn instruction(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let info = instruction.opcode.info();
        self.fitness(instruction, info);
        if matches!(
            instruction.opcode,
            Opcode::Stage(StageOpcode::HsControlPointPhase | StageOpcode::HsForkPhase | StageOpcode::HsJoinPhase)
        ) {
            self.declared.temps = 0;
            self.declared.registers.hold_first(RegisterFile::Temp, 0);
            self.declared.arrays.clear();
            self.declared.array_elements = 0;
        }
        for (number, (operand, &role)) in instruction.operands.iter().zip(info.roles).enumerate() {
            if self.is_plain(operand, role) {
                continue;
            }
            let writable = check_operand::fits(operand, role, instruction.offset)?;
            check_operand::shape(operand, self.program, instruction.offset)?;
            self.register(operand, writable, instruction)?;
            if check_operand::is_masked_source(operand, role) {
                self.warn(instruction, format!("operand {} is read and has a mask: taken as xyzw", number + 1));
            }
            for index in operand.indices().iter() {
                if let Some(Relative { operand, .. }) = index.relative {
                    check_operand::address(operand, instruction.offset)?;
                    check_operand::shape(operand, self.program, instruction.offset)?;
                    self.register(operand, Writable::No, instruction)?;
                }
            }
        }
        Ok(())
    }

    /// Whether an operand is what nearly all are and needs no other look: a literal, or a declared register with nothing
    /// but numbers for indices.
    #[inline]
    fn is_plain(&self, operand: &Operand, role: Role) -> bool {
        let register = match &operand.kind {
            OperandKind::Register(register) => register,
            OperandKind::Immediate32(_) => return check_operand::takes_literals(role),
            OperandKind::Immediate64(_) => return false,
        };
        let (file, indices) = (register.file, register.indices());
        check_operand::is_usual(file, operand.selection, role)
            && register.is_fixed()
            && indices.len() == check_operand::usual_index_count(file)
            && self.declared.registers.contains(file, indices.first().map_or(0, |index| index.immediate))
    }

    fn fitness(&mut self, instruction: &Instruction<'_>, info: &Info) {
        let model = self.program.model;
        if info.first_model > self.model && !self.declared.raw_and_structured {
            let (major, minor) = (info.first_model / 10, info.first_model % 10);
            let message = format!(
                "the instruction needs shader model {major}.{minor}, the program has {}.{}",
                model.major, model.minor
            );
            self.warn(instruction, message);
        }
        let stage = self.program.stage;
        let fits = match info.stages {
            Stages::Any => true,
            Stages::Pixel => stage == Stage::Pixel,
            Stages::Geometry => stage == Stage::Geometry,
            Stages::Hull => stage == Stage::Hull,
            Stages::Compute => stage == Stage::Compute,
            Stages::Tessellation => matches!(stage, Stage::Hull | Stage::Domain),
        };
        if !fits {
            self.warn(instruction, format!("the instruction is not one of the stage {}", stage.prefix()));
        }
    }

    fn warn(&mut self, instruction: &Instruction<'_>, message: String) {
        let at = Location {
            offset: Some(instruction.offset),
            chunk: None,
            instruction: Some(instruction.number),
            opcode: Some(instruction.opcode.mnemonic()),
        };
        self.warnings.push(at, message);
    }

    /// Bounds and declaration of the register that an operand names.
    fn register(&mut self, operand: &Operand, writable: Writable, instruction: &Instruction<'_>) -> Result<()> {
        let Some(register) = operand.register() else { return Ok(()) };
        let (file, indices) = (register.file, register.indices());
        let number = indices.first().map_or(0, |index| index.immediate);
        let indexed = indices.first().is_some_and(|index| index.relative.is_some());
        let offset = instruction.offset;
        let is_declared = match file {
            RegisterFile::Temp => {
                self.bound_number(file, number, offset)?;
                number < self.declared.temps
            }
            RegisterFile::IndexableTemp => {
                let Some(&length) = self.declared.arrays.get(&number) else {
                    return Err(Error::malformed(offset, format!("x{number} is not declared")));
                };
                if let Some(element) = indices.get(1).and_then(Index::as_immediate)
                    && element >= length
                {
                    let outcome = if writable == Writable::Yes { "is not written" } else { "reads 0" };
                    self.warn(instruction, format!("x{number}[{element}] is past the {length} elements and {outcome}"));
                }
                true
            }
            RegisterFile::ImmediateConstantBuffer => self.declared.immediate_rows > 0,
            RegisterFile::ConstantBuffer
            | RegisterFile::Sampler
            | RegisterFile::Resource
            | RegisterFile::UnorderedAccessView => self.bound_register(file, number, indexed, operand, instruction)?,
            RegisterFile::Input | RegisterFile::Output => self.signature_use(file, operand, instruction)?,
            RegisterFile::OutputDepth
            | RegisterFile::OutputDepthGreaterEqual
            | RegisterFile::OutputDepthLessEqual
            | RegisterFile::OutputCoverageMask
            | RegisterFile::OutputStencilRef
            | RegisterFile::InputCoverageMask
            | RegisterFile::InnerCoverage => self.declared.registers.contains(file, 0),
            _ => true,
        };
        if !is_declared && self.reported.insert(file, number) {
            let has_number = !indices.is_empty() && file != RegisterFile::ImmediateConstantBuffer;
            let name = if has_number { format!("{}{number}", file.name()) } else { file.name().into() };
            self.warn(instruction, format!("{name} is not declared"));
        }
        Ok(())
    }

    /// A constant buffer, sampler, resource or view; whether it is declared.
    fn bound_register(
        &mut self,
        file: RegisterFile,
        number: u32,
        indexed: bool,
        operand: &Operand,
        instruction: &Instruction<'_>,
    ) -> Result<bool> {
        if !self.program.model.has_register_spaces() {
            // A slot that a register is added to starts at its array, which need not be declared itself.
            self.bound_number(file, number, instruction.offset)?;
            return Ok(indexed || self.declared.registers.contains(file, number));
        }
        let Some(binding) = self.declared.ranges.get(&(file, number)) else { return Ok(false) };
        if let Some(slot) = operand.indices().get(1).and_then(Index::as_immediate)
            && !(binding.lower..=binding.upper).contains(&slot)
        {
            let (lower, upper) = (binding.lower, binding.upper);
            self.warn(instruction, format!("register {slot} is outside of the range {lower} to {upper} that it names"));
        }
        Ok(true)
    }

    /// An input or output register; whether it is declared.
    fn signature_use(&mut self, file: RegisterFile, operand: &Operand, instruction: &Instruction<'_>) -> Result<bool> {
        let Some(index) = operand.indices().last() else { return Ok(true) };
        self.bound_number(file, index.immediate, instruction.offset)?;
        Ok(index.relative.is_some() || self.declared.registers.contains(file, index.immediate))
    }

    /// An error if a register number is beyond the last of its file.
    fn bound_number(&self, file: RegisterFile, number: u32, offset: u32) -> Result<()> {
        let count = check_operand::register_count(file, self.program);
        if number < count {
            return Ok(());
        }
        let (name, last) = (file.name(), count.saturating_sub(1));
        Err(Error::limit(offset, format!("{name}{number} is beyond {name}{last}, the last of its kind")))
    }
}

/// An error if there are more than `most` of something.
fn bound(offset: u32, count: u32, most: u32, what: &str) -> Result<()> {
    if count > most {
        return Err(Error::limit(offset, format!("the program asks for {count} {what}, and the most is {most}")));
    }
    Ok(())
}
