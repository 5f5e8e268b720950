//! Liveness of the lanes of registers: which variables need no value to start with, and which loads are the last.
//!
//! What the lowering reads and writes is noted as it comes, and in the end gone through backwards with the lanes that
//! something behind reads before it is written. What lives at the head of a loop is known when the loop was gone
//! through; so a loop is gone through again until that does not change, or all lanes are taken to live there where that
//! would take too long. A subroutine is not followed: all lanes live where one is called and where one ends. Elements of
//! arrays are not told apart, so arrays are left out and always start as zero.

#[cfg(test)]
mod tests;

use std::mem::{replace, swap};

use crate::ir::{Arena, Handle, HandleSet, Lanes, Module, Node, Output, Scalar, Start, StmtKind, Variable};
use crate::program::{Opcode, WriteMask};

/// What happens to registers, in the order of the program.
#[derive(Clone, Copy, Debug)]
enum Access {
    Read(Read),
    Write { variable: Handle<Variable>, lanes: WriteMask },
    Mark(Mark),
}

impl Access {
    const fn read(&self) -> Option<&Read> {
        if let Self::Read(read) = self { Some(read) } else { None }
    }
}

/// A load.
#[derive(Clone, Copy, Debug)]
struct Read {
    load: Handle<Node>,
    variable: Handle<Variable>,
    lanes: WriteMask,
    /// Whether one statement evaluates it, and somebody may ask for the last load of its lanes.
    is_sought: bool,
}

impl Read {
    fn overlaps(&self, other: &Self) -> bool {
        self.variable == other.variable && !self.lanes.and(other.lanes).is_empty()
    }
}

/// What tells accesses apart: most marks are of the flow, where they stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    If,
    Else,
    EndIf,
    Loop,
    /// With the number of the loop.
    EndLoop(u32),
    Switch,
    Case,
    EndCase {
        falls_through: bool,
    },
    /// With a default or without.
    EndSwitch {
        is_complete: bool,
    },
    Break,
    Continue,
    Return,
    Call,
    WriteOutputs,
    EndEntry,
    EndSubroutine,
    /// An instruction ends of which a load is the last access.
    EndInstruction,
}

/// The accesses to registers that the lowering has made so far.
#[derive(Debug, Default)]
pub(super) struct Accesses {
    list: Vec<Access>,
    /// Where those of the instruction at hand begin.
    first: usize,
    /// How many statements it has made.
    statements: u32,
    /// How many loops have ended.
    loops: u32,
}

impl Accesses {
    /// Room for about so many instructions.
    pub(super) fn with_room(instructions: usize) -> Self {
        Self { list: Vec::with_capacity(3 * instructions), ..Self::default() }
    }

    /// Lanes of a variable that is no array are read.
    #[inline]
    pub(super) fn read(&mut self, load: Handle<Node>, variable: Handle<Variable>, lanes: Lanes, scalar: Scalar) {
        // Most loads are of floats, and nobody asks for the last of those.
        let is_sought = scalar != Scalar::F32;
        self.list.push(Access::Read(Read { load, variable, lanes: lanes.mask(), is_sought }));
    }

    /// A statement is made that stands in the open block.
    #[inline]
    pub(super) fn statement(&mut self, kind: &StmtKind) {
        self.statements += 1;
        if let StmtKind::Store { variable, element: None, mask, .. } = *kind {
            self.list.push(Access::Write { variable, lanes: mask });
        } else {
            self.other_statement(kind);
        }
    }

    fn other_statement(&mut self, kind: &StmtKind) {
        let mark = match kind {
            StmtKind::Break => Mark::Break,
            StmtKind::Continue => Mark::Continue,
            StmtKind::Return => Mark::Return,
            StmtKind::Call(_) => Mark::Call,
            StmtKind::WriteOutputs => Mark::WriteOutputs,
            StmtKind::Let(_)
            | StmtKind::Store { .. }
            | StmtKind::StoreWord { .. }
            | StmtKind::StoreTexel { .. }
            | StmtKind::Barrier(_)
            | StmtKind::Demote
            | StmtKind::Discard
            | StmtKind::If { .. }
            | StmtKind::Loop(_)
            | StmtKind::Switch { .. } => return,
        };
        self.mark(mark);
    }

    /// Comes to a mark.
    pub(super) fn mark(&mut self, mark: Mark) {
        self.list.push(Access::Mark(mark));
    }

    /// The innermost loop ends.
    pub(super) fn end_loop(&mut self) {
        self.mark(Mark::EndLoop(self.loops));
        self.loops += 1;
    }

    /// An instruction ends. If it made several statements, they may evaluate the same expression, unless it is one of
    /// the flow, which evaluates its test alone.
    #[inline]
    pub(super) fn end(&mut self, opcode: Opcode) {
        // What takes the place of doubles is made of several statements later.
        if self.statements > 1 && !matches!(opcode, Opcode::Flow(_)) || matches!(opcode, Opcode::Double(_)) {
            self.evaluate_again();
        }
        if let Some(Access::Read(_)) = self.list.last() {
            self.mark(Mark::EndInstruction);
        }
        (self.first, self.statements) = (self.list.len(), 0);
    }

    /// The loads of the instruction at hand are evaluated more than once.
    fn evaluate_again(&mut self) {
        for access in self.list.get_mut(self.first..).unwrap_or_default() {
            if let Access::Read(read) = access {
                read.is_sought = false;
            }
        }
    }

    /// Marks the variables that nothing reads before it is written, and the last loads ([`Module::last_loads`]).
    pub(super) fn settle(&self, module: &mut Module) {
        let mut walk = Walk::new(module, self.loops, WORK * self.list.len());
        walk.program(&self.list);
        let Walk { live, last, .. } = walk;
        for ((_, variable), live) in module.variables.iter_mut().zip(live) {
            if variable.length.is_none() && live.is_empty() {
                variable.start = Start::Anything;
            }
        }
        module.last_loads = last;
    }
}

/// What going through loops again may take for each access of the program: a pass over a body is worth its accesses, times
/// one more than there are groups of 64 variables, and keeping what lives at a head is worth four for each variable.
/// Programs of compilers take a few; this keeps work and memory linear for those that are made to take more.
const WORK: usize = 64;

/// For each variable the lanes whose values are read later.
type Live = Vec<WriteMask>;

fn unite(live: &mut Live, other: &Live) {
    for (live, other) in live.iter_mut().zip(other) {
        *live = live.or(*other);
    }
}

/// A construct whose end was met, and not yet its beginning.
enum Open {
    /// What lives where the other of its blocks begins; behind it, if that one was not met yet.
    If { other: Live },
    /// Its number, what lives behind it, and how many accesses stand before its end.
    Loop { number: u32, after: Live, end: usize },
    /// What lives behind it, and at the beginning of any case.
    Switch { after: Live, any: Live },
}

/// What lives at the head of a loop.
#[derive(Clone)]
enum Head {
    /// Nothing is known to.
    Nothing,
    /// These lanes.
    Lanes(Live),
    /// All may: to find out would take too long.
    Everything,
}

struct Walk<'a> {
    outputs: &'a Arena<Output>,
    /// All lanes, but for those of arrays.
    every: Live,
    /// Behind the access at hand.
    live: Live,
    open: Vec<Open>,
    /// At the head of each loop, by its number, as far as it is known.
    heads: Vec<Head>,
    /// How much work is left for going through loops again ([`WORK`]).
    work: usize,
    /// Where the open function returns to.
    returned: Live,
    /// Loads of no floats that are the last of their lanes.
    last: HandleSet<Node>,
}

impl<'a> Walk<'a> {
    fn new(module: &'a Module, loops: u32, work: usize) -> Self {
        let every = |(_, variable): (_, &Variable)| match variable.length {
            None => WriteMask::ALL,
            Some(_) => WriteMask::NONE,
        };
        Self {
            outputs: &module.outputs,
            every: module.variables.iter().map(every).collect(),
            live: Live::new(),
            open: Vec::new(),
            heads: vec![Head::Nothing; loops as usize],
            work,
            returned: Live::new(),
            last: HandleSet::new(),
        }
    }

    /// Goes through all functions backwards.
    fn program(&mut self, list: &[Access]) {
        let mut left = list;
        while let [before @ .., access] = left {
            left = before;
            match access {
                Access::Read(read) => self.read(read, before),
                Access::Write { variable, lanes } => {
                    if let Some(live) = self.live.get_mut(variable.index()) {
                        *live = live.without(*lanes);
                    }
                }
                Access::Mark(mark) => {
                    if let Some(end) = self.mark(*mark, before.len()) {
                        left = list.get(..end).unwrap_or_default();
                    }
                }
            }
        }
    }

    /// Goes back over a load. It is not the last of its lanes if one that stands before it in its instruction reads them
    /// too; those behind it have made them live.
    #[inline]
    fn read(&mut self, read: &Read, before: &[Access]) {
        let Some(live) = self.live.get_mut(read.variable.index()) else { return };
        if read.is_sought {
            let overlaps = || before.iter().rev().map_while(Access::read).any(|other| other.overlaps(read));
            if live.and(read.lanes).is_empty() && !overlaps() {
                self.last.insert(read.load);
            } else {
                // It was, as long as less was known of what lives at the head of a loop.
                self.last.remove(read.load);
            }
        }
        *live = live.or(read.lanes);
    }

    /// Goes back over a mark that stands behind so many accesses. If something new lives at the head of a loop, gives how
    /// many accesses stand before its end, from which it is gone through again.
    fn mark(&mut self, mark: Mark, before: usize) -> Option<usize> {
        match mark {
            Mark::EndIf => self.open.push(Open::If { other: self.live.clone() }),
            Mark::Else => {
                if let Some(Open::If { other }) = self.open.last_mut() {
                    swap(&mut self.live, other);
                }
            }
            Mark::If => {
                if let Some(Open::If { other }) = self.open.pop() {
                    unite(&mut self.live, &other);
                }
            }
            Mark::EndLoop(number) => {
                let at_head = self.head(number);
                let after = replace(&mut self.live, at_head);
                self.open.push(Open::Loop { number, after, end: before });
            }
            Mark::Loop => {
                if let Some(&Open::Loop { number, end, .. }) = self.open.last()
                    && self.is_new_at_head(number, end - before)
                {
                    self.live = self.head(number);
                    return Some(end);
                }
                self.open.pop();
            }
            Mark::EndSwitch { is_complete } => {
                let after = self.live.clone();
                let any = if is_complete { vec![WriteMask::NONE; after.len()] } else { after.clone() };
                self.open.push(Open::Switch { after, any });
            }
            // Behind a case that falls through stands the next, which was gone through just now.
            Mark::EndCase { falls_through: true } => {}
            Mark::EndCase { falls_through: false } | Mark::Break => self.leave(),
            Mark::Case => {
                if let Some(Open::Switch { any, .. }) = self.open.last_mut() {
                    unite(any, &self.live);
                }
            }
            Mark::Switch => {
                if let Some(Open::Switch { any, .. }) = self.open.pop() {
                    self.live = any;
                }
            }
            Mark::Continue => {
                let number = self.open.iter().rev().find_map(|open| match open {
                    Open::Loop { number, .. } => Some(*number),
                    Open::If { .. } | Open::Switch { .. } => None,
                });
                if let Some(number) = number {
                    self.live = self.head(number);
                }
            }
            Mark::Return => self.live.clone_from(&self.returned),
            Mark::Call => self.live.clone_from(&self.every),
            Mark::WriteOutputs => {
                for (_, output) in self.outputs.iter() {
                    if let Some(live) = self.live.get_mut(output.variable.index()) {
                        *live = live.or(WriteMask::first(output.ty.width.into()));
                    }
                }
            }
            Mark::EndEntry => {
                self.returned = vec![WriteMask::NONE; self.every.len()];
                self.live.clone_from(&self.returned);
            }
            Mark::EndSubroutine => {
                self.returned.clone_from(&self.every);
                self.live.clone_from(&self.every);
            }
            Mark::EndInstruction => {}
        }
        None
    }

    /// What is known to live at the head of a loop.
    fn head(&self, number: u32) -> Live {
        match self.heads.get(number as usize) {
            Some(Head::Lanes(live)) => live.clone(),
            Some(Head::Nothing) => vec![WriteMask::NONE; self.every.len()],
            Some(Head::Everything) | None => self.every.clone(),
        }
    }

    /// Takes what lives here for what lives at the head of a loop with a body of so many accesses. Whether that was not
    /// known.
    fn is_new_at_head(&mut self, number: u32, body: usize) -> bool {
        let Some(head) = self.heads.get_mut(number as usize) else { return false };
        let is_known = match head {
            Head::Nothing => self.live.iter().all(|lanes| lanes.is_empty()),
            Head::Lanes(known) => *known == self.live,
            Head::Everything => true,
        };
        if is_known {
            return false;
        }
        let variables = self.live.len();
        *head = match self.work.checked_sub(body * (1 + variables / 64) + 4 * variables) {
            Some(left) => {
                self.work = left;
                Head::Lanes(self.live.clone())
            }
            None => Head::Everything,
        };
        true
    }

    /// Goes to what lives behind the innermost loop or switch.
    fn leave(&mut self) {
        let after = self.open.iter().rev().find_map(|open| match open {
            Open::Loop { after, .. } | Open::Switch { after, .. } => Some(after),
            Open::If { .. } => None,
        });
        if let Some(after) = after {
            self.live.clone_from(after);
        }
    }
}
