//! Queries: levels of detail, sizes, samples (semantics 5.10).

use dxbc_translator::opcode::Texture as Op;
use dxbc_translator::program::{InfoReturn, ResourceDimension, Stage};

use super::Stop;
use super::code::{Access, Inst, ResourceRef};
use super::float;
use super::machine::Machine;
use super::resource::{Filter, Resource, Texture};
use super::texture::{
    Detail, Results, clamp_lod, components, detail_lod, lookup, resources, samplers, slot_of, texture_of, wrong_binding,
};
use super::value::lanes;

/// (clamped level, unclamped level, 0, 0); undefined where the sampler takes the nearest level.
pub(super) fn lod(machine: &mut Machine<'_>, inst: &Inst, access: &Access) -> Result<(), Stop> {
    let address = components(machine, &access.address);
    let (resources, no_index) = resources(machine, slot_of(access)?);
    let (samplers, no_sampler) = samplers(machine, access);
    let mut results = Results::default();
    for lane in lanes(machine.active) {
        let Some(resource) = resources[lane] else { continue };
        let texture = texture_of(resource, inst)?;
        let (lookup, defined) = lookup(texture, samplers[lane], &address, [0; 3], lane);
        let (lod, lod_defined) = detail_lod(machine, inst, access, Detail::Implicit, &lookup, &address, lane);
        let unclamped = lod + f64::from(lookup.sampler.mip_bias);
        let last = f64::from(u32::try_from(texture.levels.len().saturating_sub(1)).unwrap_or(0));
        let clamped = clamp_lod(unclamped, lookup.sampler).min(last).max(0.0);
        let bits = [clamped, unclamped].map(|value| float::result(float::round(value)));
        let sound = (no_index | no_sampler) >> lane & 1 == 0 && lookup.sampler.mip == Filter::Linear;
        results.set(lane, [bits[0], bits[1], 0, 0], defined && lod_defined && sound);
    }
    results.store(machine, inst, access.swizzle);
    Ok(())
}

/// (width, height, depth or layers, levels); sizes of a level that is not there are 0.
pub(super) fn resource_info(machine: &mut Machine<'_>, inst: &Inst, access: &Access) -> Result<(), Stop> {
    let mip = machine.fetch(&access.scalar, 0);
    let (resources, no_index) = resources(machine, slot_of(access)?);
    let mut results = Results::default();
    for lane in lanes(machine.active) {
        let Some(resource) = resources[lane] else { continue };
        let Resource::Texture(texture) = resource else { return Err(wrong_binding(resource, inst)) };
        let levels = u32::try_from(texture.levels.len()).unwrap_or(0);
        let [x, y, z] = sizes(texture, mip.bits[lane]);
        let values = [x, y, z, Size::Count(levels)];
        let texel = values.map(|size| size.bits(access.info_return));
        results.set(lane, texel, (no_index | mip.undefined) >> lane & 1 == 0);
        for (component, size) in values.into_iter().enumerate() {
            // The sources do not say what z of a cube array is, nor the reciprocal of an axis that is not there.
            let reciprocal = access.info_return == InfoReturn::ReciprocalFloat;
            if matches!(size, Size::Cubes(_)) || (reciprocal && size == Size::Absent) {
                results.undefine(lane, component);
            }
        }
    }
    results.store(machine, inst, access.swizzle);
    Ok(())
}

/// One component of resinfo.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    /// Texels along an axis.
    Axis(u32),
    /// Layers or levels.
    Count(u32),
    /// Cubes of a cube array.
    Cubes(u32),
    /// The dimension has no such size.
    Absent,
}

impl Size {
    #[allow(clippy::cast_precision_loss, reason = "sizes are small")]
    pub(super) fn bits(self, info_return: InfoReturn) -> u32 {
        let value = match self {
            Self::Axis(value) | Self::Count(value) | Self::Cubes(value) => value,
            Self::Absent => 0,
        };
        match (info_return, self) {
            (InfoReturn::Uint, _) => value,
            (InfoReturn::ReciprocalFloat, Self::Axis(_)) => (1.0 / value as f32).to_bits(),
            (InfoReturn::Float | InfoReturn::ReciprocalFloat, _) => (value as f32).to_bits(),
        }
    }
}

/// x, y, z of resinfo at a level.
fn sizes(texture: &Texture, level: u32) -> [Size; 3] {
    use ResourceDimension as D;
    let level = texture.levels.get(level as usize);
    let [width, height, depth] = level.map_or([0; 3], |level| [level.width, level.height, level.depth]).map(Size::Axis);
    let layers = level.map_or(0, |_| texture.extent.layers);
    match texture.dimension {
        D::Texture1D => [width, Size::Absent, Size::Absent],
        D::Texture1DArray => [width, Size::Count(layers), Size::Absent],
        D::Texture3D => [width, height, depth],
        D::Texture2DArray | D::Texture2DMSArray => [width, height, Size::Count(layers)],
        D::TextureCubeArray => [width, height, Size::Cubes(layers / 6)],
        D::Texture2D
        | D::Texture2DMS
        | D::TextureCube
        | D::Unknown
        | D::Buffer
        | D::RawBuffer
        | D::StructuredBuffer => [width, height, Size::Absent],
    }
}

/// sampleinfo and samplepos, of a texture or of the render targets.
pub(super) fn sample_info(machine: &mut Machine<'_>, inst: &Inst, access: &Access, op: Op) -> Result<(), Stop> {
    let index = machine.fetch(&access.scalar, 0);
    let (counts, no_index) = match &access.resource {
        ResourceRef::Rasterizer if machine.code.stage == Stage::Pixel => ([Some(machine.sample_count); 4], 0),
        ResourceRef::Rasterizer | ResourceRef::View(_) | ResourceRef::Group(_) => ([Some(1); 4], 0),
        ResourceRef::Slot(slot) => {
            let (resources, no_index) = resources(machine, slot);
            let count = |resource: Option<&Resource>| match resource {
                Some(Resource::Texture(texture)) => Some(texture.extent.samples),
                Some(Resource::Typed(_) | Resource::Raw(_) | Resource::Structured(_)) | None => None,
            };
            (resources.map(count), no_index)
        }
    };
    let mut results = Results::default();
    for lane in lanes(machine.active) {
        let count = counts[lane].unwrap_or(0);
        let mut defined = no_index >> lane & 1 == 0;
        let texel = if op == Op::Samplepos {
            defined &= index.undefined >> lane & 1 == 0;
            let [x, y] = sample_position(count, index.bits[lane]).unwrap_or([0.0; 2]);
            [x.to_bits(), y.to_bits(), 0, 0]
        } else if access.info_return == InfoReturn::Uint {
            [count, 0, 0, 0]
        } else {
            #[allow(clippy::cast_precision_loss, reason = "at most 32")]
            let as_float = count as f32;
            [as_float.to_bits(), 0, 0, 0]
        };
        results.set(lane, texel, defined);
    }
    results.store(machine, inst, access.swizzle);
    Ok(())
}

/// The standard positions of samples in sixteenths of a pixel from its centre.
const SAMPLES: [&[[i8; 2]]; 5] = [
    &[[0, 0]],
    &[[4, 4], [-4, -4]],
    &[[-2, -6], [6, -2], [-6, 2], [2, 6]],
    &[[1, -3], [-1, 3], [5, 1], [-3, -5], [-5, 5], [-7, -1], [3, 7], [7, -7]],
    &[
        [1, 1],
        [-1, -3],
        [-3, 2],
        [4, -1],
        [-5, -2],
        [2, 5],
        [5, 3],
        [3, -5],
        [-2, 6],
        [0, -7],
        [-4, -6],
        [-6, 4],
        [-8, 0],
        [7, -4],
        [6, 7],
        [-7, -8],
    ],
];

/// Where a sample lies, in pixels from the pixel's centre; none if there is no such sample or no standard pattern.
pub(super) fn sample_position(count: u32, index: u32) -> Option<[f32; 2]> {
    let pattern = SAMPLES.iter().find(|pattern| pattern.len() == count as usize)?;
    pattern.get(index as usize).map(|position| position.map(|sixteenths| f32::from(sixteenths) / 16.0))
}
