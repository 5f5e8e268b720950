//! Integer arithmetic modulo 2^32 (semantics 5.4).

use dxbc_translator::opcode::Int;

use super::code::Inst;
use super::machine::Machine;
use super::value::{Lanes, lanes_where};

/// Executes an integer opcode.
pub(super) fn execute(op: Int, machine: &mut Machine<'_>, inst: &Inst) {
    match op {
        Int::Iadd => machine.map2(inst, u32::wrapping_add),
        Int::Imad | Int::Umad => machine.map3(inst, |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
        Int::Imax => machine.map2(inst, |a, b| a.cast_signed().max(b.cast_signed()).cast_unsigned()),
        Int::Imin => machine.map2(inst, |a, b| a.cast_signed().min(b.cast_signed()).cast_unsigned()),
        Int::Umax => machine.map2(inst, u32::max),
        Int::Umin => machine.map2(inst, u32::min),
        Int::Ineg => machine.map1(inst, u32::wrapping_neg),
        // d0 = high, d1 = low half of the 64-bit product.
        Int::Imul => machine
            .map2_pair(inst, |a, b| halves((i64::from(a.cast_signed()) * i64::from(b.cast_signed())).cast_unsigned())),
        Int::Umul => machine.map2_pair(inst, |a, b| halves(u64::from(a) * u64::from(b))),
        // d0 = quotient, d1 = remainder; both all ones for a divisor of 0.
        Int::Udiv => {
            machine
                .map2_pair(inst, |a, b| (a.checked_div(b).unwrap_or(u32::MAX), a.checked_rem(b).unwrap_or(u32::MAX)));
        }
        // d1 = 1 on carry or borrow, an integer and no mask.
        Int::Uaddc => machine.map2_pair(inst, |a, b| (a.wrapping_add(b), u32::from(a.checked_add(b).is_none()))),
        Int::Usubb => machine.map2_pair(inst, |a, b| (a.wrapping_sub(b), u32::from(a < b))),
        Int::Msad => masked_sum(machine, inst),
    }
}

/// The high and the low 32 bits.
fn halves(value: u64) -> (u32, u32) {
    ((value >> 32) as u32, (value & 0xffff_ffff) as u32)
}

/// For each of the four bytes whose reference byte is not 0 the absolute difference is added to s2.
///
/// What an overflow gives is free: it saturates here and is undefined.
fn masked_sum(machine: &mut Machine<'_>, inst: &Inst) {
    let mut out = [Lanes::default(); 4];
    for component in inst.dst[0].components() {
        let [reference, source, sum] = [0, 1, 2].map(|operand| machine.fetch(&inst.src[operand], component));
        let difference = reference.zip(source, byte_differences);
        let overflows = lanes_where(|lane| sum.bits[lane].checked_add(difference.bits[lane]).is_none());
        out[component] = sum.zip(difference, u32::saturating_add);
        out[component].undefined |= overflows;
    }
    machine.write(inst, 0, &out);
}

fn byte_differences(reference: u32, source: u32) -> u32 {
    std::iter::zip(reference.to_le_bytes(), source.to_le_bytes())
        .filter(|&(reference, _)| reference != 0)
        .map(|(reference, source)| u32::from(reference.abs_diff(source)))
        .sum()
}
