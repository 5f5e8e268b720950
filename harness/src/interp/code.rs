//! The compact form that the machine runs: operands resolved to places, jumps resolved to positions.

use dxbc_translator::opcode::Opcode;
use dxbc_translator::program::declaration::Interpolation;
use dxbc_translator::program::{InfoReturn, Modifier, Stage, Test};

use super::Options;
use super::views::GroupLayout;

/// Positions of the register files in the machine's one list of registers.
pub(super) mod layout {
    /// `v#`, 32 registers.
    pub(in super::super) const INPUT: u32 = 0;
    /// `o#`, 32 registers.
    pub(in super::super) const OUTPUT: u32 = 32;
    /// `oDepth`, `oDepthGE` and `oDepthLE`: a shader has one of them.
    pub(in super::super) const DEPTH: u32 = 64;
    /// `oMask`.
    pub(in super::super) const COVERAGE_OUT: u32 = 65;
    /// `oStencilRef`.
    pub(in super::super) const STENCIL: u32 = 66;
    /// `vCoverage`.
    pub(in super::super) const COVERAGE_IN: u32 = 67;
    /// `vInnerCoverage`.
    pub(in super::super) const INNER_COVERAGE: u32 = 68;
    /// `vCycleCounter`, which never has a defined value.
    pub(in super::super) const CYCLE_COUNTER: u32 = 69;
    /// `vThreadID`.
    pub(in super::super) const THREAD: u32 = 70;
    /// `vThreadGroupID`.
    pub(in super::super) const GROUP: u32 = 71;
    /// `vThreadIDInGroup`.
    pub(in super::super) const THREAD_IN_GROUP: u32 = 72;
    /// `vThreadIDInGroupFlattened`.
    pub(in super::super) const THREAD_FLAT: u32 = 73;
    /// `r#`, followed by the elements of all `x#`.
    pub(in super::super) const TEMP: u32 = 74;
    /// Registers in `v#` and in `o#`.
    pub(in super::super) const IO_COUNT: u32 = 32;
}

/// A program ready to run.
#[derive(Debug)]
pub(super) struct Code {
    /// Vertex, pixel or compute.
    pub(super) stage: Stage,
    /// Threads of a group.
    pub(super) group_size: [u32; 3],
    /// Shared memory.
    pub(super) group: Vec<GroupLayout>,
    /// What the caller chose.
    pub(super) options: Options,
    /// The instructions, without declarations.
    pub(super) instructions: Vec<Inst>,
    /// Tables of the switches, by [`Inst::target`] of the switch's table index.
    pub(super) switches: Vec<SwitchTable>,
    /// The immediate constant buffer.
    pub(super) immediates: Vec<[u32; 4]>,
    /// Registers in sum (see [`layout`]).
    pub(super) registers: u32,
    /// Interpolation of each `v#`.
    pub(super) interpolation: [Interpolation; layout::IO_COUNT as usize],
    /// Outputs without a number that the program declares or writes.
    pub(super) outputs: SpecialOutputs,
}

/// Outputs without a number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SpecialOutputs {
    /// `oDepth`, `oDepthGE` or `oDepthLE`.
    pub(super) depth: bool,
    /// `oMask`.
    pub(super) coverage: bool,
    /// `oStencilRef`.
    pub(super) stencil: bool,
}

/// One instruction.
#[derive(Debug)]
pub(super) struct Inst {
    /// The opcode.
    pub(super) opcode: Opcode,
    /// Number in the program, for reports.
    pub(super) number: u32,
    /// Results are clamped to [0, 1].
    pub(super) saturate: bool,
    /// Which outcome of a test it acts on.
    pub(super) test: Test,
    /// Destinations in order; the status of the `_s` opcodes is the second.
    pub(super) dst: [Dest; 2],
    /// Sources of the opcodes that have no [`Access`], in order.
    pub(super) src: [Source; 4],
    /// Where flow goes; see [`super::flow`].
    pub(super) target: u32,
    /// Table of a switch.
    pub(super) table: u32,
    /// Whether a sync waits for the group.
    pub(super) waits: bool,
    /// Operands of texture, buffer and atomic opcodes.
    pub(super) access: Option<Box<Access>>,
}

/// The labels of one switch.
#[derive(Debug, Default)]
pub(super) struct SwitchTable {
    /// Value and position of each case label.
    pub(super) cases: Vec<(u32, u32)>,
    /// Position of the default label.
    pub(super) default: Option<u32>,
}

/// A value that is added to an index: one component of a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relative {
    /// Position of the register.
    pub(super) register: u32,
    /// Component.
    pub(super) component: u8,
}

/// An index: an immediate and perhaps a value added to it, modulo 2^32.
#[derive(Clone, Copy, Debug)]
pub(super) struct DynamicIndex {
    /// Immediate part.
    pub(super) immediate: u32,
    /// Added part.
    pub(super) relative: Option<Relative>,
}

/// An element of consecutive registers, found at run time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    /// Position of element 0.
    pub(super) base: u32,
    /// First element that may be accessed.
    pub(super) first: u32,
    /// Elements that may be accessed, from `first`.
    pub(super) length: u32,
    /// Which element.
    pub(super) index: DynamicIndex,
}

/// A slot that an application binds something to.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlotRef {
    /// Register space; 0 up to SM5.0.
    pub(super) space: u32,
    /// Least register that the declaration covers.
    pub(super) lower: u32,
    /// Greatest register that the declaration covers.
    pub(super) upper: u32,
    /// Which register.
    pub(super) index: DynamicIndex,
}

/// A row of a constant buffer, found at run time.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConstantRow {
    /// The buffer.
    pub(super) slot: SlotRef,
    /// Rows that may be read.
    pub(super) limit: u32,
    /// Which row.
    pub(super) row: DynamicIndex,
}

/// Where the four components of a source stand.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// In the instruction.
    Immediate([u32; 4]),
    /// In a register.
    Register(u32),
    /// In a constant buffer, slot and row known: space, register, row.
    Constant(u32, u32, u32),
    /// In one of several registers.
    Element(Element),
    /// In a constant buffer, slot or row found at run time.
    ConstantRow(Box<ConstantRow>),
    /// In the immediate constant buffer.
    ImmediateRow(DynamicIndex),
}

/// How a source modifier acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ModifierKind {
    /// On the sign bit of a 32-bit float.
    Float,
    /// In two's complement.
    Int,
    /// Not at the operand: the opcode applies it (doubles, f16tof32).
    ByOpcode,
}

/// A source.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// Where it stands.
    pub(super) place: Place,
    /// Component for each lane of the result.
    pub(super) swizzle: [u8; 4],
    /// Modifier.
    pub(super) modifier: Modifier,
    /// How the modifier acts.
    pub(super) kind: ModifierKind,
}

impl Source {
    /// Four zeros.
    pub(super) const ZERO: Self = Self {
        place: Place::Immediate([0; 4]),
        swizzle: [0, 1, 2, 3],
        modifier: Modifier::None,
        kind: ModifierKind::ByOpcode,
    };
}

/// Where a result goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum DestPlace {
    /// Nowhere.
    Null,
    /// Into a register.
    Register(u32),
    /// Into one of several registers.
    Element(Element),
}

/// A destination.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dest {
    /// Where it goes.
    pub(super) place: DestPlace,
    /// Components that are written, x in bit 0.
    pub(super) mask: u8,
}

impl Dest {
    /// Swallows everything.
    pub(super) const NULL: Self = Self { place: DestPlace::Null, mask: 0 };

    /// The components that are written, in order.
    pub(super) fn components(self) -> impl Iterator<Item = usize> {
        super::value::lanes(self.mask)
    }
}

/// What a texture or buffer opcode reads.
#[derive(Clone, Copy, Debug)]
pub(super) enum ResourceRef {
    /// A `t#`.
    Slot(SlotRef),
    /// The rasterizer (sampleinfo and samplepos).
    Rasterizer,
    /// A `u#`.
    View(SlotRef),
    /// A `g#`.
    Group(u32),
}

/// Operands of a texture or buffer opcode, by role.
#[derive(Debug)]
pub(super) struct Access {
    /// The resource.
    pub(super) resource: ResourceRef,
    /// Swizzle of the resource operand, through which the result passes.
    pub(super) swizzle: [u8; 4],
    /// The sampler.
    pub(super) sampler: Option<SlotRef>,
    /// Component that the sampler operand selects, the channel of gather4.
    pub(super) channel: u8,
    /// Immediate texel offset along u, v, w.
    pub(super) offset: [i32; 3],
    /// What resinfo and sampleinfo return.
    pub(super) info_return: InfoReturn,
    /// Components of a view or of shared memory that are written, x in bit 0.
    pub(super) mask: u8,
    /// Whether the opcode has an address, and the lanes of it that mean something.
    pub(super) has_address: bool,
    /// Lanes of the address of a view that count.
    pub(super) address_width: usize,
    /// Address, byte offset of raw reads excepted.
    pub(super) address: Source,
    /// Level, bias, reference, sample index, mip level or structure index: whichever the opcode has.
    pub(super) scalar: Source,
    /// Byte offset of raw and structured reads.
    pub(super) byte_offset: Source,
    /// Least level of detail of the `_cl` opcodes.
    pub(super) clamp: Option<Source>,
    /// Derivatives along x and y.
    pub(super) derivatives: [Source; 2],
    /// Texel offset from a register.
    pub(super) texel_offset: Source,
}
