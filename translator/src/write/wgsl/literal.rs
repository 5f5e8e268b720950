//! Spelling of numbers in WGSL.
//!
//! Every number has a suffix, so that none is of an abstract type, whose arithmetic is not that of its scalar. What
//! the language would compute while it compiles must not be an error: no NaN, infinity or overflow may come out. A
//! number that could take part in such a computation is spelled as the result of a call, which is computed at run
//! time.

use std::fmt::Write as _;

use crate::ir::Scalar;
use crate::write::literal::{is_decimal, uint};

/// The function that reads bits as a float at run time.
pub(super) const FLOAT: &str = "d3d_float";
/// The function that gives its argument at run time.
pub(super) const VALUE: &str = "d3d_value";

/// What a literal calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Calls {
    /// Nothing.
    Nothing,
    /// [`FLOAT`].
    Float,
    /// [`VALUE`].
    Value,
}

/// Appends a literal; where `hidden`, the compiler must not know it.
pub(super) fn scalar(out: &mut String, scalar: Scalar, bits: u32, hidden: bool) -> Calls {
    // Writing to a string cannot fail.
    let _ = match scalar {
        Scalar::F32 if is_decimal(bits) && !hidden => write!(out, "{:?}f", f32::from_bits(bits)),
        Scalar::F32 => write!(out, "{FLOAT}(0x{bits:08x}u)"),
        Scalar::I32 if hidden || bits == 0x8000_0000 => write!(out, "i32({VALUE}(0x{bits:08x}u))"),
        Scalar::I32 => write!(out, "{}i", bits.cast_signed()),
        Scalar::U32 | Scalar::Bits | Scalar::F64 if hidden => write!(out, "{VALUE}(0x{bits:08x}u)"),
        Scalar::U32 | Scalar::Bits | Scalar::F64 => {
            uint(out, bits);
            Ok(())
        }
        Scalar::Bool => write!(out, "{}", bits != 0),
    };
    match scalar {
        Scalar::F32 if hidden || !is_decimal(bits) => Calls::Float,
        Scalar::I32 if hidden || bits == 0x8000_0000 => Calls::Value,
        Scalar::U32 | Scalar::Bits | Scalar::F64 if hidden => Calls::Value,
        Scalar::F32 | Scalar::I32 | Scalar::U32 | Scalar::Bits | Scalar::Bool | Scalar::F64 => Calls::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spell(scalar: Scalar, bits: u32, hidden: bool) -> String {
        let mut out = String::new();
        super::scalar(&mut out, scalar, bits, hidden);
        out
    }

    #[test]
    fn numbers_have_a_suffix() {
        for (scalar, bits, want) in [
            (Scalar::F32, 0x3f80_0000, "1.0f"),
            (Scalar::F32, 0x8000_0000, "-0.0f"),
            (Scalar::F32, 0x5a0e_1bca, "1e16f"),
            (Scalar::I32, 0xffff_ffff, "-1i"),
            (Scalar::I32, 0x7fff_ffff, "2147483647i"),
            (Scalar::U32, 7, "7u"),
            (Scalar::U32, 0xffff_ffff, "0xffffffffu"),
            (Scalar::Bool, 1, "true"),
        ] {
            assert_eq!(spell(scalar, bits, false), want);
        }
    }

    #[test]
    fn what_could_fail_while_compiling_is_computed_at_run_time() {
        for (scalar, bits, hidden, want) in [
            (Scalar::F32, 0x7fc0_0000, false, "d3d_float(0x7fc00000u)"),
            (Scalar::F32, 0xff80_0000, false, "d3d_float(0xff800000u)"),
            (Scalar::F32, 1, false, "d3d_float(0x00000001u)"),
            (Scalar::F32, 0x7f7f_ffff, false, "d3d_float(0x7f7fffffu)"),
            (Scalar::F32, 0x3f80_0000, true, "d3d_float(0x3f800000u)"),
            (Scalar::I32, 0x8000_0000, false, "i32(d3d_value(0x80000000u))"),
            (Scalar::I32, 5, true, "i32(d3d_value(0x00000005u))"),
            (Scalar::U32, 5, true, "d3d_value(0x00000005u)"),
        ] {
            assert_eq!(spell(scalar, bits, hidden), want);
        }
    }
}
