//! Texels: smooth, so that a difference in the last bit of a coordinate stays small, yet different everywhere, so that a
//! wrong texel, level, layer or channel shows.

use dxbc_translator::program::{ResourceDimension, ReturnType};

use super::file::{Fill, ResourceFile};
use super::random::Random;
use super::scene::SceneTexture;
use crate::interp::{Extent, Format, FormatClass};

/// What a texture is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextureUse {
    pub(super) dimension: ResourceDimension,
    pub(super) returns: ReturnType,
    /// Whether a comparison sampler reads it.
    pub(super) is_depth: bool,
}

/// Makes a texture; none for a dimension that is no texture. `name` seeds it and says what it may show.
pub(super) fn texture(case: &str, name: &str, kind: TextureUse, file: &ResourceFile) -> Option<SceneTexture> {
    let format = file.format.as_deref().and_then(Format::from_name).unwrap_or_else(|| format_of(kind));
    let extent = extent_of(kind.dimension, file)?;
    let largest = extent.width.max(extent.height).max(extent.depth);
    let most = largest.ilog2() + 1;
    let default = if extent.samples > 1 { 1 } else { 4 };
    let count = file.mips.unwrap_or(default).clamp(1, most);
    let fill = file.fill.unwrap_or(if format.is_integer() { Fill::Integers } else { Fill::Smooth });
    let painter = Painter::new(case, name, fill, kind, file.range);
    let levels = (0..count).map(|level| level_bytes(&painter, kind.dimension, format, extent, level)).collect();
    Some(SceneTexture { dimension: kind.dimension, format, extent, levels, is_depth: kind.is_depth })
}

fn format_of(kind: TextureUse) -> Format {
    match kind.returns {
        _ if kind.is_depth => Format::R32Float,
        ReturnType::Unorm => Format::R8G8B8A8Unorm,
        ReturnType::Snorm => Format::R8G8B8A8Snorm,
        ReturnType::Sint => Format::R32G32B32A32Sint,
        ReturnType::Uint => Format::R32G32B32A32Uint,
        ReturnType::Float
        | ReturnType::Unknown
        | ReturnType::Mixed
        | ReturnType::Double
        | ReturnType::Continued
        | ReturnType::Unused => Format::R32G32B32A32Float,
    }
}

/// No two sizes are alike, so that exchanged axes show.
fn extent_of(dimension: ResourceDimension, file: &ResourceFile) -> Option<Extent> {
    use ResourceDimension as D;
    let (width, height, depth, layers, samples) = match dimension {
        D::Texture1D => (16, 1, 1, 1, 1),
        D::Texture1DArray => (16, 1, 1, 5, 1),
        D::Texture2D => (16, 8, 1, 1, 1),
        D::Texture2DArray => (16, 8, 1, 5, 1),
        D::Texture2DMS => (16, 8, 1, 1, 4),
        D::Texture2DMSArray => (16, 8, 1, 3, 4),
        D::Texture3D => (8, 16, 4, 1, 1),
        D::TextureCube => (16, 16, 1, 6, 1),
        D::TextureCubeArray => (16, 16, 1, 18, 1),
        D::Unknown | D::Buffer | D::RawBuffer | D::StructuredBuffer => return None,
    };
    let size = |axis: usize, default: u32| {
        file.size.as_ref().and_then(|size| size.get(axis)).copied().unwrap_or(default).clamp(1, 256)
    };
    let layers = file.layers.unwrap_or(layers).clamp(1, 64);
    Some(Extent { width: size(0, width), height: size(1, height), depth: size(2, depth), layers, samples })
}

fn level_bytes(painter: &Painter, dimension: ResourceDimension, format: Format, extent: Extent, level: u32) -> Vec<u8> {
    let shrink = |size: u32| (size >> level).max(1);
    let [width, height, depth] = [extent.width, extent.height, extent.depth].map(shrink);
    let is_cube = matches!(dimension, ResourceDimension::TextureCube | ResourceDimension::TextureCubeArray);
    let mut bytes = Vec::new();
    for slice in 0..extent.layers * extent.samples {
        for z in 0..depth {
            for y in 0..height {
                for x in 0..width {
                    let center = |at: u32, size: u32| (f64::from(at) + 0.5) / f64::from(size);
                    let (u, v) = (center(x, width), center(y, height));
                    let place = if is_cube {
                        direction(slice % 6, u * 2.0 - 1.0, v * 2.0 - 1.0)
                    } else {
                        [u, v, center(z, depth)]
                    };
                    let layer = if is_cube { slice / 6 } else { slice };
                    let texel = painter.texel(Place { place, layer, level, whole: [x, y, z] });
                    encode(format, texel, &mut bytes);
                }
            }
        }
    }
    bytes
}

/// The direction of a place on a face of a cube, each coordinate in -1..1.
fn direction(face: u32, u: f64, v: f64) -> [f64; 3] {
    match face {
        0 => [1.0, -v, -u],
        1 => [-1.0, -v, u],
        2 => [u, 1.0, v],
        3 => [u, -1.0, -v],
        4 => [u, -v, 1.0],
        _ => [-u, -v, -1.0],
    }
}

/// Where a texel lies.
#[derive(Clone, Copy, Debug)]
struct Place {
    place: [f64; 3],
    layer: u32,
    level: u32,
    whole: [u32; 3],
}

/// Makes the values of a texture's channels.
struct Painter {
    fill: Fill,
    seed: String,
    low: f64,
    high: f64,
    /// For each channel: whole waves along each axis, and where they start, in turns.
    waves: [([f64; 3], f64); 4],
    is_normal: bool,
}

impl Painter {
    fn new(case: &str, name: &str, fill: Fill, kind: TextureUse, range: Option<[f32; 2]>) -> Self {
        let mut random = Random::new(&[case, "texture", name]);
        let waves = [(); 4].map(|()| {
            let along =
                [(); 3].map(|()| f64::from(random.below(2) + 1) * if random.below(2) == 0 { 1.0 } else { -1.0 });
            (along, f64::from(random.below(64)) / 64.0)
        });
        let default = match (fill == Fill::Integers, kind.is_depth, kind.returns) {
            (true, ..) => [0.0, 15.0],
            (_, true, _) => [0.25, 0.75],
            (_, _, ReturnType::Snorm) => [-0.75, 0.75],
            _ => [0.125, 0.875],
        };
        let [low, high] = range.unwrap_or(default).map(f64::from);
        let is_normal = name.to_ascii_lowercase().contains("normal") && range.is_none();
        Self { fill, seed: format!("{case}/{name}"), low, high, waves, is_normal }
    }

    /// The value of each channel in 0..1, and then in the range.
    fn texel(&self, at: Place) -> [f64; 4] {
        let mut noise = Random::new(&[&self.seed, &format!("{:?} {} {}", at.whole, at.layer, at.level)]);
        std::array::from_fn(|channel| {
            let unit = match self.fill {
                Fill::Smooth => self.smooth(channel, at),
                Fill::Gradient => {
                    let sum = at.place[0] * 0.5 + at.place[1] * 0.25 + at.place[2] * 0.125;
                    (sum + 0.125 * f64::from(at.layer % 2)).clamp(0.0, 1.0)
                }
                Fill::Checker => f64::from((at.whole.iter().sum::<u32>() + at.layer + at.level) % 2),
                Fill::Constant => 0.5,
                Fill::Noise | Fill::Words | Fill::Integers => f64::from(noise.word()) / f64::from(u32::MAX),
            };
            if self.is_normal && channel == 2 {
                return 0.875 + unit * 0.125;
            }
            if self.is_normal && channel < 2 {
                return 0.375 + unit * 0.25;
            }
            self.low + (self.high - self.low) * unit
        })
    }

    /// Three waves; a level and a layer shift the value a little.
    fn smooth(&self, channel: usize, at: Place) -> f64 {
        let (along, start) = self.waves[channel & 3];
        let shift = f64::from(at.layer % 8) * 0.125 + start;
        let wave = |axis: usize| triangle(along[axis] * at.place[axis] + shift + 0.25 * f64::from(channel as u32));
        let mean = (wave(0) + wave(1) + wave(2)) / 3.0;
        (mean * 0.8 + 0.05 * f64::from(at.level % 4)).clamp(0.0, 1.0)
    }
}

/// A rounded triangle wave of period 1 from 0 to 1, made of products only.
fn triangle(turns: f64) -> f64 {
    let t = turns - turns.floor();
    let ramp = if t < 0.5 { t * 2.0 } else { 2.0 - t * 2.0 };
    ramp * ramp * (3.0 - 2.0 * ramp)
}

/// Appends a texel. Formats beyond 8 and 32 bits a channel are not made by plans: they get zeros.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "values are in the range of the format")]
fn encode(format: Format, texel: [f64; 4], bytes: &mut Vec<u8>) {
    let channels = (0..4).filter(|&channel| format.has_channel(channel)).count().max(1);
    let width = format.bytes() / channels;
    for value in texel.into_iter().take(channels) {
        match (format.class(), width) {
            (FormatClass::Float, 4) => bytes.extend((value as f32).to_le_bytes()),
            (FormatClass::Unorm | FormatClass::UnormSrgb, 1) => bytes.push((value * 255.0 + 0.5) as u8),
            (FormatClass::Snorm, 1) => bytes.push((value * 127.0).round() as i8 as u8),
            (FormatClass::Uint, 4) => bytes.extend((value.round() as u32).to_le_bytes()),
            (FormatClass::Sint, 4) => bytes.extend((value.round() as i32).to_le_bytes()),
            (FormatClass::Uint, 1) => bytes.push(value.round() as u8),
            (FormatClass::Sint, 1) => bytes.push(value.round() as i8 as u8),
            _ => bytes.extend(std::iter::repeat_n(0, width)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interp::Texture;

    const DIMENSIONS: [ResourceDimension; 9] = [
        ResourceDimension::Texture1D,
        ResourceDimension::Texture1DArray,
        ResourceDimension::Texture2D,
        ResourceDimension::Texture2DArray,
        ResourceDimension::Texture2DMS,
        ResourceDimension::Texture2DMSArray,
        ResourceDimension::Texture3D,
        ResourceDimension::TextureCube,
        ResourceDimension::TextureCubeArray,
    ];

    #[test]
    fn every_texture_is_one_that_the_interpreter_takes() {
        for dimension in DIMENSIONS {
            for (returns, is_depth) in [
                (ReturnType::Float, false),
                (ReturnType::Float, true),
                (ReturnType::Unorm, false),
                (ReturnType::Snorm, false),
                (ReturnType::Uint, false),
                (ReturnType::Sint, false),
            ] {
                let kind = TextureUse { dimension, returns, is_depth };
                let texture = texture("case", "t0", kind, &ResourceFile::default()).unwrap();
                Texture::new(dimension, texture.format, texture.extent, &texture.levels).unwrap();
            }
        }
    }

    #[test]
    fn neighbours_on_a_cube_are_alike_across_an_edge() {
        // The right edge of +z meets the left edge of +x.
        assert_eq!(direction(4, 1.0, 0.25), direction(0, -1.0, 0.25));
        assert_eq!(direction(2, 0.5, 1.0), direction(4, 0.5, -1.0));
    }

    #[test]
    fn smooth_texels_differ_by_channel_layer_and_level() {
        let kind = TextureUse { dimension: ResourceDimension::Texture2D, returns: ReturnType::Float, is_depth: false };
        let painter = Painter::new("case", "albedo", Fill::Smooth, kind, None);
        let at = Place { place: [0.3, 0.6, 0.5], layer: 0, level: 0, whole: [0; 3] };
        let texel = painter.texel(at);
        assert!(texel.iter().all(|value| (0.125..=0.875).contains(value)));
        assert_ne!(texel[0], texel[1]);
        assert_ne!(texel, painter.texel(Place { layer: 1, ..at }));
        assert_ne!(texel, painter.texel(Place { level: 1, ..at }));
    }
}
