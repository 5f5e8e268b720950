//! The emulated double: the names that take 64-bit floats, and the helpers that stand for them afterwards.
//!
//! A double is held in one of two forms:
//! - its *bits*, two lanes of u32 with the low ones first, as registers and buffers hold it;
//! - a *pair* of f32, the high word in x and the low word in y, whose sum is the value and whose low word is at most
//!   half a unit in the last place of the high word.
//!
//! Moves, comparisons, minimum, maximum, saturate and all conversions work on bits and are exact for every double.
//! Arithmetic works on pairs: [`DoubleHelper::Pair`] rounds the 53 bits of a double to the bits and the range of a pair,
//! and a sum, product or quotient is the exact one of its operands rounded to a pair, but for terms below 2^-60 of what
//! is added or multiplied. Rounding moves a value by at most 2^-49 of itself: its high word is within half a unit of 24
//! bits, and what is left has 24 bits of its own and a sign.
//! What is larger than floats becomes an infinity, and what is below 2^-126 a zero of its sign; below about 2^-102 the low word
//! begins to be lost.

use super::{Scalar, Type};
use crate::builtins::Builtin;

/// The names of the registry that take and give f64 besides those that are of f64 alone.
pub const BUILTINS: &[Builtin] = &[Builtin::Abs, Builtin::Fma, Builtin::Max, Builtin::Min, Builtin::Saturate];

/// The bits of a double.
const BITS: Type = Type::new(Scalar::U32, 2);
/// A pair.
const PAIR: Type = Type::new(Scalar::F32, 2);
const FLOAT: Type = Type::F32;
const INT: Type = Type::I32;
const UINT: Type = Type::U32;

macro_rules! helpers {
    ($($variant:ident $name:literal ($($arg:ident),*) -> $result:ident $doc:literal;)*) => {
        /// A helper of the emulated double. Every `guard` is 1.0, which no compiler knows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum DoubleHelper {
            $(#[doc = $doc] $variant,)*
        }

        impl DoubleHelper {
            /// All helpers, in the order in which writers define them: callees first.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Name without a target's prefix.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Types of the arguments.
            #[must_use]
            pub const fn args(self) -> &'static [Type] {
                match self { $(Self::$variant => &[$($arg),*],)* }
            }

            /// Type of the result.
            #[must_use]
            pub const fn result(self) -> Type {
                match self { $(Self::$variant => $result,)* }
            }
        }
    };
}

helpers! {
    Pair "double_pair" (BITS) -> PAIR "The pair nearest to a double.";
    Bits "double_bits" (PAIR) -> BITS "The double nearest to a pair, NaN having one form.";
    Order "double_order" (BITS, BITS) -> INT "-1, 0 or 1 as the first is less, equal or greater; -2 with NaN.";
    Min "double_min" (BITS, BITS) -> BITS "The lesser; the operand that is not NaN; -0 is less than 0.";
    Max "double_max" (BITS, BITS) -> BITS "The greater; the operand that is not NaN; 0 is greater than -0.";
    Saturate "double_saturate" (BITS) -> BITS "Held to [0, 1]; NaN gives 0.";
    ToFloat "double_to_float" (BITS) -> FLOAT "The nearest float, halves to even; subnormals become zeros.";
    ToInt "double_to_int" (BITS) -> INT "Toward zero, held to the range of i32, NaN gives 0.";
    ToUint "double_to_uint" (BITS) -> UINT "Toward zero, held to the range of u32, NaN gives 0.";
    OfFloat "double_of_float" (FLOAT) -> BITS "The same number; subnormals are zeros.";
    OfUint "double_of_uint" (UINT) -> BITS "The same number.";
    OfInt "double_of_int" (INT) -> BITS "The same number.";
    TwoSum "pair_two_sum" (FLOAT, FLOAT, FLOAT) -> PAIR "The rounded sum of two floats and its error: a, b, guard.";
    QuickSum "pair_quick_sum" (FLOAT, FLOAT, FLOAT) -> PAIR "The same where the first is not smaller: a, b, guard.";
    TwoProduct "pair_two_product" (FLOAT, FLOAT, FLOAT) -> PAIR "The rounded product and its error: a, b, guard.";
    Scale "pair_scale" (PAIR, INT) -> PAIR "A pair times a power of two.";
    Add "pair_add" (PAIR, PAIR, FLOAT) -> PAIR "Sum of pairs; the last argument is the guard.";
    Multiply "pair_multiply" (PAIR, PAIR, FLOAT) -> PAIR "Product of pairs; the last argument is the guard.";
    Divide "pair_divide" (PAIR, PAIR, FLOAT) -> PAIR "Quotient of pairs; the last argument is the guard.";
}
