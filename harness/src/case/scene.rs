//! A scene: one draw with everything that it binds, as concrete bytes, in Direct3D's words and for no API.

use std::collections::BTreeMap;

use dxbc_translator::container::signature::ComponentType;
use dxbc_translator::program::{ResourceDimension, Stage, WriteMask};

use super::state::{DepthBuffer, DepthSaved, Rasterizer, Target, Topology};
use crate::interp::{Extent, Format, Sampler, Views};

/// A draw.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The case that it belongs to.
    pub case: String,
    /// Width of the targets in pixels.
    pub width: u32,
    /// Height of the targets in pixels.
    pub height: u32,
    /// What both stages bind, or the pixel stage alone if the vertex stage has bindings of its own.
    pub bindings: SceneBindings,
    /// What the vertex stage binds where a register does not hold the same thing in either stage.
    pub vertex_bindings: Option<SceneBindings>,
    /// The primitives that a vertex shader is run on; none without one.
    pub geometry: Option<Geometry>,
    /// The inputs of a pixel shader that is drawn without its vertex shader; empty without one.
    pub pixel_inputs: Vec<PixelInput>,
    /// Render targets by slot.
    pub targets: BTreeMap<u32, Target>,
    /// The depth buffer, if there is one. A pixel shader that is drawn alone is not tested against it.
    pub depth: Option<DepthBuffer>,
    /// How primitives become pixels.
    pub raster: Rasterizer,
    /// What the pixel shader writes besides, as it is before.
    pub views: Views,
    /// What keeps the stages from being drawn as one program.
    pub conflicts: Vec<String>,
}

/// Constant buffers, resources and samplers, by register space and register.
#[derive(Clone, Debug, Default)]
pub struct SceneBindings {
    /// Bytes of `cb#`, a multiple of 16.
    pub constants: BTreeMap<(u32, u32), Vec<u8>>,
    /// `t#`.
    pub resources: BTreeMap<(u32, u32), SceneResource>,
    /// `s#`.
    pub samplers: BTreeMap<(u32, u32), Sampler>,
}

/// What is bound to a `t#`.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneResource {
    /// A texture.
    Texture(SceneTexture),
    /// A typed buffer.
    Typed {
        /// Format of an element.
        format: Format,
        /// Its elements.
        bytes: Vec<u8>,
    },
    /// A raw buffer.
    Raw(Vec<u8>),
    /// A structured buffer.
    Structured {
        /// Bytes of a structure.
        stride: u32,
        /// Its structures.
        bytes: Vec<u8>,
    },
}

/// A texture.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneTexture {
    /// Its dimension.
    pub dimension: ResourceDimension,
    /// Format of a texel.
    pub format: Format,
    /// Its size.
    pub extent: Extent,
    /// Texels of each mip level, as [`Texture::new`](crate::interp::Texture::new) wants them.
    pub levels: Vec<Vec<u8>>,
    /// Whether a comparison sampler reads it.
    pub is_depth: bool,
}

/// Primitives.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// What they are.
    pub topology: Topology,
    /// Vertices of an instance.
    pub vertices: u32,
    /// Instances.
    pub instances: u32,
    /// The vertices of each primitive, the one that constants come from first.
    pub indices: Vec<u32>,
    /// The attributes that the vertex shader declares.
    pub attributes: Vec<Attribute>,
}

/// One attribute of the vertices or instances.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Semantic as the signature spells it.
    pub semantic: String,
    /// Semantic index.
    pub index: u32,
    /// Input register.
    pub register: u32,
    /// Its lanes.
    pub mask: WriteMask,
    /// What a component is.
    pub component: ComponentType,
    /// Whether there is one value an instance instead of one a vertex.
    pub per_instance: bool,
    /// The values in x, y, z, w order, as many components as `mask` has lanes; the rest is (0, 0, 0, 1).
    pub values: Vec<[u32; 4]>,
}

/// Where the values of a pixel input come from when there is no vertex shader.
#[derive(Clone, Debug)]
pub struct PixelInput {
    /// Semantic as the signature spells it.
    pub semantic: String,
    /// Semantic index.
    pub index: u32,
    /// Input register.
    pub register: u32,
    /// Its lanes.
    pub mask: WriteMask,
    /// What a component is.
    pub component: ComponentType,
    /// Its values.
    pub source: PixelSource,
}

/// The values of a pixel input, for each lane of the register.
#[derive(Clone, Debug, PartialEq)]
pub enum PixelSource {
    /// `a + b * x + c * y` with x and y in pixels from the upper left corner. The numbers are such that every value at
    /// a pixel centre and at a corner of a tile is a float without rounding.
    Plane([[f32; 3]; 4]),
    /// One value a tile, tiles in rows from the upper left.
    Tiles(Vec<[u32; 4]>),
    /// `SV_Position`.
    Position,
    /// `SV_IsFrontFace`.
    FrontFace,
    /// `SV_PrimitiveID`.
    Primitive,
    /// `SV_SampleIndex` and other values that are 0 in such a draw.
    Zero,
}

/// Side of a tile in pixels: a pixel shader's draw consists of two triangles for each tile, every second one with its
/// back to the viewer.
pub const TILE: u32 = 8;

/// Depth of the tiles: `DEPTH_PLANE[0] + DEPTH_PLANE[1] * x + DEPTH_PLANE[2] * y`, x and y in pixels.
pub const DEPTH_PLANE: [f32; 3] = [0.25, 1.0 / 256.0, 1.0 / 512.0];

impl Scene {
    /// What a stage binds.
    #[must_use]
    pub fn bindings_of(&self, stage: Stage) -> &SceneBindings {
        self.vertex_bindings.as_ref().filter(|_| stage == Stage::Vertex).unwrap_or(&self.bindings)
    }

    /// Whether the depth buffer is part of the picture.
    #[must_use]
    pub fn saves_depth(&self) -> bool {
        self.depth.is_some_and(|depth| depth.saved == DepthSaved::Yes)
    }

    /// Tiles along each axis.
    #[must_use]
    pub const fn tiles(&self) -> [u32; 2] {
        [self.width.div_ceil(TILE), self.height.div_ceil(TILE)]
    }
}

impl PixelInput {
    /// Whether it is one value for the whole primitive.
    #[must_use]
    pub const fn is_flat(&self) -> bool {
        !matches!(self.source, PixelSource::Plane(_) | PixelSource::Position)
    }
}

/// Whether the tile faces the viewer.
#[must_use]
pub const fn tile_is_front(column: u32, row: u32) -> bool {
    (column + row).is_multiple_of(2)
}
