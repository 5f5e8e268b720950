//! Names of types in GLSL ES 3.00, and the shapes that the registry knows textures by.

use crate::builtins::{self, Shape, es300};
use crate::ir::{Module, Sampling, Scalar, TextureKind, Type};

/// Name of a type. Untyped bits have none; the check refuses them.
pub(crate) const fn type_name(ty: Type) -> &'static str {
    let [one, two, three, four] = match ty.scalar {
        Scalar::F32 => ["float", "vec2", "vec3", "vec4"],
        Scalar::I32 => ["int", "ivec2", "ivec3", "ivec4"],
        Scalar::U32 | Scalar::Bits => ["uint", "uvec2", "uvec3", "uvec4"],
        Scalar::Bool => ["bool", "bvec2", "bvec3", "bvec4"],
    };
    match ty.width {
        1 => one,
        2 => two,
        3 => three,
        _ => four,
    }
}

/// The registry's element of a scalar; none for untyped bits.
pub(super) const fn registry_scalar(scalar: Scalar) -> Option<builtins::Scalar> {
    match scalar {
        Scalar::F32 => Some(builtins::Scalar::F32),
        Scalar::I32 => Some(builtins::Scalar::I32),
        Scalar::U32 => Some(builtins::Scalar::U32),
        Scalar::Bool => Some(builtins::Scalar::Bool),
        Scalar::Bits => None,
    }
}

/// The shape that a texture is read as. One-dimensional textures are two-dimensional ones of height 1 here.
pub(super) const fn shape(kind: TextureKind, comparison: bool) -> Option<Shape> {
    match (kind, comparison) {
        (TextureKind::D1 | TextureKind::D2, false) => Some(Shape::D2),
        (TextureKind::D1 | TextureKind::D2, true) => Some(Shape::DepthD2),
        (TextureKind::D1Array | TextureKind::D2Array, false) => Some(Shape::D2Array),
        (TextureKind::D1Array | TextureKind::D2Array, true) => Some(Shape::DepthD2Array),
        (TextureKind::D3, false) => Some(Shape::D3),
        (TextureKind::D3, true) => None,
        (TextureKind::Cube, false) => Some(Shape::Cube),
        (TextureKind::Cube, true) => Some(Shape::DepthCube),
    }
}

/// The shape of a sampling's texture; none where GLSL ES has no such sampler.
pub(super) fn sampling_shape(module: &Module, sampling: &Sampling) -> Option<Shape> {
    shape(module.textures[sampling.texture].kind, sampling.comparison)
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

/// Sampler type of a buffer's texture: 32-bit words whatever the buffer holds, so that no bits are lost.
pub(crate) const BUFFER_SAMPLER: &str = "usampler2D";
