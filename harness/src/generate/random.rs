//! A small generator of random numbers whose sequence is the same on every machine and in every version.

/// The generator `SplitMix64`.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator; different seeds give unrelated sequences.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// The next 32 bits.
    pub const fn word(&mut self) -> u32 {
        (self.next() >> 32) as u32
    }

    /// A number below `bound`; 0 if that is 0.
    pub const fn below(&mut self, bound: u32) -> u32 {
        ((self.word() as u64 * bound as u64) >> 32) as u32
    }

    /// True in `percent` of a hundred cases.
    pub const fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// One of some values.
    ///
    /// # Panics
    /// If there is none.
    #[allow(clippy::indexing_slicing, reason = "the number is below the length")]
    pub const fn pick<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len() as u32) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the generator's published reference for the seed 1234567.
    #[test]
    fn the_sequence_is_that_of_the_reference() {
        let mut random = Random::new(1_234_567);
        let numbers = [random.next(), random.next(), random.next()];
        assert_eq!(numbers, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn numbers_stay_below_their_bound() {
        let mut random = Random::new(1);
        assert!((0..1000).all(|_| random.below(7) < 7));
        assert_eq!(random.below(0), 0);
    }
}
