//! Memory that invocations share and write: storage buffers, workgroup memory and storage textures.
//!
//! Buffers and workgroup memory are runs of 32-bit words. What lies beyond their end reads as zero, is not written, and
//! is zero to atomics, as in Direct3D.
//!
//! The names of the registry that work on it are no calls ([`Expr::Call`]), since they take places and have effects. Each
//! is written where a form needs it:
//!
//! | names | form |
//! | --- | --- |
//! | `atomicAdd`, `atomicSub`, `atomicAnd`, `atomicOr`, `atomicXor`, `atomicMax`, `atomicMin`, `atomicExchange`, `atomicCompareExchangeWeak` | [`Expr::Atomic`]; the last is repeated until it fails for a reason |
//! | `atomicLoad`, `atomicStore` | a fetch, [`StmtKind::StoreWord`], where other words are changed in one step or [`Coherence::Device`] asks for it |
//! | `arrayLength` | [`Expr::BufferSize`] |
//! | `workgroupBarrier`, `storageBarrier`, `textureBarrier` | [`StmtKind::Barrier`] |
//! | `workgroupUniformLoad` | [`Expr::Agreed`] |
//! | `textureLoad`, `textureStore` of storage textures | [`Expr::Texel`], [`StmtKind::StoreTexel`] |
//! | `textureDimensions`, `textureNumLayersStorage` of storage textures | [`Expr::TextureSize`] |
//!
//! [`Expr::Call`]: super::Expr::Call
//! [`Expr::Atomic`]: super::Expr::Atomic
//! [`Expr::BufferSize`]: super::Expr::BufferSize
//! [`Expr::Agreed`]: super::Expr::Agreed
//! [`Expr::Texel`]: super::Expr::Texel
//! [`Expr::TextureSize`]: super::Expr::TextureSize
//! [`StmtKind::StoreWord`]: super::StmtKind::StoreWord
//! [`StmtKind::StoreTexel`]: super::StmtKind::StoreTexel
//! [`StmtKind::Barrier`]: super::StmtKind::Barrier

use super::{Buffer, Handle, Scalar, TextureKind, Type};

/// Words that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Memory {
    /// The words of a buffer whose view is unordered.
    Buffer(Handle<Buffer>),
    /// The hidden counter of a structured buffer: one word.
    Counter(Handle<Buffer>),
    /// Workgroup memory.
    Group(Handle<GroupMemory>),
}

/// How the shader sees a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum View {
    /// `t#`: read only.
    Resource,
    /// `u#`: read and written, by this invocation's workgroup or by all of the dispatch.
    Unordered {
        /// Whether invocations of other workgroups see what is written while they run.
        coherence: Coherence,
    },
}

/// Who sees writes to an unordered view before the dispatch ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coherence {
    /// The invocation's workgroup.
    Group,
    /// All workgroups of the dispatch.
    Device,
}

/// Memory of a workgroup, `g#`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupMemory {
    /// Register, `g#`.
    pub register: u32,
    /// 32-bit words, at least 1.
    pub words: u32,
}

/// How the texels of a storage texture are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TexelFormat {
    /// Four floats.
    Rgba32Float,
    /// Four signed integers.
    Rgba32Sint,
    /// Four unsigned integers.
    Rgba32Uint,
    /// Four bytes, as numbers from 0 to 1.
    Rgba8Unorm,
    /// Four bytes, as numbers from -1 to 1.
    Rgba8Snorm,
    /// One float.
    R32Float,
    /// One signed integer.
    R32Sint,
    /// One unsigned integer.
    R32Uint,
}

impl TexelFormat {
    /// What a lane of a texel is read and written as.
    #[must_use]
    pub const fn scalar(self) -> Scalar {
        match self {
            Self::Rgba32Float | Self::Rgba8Unorm | Self::Rgba8Snorm | Self::R32Float => Scalar::F32,
            Self::Rgba32Sint | Self::R32Sint => Scalar::I32,
            Self::Rgba32Uint | Self::R32Uint => Scalar::U32,
        }
    }
}

/// What the shader does with the texels of a storage texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TexelAccess {
    /// Writes them.
    Write,
    /// Reads and writes them.
    ReadWrite,
}

/// A texture that is written, `u#`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorageTexture {
    /// Register, `u#`.
    pub register: u32,
    /// Register space (5.1), else 0.
    pub space: u32,
    /// Dimension: `Line`, `D1`, `D1Array`, `D2`, `D2Array` or `D3`. `D1` and `D1Array` have a height of 1.
    pub kind: TextureKind,
    /// Format of its texels.
    pub format: TexelFormat,
    /// What is done with them.
    pub access: TexelAccess,
    /// Name from the reflection chunk.
    pub name: Option<String>,
}

impl StorageTexture {
    /// Lanes of a texel's coordinates, the layer last.
    #[must_use]
    pub const fn coordinates(&self) -> u8 {
        match self.kind {
            TextureKind::Line => 1,
            TextureKind::D1 | TextureKind::D2 => 2,
            TextureKind::D1Array
            | TextureKind::D2Array
            | TextureKind::D3
            | TextureKind::Cube
            | TextureKind::CubeArray
            | TextureKind::D2Ms => 3,
        }
    }

    /// A texel as the shader sees it: four lanes.
    #[must_use]
    pub const fn texel(&self) -> Type {
        Type::new(self.format.scalar(), 4)
    }
}

/// What an atomic operation does with a word and its operand. All give the word as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are the operations'")]
pub enum AtomicOp {
    Add,
    Subtract,
    And,
    Or,
    Xor,
    MaxSigned,
    MinSigned,
    Max,
    Min,
    Exchange,
    /// Exchanges if the word equals the first of two operands.
    CompareExchange,
}

impl AtomicOp {
    /// How many operands it takes besides the place.
    #[must_use]
    pub const fn operands(self) -> usize {
        match self {
            Self::CompareExchange => 2,
            Self::Add
            | Self::Subtract
            | Self::And
            | Self::Or
            | Self::Xor
            | Self::MaxSigned
            | Self::MinSigned
            | Self::Max
            | Self::Min
            | Self::Exchange => 1,
        }
    }
}

/// Where all invocations of a workgroup meet, and of which memory they see what was written before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Barrier {
    /// Workgroup memory.
    Group,
    /// Storage buffers.
    Buffers,
    /// Storage textures.
    Textures,
}
