//! The rules of types, indices and operators: what must hold so that the text of an expression compiles.

use crate::ir::{BinaryOp, Element, Expr, Module, Node, Scalar, SystemInput, Type, UnaryOp};
use crate::program::Stage;

/// Whether the target has the type of a node. Textures, buffers and memory have that of what they hold.
pub(super) const fn has_type(node: &Node) -> bool {
    let Type { scalar, width } = node.ty;
    let typed = matches!(scalar, Scalar::F32 | Scalar::I32 | Scalar::U32 | Scalar::Bool)
        || matches!(node.expr, Expr::Sampling(_) | Expr::Buffer(_) | Expr::GroupMemory(_));
    1 <= width && width <= 4 && typed
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

/// What an operator takes and gives.
#[derive(Clone, Copy)]
struct Operation {
    /// Scalars that it takes alone and in vectors, a bit each.
    takes: [u8; 2],
    /// Whether the right operand is a count of u32, one for all lanes or one for each.
    counts: bool,
    /// Whether it gives truth values.
    compares: bool,
}

/// What an operator gives; none if it does not take the operands.
pub(super) fn binary(op: BinaryOp, left: Type, right: Type) -> Option<Type> {
    static OPERATIONS: [Operation; BinaryOp::ALL.len()] = {
        let mut operations = [operation(BinaryOp::Add); BinaryOp::ALL.len()];
        let mut at = 0;
        while at < BinaryOp::ALL.len() {
            operations[BinaryOp::ALL[at] as usize] = operation(BinaryOp::ALL[at]);
            at += 1;
        }
        operations
    };
    let Operation { takes, counts, compares } = OPERATIONS[op as usize];
    let taken = takes[usize::from(left.width > 1)] >> left.scalar as u8 & 1 != 0;
    let fits = if counts {
        right.scalar == Scalar::U32 && (right.width == 1 || right.width == left.width)
    } else {
        left == right
    };
    (taken && fits).then_some(if compares { left.with_scalar(Scalar::Bool) } else { left })
}

const fn operation(op: BinaryOp) -> Operation {
    const INTEGERS: u8 = 1 << Scalar::I32 as u8 | 1 << Scalar::U32 as u8;
    const NUMBERS: u8 = 1 << Scalar::F32 as u8 | INTEGERS;
    const TRUTH: u8 = 1 << Scalar::Bool as u8;
    let takes = match op {
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide => [NUMBERS; 2],
        // Truth values too, but GLSL has these for scalars only.
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => [INTEGERS | TRUTH, INTEGERS],
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => [INTEGERS; 2],
        BinaryOp::Equal | BinaryOp::NotEqual => [NUMBERS | TRUTH; 2],
        BinaryOp::Less | BinaryOp::GreaterEqual => [NUMBERS; 2],
    };
    let counts = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
    Operation { takes, counts, compares: op.compares() }
}
