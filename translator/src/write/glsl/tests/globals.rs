//! Text of declarations and of the copies to the outputs, and names.

use super::fixture::{
    F4, body_of, entry, input, lanes, load, mask, output, semantic, stmt, store, text, ty, variable, written,
};
use crate::builtins::Builtin;
use crate::ir::{
    Buffer, BufferKind, ConstantBuffer, Element, Expr, Handle, InterpolationMode, Module, Node, Output, OutputKind,
    Place, Reading, Sampler, Sampling, Scalar, Stmt, StmtKind, Texture, TextureKind, Type, Variable, VariableKind,
};
use crate::options::{self, FloatRules, Options};
use crate::program::Stage;

fn strict() -> Options {
    Options { float_rules: FloatRules::Strict, ..Options::default() }
}

/// Binds a value, so that what it reads is used.
fn bind(module: &mut Module, value: Handle<Node>) -> Stmt {
    module.bind(value, crate::ir::Span::NONE).0
}

#[test]
fn a_vertex_shader_from_top_to_bottom() {
    let mut module = Module::new(Stage::Vertex);
    let position = input(&mut module, "POSITION", 0, ty(Scalar::F32, 3));
    let indices = input(&mut module, "BLENDINDICES", 0, ty(Scalar::U32, 4));
    // Never read: not declared.
    input(&mut module, "COLOR", 0, F4);
    let o0 = output(&mut module, "SV_Position", 0, OutputKind::Position, F4);
    let smooth = OutputKind::Varying(InterpolationMode::Smooth);
    let o1 = output(&mut module, "TexCoord", 1, smooth, ty(Scalar::F32, 2));
    let o2 = output(&mut module, "MATERIAL", 0, OutputKind::Varying(InterpolationMode::Flat), ty(Scalar::U32, 1));
    let buffer = module.constant_buffers.push(ConstantBuffer { register: 1, space: 0, rows: 4, name: None });
    let row = Element::Known(3);
    let row = module.load(Place::ConstantBuffer(buffer), Some(row), lanes("xyzw"), Scalar::F32);
    let (value, one) = (module.node(Expr::Input(position), ty(Scalar::F32, 3)), module.float(1.0));
    let value = module.compose(&[value, one]);
    let value = module.binary(crate::ir::BinaryOp::Multiply, value, row);
    let x = load(&mut module, o0, "x");
    let index = module.node(Expr::Input(indices), ty(Scalar::U32, 4));
    let index = module.lane(index, crate::program::Component::Y);
    let body = vec![
        store(o0, "xyzw", value),
        store(o1, "x", x),
        store(o2, "x", index),
        stmt(StmtKind::WriteOutputs),
        stmt(StmtKind::Return),
    ];
    entry(&mut module, body);
    let want = "\
#version 300 es
precision highp float;
precision highp int;

in vec3 in_POSITION0;
in uvec4 in_BLENDINDICES0;

out vec2 vs_TEXCOORD1;
flat out uint vs_MATERIAL0;
invariant gl_Position;

layout(std140) uniform ConstantBuffer1 {
    vec4 data[4];
} cb1;

void main() {
    vec4 o0 = vec4(0.0);
    vec2 o1 = vec2(0.0);
    uint o2 = 0u;
    o0 = vec4(in_POSITION0, 1.0) * cb1.data[3];
    o1.x = o0.x;
    o2 = in_BLENDINDICES0.y;
    gl_Position = o0;
    vs_TEXCOORD1 = o1;
    vs_MATERIAL0 = o2;
    return;
}
";
    assert_eq!(text(&module), want);
}

#[test]
fn pixel_outputs_are_copied_as_their_targets_want_them() {
    let mut module = Module::new(Stage::Pixel);
    let uints = ty(Scalar::U32, 4);
    output(&mut module, "SV_Target", 0, OutputKind::Target(0), F4);
    // Registers that hold floats, and fewer lanes than the target has.
    let o1 = output(&mut module, "SV_Target", 2, OutputKind::Target(2), uints);
    module.variables[o1].scalar = Some(Scalar::F32);
    let o2 = output(&mut module, "SV_Target", 3, OutputKind::Target(3), uints);
    module.variables[o2].width = 2;
    output(&mut module, "SV_Depth", 0, OutputKind::Depth, Type::F32);
    entry(&mut module, vec![stmt(StmtKind::WriteOutputs)]);
    let want = "\
#version 300 es
precision highp float;
precision highp int;

layout(location = 0) out vec4 SV_Target0;
invariant SV_Target0;
layout(location = 2) out uvec4 SV_Target2;
invariant SV_Target2;
layout(location = 3) out uvec4 SV_Target3;
invariant SV_Target3;
invariant gl_FragDepth;

void main() {
    vec4 o0 = vec4(0.0);
    vec4 o1 = vec4(0.0);
    uvec2 o2 = uvec2(0u);
    float oDepth = 0.0;
    SV_Target0 = o0;
    SV_Target2 = floatBitsToUint(o1);
    SV_Target3 = uvec4(o2, 0u, 0u);
    gl_FragDepth = oDepth;
}
";
    assert_eq!(written(&module, &strict(), None).source, want);
    module.precise = true;
    assert_eq!(text(&module), want);
    module.precise = false;
    assert!(!text(&module).contains("invariant"));
}

#[test]
fn outputs_share_registers_and_ranges() {
    let mut module = Module::new(Stage::Vertex);
    let smooth = OutputKind::Varying(InterpolationMode::Centroid);
    let range = module.variables.push(Variable::array(VariableKind::OutputRange(3), Some(Scalar::F32), 4, 2));
    let add = |module: &mut Module, name: &str, register, lanes, width, variable| {
        module.outputs.push(Output {
            location: 0,
            semantic: semantic(name, 0),
            register: Some(register),
            mask: mask(lanes),
            ty: ty(Scalar::F32, width),
            kind: smooth,
            variable,
        })
    };
    let first = variable(&mut module, VariableKind::Output(0), Scalar::F32, 2);
    let second = variable(&mut module, VariableKind::Output(1), Scalar::F32, 2);
    add(&mut module, "A", 1, "xy", 2, first);
    add(&mut module, "B", 1, "zw", 2, second);
    add(&mut module, "C", 3, "xyzw", 4, range);
    add(&mut module, "D", 4, "yz", 2, range);
    entry(&mut module, vec![stmt(StmtKind::WriteOutputs)]);
    let source = text(&module);
    assert!(source.contains("\ncentroid out vec2 vs_A0;\n"), "{source}");
    let want = "\
for (int i = 0; i < 2; i++) {
    OutputArray3[i] = vec4(0.0);
}
vs_A0 = o1;
vs_B0 = o1_zw;
vs_C0 = OutputArray3[0];
vs_D0 = OutputArray3[1].yz;
";
    let body = body_of(&source);
    assert!(body.ends_with(want), "{body}");
}

#[test]
fn pixel_inputs_say_how_they_are_interpolated() {
    let mut module = Module::new(Stage::Pixel);
    let mut body = Vec::new();
    let modes = [
        (Scalar::F32, InterpolationMode::Smooth, false),
        (Scalar::F32, InterpolationMode::Centroid, false),
        (Scalar::F32, InterpolationMode::Flat, false),
        (Scalar::U32, InterpolationMode::Smooth, false),
        (Scalar::F32, InterpolationMode::Smooth, true),
    ];
    for (index, (scalar, mode, missing)) in (0..).zip(modes) {
        let handle = input(&mut module, "T", index, ty(scalar, 2));
        module.inputs[handle].interpolation = mode;
        module.inputs[handle].missing = missing;
        let value = module.node(Expr::Input(handle), ty(scalar, 2));
        body.push(bind(&mut module, value));
    }
    entry(&mut module, body);
    let want = "
in vec2 vs_T0;
centroid in vec2 vs_T1;
flat in vec2 vs_T2;
flat in uvec2 vs_T3;

void main() {
    vec2 tmp0 = vs_T0;
    vec2 tmp1 = vs_T1;
    vec2 tmp2 = vs_T2;
    uvec2 tmp3 = vs_T3;
    vec2 tmp4 = vec2(0.0);
}
";
    let source = text(&module);
    assert!(source.ends_with(want), "{source}");
}

fn texture(module: &mut Module, register: u32, kind: TextureKind, scalar: Scalar) -> Handle<Texture> {
    module.textures.push(Texture { register, space: 0, kind, scalar, name: None })
}

fn sampling(module: &mut Module, texture: Handle<Texture>, sampler: Option<Handle<Sampler>>, comparison: bool) -> Stmt {
    let scalar = module.textures[texture].scalar;
    let kind = module.textures[texture].kind;
    let handle = module.samplings.push(Sampling { texture, sampler, reading: Reading::compared(comparison) });
    let node = module.node(Expr::Sampling(handle), ty(scalar, 4));
    let solid = kind == TextureKind::D3;
    let (width, query) = if solid { (3, Builtin::TextureDimensions3d) } else { (2, Builtin::TextureDimensions) };
    let value = module.builtin(query, &[node], ty(Scalar::U32, width));
    bind(module, value)
}

#[test]
fn every_kind_of_sampler_is_declared_with_its_precision() {
    let mut module = Module::new(Stage::Pixel);
    let point = module.samplers.push(Sampler { register: 1, space: 0, comparison: false, name: None });
    let shadow = module.samplers.push(Sampler { register: 2, space: 3, comparison: true, name: None });
    let kinds = [
        (TextureKind::D1, Scalar::F32),
        (TextureKind::D2, Scalar::I32),
        (TextureKind::D2Array, Scalar::U32),
        (TextureKind::D3, Scalar::F32),
        (TextureKind::Cube, Scalar::F32),
    ];
    let mut body = Vec::new();
    for (register, (kind, scalar)) in kinds.into_iter().enumerate() {
        let handle = texture(&mut module, u32::try_from(register).unwrap(), kind, scalar);
        body.push(sampling(&mut module, handle, Some(point), false));
    }
    let map = texture(&mut module, 9, TextureKind::D2, Scalar::F32);
    module.textures[map].space = 1;
    body.push(sampling(&mut module, map, Some(shadow), true));
    body.push(sampling(&mut module, map, None, false));
    let cube = texture(&mut module, 10, TextureKind::Cube, Scalar::F32);
    body.push(sampling(&mut module, cube, Some(shadow), true));
    let layers = texture(&mut module, 11, TextureKind::D1Array, Scalar::F32);
    body.push(sampling(&mut module, layers, Some(shadow), true));
    // Never read: not declared.
    let unused = texture(&mut module, 12, TextureKind::D2, Scalar::F32);
    module.samplings.push(Sampling { texture: unused, sampler: None, reading: Reading::Texels });
    let mips = module.node(Expr::MipCount(cube), Type::U32);
    body.push(bind(&mut module, mips));
    entry(&mut module, body);
    let want = "\
#version 300 es
precision highp float;
precision highp int;
precision highp isampler2D;
precision highp sampler2D;
precision highp sampler2DArrayShadow;
precision highp sampler2DShadow;
precision highp sampler3D;
precision highp samplerCube;
precision highp samplerCubeShadow;
precision highp usampler2DArray;

uniform sampler2D t0TEX_with_SMPs1;
uniform isampler2D t1TEX_with_SMPs1;
uniform usampler2DArray t2TEX_with_SMPs1;
uniform sampler3D t3TEX_with_SMPs1;
uniform samplerCube t4TEX_with_SMPs1;
uniform sampler2DShadow hlslcc_zcmpt9_space1TEX_with_SMPs2_space3;
uniform sampler2D t9_space1;
uniform samplerCubeShadow hlslcc_zcmpt10TEX_with_SMPs2_space3;
uniform sampler2DArrayShadow hlslcc_zcmpt11TEX_with_SMPs2_space3;
uniform uint t10_mips;
";
    let source = text(&module);
    assert!(source.starts_with(want), "{source}");
}

#[test]
fn buffers_are_textures_of_words() {
    let mut module = Module::new(Stage::Vertex);
    let mut body = Vec::new();
    let typed = BufferKind::Typed { scalar: Scalar::F32 };
    let kinds = [BufferKind::Raw, BufferKind::Structured { stride: 48 }, typed];
    for (register, kind) in kinds.into_iter().enumerate() {
        let register = u32::try_from(register).unwrap();
        let buffer =
            module.buffers.push(Buffer { register, space: 0, view: crate::ir::View::Resource, kind, name: None });
        let node = module.node(Expr::Buffer(buffer), Type::U32);
        let word = module.uint(7);
        let value = module.builtin(Builtin::StorageFetchU32, &[node, word], Type::U32);
        body.push(bind(&mut module, value));
        if register == 1 {
            let size = module.node(Expr::BufferSize(buffer), Type::U32);
            body.push(bind(&mut module, size));
        }
    }
    entry(&mut module, body);
    let source = text(&module);
    let want = "
uniform usampler2D t0;
uniform usampler2D t1;
uniform usampler2D t2;
uniform uint t1_size;

uint _sfetchU(highp usampler2D t, int i) {
    int w = textureSize(t, 0).x;
    return texelFetch(t, ivec2(i % w, i / w), 0).x;
}
";
    assert!(source.contains("\nprecision highp usampler2D;\n") && source.contains(want), "{source}");
    let want = "\
uint tmp0 = _sfetchU(t0, int(7u));
uint tmp1 = _sfetchU(t1, int(7u));
uint tmp2 = t1_size;
uint tmp3 = _sfetchU(t2, int(7u));
";
    assert_eq!(body_of(&source), want);
}

#[test]
fn buffers_of_lanes_are_textures_of_their_type() {
    let mut module = Module::new(Stage::Vertex);
    let mut body = Vec::new();
    for (register, (scalar, builtin)) in
        (0..).zip([(Scalar::F32, Builtin::StorageFetchF32), (Scalar::I32, Builtin::StorageFetchI32)])
    {
        let (view, kind) = (crate::ir::View::Resource, BufferKind::Lanes { scalar });
        let buffer = module.buffers.push(Buffer { register, space: 0, view, kind, name: None });
        let node = module.node(Expr::Buffer(buffer), ty(scalar, 1));
        let lane = module.uint(7);
        let value = module.builtin(builtin, &[node, lane], ty(scalar, 1));
        body.push(bind(&mut module, value));
    }
    entry(&mut module, body);
    let source = text(&module);
    assert!(source.contains("uniform sampler2D t0;\nuniform isampler2D t1;\n"), "{source}");
    assert_eq!(body_of(&source), "float tmp0 = _sfetch(t0, int(7u));\nint tmp1 = _sfetchI(t1, int(7u));\n");
}

#[test]
fn immediate_constants_keep_their_bits() {
    let mut module = Module::new(Stage::Pixel);
    module.immediate_constants = vec![[0x3f80_0000, 0xbf00_0000, 0, 7], [0x7fc0_0000; 4], [0xffff_ffff, 0, 0, 0]];
    let row = Element::Known(0);
    let value = module.load(Place::ImmediateConstants, Some(row), lanes("xyzw"), Scalar::F32);
    let body = vec![bind(&mut module, value)];
    entry(&mut module, body);
    let want = "
const vec4 ImmCB_0[3] = vec4[3](
    vec4(1.0, -0.5, 0.0, uintBitsToFloat(7u)),
    vec4(uintBitsToFloat(0x7fc00000u)),
    vec4(uintBitsToFloat(0xffffffffu), 0.0, 0.0, 0.0)
);

void main() {
    vec4 tmp0 = ImmCB_0[0];
}
";
    let source = text(&module);
    assert!(source.ends_with(want), "{source}");
    module.functions.clear();
    entry(&mut module, vec![]);
    assert!(!text(&module).contains("ImmCB"));
}

#[test]
fn register_spaces_and_reflected_names() {
    let mut module = Module::new(Stage::Pixel);
    let name = |name: &str| Some(name.to_owned());
    let frame = module.constant_buffers.push(ConstantBuffer { register: 0, space: 0, rows: 2, name: name("$Globals") });
    let other = module.constant_buffers.push(ConstantBuffer { register: 0, space: 2, rows: 1, name: None });
    let linear = module.samplers.push(Sampler { register: 0, space: 0, comparison: false, name: name("Linear") });
    let nameless = module.samplers.push(Sampler { register: 1, space: 0, comparison: false, name: None });
    let map = texture(&mut module, 0, TextureKind::D2, Scalar::F32);
    module.textures[map].name = name("maps[2]");
    let keyword = texture(&mut module, 1, TextureKind::D2, Scalar::F32);
    module.textures[keyword].name = name("sample");
    let mut body = vec![
        sampling(&mut module, map, Some(linear), false),
        sampling(&mut module, map, Some(nameless), false),
        sampling(&mut module, map, None, false),
        sampling(&mut module, keyword, None, false),
    ];
    for buffer in [frame, other] {
        let row = Element::Known(0);
        let value = module.load(Place::ConstantBuffer(buffer), Some(row), lanes("x"), Scalar::F32);
        body.push(bind(&mut module, value));
    }
    entry(&mut module, body);
    let registers = text(&module);
    for line in [
        "layout(std140) uniform ConstantBuffer0 {\n    vec4 data[2];\n} cb0;\n",
        "layout(std140) uniform ConstantBuffer0_space2 {\n    vec4 data[1];\n} cb0_space2;\n",
        "uniform sampler2D t0TEX_with_SMPs0;\n",
        "uniform sampler2D t0TEX_with_SMPs1;\n",
        "uniform sampler2D t0;\n",
        "uniform sampler2D t1;\n",
    ] {
        assert!(registers.contains(line), "{line} in {registers}");
    }
    let options = Options { names: options::Names::Reflected, ..Options::default() };
    let reflected = written(&module, &options, None).source;
    for line in [
        "layout(std140) uniform Globals {\n    vec4 data[2];\n} cb0;\n",
        "layout(std140) uniform ConstantBuffer0_space2 {\n    vec4 data[1];\n} cb0_space2;\n",
        "uniform sampler2D maps_2_TEX_with_SMPLinear;\n",
        "uniform sampler2D t0TEX_with_SMPs1;\n",
        "uniform sampler2D maps_2_;\n",
        "uniform sampler2D sample_1;\n",
        "float tmp4 = cb0.data[0].x;\n",
    ] {
        assert!(reflected.contains(line), "{line} in {reflected}");
    }
}

#[test]
fn semantics_are_told_apart_in_every_stage() {
    let named = |names: &[(&str, u32)]| {
        let mut module = Module::new(Stage::Pixel);
        for (name, index) in names {
            input(&mut module, name, *index, F4);
        }
        let names = crate::write::Names::new(&module, &Options::default());
        module.inputs.handles().map(|handle| names.input(handle).to_owned()).collect::<Vec<_>>()
    };
    let all = named(&[("FOO", 10), ("FOO1", 0), ("foo", 2), ("A__B", 0), ("A_B", 0), ("9", 1), ("_x", 0)]);
    let want = ["vs_FOO10", "vs_FOO1_0", "vs_FOO2", "vs_A_B_x9a7e04c0_0", "vs_A_B0", "vs_9_1", "vs_X_x770bb002_0"];
    assert_eq!(all, want);
    // Whatever stands around it.
    assert_eq!(named(&[("A__B", 0)])[0], all[3]);
    assert!(all.iter().all(|name| !name.contains("__")));
}
