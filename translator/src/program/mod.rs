//! A decoded program: what the tokens say, in Direct3D words, nothing inferred.
//!
//! [`Program`] is the input of the lowering and of the interpreter alike, and the disassembler writes it
//! back as text. Encoding and shapes: `dxbc-semantics` sections 3, 6 and 9.

mod assemble;
mod assemble_signature;
mod check;
mod check_flow;
mod check_operand;
mod cursor;
mod custom_data;
pub mod declaration;
mod declare;
mod decode;
mod decode_operand;
mod disasm;
mod disasm_declare;
mod disasm_operand;
mod encode;
mod items;
mod literal;
mod message;
mod names;
mod numbered;
pub mod operand;
mod parse_declare;
mod parse_instruction;
mod parse_operand;
mod register;
mod register_set;
mod text;
mod token;
mod words;

use numbered::numbered;

pub use crate::opcode::Opcode;
pub use assemble::{AssembleError, assemble, assemble_container, disassemble_container};
pub use declaration::{Declaration, DeclarationKind};
pub use decode::{Prefix, decode, decode_into, decode_prefix, decode_unchecked};
pub use disasm::{Listing, disassemble, disassemble_exact, disassemble_with_lines, instruction_text};
pub use encode::encode;
pub(crate) use items::Counts;
pub use items::{Instruction, Item, Items, Operation};
pub use operand::{
    Component, MaskLanes, MinPrecision, Modifier, Operand, OperandKind, RegisterFile, Selection, SelectionForm,
    Swizzle, WriteMask,
};
pub use register::{Index, Indices, Register, Relative};

/// The stage that a program runs in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Pixel shader, `ps`.
    Pixel,
    /// Vertex shader, `vs`.
    Vertex,
    /// Geometry shader, `gs`.
    Geometry,
    /// Hull shader, `hs`.
    Hull,
    /// Domain shader, `ds`.
    Domain,
    /// Compute shader, `cs`.
    Compute,
}

impl Stage {
    /// The two letters before a profile's numbers.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Pixel => "ps",
            Self::Vertex => "vs",
            Self::Geometry => "gs",
            Self::Hull => "hs",
            Self::Domain => "ds",
            Self::Compute => "cs",
        }
    }
}

/// A shader model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
pub struct Model {
    /// 4 or 5.
    pub major: u8,
    /// 0 or 1.
    pub minor: u8,
}

impl Model {
    /// Whether operands of resources carry a range id and an index in a register space (5.1).
    #[must_use]
    pub const fn has_register_spaces(self) -> bool {
        self.major == 5 && self.minor >= 1
    }
}

/// A decoded program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Stage of the version token.
    pub stage: Stage,
    /// Shader model of the version token.
    pub model: Model,
    /// Declarations and instructions in the order of the bytecode. In the vertex and pixel stages all
    /// declarations come first; hull shaders and interface bodies mix them.
    pub items: Items,
}

impl Program {
    /// The item that a byte of the container belongs to: the last one that starts at or before it. None before
    /// the first item; a byte past the end belongs to the last.
    #[must_use]
    pub fn item_at(&self, offset: u32) -> Option<usize> {
        self.items.last_at(offset)
    }

    /// The declarations in order.
    pub fn declarations(&self) -> impl Iterator<Item = &Declaration> {
        self.items.iter().filter_map(|item| match item {
            Item::Declaration(declaration) => Some(declaration),
            Item::Instruction(_) => None,
        })
    }

    /// The instructions in order, without declarations.
    pub fn instructions(&self) -> impl Iterator<Item = Instruction<'_>> {
        self.items.iter().filter_map(|item| match item {
            Item::Instruction(instruction) => Some(instruction),
            Item::Declaration(_) => None,
        })
    }
}

/// Which outcome of a bit test an instruction acts on (bit 18 of the opcode token).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// Acts when no bit is set, `_z`.
    Zero,
    /// Acts when any bit is set, `_nz`.
    NonZero,
}

/// What resinfo and sampleinfo return (bits 11 and 12 of the opcode token).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InfoReturn {
    /// Floats.
    Float,
    /// Reciprocals of width, height and depth; array size and mip count as floats.
    ReciprocalFloat,
    /// Unsigned integers.
    Uint,
}

/// Scope and fences of a sync instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SyncFlags {
    /// `_ugroup` or `_uglobal`: unordered-access memory fence.
    pub uav: Option<UavFence>,
    /// `_g`: shared memory fence.
    pub shared_memory: bool,
    /// `_t`: execution barrier of the group.
    pub threads: bool,
}

/// Scope of an unordered-access memory fence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UavFence {
    /// Within the thread group.
    Group,
    /// The whole device.
    Global,
}

numbered! {
    /// Dimension of a resource (bits of declarations and of the extended opcode token).
    #[derive(serde::Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum ResourceDimension {
        /// Not said.
        Unknown = 0, "<unknown dimension>";
        /// Typed buffer.
        Buffer = 1, "buffer";
        /// 1D texture.
        Texture1D = 2, "texture1d";
        /// 2D texture.
        Texture2D = 3, "texture2d";
        /// Multisampled 2D texture.
        Texture2DMS = 4, "texture2dms";
        /// 3D texture.
        Texture3D = 5, "texture3d";
        /// Cube map.
        TextureCube = 6, "texturecube";
        /// Array of 1D textures.
        Texture1DArray = 7, "texture1darray";
        /// Array of 2D textures.
        Texture2DArray = 8, "texture2darray";
        /// Array of multisampled 2D textures.
        Texture2DMSArray = 9, "texture2dmsarray";
        /// Array of cube maps.
        TextureCubeArray = 10, "texturecubearray";
        /// Raw buffer.
        RawBuffer = 11, "raw_buffer";
        /// Structured buffer.
        StructuredBuffer = 12, "structured_buffer";
    }
}

numbered! {
    /// Component type that a resource returns.
    #[derive(serde::Serialize)]
    #[serde(rename_all = "lowercase")]
    pub enum ReturnType {
        /// Not said (0 in the file; tools write it).
        Unknown = 0, "<unknown resource return type>";
        /// Unsigned normalised, read as f32 in [0, 1].
        Unorm = 1, "unorm";
        /// Signed normalised, read as f32 in [-1, 1].
        Snorm = 2, "snorm";
        /// Signed integer.
        Sint = 3, "sint";
        /// Unsigned integer.
        Uint = 4, "uint";
        /// Float.
        Float = 5, "float";
        /// Raw and structured buffers.
        Mixed = 6, "mixed";
        /// Double.
        Double = 7, "double";
        /// Second half of a double.
        Continued = 8, "<continued>";
        /// Component not there.
        Unused = 9, "<unused>";
    }
}

/// What the extended opcode tokens of an instruction say about its resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResourceHint {
    /// Dimension.
    pub dimension: ResourceDimension,
    /// Bytes of a structure; 0 unless the dimension is a structured buffer.
    pub stride: u32,
}

/// Texel offset of the extended opcode token, each in -8..=7 texels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TexelOffset {
    /// Along u.
    pub u: i8,
    /// Along v.
    pub v: i8,
    /// Along w.
    pub w: i8,
}
