//! Walks all statements and rebuilds their expressions by a rule, operands before what uses them.

use std::mem::take;

use crate::ir::{Block, Handle, Local, Module, Node, Span, Stmt, StmtKind};

/// What a pass does to expressions and statements.
pub(super) trait Rule {
    /// Whether the rule may change a node as it is. One of which it may change nothing, nor any part, is not looked at.
    fn concerns(&self, module: &Module, node: &Node) -> bool;

    /// What becomes of a node whose operands are rewritten; none if it stays. Statements that go before the one
    /// at hand are appended to `before`.
    fn node(&mut self, module: &mut Module, node: &Node, before: &mut Before<'_>) -> Option<Handle<Node>>;

    /// Puts out a statement whose values and blocks are rewritten.
    fn statement(&mut self, module: &mut Module, statement: Stmt, out: &mut Block) {
        let _ = module;
        out.push(statement);
    }

    /// A function begins, with its statements as they are.
    fn function(&mut self, module: &mut Module, body: &mut Block) {
        let _ = (module, body);
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
    let mut functions = take(&mut module.functions);
    let concerned = concerned(module, rule);
    let memo = vec![(0, None); module.exprs.len()];
    let mut rewriter = Rewriter { module, rule, concerned, memo, stamp: 0 };
    for function in &mut functions {
        rewriter.rule.function(rewriter.module, &mut function.body);
        rewriter.block(&mut function.body);
    }
    module.functions = functions;
}

/// For each expression whether the rule may change it or a part of it. Parts are older than what is made of them.
fn concerned(module: &Module, rule: &impl Rule) -> Vec<bool> {
    let mut concerned: Vec<bool> = Vec::with_capacity(module.exprs.len());
    for (_, node) in module.exprs.iter() {
        let mut is_concerned = rule.concerns(module, node);
        node.expr.for_each_operand(|part| is_concerned |= concerned.get(part.index()) == Some(&true));
        concerned.push(is_concerned);
    }
    concerned
}

struct Rewriter<'a, R> {
    module: &'a mut Module,
    rule: &'a mut R,
    concerned: Vec<bool>,
    /// What became of the expression, in the statement of that number.
    memo: Vec<(u32, Option<Handle<Node>>)>,
    stamp: u32,
}

impl<R: Rule> Rewriter<'_, R> {
    fn block(&mut self, block: &mut Block) {
        let statements = take(block);
        block.reserve(statements.len());
        for statement in statements {
            self.statement(statement, block);
        }
    }

    fn statement(&mut self, mut statement: Stmt, out: &mut Block) {
        self.stamp += 1;
        self.rule.begin();
        let mut before = Before { out, span: statement.span };
        if let StmtKind::Let(local) = statement.kind {
            let Local { value, ty } = self.module.locals[local];
            let value = self.value(value, &mut before);
            self.module.locals[local] = Local { value, ty };
        }
        statement.kind.map_values(|value| self.value(value, &mut before));
        statement.kind.for_each_block_mut(|block| self.block(block));
        self.rule.statement(self.module, statement, out);
    }

    fn value(&mut self, handle: Handle<Node>, before: &mut Before<'_>) -> Handle<Node> {
        if self.concerned.get(handle.index()) == Some(&false) {
            return handle;
        }
        if let Some(&(stamp, Some(result))) = self.memo.get(handle.index())
            && stamp == self.stamp
        {
            return result;
        }
        let mut node = self.module.exprs[handle];
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
