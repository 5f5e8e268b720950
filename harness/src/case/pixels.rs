//! Inputs of a pixel shader that is drawn alone: planes over the screen that no interpolator has to round.

use dxbc_translator::container::signature::{ComponentType, SignatureElement, SystemValue};
use dxbc_translator::program::declaration::Interpolation;

use super::file::DrawFile;
use super::random::Random;
use super::scene::{PixelInput, PixelSource};
use super::stage::StageUnit;

/// Planes of the first texture coordinates: `a + b * x + c * y`. No pixel centre of a 32 x 32 target falls onto an edge
/// or a centre of a texel of the plan's textures, the coordinates leave 0..1, and level 0 is minified a little.
const TEXCOORD: [[f32; 3]; 4] = [
    [-0.25, 5.0 / 64.0, 1.0 / 128.0],
    [0.125, -1.0 / 128.0, 7.0 / 64.0],
    [0.25, 1.0 / 256.0, 3.0 / 512.0],
    [0.625, 1.0 / 512.0, 1.0 / 256.0],
];

/// The inputs of a stage.
pub(super) fn inputs(case: &str, unit: &StageUnit, file: &DrawFile, size: [u32; 2], tiles: u32) -> Vec<PixelInput> {
    unit.inputs
        .elements
        .iter()
        .filter(|element| unit.declares_input(element))
        .filter_map(|element| {
            let register = element.register?;
            Some(PixelInput {
                semantic: element.semantic.clone(),
                index: element.index,
                register,
                mask: element.mask,
                component: element.component_type,
                source: source(case, unit, element, file, size, tiles),
            })
        })
        .collect()
}

#[allow(clippy::wildcard_enum_match_arm, reason = "all other values are interpolated")]
fn source(
    case: &str,
    unit: &StageUnit,
    element: &SignatureElement,
    file: &DrawFile,
    size: [u32; 2],
    tiles: u32,
) -> PixelSource {
    match element.system_value {
        SystemValue::Position => return PixelSource::Position,
        SystemValue::IsFrontFace => return PixelSource::FrontFace,
        SystemValue::PrimitiveId => return PixelSource::Primitive,
        SystemValue::SampleIndex
        | SystemValue::RenderTargetArrayIndex
        | SystemValue::ViewportArrayIndex
        | SystemValue::Coverage
        | SystemValue::InnerCoverage => return PixelSource::Zero,
        _ => {}
    }
    let upper = element.semantic.to_ascii_uppercase();
    let key = format!("{upper}{}", element.index);
    let mut random = Random::new(&[case, "pixel", &key]);
    let range = file.inputs.get(&key).copied();
    let is_float = matches!(
        element.component_type,
        ComponentType::Unknown | ComponentType::Float32 | ComponentType::Float16 | ComponentType::Float64
    );
    let interpolation = unit.interpolation(element.register.unwrap_or(0), element.mask);
    if !is_float {
        let [low, high] = range.unwrap_or([0.0, 7.0]);
        #[allow(clippy::cast_possible_truncation, reason = "small whole numbers")]
        let (low, high) = (low as i32, high as i32);
        let span = high.wrapping_sub(low).cast_unsigned().saturating_add(1);
        let mut value = || low.cast_unsigned().wrapping_add(random.below(span));
        return PixelSource::Tiles((0..tiles).map(|_| [(); 4].map(|()| value())).collect());
    }
    if interpolation == Interpolation::Constant {
        let [low, high] = range.unwrap_or([-1.0, 1.0]);
        let mut value = || random.between(low, high).to_bits();
        return PixelSource::Tiles((0..tiles).map(|_| [(); 4].map(|()| value())).collect());
    }
    let planes = match range {
        Some([low, high]) => [0, 1, 2, 3].map(|component| spread(low, high, size, component)),
        None => [0, 1, 2, 3].map(|component| plane(&upper, element.index, component, &mut random)),
    };
    PixelSource::Plane(lanes(planes, element))
}

/// Component i of an element stands in lane i of its mask.
fn lanes(planes: [[f32; 3]; 4], element: &SignatureElement) -> [[f32; 3]; 4] {
    let mut out = [[0.0; 3]; 4];
    for (plane, lane) in planes.into_iter().zip(element.mask.iter()) {
        out[lane as usize] = plane;
    }
    out
}

/// From `low` to `high` across the screen, another way for each component.
fn spread(low: f32, high: f32, size: [u32; 2], component: usize) -> [f32; 3] {
    let [width, height] = size.map(|side| u16::try_from(side).map_or(1.0, f32::from));
    let span = high - low;
    match component {
        0 => [low, span / width, 0.0],
        1 => [low, 0.0, span / height],
        2 => [low, span / (2.0 * width), span / (2.0 * height)],
        _ => [high, -span / (2.0 * width), -span / (2.0 * height)],
    }
}

/// The plane of a component by the semantic.
fn plane(upper: &str, index: u32, component: usize, random: &mut Random) -> [f32; 3] {
    let mut fraction = |most: u32, unit: f32| {
        let steps = i16::try_from(random.below(2 * most + 1)).unwrap_or(0) - i16::try_from(most).unwrap_or(0);
        f32::from(steps) * unit
    };
    match upper {
        "TEXCOORD" if index == 0 => TEXCOORD[component & 3],
        "COLOR" | "COLOUR" => [0.5 + fraction(8, 1.0 / 64.0), fraction(8, 1.0 / 2048.0), fraction(8, 1.0 / 2048.0)],
        "SV_CLIPDISTANCE" | "SV_CULLDISTANCE" => [0.5, 1.0 / 512.0, 1.0 / 1024.0],
        "NORMAL" if component == 2 => [-0.75, 1.0 / 512.0, -1.0 / 1024.0],
        "TANGENT" if component == 0 => [0.875, 1.0 / 1024.0, -1.0 / 1024.0],
        _ => {
            let start = fraction(32, 1.0 / 64.0);
            // Never constant along an axis.
            let slope = |steps: f32| if steps == 0.0 { 3.0 / 2048.0 } else { steps };
            [start, slope(fraction(16, 1.0 / 1024.0)), slope(fraction(16, 1.0 / 1024.0))]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of multiples of 1/4096 below 16 in magnitude have at most 16 bits, so that no step of any interpolator that
    /// computes `a + b * x + c * y` in floats rounds.
    #[test]
    fn planes_have_few_bits() {
        for semantic in ["TEXCOORD", "COLOR", "NORMAL", "TANGENT", "ANYTHING", "SV_CLIPDISTANCE"] {
            for index in 0..3 {
                for component in 0..4 {
                    let mut random = Random::new(&[semantic, &index.to_string()]);
                    let [a, b, c] = plane(semantic, index, component, &mut random);
                    for x in 0..64_u8 {
                        for y in 0..64_u8 {
                            let value = a + b * (f32::from(x) + 0.5) + c * (f32::from(y) + 0.5);
                            assert!(value.abs() < 16.0 && (value * 4096.0).fract() == 0.0, "{semantic} {a} {b} {c}");
                        }
                    }
                }
            }
        }
    }

    /// The comment at [`TEXCOORD`]: with 16, 8 and 4 texels along u, 8, 4 and 2 along v.
    #[test]
    fn texture_coordinates_keep_off_the_edges_of_texels() {
        for (plane, texels) in [(TEXCOORD[0], 16.0), (TEXCOORD[1], 8.0)] {
            for level in [1.0, 2.0, 4.0] {
                for x in 0..32_u8 {
                    for y in 0..32_u8 {
                        let coordinate = plane[0] + plane[1] * (f32::from(x) + 0.5) + plane[2] * (f32::from(y) + 0.5);
                        let halves = coordinate * texels / level * 2.0;
                        assert!((halves - halves.round()).abs() > 0.01, "{plane:?} {level} {x} {y}");
                    }
                }
            }
        }
    }
}
