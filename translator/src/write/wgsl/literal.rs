//! Spelling of numbers in WGSL.
//!
//! Every number has a suffix, so that none is of an abstract type, whose arithmetic is not that of its scalar. What
//! the language would compute while it compiles must not be an error: no NaN, infinity or overflow may come out. A
//! number that could take part in such a computation is spelled as the result of a call, which is computed at run
//! time.

use crate::ir::Scalar;
use crate::write::literal::{self, float, int, is_decimal, uint};
use crate::write::text::Text;

/// The function that reads bits as a float at run time.
pub(super) const FLOAT: &str = "d3d_float";
/// The function that gives its argument at run time.
pub(super) const VALUE: &str = "d3d_value";

/// What a literal may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Calls {
    /// [`FLOAT`].
    Float,
    /// [`VALUE`].
    Value,
}

/// Appends a literal, and says what it calls; where `hidden`, the compiler must not know it.
pub(super) fn scalar(out: &mut Text, scalar: Scalar, bits: u32, hidden: bool) -> Option<Calls> {
    match scalar {
        Scalar::F32 if hidden || !is_decimal(bits) => {
            out.push(FLOAT);
            call(out, bits);
            return Some(Calls::Float);
        }
        Scalar::I32 if hidden || bits == 0x8000_0000 => {
            out.push("i32(");
            out.push(VALUE);
            call(out, bits);
            out.push(")");
            return Some(Calls::Value);
        }
        Scalar::U32 | Scalar::Bits | Scalar::F64 if hidden => {
            out.push(VALUE);
            call(out, bits);
            return Some(Calls::Value);
        }
        Scalar::F32 => {
            float(out, bits);
            out.push("f");
        }
        Scalar::I32 => {
            int(out, bits.cast_signed());
            out.push("i");
        }
        Scalar::U32 | Scalar::Bits | Scalar::F64 => uint(out, bits),
        Scalar::Bool => out.push(if bits == 0 { "false" } else { "true" }),
    }
    None
}

/// Appends a word as an argument.
fn call(out: &mut Text, word: u32) {
    out.push("(");
    literal::bits(out, word);
    out.push(")");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spell(scalar: Scalar, bits: u32, hidden: bool) -> String {
        let mut out = Text::new();
        super::scalar(&mut out, scalar, bits, hidden);
        out.finish().0
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
