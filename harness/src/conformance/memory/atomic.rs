//! Probes of the atomic opcodes: each pair of edge values on each kind of memory.
//!
//! A thread reads eight words of `t0`: into `r1` the address of the word that it works on and two operands, into `r2`
//! what the place of its own holds before and the address of that. It stores `r3` in `u1`: the old value that the opcode
//! gave, and what its own place of shared memory holds in the end.

use dxbc_translator::opcode::{Atomic, Info, Role};

use super::ground::{Ground, THREADS};
use super::meaning::{changed, is_order_free};
use super::{Known, MARKS, MemoryProbe, RESULT, head, marks};
use crate::generate::values::Lattice;

/// How the instruction is written, and who works on a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// Each thread on a word of its own.
    Plain,
    /// The destination is the register of the address and the operands.
    Overlap,
    /// The operands are literals.
    Literal,
    /// All threads of a group on a few words.
    Contended,
}

impl Form {
    const ALL: [Self; 4] = [Self::Plain, Self::Overlap, Self::Literal, Self::Contended];

    const fn label(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Overlap => ", destination is a source",
            Self::Literal => ", literals",
            Self::Contended => ", contended",
        }
    }
}

/// The operands of the form with literals.
const LITERALS: [u32; 2] = [0x8000_0001, 0x1234_5678];

/// Words that threads contend for.
const CONTENDED: u32 = 3;

/// What a thread does.
#[derive(Clone, Copy)]
struct Row {
    /// The place that it works on; none where the address is outside.
    place: Option<u32>,
    address: [u32; 2],
    operands: [u32; 2],
    /// What its own place holds before.
    before: u32,
}

/// The probes of an atomic opcode; none for those that count.
pub(super) fn probes(info: &'static Info, op: Atomic) -> Vec<MemoryProbe> {
    if matches!(op, Atomic::ImmAtomicAlloc | Atomic::ImmAtomicConsume) {
        return Vec::new();
    }
    let gives = gives(info);
    let mut probes = Vec::new();
    for ground in Ground::ALL {
        for form in Form::ALL {
            if form == Form::Contended && !is_order_free(op) || form == Form::Overlap && !gives {
                continue;
            }
            probes.push(probe(info, op, ground, form, gives));
        }
    }
    probes
}

/// Whether an opcode gives the old value.
fn gives(info: &Info) -> bool {
    matches!(info.roles.first(), Some(Role::Dst(_)))
}

/// Every pair of edge values; of opcodes that compare, every other pair is equal.
fn pairs(op: Atomic) -> Vec<(u32, [u32; 2])> {
    let values = Lattice::Integers.values();
    let compares = matches!(op, Atomic::AtomicCmpStore | Atomic::ImmAtomicCmpExch);
    let pairs = values.iter().flat_map(|&before| values.iter().map(move |&by| (before, by)));
    let second = values.iter().rev().cycle();
    let operand = |at: usize, before, by| if compares && at.is_multiple_of(2) { before } else { by };
    pairs
        .zip(second)
        .enumerate()
        .map(|(at, ((before, by), &second))| (before, [operand(at, before, by), second]))
        .collect()
}

/// The rows of whole groups, and the places of the memory.
fn rows(op: Atomic, ground: Ground, form: Form) -> (Vec<Row>, u32) {
    let pairs = pairs(op);
    let inside = pairs.len() as u32;
    let places = if ground.is_shared() { THREADS } else { inside };
    let outside = if ground.is_shared() { Vec::new() } else { ground.outside(inside) };
    let count = (inside + outside.len() as u32).next_multiple_of(THREADS);
    let row = |number: u32| {
        let (before, operands) = pairs[number as usize % pairs.len()];
        let operands = if form == Form::Literal { LITERALS } else { operands };
        let beyond = number.checked_sub(inside).and_then(|beyond| outside.get(beyond as usize % outside.len().max(1)));
        if let Some(&address) = beyond {
            return Row { place: None, address, operands, before };
        }
        let place = if form == Form::Contended { number % CONTENDED } else { number % places };
        Row { place: Some(place), address: ground.place(place), operands, before }
    };
    ((0..count).map(row).collect(), places)
}

fn text(info: &Info, ground: Ground, form: Form, places: u32) -> String {
    let mut text = head(&ground.declaration(places));
    text.push_str(&ground.begin(&ground.operands("r2", ['y', 'z']), "r2.x"));
    let compares = info.roles.iter().filter(|role| matches!(role, Role::Scalar(_))).count() == 2;
    let address = ground.address("r1", ['x', 'y']);
    let operands = match (form == Form::Literal, compares) {
        (false, false) => "r1.z".to_owned(),
        (false, true) => "r1.z, r1.w".to_owned(),
        (true, false) => format!("l({:#x})", LITERALS[0]),
        (true, true) => format!("l({:#x}), l({:#x})", LITERALS[0], LITERALS[1]),
    };
    let destination = match (gives(info), form) {
        (false, _) => "",
        (true, Form::Overlap) => "r1.x, ",
        // Who comes first gets which old value is nobody's to say.
        (true, Form::Contended) => "r0.w, ",
        (true, Form::Plain | Form::Literal) => "r3.x, ",
    };
    text.push_str(&format!("{} {destination}{}, {address}, {operands}\n", info.mnemonic, ground.register()));
    if form == Form::Overlap {
        text.push_str("mov r3.x, r1.x\n");
    }
    if ground.is_shared() {
        let own = ground.operands("r2", ['y', 'z']);
        text.push_str(&format!("sync_g_t\nld_{} r3.y, {own}, g0.xxxx\n", ground.suffix()));
    }
    text + RESULT
}

fn probe(info: &'static Info, op: Atomic, ground: Ground, form: Form, gives: bool) -> MemoryProbe {
    let (rows, places) = rows(op, ground, form);
    let own = |number: usize| ground.place(number as u32 % places);
    let arguments = rows.iter().enumerate().flat_map(|(number, row)| {
        let ([x, y], [own_x, own_y]) = (row.address, own(number));
        [x, y, row.operands[0], row.operands[1], row.before, own_x, own_y, 0]
    });
    let arguments = arguments.collect();
    let mut results: Vec<Option<u32>> = marks(rows.len());
    let mut memory = vec![0; ground.words(places)];
    for (place, row) in (0..places).zip(&rows) {
        memory[ground.word(place)] = row.before;
    }
    let before = memory.clone();
    let groups: Vec<&[Row]> = rows.chunks(THREADS as usize).collect();
    for (number, group) in groups.iter().enumerate() {
        let first = number * THREADS as usize;
        if ground.is_shared() {
            (0..places).zip(group.iter()).for_each(|(place, row)| memory[ground.word(place)] = row.before);
        }
        for (thread, row) in group.iter().enumerate() {
            let old = row.place.map(|place| {
                let word = &mut memory[ground.word(place)];
                std::mem::replace(word, changed(op, *word, row.operands[0], row.operands[1]))
            });
            if gives && form != Form::Contended {
                // What an access past the end gives is not defined.
                results[(first + thread) * MARKS.len()] = old;
            }
        }
        if ground.is_shared() {
            for place in 0..places {
                results[(first + place as usize) * MARKS.len() + 1] = Some(memory[ground.word(place)]);
            }
        }
    }
    let mut probe = MemoryProbe::new(
        info,
        format!("{}{}", ground.label(), form.label()),
        text(info, ground, form, places),
        arguments,
    );
    if let Some(view) = ground.view(&before) {
        probe.view(0, view, Known::words(memory.into_iter().map(Some).collect()));
    }
    probe.results(results);
    probe
}
