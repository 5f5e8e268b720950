//! `draw.json`, version 1: the description of a draw package. Every key but a few may be null or left out.

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

use crate::case::state::{BlendOp, Factor};

/// The version that is read and written.
pub const VERSION: u32 = 1;

/// The description of a draw.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawJson {
    /// Always [`VERSION`].
    pub version: u32,
    /// Anything.
    pub comment: Option<Value>,
    /// Width of the targets in pixels.
    pub width: u32,
    /// Height of the targets in pixels.
    pub height: u32,
    /// File of the vertex shader.
    pub vs: String,
    /// File of the pixel shader.
    pub ps: Option<String>,
    /// Topology; triangle lists if it is not given.
    pub topology: Option<Topology>,
    /// Vertices of a draw without indices.
    pub vertex_count: Option<u32>,
    /// First vertex of such a draw.
    pub start_vertex: Option<u32>,
    /// Indices of a draw with indices.
    pub index_count: Option<u32>,
    /// First index of such a draw.
    pub start_index: Option<u32>,
    /// Added to each index when vertices are fetched.
    pub base_vertex: Option<i32>,
    /// Instances; 1 if it is not given.
    pub instance_count: Option<u32>,
    /// First instance in the buffers.
    pub start_instance: Option<u32>,
    /// Where attributes are found.
    pub input_layout: Option<Vec<LayoutJson>>,
    /// Vertex buffers.
    pub vertex_buffers: Option<Vec<VertexBufferJson>>,
    /// The index buffer.
    pub index_buffer: Option<IndexBufferJson>,
    /// Constant buffers of both stages.
    pub constant_buffers: Option<Vec<ConstantBufferJson>>,
    /// Textures and buffers of both stages.
    pub resources: Option<Vec<ResourceJson>>,
    /// Samplers of both stages.
    pub samplers: Option<Vec<SamplerJson>>,
    /// The rasteriser's state.
    pub rasterizer: Option<RasterizerJson>,
    /// x, y, width, height, least depth, greatest depth.
    pub viewport: Option<[f64; 6]>,
    /// Render targets.
    pub targets: Option<Vec<TargetJson>>,
    /// The depth buffer.
    pub depth: Option<DepthJson>,
}

/// How vertices make primitives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are Direct3D's")]
pub enum Topology {
    #[default]
    TriangleList,
    TriangleStrip,
    LineList,
    LineStrip,
    PointList,
}

/// Stage that something is bound to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StageJson {
    /// Vertex.
    Vs,
    /// Pixel.
    #[default]
    Ps,
}

/// One attribute.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are Direct3D's")]
pub struct LayoutJson {
    pub semantic: String,
    pub index: Option<u32>,
    pub format: String,
    pub slot: Option<u32>,
    pub offset: Option<u32>,
    /// 0 for data by vertex, else the instances that share a value.
    pub instance_step: Option<u32>,
}

/// A vertex buffer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are Direct3D's")]
pub struct VertexBufferJson {
    pub slot: Option<u32>,
    pub file: String,
    pub stride: u32,
    pub offset: Option<u32>,
}

/// The index buffer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndexBufferJson {
    /// Its file.
    pub file: String,
    /// Bits of an index, 16 or 32.
    pub bits: u32,
    /// Bytes before the first index.
    pub offset: Option<u32>,
}

/// A constant buffer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are Direct3D's")]
pub struct ConstantBufferJson {
    pub stage: StageJson,
    pub slot: Option<u32>,
    pub file: String,
}

/// A texture or buffer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are Direct3D's")]
pub struct ResourceJson {
    pub stage: StageJson,
    pub slot: Option<u32>,
    pub kind: KindJson,
    pub file: String,
    pub format: Option<String>,
    pub width: Option<u32>,
    pub height: Option<u32>,
    pub depth: Option<u32>,
    pub layers: Option<u32>,
    pub mips: Option<u32>,
    pub samples: Option<u32>,
    /// Whether a comparison reads the texture.
    pub depth_texture: Option<bool>,
    pub stride: Option<u32>,
}

/// What a resource is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum KindJson {
    #[serde(rename = "texture1d")]
    Texture1D,
    #[serde(rename = "texture1darray")]
    Texture1DArray,
    #[default]
    #[serde(rename = "texture2d")]
    Texture2D,
    #[serde(rename = "texture2darray")]
    Texture2DArray,
    #[serde(rename = "texture3d")]
    Texture3D,
    Cube,
    #[serde(rename = "cubearray")]
    CubeArray,
    #[serde(rename = "texture2dms")]
    Texture2DMs,
    #[serde(rename = "texture2dmsarray")]
    Texture2DMsArray,
    TypedBuffer,
    StructuredBuffer,
    RawBuffer,
}

/// A sampler.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are Direct3D's")]
pub struct SamplerJson {
    pub stage: StageJson,
    pub slot: Option<u32>,
    pub filter: Option<FilterJson>,
    pub address_u: Option<AddressJson>,
    pub address_v: Option<AddressJson>,
    pub address_w: Option<AddressJson>,
    pub border: Option<[f32; 4]>,
    pub mip_bias: Option<f32>,
    pub min_lod: Option<f32>,
    pub max_lod: Option<f32>,
    pub anisotropy: Option<u32>,
    pub comparison: Option<FuncJson>,
}

/// A filter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are Direct3D's")]
pub enum FilterJson {
    #[default]
    MinMagMipPoint,
    MinMagPointMipLinear,
    MinPointMagLinearMipPoint,
    MinPointMagMipLinear,
    MinLinearMagMipPoint,
    MinLinearMagPointMipLinear,
    MinMagLinearMipPoint,
    MinMagMipLinear,
    Anisotropic,
}

/// An address mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are Direct3D's")]
pub enum AddressJson {
    Wrap,
    Mirror,
    #[default]
    Clamp,
    Border,
    MirrorOnce,
}

/// A comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are Direct3D's")]
pub enum FuncJson {
    Never,
    #[default]
    Less,
    Equal,
    LessEqual,
    Greater,
    NotEqual,
    GreaterEqual,
    Always,
}

/// The rasteriser's state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RasterizerJson {
    /// Which faces are left out.
    pub cull: Option<CullJson>,
    /// Whether counter-clockwise triangles face the viewer.
    pub front_ccw: Option<bool>,
    /// Whether triangles end at the depth range.
    pub depth_clip: Option<bool>,
    /// Left, top, right, bottom.
    pub scissor: Option<[i64; 4]>,
}

/// Which faces are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are Direct3D's")]
pub enum CullJson {
    #[default]
    None,
    Front,
    Back,
}

/// A render target.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TargetJson {
    /// Its slot.
    pub slot: Option<u32>,
    /// Its format.
    pub format: String,
    /// What it is cleared to; 0 if it is not given.
    pub clear: Option<[Number; 4]>,
    /// Which channels are written.
    pub write_mask: Option<u32>,
    /// Blending; none if it is not given.
    pub blend: Option<BlendJson>,
}

/// How pixels mix with what is there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are Direct3D's")]
pub struct BlendJson {
    pub src: Option<Factor>,
    pub dest: Option<Factor>,
    pub op: Option<BlendOp>,
    pub src_alpha: Option<Factor>,
    pub dest_alpha: Option<Factor>,
    pub op_alpha: Option<BlendOp>,
}

/// The depth buffer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names are Direct3D's")]
pub struct DepthJson {
    pub format: String,
    pub clear: Option<f64>,
    pub test: Option<bool>,
    pub write: Option<bool>,
    pub func: Option<FuncJson>,
    /// Whether it is part of the result.
    pub save: Option<bool>,
}

impl DrawJson {
    /// The names of all files, as often as they are named.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let vertices = self.vertex_buffers.iter().flatten().map(|buffer| &buffer.file);
        let constants = self.constant_buffers.iter().flatten().map(|buffer| &buffer.file);
        let resources = self.resources.iter().flatten().map(|resource| &resource.file);
        let shaders = std::iter::once(&self.vs).chain(&self.ps);
        let indices = self.index_buffer.iter().map(|buffer| &buffer.file);
        shaders.chain(indices).chain(vertices).chain(constants).chain(resources).map(String::as_str)
    }

    /// The text of the file, without the keys that are null.
    ///
    /// # Errors
    /// As serde; no value of this type is known to give one.
    pub fn to_text(&self) -> serde_json::Result<String> {
        let mut value = serde_json::to_value(self)?;
        drop_nulls(&mut value);
        let mut text = serde_json::to_string_pretty(&value)?;
        text.push('\n');
        Ok(text)
    }
}

fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|_, value| !value.is_null());
            map.values_mut().for_each(drop_nulls);
        }
        Value::Array(list) => list.iter_mut().for_each(drop_nulls),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_description_is_read_and_written() {
        let text = r#"{"version": 1, "width": 4, "height": 2, "vs": "vs.dxbc", "ps": null, "vertex_count": 3,
            "targets": [{"format": "R32G32B32A32_UINT", "clear": [4294967295, 0, 1, 2]}]}"#;
        let draw: DrawJson = serde_json::from_str(text).unwrap();
        assert_eq!((draw.width, draw.height, draw.vertex_count, draw.ps.clone()), (4, 2, Some(3), None));
        let target = &draw.targets.as_ref().unwrap()[0];
        assert_eq!(target.clear.as_ref().unwrap()[0].as_u64(), Some(0xffff_ffff));
        let written = draw.to_text().unwrap();
        assert!(!written.contains("null") && written.contains("4294967295"));
        assert_eq!(serde_json::from_str::<DrawJson>(&written).unwrap(), draw);
    }

    #[test]
    fn unknown_keys_are_refused() {
        for text in [
            r#"{"version": 1, "width": 4, "height": 2, "vs": "v", "verts": 3}"#,
            r#"{"version": 1, "width": 4, "height": 2, "vs": "v", "depth": {"format": "D32_FLOAT", "stencil": 1}}"#,
            r#"{"version": 1, "width": 4, "height": 2, "vs": "v", "topology": "patch_list"}"#,
        ] {
            assert!(serde_json::from_str::<DrawJson>(text).is_err(), "{text}");
        }
    }
}
