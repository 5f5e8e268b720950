//! Runs a helper on rows of arguments: one pixel for four rows, one lane for each.

use std::sync::Arc;

use dxbc_harness::engine::{
    ColorTarget, Draw, DrawCall, EngineKind, Framebuffer, ProgramSource, TexelFormat, UniformBlock,
};
use dxbc_translator::ir::{
    BinaryOp, ConstantBuffer, Element, Expr, Function, Handle, Helper, Module, Node, Output, OutputKind, Place, Scalar,
    Semantic, Span, Stmt, StmtKind, SystemInput, Type, Variable, VariableKind,
};
use dxbc_translator::options::Options;
use dxbc_translator::program::{Component, Stage, WriteMask};
use dxbc_translator::write::{Names, glsl};

/// What a lane must be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Want {
    /// These bits.
    Bits(u32),
    /// Some NaN.
    Nan,
    /// A zero of either sign.
    Zero,
    /// A float at most so many units in the last place away.
    Near(f32, u32),
}

/// Arguments as bits, and the result.
pub(crate) type Row = (Vec<u32>, Want);

/// The rows of a helper.
pub(crate) struct Table {
    pub(crate) helper: Helper,
    pub(crate) rows: Vec<Row>,
}

const VERTEX: &str = "#version 300 es
void main() {
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
";

/// A pixel shader that writes the bits of a value to four uints. `build` gets the number of the pixel.
pub(crate) fn pixel_shader(build: impl FnOnce(&mut Module, Handle<Node>) -> Handle<Node>) -> String {
    let mut module = Module::new(Stage::Pixel);
    let four = Type::new(Scalar::U32, 4);
    let kind = VariableKind::Output(0);
    let o0 = module.variables.push(Variable::new(kind, Some(Scalar::U32), 4));
    module.outputs.push(Output {
        location: 0,
        semantic: Semantic { name: "SV_Target".into(), index: 0 },
        register: Some(0),
        mask: WriteMask::ALL,
        ty: four,
        kind: OutputKind::Target(0),
        variable: o0,
    });
    let position = module.node(Expr::System(SystemInput::FragCoord), Type::new(Scalar::F32, 4));
    let x = module.lane(position, Component::X);
    let pixel = module.convert(x, Scalar::U32);
    let value = build(&mut module, pixel);
    let value = module.bitcast(value, Scalar::U32);
    let statements = [
        StmtKind::Store { variable: o0, element: None, mask: WriteMask::ALL, value },
        StmtKind::WriteOutputs,
        StmtKind::Return,
    ];
    let body = statements.map(|kind| Stmt { kind, span: Span::NONE }).into();
    module.functions.push(Function { label: None, body });
    let options = Options::default();
    let names = Names::new(&module, &options);
    glsl::write(&module, &options, &names, None).unwrap().source
}

/// A draw of `width` pixels to uints.
pub(crate) fn draw(name: &str, fragment: String, width: usize, blocks: Vec<UniformBlock>) -> Draw {
    let program = ProgramSource { name: name.to_owned(), vertex: VERTEX.to_owned(), fragment };
    let target = ColorTarget { format: TexelFormat::RGBA32UI, clear: [0; 4] };
    let width = u32::try_from(width).unwrap();
    Draw {
        program: Arc::new(program),
        call: DrawCall { count: 3, ..DrawCall::default() },
        blocks,
        framebuffer: Some(Framebuffer { width, height: 1, targets: vec![target], depth: None }),
        ..Draw::default()
    }
}

fn helper_shader(helper: Helper, rows: usize) -> String {
    let args = helper.args();
    pixel_shader(|module, pixel| {
        let rows = u32::try_from(rows).unwrap();
        let buffer = module.constant_buffers.push(ConstantBuffer { register: 0, space: 0, rows, name: None });
        let count = module.uint(u32::try_from(args.len()).unwrap());
        let first = module.binary(BinaryOp::Multiply, pixel, count);
        let mut values = Vec::new();
        for (index, &scalar) in (0..).zip(args) {
            let index = module.uint(index);
            let row = module.binary(BinaryOp::Add, first, index);
            let lanes = Component::ALL.into_iter().collect();
            values.push(module.load(Place::ConstantBuffer(buffer), Some(Element::Value(row)), lanes, scalar));
        }
        module.helper(helper, &values)
    })
}

fn helper_draw(table: &Table) -> Draw {
    let args = table.helper.args().len();
    let pixels = table.rows.len().div_ceil(4);
    let mut words = vec![0_u32; pixels * args * 4];
    for (index, (row, _)) in table.rows.iter().enumerate() {
        assert_eq!(row.len(), args, "{:?}", table.helper);
        for (arg, &bits) in row.iter().enumerate() {
            words[(index / 4 * args + arg) * 4 + index % 4] = bits;
        }
    }
    let data = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let block = UniformBlock { name: "ConstantBuffer0".into(), data };
    draw(table.helper.name(), helper_shader(table.helper, pixels * args), pixels, vec![block])
}

/// The distance of two floats in units in the last place; none with a NaN.
fn distance(a: f32, b: f32) -> Option<u32> {
    let ordered = |x: f32| {
        let bits = x.to_bits().cast_signed();
        if bits < 0 { i64::from(i32::MIN) - i64::from(bits) } else { i64::from(bits) }
    };
    let distance = (ordered(a) - ordered(b)).unsigned_abs();
    if a.is_nan() || b.is_nan() { None } else { u32::try_from(distance).ok() }
}

fn holds(want: Want, got: u32) -> bool {
    let float = f32::from_bits(got);
    match want {
        Want::Bits(bits) => bits == got,
        Want::Nan => float.is_nan(),
        Want::Zero => float.to_bits() << 1 == 0,
        Want::Near(value, ulps) => distance(value, float).is_some_and(|distance| distance <= ulps),
    }
}

pub(crate) fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

/// Runs the tables and gives a line for each value that is wrong.
pub(crate) fn run(kind: EngineKind, tables: &[Table]) -> Vec<String> {
    let engine = kind.open().unwrap_or_else(|error| panic!("{error}"));
    let draws: Vec<Draw> = tables.iter().map(helper_draw).collect();
    let results = engine.draw(&draws).unwrap();
    let mut failures = Vec::new();
    for (table, result) in tables.iter().zip(results) {
        let name = table.helper.name();
        match result {
            Err(error) => failures.push(format!("{name}: {error}")),
            Ok(output) => {
                let got = words(&output.targets[0]);
                for ((args, want), &got) in table.rows.iter().zip(&got) {
                    if !holds(*want, got) {
                        failures.push(format!("{name}{args:08x?} is {got:08x}, not {want:x?}"));
                    }
                }
            }
        }
    }
    failures
}
