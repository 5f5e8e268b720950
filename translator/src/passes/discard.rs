//! `Demote` becomes what a target has: `Discard`, in place or where the shader ends.
//!
//! Direct3D drops the outputs of a discarded pixel but keeps it running, so that derivatives of its neighbours
//! stay defined. `discard` of a target ends the pixel. It may stand in place only if nothing behind it, on any
//! path, takes derivatives (`dpdx` and its like, reads of textures whose level follows from them); else the pixel
//! is marked, runs on, and is discarded before its outputs are written.
//!
//! In a module that writes views it stands in place always: what a discarded pixel writes behind it must not show. Such
//! modules are for WGSL, whose `discard` ends no pixel but makes it a helper, whose writes are dropped and of which
//! derivatives are taken.

use super::outputs::insert_before;
use crate::builtins::Stages;
use crate::ir::{
    Block, Buffer, Callee, Case, Expr, Handle, Lanes, Module, Node, Place, Scalar, StmtKind, UnaryOp, Variable,
    VariableKind, View,
};
use crate::program::{Component, Stage, WriteMask};

/// Rewrites every `Demote`.
pub(super) fn run(module: &mut Module) {
    if module.stage != Stage::Pixel || !module.functions.iter().any(|function| demotes(&function.body)) {
        return;
    }
    let mut pass = Discard {
        derivatives: module.exprs.iter().map(|(_, node)| takes_derivatives(&node.expr)).collect(),
        functions: Vec::new(),
        demoted: None,
        ends: true,
        in_place: writes_views(module),
    };
    pass.spread(module);
    let any = pass.functions.iter().any(|&takes| takes);
    let mut functions = std::mem::take(&mut module.functions);
    for (number, function) in functions.iter_mut().enumerate() {
        // What follows the calls of a subroutine is anything.
        pass.ends = number == 0;
        pass.block(module, &mut function.body, number > 0 && any);
    }
    module.functions = functions;
    if let Some(demoted) = pass.demoted {
        insert_before(module, |module| {
            let mark = module.load(Place::Variable(demoted), None, Lanes::one(Component::X), Scalar::U32);
            let condition = module.unary(UnaryOp::AnyBit, mark);
            let span = crate::ir::Span::NONE;
            let accept = vec![crate::ir::Stmt { kind: StmtKind::Discard, span }];
            vec![StmtKind::If { condition, accept, reject: Block::new() }]
        });
    }
}

/// Whether there is anything to rewrite.
fn demotes(block: &Block) -> bool {
    block.iter().any(|statement| {
        let mut found = matches!(statement.kind, StmtKind::Demote);
        statement.kind.for_each_block(|block| found = found || demotes(block));
        found
    })
}

/// Whether the module has memory that outlives the pixel.
fn writes_views(module: &Module) -> bool {
    let written = |buffer: &Buffer| buffer.view != View::Resource;
    module.storage_textures.iter().next().is_some() || module.buffers.iter().any(|(_, buffer)| written(buffer))
}

/// Whether the node itself needs the derivatives of a quad.
fn takes_derivatives(expr: &Expr) -> bool {
    matches!(expr, Expr::Call { callee: Callee::Builtin(builtin), .. } if builtin.row().stages == Stages::Fragment)
}

struct Discard {
    /// Whether an expression takes derivatives, itself or in what it is made of.
    derivatives: Vec<bool>,
    /// Whether a function does, itself or in what it calls.
    functions: Vec<bool>,
    demoted: Option<Handle<Variable>>,
    /// Whether a return ends the shader.
    ends: bool,
    /// Whether a discard stands where the bytecode has it, whatever follows.
    in_place: bool,
}

impl Discard {
    /// Carries the marks from operands to what uses them, and from functions to their callers.
    fn spread(&mut self, module: &Module) {
        // Operands are older than what uses them.
        for (handle, node) in module.exprs.iter() {
            let mut takes = self.takes(handle);
            node.expr.for_each_operand(|operand| takes |= self.takes(operand));
            if let Some(slot) = self.derivatives.get_mut(handle.index()) {
                *slot = takes;
            }
        }
        self.functions = vec![false; module.functions.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (number, function) in module.functions.iter().enumerate() {
                let takes = self.contains(module, &function.body);
                if let Some(slot) = self.functions.get_mut(number)
                    && takes != *slot
                {
                    *slot = takes;
                    changed = true;
                }
            }
        }
    }

    fn takes(&self, expr: Handle<Node>) -> bool {
        self.derivatives.get(expr.index()).copied().unwrap_or(false)
    }

    /// Whether the statement itself takes derivatives, without its blocks.
    fn evaluates(&self, module: &Module, kind: &StmtKind) -> bool {
        let calls = |function: usize| self.functions.get(function).copied().unwrap_or(true);
        matches!(kind, StmtKind::Call(function) if calls(*function))
            || module.values_of(kind).iter().any(|&value| self.takes(value))
    }

    fn contains(&self, module: &Module, block: &Block) -> bool {
        block.iter().any(|statement| {
            let mut found = self.evaluates(module, &statement.kind);
            statement.kind.for_each_block(|block| found = found || self.contains(module, block));
            found
        })
    }

    /// Rewrites a block from its end. `after`: derivatives may be taken behind it. Returns whether they may be
    /// taken in it or behind it.
    fn block(&mut self, module: &mut Module, block: &mut Block, mut after: bool) -> bool {
        for statement in block.iter_mut().rev() {
            let evaluates = self.evaluates(module, &statement.kind);
            after = match &mut statement.kind {
                StmtKind::Demote => {
                    statement.kind = self.demote(module, after);
                    after
                }
                StmtKind::If { accept, reject, .. } => {
                    let accepted = self.block(module, accept, after);
                    let rejected = self.block(module, reject, after);
                    after || accepted || rejected
                }
                StmtKind::Loop(body) => {
                    // Whatever is in the loop may come after on the next trip.
                    let within = after || self.contains(module, body);
                    self.block(module, body, within)
                }
                StmtKind::Switch { cases, .. } => self.cases(module, cases, after),
                StmtKind::Return => after && !self.ends,
                StmtKind::Discard => false,
                StmtKind::Let(_)
                | StmtKind::Store { .. }
                | StmtKind::StoreWord { .. }
                | StmtKind::StoreTexel { .. }
                | StmtKind::Barrier(_)
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Call(_)
                | StmtKind::WriteOutputs => after,
            };
            after |= evaluates;
        }
        after
    }

    fn cases(&mut self, module: &mut Module, cases: &mut [Case], after: bool) -> bool {
        let mut any = after;
        let mut next = after;
        for case in cases.iter_mut().rev() {
            let behind = after || (case.falls_through && next);
            next = self.block(module, &mut case.body, behind);
            any |= next;
        }
        any
    }

    /// A discard, or a mark if derivatives may be taken later.
    fn demote(&mut self, module: &mut Module, after: bool) -> StmtKind {
        if !after || self.in_place {
            return StmtKind::Discard;
        }
        let variables = &mut module.variables;
        let variable = *self
            .demoted
            .get_or_insert_with(|| variables.push(Variable::new(VariableKind::Demoted, Some(Scalar::U32), 1)));
        StmtKind::Store { variable, element: None, mask: WriteMask::X, value: module.uint(1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::Builtin;
    use crate::ir::{BufferKind, CaseLabel, Coherence, Function, Type};
    use crate::passes::testing::{module, printed, stmt, temp};

    /// A store of a derivative to `r0.x`.
    fn derivative(module: &mut Module) -> StmtKind {
        let variable = match module.variables.handles().next() {
            Some(variable) => variable,
            None => temp(module, 0, Some(Scalar::F32)),
        };
        let one = module.float(1.0);
        let value = module.builtin(Builtin::Dpdx, &[one], Type::F32);
        StmtKind::Store { variable, element: None, mask: WriteMask::X, value }
    }

    fn demote_if(module: &mut Module) -> StmtKind {
        let condition = module.literal(Scalar::Bool, &[1]);
        StmtKind::If { condition, accept: vec![stmt(StmtKind::Demote)], reject: vec![] }
    }

    fn after(body: impl FnOnce(&mut Module) -> Vec<StmtKind>) -> String {
        let mut module = module(Stage::Pixel);
        let kinds = body(&mut module);
        module.functions[0].body.splice(0..0, kinds.into_iter().map(stmt));
        run(&mut module);
        printed(&module)
    }

    #[test]
    fn in_place_where_views_are_written() {
        let text = after(|module| {
            let view = View::Unordered { coherence: Coherence::Group };
            module.buffers.push(Buffer { register: 1, space: 0, view, kind: BufferKind::Raw, name: None });
            vec![demote_if(module), derivative(module)]
        });
        assert_eq!(text, "if true\n  discard\nr0.x = dpdx(1.0)\nwrite_outputs\n");
    }

    #[test]
    fn in_place_where_no_derivative_follows() {
        let text = after(|module| vec![derivative(module), demote_if(module)]);
        assert_eq!(text, "r0.x = dpdx(1.0)\nif true\n  discard\nwrite_outputs\n");
    }

    #[test]
    fn at_the_end_where_one_follows() {
        let text = after(|module| vec![demote_if(module), derivative(module)]);
        let expected = "\
if true
  demoted = 1u
r0.x = dpdx(1.0)
if any(demoted.x)
  discard
write_outputs
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_loop_comes_round() {
        let text = after(|module| {
            let body = vec![derivative(module), demote_if(module), StmtKind::Break];
            vec![StmtKind::Loop(body.into_iter().map(stmt).collect())]
        });
        assert!(text.contains("demoted = 1u"), "{text}");
    }

    #[test]
    fn a_return_ends_the_path() {
        let text = after(|module| {
            let condition = module.literal(Scalar::Bool, &[1]);
            let accept = [StmtKind::Demote, StmtKind::WriteOutputs, StmtKind::Return].map(stmt).to_vec();
            vec![StmtKind::If { condition, accept, reject: vec![] }, derivative(module)]
        });
        assert_eq!(text, "if true\n  discard\n  write_outputs\n  return\nr0.x = dpdx(1.0)\nwrite_outputs\n");
    }

    #[test]
    fn a_case_that_falls_through_sees_the_next() {
        let switch = |falls_through| {
            after(|module| {
                let selector = module.uint(0);
                let jump = if falls_through { vec![] } else { vec![StmtKind::Break] };
                let first = [vec![demote_if(module)], jump].concat().into_iter().map(stmt).collect();
                let second = [derivative(module), StmtKind::Break].map(stmt).to_vec();
                let cases = vec![
                    Case { labels: vec![CaseLabel::Value(0)], body: first, falls_through },
                    Case { labels: vec![CaseLabel::Default], body: second, falls_through: false },
                ];
                vec![StmtKind::Switch { selector, cases }]
            })
        };
        assert!(switch(true).contains("demoted = 1u"));
        assert!(!switch(false).contains("demoted"));
    }

    #[test]
    fn subroutines_count() {
        let text = after(|module| {
            let body = vec![stmt(derivative(module))];
            module.functions.push(Function { label: Some(0), body });
            vec![demote_if(module), StmtKind::Call(1)]
        });
        assert!(text.contains("demoted = 1u"), "{text}");
    }
}
