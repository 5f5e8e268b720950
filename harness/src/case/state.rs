//! The fixed-function state of a draw, in Direct3D's words: how vertices become pixels, and how pixels become texels.

use serde::{Deserialize, Serialize};

use crate::draw::picture::Scalar;
use crate::interp::{Comparison, Format, FormatClass};

use super::file::{DepthUse, TargetFormat};

/// How vertices make primitives. Strips are taken apart before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Topology {
    /// Three vertices each.
    #[default]
    Triangles,
    /// Two vertices each.
    Lines,
    /// One vertex each.
    Points,
}

impl Topology {
    /// Vertices of a primitive.
    #[must_use]
    pub const fn vertices(self) -> usize {
        match self {
            Self::Triangles => 3,
            Self::Lines => 2,
            Self::Points => 1,
        }
    }
}

/// Which faces are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cull {
    /// None.
    #[default]
    None,
    /// Those that face the viewer.
    Front,
    /// Those that do not.
    Back,
}

/// Which winding on the screen faces the viewer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Winding {
    /// As a clock's hands go.
    #[default]
    Clockwise,
    /// Against them.
    CounterClockwise,
}

/// What becomes of depths outside of 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DepthClip {
    /// They are not drawn.
    #[default]
    Clip,
    /// They are drawn, at the nearer end of the viewport's range.
    Clamp,
}

/// Where the clip volume lies on the target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// Left and upper edge in pixels.
    pub origin: [f32; 2],
    /// Width and height in pixels.
    pub size: [f32; 2],
    /// Depths of the near and the far plane.
    pub depth: [f32; 2],
}

/// State of the rasteriser. The default draws everything to the whole target.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rasterizer {
    /// Where to; the whole target if it is not given.
    pub viewport: Option<Viewport>,
    /// Left, top, right and bottom of what is drawn at all.
    pub scissor: Option<[i64; 4]>,
    /// Which faces are left out.
    pub cull: Cull,
    /// Which faces those are.
    pub front: Winding,
    /// What becomes of depths outside of the clip volume.
    pub depth_clip: DepthClip,
}

/// A render target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Format of a texel.
    pub format: Format,
    /// What it is cleared to: four floats or integers, as the format is.
    pub clear: [u32; 4],
    /// Bit i: component i is written.
    pub write_mask: u8,
    /// How pixels mix with what is there.
    pub blend: Option<Blend>,
}

impl Target {
    /// What its components are as a shader writes them.
    #[must_use]
    pub const fn scalar(&self) -> Scalar {
        match self.format.class() {
            FormatClass::Uint => Scalar::Uint,
            FormatClass::Sint => Scalar::Int,
            FormatClass::Unorm
            | FormatClass::UnormSrgb
            | FormatClass::Snorm
            | FormatClass::Float
            | FormatClass::SharedExponent => Scalar::Float,
        }
    }
}

impl Target {
    /// Components up to the last one that the format stores.
    #[must_use]
    pub fn components(&self) -> u8 {
        (1..=4).rev().find(|&count| self.format.has_channel(usize::from(count) - 1)).unwrap_or(4)
    }
}

impl From<TargetFormat> for Target {
    /// A target that keeps all bits, cleared to what no shader is likely to write.
    fn from(format: TargetFormat) -> Self {
        Self {
            format: match format {
                TargetFormat::Float => Format::R32G32B32A32Float,
                TargetFormat::Uint => Format::R32G32B32A32Uint,
                TargetFormat::Sint => Format::R32G32B32A32Sint,
            },
            clear: [Scalar::from(format).sentinel(); 4],
            write_mask: 15,
            blend: None,
        }
    }
}

/// How a pixel mixes with what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blend {
    /// Of r, g and b.
    pub color: Equation,
    /// Of alpha.
    pub alpha: Equation,
}

impl Blend {
    /// Whether it reads the second output of the pixel shader.
    #[must_use]
    pub fn reads_second_source(&self) -> bool {
        let factors = [self.color.src, self.color.dest, self.alpha.src, self.alpha.dest];
        factors.iter().any(|factor| {
            matches!(factor, Factor::Src1Color | Factor::InvSrc1Color | Factor::Src1Alpha | Factor::InvSrc1Alpha)
        })
    }
}

/// `source * src op destination * dest`; the factors do not count for `Min` and `Max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equation {
    /// Factor of the pixel.
    pub src: Factor,
    /// Factor of what is there.
    pub dest: Factor,
    /// What joins them.
    pub op: BlendOp,
}

/// A factor of blending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are Direct3D's")]
pub enum Factor {
    Zero,
    One,
    SrcColor,
    InvSrcColor,
    SrcAlpha,
    InvSrcAlpha,
    DestAlpha,
    InvDestAlpha,
    DestColor,
    InvDestColor,
    Src1Color,
    InvSrc1Color,
    Src1Alpha,
    InvSrc1Alpha,
}

/// What joins the two sides of blending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are Direct3D's")]
pub enum BlendOp {
    Add,
    Subtract,
    RevSubtract,
    Min,
    Max,
}

/// Format of a depth buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DepthFormat {
    /// A float.
    #[default]
    D32Float,
    /// A float, and a stencil value that is not used.
    D32FloatS8X24Uint,
    /// 24 bits, and a stencil value that is not used.
    D24UnormS8Uint,
    /// 16 bits.
    D16Unorm,
}

impl DepthFormat {
    /// The names in DXGI.
    pub const NAMES: [(Self, &'static str); 4] = [
        (Self::D32Float, "D32_FLOAT"),
        (Self::D32FloatS8X24Uint, "D32_FLOAT_S8X24_UINT"),
        (Self::D24UnormS8Uint, "D24_UNORM_S8_UINT"),
        (Self::D16Unorm, "D16_UNORM"),
    ];

    /// The greatest code of a format that stores integers.
    #[must_use]
    pub const fn scale(self) -> Option<u32> {
        match self {
            Self::D32Float | Self::D32FloatS8X24Uint => None,
            Self::D24UnormS8Uint => Some(0x00ff_ffff),
            Self::D16Unorm => Some(0xffff),
        }
    }
}

impl DepthFormat {
    /// What is read back of a depth that is written.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, reason = "the nearest float is wanted")]
    pub fn stored(self, depth: f64) -> f64 {
        match self.scale().map(f64::from) {
            Some(scale) => (depth * scale).round() / scale,
            None => f64::from(depth as f32),
        }
    }
}

/// A depth buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthBuffer {
    /// Its format.
    pub format: DepthFormat,
    /// What it is cleared to.
    pub clear: f32,
    /// Which pixels pass; none: all do and none is written.
    pub test: Option<Comparison>,
    /// Whether pixels that pass are written.
    pub writes: DepthWrites,
    /// Whether it is part of the picture.
    pub saved: DepthSaved,
}

/// Whether pixels write their depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthWrites {
    /// Those that pass the test.
    Passed,
    /// None.
    Never,
}

/// Whether the depth buffer is part of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthSaved {
    /// It is.
    Yes,
    /// It is not.
    No,
}

impl DepthBuffer {
    /// The depth buffer of a case's draw, if it has one.
    #[must_use]
    pub fn of(depth: DepthUse, saved: DepthSaved) -> Option<Self> {
        let test = match (depth, saved) {
            (DepthUse::Less, _) => Comparison::Less,
            (DepthUse::LessEqual, _) => Comparison::LessEqual,
            (DepthUse::None, DepthSaved::Yes) => Comparison::Always,
            (DepthUse::None, DepthSaved::No) => return None,
        };
        Some(Self { format: DepthFormat::D32Float, clear: 1.0, test: Some(test), writes: DepthWrites::Passed, saved })
    }
}
