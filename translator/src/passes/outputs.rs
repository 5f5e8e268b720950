//! Statements where the entry ends.

use crate::ir::{Block, Module, Span, Stmt, StmtKind};

/// Puts statements before each [`StmtKind::WriteOutputs`] of the entry; `make` makes fresh ones for each.
pub(super) fn insert_before(module: &mut Module, mut make: impl FnMut(&mut Module) -> Vec<StmtKind>) {
    let Some(entry) = module.functions.first_mut() else { return };
    let mut body = std::mem::take(&mut entry.body);
    insert(module, &mut body, &mut make);
    if let Some(entry) = module.functions.first_mut() {
        entry.body = body;
    }
}

fn insert(module: &mut Module, block: &mut Block, make: &mut impl FnMut(&mut Module) -> Vec<StmtKind>) {
    for statement in &mut *block {
        statement.kind.for_each_block_mut(|block| insert(module, block, make));
    }
    if let Some(at) = block.iter().position(|statement| statement.kind == StmtKind::WriteOutputs) {
        let added = make(module).into_iter().map(|kind| Stmt { kind, span: Span::NONE });
        block.splice(at..at, added);
    }
}
