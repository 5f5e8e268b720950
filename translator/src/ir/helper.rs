//! Named helpers: functions with an exact D3D meaning that no target spells as one builtin.
//!
//! Lowering calls them by name; each writer holds one definition a helper and emits it where it is used.
//! All work per lane on vectors of equal width. Meanings: `dxbc-semantics` sections 3.3, 5 and 11.

use super::Scalar;

macro_rules! helpers {
    ($($variant:ident $name:literal ($($arg:ident),*) -> $result:ident $doc:literal;)*) => {
        /// A helper.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Helper {
            $(#[doc = $doc] $variant,)*
        }

        impl Helper {
            /// All helpers, in the order in which writers define them: callees first.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Name without a target's prefix.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Scalar types of the arguments; all have the width of the result.
            #[must_use]
            pub const fn args(self) -> &'static [Scalar] {
                match self { $(Self::$variant => &[$(Scalar::$arg),*],)* }
            }

            /// Scalar type of the result.
            #[must_use]
            pub const fn result(self) -> Scalar {
                match self { $(Self::$variant => Scalar::$result,)* }
            }
        }
    };
}

helpers! {
    Min "min" (F32, F32) -> F32 "The lesser; the operand that is not NaN.";
    Max "max" (F32, F32) -> F32 "The greater; the operand that is not NaN.";
    Saturate "saturate" (F32) -> F32 "Clamped to [0, 1]; NaN gives 0.";
    Exp2 "exp2" (F32) -> F32 "2 to the power; NaN stays NaN, -Inf gives 0, Inf gives Inf.";
    Log2 "log2" (F32) -> F32 "Base-2 logarithm; 0 and subnormals give -Inf, negatives and NaN give NaN.";
    Sqrt "sqrt" (F32) -> F32 "Square root; negatives give NaN, -0 gives -0.";
    InverseSqrt "rsq" (F32) -> F32 "1 / sqrt; signed infinity for signed 0, NaN for negatives.";
    FloatToInt "ftoi" (F32) -> I32 "Toward zero, clamped to the range of i32, NaN gives 0.";
    FloatToUint "ftou" (F32) -> U32 "Toward zero, clamped to the range of u32, NaN and negatives give 0.";
    UintToFloat "utof" (U32) -> F32 "Nearest float, ties to even.";
    DivideUint "udiv" (U32, U32) -> U32 "Quotient; all ones when the divisor is 0.";
    ModuloUint "umod" (U32, U32) -> U32 "Remainder; all ones when the divisor is 0.";
    MultiplyHighUint "umulhi" (U32, U32) -> U32 "High 32 bits of the unsigned product.";
    MultiplyHighInt "imulhi" (I32, I32) -> I32 "High 32 bits of the signed product.";
    ExtractUint "ubfe" (U32, U32, U32) -> U32 "Bit field: width, offset, value.";
    ExtractInt "ibfe" (U32, U32, I32) -> I32 "Bit field, sign extended: width, offset, value.";
    InsertBits "bfi" (U32, U32, U32, U32) -> U32 "Base with bits inserted: width, offset, insert, base.";
    FirstBitHigh "firstbit_hi" (U32) -> U32 "Leading zeros; all ones for 0.";
    FirstBitLow "firstbit_lo" (U32) -> U32 "Trailing zeros; all ones for 0.";
    FirstBitSigned "firstbit_shi" (I32) -> U32 "From the top, first bit unlike the sign; all ones for 0 and -1.";
    FloatToHalf "f32tof16" (F32) -> U32 "Half bits in the low 16, rounded toward zero, finite stays finite.";
    HalfToFloat "f16tof32" (U32) -> F32 "Float of the half in the low 16 bits, subnormals exact.";
    SumOfDifferences "msad" (U32, U32, U32) -> U32 "Reference, source, accumulator: masked sum of absolute byte differences.";
}
