//! Conversions between floats, integers and halves (semantics 5.7 and 5.8).

use dxbc_translator::opcode::Convert;

use super::code::Inst;
use super::float;
use super::machine::{Machine, modify_float};
use super::value::Lanes;

/// Executes a conversion.
pub(super) fn execute(op: Convert, machine: &mut Machine<'_>, inst: &Inst) {
    match op {
        // Toward zero, clamped to the range, NaN gives 0: what a cast does.
        #[allow(clippy::cast_possible_truncation, reason = "the cast clamps as Direct3D does")]
        Convert::Ftoi => machine.map1(inst, |a| (float::read(a) as i32).cast_unsigned()),
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast clamps as Direct3D does")]
        Convert::Ftou => machine.map1(inst, |a| float::read(a) as u32),
        // To the nearest float, ties to even.
        #[allow(clippy::cast_precision_loss, reason = "rounding is what is wanted")]
        Convert::Itof => machine.map1(inst, |a| (a.cast_signed() as f32).to_bits()),
        #[allow(clippy::cast_precision_loss, reason = "rounding is what is wanted")]
        Convert::Utof => machine.map1(inst, |a| (a as f32).to_bits()),
        Convert::F32tof16 => machine.map1(inst, |a| u32::from(half_from_float(a))),
        Convert::F16tof32 => half_to_float_op(machine, inst),
    }
}

/// Modifiers act on the float, not on the integer that holds the half.
fn half_to_float_op(machine: &mut Machine<'_>, inst: &Inst) {
    let source = &inst.src[0];
    let mut out = [Lanes::default(); 4];
    for component in inst.dst[0].components() {
        out[component] =
            machine.fetch(source, component).map(|a| modify_float(half_to_float(a & 0xffff), source.modifier));
    }
    machine.write(inst, 0, &out);
}

/// The exact float of a half in the low 16 bits; subnormals become normal, infinities and NaN stay such.
pub(super) fn half_to_float(half: u32) -> u32 {
    small_float(half & 0x7fff, 10) | (half & 0x8000) << 16
}

/// The exact float of an unsigned float with five exponent bits above `mantissa_bits` (half, 11 and 10-bit floats).
pub(super) fn small_float(bits: u32, mantissa_bits: u32) -> u32 {
    let mantissa = bits & ((1 << mantissa_bits) - 1);
    let exponent = bits >> mantissa_bits & 31;
    let fraction = mantissa << (23 - mantissa_bits);
    match exponent {
        0 if mantissa == 0 => 0,
        // mantissa * 2^(-14 - mantissa_bits): shift its leading bit to the place of the implicit one.
        0 => {
            let top = 31 - mantissa.leading_zeros();
            let exponent = 127 - 14 - mantissa_bits + top;
            exponent << 23 | (mantissa << (23 - top) & 0x007f_ffff)
        }
        31 => 0x7f80_0000 | fraction,
        _ => (exponent + 127 - 15) << 23 | fraction,
    }
}

/// The half nearest toward zero: a finite float never becomes infinite, a NaN stays one.
pub(super) fn half_from_float(bits: u32) -> u16 {
    let sign = if bits >> 31 == 0 { 0 } else { 0x8000 };
    let magnitude = bits & 0x7fff_ffff;
    let exponent = magnitude >> 23;
    let significand = magnitude & 0x007f_ffff | 0x0080_0000;
    let half = match exponent {
        255 if magnitude > 0x7f80_0000 => 0x7e00,
        255 => 0x7c00,
        // 2^16 and more: the greatest finite half.
        143.. => 0x7bff,
        // 2^-14 to 2^16: the exponent changes its bias, 13 mantissa bits go.
        113..=142 => (exponent - 112) << 10 | magnitude >> 13 & 0x3ff,
        // 2^-24 to 2^-14: units of 2^-24; the significand counts units of 2^(exponent - 150).
        103..=112 => significand >> (126 - exponent),
        _ => 0,
    };
    sign | (half & 0x7fff) as u16
}
