//! What programs write besides targets: views, bound as the reflection says, read back, and as layers of a picture.

use std::collections::BTreeMap;

use dxbc_translator::ir::TextureKind;
use dxbc_translator::reflect::{Binding, Reflection};

use super::bind::BindError;
use super::picture::{Layer, Picture, Scalar, Texel};
use crate::engine::compute::{Stored, StoredTexture};
use crate::engine::{ImageKind, TexelFormat};
use crate::interp::{Format, FormatClass, Value, View, ViewKind, Views};

/// The views of a program as an engine holds them.
///
/// # Errors
/// [`BindError`] for a view that the program has and nothing is bound to, and for a texture of another format than WGSL's.
pub(crate) fn stored(reflection: &Reflection, views: &Views) -> Result<BTreeMap<Binding, Stored>, BindError> {
    let mut stored = BTreeMap::new();
    let view = |space: u32, register: u32| {
        let missing = || BindError::new(format!("nothing is bound to u{register}"));
        views.get(space, register).ok_or_else(missing)
    };
    for buffer in &reflection.storage_buffers {
        let found = view(buffer.view.space, buffer.view.register)?;
        if let Some(binding) = buffer.binding {
            stored.insert(binding, Stored::Words(bytes_of(&found.words)));
        }
        if let Some(counter) = &buffer.counter {
            stored.insert(counter.binding, Stored::Words(bytes_of(&[found.counter])));
        }
    }
    for texture in &reflection.storage_textures {
        let found = view(texture.view.space, texture.view.register)?;
        stored.insert(texture.binding, Stored::Texture(stored_texture(found, texture.dimension)?));
    }
    Ok(stored)
}

fn bytes_of(words: &[Value]) -> Vec<u8> {
    words.iter().flat_map(|word| word.bits.to_le_bytes()).collect()
}

fn stored_texture(view: &View, dimension: TextureKind) -> Result<StoredTexture, BindError> {
    let ViewKind::Texture { extent, format, .. } = view.kind else {
        return Err(BindError::new("a buffer stands where a texture belongs"));
    };
    let kind = match dimension {
        TextureKind::D1Array | TextureKind::D2Array => ImageKind::D2Array,
        TextureKind::D3 => ImageKind::D3,
        TextureKind::Line => ImageKind::D1,
        TextureKind::D1 | TextureKind::D2 | TextureKind::Cube | TextureKind::CubeArray | TextureKind::D2Ms => {
            ImageKind::D2
        }
    };
    let texels = view
        .words
        .chunks_exact(4)
        .flat_map(|texel| format.encode([texel[0].bits, texel[1].bits, texel[2].bits, texel[3].bits]));
    Ok(StoredTexture {
        kind,
        format: engine_format(format).ok_or_else(|| BindError::new("no format of storage textures"))?,
        size: [extent.width, extent.height, extent.depth.max(extent.layers)],
        texels: texels.collect(),
    })
}

/// The engine's name of a format of storage textures.
#[allow(clippy::wildcard_enum_match_arm, reason = "no other format is one of storage textures")]
const fn engine_format(format: Format) -> Option<TexelFormat> {
    Some(match format {
        Format::R32G32B32A32Float => TexelFormat::RGBA32F,
        Format::R32G32B32A32Uint => TexelFormat::RGBA32UI,
        Format::R32G32B32A32Sint => TexelFormat::RGBA32I,
        Format::R8G8B8A8Unorm => TexelFormat::RGBA8,
        Format::R8G8B8A8Snorm => TexelFormat::RGBA8Snorm,
        Format::R32Float => TexelFormat::R32F,
        Format::R32Uint => TexelFormat::R32UI,
        Format::R32Sint => TexelFormat::R32I,
        _ => return None,
    })
}

/// The views with the words that the engine gave.
pub(crate) fn read_back(before: &Views, reflection: &Reflection, bytes: &BTreeMap<Binding, Vec<u8>>) -> Views {
    let mut views = before.clone();
    let words = |binding: Binding| -> Vec<u32> {
        let bytes = bytes.get(&binding).map(Vec::as_slice).unwrap_or_default();
        bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect()
    };
    for buffer in &reflection.storage_buffers {
        let (space, register) = (buffer.view.space, buffer.view.register);
        let Some(view) = views.get(space, register).cloned() else { continue };
        let counter = buffer.counter.as_ref().and_then(|counter| words(counter.binding).first().copied());
        let counter = counter.unwrap_or(view.counter.bits);
        let found = buffer.binding.map_or_else(|| view.words.iter().map(|word| word.bits).collect(), words);
        views.set(space, register, View::new(view.kind, &found, counter));
    }
    for texture in &reflection.storage_textures {
        let (space, register) = (texture.view.space, texture.view.register);
        let Some(view) = views.get(space, register).cloned() else { continue };
        let ViewKind::Texture { format, .. } = view.kind else { continue };
        let bytes = bytes.get(&texture.binding).map(Vec::as_slice).unwrap_or_default();
        let found: Vec<u32> = bytes.chunks_exact(format.bytes()).flat_map(|texel| format.decode(texel)).collect();
        views.set(space, register, View::new(view.kind, &found, 0));
    }
    views
}

/// The views as layers of a picture: a word a texel of raw and structured buffers, four of what has a type; and the
/// counters.
pub(super) fn layers(views: &Views) -> Vec<Layer> {
    let mut layers = Vec::new();
    for (_, register, view) in views.iter() {
        let (scalar, components) = match view.kind {
            ViewKind::Raw | ViewKind::Structured { .. } => (Scalar::Uint, 1),
            ViewKind::Typed => (Scalar::Uint, 4),
            ViewKind::Texture { format, .. } => match format.class() {
                FormatClass::Uint => (Scalar::Uint, 4),
                FormatClass::Sint => (Scalar::Int, 4),
                FormatClass::Unorm
                | FormatClass::UnormSrgb
                | FormatClass::Snorm
                | FormatClass::Float
                | FormatClass::SharedExponent => (Scalar::Float, 4),
            },
        };
        let texels = view.words.chunks(usize::from(components)).map(texel).collect();
        layers.push(Layer { name: Layer::of_view(register), scalar, components, texels });
        if matches!(view.kind, ViewKind::Structured { .. }) {
            let (name, texels) = (Layer::of_view(register) + "_counter", vec![texel(&[view.counter])]);
            layers.push(Layer { name, scalar: Scalar::Uint, components: 1, texels });
        }
    }
    layers
}

fn texel(words: &[Value]) -> Texel {
    let word = |lane: usize| words.get(lane).or_else(|| words.first()).copied().unwrap_or(Value::UNDEFINED);
    let words = [0, 1, 2, 3].map(word);
    let known = (0..4).fold(0, |known, lane| known | u8::from(words[lane].defined) << lane);
    Texel { bits: words.map(|word| word.bits), known }
}

/// Takes the mark of being known from all words in which the order of pixels shows: they are other ones in a picture that
/// was drawn in another order.
pub(super) fn settle(picture: &mut Picture, other: &Picture) {
    for (layer, other) in picture.layers.iter_mut().zip(&other.layers) {
        for (texel, other) in layer.texels.iter_mut().zip(&other.texels) {
            for lane in (0..4).filter(|&lane: &usize| texel.bits[lane] != other.bits[lane]) {
                texel.known &= !(1 << lane);
            }
            texel.known &= other.known;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(words: &[u32]) -> Picture {
        let mut views = Views::default();
        views.set(0, 3, View::new(ViewKind::Structured { stride: 8 }, words, 4));
        Picture { width: 1, height: 1, layers: layers(&views) }
    }

    #[test]
    fn a_view_is_a_layer_of_its_words_and_one_of_its_counter() {
        let picture = picture(&[5, 6]);
        let names: Vec<_> = picture.layers.iter().map(|layer| (layer.name.as_str(), layer.texels.len())).collect();
        assert_eq!(names, [("view3", 2), ("view3_counter", 1)]);
        assert_eq!(picture.layers[0].texels[1], Texel::new([6; 4]));
        assert_eq!(picture.images().count(), 0);
    }

    #[test]
    fn words_in_which_the_order_shows_are_not_known() {
        let mut first = picture(&[5, 6]);
        settle(&mut first, &picture(&[5, 7]));
        assert_eq!([first.layers[0].texels[0].known, first.layers[0].texels[1].known], [15, 0]);
        let mut other = picture(&[5, 6]);
        other.layers[1].texels[0].known = 0;
        settle(&mut first, &other);
        assert_eq!(first.layers[1].texels[0].known, 0);
    }
}
