//! Buffer reads (semantics 5.10): dwords are bits, what is out of range is 0.

use dxbc_translator::opcode::Buffer;

use super::code::{Inst, ResourceRef};
use super::machine::Machine;
use super::resource::{RawBuffer, Resource};
use super::texture::{Results, resources, wrong_binding};
use super::value::lanes;
use super::{Stop, Trap, memory};

/// Executes a buffer opcode; those on views and shared memory are in `memory`.
pub(super) fn execute(op: Buffer, machine: &mut Machine<'_>, inst: &Inst) -> Result<(), Stop> {
    let Some(access) = inst.access.as_deref() else { return Err(Stop::bug("a buffer opcode without its operands")) };
    let slot = match &access.resource {
        ResourceRef::Slot(slot) => slot,
        ResourceRef::View(_) | ResourceRef::Group(_) => return memory::execute(op, machine, inst, access),
        ResourceRef::Rasterizer => return Err(Stop::bug("the rasterizer is no buffer")),
    };
    let index = machine.fetch(&access.scalar, 0);
    let offset = machine.fetch(&access.byte_offset, 0);
    let (resources, no_index) = resources(machine, slot);
    let mut results = Results::default();
    for lane in lanes(machine.active) {
        let Some(resource) = resources[lane] else { continue };
        let place = Place { index: index.bits[lane], offset: offset.bits[lane] };
        let (texel, defined) = match op {
            Buffer::Bufinfo => ([count(resource).ok_or_else(|| wrong_binding(resource, inst))?; 4], true),
            Buffer::LdRaw | Buffer::LdRawS => match resource {
                Resource::Raw(buffer) => raw(buffer, place),
                Resource::Texture(_) | Resource::Typed(_) | Resource::Structured(_) => {
                    return Err(wrong_binding(resource, inst));
                }
            },
            Buffer::LdStructured | Buffer::LdStructuredS => match resource {
                Resource::Structured(buffer) => structured(buffer, place),
                Resource::Texture(_) | Resource::Typed(_) | Resource::Raw(_) => {
                    return Err(wrong_binding(resource, inst));
                }
            },
            Buffer::LdUavTyped
            | Buffer::LdUavTypedS
            | Buffer::StoreUavTyped
            | Buffer::StoreRaw
            | Buffer::StoreStructured => {
                let trap = Trap::Unsupported(inst.opcode.mnemonic().into());
                return Err(Stop::trap(Some(inst.number), trap));
            }
        };
        let undefined = index.undefined | offset.undefined | no_index;
        results.set(lane, texel, defined && undefined >> lane & 1 == 0);
        if matches!(op, Buffer::LdStructured | Buffer::LdStructuredS) {
            past_structure(resource, place).for_each(|component| results.undefine(lane, component));
        }
    }
    results.store(machine, inst, access.swizzle);
    Ok(())
}

#[derive(Clone, Copy)]
struct Place {
    index: u32,
    offset: u32,
}

/// Elements of a typed, structures of a structured, bytes of a raw buffer.
fn count(resource: &Resource) -> Option<u32> {
    match resource {
        Resource::Texture(_) => None,
        Resource::Typed(buffer) => u32::try_from(buffer.elements.len()).ok(),
        Resource::Raw(buffer) | Resource::Structured(buffer) => buffer.size.checked_div(buffer.stride),
    }
}

/// Four dwords from a byte offset on, each 0 past the end. An offset that is not a multiple of 4 is not defined.
fn raw(buffer: &RawBuffer, place: Place) -> ([u32; 4], bool) {
    let texel = [0, 4, 8, 12].map(|step| buffer.dword(u64::from(place.offset) + step).unwrap_or(0));
    (texel, place.offset.is_multiple_of(4))
}

/// The components that lie past the end of a structure that is there.
fn past_structure(resource: &Resource, place: Place) -> impl Iterator<Item = usize> {
    let stride = match resource {
        Resource::Structured(buffer) if place.index < buffer.size / buffer.stride => u64::from(buffer.stride),
        Resource::Structured(_) | Resource::Texture(_) | Resource::Typed(_) | Resource::Raw(_) => u64::MAX,
    };
    (0..4).filter(move |&component| u64::from(place.offset) + component as u64 * 4 + 4 > stride)
}

/// Four dwords of a structure; zeros for a structure that is not there, and past the end of one that is.
fn structured(buffer: &RawBuffer, place: Place) -> ([u32; 4], bool) {
    if place.index >= buffer.size / buffer.stride {
        return ([0; 4], true);
    }
    let start = u64::from(place.index) * u64::from(buffer.stride);
    let texel = [0, 4, 8, 12].map(|step| {
        let offset = u64::from(place.offset) + step;
        if offset + 4 > u64::from(buffer.stride) { 0 } else { buffer.dword(start + offset).unwrap_or(0) }
    });
    (texel, place.offset.is_multiple_of(4))
}
