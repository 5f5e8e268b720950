//! Notes of small programs, and what lives in them.

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

#[test]
fn a_continue_goes_to_the_head_of_its_loop() {
    for (jump, last) in [(StmtKind::Continue, false), (StmtKind::Break, true)] {
        let mut p = Program::new();
        let (r0, r1, o0) = (p.r0, p.r1, p.o0);
        p.accesses.mark(Mark::Loop);
        p.copy(o0, r0, X);
        let load = p.copy(r1, r0, X);
        p.jump_if(&jump);
        p.write(r0, WriteMask::X);
        p.accesses.end_loop();
        assert_eq!(p.are_last([load]), [last], "{jump:?}");
    }
}
