//! Transform feedback: vertex outputs, bit by bit.

use dxbc_harness::engine::{
    Attribute, AttributeRead, AttributeScalar, Draw, DrawCall, DrawOutput, Topology, Varying, VertexBuffer,
};

use crate::cases::{Case, floats, program, words};

pub(crate) fn cases() -> Vec<Case> {
    vec![bits(), instances(), many()]
}

fn varying(name: &str, components: u32) -> Varying {
    Varying { name: name.to_owned(), location: None, components }
}

fn points(vertex: &str, fragment: &str, count: u32, capture: Vec<Varying>) -> Draw {
    Draw {
        program: program(vertex, fragment),
        call: DrawCall { topology: Topology::Triangles, count, ..DrawCall::default() },
        capture,
        ..Draw::default()
    }
}

const BITS: [u32; 8] = [1, 0x7f80_0001, 0xffff_ffff, 0x8000_0000, 0x7fc0_1234, 0, 0xff80_0000, 0x3f80_0000];

/// Floats and integers of two vertices. The fragment shader reads one of them only.
fn bits() -> Case {
    let vertex = "in uvec4 a; flat out uvec4 u; out vec4 f; out float s;
void main() { u = a; f = uintBitsToFloat(a); s = float(gl_VertexID) + 0.5; gl_Position = vec4(1.0, 2.0, 3.0, 4.0); }";
    let fragment = "flat in uvec4 u; out uvec4 o; void main() { o = u; }";
    let capture = vec![varying("s", 1), varying("u", 4), varying("gl_Position", 4), varying("f", 4)];
    let mut draw = points(vertex, fragment, 2, capture);
    draw.vertex_buffers = vec![VertexBuffer {
        data: words(&BITS),
        stride: 16,
        divisor: 0,
        attributes: vec![Attribute {
            name: "a".to_owned(),
            location: None,
            offset: 0,
            components: 4,
            scalar: AttributeScalar::U32,
            read: AttributeRead::Integer,
        }],
    }];
    let position = [1.0, 2.0, 3.0, 4.0];
    let captured = vec![floats(&[0.5, 1.5]), words(&BITS), floats([position; 2].as_flattened()), words(&BITS)];
    Case {
        name: "captured floats and integers keep every bit",
        draw,
        expected: Ok(DrawOutput { captured, ..DrawOutput::default() }),
    }
}

/// Vertices 5 and 6 of three instances.
fn instances() -> Case {
    let vertex = "flat out ivec2 v; void main() { v = ivec2(gl_VertexID, gl_InstanceID); gl_Position = vec4(0.0); }";
    let fragment = "out vec4 o; void main() { o = vec4(0.0); }";
    let mut draw = points(vertex, fragment, 2, vec![varying("v", 2)]);
    draw.call.first = 5;
    draw.call.instances = 3;
    let captured = vec![words(&[5, 0, 6, 0, 5, 1, 6, 1, 5, 2, 6, 2])];
    Case { name: "capture of instances", draw, expected: Ok(DrawOutput { captured, ..DrawOutput::default() }) }
}

/// 17 vectors are more than one pass of GLES 3.0 captures.
fn many() -> Case {
    let names: Vec<_> = (0..17).map(|i| format!("v{i}")).collect();
    let declared: String = names.iter().map(|n| format!("out vec4 {n};\n")).collect();
    let written: String = (0..17).map(|i| format!("v{i} = vec4({i}, gl_VertexID, 0, 1);\n")).collect();
    let vertex = format!("{declared}void main() {{\n{written}gl_Position = vec4(0.0);\n}}");
    let capture = names.iter().map(|n| varying(n, 4)).collect();
    let draw = points(&vertex, "out vec4 o; void main() { o = vec4(0.0); }", 2, capture);
    let vector = |i: u8| floats(&[f32::from(i), 0.0, 0.0, 1.0, f32::from(i), 1.0, 0.0, 1.0]);
    let captured = (0..17).map(vector).collect();
    Case {
        name: "more varyings than one pass captures",
        draw,
        expected: Ok(DrawOutput { captured, ..DrawOutput::default() }),
    }
}
