//! Questions about expressions and lanes of them.

use smallvec::SmallVec;

use crate::ir::{BinaryOp, Element, Expr, Handle, Lanes, List, Module, Node, Place, UnaryOp, Variable};
use crate::program::{Component, WriteMask};

/// Lanes of a value, in order. Goes through whatever works lane by lane and costs nothing, so that no vector is
/// made for the sake of one of its lanes.
pub(super) fn pick(module: &mut Module, value: Handle<Node>, lanes: Lanes) -> Handle<Node> {
    let ty = module.type_of(value);
    if ty.width == 1 {
        return module.swizzle(value, lanes);
    }
    match module.exprs[value].expr {
        Expr::Bitcast(operand) => {
            let operand = pick(module, operand, lanes);
            module.bitcast(operand, ty.scalar)
        }
        Expr::Unary(op @ (UnaryOp::AnyBit | UnaryOp::Mask), operand) => {
            let operand = pick(module, operand, lanes);
            module.unary(op, operand)
        }
        Expr::Select { condition, accept, reject } => {
            let wide = module.type_of(condition).width > 1;
            let condition = if wide { pick(module, condition, lanes) } else { condition };
            let (accept, reject) = (pick(module, accept, lanes), pick(module, reject, lanes));
            module.select(condition, accept, reject)
        }
        Expr::Compose(parts) => pick_parts(module, &parts, lanes),
        Expr::Literal(_)
        | Expr::Load { .. }
        | Expr::Input(_)
        | Expr::System(_)
        | Expr::Local(_)
        | Expr::Unary(..)
        | Expr::Binary(..)
        | Expr::Swizzle(..)
        | Expr::Matrix(_)
        | Expr::Column(..)
        | Expr::Splat(_)
        | Expr::Convert(_)
        | Expr::Call { .. }
        | Expr::Sampling(_)
        | Expr::Buffer(_)
        | Expr::MipCount(_)
        | Expr::BufferSize(_)
        | Expr::GroupMemory(_)
        | Expr::Texel(..)
        | Expr::TextureSize(_)
        | Expr::Atomic { .. }
        | Expr::Agreed(_) => module.swizzle(value, lanes),
    }
}

/// Lanes of a composed vector: neighbours from one part are picked together.
fn pick_parts(module: &mut Module, parts: &[Handle<Node>], lanes: Lanes) -> Handle<Node> {
    let mut places: SmallVec<[(Handle<Node>, Component); 4]> = SmallVec::new();
    for &part in parts {
        let width = usize::from(module.type_of(part).width);
        places.extend(Component::ALL.into_iter().take(width).map(|lane| (part, lane)));
    }
    let mut groups: SmallVec<[(Handle<Node>, Lanes); 4]> = SmallVec::new();
    for lane in lanes {
        let Some(&(part, at)) = places.get(lane.index()) else { continue };
        match groups.last_mut() {
            Some((last, picked)) if *last == part => picked.push(at),
            _ => groups.push((part, Lanes::one(at))),
        }
    }
    let picked: List<Handle<Node>, 4> = groups.into_iter().map(|(part, lanes)| pick(module, part, lanes)).collect();
    module.compose(&picked)
}

/// Whether a value may be evaluated twice at no cost: it only moves and reinterprets what is stored.
pub(super) fn is_cheap(module: &Module, value: Handle<Node>) -> bool {
    match &module.exprs[value].expr {
        Expr::Literal(_) | Expr::Input(_) | Expr::Local(_) => true,
        Expr::Load { element, .. } => element.and_then(Element::value).is_none(),
        Expr::Swizzle(operand, _) | Expr::Splat(operand) | Expr::Bitcast(operand) => is_cheap(module, *operand),
        Expr::Compose(parts) => parts.iter().all(|&part| is_cheap(module, part)),
        Expr::System(_)
        | Expr::Unary(..)
        | Expr::Binary(..)
        | Expr::Select { .. }
        | Expr::Matrix(_)
        | Expr::Column(..)
        | Expr::Convert(_)
        | Expr::Call { .. }
        | Expr::Sampling(_)
        | Expr::Buffer(_)
        | Expr::MipCount(_)
        | Expr::BufferSize(_)
        | Expr::GroupMemory(_)
        | Expr::Texel(..)
        | Expr::TextureSize(_)
        | Expr::Atomic { .. }
        | Expr::Agreed(_) => false,
    }
}

/// Whether a value reads one of the lanes of a variable.
pub(super) fn reads(module: &Module, value: Handle<Node>, variable: Handle<Variable>, mask: WriteMask) -> bool {
    let expr = &module.exprs[value].expr;
    if let Expr::Load { place: Place::Variable(read), lanes, .. } = expr
        && *read == variable
        && lanes.iter().any(|lane| mask.contains(lane))
    {
        return true;
    }
    let mut found = false;
    expr.for_each_operand(|operand| found = found || reads(module, operand, variable, mask));
    found
}

/// Whether an operator on integers gives the same bits for both signs, so that its result may have either type.
pub(super) const fn is_sign_free(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Literal(_)
            | Expr::Select { .. }
            | Expr::Unary(UnaryOp::Not, _)
            | Expr::Binary(
                BinaryOp::Add
                    | BinaryOp::Subtract
                    | BinaryOp::Multiply
                    | BinaryOp::And
                    | BinaryOp::Or
                    | BinaryOp::Xor
                    | BinaryOp::ShiftLeft,
                ..
            )
    )
}

/// Whether an expression gives the same bits whatever the sign of an integer at that place among its operands.
/// The operands for which that is so have one type together.
pub(super) const fn ignores_sign(expr: &Expr, position: usize) -> bool {
    let tests =
        matches!(expr, Expr::Unary(UnaryOp::AnyBit, _) | Expr::Binary(BinaryOp::Equal | BinaryOp::NotEqual, ..));
    let first = matches!(expr, Expr::Binary(BinaryOp::ShiftLeft, ..));
    let other = matches!(expr, Expr::Select { .. });
    (tests || is_sign_free(expr)) && (!first || position == 0) && (!other || position > 0)
}
