//! What the IR means by 64-bit floats and by the helpers that stand for them, for [`crate::ir_eval`].
//!
//! A value is its two words. Arithmetic is that of pairs of floats: operands and results are rounded to a pair.

use dxbc_translator::builtins::Builtin;
use dxbc_translator::ir::{BinaryOp, DoubleHelper, Scalar};

use crate::ir_eval::Lanes;

fn double(lanes: Lanes) -> f64 {
    f64::from_bits(u64::from(lanes[1]) << 32 | u64::from(lanes[0]))
}

/// The words of a double; every NaN is the same.
fn words(value: f64) -> Lanes {
    let bits = if value.is_nan() { 0x7ff8 << 48 } else { value.to_bits() };
    [bits as u32, (bits >> 32) as u32, 0, 0]
}

fn pair(value: f64) -> Lanes {
    let high = value as f32;
    let low = if high.is_finite() { (value - f64::from(high)) as f32 } else { 0.0 };
    [high.to_bits(), low.to_bits(), 0, 0]
}

fn sum(pair: Lanes) -> f64 {
    f64::from(f32::from_bits(pair[0])) + f64::from(f32::from_bits(pair[1]))
}

fn rounded(value: f64) -> f64 {
    sum(pair(value))
}

/// A two-operand operator of doubles, a truth value being 0 or 1.
pub(crate) fn binary(op: BinaryOp, a: Lanes, b: Lanes) -> Lanes {
    let (a, b) = (double(a), double(b));
    let (x, y) = (rounded(a), rounded(b));
    let truth = |truth: bool| [u32::from(truth), 0, 0, 0];
    match op {
        BinaryOp::Add => words(rounded(x + y)),
        BinaryOp::Subtract => words(rounded(x - y)),
        BinaryOp::Multiply => words(rounded(x * y)),
        BinaryOp::Divide => words(rounded(x / y)),
        BinaryOp::Equal => truth(a == b),
        BinaryOp::NotEqual => truth(a != b),
        BinaryOp::Less => truth(a < b),
        BinaryOp::GreaterEqual => truth(a >= b),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
            panic!("{op:?} of doubles")
        }
    }
}

pub(crate) fn negate(a: Lanes) -> Lanes {
    [a[0], a[1] ^ 0x8000_0000, 0, 0]
}

/// A conversion that has a double on either side.
pub(crate) fn convert(from: Scalar, to: Scalar, a: Lanes) -> Lanes {
    match (from, to) {
        (Scalar::F32, Scalar::F64) => words(f64::from(f32::from_bits(a[0]))),
        (Scalar::I32, Scalar::F64) => words(f64::from(a[0].cast_signed())),
        (Scalar::U32, Scalar::F64) => words(f64::from(a[0])),
        (Scalar::F64, Scalar::F32) => [(double(a) as f32).to_bits(), 0, 0, 0],
        (Scalar::F64, Scalar::I32) => [(double(a) as i32).cast_unsigned(), 0, 0, 0],
        (Scalar::F64, Scalar::U32) => [double(a) as u32, 0, 0, 0],
        _ => panic!("{from:?} to {to:?}"),
    }
}

/// A call of a registry name on doubles.
pub(crate) fn builtin(builtin: Builtin, args: &[Lanes]) -> Lanes {
    match (builtin, args) {
        (Builtin::Abs, &[x]) => [x[0], x[1] & 0x7fff_ffff, 0, 0],
        (Builtin::Min, &[a, b]) => helper(DoubleHelper::Min, &[a, b]),
        (Builtin::Max, &[a, b]) => helper(DoubleHelper::Max, &[a, b]),
        (Builtin::Saturate, &[x]) => helper(DoubleHelper::Saturate, &[x]),
        (Builtin::Fma, &[x, y, z]) => binary(BinaryOp::Add, binary(BinaryOp::Multiply, x, y), z),
        _ => panic!("{} of doubles", builtin.name()),
    }
}

/// A helper of the emulated double; the guard is not looked at.
pub(crate) fn helper(helper: DoubleHelper, args: &[Lanes]) -> Lanes {
    let first = args[0];
    let second = args.get(1).copied().unwrap_or_default();
    match helper {
        DoubleHelper::Pair => pair(double(first)),
        DoubleHelper::Bits => words(sum(first)),
        DoubleHelper::Order => {
            let order = double(first).partial_cmp(&double(second)).map_or(-2, |order| order as i32);
            [order.cast_unsigned(), 0, 0, 0]
        }
        DoubleHelper::Min | DoubleHelper::Max => {
            let (a, b) = (double(first), double(second));
            let less = if helper == DoubleHelper::Min { a < b } else { a > b };
            if less || b.is_nan() { first } else { second }
        }
        DoubleHelper::Saturate => {
            let x = double(first);
            words(if x > 0.0 { x.min(1.0) } else { 0.0 })
        }
        DoubleHelper::ToFloat => convert(Scalar::F64, Scalar::F32, first),
        DoubleHelper::ToInt => convert(Scalar::F64, Scalar::I32, first),
        DoubleHelper::ToUint => convert(Scalar::F64, Scalar::U32, first),
        DoubleHelper::OfFloat => convert(Scalar::F32, Scalar::F64, first),
        DoubleHelper::OfUint => convert(Scalar::U32, Scalar::F64, first),
        DoubleHelper::OfInt => convert(Scalar::I32, Scalar::F64, first),
        DoubleHelper::Add => pair(sum(first) + sum(second)),
        DoubleHelper::Multiply => pair(sum(first) * sum(second)),
        DoubleHelper::Divide => pair(sum(first) / sum(second)),
        DoubleHelper::TwoSum | DoubleHelper::QuickSum | DoubleHelper::TwoProduct | DoubleHelper::Scale => {
            panic!("{} is called by texts only", helper.name())
        }
    }
}
