//! Walks all statements and rebuilds their expressions by a rule, operands before what uses them.

use crate::ir::{Block, Case, Handle, Local, Module, Node, Span, Stmt, StmtKind};

/// What a pass does to expressions and statements.
pub(super) trait Rule {
    /// What becomes of a node whose operands are rewritten; none if it stays. Statements that go before the one
    /// at hand are appended to `before`.
    fn node(&mut self, module: &mut Module, node: &Node, before: &mut Before<'_>) -> Option<Handle<Node>>;

    /// Puts out a statement whose values and blocks are rewritten.
    fn statement(&mut self, module: &mut Module, statement: Stmt, out: &mut Block) {
        let _ = module;
        out.push(statement);
    }

    /// A new statement begins: what was known of the values of the last one is void.
    fn begin(&mut self) {}
}

/// Where statements before the one at hand go.
pub(super) struct Before<'a> {
    out: &'a mut Block,
    span: Span,
}

impl Before<'_> {
    /// Binds a value.
    pub(super) fn bind(&mut self, module: &mut Module, value: Handle<Node>) -> Handle<Node> {
        let (statement, local) = module.bind(value, self.span);
        self.out.push(statement);
        local
    }
}

/// Applies a rule to the whole module.
pub(super) fn rewrite(module: &mut Module, rule: &mut impl Rule) {
    let functions = std::mem::take(&mut module.functions);
    let memo = vec![(0, None); module.exprs.len()];
    let mut rewriter = Rewriter { module, rule, memo, stamp: 0 };
    let mut done = Vec::new();
    for mut function in functions {
        function.body = rewriter.block(function.body);
        done.push(function);
    }
    module.functions = done;
}

struct Rewriter<'a, R> {
    module: &'a mut Module,
    rule: &'a mut R,
    /// What became of the expression, in the statement of that number.
    memo: Vec<(u32, Option<Handle<Node>>)>,
    stamp: u32,
}

impl<R: Rule> Rewriter<'_, R> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::new();
        for statement in block {
            self.statement(statement, &mut out);
        }
        out
    }

    fn statement(&mut self, Stmt { kind, span }: Stmt, out: &mut Block) {
        self.stamp += 1;
        self.rule.begin();
        let mut before = Before { out, span };
        let mut value = |value| self.value(value, &mut before);
        let kind = match kind {
            StmtKind::Let(local) => {
                let Local { value: old, ty } = self.module.locals[local];
                let value = self.value(old, &mut before);
                self.module.locals[local] = Local { value, ty };
                StmtKind::Let(local)
            }
            StmtKind::Store { variable, element, mask, value: stored } => {
                let element = element.map(&mut value);
                StmtKind::Store { variable, element, mask, value: value(stored) }
            }
            StmtKind::If { condition, accept, reject } => {
                let condition = value(condition);
                StmtKind::If { condition, accept: self.block(accept), reject: self.block(reject) }
            }
            StmtKind::Loop(body) => StmtKind::Loop(self.block(body)),
            StmtKind::Switch { selector, cases } => {
                let selector = value(selector);
                let cases = cases.into_iter().map(|case| Case { body: self.block(case.body), ..case }).collect();
                StmtKind::Switch { selector, cases }
            }
            kind @ (StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return
            | StmtKind::Demote
            | StmtKind::Discard
            | StmtKind::Call(_)
            | StmtKind::WriteOutputs) => kind,
        };
        self.rule.statement(self.module, Stmt { kind, span }, out);
    }

    fn value(&mut self, handle: Handle<Node>, before: &mut Before<'_>) -> Handle<Node> {
        if let Some(&(stamp, Some(result))) = self.memo.get(handle.index())
            && stamp == self.stamp
        {
            return result;
        }
        let mut node = self.module.exprs[handle].clone();
        let mut changed = false;
        node.expr.map_operands(|operand| {
            let new = self.value(operand, before);
            changed |= new != operand;
            new
        });
        let result = match self.rule.node(self.module, &node, before) {
            Some(result) => result,
            None if changed => self.module.node(node.expr, node.ty),
            None => handle,
        };
        if let Some(slot) = self.memo.get_mut(handle.index()) {
            *slot = (self.stamp, Some(result));
        }
        result
    }
}
