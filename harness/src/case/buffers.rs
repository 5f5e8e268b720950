//! Bytes of raw, structured and typed buffers.

use dxbc_translator::container::rdef::{Buffer, BufferKind};
use dxbc_translator::program::ReturnType;

use super::constants::{self, Recipe};
use super::file::{Fill, ResourceFile};
use super::random::Random;
use super::scene::SceneResource;
use crate::interp::Format;

/// Elements of a typed or structured buffer, if the case does not say.
const ELEMENTS: u32 = 48;

/// Bytes of a raw buffer, if the case does not say.
const RAW_BYTES: u32 = 1024;

/// What the words of a buffer are, if nothing describes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordUse {
    /// Floats.
    Floats,
    /// Whole numbers.
    Integers,
}

/// A buffer to make.
#[derive(Clone, Copy, Debug)]
pub(super) struct BufferUse<'a> {
    pub(super) name: &'a str,
    /// The description of its elements, or of the texture buffer.
    pub(super) layout: Option<&'a Buffer>,
    pub(super) words: WordUse,
    pub(super) file: &'a ResourceFile,
}

/// A typed buffer, or a texture buffer, whose rows are described as those of a constant buffer are.
pub(super) fn typed(recipe: Recipe<'_>, buffer: BufferUse<'_>, returns: ReturnType) -> SceneResource {
    let format = match returns {
        ReturnType::Uint => Format::R32G32B32A32Uint,
        ReturnType::Sint => Format::R32G32B32A32Sint,
        ReturnType::Unorm => Format::R8G8B8A8Unorm,
        ReturnType::Snorm => Format::R8G8B8A8Snorm,
        ReturnType::Float
        | ReturnType::Unknown
        | ReturnType::Mixed
        | ReturnType::Double
        | ReturnType::Continued
        | ReturnType::Unused => Format::R32G32B32A32Float,
    };
    let format = buffer.file.format.as_deref().and_then(Format::from_name).unwrap_or(format);
    if let Some(layout) = buffer.layout.filter(|layout| layout.kind == BufferKind::TextureBuffer) {
        let rows = layout.size.div_ceil(16).clamp(1, 4096);
        return SceneResource::Typed { format, bytes: constants::constants(recipe, buffer.name, rows, Some(layout)) };
    }
    let count = buffer.file.elements.unwrap_or(ELEMENTS).clamp(1, 4096);
    let length = count as usize * format.bytes();
    let words = if format.is_integer() { WordUse::Integers } else { WordUse::Floats };
    let bytes = if matches!(format, Format::R8G8B8A8Unorm | Format::R8G8B8A8Snorm) {
        let mut random = Random::new(&[recipe.case, "buffer", buffer.name]);
        (0..length).map(|_| u8::try_from(random.below(128)).unwrap_or(0)).collect()
    } else {
        fill(recipe.case, BufferUse { words, ..buffer }, length)
    };
    SceneResource::Typed { format, bytes }
}

/// A structured buffer.
pub(super) fn structured(recipe: Recipe<'_>, buffer: BufferUse<'_>, stride: u32) -> SceneResource {
    let stride = stride.clamp(4, 2048);
    let count = buffer.file.elements.unwrap_or(ELEMENTS).clamp(1, 4096);
    let bytes = match buffer.layout {
        Some(layout) if buffer.file.fill.is_none() => constants::structures(recipe, layout, stride, count),
        _ => fill(recipe.case, buffer, stride as usize * count as usize),
    };
    SceneResource::Structured { stride, bytes }
}

/// A raw buffer.
pub(super) fn raw(recipe: Recipe<'_>, buffer: BufferUse<'_>) -> SceneResource {
    let bytes = buffer.file.elements.map_or(RAW_BYTES, |count| count.clamp(1, 4096) * 4);
    SceneResource::Raw(fill(recipe.case, buffer, bytes as usize))
}

/// Words without description.
fn fill(case: &str, buffer: BufferUse<'_>, bytes: usize) -> Vec<u8> {
    let mut random = Random::new(&[case, "buffer", buffer.name]);
    let default = match buffer.words {
        WordUse::Floats => Fill::Noise,
        WordUse::Integers => Fill::Integers,
    };
    let kind = buffer.file.fill.unwrap_or(default);
    let [low, high] = buffer.file.range.unwrap_or(if kind == Fill::Integers { [0.0, 15.0] } else { [0.1, 1.0] });
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small whole number")]
    let whole = [low as i32, high as i32].map(i32::cast_unsigned);
    let mut out = Vec::new();
    while out.len() < bytes {
        let word = match kind {
            Fill::Words => random.word(),
            Fill::Integers => whole[0].wrapping_add(random.below(whole[1].wrapping_sub(whole[0]).saturating_add(1))),
            Fill::Constant => low.to_bits(),
            Fill::Smooth | Fill::Gradient | Fill::Checker | Fill::Noise => random.between(low, high).to_bits(),
        };
        out.extend(word.to_le_bytes());
    }
    out.truncate(bytes);
    out
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::case::matrices::Convention;

    #[test]
    fn words_are_what_they_are_used_for() {
        let given = BTreeMap::new();
        let recipe = Recipe { case: "x", convention: Convention::Columns, size: [32, 32], given: &given };
        let file = ResourceFile::default();
        let buffer = |words| BufferUse { name: "t0", layout: None, words, file: &file };
        let SceneResource::Raw(bytes) = raw(recipe, buffer(WordUse::Integers)) else { panic!() };
        assert!(bytes.as_chunks().0.iter().all(|&word| u32::from_le_bytes(word) <= 15));
        let SceneResource::Structured { stride, bytes } = structured(recipe, buffer(WordUse::Floats), 12) else {
            panic!()
        };
        assert_eq!((stride, bytes.len()), (12, 12 * 48));
        assert!(bytes.as_chunks().0.iter().all(|&word| (0.1..1.0).contains(&f32::from_le_bytes(word))));
    }
}
