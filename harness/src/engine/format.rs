//! The table of texel formats: every GL fact about a format stands in its row and nowhere else.

use serde::{Deserialize, Serialize};

/// What a channel means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelClass {
    /// Unsigned integer read as 0..1.
    Unorm,
    /// Signed integer read as -1..1.
    Snorm,
    /// Float.
    Float,
    /// Unsigned integer.
    Uint,
    /// Signed integer.
    Int,
    /// Depth.
    Depth,
}

/// The GL facts of one format.
pub(super) struct Facts {
    /// `internalformat` of the storage.
    pub(super) internal: u32,
    /// `format` of uploads.
    pub(super) format: u32,
    /// `type` of uploads.
    pub(super) element: u32,
    bytes: u32,
    channels: u32,
    class: ChannelClass,
    target: Target,
    linear: Linear,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    /// Not renderable in GLES 3.0 with `EXT_color_buffer_float`.
    No,
    /// Renderable.
    Yes,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Linear {
    /// Incomplete with a linear filter.
    No,
    /// Takes linear filters, 32-bit floats by `OES_texture_float_linear`.
    Yes,
    /// Takes them when comparing only.
    Compare,
}

macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident = $internal:ident, $format:ident, $element:ident,
       $bytes:literal, $channels:literal, $class:ident, $target:ident, $linear:ident;)*) => {
        /// A texel format of textures and targets. Names are GL's.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
        #[allow(missing_docs, reason = "the names are GL's, and all there is to say stands in the table")]
        pub enum TexelFormat { $($(#[$doc])* $name,)* }

        impl TexelFormat {
            /// Every format.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            pub(super) fn facts(self) -> Facts {
                match self {
                    $(Self::$name => Facts {
                        internal: glow::$internal,
                        format: glow::$format,
                        element: glow::$element,
                        bytes: $bytes,
                        channels: $channels,
                        class: ChannelClass::$class,
                        target: Target::$target,
                        linear: Linear::$linear,
                    },)*
                }
            }
        }
    };
}

formats! {
    // name       internalformat      format           type             bytes channels class target linear
    R8          = R8,                 RED,             UNSIGNED_BYTE,   1, 1, Unorm, Yes, Yes;
    RG8         = RG8,                RG,              UNSIGNED_BYTE,   2, 2, Unorm, Yes, Yes;
    RGBA8       = RGBA8,              RGBA,            UNSIGNED_BYTE,   4, 4, Unorm, Yes, Yes;
    SRGB8A8     = SRGB8_ALPHA8,       RGBA,            UNSIGNED_BYTE,   4, 4, Unorm, Yes, Yes;
    R8Snorm     = R8_SNORM,           RED,             BYTE,            1, 1, Snorm, No,  Yes;
    RG8Snorm    = RG8_SNORM,          RG,              BYTE,            2, 2, Snorm, No,  Yes;
    RGBA8Snorm  = RGBA8_SNORM,        RGBA,            BYTE,            4, 4, Snorm, No,  Yes;
    R16F        = R16F,               RED,             HALF_FLOAT,      2, 1, Float, Yes, Yes;
    RG16F       = RG16F,              RG,              HALF_FLOAT,      4, 2, Float, Yes, Yes;
    RGBA16F     = RGBA16F,            RGBA,            HALF_FLOAT,      8, 4, Float, Yes, Yes;
    R32F        = R32F,               RED,             FLOAT,           4, 1, Float, Yes, Yes;
    RG32F       = RG32F,              RG,              FLOAT,           8, 2, Float, Yes, Yes;
    RGBA32F     = RGBA32F,            RGBA,            FLOAT,          16, 4, Float, Yes, Yes;
    R11G11B10F  = R11F_G11F_B10F,     RGB,             UNSIGNED_INT_10F_11F_11F_REV, 4, 3, Float, Yes, Yes;
    RGB9E5      = RGB9_E5,            RGB,             UNSIGNED_INT_5_9_9_9_REV,     4, 3, Float, No,  Yes;
    RGB10A2     = RGB10_A2,           RGBA,            UNSIGNED_INT_2_10_10_10_REV,  4, 4, Unorm, Yes, Yes;
    RGB10A2UI   = RGB10_A2UI,         RGBA_INTEGER,    UNSIGNED_INT_2_10_10_10_REV,  4, 4, Uint,  Yes, No;
    R8UI        = R8UI,               RED_INTEGER,     UNSIGNED_BYTE,   1, 1, Uint,  Yes, No;
    RG8UI       = RG8UI,              RG_INTEGER,      UNSIGNED_BYTE,   2, 2, Uint,  Yes, No;
    RGBA8UI     = RGBA8UI,            RGBA_INTEGER,    UNSIGNED_BYTE,   4, 4, Uint,  Yes, No;
    R8I         = R8I,                RED_INTEGER,     BYTE,            1, 1, Int,   Yes, No;
    RG8I        = RG8I,               RG_INTEGER,      BYTE,            2, 2, Int,   Yes, No;
    RGBA8I      = RGBA8I,             RGBA_INTEGER,    BYTE,            4, 4, Int,   Yes, No;
    R16UI       = R16UI,              RED_INTEGER,     UNSIGNED_SHORT,  2, 1, Uint,  Yes, No;
    RG16UI      = RG16UI,             RG_INTEGER,      UNSIGNED_SHORT,  4, 2, Uint,  Yes, No;
    RGBA16UI    = RGBA16UI,           RGBA_INTEGER,    UNSIGNED_SHORT,  8, 4, Uint,  Yes, No;
    R16I        = R16I,               RED_INTEGER,     SHORT,           2, 1, Int,   Yes, No;
    RG16I       = RG16I,              RG_INTEGER,      SHORT,           4, 2, Int,   Yes, No;
    RGBA16I     = RGBA16I,            RGBA_INTEGER,    SHORT,           8, 4, Int,   Yes, No;
    R32UI       = R32UI,              RED_INTEGER,     UNSIGNED_INT,    4, 1, Uint,  Yes, No;
    RG32UI      = RG32UI,             RG_INTEGER,      UNSIGNED_INT,    8, 2, Uint,  Yes, No;
    RGBA32UI    = RGBA32UI,           RGBA_INTEGER,    UNSIGNED_INT,   16, 4, Uint,  Yes, No;
    R32I        = R32I,               RED_INTEGER,     INT,             4, 1, Int,   Yes, No;
    RG32I       = RG32I,              RG_INTEGER,      INT,             8, 2, Int,   Yes, No;
    RGBA32I     = RGBA32I,            RGBA_INTEGER,    INT,            16, 4, Int,   Yes, No;
    Depth16     = DEPTH_COMPONENT16,  DEPTH_COMPONENT, UNSIGNED_SHORT,  2, 1, Depth, No,  Compare;
    /// Texels are uploaded as 32-bit integers of which GL keeps the upper 24 bits.
    Depth24     = DEPTH_COMPONENT24,  DEPTH_COMPONENT, UNSIGNED_INT,    4, 1, Depth, No,  Compare;
    Depth32F    = DEPTH_COMPONENT32F, DEPTH_COMPONENT, FLOAT,           4, 1, Depth, No,  Compare;
}

/// What a component of a read-back texel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadScalar {
    /// One byte, 0..255 standing for 0..1.
    U8,
    /// 32-bit float.
    F32,
    /// 32-bit unsigned integer.
    U32,
    /// 32-bit signed integer.
    I32,
    /// The whole texel as one word: 10, 10, 10 and 2 bits, red lowest.
    PackedU10U10U10U2,
}

/// The layout of a texel that was read back. Narrow floats and integers are widened to 32 bits, which loses nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadBack {
    /// What a component is.
    pub scalar: ReadScalar,
    /// Components of a texel.
    pub components: u32,
}

impl ReadBack {
    /// Bytes of a component.
    #[must_use]
    pub fn scalar_bytes(self) -> usize {
        match self.scalar {
            ReadScalar::U8 => 1,
            ReadScalar::F32 | ReadScalar::U32 | ReadScalar::I32 | ReadScalar::PackedU10U10U10U2 => 4,
        }
    }

    /// Bytes of a texel.
    #[must_use]
    pub fn texel_bytes(self) -> usize {
        self.scalar_bytes() * self.components as usize
    }

    /// `format` and `type` of `readPixels` and the components that this pair delivers: GL promises only four-component
    /// reads, so the engines drop the surplus.
    pub(super) fn gl(self) -> (u32, u32, u32) {
        match self.scalar {
            ReadScalar::U8 => (glow::RGBA, glow::UNSIGNED_BYTE, 4),
            ReadScalar::F32 => (glow::RGBA, glow::FLOAT, 4),
            ReadScalar::U32 => (glow::RGBA_INTEGER, glow::UNSIGNED_INT, 4),
            ReadScalar::I32 => (glow::RGBA_INTEGER, glow::INT, 4),
            ReadScalar::PackedU10U10U10U2 => (glow::RGBA, glow::UNSIGNED_INT_2_10_10_10_REV, 1),
        }
    }
}

impl TexelFormat {
    /// Bytes of a texel as it is uploaded.
    #[must_use]
    pub fn texel_bytes(self) -> u32 {
        self.facts().bytes
    }

    /// Channels of a texel.
    #[must_use]
    pub fn channels(self) -> u32 {
        self.facts().channels
    }

    /// What its channels mean.
    #[must_use]
    pub fn class(self) -> ChannelClass {
        self.facts().class
    }

    /// The layout in which a colour target of this format comes back; `None` if it cannot be a colour target.
    #[must_use]
    pub fn read_back(self) -> Option<ReadBack> {
        let facts = self.facts();
        if facts.target == Target::No {
            return None;
        }
        let (scalar, components) = match facts.class {
            ChannelClass::Unorm if facts.element == glow::UNSIGNED_INT_2_10_10_10_REV => {
                (ReadScalar::PackedU10U10U10U2, 1)
            }
            ChannelClass::Unorm => (ReadScalar::U8, facts.channels),
            ChannelClass::Float => (ReadScalar::F32, facts.channels),
            ChannelClass::Uint => (ReadScalar::U32, facts.channels),
            ChannelClass::Int => (ReadScalar::I32, facts.channels),
            ChannelClass::Snorm | ChannelClass::Depth => return None,
        };
        Some(ReadBack { scalar, components })
    }

    /// Whether a linear filter works on it, with or without comparison; where it does not, GL samples zeros.
    #[must_use]
    pub fn filters(self, compares: bool) -> bool {
        match self.facts().linear {
            Linear::No => false,
            Linear::Yes => true,
            Linear::Compare => compares,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texel_sizes_follow_from_type_and_channels() {
        for &format in TexelFormat::ALL {
            let facts = format.facts();
            let per_channel = match facts.element {
                glow::UNSIGNED_BYTE | glow::BYTE => 1,
                glow::UNSIGNED_SHORT | glow::SHORT | glow::HALF_FLOAT => 2,
                glow::UNSIGNED_INT | glow::INT | glow::FLOAT => 4,
                _ => {
                    assert_eq!(facts.bytes, 4, "{format:?} is packed into one word");
                    continue;
                }
            };
            assert_eq!(facts.bytes, per_channel * facts.channels, "{format:?}");
        }
    }

    #[test]
    fn read_back_layouts() {
        let layout = |format: TexelFormat| format.read_back().map(|r| (r.scalar, r.components, r.texel_bytes()));
        assert_eq!(layout(TexelFormat::RG8), Some((ReadScalar::U8, 2, 2)));
        assert_eq!(layout(TexelFormat::RG16F), Some((ReadScalar::F32, 2, 8)));
        assert_eq!(layout(TexelFormat::R8UI), Some((ReadScalar::U32, 1, 4)));
        assert_eq!(layout(TexelFormat::RGB10A2), Some((ReadScalar::PackedU10U10U10U2, 1, 4)));
        assert_eq!(layout(TexelFormat::R8Snorm), None);
        assert_eq!(layout(TexelFormat::Depth32F), None);
    }
}
