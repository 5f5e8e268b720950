//! Reflection: how a host binds everything that the emitted text declares.
//!
//! Everything here was emitted, under the names of the text: what the shader declares but never reads is neither
//! declared in the text nor listed.

mod collect;
mod json;
mod limits;
#[cfg(test)]
mod tests;
pub mod wgsl;

use serde::Serialize;

use crate::container::rdef;
use crate::ir::{Coherence, InterpolationMode, Scalar, TexelAccess, TexelFormat, TextureKind};
use crate::program::Stage;

pub use crate::write::wgsl::bindings::Binding;
pub use collect::reflect;
pub use limits::{LimitUse, WebGlLimit, of_program as program_limits};

/// Version of the JSON form: raised when a field changes its meaning or goes.
pub const FORMAT: u32 = 1;

/// How to bind one emitted shader.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reflection {
    /// [`FORMAT`].
    pub format: u32,
    /// Vertex, pixel or compute.
    pub stage: Stage,
    /// Invocations of a workgroup along x, y and z; none outside of compute shaders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workgroup_size: Option<[u32; 3]>,
    /// Vertex attributes; none in the pixel stage.
    pub attributes: Vec<Attribute>,
    /// What the vertex stage gives to the pixel stage: outputs of the one, inputs of the other.
    pub varyings: Vec<Varying>,
    /// Uniform blocks, one a constant buffer.
    pub uniform_blocks: Vec<UniformBlock>,
    /// Sampler uniforms of textures; none in WGSL.
    pub textures: Vec<TextureUniform>,
    /// Textures of WGSL.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texture_bindings: Vec<TextureBinding>,
    /// Samplers of WGSL.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sampler_bindings: Vec<SamplerBinding>,
    /// Sampler uniforms of buffers that became textures; storage buffers of words in WGSL.
    pub buffers: Vec<BufferUniform>,
    /// The texture that guards the arithmetic of doubles; none where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub double_guard: Option<DoubleGuard>,
    /// Storage buffers of WGSL that are written, one an unordered access view of a buffer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub storage_buffers: Vec<StorageBuffer>,
    /// Storage textures of WGSL, one an unordered access view of a texture.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub storage_textures: Vec<StorageTextureBinding>,
    /// Uniforms that hold numbers of mip levels; none in WGSL, which can ask.
    pub mip_counts: Vec<MipCountUniform>,
    /// Render targets; none in the vertex stage.
    pub render_targets: Vec<RenderTarget>,
    /// Whether the shader writes the depth of its pixels.
    pub depth: Depth,
    /// GLSL extensions that the text asks for: none today.
    pub extensions: Vec<String>,
    /// What the text takes of each limit of WebGL2; none in WGSL.
    pub limits: Vec<LimitUse>,
    /// What works on some devices only, one sentence each.
    pub warnings: Vec<String>,
}

/// A semantic of a signature with its place in the registers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Element {
    /// Semantic name as the signature spells it.
    pub semantic: String,
    /// Semantic index.
    pub index: u32,
    /// Register, `v#` or `o#`; none for depth.
    pub register: Option<u32>,
    /// Lanes of the register, as in `xy` or `zw`.
    pub lanes: &'static str,
    /// Component type of the signature.
    pub component: Scalar,
    /// What the signature calls it, where the layout renames it: then `semantic` and `index` are the layout's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub renamed_from: Option<SemanticName>,
}

impl Element {
    /// Whether the bytecode calls it so, without case.
    #[must_use]
    pub fn is(&self, semantic: &str, index: u32) -> bool {
        let (own, own_index) = match &self.renamed_from {
            Some(name) => (&name.semantic, name.index),
            None => (&self.semantic, self.index),
        };
        own.eq_ignore_ascii_case(semantic) && own_index == index
    }
}

/// A semantic of the bytecode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SemanticName {
    /// Name as the signature spells it.
    pub semantic: String,
    /// Index.
    pub index: u32,
}

/// A vertex attribute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Attribute {
    /// Name in the text, for `getAttribLocation`.
    pub name: String,
    /// What Direct3D calls it.
    #[serde(flatten)]
    pub element: Element,
    /// Location of WGSL, which has no names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// Its type in the text.
    #[serde(rename = "type")]
    pub ty: &'static str,
    /// How it is fed.
    pub feed: Feed,
    /// What to mind; none where there is nothing.
    pub note: Option<&'static str>,
}

/// The call that feeds a vertex attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Feed {
    /// `vertexAttribPointer`. Integer data are given without normalisation unless the format is UNORM or SNORM.
    #[serde(rename = "vertexAttribPointer")]
    Float,
    /// `vertexAttribIPointer` with a signed type.
    #[serde(rename = "vertexAttribIPointer-int")]
    Int,
    /// `vertexAttribIPointer` with an unsigned type.
    #[serde(rename = "vertexAttribIPointer-uint")]
    Uint,
    /// A vertex format of WebGPU of the kind of the type: floats and normalised formats for floats, sint for signed and
    /// uint for unsigned integers.
    #[serde(rename = "vertex-format")]
    Format,
}

/// A varying.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Varying {
    /// Name in the text of both stages; `transformFeedbackVaryings` takes it.
    pub name: String,
    /// What Direct3D calls it.
    #[serde(flatten)]
    pub element: Element,
    /// Location of WGSL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<u32>,
    /// Its type in the text.
    #[serde(rename = "type")]
    pub ty: &'static str,
    /// How it is interpolated.
    pub interpolation: InterpolationMode,
    /// What to mind; none where there is nothing. Flat varyings depend on the provoking vertex.
    pub note: Option<&'static str>,
}

/// A uniform block: rows of 16 bytes in layout `std140`, byte for byte the constant buffer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UniformBlock {
    /// Name in the text, for `getUniformBlockIndex`.
    pub block: String,
    /// Name by which the text reads it.
    pub instance: String,
    /// Binding of WGSL.
    #[serde(flatten)]
    pub binding: Option<Binding>,
    /// Register, `cb#`.
    pub register: u32,
    /// Register space, 0 before shader model 5.1.
    pub space: u32,
    /// Rows of 16 bytes.
    pub rows: u32,
    /// Bytes: a buffer that is bound must have at least as many.
    pub bytes: u32,
    /// Name in the source, if the shader has reflection data.
    pub name: Option<String>,
    /// Variables with their offsets in bytes, if the shader has reflection data.
    pub members: Vec<rdef::Variable>,
}

/// A register of a texture or sampler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Register {
    /// Number, of `t#` or `s#`.
    pub register: u32,
    /// Register space, 0 before shader model 5.1.
    pub space: u32,
    /// Name in the source, if the shader has reflection data.
    pub name: Option<String>,
}

/// A sampler uniform: a texture and the sampler that it is read with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextureUniform {
    /// Name in the text, for `getUniformLocation`.
    pub uniform: String,
    /// Its GLSL type.
    #[serde(rename = "type")]
    pub ty: &'static str,
    /// The texture, `t#`.
    pub texture: Register,
    /// The sampler, `s#`; none where the texture is read by texel or asked for its size.
    pub sampler: Option<Register>,
    /// Dimension in Direct3D. One-dimensional textures are bound as two-dimensional ones of height 1.
    pub dimension: TextureKind,
    /// What a read returns.
    pub component: Scalar,
    /// Whether it compares: then `TEXTURE_COMPARE_MODE` must be `COMPARE_REF_TO_TEXTURE`, and `NONE` elsewhere.
    pub comparison: bool,
}

/// A texture of WGSL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextureBinding {
    /// Name in the text.
    pub variable: String,
    /// Its binding.
    #[serde(flatten)]
    pub binding: Binding,
    /// Its WGSL type.
    #[serde(rename = "type")]
    pub ty: &'static str,
    /// The texture, `t#`. One that is compared and also read has two variables; a depth texture may be bound to both.
    pub texture: Register,
    /// Dimension in Direct3D. One-dimensional textures are bound as two-dimensional ones of height 1.
    pub dimension: TextureKind,
    /// What a read returns.
    pub component: Scalar,
    /// Whether it is compared: its view must have a depth format.
    pub comparison: bool,
}

/// A sampler of WGSL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SamplerBinding {
    /// Name in the text.
    pub variable: String,
    /// Its binding.
    #[serde(flatten)]
    pub binding: Binding,
    /// The sampler, `s#`.
    pub sampler: Register,
    /// Whether it compares. One that is also used without comparing has two variables.
    pub comparison: bool,
}

/// A buffer that is read as 32-bit words. In WGSL it is a storage buffer of them; in GLSL a texture, where word `i` of
/// the buffer stands at `(i % width, i / width)` of a two-dimensional texture of format `R32UI` and any width, whose last
/// row is filled up with zeros; [`BufferContent::Lanes`] has its own format. One with a `placement` stands elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BufferUniform {
    /// Name in the text, for `getUniformLocation`; none where only the size is asked for, and with a `placement`.
    pub uniform: Option<String>,
    /// Binding of WGSL.
    #[serde(flatten)]
    pub binding: Option<Binding>,
    /// Its type in the text.
    #[serde(rename = "type")]
    pub ty: &'static str,
    /// The buffer, `t#`.
    pub buffer: Register,
    /// What it holds.
    pub content: BufferContent,
    /// 32-bit words of an element; 1 for a raw buffer.
    pub words_per_element: u32,
    /// `uint` uniform that the host sets to the size: elements of a typed or structured buffer, bytes of a raw one;
    /// none where the shader does not ask.
    pub size_uniform: Option<String>,
    /// Where the layout places it; none if it is read as words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placement: Option<BufferPlacement>,
}

/// Where the structures of a buffer stand that is not read as words: byte for byte, one after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum BufferPlacement {
    /// In a uniform block of its own, from the first byte on.
    UniformBlock {
        /// Name in the text, for `getUniformBlockIndex`.
        block: String,
        /// Structures that there is room for.
        capacity: u32,
        /// Bytes: a buffer that is bound must have at least as many. What the structures leave is filled with zeros.
        bytes: u32,
    },
    /// In rows of a constant buffer, which is among the uniform blocks.
    ConstantBuffer {
        /// Name of its block.
        block: String,
        /// Its register, `cb#`.
        register: u32,
        /// The row of 16 bytes where the first structure begins.
        first_row: u32,
        /// Structures that there is room for. What they leave is filled with zeros.
        capacity: u32,
    },
}

impl BufferPlacement {
    /// Name of the uniform block that is the buffer's own.
    #[must_use]
    pub fn own_block(&self) -> Option<&str> {
        match self {
            Self::UniformBlock { block, .. } => Some(block),
            Self::ConstantBuffer { .. } => None,
        }
    }
}

/// A buffer that is written: a storage buffer of 32-bit words with the access `read_write`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StorageBuffer {
    /// Name in the text.
    pub variable: String,
    /// Its binding; none where only the counter is used.
    #[serde(flatten)]
    pub binding: Option<Binding>,
    /// Its type in the text.
    #[serde(rename = "type")]
    pub ty: &'static str,
    /// The view, `u#`.
    pub view: Register,
    /// What it holds.
    pub content: BufferContent,
    /// 32-bit words of an element; 1 for a raw buffer.
    pub words_per_element: u32,
    /// Who sees what is written before the dispatch ends.
    pub coherence: Coherence,
    /// The storage buffer of one u32 that is the hidden counter of the view; none where nothing counts.
    pub counter: Option<Counter>,
}

/// The hidden counter of a structured buffer: a storage buffer of one u32, which holds the initial count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counter {
    /// Name in the text.
    pub variable: String,
    /// Its binding.
    #[serde(flatten)]
    pub binding: Binding,
}

/// A texture that is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StorageTextureBinding {
    /// Name in the text.
    pub variable: String,
    /// Its binding.
    #[serde(flatten)]
    pub binding: Binding,
    /// Its WGSL type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The view, `u#`.
    pub view: Register,
    /// Dimension in Direct3D. One-dimensional textures are bound as two-dimensional ones of height 1.
    pub dimension: TextureKind,
    /// Format of its texels.
    pub format: TexelFormat,
    /// What the shader does with them.
    pub access: TexelAccess,
}

/// What a buffer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum BufferContent {
    /// `ByteAddressBuffer`: its words as they are.
    Raw,
    /// `StructuredBuffer`: its structures as they are.
    Structured {
        /// Bytes of a structure.
        stride: u32,
    },
    /// `Buffer<T>`: each element expanded by the host to four words, the components of the view's format converted to
    /// this type, components that the format lacks being 0, 0, 0 and 1.
    Typed {
        /// F32, I32 or U32.
        component: Scalar,
    },
    /// Words of this type, of no buffer of Direct3D: the format of the texture in GLSL is `R32F`, `R32I` or `R32UI`.
    Lanes {
        /// F32, I32 or U32.
        component: Scalar,
    },
}

/// A texture whose first texel must read exactly 1.0 in its red channel, of any format and size: one texel of `R8UNORM`
/// with 255 will do. The arithmetic of doubles multiplies by it where a compiler that rearranges would lose precision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DoubleGuard {
    /// Name in the text, for `getUniformLocation`. Both stages of a program share it.
    pub uniform: &'static str,
    /// Binding of WGSL.
    #[serde(flatten)]
    pub binding: Option<Binding>,
    /// Its type in the text.
    #[serde(rename = "type")]
    pub ty: &'static str,
}

/// A uniform that the host sets to the number of mip levels of a texture, which GLSL ES 3.00 cannot ask for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MipCountUniform {
    /// Name of the `uint` uniform in the text.
    pub uniform: String,
    /// The texture, `t#`.
    pub texture: Register,
}

/// A render target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RenderTarget {
    /// Name in the text.
    pub name: String,
    /// Location: the position in `drawBuffers`.
    pub location: u32,
    /// Its GLSL type: floats for float and normalised formats, integers for integer formats.
    #[serde(rename = "type")]
    pub ty: &'static str,
    /// Component type.
    pub component: Scalar,
}

/// Where the depth of a pixel comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Depth {
    /// From the rasterizer.
    Rasterized,
    /// From the shader, by `gl_FragDepth`.
    Written,
}
