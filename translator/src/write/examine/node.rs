//! The rules of types, indices and operators: what must hold so that the text of an expression compiles.

use crate::builtins::{Builtin, ResultKind};
use crate::ir::{BinaryOp, Callee, Element, Expr, Module, Node, Scalar, SystemInput, Type, UnaryOp};
use crate::program::Stage;

/// Whether the target has the type of a node. Textures, buffers and memory have that of what they hold.
pub(super) const fn has_type(node: &Node) -> bool {
    let Type { scalar, width } = node.ty;
    let untyped = matches!(scalar, Scalar::Bits | Scalar::F64)
        && !matches!(node.expr, Expr::Sampling(_) | Expr::Buffer(_) | Expr::GroupMemory(_));
    1 <= width && width <= 4 && !untyped
}

/// Whether a node is a value: textures, buffers and matrices stand among the arguments of builtins only.
pub(super) fn is_value(node: &Node) -> bool {
    let is_matrix = |builtin: Builtin| builtin.row().result == ResultKind::Transposed;
    !matches!(node.expr, Expr::Sampling(_) | Expr::Buffer(_) | Expr::GroupMemory(_) | Expr::Matrix(_))
        && !matches!(node.expr, Expr::Call { callee: Callee::Builtin(builtin), .. } if is_matrix(builtin))
}

const fn is(holds: bool, otherwise: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// Checks the index of an array of `length` elements, or that there is none.
pub(super) fn element(module: &Module, element: Option<Element>, length: Option<u32>) -> Result<(), &'static str> {
    let (element, length) = match (element, length) {
        (None, None) => return Ok(()),
        (Some(element), Some(length)) => (element, length),
        _ => return Err("an index stands where there is no array, or none where there is one"),
    };
    match element {
        Element::Known(number) => is(number < length, "a constant index is outside its array"),
        Element::Value(value) => {
            let ty = module.type_of(value);
            is(ty == Type::U32 || ty == Type::I32, "an index is one integer")?;
            is(module.as_literal(value).is_none(), "a literal index is a number of its own")
        }
    }
}

/// Checks the type of a generated value, and that the stage has it.
pub(super) fn system_input(stage: Stage, system: SystemInput, ty: Type) -> Result<(), &'static str> {
    let (want, at) = match system {
        SystemInput::VertexId | SystemInput::InstanceId => (Type::I32, Stage::Vertex),
        SystemInput::FragCoord => (Type::new(Scalar::F32, 4), Stage::Pixel),
        SystemInput::ReciprocalW => (Type::F32, Stage::Pixel),
        SystemInput::FrontFacing => (Type::BOOL, Stage::Pixel),
        SystemInput::SampleIndex => (Type::U32, Stage::Pixel),
        SystemInput::Thread | SystemInput::Group | SystemInput::ThreadInGroup => {
            (Type::new(Scalar::U32, 3), Stage::Compute)
        }
        SystemInput::ThreadInGroupFlattened => (Type::U32, Stage::Compute),
    };
    is(ty == want, "a system value is read as another type")?;
    is(stage == at, "a system value of the other stage is read")
}

/// What an operator gives; none if it does not take the operand.
pub(super) fn unary(op: UnaryOp, operand: Type) -> Option<Type> {
    let (takes, gives): (&[Scalar], Scalar) = match op {
        UnaryOp::Negate => (&[Scalar::F32, Scalar::I32], operand.scalar),
        UnaryOp::Not => (&[Scalar::I32, Scalar::U32], operand.scalar),
        UnaryOp::LogicalNot => (&[Scalar::Bool], Scalar::Bool),
        UnaryOp::Mask => (&[Scalar::Bool], Scalar::U32),
        UnaryOp::AnyBit => (&[Scalar::I32, Scalar::U32], Scalar::Bool),
    };
    takes.contains(&operand.scalar).then(|| operand.with_scalar(gives))
}

/// What an operator gives; none if it does not take the operands.
pub(super) fn binary(op: BinaryOp, left: Type, right: Type) -> Option<Type> {
    let int = matches!(left.scalar, Scalar::I32 | Scalar::U32);
    let number = int || left.scalar == Scalar::F32;
    let takes = match op {
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide => number && left == right,
        // Truth values too, but GLSL has these for scalars only.
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => (int || left == Type::BOOL) && left == right,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
            int && right.scalar == Scalar::U32 && (right.width == 1 || right.width == left.width)
        }
        BinaryOp::Equal | BinaryOp::NotEqual => left == right,
        BinaryOp::Less | BinaryOp::GreaterEqual => number && left == right,
    };
    takes.then(|| if op.compares() { left.with_scalar(Scalar::Bool) } else { left })
}
