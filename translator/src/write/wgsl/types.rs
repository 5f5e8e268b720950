//! Names of types in WGSL.

use crate::builtins::Shape;
use crate::ir::{Module, Sampling, Scalar, StorageTexture, TexelAccess, TexelFormat, Texture, TextureKind, Type};
use crate::write::part::{Part, TypeParts};
use crate::write::shapes::{sampling_shape, shape};

/// Names of types in the order of [`Scalar`](crate::ir::Scalar). Untyped bits and doubles have none of their own; the check
/// refuses them.
const NAMES: [[&str; 4]; TypeParts::SCALARS] = [
    ["f32", "vec2f", "vec3f", "vec4f"],
    ["i32", "vec2i", "vec3i", "vec4i"],
    UINTS,
    ["bool", "vec2<bool>", "vec3<bool>", "vec4<bool>"],
    UINTS,
    UINTS,
];
const UINTS: [&str; 4] = ["u32", "vec2u", "vec3u", "vec4u"];

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

/// Type of a texture that is read, or compared; none where there is no such texture.
pub(crate) fn texture_type(texture: &Texture, comparison: bool) -> Option<&'static str> {
    let [float, int, uint] = match shape(texture.kind, comparison)? {
        Shape::D1 => ["texture_1d<f32>", "texture_1d<i32>", "texture_1d<u32>"],
        Shape::D2 => ["texture_2d<f32>", "texture_2d<i32>", "texture_2d<u32>"],
        Shape::D2Array => ["texture_2d_array<f32>", "texture_2d_array<i32>", "texture_2d_array<u32>"],
        Shape::D3 => ["texture_3d<f32>", "texture_3d<i32>", "texture_3d<u32>"],
        Shape::Cube => ["texture_cube<f32>", "texture_cube<i32>", "texture_cube<u32>"],
        Shape::CubeArray => ["texture_cube_array<f32>", "texture_cube_array<i32>", "texture_cube_array<u32>"],
        Shape::D2Ms => ["texture_multisampled_2d<f32>", "texture_multisampled_2d<i32>", "texture_multisampled_2d<u32>"],
        Shape::DepthD2 => return Some("texture_depth_2d"),
        Shape::DepthD2Array => return Some("texture_depth_2d_array"),
        Shape::DepthCube => return Some("texture_depth_cube"),
        Shape::DepthCubeArray => return Some("texture_depth_cube_array"),
        Shape::DepthD2Ms => return Some("texture_depth_multisampled_2d"),
        Shape::StorageD1 | Shape::StorageD2 | Shape::StorageD2Array | Shape::StorageD3 => return None,
    };
    match texture.scalar {
        Scalar::F32 => Some(float),
        Scalar::I32 => Some(int),
        Scalar::U32 => Some(uint),
        Scalar::Bool | Scalar::Bits | Scalar::F64 => None,
    }
}

/// Type of a sampler.
pub(crate) const fn sampler_type(comparison: bool) -> &'static str {
    if comparison { "sampler_comparison" } else { "sampler" }
}

/// Components of a constant texel offset; 0 where there can be none.
pub(super) fn offset_width(module: &Module, sampling: &Sampling) -> u8 {
    let shape = sampling_shape(module, sampling).filter(|shape| !shape.is_cube());
    shape.map_or(0, Shape::coord_width)
}

/// Type of a storage texture.
pub(crate) fn storage_type(texture: &StorageTexture) -> String {
    let shape = match texture.kind {
        TextureKind::Line => "1d",
        TextureKind::D1 | TextureKind::D2 => "2d",
        TextureKind::D3 => "3d",
        TextureKind::D1Array
        | TextureKind::D2Array
        | TextureKind::Cube
        | TextureKind::CubeArray
        | TextureKind::D2Ms => "2d_array",
    };
    let format = texel_format(texture.format);
    let access = match texture.access {
        TexelAccess::Write => "write",
        TexelAccess::ReadWrite => "read_write",
    };
    format!("texture_storage_{shape}<{format}, {access}>")
}

/// A format of texels.
pub(crate) const fn texel_format(format: TexelFormat) -> &'static str {
    match format {
        TexelFormat::Rgba32Float => "rgba32float",
        TexelFormat::Rgba32Sint => "rgba32sint",
        TexelFormat::Rgba32Uint => "rgba32uint",
        TexelFormat::Rgba8Unorm => "rgba8unorm",
        TexelFormat::Rgba8Snorm => "rgba8snorm",
        TexelFormat::R32Float => "r32float",
        TexelFormat::R32Sint => "r32sint",
        TexelFormat::R32Uint => "r32uint",
    }
}

/// Type of a buffer: 32-bit words whatever it holds.
pub(crate) const BUFFER: &str = "array<u32>";

/// Type of the texture that guards the arithmetic of doubles.
pub(crate) const GUARD_TEXTURE: &str = "texture_2d<f32>";

/// Type of a buffer, whose words may be changed in one step.
pub(crate) const fn buffer_type(atomic: bool) -> &'static str {
    if atomic { "array<atomic<u32>>" } else { BUFFER }
}
