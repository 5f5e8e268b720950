//! The vocabulary of a signature: value types, kinds of arguments and results, texture shapes, stages.

use super::es300::Sampler;
use super::row::Refusal;

/// The element of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scalar {
    /// 32-bit IEEE float.
    F32,
    /// 32-bit two's complement integer.
    I32,
    /// 32-bit unsigned integer.
    U32,
    /// Truth value.
    Bool,
    /// Emulated double; a pass rewrites it before any writer runs.
    F64,
}

/// A scalar (width 1) or a vector (width 2 to 4) of one element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Type {
    /// The element.
    pub scalar: Scalar,
    /// How many components, 1 to 4.
    pub width: u8,
}

impl Type {
    /// A value of `width` components, 1 to 4.
    pub const fn new(scalar: Scalar, width: u8) -> Self {
        Self { scalar, width }
    }

    /// The GLSL ES name; none for an emulated double, which has none, and for a width that is not 1 to 4.
    pub const fn es300_name(self) -> Option<&'static str> {
        let names = match self.scalar {
            Scalar::F32 => ["float", "vec2", "vec3", "vec4"],
            Scalar::I32 => ["int", "ivec2", "ivec3", "ivec4"],
            Scalar::U32 => ["uint", "uvec2", "uvec3", "uvec4"],
            Scalar::Bool => ["bool", "bvec2", "bvec3", "bvec4"],
            Scalar::F64 => return None,
        };
        match self.width {
            1..=4 => Some(names[self.width as usize - 1]),
            _ => None,
        }
    }
}

/// What a call takes at one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Exactly this type.
    Is(Type),
    /// A float scalar or vector.
    Float,
    /// A float or `i32` scalar or vector.
    Signed,
    /// A `u32` scalar or vector.
    Unsigned,
    /// A float, `i32` or `u32` scalar or vector.
    Number,
    /// An `i32` or `u32` scalar or vector.
    Int,
    /// A vector, not a scalar, of this element.
    VectorOf(Scalar),
    /// A float matrix with as many rows as columns.
    SquareMatrix,
    /// A float matrix of 2 to 4 columns and 2 to 4 rows.
    Matrix,
    /// The type of argument 0.
    Same,
    /// The type of argument 0, or one scalar of its element.
    SameOrScalar,
    /// One scalar of the element of argument 0.
    ScalarOf0,
    /// `i32`, as wide as argument 0.
    I32Shape,
    /// `bool`, as wide as argument 0, which is a vector.
    BoolShape,
    /// One scalar of any element.
    AnyScalar,
    /// One scalar of any element but an emulated double.
    AnyScalarButF64,
    /// Any value that can be copied.
    AnyValue,
    /// A float or an emulated double.
    F32OrF64,
    /// One `i32` or one `u32`.
    IntScalar,
    /// A constant 0, 1, 2 or 3.
    Const0To3,
    /// Float coordinates, or gradients, as wide as the texture asks.
    Coord,
    /// Whole coordinates as wide as the texture asks, signed or unsigned.
    IntCoord,
    /// Whole coordinates as wide as the texture asks, signed unless the texture has one dimension.
    SignedIntCoord,
    /// A texture of one of these shapes.
    Texture(&'static [Shape], Texels),
    /// The two-dimensional texture that stands for a storage buffer of this element.
    DataTexture(Scalar),
    /// A filtering sampler.
    Sampler,
    /// A comparison sampler.
    ComparisonSampler,
    /// A storage array whose length is known only at run time.
    RuntimeArray,
    /// A place that holds an atomic `i32` or `u32`.
    AtomicLocation,
    /// A place in workgroup memory.
    WorkgroupLocation,
    /// The integer type of the atomic.
    SameInt,
    /// Four components of the element that the storage format names.
    StorageTexel,
}

/// What a call gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultKind {
    /// No value: the call is a statement.
    Void,
    /// Exactly this type.
    Is(Type),
    /// The type of argument 0.
    Same,
    /// The matrix type of argument 0 with columns and rows exchanged.
    Transposed,
    /// Four components of the texture's element.
    Texel,
    /// The integer type of the atomic.
    SameInt,
    /// The type that the workgroup place holds.
    SameStored,
    /// The old value (the integer type of the atomic) and whether the exchange happened.
    CompareExchange,
}

/// Which elements the texture of a call may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Texels {
    /// Float or depth only, because the read filters.
    Float,
    /// `f32`, `i32` or `u32`.
    Any,
}

/// The shape of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// One dimension.
    D1,
    /// Two dimensions.
    D2,
    /// Layers of two dimensions.
    D2Array,
    /// Three dimensions.
    D3,
    /// Six faces.
    Cube,
    /// Layers of six faces.
    CubeArray,
    /// Two dimensions, multisampled.
    D2Ms,
    /// Depth, two dimensions.
    DepthD2,
    /// Depth, layers of two dimensions.
    DepthD2Array,
    /// Depth, six faces.
    DepthCube,
    /// Depth, layers of six faces.
    DepthCubeArray,
    /// Depth, two dimensions, multisampled.
    DepthD2Ms,
    /// A storage texture of one dimension.
    StorageD1,
    /// A storage texture of two dimensions.
    StorageD2,
    /// A storage texture with layers.
    StorageD2Array,
    /// A storage texture of three dimensions.
    StorageD3,
}

impl Shape {
    /// How many coordinates place a point in it, the layer not counted; a cube takes a direction of three.
    pub const fn coord_width(self) -> u8 {
        match self {
            Self::D1 | Self::StorageD1 => 1,
            Self::D2
            | Self::D2Array
            | Self::D2Ms
            | Self::DepthD2
            | Self::DepthD2Array
            | Self::DepthD2Ms
            | Self::StorageD2
            | Self::StorageD2Array => 2,
            Self::D3 | Self::Cube | Self::CubeArray | Self::DepthCube | Self::DepthCubeArray | Self::StorageD3 => 3,
        }
    }

    /// The GLSL ES sampler of this shape, or why that language has none. A builtin that has a GLSL form still has
    /// none for a texture whose shape has none.
    pub const fn es300_sampler(self) -> Result<Sampler, Refusal> {
        match self {
            Self::D2 => Ok(Sampler::D2),
            Self::D2Array => Ok(Sampler::D2Array),
            Self::D3 => Ok(Sampler::D3),
            Self::Cube => Ok(Sampler::Cube),
            Self::DepthD2 => Ok(Sampler::D2Shadow),
            Self::DepthD2Array => Ok(Sampler::D2ArrayShadow),
            Self::DepthCube => Ok(Sampler::CubeShadow),
            Self::D1 => Err(Refusal::NoTexture1d),
            Self::CubeArray | Self::DepthCubeArray => Err(Refusal::NoCubeArray),
            Self::D2Ms | Self::DepthD2Ms => Err(Refusal::NoMultisample),
            Self::StorageD1 | Self::StorageD2 | Self::StorageD2Array | Self::StorageD3 => Err(Refusal::NoImageStore),
        }
    }

    /// Whether it has six faces, which no texel offset can cross.
    pub const fn is_cube(self) -> bool {
        matches!(self, Self::Cube | Self::CubeArray | Self::DepthCube | Self::DepthCubeArray)
    }
}

/// A pipeline stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Vertex.
    Vertex,
    /// Fragment, which Direct3D calls pixel.
    Fragment,
    /// Compute.
    Compute,
}

/// The stages in which a call is legal, followed through the functions that reach it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stages {
    /// All.
    Any,
    /// Fragment only: the call needs the derivatives of a pixel quad.
    Fragment,
    /// Compute only: the call needs a workgroup.
    Compute,
    /// Fragment and compute: the call writes memory.
    FragmentOrCompute,
}

impl Stages {
    /// Whether `stage` is among them.
    pub const fn allow(self, stage: Stage) -> bool {
        match self {
            Self::Any => true,
            Self::Fragment => matches!(stage, Stage::Fragment),
            Self::Compute => matches!(stage, Stage::Compute),
            Self::FragmentOrCompute => !matches!(stage, Stage::Vertex),
        }
    }
}

/// The group that a name belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// Componentwise mathematics and selection.
    Maths,
    /// Vectors and matrices as wholes.
    Geometry,
    /// Screen-space derivatives.
    Derivatives,
    /// Bits of integers.
    Bits,
    /// Small formats in 32 bits.
    Packing,
    /// Conversions and reinterpretations of one scalar.
    Casts,
    /// Textures and storage buffers.
    Textures,
    /// Atomic memory.
    Atomics,
    /// Workgroup synchronisation.
    Barriers,
    /// The emulated double.
    F64,
}
