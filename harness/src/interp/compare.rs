//! Comparisons (semantics 5.3 and 5.5): the result is all ones where they hold and 0 elsewhere.

use dxbc_translator::opcode::Compare;

use super::code::Inst;
use super::float::read;
use super::machine::Machine;

/// Executes a comparison.
pub(super) fn execute(op: Compare, machine: &mut Machine<'_>, inst: &Inst) {
    match op {
        // With NaN false, but ne true; subnormals compare as zeros.
        Compare::Eq => machine.map2(inst, |a, b| mask(read(a) == read(b))),
        Compare::Ge => machine.map2(inst, |a, b| mask(read(a) >= read(b))),
        Compare::Lt => machine.map2(inst, |a, b| mask(read(a) < read(b))),
        Compare::Ne => machine.map2(inst, |a, b| mask(read(a) != read(b))),
        Compare::Ieq => machine.map2(inst, |a, b| mask(a == b)),
        Compare::Ine => machine.map2(inst, |a, b| mask(a != b)),
        Compare::Ige => machine.map2(inst, |a, b| mask(a.cast_signed() >= b.cast_signed())),
        Compare::Ilt => machine.map2(inst, |a, b| mask(a.cast_signed() < b.cast_signed())),
        Compare::Uge => machine.map2(inst, |a, b| mask(a >= b)),
        Compare::Ult => machine.map2(inst, |a, b| mask(a < b)),
    }
}

/// All ones or 0.
pub(super) const fn mask(holds: bool) -> u32 {
    if holds { u32::MAX } else { 0 }
}
