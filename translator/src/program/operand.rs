//! Operands: register files, component selection, modifiers, immediates.

use super::numbered::numbered;
use super::register::{Indices, Register};

/// One lane of a register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Component {
    /// Lane 0.
    #[default]
    X = 0,
    /// Lane 1.
    Y = 1,
    /// Lane 2.
    Z = 2,
    /// Lane 3.
    W = 3,
}

impl Component {
    /// All lanes in order.
    pub const ALL: [Self; 4] = [Self::X, Self::Y, Self::Z, Self::W];

    /// The lane of the low two bits.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        match bits & 3 {
            0 => Self::X,
            1 => Self::Y,
            2 => Self::Z,
            _ => Self::W,
        }
    }

    /// Position, 0 to 3.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `x`, `y`, `z` or `w`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::X => 'x',
            Self::Y => 'y',
            Self::Z => 'z',
            Self::W => 'w',
        }
    }
}

/// A set of lanes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct WriteMask(u8);

impl WriteMask {
    /// No lane.
    pub const NONE: Self = Self(0);
    /// Lane x.
    pub const X: Self = Self(1);
    /// All four lanes.
    pub const ALL: Self = Self(15);

    /// The lanes of the low four bits, x lowest.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self((bits & 15) as u8)
    }

    /// The first `count` lanes, at most four.
    #[must_use]
    pub const fn first(count: u32) -> Self {
        if count >= 4 { Self::ALL } else { Self(((1u32 << count) - 1) as u8) }
    }

    /// One lane.
    #[must_use]
    pub const fn of(component: Component) -> Self {
        Self(1 << component as u8)
    }

    /// Bit set, x lowest.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether a lane is in the set.
    #[must_use]
    pub const fn contains(self, component: Component) -> bool {
        self.0 >> component as u8 & 1 != 0
    }

    /// The letters of the lanes in order, as in `xzw`.
    #[must_use]
    pub const fn letters(self) -> &'static str {
        const LETTERS: [&str; 16] =
            ["", "x", "y", "xy", "z", "xz", "yz", "xyz", "w", "xw", "yw", "xyw", "zw", "xzw", "yzw", "xyzw"];
        LETTERS[(self.0 & 15) as usize]
    }

    /// Number of lanes.
    #[must_use]
    pub const fn count(self) -> u32 {
        // Four bits for each set: not every processor that is compiled for has an instruction that counts.
        const COUNTS: u64 = 0x4332_3221_3221_2110;
        (COUNTS >> (4 * (self.0 & 15)) & 15) as u32
    }

    /// Whether no lane is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all lanes of another set are in the set.
    #[must_use]
    pub const fn covers(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Lanes in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Lanes in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Lanes of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The lanes in order.
    #[must_use]
    pub const fn iter(self) -> MaskLanes {
        MaskLanes(self)
    }
}

impl FromIterator<Component> for WriteMask {
    fn from_iter<I: IntoIterator<Item = Component>>(lanes: I) -> Self {
        lanes.into_iter().fold(Self::NONE, |mask, lane| mask.or(Self::of(lane)))
    }
}

/// The lanes of a mask that are left, in order.
#[derive(Clone, Debug)]
pub struct MaskLanes(WriteMask);

impl Iterator for MaskLanes {
    type Item = Component;

    #[inline]
    fn next(&mut self) -> Option<Component> {
        let WriteMask(left) = self.0;
        let lane = (left != 0).then(|| Component::from_bits(left.trailing_zeros()))?;
        self.0 = WriteMask(left & (left - 1));
        Some(lane)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

/// Four selected lanes, one for each lane of the result: two bits each, the first lowest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Swizzle(u8);

impl Swizzle {
    /// xyzw.
    pub const IDENTITY: Self = Self::new(Component::ALL);

    /// The lanes that the lanes of the result take.
    #[must_use]
    pub const fn new([x, y, z, w]: [Component; 4]) -> Self {
        Self(x as u8 | (y as u8) << 2 | (z as u8) << 4 | (w as u8) << 6)
    }

    /// The lanes of the low eight bits.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self((bits & 255) as u8)
    }

    /// Two bits for each lane of the result, the first lowest.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// One lane in all places.
    #[must_use]
    pub const fn splat(component: Component) -> Self {
        Self(component as u8 * 0b01_01_01_01)
    }

    /// The lane for a lane of the result.
    #[must_use]
    pub const fn get(self, lane: Component) -> Component {
        Component::from_bits((self.0 >> (2 * lane as u8)) as u32)
    }

    /// The lanes in order.
    #[must_use]
    pub fn lanes(self) -> [Component; 4] {
        Component::ALL.map(|lane| self.get(lane))
    }
}

/// The form of a [`Selection`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelectionForm {
    /// Component class 0: no components (samplers, labels, null, ...).
    None,
    /// Component class 1: a register of one component, replicated (oDepth, vCoverage, 1-component immediates).
    Scalar,
    /// Mask, for destinations and declarations; tools also write it for sources, meaning xyzw.
    Mask,
    /// Swizzle.
    Swizzle,
    /// One component, replicated.
    Select,
}

/// How an operand selects components. What a source reads by and what a destination writes are both made with it, so
/// that none who asks for one of them needs to look at the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    form: SelectionForm,
    swizzle: Swizzle,
    mask: WriteMask,
}

impl Selection {
    /// No components.
    pub const NONE: Self = Self { form: SelectionForm::None, swizzle: Swizzle::IDENTITY, mask: WriteMask::NONE };
    /// The only component.
    pub const SCALAR: Self =
        Self { form: SelectionForm::Scalar, swizzle: Swizzle::splat(Component::X), mask: WriteMask::X };

    /// A mask.
    #[must_use]
    pub const fn masked(mask: WriteMask) -> Self {
        Self { form: SelectionForm::Mask, swizzle: Swizzle::IDENTITY, mask }
    }

    /// A swizzle.
    #[must_use]
    pub const fn swizzled(swizzle: Swizzle) -> Self {
        Self { form: SelectionForm::Swizzle, swizzle, mask: WriteMask::ALL }
    }

    /// One component, replicated.
    #[must_use]
    pub const fn component(component: Component) -> Self {
        Self { form: SelectionForm::Select, swizzle: Swizzle::splat(component), mask: WriteMask::of(component) }
    }

    /// Its form.
    #[must_use]
    pub const fn form(self) -> SelectionForm {
        self.form
    }

    /// The swizzle that a source reads by.
    #[must_use]
    pub const fn swizzle(self) -> Swizzle {
        self.swizzle
    }

    /// The lanes that a destination writes.
    #[must_use]
    pub const fn mask(self) -> WriteMask {
        self.mask
    }
}

/// Source modifier: absolute value first, then negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Modifier {
    /// As it is.
    #[default]
    None,
    /// `-s`.
    Negate,
    /// `|s|`.
    Absolute,
    /// `-|s|`.
    AbsoluteNegate,
}

impl Modifier {
    /// Whether the absolute value is taken.
    #[must_use]
    pub const fn takes_absolute(self) -> bool {
        matches!(self, Self::Absolute | Self::AbsoluteNegate)
    }

    /// Whether the value is negated.
    #[must_use]
    pub const fn negates(self) -> bool {
        matches!(self, Self::Negate | Self::AbsoluteNegate)
    }
}

numbered! {
    /// Minimum precision of an operand; execution at 32 bits is always legal (semantics 3.5).
    #[derive(Default)]
    pub enum MinPrecision {
        /// 32 bits.
        #[default]
        Default = 0, "def32";
        /// 16-bit float.
        Float16 = 1, "min16f";
        /// 2.8 fixed point.
        Fixed2Dot8 = 2, "min2_8f";
        /// 16-bit signed integer.
        Sint16 = 4, "min16i";
        /// 16-bit unsigned integer.
        Uint16 = 5, "min16u";
    }
}

numbered! {
    /// Register files, numbered as operand types of the token format.
    pub enum RegisterFile {
        /// Temporary, `r#`.
        Temp = 0, "r";
        /// Input, `v#`.
        Input = 1, "v";
        /// Output, `o#`.
        Output = 2, "o";
        /// Indexable temporary, `x#[n]`.
        IndexableTemp = 3, "x";
        /// Sampler, `s#`.
        Sampler = 6, "s";
        /// Shader resource, `t#`.
        Resource = 7, "t";
        /// Constant buffer, `cb#[n]`.
        ConstantBuffer = 8, "cb";
        /// Immediate constant buffer, `icb[n]`.
        ImmediateConstantBuffer = 9, "icb";
        /// Label of a subroutine.
        Label = 10, "label";
        /// Primitive number as an input.
        InputPrimitiveId = 11, "vPrim";
        /// Depth output.
        OutputDepth = 12, "oDepth";
        /// Swallows a result.
        Null = 13, "null";
        /// The rasterizer's multisample state.
        Rasterizer = 14, "rasterizer";
        /// Coverage mask output.
        OutputCoverageMask = 15, "oMask";
        /// Geometry stream.
        Stream = 16, "m";
        /// Interface function body.
        FunctionBody = 17, "fb";
        /// Interface function table.
        FunctionTable = 18, "ft";
        /// Interface.
        Interface = 19, "fp";
        /// Input of an interface function.
        FunctionInput = 20, "iv";
        /// Output of an interface function.
        FunctionOutput = 21, "ov";
        /// Hull: number of the output control point.
        OutputControlPointId = 22, "vOutputControlPointID";
        /// Hull: instance of a fork phase.
        InputForkInstanceId = 23, "vForkInstanceID";
        /// Hull: instance of a join phase.
        InputJoinInstanceId = 24, "vJoinInstanceID";
        /// Hull and domain: input control points.
        InputControlPoint = 25, "vicp";
        /// Hull: output control points.
        OutputControlPoint = 26, "vocp";
        /// Patch constants as inputs.
        InputPatchConstant = 27, "vpc";
        /// Domain: location.
        InputDomainPoint = 28, "vDomain";
        /// Interface data pointer.
        ThisPointer = 29, "this";
        /// Unordered access view, `u#`.
        UnorderedAccessView = 30, "u";
        /// Group shared memory, `g#`.
        ThreadGroupSharedMemory = 31, "g";
        /// Compute: thread.
        InputThreadId = 32, "vThreadID";
        /// Compute: group.
        InputThreadGroupId = 33, "vThreadGroupID";
        /// Compute: thread in the group.
        InputThreadIdInGroup = 34, "vThreadIDInGroup";
        /// Coverage mask as an input.
        InputCoverageMask = 35, "vCoverage";
        /// Compute: flat number of the thread in the group.
        InputThreadIdInGroupFlattened = 36, "vThreadIDInGroupFlattened";
        /// Geometry: instance.
        InputGsInstanceId = 37, "vGSInstanceID";
        /// Depth output that promises not to be less than the rasterized depth.
        OutputDepthGreaterEqual = 38, "oDepthGE";
        /// Depth output that promises not to be greater than the rasterized depth.
        OutputDepthLessEqual = 39, "oDepthLE";
        /// Cycle counter.
        CycleCounter = 40, "vCycleCounter";
        /// Stencil reference output.
        OutputStencilRef = 41, "oStencilRef";
        /// Inner coverage input.
        InnerCoverage = 42, "vInnerCoverage";
    }
}

/// What an operand names.
#[derive(Clone, Debug, PartialEq)]
pub enum OperandKind {
    /// One or four 32-bit literals; a one-component literal stands in all four lanes, and its operand's
    /// selection is [`Selection::SCALAR`].
    Immediate32([u32; 4]),
    /// Two 64-bit literals for the lane pairs xy and zw.
    Immediate64([u64; 2]),
    /// A register.
    Register(Register),
}

/// One operand.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    /// What it names.
    pub kind: OperandKind,
    /// Which components it takes.
    pub selection: Selection,
    /// Source modifier.
    pub modifier: Modifier,
    /// Minimum precision.
    pub min_precision: MinPrecision,
    /// Index of a resource or sampler that may differ between lanes (5.1).
    pub non_uniform: bool,
}

impl Operand {
    /// An operand without modifiers.
    #[must_use]
    pub const fn new(kind: OperandKind, selection: Selection) -> Self {
        Self { kind, selection, modifier: Modifier::None, min_precision: MinPrecision::Default, non_uniform: false }
    }

    /// A 32-bit literal.
    #[must_use]
    pub const fn literal(values: [u32; 4], selection: Selection) -> Self {
        Self::new(OperandKind::Immediate32(values), selection)
    }

    /// The register, if it is one.
    #[must_use]
    pub const fn register(&self) -> Option<&Register> {
        match &self.kind {
            OperandKind::Register(register) => Some(register),
            OperandKind::Immediate32(_) | OperandKind::Immediate64(_) => None,
        }
    }

    /// The register file, if it is a register.
    #[must_use]
    pub const fn file(&self) -> Option<RegisterFile> {
        match &self.kind {
            OperandKind::Register(register) => Some(register.file),
            OperandKind::Immediate32(_) | OperandKind::Immediate64(_) => None,
        }
    }

    /// The indices; none for immediates.
    #[must_use]
    pub fn indices(&self) -> Indices<'_> {
        self.register().map_or_else(Indices::default, Register::indices)
    }

    /// Whether it swallows its result.
    #[must_use]
    pub const fn is_null(&self) -> bool {
        matches!(self.kind, OperandKind::Register(Register { file: RegisterFile::Null, .. }))
    }
}
