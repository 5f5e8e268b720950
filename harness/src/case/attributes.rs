//! Vertex attributes, by the semantics of the input signature.

use dxbc_translator::container::signature::{ComponentType, SignatureElement, SystemValue};

use super::file::DrawFile;
use super::mesh::{Mesh, Vertex};
use super::random::Random;
use super::scene::Attribute;
use super::stage::StageUnit;

/// Whether a semantic holds one value an instance.
fn is_per_instance(element: &SignatureElement) -> bool {
    element.semantic.to_ascii_uppercase().contains("INSTANCE")
}

/// Whether any attribute of a stage is per instance, or it knows its instance's number.
pub(super) fn is_instanced(unit: &StageUnit) -> bool {
    let elements = unit.inputs.elements.iter();
    elements.clone().any(is_per_instance) || elements.clone().any(|e| e.system_value == SystemValue::InstanceId)
}

/// Whether a stage reads any attribute, other than numbers that the input assembler makes.
pub(super) fn has_attributes(unit: &StageUnit) -> bool {
    attribute_elements(unit).next().is_some()
}

fn attribute_elements(unit: &StageUnit) -> impl Iterator<Item = &SignatureElement> {
    unit.inputs.elements.iter().filter(|element| {
        !matches!(element.system_value, SystemValue::VertexId | SystemValue::InstanceId) && unit.declares_input(element)
    })
}

/// The attributes of a stage for a mesh. `vertices` is the number of vertices where the mesh is empty.
pub(super) fn attributes(case: &str, unit: &StageUnit, file: &DrawFile, mesh: &Mesh, instances: u32) -> Vec<Attribute> {
    attribute_elements(unit)
        .filter_map(|element| {
            let per_instance = is_per_instance(element);
            let count = if per_instance { instances as usize } else { mesh.vertices.len() };
            let key = format!("{}{}", element.semantic.to_ascii_uppercase(), element.index);
            let mut random = Random::new(&[case, "attribute", &key]);
            let range = file.inputs.get(&key).copied();
            let values = (0..count).map(|number| {
                let vertex = mesh.vertices.get(number).copied().filter(|_| !per_instance);
                pack(value(element, vertex, number, range, &mut random), element)
            });
            Some(Attribute {
                semantic: element.semantic.clone(),
                index: element.index,
                register: element.register?,
                mask: element.mask,
                component: element.component_type,
                per_instance,
                values: values.collect(),
            })
        })
        .collect()
}

/// A value in the lanes of its element: lane i of the element's mask takes component i. All others are (0, 0, 0, 1).
fn pack(value: [u32; 4], element: &SignatureElement) -> [u32; 4] {
    let one = if is_float(element) { 1.0_f32.to_bits() } else { 1 };
    let count = element.mask.count() as usize;
    std::array::from_fn(|component| match component {
        _ if component < count => value[component],
        3 => one,
        _ => 0,
    })
}

const fn is_float(element: &SignatureElement) -> bool {
    !matches!(
        element.component_type,
        ComponentType::Uint32
            | ComponentType::Sint32
            | ComponentType::Uint16
            | ComponentType::Sint16
            | ComponentType::Uint64
            | ComponentType::Sint64
    )
}

/// The components of one value.
fn value(
    element: &SignatureElement,
    vertex: Option<Vertex>,
    number: usize,
    range: Option<[f32; 2]>,
    random: &mut Random,
) -> [u32; 4] {
    let upper = element.semantic.to_ascii_uppercase();
    let number = u32::try_from(number).unwrap_or(0);
    if !is_float(element) {
        let [low, high] = range.unwrap_or(if upper.contains("INDICES") { [0.0, 3.0] } else { [0.0, 12.0] });
        #[allow(clippy::cast_possible_truncation, reason = "small whole numbers")]
        let (low, high) = (low as i32, high as i32);
        let span = high.wrapping_sub(low).cast_unsigned().saturating_add(1);
        return [(); 4].map(|()| low.cast_unsigned().wrapping_add(random.below(span)));
    }
    if let Some([low, high]) = range {
        return [(); 4].map(|()| random.between(low, high).to_bits());
    }
    let floats = match (vertex, upper.as_str()) {
        (Some(vertex), "POSITION" | "SV_POSITION") if element.index == 0 => pad(vertex.position, 1.0),
        (Some(vertex), "POSITION" | "SV_POSITION") => {
            // Targets of a morph, or the place in the frame before.
            pad(vertex.position.map(|value| value + random.between(-0.0625, 0.0625)), 1.0)
        }
        (Some(vertex), "NORMAL") => pad(vertex.normal, 0.0),
        (Some(vertex), "TANGENT") => pad(vertex.tangent, 1.0),
        (Some(vertex), "BINORMAL" | "BITANGENT") => pad(cross(vertex.normal, vertex.tangent), 0.0),
        (Some(vertex), "TEXCOORD") if element.mask.count() <= 2 => {
            let step = random.between(0.0, 0.015_625) * if element.index == 0 { 0.0 } else { 1.0 };
            let [u, v] = vertex.texcoord;
            [u + step, v - step, 0.0, 1.0]
        }
        (_, "COLOR" | "COLOUR") => [(); 4].map(|()| random.between(0.0, 1.0)),
        (_, "BLENDWEIGHT" | "BLENDWEIGHTS" | "WEIGHTS") => weights(element.mask.count(), random),
        (_, "BLENDINDICES") => [(); 4].map(|()| f32::from(u8::try_from(random.below(4)).unwrap_or(0))),
        (None, _) if upper.contains("TRANSFORM") || upper.contains("WORLD") => transform_row(element.index, number),
        _ => [(); 4].map(|()| random.between(-1.0, 1.0)),
    };
    floats.map(f32::to_bits)
}

fn pad(value: [f32; 3], last: f32) -> [f32; 4] {
    [value[0], value[1], value[2], last]
}

fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Multiples of 1/64 that sum up to 1.
fn weights(count: u32, random: &mut Random) -> [f32; 4] {
    let mut rest = 64;
    let mut out = [0.0; 4];
    for slot in out.iter_mut().take(count.saturating_sub(1) as usize) {
        let share = random.below(rest / 2 + 1);
        rest -= share;
        *slot = f32::from(u8::try_from(share).unwrap_or(0)) / 64.0;
    }
    if let Some(slot) = out.get_mut(count.saturating_sub(1) as usize) {
        *slot = f32::from(u8::try_from(rest).unwrap_or(0)) / 64.0;
    }
    out
}

/// A row of a matrix that moves each instance a little; it also serves where the shader takes it for a column.
fn transform_row(row: u32, instance: u32) -> [f32; 4] {
    let step = f32::from(u8::try_from(instance % 8).unwrap_or(0)) * 0.125;
    let mut out = [0.0; 4];
    if let Some(slot) = out.get_mut((row % 4) as usize) {
        *slot = if row % 4 == 3 { 1.0 } else { 0.75 };
    }
    if row.is_multiple_of(4) {
        out[3] = step - 0.25;
    }
    out
}

#[cfg(test)]
mod tests {
    use dxbc_translator::container::signature::MinPrecision;
    use dxbc_translator::program::WriteMask;

    use super::*;

    fn element(semantic: &str, component_type: ComponentType, lanes: u32) -> SignatureElement {
        SignatureElement {
            semantic: semantic.into(),
            index: 0,
            system_value: SystemValue::Undefined,
            component_type,
            register: Some(0),
            mask: WriteMask::first(lanes),
            read_write: WriteMask::first(lanes),
            stream: 0,
            min_precision: MinPrecision::Default,
        }
    }

    #[test]
    fn weights_sum_up_to_one() {
        for seed in ["a", "b", "c", "d"] {
            for count in 1..=4 {
                let sum: f32 = weights(count, &mut Random::new(&[seed])).iter().sum();
                assert!((sum - 1.0).abs() < f32::EPSILON, "{seed} {count}");
            }
        }
    }

    #[test]
    fn missing_components_read_as_0_0_0_1() {
        let packed = |component| pack([7, 8, 9, 10], &element("X", component, 2));
        assert_eq!(packed(ComponentType::Float32), [7, 8, 0, 0x3f80_0000]);
        assert_eq!(packed(ComponentType::Uint32), [7, 8, 0, 1]);
    }

    #[test]
    fn semantics_decide() {
        let vertex = Vertex { position: [1.0, 2.0, 3.0], texcoord: [0.25, 0.5], ..Vertex::default() };
        let get = |semantic: &str, component, lanes| {
            value(&element(semantic, component, lanes), Some(vertex), 0, None, &mut Random::new(&["x"]))
        };
        assert_eq!(get("Position", ComponentType::Float32, 4).map(f32::from_bits), [1.0, 2.0, 3.0, 1.0]);
        assert_eq!(get("TEXCOORD", ComponentType::Float32, 2).map(f32::from_bits), [0.25, 0.5, 0.0, 1.0]);
        assert!(get("BLENDINDICES", ComponentType::Uint32, 4).iter().all(|&index| index < 4));
    }
}
