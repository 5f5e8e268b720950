//! Where the structures of a structured buffer stand.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

/// Bytes of a row of a block.
const ROW_BYTES: u32 = 16;

/// A register of a shader resource, `t#`, with its space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BufferRegister {
    /// Register space, 0 before shader model 5.1.
    pub space: u32,
    /// Number, of `t#`.
    pub register: u32,
}

impl BufferRegister {
    /// A register of space 0.
    #[must_use]
    pub const fn new(register: u32) -> Self {
        Self { space: 0, register }
    }
}

/// As the emitted text calls it: `t0`, `t0_space1`.
impl fmt::Display for BufferRegister {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.space {
            0 => write!(f, "t{}", self.register),
            space => write!(f, "t{}_space{space}", self.register),
        }
    }
}

impl FromStr for BufferRegister {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let rest = text.strip_prefix('t').ok_or(())?;
        let (register, space) = rest.split_once("_space").unwrap_or((rest, "0"));
        let found = Self { space: space.parse().map_err(drop)?, register: register.parse().map_err(drop)? };
        // One spelling a register, so that no two keys are the same.
        if found.to_string() == text { Ok(found) } else { Err(()) }
    }
}

impl Serialize for BufferRegister {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Where the structures of a buffer are read from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "placement")]
pub enum Placement {
    /// A texture of words, in WGSL a storage buffer of them: any number of structures.
    #[default]
    DataTexture,
    /// A `std140` block of its own, from its first byte on.
    UniformBlock {
        /// Structures that it holds.
        capacity: u32,
    },
    /// Rows of a constant buffer, which has as many rows as that takes.
    ConstantBuffer {
        /// Register of the constant buffer, `cb#`, of space 0.
        slot: u32,
        /// The row where the first structure begins.
        first_row: u32,
        /// Structures that stand there.
        capacity: u32,
    },
    /// Nowhere: reads give 0 and nothing is declared.
    Zero,
}

impl Placement {
    /// Structures that there is room for, where that is bounded.
    #[must_use]
    pub const fn capacity(self) -> Option<u32> {
        match self {
            Self::UniformBlock { capacity } | Self::ConstantBuffer { capacity, .. } => Some(capacity),
            Self::DataTexture | Self::Zero => None,
        }
    }

    /// The row where the first structure begins.
    #[must_use]
    pub const fn first_row(self) -> u32 {
        match self {
            Self::ConstantBuffer { first_row, .. } => first_row,
            Self::UniformBlock { .. } | Self::DataTexture | Self::Zero => 0,
        }
    }

    /// The row after the last, for structures of `stride` bytes; none without rows, and for more than can be counted.
    #[must_use]
    pub fn end(self, stride: u32) -> Option<u32> {
        let bytes = self.capacity()?.checked_mul(stride)?;
        self.first_row().checked_add(bytes.div_ceil(ROW_BYTES))
    }
}

/// What becomes of a constant that the index of a structure is a sum with, as the number of an object's first bone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConstantTerm {
    /// It counts: the host gives the structures of all objects.
    #[default]
    Keep,
    /// It is left out: the host gives the structures of the drawn object, from its own first one on.
    Drop,
}

/// How a structured buffer is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BufferRule {
    /// Where it stands.
    #[serde(flatten)]
    pub placement: Placement,
    /// Bytes of the structures that the rule is for: what else is declared on the register is left alone. Without it
    /// the register must hold a structured buffer.
    pub stride: Option<u32>,
    /// Terms of the index that come from constant buffers.
    pub constant_term: ConstantTerm,
}

impl BufferRule {
    /// Whether it is for structures of so many bytes.
    #[must_use]
    pub fn applies_to(&self, stride: u32) -> bool {
        self.stride.is_none_or(|own| own == stride)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_have_one_spelling() {
        assert_eq!("t12".parse(), Ok(BufferRegister::new(12)));
        assert_eq!("t3_space2".parse(), Ok(BufferRegister { space: 2, register: 3 }));
        for text in ["", "t", "u0", "t00", "t+1", "t0_space0", "t0_space", "t-1", "T0", "t4294967296"] {
            assert_eq!(text.parse::<BufferRegister>(), Err(()), "{text}");
        }
    }

    #[test]
    fn rows_end_after_the_last_structure() {
        let bones = Placement::ConstantBuffer { slot: 3, first_row: 26, capacity: 58 };
        assert_eq!(bones.end(48), Some(200));
        assert_eq!(Placement::UniformBlock { capacity: 5 }.end(12), Some(4), "60 bytes are four rows");
        assert_eq!(Placement::UniformBlock { capacity: u32::MAX }.end(48), None);
        assert_eq!(Placement::Zero.end(48), None);
    }
}
