//! Liveness of the lanes of registers: which variables need no value to start with, and which loads are the last.
//!
//! The statements are walked backwards with the lanes that something behind reads before it is written. What lives at
//! the head of a loop is known when the loop was walked; so the program is walked again until that does not change,
//! which without loops is at once. A subroutine is not followed: all lanes live where one is called and where one ends.
//! Elements of arrays are not told apart, so arrays always start as zero.

use crate::ir::{Block, CaseLabel, Expr, Handle, Module, Node, Place, Scalar, Start, Stmt, StmtKind, Variable};
use crate::program::WriteMask;

/// Marks the variables that nothing reads before it is written. Gives for each expression whether it is a load, of no
/// floats, that is evaluated once, in a statement where nothing else reads its lanes, and behind which nothing reads them
/// before they are written.
pub(super) fn run(module: &mut Module) -> Vec<bool> {
    let every = |(_, variable): (_, &Variable)| match variable.length {
        None => WriteMask::ALL,
        Some(_) => WriteMask::NONE,
    };
    let mut walk = Walk {
        module,
        every: module.variables.iter().map(every).collect(),
        live: Vec::new(),
        heads: Vec::new(),
        number: 0,
        settled: true,
        loops: Vec::new(),
        exits: Vec::new(),
        returned: Vec::new(),
        reads: Vec::new(),
        last: Vec::new(),
    };
    let live = loop {
        if let Some(live) = walk.program() {
            break live;
        }
    };
    let last = walk.last.iter().map(|&seen| seen == Seen::Last).collect();
    for ((_, variable), live) in module.variables.iter_mut().zip(live) {
        if variable.length.is_none() && live.is_empty() {
            variable.start = Start::Anything;
        }
    }
    last
}

/// A load of lanes of a variable.
#[derive(Clone, Copy)]
pub(super) struct Read {
    pub(super) load: Handle<Node>,
    pub(super) variable: Handle<Variable>,
    pub(super) lanes: WriteMask,
}

/// Adds the loads of variables that an expression evaluates.
pub(super) fn reads_of(module: &Module, value: Handle<Node>, reads: &mut Vec<Read>) {
    let expr = &module.exprs[value].expr;
    if let Expr::Load { place: Place::Variable(variable), lanes, .. } = *expr {
        reads.push(Read { load: value, variable, lanes: lanes.mask() });
    }
    expr.for_each_operand(|operand| reads_of(module, operand, reads));
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
    /// All lanes, but for those of arrays.
    every: Live,
    /// Behind the statement at hand.
    live: Live,
    /// At the head of each loop, by the order of the walk; from the walk before.
    heads: Vec<Live>,
    /// How many loops this walk has met.
    number: usize,
    /// Whether this walk has found nothing new at the heads of loops.
    settled: bool,
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
    /// Walks all functions. What lives where the entry starts, if nothing has changed at the heads of loops.
    fn program(&mut self) -> Option<Live> {
        self.last.clear();
        self.last.resize(self.module.exprs.len(), Seen::Not);
        (self.number, self.settled) = (0, true);
        let mut start = Live::new();
        for (index, function) in self.module.functions.iter().enumerate() {
            let entry = index == 0;
            self.returned = if entry { vec![WriteMask::NONE; self.every.len()] } else { self.every.clone() };
            self.live.clone_from(&self.returned);
            self.block(&function.body);
            if entry {
                start.clone_from(&self.live);
            }
        }
        self.settled.then_some(start)
    }

    fn block(&mut self, block: &Block) {
        for statement in block.iter().rev() {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Store { variable, element: None, mask, .. } => {
                if let Some(live) = self.live.get_mut(variable.index()) {
                    *live = live.without(*mask);
                }
            }
            StmtKind::If { accept, reject, .. } => {
                let after = self.live.clone();
                self.block(reject);
                let rejected = std::mem::replace(&mut self.live, after);
                self.block(accept);
                unite(&mut self.live, &rejected);
            }
            StmtKind::Loop(body) => self.repeat(body),
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
                    self.block(&case.body);
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
            StmtKind::Call(_) => self.live.clone_from(&self.every),
            StmtKind::WriteOutputs => {
                for (_, output) in self.module.outputs.iter() {
                    if let Some(live) = self.live.get_mut(output.variable.index()) {
                        *live = live.or(WriteMask::first(output.ty.width.into()));
                    }
                }
            }
            StmtKind::Let(_)
            | StmtKind::Store { .. }
            | StmtKind::StoreWord { .. }
            | StmtKind::StoreTexel { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Demote => {}
        }
        self.read(&statement.kind);
    }

    fn leave(&mut self) {
        if let Some(exit) = self.exits.last() {
            self.live.clone_from(exit);
        }
    }

    fn repeat(&mut self, body: &Block) {
        let head = self.number;
        self.number += 1;
        if head == self.heads.len() {
            self.heads.push(vec![WriteMask::NONE; self.live.len()]);
        }
        let at_head = self.heads.get(head).cloned().unwrap_or_default();
        let after = std::mem::replace(&mut self.live, at_head);
        self.exits.push(after);
        self.loops.push(head);
        self.block(body);
        self.loops.pop();
        self.exits.pop();
        if let Some(known) = self.heads.get_mut(head)
            && *known != self.live
        {
            known.clone_from(&self.live);
            self.settled = false;
        }
    }

    /// The expressions that a statement itself evaluates.
    fn read(&mut self, kind: &StmtKind) {
        let mut reads = std::mem::take(&mut self.reads);
        reads.clear();
        for &value in &self.module.values_of(kind) {
            reads_of(self.module, value, &mut reads);
        }
        for (place, read) in reads.iter().enumerate() {
            // Most loads are of floats, and nobody asks for the last of those.
            if self.module.type_of(read.load).scalar == Scalar::F32 {
                continue;
            }
            let is_alone = || {
                reads.iter().enumerate().all(|(other, also)| {
                    other == place || also.variable != read.variable || also.lanes.and(read.lanes).is_empty()
                })
            };
            let live = self.live.get(read.variable.index()).copied().unwrap_or_default();
            let is_last = live.and(read.lanes).is_empty() && is_alone();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Function;
    use crate::passes::testing::{Program, add, stmt};
    use crate::program::Component;

    use Component::{X, Y};

    impl Program {
        /// `variable.mask = 1`
        fn write(&mut self, variable: Handle<Variable>, mask: WriteMask) -> StmtKind {
            let one = self.module.float(1.0);
            let lanes = u8::try_from(mask.count()).unwrap();
            let value = self.module.splat(one, lanes);
            StmtKind::Store { variable, element: None, mask, value }
        }

        /// `to.lane = from.lane`
        fn copy(&mut self, to: Handle<Variable>, from: Handle<Variable>, lane: Component) -> StmtKind {
            let value = self.load(from, &[lane], Scalar::F32);
            StmtKind::Store { variable: to, element: None, mask: WriteMask::of(lane), value }
        }

        fn choice(&mut self, accept: Vec<StmtKind>, reject: Vec<StmtKind>) -> StmtKind {
            let condition = self.module.literal(Scalar::Bool, &[1]);
            let block = |kinds: Vec<StmtKind>| kinds.into_iter().map(stmt).collect();
            StmtKind::If { condition, accept: block(accept), reject: block(reject) }
        }

        /// Whether `r0`, `r1` and `o0` start as zero.
        fn zeros(mut self, kinds: Vec<StmtKind>) -> [bool; 3] {
            add(&mut self.module, kinds);
            run(&mut self.module);
            [self.r0, self.r1, self.o0].map(|variable| self.module.variables[variable].start == Start::Zero)
        }
    }

    #[test]
    fn what_is_read_first_starts_as_zero() {
        let mut p = Program::new();
        let (r0, r1, o0) = (p.r0, p.r1, p.o0);
        let kinds = vec![p.write(r0, WriteMask::X), p.copy(o0, r0, X), p.copy(o0, r1, Y)];
        assert_eq!(p.zeros(kinds), [false, true, true], "two lanes of o0 are never written");
        let mut p = Program::new();
        let kinds = vec![p.write(r0, WriteMask::X), p.copy(r1, r0, Y), p.write(o0, WriteMask::ALL)];
        assert_eq!(p.zeros(kinds), [true, false, false], "another lane of r0 is read; r1 never is");
    }

    #[test]
    fn what_one_way_leaves_out_starts_as_zero() {
        for (both, zero) in [(true, false), (false, true)] {
            let mut p = Program::new();
            let (r0, o0) = (p.r0, p.o0);
            let accept = vec![p.write(r0, WriteMask::X)];
            let reject = if both { vec![p.write(r0, WriteMask::X)] } else { vec![] };
            let kinds = vec![p.choice(accept, reject), p.write(o0, WriteMask::ALL), p.copy(o0, r0, X)];
            assert_eq!(p.zeros(kinds), [zero, false, false]);
        }
        // A pixel that is discarded for good writes nothing.
        let mut p = Program::new();
        let o0 = p.o0;
        let kinds = vec![p.choice(vec![StmtKind::Discard], vec![]), p.write(o0, WriteMask::ALL)];
        assert_eq!(p.zeros(kinds), [false, false, false]);
    }

    #[test]
    fn the_first_trip_of_a_loop_reads_what_stood_before() {
        let mut p = Program::new();
        let (r0, r1) = (p.r0, p.r1);
        let exit = p.choice(vec![StmtKind::Break], vec![]);
        let body = vec![p.copy(r1, r0, X), exit, p.write(r0, WriteMask::X)].into_iter().map(stmt).collect();
        let kinds = vec![StmtKind::Loop(body), p.copy(r1, r1, X)];
        assert_eq!(p.zeros(kinds), [true, false, true]);
        // Read on the second trip, of what the first one wrote.
        let mut p = Program::new();
        let copy = p.copy(r1, r0, X);
        let exit = p.choice(vec![copy, StmtKind::Break], vec![]);
        let inner = StmtKind::Loop(vec![stmt(exit)]);
        let body = vec![p.write(r0, WriteMask::X), inner].into_iter().map(stmt).collect();
        assert_eq!(p.zeros(vec![StmtKind::Loop(body)]), [false, false, false], "no way leads to the end");
    }

    #[test]
    fn a_subroutine_may_read_anything() {
        let mut p = Program::new();
        let r0 = p.r0;
        p.module.functions.push(Function { label: Some(0), body: Block::new() });
        let kinds = vec![StmtKind::Call(1), p.write(r0, WriteMask::ALL)];
        assert_eq!(p.zeros(kinds), [true, true, true]);
    }
}
