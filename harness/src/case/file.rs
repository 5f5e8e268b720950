//! `case.toml`: where a case comes from, and what of its draw is not left to the plan.
//!
//! Everything in the `[draw]` table is optional. What it does not give is derived from the case's name and from what
//! the shaders say (see [`super::plan`]), so most cases have no such table at all.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::dispatch::{DispatchFile, ViewFile};

/// A case file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// What it is, one line.
    pub title: String,
    /// Words to find it by; `refused` marks what the translator must refuse.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The HLSL that it was compiled from.
    #[serde(default)]
    pub source: Option<String>,
    /// Who made the containers, where it was not the compiler: `assembled`.
    #[serde(default)]
    pub origin: Option<String>,
    /// Names of the further compilations.
    #[serde(default)]
    pub variants: Vec<String>,
    /// Mnemonics that the bytecode must hold.
    #[serde(default)]
    pub expect: Vec<String>,
    /// Further options of the compiler.
    #[serde(default)]
    pub options: Vec<String>,
    /// The vertex stage.
    #[serde(default)]
    pub vertex: Option<StageFile>,
    /// The pixel stage.
    #[serde(default)]
    pub pixel: Option<StageFile>,
    /// The compute stage.
    #[serde(default)]
    pub compute: Option<StageFile>,
    /// What of the draw is given, and of what a dispatch reads.
    #[serde(default)]
    pub draw: DrawFile,
    /// The dispatch of a compute shader.
    #[serde(default)]
    pub dispatch: Option<DispatchFile>,
}

/// How a stage was compiled.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageFile {
    /// Entry point.
    #[serde(default)]
    pub entry: Option<String>,
    /// Profile.
    #[serde(default)]
    pub profile: Option<String>,
    /// Defines, `NAME=VALUE`.
    #[serde(default)]
    pub defines: Vec<String>,
    /// Another source than the case's.
    #[serde(default)]
    pub source: Option<String>,
}

/// What of the draw is given.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawFile {
    /// The mesh.
    #[serde(default)]
    pub mesh: Option<MeshKind>,
    /// Vertices, of a draw whose vertex shader reads nothing but their number.
    #[serde(default)]
    pub vertices: Option<u32>,
    /// Width and height in pixels, each 2 to 64 and even.
    #[serde(default)]
    pub size: Option<[u32; 2]>,
    /// Instances, 1 to 64.
    #[serde(default)]
    pub instances: Option<u32>,
    /// Constants by the variable's name; a list of arrays is flattened. Floats for float variables, integers for others.
    #[serde(default)]
    pub constants: BTreeMap<String, Words>,
    /// First rows of constant buffers, by register: `cb0`. Floats are stored as floats, integers as integers.
    #[serde(default)]
    pub rows: BTreeMap<String, Words>,
    /// Textures and buffers by register: `t0`.
    #[serde(default)]
    pub resources: BTreeMap<String, ResourceFile>,
    /// Samplers by register: `s0`.
    #[serde(default)]
    pub samplers: BTreeMap<String, SamplerFile>,
    /// Vertex attributes and pixel inputs by semantic and index, `TEXCOORD0`: smallest and largest value.
    #[serde(default)]
    pub inputs: BTreeMap<String, [f32; 2]>,
    /// Formats of the render targets by slot, `"0"`.
    #[serde(default)]
    pub targets: BTreeMap<String, TargetFormat>,
    /// Views that the pixel shader writes, by register: `u1`.
    #[serde(default)]
    pub views: BTreeMap<String, ViewFile>,
    /// The depth buffer.
    #[serde(default)]
    pub depth: Option<DepthUse>,
    /// Which values count as equal.
    #[serde(default)]
    pub tolerance: Option<ToleranceFile>,
    /// Why the tolerance is what it is; there must be one where there is a tolerance.
    #[serde(default)]
    pub tolerance_reason: Option<String>,
}

/// A number or nested lists of numbers.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Words {
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// A list.
    List(Vec<Self>),
}

impl Words {
    /// The numbers in order.
    #[must_use]
    pub fn flatten(&self) -> Vec<Number> {
        match self {
            Self::Int(value) => vec![Number::Int(*value)],
            Self::Float(value) => vec![Number::Float(*value)],
            Self::List(values) => values.iter().flat_map(Self::flatten).collect(),
        }
    }
}

/// One number of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
}

impl Number {
    /// The bits of the number as it is written: a float's or an integer's.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the low 32 bits are what is wanted")]
    pub fn bits(self) -> u32 {
        match self {
            Self::Int(value) => value as u32,
            Self::Float(value) => (value as f32).to_bits(),
        }
    }

    /// The bits of the number as a float.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "the nearest float is wanted")]
    pub fn float_bits(self) -> u32 {
        match self {
            Self::Int(value) => (value as f32).to_bits(),
            Self::Float(value) => (value as f32).to_bits(),
        }
    }
}

/// A mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeshKind {
    /// One triangle.
    Triangle,
    /// Two triangles.
    Quad,
    /// A bent sheet of 4 x 4 cells.
    Grid,
    /// A cube.
    Cube,
    /// A ball.
    Sphere,
}

/// A texture or buffer.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResourceFile {
    /// What it is filled with.
    #[serde(default)]
    pub fill: Option<Fill>,
    /// Format, as DXGI names it without the prefix.
    #[serde(default)]
    pub format: Option<String>,
    /// Width, height and depth of level 0, as many as the dimension has.
    #[serde(default)]
    pub size: Option<Vec<u32>>,
    /// Layers of an array.
    #[serde(default)]
    pub layers: Option<u32>,
    /// Mip levels.
    #[serde(default)]
    pub mips: Option<u32>,
    /// Elements of a buffer.
    #[serde(default)]
    pub elements: Option<u32>,
    /// Least and greatest value.
    #[serde(default)]
    pub range: Option<[f32; 2]>,
}

/// What a texture or buffer is filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fill {
    /// Waves of low frequency: neighbours are alike.
    Smooth,
    /// A ramp along each axis.
    Gradient,
    /// Two values in turn.
    Checker,
    /// Values without order.
    Noise,
    /// The same value everywhere.
    Constant,
    /// Small whole numbers as integers.
    Integers,
    /// Random words.
    Words,
}

/// A sampler.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SamplerFile {
    /// Filter.
    #[serde(default)]
    pub filter: Option<FilterFile>,
    /// Addressing of all axes.
    #[serde(default)]
    pub address: Option<AddressFile>,
    /// Comparison.
    #[serde(default)]
    pub comparison: Option<ComparisonFile>,
    /// Least level of detail.
    #[serde(default)]
    pub min_lod: Option<f32>,
    /// Greatest level of detail.
    #[serde(default)]
    pub max_lod: Option<f32>,
}

/// A filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FilterFile {
    /// Nearest texel of the nearest level.
    Point,
    /// Linear within the nearest level.
    Bilinear,
    /// Linear within and between levels.
    Trilinear,
}

/// Addressing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AddressFile {
    /// Repeated.
    Wrap,
    /// Repeated and mirrored.
    Mirror,
    /// The edge texel.
    Clamp,
}

/// `reference OP texel`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum ComparisonFile {
    Never,
    Less,
    Equal,
    LessEqual,
    Greater,
    NotEqual,
    GreaterEqual,
    Always,
}

/// Format of a render target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs, reason = "the names are DXGI's")]
pub enum TargetFormat {
    #[serde(rename = "R32G32B32A32_FLOAT")]
    Float,
    #[serde(rename = "R32G32B32A32_UINT")]
    Uint,
    #[serde(rename = "R32G32B32A32_SINT")]
    Sint,
}

/// What the depth buffer of a whole program's draw does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DepthUse {
    /// There is none: the last triangle wins.
    None,
    /// The nearest wins; of equals the earlier, and the far plane is not seen.
    Less,
    /// The nearest wins; of equals the later.
    LessEqual,
}

/// Which values count as equal.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToleranceFile {
    /// Largest absolute difference.
    #[serde(default)]
    pub absolute: f32,
    /// Largest difference relative to the larger magnitude.
    #[serde(default)]
    pub relative: f32,
}

/// Why a case file cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CaseFileError {
    /// It is not TOML, or has other keys or types than those above.
    #[error("{0}")]
    Syntax(String),
    /// A value is out of its range.
    #[error("{0}")]
    Value(String),
}

/// The largest width and height of a draw.
pub const LARGEST_SIZE: u32 = 64;

impl CaseFile {
    /// Reads the text of a `case.toml`.
    ///
    /// # Errors
    /// [`CaseFileError`] for text that is no case file, or values out of range.
    pub fn parse(text: &str) -> Result<Self, CaseFileError> {
        let file: Self = toml::from_str(text).map_err(|error| CaseFileError::Syntax(error.to_string()))?;
        file.draw.check().map_err(CaseFileError::Value)?;
        Ok(file)
    }

    /// Whether the translator must refuse it.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.tags.iter().any(|tag| tag == "refused")
    }
}

impl DrawFile {
    fn check(&self) -> Result<(), String> {
        if let Some(size) = self.size
            && !size.iter().all(|side| side.is_multiple_of(2) && (2..=LARGEST_SIZE).contains(side))
        {
            return Err(format!("size {size:?}: each side is even and 2 to {LARGEST_SIZE}"));
        }
        if self.instances.is_some_and(|count| !(1..=64).contains(&count)) {
            return Err("instances: 1 to 64".into());
        }
        if self.vertices.is_some_and(|count| !(1..=4096).contains(&count)) {
            return Err("vertices: 1 to 4096".into());
        }
        if self.tolerance.is_some() && self.tolerance_reason.as_deref().is_none_or(|reason| reason.trim().is_empty()) {
            return Err("a tolerance needs a tolerance_reason".into());
        }
        for (name, prefix) in self
            .rows
            .keys()
            .map(|name| (name, "cb"))
            .chain(self.resources.keys().map(|name| (name, "t")))
            .chain(self.samplers.keys().map(|name| (name, "s")))
            .chain(self.targets.keys().map(|name| (name, "")))
        {
            if register_number(name, prefix).is_none() {
                return Err(format!("`{name}` is no register: `{prefix}0`"));
            }
        }
        Ok(())
    }
}

/// The number of a register's name: 3 for `cb3` with the prefix `cb`.
#[must_use]
pub fn register_number(name: &str, prefix: &str) -> Option<u32> {
    name.strip_prefix(prefix)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_without_draw_table_has_the_defaults() {
        let file = CaseFile::parse("title = \"x\"\nvariants = [\"strip\"]\n[pixel]\nentry = \"m\"\n").unwrap();
        assert_eq!(file.draw, DrawFile::default());
        assert!(file.vertex.is_none() && file.pixel.is_some() && !file.is_refused());
    }

    #[test]
    fn a_draw_table_is_read() {
        let text = r#"
            title = "x"
            [draw]
            mesh = "cube"
            size = [64, 16]
            tolerance = { absolute = 0.5 }
            tolerance_reason = "half of a step"
            [draw.constants]
            tint = [1.0, [2, 3]]
            [draw.samplers]
            s3 = { filter = "point", comparison = "less-equal" }
            [draw.resources]
            t0 = { fill = "integers", elements = 8 }
        "#;
        let draw = CaseFile::parse(text).unwrap().draw;
        assert_eq!(draw.mesh, Some(MeshKind::Cube));
        let numbers = draw.constants["tint"].flatten();
        assert_eq!(numbers, [Number::Float(1.0), Number::Int(2), Number::Int(3)]);
        assert_eq!(numbers.iter().map(|n| n.bits()).collect::<Vec<_>>(), [0x3f80_0000, 2, 3]);
        assert_eq!(numbers[1].float_bits(), 0x4000_0000);
        assert_eq!(draw.samplers["s3"].filter, Some(FilterFile::Point));
        assert_eq!(draw.resources["t0"].elements, Some(8));
    }

    #[test]
    fn mistakes_are_refused() {
        for (text, part) in [
            ("title = \"x\"\nname = 1", "unknown field"),
            ("title = \"x\"\n[draw]\nmeshes = 1", "unknown field"),
            ("title = \"x\"\n[draw]\nsize = [31, 32]", "even"),
            ("title = \"x\"\n[draw]\nsize = [32, 128]", "2 to 64"),
            ("title = \"x\"\n[draw]\ntolerance = { absolute = 1.0 }", "tolerance_reason"),
            ("title = \"x\"\n[draw.rows]\nb0 = [1]", "no register"),
        ] {
            let message = CaseFile::parse(text).unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
