//! Probes of the opcodes that count the hidden counter of a view of structures.

use dxbc_translator::opcode::{Atomic, Info};

use super::ground::THREADS;
use super::{Known, MARKS, MemoryProbe, RESULT, head, marks};
use crate::case::dispatch::ViewPart;
use crate::conformance::rule::Rule;
use crate::interp::{View, ViewKind};

/// What the counter is before: some with a wrap round the end of 32 bits, which nothing stops.
const STARTS: [u32; 6] = [0, 5, 63, 0x7fff_ffff, 0xffff_ffc1, u32::MAX];

/// Structures of the view; a counter may be past them.
const STRUCTURES: usize = 4;

/// Which threads count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// The first one, five times.
    Repeated,
    /// All of two groups, once.
    All,
    /// Every third, once.
    Some,
}

/// The probes of an opcode that counts; none for one that works on words.
pub(super) fn probes(info: &'static Info, op: Atomic) -> Vec<MemoryProbe> {
    if !matches!(op, Atomic::ImmAtomicAlloc | Atomic::ImmAtomicConsume) {
        return Vec::new();
    }
    let forms = [Form::Repeated, Form::All, Form::Some];
    forms.iter().flat_map(|&form| STARTS.map(|start| probe(info, op == Atomic::ImmAtomicAlloc, form, start))).collect()
}

/// What the `number`th of those that count is given: the counter before it rises, or after it falls.
const fn given(rises: bool, start: u32, number: u32) -> u32 {
    if rises { start.wrapping_add(number) } else { start.wrapping_sub(number + 1) }
}

fn probe(info: &'static Info, rises: bool, form: Form, start: u32) -> MemoryProbe {
    let threads = 2 * THREADS;
    let line = format!("{} r4.x, u0\n", info.mnemonic);
    let mut results = marks(threads as usize);
    let mut text = head("dcl_uav_structured_opc u0, 4");
    let count = match form {
        Form::Repeated => {
            text.push_str("ieq r5.x, vThreadID.x, l(0)\nif_nz r5.x\n");
            for component in ["x", "y", "z", "w", "x"] {
                text.push_str(&line.replacen("r4.x", &format!("r3.{component}"), 1));
            }
            text.push_str("endif\n");
            let last = [4, 1, 2, 3].map(|number| Some(given(rises, start, number)));
            results[..MARKS.len()].copy_from_slice(&last);
            5
        }
        // Nobody says which thread is given which number, but each number from first to last is given to one. A thread
        // marks the results of the one that it is given.
        Form::All | Form::Some => {
            let every = if form == Form::All { 1 } else { 3 };
            let count = threads.div_ceil(every);
            let (from, sign) = if rises { (start, "r4.x, -r5.x") } else { (start.wrapping_sub(1), "r5.x, -r4.x") };
            text.push_str(&format!(
                "udiv null, r5.y, vThreadID.x, l({every})\nif_z r5.y\n{line}mov r5.x, l({from:#x})\niadd r4.y, {sign}\n\
                 ishl r4.y, r4.y, l(4)\nstore_raw u1.x, r4.y, l(1)\nendif\n"
            ));
            for thread in 0..threads as usize {
                let word = &mut results[thread * MARKS.len()..][..MARKS.len()];
                word.copy_from_slice(&[Some(u32::from(thread < count as usize)), Some(0), Some(0), Some(0)]);
            }
            count
        }
    };
    text.push_str(if form == Form::Repeated { RESULT } else { "ret\n" });
    let form = format!("counter of {start:#x}, {form:?}");
    let mut probe = MemoryProbe::new(info, form, text, vec![0; threads as usize * 8]);
    let after = if rises { start.wrapping_add(count) } else { start.wrapping_sub(count) };
    let view = View::new(ViewKind::Structured { stride: 4 }, &[9; STRUCTURES], start);
    probe.view(0, view, Known { part: ViewPart::Counter, words: vec![Some(after)], rule: Rule::Bits });
    probe.known.push((0, Known::words(vec![Some(9); STRUCTURES])));
    probe.results(results);
    probe
}
