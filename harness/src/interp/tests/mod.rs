//! The interpreter's tests. Expected values are worked out by hand from the rules of Direct3D.

mod arithmetic;
mod assemble;
mod buffers;
mod derivatives;
mod dispatch;
mod doubles;
mod files;
mod flow;
mod formats;
mod integers;
mod pixel_views;
mod sampling;
mod textures;
mod undefined;
mod variants;

use dxbc_translator::program::Stage;

use super::*;

/// Bits that most tests need.
const INF: u32 = 0x7f80_0000;
const NEG_INF: u32 = 0xff80_0000;
const NAN: u32 = 0x7fc0_0000;
const SNAN: u32 = 0xff80_0001;
const NEG_ZERO: u32 = 0x8000_0000;
const DENORM: u32 = 0x0000_0001;
const NEG_DENORM: u32 = 0x807f_ffff;
const TRUE: u32 = 0xffff_ffff;
const ONE: u32 = 0x3f80_0000;

fn f(value: f32) -> u32 {
    value.to_bits()
}

/// Registers of one lane, every lane defined.
fn registers(values: &[[u32; 4]]) -> [Register; INPUTS] {
    let mut registers = [UNDEFINED_REGISTER; INPUTS];
    for (register, value) in registers.iter_mut().zip(values) {
        *register = value.map(Value::new);
    }
    registers
}

/// Runs a vertex shader once and gives o0.
fn vertex(text: &str, inputs: &[[u32; 4]]) -> Register {
    vertex_with(text, inputs, &Bindings::default())
}

fn vertex_with(text: &str, inputs: &[[u32; 4]], bindings: &Bindings) -> Register {
    let program = assemble::program(Stage::Vertex, text);
    let interpreter = Interpreter::new(&program, Options::default()).unwrap();
    interpreter.run_vertices(bindings, &[registers(inputs)]).unwrap()[0].outputs[0]
}

/// The bits of a register whose lanes are all defined.
#[track_caller]
fn defined(register: Register) -> [u32; 4] {
    assert!(register.iter().all(|value| value.defined), "{register:x?}");
    register.map(|value| value.bits)
}

/// One component of an opcode: `o0.x = op v0.x, v1.x, ...`. NaN results are all [`NAN`].
#[track_caller]
fn scalar(op: &str, sources: &[u32]) -> u32 {
    let operands: String = (0..sources.len()).map(|number| format!(", v{number}.x")).collect();
    let inputs: Vec<[u32; 4]> = sources.iter().map(|&value| [value; 4]).collect();
    let value = vertex(&format!("{op} o0.x{operands}; ret"), &inputs)[0];
    assert!(value.defined);
    value.bits
}

/// Both results of an opcode with two destinations.
#[track_caller]
fn pair(op: &str, sources: &[u32]) -> (u32, u32) {
    let operands: String = (0..sources.len()).map(|number| format!(", v{number}.x")).collect();
    let inputs: Vec<[u32; 4]> = sources.iter().map(|&value| [value; 4]).collect();
    let text = format!("{op} r0.x, r0.y{operands}; mov o0.xyzw, r0.xyxx; ret");
    let [first, second, ..] = defined(vertex(&text, &inputs));
    (first, second)
}

/// Checks an opcode against rows of sources and result.
#[track_caller]
fn table<const N: usize>(op: &str, rows: &[([u32; N], u32)]) {
    for (sources, expected) in rows {
        let found = scalar(op, sources);
        assert_eq!(found, *expected, "{op} {sources:#x?} gave {found:#x}, not {expected:#x}");
    }
}

/// Runs a pixel shader on a quad.
fn quad(text: &str, inputs: &[[Register; INPUTS]; 4], bindings: &Bindings) -> QuadResult {
    let program = assemble::program(Stage::Pixel, text);
    let interpreter = Interpreter::new(&program, Options::default()).unwrap();
    interpreter.run_quad(bindings, &QuadInput::new(inputs)).unwrap()
}

/// The four lanes' v0, nothing else.
fn lanes_of(values: [[u32; 4]; 4]) -> [[Register; INPUTS]; 4] {
    values.map(|value| registers(&[value]))
}

/// o0.x of each lane of a quad whose v0 is given; all must be defined.
#[track_caller]
fn quad_x(text: &str, values: [[u32; 4]; 4]) -> [u32; 4] {
    let result = quad(text, &lanes_of(values), &Bindings::default());
    result.pixels.map(|pixel| {
        assert!(pixel.targets[0][0].defined && !pixel.tainted, "{:?}", pixel.targets[0]);
        pixel.targets[0][0].bits
    })
}

/// Each lane's number in v0.x, as an integer.
const LANE_NUMBERS: [[u32; 4]; 4] = [[0; 4], [1; 4], [2; 4], [3; 4]];
