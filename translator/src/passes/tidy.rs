//! Peepholes that make the text shorter and change no bit.

use crate::ir::{BinaryOp, Block, Expr, Handle, List, Module, Node, Place, Scalar, Type, UnaryOp};

/// Simplifies all expressions.
pub(super) fn run(module: &mut Module) {
    // Operands are older than what uses them, so one walk meets each node after its operands.
    let mut becomes: Vec<Handle<Node>> = Vec::new();
    for handle in module.exprs.handles() {
        if becomes.is_empty() && !may_be_simpler(&module.exprs[handle]) {
            continue;
        }
        let new = node(module, handle, &becomes);
        if new == handle {
            continue;
        }
        if becomes.is_empty() {
            becomes.extend(module.exprs.handles());
        }
        if let Some(slot) = becomes.get_mut(handle.index()) {
            *slot = new;
        }
    }
    if becomes.is_empty() {
        return;
    }
    let new = |value: Handle<Node>| becomes.get(value.index()).copied().unwrap_or(value);
    module.locals.iter_mut().for_each(|(_, local)| local.value = new(local.value));
    module.functions.iter_mut().for_each(|function| block(&mut function.body, &new));
}

/// Puts new values into the statements.
fn block(block: &mut Block, new: &impl Fn(Handle<Node>) -> Handle<Node>) {
    for statement in block {
        statement.kind.map_values(new);
        statement.kind.for_each_block_mut(|inner| self::block(inner, new));
    }
}

/// Whether something shorter may be made of a node as it is.
#[inline]
fn may_be_simpler(Node { expr, ty }: &Node) -> bool {
    // Sums and products of floats are most of a program, and nothing is made of them.
    if let Expr::Binary(..) = expr {
        return ty.scalar != Scalar::F32;
    }
    matches!(expr, Expr::Unary(..) | Expr::Select { .. } | Expr::Bitcast(_) | Expr::Compose(_))
}

/// What becomes of a node whose operands became others; of no node yet if the list is empty.
fn node(module: &mut Module, handle: Handle<Node>, becomes: &[Handle<Node>]) -> Handle<Node> {
    let new = |operand: Handle<Node>| becomes.get(operand.index()).copied().unwrap_or(operand);
    let Node { expr, ty } = &module.exprs[handle];
    let mut changed = false;
    if !becomes.is_empty() {
        expr.for_each_operand(|operand| changed |= new(operand) != operand);
    }
    if !changed && !may_be_simpler(&module.exprs[handle]) {
        return handle;
    }
    let (mut expr, ty) = (*expr, *ty);
    expr.map_operands(new);
    let simpler = match expr {
        Expr::Unary(op, operand) => unary(module, op, operand, ty),
        Expr::Binary(op, left, right) => binary(module, op, left, right, ty),
        Expr::Select { condition, accept, reject } => select(module, condition, accept, reject),
        Expr::Bitcast(operand) => bitcast(module, operand, ty.scalar),
        Expr::Compose(parts) => compose(module, &parts),
        Expr::Literal(_)
        | Expr::Load { .. }
        | Expr::Input(_)
        | Expr::System(_)
        | Expr::Local(_)
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
        | Expr::Agreed(_) => None,
    };
    match simpler {
        Some(simpler) => simpler,
        None if changed => module.node(expr, ty),
        None => handle,
    }
}

fn unary(module: &mut Module, op: UnaryOp, operand: Handle<Node>, ty: Type) -> Option<Handle<Node>> {
    let literal = module.as_literal(operand).map(List::<u32, 4>::from_slice);
    match op {
        UnaryOp::Negate | UnaryOp::Not => {
            if let Expr::Unary(inner, value) = module.exprs[operand].expr
                && inner == op
            {
                return Some(value);
            }
            let bits = literal?;
            let changed: List<u32, 4> = bits
                .iter()
                .map(|&bits| match (op, ty.scalar) {
                    (UnaryOp::Not, _) => !bits,
                    (_, Scalar::F32) => bits ^ 0x8000_0000,
                    _ => bits.wrapping_neg(),
                })
                .collect();
            Some(module.literal(ty.scalar, &changed))
        }
        UnaryOp::AnyBit => {
            if let Some(bits) = literal {
                let truth: List<u32, 4> = bits.iter().map(|&bits| u32::from(bits != 0)).collect();
                return Some(module.literal(Scalar::Bool, &truth));
            }
            mask(module, operand)
        }
        UnaryOp::LogicalNot => negation(module, operand),
        UnaryOp::Mask => None,
    }
}

/// The truth value of a mask, perhaps cast.
fn mask(module: &Module, value: Handle<Node>) -> Option<Handle<Node>> {
    if let Expr::Bitcast(operand) = module.exprs[value].expr {
        return mask(module, operand);
    }
    let Expr::Unary(UnaryOp::Mask, truth) = module.exprs[value].expr else { return None };
    Some(truth)
}

/// The opposite of a truth value, if it is as short.
fn negation(module: &mut Module, truth: Handle<Node>) -> Option<Handle<Node>> {
    if let Expr::Unary(UnaryOp::LogicalNot, inner) = module.exprs[truth].expr {
        return Some(inner);
    }
    let Expr::Binary(op, left, right) = module.exprs[truth].expr else { return None };
    // Equal and not equal are opposites for NaN too; less and greater or equal are not.
    let whole = module.type_of(left).scalar != Scalar::F32;
    let opposites = [
        (BinaryOp::Equal, BinaryOp::NotEqual, true),
        (BinaryOp::NotEqual, BinaryOp::Equal, true),
        (BinaryOp::Less, BinaryOp::GreaterEqual, whole),
        (BinaryOp::GreaterEqual, BinaryOp::Less, whole),
    ];
    let (_, opposite, _) = opposites.into_iter().find(|&(from, _, holds)| from == op && holds)?;
    Some(module.binary(opposite, left, right))
}

fn binary(
    module: &mut Module,
    op: BinaryOp,
    left: Handle<Node>,
    right: Handle<Node>,
    ty: Type,
) -> Option<Handle<Node>> {
    let whole = module.type_of(left).scalar != Scalar::F32;
    let literal = module.as_literal(right);
    match op {
        BinaryOp::Equal | BinaryOp::NotEqual if whole && literal.is_some_and(|l| l.iter().all(|&bits| bits == 0)) => {
            let truth = mask(module, left)?;
            if op == BinaryOp::NotEqual {
                return Some(truth);
            }
            Some(negation(module, truth).unwrap_or_else(|| module.unary(UnaryOp::LogicalNot, truth)))
        }
        // Adding a small negative number is subtracting its opposite.
        BinaryOp::Add if whole => {
            let lanes = literal?;
            let small = |&bits: &u32| (-0xffff..0).contains(&bits.cast_signed());
            if !lanes.iter().all(small) {
                return None;
            }
            let opposite: List<u32, 4> = lanes.iter().map(|bits| bits.wrapping_neg()).collect();
            let right = module.literal(ty.scalar, &opposite);
            Some(module.binary(BinaryOp::Subtract, left, right))
        }
        BinaryOp::And => {
            for (cut, by) in [(left, right), (right, left)] {
                if let Some(truth) = mask(module, cut)
                    && module.as_literal(by).is_some()
                {
                    let zero = module.splat_literal(ty, 0);
                    return Some(module.select(truth, by, zero));
                }
            }
            None
        }
        BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight
        | BinaryOp::Less
        | BinaryOp::GreaterEqual => None,
    }
}

fn select(
    module: &mut Module,
    condition: Handle<Node>,
    accept: Handle<Node>,
    reject: Handle<Node>,
) -> Option<Handle<Node>> {
    if let Expr::Unary(UnaryOp::LogicalNot, inner) = module.exprs[condition].expr {
        return Some(module.select(inner, reject, accept));
    }
    match module.as_literal(condition)? {
        [truth] => Some(if *truth != 0 { accept } else { reject }),
        _ => None,
    }
}

/// A cast of a choice is a choice of what needs no cast.
fn bitcast(module: &mut Module, operand: Handle<Node>, scalar: Scalar) -> Option<Handle<Node>> {
    let Expr::Select { condition, accept, reject } = module.exprs[operand].expr else { return None };
    let free = |side: Handle<Node>| {
        let expr = &module.exprs[side].expr;
        matches!(expr, Expr::Literal(_))
            || matches!(expr, Expr::Bitcast(inner) if module.type_of(*inner).scalar == scalar)
    };
    if !free(accept) || !free(reject) {
        return None;
    }
    let (accept, reject) = (module.bitcast(accept, scalar), module.bitcast(reject, scalar));
    Some(module.select(condition, accept, reject))
}

/// Neighbours that are lanes of one variable are read together.
fn compose(module: &mut Module, parts: &[Handle<Node>]) -> Option<Handle<Node>> {
    let mut merged: List<Handle<Node>, 4> = List::new();
    for &part in parts {
        let joined = merged.last().and_then(|&last| join(module, last, part));
        match (joined, merged.last_mut()) {
            (Some(joined), Some(last)) => *last = joined,
            _ => merged.push(part),
        }
    }
    (merged.len() < parts.len()).then(|| module.compose(&merged))
}

/// Two loads of one variable as one.
fn join(module: &mut Module, left: Handle<Node>, right: Handle<Node>) -> Option<Handle<Node>> {
    let (Expr::Load { place, element: None, lanes }, Expr::Load { place: other, element: None, lanes: more }) =
        (&module.exprs[left].expr, &module.exprs[right].expr)
    else {
        return None;
    };
    let (place, mut lanes): (Place, _) = (*place, *lanes);
    if place != *other || module.type_of(left).scalar != module.type_of(right).scalar {
        return None;
    }
    lanes.extend(*more);
    let scalar = module.type_of(left).scalar;
    Some(module.load(place, None, lanes, scalar))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Handle, Lanes, StmtKind, Variable};
    use crate::passes::testing::{add, module, printed, temp};
    use crate::program::{Component, Stage, WriteMask};

    /// `r0u.x = value` after the pass; the value is made of `r0u`, and so are the tests of floats, of `r1`.
    fn after(build: impl FnOnce(&mut Module, Handle<Node>, Handle<Node>) -> Handle<Node>) -> String {
        let mut module = module(Stage::Vertex);
        let (r0, r1) = (temp(&mut module, 0, Some(Scalar::U32)), temp(&mut module, 1, Some(Scalar::F32)));
        let load = |module: &mut Module, variable: Handle<Variable>, scalar| {
            module.load(Place::Variable(variable), None, Lanes::one(Component::X), scalar)
        };
        let (x, y) = (load(&mut module, r0, Scalar::U32), load(&mut module, r1, Scalar::F32));
        let value = build(&mut module, x, y);
        let value =
            if module.type_of(value).scalar == Scalar::Bool { module.unary(UnaryOp::Mask, value) } else { value };
        let value = module.bitcast(value, Scalar::U32);
        add(&mut module, vec![StmtKind::Store { variable: r0, element: None, mask: WriteMask::X, value }]);
        run(&mut module);
        let text = printed(&module);
        text.trim_start_matches("r0u.x = ").trim_end_matches("\nwrite_outputs\n").to_string()
    }

    #[test]
    fn a_tested_mask_is_its_comparison() {
        let compare = |module: &mut Module, y| {
            let one = module.float(1.0);
            let less = module.binary(BinaryOp::Less, y, one);
            module.unary(UnaryOp::Mask, less)
        };
        let text = after(|module, _, y| {
            let mask = compare(module, y);
            module.unary(UnaryOp::AnyBit, mask)
        });
        assert_eq!(text, "mask((r1.x < 1.0))");
        let text = after(|module, _, y| {
            let mask = compare(module, y);
            let zero = module.uint(0);
            module.binary(BinaryOp::Equal, mask, zero)
        });
        assert_eq!(text, "mask(!((r1.x < 1.0)))", "not >=, because of NaN");
        let text = after(|module, _, y| {
            let mask = compare(module, y);
            let one = module.uint(0x3f80_0000);
            let cut = module.binary(BinaryOp::And, mask, one);
            let cut = module.bitcast(cut, Scalar::F32);
            module.binary(BinaryOp::Add, cut, y)
        });
        assert_eq!(text, "bits<u32>((select((r1.x < 1.0), 1.0, 0.0) + r1.x))");
    }

    #[test]
    fn integer_comparisons_are_turned() {
        let text = after(|module, x, _| {
            let four = module.uint(4);
            let less = module.binary(BinaryOp::Less, x, four);
            module.unary(UnaryOp::LogicalNot, less)
        });
        assert_eq!(text, "mask((r0u.x >= 4u))");
    }

    #[test]
    fn negations_cancel() {
        let text = after(|module, _, y| {
            let once = module.unary(UnaryOp::Negate, y);
            module.unary(UnaryOp::Negate, once)
        });
        assert_eq!(text, "bits<u32>(r1.x)");
        let text = after(|module, x, _| {
            let two = module.float(2.0);
            let minus = module.unary(UnaryOp::Negate, two);
            let truth = module.unary(UnaryOp::AnyBit, x);
            let truth = module.unary(UnaryOp::LogicalNot, truth);
            let zero = module.float(0.0);
            module.select(truth, minus, zero)
        });
        assert_eq!(text, "select(any(r0u.x), 0u, 3221225472u)");
    }

    #[test]
    fn small_negatives_are_subtracted() {
        let add = |by| {
            move |module: &mut Module, x, _| {
                let by = module.uint(by);
                module.binary(BinaryOp::Add, x, by)
            }
        };
        assert_eq!(after(add(u32::MAX)), "(r0u.x - 1u)");
        assert_eq!(after(add(0x8000_0000)), "(r0u.x + 2147483648u)");
    }

    #[test]
    fn lanes_of_one_variable_are_read_together() {
        let text = after(|module, x, _| {
            let Expr::Load { place, .. } = module.exprs[x].expr else { panic!() };
            let [y, z] =
                [Component::Y, Component::Z].map(|lane| module.load(place, None, Lanes::one(lane), Scalar::U32));
            let parts = module.compose(&[x, z, y]);
            let sum = module.binary(BinaryOp::Add, parts, parts);
            module.lane(sum, Component::Y)
        });
        assert_eq!(text, "(r0u.xzy + r0u.xzy).y");
    }
}
