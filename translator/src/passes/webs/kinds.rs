//! Kinds of values, and the type that holds a web of them.

use crate::ir::Scalar;

/// A set of kinds of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Kinds(u8);

impl Kinds {
    pub(in super::super) const NONE: Self = Self(0);
    pub(in super::super) const FLOAT: Self = Self(1);
    pub(in super::super) const INT: Self = Self(2);
    pub(in super::super) const UINT: Self = Self(4);
    /// Bits that say nothing of their type: literals, constants and words of buffers.
    pub(in super::super) const BITS: Self = Self(8);

    /// The kind of a value of a type.
    pub(in super::super) const fn of(scalar: Scalar) -> Self {
        match scalar {
            Scalar::F32 => Self::FLOAT,
            Scalar::I32 => Self::INT,
            Scalar::U32 | Scalar::Bool => Self::UINT,
            Scalar::Bits => Self::BITS,
        }
    }

    pub(in super::super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether there is none.
    pub(in super::super) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The type that holds values of the kinds `defined`, which are read as the kinds `used`.
///
/// - Read as floats only: f32, for then no integer is ever taken out of the float variable.
/// - Else, integers or values that may be integers (bits) beside floats: u32, which keeps every bit.
/// - Floats only: f32, though the bits be looked at. Integers only: as they are written.
/// - Bits only: as they are read. Not read at all: f32, for it does not matter.
pub(in super::super) const fn storage(defined: Kinds, used: Kinds) -> Scalar {
    let whole = Kinds::INT.or(Kinds::UINT);
    if !used.has(whole) && (used.has(Kinds::FLOAT) || !defined.has(whole)) {
        return Scalar::F32;
    }
    if defined.has(Kinds::FLOAT) {
        let pure = !defined.has(whole) && !defined.has(Kinds::BITS);
        return if pure { Scalar::F32 } else { Scalar::U32 };
    }
    let kinds = if defined.has(whole) { defined } else { used };
    match (kinds.has(Kinds::INT), kinds.has(Kinds::UINT), kinds.has(Kinds::FLOAT)) {
        (true, false, false) => Scalar::I32,
        (true, true, false) if used.has(Kinds::INT) && !used.has(Kinds::UINT) => Scalar::I32,
        _ => Scalar::U32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const F: Kinds = Kinds::FLOAT;
    const I: Kinds = Kinds::INT;
    const U: Kinds = Kinds::UINT;
    const B: Kinds = Kinds::BITS;

    #[test]
    fn definitions_decide_where_they_agree() {
        assert_eq!(storage(F, F), Scalar::F32);
        assert_eq!(storage(F, U), Scalar::F32, "the bits of a computed float");
        assert_eq!(storage(I, I.or(U)), Scalar::I32);
        assert_eq!(storage(U, I), Scalar::U32);
        assert_eq!(storage(U.or(B), U), Scalar::U32);
    }

    #[test]
    fn integers_are_never_read_out_of_floats() {
        for defined in [F.or(I), F.or(U), F.or(B), F.or(I).or(B)] {
            for used in [I, U, I.or(F), U.or(F)] {
                assert_eq!(storage(defined, used), Scalar::U32, "{defined:?} {used:?}");
            }
        }
    }

    #[test]
    fn what_is_read_as_float_only_is_float() {
        for defined in [F, I, U, B, F.or(U), F.or(I).or(B)] {
            assert_eq!(storage(defined, F), Scalar::F32, "{defined:?}");
        }
    }

    #[test]
    fn bits_follow_their_uses() {
        assert_eq!(storage(B, F), Scalar::F32);
        assert_eq!(storage(B, I), Scalar::I32);
        assert_eq!(storage(B, U), Scalar::U32);
        assert_eq!(storage(B, I.or(U)), Scalar::U32);
        assert_eq!(storage(B, F.or(I)), Scalar::U32);
        assert_eq!(storage(B, Kinds::NONE), Scalar::F32);
    }

    #[test]
    fn mixed_signs_follow_their_uses() {
        assert_eq!(storage(I.or(U), I), Scalar::I32);
        assert_eq!(storage(I.or(U), I.or(U)), Scalar::U32);
        assert_eq!(storage(I.or(U), U), Scalar::U32);
    }
}
