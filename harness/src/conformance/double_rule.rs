//! When a double agrees with the interpreter's: what the translator states of the emulated double.
//!
//! Moves, comparisons, minimum, maximum, saturate and conversions are exact. Arithmetic is that of pairs of floats: each
//! operand and each result is rounded to a pair, which moves it by at most 2^-49 of itself; what is beyond the range of
//! floats is infinite, and what is below it is zero.
//!
//! Why 2^-49: a value from 2^e on has a high word within 2^(e - 24) of it, half a unit in the last place; what is left, at
//! most that, has a low word of 24 bits, which is within 2^(e - 49).

use dxbc_translator::opcode::Double;

/// Arithmetic of doubles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// Sum of two.
    Add,
    /// Product of two.
    Multiply,
    /// Quotient of two.
    Divide,
    /// Product of two and a sum.
    MultiplyAdd,
    /// 1 over one.
    Reciprocal,
}

impl Arithmetic {
    /// The arithmetic of an opcode; none for those that are exact.
    #[must_use]
    pub const fn of(op: Double) -> Option<Self> {
        match op {
            Double::Dadd => Some(Self::Add),
            Double::Dmul => Some(Self::Multiply),
            Double::Ddiv => Some(Self::Divide),
            Double::Dfma => Some(Self::MultiplyAdd),
            Double::Drcp => Some(Self::Reciprocal),
            Double::Dmax
            | Double::Dmin
            | Double::Deq
            | Double::Dge
            | Double::Dlt
            | Double::Dne
            | Double::Dmov
            | Double::Dmovc
            | Double::Dtof
            | Double::Dtoi
            | Double::Dtou
            | Double::Ftod
            | Double::Itod
            | Double::Utod => None,
        }
    }
}

/// How a double of a result is judged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Judge {
    /// The same bits: moves, and what is no double.
    Bits,
    /// The same bits, or NaN for NaN.
    Exact,
    /// Arithmetic.
    Near {
        /// The result where an operand or a step leaves the range of floats; else it is the interpreter's.
        beyond: Option<f64>,
        /// Absolute error.
        error: f64,
    },
}

/// What rounding to a pair moves a value by, of itself.
const ROUNDING: f64 = 1.0 / (1_u64 << 49) as f64;
/// What the result of arithmetic is away from the exact one of its rounded operands, of itself: the rounding to a pair,
/// a 1024th of that for the terms which arithmetic of pairs leaves out, and the roundings of the interpreter's double
/// and of the pair as a double, 2^-53 each.
const STEP: f64 = ROUNDING * (1.0 + 1.0 / 1024.0 + 1.0 / 8.0);
/// The least normal float, below which words are flushed.
const LEAST: f64 = f32::MIN_POSITIVE as f64;
/// What rounds to the greatest float at most.
const GREATEST: f64 = f32::MAX as f64 * (1.0 + f32::EPSILON as f64 / 4.0);

/// A value as a pair has it: infinite beyond the range of floats, and zero below it.
fn ranged(value: f64) -> f64 {
    if value.abs() >= GREATEST {
        f64::INFINITY.copysign(value)
    } else if value.abs() < LEAST {
        0.0_f64.copysign(value)
    } else {
        value
    }
}

/// What is lost of a value that becomes a pair: nothing of one that is a pair.
fn rounding(value: f64) -> f64 {
    let high = f64::from(value as f32);
    let low = f64::from((value - high) as f32);
    if !value.is_finite() || high + low == value { 0.0 } else { ROUNDING * value.abs() }
}

/// How the result of operands is judged.
#[must_use]
pub fn judge(arithmetic: Arithmetic, [a, b, c]: [f64; 3], saturate: bool) -> Judge {
    let [x, y, z] = [a, b, c].map(ranged);
    // What a pair of a small value loses of its low word.
    let lost = |value: f64| if value == 0.0 { 0.0 } else { 4.0 * LEAST / value.abs() };
    let product = ranged(x * y);
    // The error of what is multiplied or divided, of itself: of its operands and its own.
    let relative = |operands: &[f64]| {
        let errors =
            operands.iter().map(|&value| if value == 0.0 { 0.0 } else { lost(value) + rounding(value) / value.abs() });
        STEP + errors.sum::<f64>()
    };
    let (value, steps, error) = match arithmetic {
        Arithmetic::Add => (x + y, true, rounding(x) + rounding(y) + STEP * (x + y).abs()),
        Arithmetic::Multiply => (x * y, true, product.abs() * relative(&[x, y])),
        Arithmetic::Divide => (x / y, true, (x / y).abs() * relative(&[x, y])),
        Arithmetic::Reciprocal => (1.0 / x, true, (1.0 / x).abs() * relative(&[x])),
        Arithmetic::MultiplyAdd => {
            let sum = product + z;
            (sum, product == x * y, product.abs() * relative(&[x, y]) + rounding(z) + STEP * sum.abs())
        }
    };
    let operands = match arithmetic {
        Arithmetic::Reciprocal => 1,
        Arithmetic::Add | Arithmetic::Multiply | Arithmetic::Divide => 2,
        Arithmetic::MultiplyAdd => 3,
    };
    let inside = [a, b, c].iter().zip([x, y, z]).take(operands).all(|(a, x)| *a == x || a.is_nan());
    let inside = inside && steps && (ranged(value) == value || value.is_nan());
    let saturated = if value > 0.0 { value.min(1.0) } else { 0.0 };
    let beyond = if saturate { saturated } else { ranged(value) };
    Judge::Near { beyond: (!inside).then_some(beyond), error: error + 8.0 * LEAST }
}

impl Judge {
    /// Whether the bits of a double agree with the interpreter's.
    #[must_use]
    pub fn agrees(self, want: u64, got: u64) -> bool {
        let value = f64::from_bits(got);
        let want_value = f64::from_bits(want);
        match self {
            Self::Bits => want == got,
            Self::Exact => want == got || (want_value.is_nan() && value.is_nan()),
            Self::Near { beyond, error } => {
                let want = beyond.unwrap_or(want_value);
                // A result at the end of the range may be rounded over it.
                let over = value.is_infinite() && want.abs() + error >= GREATEST && want.signum() == value.signum();
                let close = want.is_finite() && (want - value).abs() <= error;
                want == value || (want.is_nan() && value.is_nan()) || over || close
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(arithmetic: Arithmetic, operands: [f64; 3], want: f64, got: f64) -> bool {
        judge(arithmetic, operands, false).agrees(want.to_bits(), got.to_bits())
    }

    #[test]
    fn sums_are_near_by_what_is_added() {
        // Pairs: the sum alone is rounded.
        assert!(near(Arithmetic::Add, [1.0, 1.0, 0.0], 2.0, 2.0 + 2.25 * ROUNDING));
        assert!(!near(Arithmetic::Add, [1.0, 1.0, 0.0], 2.0, 2.0 + 2.5 * ROUNDING));
        assert!(!near(Arithmetic::Add, [1.0, -1.0, 0.0], 0.0, ROUNDING));
        // Two of 53 bits that cancel.
        let third = 1.0 / 3.0;
        assert!(near(Arithmetic::Add, [third, -third, 0.0], 0.0, 0.6 * ROUNDING));
        assert!(!near(Arithmetic::Add, [third, -third, 0.0], 0.0, 0.7 * ROUNDING));
        assert!(!near(Arithmetic::Add, [1.0, f64::NAN, 0.0], f64::NAN, 1.0));
    }

    #[test]
    fn products_are_near_by_themselves() {
        assert!(near(Arithmetic::Multiply, [3.0, 5.0, 0.0], 15.0, 15.0 + 15.0 * ROUNDING));
        assert!(!near(Arithmetic::Multiply, [3.0, 5.0, 0.0], 15.0, 15.0 + 18.0 * ROUNDING));
        let third = 1.0 / 3.0;
        assert!(near(Arithmetic::Multiply, [third, third, 0.0], third * third, third * third * (1.0 + 3.0 * ROUNDING)));
        assert!(!near(
            Arithmetic::Multiply,
            [third, third, 0.0],
            third * third,
            third * third * (1.0 + 3.3 * ROUNDING)
        ));
        assert!(!near(Arithmetic::Multiply, [3.0, 5.0, 0.0], 15.0, 0.0));
        assert!(near(Arithmetic::MultiplyAdd, [3.0, 5.0, -15.0], 0.0, 15.0 * ROUNDING));
        assert!(!near(Arithmetic::MultiplyAdd, [3.0, 5.0, -15.0], 0.0, 18.0 * ROUNDING));
    }

    #[test]
    fn what_is_beyond_floats_is_infinite_or_zero() {
        assert!(near(Arithmetic::Multiply, [1e30, 1e30, 0.0], 1e60, f64::INFINITY));
        assert!(!near(Arithmetic::Multiply, [1e30, 1e30, 0.0], 1e60, 1e60));
        assert!(near(Arithmetic::Add, [1e300, 1.0, 0.0], 1e300, f64::INFINITY));
        assert!(near(Arithmetic::Add, [1e-300, 1.0, 0.0], 1.0, 1.0));
        assert!(near(Arithmetic::Reciprocal, [1e-300, 0.0, 0.0], 1e300, f64::INFINITY));
        assert!(near(Arithmetic::MultiplyAdd, [1e30, 1e30, -1.0], 1e60, f64::INFINITY));
        assert!(near(Arithmetic::MultiplyAdd, [1e30, 1e30, -1e60], 0.0, f64::NAN));
        assert!(judge(Arithmetic::Multiply, [1e30, 1e30, 0.0], true).agrees(1.0_f64.to_bits(), 1.0_f64.to_bits()));
    }

    #[test]
    fn what_is_exact_has_its_bits() {
        assert!(Judge::Exact.agrees(0x7ff8 << 48, 0xfff0_0000_0000_0001));
        assert!(!Judge::Exact.agrees(0, 1 << 63));
        assert!(!Judge::Bits.agrees(0x7ff8 << 48, 0xfff8 << 48));
    }
}
