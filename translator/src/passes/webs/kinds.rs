//! Kinds of values, and the type that holds a web of them.

use crate::ir::Scalar;

/// A set of kinds of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Kinds(u8);

impl Kinds {
    pub(in super::super) const NONE: Self = Self(0);
    pub(in super::super) const FLOAT: Self = Self(1);
    /// An integer that is made or taken as a signed one.
    pub(in super::super) const INT: Self = Self(2);
    /// An integer that is made or taken as an unsigned one.
    pub(in super::super) const UINT: Self = Self(4);
    /// Bits that say nothing of their type: literals, constants and words of buffers.
    pub(in super::super) const BITS: Self = Self(8);
    /// An integer where the sign does not matter (sums, products, bitwise operations), signed in the bytecode.
    pub(in super::super) const LIKE_INT: Self = Self(16);
    /// The same, unsigned in the bytecode.
    pub(in super::super) const LIKE_UINT: Self = Self(32);
    const WHOLE: Self = Self(2 + 4 + 16 + 32);

    /// The kind of a value of a type.
    pub(in super::super) const fn of(scalar: Scalar) -> Self {
        match scalar {
            Scalar::F32 => Self::FLOAT,
            Scalar::I32 => Self::INT,
            Scalar::U32 | Scalar::Bool => Self::UINT,
            Scalar::Bits | Scalar::F64 => Self::BITS,
        }
    }

    /// The kind of a value of a type where its sign does not matter.
    pub(in super::super) const fn like(scalar: Scalar) -> Self {
        match scalar {
            Scalar::I32 => Self::LIKE_INT,
            Scalar::U32 => Self::LIKE_UINT,
            Scalar::F32 | Scalar::Bool | Scalar::Bits | Scalar::F64 => Self::of(scalar),
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

    /// The one of two kinds that is in the set without the other.
    const fn only(self, int: Self, uint: Self) -> Option<Scalar> {
        match (self.has(int), self.has(uint)) {
            (true, false) => Some(Scalar::I32),
            (false, true) => Some(Scalar::U32),
            _ => None,
        }
    }
}

/// The type that holds values of the kinds `defined`, which are read as the kinds `used`; `near` is the sign of
/// the integers that they are computed with.
///
/// - Read as floats only: f32, for then no integer is ever taken out of the float variable.
/// - Else, integers or values that may be integers (bits) beside floats: u32, which keeps every bit.
/// - Floats only: f32, though the bits be looked at. Not read at all and no integers: f32, for it does not matter.
/// - Else integers: [`sign`] says which.
pub(in super::super) fn storage(defined: Kinds, used: Kinds, near: Option<Scalar>) -> Scalar {
    if !used.has(Kinds::WHOLE) && (used.has(Kinds::FLOAT) || !defined.has(Kinds::WHOLE)) {
        return Scalar::F32;
    }
    if defined.has(Kinds::FLOAT) {
        let pure = !defined.has(Kinds::WHOLE) && !defined.has(Kinds::BITS);
        return if pure { Scalar::F32 } else { Scalar::U32 };
    }
    if !defined.has(Kinds::WHOLE) && used.has(Kinds::FLOAT) {
        return Scalar::U32;
    }
    let like = || {
        defined
            .only(Kinds::LIKE_INT, Kinds::LIKE_UINT)
            .or_else(|| used.only(Kinds::LIKE_INT, Kinds::LIKE_UINT))
            .unwrap_or(Scalar::U32)
    };
    sign(defined, used).or(near).unwrap_or_else(like)
}

/// The type of the integers of a web, where something says it: who makes and takes them, first of all who makes them.
/// Where both signs are asked for and none is made, the bytecode's own.
pub(in super::super) fn sign(defined: Kinds, used: Kinds) -> Option<Scalar> {
    let all = defined.or(used);
    if !all.has(Kinds::INT) && !all.has(Kinds::UINT) {
        return None;
    }
    all.only(Kinds::INT, Kinds::UINT)
        .or_else(|| defined.only(Kinds::INT, Kinds::UINT))
        .or_else(|| defined.only(Kinds::LIKE_INT, Kinds::LIKE_UINT))
        .or(Some(Scalar::U32))
}

#[cfg(test)]
mod tests {
    use super::*;

    const F: Kinds = Kinds::FLOAT;
    const I: Kinds = Kinds::INT;
    const U: Kinds = Kinds::UINT;
    const B: Kinds = Kinds::BITS;

    fn storage(defined: Kinds, used: Kinds) -> Scalar {
        super::storage(defined, used, None)
    }

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
        for defined in [F.or(I), F.or(U), F.or(B), F.or(I).or(B), F.or(Kinds::LIKE_INT)] {
            for used in [I, U, I.or(F), U.or(F), Kinds::LIKE_UINT] {
                assert_eq!(storage(defined, used), Scalar::U32, "{defined:?} {used:?}");
            }
        }
    }

    #[test]
    fn what_is_read_as_float_only_is_float() {
        for defined in [F, I, U, B, F.or(U), F.or(I).or(B), Kinds::LIKE_UINT] {
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
        assert_eq!(storage(B, Kinds::LIKE_INT), Scalar::I32);
    }

    #[test]
    fn the_sign_follows_what_depends_on_it() {
        assert_eq!(storage(I.or(U), I), Scalar::U32);
        assert_eq!(storage(Kinds::LIKE_INT, U), Scalar::U32);
        assert_eq!(storage(Kinds::LIKE_UINT, I), Scalar::I32);
        assert_eq!(storage(Kinds::LIKE_INT, I.or(U)), Scalar::I32);
        assert_eq!(storage(Kinds::LIKE_INT.or(B), Kinds::LIKE_UINT), Scalar::I32);
        assert_eq!(super::storage(Kinds::LIKE_INT, Kinds::LIKE_INT, Some(Scalar::U32)), Scalar::U32);
        assert_eq!(super::storage(I, Kinds::LIKE_INT, Some(Scalar::U32)), Scalar::I32);
    }
}
