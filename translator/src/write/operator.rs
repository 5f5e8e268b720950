//! Operators: their signs, how tightly they bind, and operands that are one scalar for all lanes.

use super::text::Tightness;
use crate::ir::{BinaryOp, Expr, Handle, Literal, Module, Node, Scalar};

/// How an operator is spelled.
pub(super) struct Operator {
    /// Between scalars, and between vectors where they have it.
    pub(super) sign: &'static str,
    pub(super) tightness: Tightness,
    /// How tight the left and the right operand must be.
    pub(super) operands: [Tightness; 2],
}

/// The operator of an operation. Operands of shifts and bit operations stand in parentheses unless they are single
/// terms or chains of the same operation: few readers know how these bind.
pub(super) const fn operator(op: BinaryOp, scalar: Scalar) -> Operator {
    use Tightness::{Additive, Equality, LogicalAnd, LogicalOr, LogicalXor, Multiplicative, Relational, Shift, Unary};
    let truth = matches!(scalar, Scalar::Bool);
    let (sign, tightness, operands) = match op {
        BinaryOp::Add => (" + ", Additive, [Additive, Multiplicative]),
        BinaryOp::Subtract => (" - ", Additive, [Additive, Multiplicative]),
        BinaryOp::Multiply => (" * ", Multiplicative, [Multiplicative, Unary]),
        BinaryOp::Divide => (" / ", Multiplicative, [Multiplicative, Unary]),
        BinaryOp::And if truth => (" && ", LogicalAnd, [Equality, Equality]),
        BinaryOp::Or if truth => (" || ", LogicalOr, [Equality, Equality]),
        BinaryOp::Xor if truth => (" ^^ ", LogicalXor, [Equality, Equality]),
        BinaryOp::And => (" & ", Tightness::And, [Unary, Unary]),
        BinaryOp::Or => (" | ", Tightness::Or, [Unary, Unary]),
        BinaryOp::Xor => (" ^ ", Tightness::Xor, [Unary, Unary]),
        BinaryOp::ShiftLeft => (" << ", Shift, [Unary, Unary]),
        BinaryOp::ShiftRight => (" >> ", Shift, [Unary, Unary]),
        BinaryOp::Equal => (" == ", Equality, [Additive, Additive]),
        BinaryOp::NotEqual => (" != ", Equality, [Additive, Additive]),
        BinaryOp::Less => (" < ", Relational, [Additive, Additive]),
        BinaryOp::GreaterEqual => (" >= ", Relational, [Additive, Additive]),
    };
    Operator { sign, tightness, operands }
}

/// The scalar that all lanes of a vector share.
pub(super) enum Shared {
    /// One expression.
    Scalar(Handle<Node>),
    /// One literal.
    Literal(u32, Scalar),
}

/// The scalar that all lanes of a vector share, if they do.
pub(super) fn shared_lane(module: &Module, vector: Handle<Node>) -> Option<Shared> {
    let node = &module.exprs[vector];
    if let Expr::Splat(scalar) = node.expr {
        return Some(Shared::Scalar(scalar));
    }
    let Expr::Literal(Literal(bits)) = &node.expr else { return None };
    let [first, rest @ ..] = bits.get(..usize::from(node.ty.width))? else { return None };
    rest.iter().all(|lane| lane == first).then_some(Shared::Literal(*first, node.ty.scalar))
}
