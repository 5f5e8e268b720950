//! Which loads are the last to read what they read: liveness of lanes of registers.
//!
//! The statements are walked backwards with the lanes that something behind reads before it is written. What lives at
//! the head of a loop is known when the loop was walked; so the program is walked again until that does not change,
//! which without loops is at once. A subroutine is not followed: all lanes live where one is called and where one ends.

use crate::ir::{Block, CaseLabel, Expr, Handle, Module, Node, Place, Stmt, StmtKind, Variable};
use crate::program::WriteMask;

/// A load of lanes of a register.
#[derive(Clone, Copy)]
pub(super) struct Read {
    pub(super) load: Handle<Node>,
    pub(super) variable: Handle<Variable>,
    pub(super) lanes: WriteMask,
}

/// Adds the loads of marked lanes that an expression evaluates.
pub(super) fn reads_of(module: &Module, value: Handle<Node>, marked: &[WriteMask], reads: &mut Vec<Read>) {
    let expr = &module.exprs[value].expr;
    if let Expr::Load { place: Place::Variable(variable), lanes, .. } = expr
        && let Some(marked) = marked.get(variable.index())
        && !marked.is_empty()
    {
        let lanes = lanes.mask();
        if !marked.and(lanes).is_empty() {
            reads.push(Read { load: value, variable: *variable, lanes });
        }
    }
    expr.for_each_operand(|operand| reads_of(module, operand, marked, reads));
}

/// For each expression whether it is a load that is evaluated once, in a statement where nothing else reads its lanes,
/// and behind which nothing reads them before they are written. Of each variable only the marked lanes are looked at.
pub(super) fn last_reads(module: &Module, marked: &[WriteMask]) -> Vec<bool> {
    let mut walk = Walk {
        module,
        marked,
        live: Vec::new(),
        heads: Vec::new(),
        loops: Vec::new(),
        exits: Vec::new(),
        returned: Vec::new(),
        reads: Vec::new(),
        last: Vec::new(),
    };
    while !walk.program() {}
    walk.last.into_iter().map(|seen| seen == Seen::Last).collect()
}

/// What is known of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    /// No load, or not met yet.
    Not,
    /// The last load.
    Last,
    /// A load that is not the last, or is evaluated more than once.
    Again,
}

/// For each variable the lanes whose values are read later.
type Live = Vec<WriteMask>;

struct Walk<'a> {
    module: &'a Module,
    marked: &'a [WriteMask],
    /// Behind the statement at hand.
    live: Live,
    /// At the head of each loop, by the order of the walk; from the walk before.
    heads: Vec<Live>,
    /// The open loops, by their place in `heads`.
    loops: Vec<usize>,
    /// Where a `Break` goes, innermost last.
    exits: Vec<Live>,
    /// Where a `Return` goes.
    returned: Live,
    /// The loads of the statement at hand.
    reads: Vec<Read>,
    last: Vec<Seen>,
}

fn unite(live: &mut Live, other: &Live) {
    for (live, other) in live.iter_mut().zip(other) {
        *live = live.or(*other);
    }
}

impl Walk<'_> {
    /// Walks all functions; whether nothing has changed at the heads of loops.
    fn program(&mut self) -> bool {
        self.last.clear();
        self.last.resize(self.module.exprs.len(), Seen::Not);
        let (mut number, mut settled) = (0, true);
        for (index, function) in self.module.functions.iter().enumerate() {
            let nothing = vec![WriteMask::NONE; self.marked.len()];
            self.returned = if index == 0 { nothing } else { self.marked.to_vec() };
            self.live.clone_from(&self.returned);
            self.block(&function.body, &mut number, &mut settled);
        }
        settled
    }

    fn block(&mut self, block: &Block, number: &mut usize, settled: &mut bool) {
        for statement in block.iter().rev() {
            self.statement(statement, number, settled);
        }
    }

    fn statement(&mut self, statement: &Stmt, number: &mut usize, settled: &mut bool) {
        match &statement.kind {
            StmtKind::Store { variable, mask, .. } => {
                if let Some(live) = self.live.get_mut(variable.index()) {
                    *live = live.without(*mask);
                }
            }
            StmtKind::If { accept, reject, .. } => {
                let after = self.live.clone();
                self.block(reject, number, settled);
                let rejected = std::mem::replace(&mut self.live, after);
                self.block(accept, number, settled);
                unite(&mut self.live, &rejected);
            }
            StmtKind::Loop(body) => self.repeat(body, number, settled),
            StmtKind::Switch { cases, .. } => {
                let after = self.live.clone();
                let complete = cases.iter().any(|case| case.labels.contains(&CaseLabel::Default));
                let mut any = if complete { vec![WriteMask::NONE; after.len()] } else { after.clone() };
                self.exits.push(after);
                for case in cases.iter().rev() {
                    // Behind a case that falls through stands the next, which was walked just now.
                    if !case.falls_through {
                        self.leave();
                    }
                    self.block(&case.body, number, settled);
                    unite(&mut any, &self.live);
                }
                self.exits.pop();
                self.live = any;
            }
            StmtKind::Break => self.leave(),
            StmtKind::Continue => {
                if let Some(head) = self.loops.last().and_then(|&head| self.heads.get(head)) {
                    self.live.clone_from(head);
                }
            }
            StmtKind::Return => self.live.clone_from(&self.returned),
            StmtKind::Discard => self.live.fill(WriteMask::NONE),
            StmtKind::Call(_) => self.live.copy_from_slice(self.marked),
            StmtKind::Let(_)
            | StmtKind::StoreWord { .. }
            | StmtKind::StoreTexel { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Demote
            | StmtKind::WriteOutputs => {}
        }
        self.read(&statement.kind);
    }

    fn leave(&mut self) {
        if let Some(exit) = self.exits.last() {
            self.live.clone_from(exit);
        }
    }

    fn repeat(&mut self, body: &Block, number: &mut usize, settled: &mut bool) {
        let head = *number;
        *number += 1;
        if head == self.heads.len() {
            self.heads.push(vec![WriteMask::NONE; self.live.len()]);
        }
        let at_head = self.heads.get(head).cloned().unwrap_or_default();
        let after = std::mem::replace(&mut self.live, at_head);
        self.exits.push(after);
        self.loops.push(head);
        self.block(body, number, settled);
        self.loops.pop();
        self.exits.pop();
        if let Some(known) = self.heads.get_mut(head)
            && *known != self.live
        {
            known.clone_from(&self.live);
            *settled = false;
        }
    }

    /// The expressions that a statement itself evaluates.
    fn read(&mut self, kind: &StmtKind) {
        let mut reads = std::mem::take(&mut self.reads);
        reads.clear();
        for &value in &self.module.values_of(kind) {
            reads_of(self.module, value, self.marked, &mut reads);
        }
        for (place, read) in reads.iter().enumerate() {
            let alone = reads.iter().enumerate().all(|(other, also)| {
                other == place || also.variable != read.variable || also.lanes.and(read.lanes).is_empty()
            });
            let live = self.live.get(read.variable.index()).copied().unwrap_or_default();
            let marked = self.marked.get(read.variable.index()).copied().unwrap_or_default();
            let is_last = alone && marked.covers(read.lanes) && live.and(read.lanes).is_empty();
            if let Some(seen) = self.last.get_mut(read.load.index()) {
                *seen = if is_last && *seen == Seen::Not { Seen::Last } else { Seen::Again };
            }
        }
        for read in &reads {
            if let Some(live) = self.live.get_mut(read.variable.index()) {
                *live = live.or(read.lanes);
            }
        }
        self.reads = reads;
    }
}
