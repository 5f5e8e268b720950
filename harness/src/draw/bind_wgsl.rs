//! Binds a scene to translated WGSL on an engine, as the text's reflection says.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use dxbc_translator::reflect::{Binding, BufferPlacement, BufferUniform, Reflection, SamplerBinding, TextureBinding};

use crate::case::scene::{SceneBindings, SceneResource};
use crate::engine::{Bound, Draw, Image};
use crate::interp::Filter;

use super::bind::{BindError, buffer_words, constants, first_byte, image, own_bytes, put, sampler_state, structures};
use super::guard;

fn error<T>(message: impl Into<String>) -> Result<T, BindError> {
    Err(BindError::new(message))
}

/// Adds everything that the shaders of a program read to a draw, each with the bindings of its stage. What both stages
/// bind to one place is bound once.
///
/// # Errors
/// [`BindError`] for what the text needs and the scene or WebGPU does not have.
pub(super) fn bind(draw: &mut Draw, stages: &[(&Reflection, &SceneBindings)]) -> Result<(), BindError> {
    for &(reflection, scene) in stages {
        let filters = reflection.sampler_bindings.iter().any(|binding| is_filter(binding, scene));
        let mut binder = Binder { draw, scene, filters, images: BTreeMap::new() };
        binder.stage(reflection)?;
    }
    Ok(())
}

/// What a shader of no draw reads: the images, and what is bound to each place.
///
/// # Errors
/// [`BindError`] as [`bind`].
pub(crate) fn reads(
    reflection: &Reflection,
    scene: &SceneBindings,
) -> Result<(Vec<Image>, BTreeMap<Binding, Bound>), BindError> {
    let mut draw = Draw::default();
    bind(&mut draw, &[(reflection, scene)])?;
    Ok((draw.images, draw.bindings))
}

/// Whether a sampler that does not compare mixes texels.
fn is_filter(binding: &SamplerBinding, scene: &SceneBindings) -> bool {
    let sampler = scene.samplers.get(&(binding.sampler.space, binding.sampler.register));
    !binding.comparison
        && sampler.is_some_and(|sampler| [sampler.mag, sampler.min, sampler.mip].contains(&Filter::Linear))
}

struct Binder<'a> {
    draw: &'a mut Draw,
    scene: &'a SceneBindings,
    /// Whether a sampler of the stage filters, which a depth texture does not take.
    filters: bool,
    /// Images by register, and whether they have a depth format.
    images: BTreeMap<((u32, u32), bool), usize>,
}

impl Binder<'_> {
    fn stage(&mut self, reflection: &Reflection) -> Result<(), BindError> {
        for block in &reflection.uniform_blocks {
            let bytes = constants(reflection, block, self.scene)?;
            self.uniform(block.binding, 0, bytes, block.bytes as usize)?;
        }
        for texture in &reflection.texture_bindings {
            let image = self.texture(texture)?;
            self.add(Some(texture.binding), || Ok(Bound::Texture(image)))?;
        }
        for sampler in &reflection.sampler_bindings {
            let register = &sampler.sampler;
            let Some(bound) = self.scene.samplers.get(&(register.space, register.register)) else {
                return error(format!("nothing is bound to s{}", register.register));
            };
            self.add(Some(sampler.binding), || sampler_state(bound, sampler.comparison).map(Bound::Sampler))?;
        }
        if let Some(guard) = &reflection.double_guard {
            guard::bind(self.draw, guard);
        }
        for buffer in &reflection.buffers {
            let Some(placement) = &buffer.placement else {
                let words = self.words(buffer)?;
                self.add(buffer.binding, || {
                    Ok(Bound::Words(words.iter().flat_map(|word| word.to_le_bytes()).collect()))
                })?;
                continue;
            };
            let binding = match placement {
                BufferPlacement::UniformBlock { .. } => buffer.binding,
                BufferPlacement::ConstantBuffer { block, .. } => {
                    reflection.uniform_blocks.iter().find(|own| own.block == *block).and_then(|own| own.binding)
                }
            };
            let bytes = structures(&self.words(buffer)?, buffer, placement);
            self.uniform(binding, first_byte(placement), &bytes, own_bytes(placement))?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        binding: Option<Binding>,
        bound: impl FnOnce() -> Result<Bound, BindError>,
    ) -> Result<(), BindError> {
        let Some(binding) = binding else { return error("the reflection gives no binding") };
        if let Entry::Vacant(place) = self.draw.bindings.entry(binding) {
            place.insert(bound()?);
        }
        Ok(())
    }

    /// Binds a uniform buffer of at least `size` bytes, or puts bytes into the one that is bound.
    fn uniform(&mut self, binding: Option<Binding>, first: usize, bytes: &[u8], size: usize) -> Result<(), BindError> {
        let Some(binding) = binding else { return error("the reflection gives no binding") };
        match self.draw.bindings.entry(binding).or_insert_with(|| Bound::Uniform(Vec::new())) {
            Bound::Uniform(data) => put(data, first, bytes, size),
            Bound::Words(_) | Bound::Texture(_) | Bound::Sampler(_) => {
                return error("a uniform buffer has the binding of something else");
            }
        }
        Ok(())
    }

    /// The image of a texture. One that is compared elsewhere and read here is a depth texture too, unless it may be
    /// filtered here, which depths are not.
    fn texture(&mut self, texture: &TextureBinding) -> Result<usize, BindError> {
        let key = (texture.texture.space, texture.texture.register);
        let Some(SceneResource::Texture(found)) = self.scene.resources.get(&key) else {
            return error(format!("t{} is no texture", key.1));
        };
        let is_depth = texture.comparison || (found.is_depth && !self.filters);
        if let Some(&image) = self.images.get(&(key, is_depth)) {
            return Ok(image);
        }
        let number = self.draw.images.len();
        self.draw.images.push(image(found, texture.dimension, is_depth)?);
        self.images.insert((key, is_depth), number);
        Ok(number)
    }

    fn words(&self, buffer: &BufferUniform) -> Result<Vec<u32>, BindError> {
        let key = (buffer.buffer.space, buffer.buffer.register);
        let Some(resource) = self.scene.resources.get(&key) else {
            return error(format!("nothing is bound to t{}", key.1));
        };
        let (words, _) = buffer_words(resource, buffer.content)?;
        if words.is_empty() {
            return error(format!("t{} is empty, and WebGPU binds no empty buffer", key.1));
        }
        Ok(words)
    }
}
