//! When an engine's word agrees with the interpreter's: the bounds of Direct3D's float rules (semantics section 2).
//!
//! NaN has no payload, arithmetic may flush subnormals, and the sign of a zero result is free; all else is bits unless
//! the rules state a bound.
#![allow(clippy::wildcard_enum_match_arm, reason = "what is not named is all alike")]

use dxbc_translator::opcode::{Convert, Float, Move, Opcode};

/// How far a result may be away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The same bits.
    Bits,
    /// The same float, correctly rounded.
    Float,
    /// So many units in the last place.
    Ulps(u32),
    /// A relative error of 2^-21.
    Relative,
    /// An absolute error of 2^-21 where the result is between -1 and 1, else a relative one.
    Logarithm,
    /// An absolute error of 0.0008.
    Sine,
    /// A relative error of 2^-8 or an absolute of 1/512: filters have at least 8 bits of weight.
    Filter,
    /// The same half in the low 16 bits, NaN without payload.
    Half,
}

/// The bound of the rules that are relative.
const RELATIVE: f64 = 1.0 / (1_u32 << 21) as f64;

/// The rule of an opcode's results. `modifies` tells moves that modify: those are arithmetic.
#[must_use]
pub fn rule(opcode: Opcode, modifies: bool) -> Rule {
    match opcode {
        Opcode::Move(Move::Mov | Move::Movc | Move::Swapc) => {
            if modifies {
                Rule::Float
            } else {
                Rule::Bits
            }
        }
        Opcode::Float(op) => match op {
            // Either of a / b and a * (1 / b), each step rounded.
            Float::Div => Rule::Ulps(2),
            Float::Sqrt => Rule::Ulps(1),
            Float::Rcp | Float::Rsq | Float::Exp => Rule::Relative,
            Float::Log => Rule::Logarithm,
            Float::Sincos => Rule::Sine,
            // 1.0 and the float below it are both seen of tiny negative values (semantics section 12, 7).
            Float::Frc => Rule::Ulps(1),
            Float::Add
            | Float::Dp2
            | Float::Dp3
            | Float::Dp4
            | Float::Mad
            | Float::Min
            | Float::Max
            | Float::Mul
            | Float::RoundNe
            | Float::RoundNi
            | Float::RoundPi
            | Float::RoundZ
            | Float::DerivRtx
            | Float::DerivRty
            | Float::DerivRtxCoarse
            | Float::DerivRtxFine
            | Float::DerivRtyCoarse
            | Float::DerivRtyFine => Rule::Float,
        },
        Opcode::Convert(Convert::Itof | Convert::Utof | Convert::F16tof32) => Rule::Float,
        Opcode::Convert(Convert::F32tof16) => Rule::Half,
        _ => Rule::Bits,
    }
}

/// A float whose subnormals are zeros.
fn flushed(bits: u32) -> f32 {
    f32::from_bits(if bits & 0x7f80_0000 == 0 { bits & 0x8000_0000 } else { bits })
}

/// The distance of two numbers in units in the last place, subnormals counted as zero.
fn distance(a: f32, b: f32) -> u32 {
    // Normals follow directly on zero.
    let ordered = |x: f32| {
        let magnitude = i64::from(x.to_bits() & 0x7fff_ffff);
        let magnitude = (magnitude - 0x007f_ffff).max(0);
        if x.is_sign_negative() { -magnitude } else { magnitude }
    };
    u32::try_from((ordered(a) - ordered(b)).unsigned_abs()).unwrap_or(u32::MAX)
}

fn within(want: f32, got: f32, bound: f64) -> bool {
    let (want, got) = (f64::from(want), f64::from(got));
    if want == got {
        return true;
    }
    // A result at the edge of the range may go over it.
    let edge = f64::from(f32::MAX) * (1.0 - 2.0 * RELATIVE);
    if want.is_infinite() || got.is_infinite() {
        return want.signum() == got.signum() && want.abs() >= edge && got.abs() >= edge;
    }
    // Results next to the least normal may be flushed.
    (want - got).abs() <= bound || want.abs().max(got.abs()) <= f64::from(f32::MIN_POSITIVE) * (1.0 + 2.0 * RELATIVE)
}

impl Rule {
    /// Whether `got` is a result where `want` is the correctly rounded one.
    #[must_use]
    pub fn agrees(self, want: u32, got: u32) -> bool {
        if want == got {
            return true;
        }
        if self == Self::Bits {
            return false;
        }
        if self == Self::Half {
            let nan = |bits: u32| bits & 0x7fff > 0x7c00 && bits <= 0xffff;
            return nan(want) && nan(got);
        }
        let (want, got) = (flushed(want), flushed(got));
        if want.is_nan() || got.is_nan() {
            return want.is_nan() && got.is_nan();
        }
        let size = f64::from(want).abs();
        match self {
            Self::Bits | Self::Half => false,
            Self::Float => want == got,
            Self::Ulps(bound) => want == got || distance(want, got) <= bound,
            Self::Relative => within(want, got, size * RELATIVE),
            Self::Logarithm => within(want, got, size.max(1.0) * RELATIVE),
            Self::Sine => (f64::from(want) - f64::from(got)).abs() <= 0.0008,
            Self::Filter => within(want, got, (size / 256.0).max(1.0 / 512.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rule: Rule, want: f32, got: f32, agrees: bool) {
        assert_eq!(rule.agrees(want.to_bits(), got.to_bits()), agrees, "{rule:?} {want} {got}");
    }

    #[test]
    fn arithmetic_leaves_payloads_subnormals_and_signs_of_zero_open() {
        assert!(Rule::Float.agrees(0x7fc0_0000, 0xffc0_0001));
        assert!(Rule::Float.agrees(0x0000_0000, 0x8000_0001));
        assert!(!Rule::Float.agrees(0x3f80_0000, 0x3f80_0001));
        assert!(!Rule::Float.agrees(0x7fc0_0000, 0x7f80_0000));
        assert!(!Rule::Bits.agrees(0x7fc0_0000, 0xffc0_0000));
        assert!(!Rule::Bits.agrees(0, 0x8000_0000));
    }

    #[test]
    fn bounds_are_those_of_the_rules() {
        let ulp = f32::EPSILON;
        check(Rule::Ulps(1), 1.0, 1.0 + ulp, true);
        check(Rule::Ulps(1), 1.0, 1.0 + 2.0 * ulp, false);
        check(Rule::Ulps(1), 0.0, f32::MIN_POSITIVE, true);
        // 2^-21 is four units of 2^-23.
        check(Rule::Relative, 1.0, 1.0 + 4.0 * ulp, true);
        check(Rule::Relative, 1.0, 1.0 + 5.0 * ulp, false);
        check(Rule::Relative, f32::INFINITY, f32::MAX, true);
        check(Rule::Relative, f32::INFINITY, 1e38, false);
        check(Rule::Relative, f32::MIN_POSITIVE, 0.0, true);
        check(Rule::Logarithm, 0.0, 4e-7, true);
        check(Rule::Logarithm, 0.0, 5e-7, false);
        check(Rule::Sine, 0.5, 0.5007, true);
        check(Rule::Sine, 0.5, 0.501, false);
    }

    #[test]
    fn halves_have_no_payload() {
        assert!(Rule::Half.agrees(0x7e00, 0xfe01));
        assert!(!Rule::Half.agrees(0x7e00, 0x7c00));
        assert!(!Rule::Half.agrees(0x7bff, 0x7c00));
    }
}
