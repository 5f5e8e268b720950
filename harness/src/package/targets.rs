//! Render targets of a package: which formats there are, and what was drawn as files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Number;

use crate::case::file::TargetFormat;
use crate::draw::picture::{DEPTH_LAYER, Layer, Picture};
use crate::interp::{Format, FormatClass};

use super::file::DrawJson;
use super::{Loaded, PackageError};

/// The most targets.
const TARGETS: u32 = 8;

/// How a target is stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TargetUse {
    format: Format,
    /// What it is cleared to, as words of the scene's format.
    clear: [u32; 4],
}

impl TargetUse {
    /// What a shader writes.
    pub(super) const fn format(self) -> TargetFormat {
        match self.format.class() {
            FormatClass::Uint => TargetFormat::Uint,
            FormatClass::Sint => TargetFormat::Sint,
            FormatClass::Unorm
            | FormatClass::UnormSrgb
            | FormatClass::Snorm
            | FormatClass::Float
            | FormatClass::SharedExponent => TargetFormat::Float,
        }
    }
}

/// How many channels a format stores, and how: only those that any float rounds to in one way.
#[allow(clippy::wildcard_enum_match_arm, reason = "every other format rounds in more than one way")]
fn storage(format: Format) -> Option<(usize, Store)> {
    use Format as F;
    Some(match format {
        F::R32G32B32A32Float | F::R32G32B32A32Uint | F::R32G32B32A32Sint => (4, Store::Words),
        F::R32G32Float | F::R32G32Uint | F::R32G32Sint => (2, Store::Words),
        F::R32Float | F::R32Uint | F::R32Sint => (1, Store::Words),
        F::R8G8B8A8Unorm => (4, Store::Bytes([0, 1, 2, 3])),
        F::B8G8R8A8Unorm => (4, Store::Bytes([2, 1, 0, 3])),
        F::R8G8Unorm => (2, Store::Bytes([0, 1, 2, 3])),
        F::R8Unorm => (1, Store::Bytes([0, 1, 2, 3])),
        _ => return None,
    })
}

/// How channels are stored.
#[derive(Clone, Copy, Debug)]
enum Store {
    /// As words.
    Words,
    /// As bytes from 0 to 1, in this order of channels.
    Bytes([usize; 4]),
}

/// The targets of a package by slot.
///
/// # Errors
/// [`PackageError`] for formats, masks or blending that scenes do not have.
pub(super) fn uses(draw: &DrawJson) -> Result<BTreeMap<u32, TargetUse>, PackageError> {
    let mut uses = BTreeMap::new();
    for target in draw.targets.iter().flatten() {
        let slot = target.slot.unwrap_or(0);
        let format = Format::from_name(&target.format).filter(|format| storage(*format).is_some());
        let Some(format) = format else {
            return Err(PackageError::Unsupported(format!("a target of the format {}", target.format)));
        };
        if target.blend.is_some() || target.write_mask.unwrap_or(15) != 15 {
            return Err(PackageError::Unsupported("blending and write masks".into()));
        }
        let clear = match &target.clear {
            Some(clear) => clear.each_ref().map(|number| word(number, format.is_integer())),
            None => [0; 4],
        };
        if slot >= TARGETS || uses.insert(slot, TargetUse { format, clear }).is_some() {
            return Err(PackageError::Value(format!("slot {slot} of the targets")));
        }
    }
    Ok(uses)
}

/// A number of the file as a word.
#[allow(clippy::cast_possible_truncation, reason = "the nearest float, or the low 32 bits, are what is wanted")]
fn word(number: &Number, is_integer: bool) -> u32 {
    if is_integer {
        number.as_i64().map_or(0, |value| (value & 0xffff_ffff) as u32)
    } else {
        number.as_f64().map_or(0, |value| (value as f32).to_bits())
    }
}

/// Writes `rtN.bin` for each target of a picture, and `depth.bin` for its depth, the top row first.
///
/// # Errors
/// [`PackageError::File`] if a file cannot be written.
pub fn write_targets(folder: &Path, loaded: &Loaded, picture: &Picture) -> Result<(), PackageError> {
    fs::create_dir_all(folder).map_err(|source| PackageError::File { path: folder.to_owned(), source })?;
    let write = |name: String, bytes: Vec<u8>| {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(|source| PackageError::File { path, source })
    };
    for (slot, used) in &loaded.targets {
        if let Some(layer) = picture.layer(&format!("target{slot}")) {
            write(format!("rt{slot}.bin"), texels(layer, *used))?;
        }
    }
    match picture.layer(DEPTH_LAYER) {
        Some(layer) => {
            let words = layer.texels.iter().flat_map(|texel| texel.bits[0].to_le_bytes());
            write("depth.bin".into(), words.collect())
        }
        None => Ok(()),
    }
}

/// The bytes of a layer. Texels that nothing was drawn to hold the picture's mark, which becomes the clear colour.
fn texels(layer: &Layer, used: TargetUse) -> Vec<u8> {
    let Some((channels, store)) = storage(used.format) else { return Vec::new() };
    let mark = [layer.scalar.sentinel(); 4];
    let mut bytes = Vec::new();
    for texel in &layer.texels {
        let words = if texel.bits == mark { used.clear } else { texel.bits };
        match store {
            Store::Words => bytes.extend(words.iter().take(channels).flat_map(|word| word.to_le_bytes())),
            Store::Bytes(order) => {
                bytes.extend(order.iter().take(channels).map(|&channel| unorm(f32::from_bits(words[channel & 3]))));
            }
        }
    }
    bytes
}

/// A byte for 0 to 1; NaN is 0.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
fn unorm(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::picture::{Scalar, Texel};

    #[test]
    fn what_was_not_drawn_is_the_clear_colour() {
        let text = r#"{"version": 1, "width": 1, "height": 1, "vs": "v", "targets": [
            {"format": "B8G8R8A8_UNORM", "clear": [1, 0.5, 0, 0]},
            {"format": "R32G32_SINT", "slot": 2, "clear": [-1, 7, 0, 0]},
            {"format": "R32G32B32A32_UINT", "slot": 3, "clear": [4294967295, 0, 0, 0]}]}"#;
        let uses = uses(&serde_json::from_str(text).unwrap()).unwrap();
        let layer = |scalar: Scalar| {
            let drawn = [0.2, 2.0, -1.0, f32::NAN].map(f32::to_bits);
            let texels = vec![Texel::new([scalar.sentinel(); 4]), Texel::new(drawn)];
            Layer { name: String::new(), scalar, components: 4, texels }
        };
        assert_eq!(texels(&layer(Scalar::Float), uses[&0]), [0, 128, 255, 0, 0, 255, 51, 0]);
        assert_eq!(texels(&layer(Scalar::Int), uses[&2])[..8], [255, 255, 255, 255, 7, 0, 0, 0]);
        assert_eq!(texels(&layer(Scalar::Uint), uses[&3])[..8], [255, 255, 255, 255, 0, 0, 0, 0]);
    }

    #[test]
    fn formats_that_round_in_many_ways_are_refused() {
        let text = r#"{"version": 1, "width": 1, "height": 1, "vs": "v", "targets": [{"format": "R11G11B10_FLOAT"}]}"#;
        let error = uses(&serde_json::from_str(text).unwrap()).unwrap_err();
        assert!(error.to_string().contains("R11G11B10_FLOAT"));
    }
}
