//! What a lane of a result must be, and whether it is.

/// What a lane must be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Want {
    /// These bits.
    Bits(u32),
    /// A float, so far from a value at most; a zero of either sign for zero.
    Near {
        /// The value.
        value: f64,
        /// The distance.
        error: f64,
    },
    /// Fields of so many bits, each at most one step away.
    Fields {
        /// All fields.
        bits: u32,
        /// Bits of each, 8 or 16.
        width: u32,
    },
    /// Nothing is promised.
    Open,
}

/// Half of a unit in the last place of a float in [1, 2).
const HALF: f64 = 1.0 / (1 << 24) as f64;

impl Want {
    /// A float that is correctly rounded, or exact.
    #[must_use]
    pub fn exact(value: f64) -> Self {
        Self::near(value, 0.5, 0.0)
    }

    /// A float so many units in the last place away, or so far, whichever is more. Nothing is promised of what is no
    /// number or beyond the range of floats, and what is below it may be zero.
    #[must_use]
    pub fn near(value: f64, ulps: f64, absolute: f64) -> Self {
        let rounded = value as f32;
        if !rounded.is_finite() {
            return Self::Open;
        }
        let error = (value.abs() * 2.0 * HALF * ulps).max(absolute).max(f64::from(f32::MIN_POSITIVE));
        Self::Near { value: f64::from(rounded), error: if ulps <= 0.5 && absolute == 0.0 { 0.0 } else { error } }
    }

    /// Whether a word is that.
    #[must_use]
    pub fn holds(self, got: u32) -> bool {
        match self {
            Self::Bits(bits) => bits == got,
            Self::Near { value, error } => (f64::from(f32::from_bits(got)) - value).abs() <= error,
            Self::Fields { bits, width } => (0..32 / width).all(|field| {
                let shift = 32 - width;
                let at = |word: u32| (word >> (field * width)) << shift;
                let step = at(bits).wrapping_sub(at(got)).cast_signed() >> shift;
                step.abs() <= 1
            }),
            Self::Open => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_floats_are_equal_but_for_the_sign_of_zero() {
        assert!(Want::exact(1.5).holds(1.5_f32.to_bits()));
        assert!(!Want::exact(1.5).holds(1.500_000_1_f32.to_bits()));
        assert!(Want::exact(0.0).holds(0x8000_0000));
        assert!(!Want::exact(0.0).holds(f32::NAN.to_bits()));
        assert_eq!(Want::exact(1e40), Want::Open);
        assert_eq!(Want::exact(f64::NAN), Want::Open);
    }

    #[test]
    fn near_floats_are_within_their_error() {
        assert!(Want::near(1.0, 2.0, 0.0).holds(1.0_f32.to_bits() + 2));
        assert!(!Want::near(1.0, 2.0, 0.0).holds(1.0_f32.to_bits() + 3));
        assert!(Want::near(0.0, 2.0, 0.25).holds(0.25_f32.to_bits()));
    }

    #[test]
    fn fields_are_one_step_away_each() {
        let want = Want::Fields { bits: 0x7f80_01ff, width: 8 };
        assert!(want.holds(0x7f80_01ff) && want.holds(0x7e81_00fe));
        assert!(!want.holds(0x7f80_03ff) && !want.holds(0x7d80_01ff));
        assert!(!Want::Fields { bits: 0x0001_0000, width: 16 }.holds(0x0003_0000));
    }
}
