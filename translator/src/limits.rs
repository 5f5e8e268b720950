//! Every bound on what a file may ask for, with the Direct3D rule that it stands for.
//!
//! Anything beyond a bound is refused with an error of kind `Limit`, so that no count, depth or length in
//! a file decides how much memory, stack or time is spent.

/// Chunks of one container. No D3D rule: compilers write at most a dozen.
pub const CHUNKS: u32 = 256;

/// Bytes of one name in a signature or in the reflection data. No D3D rule: compilers cut off long before.
pub const NAME_BYTES: u32 = 1024;

/// Elements of one signature: 4 streams of 32 registers of 4 components.
pub const SIGNATURE_ELEMENTS: u32 = 512;

/// Bytes of memory that the reflection data of one container may take: a type counts again wherever it is used. No D3D rule.
pub const REFLECTION_BYTES: u32 = 1 << 24;

/// Structs within structs in the reflection data. No D3D rule: the HLSL compiler gives up long before.
pub const STRUCT_DEPTH: u32 = 32;

/// Dwords of one program. No D3D rule: 4 MiB, several times what the longest compiled shaders take. A decoded
/// instruction takes 46 times the dword that it may be.
pub const PROGRAM_DWORDS: usize = 1 << 20;

/// Warnings about one program. No D3D rule.
pub const WARNINGS: usize = 100;

/// Dwords of one instruction: its length field has 7 bits. Custom data has a length of its own.
pub const INSTRUCTION_DWORDS: u32 = 127;

/// Temporary registers: `r#` and the elements of all `x#` together.
pub const TEMPS: u32 = 4096;

/// Slots of constant buffers: 14 that an application binds, and one kept for the immediate buffer.
pub const CONSTANT_BUFFERS: u32 = 15;

/// Rows (four dwords each) of one constant buffer.
pub const CONSTANT_BUFFER_ROWS: u32 = 4096;

/// Rows (four dwords each) of the immediate constant buffer.
pub const IMMEDIATE_ROWS: u32 = 4096;

/// Slots of shader resources, `t#`.
pub const RESOURCES: u32 = 128;

/// Slots of samplers, `s#`.
pub const SAMPLERS: u32 = 16;

/// Constant buffers that an index chooses from: the uniform blocks that OpenGL ES 3.0 promises each stage.
pub const CHOSEN_CONSTANT_BUFFERS: u32 = 12;

/// Textures with samplers that indices choose from: the textures that OpenGL ES 3.0 promises each stage.
pub const CHOSEN_TEXTURES: u32 = 16;

/// Slots of unordered access views, `u#` (11.1; 8 before).
pub const UNORDERED_ACCESS_VIEWS: u32 = 64;

/// Threads of a group of a compute shader.
pub const GROUP_THREADS: u32 = 1024;

/// Bytes of memory that the threads of a group share, `g#`.
pub const GROUP_MEMORY: u32 = 32768;

/// Input registers of the vertex and the pixel stage, `v#`.
pub const INPUTS: u32 = 32;

/// Output registers of the vertex stage, `o#`.
pub const VERTEX_OUTPUTS: u32 = 32;

/// Render targets: the output registers of the pixel stage.
pub const RENDER_TARGETS: u32 = 8;

/// Clip and cull distances in sum, each a scalar.
pub const CLIP_CULL_DISTANCES: u32 = 8;

/// Bytes of one element of a structured buffer.
pub const STRUCTURE_STRIDE: u32 = 2048;

/// Flow control within flow control: `if`, `loop` and `switch` in one function.
pub const FLOW_DEPTH: u32 = 64;

/// Calls within calls.
pub const CALL_DEPTH: u32 = 32;

/// Vertex attributes of OpenGL ES 3.0 and WebGL2 (`MAX_VERTEX_ATTRIBS`); Direct3D has 32.
pub const VERTEX_ATTRIBUTES: usize = 16;
