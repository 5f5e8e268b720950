//! Resolves operands to places, by what the declarations say.

use std::collections::BTreeMap;

use dxbc_translator::limits;
use dxbc_translator::opcode::{Lane, Role};
use dxbc_translator::program::declaration::{Binding, Interpolation, UavKind};
use dxbc_translator::program::operand::SelectionForm;
use dxbc_translator::program::{
    Component, DeclarationKind, Index, Operand, OperandKind, Program, Register, RegisterFile, ResourceDimension,
};

use super::code::{
    ConstantRow, Dest, DestPlace, DynamicIndex, Element, ModifierKind, Place, Relative, ResourceRef, SlotRef, Source,
    SpecialOutputs, layout,
};
use super::views::GroupLayout;
use super::{ConstantRows, Options, Trap};

/// Index operands within index operands; Direct3D has one level.
const INDEX_DEPTH: u32 = 1;

/// What the declarations say about registers.
#[derive(Debug)]
pub(super) struct Registers {
    options: Options,
    /// SM5.1: operands name ranges by id.
    spaces: bool,
    /// Number of `r#`.
    pub(super) temps: u32,
    /// Position and length of each `x#`.
    arrays: BTreeMap<u32, (u32, u32)>,
    /// Registers in sum.
    pub(super) total: u32,
    constants: BTreeMap<u32, (Binding, u32)>,
    samplers: BTreeMap<u32, Binding>,
    resources: BTreeMap<u32, Binding>,
    /// Views: the binding, and the lanes of an address.
    views: BTreeMap<u32, (Binding, usize)>,
    pub(super) group: Vec<GroupLayout>,
    pub(super) group_size: [u32; 3],
    /// Indexed ranges: file, first register, number of registers.
    ranges: Vec<(RegisterFile, u32, u32)>,
    pub(super) immediates: Vec<[u32; 4]>,
    pub(super) interpolation: [Interpolation; layout::IO_COUNT as usize],
    pub(super) outputs: SpecialOutputs,
}

impl Registers {
    /// Reads the declarations of a program.
    pub(super) fn of(program: &Program, options: Options) -> Result<Self, Trap> {
        let mut registers = Self {
            options,
            spaces: program.model.has_register_spaces(),
            temps: 0,
            arrays: BTreeMap::new(),
            total: 0,
            constants: BTreeMap::new(),
            samplers: BTreeMap::new(),
            resources: BTreeMap::new(),
            views: BTreeMap::new(),
            group: Vec::new(),
            group_size: [1; 3],
            ranges: Vec::new(),
            immediates: Vec::new(),
            interpolation: [Interpolation::Undefined; layout::IO_COUNT as usize],
            outputs: SpecialOutputs::default(),
        };
        let mut lengths = BTreeMap::new();
        for declaration in program.declarations() {
            registers.declare(&declaration.kind, &mut lengths);
        }
        // Real content uses registers that it does not declare; undeclared arrays are left to the use.
        for operand in program.instructions().flat_map(|instruction| instruction.operands) {
            registers.count_temps(operand, INDEX_DEPTH);
        }
        registers.place(&lengths)?;
        Ok(registers)
    }

    fn declare(&mut self, kind: &DeclarationKind, lengths: &mut BTreeMap<u32, u32>) {
        match kind {
            DeclarationKind::Temps(count) => self.temps = self.temps.max(*count),
            DeclarationKind::IndexableTemp { register, length, .. } => {
                lengths.insert(*register, *length);
            }
            DeclarationKind::ConstantBuffer { binding, rows, .. } => {
                self.constants.insert(binding.id, (*binding, *rows));
            }
            DeclarationKind::Sampler { binding, .. } => {
                self.samplers.insert(binding.id, *binding);
            }
            DeclarationKind::Resource { binding, .. }
            | DeclarationKind::ResourceRaw { binding, .. }
            | DeclarationKind::ResourceStructured { binding, .. } => {
                self.resources.insert(binding.id, *binding);
            }
            DeclarationKind::InputPs { operand, interpolation, .. } => {
                let register = operand.indices().first().and_then(Index::as_immediate);
                if let Some(slot) = register.and_then(|r| self.interpolation.get_mut(r as usize)) {
                    *slot = *interpolation;
                }
            }
            DeclarationKind::Output { operand, .. } => self.note_output(operand),
            DeclarationKind::IndexRange { operand, count } => {
                if let (Some(file), Some(first)) =
                    (operand.file(), operand.indices().last().and_then(Index::as_immediate))
                {
                    self.ranges.push((file, first, *count));
                }
            }
            DeclarationKind::Uav { binding, kind, .. } => {
                self.views.insert(binding.id, (*binding, address_width(*kind)));
            }
            DeclarationKind::SharedMemoryRaw { operand, bytes } => self.share(operand, None, *bytes),
            DeclarationKind::SharedMemoryStructured { operand, stride, count } => {
                self.share(operand, Some(*stride), stride.saturating_mul(*count));
            }
            DeclarationKind::ThreadGroup(size) => self.group_size = *size,
            DeclarationKind::ImmediateConstantBuffer(rows) => self.immediates.clone_from(rows),
            DeclarationKind::GlobalFlags(_)
            | DeclarationKind::Input { .. }
            | DeclarationKind::CustomData { .. }
            | DeclarationKind::FunctionBody { .. }
            | DeclarationKind::FunctionTable { .. }
            | DeclarationKind::Interface { .. }
            | DeclarationKind::Stream { .. }
            | DeclarationKind::OtherStage { .. } => {}
        }
    }

    /// Notes shared memory of some bytes; no more than Direct3D has.
    fn share(&mut self, operand: &Operand, stride: Option<u32>, bytes: u32) {
        if let Some(register) = operand.indices().first().and_then(Index::as_immediate) {
            let words = bytes.min(limits::GROUP_MEMORY) / 4;
            self.group.push(GroupLayout { register, stride, words });
        }
    }

    /// The lanes that an address of a view or of shared memory has.
    pub(super) fn address_width(&self, resource: &ResourceRef) -> usize {
        match resource {
            ResourceRef::Slot(_) | ResourceRef::Rasterizer => 0,
            ResourceRef::Group(register) => {
                let layout = self.group.iter().find(|layout| layout.register == *register);
                if layout.is_some_and(|layout| layout.stride.is_some()) { 2 } else { 1 }
            }
            ResourceRef::View(slot) => {
                let inside = |binding: &Binding| {
                    let register = slot.index.immediate;
                    let named = (binding.lower..=binding.upper).contains(&register);
                    binding.space == slot.space && (named || slot.lower == binding.lower)
                };
                self.views.values().find(|(binding, _)| inside(binding)).map_or(1, |(_, width)| *width)
            }
        }
    }

    fn note_output(&mut self, operand: &Operand) {
        match special(operand.file()) {
            Some(layout::DEPTH) => self.outputs.depth = true,
            Some(layout::COVERAGE_OUT) => self.outputs.coverage = true,
            Some(layout::STENCIL) => self.outputs.stencil = true,
            _ => {}
        }
    }

    fn count_temps(&mut self, operand: &Operand, depth: u32) {
        if operand.file() == Some(RegisterFile::Temp)
            && let Some(index) = operand.indices().first()
        {
            self.temps = self.temps.max(index.immediate.saturating_add(1));
        }
        if depth > 0 {
            for relative in operand.indices().iter().filter_map(|index| index.relative) {
                self.count_temps(&relative.operand, depth - 1);
            }
        }
    }

    fn place(&mut self, lengths: &BTreeMap<u32, u32>) -> Result<(), Trap> {
        let mut used = u64::from(self.temps);
        for (&register, &length) in lengths {
            let base = u32::try_from(used + u64::from(layout::TEMP)).unwrap_or(u32::MAX);
            self.arrays.insert(register, (base, length));
            used += u64::from(length);
        }
        if used > u64::from(limits::TEMPS) {
            return Err(Trap::Malformed(format!("{used} temporary registers, more than {}", limits::TEMPS)));
        }
        self.total = u32::try_from(used).unwrap_or(u32::MAX).saturating_add(layout::TEMP);
        Ok(())
    }

    /// A source operand in a role.
    pub(super) fn source(&self, operand: &Operand, kind: ModifierKind) -> Result<Source, Trap> {
        Ok(Source {
            place: self.source_place(operand)?,
            swizzle: operand.selection.swizzle().lanes().map(|component| component as u8),
            modifier: operand.modifier,
            kind,
        })
    }

    fn source_place(&self, operand: &Operand) -> Result<Place, Trap> {
        let register = match &operand.kind {
            OperandKind::Immediate32(values) => return Ok(Place::Immediate(*values)),
            OperandKind::Immediate64([first, second]) => {
                let [low0, high0] = split(*first);
                let [low1, high1] = split(*second);
                return Ok(Place::Immediate([low0, high0, low1, high1]));
            }
            OperandKind::Register(register) => register,
        };
        let file = register.file;
        if let Some(register) = special(Some(file)) {
            return Ok(Place::Register(register));
        }
        match (file, indices(register).as_slice()) {
            (RegisterFile::ConstantBuffer, &[slot, row]) if !self.spaces => self.constant(slot.immediate, slot, row),
            (RegisterFile::ConstantBuffer, &[id, slot, row]) if self.spaces => self.constant(id.immediate, slot, row),
            (RegisterFile::ImmediateConstantBuffer, &[row]) => Ok(Place::ImmediateRow(self.index(row)?)),
            _ => Ok(match self.element(register)? {
                DestPlace::Register(register) => Place::Register(register),
                DestPlace::Element(element) => Place::Element(element),
                DestPlace::Null => return Err(unsupported(file)),
            }),
        }
    }

    /// A destination operand; its mask is empty for `null`.
    pub(super) fn dest(&mut self, operand: &Operand) -> Result<Dest, Trap> {
        let Some(register) = operand.register() else {
            return Err(Trap::Malformed("an immediate is no destination".into()));
        };
        if register.file == RegisterFile::Null {
            return Ok(Dest::NULL);
        }
        self.note_output(operand);
        let place = match special(operand.file()) {
            Some(register) => DestPlace::Register(register),
            None => self.element(register)?,
        };
        // A one-component register is its first lane, however the operand selects it.
        let mask = if special(operand.file()).is_some() { 1 } else { operand.selection.mask().bits() };
        Ok(Dest { place, mask })
    }

    /// A register of the files that hold values and have numbers.
    fn element(&self, register: &Register) -> Result<DestPlace, Trap> {
        let file = register.file;
        let (base, first, length, index) = match (file, indices(register).as_slice()) {
            (RegisterFile::Temp, &[index]) if index.relative.is_none() => (layout::TEMP, 0, self.temps, index),
            (RegisterFile::Input, &[index]) => {
                let (first, length) = self.range(file, index);
                (layout::INPUT, first, length, index)
            }
            (RegisterFile::Output, &[index]) => {
                let (first, length) = self.range(file, index);
                (layout::OUTPUT, first, length, index)
            }
            (RegisterFile::IndexableTemp, &[array, index]) if array.relative.is_none() => {
                let &(base, length) = self
                    .arrays
                    .get(&array.immediate)
                    .ok_or_else(|| Trap::Malformed(format!("x{} is not declared", array.immediate)))?;
                (base, 0, length, index)
            }
            _ => return Err(unsupported(file)),
        };
        match index.as_immediate() {
            Some(number) if number.wrapping_sub(first) < length => Ok(DestPlace::Register(base + number)),
            Some(number) if file != RegisterFile::IndexableTemp => {
                Err(Trap::Malformed(format!("{}{number} is out of range", file.name())))
            }
            _ => Ok(DestPlace::Element(Element { base, first, length, index: self.index(index)? })),
        }
    }

    /// The registers that an index may reach: the declared range around its immediate part, else all.
    fn range(&self, file: RegisterFile, index: Index<'_>) -> (u32, u32) {
        if index.relative.is_none() {
            return (0, layout::IO_COUNT);
        }
        self.ranges
            .iter()
            .find(|(of, first, count)| *of == file && index.immediate.wrapping_sub(*first) < *count)
            .map_or((0, layout::IO_COUNT), |&(_, first, count)| {
                let first = first.min(layout::IO_COUNT);
                (first, count.min(layout::IO_COUNT - first))
            })
    }

    fn index(&self, index: Index<'_>) -> Result<DynamicIndex, Trap> {
        let relative = match index.relative.map(|relative| &relative.operand) {
            None => None,
            Some(operand) => {
                let Some(register) = operand.register() else {
                    return Err(Trap::Malformed("an immediate as a relative index".into()));
                };
                match self.element(register)? {
                    DestPlace::Register(register) => {
                        Some(Relative { register, component: operand.selection.swizzle().get(Component::X) as u8 })
                    }
                    DestPlace::Element(_) | DestPlace::Null => {
                        return Err(Trap::Malformed("an index within an index within an index".into()));
                    }
                }
            }
        };
        Ok(DynamicIndex { immediate: index.immediate, relative })
    }

    fn constant(&self, id: u32, slot: Index<'_>, row: Index<'_>) -> Result<Place, Trap> {
        let slot_ref = self.slot(RegisterFile::ConstantBuffer, id, slot)?;
        let declared = self.constants.get(&id).map_or(0, |&(_, rows)| rows);
        let limit = match self.options.constant_rows {
            ConstantRows::Declared if declared != 0 => declared,
            ConstantRows::Declared | ConstantRows::Bound => u32::MAX,
        };
        match (slot.as_immediate(), row.as_immediate()) {
            (_, Some(row)) if row >= limit => Ok(Place::Immediate([0; 4])),
            (Some(register), Some(row)) if (slot_ref.lower..=slot_ref.upper).contains(&register) => {
                Ok(Place::Constant(slot_ref.space, register, row))
            }
            _ => Ok(Place::ConstantRow(Box::new(ConstantRow { slot: slot_ref, limit, row: self.index(row)? }))),
        }
    }

    /// The slot that an index names: by the declared range `id` in SM5.1, directly before.
    fn slot(&self, file: RegisterFile, id: u32, index: Index<'_>) -> Result<SlotRef, Trap> {
        let index = self.index(index)?;
        if !self.spaces {
            return Ok(SlotRef { space: 0, lower: 0, upper: u32::MAX, index });
        }
        let binding = if file == RegisterFile::ConstantBuffer {
            self.constants.get(&id).map(|(binding, _)| binding)
        } else if file == RegisterFile::UnorderedAccessView {
            self.views.get(&id).map(|(binding, _)| binding)
        } else if file == RegisterFile::Sampler {
            self.samplers.get(&id)
        } else {
            self.resources.get(&id)
        };
        let binding =
            binding.ok_or_else(|| Trap::Malformed(format!("the range {}{id} is not declared", file.name())))?;
        Ok(SlotRef { space: binding.space, lower: binding.lower, upper: binding.upper, index })
    }

    /// The slot of a `t#` or `s#` operand.
    pub(super) fn slot_of(&self, operand: &Operand, expected: RegisterFile) -> Result<SlotRef, Trap> {
        let Some(register) = operand.register() else {
            return Err(Trap::Malformed(format!("an immediate where {}# must stand", expected.name())));
        };
        match *indices(register) {
            [index] if register.file == expected && !self.spaces => self.slot(expected, index.immediate, index),
            [id, index] if register.file == expected && self.spaces => self.slot(expected, id.immediate, index),
            _ => Err(unsupported(register.file)),
        }
    }

    /// The resource that an opcode reads.
    pub(super) fn resource(&self, operand: &Operand) -> Result<ResourceRef, Trap> {
        if operand.file() == Some(RegisterFile::Rasterizer) {
            return Ok(ResourceRef::Rasterizer);
        }
        if operand.file() == Some(RegisterFile::UnorderedAccessView) {
            return self.slot_of(operand, RegisterFile::UnorderedAccessView).map(ResourceRef::View);
        }
        if operand.file() == Some(RegisterFile::ThreadGroupSharedMemory) {
            let register = operand.indices().first().and_then(Index::as_immediate);
            return register.map(ResourceRef::Group).ok_or_else(|| unsupported(RegisterFile::ThreadGroupSharedMemory));
        }
        self.slot_of(operand, RegisterFile::Resource).map(ResourceRef::Slot)
    }
}

/// The indices of a register.
fn indices(register: &Register) -> Vec<Index<'_>> {
    register.indices().iter().collect()
}

/// The registers that have no number, and their positions.
const SPECIAL: [(RegisterFile, u32); 12] = [
    (RegisterFile::OutputDepth, layout::DEPTH),
    (RegisterFile::OutputDepthGreaterEqual, layout::DEPTH),
    (RegisterFile::OutputDepthLessEqual, layout::DEPTH),
    (RegisterFile::OutputCoverageMask, layout::COVERAGE_OUT),
    (RegisterFile::OutputStencilRef, layout::STENCIL),
    (RegisterFile::InputCoverageMask, layout::COVERAGE_IN),
    (RegisterFile::InnerCoverage, layout::INNER_COVERAGE),
    (RegisterFile::CycleCounter, layout::CYCLE_COUNTER),
    (RegisterFile::InputThreadId, layout::THREAD),
    (RegisterFile::InputThreadGroupId, layout::GROUP),
    (RegisterFile::InputThreadIdInGroup, layout::THREAD_IN_GROUP),
    (RegisterFile::InputThreadIdInGroupFlattened, layout::THREAD_FLAT),
];

/// Lanes of the address of a view in atomic and typed opcodes.
#[allow(clippy::wildcard_enum_match_arm, reason = "no view has another dimension")]
const fn address_width(kind: UavKind) -> usize {
    match kind {
        UavKind::Raw => 1,
        UavKind::Structured { .. } => 2,
        UavKind::Typed { dimension, .. } => match dimension {
            ResourceDimension::Buffer | ResourceDimension::Texture1D => 1,
            ResourceDimension::Texture1DArray | ResourceDimension::Texture2D => 2,
            _ => 3,
        },
    }
}

/// The position of a register that has no number.
fn special(file: Option<RegisterFile>) -> Option<u32> {
    SPECIAL.iter().find(|(special, _)| Some(*special) == file).map(|&(_, position)| position)
}

fn unsupported(file: RegisterFile) -> Trap {
    Trap::Unsupported(format!("operand {} in this place", file.name()))
}

fn split(value: u64) -> [u32; 2] {
    [(value & 0xffff_ffff) as u32, (value >> 32) as u32]
}

/// How a modifier acts on an operand in a role; none for operands that are not values.
pub(super) fn modifier_kind(role: Role) -> ModifierKind {
    match role {
        Role::Src(lane) | Role::Scalar(lane) | Role::Vector(lane) | Role::Address(lane) | Role::Dst(lane) => match lane
        {
            Lane::F32 | Lane::Bits => ModifierKind::Float,
            Lane::I32 | Lane::U32 | Lane::Mask => ModifierKind::Int,
            Lane::F64 => ModifierKind::ByOpcode,
        },
        Role::Lod | Role::Bias | Role::Clamp | Role::Reference | Role::DerivativeX | Role::DerivativeY => {
            ModifierKind::Float
        }
        Role::TexelOffset
        | Role::SampleIndex
        | Role::MipLevel
        | Role::ByteOffset
        | Role::StructIndex
        | Role::CaseValue
        | Role::Status
        | Role::Resource
        | Role::Sampler
        | Role::ResourceOrRasterizer
        | Role::ResourceOrUav
        | Role::ResourceOrMemory
        | Role::Uav
        | Role::DstUav
        | Role::DstMemory
        | Role::Label
        | Role::CallSite
        | Role::Interface
        | Role::Stream => ModifierKind::Int,
    }
}

/// The component that a sampler operand selects, the channel of gather4.
pub(super) fn channel(operand: &Operand) -> u8 {
    match operand.selection.form() {
        SelectionForm::Select | SelectionForm::Swizzle => operand.selection.swizzle().get(Component::X) as u8,
        SelectionForm::None | SelectionForm::Scalar | SelectionForm::Mask => 0,
    }
}
