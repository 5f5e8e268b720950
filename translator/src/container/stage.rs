//! Which stage and shader model a program is for.

use std::fmt;

use serde::Serialize;

use super::number::numbered;

numbered! {
    /// The pipeline stage of a program, as the version token numbers it.
    Stage {
        0 Pixel "pixel",
        1 Vertex "vertex",
        2 Geometry "geometry",
        3 Hull "hull",
        4 Domain "domain",
        5 Compute "compute",
    }
}

impl Stage {
    /// The two letters that begin a profile, as in `vs_5_0`; `xx` for a stage that does not exist.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Pixel => "ps",
            Self::Vertex => "vs",
            Self::Geometry => "gs",
            Self::Hull => "hs",
            Self::Domain => "ds",
            Self::Compute => "cs",
            Self::Other(_) => "xx",
        }
    }

    /// The stage that the reflection chunk names, which writes pixel and vertex as Direct3D 9 did and the
    /// others by two letters.
    pub const fn from_reflection(number: u16) -> Self {
        match number {
            0xffff => Self::Pixel,
            0xfffe => Self::Vertex,
            0x4753 => Self::Geometry,
            0x4853 => Self::Hull,
            0x4453 => Self::Domain,
            0x4353 => Self::Compute,
            other => Self::Other(other as u32),
        }
    }
}

/// Stage and shader model. Prints as a profile: `ps_4_1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Version {
    /// The stage.
    pub stage: Stage,
    /// Shader model, before the point.
    pub major: u8,
    /// Shader model, after the point.
    pub minor: u8,
}

impl Version {
    /// What a version token says: bits 0-3 minor, 4-7 major, 16-31 stage.
    pub const fn from_token(token: u32) -> Self {
        Self { stage: Stage::from_number(token >> 16), major: ((token >> 4) & 0xf) as u8, minor: (token & 0xf) as u8 }
    }

    /// The shader model, for comparisons such as `version.model() >= (5, 1)`.
    pub const fn model(self) -> (u8, u8) {
        (self.major, self.minor)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}_{}", self.stage.prefix(), self.major, self.minor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_tokens_print_as_profiles() {
        assert_eq!(Version::from_token(0x0001_0050).to_string(), "vs_5_0");
        assert_eq!(Version::from_token(0x0000_0041).to_string(), "ps_4_1");
        assert_eq!(Version::from_token(0x0005_0051).model(), (5, 1));
        assert_eq!(Version::from_token(0x0009_0040).stage, Stage::Other(9));
    }
}
