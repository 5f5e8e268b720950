//! The elements and shapes that the registry knows textures by.

use crate::builtins::{self, Shape};
use crate::ir::{Module, Sampling, Scalar, TextureKind};

/// The registry's element of a scalar; none for untyped bits.
pub(super) const fn registry_scalar(scalar: Scalar) -> Option<builtins::Scalar> {
    match scalar {
        Scalar::F32 => Some(builtins::Scalar::F32),
        Scalar::I32 => Some(builtins::Scalar::I32),
        Scalar::U32 => Some(builtins::Scalar::U32),
        Scalar::Bool => Some(builtins::Scalar::Bool),
        Scalar::Bits | Scalar::F64 => None,
    }
}

/// The shape that a texture is read as. Those of one dimension of Direct3D are two-dimensional ones of
/// height 1 here.
pub(super) const fn shape(kind: TextureKind, depth: bool) -> Option<Shape> {
    match (kind, depth) {
        (TextureKind::Line, false) => Some(Shape::D1),
        (TextureKind::Line, true) => None,
        (TextureKind::D1 | TextureKind::D2, false) => Some(Shape::D2),
        (TextureKind::D1 | TextureKind::D2, true) => Some(Shape::DepthD2),
        (TextureKind::D1Array | TextureKind::D2Array, false) => Some(Shape::D2Array),
        (TextureKind::D1Array | TextureKind::D2Array, true) => Some(Shape::DepthD2Array),
        (TextureKind::D3, false) => Some(Shape::D3),
        (TextureKind::D3, true) => None,
        (TextureKind::Cube, false) => Some(Shape::Cube),
        (TextureKind::CubeArray, false) => Some(Shape::CubeArray),
        (TextureKind::D2Ms, false) => Some(Shape::D2Ms),
        (TextureKind::D2Ms, true) => Some(Shape::DepthD2Ms),
        (TextureKind::CubeArray, true) => Some(Shape::DepthCubeArray),
        (TextureKind::Cube, true) => Some(Shape::DepthCube),
    }
}

/// The shape of a sampling's texture; none where no target has one.
pub(super) fn sampling_shape(module: &Module, sampling: &Sampling) -> Option<Shape> {
    shape(module.textures[sampling.texture].kind, sampling.reading.is_of_depths())
}
