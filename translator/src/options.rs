//! Options of a translation: typed, one field a decision.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::abi::Abi;

/// The language that is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// GLSL ES 3.00, for WebGL2 and OpenGL ES 3.
    #[default]
    Glsl,
    /// WGSL, for WebGPU.
    Wgsl,
}

impl Target {
    /// Every target.
    pub const ALL: [Self; 2] = [Self::Glsl, Self::Wgsl];

    /// The language with its version, as messages name it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Glsl => "GLSL ES 3.00",
            Self::Wgsl => "WGSL",
        }
    }
}

/// How registers are stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RegisterModel {
    /// Each `r#` is one `vec4`; integers are cast at the use.
    Float,
    /// Every value lives in a variable of its own type, so that integers are never held as floats.
    #[default]
    Typed,
}

/// How integer vertex attributes are declared in GLSL; WGSL has the types of the vertex formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IntegerAttributes {
    /// As float vectors whose values are converted: for `vertexAttribPointer`. Loses bits past 2^24.
    #[default]
    Float,
    /// As `ivec` and `uvec`: for `vertexAttribIPointer`.
    Native,
}

/// Where the names of blocks, textures and samplers come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Names {
    /// From the registers: `cb0`, `t3`, `t3TEX_with_SMPs1`.
    #[default]
    Register,
    /// From the reflection chunk where it has them.
    Reflected,
}

/// What becomes of the clip-space position in GLSL; WebGPU's clip space is Direct3D's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClipSpace {
    /// Written as the bytecode computes it: the host's projection is made for OpenGL.
    #[default]
    AsIs,
    /// Direct3D clip space is rewritten to OpenGL's: `z = 2z - w` and `y = -y`, so that window coordinates,
    /// `dFdy` and read-back rows equal Direct3D's.
    OpenGl,
}

/// What a dynamic index beyond an array's end does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Indexing {
    /// Reads give zero and writes are dropped, as Direct3D has it for constant buffers.
    #[default]
    Robust,
    /// The shader is trusted to stay inside.
    Trusted,
}

/// Which float results must be Direct3D's to the bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FloatRules {
    /// Builtins of the target where GLSL defines their result; drivers may rearrange what the bytecode allows.
    #[default]
    Relaxed,
    /// The order of the bytecode everywhere, outputs `invariant`, and helpers where a driver was seen to differ.
    Strict,
}

/// Whether the stages of a program share the registers of buffers, textures and samplers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StageBindings {
    /// `cb0` and `t0` of both stages are one uniform, as GLSL links them: the host binds the same to both stages.
    /// Only where the types differ does the vertex stage's uniform get a name of its own, ending in `_vs`.
    #[default]
    Shared,
    /// Each stage has bindings of its own, as in Direct3D: the vertex stage's uniforms end in `_vs`.
    Separate,
}

/// Comments in the emitted text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comments {
    /// None.
    #[default]
    None,
    /// The Direct3D assembly above the statements of each instruction.
    Assembly,
}

/// Options of a translation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Options {
    /// Language.
    pub target: Target,
    /// Storage of registers.
    pub register_model: RegisterModel,
    /// Integer vertex attributes.
    pub integer_attributes: IntegerAttributes,
    /// Names of resources.
    pub names: Names,
    /// Clip-space position.
    pub clip_space: ClipSpace,
    /// Dynamic indices.
    pub indexing: Indexing,
    /// Float results.
    pub float_rules: FloatRules,
    /// Bindings of the stages of a program.
    pub stage_bindings: StageBindings,
    /// Comments.
    pub comments: Comments,
    /// Rows of 16 bytes that the host binds to a constant-buffer register, where that is more than the shader
    /// declares; shipped games rely on the rows beyond. At most 4096.
    pub constant_buffer_rows: BTreeMap<u32, u32>,
    /// Where structured buffers stand, and what attributes and varyings are called.
    pub abi: Abi,
}

impl Options {
    /// How integer vertex attributes of a semantic are declared in the target.
    #[must_use]
    pub fn attributes(&self, semantic: &str, index: u32) -> IntegerAttributes {
        match self.target {
            Target::Glsl => self.abi.integer_attribute(semantic, index).unwrap_or(self.integer_attributes),
            Target::Wgsl => IntegerAttributes::Native,
        }
    }
}
