//! What was drawn of a package as files, as the program writes it that draws packages with a Direct3D 11.

use std::fs;
use std::path::Path;

use serde::Serialize;

use crate::case::scene::Scene;
use crate::case::state::{DepthFormat, Target};
use crate::draw::export;
use crate::draw::picture::{Layer, Picture};

use super::PackageError;
use super::bindings::there;
use super::file::VERSION;

/// Name of the file that describes what was drawn.
const OUT_JSON: &str = "out.json";

/// Feature level of Direct3D that the drawing stands for.
const FEATURE_LEVEL: &str = "11_0";

/// Who drew a package, and what there is to say about it.
#[derive(Clone, Debug, Default)]
pub struct Drawer {
    /// Name of the engine.
    pub renderer: String,
    /// The engine in its own words.
    pub adapter: String,
    /// What is worth knowing.
    pub messages: Vec<String>,
}

#[derive(Serialize)]
struct OutJson<'a> {
    version: u32,
    renderer: &'a str,
    adapter: &'a str,
    feature_level: &'a str,
    targets: Vec<OutTarget>,
    messages: &'a [String],
}

#[derive(Serialize)]
struct OutTarget {
    name: String,
    format: &'static str,
    width: u32,
    height: u32,
    file: String,
    png: String,
}

/// Writes `rtN.bin` and `rtN.png` for each target of a picture, `depth.bin` and `depth.png` for its depth buffer, the
/// top row first, and `out.json`.
///
/// # Errors
/// [`PackageError::File`] if a file cannot be written.
pub fn write_targets(folder: &Path, scene: &Scene, picture: &Picture, drawer: &Drawer) -> Result<(), PackageError> {
    let error = |source| PackageError::File { path: folder.to_owned(), source };
    fs::create_dir_all(folder).map_err(error)?;
    let mut targets = Vec::new();
    for layer in &picture.layers {
        let Some((name, format, bytes)) = texels(scene, layer) else { continue };
        let (file, png) = (format!("{name}.bin"), format!("{name}.png"));
        fs::write(folder.join(&file), bytes).map_err(error)?;
        export::write_png(&folder.join(&png), &export::layer_image(picture, layer, false)).map_err(error)?;
        targets.push(OutTarget { name, format, width: picture.width, height: picture.height, file, png });
    }
    let out = OutJson {
        version: VERSION,
        renderer: &drawer.renderer,
        adapter: &drawer.adapter,
        feature_level: FEATURE_LEVEL,
        targets,
        messages: &drawer.messages,
    };
    let path = folder.join(OUT_JSON);
    let mut text =
        serde_json::to_string_pretty(&out).map_err(|source| PackageError::Json { path: path.clone(), source })?;
    text.push('\n');
    fs::write(&path, text).map_err(error)
}

/// The name of a layer's files, its format, and its bytes.
fn texels(scene: &Scene, layer: &Layer) -> Option<(String, &'static str, Vec<u8>)> {
    match layer.slot() {
        Some(slot) => {
            let target: &Target = scene.targets.get(&slot)?;
            let bytes = layer.texels.iter().flat_map(|texel| target.format.encode(texel.bits)).collect();
            Some((format!("rt{slot}"), target.format.name(), bytes))
        }
        None => {
            let format = scene.depth?.format;
            let bytes = layer.texels.iter().flat_map(|texel| depth_texel(format, texel.bits[0])).collect();
            Some(("depth".into(), there(&DepthFormat::NAMES, format)?, bytes))
        }
    }
}

/// The bytes of a depth, with a stencil value of 0 where the format has one.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "depths lie within 0 and 1")]
fn depth_texel(format: DepthFormat, bits: u32) -> Vec<u8> {
    let code = |scale: u32| (f64::from(f32::from_bits(bits)) * f64::from(scale)).round() as u32;
    match format {
        DepthFormat::D32Float => bits.to_le_bytes().into(),
        DepthFormat::D32FloatS8X24Uint => u64::from(bits).to_le_bytes().into(),
        DepthFormat::D24UnormS8Uint => code(0x00ff_ffff).to_le_bytes().into(),
        DepthFormat::D16Unorm => code(0xffff).to_le_bytes()[..2].into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_stored_by_format() {
        let half = 0.5_f32.to_bits();
        assert_eq!(depth_texel(DepthFormat::D32Float, half), [0, 0, 0, 0x3f]);
        assert_eq!(depth_texel(DepthFormat::D32FloatS8X24Uint, half), [0, 0, 0, 0x3f, 0, 0, 0, 0]);
        assert_eq!(depth_texel(DepthFormat::D24UnormS8Uint, 1.0_f32.to_bits()), [0xff, 0xff, 0xff, 0]);
        // 0.5 * 65535 = 32767.5, rounded up.
        assert_eq!(depth_texel(DepthFormat::D16Unorm, half), [0x00, 0x80]);
    }
}
