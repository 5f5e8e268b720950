//! What an application binds: constant buffers, textures, buffers, samplers.

use std::collections::BTreeMap;
use std::sync::Arc;

use dxbc_translator::program::ResourceDimension;

use super::format::Format;

/// Registers of space 0 that are looked up by position; all others by key.
const DIRECT: u32 = 128;

/// Greatest size of a texture along any axis, and number of slices (Direct3D 11).
const TEXTURE_SIZE: u32 = 16384;

/// Everything that a stage has bound. Slots that are empty read as Direct3D says of unbound ones: zeros, and for a
/// sampler its default state.
#[derive(Clone, Debug, Default)]
pub struct Bindings {
    /// `cb#`.
    pub constant_buffers: Slots<ConstantBuffer>,
    /// `t#`.
    pub resources: Slots<Resource>,
    /// `s#`.
    pub samplers: Slots<Sampler>,
}

impl Bindings {
    /// A row of a constant buffer; zeros outside of what is bound.
    pub(super) fn constant(&self, space: u32, register: u32, row: u32) -> [u32; 4] {
        self.constant_buffers
            .get(space, register)
            .and_then(|buffer| buffer.rows.get(row as usize))
            .copied()
            .unwrap_or_default()
    }
}

/// Things bound to registers of a register space (0 up to SM5.0).
#[derive(Clone, Debug)]
pub struct Slots<T> {
    direct: Vec<Option<T>>,
    others: BTreeMap<(u32, u32), T>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self { direct: Vec::new(), others: BTreeMap::new() }
    }
}

impl<T> Slots<T> {
    /// Binds to a register.
    pub fn set(&mut self, space: u32, register: u32, value: T) {
        if space != 0 || register >= DIRECT {
            self.others.insert((space, register), value);
            return;
        }
        let position = register as usize;
        if self.direct.len() <= position {
            self.direct.resize_with(position + 1, || None);
        }
        if let Some(slot) = self.direct.get_mut(position) {
            *slot = Some(value);
        }
    }

    /// What is bound to a register.
    #[must_use]
    pub fn get(&self, space: u32, register: u32) -> Option<&T> {
        if space == 0 && register < DIRECT {
            self.direct.get(register as usize)?.as_ref()
        } else {
            self.others.get(&(space, register))
        }
    }
}

/// The rows of a constant buffer.
#[derive(Clone, Debug, Default)]
pub struct ConstantBuffer {
    rows: Vec<[u32; 4]>,
}

impl ConstantBuffer {
    /// A buffer of little-endian bytes; what is missing of its last row reads as 0.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        let rows = bytes.chunks(16).map(|row| {
            let dwords = dwords(row);
            std::array::from_fn(|component| dwords.get(component).copied().unwrap_or(0))
        });
        Self { rows: rows.collect() }
    }

    /// A buffer of rows.
    #[must_use]
    pub const fn from_rows(rows: Vec<[u32; 4]>) -> Self {
        Self { rows }
    }
}

/// Little-endian dwords; the last is filled up with zeros.
fn dwords(bytes: &[u8]) -> Vec<u32> {
    let dword = |chunk: &[u8]| chunk.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte));
    bytes.chunks(4).map(dword).collect()
}

/// Why a texture or buffer cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResourceError {
    /// The dimension is one of a buffer, or none.
    #[error("{0:?} is no texture")]
    NoTexture(ResourceDimension),
    /// A size is 0 or beyond Direct3D's bound, or one that the dimension does not have is not 1.
    #[error("a {dimension:?} of {width} x {height} x {depth} with {layers} layers and {samples} samples")]
    Size {
        /// Dimension.
        dimension: ResourceDimension,
        /// Width of level 0.
        width: u32,
        /// Height of level 0.
        height: u32,
        /// Depth of level 0.
        depth: u32,
        /// Layers.
        layers: u32,
        /// Samples.
        samples: u32,
    },
    /// No level, or more than the size allows.
    #[error("{0} mip levels")]
    Levels(usize),
    /// A level holds other than the bytes that its size needs.
    #[error("mip level {level} holds {found} bytes and needs {needed}")]
    Bytes {
        /// Level.
        level: usize,
        /// Bytes given.
        found: usize,
        /// Bytes needed.
        needed: usize,
    },
    /// A structure of 0 bytes, or of a size that is not a multiple of 4.
    #[error("a structure of {0} bytes")]
    Stride(u32),
}

/// What a `t#` reads.
#[derive(Clone, Debug)]
pub enum Resource {
    /// A texture.
    Texture(Texture),
    /// A typed buffer.
    Typed(TypedBuffer),
    /// A raw buffer: dwords, and the size in bytes.
    Raw(RawBuffer),
    /// A structured buffer.
    Structured(RawBuffer),
}

impl Resource {
    /// A raw buffer of little-endian bytes.
    #[must_use]
    pub fn raw(bytes: &[u8]) -> Self {
        Self::Raw(RawBuffer::new(bytes, 1))
    }

    /// A structured buffer of little-endian bytes; an incomplete structure at its end is not there.
    ///
    /// # Errors
    /// A stride of 0 or one that is not a multiple of 4.
    pub fn structured(bytes: &[u8], stride: u32) -> Result<Self, ResourceError> {
        if stride == 0 || !stride.is_multiple_of(4) {
            return Err(ResourceError::Stride(stride));
        }
        Ok(Self::Structured(RawBuffer::new(bytes, stride)))
    }

    /// A typed buffer; an incomplete element at its end is not there.
    #[must_use]
    pub fn typed(bytes: &[u8], format: Format) -> Self {
        let elements = bytes.chunks_exact(format.bytes()).map(|texel| format.decode(texel)).collect();
        Self::Typed(TypedBuffer { format, elements })
    }

    /// Its dimension.
    #[must_use]
    pub const fn dimension(&self) -> ResourceDimension {
        match self {
            Self::Texture(texture) => texture.dimension,
            Self::Typed(_) => ResourceDimension::Buffer,
            Self::Raw(_) => ResourceDimension::RawBuffer,
            Self::Structured(_) => ResourceDimension::StructuredBuffer,
        }
    }
}

/// A buffer of texels.
#[derive(Clone, Debug)]
pub struct TypedBuffer {
    pub(super) format: Format,
    /// The elements, decoded.
    pub(super) elements: Arc<[[u32; 4]]>,
}

/// A buffer of bytes, read by the dword.
#[derive(Clone, Debug)]
pub struct RawBuffer {
    pub(super) dwords: Arc<[u32]>,
    /// Size in bytes.
    pub(super) size: u32,
    /// Bytes of a structure; 1 in a raw buffer.
    pub(super) stride: u32,
}

impl RawBuffer {
    fn new(bytes: &[u8], stride: u32) -> Self {
        Self { dwords: dwords(bytes).into(), size: u32::try_from(bytes.len()).unwrap_or(u32::MAX), stride }
    }

    /// The dword at a byte offset, rounded down to a multiple of 4; none past the end.
    pub(super) fn dword(&self, offset: u64) -> Option<u32> {
        if offset / 4 * 4 + 4 > u64::from(self.size) {
            return None;
        }
        self.dwords.get(usize::try_from(offset / 4).ok()?).copied()
    }
}

/// The size of a texture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Width of level 0.
    pub width: u32,
    /// Height of level 0; 1 for 1D.
    pub height: u32,
    /// Depth of level 0; 1 but for 3D.
    pub depth: u32,
    /// Layers of an array; 6 for a cube, 6 times the cubes for a cube array; 1 for the others.
    pub layers: u32,
    /// Samples of a texel; 1 but for multisampled textures.
    pub samples: u32,
}

impl Extent {
    /// A plain 2D texture.
    #[must_use]
    pub const fn d2(width: u32, height: u32) -> Self {
        Self { width, height, depth: 1, layers: 1, samples: 1 }
    }
}

/// A texture, its texels decoded. Copies share the texels.
#[derive(Clone, Debug)]
pub struct Texture {
    pub(super) dimension: ResourceDimension,
    pub(super) format: Format,
    pub(super) extent: Extent,
    pub(super) levels: Arc<[Level]>,
}

/// One mip level.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) depth: u32,
    texels: Vec<[u32; 4]>,
}

impl Texture {
    /// A texture of mip levels, level 0 first: rows from v = 0 on, tightly packed, then slices, or layers (faces in the
    /// order +x -x +y -y +z -z), or for each layer its samples.
    ///
    /// # Errors
    /// Sizes that the dimension cannot have, or levels whose bytes do not fit them.
    pub fn new(
        dimension: ResourceDimension,
        format: Format,
        extent: Extent,
        levels: &[Vec<u8>],
    ) -> Result<Self, ResourceError> {
        check_extent(dimension, extent)?;
        let largest = extent.width.max(extent.height).max(extent.depth);
        let multisampled = extent.samples > 1;
        if levels.is_empty() || levels.len() > largest.ilog2() as usize + 1 || (multisampled && levels.len() > 1) {
            return Err(ResourceError::Levels(levels.len()));
        }
        let decoded: Result<Vec<Level>, ResourceError> =
            levels.iter().enumerate().map(|(level, bytes)| Level::new(format, extent, level, bytes)).collect();
        Ok(Self { dimension, format, extent, levels: decoded?.into() })
    }

    /// The texel at whole coordinates; none outside. `slice` is the layer, face included, or the layer's sample.
    pub(super) fn texel(&self, level: usize, slice: u32, [x, y, z]: [u32; 3]) -> Option<[u32; 4]> {
        let level = self.levels.get(level)?;
        let slices = self.extent.layers * self.extent.samples;
        if x >= level.width || y >= level.height || z >= level.depth || slice >= slices {
            return None;
        }
        let row = (u64::from(slice) * u64::from(level.depth) + u64::from(z)) * u64::from(level.height) + u64::from(y);
        level.texels.get(usize::try_from(row * u64::from(level.width) + u64::from(x)).ok()?).copied()
    }
}

fn check_extent(dimension: ResourceDimension, extent: Extent) -> Result<(), ResourceError> {
    use ResourceDimension as D;
    let Extent { width, height, depth, layers, samples } = extent;
    // Which sizes the dimension has: height, depth, layers, samples.
    let has = match dimension {
        D::Texture1D => [false, false, false, false],
        D::Texture1DArray => [false, false, true, false],
        D::Texture2D => [true, false, false, false],
        D::Texture2DArray | D::TextureCube | D::TextureCubeArray => [true, false, true, false],
        D::Texture2DMS => [true, false, false, true],
        D::Texture2DMSArray => [true, false, true, true],
        D::Texture3D => [true, true, false, false],
        D::Unknown | D::Buffer | D::RawBuffer | D::StructuredBuffer => {
            return Err(ResourceError::NoTexture(dimension));
        }
    };
    let sizes = [height, depth, layers, samples];
    let fits = std::iter::zip(has, sizes).all(|(has, size)| size == 1 || (has && (1..=TEXTURE_SIZE).contains(&size)));
    let cube = match (dimension == D::TextureCube, dimension == D::TextureCubeArray) {
        (true, _) => width == height && layers == 6,
        (_, true) => width == height && layers.is_multiple_of(6),
        (false, false) => true,
    };
    if fits && cube && (1..=TEXTURE_SIZE).contains(&width) && samples <= 32 {
        Ok(())
    } else {
        Err(ResourceError::Size { dimension, width, height, depth, layers, samples })
    }
}

impl Level {
    fn new(format: Format, extent: Extent, level: usize, bytes: &[u8]) -> Result<Self, ResourceError> {
        let size = |size: u32| (size >> level).max(1);
        let (width, height, depth) = (size(extent.width), size(extent.height), size(extent.depth));
        let texels = [height, depth, extent.layers, extent.samples]
            .iter()
            .try_fold(width as usize, |product, &size| product.checked_mul(size as usize));
        let needed = texels.and_then(|texels| texels.checked_mul(format.bytes())).unwrap_or(usize::MAX);
        if bytes.len() != needed {
            return Err(ResourceError::Bytes { level, found: bytes.len(), needed });
        }
        let texels = bytes.chunks_exact(format.bytes()).map(|texel| format.decode(texel)).collect();
        Ok(Self { width, height, depth, texels })
    }
}

/// Filter along one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filter {
    /// The nearest.
    Point,
    /// The weighted nearest. Anisotropic filters are this: their footprint is not specified.
    Linear,
}

/// What coordinates outside of 0 to 1 read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Address {
    /// The texture again.
    Wrap,
    /// The texture again, every second time mirrored.
    Mirror,
    /// The edge texel.
    Clamp,
    /// The border colour.
    Border,
    /// The texture mirrored at 0, the edge texel beyond that.
    MirrorOnce,
}

/// `reference OP texel`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are Direct3D's")]
pub enum Comparison {
    Never,
    Less,
    Equal,
    LessEqual,
    Greater,
    NotEqual,
    GreaterEqual,
    Always,
}

impl Comparison {
    /// Whether the reference passes against a texel.
    #[must_use]
    pub fn passes(self, reference: f32, texel: f32) -> bool {
        match self {
            Self::Never => false,
            Self::Less => reference < texel,
            Self::Equal => reference == texel,
            Self::LessEqual => reference <= texel,
            Self::Greater => reference > texel,
            Self::NotEqual => reference != texel,
            Self::GreaterEqual => reference >= texel,
            Self::Always => true,
        }
    }
}

/// The state of a sampler. The default is Direct3D's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampler {
    /// Filter where a texel covers more than a pixel.
    pub mag: Filter,
    /// Filter where a texel covers less than a pixel.
    pub min: Filter,
    /// Filter between mip levels.
    pub mip: Filter,
    /// Addressing along u, v, w.
    pub address: [Address; 3],
    /// Border colour.
    pub border: [f32; 4],
    /// Added to the level of detail.
    pub mip_bias: f32,
    /// Least level of detail.
    pub min_lod: f32,
    /// Greatest level of detail.
    pub max_lod: f32,
    /// Comparison of the `_c` opcodes.
    pub comparison: Comparison,
}

impl Default for Sampler {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Sampler {
    /// The state of an unbound sampler.
    pub const DEFAULT: Self = Self {
        mag: Filter::Linear,
        min: Filter::Linear,
        mip: Filter::Linear,
        address: [Address::Clamp; 3],
        border: [1.0; 4],
        mip_bias: 0.0,
        min_lod: -f32::MAX,
        max_lod: f32::MAX,
        comparison: Comparison::Never,
    };

    /// Nearest texel of the nearest level.
    pub const POINT: Self = Self { mag: Filter::Point, min: Filter::Point, mip: Filter::Point, ..Self::DEFAULT };
}
