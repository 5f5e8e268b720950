//! 32-bit float arithmetic (semantics sections 2 and 5.2).
//!
//! Subnormal operands and results are zeros of the same sign, every step is rounded to nearest even, nothing is fused,
//! a NaN result is always 0x7fc00000. Functions that Direct3D bounds by an error are rounded from 64-bit results.

use dxbc_translator::opcode::Float;

use super::code::Inst;
use super::machine::Machine;
use super::quad::{self, Axis, Derivatives};
use super::value::Lanes;

/// The one NaN that arithmetic gives.
pub(super) const NAN: u32 = 0x7fc0_0000;

/// The greatest float below 1, the bound of frc.
const BELOW_ONE: f32 = 1.0 - f32::EPSILON / 2.0;

/// Executes a float opcode.
pub(super) fn execute(op: Float, machine: &mut Machine<'_>, inst: &Inst) {
    match op {
        Float::Add => machine.float2(inst, |a, b| a + b),
        Float::Mul => machine.float2(inst, |a, b| a * b),
        Float::Div => machine.float2(inst, |a, b| a / b),
        Float::Mad => machine.map3(inst, mad),
        Float::Dp2 => dot(machine, inst, 2),
        Float::Dp3 => dot(machine, inst, 3),
        Float::Dp4 => dot(machine, inst, 4),
        Float::Min => machine.float2(inst, min),
        Float::Max => machine.float2(inst, max),
        Float::Frc => machine.float1(inst, fraction),
        Float::RoundNe => machine.float1(inst, f32::round_ties_even),
        Float::RoundNi => machine.float1(inst, f32::floor),
        Float::RoundPi => machine.float1(inst, f32::ceil),
        Float::RoundZ => machine.float1(inst, f32::trunc),
        Float::Exp => machine.double1(inst, f64::exp2),
        Float::Log => machine.double1(inst, f64::log2),
        Float::Sqrt => machine.float1(inst, f32::sqrt),
        // 1 / -0 is -Inf, and so is rsq(-0).
        Float::Rsq => machine.double1(inst, |a| 1.0 / a.sqrt()),
        Float::Rcp => machine.float1(inst, |a| 1.0 / a),
        Float::Sincos => sincos(machine, inst),
        Float::DerivRtx | Float::DerivRtxCoarse => derivative(machine, inst, Axis::X, machine.code.options.derivatives),
        Float::DerivRty | Float::DerivRtyCoarse => derivative(machine, inst, Axis::Y, machine.code.options.derivatives),
        Float::DerivRtxFine => derivative(machine, inst, Axis::X, Derivatives::Fine),
        Float::DerivRtyFine => derivative(machine, inst, Axis::Y, Derivatives::Fine),
    }
}

/// The float that arithmetic sees: subnormals are zeros of their sign.
#[inline(always)]
pub(super) fn read(bits: u32) -> f32 {
    f32::from_bits(if bits & 0x7f80_0000 == 0 { bits & 0x8000_0000 } else { bits })
}

/// The bits of a result: subnormals are zeros of their sign, NaN is [`NAN`].
#[inline(always)]
pub(super) fn result(value: f32) -> u32 {
    let bits = value.to_bits();
    if value.is_nan() {
        NAN
    } else if bits & 0x7f80_0000 == 0 {
        bits & 0x8000_0000
    } else {
        bits
    }
}

/// `min(1, max(0, v))`: NaN and everything not positive give +0, subnormals flush.
pub(super) fn saturate(bits: u32) -> u32 {
    let value = read(bits);
    if value > 0.0 { value.min(1.0).to_bits() } else { 0 }
}

/// The lesser; the operand that is not NaN; -0 is less than +0.
fn min(a: f32, b: f32) -> f32 {
    if b.is_nan() || a < b || (a == b && a.is_sign_negative()) { a } else { b }
}

/// The greater; the operand that is not NaN; +0 is greater than -0.
fn max(a: f32, b: f32) -> f32 {
    if b.is_nan() || a > b || (a == b && a.is_sign_positive()) { a } else { b }
}

/// `s - floor(s)`, in [0, 1) also where the difference rounds to 1.
fn fraction(a: f32) -> f32 {
    let difference = a - a.floor();
    if difference >= 1.0 { BELOW_ONE } else { difference }
}

/// A product and a sum, each rounded.
fn mad(a: u32, b: u32, c: u32) -> u32 {
    let product = result(read(a) * read(b));
    result(read(product) + read(c))
}

impl Machine<'_> {
    /// A component-wise function of one float.
    #[inline(always)]
    fn float1(&mut self, inst: &Inst, f: impl Fn(f32) -> f32) {
        self.map1(inst, |a| result(f(read(a))));
    }

    /// A component-wise function of two floats.
    #[inline(always)]
    fn float2(&mut self, inst: &Inst, f: impl Fn(f32, f32) -> f32) {
        self.map2(inst, |a, b| result(f(read(a), read(b))));
    }

    /// A component-wise function of one float, computed in 64 bits and rounded once.
    fn double1(&mut self, inst: &Inst, f: impl Fn(f64) -> f64) {
        self.float1(inst, |a| round(f(f64::from(a))));
    }
}

/// The nearest float.
#[allow(clippy::cast_possible_truncation, reason = "rounding is what is wanted")]
pub(super) fn round(value: f64) -> f32 {
    value as f32
}

/// Products summed from left to right, the sum in every component.
fn dot(machine: &mut Machine<'_>, inst: &Inst, components: usize) {
    let product = |component: usize| {
        let a = machine.fetch(&inst.src[0], component);
        a.zip(machine.fetch(&inst.src[1], component), |a, b| result(read(a) * read(b)))
    };
    let sum = (1..components)
        .fold(product(0), |sum, component| sum.zip(product(component), |a, b| result(read(a) + read(b))));
    machine.write(inst, 0, &[sum; 4]);
}

/// d0 = sin, d1 = cos; the source is read before either is written.
fn sincos(machine: &mut Machine<'_>, inst: &Inst) {
    let (mut sines, mut cosines) = ([Lanes::default(); 4], [Lanes::default(); 4]);
    for component in 0..4 {
        let angle = machine.fetch(&inst.src[0], component);
        sines[component] = angle.map(|a| result(round(f64::from(read(a)).sin())));
        cosines[component] = angle.map(|a| result(round(f64::from(read(a)).cos())));
    }
    machine.write_pair(inst, &sines, &cosines);
}

fn derivative(machine: &mut Machine<'_>, inst: &Inst, axis: Axis, derivatives: Derivatives) {
    let sound = machine.active & !machine.tainted;
    let mut out = [Lanes::default(); 4];
    for component in inst.dst[0].components() {
        let value = machine.fetch(&inst.src[0], component);
        out[component] = quad::difference(value, axis, derivatives, sound, |to, from| result(read(to) - read(from)));
    }
    machine.write(inst, 0, &out);
}
