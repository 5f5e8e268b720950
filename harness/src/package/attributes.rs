//! Vertices: attributes and indices as buffers of a package and back.

use dxbc_translator::container::signature::{ComponentType, SystemValue};

use crate::case::scene::{Attribute, Geometry};
use crate::case::stage::StageUnit;
use crate::case::state::Topology;
use crate::interp::Format;

use super::file::{self, DrawJson, IndexBufferJson, LayoutJson, VertexBufferJson};
use super::passthrough::Column;
use super::{Package, PackageError};

/// The most vertices of all instances together.
const MOST_VERTICES: u64 = 1 << 20;

/// Bytes of an attribute in the buffers that are written.
const ATTRIBUTE: u32 = 16;

/// Adds columns of values as one interleaved vertex buffer.
pub(super) fn export_columns(
    package: &mut Package,
    slot: u32,
    per_instance: bool,
    columns: &[(Column, ComponentType)],
) {
    if columns.is_empty() {
        return;
    }
    let file = if per_instance { "instances.bin" } else { "vertices.bin" };
    let mut stride = 0;
    for (column, component) in columns {
        package.draw.input_layout.get_or_insert_default().push(LayoutJson {
            semantic: column.semantic.clone(),
            index: Some(column.index),
            format: format_name(*component).into(),
            slot: Some(slot),
            offset: Some(stride),
            instance_step: per_instance.then_some(1),
        });
        stride += ATTRIBUTE;
    }
    let count = columns.iter().map(|(column, _)| column.values.len()).max().unwrap_or(0);
    let mut bytes = Vec::new();
    for number in 0..count {
        for (column, _) in columns {
            for word in column.values.get(number).copied().unwrap_or_default() {
                bytes.extend(word.to_le_bytes());
            }
        }
    }
    let entry = VertexBufferJson { slot: Some(slot), file: file.into(), stride, offset: None };
    package.draw.vertex_buffers.get_or_insert_default().push(entry);
    package.files.insert(file.into(), bytes);
}

#[allow(clippy::wildcard_enum_match_arm, reason = "all other types are floats, or stand for their bits")]
const fn format_name(component: ComponentType) -> &'static str {
    match component {
        ComponentType::Uint32 | ComponentType::Uint16 => "R32G32B32A32_UINT",
        ComponentType::Sint32 | ComponentType::Sint16 => "R32G32B32A32_SINT",
        _ => "R32G32B32A32_FLOAT",
    }
}

/// Adds the index buffer.
pub(super) fn export_indices(package: &mut Package, indices: &[u32]) {
    const FILE: &str = "indices.bin";
    package.draw.index_count = u32::try_from(indices.len()).ok();
    package.draw.index_buffer = Some(IndexBufferJson { file: FILE.into(), bits: 32, offset: None });
    package.files.insert(FILE.into(), indices.iter().flat_map(|index| index.to_le_bytes()).collect());
}

/// Adds the primitives of a scene.
pub(super) fn export_primitives(package: &mut Package, geometry: &Geometry) {
    package.draw.topology = match geometry.topology {
        Topology::Triangles => None,
        Topology::Lines => Some(file::Topology::LineList),
        Topology::Points => Some(file::Topology::PointList),
    };
    export_indices(package, &geometry.indices);
}

/// Adds the vertices of a scene. Attributes that the shader's signature names and its code does not read are zeros:
/// Direct3D wants them in the layout.
pub(super) fn export(package: &mut Package, unit: &StageUnit, geometry: &Geometry) {
    let columns = |per_instance: bool| -> Vec<(Column, ComponentType)> {
        let attributes = geometry.attributes.iter().filter(|attribute| attribute.per_instance == per_instance);
        let column = |attribute: &Attribute| Column {
            semantic: attribute.semantic.clone(),
            index: attribute.index,
            is_float: false,
            values: attribute.values.clone(),
        };
        attributes.map(|attribute| (column(attribute), attribute.component)).collect()
    };
    let mut vertices = columns(false);
    for element in &unit.inputs.elements {
        let is_made = matches!(element.system_value, SystemValue::VertexId | SystemValue::InstanceId);
        let is_there = geometry.attributes.iter().any(|attribute| element.is(&attribute.semantic, attribute.index));
        if !is_made && !is_there {
            let values = vec![[0; 4]; geometry.vertices as usize];
            let column = Column { semantic: element.semantic.clone(), index: element.index, is_float: false, values };
            vertices.push((column, element.component_type));
        }
    }
    export_columns(package, 0, false, &vertices);
    export_columns(package, 1, true, &columns(true));
    package.draw.instance_count = Some(geometry.instances);
}

/// The vertices that a package draws.
///
/// # Errors
/// [`PackageError`] for counts that are missing or too large, and attributes without
/// a buffer.
pub(super) fn load(package: &Package, unit: &StageUnit) -> Result<Geometry, PackageError> {
    let draw = &package.draw;
    let order = order(package)?;
    let vertices = order.iter().flatten().max().map_or(0, |most| most.saturating_add(1));
    let instances = draw.instance_count.unwrap_or(1);
    if u64::from(vertices) * u64::from(instances) > MOST_VERTICES {
        return Err(PackageError::Value(format!("{vertices} vertices in {instances} instances")));
    }
    let first = if draw.index_buffer.is_some() {
        i64::from(draw.base_vertex.unwrap_or(0))
    } else {
        i64::from(draw.start_vertex.unwrap_or(0))
    };
    let mut attributes = Vec::new();
    for element in unit.inputs.elements.iter().filter(|element| unit.declares_input(element)) {
        if matches!(element.system_value, SystemValue::VertexId | SystemValue::InstanceId) {
            continue;
        }
        let Some(register) = element.register else { continue };
        let layout = draw.input_layout.iter().flatten();
        let found = layout.into_iter().find(|layout| element.is(&layout.semantic, layout.index.unwrap_or(0)));
        let found = found.ok_or_else(|| {
            PackageError::Value(format!("the input layout lacks {}{}", element.semantic, element.index))
        })?;
        let step = found.instance_step.unwrap_or(0);
        let rows: Vec<i64> = if step == 0 {
            (0..i64::from(vertices)).map(|number| number + first).collect()
        } else {
            let start = i64::from(draw.start_instance.unwrap_or(0));
            (0..instances).map(|number| start + i64::from(number / step)).collect()
        };
        attributes.push(Attribute {
            semantic: element.semantic.clone(),
            index: element.index,
            register,
            mask: element.mask,
            component: element.component_type,
            per_instance: step != 0,
            values: fetch(package, found, &rows)?,
        });
    }
    let (topology, indices) = primitives(draw.topology.unwrap_or_default(), &order);
    Ok(Geometry { topology, vertices, instances, indices, attributes })
}

/// The numbers of the vertices as they are drawn, none where a strip is cut.
fn order(package: &Package) -> Result<Vec<Option<u32>>, PackageError> {
    let draw: &DrawJson = &package.draw;
    let bounded = |count: u32| {
        let fits = u64::from(count) <= MOST_VERTICES;
        if fits { Ok(count) } else { Err(PackageError::Value(format!("a draw of {count} vertices"))) }
    };
    let Some(buffer) = &draw.index_buffer else {
        if draw.index_count.or(draw.start_index).is_some() || draw.base_vertex.is_some() {
            return Err(PackageError::Value("index_count, start_index and base_vertex need an index_buffer".into()));
        }
        let count = draw.vertex_count.ok_or_else(|| PackageError::Value("vertex_count is missing".into()))?;
        return Ok((0..bounded(count)?).map(Some).collect());
    };
    if draw.vertex_count.or(draw.start_vertex).is_some() {
        return Err(PackageError::Value("vertex_count and start_vertex go without an index_buffer".into()));
    }
    let count = draw.index_count.ok_or_else(|| PackageError::Value("index_count is missing".into()))?;
    let (width, cut) = match buffer.bits {
        16 => (2_usize, u32::from(u16::MAX)),
        32 => (4, u32::MAX),
        bits => return Err(PackageError::Value(format!("indices of {bits} bits"))),
    };
    let bytes = package.bytes(&buffer.file)?.get(buffer.offset.unwrap_or(0) as usize..).unwrap_or_default();
    let indices = bytes.chunks_exact(width).skip(draw.start_index.unwrap_or(0) as usize);
    let indices = indices.map(|chunk| chunk.iter().rev().fold(0_u32, |value, byte| value << 8 | u32::from(*byte)));
    let is_strip = matches!(draw.topology, Some(file::Topology::TriangleStrip | file::Topology::LineStrip));
    // Indices past the end of the buffer read as 0.
    let padded = indices.chain(std::iter::repeat(0)).take(bounded(count)? as usize);
    Ok(padded.map(|index| Some(index).filter(|&index| !(is_strip && index == cut))).collect())
}

/// The vertices of each primitive, the one that constants come from first.
fn primitives(topology: file::Topology, order: &[Option<u32>]) -> (Topology, Vec<u32>) {
    let strips = || order.split(Option::is_none).map(|strip| strip.iter().flatten().copied().collect::<Vec<u32>>());
    let mut out: Vec<u32> = Vec::new();
    let kind = match topology {
        file::Topology::TriangleList => Topology::Triangles,
        file::Topology::LineList => Topology::Lines,
        file::Topology::PointList => Topology::Points,
        file::Topology::TriangleStrip => {
            for strip in strips() {
                for (number, window) in strip.windows(3).enumerate() {
                    if let &[a, b, c] = window {
                        // Every second triangle is the other way round.
                        out.extend(if number % 2 == 0 { [a, b, c] } else { [a, c, b] });
                    }
                }
            }
            return (Topology::Triangles, out);
        }
        file::Topology::LineStrip => {
            out.extend(strips().flat_map(|strip| strip.windows(2).flatten().copied().collect::<Vec<u32>>()));
            return (Topology::Lines, out);
        }
    };
    out.extend(order.iter().flatten());
    // What does not fill a primitive is not drawn.
    out.truncate(out.len() / kind.vertices() * kind.vertices());
    (kind, out)
}

/// The values of an attribute in rows of its buffer; what is outside of the buffer is 0.
fn fetch(package: &Package, layout: &LayoutJson, rows: &[i64]) -> Result<Vec<[u32; 4]>, PackageError> {
    let format = Format::from_name(&layout.format)
        .ok_or_else(|| PackageError::Unsupported(format!("the format {}", layout.format)))?;
    let slot = layout.slot.unwrap_or(0);
    let mut buffers = package.draw.vertex_buffers.iter().flatten();
    let Some(buffer) = buffers.find(|buffer| buffer.slot.unwrap_or(0) == slot) else {
        return Ok(vec![[0; 4]; rows.len()]);
    };
    let bytes = package.bytes(&buffer.file)?;
    let start = i64::from(buffer.offset.unwrap_or(0)) + i64::from(layout.offset.unwrap_or(0));
    let value = |row: &i64| {
        let at = usize::try_from(row.checked_mul(i64::from(buffer.stride))?.checked_add(start)?).ok()?;
        Some(format.decode(bytes.get(at..at.checked_add(format.bytes())?)?))
    };
    Ok(rows.iter().map(|row| value(row).unwrap_or_default()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_become_primitives() {
        use file::Topology as T;
        let order = [0, 1, 2, 3, 4].map(Some);
        assert_eq!(primitives(T::TriangleStrip, &order), (Topology::Triangles, vec![0, 1, 2, 1, 3, 2, 2, 3, 4]));
        let cut = [Some(0), Some(1), Some(2), None, Some(4), Some(5), Some(6)];
        assert_eq!(primitives(T::TriangleStrip, &cut).1, [0, 1, 2, 4, 5, 6]);
        assert_eq!(primitives(T::LineStrip, &cut), (Topology::Lines, vec![0, 1, 1, 2, 4, 5, 5, 6]));
        assert_eq!(primitives(T::TriangleList, &order).1, [0, 1, 2]);
        assert_eq!(primitives(T::LineList, &order).1, [0, 1, 2, 3]);
        assert_eq!(primitives(T::PointList, &order), (Topology::Points, vec![0, 1, 2, 3, 4]));
    }

    #[test]
    fn indices_start_where_they_are_told() {
        let mut package = Package::default();
        package.draw.index_count = Some(3);
        package.draw.start_index = Some(1);
        package.draw.topology = Some(file::Topology::TriangleStrip);
        package.draw.index_buffer = Some(IndexBufferJson { file: "i".into(), bits: 16, offset: Some(2) });
        package.files.insert("i".into(), vec![9, 9, 1, 0, 2, 0, 255, 255]);
        assert_eq!(order(&package).unwrap(), [Some(2), None, Some(0)]);
    }

    #[test]
    fn attributes_are_decoded() {
        let mut package = Package::default();
        let buffer = VertexBufferJson { slot: None, file: "v".into(), stride: 4, offset: Some(1) };
        package.draw.vertex_buffers = Some(vec![buffer]);
        package.files.insert("v".into(), vec![0, 1, 255, 0, 0, 2, 0, 0, 0]);
        let layout = LayoutJson { format: "R8G8_UNORM".into(), offset: Some(1), ..LayoutJson::default() };
        let values = fetch(&package, &layout, &[0, 1, 2, -1]).unwrap();
        let one = 1.0_f32.to_bits();
        assert_eq!(values, [[one, 0, 0, one], [0, 0, 0, one], [0; 4], [0; 4]]);
    }
}
