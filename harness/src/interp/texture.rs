//! Texture reads and queries (semantics 5.10).

use dxbc_translator::opcode::Texture as Op;
use dxbc_translator::program::ResourceDimension;

use super::code::{Access, Inst, ResourceRef, SlotRef, Source};
use super::filter::{self, Lookup};
use super::float::read;
use super::machine::Machine;
use super::nudge::{Logarithm, Nudge};
use super::quad::{self, Axis};
use super::resource::{Filter, Resource, Sampler, Texture};
use super::value::{ALL_LANES, LaneMask, Lanes, Value, lanes};
use super::{Stop, Trap, cube, memory, query};

/// Where a sample takes its level of detail from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// Derivatives over the quad.
    Implicit,
    /// Derivatives over the quad and a bias.
    Biased,
    /// The operand.
    Given,
    /// Level 0.
    Zero,
    /// Derivatives that the operands give.
    Gradients,
}

/// What becomes of a texel.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Color,
    Comparison,
}

/// Four-component results of each lane; all defined zeros until they are set.
#[derive(Default)]
pub(super) struct Results([Lanes; 4]);

impl Results {
    /// Sets the components of a lane.
    pub(super) fn set(&mut self, lane: usize, texel: [u32; 4], defined: bool) {
        for (component, bits) in self.0.iter_mut().zip(texel) {
            component.set(lane, Value { bits, defined });
        }
    }

    /// Says that Direct3D does not define a component of a lane.
    pub(super) fn undefine(&mut self, lane: usize, component: usize) {
        self.0[component & 3].undefined |= 1 << (lane & 3);
    }

    /// Passes the components through the resource's swizzle and stores them; the status says that all was mapped.
    pub(super) fn store(&self, machine: &mut Machine<'_>, inst: &Inst, swizzle: [u8; 4]) {
        let out = swizzle.map(|component| self.0[usize::from(component & 3)]);
        machine.write_read(inst, &out, &[Lanes::splat(u32::MAX); 4]);
    }
}

/// Executes a texture opcode.
pub(super) fn execute(op: Op, machine: &mut Machine<'_>, inst: &Inst) -> Result<(), Stop> {
    let Some(access) = inst.access.as_deref() else { return Err(Stop::bug("a texture opcode without its operands")) };
    use Reading::{Color, Comparison};
    match op {
        Op::Sample | Op::SampleClS => sample(machine, inst, access, Detail::Implicit, Color),
        Op::SampleB | Op::SampleBClS => sample(machine, inst, access, Detail::Biased, Color),
        Op::SampleL | Op::SampleLS => sample(machine, inst, access, Detail::Given, Color),
        Op::SampleD | Op::SampleDClS => sample(machine, inst, access, Detail::Gradients, Color),
        Op::SampleC | Op::SampleCClS => sample(machine, inst, access, Detail::Implicit, Comparison),
        Op::SampleCLz | Op::SampleCLzS => sample(machine, inst, access, Detail::Zero, Comparison),
        Op::Gather4 | Op::Gather4S | Op::Gather4Po | Op::Gather4PoS => gather(machine, inst, access, op, Color),
        Op::Gather4C | Op::Gather4CS | Op::Gather4PoC | Op::Gather4PoCS => {
            gather(machine, inst, access, op, Comparison)
        }
        Op::Ld | Op::LdS | Op::LdMs | Op::LdMsS => load(machine, inst, access),
        Op::Lod => query::lod(machine, inst, access),
        Op::Resinfo if matches!(access.resource, ResourceRef::View(_)) => memory::texture_size(machine, inst, access),
        Op::Resinfo => query::resource_info(machine, inst, access),
        Op::Sampleinfo | Op::Samplepos => query::sample_info(machine, inst, access, op),
        // Without tiled resources everything is mapped.
        Op::CheckAccessFullyMapped => {
            machine.write(inst, 0, &[Lanes::splat(u32::MAX); 4]);
            Ok(())
        }
    }
}

/// The resource of each lane: none where nothing is bound; and the lanes with an undefined index.
pub(super) fn resources<'a>(machine: &Machine<'a>, slot: &SlotRef) -> ([Option<&'a Resource>; 4], LaneMask) {
    let bindings = machine.bindings;
    let (registers, undefined) = machine.slot(slot);
    (registers.map(|register| bindings.resources.get(slot.space, register?)), undefined)
}

pub(super) fn slot_of(access: &Access) -> Result<&SlotRef, Stop> {
    match &access.resource {
        ResourceRef::Slot(slot) => Ok(slot),
        ResourceRef::Rasterizer | ResourceRef::View(_) | ResourceRef::Group(_) => {
            Err(Stop::bug("the rasterizer or a view is no texture"))
        }
    }
}

pub(super) fn samplers<'a>(machine: &Machine<'a>, access: &Access) -> ([&'a Sampler; 4], LaneMask) {
    let Some(slot) = &access.sampler else { return ([&Sampler::DEFAULT; 4], 0) };
    let bindings = machine.bindings;
    let (registers, undefined) = machine.slot(slot);
    let bound = |register: Option<u32>| bindings.samplers.get(slot.space, register?);
    (registers.map(|register| bound(register).unwrap_or(&Sampler::DEFAULT)), undefined)
}

/// A resource as the texture that a sample needs.
pub(super) fn texture_of<'a>(resource: &'a Resource, inst: &Inst) -> Result<&'a Texture, Stop> {
    match resource {
        Resource::Texture(texture) if texture.extent.samples == 1 => Ok(texture),
        Resource::Texture(_) | Resource::Typed(_) | Resource::Raw(_) | Resource::Structured(_) => {
            Err(wrong_binding(resource, inst))
        }
    }
}

pub(super) fn wrong_binding(resource: &Resource, inst: &Inst) -> Stop {
    let message = format!("{} of a {:?}", inst.opcode.mnemonic(), resource.dimension());
    Stop::trap(Some(inst.number), Trap::Binding(message))
}

/// All components of a source.
pub(super) fn components(machine: &Machine<'_>, source: &Source) -> [Lanes; 4] {
    std::array::from_fn(|component| machine.fetch(source, component))
}

/// The address lanes of a texture: how many coordinates, and which lane holds the layer.
const fn address_lanes(dimension: ResourceDimension) -> (usize, Option<usize>) {
    use ResourceDimension as D;
    match dimension {
        D::Buffer | D::Texture1D => (1, None),
        D::Texture1DArray => (1, Some(1)),
        D::Texture2D | D::Texture2DMS => (2, None),
        D::Texture2DArray | D::Texture2DMSArray => (2, Some(2)),
        D::Texture3D | D::TextureCube => (3, None),
        D::TextureCubeArray => (3, Some(3)),
        D::Unknown | D::RawBuffer | D::StructuredBuffer => (1, None),
    }
}

/// The lanes whose address lanes are all defined.
pub(super) fn defined_address(address: &[Lanes; 4], dimension: ResourceDimension) -> LaneMask {
    let (count, layer) = address_lanes(dimension);
    let coordinates = address.iter().take(count).chain(layer.and_then(|layer| address.get(layer)));
    ALL_LANES & !coordinates.fold(0, |undefined, lanes| undefined | lanes.undefined)
}

/// A lookup at an address in one lane, and whether Direct3D defines it: coordinates must be finite.
pub(super) fn lookup<'a>(
    texture: &'a Texture,
    sampler: &'a Sampler,
    address: &[Lanes; 4],
    offset: [i32; 3],
    lane: usize,
) -> (Lookup<'a>, bool) {
    let dimension = texture.dimension;
    let (count, layer_lane) = address_lanes(dimension);
    let mut coordinate = [0.0; 3];
    for (to, from) in coordinate.iter_mut().zip(address).take(count) {
        *to = read(from.bits[lane]);
    }
    let layers = if filter::is_cube(dimension) { texture.extent.layers / 6 } else { texture.extent.layers };
    let layer = layer_lane
        .and_then(|component| address.get(component))
        .map_or(0, |lanes| array_layer(read(lanes.bits[lane]), layers));
    let no_place = filter::is_cube(dimension) && coordinate == [0.0; 3];
    let finite = coordinate.iter().all(|value| value.is_finite()) && !no_place;
    let defined = finite && defined_address(address, dimension) >> lane & 1 != 0;
    let coordinate = if finite { coordinate } else { [1.0; 3] };
    (Lookup { texture, sampler, coordinate, layer, offset }, defined)
}

/// Rounded to nearest even, clamped; NaN is 0.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the layers there are")]
fn array_layer(value: f32, layers: u32) -> u32 {
    (value.round_ties_even() as u32).min(layers.saturating_sub(1))
}

/// The level of detail that derivatives of the address ask for, relative to level 0.
fn lod_of(texture: &Texture, coordinate: [f32; 3], derivatives: [[f64; 3]; 2]) -> f64 {
    let extent = texture.extent;
    let size = [extent.width, extent.height, extent.depth].map(f64::from);
    let squares = derivatives.map(|derivative| {
        if filter::is_cube(texture.dimension) {
            let on_face = cube::derivative(coordinate.map(f64::from), derivative);
            on_face.iter().map(|change| (change * size[0]).powi(2)).sum::<f64>()
        } else {
            let axes = filter::axis_count(texture.dimension);
            std::iter::zip(derivative, size).take(axes).map(|(change, size)| (change * size).powi(2)).sum()
        }
    });
    // With NaN derivatives the level is NaN, which the clamps turn into the greatest.
    let square = if squares[0] >= squares[1] || squares[0].is_nan() { squares[0] } else { squares[1] };
    0.5 * square.log2()
}

/// Derivatives of the address over the quad in one lane, and whether Direct3D defines them.
fn implicit(machine: &Machine<'_>, address: &[Lanes; 4], lane: usize) -> ([[f64; 3]; 2], bool) {
    let sound = machine.active & !machine.tainted;
    let mut defined = true;
    let derivatives = [Axis::X, Axis::Y].map(|axis| {
        let (from, to) = quad::pair(axis, machine.code.options.lod_derivatives, lane);
        defined &= sound >> from & sound >> to & 1 != 0;
        std::array::from_fn(|component| {
            let value = &address[component];
            f64::from(read(value.bits[to])) - f64::from(read(value.bits[from]))
        })
    });
    (derivatives, defined)
}

/// Whether the lanes that an implicit derivative reads have a defined address.
fn implicit_address(machine: &Machine<'_>, defined: LaneMask, lane: usize) -> bool {
    [Axis::X, Axis::Y].into_iter().all(|axis| {
        let (from, to) = quad::pair(axis, machine.code.options.lod_derivatives, lane);
        defined >> from & defined >> to & 1 != 0
    })
}

/// A level of detail with the sampler's clamps: `max(MinLOD, min(MaxLOD, lod))` with Direct3D's rules for NaN.
pub(super) fn clamp_lod(lod: f64, sampler: &Sampler) -> f64 {
    lod.min(f64::from(sampler.max_lod)).max(f64::from(sampler.min_lod))
}

/// The level of detail of one lane before the clamps, and whether Direct3D defines it.
pub(super) fn detail_lod(
    machine: &Machine<'_>,
    inst: &Inst,
    access: &Access,
    detail: Detail,
    lookup: &Lookup<'_>,
    address: &[Lanes; 4],
    lane: usize,
) -> (f64, bool) {
    let scalar = machine.fetch(&access.scalar, 0).value(lane);
    let given = f64::from(read(scalar.bits));
    let measured = |derivatives: [[f64; 3]; 2]| {
        let lod = lod_of(lookup.texture, lookup.coordinate, derivatives);
        machine.code.options.nudge.map_or(lod, |nudge| nudge.level(lod, inst.number))
    };
    let from_quad = || {
        let (derivatives, sound) = implicit(machine, address, lane);
        let defined = implicit_address(machine, defined_address(address, lookup.texture.dimension), lane);
        (measured(derivatives), sound && defined)
    };
    match detail {
        Detail::Implicit => from_quad(),
        Detail::Biased => {
            let (lod, defined) = from_quad();
            (lod + given, defined && scalar.defined && (-16.0..16.0).contains(&given))
        }
        Detail::Given => (given, scalar.defined),
        Detail::Zero => (0.0, true),
        Detail::Gradients => {
            let mut undefined = 0;
            let derivatives = [0, 1].map(|axis: usize| {
                let lanes = components(machine, &access.derivatives[axis]);
                let count = address_lanes(lookup.texture.dimension).0;
                undefined |= lanes.iter().take(count).fold(0, |undefined, lanes| undefined | lanes.undefined);
                std::array::from_fn(|component| f64::from(read(lanes[component].bits[lane])))
            });
            (measured(derivatives), undefined >> lane & 1 == 0)
        }
    }
}

fn sample(
    machine: &mut Machine<'_>,
    inst: &Inst,
    access: &Access,
    detail: Detail,
    reading: Reading,
) -> Result<(), Stop> {
    let address = components(machine, &access.address);
    let reference = machine.fetch(&access.scalar, 0);
    let (resources, no_index) = resources(machine, slot_of(access)?);
    let (samplers, no_sampler) = samplers(machine, access);
    let mut results = Results::default();
    for lane in lanes(machine.active) {
        let Some(resource) = resources[lane] else { continue };
        let (mut lookup, mut defined) =
            lookup(texture_of(resource, inst)?, samplers[lane], &address, access.offset, lane);
        let nudge = machine.code.options.nudge;
        defined &= (no_index | no_sampler) >> lane & 1 == 0;
        let (texture, sampler) = (lookup.texture, lookup.sampler);
        let (lod, lod_defined) = detail_lod(machine, inst, access, detail, &lookup, &address, lane);
        let mut lod = clamp_lod(lod + f64::from(sampler.mip_bias), sampler);
        if let Some(clamp) = &access.clamp {
            let least = machine.fetch(clamp, 0).value(lane);
            defined &= least.defined;
            lod = lod.max(f64::from(read(least.bits)));
        }
        // A level of detail that changes nothing need not be defined.
        let matters = texture.levels.len() > 1 || sampler.min != sampler.mag;
        defined &= lod_defined || !matters;
        // A measured level errs before its clamps, a given one between two levels.
        if let Some(nudge) = nudge.filter(|_| detail == Detail::Given && lod.fract() != 0.0) {
            lod = Nudge { logarithm: Logarithm::Exact, ..nudge }.level(lod, inst.number);
        }
        if let Some(nudge) = nudge {
            lookup.nudge(nudge, inst.number, lod);
        }
        let taps = lookup.taps(lod);
        let filtered = [sampler.min, sampler.mag, sampler.mip].contains(&Filter::Linear);
        let color = match reading {
            Reading::Color => {
                // Direct3D does not say what a linear filter makes of integers.
                defined &= !(texture.format.is_integer() && filtered);
                lookup.color(&taps)
            }
            Reading::Comparison => {
                let value = reference.value(lane);
                defined &= value.defined && !texture.format.is_integer();
                [lookup.compare(&taps, value.as_f32()).to_bits(); 4]
            }
        };
        let erring = nudge.filter(|_| filtered).map(|nudge| nudge.filtered(color, inst.number));
        results.set(lane, erring.unwrap_or(color), defined);
    }
    results.store(machine, inst, access.swizzle);
    Ok(())
}

fn gather(machine: &mut Machine<'_>, inst: &Inst, access: &Access, op: Op, reading: Reading) -> Result<(), Stop> {
    let address = components(machine, &access.address);
    let reference = machine.fetch(&access.scalar, 0);
    let programmable = matches!(op, Op::Gather4Po | Op::Gather4PoS | Op::Gather4PoC | Op::Gather4PoCS);
    let offsets = components(machine, &access.texel_offset);
    let (resources, no_index) = resources(machine, slot_of(access)?);
    let (samplers, no_sampler) = samplers(machine, access);
    let channel = usize::from(access.channel & 3);
    let mut results = Results::default();
    for lane in lanes(machine.active) {
        let Some(resource) = resources[lane] else { continue };
        let mut offset = access.offset;
        let mut defined = (no_index | no_sampler) >> lane & 1 == 0;
        if programmable {
            // The low six bits, sign extended: -32 to 31.
            offset = [0, 1, 2].map(|axis: usize| (offsets[axis].bits[lane] << 26).cast_signed() >> 26);
            offset[2] = 0;
            defined &= (offsets[0].undefined | offsets[1].undefined) >> lane & 1 == 0;
        }
        let (mut lookup, place) = lookup(texture_of(resource, inst)?, samplers[lane], &address, offset, lane);
        if let Some(nudge) = machine.code.options.nudge {
            lookup.nudge(nudge, inst.number, 0.0);
        }
        let value = reference.value(lane);
        let compares = reading == Reading::Comparison;
        defined &= place && (!compares || value.defined);
        let mut texel = [0; 4];
        for (component, found) in texel.iter_mut().zip(lookup.gather()) {
            // The texel that a corner of a cube lacks is not specified.
            defined &= found.is_some();
            *component = match found {
                None => 0,
                Some(found) if compares => f32::from(u8::from(lookup.passes(found, value.as_f32()))).to_bits(),
                Some(found) => lookup.fetch(found)[channel],
            };
        }
        results.set(lane, texel, defined);
    }
    results.store(machine, inst, access.swizzle);
    Ok(())
}

/// A texel by whole coordinates; outside of the texture zeros and the format's defaults.
fn load(machine: &mut Machine<'_>, inst: &Inst, access: &Access) -> Result<(), Stop> {
    let address = components(machine, &access.address);
    let sample = machine.fetch(&access.scalar, 0);
    let (resources, no_index) = resources(machine, slot_of(access)?);
    let mut results = Results::default();
    for lane in lanes(machine.active) {
        let Some(resource) = resources[lane] else { continue };
        let mut defined = no_index >> lane & 1 == 0 && defined_address(&address, resource.dimension()) >> lane & 1 != 0;
        let texel = match resource {
            Resource::Typed(buffer) => {
                let element = buffer.elements.get(address[0].bits[lane] as usize).copied();
                element.unwrap_or_else(|| buffer.format.outside())
            }
            Resource::Texture(texture) if !filter::is_cube(texture.dimension) => {
                let (count, layer_lane) = address_lanes(texture.dimension);
                let mut position = [0; 3];
                for axis in 0..count {
                    // Modulo 2^32: a negative sum is far outside.
                    position[axis] = address[axis].bits[lane].wrapping_add_signed(access.offset[axis]);
                }
                let layer = layer_lane.map_or(0, |component| address[component & 3].bits[lane]);
                let samples = texture.extent.samples;
                let multisampled =
                    matches!(texture.dimension, ResourceDimension::Texture2DMS | ResourceDimension::Texture2DMSArray);
                let (level, index) = if multisampled {
                    defined &= sample.undefined >> lane & 1 == 0 && sample.bits[lane] < samples;
                    (0, sample.bits[lane].min(samples - 1))
                } else {
                    defined &= address[3].undefined >> lane & 1 == 0;
                    (address[3].bits[lane], 0)
                };
                let inside = layer < texture.extent.layers;
                inside
                    .then(|| texture.texel(level as usize, layer * samples + index, position))
                    .flatten()
                    .unwrap_or_else(|| texture.format.outside())
            }
            Resource::Texture(_) | Resource::Raw(_) | Resource::Structured(_) => {
                return Err(wrong_binding(resource, inst));
            }
        };
        results.set(lane, texel, defined);
    }
    results.store(machine, inst, access.swizzle);
    Ok(())
}
