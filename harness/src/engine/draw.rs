//! A draw: a program, everything it reads, where it writes, and what comes back.

use std::collections::BTreeMap;
use std::sync::Arc;

use dxbc_translator::reflect::Binding;
use serde::{Deserialize, Serialize};

use super::compute::Stored;
use super::format::TexelFormat;

/// A program as text, in the language of the engine that it is for: GLSL ES 3.00, of which both shaders must start with
/// the line `#version 300 es`, or WGSL.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub struct ProgramSource {
    /// A name for reports; no engine looks at it.
    pub name: String,
    /// The vertex shader.
    pub vertex: String,
    /// The fragment shader.
    pub fragment: String,
}

/// One draw call with all of its state.
///
/// Bindings of GLSL go by name. A name that the linked program does not have (it was optimised out, or never declared) is
/// ignored; a name that the program has active and the draw does not bind is an error that names it. WGSL has no names
/// at its outside: attributes and varyings go by location, everything else by `bindings`, to which the same applies.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Draw {
    /// The program. Draws that share one program should stand next to each other: it is then linked once.
    pub program: Arc<ProgramSource>,
    /// Vertex buffers.
    pub vertex_buffers: Vec<VertexBuffer>,
    /// What to draw from them.
    pub call: DrawCall,
    /// Uniform blocks.
    pub blocks: Vec<UniformBlock>,
    /// Images that `samplers` point into.
    pub images: Vec<Image>,
    /// Samplers.
    pub samplers: Vec<SamplerBinding>,
    /// Uniforms outside of blocks, other than samplers.
    pub uniforms: Vec<Uniform>,
    /// What a program of WGSL reads; blocks, samplers and uniforms are those of GLSL.
    pub bindings: BTreeMap<Binding, Bound>,
    /// What fragments write besides targets, as it is before; of WGSL only.
    pub stored: BTreeMap<Binding, Stored>,
    /// Where fragments go. `None`: nothing is rasterised, the draw is made for `capture` only.
    pub framebuffer: Option<Framebuffer>,
    /// Positions of colour targets that no fragment output belongs to. WebGL2 refuses a draw that may write to them.
    pub unwritten: Vec<usize>,
    /// Rasteriser state.
    pub raster: Raster,
    /// Vertex outputs to capture by transform feedback, one record for each vertex of each instance (vertex index
    /// runs fastest), whatever the topology. Not possible together with an index buffer (GLES 3.0 has no such draw).
    pub capture: Vec<Varying>,
}

/// A vertex buffer and the attributes that read it.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct VertexBuffer {
    /// The bytes.
    pub data: Vec<u8>,
    /// Bytes from one element to the next, not 0. WebGL takes at most 255.
    pub stride: u32,
    /// 0: one element a vertex. n: one element for each n instances.
    pub divisor: u32,
    /// The attributes in it.
    pub attributes: Vec<Attribute>,
}

/// A vertex attribute.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Attribute {
    /// Name of the `in` variable.
    pub name: String,
    /// Location of the variable in WGSL.
    pub location: Option<u32>,
    /// Bytes from the start of the element.
    pub offset: u32,
    /// Components in the buffer, 1 to 4. Missing ones read as (0, 0, 0, 1).
    pub components: u8,
    /// What a component is in the buffer.
    pub scalar: AttributeScalar,
    /// What the shader gets.
    pub read: AttributeRead,
}

/// A component in a vertex buffer, little endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum AttributeScalar {
    /// 32-bit float.
    F32,
    /// 16-bit float.
    F16,
    /// Signed byte.
    I8,
    /// Signed 16-bit integer.
    I16,
    /// Signed 32-bit integer.
    I32,
    /// Byte.
    U8,
    /// Unsigned 16-bit integer.
    U16,
    /// Unsigned 32-bit integer.
    U32,
    /// 10, 10, 10 and 2 unsigned bits in one word, first component lowest; always four components.
    U10U10U10U2,
}

/// How an attribute reaches the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum AttributeRead {
    /// Converted by value to a float: the shader declares `float` or `vecN`.
    Float,
    /// Integers scaled to 0..1 or -1..1: the shader declares `float` or `vecN`.
    Normalized,
    /// Bits kept: the shader declares `int`, `uint`, `ivecN` or `uvecN`, as the scalar is signed or unsigned.
    Integer,
}

/// What to draw.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct DrawCall {
    /// Primitive kind.
    pub topology: Topology,
    /// First vertex, or first index when there are indices.
    pub first: u32,
    /// Vertices, or indices when there are indices.
    pub count: u32,
    /// Instances; 1 for a plain draw.
    pub instances: u32,
    /// Indices; the largest value of their type restarts the primitive.
    pub indices: Option<IndexBuffer>,
}

impl Default for DrawCall {
    fn default() -> Self {
        Self { topology: Topology::Triangles, first: 0, count: 0, instances: 1, indices: None }
    }
}

/// An index buffer.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct IndexBuffer {
    /// The bytes, little endian.
    pub data: Vec<u8>,
    /// Size of one index.
    pub size: IndexSize,
}

/// Size of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum IndexSize {
    /// 16 bits.
    U16,
    /// 32 bits.
    U32,
}

/// Primitive kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Topology {
    /// One point a vertex.
    Points,
    /// Separate lines.
    Lines,
    /// Connected lines.
    LineStrip,
    /// Separate triangles.
    Triangles,
    /// Connected triangles.
    TriangleStrip,
}

/// Data for a uniform block.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct UniformBlock {
    /// Name of the block (not of its instance); `Name[0]` for an array of blocks.
    pub name: String,
    /// std140 bytes. What the block has beyond them reads as zero, as from a short constant buffer in Direct3D.
    pub data: Vec<u8>,
}

/// A resource of WGSL.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub enum Bound {
    /// The bytes of a uniform buffer. What the variable has beyond them reads as zero.
    Uniform(Vec<u8>),
    /// The bytes of a read-only storage buffer of words; at least one word.
    Words(Vec<u8>),
    /// Index into [`Draw::images`].
    Texture(usize),
    /// How a sampler samples.
    Sampler(SamplerState),
}

/// A texture.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Image {
    /// Its kind.
    pub kind: ImageKind,
    /// Its texel format.
    pub format: TexelFormat,
    /// Width of level 0 in texels.
    pub width: u32,
    /// Height of level 0 in texels.
    pub height: u32,
    /// Depth of level 0 for `D3`, layers for `D2Array`, cubes for `CubeArray`, samples for `D2Ms`, 1 for the
    /// others.
    pub depth: u32,
    /// The bytes of each mip level, level 0 first, in the layout of [`TexelFormat::texel_bytes`], without padding:
    /// rows from v = 0 up, then slices, layers, or faces in the order +X -X +Y -Y +Z -Z.
    pub levels: Vec<Vec<u8>>,
}

/// Kind of a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum ImageKind {
    /// `texture_1d` of WGSL: one row, one level.
    D1,
    /// `sampler2D` and its like.
    D2,
    /// `sampler2DArray`.
    D2Array,
    /// `sampler3D`.
    D3,
    /// `samplerCube`.
    Cube,
    /// `texture_cube_array` of WGSL: the six faces of one cube after those of another.
    CubeArray,
    /// `texture_multisampled_2d` of WGSL: one slice for each of four samples, one level.
    D2Ms,
}

/// A sampler uniform with its texture and state.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct SamplerBinding {
    /// Name of the sampler uniform; `name[i]` for an element of an array.
    pub name: String,
    /// Index into [`Draw::images`].
    pub image: usize,
    /// How it samples.
    pub state: SamplerState,
}

/// How a texture is sampled. The default is nearest everything, clamped, all mip levels, no comparison.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct SamplerState {
    /// Filter when a texel is larger than a pixel.
    pub mag: Filter,
    /// Filter when a texel is smaller than a pixel.
    pub min: Filter,
    /// Choice of mip level.
    pub mip: MipFilter,
    /// Addressing of u, v and w.
    pub wrap: [Wrap; 3],
    /// Smallest level of detail, finite.
    pub min_lod: f32,
    /// Largest level of detail, finite.
    pub max_lod: f32,
    /// Compare with the reference value: for `sampler*Shadow` uniforms, and only for them. Needs a depth format.
    pub compare: Option<CompareFunc>,
}

impl Default for SamplerState {
    fn default() -> Self {
        Self {
            mag: Filter::Nearest,
            min: Filter::Nearest,
            mip: MipFilter::Nearest,
            wrap: [Wrap::Clamp; 3],
            min_lod: -1000.0,
            max_lod: 1000.0,
            compare: None,
        }
    }
}

/// Filter within a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Filter {
    /// The nearest texel.
    Nearest,
    /// The weighted nearest texels.
    Linear,
}

/// Filter between levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum MipFilter {
    /// Level 0 only.
    None,
    /// The nearest level.
    Nearest,
    /// The two nearest levels, weighted.
    Linear,
}

/// Addressing outside 0..1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum Wrap {
    /// To the edge texel.
    Clamp,
    /// Repeated.
    Repeat,
    /// Repeated, every second time mirrored.
    Mirror,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum CompareFunc {
    Never,
    Less,
    Equal,
    LessEqual,
    Greater,
    NotEqual,
    GreaterEqual,
    Always,
}

/// A uniform outside of blocks.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Uniform {
    /// Its name; for an array the name without `[0]`.
    pub name: String,
    /// Its value.
    pub value: UniformValue,
}

/// The value of a uniform: all elements of an array one after the other, `components` values each. An array must have
/// a value for every active element; further ones are ignored. `bool` uniforms take any of the three.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub enum UniformValue {
    /// `float` or `vecN`.
    Float {
        /// Components of an element, 1 to 4.
        components: u8,
        /// The values.
        values: Vec<f32>,
    },
    /// `int` or `ivecN`.
    Int {
        /// Components of an element, 1 to 4.
        components: u8,
        /// The values.
        values: Vec<i32>,
    },
    /// `uint` or `uvecN`.
    Uint {
        /// Components of an element, 1 to 4.
        components: u8,
        /// The values.
        values: Vec<u32>,
    },
}

/// Where fragments go.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Framebuffer {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Colour targets; the position is the `location` of the fragment output.
    pub targets: Vec<ColorTarget>,
    /// Depth buffer.
    pub depth: Option<DepthTarget>,
}

/// A colour target.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub struct ColorTarget {
    /// A renderable format ([`TexelFormat::read_back`] gives `Some`).
    pub format: TexelFormat,
    /// The value it is cleared to: bits of four `f32`, `i32` or `u32`, as the format's channels are.
    pub clear: [u32; 4],
}

/// A depth buffer.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub struct DepthTarget {
    /// A depth format.
    pub format: TexelFormat,
    /// The value it is cleared to, 0..1.
    pub clear: f32,
    /// The test; [`CompareFunc::Always`] to only write.
    pub test: CompareFunc,
    /// Whether fragments write their depth.
    pub write: bool,
}

/// Rasteriser state. The default covers the framebuffer and culls nothing.
///
/// For WGSL, everything is as WebGPU sees it: y grows downwards from the upper left corner, and the winding is that on
/// the screen.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
pub struct Raster {
    /// `None`: the whole framebuffer, depth 0..1.
    pub viewport: Option<Viewport>,
    /// What is dropped.
    pub cull: CullMode,
    /// Which winding is the front, seen in GL window coordinates (y up).
    pub front_face: FrontFace,
}

/// A viewport in pixels from the lower left corner.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub struct Viewport {
    /// Left edge.
    pub x: i32,
    /// Lower edge.
    pub y: i32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
    /// Depth range, 0..1.
    pub depth: [f32; 2],
}

/// Which faces are dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub enum CullMode {
    /// None.
    #[default]
    None,
    /// Front faces.
    Front,
    /// Back faces.
    Back,
}

/// The winding of front faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub enum FrontFace {
    /// Counter-clockwise, GL's default.
    #[default]
    CounterClockwise,
    /// Clockwise.
    Clockwise,
}

/// A vertex output to capture.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Varying {
    /// Its name, or `gl_Position`. No array: WebGL does not capture them.
    pub name: String,
    /// Its location in WGSL; none for the position.
    pub location: Option<u32>,
    /// 32-bit components of the variable: 4 for a `vec4`, 16 for a `mat4`.
    pub components: u32,
}

/// What a draw gave.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct DrawOutput {
    /// The bytes of each colour target, tightly packed in the layout of [`TexelFormat::read_back`], little endian.
    /// **The bottom row comes first**, as GL reads it; the top row, as WebGPU stores it, if the program is WGSL.
    pub targets: Vec<Vec<u8>>,
    /// The depth buffer as one little-endian `f32` a pixel, rows in the same order.
    pub depth: Option<Vec<u8>>,
    /// For each varying of [`Draw::capture`]: its 32-bit components, little endian, vertex after vertex, instance after
    /// instance. Bits are exactly those that the shader wrote.
    pub captured: Vec<Vec<u8>>,
    /// The bytes of what [`Draw::stored`] holds afterwards.
    pub stored: BTreeMap<Binding, Vec<u8>>,
}
