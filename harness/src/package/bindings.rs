//! What a scene binds, as entries and files of a package and back.

use std::collections::BTreeMap;

use dxbc_translator::program::ResourceDimension;
use dxbc_translator::program::declaration::SamplerMode;

use crate::case::scene::{SceneBindings, SceneResource, SceneTexture};
use crate::case::stage::StageUnit;
use crate::interp::{Address, Comparison, Extent, Filter, Format, Sampler};

use super::blocks::BlockFormat;
use super::file::{
    AddressJson, ConstantBufferJson, FilterJson, FuncJson, KindJson, ResourceJson, SamplerJson, StageJson,
};
use super::{Package, PackageError};

const KINDS: [(KindJson, ResourceDimension); 9] = [
    (KindJson::Texture1D, ResourceDimension::Texture1D),
    (KindJson::Texture1DArray, ResourceDimension::Texture1DArray),
    (KindJson::Texture2D, ResourceDimension::Texture2D),
    (KindJson::Texture2DArray, ResourceDimension::Texture2DArray),
    (KindJson::Texture3D, ResourceDimension::Texture3D),
    (KindJson::Cube, ResourceDimension::TextureCube),
    (KindJson::CubeArray, ResourceDimension::TextureCubeArray),
    (KindJson::Texture2DMs, ResourceDimension::Texture2DMS),
    (KindJson::Texture2DMsArray, ResourceDimension::Texture2DMSArray),
];

/// min, mag, mip.
const FILTERS: [(FilterJson, [Filter; 3]); 8] = {
    use Filter::{Linear as L, Point as P};
    [
        (FilterJson::MinMagMipPoint, [P, P, P]),
        (FilterJson::MinMagPointMipLinear, [P, P, L]),
        (FilterJson::MinPointMagLinearMipPoint, [P, L, P]),
        (FilterJson::MinPointMagMipLinear, [P, L, L]),
        (FilterJson::MinLinearMagMipPoint, [L, P, P]),
        (FilterJson::MinLinearMagPointMipLinear, [L, P, L]),
        (FilterJson::MinMagLinearMipPoint, [L, L, P]),
        (FilterJson::MinMagMipLinear, [L, L, L]),
    ]
};

const ADDRESSES: [(AddressJson, Address); 5] = [
    (AddressJson::Wrap, Address::Wrap),
    (AddressJson::Mirror, Address::Mirror),
    (AddressJson::Clamp, Address::Clamp),
    (AddressJson::Border, Address::Border),
    (AddressJson::MirrorOnce, Address::MirrorOnce),
];

pub(super) const FUNCS: [(FuncJson, Comparison); 8] = [
    (FuncJson::Never, Comparison::Never),
    (FuncJson::Less, Comparison::Less),
    (FuncJson::Equal, Comparison::Equal),
    (FuncJson::LessEqual, Comparison::LessEqual),
    (FuncJson::Greater, Comparison::Greater),
    (FuncJson::NotEqual, Comparison::NotEqual),
    (FuncJson::GreaterEqual, Comparison::GreaterEqual),
    (FuncJson::Always, Comparison::Always),
];

pub(super) fn there<A: Copy + PartialEq, B: Copy>(table: &[(A, B)], key: A) -> Option<B> {
    table.iter().find(|(a, _)| *a == key).map(|(_, b)| *b)
}

pub(super) fn back<A: Copy, B: Copy + PartialEq>(table: &[(A, B)], key: B) -> Option<A> {
    table.iter().find(|(_, b)| *b == key).map(|(a, _)| *a)
}

/// Adds to a package what a stage of a scene reads.
///
/// # Errors
/// [`PackageError`] for register spaces other than 0.
pub(super) fn export(
    package: &mut Package,
    unit: &StageUnit,
    stage: StageJson,
    scene: &SceneBindings,
) -> Result<(), PackageError> {
    let slot_of = |space: u32, register: u32| match space {
        0 => Ok(register),
        _ => Err(PackageError::Unsupported(format!("register space {space}"))),
    };
    let draw = &mut package.draw;
    for used in unit.constants() {
        let Some(bytes) = scene.constants.get(&(used.space, used.register)) else { continue };
        let slot = slot_of(used.space, used.register)?;
        let file = format!("cb{slot}.bin");
        draw.constant_buffers.get_or_insert_default().push(ConstantBufferJson {
            stage,
            slot: Some(slot),
            file: file.clone(),
        });
        package.files.insert(file, bytes.clone());
    }
    for (space, register, _) in unit.resources() {
        let Some(resource) = scene.resources.get(&(space, register)) else { continue };
        let slot = slot_of(space, register)?;
        let file = format!("t{slot}.bin");
        let (entry, bytes) = resource_entry(resource);
        draw.resources.get_or_insert_default().push(ResourceJson {
            stage,
            slot: Some(slot),
            file: file.clone(),
            ..entry
        });
        package.files.insert(file, bytes);
    }
    for (space, register, mode) in unit.samplers() {
        let Some(sampler) = scene.samplers.get(&(space, register)) else { continue };
        let entry = sampler_entry(*sampler, mode == SamplerMode::Comparison);
        let slot = Some(slot_of(space, register)?);
        draw.samplers.get_or_insert_default().push(SamplerJson { stage, slot, ..entry });
    }
    Ok(())
}

fn resource_entry(resource: &SceneResource) -> (ResourceJson, Vec<u8>) {
    let entry = ResourceJson::default();
    match resource {
        SceneResource::Texture(texture) => texture_entry(texture),
        SceneResource::Typed { format, bytes } => {
            let format = Some(format.name().to_owned());
            (ResourceJson { kind: KindJson::TypedBuffer, format, ..entry }, bytes.clone())
        }
        SceneResource::Raw(bytes) => (ResourceJson { kind: KindJson::RawBuffer, ..entry }, bytes.clone()),
        SceneResource::Structured { stride, bytes } => {
            (ResourceJson { kind: KindJson::StructuredBuffer, stride: Some(*stride), ..entry }, bytes.clone())
        }
    }
}

/// A package's file holds layer by layer all levels, a scene level by level all layers.
fn texture_entry(texture: &SceneTexture) -> (ResourceJson, Vec<u8>) {
    let Extent { width, height, depth, layers, samples } = texture.extent;
    let entry = ResourceJson {
        kind: back(&KINDS, texture.dimension).unwrap_or_default(),
        format: Some(texture.format.name().to_owned()),
        width: Some(width),
        height: Some(height),
        depth: (depth > 1).then_some(depth),
        layers: (layers > 1).then_some(layers),
        mips: u32::try_from(texture.levels.len()).ok(),
        samples: is_multisampled(texture.dimension).then_some(samples),
        depth_texture: texture.is_depth.then_some(true),
        ..ResourceJson::default()
    };
    let mut bytes = Vec::new();
    for layer in 0..layers as usize {
        for level in &texture.levels {
            let size = level.len() / layers.max(1) as usize;
            bytes.extend(level.get(layer * size..(layer + 1) * size).unwrap_or_default());
        }
    }
    (entry, bytes)
}

const fn is_multisampled(dimension: ResourceDimension) -> bool {
    matches!(dimension, ResourceDimension::Texture2DMS | ResourceDimension::Texture2DMSArray)
}

fn sampler_entry(sampler: Sampler, compares: bool) -> SamplerJson {
    let [u, v, w] = sampler.address.map(|address| back(&ADDRESSES, address));
    SamplerJson {
        filter: back(&FILTERS, [sampler.min, sampler.mag, sampler.mip]),
        address_u: u,
        address_v: v,
        address_w: w,
        border: Some(sampler.border),
        mip_bias: Some(sampler.mip_bias),
        min_lod: Some(sampler.min_lod),
        max_lod: (sampler.max_lod < f32::MAX).then_some(sampler.max_lod),
        comparison: back(&FUNCS, sampler.comparison).filter(|_| compares),
        ..SamplerJson::default()
    }
}

/// What a stage of a package binds.
///
/// # Errors
/// [`PackageError`] for what a scene cannot bind.
pub(super) fn load(package: &Package, stage: StageJson) -> Result<SceneBindings, PackageError> {
    let mut scene = SceneBindings::default();
    let draw = &package.draw;
    for entry in draw.constant_buffers.iter().flatten().filter(|entry| entry.stage == stage) {
        let mut bytes = package.bytes(&entry.file)?.to_owned();
        bytes.resize(bytes.len().next_multiple_of(16), 0);
        bind(&mut scene.constants, 'b', entry.slot, bytes)?;
    }
    for entry in draw.resources.iter().flatten().filter(|entry| entry.stage == stage) {
        let resource = resource_of(entry, package.bytes(&entry.file)?)?;
        bind(&mut scene.resources, 't', entry.slot, resource)?;
    }
    for entry in draw.samplers.iter().flatten().filter(|entry| entry.stage == stage) {
        bind(&mut scene.samplers, 's', entry.slot, sampler_of(entry))?;
    }
    Ok(scene)
}

fn bind<T>(slots: &mut BTreeMap<(u32, u32), T>, letter: char, slot: Option<u32>, value: T) -> Result<(), PackageError> {
    let slot = slot.unwrap_or(0);
    match slots.insert((0, slot), value) {
        Some(_) => Err(PackageError::Value(format!("{letter}{slot} is bound twice"))),
        None => Ok(()),
    }
}

/// What both stages bind if they can share it: every register that a stage declares holds what that stage bound.
pub(super) fn shared(
    vertex: (&StageUnit, &SceneBindings),
    pixel: (&StageUnit, &SceneBindings),
) -> Option<SceneBindings> {
    let mut all = vertex.1.clone();
    all.constants.extend(pixel.1.constants.clone());
    all.resources.extend(pixel.1.resources.clone());
    all.samplers.extend(pixel.1.samplers.clone());
    let same = |(unit, bound): (&StageUnit, &SceneBindings)| {
        let constants = unit.constants().map(|used| (used.space, used.register));
        let resources = unit.resources().map(|(space, register, _)| (space, register));
        let samplers = unit.samplers().map(|(space, register, _)| (space, register));
        agree(constants, &bound.constants, &all.constants)
            && agree(resources, &bound.resources, &all.resources)
            && agree(samplers, &bound.samplers, &all.samplers)
    };
    (same(vertex) && same(pixel)).then_some(all)
}

fn agree<T: PartialEq>(
    mut registers: impl Iterator<Item = (u32, u32)>,
    one: &BTreeMap<(u32, u32), T>,
    all: &BTreeMap<(u32, u32), T>,
) -> bool {
    registers.all(|register| one.get(&register) == all.get(&register))
}

fn format_of(entry: &ResourceJson) -> Result<Format, PackageError> {
    let name = entry.format.as_deref();
    let name = name.ok_or_else(|| PackageError::Value(format!("the resource of `{}` needs a format", entry.file)))?;
    Format::from_name(name).ok_or_else(|| PackageError::Unsupported(format!("the format {name}")))
}

fn resource_of(entry: &ResourceJson, bytes: &[u8]) -> Result<SceneResource, PackageError> {
    match entry.kind {
        KindJson::TypedBuffer => Ok(SceneResource::Typed { format: format_of(entry)?, bytes: bytes.to_owned() }),
        KindJson::RawBuffer => Ok(SceneResource::Raw(bytes.to_owned())),
        KindJson::StructuredBuffer => {
            let stride = entry.stride.filter(|stride| *stride > 0 && stride.is_multiple_of(4));
            let stride = stride.ok_or_else(|| {
                PackageError::Value(format!("the structures of `{}` need a stride that is a multiple of 4", entry.file))
            })?;
            Ok(SceneResource::Structured { stride, bytes: bytes.to_owned() })
        }
        KindJson::Texture1D
        | KindJson::Texture1DArray
        | KindJson::Texture2D
        | KindJson::Texture2DArray
        | KindJson::Texture3D
        | KindJson::Cube
        | KindJson::CubeArray
        | KindJson::Texture2DMs
        | KindJson::Texture2DMsArray => texture_of(entry, bytes).map(SceneResource::Texture),
    }
}

fn texture_of(entry: &ResourceJson, bytes: &[u8]) -> Result<SceneTexture, PackageError> {
    let wrong = |what: String| PackageError::Value(format!("the texture of `{}` {what}", entry.file));
    let blocks = entry.format.as_deref().and_then(BlockFormat::from_name);
    let format = blocks.map_or_else(|| format_of(entry), |blocks| Ok(blocks.texels()))?;
    let dimension = there(&KINDS, entry.kind).ok_or_else(|| wrong("has no dimension".into()))?;
    let is_cube = matches!(entry.kind, KindJson::Cube | KindJson::CubeArray);
    let width = entry.width.ok_or_else(|| wrong("needs a width".into()))?;
    let extent = Extent {
        width,
        height: entry.height.unwrap_or(1),
        depth: entry.depth.unwrap_or(1),
        layers: entry.layers.unwrap_or(if is_cube { 6 } else { 1 }),
        samples: entry.samples.unwrap_or(1),
    };
    let sizes = [extent.width, extent.height, extent.depth, extent.layers, extent.samples];
    let mips = entry.mips.unwrap_or(1);
    if !sizes.iter().all(|size| (1..=16384).contains(size)) || !(1..=15).contains(&mips) {
        return Err(wrong(format!("has a size out of range: {extent:?}, {mips} levels")));
    }
    let sides = |level: u32| [extent.width, extent.height, extent.depth].map(|side| (side >> level).max(1));
    // Bytes of a level of one layer; saturating, for only a small sum can be that of a file.
    let level_size = |level: u32| {
        let [width, height, depth] = sides(level);
        let slice = match blocks {
            Some(blocks) => blocks.slice_bytes([width, height]),
            None => u64::from(width).saturating_mul(height.into()).saturating_mul(format.bytes() as u64),
        };
        slice.saturating_mul(depth.into()).saturating_mul(extent.samples.into())
    };
    let needed: u64 = (0..mips).map(level_size).fold(0_u64, u64::saturating_add);
    let needed = needed.saturating_mul(u64::from(extent.layers));
    if bytes.len() as u64 != needed {
        return Err(wrong(format!("has {} bytes instead of {needed}", bytes.len())));
    }
    let mut levels = vec![Vec::new(); mips as usize];
    let mut rest = bytes;
    for _ in 0..extent.layers {
        for (level, into) in (0..mips).zip(&mut levels) {
            let size = usize::try_from(level_size(level)).unwrap_or(usize::MAX).min(rest.len());
            let (texels, after) = rest.split_at(size);
            match blocks {
                None => into.extend_from_slice(texels),
                Some(blocks) => {
                    let [width, height, depth] = sides(level);
                    let slice = (texels.len() / depth as usize).max(1);
                    into.extend(texels.chunks(slice).flat_map(|slice| blocks.decode(slice, [width, height])));
                }
            }
            rest = after;
        }
    }
    let is_depth = entry.depth_texture.unwrap_or(false);
    Ok(SceneTexture { dimension, format, extent, levels, is_depth })
}

fn sampler_of(entry: &SamplerJson) -> Sampler {
    // Direct3D does not specify the footprint of an anisotropic filter; without one it is the linear filter.
    let [min, mag, mip] = there(&FILTERS, entry.filter.unwrap_or_default()).unwrap_or([Filter::Linear; 3]);
    let address = |mode: Option<AddressJson>| there(&ADDRESSES, mode.unwrap_or_default()).unwrap_or(Address::Clamp);
    Sampler {
        mag,
        min,
        mip,
        address: [entry.address_u, entry.address_v, entry.address_w].map(address),
        border: entry.border.unwrap_or_default(),
        mip_bias: entry.mip_bias.unwrap_or(0.0),
        min_lod: entry.min_lod.unwrap_or(0.0),
        max_lod: entry.max_lod.unwrap_or(f32::MAX),
        comparison: entry.comparison.and_then(|func| there(&FUNCS, func)).unwrap_or(Comparison::Never),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_of_layers_come_back() {
        let texture = SceneTexture {
            dimension: ResourceDimension::Texture2DArray,
            format: Format::R8Unorm,
            extent: Extent { layers: 2, ..Extent::d2(2, 1) },
            levels: vec![vec![1, 2, 3, 4], vec![5, 6]],
            is_depth: false,
        };
        let (entry, bytes) = texture_entry(&texture);
        // Layer 0 with both its levels, then layer 1.
        assert_eq!(bytes, [1, 2, 5, 3, 4, 6]);
        assert_eq!((entry.layers, entry.mips, entry.samples), (Some(2), Some(2), None));
        assert_eq!(texture_of(&entry, &bytes).unwrap(), texture);
        assert!(texture_of(&entry, &bytes[..5]).unwrap_err().to_string().contains("5 bytes instead of 6"));
    }

    #[test]
    fn samplers_come_back() {
        let sampler = Sampler {
            min: Filter::Point,
            max_lod: 3.0,
            min_lod: 0.5,
            address: [Address::Wrap, Address::MirrorOnce, Address::Border],
            comparison: Comparison::GreaterEqual,
            ..Sampler::DEFAULT
        };
        let entry = sampler_entry(sampler, true);
        assert_eq!(entry.filter, Some(FilterJson::MinPointMagMipLinear));
        assert_eq!(sampler_of(&entry), sampler);
        assert_eq!(sampler_of(&SamplerJson::default()).border, [0.0; 4]);
        let anisotropic =
            SamplerJson { filter: Some(FilterJson::Anisotropic), anisotropy: Some(4), ..SamplerJson::default() };
        assert_eq!(sampler_of(&anisotropic).mip, Filter::Linear);
    }

    #[test]
    fn a_slot_is_bound_once() {
        let mut slots = BTreeMap::new();
        bind(&mut slots, 'b', None, 1).unwrap();
        assert!(bind(&mut slots, 'b', Some(0), 2).unwrap_err().to_string().contains("b0 is bound twice"));
    }
}
