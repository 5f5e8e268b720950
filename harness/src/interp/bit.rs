//! Bitwise operations, shifts and bit fields (semantics 5.6). Shift counts, widths and offsets have five bits.

use dxbc_translator::opcode::Bit;

use super::code::Inst;
use super::machine::Machine;
use super::value::{Lanes, lanes_where};

/// The five bits of a shift count, width or offset.
const COUNT: u32 = 31;

/// Executes a bit opcode.
pub(super) fn execute(op: Bit, machine: &mut Machine<'_>, inst: &Inst) {
    match op {
        Bit::And => logic(machine, inst, 0, |a, b| a & b),
        Bit::Or => logic(machine, inst, u32::MAX, |a, b| a | b),
        Bit::Xor => machine.map2(inst, |a, b| a ^ b),
        Bit::Not => machine.map1(inst, |a| !a),
        Bit::Ishl => machine.map2(inst, |a, count| a << (count & COUNT)),
        Bit::Ushr => machine.map2(inst, |a, count| a >> (count & COUNT)),
        Bit::Ishr => machine.map2(inst, |a, count| (a.cast_signed() >> (count & COUNT)).cast_unsigned()),
        Bit::Countbits => machine.map1(inst, u32::count_ones),
        Bit::FirstbitHi => machine.map1(inst, from_top),
        Bit::FirstbitLo => machine.map1(inst, |a| if a == 0 { u32::MAX } else { a.trailing_zeros() }),
        // The first bit unlike the sign.
        Bit::FirstbitShi => machine.map1(inst, |a| from_top(if a.cast_signed() < 0 { !a } else { a })),
        Bit::Ubfe => machine.map3(inst, |width, offset, value| field(width, offset, value).map_or(0, |(_, f)| f)),
        Bit::Ibfe => machine.map3(inst, |width, offset, value| {
            field(width, offset, value).map_or(0, |(unused, f)| ((f << unused).cast_signed() >> unused).cast_unsigned())
        }),
        Bit::Bfi => insert(machine, inst),
        Bit::Bfrev => machine.map1(inst, u32::reverse_bits),
    }
}

/// Position of the highest set bit counted from bit 31; all ones if none is set.
fn from_top(value: u32) -> u32 {
    if value == 0 { u32::MAX } else { value.leading_zeros() }
}

/// A field of `value`, and the number of bits above it once it stands lowest; none if its width is 0.
///
/// A field that reaches past bit 31 ends there.
fn field(width: u32, offset: u32, value: u32) -> Option<(u32, u32)> {
    let (width, offset) = (width & COUNT, offset & COUNT);
    let width = width.min(32 - offset);
    let unused = 32u32.checked_sub(width).filter(|_| width != 0)?;
    Some((unused, value >> offset & u32::MAX >> unused))
}

/// `and` and `or`: where one source is defined and decides the result, the other need not be defined.
fn logic(machine: &mut Machine<'_>, inst: &Inst, decides: u32, f: impl Fn(u32, u32) -> u32) {
    let mut out = [Lanes::default(); 4];
    for component in inst.dst[0].components() {
        let a = machine.fetch(&inst.src[0], component);
        let b = machine.fetch(&inst.src[1], component);
        let mut value = a.zip(b, &f);
        if value.undefined != 0 {
            let decided = |side: Lanes| lanes_where(|lane| side.bits[lane] == decides) & !side.undefined;
            let sure = decided(a) | decided(b);
            value.undefined &= !sure;
            for lane in super::value::lanes(sure) {
                value.bits[lane] = decides;
            }
        }
        out[component] = value;
    }
    machine.write(inst, 0, &out);
}

/// s3 with the low `s0` bits of s2 at bit `s1`; bits past 31 are lost, a width of 0 gives s3.
fn insert(machine: &mut Machine<'_>, inst: &Inst) {
    let mut out = [Lanes::default(); 4];
    for component in inst.dst[0].components() {
        let [width, offset, value, base] = [0, 1, 2, 3].map(|source| machine.fetch(&inst.src[source], component));
        let mask = width.zip(offset, |width, offset| ((1 << (width & COUNT)) - 1) << (offset & COUNT));
        let moved = value.zip(offset, |value, offset| value << (offset & COUNT));
        out[component] = mask.zip3(moved, base, |mask, moved, base| (moved & mask) | (base & !mask));
    }
    machine.write(inst, 0, &out);
}
