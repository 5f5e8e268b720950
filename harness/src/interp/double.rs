//! 64-bit floats (semantics 5.9): a double is a lane pair, its low dword in x or z, its high dword in y or w.
//!
//! Subnormals are kept. The first pair of a destination belongs to the first pair of each swizzled source, the second
//! to the second; results of 32 bits go to the first and the second written lane.

use dxbc_translator::opcode::Double;
use dxbc_translator::program::Modifier;

use super::code::{Inst, Source};
use super::compare::mask;
use super::float;
use super::machine::Machine;
use super::moves::choose;
use super::nudge::Nudge;
use super::value::{LaneMask, Lanes};

/// One double in the four lanes.
#[derive(Clone, Copy)]
struct Doubles {
    values: [f64; 4],
    undefined: LaneMask,
}

/// Executes a double opcode.
pub(super) fn execute(op: Double, machine: &mut Machine<'_>, inst: &Inst) {
    match op {
        Double::Dadd => arithmetic(machine, inst, |[a, b, _]| a + b),
        Double::Dmul => arithmetic(machine, inst, |[a, b, _]| a * b),
        Double::Ddiv => arithmetic(machine, inst, |[a, b, _]| a / b),
        Double::Dfma => arithmetic(machine, inst, |[a, b, c]| a.mul_add(b, c)),
        Double::Drcp => arithmetic(machine, inst, |[a, _, _]| 1.0 / a),
        Double::Dmax => combine(machine, inst, None, |[a, b, _]| max(a, b)),
        Double::Dmin => combine(machine, inst, None, |[a, b, _]| -max(-a, -b)),
        Double::Deq => narrow(machine, inst, |a, b| mask(a == b)),
        Double::Dge => narrow(machine, inst, |a, b| mask(a >= b)),
        Double::Dlt => narrow(machine, inst, |a, b| mask(a < b)),
        Double::Dne => narrow(machine, inst, |a, b| mask(a != b)),
        Double::Dmov => mov(machine, inst),
        Double::Dmovc => movc(machine, inst),
        // Rounded to nearest even; a result that is subnormal as a float flushes.
        Double::Dtof => narrow(machine, inst, |a, _| float::result(float::round(a))),
        #[allow(clippy::cast_possible_truncation, reason = "the cast clamps as Direct3D does")]
        Double::Dtoi => narrow(machine, inst, |a, _| (a as i32).cast_unsigned()),
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast clamps as Direct3D does")]
        Double::Dtou => narrow(machine, inst, |a, _| a as u32),
        Double::Ftod => widen(machine, inst, |a| f64::from(float::read(a))),
        Double::Itod => widen(machine, inst, |a| f64::from(a.cast_signed())),
        Double::Utod => widen(machine, inst, f64::from),
    }
}

/// The greater; the operand that is not NaN; +0 is greater than -0.
fn max(a: f64, b: f64) -> f64 {
    if b.is_nan() || a > b || (a == b && a.is_sign_positive()) { a } else { b }
}

/// A pair of a source as a double, with its modifier.
fn fetch(machine: &Machine<'_>, source: &Source, pair: usize) -> Doubles {
    let low = machine.fetch(source, pair * 2);
    let high = modify(machine.fetch(source, pair * 2 + 1), source.modifier);
    Doubles {
        values: std::array::from_fn(|lane| {
            f64::from_bits(u64::from(high.bits[lane]) << 32 | u64::from(low.bits[lane]))
        }),
        undefined: low.undefined | high.undefined,
    }
}

/// A modifier on the sign bit of the high dword.
fn modify(high: Lanes, modifier: Modifier) -> Lanes {
    high.map(|bits| super::machine::modify_float(bits, modifier))
}

/// The pairs that a destination writes: xy, zw.
fn pairs(inst: &Inst) -> impl Iterator<Item = usize> {
    let mask = inst.dst[0].mask;
    (0..2).filter(move |pair| mask >> (pair * 2) & 3 != 0)
}

/// Doubles as two components, saturated if the instruction says so.
fn split(inst: &Inst, value: Doubles) -> [Lanes; 2] {
    let saturate = |value: f64| if value > 0.0 { value.min(1.0) } else { 0.0 };
    let bits = value.values.map(|value| if inst.saturate { saturate(value) } else { value }.to_bits());
    [0, 32]
        .map(|shift| Lanes { bits: bits.map(|bits| (bits >> shift & 0xffff_ffff) as u32), undefined: value.undefined })
}

/// Arithmetic, which errs where it is asked to.
fn arithmetic(machine: &mut Machine<'_>, inst: &Inst, f: impl Fn([f64; 3]) -> f64) {
    combine(machine, inst, machine.code.options.nudge, f);
}

fn combine(machine: &mut Machine<'_>, inst: &Inst, nudge: Option<Nudge>, f: impl Fn([f64; 3]) -> f64) {
    let mut out = [Lanes::default(); 4];
    for pair in pairs(inst) {
        let sources = [0, 1, 2].map(|source| fetch(machine, &inst.src[source], pair));
        let erring = |value: f64, salt: usize| match nudge {
            Some(nudge) => nudge.double(value, inst.number * 8 + (pair * 4 + salt) as u32),
            None => value,
        };
        let value = Doubles {
            values: std::array::from_fn(|lane| {
                let operands = [0, 1, 2].map(|source| erring(sources[source].values[lane], source));
                canonical(erring(f(operands), 3))
            }),
            undefined: sources.iter().fold(0, |undefined, source| undefined | source.undefined),
        };
        put(&mut out, pair, split(inst, value));
    }
    machine.store(&inst.dst[0], &out);
}

/// Every NaN result has the same bits.
fn canonical(value: f64) -> f64 {
    if value.is_nan() { f64::from_bits(0x7ff8 << 48) } else { value }
}

fn put(out: &mut [Lanes; 4], pair: usize, [low, high]: [Lanes; 2]) {
    out[pair * 2] = low;
    out[pair * 2 + 1] = high;
}

/// A copy of bits; saturate makes it a double move.
fn mov(machine: &mut Machine<'_>, inst: &Inst) {
    let mut out = [Lanes::default(); 4];
    for pair in pairs(inst) {
        put(&mut out, pair, split(inst, fetch(machine, &inst.src[0], pair)));
    }
    machine.store(&inst.dst[0], &out);
}

/// Pair xy by lane x of the condition, pair zw by its lane y.
fn movc(machine: &mut Machine<'_>, inst: &Inst) {
    let mut out = [Lanes::default(); 4];
    for pair in pairs(inst) {
        let condition = machine.fetch(&inst.src[0], pair);
        let [yes, no] = [1, 2].map(|source| fetch(machine, &inst.src[source], pair));
        let halves = |value: Doubles| {
            let bits = value.values.map(f64::to_bits);
            [0, 32].map(|shift| Lanes {
                bits: bits.map(|bits| (bits >> shift & 0xffff_ffff) as u32),
                undefined: value.undefined,
            })
        };
        let ([yes_low, yes_high], [no_low, no_high]) = (halves(yes), halves(no));
        let (low, high) = (choose(condition, yes_low, no_low), choose(condition, yes_high, no_high));
        let chosen = Doubles {
            values: std::array::from_fn(|lane| {
                f64::from_bits(u64::from(high.bits[lane]) << 32 | u64::from(low.bits[lane]))
            }),
            undefined: low.undefined,
        };
        put(&mut out, pair, split(inst, chosen));
    }
    machine.store(&inst.dst[0], &out);
}

/// Results of 32 bits: the first written lane belongs to the first pair, the second to the second.
fn narrow(machine: &mut Machine<'_>, inst: &Inst, f: impl Fn(f64, f64) -> u32) {
    let mut out = [Lanes::default(); 4];
    for (pair, component) in inst.dst[0].components().take(2).enumerate() {
        let a = fetch(machine, &inst.src[0], pair);
        let b = fetch(machine, &inst.src[1], pair);
        out[component] = Lanes {
            bits: std::array::from_fn(|lane| f(a.values[lane], b.values[lane])),
            undefined: a.undefined | b.undefined,
        };
    }
    machine.write(inst, 0, &out);
}

/// Doubles of 32-bit values: lane x gives pair xy, lane y gives pair zw.
fn widen(machine: &mut Machine<'_>, inst: &Inst, f: impl Fn(u32) -> f64) {
    let mut out = [Lanes::default(); 4];
    for pair in pairs(inst) {
        let source = machine.fetch(&inst.src[0], pair);
        let value = Doubles { values: source.bits.map(&f), undefined: source.undefined };
        put(&mut out, pair, split(inst, value));
    }
    machine.store(&inst.dst[0], &out);
}
