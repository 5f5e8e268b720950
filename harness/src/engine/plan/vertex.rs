//! Vertex buffers, attributes and the draw call as GL numbers.

use serde::Serialize;

use super::{Blob, Blobs, invalid};
use crate::engine::DrawError;
use crate::engine::draw::{
    Attribute, AttributeRead, AttributeScalar, Draw, DrawCall, IndexBuffer, IndexSize, Topology, VertexBuffer,
};

/// Largest stride that WebGL takes.
const MAX_STRIDE: u32 = 255;

#[derive(Debug, Serialize)]
pub(in crate::engine) struct AttributePlan<'a> {
    pub(in crate::engine) name: &'a str,
    /// GL types that the attribute may have.
    pub(in crate::engine) types: [u32; 4],
    /// Index into the plan's buffers.
    pub(in crate::engine) buffer: usize,
    pub(in crate::engine) components: i32,
    pub(in crate::engine) scalar: u32,
    /// Whether bits are kept (`vertexAttribIPointer`).
    pub(in crate::engine) integer: bool,
    pub(in crate::engine) normalized: bool,
    pub(in crate::engine) stride: i32,
    pub(in crate::engine) offset: i32,
    pub(in crate::engine) divisor: u32,
}

#[derive(Debug, Serialize)]
pub(in crate::engine) struct CallPlan {
    pub(in crate::engine) mode: u32,
    /// First vertex, or the byte offset of the first index.
    pub(in crate::engine) first: i32,
    pub(in crate::engine) count: i32,
    pub(in crate::engine) instances: i32,
    pub(in crate::engine) indices: Option<IndexPlan>,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(in crate::engine) struct IndexPlan {
    pub(in crate::engine) data: Blob,
    pub(in crate::engine) scalar: u32,
}

/// The GL type of a scalar and its size in bytes.
fn scalar(scalar: AttributeScalar) -> (u32, u32) {
    match scalar {
        AttributeScalar::F32 => (glow::FLOAT, 4),
        AttributeScalar::F16 => (glow::HALF_FLOAT, 2),
        AttributeScalar::I8 => (glow::BYTE, 1),
        AttributeScalar::I16 => (glow::SHORT, 2),
        AttributeScalar::I32 => (glow::INT, 4),
        AttributeScalar::U8 => (glow::UNSIGNED_BYTE, 1),
        AttributeScalar::U16 => (glow::UNSIGNED_SHORT, 2),
        AttributeScalar::U32 => (glow::UNSIGNED_INT, 4),
        AttributeScalar::U10U10U10U2 => (glow::UNSIGNED_INT_2_10_10_10_REV, 4),
    }
}

/// What an attribute of this kind may be declared as; `None` if GL has no such attribute.
fn declared_types(attribute: &Attribute) -> Option<[u32; 4]> {
    const FLOATS: [u32; 4] = [glow::FLOAT, glow::FLOAT_VEC2, glow::FLOAT_VEC3, glow::FLOAT_VEC4];
    const INTS: [u32; 4] = [glow::INT, glow::INT_VEC2, glow::INT_VEC3, glow::INT_VEC4];
    const UINTS: [u32; 4] =
        [glow::UNSIGNED_INT, glow::UNSIGNED_INT_VEC2, glow::UNSIGNED_INT_VEC3, glow::UNSIGNED_INT_VEC4];
    let is_float = matches!(attribute.scalar, AttributeScalar::F32 | AttributeScalar::F16);
    match attribute.read {
        AttributeRead::Float => Some(FLOATS),
        AttributeRead::Normalized => (!is_float).then_some(FLOATS),
        AttributeRead::Integer => match attribute.scalar {
            AttributeScalar::I8 | AttributeScalar::I16 | AttributeScalar::I32 => Some(INTS),
            AttributeScalar::U8 | AttributeScalar::U16 | AttributeScalar::U32 => Some(UINTS),
            AttributeScalar::F32 | AttributeScalar::F16 | AttributeScalar::U10U10U10U2 => None,
        },
    }
}

/// Lowers all attributes of a draw and checks that its buffers hold all that is fetched.
pub(super) fn attributes(draw: &Draw) -> Result<Vec<AttributePlan<'_>>, DrawError> {
    let vertices = vertices(&draw.call)?;
    let mut plans = Vec::new();
    for (index, buffer) in draw.vertex_buffers.iter().enumerate() {
        let elements = match buffer.divisor {
            0 => vertices,
            divisor => u64::from(draw.call.instances.div_ceil(divisor)),
        };
        for attribute in &buffer.attributes {
            plans.push(lower(attribute, buffer, index, elements)?);
        }
    }
    Ok(plans)
}

fn lower<'a>(
    attribute: &'a Attribute,
    buffer: &VertexBuffer,
    index: usize,
    elements: u64,
) -> Result<AttributePlan<'a>, DrawError> {
    let name = &attribute.name;
    let Some(types) = declared_types(attribute) else {
        return Err(invalid(format!("attribute `{name}` cannot read {:?} as {:?}", attribute.scalar, attribute.read)));
    };
    let packed = attribute.scalar == AttributeScalar::U10U10U10U2;
    if !(1..=4).contains(&attribute.components) || (packed && attribute.components != 4) {
        return Err(invalid(format!("attribute `{name}` has {} components", attribute.components)));
    }
    let (kind, size) = scalar(attribute.scalar);
    let stride = buffer.stride;
    if stride == 0 || stride > MAX_STRIDE || !stride.is_multiple_of(size) || !attribute.offset.is_multiple_of(size) {
        return Err(invalid(format!(
            "attribute `{name}` lies at offset {} with stride {stride}; GL wants a stride of 1 to {MAX_STRIDE} and both \
             in multiples of {size}",
            attribute.offset
        )));
    }
    let bytes = if packed { 4 } else { size * u32::from(attribute.components) };
    let end = match elements.checked_sub(1) {
        None => 0,
        Some(last) => last * u64::from(stride) + u64::from(attribute.offset) + u64::from(bytes),
    };
    if end > buffer.data.len() as u64 {
        return Err(invalid(format!(
            "attribute `{name}` is fetched up to byte {end} of a buffer of {} bytes",
            buffer.data.len()
        )));
    }
    Ok(AttributePlan {
        name,
        types,
        buffer: index,
        components: attribute.components.into(),
        scalar: kind,
        integer: attribute.read == AttributeRead::Integer,
        normalized: attribute.read == AttributeRead::Normalized,
        stride: signed(stride)?,
        offset: signed(attribute.offset)?,
        divisor: buffer.divisor,
    })
}

/// The draw call.
pub(super) fn call<'a>(call: &'a DrawCall, blobs: &mut Blobs<'a>) -> Result<CallPlan, DrawError> {
    let indices = call.indices.as_ref().map(|i| IndexPlan {
        data: blobs.add(&i.data),
        scalar: match i.size {
            IndexSize::U16 => glow::UNSIGNED_SHORT,
            IndexSize::U32 => glow::UNSIGNED_INT,
        },
    });
    let first = match &call.indices {
        None => Some(call.first),
        Some(i) => call.first.checked_mul(index_bytes(i)),
    };
    Ok(CallPlan {
        mode: match call.topology {
            Topology::Points => glow::POINTS,
            Topology::Lines => glow::LINES,
            Topology::LineStrip => glow::LINE_STRIP,
            Topology::Triangles => glow::TRIANGLES,
            Topology::TriangleStrip => glow::TRIANGLE_STRIP,
        },
        first: signed(first.ok_or_else(too_large)?)?,
        count: signed(call.count)?,
        instances: signed(call.instances)?,
        indices,
    })
}

fn index_bytes(indices: &IndexBuffer) -> u32 {
    match indices.size {
        IndexSize::U16 => 2,
        IndexSize::U32 => 4,
    }
}

/// One more than the largest vertex that the call fetches.
fn vertices(call: &DrawCall) -> Result<u64, DrawError> {
    if call.count == 0 || call.instances == 0 {
        return Err(invalid("it draws no vertices"));
    }
    let end = call.first.checked_add(call.count).ok_or_else(too_large)?;
    let Some(indices) = &call.indices else {
        return Ok(end.into());
    };
    let size = index_bytes(indices) as usize;
    let range = indices.data.get(call.first as usize * size..end as usize * size);
    let Some(range) = range else {
        return Err(invalid(format!("it uses {end} indices of a buffer of {} bytes", indices.data.len())));
    };
    let restart = if size == 2 { u32::from(u16::MAX) } else { u32::MAX };
    let index = |bytes: &[u8]| bytes.iter().rev().fold(0_u32, |value, &b| value << 8 | u32::from(b));
    let largest = range.chunks_exact(size).map(index).filter(|&i| i != restart).max();
    Ok(largest.map_or(0, |i| u64::from(i) + 1))
}

fn signed(value: u32) -> Result<i32, DrawError> {
    i32::try_from(value).map_err(|_| too_large())
}

fn too_large() -> DrawError {
    invalid("a count or an offset does not fit in 31 bits")
}
