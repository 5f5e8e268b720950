//! What has no text is refused, with the place.

use super::fixture::{F4, Registers, entry, load, mask, output, stmt, ty};
use crate::builtins::Builtin;
use crate::error::{Error, ErrorKind, Feature};
use crate::ir::{
    BinaryOp, Block, Case, CaseLabel, Element, Expr, Function, Handle, Module, Node, OutputKind, Place, Reading,
    Sampling, Scalar, Span, StmtKind, SystemInput, Texture, TextureKind, Type, UnaryOp,
};
use crate::options::Options;
use crate::program::{Component, Stage};
use crate::write::Names;
use crate::write::glsl::{examine, write};

fn refused_in(stage: Stage, build: impl FnOnce(&mut Module, &Registers) -> Block) -> Error {
    let mut module = Module::new(stage);
    let registers = Registers::new(&mut module);
    let body = build(&mut module, &registers);
    entry(&mut module, body);
    let names = Names::new(&module, &Options::default());
    write(&module, &Options::default(), &names, None).unwrap_err()
}

fn refused(build: impl FnOnce(&mut Module, &Registers) -> Block) -> Error {
    refused_in(Stage::Pixel, build)
}

/// The message for a value of a pixel shader.
fn message(build: impl FnOnce(&mut Module, &Registers) -> Handle<Node>) -> String {
    let error = refused(|m, r| {
        let value = build(m, r);
        vec![m.bind(value, Span { offset: 0x100, item: 2 }).0]
    });
    assert_eq!(error.kind(), ErrorKind::Internal);
    assert_eq!(error.at().offset, Some(0x100));
    error.message().to_owned()
}

#[test]
fn other_stages_are_unsupported() {
    let error = refused_in(Stage::Compute, |_, _| vec![]);
    assert_eq!(error.feature(), Some(Feature::OtherStage));
}

#[test]
fn what_passes_rewrite_must_not_be_left() {
    let error = refused(|_, _| vec![stmt(StmtKind::Demote)]);
    assert_eq!((error.kind(), error.at().offset), (ErrorKind::Internal, Some(0x100)));
    let text = message(|m, r| m.load(Place::Variable(r.r[0]), None, super::fixture::lanes("x"), Scalar::Bits));
    assert!(text.contains("a value has no type of the target"), "{text}");
    let untyped = refused(|m, r| {
        m.variables[r.r[0]].scalar = None;
        vec![]
    });
    assert!(untyped.message().contains("a variable has no type of the target"), "{untyped}");
}

#[test]
fn operands_must_have_their_types() {
    let float = |m: &mut Module, r: &Registers| load(m, r.r[0], "x");
    let uint = |m: &mut Module, r: &Registers| load(m, r.ru[0], "x");
    type Operator = fn(&mut Module, Handle<Node>, Handle<Node>) -> Handle<Node>;
    let operators: [Operator; 8] = [
        |m, float, uint| m.binary(BinaryOp::Add, float, uint),
        |m, float, _| m.binary(BinaryOp::And, float, float),
        |m, float, _| m.binary(BinaryOp::ShiftLeft, float, float),
        |m, _, uint| m.unary(UnaryOp::Negate, uint),
        |m, float, _| m.unary(UnaryOp::AnyBit, float),
        |m, _, uint| m.unary(UnaryOp::LogicalNot, uint),
        |m, _, uint| m.unary(UnaryOp::Mask, uint),
        |m, float, uint| m.select(uint, float, float),
    ];
    for operator in operators {
        let text = message(|m, r| {
            let (float, uint) = (float(m, r), uint(m, r));
            operator(m, float, uint)
        });
        assert!(text.contains("operator does not take") || text.contains("a choice differ"), "{text}");
    }
    let text = message(|m, r| {
        let vector = load(m, r.r[0], "xy");
        m.node(Expr::Swizzle(vector, super::fixture::lanes("z")), Type::F32)
    });
    assert!(text.contains("a swizzle takes lanes that are not there"), "{text}");
    let text = message(|m, r| {
        let (a, b) = (load(m, r.r[0], "xyz"), load(m, r.r[0], "xy"));
        m.node(Expr::Compose([a, b].into_iter().collect()), F4)
    });
    assert!(text.contains("too many or too few lanes"), "{text}");
    let text = message(|m, r| m.load(Place::Variable(r.narrow), None, super::fixture::lanes("y"), Scalar::F32));
    assert!(text.contains("a load takes lanes that are not there"), "{text}");
    let text = message(|m, r| m.load(Place::Variable(r.r[0]), None, super::fixture::lanes("y"), Scalar::U32));
    assert!(text.contains("a load has another type than its variable"), "{text}");
    let text = message(|m, _| m.node(Expr::System(SystemInput::VertexId), Type::I32));
    assert!(text.contains("a system value of the other stage is read"), "{text}");
    let text = message(|m, r| {
        let a = uint(m, r);
        m.helper(crate::ir::Helper::Saturate, &[a])
    });
    assert!(text.contains("the helper saturate does not take its arguments"), "{text}");
}

#[test]
fn constant_indices_stay_inside() {
    let text = message(|m, r| {
        let eight = Element::Known(8);
        m.load(Place::Variable(r.x), Some(eight), super::fixture::lanes("x"), Scalar::F32)
    });
    assert!(text.contains("a constant index is outside its array"), "{text}");
    let text = message(|m, r| {
        let zero = Element::Known(0);
        m.load(Place::Variable(r.r[0]), Some(zero), super::fixture::lanes("x"), Scalar::F32)
    });
    assert!(text.contains("an index stands where there is no array"), "{text}");
    let text = message(|m, r| m.load(Place::Variable(r.x), None, super::fixture::lanes("x"), Scalar::F32));
    assert!(text.contains("or none where there is one"), "{text}");
}

#[test]
fn stores_fit_their_variables() {
    let stored = |letters: &'static str, lanes: &'static str, int: bool| {
        refused(move |m, r| {
            let value = load(m, if int { r.ri[0] } else { r.r[0] }, lanes);
            vec![stmt(StmtKind::Store { variable: r.narrow, element: None, mask: mask(letters), value })]
        })
    };
    assert!(stored("y", "x", false).message().contains("a store writes lanes that are not there"));
    assert!(stored("x", "xy", false).message().contains("a store writes lanes that are not there"));
    assert!(stored("x", "x", true).message().contains("a store has another type than its variable"));
}

#[test]
fn jumps_have_targets() {
    for (kind, want) in [
        (StmtKind::Break, "a break stands outside of loops and switches"),
        (StmtKind::Continue, "a continue stands outside of loops"),
        (StmtKind::Call(0), "the entry is called"),
        (StmtKind::Call(9), "a function is called that there is not"),
    ] {
        let error = refused(|_, _| vec![stmt(kind)]);
        assert!(error.message().ends_with(want), "{error}");
    }
    let error = refused_in(Stage::Vertex, |_, _| vec![stmt(StmtKind::Discard)]);
    assert!(error.message().ends_with("a vertex cannot be discarded"), "{error}");
}

#[test]
fn labels_stand_once() {
    let error = refused(|m, r| {
        let selector = load(m, r.ru[0], "x");
        let case = |label| Case { labels: vec![label], body: vec![], falls_through: false };
        let cases = vec![case(CaseLabel::Value(1)), case(CaseLabel::Value(1))];
        vec![stmt(StmtKind::Switch { selector, cases })]
    });
    assert!(error.message().ends_with("a label stands twice in a switch"), "{error}");
}

#[test]
fn recursion_is_malformed() {
    let mut module = Module::new(Stage::Pixel);
    entry(&mut module, vec![stmt(StmtKind::Call(1))]);
    module.functions.push(Function { label: Some(0), body: vec![stmt(StmtKind::Call(1))] });
    let error = examine(&module).unwrap_err();
    assert_eq!((error.kind(), error.at().offset), (ErrorKind::Malformed, Some(0x100)));
}

#[test]
fn values_are_used_where_they_are_bound() {
    let error = refused(|m, r| {
        let (value, condition) = (load(m, r.r[0], "x"), load(m, r.ru[0], "x"));
        let condition = m.unary(UnaryOp::AnyBit, condition);
        let (bound, local) = m.bind(value, Span { offset: 0x100, item: 2 });
        let outside = super::fixture::store(r.narrow, "x", local);
        vec![stmt(StmtKind::If { condition, accept: vec![bound], reject: vec![] }), outside]
    });
    assert!(error.message().ends_with("a value is used where it is not bound"), "{error}");
}

#[test]
fn size_and_depth_are_bounded() {
    let text = message(|m, r| {
        let mut value = load(m, r.r[0], "x");
        for _ in 0..200 {
            value = m.unary(UnaryOp::Negate, value);
        }
        value
    });
    assert!(text.contains("expressions nest too deeply"), "{text}");
    let text = message(|m, r| {
        let mut value = load(m, r.r[0], "x");
        for _ in 0..40 {
            value = m.binary(BinaryOp::Add, value, value);
        }
        value
    });
    assert!(text.contains("an expression is too large"), "{text}");
    let error = refused(|_, _| {
        let mut body = vec![stmt(StmtKind::Break)];
        for _ in 0..300 {
            body = vec![stmt(StmtKind::Loop(body))];
        }
        body
    });
    assert!(error.message().ends_with("statements nest too deeply"), "{error}");
}

#[test]
fn textures_are_arguments_only() {
    let text = message(|m, _| {
        let texture = Texture { register: 0, space: 0, kind: TextureKind::D2, scalar: Scalar::F32, name: None };
        let texture = m.textures.push(texture);
        let sampling = m.samplings.push(Sampling { texture, sampler: None, reading: Reading::Texels });
        let node = m.node(Expr::Sampling(sampling), F4);
        m.lane(node, Component::X)
    });
    assert!(text.contains("a texture, buffer or matrix stands where a value is wanted"), "{text}");
    let error = refused(|m, r| {
        let (coord, texture) = (
            load(m, r.r[0], "xyz"),
            m.textures.push(Texture { register: 0, space: 0, kind: TextureKind::D3, scalar: Scalar::F32, name: None }),
        );
        let sampling = m.samplings.push(Sampling { texture, sampler: None, reading: Reading::Comparisons });
        let node = m.node(Expr::Sampling(sampling), Type::F32);
        let value = m.builtin(Builtin::TextureSampleCompareCube, &[node, coord, coord], Type::F32);
        vec![m.bind(value, Span { offset: 0x100, item: 2 }).0]
    });
    assert!(error.message().ends_with("the target has no texture of a kind that is read"), "{error}");
}

#[test]
fn features_that_the_language_lacks_are_named() {
    let error = refused(|m, r| {
        let (coord, component) = (load(m, r.r[0], "xy"), m.uint(0));
        let texture = Texture { register: 0, space: 0, kind: TextureKind::D2, scalar: Scalar::F32, name: None };
        let texture = m.textures.push(texture);
        let sampling = m.samplings.push(Sampling { texture, sampler: None, reading: Reading::Texels });
        let node = m.node(Expr::Sampling(sampling), F4);
        let value = m.builtin(Builtin::TextureNumSamples, &[node], Type::U32);
        let _ = (coord, component);
        vec![m.bind(value, Span { offset: 0x100, item: 2 }).0]
    });
    assert_eq!(error.feature(), Some(Feature::MultisampledTexture));
    assert_eq!(error.at().offset, Some(0x100));
}

#[test]
fn only_attributes_that_are_read_count() {
    let read = |count: u32| {
        let mut module = Module::new(Stage::Vertex);
        let mut body = Vec::new();
        for index in 0..20 {
            let input = super::fixture::input(&mut module, "TEXCOORD", index, F4);
            if index < count {
                let value = module.node(Expr::Input(input), F4);
                body.push(module.bind(value, Span { offset: 0x100 + index, item: index }).0);
            }
        }
        entry(&mut module, body);
        examine(&module)
    };
    assert!(read(16).is_ok());
    let error = read(17).unwrap_err();
    assert_eq!((error.feature(), error.at().offset), (Some(Feature::VertexAttributes), Some(0x110)));
}

#[test]
fn outputs_fit_their_stage() {
    let error = refused(|m, _| {
        output(m, "SV_Position", 0, OutputKind::Position, F4);
        vec![]
    });
    assert!(error.message().ends_with("an output belongs to the other stage"), "{error}");
    let error = refused(|m, _| {
        output(m, "SV_Target", 0, OutputKind::Target(0), F4);
        output(m, "SV_Target", 0, OutputKind::Target(0), F4);
        vec![]
    });
    assert!(error.message().ends_with("or shares its target"), "{error}");
    let error = refused(|m, _| {
        output(m, "SV_Depth", 0, OutputKind::Depth, ty(Scalar::F32, 2));
        vec![]
    });
    assert!(error.message().contains("another type than its builtin"), "{error}");
}

#[test]
fn names_belong_to_their_module() {
    let mut module = Module::new(Stage::Pixel);
    entry(&mut module, vec![]);
    let names = Names::new(&module, &Options::default());
    Registers::new(&mut module);
    let error = write(&module, &Options::default(), &names, None).unwrap_err();
    assert!(error.message().ends_with("the names were made for another module"), "{error}");
}
