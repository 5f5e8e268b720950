//! Reflection of modules made by hand, field by field.

use serde_json::{Value, json};

use super::reflect;
use crate::builtins::Builtin;
use crate::container::{rdef, rdef_types};
use crate::ir::{
    Block, Buffer, BufferKind, ConstantBuffer, Element, Expr, Function, Handle, Input, InterpolationMode, Module, Node,
    Output, OutputKind, Place, Reading, Sampler, Sampling, Scalar, Semantic, Span, Stmt, StmtKind, Texture,
    TextureKind, Type, Variable, VariableKind,
};
use crate::options::Options;
use crate::program::{Component, Stage, WriteMask};
use crate::write::Names;
use crate::write::glsl::examine;

/// The JSON of the reflection of a module.
fn reflected(module: &Module, shader: Option<rdef::Reflection>) -> Value {
    let names = Names::new(module, &Options::default());
    let uses = examine(module).unwrap();
    let text = reflect(module, &names, &uses, shader).to_json().unwrap();
    assert!(text.ends_with("}\n"));
    serde_json::from_str(&text).unwrap()
}

/// A statement that uses a value.
fn using(module: &mut Module, value: Handle<Node>) -> Stmt {
    module.bind(value, Span::NONE).0
}

fn input(module: &mut Module, name: &str, ty: Type, declared: Type, body: &mut Block) -> Handle<Input> {
    let register = u32::try_from(module.inputs.len()).unwrap();
    let handle = module.inputs.push(Input {
        semantic: Semantic { name: name.into(), index: 1 },
        register,
        mask: WriteMask::first(u32::from(ty.width)),
        ty,
        declared,
        location: 0,
        interpolation: InterpolationMode::Smooth,
        missing: false,
    });
    let value = module.node(Expr::Input(handle), declared);
    body.push(using(module, value));
    handle
}

fn output(module: &mut Module, name: &str, kind: OutputKind, ty: Type) {
    let number = u32::try_from(module.outputs.len()).unwrap();
    let kind_of_variable = VariableKind::Output(number);
    let variable = Variable::new(kind_of_variable, Some(ty.scalar), ty.width);
    let variable = module.variables.push(variable);
    module.outputs.push(Output {
        semantic: Semantic { name: name.into(), index: 0 },
        register: Some(number),
        mask: WriteMask::first(u32::from(ty.width)),
        ty,
        kind,
        location: 0,
        variable,
    });
}

fn finish(module: &mut Module, mut body: Block) {
    body.push(Stmt { kind: StmtKind::WriteOutputs, span: Span::NONE });
    module.functions.push(Function { label: None, body });
}

const F4: Type = Type::new(Scalar::F32, 4);

#[test]
fn vertex_attributes_say_how_they_are_fed() {
    let mut module = Module::new(Stage::Vertex);
    let mut body = Vec::new();
    let uints = Type::new(Scalar::U32, 4);
    input(&mut module, "POSITION", Type::new(Scalar::F32, 3), Type::new(Scalar::F32, 3), &mut body);
    input(&mut module, "BLENDINDICES", uints, F4, &mut body);
    input(&mut module, "ID", uints, uints, &mut body);
    input(&mut module, "BIAS", Type::I32, Type::I32, &mut body);
    output(&mut module, "SV_Position", OutputKind::Position, F4);
    output(&mut module, "Normal", OutputKind::Varying(InterpolationMode::Centroid), Type::new(Scalar::F32, 3));
    output(&mut module, "INDEX", OutputKind::Varying(InterpolationMode::Smooth), Type::U32);
    finish(&mut module, body);
    let json = reflected(&module, None);
    assert_eq!((&json["format"], &json["stage"]), (&json!(1), &json!("vertex")));
    assert_eq!(
        json["attributes"][0],
        json!({
            "name": "in_POSITION1", "semantic": "POSITION", "index": 1, "register": 0, "lanes": "xyz",
            "component": "f32", "type": "vec3", "feed": "vertexAttribPointer", "note": null,
        })
    );
    let indices = &json["attributes"][1];
    assert_eq!((&indices["type"], &indices["component"]), (&json!("vec4"), &json!("u32")));
    assert_eq!(indices["feed"], "vertexAttribPointer");
    assert!(indices["note"].as_str().unwrap().contains("2^24"));
    assert_eq!(json["attributes"][2]["feed"], "vertexAttribIPointer-uint");
    assert_eq!(json["attributes"][3]["feed"], "vertexAttribIPointer-int");
    assert_eq!(json["attributes"][3]["type"], "int");
    assert_eq!(
        json["varyings"][0],
        json!({
            "name": "vs_NORMAL0", "semantic": "Normal", "index": 0, "register": 1, "lanes": "xyz",
            "component": "f32", "type": "vec3", "interpolation": "centroid", "note": null,
        })
    );
    // Integers are flat, and flat is the provoking vertex's.
    assert_eq!(json["varyings"][1]["interpolation"], "flat");
    assert!(json["varyings"][1]["note"].as_str().unwrap().contains("WEBGL_provoking_vertex"));
    assert_eq!(json["varyings"].as_array().unwrap().len(), 2);
    assert_eq!(json["render_targets"], json!([]));
    assert_eq!(json["extensions"], json!([]));
    assert_eq!(json["depth"], "rasterized");
}

#[test]
fn render_targets_and_depth() {
    let mut module = Module::new(Stage::Pixel);
    let mut body = Vec::new();
    input(&mut module, "TEXCOORD", F4, F4, &mut body);
    output(&mut module, "SV_Target", OutputKind::Target(0), F4);
    output(&mut module, "SV_Target", OutputKind::Target(5), Type::new(Scalar::U32, 4));
    output(&mut module, "SV_Depth", OutputKind::Depth, Type::F32);
    finish(&mut module, body);
    let json = reflected(&module, None);
    assert_eq!(
        json["render_targets"],
        json!([
            { "name": "SV_Target0", "location": 0, "type": "vec4", "component": "f32" },
            { "name": "SV_Target5", "location": 5, "type": "uvec4", "component": "u32" },
        ])
    );
    assert_eq!(json["depth"], "written");
    assert_eq!(json["attributes"], json!([]));
    assert_eq!(json["varyings"][0]["name"], "vs_TEXCOORD1");
    let limits = json["limits"].as_array().unwrap();
    assert_eq!(
        *limits.last().unwrap(),
        json!({
            "limit": "MAX_DRAW_BUFFERS", "used": 6, "guaranteed": 4, "users": ["SV_Target0", "SV_Target5"],
            "help": "write to the first four targets, and to others in a second pass",
        })
    );
    let warning = json["warnings"][0].as_str().unwrap();
    assert_eq!(
        warning,
        "the shader takes 6 of MAX_DRAW_BUFFERS, of which a device may have only 4: SV_Target0, SV_Target5"
    );
}

/// Reflection data that name cb1 and its one variable.
fn shader() -> rdef::Reflection {
    let float4 = rdef_types::Type {
        class: rdef_types::Class::Vector,
        scalar: rdef_types::Scalar::Float,
        rows: 1,
        columns: 4,
        elements: 0,
        name: None,
        members: vec![],
    };
    let variable = rdef::Variable {
        name: "tint".into(),
        offset: 16,
        size: 16,
        used: true,
        ty: float4,
        default: None,
        textures: None,
        samplers: None,
    };
    let binding = rdef::Binding {
        name: "Material".into(),
        kind: rdef::BindingKind::ConstantBuffer,
        return_type: rdef::ReturnType::None,
        dimension: rdef::Dimension::Unknown,
        samples_or_stride: None,
        slot: 1,
        count: 1,
        space: 0,
        id: 1,
        explicit_register: true,
        comparison: false,
        components: 1,
    };
    let buffer = rdef::Buffer {
        name: "Material".into(),
        kind: rdef::BufferKind::ConstantBuffer,
        size: 32,
        explicit_register: true,
        variables: vec![variable],
    };
    rdef::Reflection {
        target: None,
        flags: 0,
        creator: String::new(),
        interface_slots: 0,
        bindings: vec![binding],
        buffers: vec![buffer],
    }
}

#[test]
fn uniform_blocks_have_sizes_and_members() {
    let mut module = Module::new(Stage::Pixel);
    let mut body = Vec::new();
    for (register, rows) in [(1, 2), (3, 2000), (7, 1)] {
        let name = (register == 1).then(|| "Material".to_owned());
        let buffer = module.constant_buffers.push(ConstantBuffer { register, space: 0, rows, name });
        if register != 7 {
            let row = Element::Known(0);
            let lanes = Component::ALL.into_iter().collect();
            let value = module.load(Place::ConstantBuffer(buffer), Some(row), lanes, Scalar::F32);
            body.push(using(&mut module, value));
        }
    }
    finish(&mut module, body);
    let json = reflected(&module, Some(shader()));
    let blocks = json["uniform_blocks"].as_array().unwrap();
    assert_eq!(blocks.len(), 2, "cb7 is never read");
    assert_eq!(blocks[0]["block"], "ConstantBuffer1");
    assert_eq!(blocks[0]["instance"], "cb1");
    assert_eq!((&blocks[0]["rows"], &blocks[0]["bytes"]), (&json!(2), &json!(32)));
    assert_eq!(blocks[0]["name"], "Material");
    assert_eq!((&blocks[0]["members"][0]["name"], &blocks[0]["members"][0]["offset"]), (&json!("tint"), &json!(16)));
    assert_eq!((&blocks[1]["name"], &blocks[1]["members"]), (&Value::Null, &json!([])));
    let warning = json["warnings"][0].as_str().unwrap();
    assert_eq!(
        warning,
        "the shader takes 32000 of MAX_UNIFORM_BLOCK_SIZE, of which a device may have only 16384: ConstantBuffer3"
    );
    // Without reflection data the name of the module stands.
    assert_eq!(reflected(&module, None)["uniform_blocks"][0]["name"], "Material");
}

#[test]
fn textures_and_buffers_name_their_registers() {
    let mut module = Module::new(Stage::Pixel);
    let mut body = Vec::new();
    let name = Some("ShadowMap".to_owned());
    let texture = Texture { register: 4, space: 0, kind: TextureKind::D2, scalar: Scalar::F32, name };
    let texture = module.textures.push(texture);
    let sampler = module.samplers.push(Sampler { register: 2, space: 1, comparison: true, name: None });
    for (sampler, comparison) in [(Some(sampler), true), (None, false)] {
        let sampling = module.samplings.push(Sampling { texture, sampler, reading: Reading::compared(comparison) });
        let node = module.node(Expr::Sampling(sampling), F4);
        let value = module.builtin(Builtin::TextureDimensions, &[node], Type::new(Scalar::U32, 2));
        body.push(using(&mut module, value));
    }
    let mips = module.node(Expr::MipCount(texture), Type::U32);
    body.push(using(&mut module, mips));
    let structured = BufferKind::Structured { stride: 48 };
    let kinds = [structured, BufferKind::Typed { scalar: Scalar::I32 }, BufferKind::Raw];
    for (register, kind) in (5..).zip(kinds) {
        let buffer =
            module.buffers.push(Buffer { register, space: 0, view: crate::ir::View::Resource, kind, name: None });
        if kind == structured {
            let (node, word) = (module.node(Expr::Buffer(buffer), Type::U32), module.uint(0));
            let value = module.builtin(Builtin::StorageFetchU32, &[node, word], Type::U32);
            body.push(using(&mut module, value));
        }
        if kind != BufferKind::Raw {
            let size = module.node(Expr::BufferSize(buffer), Type::U32);
            body.push(using(&mut module, size));
        }
    }
    finish(&mut module, body);
    let json = reflected(&module, None);
    let shadow = json!({ "register": 4, "space": 0, "name": "ShadowMap" });
    assert_eq!(
        json["textures"],
        json!([
            {
                "uniform": "hlslcc_zcmpt4TEX_with_SMPs2_space1", "type": "sampler2DShadow", "texture": shadow,
                "sampler": { "register": 2, "space": 1, "name": null }, "dimension": "d2", "component": "f32",
                "comparison": true,
            },
            {
                "uniform": "t4", "type": "sampler2D", "texture": shadow, "sampler": null, "dimension": "d2",
                "component": "f32", "comparison": false,
            },
        ])
    );
    assert_eq!(json["mip_counts"], json!([{ "uniform": "t4_mips", "texture": shadow }]));
    assert_eq!(
        json["buffers"],
        json!([
            {
                "uniform": "t5", "type": "usampler2D", "buffer": { "register": 5, "space": 0, "name": null },
                "content": { "kind": "structured", "stride": 48 }, "words_per_element": 12, "size_uniform": "t5_size",
            },
            {
                "uniform": null, "type": "usampler2D", "buffer": { "register": 6, "space": 0, "name": null },
                "content": { "kind": "typed", "component": "i32" }, "words_per_element": 4, "size_uniform": "t6_size",
            },
        ])
    );
    let units = json["limits"].as_array().unwrap().iter().find(|l| l["limit"] == "MAX_TEXTURE_IMAGE_UNITS").unwrap();
    assert_eq!(units["used"], 3);
}
