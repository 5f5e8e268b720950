//! Liveness of the lanes of registers: which variables need no value to start with, and which loads are the last.
//!
//! What the lowering reads and writes is noted as it comes, and in the end gone through backwards with the lanes that
//! something behind reads before it is written. What lives at the head of a loop is known when the loop was gone
//! through; so a loop is gone through again until that does not change, or all lanes are taken to live there where that
//! would take too long. A subroutine is not followed: all lanes live where one is called and where one ends. Elements of
//! arrays are not told apart, so arrays are left out and always start as zero.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{OutputKind, Place, Semantic, Type, VariableKind};
    use crate::opcode::{Flow, Move};
    use crate::program::{Component, Stage};

    use Component::{X, Y};

    const MOVE: Opcode = Opcode::Move(Move::Mov);

    /// Two registers and an output of four floats, and what happens to them.
    struct Program {
        module: Module,
        r0: Handle<Variable>,
        r1: Handle<Variable>,
        o0: Handle<Variable>,
        accesses: Accesses,
    }

    impl Program {
        fn new() -> Self {
            let mut module = Module::new(Stage::Pixel);
            let variable = |kind, scalar| Variable::new(kind, scalar, 4);
            let [r0, r1] = [0, 1].map(|number| module.variables.push(variable(VariableKind::Temp(number), None)));
            let ty = Type::new(Scalar::F32, 4);
            let o0 = module.variables.push(variable(VariableKind::Output(0), Some(ty.scalar)));
            let semantic = Semantic { name: "SV_Target".into(), index: 0 };
            let (kind, mask) = (OutputKind::Target(0), WriteMask::ALL);
            module.outputs.push(Output { semantic, register: Some(0), mask, ty, kind, location: 0, variable: o0 });
            Self { module, r0, r1, o0, accesses: Accesses::default() }
        }

        /// Reads a lane as bits.
        fn read(&mut self, variable: Handle<Variable>, lane: Component) -> Handle<Node> {
            let (lanes, scalar) = (Lanes::one(lane), Scalar::Bits);
            let load = self.module.load(Place::Variable(variable), None, lanes, scalar);
            self.accesses.read(load, variable, lanes, scalar);
            load
        }

        /// Stores to lanes, as a part of an instruction.
        fn store(&mut self, variable: Handle<Variable>, mask: WriteMask) {
            let value = self.module.float(1.0);
            self.accesses.statement(&StmtKind::Store { variable, element: None, mask, value });
        }

        /// `variable.mask = 1`
        fn write(&mut self, variable: Handle<Variable>, mask: WriteMask) {
            self.store(variable, mask);
            self.accesses.end(MOVE);
        }

        /// `to.lane = from.lane`
        fn copy(&mut self, to: Handle<Variable>, from: Handle<Variable>, lane: Component) -> Handle<Node> {
            let load = self.read(from, lane);
            self.write(to, WriteMask::of(lane));
            load
        }

        /// Does `kind` where something is true.
        fn jump_if(&mut self, kind: &StmtKind) {
            self.accesses.mark(Mark::If);
            self.accesses.statement(kind);
            self.accesses.mark(Mark::EndIf);
            self.accesses.end(Opcode::Flow(Flow::Breakc));
        }

        fn settle(&mut self) {
            self.accesses.mark(Mark::WriteOutputs);
            self.accesses.mark(Mark::EndEntry);
            self.accesses.settle(&mut self.module);
        }

        /// Whether `r0`, `r1` and `o0` start as zero.
        fn zeros(mut self) -> [bool; 3] {
            self.settle();
            [self.r0, self.r1, self.o0].map(|variable| self.module.variables[variable].start == Start::Zero)
        }

        /// Whether loads are the last of their lanes.
        fn are_last<const N: usize>(mut self, loads: [Handle<Node>; N]) -> [bool; N] {
            self.settle();
            loads.map(|load| self.module.last_loads.contains(load))
        }
    }

    #[test]
    fn what_is_read_first_starts_as_zero() {
        let mut p = Program::new();
        let (r0, r1, o0) = (p.r0, p.r1, p.o0);
        p.write(r0, WriteMask::X);
        p.copy(o0, r0, X);
        p.copy(o0, r1, Y);
        assert_eq!(p.zeros(), [false, true, true], "two lanes of o0 are never written");
        let mut p = Program::new();
        p.write(r0, WriteMask::X);
        p.copy(r1, r0, Y);
        p.write(o0, WriteMask::ALL);
        assert_eq!(p.zeros(), [true, false, false], "another lane of r0 is read; r1 never is");
    }

    #[test]
    fn what_one_way_leaves_out_starts_as_zero() {
        for (both, zero) in [(true, false), (false, true)] {
            let mut p = Program::new();
            let (r0, o0) = (p.r0, p.o0);
            p.accesses.mark(Mark::If);
            p.write(r0, WriteMask::X);
            p.accesses.mark(Mark::Else);
            if both {
                p.write(r0, WriteMask::X);
            }
            p.accesses.mark(Mark::EndIf);
            p.write(o0, WriteMask::ALL);
            p.copy(o0, r0, X);
            assert_eq!(p.zeros(), [zero, false, false]);
        }
    }

    #[test]
    fn a_switch_writes_what_all_its_ways_write() {
        // Whether there is a default, and whether the first case falls through to the second, which alone writes.
        for (is_complete, falls_through, zero) in [(true, true, false), (false, true, true), (true, false, true)] {
            let mut p = Program::new();
            let (r0, o0) = (p.r0, p.o0);
            p.accesses.mark(Mark::Switch);
            p.accesses.mark(Mark::Case);
            p.accesses.mark(Mark::EndCase { falls_through });
            p.accesses.mark(Mark::Case);
            p.write(r0, WriteMask::X);
            p.accesses.mark(Mark::Break);
            p.accesses.mark(Mark::EndCase { falls_through: false });
            p.accesses.mark(Mark::EndSwitch { is_complete });
            p.copy(o0, r0, X);
            p.write(o0, WriteMask::ALL);
            assert_eq!(p.zeros(), [zero, false, false], "{is_complete} {falls_through}");
        }
    }

    #[test]
    fn the_first_trip_of_a_loop_reads_what_stood_before() {
        let mut p = Program::new();
        let (r0, r1) = (p.r0, p.r1);
        p.accesses.mark(Mark::Loop);
        p.copy(r1, r0, X);
        p.jump_if(&StmtKind::Break);
        p.write(r0, WriteMask::X);
        p.accesses.end_loop();
        p.copy(r1, r1, X);
        assert_eq!(p.zeros(), [true, false, true]);
        // Read on the second trip, of what the first one wrote.
        let mut p = Program::new();
        p.accesses.mark(Mark::Loop);
        p.write(r0, WriteMask::X);
        p.accesses.mark(Mark::Loop);
        p.accesses.mark(Mark::If);
        p.copy(r1, r0, X);
        p.accesses.statement(&StmtKind::Break);
        p.accesses.mark(Mark::EndIf);
        p.accesses.end_loop();
        p.accesses.end_loop();
        assert_eq!(p.zeros(), [false, false, false], "no way leads to the end");
    }

    #[test]
    fn loops_that_would_take_too_long_are_taken_to_read_everything() {
        for (others, exact) in [(40, true), (5000, false)] {
            let mut p = Program::new();
            for number in 2..2 + others {
                p.module.variables.push(Variable::new(VariableKind::Temp(number), None, 4));
            }
            let (r0, r1, o0) = (p.r0, p.r1, p.o0);
            p.accesses.mark(Mark::Loop);
            p.copy(o0, r0, X);
            p.jump_if(&StmtKind::Break);
            p.accesses.end_loop();
            p.write(r1, WriteMask::ALL);
            p.copy(o0, r1, Y);
            assert_eq!(p.zeros(), [true, !exact, true], "{others}");
        }
    }

    #[test]
    fn a_subroutine_may_read_anything() {
        let mut p = Program::new();
        let r0 = p.r0;
        p.accesses.statement(&StmtKind::Call(1));
        p.write(r0, WriteMask::ALL);
        assert_eq!(p.zeros(), [true, true, true]);
    }

    #[test]
    fn the_last_load_is_the_one_before_a_write_or_the_end() {
        let mut p = Program::new();
        let (r0, r1) = (p.r0, p.r1);
        let [first, second] = [p.copy(r1, r0, X), p.copy(r1, r0, X)];
        p.write(r0, WriteMask::X);
        let third = p.copy(r1, r0, X);
        assert_eq!(p.are_last([first, second, third]), [false, true, true]);
    }

    #[test]
    fn of_two_loads_of_a_lane_in_one_instruction_none_is_the_last() {
        let mut p = Program::new();
        let (r0, r1) = (p.r0, p.r1);
        let loads = [p.read(r0, X), p.read(r0, X), p.read(r0, Y)];
        p.write(r1, WriteMask::X);
        assert_eq!(p.are_last(loads), [false, false, true]);
        // Instructions that write nothing are told apart too.
        let mut p = Program::new();
        let first = p.read(r0, X);
        p.accesses.end(Opcode::Flow(Flow::Discard));
        let second = p.read(r0, X);
        p.accesses.end(Opcode::Flow(Flow::Discard));
        assert_eq!(p.are_last([first, second]), [false, true]);
    }

    #[test]
    fn what_several_statements_may_evaluate_is_no_last_load() {
        for (opcode, last) in [(MOVE, false), (Opcode::Flow(Flow::Retc), true)] {
            let mut p = Program::new();
            let (r0, r1) = (p.r0, p.r1);
            let load = p.read(r0, X);
            p.store(r1, WriteMask::X);
            p.store(r1, WriteMask::of(Y));
            p.accesses.end(opcode);
            assert_eq!(p.are_last([load]), [last]);
        }
    }

    #[test]
    fn the_next_trip_of_a_loop_comes_behind_a_load() {
        let mut p = Program::new();
        let (r0, r1) = (p.r0, p.r1);
        p.accesses.mark(Mark::Loop);
        let first = p.copy(r1, r0, X);
        p.write(r0, WriteMask::X);
        let second = p.copy(r1, r0, X);
        p.jump_if(&StmtKind::Break);
        p.accesses.end_loop();
        assert_eq!(p.are_last([first, second]), [true, false]);
    }
}
