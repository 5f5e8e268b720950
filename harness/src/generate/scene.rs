//! What a generated shader reads: constant buffers, textures, buffers, samplers, inputs, for the interpreter and for
//! the engines alike.

use std::collections::BTreeMap;

use dxbc_translator::program::ResourceDimension;
use dxbc_translator::reflect::{Binding, Reflection};

use crate::engine::{
    Bound as EngineBound, CompareFunc, Filter as EngineFilter, Image, ImageKind, MipFilter, SamplerBinding,
    SamplerState, TexelFormat, Uniform, UniformBlock, UniformValue, Wrap,
};
use crate::interp::{
    Address, Bindings, Comparison, ConstantBuffer, Extent, Filter, Format, Resource, ResourceError, Sampler, Texture,
};

/// Everything that a shader has bound.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Rows of constant buffers, by register.
    pub constant_buffers: Vec<(u32, Vec<[u32; 4]>)>,
    /// Textures and buffers, by register.
    pub resources: Vec<(u32, Bound)>,
    /// Samplers, by register.
    pub samplers: Vec<(u32, Sampler)>,
    /// Inputs: `TEXCOORD` and the position in this list, in register `v2` and on.
    pub inputs: Vec<Input>,
}

/// A `t#`.
#[derive(Clone, Debug)]
pub enum Bound {
    /// A texture.
    Texture(Texels),
    /// A raw buffer of dwords.
    Raw(Vec<u32>),
    /// A structured buffer.
    Structured {
        /// Dwords of a structure.
        stride: u32,
        /// The dwords.
        words: Vec<u32>,
    },
    /// A typed buffer of four-component elements.
    Typed {
        /// Whether the components are floats; else unsigned integers.
        floats: bool,
        /// The elements.
        elements: Vec<[u32; 4]>,
    },
}

/// The texels of a texture.
#[derive(Clone, Debug)]
pub struct Texels {
    /// Dimension.
    pub dimension: ResourceDimension,
    /// What a texel holds.
    pub kind: TexelKind,
    /// Width, height, and depth, layers or samples of level 0.
    pub size: [u32; 3],
    /// The words of each level; levels, layers and faces in the order of [`Texture::new`].
    pub levels: Vec<Vec<u32>>,
}

/// What a texel holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TexelKind {
    /// Four 32-bit floats.
    Floats,
    /// Four 32-bit unsigned integers.
    Uints,
    /// Four 32-bit signed integers.
    Ints,
    /// One 32-bit depth.
    Depth,
}

/// An input register.
#[derive(Clone, Debug)]
pub struct Input {
    /// Whether the signature says float; else unsigned integer.
    pub floats: bool,
    /// A row for each vertex; pixels all read row 0.
    pub rows: Vec<[u32; 4]>,
}

/// Words of a row of a buffer's data texture.
const BUFFER_WIDTH: usize = 64;

pub(crate) fn bytes_of(words: impl IntoIterator<Item = u32>) -> Vec<u8> {
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

impl Texels {
    /// The levels that a texture of its size has been given.
    fn levels_as_bytes(&self) -> Vec<Vec<u8>> {
        self.levels.iter().map(|words| bytes_of(words.iter().copied())).collect()
    }

    fn resource(&self) -> Result<Resource, ResourceError> {
        use ResourceDimension as D;
        let [width, height, third] = self.size;
        let [depth, layers, samples] = if self.dimension == D::Texture3D {
            [third, 1, 1]
        } else if self.dimension == D::Texture2DMS {
            [1, 1, third]
        } else {
            [1, third, 1]
        };
        let extent = Extent { width, height, depth, layers, samples };
        let format = match self.kind {
            TexelKind::Floats => Format::R32G32B32A32Float,
            TexelKind::Uints => Format::R32G32B32A32Uint,
            TexelKind::Ints => Format::R32G32B32A32Sint,
            TexelKind::Depth => Format::R32Float,
        };
        Texture::new(self.dimension, format, extent, &self.levels_as_bytes()).map(Resource::Texture)
    }

    fn image(&self) -> Image {
        let format = match self.kind {
            TexelKind::Floats => TexelFormat::RGBA32F,
            TexelKind::Uints => TexelFormat::RGBA32UI,
            TexelKind::Ints => TexelFormat::RGBA32I,
            TexelKind::Depth => TexelFormat::Depth32F,
        };
        self.image_of(format)
    }

    fn image_of(&self, format: TexelFormat) -> Image {
        use ResourceDimension as D;
        let [width, height, third] = self.size;
        let kind = match self.dimension {
            D::Texture1DArray | D::Texture2DArray => ImageKind::D2Array,
            D::Texture3D => ImageKind::D3,
            D::TextureCube => ImageKind::Cube,
            D::Texture2DMS => ImageKind::D2Ms,
            D::Texture1D
            | D::Texture2D
            | D::Unknown
            | D::Buffer
            | D::Texture2DMSArray
            | D::TextureCubeArray
            | D::RawBuffer
            | D::StructuredBuffer => ImageKind::D2,
        };
        let depth = if kind == ImageKind::Cube || kind == ImageKind::D2 { 1 } else { third };
        Image { kind, format, width, height, depth, levels: self.levels_as_bytes() }
    }
}

impl Bound {
    fn resource(&self) -> Result<Resource, ResourceError> {
        match self {
            Self::Texture(texels) => texels.resource(),
            Self::Raw(words) => Ok(Resource::raw(&bytes_of(words.iter().copied()))),
            Self::Structured { stride, words } => Resource::structured(&bytes_of(words.iter().copied()), stride * 4),
            Self::Typed { floats, elements } => {
                let format = if *floats { Format::R32G32B32A32Float } else { Format::R32G32B32A32Uint };
                Ok(Resource::typed(&bytes_of(elements.iter().flatten().copied()), format))
            }
        }
    }

    /// The words of a buffer; none of a texture.
    fn words(&self) -> Vec<u32> {
        match self {
            Self::Texture(_) => Vec::new(),
            Self::Raw(words) | Self::Structured { words, .. } => words.clone(),
            Self::Typed { elements, .. } => elements.iter().flatten().copied().collect(),
        }
    }

    fn image(&self) -> Image {
        if let Self::Texture(texels) = self {
            return texels.image();
        }
        let words = self.words();
        let rows = words.len().div_ceil(BUFFER_WIDTH).max(1);
        let padded = (0..rows * BUFFER_WIDTH).map(|at| words.get(at).copied().unwrap_or(0));
        Image {
            kind: ImageKind::D2,
            format: TexelFormat::R32UI,
            width: number(BUFFER_WIDTH),
            height: number(rows),
            depth: 1,
            levels: vec![bytes_of(padded)],
        }
    }

    /// What bufinfo says: bytes, structures or elements.
    fn size(&self) -> u32 {
        match self {
            Self::Texture(_) => 0,
            Self::Raw(words) => number(words.len()) * 4,
            Self::Structured { stride, words } => number(words.len()) / stride.max(&1),
            Self::Typed { elements, .. } => number(elements.len()),
        }
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

const fn filter(filter: Filter) -> EngineFilter {
    match filter {
        Filter::Point => EngineFilter::Nearest,
        Filter::Linear => EngineFilter::Linear,
    }
}

const fn compare(comparison: Comparison) -> CompareFunc {
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

/// The state of GL for a sampler: without border colours and level bias, which GLES has not.
fn state(sampler: &Sampler, kind: TexelKind) -> SamplerState {
    let plain = kind == TexelKind::Floats;
    let choose = |wanted: Filter| if plain { filter(wanted) } else { EngineFilter::Nearest };
    SamplerState {
        mag: choose(sampler.mag),
        min: choose(sampler.min),
        mip: match sampler.mip {
            Filter::Linear if plain => MipFilter::Linear,
            Filter::Linear | Filter::Point => MipFilter::Nearest,
        },
        wrap: sampler.address.map(|address| match address {
            Address::Wrap => Wrap::Repeat,
            Address::Mirror => Wrap::Mirror,
            Address::Clamp | Address::Border | Address::MirrorOnce => Wrap::Clamp,
        }),
        min_lod: sampler.min_lod.max(-1000.0),
        max_lod: sampler.max_lod.min(1000.0),
        compare: None,
    }
}

/// The bindings of a draw.
#[derive(Clone, Debug, Default)]
pub struct EngineScene {
    /// Uniform blocks.
    pub blocks: Vec<UniformBlock>,
    /// Images.
    pub images: Vec<Image>,
    /// Every name under which a shader can read one of them.
    pub samplers: Vec<SamplerBinding>,
    /// Counts of mips and sizes of buffers.
    pub uniforms: Vec<Uniform>,
}

/// The bindings of a draw of WGSL.
#[derive(Clone, Debug, Default)]
pub struct WgslScene {
    /// Images.
    pub images: Vec<Image>,
    /// What the text reads.
    pub bindings: BTreeMap<Binding, EngineBound>,
}

impl Scene {
    /// The scene as the interpreter takes it.
    ///
    /// # Errors
    /// Textures whose words do not fit their size.
    pub fn bindings(&self) -> Result<Bindings, ResourceError> {
        let mut bindings = Bindings::default();
        for (register, rows) in &self.constant_buffers {
            bindings.constant_buffers.set(0, *register, ConstantBuffer::from_rows(rows.clone()));
        }
        for (register, bound) in &self.resources {
            bindings.resources.set(0, *register, bound.resource()?);
        }
        for (register, sampler) in &self.samplers {
            bindings.samplers.set(0, *register, *sampler);
        }
        Ok(bindings)
    }

    /// The scene as engines of WGSL take it: what a text reads, by its bindings. What the scene lacks is left out, and
    /// the engine names it.
    #[must_use]
    pub fn wgsl(&self, reflection: &Reflection) -> WgslScene {
        let mut scene = WgslScene::default();
        for block in &reflection.uniform_blocks {
            let rows = self.constant_buffers.iter().find(|(register, _)| *register == block.register);
            if let (Some((_, rows)), Some(binding)) = (rows, block.binding) {
                scene.bindings.insert(binding, EngineBound::Uniform(bytes_of(rows.iter().flatten().copied())));
            }
        }
        let resource = |wanted: u32| self.resources.iter().find(|(register, _)| *register == wanted).map(|(_, r)| r);
        for texture in &reflection.texture_bindings {
            if let Some(Bound::Texture(texels)) = resource(texture.texture.register) {
                // A depth texture that is read as floats takes no filter.
                let floats = texels.kind == TexelKind::Depth && !texture.comparison && self.filters();
                let image = if floats { texels.image_of(TexelFormat::R32F) } else { texels.image() };
                scene.bindings.insert(texture.binding, EngineBound::Texture(scene.images.len()));
                scene.images.push(image);
            }
        }
        for binding in &reflection.sampler_bindings {
            let wanted = binding.sampler.register;
            if let Some((_, sampler)) = self.samplers.iter().find(|(register, _)| *register == wanted) {
                let compare = binding.comparison.then(|| compare(sampler.comparison));
                let state = SamplerState { compare, ..state(sampler, TexelKind::Floats) };
                scene.bindings.insert(binding.binding, EngineBound::Sampler(state));
            }
        }
        for buffer in &reflection.buffers {
            if let (Some(bound), Some(binding)) = (resource(buffer.buffer.register), buffer.binding) {
                scene.bindings.insert(binding, EngineBound::Words(bytes_of(bound.words())));
            }
        }
        scene
    }

    /// Whether a sampler mixes texels.
    fn filters(&self) -> bool {
        self.samplers.iter().any(|(_, sampler)| [sampler.mag, sampler.min, sampler.mip].contains(&Filter::Linear))
    }

    /// The scene as engines of GLSL take it.
    #[must_use]
    pub fn engine(&self) -> EngineScene {
        let mut scene = EngineScene::default();
        for (register, rows) in &self.constant_buffers {
            let data = bytes_of(rows.iter().flatten().copied());
            scene.blocks.push(UniformBlock { name: format!("ConstantBuffer{register}"), data });
        }
        for (register, bound) in &self.resources {
            self.bind(&mut scene, *register, bound);
        }
        scene
    }

    fn bind(&self, scene: &mut EngineScene, register: u32, bound: &Bound) {
        let image = scene.images.len();
        scene.images.push(bound.image());
        let plain = SamplerBinding { name: format!("t{register}"), image, state: SamplerState::default() };
        scene.samplers.push(plain);
        let mut uniform = |name: String, value: u32| {
            scene.uniforms.push(Uniform { name, value: UniformValue::Uint { components: 1, values: vec![value] } });
        };
        let Bound::Texture(texels) = bound else {
            uniform(format!("t{register}_size"), bound.size());
            return;
        };
        uniform(format!("t{register}_mips"), number(texels.levels.len()));
        for (number, sampler) in &self.samplers {
            let name = format!("t{register}TEX_with_SMPs{number}");
            let state = state(sampler, texels.kind);
            if texels.kind == TexelKind::Depth {
                let mut state = state;
                state.compare = Some(compare(sampler.comparison));
                scene.samplers.push(SamplerBinding { name: format!("hlslcc_zcmp{name}"), image, state });
            }
            scene.samplers.push(SamplerBinding { name, image, state });
        }
    }
}
