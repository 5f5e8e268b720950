//! Operators: their signs, how tightly they bind, and operands that are one scalar for all lanes.

use super::part::Part;
use super::text::Tightness;
use crate::ir::{BinaryOp, Expr, Handle, Literal, Module, Node, Scalar};

/// How an operator is spelled.
#[derive(Clone, Copy)]
pub(super) struct Operator {
    /// Between scalars, and between vectors where they have it.
    pub(super) sign: Part,
    pub(super) tightness: Tightness,
    /// How tight the left and the right operand must be.
    pub(super) operands: [Tightness; 2],
}

/// The operator of an operation.
pub(super) fn operator(op: BinaryOp, scalar: Scalar) -> &'static Operator {
    static OPERATORS: [[Operator; 2]; BinaryOp::ALL.len()] = {
        let mut operators = [[spelling(BinaryOp::Add, false); 2]; BinaryOp::ALL.len()];
        let mut at = 0;
        while at < BinaryOp::ALL.len() {
            let op = BinaryOp::ALL[at];
            operators[op as usize] = [spelling(op, false), spelling(op, true)];
            at += 1;
        }
        operators
    };
    &OPERATORS[op as usize][usize::from(scalar == Scalar::Bool)]
}

/// The operator of an operation of truth values, or of numbers. Operands of shifts and bit operations stand in
/// parentheses unless they are single terms or chains of the same operation: few readers know how these bind.
const fn spelling(op: BinaryOp, truth: bool) -> Operator {
    use Tightness::{Additive, Equality, LogicalAnd, LogicalOr, LogicalXor, Multiplicative, Relational, Shift, Unary};
    match op {
        BinaryOp::Add => row(" + ", Additive, [Additive, Multiplicative]),
        BinaryOp::Subtract => row(" - ", Additive, [Additive, Multiplicative]),
        BinaryOp::Multiply => row(" * ", Multiplicative, [Multiplicative, Unary]),
        BinaryOp::Divide => row(" / ", Multiplicative, [Multiplicative, Unary]),
        BinaryOp::And if truth => row(" && ", LogicalAnd, [Equality, Equality]),
        BinaryOp::Or if truth => row(" || ", LogicalOr, [Equality, Equality]),
        BinaryOp::Xor if truth => row(" ^^ ", LogicalXor, [Equality, Equality]),
        BinaryOp::And => row(" & ", Tightness::And, [Unary, Unary]),
        BinaryOp::Or => row(" | ", Tightness::Or, [Unary, Unary]),
        BinaryOp::Xor => row(" ^ ", Tightness::Xor, [Unary, Unary]),
        BinaryOp::ShiftLeft => row(" << ", Shift, [Unary, Unary]),
        BinaryOp::ShiftRight => row(" >> ", Shift, [Unary, Unary]),
        BinaryOp::Equal => row(" == ", Equality, [Additive, Additive]),
        BinaryOp::NotEqual => row(" != ", Equality, [Additive, Additive]),
        BinaryOp::Less => row(" < ", Relational, [Additive, Additive]),
        BinaryOp::GreaterEqual => row(" >= ", Relational, [Additive, Additive]),
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
