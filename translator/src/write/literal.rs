//! Exact spelling of numbers: what is read back has the bits that were printed.

use std::fmt::Write as _;

use super::part::Part;
use super::text::{Text, Tightness};
use crate::ir::Scalar;

/// Whether a float of these bits has a decimal spelling that every reader turns into the same bits: zeros and
/// normal numbers.
///
/// ANGLE's reader turns decimals of magnitude below 1e-37 into 0, and the shortest decimal of the largest float,
/// which is a little above it, into infinity; neither end is among them.
#[must_use]
pub fn is_decimal(bits: u32) -> bool {
    let value = f32::from_bits(bits);
    value == 0.0 && bits & 0x7fff_ffff == 0 || value.is_normal() && (1e-37..3.4e38).contains(&value.abs())
}

/// Appends a float: the fewest digits that read back to the same bits, always with a point or an exponent; NaN,
/// infinities and what no decimal carries as bits.
pub fn float(out: &mut Text, bits: u32) {
    let value = f32::from_bits(bits);
    #[allow(clippy::cast_possible_truncation, reason = "saturates, and is compared then")]
    let whole = value as i32;
    #[allow(clippy::cast_precision_loss, reason = "exact below 2^24")]
    if whole.unsigned_abs() < 10_000_000 && whole as f32 == value {
        out.minus(value.is_sign_negative());
        out.decimal(whole.unsigned_abs());
        out.push(".0");
    } else if is_decimal(bits) {
        if !few_decimals(out, value) {
            // The debug form of f32 is the shortest that reads back, with a point or an exponent.
            let _ = write!(out, "{value:?}");
        }
    } else {
        out.push("uintBitsToFloat(");
        uint(out, bits);
        out.push(")");
    }
}

/// Appends a float with a point and few digits as its debug form does; false where it has more digits, or an exponent.
///
/// Up to 2^23 no float has two nearest numbers of so many decimals, so that the nearest one is the form's if it reads
/// back. The products are exact: their factors have 24 bits at most.
fn few_decimals(out: &mut Text, value: f32) -> bool {
    let magnitude = f64::from(value.abs());
    if !(1e-4..1e6).contains(&magnitude) {
        return false;
    }
    let mut unit = 1_u32;
    for places in 1..10 {
        unit *= 10;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates, and is compared then")]
        let digits = (magnitude * f64::from(unit) + 0.5) as u32;
        if digits >= 1 << 23 {
            return false;
        }
        #[allow(clippy::cast_possible_truncation, reason = "the float that the digits read as")]
        let read = (f64::from(digits) / f64::from(unit)) as f32;
        if read == value.abs() {
            out.minus(value < 0.0);
            out.decimal(digits / unit);
            out.push(".");
            out.part(Part::digits(digits % unit, places));
            return true;
        }
    }
    false
}

/// Appends an `int`, in decimal. The lowest one has no literal: its digits overflow before the sign applies.
pub fn int(out: &mut Text, value: i32) {
    if value == i32::MIN {
        out.push("int(0x80000000u)");
    } else {
        out.minus(value < 0);
        out.decimal(value.unsigned_abs());
    }
}

/// Appends a `uint`: in hexadecimal where it is a mask of low bits (from 8 bits on) or above 16 bits.
pub fn uint(out: &mut Text, value: u32) {
    let mask = value >= 0xff && value & value.wrapping_add(1) == 0;
    if value > 0xffff {
        bits(out, value);
    } else if mask {
        out.push("0x");
        out.part(Part::hexadecimal(value, value.count_ones().div_ceil(4) as usize));
        out.push("u");
    } else {
        out.decimal(value);
        out.push("u");
    }
}

/// Appends a word as all its bits, in hexadecimal.
pub fn bits(out: &mut Text, word: u32) {
    out.push("0x");
    out.part(Part::hexadecimal(word, 8));
    out.push("u");
}

/// Appends a scalar; a truth value is any bit.
pub fn scalar(out: &mut Text, scalar: Scalar, bits: u32) {
    match scalar {
        Scalar::F32 => float(out, bits),
        Scalar::I32 => int(out, bits.cast_signed()),
        Scalar::U32 | Scalar::Bits | Scalar::F64 => uint(out, bits),
        Scalar::Bool => out.push(if bits == 0 { "false" } else { "true" }),
    }
}

/// How tightly the spelling of a scalar binds: a negative number is the negation of a literal.
#[must_use]
pub fn tightness(scalar: Scalar, bits: u32) -> Tightness {
    let negative = match scalar {
        Scalar::F32 => is_decimal(bits) && bits >> 31 != 0,
        Scalar::I32 => bits >> 31 != 0 && bits.cast_signed() != i32::MIN,
        Scalar::U32 | Scalar::Bits | Scalar::Bool | Scalar::F64 => false,
    };
    if negative { Tightness::Unary } else { Tightness::Primary }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spell(scalar: Scalar, bits: u32) -> String {
        let mut out = Text::new();
        super::scalar(&mut out, scalar, bits);
        out.finish().0
    }

    #[test]
    fn floats_have_the_fewest_digits_that_read_back() {
        for (bits, want) in [
            (0x0000_0000, "0.0"),
            (0x8000_0000, "-0.0"),
            (0x3f80_0000, "1.0"),
            (0xbf80_0000, "-1.0"),
            (0x3f00_0000, "0.5"),
            (0x3dcc_cccd, "0.1"),
            (0x4049_0fdb, "3.1415927"),
            (0x4b80_0000, "16777216.0"),
            (0x501502f9, "10000000000.0"),
            (0x5a0e_1bca, "1e16"),
            (0x3380_0000, "5.9604645e-8"),
            (0x7f00_0000, "1.7014118e38"),
            (0xff00_0000, "-1.7014118e38"),
            (0x0208_1cea, "1e-37"),
        ] {
            assert_eq!(spell(Scalar::F32, bits), want);
        }
    }

    #[test]
    fn decimals_are_those_of_the_debug_form() {
        // From 7.6e-6 to 8.4e6, and two floats that are halfway between numbers of one decimal less.
        for bits in (0x3700_0000..0x4b00_0000).step_by(9973).chain([0x3980_0000, 0x4196_d000]) {
            let value = f32::from_bits(bits);
            assert_eq!(spell(Scalar::F32, bits), format!("{value:?}"));
            assert_eq!(spell(Scalar::F32, bits | 1 << 31), format!("-{value:?}"));
        }
    }

    #[test]
    fn what_no_decimal_carries_is_spelled_as_bits() {
        for (bits, want) in [
            (0x7f80_0000, "uintBitsToFloat(0x7f800000u)"),
            (0xff80_0000, "uintBitsToFloat(0xff800000u)"),
            (0x7fc0_0000, "uintBitsToFloat(0x7fc00000u)"),
            (0xffff_ffff, "uintBitsToFloat(0xffffffffu)"),
            (0x0000_0001, "uintBitsToFloat(1u)"),
            (0x807f_ffff, "uintBitsToFloat(0x807fffffu)"),
            (0x0080_0000, "uintBitsToFloat(0x00800000u)"),
            (0x7f7f_ffff, "uintBitsToFloat(0x7f7fffffu)"),
            (0xff7f_ffff, "uintBitsToFloat(0xff7fffffu)"),
        ] {
            assert_eq!(spell(Scalar::F32, bits), want);
        }
    }

    #[test]
    fn decimals_read_back_to_their_bits() {
        let mut bits = 0x1234_5678_u32;
        for _ in 0..20_000 {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if is_decimal(bits) {
                let text = spell(Scalar::F32, bits);
                assert_eq!(text.parse::<f32>().unwrap().to_bits(), bits, "{text}");
                assert!(text.contains(['.', 'e']), "{text}");
            }
        }
    }

    #[test]
    fn integers_are_decimal_but_for_masks_and_the_lowest_int() {
        for (bits, want) in [
            (0, "0"),
            (7, "7"),
            (0xffff_ffff, "-1"),
            (0x7fff_ffff, "2147483647"),
            (0x8000_0001, "-2147483647"),
            (0x8000_0000, "int(0x80000000u)"),
        ] {
            assert_eq!(spell(Scalar::I32, bits), want);
        }
        for (value, want) in [
            (0, "0u"),
            (12, "12u"),
            (63, "63u"),
            (255, "0xffu"),
            (256, "256u"),
            (65_535, "0xffffu"),
            (65_536, "0x00010000u"),
            (0x8000_0000, "0x80000000u"),
            (0xffff_ffff, "0xffffffffu"),
        ] {
            assert_eq!(spell(Scalar::U32, value), want);
        }
        assert_eq!(spell(Scalar::Bool, 0), "false");
        assert_eq!(spell(Scalar::Bool, 1), "true");
    }

    #[test]
    fn negative_numbers_bind_as_negations() {
        assert_eq!(tightness(Scalar::F32, 0xbf80_0000), Tightness::Unary);
        assert_eq!(tightness(Scalar::F32, 0xff80_0000), Tightness::Primary);
        assert_eq!(tightness(Scalar::I32, 0x8000_0000), Tightness::Primary);
        assert_eq!(tightness(Scalar::I32, 0xffff_ffff), Tightness::Unary);
        assert_eq!(tightness(Scalar::U32, 0xffff_ffff), Tightness::Primary);
    }
}
