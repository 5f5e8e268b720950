//! A dispatch on an engine: the shader is translated, bound as its reflection says, run, and its views read back.

use std::collections::BTreeMap;

use dxbc_translator::error::Error;
use dxbc_translator::ir::TextureKind;
use dxbc_translator::options::{Options, RegisterModel, Target};
use dxbc_translator::reflect::{Binding, Reflection};
use dxbc_translator::translate;

use super::outcome::{Difference, Outcome};
use crate::case::dispatch::Dispatch;
use crate::draw::bind::BindError;
use crate::draw::bind_wgsl;
use crate::engine::compute::{Compute, Stored, StoredTexture};
use crate::engine::{DrawError, Engine, EngineError, ImageKind, TexelFormat};
use crate::interp::{Format, Value, View, ViewKind, Views};

/// Why a dispatch leaves nothing on an engine.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The shader is not translated.
    #[error(transparent)]
    Refused(Error),
    /// It cannot be bound.
    #[error(transparent)]
    Unbound(BindError),
    /// The engine does not run it.
    #[error(transparent)]
    Failed(DrawError),
}

/// What became of a dispatch on an engine.
#[derive(Debug)]
pub enum Verdict {
    /// Every word is that of the interpreter.
    Agrees {
        /// How many there are.
        words: usize,
    },
    /// A word is another.
    Differs(Difference),
    /// There are no words.
    Failed(Failure),
}

/// Runs dispatches on an engine of WGSL, and compares each with the interpreter's outcome.
///
/// # Errors
/// [`EngineError`] if the engine stopped working.
pub fn compare(
    engine: &dyn Engine,
    dispatches: &[(&Dispatch, &Outcome)],
    register_model: RegisterModel,
) -> Result<Vec<Verdict>, EngineError> {
    let (dispatches, expected): (Vec<&Dispatch>, Vec<&Outcome>) = dispatches.iter().copied().unzip();
    let found = outcomes(engine, &dispatches, register_model)?;
    let judge = |(expected, found): (&Outcome, Result<Outcome, Failure>)| match found {
        Err(failure) => Verdict::Failed(failure),
        Ok(found) => match expected.differs(&found) {
            Some(difference) => Verdict::Differs(difference),
            None => Verdict::Agrees { words: expected.counts().0 },
        },
    };
    Ok(expected.into_iter().zip(found).map(judge).collect())
}

/// Runs dispatches on an engine of WGSL, and gives what each of them leaves.
///
/// # Errors
/// [`EngineError`] if the engine stopped working.
pub fn outcomes(
    engine: &dyn Engine,
    dispatches: &[&Dispatch],
    register_model: RegisterModel,
) -> Result<Vec<Result<Outcome, Failure>>, EngineError> {
    let options = Options { target: Target::Wgsl, register_model, ..Options::default() };
    let (mut jobs, mut places) = (Vec::new(), Vec::new());
    for dispatch in dispatches {
        places.push(prepare(dispatch, &options).map(|(compute, reflection)| {
            jobs.push(compute);
            reflection
        }));
    }
    let mut results = engine.dispatch(&jobs)?.into_iter();
    let missing = || Err(DrawError::Invalid { message: "the engine gave no result".into() });
    let outcome = |(dispatch, place): (&&Dispatch, Result<Reflection, Failure>)| {
        let reflection = place?;
        let bytes = results.next().unwrap_or_else(missing).map_err(Failure::Failed)?;
        Ok(Outcome::of(dispatch, &read_back(dispatch, &reflection, &bytes)))
    };
    Ok(dispatches.iter().zip(places).map(outcome).collect())
}

fn prepare(dispatch: &Dispatch, options: &Options) -> Result<(Compute, Reflection), Failure> {
    let shader = translate(&dispatch.unit.bytes, options).map_err(Failure::Refused)?;
    let reflection = shader.reflection;
    let (images, bindings) = bind_wgsl::reads(&reflection, &dispatch.bindings).map_err(Failure::Unbound)?;
    let mut stored = BTreeMap::new();
    let view = |space: u32, register: u32| {
        let missing = || Failure::Unbound(BindError::new(format!("nothing is bound to u{register}")));
        dispatch.views.get(space, register).ok_or_else(missing)
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
    Ok((Compute { source: shader.source, images, bindings, stored, groups: dispatch.groups }, reflection))
}

fn bytes_of(words: &[Value]) -> Vec<u8> {
    words.iter().flat_map(|word| word.bits.to_le_bytes()).collect()
}

fn stored_texture(view: &View, dimension: TextureKind) -> Result<StoredTexture, Failure> {
    let ViewKind::Texture { extent, format, .. } = view.kind else {
        return Err(Failure::Unbound(BindError::new("a buffer stands where a texture belongs")));
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
        format: engine_format(format)
            .ok_or_else(|| Failure::Unbound(BindError::new("no format of storage textures")))?,
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
fn read_back(dispatch: &Dispatch, reflection: &Reflection, bytes: &BTreeMap<Binding, Vec<u8>>) -> Views {
    let mut views = dispatch.views.clone();
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
