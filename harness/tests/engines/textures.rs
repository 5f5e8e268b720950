//! Images of every kind and format, and sampler state.

use dxbc_harness::engine::{
    CompareFunc, Draw, Filter, Image, ImageKind, MipFilter, SamplerState, TexelFormat, UniformValue, Wrap,
};

use crate::cases::{Case, floats, fullscreen, image, one_target, sampler, uniform, words};

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = vec![fetch_with_mips(), wraps(), mip_filter(), lod_limits(), array_shadow(), cube(), volume()];
    cases.extend([bytes_filtered(), cube_shadow(), sampler_array(), depth_as_float()]);
    cases.extend(formats());
    cases
}

const LINEAR: SamplerState = SamplerState {
    mag: Filter::Linear,
    min: Filter::Linear,
    mip: MipFilter::Linear,
    wrap: [Wrap::Clamp; 3],
    min_lod: -1000.0,
    max_lod: 1000.0,
    compare: None,
};

fn fetch_with_mips() -> Case {
    let fragment = "uniform usampler2D t; out uvec4 o;
void main() {
  o = uvec4(texelFetch(t, ivec2(1, 0), 0).x, texelFetch(t, ivec2(0, 2), 0).x, texelFetch(t, ivec2(0, 0), 1).x,
            uint(textureSize(t, 1).y));
}";
    let texels = [1, 0x7f80_0001, 3, 4, 0xffff_fffe, 6];
    let draw = Draw {
        images: vec![Image {
            levels: vec![words(&texels), words(&[77])],
            ..image(ImageKind::D2, TexelFormat::R32UI, [2, 3, 1], Vec::new())
        }],
        samplers: vec![sampler("t", 0, SamplerState::default())],
        ..fullscreen(fragment, 1, 1, &[TexelFormat::RGBA32UI])
    };
    Case { name: "fetches from two mip levels", draw, expected: one_target(words(&[0x7f80_0001, 0xffff_fffe, 77, 1])) }
}

/// Texels 1, 2, 4, 8. Coordinate -0.375 is the centre of texel -2: repeated it is texel 2, clamped texel 0, mirrored
/// texel 1. Coordinate 0.5 lies between texels 1 and 2.
fn wraps() -> Case {
    let fragment = "uniform sampler2D a, b, c; out vec4 o;
void main() {
  vec2 p = vec2(-0.375, 0.5);
  o = vec4(textureLod(a, p, 0.0).x, textureLod(b, p, 0.0).x, textureLod(c, p, 0.0).x, textureLod(b, vec2(0.5), 0.0).x);
}";
    let wrap = |wrap| SamplerState { wrap: [wrap, Wrap::Clamp, Wrap::Clamp], ..LINEAR };
    let draw = Draw {
        images: vec![image(ImageKind::D2, TexelFormat::R32F, [4, 1, 1], floats(&[1.0, 2.0, 4.0, 8.0]))],
        samplers: vec![
            sampler("a", 0, wrap(Wrap::Repeat)),
            sampler("b", 0, wrap(Wrap::Clamp)),
            sampler("c", 0, wrap(Wrap::Mirror)),
        ],
        ..fullscreen(fragment, 1, 1, &[TexelFormat::RGBA32F])
    };
    Case { name: "one image with three samplers", draw, expected: one_target(floats(&[4.0, 1.0, 2.0, 3.0])) }
}

/// 3/8 of the way in both directions between texels 0, 255, 0, 255 is 95.625, which filtering in bytes would round.
fn bytes_filtered() -> Case {
    let fragment = "uniform sampler2D t; out vec4 o;
void main() { o = vec4(abs(textureLod(t, vec2(0.4375), 0.0).x * 255.0 - 95.625) < 0.001 ? 1.0 : 0.0); }";
    let draw = Draw {
        images: vec![image(ImageKind::D2, TexelFormat::R8, [2, 2, 1], vec![0, 255, 0, 255])],
        samplers: vec![sampler("t", 0, LINEAR)],
        ..fullscreen(fragment, 1, 1, &[TexelFormat::R32F])
    };
    Case { name: "a linear filter on bytes", draw, expected: one_target(floats(&[1.0])) }
}

fn mips() -> Image {
    Image {
        levels: vec![floats(&[0.0; 4]), floats(&[8.0])],
        ..image(ImageKind::D2, TexelFormat::R32F, [2, 2, 1], Vec::new())
    }
}

/// Half way between level 0 (all 0) and level 1 (all 8); the nearest level is 0 up to half way, without mips it is 0.
fn mip_filter() -> Case {
    let fragment = "uniform sampler2D a, b, c; out vec4 o;
void main() {
  vec2 p = vec2(0.5);
  o = vec4(textureLod(a, p, 0.5).x, textureLod(b, p, 0.25).x, textureLod(b, p, 0.75).x, textureLod(c, p, 1.0).x);
}";
    let mip = |mip| SamplerState { mip, ..LINEAR };
    let draw = Draw {
        images: vec![mips()],
        samplers: vec![
            sampler("a", 0, mip(MipFilter::Linear)),
            sampler("b", 0, mip(MipFilter::Nearest)),
            sampler("c", 0, mip(MipFilter::None)),
        ],
        ..fullscreen(fragment, 1, 1, &[TexelFormat::RGBA32F])
    };
    Case { name: "filters between levels", draw, expected: one_target(floats(&[4.0, 0.0, 8.0, 0.0])) }
}

fn lod_limits() -> Case {
    let fragment = "uniform sampler2D a, b; out vec4 o;
void main() { o = vec4(textureLod(a, vec2(0.5), 0.0).x, textureLod(b, vec2(0.5), 1.0).x, 0.0, 0.0); }";
    let draw = Draw {
        images: vec![mips()],
        samplers: vec![
            sampler("a", 0, SamplerState { min_lod: 0.75, ..LINEAR }),
            sampler("b", 0, SamplerState { max_lod: 0.25, ..LINEAR }),
        ],
        ..fullscreen(fragment, 1, 1, &[TexelFormat::RGBA32F])
    };
    Case { name: "limits of the level of detail", draw, expected: one_target(floats(&[6.0, 2.0, 0.0, 0.0])) }
}

/// The reference 0.5 is less than the second layer's 0.75 only.
fn array_shadow() -> Case {
    let fragment = "uniform sampler2DArrayShadow t; out vec4 o;
void main() {
  o = vec4(texture(t, vec4(0.5, 0.5, 0.0, 0.5)), texture(t, vec4(0.5, 0.5, 1.0, 0.5)), 0.0, 0.0);
}";
    let compare = SamplerState { compare: Some(CompareFunc::Less), ..LINEAR };
    let draw = Draw {
        images: vec![image(ImageKind::D2Array, TexelFormat::Depth32F, [1, 1, 2], floats(&[0.25, 0.75]))],
        samplers: vec![sampler("t", 0, compare)],
        ..fullscreen(fragment, 1, 1, &[TexelFormat::RGBA32F])
    };
    Case { name: "comparison in a 2D array", draw, expected: one_target(floats(&[0.0, 1.0, 0.0, 0.0])) }
}

const DIRECTIONS: &str =
    "const vec3 directions[6] = vec3[6](vec3(1, 0, 0), vec3(-1, 0, 0), vec3(0, 1, 0), vec3(0, -1, 0),
                                 vec3(0, 0, 1), vec3(0, 0, -1));";

fn cube() -> Case {
    let fragment = format!(
        "uniform usamplerCube t; out uvec4 o;
{DIRECTIONS}
void main() {{ o = textureLod(t, directions[int(gl_FragCoord.x)], 0.0); }}"
    );
    let draw = Draw {
        images: vec![image(ImageKind::Cube, TexelFormat::R8UI, [1, 1, 1], vec![10, 11, 12, 13, 14, 15])],
        samplers: vec![sampler("t", 0, SamplerState::default())],
        ..fullscreen(&fragment, 6, 1, &[TexelFormat::R32UI])
    };
    Case { name: "the faces of a cube", draw, expected: one_target(words(&[10, 11, 12, 13, 14, 15])) }
}

fn cube_shadow() -> Case {
    let fragment = format!(
        "uniform samplerCubeShadow t; out vec4 o;
{DIRECTIONS}
void main() {{ o = vec4(texture(t, vec4(directions[int(gl_FragCoord.x)], 0.5))); }}"
    );
    let compare = SamplerState { compare: Some(CompareFunc::GreaterEqual), ..SamplerState::default() };
    let depths = floats(&[0.0, 0.25, 0.5, 0.75, 1.0, 0.4]);
    let draw = Draw {
        images: vec![image(ImageKind::Cube, TexelFormat::Depth32F, [1, 1, 1], depths)],
        samplers: vec![sampler("t", 0, compare)],
        ..fullscreen(&fragment, 6, 1, &[TexelFormat::R32F])
    };
    Case { name: "comparison in a cube", draw, expected: one_target(floats(&[1.0, 1.0, 1.0, 0.0, 0.0, 1.0])) }
}

/// Texels 0 to 7: their mean is 3.5, and texel (1, 0, 1) is number 5.
fn volume() -> Case {
    let fragment = "uniform sampler3D t; out vec4 o;
void main() { o = vec4(textureLod(t, vec3(0.5), 0.0).x, texelFetch(t, ivec3(1, 0, 1), 0).x, 0.0, 0.0); }";
    let texels = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
    let draw = Draw {
        images: vec![image(ImageKind::D3, TexelFormat::R32F, [2, 2, 2], floats(&texels))],
        samplers: vec![sampler("t", 0, LINEAR)],
        ..fullscreen(fragment, 1, 1, &[TexelFormat::RGBA32F])
    };
    Case { name: "a 3D image", draw, expected: one_target(floats(&[3.5, 5.0, 0.0, 0.0])) }
}

fn sampler_array() -> Case {
    let fragment = "uniform sampler2D t[2]; uniform float f; out vec4 o;
void main() { o = vec4(texture(t[0], vec2(0.5)).x, texture(t[1], vec2(0.5)).x, f, 0.0); }";
    let draw = Draw {
        images: vec![
            image(ImageKind::D2, TexelFormat::R32F, [1, 1, 1], floats(&[2.0])),
            image(ImageKind::D2, TexelFormat::R32F, [1, 1, 1], floats(&[3.0])),
        ],
        samplers: vec![sampler("t[1]", 1, SamplerState::default()), sampler("t[0]", 0, SamplerState::default())],
        uniforms: vec![uniform("f", UniformValue::Float { components: 1, values: vec![4.0] })],
        ..fullscreen(fragment, 1, 1, &[TexelFormat::RGBA32F])
    };
    Case { name: "an array of samplers", draw, expected: one_target(floats(&[2.0, 3.0, 4.0, 0.0])) }
}

/// A depth image without comparison reads as a float in the first component.
fn depth_as_float() -> Case {
    let fragment = "uniform sampler2D t; out vec4 o; void main() { o = vec4(texelFetch(t, ivec2(0), 0).x); }";
    let draw = Draw {
        images: vec![image(ImageKind::D2, TexelFormat::Depth16, [1, 1, 1], vec![0x33, 0x33])],
        samplers: vec![sampler("t", 0, SamplerState::default())],
        ..fullscreen(fragment, 1, 1, &[TexelFormat::R32F])
    };
    Case { name: "a depth image without comparison", draw, expected: one_target(floats(&[0.2])) }
}

/// One texel of a format: its bytes, and what `texelFetch` must give.
fn texel(format: TexelFormat, data: &[u8], declared: &str, bits: &str, expected: [u32; 4]) -> Case {
    let fragment =
        format!("uniform {declared} t; out uvec4 o; void main() {{ o = {bits}(texelFetch(t, ivec2(0), 0)); }}");
    let draw = Draw {
        images: vec![image(ImageKind::D2, format, [1, 1, 1], data.to_vec())],
        samplers: vec![sampler("t", 0, SamplerState::default())],
        ..fullscreen(&fragment, 1, 1, &[TexelFormat::RGBA32UI])
    };
    Case { name: "a texel of each format", draw, expected: one_target(words(&expected)) }
}

/// Normalised formats with their ends only: between them, drivers differ in the last bit.
fn formats() -> Vec<Case> {
    use TexelFormat as T;
    let float = |format, data: &[u8], values: [f32; 4]| {
        texel(format, data, "sampler2D", "floatBitsToUint", values.map(f32::to_bits))
    };
    let uint = |format, data: &[u8], values| texel(format, data, "usampler2D", "uvec4", values);
    let int = |format, data: &[u8], values: [i32; 4]| {
        texel(format, data, "isampler2D", "uvec4", values.map(i32::cast_unsigned))
    };
    vec![
        float(T::R8, &[255], [1.0, 0.0, 0.0, 1.0]),
        float(T::RG8, &[255, 0], [1.0, 0.0, 0.0, 1.0]),
        float(T::RGBA8, &[0, 255, 255, 0], [0.0, 1.0, 1.0, 0.0]),
        float(T::SRGB8A8, &[0, 255, 0, 255], [0.0, 1.0, 0.0, 1.0]),
        float(T::R8Snorm, &[0x80], [-1.0, 0.0, 0.0, 1.0]),
        float(T::RG8Snorm, &[0x81, 0x7f], [-1.0, 1.0, 0.0, 1.0]),
        float(T::RGBA8Snorm, &[0x81, 0, 0x7f, 0x80], [-1.0, 0.0, 1.0, -1.0]),
        float(T::R16F, &[0x00, 0xc0], [-2.0, 0.0, 0.0, 1.0]),
        float(T::RG16F, &[0x01, 0x00, 0xff, 0x7b], [5.960_464_5e-8, 65504.0, 0.0, 1.0]),
        float(T::RGBA16F, &[0, 0x3c, 0, 0x38, 0, 0, 0, 0x7c], [1.0, 0.5, 0.0, f32::INFINITY]),
        float(T::RG32F, &floats(&[0.1, -0.0]), [0.1, -0.0, 0.0, 1.0]),
        float(T::RGBA32F, &floats(&[0.1, f32::MAX, 1e-45, -0.0]), [0.1, f32::MAX, 1e-45, -0.0]),
        // 11-bit 1.0 is exponent 15, mantissa 0; 2.0 is exponent 16; the 10-bit 0.5 is exponent 14.
        float(T::R11G11B10F, &words(&[15 << 6 | 16 << 17 | 14 << 27]), [1.0, 2.0, 0.5, 1.0]),
        // Shared exponent 16 scales mantissas by 2^(16 - 15 - 9).
        float(T::RGB9E5, &words(&[256 | 1 << 9 | 16 << 27]), [1.0, 1.0 / 256.0, 0.0, 1.0]),
        float(T::RGB10A2, &words(&[0xc00f_fc00]), [0.0, 1.0, 0.0, 1.0]),
        uint(T::RGB10A2UI, &words(&[1 | 2 << 10 | 1023 << 20 | 3 << 30]), [1, 2, 1023, 3]),
        uint(T::R8UI, &[200], [200, 0, 0, 1]),
        uint(T::RG8UI, &[200, 1], [200, 1, 0, 1]),
        uint(T::RGBA8UI, &[200, 1, 2, 3], [200, 1, 2, 3]),
        int(T::R8I, &[0x80], [-128, 0, 0, 1]),
        int(T::RG8I, &[0xff, 1], [-1, 1, 0, 1]),
        int(T::RGBA8I, &[0xff, 1, 2, 0x80], [-1, 1, 2, -128]),
        uint(T::R16UI, &[0x34, 0x12], [0x1234, 0, 0, 1]),
        uint(T::RG16UI, &[0x34, 0x12, 0xff, 0xff], [0x1234, 0xffff, 0, 1]),
        uint(T::RGBA16UI, &[1, 0, 2, 0, 3, 0, 4, 0], [1, 2, 3, 4]),
        int(T::R16I, &[0, 0x80], [-32768, 0, 0, 1]),
        int(T::RG16I, &[0, 0x80, 0xff, 0xff], [-32768, -1, 0, 1]),
        int(T::RGBA16I, &[1, 0, 2, 0, 3, 0, 0xfc, 0xff], [1, 2, 3, -4]),
        uint(T::RG32UI, &words(&[0x7f80_0001, 5]), [0x7f80_0001, 5, 0, 1]),
        uint(T::RGBA32UI, &words(&[1, 2, 3, 0xffff_ffff]), [1, 2, 3, 0xffff_ffff]),
        int(T::R32I, &words(&[0x8000_0000]), [i32::MIN, 0, 0, 1]),
        int(T::RG32I, &words(&[0x8000_0000, 7]), [i32::MIN, 7, 0, 1]),
        int(T::RGBA32I, &words(&[0xffff_ffff, 7, 8, 9]), [-1, 7, 8, 9]),
    ]
}
