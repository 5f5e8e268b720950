//! Draws that must fail, each with the error that names what is wrong.

use dxbc_harness::engine::{
    Attribute, AttributeRead, AttributeScalar, Draw, DrawError, Filter, ImageKind, IndexBuffer, IndexSize,
    SamplerState, TexelFormat, UniformBlock, UniformValue, Varying, VertexBuffer,
};

use crate::cases::{Case, fullscreen, image, program, sampler, uniform};

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = bound();
    cases.extend(mistyped());
    cases.extend(invalid());
    cases
}

fn fails(name: &'static str, draw: Draw, error: DrawError) -> Case {
    Case { name, draw, expected: Err(error) }
}

fn one(fragment: &str) -> Draw {
    fullscreen(fragment, 1, 1, &[TexelFormat::RGBA32F])
}

const SAMPLES: &str = "uniform sampler2D t; out vec4 o; void main() { o = texture(t, vec2(0.5)); }";

fn with_attribute(declared: &str, scalar: AttributeScalar, read: AttributeRead) -> Draw {
    let vertex = format!("in {declared} a; void main() {{ gl_Position = vec4(a); }}");
    let mut draw = one("out vec4 o; void main() { o = vec4(1.0); }");
    draw.program = program(&vertex, "out vec4 o; void main() { o = vec4(1.0); }");
    draw.vertex_buffers = vec![VertexBuffer {
        data: vec![0; 48],
        stride: 16,
        divisor: 0,
        attributes: vec![Attribute { name: "a".to_owned(), location: None, offset: 0, components: 4, scalar, read }],
    }];
    draw
}

fn with_image(format: TexelFormat, state: SamplerState) -> Draw {
    let data = vec![0; format.texel_bytes() as usize];
    Draw {
        images: vec![image(ImageKind::D2, format, [1, 1, 1], data)],
        samplers: vec![sampler("t", 0, state)],
        ..one(SAMPLES)
    }
}

/// What the program uses must be bound.
fn bound() -> Vec<Case> {
    let unbound = |what: &str, name: &str| DrawError::Unbound { what: what.to_owned(), name: name.to_owned() };
    let mut attribute = with_attribute("vec4", AttributeScalar::F32, AttributeRead::Float);
    attribute.vertex_buffers.clear();
    vec![
        fails("an unbound attribute", attribute, unbound("attribute", "a")),
        fails(
            "an unbound uniform",
            one("uniform vec4 u[2]; out vec4 o; void main() { o = u[1]; }"),
            unbound("uniform", "u[0]"),
        ),
        fails(
            "an unbound block",
            one("layout(std140) uniform B { vec4 v; } b; out vec4 o; void main() { o = b.v; }"),
            unbound("uniform block", "B"),
        ),
        fails("an unbound sampler", one(SAMPLES), unbound("sampler", "t")),
    ]
}

/// What is bound must have the type that the program declares. 0x8b50 is `FLOAT_VEC2`, 0x8b52 `FLOAT_VEC4`, 0x8b5e
/// `SAMPLER_2D`, 0x8b5c `FLOAT_MAT4`.
fn mistyped() -> Vec<Case> {
    let mismatch = |what: &str, name: &str, message: &str| DrawError::Mismatch {
        what: what.to_owned(),
        name: name.to_owned(),
        message: message.to_owned(),
    };
    let declares = |kind: &str| format!("the program declares it with GL type {kind}");
    let uniform_is = |declared: &str, value| {
        let fragment = format!("uniform {declared} u; out vec4 o; void main() {{ o = vec4(u[0]); }}");
        Draw { uniforms: vec![uniform("u", value)], ..one(&fragment) }
    };
    let ints = UniformValue::Int { components: 4, values: vec![0; 4] };
    let short = UniformValue::Float { components: 4, values: vec![0.0; 4] };
    let too_short = Draw {
        uniforms: vec![uniform("u", short)],
        ..one("uniform vec4 u[2]; out vec4 o; void main() { o = u[0] + u[1]; }")
    };
    let mut capture = one("out vec4 o; void main() { o = vec4(1.0); }");
    capture.capture = vec![Varying { name: "v".to_owned(), location: None, components: 4 }];
    capture.framebuffer = None;
    capture.program = program("out vec2 v; void main() { v = vec2(1.0); gl_Position = vec4(0.0); }", "void main() {}");
    vec![
        fails(
            "integers for a float attribute",
            with_attribute("vec4", AttributeScalar::I32, AttributeRead::Integer),
            mismatch("attribute", "a", &declares("0x8b52")),
        ),
        fails("integers for a float uniform", uniform_is("vec4", ints), mismatch("uniform", "u", &declares("0x8b52"))),
        fails(
            "a vector for a matrix",
            uniform_is("mat4", UniformValue::Float { components: 4, values: vec![0.0; 16] }),
            mismatch("uniform", "u", &declares("0x8b5c")),
        ),
        fails("too few elements", too_short, mismatch("uniform", "u", "2 elements are active, 1 are bound")),
        fails(
            "an integer image for a float sampler",
            with_image(TexelFormat::R32UI, SamplerState::default()),
            mismatch("sampler", "t", &declares("0x8b5e")),
        ),
        fails(
            "a varying of another size",
            capture,
            mismatch("varying", "v", "the program declares 2 components, 4 were to be captured"),
        ),
    ]
}

/// What no engine is asked to do.
fn invalid() -> Vec<Case> {
    let invalid = |message: &str| DrawError::Invalid { message: message.to_owned() };
    let linear = SamplerState { mag: Filter::Linear, ..SamplerState::default() };
    let plain = || one("out vec4 o; void main() { o = vec4(1.0); }");
    let mut short_image = with_image(TexelFormat::R32F, SamplerState::default());
    short_image.images[0].levels[0].pop();
    let mut short_buffer = with_attribute("vec4", AttributeScalar::F32, AttributeRead::Float);
    short_buffer.vertex_buffers[0].data.pop();
    let mut far_index = with_attribute("vec4", AttributeScalar::F32, AttributeRead::Float);
    far_index.call.indices = Some(IndexBuffer { data: vec![0, 0, 1, 0, 9, 0], size: IndexSize::U16 });
    let nothing = Draw { framebuffer: None, ..plain() };
    let twice = Draw { blocks: vec![UniformBlock { name: "B".to_owned(), data: Vec::new() }; 2], ..plain() };
    vec![
        fails(
            "an image that is too short",
            short_image,
            invalid("level 0 of a R32F D2 image of 1 x 1 x 1 holds 3 bytes instead of 4"),
        ),
        fails(
            "a vertex buffer that is too short",
            short_buffer,
            invalid("attribute `a` is fetched up to byte 48 of a buffer of 47 bytes"),
        ),
        fails(
            "an index past the vertex buffer",
            far_index,
            invalid("attribute `a` is fetched up to byte 160 of a buffer of 48 bytes"),
        ),
        fails(
            "a linear filter on integers",
            with_image(TexelFormat::R32UI, linear),
            invalid("sampler `t` has a linear filter, which R32UI does not take"),
        ),
        fails(
            "a signed normalised target",
            fullscreen("out vec4 o; void main() { o = vec4(1.0); }", 1, 1, &[TexelFormat::RGBA8Snorm]),
            invalid("RGBA8Snorm is no format of a colour target"),
        ),
        fails(
            "a draw that gives nothing",
            nothing,
            invalid("it has neither a framebuffer nor captured varyings, so nothing would come back"),
        ),
        fails("a name bound twice", twice, invalid("uniform block `B` is bound twice")),
    ]
}
