//! Conditions around barriers become uniform in a form that WGSL knows to be so.
//!
//! Direct3D asks that all threads of a group reach a barrier or none does, so each condition that decides whether a
//! barrier is reached has one value in the whole group. WGSL asks that this follows from the text, in which every
//! register is a variable of its own thread. So the condition is taken from one thread ([`Expr::Agreed`]): the value is
//! the same. A condition is left alone where no barrier depends on it, and where it is made of constants only.

use std::mem::take;

use crate::ir::{Block, Expr, Handle, Module, Node, Place, Stmt, StmtKind, Type, UnaryOp};

/// Rewrites the conditions of the module.
pub(super) fn run(module: &mut Module) {
    let mut functions = take(&mut module.functions);
    if functions.iter().any(|function| holds_barrier(&function.body)) {
        for function in &mut functions {
            block(module, &mut function.body, After::default());
        }
    }
    module.functions = functions;
}

/// Whether a barrier may be met behind a block: on the way to where threads that took another way join again.
#[derive(Clone, Copy, Default)]
struct After {
    /// Where the shader ends.
    end: bool,
    /// Behind the innermost loop or switch.
    leave: bool,
    /// At the next trip of the innermost loop.
    again: bool,
}

impl After {
    /// The same in front of statements of which one holds a barrier, or none.
    const fn before(self, barrier: bool) -> Self {
        Self { end: self.end || barrier, leave: self.leave || barrier, again: self.again || barrier }
    }
}

/// The ways by which statements leave the construct that they stand in.
#[derive(Clone, Copy, Default)]
struct Exits {
    end: bool,
    leave: bool,
    again: bool,
}

/// Rewrites a block from its end.
fn block(module: &mut Module, block: &mut Block, after: After) {
    let mut barrier = false;
    let mut out = Block::new();
    for mut statement in take(block).into_iter().rev() {
        let here = after.before(barrier);
        let holds = holds(&statement.kind);
        barrier |= holds;
        let uniform = is_needed(&statement.kind, holds, here);
        inside(module, &mut statement.kind, holds, here);
        let agreed = if uniform { agree(module, &mut statement) } else { None };
        out.push(statement);
        out.extend(agreed);
    }
    out.reverse();
    *block = out;
}

/// Rewrites the blocks of a statement.
#[allow(clippy::wildcard_enum_match_arm, reason = "no other statement changes what is around its blocks")]
fn inside(module: &mut Module, kind: &mut StmtKind, holds: bool, here: After) {
    let around = match kind {
        StmtKind::Loop(_) => After { end: here.end || holds, leave: holds, again: false },
        StmtKind::Switch { .. } => After { leave: false, ..here },
        _ => here,
    };
    kind.for_each_block_mut(|inner| block(module, inner, around));
}

/// Whether threads that take different ways through a statement would miss a barrier.
#[allow(clippy::wildcard_enum_match_arm, reason = "no other statement has a condition")]
fn is_needed(kind: &StmtKind, holds: bool, here: After) -> bool {
    let mut exits = Exits::default();
    let conditional = match kind {
        StmtKind::If { accept, reject, .. } => {
            exits_of(accept, &mut exits);
            exits_of(reject, &mut exits);
            true
        }
        StmtKind::Switch { cases, .. } => {
            cases.iter().for_each(|case| exits_of(&case.body, &mut exits));
            exits.leave = false;
            true
        }
        _ => false,
    };
    conditional && (holds || exits.end && here.end || exits.leave && here.leave || exits.again && here.again)
}

/// Notes how a block leaves what is around it.
#[allow(clippy::wildcard_enum_match_arm, reason = "no other statement leaves")]
fn exits_of(block: &Block, exits: &mut Exits) {
    for Stmt { kind, .. } in block {
        match kind {
            StmtKind::Return => exits.end = true,
            StmtKind::Break => exits.leave = true,
            StmtKind::Continue => exits.again = true,
            _ => {
                let mut inner = Exits::default();
                kind.for_each_block(|block| exits_of(block, &mut inner));
                let (loops, switches) = (matches!(kind, StmtKind::Loop(_)), matches!(kind, StmtKind::Switch { .. }));
                exits.end |= inner.end;
                exits.leave |= inner.leave && !loops && !switches;
                exits.again |= inner.again && !loops;
            }
        }
    }
}

fn holds_barrier(block: &Block) -> bool {
    block.iter().any(|statement| holds(&statement.kind))
}

/// Whether a statement is a barrier, or has one inside.
fn holds(kind: &StmtKind) -> bool {
    let mut found = matches!(kind, StmtKind::Barrier(_));
    kind.for_each_block(|block| found = found || holds_barrier(block));
    found
}

/// Takes the condition of a statement from one thread; gives the statement that does.
#[allow(clippy::wildcard_enum_match_arm, reason = "all other values are taken as they are")]
fn agree(module: &mut Module, statement: &mut Stmt) -> Option<Stmt> {
    let (StmtKind::If { condition: value, .. } | StmtKind::Switch { selector: value, .. }) = &mut statement.kind else {
        return None;
    };
    if is_constant(module, *value) {
        return None;
    }
    let truth = module.type_of(*value) == Type::BOOL;
    let word = match module.exprs[*value].expr {
        Expr::Unary(UnaryOp::AnyBit, bits) if truth && module.type_of(bits) == Type::U32 => bits,
        _ if truth => module.unary(UnaryOp::Mask, *value),
        _ => *value,
    };
    let agreed = module.node(Expr::Agreed(word), Type::U32);
    let (bind, local) = module.bind(agreed, statement.span);
    *value = if truth { module.unary(UnaryOp::AnyBit, local) } else { local };
    Some(bind)
}

/// Whether a value is made of literals and constant buffers only, which all invocations share.
fn is_constant(module: &Module, value: Handle<Node>) -> bool {
    let expr = &module.exprs[value].expr;
    let mut constant = match expr {
        Expr::Load { place: Place::Variable(_), .. }
        | Expr::Input(_)
        | Expr::System(_)
        | Expr::Local(_)
        | Expr::Sampling(_)
        | Expr::Buffer(_)
        | Expr::GroupMemory(_)
        | Expr::Texel(..)
        | Expr::Atomic { .. }
        | Expr::Call { .. }
        | Expr::MipCount(_)
        | Expr::BufferSize(_)
        | Expr::TextureSize(_)
        | Expr::Agreed(_) => false,
        Expr::Literal(_)
        | Expr::Load { place: Place::ConstantBuffer(_) | Place::ImmediateConstants, .. }
        | Expr::Unary(..)
        | Expr::Binary(..)
        | Expr::Select { .. }
        | Expr::Swizzle(..)
        | Expr::Compose(_)
        | Expr::Matrix(_)
        | Expr::Column(..)
        | Expr::Splat(_)
        | Expr::Bitcast(_)
        | Expr::Convert(_) => true,
    };
    expr.for_each_operand(|operand| constant = constant && is_constant(module, operand));
    constant
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Barrier, Case, CaseLabel, ConstantBuffer, Element, Lanes, Scalar};
    use crate::passes::testing::{add, module, printed, stmt, temp};
    use crate::program::{Component, Stage};

    const BARRIER: StmtKind = StmtKind::Barrier(Barrier::Group);

    /// The text after the pass of statements that may test `any(r0u.x)`.
    fn after(body: impl FnOnce(&mut Module, Handle<Node>) -> Vec<StmtKind>) -> String {
        let mut module = module(Stage::Compute);
        let r0 = temp(&mut module, 0, Some(Scalar::U32));
        let x = module.load(Place::Variable(r0), None, Lanes::one(Component::X), Scalar::U32);
        let condition = module.unary(UnaryOp::AnyBit, x);
        let body = body(&mut module, condition);
        add(&mut module, body);
        run(&mut module);
        printed(&module).trim_end_matches("write_outputs\n").to_string()
    }

    fn when(condition: Handle<Node>, accept: Vec<StmtKind>) -> StmtKind {
        StmtKind::If { condition, accept: accept.into_iter().map(stmt).collect(), reject: vec![] }
    }

    fn repeat(body: Vec<StmtKind>) -> StmtKind {
        StmtKind::Loop(body.into_iter().map(stmt).collect())
    }

    fn leave() -> Vec<StmtKind> {
        vec![StmtKind::WriteOutputs, StmtKind::Return]
    }

    #[test]
    fn a_condition_around_a_barrier_is_agreed_on() {
        let text = after(|_, condition| vec![when(condition, vec![BARRIER])]);
        assert_eq!(text, "let l0: u32 = agreed(r0u.x)\nif any(l0)\n  group_barrier\n");
    }

    #[test]
    fn conditions_behind_the_last_barrier_are_left_alone() {
        let text = after(|_, condition| vec![BARRIER, when(condition, leave())]);
        assert_eq!(text, "group_barrier\nif any(r0u.x)\n  write_outputs\n  return\n");
        let text = after(|_, condition| vec![when(condition, leave()), BARRIER]);
        assert!(text.starts_with("let l0: u32 = agreed(r0u.x)\n"), "{text}");
        let text = after(|_, condition| vec![when(condition, vec![]), BARRIER]);
        assert_eq!(text, "if any(r0u.x)\ngroup_barrier\n");
    }

    #[test]
    fn a_loop_with_a_barrier_is_left_together() {
        for jump in [StmtKind::Break, StmtKind::Continue] {
            let text = after(|_, condition| vec![repeat(vec![when(condition, vec![jump.clone()]), BARRIER])]);
            assert!(text.starts_with("loop\n  let l0: u32 = agreed(r0u.x)\n  if any(l0)\n"), "{text}");
        }
        // Behind the barrier a trip may end apart, but the loop may not.
        let text = after(|_, condition| vec![repeat(vec![BARRIER, when(condition, vec![StmtKind::Break])])]);
        assert!(text.contains("agreed"), "{text}");
        let text = after(|_, condition| vec![repeat(vec![BARRIER, when(condition, vec![StmtKind::Continue])])]);
        assert!(!text.contains("agreed"), "{text}");
        // Nor may a thread leave a loop that has none, for that one is joined again behind it.
        let text = after(|_, condition| vec![repeat(vec![when(condition, vec![StmtKind::Break])]), BARRIER]);
        assert!(!text.contains("agreed"), "{text}");
        let text = after(|_, condition| vec![repeat(vec![when(condition, leave())]), BARRIER]);
        assert!(text.contains("agreed"), "{text}");
    }

    #[test]
    fn a_switch_around_a_barrier_is_agreed_on() {
        let cases = |body: Vec<StmtKind>| {
            let body = body.into_iter().map(stmt).collect();
            vec![Case { labels: vec![CaseLabel::Value(1)], body, falls_through: false }]
        };
        let text = after(|module, condition| {
            let Expr::Unary(_, selector) = module.exprs[condition].expr else { panic!("a test") };
            vec![StmtKind::Switch { selector, cases: cases(vec![BARRIER, StmtKind::Break]) }]
        });
        assert!(text.starts_with("let l0: u32 = agreed(r0u.x)\nswitch l0\n"), "{text}");
        let text = after(|module, condition| {
            let Expr::Unary(_, selector) = module.exprs[condition].expr else { panic!("a test") };
            vec![StmtKind::Switch { selector, cases: cases(vec![StmtKind::Break]) }, BARRIER]
        });
        assert!(!text.contains("agreed"), "{text}");
    }

    #[test]
    fn constants_need_no_agreement() {
        let text = after(|module, _| {
            let cb0 = ConstantBuffer { register: 0, space: 0, rows: 1, name: None };
            let cb0 = module.constant_buffers.push(cb0);
            let row = Element::Known(0);
            let lanes = Lanes::one(Component::X);
            let value = module.load(Place::ConstantBuffer(cb0), Some(row), lanes, Scalar::F32);
            let bits = module.bitcast(value, Scalar::U32);
            let condition = module.unary(UnaryOp::AnyBit, bits);
            vec![when(condition, vec![BARRIER])]
        });
        assert!(!text.contains("agreed"), "{text}");
    }
}
