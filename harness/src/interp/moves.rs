//! Moves of bits (semantics 5.1). With a modifier or saturate the bits are floats; without they stay as they are.

use dxbc_translator::opcode::Move;

use super::code::Inst;
use super::machine::Machine;
use super::value::{Lanes, lanes};

/// Executes a move.
pub(super) fn execute(op: Move, machine: &mut Machine<'_>, inst: &Inst) {
    match op {
        // Bits of s0; modifiers act on the sign bit and flush nothing.
        Move::Mov => machine.map1(inst, |bits| bits),
        // Any bit of s0 ? s1 : s2; only the chosen source must be defined.
        Move::Movc => {
            let mut out = [Lanes::default(); 4];
            for component in inst.dst[0].components() {
                let [condition, yes, no] = [0, 1, 2].map(|source| machine.fetch(&inst.src[source], component));
                out[component] = choose(condition, yes, no);
            }
            machine.write(inst, 0, &out);
        }
        // d0 = s0 ? s2 : s1 and d1 = s0 ? s1 : s2; all sources are read before either is written.
        Move::Swapc => {
            let (mut first, mut second) = ([Lanes::default(); 4], [Lanes::default(); 4]);
            for component in lanes(inst.dst[0].mask | inst.dst[1].mask) {
                let [condition, a, b] = [0, 1, 2].map(|source| machine.fetch(&inst.src[source], component));
                first[component] = choose(condition, b, a);
                second[component] = choose(condition, a, b);
            }
            machine.write_pair(inst, &first, &second);
        }
    }
}

/// `yes` where any bit of the condition is set, `no` elsewhere.
pub(super) fn choose(condition: Lanes, yes: Lanes, no: Lanes) -> Lanes {
    let set = condition.nonzero();
    Lanes {
        bits: std::array::from_fn(|lane| if condition.bits[lane] != 0 { yes.bits[lane] } else { no.bits[lane] }),
        undefined: condition.undefined | (yes.undefined & set) | (no.undefined & !set),
    }
}
