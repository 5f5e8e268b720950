//! Literals as text: floats, integers, and the guess between them where the opcode does not say.

use super::text::{Style, Text, put};
use crate::opcode::{Bit, Buffer, Compare, Convert, Double, Float, Opcode, Texture};

/// How Microsoft's disassembler spells the 32-bit literals of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Literals {
    /// All as floats.
    Float,
    /// All as integers.
    Int,
    /// Each as what its bits look like.
    Guess,
}

/// How the literals of an opcode are spelt. It is a property of the text and not of the operands: `rcp` has
/// a float operand and integer literals.
pub(super) const fn literals(opcode: Opcode) -> Literals {
    match opcode {
        Opcode::Move(_) | Opcode::Buffer(Buffer::StoreUavTyped | Buffer::StoreRaw | Buffer::StoreStructured) => {
            Literals::Guess
        }
        Opcode::Float(
            Float::Rcp | Float::DerivRtxCoarse | Float::DerivRtxFine | Float::DerivRtyCoarse | Float::DerivRtyFine,
        ) => Literals::Int,
        Opcode::Float(_)
        | Opcode::Compare(Compare::Eq | Compare::Ge | Compare::Lt | Compare::Ne)
        | Opcode::Convert(Convert::Ftoi | Convert::Ftou | Convert::F32tof16) => Literals::Float,
        Opcode::Double(Double::Dfma | Double::Drcp | Double::Dtoi | Double::Dtou | Double::Itod | Double::Utod) => {
            Literals::Int
        }
        Opcode::Double(_) => Literals::Float,
        Opcode::Texture(
            Texture::Sample
            | Texture::SampleC
            | Texture::SampleCLz
            | Texture::SampleL
            | Texture::SampleD
            | Texture::SampleB
            | Texture::Gather4
            | Texture::Gather4C
            | Texture::Gather4S
            | Texture::Gather4CS
            | Texture::SampleLS
            | Texture::SampleCLzS
            | Texture::SampleClS
            | Texture::SampleBClS
            | Texture::SampleDClS
            | Texture::SampleCClS,
        ) => Literals::Float,
        Opcode::Compare(_)
        | Opcode::Int(_)
        | Opcode::Bit(
            Bit::And
            | Bit::Ishl
            | Bit::Ishr
            | Bit::Not
            | Bit::Or
            | Bit::Ushr
            | Bit::Xor
            | Bit::Countbits
            | Bit::FirstbitHi
            | Bit::FirstbitLo
            | Bit::FirstbitShi
            | Bit::Ubfe
            | Bit::Ibfe
            | Bit::Bfi
            | Bit::Bfrev,
        )
        | Opcode::Convert(_)
        | Opcode::Texture(_)
        | Opcode::Buffer(_)
        | Opcode::Atomic(_)
        | Opcode::Eval(_)
        | Opcode::Flow(_)
        | Opcode::Stage(_)
        | Opcode::Declare(_) => Literals::Int,
    }
}

/// Writes a 32-bit literal.
pub(super) fn literal32(text: &mut Text, bits: u32, literals: Literals, style: Style) {
    match literals {
        Literals::Float => float32(text, bits, style),
        Literals::Int => int32(text, bits),
        Literals::Guess if is_small(bits) => int32(text, bits),
        Literals::Guess => {
            let value = f32::from_bits(bits);
            if value.is_normal() || value == 0.0 { float32(text, bits, style) } else { int32(text, bits) }
        }
    }
}

/// Integers up to this size are decimal, the rest hexadecimal.
const SMALL: u32 = 10_000;

const fn is_small(bits: u32) -> bool {
    bits.cast_signed().unsigned_abs() <= SMALL
}

fn int32(text: &mut Text, bits: u32) {
    if is_small(bits) {
        put!(text, "{}", bits.cast_signed());
    } else {
        put!(text, "{bits:#010x}");
    }
}

/// Writes a float with six decimals, as the C library of Microsoft's disassembler does.
pub(super) fn float32(text: &mut Text, bits: u32, style: Style) {
    let value = f32::from_bits(bits);
    match style {
        Style::Microsoft => fixed(text, f64::from(value)),
        Style::Exact if !value.is_finite() => put!(text, "{bits:#010x}"),
        Style::Exact => {
            let start = text.0.len();
            fixed(text, f64::from(value));
            if written(text, start).parse::<f32>().ok().map(f32::to_bits) != Some(bits) {
                text.0.truncate(start);
                put!(text, "{value:e}");
            }
        }
    }
}

/// Writes a 64-bit literal: a float with six decimals and `l`.
pub(super) fn float64(text: &mut Text, bits: u64, style: Style) {
    let value = f64::from_bits(bits);
    match style {
        Style::Microsoft => fixed(text, value),
        Style::Exact if !value.is_finite() => {
            put!(text, "{bits:#018x}");
            return;
        }
        Style::Exact => {
            let start = text.0.len();
            fixed(text, value);
            if written(text, start).parse::<f64>().ok().map(f64::to_bits) != Some(bits) {
                text.0.truncate(start);
                put!(text, "{value:e}");
            }
        }
    }
    text.push("l");
}

fn written(text: &Text, start: usize) -> &str {
    text.0.get(start..).unwrap_or_default()
}

fn fixed(text: &mut Text, value: f64) {
    const QUIET_INDEFINITE: u64 = 0xfff8_0000_0000_0000;
    if value.is_finite() {
        put!(text, "{value:.6}");
    } else if value.is_infinite() {
        text.push(if value > 0.0 { "1.#INF00" } else { "-1.#INF00" });
    } else if value.to_bits() == QUIET_INDEFINITE {
        text.push("-1.#IND00");
    } else {
        text.push(if value.is_sign_positive() { "1.#QNAN0" } else { "-1.#QNAN0" });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelt(bits: u32, literals: Literals, style: Style) -> String {
        let mut text = Text::default();
        literal32(&mut text, bits, literals, style);
        text.0
    }

    #[test]
    fn literals_are_spelt_as_microsoft_spells_them() {
        // Bits; spelling with unknown type, as float, as integer: from Microsoft's disassembler.
        let table: &[(u32, &str, &str, &str)] = &[
            (0, "0", "0.000000", "0"),
            (10_000, "10000", "0.000000", "10000"),
            (10_001, "0x00002711", "0.000000", "0x00002711"),
            (0x007f_ffff, "0x007fffff", "0.000000", "0x007fffff"),
            (0x0080_0000, "0.000000", "0.000000", "0x00800000"),
            (0x3c00_0000, "0.007812", "0.007812", "0x3c000000"),
            (0x3cc0_0000, "0.023438", "0.023438", "0x3cc00000"),
            (0x3f80_0000, "1.000000", "1.000000", "0x3f800000"),
            (0x60ad_78ec, "100000002004087734272.000000", "100000002004087734272.000000", "0x60ad78ec"),
            (0x7f80_0000, "0x7f800000", "1.#INF00", "0x7f800000"),
            (0x7f80_0001, "0x7f800001", "1.#QNAN0", "0x7f800001"),
            (0x8000_0000, "-0.000000", "-0.000000", "0x80000000"),
            (0x8000_0001, "0x80000001", "-0.000000", "0x80000001"),
            (0xff80_0000, "0xff800000", "-1.#INF00", "0xff800000"),
            (0xffc0_0000, "0xffc00000", "-1.#IND00", "0xffc00000"),
            (0xffff_ffff, "-1", "-1.#QNAN0", "-1"),
            (0xffff_d8f0, "-10000", "-1.#QNAN0", "-10000"),
            (0xffff_d8ef, "0xffffd8ef", "-1.#QNAN0", "0xffffd8ef"),
        ];
        for &(bits, guess, float, int) in table {
            assert_eq!(spelt(bits, Literals::Guess, Style::Microsoft), guess, "{bits:#x}");
            assert_eq!(spelt(bits, Literals::Float, Style::Microsoft), float, "{bits:#x}");
            assert_eq!(spelt(bits, Literals::Int, Style::Microsoft), int, "{bits:#x}");
        }
    }

    #[test]
    fn exact_floats_read_back() {
        let table: &[(u32, &str)] = &[
            (0x3f80_0000, "1.000000"),
            (0x3c00_0000, "7.8125e-3"),
            (1, "1e-45"),
            (0x0080_0000, "1.1754944e-38"),
            (0x8000_0000, "-0.000000"),
            (0x7fc0_0000, "0x7fc00000"),
        ];
        for &(bits, text) in table {
            assert_eq!(spelt(bits, Literals::Float, Style::Exact), text);
        }
    }
}
