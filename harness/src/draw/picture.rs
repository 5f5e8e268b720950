//! Pictures: what a draw left in its targets, with marks where Direct3D does not say what must be there.

use crate::case::file::TargetFormat;

/// What a component of a layer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// 32-bit float.
    Float,
    /// Unsigned 32-bit integer.
    Uint,
    /// Signed 32-bit integer.
    Int,
}

impl From<TargetFormat> for Scalar {
    fn from(format: TargetFormat) -> Self {
        match format {
            TargetFormat::Float => Self::Float,
            TargetFormat::Uint => Self::Uint,
            TargetFormat::Sint => Self::Int,
        }
    }
}

impl Scalar {
    /// What targets are cleared to: a value that no shader is likely to write.
    #[must_use]
    pub const fn sentinel(self) -> u32 {
        match self {
            Self::Float => (-8.5_f32).to_bits(),
            Self::Uint | Self::Int => 0x5eed_1e55,
        }
    }

    /// The word for people: a float in its shortest exact form, an integer in decimal.
    #[must_use]
    pub fn text(self, bits: u32) -> String {
        match self {
            Self::Float => format!("{:?}", f32::from_bits(bits)),
            Self::Uint => bits.to_string(),
            Self::Int => bits.cast_signed().to_string(),
        }
    }
}

/// One texel: four words, and which of them Direct3D defines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texel {
    /// The words in x, y, z, w order.
    pub bits: [u32; 4],
    /// Bit i: component i is defined, so an engine must give it.
    pub known: u8,
}

impl Texel {
    /// A texel whose components are all defined.
    #[must_use]
    pub const fn new(bits: [u32; 4]) -> Self {
        Self { bits, known: 15 }
    }
}

/// A render target, the depth buffer, the values of one varying in all vertices, or what a view holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// What it is: `target0`, `depth`, `vs_TEXCOORD0`, `view1`, `view1_counter`.
    pub name: String,
    /// What its components are.
    pub scalar: Scalar,
    /// Components that count, 1 to 4.
    pub components: u8,
    /// Its texels, the top row first; of a view in the order of its memory, as many as it has.
    pub texels: Vec<Texel>,
}

/// What a draw gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Width in pixels; the number of vertices for captured varyings.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Targets in the order of their slots, then the depth buffer, then the views.
    pub layers: Vec<Layer>,
}

/// What the names of the layers of views begin with.
const VIEW: &str = "view";

/// Name of the layer of the depth buffer.
pub const DEPTH_LAYER: &str = "depth";

impl Layer {
    /// The slot of a render target; none if it is something else.
    #[must_use]
    pub fn slot(&self) -> Option<u32> {
        self.name.strip_prefix("target")?.parse().ok()
    }

    /// The name of the layer of a view.
    #[must_use]
    pub fn of_view(register: u32) -> String {
        format!("{VIEW}{register}")
    }

    /// Whether it is a view, which has a size of its own.
    #[must_use]
    pub fn is_view(&self) -> bool {
        self.name.starts_with(VIEW)
    }

    /// A cleared layer.
    #[must_use]
    pub fn cleared(name: String, scalar: Scalar, components: u8, count: usize, clear: u32) -> Self {
        Self { name, scalar, components, texels: vec![Texel::new([clear; 4]); count] }
    }
}

impl Picture {
    /// The position of a texel in a layer; none outside of the picture.
    #[must_use]
    pub const fn position(&self, x: u32, y: u32) -> Option<usize> {
        if x < self.width && y < self.height { Some(y as usize * self.width as usize + x as usize) } else { None }
    }

    /// The layers that are images of its size: all but views.
    pub fn images(&self) -> impl Iterator<Item = &Layer> {
        self.layers.iter().filter(|layer| !layer.is_view())
    }

    /// The layer of a name.
    #[must_use]
    pub fn layer(&self, name: &str) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.name == name)
    }
}
