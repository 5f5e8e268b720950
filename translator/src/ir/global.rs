//! Globals of a module: what the shader shares with the outside, and its storage.

use std::collections::BTreeMap;

use super::{Handle, Scalar, Type, View};
use crate::program::WriteMask;

/// A semantic as the signature spells it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Semantic {
    /// Name in the signature's own case.
    pub name: String,
    /// Index.
    pub index: u32,
}

/// How a varying is interpolated. Targets that have no `noperspective` get it by a pass, in programs of two stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum InterpolationMode {
    /// Perspective correct.
    Smooth,
    /// Perspective correct, at the centroid.
    Centroid,
    /// One value a primitive.
    Flat,
    /// Perspective correct, at each sample; WGSL only, as all at samples.
    Sample,
    /// Linear on the screen.
    NoPerspective,
    /// Linear on the screen, at the centroid.
    NoPerspectiveCentroid,
    /// Linear on the screen, at each sample.
    NoPerspectiveSample,
}

impl InterpolationMode {
    /// Whether it is linear on the screen.
    #[must_use]
    pub const fn is_screen_linear(self) -> bool {
        matches!(self, Self::NoPerspective | Self::NoPerspectiveCentroid | Self::NoPerspectiveSample)
    }
}

/// A vertex attribute (vertex stage) or varying (pixel stage) that comes in.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Signature semantic.
    pub semantic: Semantic,
    /// Register, `v#`.
    pub register: u32,
    /// Lanes of the register that the element holds (contiguous).
    pub mask: WriteMask,
    /// Component type of the signature; width is the number of lanes.
    pub ty: Type,
    /// The type as the target declares it: differs from `ty` where integer attributes are fed as floats, or
    /// where the varying of the other stage is wider.
    pub declared: Type,
    /// Its number among the attributes or varyings, where the target numbers them.
    pub location: u32,
    /// How it is interpolated; `Smooth` for attributes.
    pub interpolation: InterpolationMode,
    /// Nothing feeds it (the vertex stage of the program does not write it): it is not declared and reads as zero.
    pub missing: bool,
}

/// What an output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OutputKind {
    /// Goes to the pixel stage.
    Varying(InterpolationMode),
    /// Clip-space position (`gl_Position`).
    Position,
    /// Render target with its number.
    Target(u32),
    /// Depth (`gl_FragDepth`), also from the conservative forms.
    Depth,
}

/// An output.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// Signature semantic.
    pub semantic: Semantic,
    /// Register, `o#`; none for depth.
    pub register: Option<u32>,
    /// Lanes of the register that the element holds (contiguous).
    pub mask: WriteMask,
    /// Type as the target declares it: a target is always four lanes wide.
    pub ty: Type,
    /// What it is.
    pub kind: OutputKind,
    /// Its number among the varyings, where the target numbers them; 0 for what is no varying.
    pub location: u32,
    /// The variable that holds it until the shader ends, with the type of `ty`, lanes from x.
    pub variable: Handle<Variable>,
}

/// A constant buffer.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstantBuffer {
    /// Register, `cb#`.
    pub register: u32,
    /// Register space (5.1), else 0.
    pub space: u32,
    /// Rows of 16 bytes that the block declares, at least 1.
    pub rows: u32,
    /// Name from the reflection chunk.
    pub name: Option<String>,
}

/// Dimension of a texture that can be sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the names are Direct3D's")]
pub enum TextureKind {
    /// In the text one of two dimensions, of height 1, since those of targets have no levels.
    D1,
    /// One dimension in the text too, as WGSL has it: one level, no layers. The lowering makes none.
    Line,
    D1Array,
    D2,
    D2Array,
    D3,
    Cube,
    CubeArray,
    D2Ms,
}

/// A texture.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// Register, `t#`.
    pub register: u32,
    /// Register space (5.1), else 0.
    pub space: u32,
    /// Dimension.
    pub kind: TextureKind,
    /// What a read returns: F32, I32 or U32.
    pub scalar: Scalar,
    /// Name from the reflection chunk.
    pub name: Option<String>,
}

/// A sampler.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampler {
    /// Register, `s#`.
    pub register: u32,
    /// Register space (5.1), else 0.
    pub space: u32,
    /// Declared for comparison.
    pub comparison: bool,
    /// Name from the reflection chunk.
    pub name: Option<String>,
}

/// A texture together with the sampler that instructions use it with: a combined sampler of GLSL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// The texture.
    pub texture: Handle<Texture>,
    /// The sampler; none for reads and queries without one.
    pub sampler: Option<Handle<Sampler>>,
    /// What is read.
    pub reading: Reading,
}

/// What is read of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reading {
    /// Its texels.
    Texels,
    /// Depths, without comparing them: the texture is one of depths, the sampler a plain one. The lowering makes none.
    Depths,
    /// Depths, compared by the sampler: a shadow sampler of GLSL.
    Comparisons,
}

impl Reading {
    /// Of texels, or of comparisons.
    #[must_use]
    pub const fn compared(compares: bool) -> Self {
        if compares { Self::Comparisons } else { Self::Texels }
    }

    /// Whether the sampler compares.
    #[must_use]
    pub const fn compares(self) -> bool {
        matches!(self, Self::Comparisons)
    }

    /// Whether the texture is one of depths.
    #[must_use]
    pub const fn is_of_depths(self) -> bool {
        matches!(self, Self::Depths | Self::Comparisons)
    }
}

/// What a buffer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferKind {
    /// `ByteAddressBuffer`.
    Raw,
    /// `StructuredBuffer` with elements of `stride` bytes.
    Structured {
        /// Bytes of an element.
        stride: u32,
    },
    /// `Buffer<T>`: the host expands each element to four words of this type.
    Typed {
        /// F32, I32 or U32.
        scalar: Scalar,
    },
    /// No buffer of Direct3D: 32-bit lanes of one type, which the texture that holds them in GLSL has too.
    Lanes {
        /// F32, I32 or U32.
        scalar: Scalar,
    },
}

impl BufferKind {
    /// What a word is read as: u32, but for lanes.
    #[must_use]
    pub const fn word(self) -> Type {
        match self {
            Self::Lanes { scalar } => Type::new(scalar, 1),
            Self::Raw | Self::Structured { .. } | Self::Typed { .. } => Type::U32,
        }
    }
}

/// A buffer of 32-bit words: read through a data texture in GLSL, a storage buffer in WGSL.
#[derive(Clone, Debug, PartialEq)]
pub struct Buffer {
    /// Register, `t#` or `u#`.
    pub register: u32,
    /// Register space (5.1), else 0.
    pub space: u32,
    /// Which of both.
    pub view: View,
    /// What it holds.
    pub kind: BufferKind,
    /// Name from the reflection chunk.
    pub name: Option<String>,
}

/// Whose rows hold the structures of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsOf {
    /// The block is the buffer's own: it stands in [`super::Module::constant_buffers`], but is none.
    Buffer,
    /// Rows of a constant buffer.
    ConstantBuffer,
}

/// A structured buffer that is read from rows of a block, not as words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedBuffer {
    /// The buffer.
    pub buffer: Handle<Buffer>,
    /// The block.
    pub block: Handle<ConstantBuffer>,
    /// Whose block it is.
    pub rows_of: RowsOf,
    /// The row where the first structure begins; the others follow byte for byte.
    pub first_row: u32,
    /// Structures that stand there; those beyond read as zero.
    pub capacity: u32,
}

/// What inputs and outputs are called in the bytecode that were renamed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renamed {
    /// Of inputs.
    pub inputs: BTreeMap<Handle<Input>, Semantic>,
    /// Of outputs.
    pub outputs: BTreeMap<Handle<Output>, Semantic>,
}

/// What a variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum VariableKind {
    /// `r#`.
    Temp(u32),
    /// `x#[length]`.
    IndexableTemp(u32),
    /// Holds an output until the shader ends: the number of the output in [`super::Module::outputs`].
    Output(u32),
    /// A range of `v#` that is indexed: filled when the shader starts. The first register.
    InputRange(u32),
    /// A range of `o#` that is indexed: copied when the shader ends. The first register.
    OutputRange(u32),
    /// Nonzero where the pixel was demoted; u32.
    Demoted,
}

/// What a variable holds before anything is written to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Zero.
    Zero,
    /// Nothing reads it before.
    Anything,
}

/// Storage of the shader.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// What it stands for.
    pub kind: VariableKind,
    /// Its scalar type; none before the storage pass for untyped lanes.
    pub scalar: Option<Scalar>,
    /// Lanes, 1 to 4.
    pub width: u8,
    /// Elements of an array.
    pub length: Option<u32>,
    /// What it holds at first.
    pub start: Start,
}

impl Variable {
    /// No array; it starts as zero.
    #[must_use]
    pub const fn new(kind: VariableKind, scalar: Option<Scalar>, width: u8) -> Self {
        Self { kind, scalar, width, length: None, start: Start::Zero }
    }

    /// An array; it starts as zeros.
    #[must_use]
    pub const fn array(kind: VariableKind, scalar: Option<Scalar>, width: u8, length: u32) -> Self {
        Self { kind, scalar, width, length: Some(length), start: Start::Zero }
    }
}
