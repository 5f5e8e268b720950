//! Numbers that look random and depend on a name only.

/// A stream of numbers (splitmix64), the same on every machine for the same names.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// The stream of a list of names.
    pub(super) fn new(names: &[&str]) -> Self {
        // FNV-1a over the names, each closed by a byte that is in none.
        let bytes = names.iter().flat_map(|name| name.bytes().chain([0xff]));
        Self(bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)))
    }

    /// The next 32 bits.
    #[allow(clippy::cast_possible_truncation, reason = "the upper half is shifted down")]
    pub(super) const fn word(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) >> 32) as u32
    }

    /// A whole number below `bound`, which is not 0.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        self.word() % bound.max(1)
    }

    /// A multiple of 1/4096 from `low` to less than `high`.
    pub(super) fn between(&mut self, low: f32, high: f32) -> f32 {
        let steps = u16::try_from(self.below(4096)).unwrap_or(0);
        low + (high - low) * (f32::from(steps) / 4096.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_depend_on_the_names_and_their_borders() {
        let first = |names: &[&str]| Random::new(names).word();
        assert_eq!(first(&["a", "b"]), first(&["a", "b"]));
        assert_ne!(first(&["a", "b"]), first(&["ab"]));
        assert_ne!(first(&["a", "b"]), first(&["b", "a"]));
    }

    #[test]
    fn numbers_stay_in_range() {
        let mut random = Random::new(&["range"]);
        for _ in 0..1000 {
            assert!((0.5..2.0).contains(&random.between(0.5, 2.0)));
            assert!(random.below(7) < 7);
        }
    }
}
