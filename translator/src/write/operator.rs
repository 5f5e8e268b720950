//! Operators: their signs, how tightly they bind, and operands that are one scalar for all lanes.

use super::part::Part;
use super::text::Tightness;
use crate::ir::{BinaryOp, Expr, Handle, Literal, Module, Node, Scalar};

/// How an operator is spelled.
pub(super) struct Operator {
    /// Between scalars, and between vectors where they have it.
    pub(super) sign: Part,
    pub(super) tightness: Tightness,
    /// How tight the left and the right operand must be.
    pub(super) operands: [Tightness; 2],
}

/// The operator of an operation. Operands of shifts and bit operations stand in parentheses unless they are single
/// terms or chains of the same operation: few readers know how these bind.
pub(super) const fn operator(op: BinaryOp, scalar: Scalar) -> &'static Operator {
    use Tightness::{Additive, Equality, LogicalAnd, LogicalOr, LogicalXor, Multiplicative, Relational, Shift, Unary};
    let truth = matches!(scalar, Scalar::Bool);
    match op {
        BinaryOp::Add => const { &row(" + ", Additive, [Additive, Multiplicative]) },
        BinaryOp::Subtract => const { &row(" - ", Additive, [Additive, Multiplicative]) },
        BinaryOp::Multiply => const { &row(" * ", Multiplicative, [Multiplicative, Unary]) },
        BinaryOp::Divide => const { &row(" / ", Multiplicative, [Multiplicative, Unary]) },
        BinaryOp::And if truth => const { &row(" && ", LogicalAnd, [Equality, Equality]) },
        BinaryOp::Or if truth => const { &row(" || ", LogicalOr, [Equality, Equality]) },
        BinaryOp::Xor if truth => const { &row(" ^^ ", LogicalXor, [Equality, Equality]) },
        BinaryOp::And => const { &row(" & ", Tightness::And, [Unary, Unary]) },
        BinaryOp::Or => const { &row(" | ", Tightness::Or, [Unary, Unary]) },
        BinaryOp::Xor => const { &row(" ^ ", Tightness::Xor, [Unary, Unary]) },
        BinaryOp::ShiftLeft => const { &row(" << ", Shift, [Unary, Unary]) },
        BinaryOp::ShiftRight => const { &row(" >> ", Shift, [Unary, Unary]) },
        BinaryOp::Equal => const { &row(" == ", Equality, [Additive, Additive]) },
        BinaryOp::NotEqual => const { &row(" != ", Equality, [Additive, Additive]) },
        BinaryOp::Less => const { &row(" < ", Relational, [Additive, Additive]) },
        BinaryOp::GreaterEqual => const { &row(" >= ", Relational, [Additive, Additive]) },
    }
}

const fn row(sign: &str, tightness: Tightness, operands: [Tightness; 2]) -> Operator {
    Operator { sign: Part::new(sign), tightness, operands }
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
