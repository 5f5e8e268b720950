//! Expressions: pure values.

use super::global::{Buffer, ConstantBuffer, Input, Sampling, Texture, Variable};
use super::memory::{AtomicOp, GroupMemory, Memory, StorageTexture};
use super::stmt::Local;
use super::{DoubleHelper, Handle, Helper, Lanes, List, Type};
use crate::builtins::Builtin;
use crate::program::TexelOffset;

/// An expression with its type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// What it computes.
    pub expr: Expr,
    /// The type of its value. For [`Expr::Sampling`] and [`Expr::Buffer`]: the type of what a read returns. Of a matrix:
    /// that of a column.
    pub ty: Type,
}

/// Every walk goes over all of them: no variant may make them larger than a call with its arguments.
const _: () = assert!(size_of::<Node>() == 40);

/// Arguments of a call; no function of the registry takes more without its sampler.
pub type Args = List<Handle<Node>, 6>;

/// Literal lanes as bits; lanes beyond the width are 0. A truth value is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Literal(pub [u32; 4]);

/// Storage that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A register or other variable.
    Variable(Handle<Variable>),
    /// A row of a constant buffer: the element is the row.
    ConstantBuffer(Handle<ConstantBuffer>),
    /// A row of the immediate constant buffer: the element is the row.
    ImmediateConstants,
}

/// Which element of an array, or which row of a constant buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// That of a number, which most are: no node of its own.
    Known(u32),
    /// That of a value (u32), which is no literal.
    Value(Handle<Node>),
}

impl Element {
    /// The value; none of a number.
    #[must_use]
    pub const fn value(self) -> Option<Handle<Node>> {
        match self {
            Self::Known(_) => None,
            Self::Value(value) => Some(value),
        }
    }

    /// The same number, or what `map` makes of the value.
    #[must_use]
    pub fn map(self, map: impl FnOnce(Handle<Node>) -> Handle<Node>) -> Self {
        match self {
            Self::Known(number) => Self::Known(number),
            Self::Value(value) => Self::Value(map(value)),
        }
    }
}

/// Values that the pipeline generates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SystemInput {
    /// Vertex number, i32 (`gl_VertexID`).
    VertexId,
    /// Instance number, i32 (`gl_InstanceID`).
    InstanceId,
    /// Position of the pixel, f32x4, with w as D3D has it: the interpolated clip w (`hlslcc_FragCoord`).
    FragCoord,
    /// 1 / the interpolated clip w of the pixel, f32 (`gl_FragCoord.w`).
    ReciprocalW,
    /// Whether the triangle faces front, bool (`gl_FrontFacing`).
    FrontFacing,
    /// Number of the sample, u32; GLSL ES 3.00 has none.
    SampleIndex,
    /// Number of the invocation in the dispatch, u32x3 (`vThreadID`).
    Thread,
    /// Number of the workgroup in the dispatch, u32x3 (`vThreadGroupID`).
    Group,
    /// Number of the invocation in its workgroup, u32x3 (`vThreadIDInGroup`).
    ThreadInGroup,
    /// The same as one number, u32 (`vThreadIDInGroupFlattened`).
    ThreadInGroupFlattened,
}

/// One-operand operators, per lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-a` of f32 or i32.
    Negate,
    /// Bitwise complement of i32 or u32.
    Not,
    /// Negation of a truth value.
    LogicalNot,
    /// All ones for true, 0 for false; bool in, u32 out.
    Mask,
    /// Whether any bit is set; i32 or u32 in, bool out.
    AnyBit,
}

/// Two-operand operators, per lane; both operands have the same type, but for shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the operators'")]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    /// Of i32 and u32, and of single truth values.
    And,
    Or,
    Xor,
    /// Left operand i32 or u32; right operand u32 below 32 (masked by the lowering).
    ShiftLeft,
    /// Arithmetic for i32, logical for u32; right operand as for `ShiftLeft`.
    ShiftRight,
    /// Comparisons: result bool, per lane; false with NaN, `NotEqual` true with NaN. Of numbers, and of single truth
    /// values whether they are equal.
    Equal,
    NotEqual,
    Less,
    GreaterEqual,
}

impl BinaryOp {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Add,
        Self::Subtract,
        Self::Multiply,
        Self::Divide,
        Self::And,
        Self::Or,
        Self::Xor,
        Self::ShiftLeft,
        Self::ShiftRight,
        Self::Equal,
        Self::NotEqual,
        Self::Less,
        Self::GreaterEqual,
    ];

    /// Whether the result is a truth value.
    #[must_use]
    pub const fn compares(self) -> bool {
        matches!(self, Self::Equal | Self::NotEqual | Self::Less | Self::GreaterEqual)
    }
}

/// What a call calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A neutral name of the registry.
    Builtin(Builtin),
    /// A named helper with its exact D3D meaning.
    Helper(Helper),
    /// A named helper of the emulated double; from the doubles pass on.
    Double(DoubleHelper),
}

/// A pure value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expr {
    /// Literal lanes.
    Literal(Literal),
    /// Lanes of a place.
    Load {
        /// Where.
        place: Place,
        /// Which element or row; none for a variable that is no array.
        element: Option<Element>,
        /// Which lanes.
        lanes: Lanes,
    },
    /// An input as the target declares it ([`Input::declared`]).
    Input(Handle<Input>),
    /// A generated value.
    System(SystemInput),
    /// A bound value.
    Local(Handle<Local>),
    /// One-operand operator.
    Unary(UnaryOp, Handle<Node>),
    /// Two-operand operator.
    Binary(BinaryOp, Handle<Node>, Handle<Node>),
    /// `condition ? accept : reject`.
    Select {
        /// Bool, of width 1 or of the result's width.
        condition: Handle<Node>,
        /// Value where true.
        accept: Handle<Node>,
        /// Value where false.
        reject: Handle<Node>,
    },
    /// Lanes of a vector, in result order.
    Swizzle(Handle<Node>, Lanes),
    /// A vector made of scalars and vectors of one scalar type, in order.
    Compose(List<Handle<Node>, 4>),
    /// A matrix made of its columns, 2 to 4 of 2 to 4 floats, as an argument ([`matrix`](super::matrix)).
    Matrix(List<Handle<Node>, 4>),
    /// A column of a matrix by its number, from 0.
    Column(Handle<Node>, u8),
    /// A scalar in every lane.
    Splat(Handle<Node>),
    /// The same bits read as the node's scalar type. One f64 has the bits of two lanes of u32, the low ones first.
    Bitcast(Handle<Node>),
    /// The same number as the node's scalar type, as the target's constructor converts it. From f64: rounded to the
    /// nearest float, and to integers toward zero, held to their range, NaN being 0.
    Convert(Handle<Node>),
    /// A call. Textures stand among the arguments as [`Expr::Sampling`], buffers as [`Expr::Buffer`].
    Call {
        /// What is called.
        callee: Callee,
        /// Arguments in the registry's order.
        args: Args,
        /// Constant texel offset, for texture functions that take one.
        offset: Option<TexelOffset>,
    },
    /// A texture with the sampler that it is used with, as an argument.
    Sampling(Handle<Sampling>),
    /// A buffer that became a data texture, as an argument.
    Buffer(Handle<Buffer>),
    /// Number of mip levels of a texture (u32): ES 3.00 cannot ask, so it is a uniform that reflection announces.
    MipCount(Handle<Texture>),
    /// Size of a buffer (u32): elements of a typed or structured buffer, bytes of a raw one; a uniform as above.
    BufferSize(Handle<Buffer>),
    /// Workgroup memory, as an argument where a buffer may stand.
    GroupMemory(Handle<GroupMemory>),
    /// A texel of a storage texture at whole coordinates (u32, [`StorageTexture::coordinates`] lanes); zeros outside.
    Texel(Handle<StorageTexture>, Handle<Node>),
    /// Width, height, and depth or layers of a storage texture: as many u32 as its coordinates.
    TextureSize(Handle<StorageTexture>),
    /// Changes a word in one step and gives what it was (u32): no pure value, it stands as the whole value of a
    /// [`StmtKind::Let`](super::StmtKind::Let).
    Atomic {
        /// What is done.
        op: AtomicOp,
        /// Where.
        memory: Memory,
        /// The number of the word, but for a counter, and then the operands; u32 each.
        args: List<Handle<Node>, 3>,
    },
    /// The u32 that the first invocation of the workgroup has here, for all of it, in a form that the target knows to be
    /// uniform. The lowering takes it of what all have alike. It holds a barrier, so it stands as the whole value of a [`StmtKind::Let`](super::StmtKind::Let).
    Agreed(Handle<Node>),
}
