//! The machine: registers of a quad, reading and writing of operands, the loop over instructions.

use dxbc_translator::opcode::Opcode;
use dxbc_translator::program::Modifier;

use super::code::{
    Code, Dest, DestPlace, DynamicIndex, Element, Inst, ModifierKind, Place, Relative, SlotRef, Source, layout,
};
use super::flow::{self, Frame};
use super::resource::Bindings;
use super::value::{ALL_LANES, LaneMask, Lanes, QuadRegister, lanes};
use super::views::Memory;
use super::{
    Branches, Interpolate, Note, Order, Stop, Trap, Writes, bit, buffer, compare, convert, double, eval, float, int,
    memory, moves, texture,
};

/// The state of four lanes.
pub(super) struct Machine<'a> {
    pub(super) code: &'a Code,
    pub(super) bindings: &'a Bindings,
    registers: Vec<QuadRegister>,
    /// Lanes that execute.
    pub(super) active: LaneMask,
    /// Lanes whose outputs are dropped; they execute on as helpers.
    pub(super) discarded: LaneMask,
    /// Lanes that branched on an undefined value.
    pub(super) tainted: LaneMask,
    pub(super) frames: Vec<Frame>,
    pub(super) notes: Vec<Note>,
    /// What lanes did at tests, if that is counted.
    pub(super) branches: Branches,
    /// Inputs elsewhere than at the pixel centre.
    pub(super) interpolate: Option<&'a dyn Interpolate>,
    /// Samples of the render targets.
    pub(super) sample_count: u32,
    /// What the threads write.
    pub(super) memory: Memory,
    /// Whether what lanes do to views shows.
    pub(super) writes: [Writes; 4],
    /// The order in which lanes write.
    pub(super) order: Order,
    /// Lanes that there are.
    all: LaneMask,
    /// Where to go on.
    position: u32,
    /// Instructions that may be executed yet.
    fuel: u64,
}

/// Why a machine stands still.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// It is at the end.
    Done,
    /// It waits for the other threads of its group at an instruction.
    Barrier(u32),
}

impl<'a> Machine<'a> {
    /// A machine with undefined registers.
    pub(super) fn new(code: &'a Code, bindings: &'a Bindings, active: LaneMask) -> Self {
        Self {
            code,
            bindings,
            registers: vec![QuadRegister::UNDEFINED; code.registers as usize],
            active: active & ALL_LANES,
            discarded: 0,
            tainted: 0,
            frames: Vec::new(),
            notes: Vec::new(),
            branches: Branches::new(),
            interpolate: None,
            sample_count: 1,
            memory: Memory::default(),
            writes: [Writes::Kept; 4],
            order: Order::default(),
            all: active & ALL_LANES,
            position: 0,
            fuel: code.options.fuel,
        }
    }

    /// Runs to the end.
    pub(super) fn run(&mut self) -> Result<(), Stop> {
        match self.resume()? {
            Halt::Done => Ok(()),
            Halt::Barrier(_) => Err(Stop::bug("a barrier outside of a dispatch")),
        }
    }

    /// Runs on to the end or to the next barrier.
    pub(super) fn resume(&mut self) -> Result<Halt, Stop> {
        let code = self.code;
        let mut position = self.position;
        if self.active == 0 {
            return Ok(Halt::Done);
        }
        loop {
            let Some(inst) = code.instructions.get(position as usize) else {
                // The end of the text ends the subroutine or program that stands last.
                self.active = 0;
                match flow::resume(self) {
                    Some(next) if (next as usize) < code.instructions.len() => position = next,
                    _ => return Ok(Halt::Done),
                }
                continue;
            };
            if self.fuel == 0 {
                return Err(Stop::OutOfFuel { instruction: inst.number });
            }
            self.fuel -= 1;
            if let Opcode::Flow(flow) = inst.opcode {
                match flow::execute(flow, self, inst, position) {
                    Some(next) => position = next,
                    None => return Ok(Halt::Done),
                }
            } else if matches!(inst.opcode, Opcode::Stage(_)) {
                position += 1;
                if inst.waits {
                    self.position = position;
                    return self.wait(inst);
                }
            } else {
                self.execute(inst)?;
                position += 1;
            }
        }
    }

    /// Waits at a barrier, which all four threads must reach.
    fn wait(&self, inst: &Inst) -> Result<Halt, Stop> {
        if self.active != self.all {
            let message = "a barrier that not all threads of the group reach";
            return Err(Stop::trap(Some(inst.number), Trap::Malformed(message.into())));
        }
        Ok(Halt::Barrier(inst.number))
    }

    fn execute(&mut self, inst: &Inst) -> Result<(), Stop> {
        match inst.opcode {
            Opcode::Move(op) => moves::execute(op, self, inst),
            Opcode::Float(op) => float::execute(op, self, inst),
            Opcode::Compare(op) => compare::execute(op, self, inst),
            Opcode::Int(op) => int::execute(op, self, inst),
            Opcode::Bit(op) => bit::execute(op, self, inst),
            Opcode::Convert(op) => convert::execute(op, self, inst),
            Opcode::Double(op) => double::execute(op, self, inst),
            Opcode::Eval(op) => eval::execute(op, self, inst),
            Opcode::Texture(op) => return texture::execute(op, self, inst),
            Opcode::Buffer(op) => return buffer::execute(op, self, inst),
            Opcode::Atomic(op) => return memory::atomic(op, self, inst),
            Opcode::Flow(_) | Opcode::Stage(_) | Opcode::Declare(_) => {
                return Err(Stop::Bug { message: format!("{} reached the machine", inst.opcode.mnemonic()) });
            }
        }
        Ok(())
    }

    /// A register by position.
    pub(super) fn register(&self, position: u32) -> QuadRegister {
        self.registers.get(position as usize).copied().unwrap_or(QuadRegister::UNDEFINED)
    }

    /// A register by position, to change.
    pub(super) fn register_mut(&mut self, position: u32) -> Option<&mut QuadRegister> {
        self.registers.get_mut(position as usize)
    }

    /// The component of a source that lane `lane` of the result takes, with its modifier.
    #[inline]
    pub(super) fn fetch(&self, source: &Source, lane: usize) -> Lanes {
        let component = usize::from(source.swizzle[lane & 3] & 3);
        let value = match &source.place {
            Place::Register(position) => match self.registers.get(*position as usize) {
                Some(register) => register.0[component],
                None => QuadRegister::UNDEFINED.0[0],
            },
            Place::Immediate(values) => Lanes::splat(values[component]),
            Place::Constant(space, register, row) => {
                Lanes::splat(self.bindings.constant(*space, *register, *row)[component])
            }
            Place::Element(element) => self.fetch_element(element, component),
            Place::ImmediateRow(index) => {
                self.gather(*index, |row| self.code.immediates.get(row as usize).map_or(0, |values| values[component]))
            }
            Place::ConstantRow(constant) => {
                let rows = self.index(constant.row);
                let slots = self.slot(&constant.slot);
                Lanes {
                    bits: std::array::from_fn(|lane| match slots.0[lane] {
                        Some(register) if rows.bits[lane] < constant.limit => {
                            self.bindings.constant(constant.slot.space, register, rows.bits[lane])[component]
                        }
                        _ => 0,
                    }),
                    undefined: rows.undefined | slots.1,
                }
            }
        };
        if source.modifier == Modifier::None { value } else { modify(value, source.modifier, source.kind) }
    }

    /// An index in each lane.
    pub(super) fn index(&self, index: DynamicIndex) -> Lanes {
        match index.relative {
            None => Lanes::splat(index.immediate),
            Some(Relative { register, component }) => {
                self.register(register).0[usize::from(component & 3)].map(|value| value.wrapping_add(index.immediate))
            }
        }
    }

    fn gather(&self, index: DynamicIndex, read: impl Fn(u32) -> u32) -> Lanes {
        self.index(index).map(read)
    }

    /// The register of a slot in each lane, none outside of its declared range, and the lanes with an undefined index.
    pub(super) fn slot(&self, slot: &SlotRef) -> ([Option<u32>; 4], LaneMask) {
        let index = self.index(slot.index);
        let inside = |register: u32| (slot.lower..=slot.upper).contains(&register).then_some(register);
        (index.bits.map(inside), index.undefined)
    }

    /// One of several registers; 0 out of range (semantics section 8, house rule).
    fn fetch_element(&self, element: &Element, component: usize) -> Lanes {
        let index = self.index(element.index);
        let mut result = Lanes { bits: [0; 4], undefined: index.undefined };
        for (lane, &number) in index.bits.iter().enumerate() {
            if number.wrapping_sub(element.first) < element.length {
                let value = self.register(element.base.wrapping_add(number)).0[component].value(lane);
                result.bits[lane] = value.bits;
                result.undefined |= LaneMask::from(!value.defined) << lane;
            }
        }
        result
    }

    /// The register of an input operand in each lane, none out of range.
    pub(super) fn input_number(&self, source: &Source) -> [Option<u32>; 4] {
        match &source.place {
            Place::Register(position) => [Some(*position); 4],
            Place::Element(element) => self.index(element.index).bits.map(|number| {
                (number.wrapping_sub(element.first) < element.length).then(|| element.base.wrapping_add(number))
            }),
            Place::Immediate(_) | Place::Constant(..) | Place::ConstantRow(_) | Place::ImmediateRow(_) => [None; 4],
        }
    }

    /// Writes the result of an instruction into one of its destinations: saturated if it says so, active lanes only.
    #[inline]
    pub(super) fn write(&mut self, inst: &Inst, destination: usize, values: &[Lanes; 4]) {
        let Some(dest) = inst.dst.get(destination) else { return };
        let index = self.element_index(dest);
        self.write_at(inst, dest, index, values);
    }

    /// Writes both results of an instruction, the second last. Its index is read before the first is written.
    pub(super) fn write_pair(&mut self, inst: &Inst, first: &[Lanes; 4], second: &[Lanes; 4]) {
        let [_, dest] = &inst.dst;
        let index = self.element_index(dest);
        self.write(inst, 0, first);
        self.write_at(inst, dest, index, second);
    }

    /// Writes the result of a read, and after it its status, which is no number and never saturated.
    pub(super) fn write_read(&mut self, inst: &Inst, values: &[Lanes; 4], status: &[Lanes; 4]) {
        let [_, dest] = &inst.dst;
        let index = self.element_index(dest);
        self.write(inst, 0, values);
        self.store_at(dest, index, status);
    }

    #[inline]
    fn write_at(&mut self, inst: &Inst, dest: &Dest, index: Lanes, values: &[Lanes; 4]) {
        let erring = self.code.options.nudge.map(|nudge| nudge.results(inst, values));
        let values = erring.as_ref().unwrap_or(values);
        if inst.saturate {
            self.store_at(dest, index, &values.map(|value| value.map(float::saturate)));
        } else {
            self.store_at(dest, index, values);
        }
    }

    /// The number of the element that a destination names, in each lane.
    fn element_index(&self, dest: &Dest) -> Lanes {
        match &dest.place {
            DestPlace::Element(element) => self.index(element.index),
            DestPlace::Null | DestPlace::Register(_) => Lanes::default(),
        }
    }

    /// Stores components in the active lanes.
    pub(super) fn store(&mut self, dest: &Dest, values: &[Lanes; 4]) {
        let index = self.element_index(dest);
        self.store_at(dest, index, values);
    }

    /// Stores components in the active lanes. `index` is the element of an indexed destination.
    fn store_at(&mut self, dest: &Dest, index: Lanes, values: &[Lanes; 4]) {
        let active = self.active;
        match &dest.place {
            DestPlace::Null => {}
            DestPlace::Register(position) => {
                if let Some(register) = self.registers.get_mut(*position as usize) {
                    for component in dest.components() {
                        merge(&mut register.0[component], values[component], active);
                    }
                }
            }
            DestPlace::Element(element) => {
                // A write to an unknown element could have been to any: nothing of the lane is sure any more.
                self.tainted |= index.undefined & active;
                for lane in lanes(active) {
                    let number = index.bits[lane];
                    if number.wrapping_sub(element.first) >= element.length {
                        continue;
                    }
                    if let Some(register) = self.register_mut(element.base.wrapping_add(number)) {
                        for component in dest.components() {
                            register.0[component].set(lane, values[component].value(lane));
                        }
                    }
                }
            }
        }
    }

    /// A component-wise function of one source.
    #[inline(always)]
    pub(super) fn map1(&mut self, inst: &Inst, f: impl Fn(u32) -> u32) {
        let mut out = [Lanes::default(); 4];
        for component in inst.dst[0].components() {
            out[component] = self.fetch(&inst.src[0], component).map(&f);
        }
        self.write(inst, 0, &out);
    }

    /// A component-wise function of two sources.
    #[inline(always)]
    pub(super) fn map2(&mut self, inst: &Inst, f: impl Fn(u32, u32) -> u32) {
        let mut out = [Lanes::default(); 4];
        for component in inst.dst[0].components() {
            let a = self.fetch(&inst.src[0], component);
            out[component] = a.zip(self.fetch(&inst.src[1], component), &f);
        }
        self.write(inst, 0, &out);
    }

    /// A component-wise function of three sources.
    #[inline(always)]
    pub(super) fn map3(&mut self, inst: &Inst, f: impl Fn(u32, u32, u32) -> u32) {
        let mut out = [Lanes::default(); 4];
        for component in inst.dst[0].components() {
            let [a, b, c] = [0, 1, 2].map(|source| self.fetch(&inst.src[source], component));
            out[component] = a.zip3(b, c, &f);
        }
        self.write(inst, 0, &out);
    }

    /// A component-wise function of two sources with two results, of which either may go to null.
    #[inline(always)]
    pub(super) fn map2_pair(&mut self, inst: &Inst, f: impl Fn(u32, u32) -> (u32, u32)) {
        let (mut first, mut second) = ([Lanes::default(); 4], [Lanes::default(); 4]);
        for component in lanes(inst.dst[0].mask | inst.dst[1].mask) {
            let a = self.fetch(&inst.src[0], component);
            let b = self.fetch(&inst.src[1], component);
            first[component] = a.zip(b, |a, b| f(a, b).0);
            second[component] = a.zip(b, |a, b| f(a, b).1);
        }
        self.write_pair(inst, &first, &second);
    }

    /// `o#`.
    pub(super) fn output(&self, number: u32) -> QuadRegister {
        self.register(layout::OUTPUT + number)
    }
}

fn merge(into: &mut Lanes, value: Lanes, active: LaneMask) {
    if active == ALL_LANES {
        *into = value;
        return;
    }
    for lane in lanes(active) {
        into.bits[lane] = value.bits[lane];
    }
    into.undefined = (into.undefined & !active) | (value.undefined & active);
}

/// Absolute value, then negation (semantics 3.2).
fn modify(value: Lanes, modifier: Modifier, kind: ModifierKind) -> Lanes {
    let (absolute, negate) = (modifier.takes_absolute(), modifier.negates());
    match kind {
        ModifierKind::Float => value.map(|bits| modify_float(bits, modifier)),
        ModifierKind::Int => value.map(|bits| {
            let bits = if absolute { bits.cast_signed().unsigned_abs() } else { bits };
            if negate { bits.wrapping_neg() } else { bits }
        }),
        ModifierKind::ByOpcode => value,
    }
}

/// A modifier on the sign bit of a float.
pub(super) fn modify_float(bits: u32, modifier: Modifier) -> u32 {
    let bits = if modifier.takes_absolute() { bits & 0x7fff_ffff } else { bits };
    if modifier.negates() { bits ^ 0x8000_0000 } else { bits }
}
