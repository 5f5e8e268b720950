//! Pictures as files: a PNG for people, and the words with a description for programs.

use std::fs;
use std::io;
use std::path::Path;

use image::{ImageFormat, Rgba, RgbaImage};
use serde::Serialize;

use super::picture::{Layer, Picture, Scalar};

/// Pixels between two pictures that stand side by side.
const GAP: u32 = 2;

/// The picture for people: its layers side by side, floats clamped to 0..1, the low eight bits of integers, opaque; a
/// layer of one component is grey. Where `marks_unknown`, texels without any defined component are magenta.
#[must_use]
pub fn to_image(picture: &Picture, marks_unknown: bool) -> RgbaImage {
    beside(&picture.images().map(|layer| layer_image(picture, layer, marks_unknown)).collect::<Vec<_>>())
}

/// One layer of a picture for people, as [`to_image`] shows it.
#[must_use]
pub fn layer_image(picture: &Picture, layer: &Layer, marks_unknown: bool) -> RgbaImage {
    RgbaImage::from_fn(picture.width, picture.height, |x, y| {
        let texel = picture.position(x, y).and_then(|position| layer.texels.get(position));
        let Some(texel) = texel else { return Rgba([0, 0, 0, 255]) };
        let wanted = (1_u16 << layer.components.min(4)) - 1;
        if marks_unknown && u16::from(texel.known) & wanted == 0 {
            return Rgba([255, 0, 255, 255]);
        }
        let level = |component: usize| match component {
            _ if layer.components == 1 => to_byte(layer.scalar, texel.bits[0]),
            _ if component < usize::from(layer.components) => to_byte(layer.scalar, texel.bits[component]),
            _ => 0,
        };
        Rgba([level(0), level(1), level(2), 255])
    })
}

/// A word as a brightness.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped, or the low bits are wanted")]
fn to_byte(scalar: Scalar, bits: u32) -> u8 {
    match scalar {
        Scalar::Float => (f32::from_bits(bits).clamp(0.0, 1.0) * 255.0 + 0.5) as u8,
        Scalar::Uint | Scalar::Int => bits as u8,
    }
}

/// Images side by side, with a gap.
#[must_use]
pub fn beside(images: &[RgbaImage]) -> RgbaImage {
    let width: u32 = images.iter().map(|image| image.width() + GAP).sum::<u32>().saturating_sub(GAP);
    let height = images.iter().map(RgbaImage::height).max().unwrap_or(0);
    let mut out = RgbaImage::from_pixel(width.max(1), height.max(1), Rgba([40, 40, 40, 255]));
    let mut left = 0;
    for image in images {
        image::imageops::replace(&mut out, image, i64::from(left), 0);
        left += image.width() + GAP;
    }
    out
}

/// Images one below the other.
#[must_use]
pub fn above(images: &[RgbaImage]) -> RgbaImage {
    let width = images.iter().map(RgbaImage::width).max().unwrap_or(0);
    let height: u32 = images.iter().map(RgbaImage::height).sum();
    let mut out = RgbaImage::from_pixel(width.max(1), height.max(1), Rgba([40, 40, 40, 255]));
    let mut top = 0;
    for image in images {
        image::imageops::replace(&mut out, image, 0, top);
        top += i64::from(image.height());
    }
    out
}

/// Where two pictures differ: black where all components have the same bits or are undefined, else the brighter the
/// greater the difference of the first three components is, with at least a visible red.
fn difference_image(expected: &Picture, found: &Picture) -> RgbaImage {
    let layers = expected.images().zip(found.images()).map(|(a, b)| {
        RgbaImage::from_fn(expected.width, expected.height, |x, y| {
            let position = expected.position(x, y);
            let texels = position.and_then(|position| Some((a.texels.get(position)?, b.texels.get(position)?)));
            let Some((expected, found)) = texels else { return Rgba([0, 0, 0, 255]) };
            let mut color = [0_u8; 3];
            let mut differs = false;
            for component in 0..usize::from(a.components.min(4)) {
                let bits = [expected.bits[component], found.bits[component]];
                if expected.known >> component & 1 == 0 || bits[0] == bits[1] {
                    continue;
                }
                differs = true;
                let far = match a.scalar {
                    Scalar::Float => (f32::from_bits(bits[0]) - f32::from_bits(bits[1])).abs(),
                    Scalar::Uint | Scalar::Int => 1.0,
                };
                if let Some(level) = color.get_mut(component) {
                    *level = to_byte(Scalar::Float, (far * 8.0).to_bits());
                }
            }
            if differs {
                color[0] = color[0].max(64);
            }
            Rgba([color[0], color[1], color[2], 255])
        })
    });
    beside(&layers.collect::<Vec<_>>())
}

/// What was expected, what was found and their difference, side by side; what has no defined value is marked.
#[must_use]
pub fn comparison_image(expected: &Picture, found: &Picture) -> RgbaImage {
    beside(&[to_image(expected, true), to_image(found, false), difference_image(expected, found)])
}

/// The name of a file for what some names stand for: their parts between slashes, joined. Empty names leave nothing.
#[must_use]
pub fn file_stem(names: &[&str]) -> String {
    let parts: Vec<&str> = names.iter().flat_map(|name| name.split('/')).filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

/// Writes a PNG.
///
/// # Errors
/// What the file system or the encoder says.
pub fn write_png(path: &Path, image: &RgbaImage) -> io::Result<()> {
    let mut bytes = io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png).map_err(io::Error::other)?;
    fs::write(path, bytes.into_inner())
}

/// The description of a raw picture.
#[derive(Debug, Serialize)]
struct Raw<'a> {
    width: u32,
    height: u32,
    /// In the order in which the file holds them, each `width * height * 16` bytes: four little-endian words a texel,
    /// the top row first.
    layers: Vec<RawLayer<'a>>,
}

#[derive(Debug, Serialize)]
struct RawLayer<'a> {
    name: &'a str,
    scalar: &'static str,
    components: u8,
}

/// Writes the words of a picture to `path` and what they are to the same name with `.json` instead of its extension.
///
/// # Errors
/// What the file system says.
pub fn write_raw(path: &Path, picture: &Picture) -> io::Result<()> {
    let mut bytes = Vec::new();
    for word in picture.layers.iter().flat_map(|layer| &layer.texels).flat_map(|texel| texel.bits) {
        bytes.extend(word.to_le_bytes());
    }
    fs::write(path, bytes)?;
    let layers = picture.layers.iter().map(|layer| RawLayer {
        name: &layer.name,
        scalar: match layer.scalar {
            Scalar::Float => "float32",
            Scalar::Uint => "uint32",
            Scalar::Int => "int32",
        },
        components: layer.components,
    });
    let raw = Raw { width: picture.width, height: picture.height, layers: layers.collect() };
    let mut text = serde_json::to_string_pretty(&raw)?;
    text.push('\n');
    fs::write(path.with_extension("json"), text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::picture::Texel;

    fn picture(texels: Vec<Texel>) -> Picture {
        let layer = Layer { name: "target0".into(), scalar: Scalar::Float, components: 4, texels };
        Picture { width: 2, height: 1, layers: vec![layer.clone(), layer] }
    }

    #[test]
    fn layers_stand_side_by_side_and_the_unknown_is_marked() {
        let bright = Texel::new([1.0_f32, 0.5, -3.0, 0.0].map(f32::to_bits));
        let unknown = Texel { known: 0, ..bright };
        let image = to_image(&picture(vec![bright, unknown]), true);
        assert_eq!((image.width(), image.height()), (2 + 2 + 2, 1));
        assert_eq!(image.get_pixel(0, 0).0, [255, 128, 0, 255]);
        assert_eq!(image.get_pixel(1, 0).0, [255, 0, 255, 255]);
        assert_eq!(image.get_pixel(4, 0).0, [255, 128, 0, 255]);
    }

    #[test]
    fn the_difference_of_equal_pictures_is_black() {
        let a = picture(vec![Texel::new([1.0_f32.to_bits(); 4]); 2]);
        let mut b = a.clone();
        b.layers[0].texels[1].bits[1] = 0.5_f32.to_bits();
        let image = difference_image(&a, &b);
        assert_eq!(image.get_pixel(0, 0).0, [0, 0, 0, 255]);
        assert_eq!(image.get_pixel(1, 0).0, [64, 255, 0, 255]);
    }

    #[test]
    fn raw_files_hold_all_words() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bin");
        write_raw(&path, &picture(vec![Texel::new([1, 2, 3, 4]), Texel::new([5, 6, 7, 8])])).unwrap();
        let bytes = fs::read(&path).unwrap();
        assert_eq!(bytes.len(), 2 * 2 * 16);
        assert_eq!(bytes[16..20], [5, 0, 0, 0]);
        let json = fs::read_to_string(folder.path().join("a.json")).unwrap();
        assert!(json.contains("\"float32\"") && json.contains("\"width\": 2"));
    }
}
