//! Which stage and shader model a program or its reflection data are for.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::program::{Model, Stage};

/// Stage and shader model. Prints as a profile: `ps_4_1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The stage.
    pub stage: Stage,
    /// The shader model.
    pub model: Model,
}

/// Stages in the order in which the version token numbers them, with the number that the reflection chunk writes:
/// pixel and vertex as Direct3D 9 did, the others by two letters.
const STAGES: [(Stage, u16); 6] = [
    (Stage::Pixel, 0xffff),
    (Stage::Vertex, 0xfffe),
    (Stage::Geometry, 0x4753),
    (Stage::Hull, 0x4853),
    (Stage::Domain, 0x4453),
    (Stage::Compute, 0x4353),
];

impl Version {
    /// What a version token says: bits 0-3 minor, 4-7 major, 16-31 stage. Nothing if there is no such stage.
    pub fn from_token(token: u32) -> Option<Self> {
        let [low, _, ..] = token.to_le_bytes();
        let number = usize::try_from(token >> 16).ok()?;
        let &(stage, _) = STAGES.get(number)?;
        Some(Self { stage, model: Model { major: low >> 4, minor: low & 0xf } })
    }

    /// What the reflection chunk says: bits 0-7 minor, 8-15 major, 16-31 stage. Nothing if there is no such stage.
    pub fn from_reflection(target: u32) -> Option<Self> {
        let [minor, major, ..] = target.to_le_bytes();
        let &(stage, _) = STAGES.iter().find(|&&(_, number)| u32::from(number) == target >> 16)?;
        Some(Self { stage, model: Model { major, minor } })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}_{}", self.stage.prefix(), self.model.major, self.model.minor)
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_tokens_print_as_profiles() {
        assert_eq!(Version::from_token(0x0001_0050).unwrap().to_string(), "vs_5_0");
        assert_eq!(Version::from_token(0x0000_0041).unwrap().to_string(), "ps_4_1");
        assert_eq!(Version::from_token(0x0005_0051).unwrap().to_string(), "cs_5_1");
        assert_eq!(Version::from_token(0x0006_0040), None);
    }

    #[test]
    fn reflection_spells_stages_as_direct3d_9_did() {
        assert_eq!(Version::from_reflection(0xfffe_0500).unwrap().to_string(), "vs_5_0");
        assert_eq!(Version::from_reflection(0xffff_0401).unwrap().to_string(), "ps_4_1");
        assert_eq!(Version::from_reflection(0x4353_0501).unwrap().to_string(), "cs_5_1");
        assert_eq!(Version::from_reflection(0x0001_0500), None);
    }
}
