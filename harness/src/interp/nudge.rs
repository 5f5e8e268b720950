//! Errors made on purpose: a run that errs as far as implementations may tells how much a result depends on that.
//!
//! Direct3D bounds the error of some operations and leaves filters a few bits; GLSL ES bounds less. Whoever compares with
//! an implementation runs a program a few times with different seeds and sees by how much each value spreads: a lot
//! behind a hash of a sine or at the edge of a comparison, nothing behind exact arithmetic.
//!
//! The error is a function of the seed, the instruction and the value, so pixels with equal values err alike and a
//! picture is the same every time.

use dxbc_translator::opcode::{Convert, Float, Opcode};

use super::code::Inst;
use super::float;
use super::value::Lanes;

/// How far to err. Bounds are in units of 2^-24, which is half of the last bit of a float in [1, 2), where they do not
/// say otherwise; 0 is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Nudge {
    /// Tells runs apart.
    pub seed: u32,
    /// Of sums, products and quotients, relative.
    pub arithmetic: u32,
    /// Of operands and results of arithmetic of doubles, relative, in units of 2^-48.
    pub doubles: u32,
    /// Of exp and rsq, relative.
    pub functions: u32,
    /// Of log, absolute and relative, whichever is more.
    pub log: u32,
    /// Of sin and cos, absolute.
    pub sincos: u32,
    /// Of texture coordinates, in texels of the level that is read.
    pub texel: u32,
    /// Of levels of detail, absolute.
    pub level: u32,
    /// How levels of detail take logarithms.
    pub logarithm: Logarithm,
    /// Of filtered values, relative.
    pub filter: u32,
}

/// How a level of detail comes from the square of the footprint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Logarithm {
    /// Half of the logarithm.
    #[default]
    Exact,
    /// Half of the exponent and of the mantissa less one, as for a float: up to 0.043 too small.
    Linear,
}

/// 2^-24.
const UNIT: f64 = 1.0 / 16_777_216.0;

/// The bound of an instruction's result: relative and absolute, in units.
type Bound = [u32; 2];

impl Nudge {
    /// Lets the result of an instruction err.
    pub(super) fn results(&self, inst: &Inst, values: &[Lanes; 4]) -> [Lanes; 4] {
        let Some(bound) = self.bound(inst.opcode) else { return *values };
        std::array::from_fn(|component| {
            let salt = inst.number * 4 + u32::try_from(component).unwrap_or(0);
            values[component].map(|bits| self.value(bits, salt, bound))
        })
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "all other results are exact")]
    const fn bound(&self, opcode: Opcode) -> Option<Bound> {
        let bound = match opcode {
            Opcode::Float(op) => match op {
                Float::Add | Float::Mul | Float::Div | Float::Mad | Float::Dp2 | Float::Dp3 | Float::Dp4 => {
                    [self.arithmetic, 0]
                }
                Float::Sqrt | Float::Rcp => [self.arithmetic, 0],
                Float::Exp | Float::Rsq => [self.functions, 0],
                Float::Log => [self.log, self.log],
                Float::Sincos => [0, self.sincos],
                Float::Min
                | Float::Max
                | Float::Frc
                | Float::RoundNe
                | Float::RoundNi
                | Float::RoundPi
                | Float::RoundZ
                | Float::DerivRtx
                | Float::DerivRtxCoarse
                | Float::DerivRty
                | Float::DerivRtyCoarse
                | Float::DerivRtxFine
                | Float::DerivRtyFine => return None,
            },
            Opcode::Convert(Convert::Itof | Convert::Utof) => [self.arithmetic, 0],
            _ => return None,
        };
        if bound[0] == 0 && bound[1] == 0 { None } else { Some(bound) }
    }

    /// A value that errs within a bound. Zeros, infinities and NaN stay.
    fn value(&self, bits: u32, salt: u32, [relative, absolute]: Bound) -> u32 {
        let value = f64::from(float::read(bits));
        if value == 0.0 && absolute == 0 || !value.is_finite() {
            return bits;
        }
        let most = (value.abs() * f64::from(relative)).max(f64::from(absolute)) * UNIT;
        float::result(float::round(value + most * self.part(bits, salt)))
    }

    /// A double that errs within its bound.
    pub(super) fn double(&self, value: f64, salt: u32) -> f64 {
        let bits = value.to_bits();
        value + value * f64::from(self.doubles) * UNIT * UNIT * self.part((bits ^ bits >> 32) as u32, salt)
    }

    /// The filtered components of a texture.
    pub(super) fn filtered(&self, bits: [u32; 4], salt: u32) -> [u32; 4] {
        bits.map(|bits| self.value(bits, salt, [self.filter, 0]))
    }

    /// A coordinate along an axis of `size` texels.
    pub(super) fn coordinate(&self, coordinate: f32, size: u32, salt: u32) -> f32 {
        let most = f64::from(self.texel) * UNIT / f64::from(size.max(1));
        float::round(f64::from(coordinate) + most * self.part(coordinate.to_bits(), salt))
    }

    /// A level of detail. It errs by the whole bound: implementations err alike over a whole picture, and with every
    /// second seed in all instructions.
    pub(super) fn level(&self, lod: f64, salt: u32) -> f64 {
        let lod = match self.logarithm {
            Logarithm::Linear if lod.is_finite() => {
                let exponent = (lod * 2.0).floor();
                (exponent + (lod * 2.0 - exponent).exp2() - 1.0) / 2.0
            }
            Logarithm::Linear | Logarithm::Exact => lod,
        };
        lod + f64::from(self.level) * UNIT * self.part(0, if self.seed.is_multiple_of(2) { 0 } else { salt }).signum()
    }

    /// Which part of the bound, from -1 to 1.
    fn part(&self, bits: u32, salt: u32) -> f64 {
        let mut hash = bits ^ self.seed.wrapping_mul(0x9e37_79b9) ^ salt.wrapping_mul(0x85eb_ca6b);
        hash = (hash ^ hash >> 16).wrapping_mul(0x7feb_352d);
        hash = (hash ^ hash >> 15).wrapping_mul(0x846c_a68b);
        f64::from((hash ^ hash >> 16).cast_signed()) / 2_147_483_648.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_stay_within_their_bound_and_differ_by_seed() {
        let mut seen = Vec::new();
        for seed in 0..50 {
            let nudge = Nudge { seed, functions: 16, ..Nudge::default() };
            let found = f32::from_bits(nudge.value(1.5f32.to_bits(), 3, [16, 0]));
            assert!((found - 1.5).abs() <= 1.5 * 16.0 / 16_777_216.0 + f32::EPSILON, "{found}");
            seen.push(found.to_bits());
        }
        seen.sort_unstable();
        seen.dedup();
        assert!(seen.len() > 10);
    }

    #[test]
    fn zeros_and_specials_stay_unless_the_bound_is_absolute() {
        let nudge = Nudge { seed: 1, ..Nudge::default() };
        for bits in [0, 0x8000_0000, 0x7f80_0000, 0x7fc0_0000] {
            assert_eq!(nudge.value(bits, 0, [64, 0]), bits);
        }
        assert_ne!(nudge.value(0, 0, [0, 64]), 0);
    }
}
