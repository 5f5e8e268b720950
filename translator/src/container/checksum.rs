//! The digest of a container: MD5 with a tail of its own.
//!
//! It covers everything from offset 20 to the end. Whole 64-byte blocks are hashed as in RFC 1321. The
//! rest is closed differently: the number of bits stands at the *start* of the last block and
//! `(bits >> 2) | 1` at its end, where MD5 has a 64-bit count at the end only.
#![cfg_attr(
    not(test),
    expect(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        clippy::cast_possible_truncation,
        reason = "all indices are into arrays of fixed size, below the constants that bound the loops; \
                  the format counts modulo 2^32"
    )
)]

/// Where the digest stands in the header.
pub const DIGEST_OFFSET: u32 = 4;

/// The first byte that the digest covers.
pub const COVERED_FROM: u32 = 20;

const BLOCK: usize = 64;
const INITIAL: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
/// Left rotations of the four rounds, each repeated four times.
const ROTATIONS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
/// `floor(2^32 * |sin(i + 1)|)`.
#[rustfmt::skip]
const SINES: [u32; 64] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee,
    0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
    0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be,
    0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
    0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa,
    0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed,
    0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
    0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c,
    0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
    0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05,
    0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039,
    0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1,
    0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
];

/// The digest of a container whose bytes from [`COVERED_FROM`] to its end are `covered`.
pub fn digest(covered: &[u8]) -> [u8; 16] {
    let mut state = INITIAL;
    let (blocks, rest) = covered.as_chunks::<BLOCK>();
    for block in blocks {
        compress(&mut state, block);
    }
    // The format counts modulo 2^32 bits.
    let bits = (covered.len() as u32).wrapping_mul(8);
    let tail = (bits >> 2) | 1;
    let mut last = [0; BLOCK];
    if rest.len() < BLOCK - 8 {
        last[..4].copy_from_slice(&bits.to_le_bytes());
        last[4..4 + rest.len()].copy_from_slice(rest);
        last[4 + rest.len()] = 0x80;
    } else {
        let mut full = [0; BLOCK];
        full[..rest.len()].copy_from_slice(rest);
        full[rest.len()] = 0x80;
        compress(&mut state, &full);
        last[..4].copy_from_slice(&bits.to_le_bytes());
    }
    last[BLOCK - 4..].copy_from_slice(&tail.to_le_bytes());
    compress(&mut state, &last);
    let mut digest = [0; 16];
    for (bytes, word) in digest.as_chunks_mut::<4>().0.iter_mut().zip(state) {
        *bytes = word.to_le_bytes();
    }
    digest
}

/// One block of MD5: four rounds of 16 steps, each with its own mix of the state and order of the words.
fn compress(state: &mut [u32; 4], block: &[u8; BLOCK]) {
    let mut words = [0; 16];
    for (word, bytes) in words.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    let before = *state;
    round::<0>(state, &words, |b, c, d| d ^ (b & (c ^ d)), |step| step);
    // The halves have no bits in common: they are added, so that the one without b does not wait for it.
    round::<1>(state, &words, |b, c, d| (d & b).wrapping_add(c & !d), |step| 5 * step + 1);
    round::<2>(state, &words, |b, c, d| b ^ c ^ d, |step| 3 * step + 5);
    round::<3>(state, &words, |b, c, d| c ^ (b | !d), |step| 7 * step);
    for (word, add) in state.iter_mut().zip(before) {
        *word = word.wrapping_add(add);
    }
}

/// 16 steps. The state turns by one word a step, so four steps in a row need no moves.
#[inline]
fn round<const ROUND: usize>(
    state: &mut [u32; 4],
    words: &[u32; 16],
    mix: impl Fn(u32, u32, u32) -> u32,
    word: impl Fn(usize) -> usize,
) {
    let [mut a, mut b, mut c, mut d] = *state;
    let [r0, r1, r2, r3] = ROTATIONS[ROUND];
    let next = |a: u32, [b, c, d]: [u32; 3], step: usize, rotation: u32| {
        let sum = a.wrapping_add(mix(b, c, d)).wrapping_add(words[word(step) % 16]);
        b.wrapping_add(sum.wrapping_add(SINES[16 * ROUND + step]).rotate_left(rotation))
    };
    for step in [0, 4, 8, 12] {
        a = next(a, [b, c, d], step, r0);
        d = next(d, [a, b, c], step + 1, r1);
        c = next(c, [d, a, b], step + 2, r2);
        b = next(b, [c, d, a], step + 3, r3);
    }
    *state = [a, b, c, d];
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 1321 closes its blocks in another way, but a message that is its own last block must agree: the
    /// block that MD5 makes of the empty message is 0x80 and zeros.
    #[test]
    fn the_block_function_is_that_of_rfc_1321() {
        let mut state = INITIAL;
        let mut block = [0; BLOCK];
        block[0] = 0x80;
        compress(&mut state, &block);
        assert_eq!(state, [0xd98c_1dd4, 0x04b2_008f, 0x9809_80e9, 0x7e42_f8ec]);

        // "abc", 24 bits long.
        let mut state = INITIAL;
        let mut block = [0; BLOCK];
        block[..4].copy_from_slice(b"abc\x80");
        block[56] = 24;
        compress(&mut state, &block);
        assert_eq!(state, [0x9850_0190, 0xb04f_d23c, 0x7d3f_96d6, 0x727f_e128]);
    }
}
