//! Binds a scene to translated GLSL on an engine, as the text's reflection says, and what WGSL has in common with it.

use std::collections::BTreeMap;

use dxbc_translator::ir::{Scalar as TextScalar, TextureKind};
use dxbc_translator::reflect::{self, BufferContent, BufferPlacement, BufferUniform, Reflection, TextureUniform};

use crate::case::scene::{SceneBindings, SceneResource, SceneTexture};
use crate::engine::{
    CompareFunc, Draw, Filter, Image, ImageKind, MipFilter, SamplerBinding, SamplerState, TexelFormat, Uniform,
    UniformBlock, UniformValue, Wrap,
};
use crate::interp::{self, Address, Comparison, Format};

use super::guard;

/// Texels of a row of a texture that holds a buffer.
const BUFFER_WIDTH: u32 = 64;

/// Bytes of a row of a block.
const ROW_BYTES: usize = 16;

/// Why a scene cannot be bound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BindError(String);

impl BindError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

fn error<T>(message: impl Into<String>) -> Result<T, BindError> {
    Err(BindError::new(message))
}

/// Adds everything that the shaders of a program read to a draw, each with the bindings of its stage. What both stages
/// name alike is bound once.
///
/// # Errors
/// [`BindError`] for what the text needs and the scene or GL does not have.
pub fn bind(draw: &mut Draw, stages: &[(&Reflection, &SceneBindings)]) -> Result<(), BindError> {
    let mut images: BTreeMap<Key, usize> = BTreeMap::new();
    let mut last: Option<&SceneBindings> = None;
    for &(reflection, scene) in stages {
        // Stages that bind the same share their images.
        if !last.is_some_and(|last| std::ptr::eq(last, scene)) {
            images.clear();
        }
        last = Some(scene);
        Binder { draw, scene, images: &mut images }.stage(reflection)?;
    }
    Ok(())
}

/// A register, and whether a comparison reads it.
type Key = ((u32, u32), bool);

struct Binder<'a> {
    draw: &'a mut Draw,
    scene: &'a SceneBindings,
    /// Images by register and use.
    images: &'a mut BTreeMap<Key, usize>,
}

impl Binder<'_> {
    fn stage(&mut self, reflection: &Reflection) -> Result<(), BindError> {
        for block in &reflection.uniform_blocks {
            let bytes = constants(reflection, block, self.scene)?;
            self.block(&block.block, 0, bytes, block.bytes as usize);
        }
        for texture in &reflection.textures {
            self.texture(texture)?;
        }
        for buffer in &reflection.buffers {
            self.buffer(buffer)?;
        }
        if let Some(guard) = &reflection.double_guard {
            guard::bind(self.draw, guard);
        }
        for count in &reflection.mip_counts {
            let levels = match self.scene.resources.get(&(count.texture.space, count.texture.register)) {
                Some(SceneResource::Texture(texture)) => texture.levels.len(),
                _ => return error(format!("t{} is no texture", count.texture.register)),
            };
            self.uint(&count.uniform, u32::try_from(levels).unwrap_or(0));
        }
        Ok(())
    }

    /// Binds a block of at least `size` bytes, or puts bytes into the one that is bound.
    fn block(&mut self, name: &str, first: usize, bytes: &[u8], size: usize) {
        let blocks = &mut self.draw.blocks;
        let position = blocks.iter().position(|bound| bound.name == name);
        let position = position.unwrap_or_else(|| {
            blocks.push(UniformBlock { name: name.to_owned(), data: Vec::new() });
            blocks.len() - 1
        });
        put(&mut blocks[position].data, first, bytes, size);
    }

    fn uint(&mut self, name: &str, value: u32) {
        if !self.draw.uniforms.iter().any(|bound| bound.name == name) {
            let value = UniformValue::Uint { components: 1, values: vec![value] };
            self.draw.uniforms.push(Uniform { name: name.to_owned(), value });
        }
    }

    fn sampler(&mut self, name: &str, image: usize, state: SamplerState) {
        if !self.draw.samplers.iter().any(|bound| bound.name == name) {
            self.draw.samplers.push(SamplerBinding { name: name.to_owned(), image, state });
        }
    }

    fn image(&mut self, key: Key, make: impl FnOnce() -> Result<Image, BindError>) -> Result<usize, BindError> {
        if let Some(&image) = self.images.get(&key) {
            return Ok(image);
        }
        let image = self.draw.images.len();
        self.draw.images.push(make()?);
        self.images.insert(key, image);
        Ok(image)
    }

    fn texture(&mut self, uniform: &TextureUniform) -> Result<(), BindError> {
        let key = (uniform.texture.space, uniform.texture.register);
        let scene = self.scene;
        let Some(SceneResource::Texture(texture)) = scene.resources.get(&key) else {
            return error(format!("t{} is no texture", key.1));
        };
        // GL compares depth formats only.
        let is_depth = texture.is_depth || uniform.comparison;
        let image = self.image((key, is_depth), || {
            if matches!(uniform.dimension, TextureKind::CubeArray | TextureKind::D2Ms | TextureKind::Line) {
                return error("GL has no such texture");
            }
            image(texture, uniform.dimension, is_depth)
        })?;
        let sampler = match &uniform.sampler {
            None => interp::Sampler::POINT,
            Some(register) => match scene.samplers.get(&(register.space, register.register)) {
                Some(sampler) => *sampler,
                None => return error(format!("nothing is bound to s{}", register.register)),
            },
        };
        let mut state = sampler_state(&sampler, uniform.comparison)?;
        if texture.format.is_integer() || (texture.is_depth && !uniform.comparison) {
            // GL does not filter these.
            (state.mag, state.min, state.mip) = (Filter::Nearest, Filter::Nearest, MipFilter::Nearest);
        }
        self.sampler(&uniform.uniform, image, state);
        Ok(())
    }

    fn buffer(&mut self, uniform: &BufferUniform) -> Result<(), BindError> {
        let key = (uniform.buffer.space, uniform.buffer.register);
        let scene = self.scene;
        let Some(resource) = scene.resources.get(&key) else {
            return error(format!("nothing is bound to t{}", key.1));
        };
        let (words, size) = buffer_words(resource, uniform.content)?;
        if let Some(name) = &uniform.uniform {
            let image = self.image((key, false), || Ok(word_image(&words)))?;
            self.sampler(name, image, SamplerState::default());
        }
        if let Some(name) = &uniform.size_uniform {
            self.uint(name, size);
        }
        if let Some(placement) = &uniform.placement {
            let bytes = structures(&words, uniform, placement);
            let (BufferPlacement::UniformBlock { block, .. } | BufferPlacement::ConstantBuffer { block, .. }) =
                placement;
            self.block(block, first_byte(placement), &bytes, own_bytes(placement));
        }
        Ok(())
    }
}

/// What the host binds to a constant buffer; nothing where it is there for the structures of a buffer only.
pub(super) fn constants<'a>(
    reflection: &Reflection,
    block: &reflect::UniformBlock,
    scene: &'a SceneBindings,
) -> Result<&'a [u8], BindError> {
    let holds = |buffer: &BufferUniform| match &buffer.placement {
        Some(BufferPlacement::ConstantBuffer { block: name, .. }) => *name == block.block,
        Some(BufferPlacement::UniformBlock { .. }) | None => false,
    };
    match scene.constants.get(&(block.space, block.register)) {
        Some(bytes) => Ok(bytes),
        None if reflection.buffers.iter().any(holds) => Ok(&[]),
        None => error(format!("nothing is bound to cb{}", block.register)),
    }
}

/// The bytes of the structures of a buffer, as many as its placement has room for.
pub(super) fn structures(words: &[u32], uniform: &BufferUniform, placement: &BufferPlacement) -> Vec<u8> {
    let (BufferPlacement::UniformBlock { capacity, .. } | BufferPlacement::ConstantBuffer { capacity, .. }) = placement;
    let room = *capacity as usize * uniform.words_per_element as usize;
    words.iter().take(room).flat_map(|word| word.to_le_bytes()).collect()
}

/// Where the structures begin in their block.
pub(super) const fn first_byte(placement: &BufferPlacement) -> usize {
    match placement {
        BufferPlacement::UniformBlock { .. } => 0,
        BufferPlacement::ConstantBuffer { first_row, .. } => *first_row as usize * ROW_BYTES,
    }
}

/// Bytes of the block that is a buffer's own.
pub(super) const fn own_bytes(placement: &BufferPlacement) -> usize {
    match placement {
        BufferPlacement::UniformBlock { bytes, .. } => *bytes as usize,
        BufferPlacement::ConstantBuffer { .. } => 0,
    }
}

/// Puts bytes into data, which become at least `size` bytes long.
pub(super) fn put(data: &mut Vec<u8>, first: usize, bytes: &[u8], size: usize) {
    data.resize(data.len().max(size).max(first + bytes.len()), 0);
    for (to, from) in data.iter_mut().skip(first).zip(bytes) {
        *to = *from;
    }
}

/// The words of a buffer as the text reads them, and its size as the text asks for it.
pub(super) fn buffer_words(resource: &SceneResource, content: BufferContent) -> Result<(Vec<u32>, u32), BindError> {
    let dwords =
        |bytes: &[u8]| -> Vec<u32> { bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect() };
    let length = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    match (resource, content) {
        (SceneResource::Raw(bytes), BufferContent::Raw) => Ok((dwords(bytes), length(bytes.len()))),
        (SceneResource::Structured { stride, bytes }, BufferContent::Structured { stride: read })
            if *stride == read =>
        {
            Ok((dwords(bytes), length(bytes.len()) / (*stride).max(1)))
        }
        (SceneResource::Typed { format, bytes }, BufferContent::Typed { component }) => {
            if format.is_integer() != (component != TextScalar::F32) {
                return error(format!("a buffer of {} is read as {component:?}", format.name()));
            }
            let elements = bytes.chunks_exact(format.bytes());
            let count = length(elements.len());
            Ok((elements.flat_map(|element| format.decode(element)).collect(), count))
        }
        _ => error(format!("a buffer is not what the text reads: {content:?}")),
    }
}

/// Words as a texture.
pub(super) fn word_image(words: &[u32]) -> Image {
    let height = u32::try_from(words.len()).unwrap_or(0).div_ceil(BUFFER_WIDTH).max(1);
    let mut data: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    data.resize(BUFFER_WIDTH as usize * height as usize * 4, 0);
    Image { kind: ImageKind::D2, format: TexelFormat::R32UI, width: BUFFER_WIDTH, height, depth: 1, levels: vec![data] }
}

/// A texture for engines; one-dimensional ones have one row.
///
/// # Errors
/// [`BindError`] for formats and kinds that they do not have.
pub(super) fn image(texture: &SceneTexture, kind: TextureKind, is_depth: bool) -> Result<Image, BindError> {
    let extent = texture.extent;
    let (kind, depth) = match kind {
        TextureKind::Line => (ImageKind::D1, 1),
        TextureKind::D1 | TextureKind::D2 => (ImageKind::D2, 1),
        TextureKind::D1Array | TextureKind::D2Array => (ImageKind::D2Array, extent.layers),
        TextureKind::D3 => (ImageKind::D3, extent.depth),
        TextureKind::Cube => (ImageKind::Cube, 1),
        TextureKind::CubeArray => (ImageKind::CubeArray, extent.layers / 6),
        TextureKind::D2Ms => (ImageKind::D2Ms, extent.samples),
    };
    let Some(format) = texel_format(texture.format, is_depth) else {
        return error(format!("engines have no texture of {}", texture.format.name()));
    };
    Ok(Image { kind, format, width: extent.width, height: extent.height, depth, levels: texture.levels.clone() })
}

/// The format of GL with the same texels.
#[allow(clippy::wildcard_enum_match_arm, reason = "the other formats have no twin in GL")]
fn texel_format(format: Format, is_depth: bool) -> Option<TexelFormat> {
    Some(match format {
        Format::R32Float if is_depth => TexelFormat::Depth32F,
        Format::R32Float => TexelFormat::R32F,
        Format::R32G32Float => TexelFormat::RG32F,
        Format::R32G32B32A32Float => TexelFormat::RGBA32F,
        Format::R16Float => TexelFormat::R16F,
        Format::R16G16Float => TexelFormat::RG16F,
        Format::R16G16B16A16Float => TexelFormat::RGBA16F,
        Format::R11G11B10Float => TexelFormat::R11G11B10F,
        Format::R9G9B9E5SharedExp => TexelFormat::RGB9E5,
        Format::R8Unorm => TexelFormat::R8,
        Format::R8G8Unorm => TexelFormat::RG8,
        Format::R8G8B8A8Unorm => TexelFormat::RGBA8,
        Format::R8G8B8A8UnormSrgb => TexelFormat::SRGB8A8,
        Format::R8Snorm => TexelFormat::R8Snorm,
        Format::R8G8Snorm => TexelFormat::RG8Snorm,
        Format::R8G8B8A8Snorm => TexelFormat::RGBA8Snorm,
        Format::R10G10B10A2Unorm => TexelFormat::RGB10A2,
        Format::R32Uint => TexelFormat::R32UI,
        Format::R32G32Uint => TexelFormat::RG32UI,
        Format::R32G32B32A32Uint => TexelFormat::RGBA32UI,
        Format::R32Sint => TexelFormat::R32I,
        Format::R32G32Sint => TexelFormat::RG32I,
        Format::R32G32B32A32Sint => TexelFormat::RGBA32I,
        Format::R8G8B8A8Uint => TexelFormat::RGBA8UI,
        Format::R8G8B8A8Sint => TexelFormat::RGBA8I,
        _ => return None,
    })
}

/// The state of a sampler.
///
/// # Errors
/// [`BindError`] for what engines do not have.
pub(super) fn sampler_state(sampler: &interp::Sampler, comparison: bool) -> Result<SamplerState, BindError> {
    let filter = |filter| if filter == interp::Filter::Linear { Filter::Linear } else { Filter::Nearest };
    let mut wrap = [Wrap::Clamp; 3];
    for (to, from) in wrap.iter_mut().zip(sampler.address) {
        *to = match from {
            Address::Wrap => Wrap::Repeat,
            Address::Mirror => Wrap::Mirror,
            Address::Clamp => Wrap::Clamp,
            Address::Border | Address::MirrorOnce => return error(format!("engines have no {from:?} addressing")),
        };
    }
    if sampler.mip_bias != 0.0 {
        return error("engines have no bias of a sampler");
    }
    Ok(SamplerState {
        mag: filter(sampler.mag),
        min: filter(sampler.min),
        mip: if sampler.mip == interp::Filter::Linear { MipFilter::Linear } else { MipFilter::Nearest },
        wrap,
        min_lod: sampler.min_lod.max(-1000.0),
        max_lod: sampler.max_lod.min(1000.0),
        compare: comparison.then_some(compare_func(sampler.comparison)),
    })
}

pub(super) const fn compare_func(comparison: Comparison) -> CompareFunc {
    match comparison {
        Comparison::Never => CompareFunc::Never,
        Comparison::Less => CompareFunc::Less,
        Comparison::Equal => CompareFunc::Equal,
        Comparison::LessEqual => CompareFunc::LessEqual,
        Comparison::Greater => CompareFunc::Greater,
        Comparison::NotEqual => CompareFunc::NotEqual,
        Comparison::GreaterEqual => CompareFunc::GreaterEqual,
        Comparison::Always => CompareFunc::Always,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fill_rows() {
        let image = word_image(&[1; 65]);
        assert_eq!((image.width, image.height, image.levels[0].len()), (64, 2, 2 * 64 * 4));
        assert_eq!(word_image(&[]).height, 1);
    }

    #[test]
    fn typed_buffers_are_expanded() {
        let buffer = SceneResource::Typed { format: Format::R8G8Unorm, bytes: vec![255, 0, 0, 255] };
        let (words, size) = buffer_words(&buffer, BufferContent::Typed { component: TextScalar::F32 }).unwrap();
        let one = 1.0_f32.to_bits();
        assert_eq!((words, size), (vec![one, 0, 0, one, 0, one, 0, one], 2));
        assert!(buffer_words(&buffer, BufferContent::Raw).is_err());
    }
}
