//! Modules that call a name of the registry, made by the public builder of the IR: a pixel for each tuple of arguments,
//! which stand in a constant buffer, and the words of the result in a target of integers.

use dxbc_translator::builtins::{Builtin, ResultKind};
use dxbc_translator::error::Result;
use dxbc_translator::ir::{
    BinaryOp, ConstantBuffer, Element, Expr, Function, Handle, Module, Node, Output, OutputKind, Place, Scalar,
    Semantic, Span, Stmt, StmtKind, SystemInput, Type, UnaryOp, Variable, VariableKind,
};
use dxbc_translator::options::{Options, Target};
use dxbc_translator::passes;
use dxbc_translator::program::{Component, Stage, WriteMask};
use dxbc_translator::reflect::{self, Reflection};
use dxbc_translator::write::{Names, glsl, wgsl};

/// A shader with how to bind it.
#[derive(Clone, Debug)]
pub(super) struct Shader {
    pub(super) source: String,
    pub(super) reflection: Reflection,
}

/// The type that a call gives; none for results that the IR has no values of.
pub(super) fn result_type(builtin: Builtin, first: Option<Type>) -> Option<Type> {
    match builtin.row().result {
        ResultKind::Is(ty) => Some(ty.into()),
        ResultKind::Same => first,
        ResultKind::Texel
        | ResultKind::Void
        | ResultKind::Transposed
        | ResultKind::SameInt
        | ResultKind::SameStored
        | ResultKind::CompareExchange => None,
    }
}

/// The call with arguments of these types from row `pixel * types.len()` on; none where the IR has no such call.
pub(super) fn call(target: Target, builtin: Builtin, types: &[Type], rows: u32) -> Option<Result<Shader>> {
    let ty = result_type(builtin, types.first().copied())?;
    Some(shader(target, |module| {
        let buffer = buffer(module, rows);
        let first = pixel(module, types.len());
        let args: Vec<Handle<Node>> =
            (0..).zip(types).map(|(number, &ty)| argument(module, buffer, first, number, ty)).collect();
        module.builtin(builtin, &args, ty)
    }))
}

/// The call with an argument that changes evenly over the target: row 0 times x, and row 1 times y.
pub(super) fn derivative(target: Target, builtin: Builtin, ty: Type) -> Result<Shader> {
    shader(target, |module| {
        let buffer = buffer(module, 2);
        let zero = module.uint(0);
        let position = module.node(Expr::System(SystemInput::FragCoord), Type::new(Scalar::F32, 4));
        let terms = [Component::X, Component::Y].map(|axis| {
            let slope = argument(module, buffer, zero, axis as u32, ty);
            let coordinate = module.lane(position, axis);
            let coordinate = module.splat(coordinate, ty.width);
            module.binary(BinaryOp::Multiply, slope, coordinate)
        });
        let value = module.binary(BinaryOp::Add, terms[0], terms[1]);
        module.builtin(builtin, &[value], ty)
    })
}

pub(super) fn buffer(module: &mut Module, rows: u32) -> Handle<ConstantBuffer> {
    module.constant_buffers.push(ConstantBuffer { register: 0, space: 0, rows: rows.max(1), name: None })
}

/// The row of the first argument of the pixel at hand.
pub(super) fn pixel(module: &mut Module, args: usize) -> Handle<Node> {
    let position = module.node(Expr::System(SystemInput::FragCoord), Type::new(Scalar::F32, 4));
    let x = module.lane(position, Component::X);
    let pixel = module.convert(x, Scalar::U32);
    let count = module.uint(u32::try_from(args).unwrap_or(1));
    module.binary(BinaryOp::Multiply, pixel, count)
}

pub(super) fn argument(
    module: &mut Module,
    buffer: Handle<ConstantBuffer>,
    first: Handle<Node>,
    number: u32,
    ty: Type,
) -> Handle<Node> {
    let number = module.uint(number);
    let row = module.binary(BinaryOp::Add, first, number);
    let lanes = Component::ALL.into_iter().take(usize::from(ty.width)).collect();
    let scalar = if ty.scalar == Scalar::Bool { Scalar::U32 } else { ty.scalar };
    let value = module.load(Place::ConstantBuffer(buffer), Some(Element::Value(row)), lanes, scalar);
    if ty.scalar == Scalar::Bool { module.unary(UnaryOp::AnyBit, value) } else { value }
}

/// The words of a value in four lanes, zeros after them.
fn words(module: &mut Module, value: Handle<Node>) -> Handle<Node> {
    let value = match module.type_of(value).scalar {
        Scalar::Bool => module.unary(UnaryOp::Mask, value),
        Scalar::F64 => {
            let parts = module.builtin(Builtin::F64Parts, &[value], Type::new(Scalar::F32, 2));
            module.bitcast(parts, Scalar::U32)
        }
        Scalar::F32 | Scalar::I32 | Scalar::U32 | Scalar::Bits => module.bitcast(value, Scalar::U32),
    };
    let width = usize::from(module.type_of(value).width);
    if width == 4 {
        return value;
    }
    let zeros = module.literal(Scalar::U32, [0; 4].get(width..).unwrap_or_default());
    module.compose(&[value, zeros])
}

/// Makes the module around a value and writes it.
pub(super) fn shader(target: Target, build: impl FnOnce(&mut Module) -> Handle<Node>) -> Result<Shader> {
    let mut module = Module::new(Stage::Pixel);
    let ty = Type::new(Scalar::U32, 4);
    let kind = VariableKind::Output(0);
    let variable = module.variables.push(Variable::new(kind, Some(Scalar::U32), 4));
    module.outputs.push(Output {
        location: 0,
        semantic: Semantic { name: "SV_Target".into(), index: 0 },
        register: Some(0),
        mask: WriteMask::ALL,
        ty,
        kind: OutputKind::Target(0),
        variable,
    });
    let value = build(&mut module);
    let value = words(&mut module, value);
    let statements = [StmtKind::Store { variable, element: None, mask: WriteMask::ALL, value }, StmtKind::WriteOutputs];
    let body = statements.map(|kind| Stmt { kind, span: Span::NONE }).into();
    module.functions.push(Function { label: None, body });
    write(module, target)
}

/// Runs the passes over a module and writes it.
pub(super) fn write(mut module: Module, target: Target) -> Result<Shader> {
    let options = Options { target, ..Options::default() };
    passes::run(&mut module, &options)?;
    let names = Names::new(&module, &options);
    Ok(match target {
        Target::Glsl => {
            let uses = glsl::examine(&module)?;
            let source = glsl::print(&module, &options, &names, &uses, None)?.source;
            Shader { source, reflection: reflect::reflect(&module, &names, &uses, None) }
        }
        Target::Wgsl => {
            let uses = wgsl::examine(&module)?;
            let source = wgsl::print(&module, &options, &names, &uses, None)?.source;
            Shader { source, reflection: reflect::wgsl::reflect(&module, &names, &uses, None) }
        }
    })
}
