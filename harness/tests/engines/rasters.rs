//! Targets, clears, depth, culling, viewports, indices: what reaches a framebuffer.

use dxbc_harness::engine::{
    Attribute, AttributeRead, AttributeScalar, CompareFunc, CullMode, DepthTarget, Draw, DrawCall, DrawOutput,
    FrontFace, IndexBuffer, IndexSize, Raster, TexelFormat, Topology, UniformValue, VertexBuffer, Viewport,
};

use crate::cases::{Case, floats, fullscreen, one_target, program, uniform, words};

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = vec![rows(), integer_bits(), float_bits(), many_targets(), cleared(), srgb()];
    cases.extend([viewport(), instances(), indices(), depth_test(), fragment_depth(), normalized_depth()]);
    cases.extend(windings());
    cases
}

/// The bottom row comes first.
fn rows() -> Case {
    let fragment = "out vec4 o; void main() { o = vec4(gl_FragCoord.xy, 1.0 / 3.0, -0.0); }";
    let pixel = |x, y| [x, y, f32::from_bits(0x3eaa_aaab), -0.0];
    let expected = [pixel(0.5, 0.5), pixel(1.5, 0.5), pixel(0.5, 1.5), pixel(1.5, 1.5)];
    Case {
        name: "the bottom row comes first",
        draw: fullscreen(fragment, 2, 2, &[TexelFormat::RGBA32F]),
        expected: one_target(floats(expected.as_flattened())),
    }
}

fn integer_bits() -> Case {
    let fragment = "out uvec4 o; void main() { o = uvec4(0x7fc01234u, 0x7f800001u, 1u, 0xffffffffu); }";
    Case {
        name: "an integer target keeps every bit",
        draw: fullscreen(fragment, 1, 1, &[TexelFormat::RGBA32UI]),
        expected: one_target(words(&[0x7fc0_1234, 0x7f80_0001, 1, 0xffff_ffff])),
    }
}

/// A quiet NaN with a payload, a signalling NaN, the smallest subnormal, minus infinity.
fn float_bits() -> Case {
    let bits = [0x7fc0_1234, 0x7f80_0001, 1, 0xff80_0000];
    let fragment = "uniform uvec4 bits; out vec4 o; void main() { o = uintBitsToFloat(bits); }";
    let uniforms = vec![uniform("bits", UniformValue::Uint { components: 4, values: bits.to_vec() })];
    Case {
        name: "a float target keeps every bit",
        draw: Draw { uniforms, ..fullscreen(fragment, 1, 1, &[TexelFormat::RGBA32F]) },
        expected: one_target(words(&bits)),
    }
}

fn many_targets() -> Case {
    let fragment = "
layout(location = 0) out vec4 a; layout(location = 1) out int b; layout(location = 2) out vec2 c;
layout(location = 3) out vec4 d; layout(location = 4) out uvec2 e; layout(location = 5) out vec4 f;
void main() {
  a = vec4(0.2, 0.6, 1.0, 0.0); b = -7; c = vec2(0.1, -2.0); d = vec4(1.0, 0.0, 1.0, 1.0); e = uvec2(200u, 255u);
  f = vec4(0.5, 2.0, 1.5, 9.0);
}";
    let formats = [
        TexelFormat::RGBA8,
        TexelFormat::R32I,
        TexelFormat::RG32F,
        TexelFormat::RGB10A2,
        TexelFormat::RG8UI,
        TexelFormat::R11G11B10F,
    ];
    Case {
        name: "six targets of different formats",
        draw: fullscreen(fragment, 1, 1, &formats),
        expected: Ok(DrawOutput {
            targets: vec![
                vec![51, 153, 255, 0],
                words(&[(-7_i32).cast_unsigned()]),
                floats(&[0.1, -2.0]),
                words(&[0xfff0_03ff]),
                words(&[200, 255]),
                floats(&[0.5, 2.0, 1.5]),
            ],
            ..DrawOutput::default()
        }),
    }
}

/// A triangle that covers nothing leaves the clear values.
fn cleared() -> Case {
    let fragment =
        "layout(location = 0) out ivec4 a; layout(location = 1) out vec4 b; layout(location = 2) out uvec4 c;
void main() { a = ivec4(1); b = vec4(1.0); c = uvec4(1u); }";
    let mut draw = fullscreen(fragment, 1, 1, &[TexelFormat::RGBA16I, TexelFormat::RG16F, TexelFormat::R32UI]);
    draw.program = program("void main() { gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }", fragment);
    let clears = [
        [-1, 2, -32768, 4].map(i32::cast_unsigned),
        [0.25_f32, -2.0, 0.0, 0.0].map(f32::to_bits),
        [0xdead_beef, 0, 0, 0],
    ];
    let framebuffer = draw.framebuffer.as_mut().unwrap();
    framebuffer.targets.iter_mut().zip(clears).for_each(|(t, clear)| t.clear = clear);
    Case {
        name: "clear values of every class",
        draw,
        expected: Ok(DrawOutput {
            targets: vec![words(&clears[0]), floats(&[0.25, -2.0]), words(&[0xdead_beef])],
            ..DrawOutput::default()
        }),
    }
}

/// Linear 0.2122 is sRGB 0.4980, which is 127 of 255; alpha is linear.
fn srgb() -> Case {
    let fragment = "out vec4 o; void main() { o = vec4(0.0, 1.0, 0.2122, 0.2); }";
    Case {
        name: "sRGB targets encode",
        draw: fullscreen(fragment, 1, 1, &[TexelFormat::SRGB8A8]),
        expected: one_target(vec![0, 255, 127, 51]),
    }
}

fn viewport() -> Case {
    let fragment = "out vec4 o; void main() { o = vec4(1.0); }";
    let mut draw = fullscreen(fragment, 3, 2, &[TexelFormat::R8]);
    draw.raster.viewport = Some(Viewport { x: 1, y: 0, width: 1, height: 1, depth: [0.0, 1.0] });
    Case { name: "a viewport from the lower left corner", draw, expected: one_target(vec![0, 255, 0, 0, 0, 0]) }
}

fn attribute(name: &str, offset: u32, components: u8) -> Attribute {
    Attribute {
        name: name.to_owned(),
        location: None,
        offset,
        components,
        scalar: AttributeScalar::F32,
        read: AttributeRead::Float,
    }
}

/// Four instances of one pixel each; every second instance takes the next value of `step`.
fn instances() -> Case {
    let vertex = "in float at; in float step; flat out vec4 color;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = vec4((at + corner.x) * 0.5 - 1.0, corner.y * 2.0 - 1.0, 0.0, 1.0);
  color = vec4(at, step, float(gl_InstanceID), 1.0);
}";
    let fragment = "flat in vec4 color; out vec4 o; void main() { o = color; }";
    let mut draw = fullscreen(fragment, 4, 1, &[TexelFormat::RGBA32F]);
    draw.program = program(vertex, fragment);
    draw.call = DrawCall { topology: Topology::TriangleStrip, first: 0, count: 4, instances: 4, indices: None };
    draw.vertex_buffers = vec![
        VertexBuffer {
            data: floats(&[3.0, 2.0, 1.0, 0.0]),
            stride: 4,
            divisor: 1,
            attributes: vec![attribute("at", 0, 1)],
        },
        VertexBuffer { data: floats(&[10.0, 20.0]), stride: 4, divisor: 2, attributes: vec![attribute("step", 0, 1)] },
    ];
    let expected = [[0.0, 20.0, 3.0, 1.0], [1.0, 20.0, 2.0, 1.0], [2.0, 10.0, 1.0, 1.0], [3.0, 10.0, 0.0, 1.0]];
    Case { name: "instances with divisors 1 and 2", draw, expected: one_target(floats(expected.as_flattened())) }
}

/// Two strips of one quad each, separated by a restart index; the first index is skipped. The quads cover pixels 0 and 2.
fn indices() -> Case {
    let vertex = "in vec2 p; void main() { gl_Position = vec4(p, 0.0, 1.0); }";
    let fragment = "out vec4 o; void main() { o = vec4(1.0); }";
    let quad = |left: f32, right: f32| [[left, -1.0], [right, -1.0], [left, 1.0], [right, 1.0]];
    let corners = [quad(-1.0, -0.5), quad(0.0, 0.5)];
    let indices: [u16; 10] = [9, 0, 1, 2, 3, 0xffff, 4, 5, 6, 7];
    let mut draw = fullscreen(fragment, 4, 1, &[TexelFormat::R8]);
    draw.program = program(vertex, fragment);
    draw.vertex_buffers = vec![VertexBuffer {
        data: floats(corners.as_flattened().as_flattened()),
        stride: 8,
        divisor: 0,
        attributes: vec![attribute("p", 0, 2)],
    }];
    draw.call = DrawCall {
        topology: Topology::TriangleStrip,
        first: 1,
        count: 9,
        instances: 1,
        indices: Some(IndexBuffer {
            data: indices.iter().flat_map(|i| i.to_le_bytes()).collect(),
            size: IndexSize::U16,
        }),
    };
    Case { name: "indexed strips with a restart", draw, expected: one_target(vec![255, 0, 255, 0]) }
}

/// Counter-clockwise in GL's window: the fullscreen triangle goes lower left, lower right, upper left.
fn windings() -> Vec<Case> {
    let table = [
        ("a counter-clockwise triangle is a front face", FrontFace::CounterClockwise, CullMode::Back, 255),
        ("front faces can be culled", FrontFace::CounterClockwise, CullMode::Front, 0),
        ("the front can be clockwise", FrontFace::Clockwise, CullMode::Back, 0),
        ("nothing is culled without culling", FrontFace::Clockwise, CullMode::None, 255),
    ];
    let fragment = "out vec4 o; void main() { o = vec4(1.0); }";
    let case = |(name, front_face, cull, expected)| {
        let raster = Raster { front_face, cull, ..Raster::default() };
        let draw = Draw { raster, ..fullscreen(fragment, 1, 1, &[TexelFormat::R8]) };
        Case { name, draw, expected: one_target(vec![expected]) }
    };
    table.map(case).into()
}

/// Two fullscreen triangles, the nearer one first, on a buffer cleared to 1: window depth is (z + 1) / 2.
fn depth_test() -> Case {
    let vertex = "flat out float color;
void main() {
  int corner = gl_VertexID % 3;
  float z = gl_VertexID < 3 ? -0.5 : 0.5;
  gl_Position = vec4(corner == 1 ? 3.0 : -1.0, corner == 2 ? 3.0 : -1.0, z, 1.0);
  color = z;
}";
    let fragment = "flat in float color; out vec4 o; void main() { o = vec4(color); }";
    let mut draw = fullscreen(fragment, 1, 1, &[TexelFormat::R32F]);
    draw.program = program(vertex, fragment);
    draw.call.count = 6;
    draw.framebuffer.as_mut().unwrap().depth =
        Some(DepthTarget { format: TexelFormat::Depth32F, clear: 1.0, test: CompareFunc::Less, write: true });
    Case {
        name: "the nearer triangle wins",
        draw,
        expected: Ok(DrawOutput {
            targets: vec![floats(&[-0.5])],
            depth: Some(floats(&[0.25])),
            ..DrawOutput::default()
        }),
    }
}

/// Depth written by the shader, without a colour target; the third pixel does not pass the test.
fn fragment_depth() -> Case {
    let fragment = "void main() { gl_FragDepth = gl_FragCoord.x * 0.125; }";
    let mut draw = fullscreen(fragment, 3, 1, &[]);
    draw.framebuffer.as_mut().unwrap().depth =
        Some(DepthTarget { format: TexelFormat::Depth32F, clear: 0.25, test: CompareFunc::LessEqual, write: true });
    Case {
        name: "fragment depth alone",
        draw,
        expected: Ok(DrawOutput {
            targets: Vec::new(),
            depth: Some(floats(&[0.0625, 0.1875, 0.25])),
            ..DrawOutput::default()
        }),
    }
}

/// A test that always passes and writes nothing leaves the clear value: 13107 / 65535 is the float 0.2.
fn normalized_depth() -> Case {
    let mut draw = fullscreen("void main() {}", 1, 1, &[]);
    draw.framebuffer.as_mut().unwrap().depth =
        Some(DepthTarget { format: TexelFormat::Depth16, clear: 0.2, test: CompareFunc::Always, write: false });
    Case {
        name: "a depth buffer that is not written",
        draw,
        expected: Ok(DrawOutput { targets: Vec::new(), depth: Some(floats(&[0.2])), ..DrawOutput::default() }),
    }
}
