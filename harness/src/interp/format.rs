//! The table of texel formats: names as in DXGI, layout of the bits, and how a texel becomes four 32-bit components.

use super::convert::small_float;

/// What the channels of a format hold, and so what a shader reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormatClass {
    /// Unsigned integers that stand for 0 to 1; read as floats.
    Unorm,
    /// As `Unorm`, with r, g and b on the sRGB curve.
    UnormSrgb,
    /// Signed integers that stand for -1 to 1; read as floats.
    Snorm,
    /// Floats of 32, 16, 11 or 10 bits.
    Float,
    /// Three 9-bit mantissas with a common exponent; read as floats.
    SharedExponent,
    /// Unsigned integers.
    Uint,
    /// Signed integers.
    Sint,
}

/// One channel in a texel: its first bit and its width, 0 where the format lacks the channel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) bit: u8,
    pub(super) width: u8,
}

struct Facts {
    name: &'static str,
    bytes: u8,
    class: FormatClass,
    /// r, g, b, a.
    fields: [Field; 4],
}

macro_rules! formats {
    ($($variant:ident $name:literal $bytes:literal $class:ident [$($bit:literal $width:literal),*];)*) => {
        /// A texel format, named as in DXGI.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Format {
            $(#[doc = concat!("`DXGI_FORMAT_", $name, "`.")] $variant,)*
        }

        impl Format {
            /// Every format.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            const fn facts(self) -> Facts {
                match self {
                    $(Self::$variant => Facts {
                        name: $name,
                        bytes: $bytes,
                        class: FormatClass::$class,
                        fields: fields(&[$(Field { bit: $bit, width: $width },)*]),
                    },)*
                }
            }
        }
    };
}

const fn fields(given: &[Field]) -> [Field; 4] {
    let mut all = [Field { bit: 0, width: 0 }; 4];
    let mut channel = 0;
    while channel < given.len() && channel < 4 {
        all[channel] = given[channel];
        channel += 1;
    }
    all
}

formats! {
    R32G32B32A32Float "R32G32B32A32_FLOAT" 16 Float [0 32, 32 32, 64 32, 96 32];
    R32G32B32A32Uint "R32G32B32A32_UINT" 16 Uint [0 32, 32 32, 64 32, 96 32];
    R32G32B32A32Sint "R32G32B32A32_SINT" 16 Sint [0 32, 32 32, 64 32, 96 32];
    R32G32B32Float "R32G32B32_FLOAT" 12 Float [0 32, 32 32, 64 32];
    R32G32B32Uint "R32G32B32_UINT" 12 Uint [0 32, 32 32, 64 32];
    R32G32B32Sint "R32G32B32_SINT" 12 Sint [0 32, 32 32, 64 32];
    R16G16B16A16Float "R16G16B16A16_FLOAT" 8 Float [0 16, 16 16, 32 16, 48 16];
    R16G16B16A16Unorm "R16G16B16A16_UNORM" 8 Unorm [0 16, 16 16, 32 16, 48 16];
    R16G16B16A16Uint "R16G16B16A16_UINT" 8 Uint [0 16, 16 16, 32 16, 48 16];
    R16G16B16A16Snorm "R16G16B16A16_SNORM" 8 Snorm [0 16, 16 16, 32 16, 48 16];
    R16G16B16A16Sint "R16G16B16A16_SINT" 8 Sint [0 16, 16 16, 32 16, 48 16];
    R32G32Float "R32G32_FLOAT" 8 Float [0 32, 32 32];
    R32G32Uint "R32G32_UINT" 8 Uint [0 32, 32 32];
    R32G32Sint "R32G32_SINT" 8 Sint [0 32, 32 32];
    R32FloatX8X24Typeless "R32_FLOAT_X8X24_TYPELESS" 8 Float [0 32];
    R10G10B10A2Unorm "R10G10B10A2_UNORM" 4 Unorm [0 10, 10 10, 20 10, 30 2];
    R10G10B10A2Uint "R10G10B10A2_UINT" 4 Uint [0 10, 10 10, 20 10, 30 2];
    R11G11B10Float "R11G11B10_FLOAT" 4 Float [0 11, 11 11, 22 10];
    R9G9B9E5SharedExp "R9G9B9E5_SHAREDEXP" 4 SharedExponent [0 9, 9 9, 18 9];
    R8G8B8A8Unorm "R8G8B8A8_UNORM" 4 Unorm [0 8, 8 8, 16 8, 24 8];
    R8G8B8A8UnormSrgb "R8G8B8A8_UNORM_SRGB" 4 UnormSrgb [0 8, 8 8, 16 8, 24 8];
    R8G8B8A8Uint "R8G8B8A8_UINT" 4 Uint [0 8, 8 8, 16 8, 24 8];
    R8G8B8A8Snorm "R8G8B8A8_SNORM" 4 Snorm [0 8, 8 8, 16 8, 24 8];
    R8G8B8A8Sint "R8G8B8A8_SINT" 4 Sint [0 8, 8 8, 16 8, 24 8];
    B8G8R8A8Unorm "B8G8R8A8_UNORM" 4 Unorm [16 8, 8 8, 0 8, 24 8];
    B8G8R8A8UnormSrgb "B8G8R8A8_UNORM_SRGB" 4 UnormSrgb [16 8, 8 8, 0 8, 24 8];
    B8G8R8X8Unorm "B8G8R8X8_UNORM" 4 Unorm [16 8, 8 8, 0 8];
    B8G8R8X8UnormSrgb "B8G8R8X8_UNORM_SRGB" 4 UnormSrgb [16 8, 8 8, 0 8];
    R16G16Float "R16G16_FLOAT" 4 Float [0 16, 16 16];
    R16G16Unorm "R16G16_UNORM" 4 Unorm [0 16, 16 16];
    R16G16Uint "R16G16_UINT" 4 Uint [0 16, 16 16];
    R16G16Snorm "R16G16_SNORM" 4 Snorm [0 16, 16 16];
    R16G16Sint "R16G16_SINT" 4 Sint [0 16, 16 16];
    R32Float "R32_FLOAT" 4 Float [0 32];
    R32Uint "R32_UINT" 4 Uint [0 32];
    R32Sint "R32_SINT" 4 Sint [0 32];
    R24UnormX8Typeless "R24_UNORM_X8_TYPELESS" 4 Unorm [0 24];
    R8G8Unorm "R8G8_UNORM" 2 Unorm [0 8, 8 8];
    R8G8Uint "R8G8_UINT" 2 Uint [0 8, 8 8];
    R8G8Snorm "R8G8_SNORM" 2 Snorm [0 8, 8 8];
    R8G8Sint "R8G8_SINT" 2 Sint [0 8, 8 8];
    R16Float "R16_FLOAT" 2 Float [0 16];
    R16Unorm "R16_UNORM" 2 Unorm [0 16];
    R16Uint "R16_UINT" 2 Uint [0 16];
    R16Snorm "R16_SNORM" 2 Snorm [0 16];
    R16Sint "R16_SINT" 2 Sint [0 16];
    B5G6R5Unorm "B5G6R5_UNORM" 2 Unorm [11 5, 5 6, 0 5];
    B5G5R5A1Unorm "B5G5R5A1_UNORM" 2 Unorm [10 5, 5 5, 0 5, 15 1];
    B4G4R4A4Unorm "B4G4R4A4_UNORM" 2 Unorm [8 4, 4 4, 0 4, 12 4];
    R8Unorm "R8_UNORM" 1 Unorm [0 8];
    R8Uint "R8_UINT" 1 Uint [0 8];
    R8Snorm "R8_SNORM" 1 Snorm [0 8];
    R8Sint "R8_SINT" 1 Sint [0 8];
    A8Unorm "A8_UNORM" 1 Unorm [0 0, 0 0, 0 0, 0 8];
}

impl Format {
    /// The name in DXGI, without its prefix.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The format with a name, the prefix left out.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.name() == name)
    }

    /// Bytes of a texel.
    #[must_use]
    pub const fn bytes(self) -> usize {
        self.facts().bytes as usize
    }

    /// What its channels hold.
    #[must_use]
    pub const fn class(self) -> FormatClass {
        self.facts().class
    }

    /// Where its channels are: r, g, b, a.
    pub(super) const fn fields(self) -> [Field; 4] {
        self.facts().fields
    }

    /// Whether a shader reads integers from it; such formats have no filters.
    #[must_use]
    pub const fn is_integer(self) -> bool {
        matches!(self.class(), FormatClass::Uint | FormatClass::Sint)
    }

    /// Whether the format has a channel (0 is r).
    #[must_use]
    pub fn has_channel(self, channel: usize) -> bool {
        self.facts().fields.get(channel).is_some_and(|field| field.width != 0)
    }

    /// What a shader reads of channels that the format lacks: 0, and 1 for alpha by the format's type.
    #[must_use]
    pub const fn defaults(self) -> [u32; 4] {
        [0, 0, 0, if self.is_integer() { 1 } else { 1.0f32.to_bits() }]
    }

    /// What a shader reads outside of a texture: 0 in the channels that the format has, the defaults in the others.
    #[must_use]
    pub fn outside(self) -> [u32; 4] {
        let defaults = self.defaults();
        std::array::from_fn(|channel| if self.has_channel(channel) { 0 } else { defaults[channel] })
    }

    /// The four components of a texel, as float bits or integers. Bytes that are not there are 0.
    #[must_use]
    pub fn decode(self, texel: &[u8]) -> [u32; 4] {
        let facts = self.facts();
        let mut padded = [0; 16];
        for (to, from) in padded.iter_mut().zip(texel.iter().take(self.bytes())) {
            *to = *from;
        }
        let bits = u128::from_le_bytes(padded);
        let raw = facts.fields.map(|field| (bits >> field.bit & ((1 << field.width) - 1)) as u32);
        let defaults = self.defaults();
        std::array::from_fn(|channel| match facts.fields[channel].width {
            0 => defaults[channel],
            _ if facts.class == FormatClass::SharedExponent => shared_exponent(raw[channel], bits),
            width => convert(facts.class, raw[channel], u32::from(width), channel),
        })
    }

    /// The border colour as the format can hold it: clamped by its class, defaults in the channels that it lacks.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "integers clamp the colour")]
    pub fn border(self, color: [f32; 4]) -> [u32; 4] {
        let defaults = self.defaults();
        std::array::from_fn(|channel| {
            let value = color[channel];
            match self.class() {
                _ if !self.has_channel(channel) => defaults[channel],
                FormatClass::Unorm | FormatClass::UnormSrgb => bound(value, 0.0).to_bits(),
                FormatClass::Snorm => bound(value, -1.0).to_bits(),
                FormatClass::Float | FormatClass::SharedExponent => value.to_bits(),
                FormatClass::Uint => value as u32,
                FormatClass::Sint => (value as i32).cast_unsigned(),
            }
        })
    }

    /// A comparison reference as the format can hold it (semantics 5.10): UNORM clamps and rounds, SNORM clamps.
    #[must_use]
    pub fn quantise(self, reference: f32) -> f32 {
        let width = u32::from(self.facts().fields[0].width);
        match self.class() {
            FormatClass::Unorm | FormatClass::UnormSrgb => {
                let scale = scale(width);
                let unit = f64::from(bound(reference, 0.0));
                super::float::round((unit * scale + 0.5).floor() / scale)
            }
            FormatClass::Snorm => bound(reference, -1.0),
            FormatClass::Float | FormatClass::SharedExponent | FormatClass::Uint | FormatClass::Sint => reference,
        }
    }
}

/// Between `low` and 1; NaN is `low`.
#[allow(clippy::manual_clamp, reason = "clamp keeps NaN")]
fn bound(value: f32, low: f32) -> f32 {
    value.max(low).min(1.0)
}

/// The greatest code of an unsigned integer.
pub(super) fn scale(width: u32) -> f64 {
    f64::from(u32::MAX >> 32u32.saturating_sub(width).min(31))
}

/// One channel (semantics section 2, rule 14).
fn convert(class: FormatClass, raw: u32, width: u32, channel: usize) -> u32 {
    let unused = 32u32.saturating_sub(width).min(31);
    let signed = (raw << unused).cast_signed() >> unused;
    match class {
        FormatClass::Unorm => unit(f64::from(raw) / scale(width)),
        FormatClass::UnormSrgb if channel == 3 => unit(f64::from(raw) / scale(width)),
        FormatClass::UnormSrgb => unit(linear(f64::from(raw) / scale(width))),
        // The most negative code is -1 too.
        FormatClass::Snorm => unit((f64::from(signed) / scale(width - 1)).max(-1.0)),
        FormatClass::Uint => raw,
        FormatClass::Sint => signed.cast_unsigned(),
        FormatClass::Float | FormatClass::SharedExponent => match width {
            32 => raw,
            16 => super::convert::half_to_float(raw),
            _ => small_float(raw, width - 5),
        },
    }
}

fn unit(value: f64) -> u32 {
    super::float::round(value).to_bits()
}

/// The sRGB curve.
fn linear(value: f64) -> f64 {
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// `mantissa * 2^(exponent - 15 - 9)` with the exponent in the top five bits.
fn shared_exponent(mantissa: u32, bits: u128) -> u32 {
    let exponent = (bits >> 27 & 31) as i32;
    unit(f64::from(mantissa) * f64::from(exponent - 24).exp2())
}
