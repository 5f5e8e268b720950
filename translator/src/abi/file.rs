//! A layout as a file spells it. The caller reads the syntax, TOML or another that serde knows:
//!
//! ```toml
//! preset = "carbon"                       # what the rest changes; none without it
//! integer-attributes = "native"           # those that no semantic below says otherwise
//!
//! [constant-buffer-rows]
//! cb3 = 200
//!
//! [integer-semantics]
//! BLENDINDICES = "float"
//!
//! [rename.attributes]
//! BINORMAL = "BITANGENT"
//!
//! [vertex.t0]                             # or [pixel.t0]
//! placement = "constant-buffer"           # or "data-texture", "uniform-block", "zero"
//! slot = 3
//! first-row = 26
//! capacity = 58                           # structures
//! stride = 48                             # only structures of so many bytes
//! constant-term = "drop"                  # of the index; or "keep"
//! ```

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{BufferRegister, BufferRule, ConstantTerm, Layout, LayoutError, Placement, Preset, SemanticKey};
use crate::options::IntegerAttributes;

/// A layout file. Keys that are not known are errors of the reader.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LayoutFile {
    #[serde(default)]
    preset: Option<Preset>,
    #[serde(default)]
    integer_attributes: Option<IntegerAttributes>,
    #[serde(default)]
    constant_buffer_rows: BTreeMap<String, u32>,
    #[serde(default)]
    integer_semantics: BTreeMap<String, IntegerAttributes>,
    #[serde(default)]
    rename: RenameFile,
    #[serde(default)]
    vertex: BTreeMap<String, BufferFile>,
    #[serde(default)]
    pixel: BTreeMap<String, BufferFile>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct RenameFile {
    #[serde(default)]
    attributes: BTreeMap<String, String>,
    #[serde(default)]
    varyings: BTreeMap<String, String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PlacementName {
    DataTexture,
    UniformBlock,
    ConstantBuffer,
    Zero,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct BufferFile {
    placement: PlacementName,
    #[serde(default)]
    slot: Option<u32>,
    #[serde(default)]
    first_row: Option<u32>,
    #[serde(default)]
    capacity: Option<u32>,
    #[serde(default)]
    stride: Option<u32>,
    #[serde(default)]
    constant_term: Option<ConstantTerm>,
}

impl LayoutFile {
    /// The layout: the preset's with what the file says.
    ///
    /// # Errors
    ///
    /// [`LayoutError`] names the key: names that are no register or semantic, keys that a placement lacks or has no
    /// use for, and what [`Layout::check`] finds.
    pub fn layout(&self) -> Result<Layout, LayoutError> {
        let mut layout = self.preset.map(Preset::layout).unwrap_or_default();
        layout.integer_attributes = self.integer_attributes.or(layout.integer_attributes);
        for (name, &rows) in &self.constant_buffer_rows {
            let register = name.strip_prefix("cb").and_then(|number| number.parse().ok());
            let register = register.filter(|register: &u32| *name == format!("cb{register}"));
            let key = format!("constant-buffer-rows.{name}");
            let register = register.ok_or_else(|| LayoutError::new(key, "it is no register: `cb0`"))?;
            layout.constant_buffer_rows.insert(register, rows);
        }
        for (name, &how) in &self.integer_semantics {
            let key = semantic(&format!("integer-semantics.{name}"), name)?;
            layout.abi.integer_attributes.insert(key, how);
        }
        let renames = [
            ("attributes", &self.rename.attributes, &mut layout.abi.attribute_renames),
            ("varyings", &self.rename.varyings, &mut layout.abi.varying_renames),
        ];
        for (table, given, renames) in renames {
            for (from, to) in given {
                let key = format!("rename.{table}.{from}");
                renames.insert(semantic(&key, from)?, semantic(&key, to)?);
            }
        }
        let stages = [
            ("vertex", &self.vertex, &mut layout.abi.vertex_buffers),
            ("pixel", &self.pixel, &mut layout.abi.pixel_buffers),
        ];
        for (stage, given, rules) in stages {
            for (name, buffer) in given {
                let key = format!("{stage}.{name}");
                let register: BufferRegister =
                    name.parse().map_err(|()| LayoutError::new(&key, "it is no register: `t0`, `t0_space1`"))?;
                rules.insert(register, buffer.rule(&key)?);
            }
        }
        layout.check()?;
        Ok(layout)
    }
}

fn semantic(key: &str, text: &str) -> Result<SemanticKey, LayoutError> {
    text.parse().map_err(|error: super::NotSemantic| LayoutError::new(key, error.to_string()))
}

impl BufferFile {
    fn rule(&self, key: &str) -> Result<BufferRule, LayoutError> {
        let numbers = [("slot", self.slot), ("first-row", self.first_row), ("capacity", self.capacity)];
        let wanted: &[&str] = match self.placement {
            PlacementName::DataTexture | PlacementName::Zero => &[],
            PlacementName::UniformBlock => &["capacity"],
            PlacementName::ConstantBuffer => &["slot", "first-row", "capacity"],
        };
        let mut values = [0; 3];
        for (value, (name, given)) in values.iter_mut().zip(numbers) {
            let message = match (given, wanted.contains(&name)) {
                (Some(given), true) => {
                    *value = given;
                    continue;
                }
                (None, false) => continue,
                (Some(_), false) => "this placement has no such number",
                (None, true) => "this placement needs it",
            };
            return Err(LayoutError::new(format!("{key}.{name}"), message));
        }
        let [slot, first_row, capacity] = values;
        let placement = match self.placement {
            PlacementName::DataTexture => Placement::DataTexture,
            PlacementName::UniformBlock => Placement::UniformBlock { capacity },
            PlacementName::ConstantBuffer => Placement::ConstantBuffer { slot, first_row, capacity },
            PlacementName::Zero => Placement::Zero,
        };
        Ok(BufferRule { placement, stride: self.stride, constant_term: self.constant_term.unwrap_or_default() })
    }
}
