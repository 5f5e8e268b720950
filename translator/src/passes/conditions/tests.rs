//! What is moved to a test, and what stays where it is.

use super::*;
use crate::ir::Function;
use crate::ir::validate::Phase;
use crate::passes::testing::{Program, add, printed_in, stmt};

use Component::{X, Y};

/// `r0` is read as floats, and `r1` holds masks.
impl Program {
    /// `r1.lanes = mask(r0.lanes < 1)`
    fn compare(&mut self, lanes: &[Component]) -> StmtKind {
        let value = self.load(self.r0, lanes, Scalar::F32);
        let one = self.module.splat_literal(self.module.type_of(value), 0x3f80_0000);
        let less = self.module.binary(BinaryOp::Less, value, one);
        let value = self.module.unary(UnaryOp::Mask, less);
        let mask = lanes.iter().copied().collect();
        StmtKind::Store { variable: self.r1, element: None, mask, value }
    }

    /// The last load of a lane of `r1`.
    fn last(&mut self, lane: Component) -> Handle<Node> {
        let load = self.load(self.r1, &[lane], Scalar::U32);
        self.module.last_loads.insert(load);
        load
    }

    /// `if any(r1.lane) discard`, the last to read the lane.
    fn test(&mut self, lane: Component) -> StmtKind {
        let value = self.last(lane);
        self.test_of(value)
    }

    /// `if any(r1.lane) discard`, not the last to read the lane.
    fn early_test(&mut self, lane: Component) -> StmtKind {
        let value = self.load(self.r1, &[lane], Scalar::U32);
        self.test_of(value)
    }

    fn test_of(&mut self, value: Handle<Node>) -> StmtKind {
        let condition = self.module.unary(UnaryOp::AnyBit, value);
        StmtKind::If { condition, accept: vec![stmt(StmtKind::Discard)], reject: vec![] }
    }

    /// `r0.lane = 2`
    fn assign(&mut self, lane: Component) -> StmtKind {
        let value = self.module.float(2.0);
        StmtKind::Store { variable: self.r0, element: None, mask: WriteMask::of(lane), value }
    }

    fn conditions(mut self, kinds: Vec<StmtKind>) -> String {
        add(&mut self.module, kinds);
        run(&mut self.module);
        printed_in(&self.module, Phase::Lowered).trim_end_matches("write_outputs\n").to_string()
    }
}

#[test]
fn a_comparison_takes_the_place_of_its_test() {
    let mut p = Program::new();
    let kinds = vec![p.compare(&[X]), p.assign(Y), p.test(X)];
    assert_eq!(p.conditions(kinds), "r0.y = 2.0\nif (r0.x:f32 < 1.0)\n  discard\n");
}

#[test]
fn not_past_a_change_of_what_it_compares() {
    let mut p = Program::new();
    let kinds = vec![p.compare(&[X]), p.assign(X), p.test(X)];
    assert_eq!(p.conditions(kinds), "r1.x = mask((r0.x:f32 < 1.0))\nr0.x = 2.0\nif any(r1.x:u32)\n  discard\n");
}

#[test]
fn not_with_two_uses() {
    let mut p = Program::new();
    let kinds = vec![p.compare(&[X]), p.early_test(X), p.test(X)];
    let expected = "r1.x = mask((r0.x:f32 < 1.0))\nif any(r1.x:u32)\n  discard\nif any(r1.x:u32)\n  discard\n";
    assert_eq!(p.conditions(kinds), expected);
}

#[test]
fn each_mask_of_a_register_has_its_own_test() {
    let mut p = Program::new();
    let kinds = vec![p.compare(&[X]), p.test(X), p.assign(X), p.compare(&[X]), p.test(X)];
    let expected = "if (r0.x:f32 < 1.0)\n  discard\nr0.x = 2.0\nif (r0.x:f32 < 1.0)\n  discard\n";
    assert_eq!(p.conditions(kinds), expected);
}

#[test]
fn not_out_of_a_loop() {
    let mut p = Program::new();
    let body = vec![p.compare(&[X]), StmtKind::Break].into_iter().map(stmt).collect();
    let kinds = vec![StmtKind::Loop(body), p.test(X)];
    let expected = "loop\n  r1.x = mask((r0.x:f32 < 1.0))\n  break\nif any(r1.x:u32)\n  discard\n";
    assert_eq!(p.conditions(kinds), expected);
}

#[test]
fn not_if_the_next_trip_of_a_loop_reads_it() {
    let mut p = Program::new();
    let body = vec![p.test(X), p.compare(&[X]), p.early_test(X)].into_iter().map(stmt).collect();
    let text = p.conditions(vec![StmtKind::Loop(body)]);
    assert!(text.contains("  r1.x = mask((r0.x:f32 < 1.0))\n  if any(r1.x:u32)\n"), "{text}");
}

#[test]
fn in_a_loop_that_writes_it_first() {
    let mut p = Program::new();
    let body = vec![p.compare(&[X]), p.test(X), p.assign(X)].into_iter().map(stmt).collect();
    let expected = "loop\n  if (r0.x:f32 < 1.0)\n    discard\n  r0.x = 2.0\n";
    assert_eq!(p.conditions(vec![StmtKind::Loop(body)]), expected);
}

#[test]
fn not_before_a_call() {
    let mut p = Program::new();
    p.module.functions.push(Function { label: Some(0), body: Block::new() });
    let kinds = vec![p.compare(&[X]), p.early_test(X), StmtKind::Call(1)];
    assert!(p.conditions(kinds).starts_with("r1.x = mask((r0.x:f32 < 1.0))\nif any(r1.x:u32)\n"));
}

#[test]
fn a_vector_of_masks_is_tested_as_a_whole() {
    let mut p = Program::new();
    let compare = p.compare(&[X, Y]);
    let both = p.load(p.r1, &[Y, X], Scalar::U32);
    p.module.last_loads.insert(both);
    let both = p.module.unary(UnaryOp::AnyBit, both);
    let accept = p.load(p.r0, &[X, Y], Scalar::F32);
    let reject = p.module.splat_literal(p.module.type_of(accept), 0);
    let value = p.module.select(both, accept, reject);
    let store = StmtKind::Store { variable: p.r0, element: None, mask: WriteMask::first(2), value };
    let expected = "r0.xy = select((r0.yx:f32 < splat2(1.0)), r0.xy:f32, splat2(0.0))\n";
    assert_eq!(p.conditions(vec![compare, store]), expected);
}

#[test]
fn lanes_of_a_vector_of_masks_are_tested_one_by_one() {
    let mut p = Program::new();
    let kinds = vec![p.compare(&[X, Y]), p.test(X), p.test(Y)];
    assert!(p.conditions(kinds).starts_with("r1.y = mask((r0.y:f32 < 1.0))\nif (r0.x:f32 < 1.0)\n"));
    let mut p = Program::new();
    let select = |p: &mut Program, lane| {
        let test = p.last(lane);
        let test = p.module.unary(UnaryOp::AnyBit, test);
        let [one, zero] = [1.0, 0.0].map(|value| p.module.float(value));
        let value = p.module.select(test, one, zero);
        StmtKind::Store { variable: p.r0, element: None, mask: WriteMask::of(Component::W), value }
    };
    let kinds = vec![p.compare(&[X, Y]), select(&mut p, Y), select(&mut p, X)];
    let expected = "r0.w = select((r0.y:f32 < 1.0), 1.0, 0.0)\nr0.w = select((r0.x:f32 < 1.0), 1.0, 0.0)\n";
    assert_eq!(p.conditions(kinds), expected);
}

#[test]
fn not_past_a_lane_of_its_own_that_stays() {
    // r0.xy = mask(r0.yx < 1): what x is compared from is gone where y stays.
    let mut p = Program::new();
    let swapped = p.load(p.r0, &[Y, X], Scalar::F32);
    let one = p.module.splat_literal(p.module.type_of(swapped), 0x3f80_0000);
    let less = p.module.binary(BinaryOp::Less, swapped, one);
    let value = p.module.unary(UnaryOp::Mask, less);
    let compare = StmtKind::Store { variable: p.r0, element: None, mask: WriteMask::first(2), value };
    let mask = p.load(p.r0, &[X], Scalar::U32);
    p.module.last_loads.insert(mask);
    let condition = p.module.unary(UnaryOp::AnyBit, mask);
    let test = StmtKind::If { condition, accept: vec![stmt(StmtKind::Discard)], reject: vec![] };
    let y = p.load(p.r0, &[Y], Scalar::Bits);
    let keep = StmtKind::Store { variable: p.r1, element: None, mask: WriteMask::X, value: y };
    let expected = "r0.xy = mask((r0.yx:f32 < splat2(1.0)))\nif any(r0.x:u32)\n  discard\nr1.x = r0.y:bits\n";
    assert_eq!(p.conditions(vec![compare, test, keep]), expected);
}

/// `r1.x = left op right` of two values of bits.
fn joined(p: &mut Program, op: BinaryOp, right: impl FnOnce(&mut Program) -> Handle<Node>) -> StmtKind {
    let left = p.last(X);
    let right = right(p);
    let value = p.module.binary(op, left, right);
    StmtKind::Store { variable: p.r1, element: None, mask: WriteMask::X, value }
}

#[test]
fn a_mask_that_cuts_a_value_selects_it() {
    let mut p = Program::new();
    let kinds = vec![p.compare(&[X]), joined(&mut p, BinaryOp::And, |p| p.module.uint(0x3f80_0000))];
    assert_eq!(p.conditions(kinds), "r1.x = select((r0.x:f32 < 1.0), 0x3f800000, 0x0)\n");
    let mut p = Program::new();
    let kinds = vec![p.compare(&[X]), joined(&mut p, BinaryOp::And, |p| p.load(p.r1, &[Y], Scalar::U32))];
    assert_eq!(p.conditions(kinds), "r1.x = select((r0.x:f32 < 1.0), r1.y:bits, 0x0)\n");
}

#[test]
fn compared_masks_are_one_condition() {
    let mut p = Program::new();
    let [x, y] = [X, Y].map(|lane| p.last(lane));
    let same = p.module.binary(BinaryOp::Equal, x, y);
    let value = p.module.unary(UnaryOp::Mask, same);
    let store = StmtKind::Store { variable: p.r1, element: None, mask: WriteMask::X, value };
    let kinds = vec![p.compare(&[X]), p.compare(&[Y]), store, p.test(X)];
    assert_eq!(p.conditions(kinds), "if ((r0.x:f32 < 1.0) == (r0.y:f32 < 1.0))\n  discard\n");
}

#[test]
fn joined_masks_are_one_condition() {
    for (op, sign) in [(BinaryOp::And, "&"), (BinaryOp::Or, "|")] {
        let mut p = Program::new();
        let kinds = vec![p.compare(&[X]), p.compare(&[Y]), joined(&mut p, op, |p| p.last(Y)), p.test(X)];
        assert_eq!(p.conditions(kinds), format!("if ((r0.x:f32 < 1.0) {sign} (r0.y:f32 < 1.0))\n  discard\n"));
    }
    let mut p = Program::new();
    let mask = p.last(X);
    let value = p.module.unary(UnaryOp::Not, mask);
    let turned = StmtKind::Store { variable: p.r1, element: None, mask: WriteMask::X, value };
    let kinds = vec![p.compare(&[X]), turned, p.test(X)];
    assert_eq!(p.conditions(kinds), "if !((r0.x:f32 < 1.0))\n  discard\n");
}

#[test]
fn a_test_of_zero_is_turned() {
    let mut p = Program::new();
    let compare = p.compare(&[X]);
    let value = p.last(X);
    let zero = p.module.uint(0);
    let condition = p.module.binary(BinaryOp::Equal, value, zero);
    let branch = StmtKind::If { condition, accept: vec![stmt(StmtKind::Discard)], reject: vec![] };
    assert_eq!(p.conditions(vec![compare, branch]), "if !((r0.x:f32 < 1.0))\n  discard\n");
}
