//! Unordered access views and group shared memory: reads, writes, atomic operations and queries (semantics 5.14).
//!
//! Out of range, a view reads as 0, is not written, and gives an atomic operation nothing that Direct3D defines. Shared
//! memory that is read out of range gives nothing defined, and a write there leaves nothing of that memory defined.

use dxbc_translator::opcode::{Atomic, Buffer};
use dxbc_translator::program::ResourceDimension;

use super::code::{Access, Inst, ResourceRef};
use super::machine::Machine;
use super::query::Size;
use super::resource::Extent;
use super::texture::{Results, components};
use super::value::{Lanes, Value, lanes};
use super::views::{View, ViewKind};
use super::{Order, Stop, Trap, Writes};

/// The memory that one lane names.
#[derive(Clone, Copy)]
enum Target {
    View(u32, u32),
    Group(u32),
    /// No view is bound, or the register is none of the range.
    Nothing,
}

/// Where the words of an access stand.
#[derive(Clone, Copy)]
enum Words {
    /// From this word on, and so many of them are of the same structure or in the memory.
    At(usize, usize),
    /// Past the end.
    Outside,
    /// The address does not say.
    Undefined,
}

/// Executes a buffer opcode on a view or on shared memory.
pub(super) fn execute(op: Buffer, machine: &mut Machine<'_>, inst: &Inst, access: &Access) -> Result<(), Stop> {
    match op {
        Buffer::Bufinfo => size(machine, inst, access),
        Buffer::LdUavTyped
        | Buffer::LdUavTypedS
        | Buffer::LdRaw
        | Buffer::LdRawS
        | Buffer::LdStructured
        | Buffer::LdStructuredS => load(machine, inst, access),
        Buffer::StoreUavTyped | Buffer::StoreRaw | Buffer::StoreStructured => store(machine, inst, access),
    }
}

/// The active lanes in the order in which they act.
fn acting(machine: &Machine<'_>) -> Vec<usize> {
    let mut order: Vec<usize> = lanes(machine.active).collect();
    if machine.order == Order::Backward {
        order.reverse();
    }
    order
}

/// Whether what a lane does to memory shows: a helper and a pixel that is discarded change nothing.
fn changes(machine: &Machine<'_>, lane: usize) -> bool {
    machine.writes[lane] != Writes::Dropped && machine.discarded >> lane & 1 == 0
}

/// Whether it is sure that a lane that changes memory gets there.
fn is_sure(machine: &Machine<'_>, lane: usize) -> bool {
    machine.writes[lane] == Writes::Kept && machine.tainted >> lane & 1 == 0
}

fn targets(machine: &Machine<'_>, access: &Access) -> Result<[Target; 4], Stop> {
    match &access.resource {
        ResourceRef::Group(register) => Ok([Target::Group(*register); 4]),
        ResourceRef::View(slot) => {
            let (registers, undefined) = machine.slot(slot);
            if undefined & machine.active != 0 {
                return Err(Stop::bug("a view is chosen by an undefined index"));
            }
            Ok(registers
                .map(|register| register.map_or(Target::Nothing, |register| Target::View(slot.space, register))))
        }
        ResourceRef::Slot(_) | ResourceRef::Rasterizer => Err(Stop::bug("a resource stands where a view belongs")),
    }
}

fn wrong(inst: &Inst, what: &str) -> Stop {
    Stop::trap(Some(inst.number), Trap::Binding(format!("{} of {what}", inst.opcode.mnemonic())))
}

/// The address of one access in a lane: of a raw memory a byte offset; of structures the index and a byte offset; of
/// typed views coordinates.
#[derive(Clone, Copy)]
struct Address {
    coordinates: [u32; 3],
    byte_offset: u32,
    defined: bool,
}

/// The addresses of the lanes, by the operands that the opcode has.
fn addresses(machine: &Machine<'_>, access: &Access) -> [Address; 4] {
    let vector = components(machine, &access.address);
    let index = machine.fetch(&access.scalar, 0);
    let offset = machine.fetch(&access.byte_offset, 0);
    std::array::from_fn(|lane| {
        let (coordinates, byte_offset, used): ([u32; 3], u32, Vec<Lanes>) = if access.has_address {
            let [x, y, z] = [0, 1, 2].map(|component: usize| vector[component].bits[lane]);
            ([x, y, z], y, vector[..access.address_width].to_vec())
        } else {
            ([index.bits[lane], 0, 0], offset.bits[lane], vec![index, offset])
        };
        let defined = used.iter().all(|lanes| lanes.undefined >> lane & 1 == 0);
        Address { coordinates, byte_offset, defined }
    })
}

/// The first word that an address names in some memory, by the memory's kind.
fn place(words: usize, stride: Option<u32>, raw: bool, address: Address, atomic: bool) -> Words {
    if !address.defined {
        return Words::Undefined;
    }
    let (start, end) = match (raw, stride) {
        (true, _) => {
            let offset = if atomic { address.coordinates[0] } else { address.byte_offset };
            (u64::from(offset), words as u64 * 4)
        }
        (false, Some(stride)) => {
            let stride = u64::from(stride);
            let index = u64::from(address.coordinates[0]);
            if index >= words as u64 * 4 / stride {
                return Words::Outside;
            }
            if u64::from(address.byte_offset) >= stride {
                return Words::Undefined;
            }
            (index * stride + u64::from(address.byte_offset), (index + 1) * stride)
        }
        (false, None) => return Words::Undefined,
    };
    if !start.is_multiple_of(4) {
        return Words::Undefined;
    }
    if start >= end {
        return Words::Outside;
    }
    let left = usize::try_from((end - start) / 4).unwrap_or(usize::MAX);
    Words::At(usize::try_from(start / 4).unwrap_or(usize::MAX), left)
}

/// The first word of a texel or of an element of a typed buffer.
#[allow(clippy::wildcard_enum_match_arm, reason = "no view has another dimension than the last")]
fn texel(view: &View, address: Address) -> Words {
    if !address.defined {
        return Words::Undefined;
    }
    let [x, y, z] = address.coordinates;
    let [x, y, z, width, height, depth] = match view.kind {
        ViewKind::Texture { dimension, extent, .. } => {
            let Extent { width, height, depth, layers, .. } = extent;
            match dimension {
                ResourceDimension::Texture1D => [x, 0, 0, width, 1, 1],
                ResourceDimension::Texture1DArray => [x, 0, y, width, 1, layers],
                ResourceDimension::Texture2D => [x, y, 0, width, height, 1],
                ResourceDimension::Texture2DArray => [x, y, z, width, height, layers],
                _ => [x, y, z, width, height, depth],
            }
        }
        ViewKind::Typed => [x, 0, 0, view.count().unwrap_or(0), 1, 1],
        ViewKind::Raw | ViewKind::Structured { .. } => return Words::Undefined,
    };
    if x >= width || y >= height || z >= depth {
        return Words::Outside;
    }
    let number = (u64::from(z) * u64::from(height) + u64::from(y)) * u64::from(width) + u64::from(x);
    Words::At(usize::try_from(number * 4).unwrap_or(usize::MAX), 4)
}

/// Where a lane's access to some memory begins. `atomic`: the offset of raw memory stands in the address.
fn locate(machine: &Machine<'_>, inst: &Inst, target: Target, address: Address, atomic: bool) -> Result<Words, Stop> {
    match target {
        Target::Nothing => Ok(Words::Outside),
        Target::Group(register) => {
            let layout = machine.code.group.iter().find(|layout| layout.register == register);
            let Some(layout) = layout else { return Err(wrong(inst, "shared memory that is not declared")) };
            Ok(place(layout.words as usize, layout.stride, layout.stride.is_none(), address, atomic))
        }
        Target::View(space, register) => {
            let Some(view) = machine.memory.views.get(space, register) else { return Ok(Words::Outside) };
            match view.kind {
                ViewKind::Raw => Ok(place(view.words.len(), None, true, address, atomic)),
                ViewKind::Structured { stride } => Ok(place(view.words.len(), Some(stride), false, address, atomic)),
                ViewKind::Typed | ViewKind::Texture { .. } => Ok(texel(view, address)),
            }
        }
    }
}

fn words<'a>(machine: &'a mut Machine<'_>, target: Target) -> Option<&'a mut Vec<Value>> {
    match target {
        Target::Nothing => None,
        Target::Group(register) => machine.memory.group.get_mut(&register),
        Target::View(space, register) => machine.memory.views.get_mut(space, register).map(|view| &mut view.words),
    }
}

fn load(machine: &mut Machine<'_>, inst: &Inst, access: &Access) -> Result<(), Stop> {
    let (targets, addresses) = (targets(machine, access)?, addresses(machine, access));
    let mut results = Results::default();
    for lane in acting(machine) {
        let place = locate(machine, inst, targets[lane], addresses[lane], false)?;
        let shared = matches!(targets[lane], Target::Group(_));
        let (mut texel, mut undefined) = ([0; 4], [false; 4]);
        match place {
            Words::Undefined => undefined = [true; 4],
            Words::Outside => undefined = [shared; 4],
            Words::At(first, left) => {
                let structured = is_structured(machine, targets[lane]);
                let found = words(machine, targets[lane]).map(|words| words.as_slice()).unwrap_or_default();
                for (component, slot) in texel.iter_mut().enumerate() {
                    let value = (component < left).then(|| found.get(first + component)).flatten();
                    *slot = value.map_or(0, |value| value.bits);
                    // Past the end of a structure that is there nothing is defined; past that of a view zeros are read.
                    undefined[component] = value.map_or(shared || structured, |value| !value.defined);
                }
            }
        }
        results.set(lane, texel, true);
        (0..4).filter(|&component| undefined[component]).for_each(|component| results.undefine(lane, component));
    }
    results.store(machine, inst, access.swizzle);
    Ok(())
}

fn is_structured(machine: &Machine<'_>, target: Target) -> bool {
    match target {
        Target::Nothing => false,
        Target::Group(register) => {
            machine.code.group.iter().any(|layout| layout.register == register && layout.stride.is_some())
        }
        Target::View(space, register) => {
            let kind = machine.memory.views.get(space, register).map(|view| view.kind);
            matches!(kind, Some(ViewKind::Structured { .. }))
        }
    }
}

/// Nothing of some memory is sure any more.
fn spoil(machine: &mut Machine<'_>, target: Target) {
    for word in words(machine, target).into_iter().flatten() {
        word.defined = false;
    }
}

fn store(machine: &mut Machine<'_>, inst: &Inst, access: &Access) -> Result<(), Stop> {
    let (targets, addresses) = (targets(machine, access)?, addresses(machine, access));
    let values = components(machine, &inst.src[0]);
    for lane in acting(machine).into_iter().filter(|&lane| changes(machine, lane)).collect::<Vec<_>>() {
        let target = targets[lane];
        let sure = is_sure(machine, lane);
        match locate(machine, inst, target, addresses[lane], false)? {
            Words::Undefined => spoil(machine, target),
            Words::Outside if matches!(target, Target::Group(_)) => spoil(machine, target),
            Words::Outside => {}
            Words::At(first, left) => {
                let format = texel_format(machine, target);
                let mut value: [Value; 4] = std::array::from_fn(|component| values[component].value(lane));
                if let Some(format) = format {
                    let stored = format.stored(value.map(|value| value.bits));
                    value.iter_mut().zip(stored).for_each(|(value, bits)| value.bits = bits);
                }
                let spoils = is_structured(machine, target) || matches!(target, Target::Group(_));
                let mut beyond = false;
                if let Some(found) = words(machine, target) {
                    for component in lanes(access.mask) {
                        match found.get_mut(first + component).filter(|_| component < left) {
                            Some(word) => {
                                *word = value[component];
                                word.defined &= sure;
                            }
                            None => beyond = true,
                        }
                    }
                }
                if beyond && spoils {
                    spoil(machine, target);
                }
            }
        }
    }
    Ok(())
}

/// The format that a store rounds to; none for buffers.
fn texel_format(machine: &Machine<'_>, target: Target) -> Option<super::Format> {
    let Target::View(space, register) = target else { return None };
    match machine.memory.views.get(space, register)?.kind {
        ViewKind::Texture { format, .. } => Some(format),
        ViewKind::Raw | ViewKind::Structured { .. } | ViewKind::Typed => None,
    }
}

/// Executes an atomic opcode, lane after lane.
pub(super) fn atomic(op: Atomic, machine: &mut Machine<'_>, inst: &Inst) -> Result<(), Stop> {
    let Some(access) = inst.access.as_deref() else { return Err(Stop::bug("an atomic opcode without its operands")) };
    let (targets, addresses) = (targets(machine, access)?, addresses(machine, access));
    let operands = [0, 1].map(|source: usize| machine.fetch(&inst.src[source], 0));
    let mut old = Lanes::default();
    for lane in acting(machine) {
        let target = targets[lane];
        let operands = operands.map(|operand| operand.value(lane));
        let value = if !changes(machine, lane) {
            Value::UNDEFINED
        } else if matches!(op, Atomic::ImmAtomicAlloc | Atomic::ImmAtomicConsume) {
            count(op, machine, inst, target, is_sure(machine, lane))?
        } else {
            match locate(machine, inst, target, addresses[lane], true)? {
                Words::Undefined => {
                    spoil(machine, target);
                    Value::UNDEFINED
                }
                Words::Outside => {
                    if matches!(target, Target::Group(_)) {
                        spoil(machine, target);
                    }
                    Value::UNDEFINED
                }
                Words::At(first, _) => {
                    let sure = is_sure(machine, lane);
                    let word = words(machine, target).and_then(|words| words.get_mut(first));
                    word.map_or(Value::UNDEFINED, |word| {
                        let before = *word;
                        *word = changed(op, before, operands);
                        word.defined &= sure;
                        before
                    })
                }
            }
        };
        old.set(lane, value);
    }
    machine.write(inst, 0, &[old; 4]);
    Ok(())
}

/// Counts the hidden counter of a view: alloc gives it before it is raised, consume after it is lowered.
fn count(op: Atomic, machine: &mut Machine<'_>, inst: &Inst, target: Target, sure: bool) -> Result<Value, Stop> {
    let Target::View(space, register) = target else { return Err(wrong(inst, "no view")) };
    let Some(view) = machine.memory.views.get_mut(space, register) else { return Ok(Value::UNDEFINED) };
    if !matches!(view.kind, ViewKind::Structured { .. }) {
        return Err(wrong(inst, "a view without structures"));
    }
    let before = view.counter;
    let step = if op == Atomic::ImmAtomicAlloc { 1 } else { u32::MAX };
    view.counter.bits = before.bits.wrapping_add(step);
    view.counter.defined &= sure;
    Ok(if op == Atomic::ImmAtomicAlloc { before } else { view.counter })
}

/// A word after an operation. The second operand is that of an exchange that compares with the first.
fn changed(op: Atomic, word: Value, [first, second]: [Value; 2]) -> Value {
    let (old, by) = (word.bits, first.bits);
    let signed = |pick: fn(i32, i32) -> i32| pick(old.cast_signed(), by.cast_signed()).cast_unsigned();
    let bits = match op {
        Atomic::AtomicAnd | Atomic::ImmAtomicAnd => old & by,
        Atomic::AtomicOr | Atomic::ImmAtomicOr => old | by,
        Atomic::AtomicXor | Atomic::ImmAtomicXor => old ^ by,
        Atomic::AtomicIadd | Atomic::ImmAtomicIadd => old.wrapping_add(by),
        Atomic::AtomicImax | Atomic::ImmAtomicImax => signed(i32::max),
        Atomic::AtomicImin | Atomic::ImmAtomicImin => signed(i32::min),
        Atomic::AtomicUmax | Atomic::ImmAtomicUmax => old.max(by),
        Atomic::AtomicUmin | Atomic::ImmAtomicUmin => old.min(by),
        Atomic::ImmAtomicExch => return first,
        Atomic::AtomicCmpStore | Atomic::ImmAtomicCmpExch => {
            let sure = word.defined && first.defined;
            return if old == by {
                Value { defined: second.defined && sure, ..second }
            } else {
                Value { defined: sure, ..word }
            };
        }
        Atomic::ImmAtomicAlloc | Atomic::ImmAtomicConsume => old,
    };
    Value { bits, defined: word.defined && first.defined }
}

/// bufinfo of a view.
fn size(machine: &mut Machine<'_>, inst: &Inst, access: &Access) -> Result<(), Stop> {
    let targets = targets(machine, access)?;
    let mut results = Results::default();
    for lane in acting(machine) {
        let Target::View(space, register) = targets[lane] else { continue };
        let Some(view) = machine.memory.views.get(space, register) else { continue };
        let count = view.count().ok_or_else(|| wrong(inst, "a texture"))?;
        results.set(lane, [count; 4], true);
    }
    results.store(machine, inst, access.swizzle);
    Ok(())
}

/// resinfo of a view: a texture of one level.
#[allow(clippy::wildcard_enum_match_arm, reason = "no view has another dimension than the last")]
pub(super) fn texture_size(machine: &mut Machine<'_>, inst: &Inst, access: &Access) -> Result<(), Stop> {
    let mip = machine.fetch(&access.scalar, 0);
    let targets = targets(machine, access)?;
    let mut results = Results::default();
    for lane in acting(machine) {
        let Target::View(space, register) = targets[lane] else { continue };
        let Some(view) = machine.memory.views.get(space, register) else { continue };
        let ViewKind::Texture { dimension, extent, .. } = view.kind else { return Err(wrong(inst, "a buffer")) };
        let there = u32::from(mip.bits[lane] == 0);
        let Extent { width, height, depth, layers, .. } = extent;
        let [width, height, depth, layers] = [width, height, depth, layers].map(|size| size * there);
        let [x, y, z] = match dimension {
            ResourceDimension::Texture1D => [Size::Axis(width), Size::Absent, Size::Absent],
            ResourceDimension::Texture1DArray => [Size::Axis(width), Size::Count(layers), Size::Absent],
            ResourceDimension::Texture2DArray => [Size::Axis(width), Size::Axis(height), Size::Count(layers)],
            ResourceDimension::Texture3D => [Size::Axis(width), Size::Axis(height), Size::Axis(depth)],
            _ => [Size::Axis(width), Size::Axis(height), Size::Absent],
        };
        let texel = [x, y, z, Size::Count(1)].map(|size| size.bits(access.info_return));
        results.set(lane, texel, mip.undefined >> lane & 1 == 0);
    }
    results.store(machine, inst, access.swizzle);
    Ok(())
}
