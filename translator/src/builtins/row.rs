//! What the table says about one builtin.

use super::form::Form;
use super::helper::Helper;
use super::kind::{Category, Kind, ResultKind, Stages};
use super::table::Builtin;

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The builtin of this row.
    pub builtin: Builtin,
    /// The neutral name.
    pub name: &'static str,
    /// The group it belongs to.
    pub category: Category,
    /// The arguments in order.
    pub args: &'static [Arg],
    /// What the call gives.
    pub result: ResultKind,
    /// Where the call is legal.
    pub stages: Stages,
    /// The WGSL spelling.
    pub wgsl: Wgsl,
    /// The GLSL ES 3.00 spelling.
    pub glsl: Glsl,
    /// The GLSL ES 3.00 spelling with a constant texel offset.
    pub offset: Offset,
    /// Calls of the same name with other arguments.
    pub alts: &'static [Alt],
    /// The member of `Math` that reaches it as well.
    pub math: Option<&'static str>,
    /// What the call computes, with its edge cases, in one line.
    pub meaning: &'static str,
}

impl Row {
    /// Whether the arguments must be printed as primaries on some target; [`Form::atom_args`] says it for one form.
    pub fn atom_args(&self) -> bool {
        self.wgsl.form().is_some_and(|form| form.atom_args) || self.glsl.form().is_some_and(|form| form.atom_args)
    }
}

/// One argument of a builtin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arg {
    /// Its name in documentation and messages.
    pub name: &'static str,
    /// What may stand there.
    pub kind: Kind,
}

/// How WGSL spells a builtin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wgsl {
    /// As this text.
    Form(Form),
    /// Not at all: the call exists for a target that cannot do what WGSL does directly.
    Never,
    /// Not at all: a pass rewrites the call before any writer runs.
    PreEmit,
}

impl Wgsl {
    /// The text, if there is one.
    pub const fn form(&self) -> Option<&Form> {
        match self {
            Self::Form(form) => Some(form),
            Self::Never | Self::PreEmit => None,
        }
    }
}

/// How GLSL ES 3.00 spells a builtin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Glsl {
    /// As this text, which calls nothing that the language lacks.
    Form(Form),
    /// As this text, which calls a function that the unit must define.
    Helper(Helper, Form),
    /// Not at all.
    None(Refusal),
    /// Not at all: a pass rewrites the call before any writer runs.
    PreEmit,
}

impl Glsl {
    /// The text, if there is one.
    pub const fn form(&self) -> Option<&Form> {
        match self {
            Self::Form(form) | Self::Helper(_, form) => Some(form),
            Self::None(_) | Self::PreEmit => None,
        }
    }
}

/// How GLSL ES 3.00 spells a texture read with a constant texel offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offset {
    /// As this text. A name that reads cubes too has the text for its other shapes only.
    Form(Form),
    /// Not at all: see [`NoOffset`].
    None(NoOffset),
}

/// Why a call has no GLSL ES 3.00 form with a texel offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoOffset {
    /// The call reads no texels, so there is nothing to offset.
    NotARead,
    /// An offset cannot cross the edge of a cube's face, in any target.
    Cube,
    /// The call, or the shape of its texture, has no form at all.
    NoForm(Refusal),
}

impl NoOffset {
    /// The reason, as one clause for an error message.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::NotARead => "the call reads no texels",
            Self::Cube => "a texel offset has no meaning on a cube",
            Self::NoForm(refusal) => refusal.reason(),
        }
    }
}

/// Why a builtin has no GLSL ES 3.00 form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// Atomic memory.
    NoAtomics,
    /// The compute stage.
    NoCompute,
    /// A storage array without a fixed length.
    NoRuntimeArray,
    /// Integers of one byte, packed.
    NoPackedInt8,
    /// `textureGather`.
    NoGather,
    /// Cube array samplers.
    NoCubeArray,
    /// Storage textures.
    NoImageStore,
    /// Multisampled samplers.
    NoMultisample,
    /// One-dimensional samplers.
    NoTexture1d,
}

impl Refusal {
    /// Every reason.
    pub const ALL: [Self; 9] = [
        Self::NoAtomics,
        Self::NoCompute,
        Self::NoRuntimeArray,
        Self::NoPackedInt8,
        Self::NoGather,
        Self::NoCubeArray,
        Self::NoImageStore,
        Self::NoMultisample,
        Self::NoTexture1d,
    ];

    /// A short stable word for it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoAtomics => "no_atomics",
            Self::NoCompute => "no_compute",
            Self::NoRuntimeArray => "no_runtime_array",
            Self::NoPackedInt8 => "no_packed_int8",
            Self::NoGather => "no_gather",
            Self::NoCubeArray => "no_cube_array",
            Self::NoImageStore => "no_image_store",
            Self::NoMultisample => "no_multisample",
            Self::NoTexture1d => "no_texture_1d",
        }
    }

    /// The reason, as one clause for an error message.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::NoAtomics => "GLSL ES 3.00 has neither atomic operations nor the storage buffers they work on",
            Self::NoCompute => "GLSL ES 3.00 has no compute stage and so no workgroups",
            Self::NoRuntimeArray => "GLSL ES 3.00 has no storage buffers, so no array is sized at run time",
            Self::NoPackedInt8 => "GLSL ES 3.00 cannot work on integers of one byte packed in a word",
            Self::NoGather => "GLSL ES 3.00 has no texture gather, which came with ES 3.10",
            Self::NoCubeArray => "GLSL ES 3.00 has no sampler for a cube array",
            Self::NoImageStore => "GLSL ES 3.00 has no storage textures, which came with ES 3.10",
            Self::NoMultisample => "GLSL ES 3.00 has no multisampled sampler, which came with ES 3.10",
            Self::NoTexture1d => "GLSL ES 3.00 has no one-dimensional textures",
        }
    }
}

/// When a call of the name takes another form than the row's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum When {
    /// The condition is a vector and both arms are float vectors.
    VectorCondition,
    /// A mip level is given; the texture is sampled or depth.
    Level,
    /// The texture is a storage texture, which has no levels.
    Storage,
    /// The texture is a storage texture with layers.
    StorageArray,
}

/// A call of a name with other arguments than its row's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alt {
    /// What tells it from the row's own call.
    pub when: When,
    /// Its arguments in order.
    pub args: &'static [Arg],
    /// Its WGSL spelling.
    pub wgsl: Wgsl,
    /// Its GLSL ES 3.00 spelling.
    pub glsl: Glsl,
}
