//! How four 32-bit components become a texel: what a render target stores of what a pixel shader writes.

use super::convert::half_from_float;
use super::format::{Format, FormatClass, scale};

impl Format {
    /// Whether it can be a render target.
    #[must_use]
    pub fn is_target(self) -> bool {
        let is_depth = matches!(self, Self::R24UnormX8Typeless | Self::R32FloatX8X24Typeless);
        self.class() != FormatClass::SharedExponent && !is_depth
    }

    /// The bytes of a texel with four components, floats or integers as the format is. Bits of no channel are 0.
    ///
    /// Numbers are clamped to what the format holds. Fixed point rounds to the nearest, floats toward zero, and NaN is
    /// 0 where there is no NaN (semantics section 2, rules 11 and 14).
    #[must_use]
    pub fn encode(self, words: [u32; 4]) -> Vec<u8> {
        let mut bits = 0_u128;
        for (channel, (field, word)) in self.fields().into_iter().zip(words).enumerate() {
            if field.width != 0 {
                let code = code(self.class(), word, u32::from(field.width), channel);
                bits |= u128::from(code) << field.bit;
            }
        }
        bits.to_le_bytes().into_iter().take(self.bytes()).collect()
    }

    /// What is read back of four components that are written.
    #[must_use]
    pub fn stored(self, words: [u32; 4]) -> [u32; 4] {
        self.decode(&self.encode(words))
    }
}

/// The code of one channel.
fn code(class: FormatClass, word: u32, width: u32, channel: usize) -> u32 {
    let value = f64::from(f32::from_bits(word));
    let most = u32::MAX >> 32_u32.saturating_sub(width).min(31);
    match class {
        FormatClass::UnormSrgb if channel != 3 => fixed(curved(value.clamp(0.0, 1.0)), most, scale(width)),
        FormatClass::Unorm | FormatClass::UnormSrgb => fixed(value.clamp(0.0, 1.0), most, scale(width)),
        FormatClass::Snorm => fixed(value.clamp(-1.0, 1.0), most, scale(width - 1)),
        FormatClass::Uint => word.min(most),
        FormatClass::Sint => {
            let limit = i32::MAX >> 32_u32.saturating_sub(width).min(31);
            word.cast_signed().clamp(-limit - 1, limit).cast_unsigned() & most
        }
        FormatClass::Float | FormatClass::SharedExponent => match width {
            32 => word,
            16 => half_from_float(word).into(),
            // The mantissas of 11 and 10-bit floats are the upper bits of a half's; there is no sign.
            _ if word >> 31 != 0 && !f32::from_bits(word).is_nan() => 0,
            _ => u32::from(half_from_float(word) & 0x7fff) >> (15 - width),
        },
    }
}

/// The nearest code, halves away from zero; NaN is 0.
#[allow(clippy::cast_possible_truncation, reason = "clamped before")]
fn fixed(value: f64, mask: u32, scale: f64) -> u32 {
    (((value * scale).round() as i64).cast_unsigned() & u64::from(mask)) as u32
}

/// The sRGB curve, from linear.
fn curved(value: f64) -> f64 {
    if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(format: Format, values: [f32; 4]) -> Vec<u8> {
        format.encode(values.map(f32::to_bits))
    }

    #[test]
    fn fixed_point_rounds_to_the_nearest_and_clamps() {
        // 0.5 * 255 = 127.5 rounds up; 0.2 * 255 = 51.
        assert_eq!(floats(Format::R8G8B8A8Unorm, [0.5, 0.2, -3.0, f32::NAN]), [128, 51, 0, 0]);
        assert_eq!(floats(Format::B8G8R8A8Unorm, [1.0, 0.2, 0.0, 2.0]), [0, 51, 255, 255]);
        assert_eq!(floats(Format::R8G8B8A8Snorm, [-2.0, 1.0, -0.5, f32::NAN]), [0x81, 0x7f, 0xc0, 0]);
        // 10 bits: 1023; 0.5 * 1023 = 511.5 -> 512; alpha of 2 bits: 0.5 * 3 = 1.5 -> 2.
        assert_eq!(
            floats(Format::R10G10B10A2Unorm, [1.0, 0.5, 0.0, 0.5]),
            (1023 | 512 << 10 | 2_u32 << 30).to_le_bytes()
        );
        // b in the low bits: 31, 0, 31 of 5, 6, 5.
        assert_eq!(floats(Format::B5G6R5Unorm, [1.0, 0.0, 1.0, 1.0]), 0xf81f_u16.to_le_bytes());
        assert_eq!(floats(Format::R16G16Unorm, [1.0, 0.25, 0.0, 0.0]), [0xff, 0xff, 0x00, 0x40]);
        assert_eq!(floats(Format::A8Unorm, [0.0, 0.0, 0.0, 1.0]), [255]);
    }

    #[test]
    fn srgb_is_curved_but_for_alpha() {
        // The curve takes linear 0.2140411 to 0.5, which is 127.5; 0.2158605 is that of code 128.
        assert_eq!(floats(Format::R8G8B8A8UnormSrgb, [0.215_860_5, 0.0, 1.0, 0.215_860_5]), [128, 0, 255, 55]);
    }

    #[test]
    fn floats_round_toward_zero() {
        // 65519 and 1e6 are beyond the greatest half, which is 65504; 1.0009765 lies between 1 and 1 + 2^-10.
        let halves = [65519.0, 1e6, 1.000_976_5, f32::INFINITY];
        let expected: Vec<u8> =
            [0x7bff_u16, 0x7bff, 0x3c00, 0x7c00].iter().flat_map(|half| half.to_le_bytes()).collect();
        assert_eq!(floats(Format::R16G16B16A16Float, halves), expected);
        // 1.0 is exponent 15; 1.99 keeps its upper mantissa bits: 0.99 * 64 = 63.4, 0.99 * 32 = 31.7; negative is 0.
        assert_eq!(
            floats(Format::R11G11B10Float, [1.99, -1.0, 1.99, 0.0]),
            (15 << 6 | 63 | (15 << 5 | 31_u32) << 22).to_le_bytes()
        );
    }

    #[test]
    fn integers_are_clamped() {
        assert_eq!(Format::R8G8B8A8Uint.encode([300, 5, u32::MAX, 0]), [255, 5, 255, 0]);
        let signed = [-300, 127, 128, -1].map(i32::cast_unsigned);
        assert_eq!(Format::R8G8B8A8Sint.encode(signed), [0x80, 127, 127, 0xff]);
        assert_eq!(Format::R32Sint.encode([0x8000_0000; 4]), [0, 0, 0, 0x80]);
        assert_eq!(Format::R10G10B10A2Uint.encode([2000, 0, 0, 9]), (1023 | 3_u32 << 30).to_le_bytes());
    }

    #[test]
    fn every_code_of_every_small_format_comes_back() {
        for &format in Format::ALL.iter().filter(|format| format.is_target() && format.bytes() <= 2) {
            for code in 0..1_u32 << (8 * format.bytes()) {
                let texel = &code.to_le_bytes()[..format.bytes()];
                let decoded = format.decode(texel);
                // The most negative SNORM code is that of -1 as well; payloads of NaN are free.
                let again = format.decode(&format.encode(decoded));
                let is_nan = |word: u32| !format.is_integer() && f32::from_bits(word).is_nan();
                let same = std::iter::zip(decoded, again).all(|(a, b)| a == b || is_nan(a) && is_nan(b));
                assert!(same, "{format:?} {code:#x}: {decoded:x?} {again:x?}");
            }
        }
    }
}
