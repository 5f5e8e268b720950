//! Names of types in GLSL ES 3.00.

use crate::builtins::es300;
use crate::ir::{BufferKind, Module, Sampling, Scalar, Type};
use crate::write::part::{Part, TypeParts};
use crate::write::shapes::{registry_scalar, sampling_shape};

/// Names of types in the order of [`Scalar`](crate::ir::Scalar). Untyped bits and doubles have none of their own; the check
/// refuses them.
const NAMES: [[&str; 4]; TypeParts::SCALARS] = [
    ["float", "vec2", "vec3", "vec4"],
    ["int", "ivec2", "ivec3", "ivec4"],
    UINTS,
    ["bool", "bvec2", "bvec3", "bvec4"],
    UINTS,
    UINTS,
];
const UINTS: [&str; 4] = ["uint", "uvec2", "uvec3", "uvec4"];

/// Name of a type.
pub(crate) const fn type_name(ty: Type) -> &'static str {
    NAMES[ty.scalar as usize][ty.width.wrapping_sub(1) as usize & 3]
}

/// Name of a type, to be appended.
#[inline]
pub(super) const fn type_part(ty: Type) -> Part {
    static PARTS: TypeParts = TypeParts::new(&NAMES);
    PARTS.of(ty)
}

/// The sampler without its element.
fn sampler(module: &Module, sampling: &Sampling) -> Option<es300::Sampler> {
    sampling_shape(module, sampling)?.es300_sampler().ok()
}

/// Sampler type of a sampling; none where GLSL ES has none.
pub(crate) fn sampler_name(module: &Module, sampling: &Sampling) -> Option<&'static str> {
    let scalar = registry_scalar(module.textures[sampling.texture].scalar)?;
    sampler(module, sampling)?.name(scalar)
}

/// Components of a constant texel offset; 0 where there can be none.
pub(super) fn offset_width(module: &Module, sampling: &Sampling) -> u8 {
    sampler(module, sampling).map_or(0, es300::Sampler::offset_width)
}

/// Sampler type of a buffer's texture: 32-bit words whatever the buffer holds, so that no bits are lost, but for one
/// that is made of lanes of a type.
pub(crate) const fn buffer_sampler(kind: BufferKind) -> &'static str {
    match kind.word().scalar {
        Scalar::F32 => "sampler2D",
        Scalar::I32 => "isampler2D",
        Scalar::U32 | Scalar::Bool | Scalar::Bits | Scalar::F64 => "usampler2D",
    }
}

/// Sampler type of the texture that guards the arithmetic of doubles.
pub(crate) const GUARD_SAMPLER: &str = "sampler2D";
