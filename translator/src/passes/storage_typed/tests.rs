//! What becomes of small programs. Expected text is by the rules of the pass, by hand.

use super::*;
use crate::builtins::Builtin;
use crate::ir::{
    BinaryOp, Case, CaseLabel, Element, Function, Lanes, Node, Place, StmtKind, Type, UnaryOp, VariableKind,
};
use crate::passes::testing::{Program, add, printed, stmt};
use crate::program::{Component, WriteMask};

use Component::{W, X, Y, Z};

impl Program {
    fn store(variable: Handle<Variable>, lanes: &[Component], value: Handle<Node>) -> StmtKind {
        let mask = lanes.iter().copied().collect();
        StmtKind::Store { variable, element: None, mask, value }
    }

    /// `r#.lane = bits`, as a move of a literal.
    fn literal(&mut self, variable: Handle<Variable>, lanes: &[Component], bits: &[u32]) -> StmtKind {
        let value = self.module.literal(Scalar::Bits, bits);
        Self::store(variable, lanes, value)
    }

    /// `o0.x = r#.lane` as a float.
    fn out(&mut self, variable: Handle<Variable>, lane: Component) -> StmtKind {
        let value = self.load(variable, &[lane], Scalar::F32);
        Self::store(self.o0, &[X], value)
    }

    /// `o0.x = float(r#.lane)`, the lane read as an int.
    fn out_int(&mut self, variable: Handle<Variable>, lane: Component) -> StmtKind {
        let value = self.load(variable, &[lane], Scalar::I32);
        let value = self.module.convert(value, Scalar::F32);
        Self::store(self.o0, &[X], value)
    }

    /// `if r#.lane`, the lane read as a uint.
    fn when(&mut self, variable: Handle<Variable>, lane: Component, accept: Vec<StmtKind>) -> StmtKind {
        let value = self.load(variable, &[lane], Scalar::U32);
        let condition = self.module.unary(UnaryOp::AnyBit, value);
        StmtKind::If { condition, accept: accept.into_iter().map(stmt).collect(), reject: vec![] }
    }

    /// `if r#.x .. else ..`.
    fn branch(&mut self, variable: Handle<Variable>, accept: Vec<StmtKind>, reject: Vec<StmtKind>) -> StmtKind {
        let value = self.load(variable, &[X], Scalar::U32);
        let condition = self.module.unary(UnaryOp::AnyBit, value);
        let [accept, reject] = [accept, reject].map(|block| block.into_iter().map(stmt).collect());
        StmtKind::If { condition, accept, reject }
    }

    /// `r#.lane = r#.lane + by`, as ints.
    fn increment(&mut self, variable: Handle<Variable>, lane: Component, by: i32) -> StmtKind {
        let value = self.load(variable, &[lane], Scalar::I32);
        let by = self.module.int(by);
        let sum = self.module.binary(BinaryOp::Add, value, by);
        Self::store(variable, &[lane], sum)
    }

    /// The text of the entry after the pass, without the end.
    fn text(mut self, kinds: Vec<StmtKind>) -> String {
        add(&mut self.module, kinds);
        run(&mut self.module);
        printed(&self.module).trim_end_matches("write_outputs\n").to_string()
    }
}

const ONE: u32 = 0x3f80_0000;

#[test]
fn a_register_holds_one_type_after_another() {
    let mut p = Program::new();
    let (r0, one) = (p.r0, p.module.float(1.0));
    let two = p.module.float(2.0);
    let less = p.module.binary(BinaryOp::Less, one, two);
    let mask = p.module.unary(UnaryOp::Mask, less);
    let sum = p.module.binary(BinaryOp::Add, one, two);
    let accept = vec![p.out(r0, X)];
    let kinds =
        vec![Program::store(r0, &[X], sum), p.out(r0, X), Program::store(r0, &[X], mask), p.when(r0, X, accept)];
    let expected = "\
r0.x = (1.0 + 2.0)
o0.x = r0.x
r0u.x = mask((1.0 < 2.0))
if any(r0u.x)
  o0.x = bits<f32>(r0u.x)
";
    assert_eq!(p.text(kinds), expected);
}

#[test]
fn literals_follow_their_uses() {
    let mut p = Program::new();
    let (r0, r1) = (p.r0, p.r1);
    let kinds = vec![
        p.literal(r0, &[X, Y], &[ONE, 3]),
        p.literal(r1, &[X], &[7]),
        p.out(r0, X),
        p.out_int(r0, Y),
        p.when(r1, X, vec![]),
    ];
    let expected = "\
r0.x = 1.0
r0i.y = 3
r1u.x = 7u
o0.x = r0.x
o0.x = f32(r0i.y)
if any(r1u.x)
";
    assert_eq!(p.text(kinds), expected);
}

#[test]
fn a_loop_counter_stays_an_int() {
    let mut p = Program::new();
    let (r0, r1) = (p.r0, p.r1);
    let counter = p.load(r0, &[X], Scalar::I32);
    let four = p.module.int(4);
    let done = p.module.binary(BinaryOp::GreaterEqual, counter, four);
    let done = p.module.unary(UnaryOp::Mask, done);
    let body = vec![Program::store(r1, &[X], done), p.when(r1, X, vec![StmtKind::Break]), p.increment(r0, X, 1)];
    let body = body.into_iter().map(stmt).collect();
    let kinds = vec![p.literal(r0, &[X], &[0]), StmtKind::Loop(body), p.out_int(r0, X)];
    let expected = "\
r0i.x = 0
loop
  r1u.x = mask((r0i.x >= 4))
  if any(r1u.x)
    break
  r0i.x = (r0i.x + 1)
o0.x = f32(r0i.x)
";
    assert_eq!(p.text(kinds), expected);
}

#[test]
fn values_that_meet_without_a_use_stay_apart() {
    let mut p = Program::new();
    let (r0, r1) = (p.r0, p.r1);
    let one = p.module.float(1.0);
    let sum = p.module.binary(BinaryOp::Add, one, one);
    let accept = vec![Program::store(r0, &[X], sum), p.out(r0, X)];
    let first = p.when(r1, X, accept);
    let seven = p.module.int(7);
    let accept = vec![Program::store(r0, &[X], seven), p.out_int(r0, X)];
    let second = p.when(r1, X, accept);
    let expected = "\
r1u.x = 1u
if any(r1u.x)
  r0.x = (1.0 + 1.0)
  o0.x = r0.x
if any(r1u.x)
  r0i.x = 7
  o0.x = f32(r0i.x)
";
    let start = p.literal(r1, &[X], &[1]);
    assert_eq!(p.text(vec![start, first, second]), expected);
}

#[test]
fn values_that_meet_in_a_use_share_a_variable() {
    let mut p = Program::new();
    let (r0, r1) = (p.r0, p.r1);
    let one = p.module.float(1.0);
    let sum = p.module.binary(BinaryOp::Add, one, one);
    let seven = p.module.int(7);
    let branch = p.branch(r1, vec![Program::store(r0, &[X], sum)], vec![Program::store(r0, &[X], seven)]);
    let kinds = vec![branch, p.out(r0, X), p.out_int(r0, X)];
    // Nothing was written to r1 before: the condition is false.
    let expected = "\
if any(0u)
  r0u.x = bits<u32>((1.0 + 1.0))
else
  r0u.x = 7u
o0.x = bits<f32>(r0u.x)
o0.x = f32(bits<i32>(r0u.x))
";
    assert_eq!(p.text(kinds), expected);
}

#[test]
fn copies_carry_kinds_both_ways() {
    let mut p = Program::new();
    let (r0, r1) = (p.r0, p.r1);
    let moved = p.load(r0, &[X, Y], Scalar::Bits);
    let kinds =
        vec![p.literal(r0, &[X, Y], &[3, ONE]), Program::store(r1, &[Z, W], moved), p.out_int(r1, Z), p.out(r1, W)];
    let expected = "\
r0i.x = 3
r0.y = 1.0
r1i.z = r0i.x
r1.w = r0.y
o0.x = f32(r1i.z)
o0.x = r1.w
";
    assert_eq!(p.text(kinds), expected);
}

#[test]
fn a_split_store_reads_before_it_writes() {
    let mut p = Program::new();
    let r0 = p.r0;
    let swapped = p.load(r0, &[Y, X], Scalar::Bits);
    let kinds = vec![
        p.literal(r0, &[X, Y], &[3, ONE]),
        p.out_int(r0, X),
        p.out(r0, Y),
        Program::store(r0, &[X, Y], swapped),
        p.out(r0, X),
        p.out_int(r0, Y),
    ];
    // The int of x moves to y, the float of y to x: different variables, so nothing is overwritten too soon.
    let expected = "\
r0i.x = 3
r0.y = 1.0
o0.x = f32(r0i.x)
o0.x = r0.y
r0.x = r0.y
r0i.y = r0i.x
o0.x = r0.x
o0.x = f32(r0i.y)
";
    assert_eq!(p.text(kinds), expected);
}

#[test]
fn a_part_that_would_read_too_late_is_bound() {
    let mut p = Program::new();
    let (r0, r1) = (p.r0, p.r1);
    let one = p.module.float(1.0);
    let sum = p.module.binary(BinaryOp::Add, one, one);
    let sum = p.module.splat(sum, 2);
    let swapped = p.load(r0, &[Y, X], Scalar::Bits);
    let accept = vec![Program::store(r0, &[X, Y], swapped)];
    let five = p.module.int(5);
    let branch = p.branch(r1, accept, vec![Program::store(r0, &[Y], five)]);
    let kinds = vec![Program::store(r0, &[X, Y], sum), branch, p.out(r0, X), p.out_int(r0, Y)];
    // y may be an int behind the branch, so it is held as a uint there; x was overwritten when y reads it.
    let expected = "\
r0.xy = splat2((1.0 + 1.0))
if any(0u)
  let l0: u32 = bits<u32>(r0.x)
  r0.x = r0.y
  r0u.y = l0
else
  r0u.y = 5u
o0.x = r0.x
o0.x = f32(bits<i32>(r0u.y))
";
    assert_eq!(p.text(kinds), expected);
}

#[test]
fn a_costly_value_that_splits_is_bound_once() {
    let mut p = Program::new();
    let (r0, r1) = (p.r0, p.r1);
    let one = p.module.float(1.0);
    let sum = p.module.binary(BinaryOp::Add, one, one);
    let sum = p.module.splat(sum, 2);
    let five = p.module.int(5);
    let branch = p.branch(r1, vec![Program::store(r0, &[X, Y], sum)], vec![Program::store(r0, &[Y], five)]);
    let kinds = vec![branch, p.out(r0, X), p.out_int(r0, Y)];
    let expected = "\
if any(0u)
  let l0: f32x2 = splat2((1.0 + 1.0))
  r0.x = l0.x
  r0u.y = bits<u32>(l0.y)
else
  r0u.y = 5u
o0.x = r0.x
o0.x = f32(bits<i32>(r0u.y))
";
    assert_eq!(p.text(kinds), expected);
}

#[test]
fn lanes_of_several_types_are_composed() {
    let mut p = Program::new();
    let r0 = p.r0;
    let all = p.load(r0, &[X, Y, Z, W], Scalar::F32);
    let kinds = vec![
        p.literal(r0, &[X, Y, Z], &[ONE, ONE, 3]),
        p.out_int(r0, Z),
        p.when(r0, Z, vec![]),
        Program::store(p.o0, &[X, Y, Z, W], all),
    ];
    // z is bits that are read as int, uint and float; w is never written.
    let expected = "\
r0.xy = splat2(1.0)
r0u.z = 3u
o0.x = f32(bits<i32>(r0u.z))
if any(r0u.z)
o0 = (r0.xy, bits<f32>(r0u.z), 0.0)
";
    assert_eq!(p.text(kinds), expected);
}

#[test]
fn break_and_continue_carry_values() {
    let mut p = Program::new();
    let (r0, r1) = (p.r0, p.r1);
    // r0.x is an int where the loop is left, and a float where it goes on: both reach the use behind it.
    let one = p.module.float(1.0);
    let sum = p.module.binary(BinaryOp::Add, one, one);
    let seven = p.module.int(7);
    let leave = p.when(r1, X, vec![Program::store(r0, &[X], seven), StmtKind::Break]);
    let again = p.when(r1, Y, vec![Program::store(r0, &[X], sum), StmtKind::Continue]);
    let last = p.when(r1, Z, vec![StmtKind::Break]);
    let body = [leave, again, last].into_iter().map(stmt).collect();
    let kinds = vec![p.literal(r1, &[X, Y, Z], &[1, 1, 1]), StmtKind::Loop(body), p.out_int(r0, X)];
    let expected = "\
r1u.xyz = splat3(1u)
loop
  if any(r1u.x)
    r0u.x = 7u
    break
  if any(r1u.y)
    r0u.x = bits<u32>((1.0 + 1.0))
    continue
  if any(r1u.z)
    break
o0.x = f32(bits<i32>(r0u.x))
";
    assert_eq!(p.text(kinds), expected);
}

#[test]
fn cases_fall_through_with_their_values() {
    let program = |falls_through: bool| {
        let mut p = Program::new();
        let r0 = p.r0;
        let selector = p.module.uint(1);
        let three = p.module.literal(Scalar::Bits, &[ONE]);
        let jump = if falls_through { vec![] } else { vec![StmtKind::Break] };
        let first = [vec![Program::store(r0, &[X], three)], jump].concat();
        let second = vec![p.out_int(r0, X), StmtKind::Break];
        let cases = vec![
            Case { labels: vec![CaseLabel::Value(0)], body: first.into_iter().map(stmt).collect(), falls_through },
            Case {
                labels: vec![CaseLabel::Default],
                body: second.into_iter().map(stmt).collect(),
                falls_through: false,
            },
        ];
        let kinds = vec![StmtKind::Switch { selector, cases }];
        p.text(kinds)
    };
    assert!(program(true).contains("r0i.x = 1065353216\n"), "{}", program(true));
    // Without a way from the store to the use, the store is dead and the use reads zero.
    assert!(program(false).contains("r0.x = 1.0\n"), "{}", program(false));
    assert!(program(false).contains("o0.x = f32(0)\n"), "{}", program(false));
}

#[test]
fn subroutines_share_one_web_a_lane() {
    let mut p = Program::new();
    let (r0, r1) = (p.r0, p.r1);
    let body = vec![stmt(p.out_int(r0, X))];
    p.module.functions.push(Function { label: Some(0), body });
    let one = p.module.float(1.0);
    let sum = p.module.binary(BinaryOp::Add, one, one);
    let kinds = vec![
        Program::store(r0, &[X], sum),
        p.out(r0, X),
        p.literal(r0, &[X], &[5]),
        StmtKind::Call(1),
        p.literal(r1, &[X], &[5]),
        p.out_int(r1, X),
    ];
    let expected = "\
r0u.x = bits<u32>((1.0 + 1.0))
o0.x = bits<f32>(r0u.x)
r0u.x = 5u
call sub1
r1i.x = 5
o0.x = f32(r1i.x)
";
    assert_eq!(p.text(kinds), expected);
}

#[test]
fn arrays_are_of_one_type() {
    let arrays = |second_is_int: bool| {
        let mut p = Program::new();
        let kind = VariableKind::IndexableTemp(0);
        let array = p.module.variables.push(Variable::array(kind, None, 4, 2));
        let [zero, one] = [Element::Known(0), Element::Known(1)];
        let value = p.module.literal(Scalar::Bits, &[ONE]);
        let float = p.module.load(Place::Variable(array), Some(zero), Lanes::one(X), Scalar::F32);
        let scalar = if second_is_int { Scalar::I32 } else { Scalar::F32 };
        let other = p.module.load(Place::Variable(array), Some(one), Lanes::one(X), scalar);
        let other = p.module.convert(other, Scalar::F32);
        let kinds = vec![
            StmtKind::Store { variable: array, element: Some(one), mask: WriteMask::X, value },
            Program::store(p.o0, &[X], float),
            Program::store(p.o0, &[Y], other),
        ];
        p.text(kinds)
    };
    assert_eq!(arrays(false), "x0[1].x = 1.0\no0.x = x0[0].x\no0.y = x0[1].x\n");
    let mixed = "x0[1].x = 1065353216u\no0.x = bits<f32>(x0[0].x)\no0.y = f32(bits<i32>(x0[1].x))\n";
    assert_eq!(arrays(true), mixed);
}

#[test]
fn words_of_buffers_follow_their_uses() {
    let mut p = Program::new();
    let r0 = p.r0;
    let buffer = crate::ir::Buffer {
        register: 0,
        space: 0,
        view: crate::ir::View::Resource,
        kind: crate::ir::BufferKind::Raw,
        name: None,
    };
    let buffer = p.module.buffers.push(buffer);
    let texture = p.module.node(crate::ir::Expr::Buffer(buffer), Type::U32);
    let mut word = |at| {
        let at = p.module.uint(at);
        p.module.builtin(Builtin::StorageFetchU32, &[texture, at], Type::U32)
    };
    let words = [word(0), word(1)];
    let words = p.module.compose(&words);
    let kinds = vec![Program::store(r0, &[X, Y], words), p.out(r0, X), p.out(r0, Y)];
    let expected = "\
r0.xy = bits<f32>((storageFetchU32(t0, 0u), storageFetchU32(t0, 1u)))
o0.x = r0.x
o0.x = r0.y
";
    assert_eq!(p.text(kinds), expected);
}

#[test]
fn selects_of_bits_are_of_the_type_of_their_use() {
    let mut p = Program::new();
    let (r0, r1) = (p.r0, p.r1);
    let condition = p.load(r1, &[X], Scalar::U32);
    let condition = p.module.unary(UnaryOp::AnyBit, condition);
    let accept = p.load(r1, &[Y, Z], Scalar::Bits);
    let reject = p.module.literal(Scalar::Bits, &[0, ONE]);
    let chosen = p.module.select(condition, accept, reject);
    let kinds = vec![
        p.literal(r1, &[X, Y, Z], &[1, 2, ONE]),
        Program::store(r0, &[X, Y], chosen),
        p.out_int(r0, X),
        p.out(r0, Y),
    ];
    let expected = "\
r1u.x = 1u
r1i.y = 2
r1.z = 1.0
r0i.x = select(any(r1u.x), r1i.y, 0)
r0.y = select(any(r1u.x), r1.z, 1.0)
o0.x = f32(r0i.x)
o0.x = r0.y
";
    assert_eq!(p.text(kinds), expected);
}

#[test]
fn signs_follow_what_depends_on_them() {
    let mut p = Program::new();
    let (r0, r1) = (p.r0, p.r1);
    // The sum is of ints in the bytecode, but it indexes an array: so is what it is made of.
    let sum = p.increment(r0, X, 4);
    let index = p.load(r0, &[X], Scalar::U32);
    let cb0 = crate::ir::ConstantBuffer { register: 0, space: 0, rows: 9, name: None };
    let cb0 = p.module.constant_buffers.push(cb0);
    let index = Element::Value(index);
    let row = p.module.load(Place::ConstantBuffer(cb0), Some(index), Lanes::one(X), Scalar::F32);
    // Here the sign of the sum is looked at.
    let other = p.increment(r1, X, 4);
    let value = p.load(r1, &[X], Scalar::I32);
    let zero = p.module.int(0);
    let less = p.module.binary(BinaryOp::Less, value, zero);
    let one = p.module.float(1.0);
    let less = p.module.select(less, one, row);
    let kinds =
        vec![p.literal(r0, &[X], &[2]), sum, p.literal(r1, &[X], &[2]), other, Program::store(p.o0, &[X], less)];
    let expected = "\
r0u.x = 2u
r0u.x = (r0u.x + 4u)
r1i.x = 2
r1i.x = (r1i.x + 4)
o0.x = select((r1i.x < 0), 1.0, cb0[r0u.x].x)
";
    assert_eq!(p.text(kinds), expected);
}

#[test]
fn long_programs_take_linear_time() {
    // 20000 statements in 2000 branches, with lanes that live throughout.
    let mut p = Program::new();
    let (r0, r1) = (p.r0, p.r1);
    let mut kinds = vec![p.literal(r0, &[X, Y, Z, W], &[1; 4]), p.literal(r1, &[X], &[1])];
    for _ in 0..2000 {
        let accept = vec![p.increment(r0, X, 1), p.increment(r0, Y, 1), p.increment(r0, Z, 1)];
        kinds.push(p.when(r1, X, accept));
        for lane in [X, Y, Z] {
            kinds.push(p.increment(r0, lane, 2));
        }
    }
    kinds.push(p.out_int(r0, W));
    let text = p.text(kinds);
    assert!(text.lines().all(|line| !line.contains("r0u") && !line.contains("r0.")), "all lanes are ints");
}
