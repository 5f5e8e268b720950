//! Uniforms, uniform blocks and vertex attributes: what a program reads besides textures.

use dxbc_harness::engine::{
    Attribute, AttributeRead, AttributeScalar, Draw, DrawOutput, TexelFormat, UniformBlock, UniformValue, VertexBuffer,
};

use crate::cases::{Case, floats, fullscreen, one_target, program, uniform, words};

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = vec![uniforms(), blocks(), unused_names()];
    cases.extend(attributes());
    cases
}

fn uniforms() -> Case {
    let fragment = "
uniform int i; uniform float f; uniform vec4 v; uniform ivec4 w; uniform uint u[3]; uniform bool b; uniform vec2 p[2];
layout(location = 0) out vec4 o; layout(location = 1) out uvec4 q;
void main() {
  o = vec4(f, v.w, p[1].y, p[0].x);
  q = uvec4(uint(i), uint(w.z), u[2], b ? u[1] : 0u);
}";
    let uniforms = vec![
        uniform("i", UniformValue::Int { components: 1, values: vec![-3] }),
        uniform("f", UniformValue::Float { components: 1, values: vec![0.1] }),
        uniform("v", UniformValue::Float { components: 4, values: vec![1.0, 2.0, 3.0, 4.0] }),
        uniform("w", UniformValue::Int { components: 4, values: vec![1, 2, i32::MIN, 4] }),
        uniform("u", UniformValue::Uint { components: 1, values: vec![5, 6, 0xffff_fffe, 8] }),
        uniform("b", UniformValue::Int { components: 1, values: vec![1] }),
        uniform("p", UniformValue::Float { components: 2, values: vec![1.5, 2.5, 3.5, 4.5] }),
    ];
    let draw = Draw { uniforms, ..fullscreen(fragment, 1, 1, &[TexelFormat::RGBA32F, TexelFormat::RGBA32UI]) };
    Case {
        name: "uniforms of every type",
        draw,
        expected: Ok(DrawOutput {
            targets: vec![
                floats(&[0.1, 4.0, 4.5, 1.5]),
                words(&[(-3_i32).cast_unsigned(), 0x8000_0000, 0xffff_fffe, 6]),
            ],
            ..DrawOutput::default()
        }),
    }
}

/// Two blocks; the second one is bound with fewer bytes than it has, and reads zeros there.
fn blocks() -> Case {
    let fragment = "
layout(std140) uniform A { vec4 data[2]; } a;
layout(std140) uniform B { uvec4 data[3]; } b;
uniform int at;
out uvec4 o;
void main() { o = uvec4(floatBitsToUint(a.data[at].y), b.data[0].x, b.data[at].w, b.data[2].z); }";
    let draw = Draw {
        blocks: vec![
            UniformBlock { name: "B".to_owned(), data: words(&[7, 0, 0, 0, 0, 0, 0, 9]) },
            UniformBlock { name: "A".to_owned(), data: words(&[0, 0, 0, 0, 0, 0x7f80_0001, 0, 0]) },
        ],
        uniforms: vec![uniform("at", UniformValue::Int { components: 1, values: vec![1] })],
        ..fullscreen(fragment, 1, 1, &[TexelFormat::RGBA32UI])
    };
    Case { name: "uniform blocks by name", draw, expected: one_target(words(&[0x7f80_0001, 7, 9, 0])) }
}

/// Names that are declared and not used, and names that are not declared at all, are no error.
fn unused_names() -> Case {
    let fragment = "uniform float dead; out vec4 o; void main() { o = vec4(1.0); }";
    let draw = Draw {
        blocks: vec![UniformBlock { name: "Nowhere".to_owned(), data: vec![0; 16] }],
        uniforms: vec![
            uniform("dead", UniformValue::Float { components: 1, values: vec![1.0] }),
            uniform("nowhere", UniformValue::Float { components: 1, values: vec![1.0] }),
        ],
        vertex_buffers: vec![VertexBuffer {
            data: vec![0; 48],
            stride: 16,
            divisor: 0,
            attributes: vec![Attribute {
                name: "nowhere".to_owned(),
                location: None,
                offset: 0,
                components: 4,
                scalar: AttributeScalar::F32,
                read: AttributeRead::Float,
            }],
        }],
        ..fullscreen(fragment, 1, 1, &[TexelFormat::R8])
    };
    Case { name: "names that the program does not have", draw, expected: one_target(vec![255]) }
}

/// One attribute, read by every vertex of the fullscreen triangle from a buffer where all elements are equal.
fn attribute(
    name: &'static str,
    (scalar, components, read): (AttributeScalar, u8, AttributeRead),
    element: &[u8],
    declared: &str,
    expected: [u32; 4],
) -> Case {
    let is_float = declared.starts_with("vec") || declared == "float";
    let bits = match declared {
        "float" => "uvec4(floatBitsToUint(a), 0u, 0u, 0u)".to_owned(),
        _ if is_float => "floatBitsToUint(vec4(a))".to_owned(),
        _ => "uvec4(a)".to_owned(),
    };
    let vertex = format!(
        "in {declared} a; flat out uvec4 v;
void main() {{
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
  v = {bits};
}}"
    );
    let fragment = "flat in uvec4 v; out uvec4 o; void main() { o = v; }";
    let mut draw = fullscreen(fragment, 1, 1, &[TexelFormat::RGBA32UI]);
    draw.program = program(&vertex, fragment);
    // Four bytes lie before the attribute in each element.
    let element = [&[0xaa; 4], element].concat();
    draw.vertex_buffers = vec![VertexBuffer {
        data: element.repeat(3),
        stride: u32::try_from(element.len()).unwrap(),
        divisor: 0,
        attributes: vec![Attribute { name: "a".to_owned(), location: None, offset: 4, components, scalar, read }],
    }];
    Case { name, draw, expected: one_target(words(&expected)) }
}

fn attributes() -> Vec<Case> {
    use AttributeRead::{Float, Integer, Normalized};
    use AttributeScalar as S;
    let bits = |values: [f32; 4]| values.map(f32::to_bits);
    let raw = [1, 0x7f80_0001, 0xffff_ffff, 0x7fc0_1234];
    vec![
        attribute("float bits", (S::F32, 4, Float), &words(&raw), "vec4", raw),
        attribute("missing components", (S::F32, 2, Float), &floats(&[5.0, 6.0]), "vec4", bits([5.0, 6.0, 0.0, 1.0])),
        attribute("halves", (S::F16, 2, Float), &[0x00, 0x3c, 0x00, 0xc0], "vec4", bits([1.0, -2.0, 0.0, 1.0])),
        attribute("normalised bytes", (S::U8, 4, Normalized), &[255, 0, 0, 255], "vec4", bits([1.0, 0.0, 0.0, 1.0])),
        attribute("bytes by value", (S::U8, 4, Float), &[255, 0, 51, 7], "vec4", bits([255.0, 0.0, 51.0, 7.0])),
        attribute(
            "signed shorts by value",
            (S::I16, 2, Float),
            &[0xff, 0xff, 0, 1],
            "vec4",
            bits([-1.0, 256.0, 0.0, 1.0]),
        ),
        attribute("unsigned words", (S::U32, 4, Integer), &words(&raw), "uvec4", raw),
        attribute("missing integers", (S::U16, 2, Integer), &[1, 2, 3, 4], "uvec4", [0x201, 0x403, 0, 1]),
        attribute(
            "signed bytes",
            (S::I8, 4, Integer),
            &[0xff, 0x80, 0x7f, 0],
            "ivec4",
            [0xffff_ffff, 0xffff_ff80, 0x7f, 0],
        ),
        attribute(
            "packed words",
            (S::U10U10U10U2, 4, Normalized),
            &words(&[0xfff0_03ff]),
            "vec4",
            bits([1.0, 0.0, 1.0, 1.0]),
        ),
        attribute("a lone float", (S::F32, 1, Float), &floats(&[-0.0]), "float", [0x8000_0000, 0, 0, 0]),
    ]
}
