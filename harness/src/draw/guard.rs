//! Binds the texture that guards the arithmetic of doubles: one texel that reads 1.0.

use dxbc_translator::reflect::DoubleGuard;

use crate::engine::{Bound, Draw, Image, ImageKind, SamplerBinding, SamplerState, TexelFormat};

/// Binds the guard that a text announces, unless the other stage has.
pub(crate) fn bind(draw: &mut Draw, guard: &DoubleGuard) {
    let bound = match guard.binding {
        Some(binding) => draw.bindings.contains_key(&binding),
        None => draw.samplers.iter().any(|bound| bound.name == guard.uniform),
    };
    if bound {
        return;
    }
    let image = draw.images.len();
    let (kind, format) = (ImageKind::D2, TexelFormat::RGBA8);
    draw.images.push(Image { kind, format, width: 1, height: 1, depth: 1, levels: vec![vec![255; 4]] });
    match guard.binding {
        Some(binding) => {
            draw.bindings.insert(binding, Bound::Texture(image));
        }
        None => {
            let state = SamplerState::default();
            draw.samplers.push(SamplerBinding { name: guard.uniform.to_owned(), image, state });
        }
    }
}
