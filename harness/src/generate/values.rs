//! Edge values: the words at which float, integer and half arithmetic changes its behaviour.

/// A set of edge values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lattice {
    /// Floats of every class.
    Floats,
    /// Floats whose sines are bounded by a rule: at most 100 pi.
    Angles,
    /// Floats without subnormals, infinities and NaN, small enough for exact sums of products.
    Tame,
    /// 32-bit integers.
    Integers,
    /// Numbers of bits: of shifts and of bit fields.
    Counts,
    /// Halves in the low 16 bits, with bits above them.
    Halves,
    /// Conditions: the words that are true and zero.
    Conditions,
}

const FLOATS: &[u32] = &[
    0x0000_0000,
    0x8000_0000, // zeros
    0x3f80_0000,
    0xbf80_0000, // 1
    0x7f80_0000,
    0xff80_0000, // infinities
    0x7fc0_0000,
    0xffc0_0001, // NaN
    0x0000_0001,
    0x807f_ffff, // subnormals
    0x3f00_0000,
    0xbfc0_0000, // 0.5, -1.5
    0x4020_0000,
    0xc060_0000, // 2.5, -3.5
    0x0080_0000,
    0x8080_0000, // least normals
    0x7f7f_ffff,
    0xff7f_ffff, // greatest
    0x4049_0fdb,
    0x3eaa_aaab, // pi, 1/3
    0x4f00_0000,
    0xcf00_0000, // 2^31
    0x4f80_0000,
    0x4b80_0001, // 2^32, 2^24 + 2
    0x3eff_ffff,
    0x3f80_0001, // below 0.5, above 1
    0xc2c8_0000,
    0x42c8_0000, // 100
    0x477f_e000,
    0x477f_f000, // 65504, 65520
    0xcf00_0001,
    0x4eff_ffff, // just past and before 2^31
    0x3380_0000,
    0x3300_0000, // 2^-24, 2^-25
    0x3880_0000,
    0x387f_f000, // least normal half and less
    0xb089_705f,
    0x501502f9, // -1e-9, 1e10
];

const ANGLES: &[u32] = &[
    0x0000_0000,
    0x8000_0000,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0x0000_0001,
    0x807f_ffff,
    0x3f80_0000,
    0xbf80_0000,
    0x3fc9_0fdb,
    0xbfc9_0fdb,
    0x4049_0fdb,
    0xc049_0fdb,
    0x40c9_0fdb,
    0x3f00_0000,
    0x3a83_126f,
    0x42c8_0000,
    0xc2c8_0000,
    0x439d_0000,
    0xc39d_0000,
    0x4131_1111,
    0xc1a5_5555,
    0x3f49_0fdb,
    0x0080_0000,
];

const TAME: &[u32] = &[
    0x0000_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x3f00_0000,
    0xbfc0_0000,
    0x4020_0000,
    0xc060_0000,
    0x4120_0000,
    0xc200_0000,
    0x3e00_0000,
    0x4280_0000,
    0xbe80_0000,
];

const INTEGERS: &[u32] = &[
    0,
    1,
    0xffff_ffff,
    0x8000_0000,
    0x7fff_ffff,
    2,
    0xffff_fffe,
    31,
    32,
    33,
    0x0000_ffff,
    0x0001_0000,
    0xffff_0000,
    0x1234_5678,
    0xdead_beef,
    0x0100_0001,
    0x3f80_0000,
    0x7fc0_0000,
    0xff80_0001,
    0x8000_0001,
    0x00ff_00ff,
    0x00ff_ffff,
    0x8080_8080,
    3,
];

const COUNTS: &[u32] = &[0, 1, 5, 8, 15, 16, 27, 30, 31, 32, 33, 36, 64, 0xffff_ffff, 0x8000_0004, 0x7fff_ffff];

const HALVES: &[u32] = &[
    0x0000,
    0x8000,
    0x3c00,
    0xbc00,
    0x7c00,
    0xfc00,
    0x7e00,
    0xfe01,
    0x0001,
    0x8001,
    0x03ff,
    0x83ff,
    0x0400,
    0x8400,
    0x7bff,
    0xfbff,
    0x3555,
    0xffff_3c00,
    0x1234_0001,
    0x8000_5678,
    0x7fff_fc00,
    0x7c01,
];

const CONDITIONS: &[u32] = &[0, 0xffff_ffff, 1, 0x8000_0000, 0x3f80_0000, 0x0000_0100, 0x7fc0_0000, 0];

impl Lattice {
    /// The values, the most telling first.
    #[must_use]
    pub const fn values(self) -> &'static [u32] {
        match self {
            Self::Floats => FLOATS,
            Self::Angles => ANGLES,
            Self::Tame => TAME,
            Self::Integers => INTEGERS,
            Self::Counts => COUNTS,
            Self::Halves => HALVES,
            Self::Conditions => CONDITIONS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_of_every_class() {
        let count = |class| FLOATS.iter().filter(|&&bits| f32::from_bits(bits).classify() == class).count();
        use std::num::FpCategory as Class;
        for class in [Class::Nan, Class::Infinite, Class::Zero, Class::Subnormal] {
            assert_eq!(count(class), 2, "{class:?}");
        }
        assert!(count(Class::Normal) > 20);
    }

    #[test]
    fn angles_are_within_the_bound_of_their_rule() {
        let bound = 100.0 * std::f32::consts::PI;
        assert!(ANGLES.iter().map(|&bits| f32::from_bits(bits)).all(|a| !a.is_finite() || a.abs() <= bound));
    }

    #[test]
    fn sums_of_four_products_of_tame_values_are_exact() {
        // Multiples of 1/8 up to 64: products are multiples of 1/64 up to 4096, four of them below 2^20 of those.
        let tame = |value: f32| value.abs() <= 64.0 && (value * 8.0).fract() == 0.0;
        assert!(TAME.iter().all(|&bits| tame(f32::from_bits(bits))));
    }
}
