//! The writer on modules made by hand; the texts of whole shaders are snapshots and are validated over the corpus.

use super::write;
use crate::builtins::Builtin;
use crate::ir::{
    BinaryOp, Block, Buffer, BufferKind, ConstantBuffer, Element, Expr, Function, Handle, Helper, Input,
    InterpolationMode, Lanes, Module, Node, Output, OutputKind, Place, Reading, Sampler, Sampling, Scalar, Semantic,
    Span, Stmt, StmtKind, SystemInput, Texture, TextureKind, Type, UnaryOp, Variable, VariableKind,
};
use crate::options::{Options, Target};
use crate::program::{Component, Stage, TexelOffset, WriteMask};
use crate::write::Names;

const F4: Type = Type::new(Scalar::F32, 4);

fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::NONE }
}

fn text(module: &Module) -> String {
    let options = Options { target: Target::Wgsl, ..Options::default() };
    write(module, &options, &Names::new(module, &options), None).unwrap().source
}

/// A pixel shader without inputs that binds the values; the lines that bind them.
fn bound(build: impl FnOnce(&mut Module) -> Vec<Handle<Node>>) -> Vec<String> {
    let mut module = Module::new(Stage::Pixel);
    let values = build(&mut module);
    let mut body: Block = values.into_iter().map(|value| module.bind(value, Span::NONE).0).collect();
    body.push(stmt(StmtKind::WriteOutputs));
    module.functions.push(Function { label: None, body });
    let text = text(&module);
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("let tmp"));
    lines.map(|line| line.split_once(" = ").map_or("", |(_, value)| value).to_owned()).collect()
}

/// Lanes of `r0`.
fn register(module: &mut Module, scalar: Scalar, letters: &str) -> Handle<Node> {
    let kind = VariableKind::Temp(0);
    let found = module.variables.iter().find(|(_, variable)| variable.scalar == Some(scalar)).map(|(handle, _)| handle);
    let variable = found.unwrap_or_else(|| module.variables.push(Variable::new(kind, Some(scalar), 4)));
    let lane = |c: char| Component::ALL[['x', 'y', 'z', 'w'].iter().position(|&l| l == c).unwrap()];
    let lanes: Lanes = letters.chars().map(lane).collect();
    module.load(Place::Variable(variable), None, lanes, scalar)
}

fn sampling(module: &mut Module, kind: TextureKind, scalar: Scalar, comparison: bool) -> Handle<Node> {
    let texture = module.textures.find_or_push(Texture { register: 3, space: 0, kind, scalar, name: None });
    let register = if comparison { 2 } else { 1 };
    let sampler = module.samplers.find_or_push(Sampler { register, space: 0, comparison, name: None });
    let sampling =
        module.samplings.push(Sampling { texture, sampler: Some(sampler), reading: Reading::compared(comparison) });
    module.node(Expr::Sampling(sampling), if comparison { Type::F32 } else { Type::new(scalar, 4) })
}

#[test]
fn a_vertex_shader_is_written_as_it_is_bound() {
    let mut module = Module::new(Stage::Vertex);
    let input = module.inputs.push(Input {
        semantic: Semantic { name: "POSITION".into(), index: 0 },
        register: 0,
        mask: WriteMask::first(3),
        ty: Type::new(Scalar::F32, 3),
        declared: Type::new(Scalar::F32, 3),
        location: 2,
        interpolation: InterpolationMode::Smooth,
        missing: false,
    });
    let buffer = module.constant_buffers.push(ConstantBuffer { register: 1, space: 0, rows: 8, name: None });
    let mut output = |kind, name: &str, ty: Type, location| {
        let number = u32::try_from(module.outputs.len()).unwrap();
        let kind_of_variable = VariableKind::Output(number);
        let variable = Variable::new(kind_of_variable, Some(ty.scalar), ty.width);
        let variable = module.variables.push(variable);
        let semantic = Semantic { name: name.into(), index: 0 };
        let mask = WriteMask::first(u32::from(ty.width));
        module.outputs.push(Output { semantic, register: Some(number), mask, ty, kind, location, variable });
        variable
    };
    let position = output(OutputKind::Position, "SV_Position", F4, 0);
    output(OutputKind::Varying(InterpolationMode::Smooth), "INDEX", Type::U32, 3);
    let value = module.node(Expr::Input(input), Type::new(Scalar::F32, 3));
    let row = Element::Known(7);
    let w = module.load(Place::ConstantBuffer(buffer), Some(row), Lanes::one(Component::W), Scalar::F32);
    let value = module.compose(&[value, w]);
    let store = StmtKind::Store { variable: position, element: None, mask: WriteMask::ALL, value };
    let body = vec![stmt(store), stmt(StmtKind::WriteOutputs)];
    module.functions.push(Function { label: None, body });
    let want = "\
struct Inputs {
    @location(2) in_POSITION0: vec3f,
}

struct Outputs {
    @builtin(position) @invariant position: vec4f,
    @location(3) @interpolate(flat) vs_INDEX0: u32,
}

@group(0) @binding(1) var<uniform> cb1: array<vec4f, 8>;

@vertex
fn main(v: Inputs) -> Outputs {
    var o0: vec4f;
    var o1: u32;
    o0 = vec4f(v.in_POSITION0, cb1[7].w);
    var result: Outputs;
    result.position = o0;
    result.vs_INDEX0 = o1;
    return result;
}
";
    assert_eq!(text(&module), want);
}

#[test]
fn what_the_compiler_could_compute_is_hidden_from_it() {
    let lines = bound(|module| {
        let (one, zero, x) = (module.float(1.0), module.float(0.0), register(module, Scalar::F32, "x"));
        let (max, int) = (module.int(i32::MAX), module.int(1));
        vec![
            module.binary(BinaryOp::Divide, one, zero),
            module.binary(BinaryOp::Divide, x, zero),
            module.binary(BinaryOp::Add, max, int),
            module.builtin(Builtin::Log2, &[zero], Type::F32),
            module.helper(Helper::Log2, &[zero]),
            module.float(f32::INFINITY),
        ]
    });
    let want = [
        "d3d_float(0x3f800000u) / d3d_float(0x00000000u);",
        "r0.x / 0.0f;",
        "i32(d3d_value(0x7fffffffu)) + i32(d3d_value(0x00000001u));",
        "log2(d3d_float(0x00000000u));",
        "d3d_log2(0.0f);",
        "d3d_float(0x7f800000u);",
    ];
    assert_eq!(lines, want);
}

#[test]
fn operators_work_lane_by_lane() {
    let lines = bound(|module| {
        let (a, b) = (register(module, Scalar::F32, "xy"), register(module, Scalar::F32, "zw"));
        let two = module.splat_literal(Type::new(Scalar::F32, 2), 2.0f32.to_bits());
        let less = module.binary(BinaryOp::Less, a, b);
        let unequal = module.binary(BinaryOp::NotEqual, a, b);
        let bits = register(module, Scalar::U32, "xy");
        let count = module.splat_literal(Type::new(Scalar::U32, 2), 3);
        let any = module.unary(UnaryOp::AnyBit, bits);
        vec![
            module.binary(BinaryOp::Multiply, a, two),
            module.select(less, a, b),
            module.unary(UnaryOp::Mask, unequal),
            module.binary(BinaryOp::ShiftLeft, bits, count),
            module.unary(UnaryOp::Mask, any),
            module.bitcast(a, Scalar::U32),
            module.bitcast(bits, Scalar::I32),
        ]
    });
    let want = [
        "r0.xy * 2.0f;",
        "select(r0.zw, r0.xy, (r0.xy < r0.zw));",
        "select(vec2u(0u), vec2u(0xffffffffu), !(r0.xy == r0.zw));",
        "r0u.xy << vec2u(3u);",
        "select(vec2u(0u), vec2u(0xffffffffu), r0u.xy != vec2u(0u));",
        "bitcast<vec2u>(r0.xy);",
        "vec2i(r0u.xy);",
    ];
    assert_eq!(lines, want);
}

#[test]
fn textures_and_samplers_are_apart_and_offsets_come_last() {
    let lines = bound(|module| {
        let plain = sampling(module, TextureKind::D2, Scalar::F32, false);
        let compared = sampling(module, TextureKind::D2, Scalar::F32, true);
        let place = register(module, Scalar::F32, "xy");
        let reference = register(module, Scalar::F32, "z");
        let channel = module.uint(2);
        let offset = Some(TexelOffset { u: 1, v: -2, w: 0 });
        vec![
            module.texture_call(Builtin::TextureSample, &[plain, plain, place], offset, F4),
            module.builtin(Builtin::TextureSampleCompareLevel, &[compared, compared, place, reference], Type::F32),
            module.texture_call(Builtin::TextureGather, &[channel, plain, plain, place], offset, F4),
        ]
    });
    let want = [
        "textureSample(t3, s1, r0.xy, vec2i(1, -2));",
        "textureSampleCompareLevel(t3_depth, s2_compare, r0.xy, r0.z);",
        "textureGather(2u, t3, s1, r0.xy, vec2i(1, -2));",
    ];
    assert_eq!(lines, want);
}

#[test]
fn depths_are_read_by_a_plain_sampler_and_lines_are_of_one_dimension() {
    let mut module = Module::new(Stage::Pixel);
    let texture = |register, kind| Texture { register, space: 0, kind, scalar: Scalar::F32, name: None };
    let map = module.textures.push(texture(3, TextureKind::D2));
    let line = module.textures.push(texture(4, TextureKind::Line));
    let sampler = module.samplers.push(Sampler { register: 1, space: 0, comparison: false, name: None });
    let mut argument = |texture, sampler, reading: Reading| {
        let sampling = module.samplings.push(Sampling { texture, sampler, reading });
        module.node(Expr::Sampling(sampling), if reading.is_of_depths() { Type::F32 } else { F4 })
    };
    let depths = argument(map, Some(sampler), Reading::Depths);
    let line = argument(line, None, Reading::Texels);
    let place = register(&mut module, Scalar::F32, "xy");
    let values = [
        module.builtin(Builtin::TextureGatherDepth, &[depths, depths, place], F4),
        module.builtin(Builtin::TextureDimensions1d, &[line], Type::U32),
    ];
    let mut body: Vec<Stmt> = values.into_iter().map(|value| module.bind(value, Span::NONE).0).collect();
    body.push(stmt(StmtKind::WriteOutputs));
    module.functions.push(Function { label: None, body });
    let text = text(&module);
    for want in [
        "@group(0) @binding(21) var s1: sampler;",
        "@group(0) @binding(253) var t3_depth: texture_depth_2d;",
        "@group(0) @binding(104) var t4: texture_1d<f32>;",
        "textureGather(t3_depth, s1, r0.xy);",
        "textureDimensions(t4);",
    ] {
        assert!(text.contains(want), "{want}\n{text}");
    }
}

#[test]
fn matrices_are_made_of_their_columns_and_hidden_where_literal() {
    let lines = bound(|module| {
        let column = register(module, Scalar::F32, "xyz");
        let matrix = module.matrix(&[column, column]);
        let transposed = module.builtin(Builtin::Transpose, &[matrix], Type::new(Scalar::F32, 2));
        let literal = module.literal(Scalar::F32, &[1.0_f32.to_bits(), 0]);
        let square = module.matrix(&[literal, literal]);
        vec![module.column(transposed, 2), module.builtin(Builtin::Determinant, &[square], Type::F32)]
    });
    let column = "vec2f(d3d_float(0x3f800000u), d3d_float(0x00000000u))";
    assert_eq!(lines[0], "transpose(mat2x3f(r0.xyz, r0.xyz))[2];");
    assert_eq!(lines[1], format!("determinant(mat2x2f({column}, {column}));"));
}

#[test]
fn buffers_are_read_by_a_function_that_knows_their_end() {
    let mut module = Module::new(Stage::Pixel);
    let kind = BufferKind::Structured { stride: 12 };
    let buffer =
        module.buffers.push(Buffer { register: 2, space: 1, view: crate::ir::View::Resource, kind, name: None });
    let words = module.node(Expr::Buffer(buffer), Type::U32);
    let at = module.uint(4);
    let word = module.builtin(Builtin::StorageFetchU32, &[words, at], Type::U32);
    let size = module.node(Expr::BufferSize(buffer), Type::U32);
    let sum = module.binary(BinaryOp::Multiply, word, size);
    let bind = module.bind(sum, Span::NONE).0;
    module.functions.push(Function { label: None, body: vec![bind, stmt(StmtKind::WriteOutputs)] });
    let want = "\
@group(1) @binding(102) var<storage, read> t2_space1: array<u32>;

@fragment
fn main() {
    let tmp0: u32 = t2_space1_word(4u) * (arrayLength(&t2_space1) / 3u);
    return;
}

fn t2_space1_word(at: u32) -> u32 {
    if (at >= arrayLength(&t2_space1)) {
        return 0u;
    }
    return t2_space1[at];
}
";
    assert_eq!(text(&module).trim_start(), want);
}

#[test]
fn subroutines_share_inputs_and_registers() {
    let mut module = Module::new(Stage::Pixel);
    let x = register(&mut module, Scalar::F32, "x");
    let Expr::Load { place: Place::Variable(variable), .. } = module.exprs[x].expr else { panic!("a load") };
    let place = module.node(Expr::System(SystemInput::FragCoord), F4);
    let value = module.lane(place, Component::Y);
    let store = StmtKind::Store { variable, element: None, mask: WriteMask::X, value };
    let body = vec![stmt(StmtKind::Call(1)), stmt(StmtKind::WriteOutputs)];
    module.functions.push(Function { label: None, body });
    module.functions.push(Function { label: Some(0), body: vec![stmt(store)] });
    let want = "\
struct Inputs {
    @builtin(position) position: vec4f,
}

var<private> v: Inputs;
var<private> hlslcc_FragCoord: vec4f;
var<private> r0: vec4f;

fn sub0() {
    r0.x = hlslcc_FragCoord.y;
}

@fragment
fn main(inputs: Inputs) {
    v = inputs;
    hlslcc_FragCoord = vec4f(v.position.xyz, 1.0f / v.position.w);
    sub0();
    return;
}
";
    assert_eq!(text(&module), want);
}

#[test]
fn what_wgsl_lacks_is_refused() {
    let mut module = Module::new(Stage::Pixel);
    let texture = sampling(&mut module, TextureKind::D2, Scalar::U32, false);
    let place = register(&mut module, Scalar::F32, "xy");
    let value = module.builtin(Builtin::TextureSample, &[texture, texture, place], Type::new(Scalar::U32, 4));
    let bind = module.bind(value, Span { offset: 0x40, item: 1 }).0;
    module.functions.push(Function { label: None, body: vec![bind, stmt(StmtKind::WriteOutputs)] });
    let error = super::examine(&module).unwrap_err();
    assert_eq!(error.feature(), Some(crate::error::Feature::IntegerSampling));
    assert_eq!(error.at().offset, Some(0x40));

    let mut module = Module::new(Stage::Pixel);
    let buffer = module.constant_buffers.push(ConstantBuffer { register: 20, space: 0, rows: 1, name: None });
    let row = Element::Known(0);
    let value = module.load(Place::ConstantBuffer(buffer), Some(row), Lanes::one(Component::X), Scalar::F32);
    let bind = module.bind(value, Span::NONE).0;
    module.functions.push(Function { label: None, body: vec![bind, stmt(StmtKind::WriteOutputs)] });
    let error = super::examine(&module).unwrap_err();
    assert_eq!(error.feature(), Some(crate::error::Feature::BindingRange));
}
