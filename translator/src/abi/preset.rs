//! Layouts with a name.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Abi, BufferRegister, BufferRule, ConstantTerm, Layout, Placement, SemanticKey};
use crate::options::IntegerAttributes;

/// A layout with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// What runtimes of Carbon effects bind: bones of 48 bytes on t0 of the vertex stage stand in rows 26 to 199 of
    /// cb3, without the object's first bone in the index; blend indices are floats; binormals are called bitangents.
    Carbon,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 1] = [Self::Carbon];

    /// Its name in layout files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Carbon => "carbon",
        }
    }

    /// What it says.
    #[must_use]
    pub fn layout(self) -> Layout {
        match self {
            Self::Carbon => carbon(),
        }
    }
}

/// Bytes of a bone: three rows of a matrix.
const BONE: u32 = 48;

fn carbon() -> Layout {
    let bones = BufferRule {
        placement: Placement::ConstantBuffer { slot: 3, first_row: 26, capacity: 58 },
        stride: Some(BONE),
        constant_term: ConstantTerm::Drop,
    };
    Layout {
        abi: Abi {
            vertex_buffers: BTreeMap::from([(BufferRegister::new(0), bones)]),
            pixel_buffers: BTreeMap::new(),
            integer_attributes: BTreeMap::from([(SemanticKey::all("BLENDINDICES"), IntegerAttributes::Float)]),
            attribute_renames: BTreeMap::from([(SemanticKey::all("BINORMAL"), SemanticKey::all("BITANGENT"))]),
            varying_renames: BTreeMap::new(),
        },
        integer_attributes: Some(IntegerAttributes::Float),
        constant_buffer_rows: BTreeMap::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_hold_no_contradictions() {
        for preset in Preset::ALL {
            assert_eq!(preset.layout().check(), Ok(()), "{}", preset.name());
        }
    }

    /// The rule of the lowering specification: `cb3.data[26 + index * 3 + row]` with `cb3` of 200 rows.
    #[test]
    fn carbon_bones_fill_cb3_to_row_200() {
        let layout = Preset::Carbon.layout();
        let rule = layout.abi.vertex_buffers[&BufferRegister::new(0)];
        assert_eq!((rule.placement.first_row(), rule.placement.end(BONE)), (26, Some(200)));
    }
}
