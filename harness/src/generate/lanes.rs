//! What is known of the registers of a random program while it is written: which lanes may be read as floats, which as
//! bits, so that no result depends on what Direct3D leaves open.
//!
//! Floats are multiples of 1/8 between -64 and 64, so that sums and products are exact whatever an engine fuses or
//! reorders. They are also good bits, but for the sign of a zero where the rules leave it open.

/// What a lane holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Bits that are the same everywhere.
    Bits,
    /// A float whose bits are the same everywhere.
    Float,
    /// A float; if zero, its sign is open.
    Open,
    /// Nothing that may be read.
    Opaque,
}

impl Kind {
    pub(super) const fn is_float(self) -> bool {
        matches!(self, Self::Float | Self::Open)
    }

    pub(super) const fn is_bits(self) -> bool {
        matches!(self, Self::Float | Self::Bits)
    }

    /// What is known where either may be there.
    pub(super) const fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Bits, Self::Bits | Self::Float) | (Self::Float, Self::Bits) => Self::Bits,
            (Self::Float, Self::Float) => Self::Float,
            (Self::Float | Self::Open, Self::Open) | (Self::Open, Self::Float) => Self::Open,
            _ => Self::Opaque,
        }
    }
}

/// Registers that statements choose from: `r0` to `r7`.
pub(super) const REGISTERS: usize = 8;
/// Bits in every lane at all times: what subroutines share.
pub(super) const SHARED_BITS: usize = 6;
/// Floats in every lane at all times.
pub(super) const SHARED_FLOATS: usize = 7;
/// Holds a float on its way to a register.
pub(super) const SCRATCH_FLOAT: usize = 8;
/// Holds a condition or an integer on its way.
pub(super) const SCRATCH_BITS: usize = 9;
/// Counts the trips of the main program's loops, a lane each depth. `r11` holds addresses on their way.
pub(super) const COUNTER: usize = 10;
/// Counts the trips of the subroutines' loops.
pub(super) const SUBROUTINE_COUNTER: usize = 12;
/// Temps that are declared.
pub(super) const TEMPS: usize = 15;

/// The kind of each lane of each register.
pub(super) type Lanes = [[Kind; 4]; REGISTERS];

/// What is known after either of two paths.
pub(super) fn join(a: &Lanes, b: &Lanes) -> Lanes {
    let mut joined = *a;
    for (register, other) in joined.iter_mut().zip(b) {
        for (lane, other) in register.iter_mut().zip(other) {
            *lane = lane.or(*other);
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_is_symmetric_and_never_promises_more() {
        let all = [Kind::Bits, Kind::Float, Kind::Open, Kind::Opaque];
        for a in all {
            assert_eq!(a.or(a), a);
            for b in all {
                let joined = a.or(b);
                assert_eq!(joined, b.or(a));
                assert!(!joined.is_bits() || (a.is_bits() && b.is_bits()), "{a:?} {b:?}");
                assert!(!joined.is_float() || (a.is_float() && b.is_float()), "{a:?} {b:?}");
            }
        }
    }
}
