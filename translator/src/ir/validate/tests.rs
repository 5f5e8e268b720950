//! Modules that break one rule each, and modules that break none.

use super::*;
use crate::builtins::Builtin;
use crate::ir::{
    BinaryOp, Buffer, BufferKind, Case, CaseLabel, Element, Expr, Function, Helper, Lanes, Place, Reading, Sampler,
    Sampling, Texture, TextureKind, UnaryOp, VariableKind,
};
use crate::program::Component;

const SPAN: Span = Span { offset: 0x40, item: 0 };

fn temp(module: &mut Module, scalar: Option<Scalar>) -> Handle<Variable> {
    module.variables.push(Variable::new(VariableKind::Temp(0), scalar, 4))
}

fn array(module: &mut Module) -> Handle<Variable> {
    let kind = VariableKind::IndexableTemp(0);
    module.variables.push(Variable::array(kind, Some(Scalar::F32), 2, 3))
}

fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: SPAN }
}

fn entry(module: &mut Module, mut body: Block) {
    body.push(stmt(StmtKind::WriteOutputs));
    module.functions.insert(0, Function { label: None, body });
}

fn faults(module: &Module, phase: Phase) -> Vec<String> {
    validate(module, phase).err().unwrap_or_default().into_iter().map(|fault| fault.message).collect()
}

/// The faults of an entry with one store of a value to `r0.x` (u32).
fn faults_of_value(build: impl FnOnce(&mut Module) -> Handle<Node>) -> Vec<String> {
    let mut module = Module::new(Stage::Pixel);
    let variable = temp(&mut module, Some(Scalar::U32));
    let value = build(&mut module);
    entry(&mut module, vec![stmt(StmtKind::Store { variable, element: None, mask: WriteMask::X, value })]);
    faults(&module, Phase::Stored)
}

#[test]
fn a_sound_module_has_no_fault() {
    let faults = faults_of_value(|module| {
        let (one, two) = (module.float(1.0), module.float(2.0));
        let less = module.binary(BinaryOp::Less, one, two);
        module.unary(UnaryOp::Mask, less)
    });
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn a_fault_says_where_it_is() {
    let mut module = Module::new(Stage::Vertex);
    entry(&mut module, vec![stmt(StmtKind::Break)]);
    let faults = validate(&module, Phase::Lowered).unwrap_err();
    assert_eq!(faults[0].to_string(), "a break stands in no loop or switch (offset 0x40)");
}

#[test]
fn all_faults_are_collected() {
    let mut module = Module::new(Stage::Vertex);
    entry(&mut module, vec![stmt(StmtKind::Continue), stmt(StmtKind::Demote), stmt(StmtKind::Call(9))]);
    let expected =
        ["a continue stands in no loop", "a pixel is dropped outside of a pixel shader", "a call of no subroutine"];
    assert_eq!(faults(&module, Phase::Stored), expected);
}

#[test]
fn operand_types_are_checked() {
    let faults = faults_of_value(|module| {
        let (one, two) = (module.float(1.0), module.uint(2));
        module.node(Expr::Binary(BinaryOp::Add, one, two), Type::U32)
    });
    assert_eq!(faults, ["Add of f32 and u32 gives u32"]);
    let faults = faults_of_value(|module| {
        let (one, two) = (module.int(1), module.int(2));
        module.node(Expr::Binary(BinaryOp::ShiftLeft, one, two), Type::U32)
    });
    assert_eq!(faults, ["ShiftLeft of i32 and i32 gives u32"]);
    let faults = faults_of_value(|module| {
        let one = module.uint(1);
        module.node(Expr::Unary(UnaryOp::Negate, one), Type::U32)
    });
    assert_eq!(faults, ["Negate of u32 gives u32"]);
}

#[test]
fn stores_fit_their_variable() {
    let mut module = Module::new(Stage::Pixel);
    let variable = temp(&mut module, Some(Scalar::F32));
    let value = module.uint(1);
    let mask = WriteMask::first(2);
    entry(&mut module, vec![stmt(StmtKind::Store { variable, element: Some(Element::Known(1)), mask, value })]);
    assert_eq!(
        faults(&module, Phase::Stored),
        [
            "an element is given if and only if it is an array that is stored to",
            "a stored value is not as wide as the mask",
            "a stored value has another type than its variable"
        ]
    );
}

#[test]
fn arrays_have_elements_and_lanes() {
    let mut module = Module::new(Stage::Pixel);
    let variable = array(&mut module);
    let row = module.float(1.0);
    let value =
        module.load(Place::Variable(variable), Some(Element::Value(row)), Lanes::one(Component::Z), Scalar::F32);
    entry(
        &mut module,
        vec![stmt(StmtKind::Store { variable, element: None, mask: WriteMask::of(Component::Z), value })],
    );
    assert_eq!(
        faults(&module, Phase::Stored),
        [
            "an element is given if and only if it is an array that is stored to",
            "a store to lanes that the variable does not have",
            "an element is not one u32",
            "a lane is read that does not exist",
        ]
    );
}

#[test]
fn numbers_of_elements_are_within_the_array() {
    let mut module = Module::new(Stage::Pixel);
    let variable = array(&mut module);
    let length = module.variables[variable].length.unwrap();
    let [last, beyond] = [length - 1, length].map(Element::Known);
    let lanes = Lanes::one(Component::X);
    let copy = |module: &mut Module, from, to| {
        let value = module.load(Place::Variable(variable), Some(from), lanes, Scalar::F32);
        stmt(StmtKind::Store { variable, element: Some(to), mask: WriteMask::X, value })
    };
    let statements =
        vec![copy(&mut module, last, last), copy(&mut module, beyond, last), copy(&mut module, last, beyond)];
    entry(&mut module, statements);
    assert_eq!(faults(&module, Phase::Stored), ["an element is beyond the end of its array"; 2]);
}

#[test]
fn no_bits_after_storage() {
    let mut module = Module::new(Stage::Pixel);
    let variable = temp(&mut module, None);
    let value = module.literal(Scalar::Bits, &[1]);
    entry(&mut module, vec![stmt(StmtKind::Store { variable, element: None, mask: WriteMask::X, value })]);
    assert_eq!(faults(&module, Phase::Lowered), Vec::<String>::new());
    assert_eq!(faults(&module, Phase::Stored), ["variable #0 has no type", "bits are left after the storage pass"]);
}

#[test]
fn a_load_has_the_type_of_its_variable() {
    let mut module = Module::new(Stage::Pixel);
    let variable = temp(&mut module, Some(Scalar::U32));
    let value = module.load(Place::Variable(variable), None, Lanes::one(Component::X), Scalar::F32);
    let value = module.bitcast(value, Scalar::U32);
    entry(&mut module, vec![stmt(StmtKind::Store { variable, element: None, mask: WriteMask::X, value })]);
    assert_eq!(faults(&module, Phase::Stored), ["a load has another type than its place"]);
}

#[test]
fn locals_are_bound_once_and_used_in_scope() {
    let mut module = Module::new(Stage::Pixel);
    let variable = temp(&mut module, Some(Scalar::U32));
    let one = module.uint(1);
    let (bind, value) = module.bind(one, SPAN);
    let truth = module.literal(Scalar::Bool, &[1]);
    let inner = StmtKind::If { condition: truth, accept: vec![bind.clone()], reject: vec![] };
    let store = StmtKind::Store { variable, element: None, mask: WriteMask::X, value };
    entry(&mut module, vec![stmt(inner), stmt(store), bind]);
    assert_eq!(faults(&module, Phase::Stored), ["a local is used where it is not bound", "local l0 is bound twice"]);
}

#[test]
fn switches_are_well_formed() {
    let mut module = Module::new(Stage::Pixel);
    let selector = module.uint(1);
    let case = |labels: &[CaseLabel], falls_through| Case { labels: labels.to_vec(), body: vec![], falls_through };
    let cases = vec![
        case(&[CaseLabel::Value(1), CaseLabel::Default], true),
        case(&[CaseLabel::Value(1)], false),
        case(&[], true),
    ];
    entry(&mut module, vec![stmt(StmtKind::Switch { selector, cases })]);
    assert_eq!(
        faults(&module, Phase::Stored),
        [
            "a case neither jumps nor falls through",
            "a case has no label",
            "the last case falls through",
            "a switch has a label twice"
        ]
    );
}

#[test]
fn outputs_are_written_where_the_entry_ends() {
    let mut module = Module::new(Stage::Pixel);
    entry(&mut module, vec![stmt(StmtKind::WriteOutputs), stmt(StmtKind::Return), stmt(StmtKind::Return)]);
    module.functions[0].body.pop();
    assert_eq!(
        faults(&module, Phase::Stored),
        ["the entry returns without its outputs", "the entry does not end with its outputs"]
    );
}

#[test]
fn subroutines_do_not_call_themselves() {
    let mut module = Module::new(Stage::Pixel);
    entry(&mut module, vec![stmt(StmtKind::Call(1))]);
    module.functions.push(Function { label: Some(0), body: vec![stmt(StmtKind::Call(2))] });
    module.functions.push(Function { label: Some(1), body: vec![stmt(StmtKind::Call(1))] });
    assert_eq!(faults(&module, Phase::Stored), ["a subroutine calls itself"]);
}

/// A texture and a sampler as an argument.
fn sampling(module: &mut Module, kind: TextureKind) -> Handle<Node> {
    let texture = module.textures.push(Texture { register: 0, space: 0, kind, scalar: Scalar::F32, name: None });
    let sampler = module.samplers.push(Sampler { register: 0, space: 0, comparison: false, name: None });
    let sampling = module.samplings.push(Sampling { texture, sampler: Some(sampler), reading: Reading::Texels });
    module.node(Expr::Sampling(sampling), Type::new(Scalar::F32, 4))
}

#[test]
fn texture_arguments_follow_the_registry() {
    let sample = |kind, width: usize| {
        faults_of_value(|module| {
            let texture = sampling(module, kind);
            let place = module.literal(Scalar::F32, &[0; 4][..width]);
            let texel = module.builtin(Builtin::TextureSample, &[texture, texture, place], Type::new(Scalar::F32, 4));
            let texel = module.lane(texel, Component::X);
            module.bitcast(texel, Scalar::U32)
        })
    };
    assert_eq!(sample(TextureKind::D2, 2), Vec::<String>::new());
    assert_eq!(sample(TextureKind::Cube, 3), Vec::<String>::new());
    assert_eq!(sample(TextureKind::D1, 2), Vec::<String>::new(), "one dimension is two of height 1");
    assert_eq!(sample(TextureKind::D2, 3), ["argument 2 (f32x3) of textureSample is no coord"]);
    assert_eq!(sample(TextureKind::D2Array, 2), ["argument 0 (f32x4) of textureSample is no texture"]);
}

#[test]
fn textures_are_only_arguments() {
    let faults = faults_of_value(|module| {
        let texture = sampling(module, TextureKind::D2);
        let texel = module.swizzle(texture, Lanes::one(Component::X));
        module.bitcast(texel, Scalar::U32)
    });
    assert_eq!(faults, ["a texture, buffer or matrix stands outside of a call"]);
}

/// The faults of a lane of a column of the transposed matrix whose columns are so wide.
fn transposed(widths: &[usize], number: u8) -> Vec<String> {
    faults_of_value(|module| {
        let columns: Vec<_> = widths.iter().map(|&width| module.literal(Scalar::F32, &[0; 4][..width])).collect();
        let matrix = module.matrix(&columns);
        let ty = Type::new(Scalar::F32, u8::try_from(widths.len()).unwrap());
        let matrix = module.builtin(Builtin::Transpose, &[matrix], ty);
        let column = module.column(matrix, number);
        let lane = module.lane(column, Component::X);
        module.bitcast(lane, Scalar::U32)
    })
}

#[test]
fn matrices_have_the_columns_that_are_read() {
    assert_eq!(transposed(&[3, 3], 2), Vec::<String>::new());
    assert_eq!(transposed(&[3, 3], 3), ["a column is read that does not exist, or as another type"]);
    assert_eq!(transposed(&[3, 2], 0), ["a matrix is made of something else than two to four vectors of floats"]);
}

#[test]
fn matrices_are_only_arguments() {
    let faults = faults_of_value(|module| {
        let column = module.literal(Scalar::F32, &[0; 3]);
        let matrix = module.matrix(&[column, column]);
        let determinant = module.builtin(Builtin::Determinant, &[matrix], Type::F32);
        let length = module.builtin(Builtin::Length, &[matrix], Type::F32);
        let lane = module.swizzle(matrix, Lanes::one(Component::X));
        let sum = module.binary(BinaryOp::Add, determinant, length);
        let sum = module.binary(BinaryOp::Add, sum, lane);
        module.bitcast(sum, Scalar::U32)
    });
    let want = [
        "argument 0 (f32x3) of determinant is no m",
        "argument 0 (f32x3) of length is no v",
        "a texture, buffer or matrix stands outside of a call",
    ];
    assert_eq!(faults, want);
}

#[test]
fn lanes_of_a_buffer_are_fetched_as_their_type() {
    let fetch = |scalar: Scalar, builtin: Builtin, result: Type| {
        faults_of_value(|module| {
            let kind = BufferKind::Lanes { scalar };
            let view = crate::ir::View::Resource;
            let buffer = module.buffers.push(Buffer { register: 0, space: 0, view, kind, name: None });
            let lanes = module.node(Expr::Buffer(buffer), Type::new(scalar, 1));
            let at = module.uint(0);
            let lane = module.builtin(builtin, &[lanes, at], result);
            module.bitcast(lane, Scalar::U32)
        })
    };
    assert_eq!(fetch(Scalar::F32, Builtin::StorageFetchF32, Type::F32), Vec::<String>::new());
    assert_eq!(fetch(Scalar::I32, Builtin::StorageFetchI32, Type::I32), Vec::<String>::new());
    let want = ["argument 0 (f32) of storageFetchU32 is no texture"];
    assert_eq!(fetch(Scalar::F32, Builtin::StorageFetchU32, Type::U32), want);
}

#[test]
fn helpers_take_their_types() {
    let faults = faults_of_value(|module| {
        let one = module.uint(1);
        module.helper(Helper::FloatToUint, &[one])
    });
    assert_eq!(faults, ["the call of helper ftou does not fit it"]);
}
