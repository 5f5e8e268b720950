//! Block-compressed textures as plain floats: BC1 to BC5, with the exact numbers that Direct3D's rules give.

use crate::interp::Format;

/// Texels of a block along each axis.
const SIDE: u32 = 4;

/// A format of blocks of 4 x 4 texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockFormat {
    coding: Coding,
    curve: Curve,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    Bc1,
    Bc2,
    Bc3,
    Bc4(Sign),
    Bc5(Sign),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Unorm,
    Snorm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Curve {
    Linear,
    Srgb,
}

const FORMATS: [(&str, Coding, Curve); 10] = [
    ("BC1_UNORM", Coding::Bc1, Curve::Linear),
    ("BC1_UNORM_SRGB", Coding::Bc1, Curve::Srgb),
    ("BC2_UNORM", Coding::Bc2, Curve::Linear),
    ("BC2_UNORM_SRGB", Coding::Bc2, Curve::Srgb),
    ("BC3_UNORM", Coding::Bc3, Curve::Linear),
    ("BC3_UNORM_SRGB", Coding::Bc3, Curve::Srgb),
    ("BC4_UNORM", Coding::Bc4(Sign::Unorm), Curve::Linear),
    ("BC4_SNORM", Coding::Bc4(Sign::Snorm), Curve::Linear),
    ("BC5_UNORM", Coding::Bc5(Sign::Unorm), Curve::Linear),
    ("BC5_SNORM", Coding::Bc5(Sign::Snorm), Curve::Linear),
];

impl BlockFormat {
    /// The format with a name of DXGI.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        let (_, coding, curve) = FORMATS.into_iter().find(|(known, ..)| *known == name)?;
        Some(Self { coding, curve })
    }

    /// The format of the texels.
    pub(super) const fn texels(self) -> Format {
        match self.coding {
            Coding::Bc1 | Coding::Bc2 | Coding::Bc3 => Format::R32G32B32A32Float,
            Coding::Bc4(_) => Format::R32Float,
            Coding::Bc5(_) => Format::R32G32Float,
        }
    }

    /// Bytes of a block.
    const fn bytes(self) -> usize {
        match self.coding {
            Coding::Bc1 | Coding::Bc4(_) => 8,
            Coding::Bc2 | Coding::Bc3 | Coding::Bc5(_) => 16,
        }
    }

    /// Bytes of a slice of a size.
    pub(super) fn slice_bytes(self, [width, height]: [u32; 2]) -> u64 {
        u64::from(width.div_ceil(SIDE)) * u64::from(height.div_ceil(SIDE)) * self.bytes() as u64
    }

    /// The texels of a slice, row by row.
    pub(super) fn decode(self, blocks: &[u8], [width, height]: [u32; 2]) -> Vec<u8> {
        let columns = width.div_ceil(SIDE) as usize;
        let decoded: Vec<[[f64; 4]; 16]> = blocks.chunks_exact(self.bytes()).map(|block| self.block(block)).collect();
        let channels = self.texels().bytes() / 4;
        let mut bytes = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let block = decoded.get((y / SIDE) as usize * columns + (x / SIDE) as usize);
                let texel = block.and_then(|block| block.get((y % SIDE * SIDE + x % SIDE) as usize));
                let texel = self.curved(texel.copied().unwrap_or_default());
                #[allow(clippy::cast_possible_truncation, reason = "the nearest float is wanted")]
                bytes.extend(texel.iter().take(channels).flat_map(|value| (*value as f32).to_le_bytes()));
            }
        }
        bytes
    }

    fn curved(self, [r, g, b, a]: [f64; 4]) -> [f64; 4] {
        match self.curve {
            Curve::Linear => [r, g, b, a],
            Curve::Srgb => {
                let linear = |v: f64| if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) };
                [linear(r), linear(g), linear(b), a]
            }
        }
    }

    fn block(self, block: &[u8]) -> [[f64; 4]; 16] {
        let mut halves = [0_u64; 2];
        for (half, bytes) in halves.iter_mut().zip(block.as_chunks::<8>().0) {
            *half = u64::from_le_bytes(*bytes);
        }
        let [first, second] = halves;
        match self.coding {
            Coding::Bc1 => colors(first, Palette::Either),
            Coding::Bc2 => with_alpha(colors(second, Palette::Four), |texel| nibble(first, texel)),
            Coding::Bc3 => with_alpha(colors(second, Palette::Four), |texel| scalar(first, texel, Sign::Unorm)),
            Coding::Bc4(sign) => std::array::from_fn(|texel| [scalar(first, texel, sign), 0.0, 0.0, 1.0]),
            Coding::Bc5(sign) => {
                std::array::from_fn(|texel| [scalar(first, texel, sign), scalar(second, texel, sign), 0.0, 1.0])
            }
        }
    }
}

/// How many colours a block has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Palette {
    /// Four, or three and transparent black, as the order of the end points says.
    Either,
    /// Four.
    Four,
}

/// The texels of a colour block: two end points of 5, 6 and 5 bits, and two bits a texel.
fn colors(block: u64, palette: Palette) -> [[f64; 4]; 16] {
    let ends = [block & 0xffff, block >> 16 & 0xffff];
    let channel = |end: u64, bit: u32, width: u32| {
        let most = (1_u32 << width) - 1;
        f64::from(u32::try_from(end >> bit).unwrap_or(0) & most) / f64::from(most)
    };
    let [a, b] = ends.map(|end| [channel(end, 11, 5), channel(end, 5, 6), channel(end, 0, 5), 1.0]);
    let mixed = |of_a: f64, of_b: f64| -> [f64; 4] {
        std::array::from_fn(|channel| (a[channel] * of_a + b[channel] * of_b) / (of_a + of_b))
    };
    let colors = if ends[0] > ends[1] || palette == Palette::Four {
        [a, b, mixed(2.0, 1.0), mixed(1.0, 2.0)]
    } else {
        [a, b, mixed(1.0, 1.0), [0.0; 4]]
    };
    std::array::from_fn(|texel| colors[(block >> (32 + 2 * texel) & 3) as usize])
}

fn with_alpha(mut texels: [[f64; 4]; 16], alpha: impl Fn(usize) -> f64) -> [[f64; 4]; 16] {
    for (number, texel) in texels.iter_mut().enumerate() {
        texel[3] = alpha(number);
    }
    texels
}

/// Four bits a texel.
fn nibble(block: u64, texel: usize) -> f64 {
    f64::from(u8::try_from(block >> (4 * texel) & 15).unwrap_or(0)) / 15.0
}

/// A texel of a block of two end points of 8 bits, and three bits a texel.
fn scalar(block: u64, texel: usize, sign: Sign) -> f64 {
    let [first, second, ..] = block.to_le_bytes();
    let (a, b, is_eight, least) = match sign {
        Sign::Unorm => (f64::from(first) / 255.0, f64::from(second) / 255.0, first > second, 0.0),
        Sign::Snorm => {
            let [x, y] = [first, second].map(u8::cast_signed);
            // The most negative code is -1 too.
            let [a, b] = [x, y].map(|code| (f64::from(code) / 127.0).max(-1.0));
            (a, b, x > y, -1.0)
        }
    };
    let mixed = |step: u8, steps: u8| (a * f64::from(steps - step) + b * f64::from(step)) / f64::from(steps);
    match (u8::try_from(block >> (16 + 3 * texel) & 7).unwrap_or(0), is_eight) {
        (0, _) => a,
        (1, _) => b,
        (code, true) => mixed(code - 1, 7),
        (6, false) => least,
        (7, false) => 1.0,
        (code, false) => mixed(code - 1, 5),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(name: &str, blocks: &[u8]) -> Vec<f32> {
        let format = BlockFormat::from_name(name).unwrap();
        let bytes = format.decode(blocks, [4, 1]);
        bytes.as_chunks().0.iter().map(|word| f32::from_le_bytes(*word)).collect()
    }

    #[test]
    fn four_colors_or_three_and_nothing() {
        // Red 31 and 0, of which the greater comes first; texels 0 to 3 have the codes 0 to 3.
        let four = [0x00, 0xf8, 0x00, 0x00, 0b1110_0100, 0, 0, 0];
        let third = 1.0 / 3.0;
        let red = |r: f32| [r, 0.0, 0.0, 1.0];
        assert_eq!(first("BC1_UNORM", &four), [red(1.0), red(0.0), red(2.0 * third), red(third)].concat());
        let three = [0x00, 0x00, 0x00, 0xf8, 0b1110_0100, 0, 0, 0];
        assert_eq!(first("BC1_UNORM", &three), [red(0.0), red(1.0), red(0.5), [0.0; 4]].concat());
        // The other formats have four always, and alpha of their own.
        let alpha = [0x20, 0xf5, 0, 0, 0, 0, 0, 0];
        let texel = |r: f32, a: f32| [r, 0.0, 0.0, a];
        let expected = [texel(0.0, 0.0), texel(1.0, 2.0 / 15.0), texel(third, third), texel(2.0 * third, 1.0)].concat();
        assert_eq!(first("BC2_UNORM", &[alpha, three].concat()), expected);
    }

    #[test]
    fn end_points_of_eight_bits_have_eight_or_six_steps() {
        // Codes 0, 1, 2, 7 of three bits each: 0b111_010_001_000.
        let eight = [255, 0, 0b1000_1000, 0b0000_1110, 0, 0, 0, 0];
        assert_eq!(first("BC4_UNORM", &eight), [1.0, 0.0, 6.0 / 7.0, 1.0 / 7.0]);
        let six = [0, 255, 0b1000_1000, 0b0000_1110, 0, 0, 0, 0];
        assert_eq!(first("BC4_UNORM", &six), [0.0, 1.0, 0.2, 1.0]);
        // -128 and 127: the first is the lesser one, so that code 6 is -1 and 7 is 1.
        let signed = [0x80, 127, 0b1000_1000, 0b0000_1100, 0, 0, 0, 0];
        assert_eq!(first("BC4_SNORM", &signed), [-1.0, 1.0, -0.6, -1.0]);
        assert_eq!(first("BC5_UNORM", &[eight, six].concat())[..4], [1.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn slices_end_within_blocks() {
        let format = BlockFormat::from_name("BC1_UNORM").unwrap();
        assert_eq!(format.slice_bytes([5, 1]), 16);
        assert_eq!(format.decode(&[0; 16], [5, 1]).len(), 5 * 16);
        assert_eq!(BlockFormat::from_name("BC6H_UF16"), None);
    }
}
