//! What each name of the registry computes on the CPU: the rules that its documentation states, without a look at any
//! target's spelling.
//!
//! Errors are those that WGSL asks for, where it asks for less than GLSL ES or that language leaves them open; trigonometric
//! functions of GLSL ES have no bound, and get the one that was measured.
#![allow(clippy::wildcard_enum_match_arm, reason = "names that are no functions of values have no meaning here")]

use dxbc_translator::builtins::Builtin;
use dxbc_translator::ir::{Scalar, Type};

use super::want::Want;

/// An argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its type.
    pub ty: Type,
    /// The bits of its lanes; a truth value is 0 or 1.
    pub lanes: [u32; 4],
}

impl Value {
    fn width(&self) -> usize {
        usize::from(self.ty.width)
    }

    fn word(&self, lane: usize) -> u32 {
        self.lanes[if self.ty.width == 1 { 0 } else { lane & 3 }]
    }

    fn int(&self, lane: usize) -> i32 {
        self.word(lane).cast_signed()
    }

    fn float(&self, lane: usize) -> f64 {
        f64::from(f32::from_bits(self.word(lane)))
    }

    pub(super) fn floats(&self) -> impl Iterator<Item = f64> + '_ {
        (0..self.width()).map(|lane| self.float(lane))
    }
}

/// The lanes of a result, or none for a name that has no meaning as a function of values.
#[must_use]
pub fn meaning(builtin: Builtin, args: &[Value]) -> Option<Vec<Want>> {
    let first = args.first()?;
    let known = match first.ty.scalar {
        Scalar::F32 => floats(builtin, args),
        Scalar::I32 | Scalar::U32 | Scalar::Bool => integers(builtin, args),
        Scalar::Bits | Scalar::F64 => None,
    };
    known.or_else(|| whole(builtin, args))
}

fn each(args: &[Value], lane: impl Fn(usize) -> Want) -> Option<Vec<Want>> {
    Some((0..args.first()?.width()).map(lane).collect())
}

/// Nothing is promised where an argument is no number.
fn each_finite(args: &[Value], want: impl Fn(usize) -> Want) -> Option<Vec<Want>> {
    each(args, |lane| {
        let finite = args.iter().all(|arg| arg.ty.scalar != Scalar::F32 || arg.float(lane).is_finite());
        if finite { want(lane) } else { Want::Open }
    })
}

/// Functions of floats, lane by lane.
fn floats(builtin: Builtin, args: &[Value]) -> Option<Vec<Want>> {
    let x = |lane: usize| args[0].float(lane);
    let y = |lane: usize| args.get(1).map_or(0.0, |arg| arg.float(lane));
    let z = |lane: usize| args.get(2).map_or(0.0, |arg| arg.float(lane));
    let one = |f: fn(f64) -> Want| each_finite(args, |lane| f(x(lane)));
    let two = |f: fn(f64, f64) -> Want| each_finite(args, |lane| f(x(lane), y(lane)));
    let three = |f: fn(f64, f64, f64) -> Want| each_finite(args, |lane| f(x(lane), y(lane), z(lane)));
    match builtin {
        Builtin::Abs => one(|x| Want::exact(x.abs())),
        Builtin::Ceil => one(|x| Want::exact(x.ceil())),
        Builtin::Floor => one(|x| Want::exact(x.floor())),
        Builtin::Trunc => one(|x| Want::exact(x.trunc())),
        Builtin::Round => one(|x| Want::exact(x.round_ties_even())),
        Builtin::Sign => one(|x| Want::exact(if x == 0.0 { 0.0 } else { x.signum() })),
        Builtin::Fract => one(|x| Want::near(x - x.floor(), 1.0, 2.0_f64.powi(-24))),
        Builtin::Saturate => one(|x| Want::exact(x.clamp(0.0, 1.0))),
        Builtin::Degrees => one(|x| Want::near(x.to_degrees(), 3.0, 0.0)),
        Builtin::Radians => one(|x| Want::near(x.to_radians(), 3.0, 0.0)),
        Builtin::Sqrt => one(|x| Want::near(x.sqrt(), 2.5, 0.0)),
        Builtin::InverseSqrt => one(|x| if x > 0.0 { Want::near(1.0 / x.sqrt(), 4.0, 0.0) } else { Want::Open }),
        Builtin::Exp => one(|x| Want::near(x.exp(), 3.0 + 2.0 * x.abs(), 0.0)),
        Builtin::Exp2 => one(|x| Want::near(x.exp2(), 3.0 + 2.0 * x.abs(), 0.0)),
        Builtin::Log => one(|x| if x > 0.0 { Want::near(x.ln(), 4.0, 2.0_f64.powi(-18)) } else { Want::Open }),
        Builtin::Log2 => one(|x| if x > 0.0 { Want::near(x.log2(), 4.0, 2.0_f64.powi(-18)) } else { Want::Open }),
        Builtin::QuantizeToF16
        | Builtin::QuantizeToF16Vec2
        | Builtin::QuantizeToF16Vec3
        | Builtin::QuantizeToF16Vec4 => one(quantized),
        Builtin::Max => two(|x, y| Want::exact(x.max(y))),
        Builtin::Min => two(|x, y| Want::exact(x.min(y))),
        Builtin::Step => two(|edge, x| Want::exact(if x < edge { 0.0 } else { 1.0 })),
        Builtin::Mod => two(modulo),
        Builtin::Pow => two(power),
        Builtin::Clamp => three(|x, low, high| if low <= high { Want::exact(x.clamp(low, high)) } else { Want::Open }),
        Builtin::Fma => {
            three(|x, y, z| Want::near(x.mul_add(y, z), 1.0, ((x * y).abs() + z.abs()) * 2.0_f64.powi(-23)))
        }
        Builtin::Mix => three(|x, y, t| {
            let size = (x * (1.0 - t)).abs() + (y * t).abs() + x.abs() * t.abs();
            // A step may overflow where the result does not.
            if size > 1e38 { Want::Open } else { Want::near(x * (1.0 - t) + y * t, 3.0, size * 2.0_f64.powi(-21)) }
        }),
        Builtin::Smoothstep => three(|low, high, x| {
            if low >= high {
                return Want::Open;
            }
            let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
            Want::near(t * t * (3.0 - 2.0 * t), 16.0, 1e-6)
        }),
        Builtin::Ldexp => each_finite(args, |lane| {
            let exponent = args.get(1).map_or(0, |arg| arg.int(lane));
            let value = x(lane) * f64::from(exponent.clamp(-400, 400)).exp2();
            let open =
                !(-126..=128).contains(&exponent) || (value != 0.0 && value.abs() < f64::from(f32::MIN_POSITIVE));
            if open { Want::Open } else { Want::exact(value) }
        }),
        Builtin::BitcastU32 => each(args, |lane| Want::Bits(args[0].word(lane))),
        _ => trigonometry(builtin, args),
    }
}

fn trigonometry(builtin: Builtin, args: &[Value]) -> Option<Vec<Want>> {
    let one = |f: fn(f64) -> Want| each_finite(args, |lane| f(args[0].float(lane)));
    match builtin {
        Builtin::Sin => {
            one(|x| if x.abs() <= std::f64::consts::PI { Want::near(x.sin(), 4.0, 5e-4) } else { Want::Open })
        }
        Builtin::Cos => {
            one(|x| if x.abs() <= std::f64::consts::PI { Want::near(x.cos(), 4.0, 5e-4) } else { Want::Open })
        }
        Builtin::Tan => one(|x| {
            let near_pole = x.cos().abs() < 0.1 || x.abs() > std::f64::consts::PI;
            if near_pole { Want::Open } else { Want::near(x.tan(), 4.0, 5e-4 * (1.0 + x.tan().powi(2)) * 2.0) }
        }),
        Builtin::Asin => one(|x| if x.abs() <= 1.0 { Want::near(x.asin(), 4.0, 5e-4) } else { Want::Open }),
        Builtin::Acos => one(|x| if x.abs() <= 1.0 { Want::near(x.acos(), 4.0, 5e-4) } else { Want::Open }),
        Builtin::Atan => one(|x| Want::near(x.atan(), 4096.0, 0.0)),
        Builtin::Atan2 => each_finite(args, |lane| {
            let (y, x) = (args[0].float(lane), args.get(1).map_or(0.0, |arg| arg.float(lane)));
            // The quotient of what is far apart leaves the range of floats.
            let far = y != 0.0 && x != 0.0 && !(1e-30..1e30).contains(&(y / x).abs());
            if (x == 0.0 && y == 0.0) || far || x.abs().max(y.abs()) > 1e30 {
                Want::Open
            } else if y == 0.0 && x < 0.0 {
                // Which side of the cut depends on the sign of zero, which targets may drop.
                Want::Open
            } else {
                Want::near(y.atan2(x), 4096.0, 1e-6)
            }
        }),
        Builtin::Sinh => one(|x| Want::near(x.sinh(), 64.0 + 8.0 * x.abs(), 1e-6)),
        Builtin::Cosh => one(|x| Want::near(x.cosh(), 64.0 + 8.0 * x.abs(), 1e-6)),
        Builtin::Tanh => one(|x| Want::near(x.tanh(), 64.0, 2e-5)),
        // Spelled out by targets as logarithms of sums, whose squares overflow.
        Builtin::Asinh => one(|x| {
            if x.abs() < 1e18 { Want::near(x.asinh(), 64.0, 1e-4 * x.abs().clamp(0.01, 100.0)) } else { Want::Open }
        }),
        Builtin::Acosh => {
            one(|x| if (1.0..1e18).contains(&x) { Want::near(x.acosh(), 64.0, 1e-3) } else { Want::Open })
        }
        Builtin::Atanh => one(|x| if x.abs() < 1.0 { Want::near(x.atanh(), 64.0, 1e-4) } else { Want::Open }),
        _ => None,
    }
}

/// A float as the nearest half, ties to even.
fn half(x: f64) -> f64 {
    if x == 0.0 {
        return x;
    }
    let step = (x.abs().log2().floor().max(-14.0) - 10.0).exp2();
    (x / step).round_ties_even() * step
}

/// Half a step may go either way, and what is below the least normal half may be lost.
fn quantized(x: f64) -> Want {
    let value = half(x);
    let tiny = value.abs() < 2.0_f64.powi(-14);
    if x.abs() >= 65520.0 { Want::Open } else { Want::near(value, 0.5, if tiny { 2.0_f64.powi(-14) } else { 0.0 }) }
}

/// The step of the floor is open where the quotient is next to a whole number.
fn modulo(x: f64, y: f64) -> Want {
    let quotient = x / y;
    let exact = x == 0.0 && y != 0.0;
    let next = (quotient - quotient.round()).abs() < 1e-3 && quotient.fract() != 0.0;
    if y == 0.0 || (!exact && (next || quotient.abs() > 1e4 || quotient.abs() < 1e-30)) {
        return Want::Open;
    }
    let error = if quotient.fract() == 0.0 { y.abs() * 1.001 } else { 0.0 };
    // A whole quotient that a target computes a little too small gives the divisor instead of zero.
    Want::near(x - y * quotient.floor(), 4.0, (quotient.abs() * y.abs() * 1e-6).max(error))
}

fn power(x: f64, y: f64) -> Want {
    let exponent = y * x.log2();
    // Next to the end of the range, the error of the exponent goes over it.
    if x <= 0.0 || exponent > 127.0 {
        return Want::Open;
    }
    Want::near(x.powf(y), 16.0 + 16.0 * exponent.abs() + 32.0 * y.abs(), 0.0)
}

/// Functions of integers and truth values, lane by lane.
fn integers(builtin: Builtin, args: &[Value]) -> Option<Vec<Want>> {
    let signed = args[0].ty.scalar == Scalar::I32;
    let words = |f: &dyn Fn(u32) -> u32| each(args, |lane| Want::Bits(f(args[0].word(lane))));
    let uint = |position: usize| args.get(position).map_or(0, |arg| arg.word(0));
    let pick = |greater: bool, a: u32, b: u32| {
        let less = if signed { a.cast_signed() < b.cast_signed() } else { a < b };
        if less == greater { b } else { a }
    };
    let second = |lane: usize| args.get(1).map_or(0, |arg| arg.word(lane));
    match builtin {
        Builtin::Abs if signed => words(&|x| x.cast_signed().wrapping_abs().cast_unsigned()),
        Builtin::AbsU => words(&|x| x),
        Builtin::Sign if signed => words(&|x| x.cast_signed().signum().cast_unsigned()),
        Builtin::Max => each(args, |lane| Want::Bits(pick(true, args[0].word(lane), second(lane)))),
        Builtin::Min => each(args, |lane| Want::Bits(pick(false, args[0].word(lane), second(lane)))),
        Builtin::Clamp => each(args, |lane| {
            let (low, high) = (second(lane), args.get(2).map_or(0, |arg| arg.word(lane)));
            let ordered = pick(true, low, high) == high;
            if ordered { Want::Bits(pick(false, pick(true, args[0].word(lane), low), high)) } else { Want::Open }
        }),
        Builtin::CountOneBits => words(&u32::count_ones),
        Builtin::CountLeadingZeros => words(&u32::leading_zeros),
        Builtin::CountTrailingZeros => words(&u32::trailing_zeros),
        Builtin::ReverseBits => words(&u32::reverse_bits),
        Builtin::FirstTrailingBit => words(&|x| if x == 0 { u32::MAX } else { x.trailing_zeros() }),
        Builtin::FirstLeadingBit => words(&|x| {
            let x = if signed && x.cast_signed() < 0 { !x } else { x };
            if x == 0 { u32::MAX } else { 31 - x.leading_zeros() }
        }),
        Builtin::ExtractBits => words(&|x| extract(x, uint(1), uint(2), signed)),
        Builtin::InsertBits => {
            each(args, |lane| Want::Bits(insert(args[0].word(lane), second(lane), uint(2), uint(3))))
        }
        Builtin::BitcastF32 => words(&|x| x),
        _ => None,
    }
}

/// The field's offset and length, held to the 32 bits.
fn field(offset: u32, count: u32) -> (u32, u32) {
    let offset = offset.min(32);
    (offset, count.min(32 - offset))
}

fn extract(x: u32, offset: u32, count: u32, signed: bool) -> u32 {
    let (offset, count) = field(offset, count);
    let value = (u64::from(x) >> offset) & ((1 << count) - 1);
    let negative = signed && count > 0 && value >> (count - 1) & 1 == 1;
    let value = if negative { value.wrapping_sub(1 << count) } else { value };
    value as u32
}

fn insert(x: u32, new: u32, offset: u32, count: u32) -> u32 {
    let (offset, count) = field(offset, count);
    let mask = ((1_u64 << count) - 1) << offset;
    ((u64::from(x) & !mask) | ((u64::from(new) << offset) & mask)) as u32
}

/// Functions whose result is not lane by lane.
fn whole(builtin: Builtin, args: &[Value]) -> Option<Vec<Want>> {
    let first = args.first()?;
    let scalar = first.ty.scalar;
    match builtin {
        Builtin::All => Some(vec![truth((0..first.width()).all(|lane| first.word(lane) != 0))]),
        Builtin::Any => Some(vec![truth((0..first.width()).any(|lane| first.word(lane) != 0))]),
        Builtin::Select => {
            let (chosen, condition) = (args.get(1)?, args.get(2)?);
            let lane = |lane| if condition.word(lane) == 0 { first.word(lane) } else { chosen.word(lane) };
            Some((0..first.width()).map(|number| Want::Bits(lane(number))).collect())
        }
        Builtin::DotI | Builtin::DotU => {
            let terms = (0..first.width()).map(|lane| first.word(lane).wrapping_mul(args[1].word(lane)));
            Some(vec![Want::Bits(terms.fold(0, u32::wrapping_add))])
        }
        Builtin::Dot4U8Packed | Builtin::Dot4I8Packed => {
            let [a, b] = [0, 1].map(|arg: usize| args[arg].word(0).to_le_bytes());
            let sum: i32 = (0..4)
                .map(|byte| {
                    if builtin == Builtin::Dot4I8Packed {
                        i32::from(a[byte].cast_signed()) * i32::from(b[byte].cast_signed())
                    } else {
                        i32::from(a[byte]) * i32::from(b[byte])
                    }
                })
                .sum();
            Some(vec![Want::Bits(sum.cast_unsigned())])
        }
        Builtin::F32 | Builtin::I32 | Builtin::U32 => Some(vec![cast(builtin, scalar, first.word(0))]),
        Builtin::F64 => Some(vec![Want::Bits(first.word(0)), Want::Bits(0)]),
        Builtin::F64FromParts | Builtin::F64Parts => {
            Some(vec![Want::Bits(first.word(0)), Want::Bits(args.get(1)?.word(0))])
        }
        _ => packing(builtin, first).or_else(|| geometry(builtin, args)),
    }
}

/// A truth value is a mask.
const fn truth(holds: bool) -> Want {
    Want::Bits(if holds { u32::MAX } else { 0 })
}

fn cast(to: Builtin, from: Scalar, word: u32) -> Want {
    match (to, from) {
        (Builtin::F32, Scalar::I32) => Want::near(f64::from(word.cast_signed()), 1.0, 0.0),
        (Builtin::F32, Scalar::U32 | Scalar::Bool) => Want::near(f64::from(word), 1.0, 0.0),
        (_, Scalar::F32) => {
            let x = f64::from(f32::from_bits(word));
            match to {
                Builtin::F32 => Want::exact(x),
                Builtin::I32 if x.abs() < 2_147_483_648.0 => Want::Bits((x as i32).cast_unsigned()),
                Builtin::U32 if (0.0..4_294_967_296.0).contains(&x) => Want::Bits(x as u32),
                _ => Want::Open,
            }
        }
        _ => Want::Bits(word),
    }
}

fn packing(builtin: Builtin, v: &Value) -> Option<Vec<Want>> {
    let open = v.ty.scalar == Scalar::F32 && v.floats().any(|x| !x.is_finite());
    let pack = |width: u32, code: &dyn Fn(f64) -> i64| {
        let fields = v.floats().enumerate();
        let bits = fields.fold(0_u32, |all, (at, x)| {
            let mask = (1_u64 << width) - 1;
            all | ((code(x).cast_unsigned() & mask) << (at as u32 * width)) as u32
        });
        Some(vec![if open { Want::Open } else { Want::Fields { bits, width } }])
    };
    let bytes = v.lanes[0].to_le_bytes();
    let words = [v.lanes[0] as u16, (v.lanes[0] >> 16) as u16];
    let all = |values: Vec<f64>| Some(values.into_iter().map(|value| Want::near(value, 3.0, 0.0)).collect());
    let clamp = |x: i32, low: i32, high: i32| x.clamp(low, high);
    let joined = |f: &dyn Fn(u32) -> u32| {
        let bits = (0..4).fold(0, |all, lane| all | (f(v.word(lane)) & 0xff) << (8 * lane));
        Some(vec![Want::Bits(bits)])
    };
    match builtin {
        Builtin::Pack2x16Snorm => pack(16, &|x| (x.clamp(-1.0, 1.0) * 32767.0 + 0.5).floor() as i64),
        Builtin::Pack2x16Unorm => pack(16, &|x| (x.clamp(0.0, 1.0) * 65535.0 + 0.5).floor() as i64),
        Builtin::Pack4x8Snorm => pack(8, &|x| (x.clamp(-1.0, 1.0) * 127.0 + 0.5).floor() as i64),
        Builtin::Pack4x8Unorm => pack(8, &|x| (x.clamp(0.0, 1.0) * 255.0 + 0.5).floor() as i64),
        Builtin::Pack2x16Float => {
            // What is beyond halves may carry into its neighbour, and what is below the least normal one may be lost.
            let outside = |x: f64| x.abs() >= 65520.0 || (x != 0.0 && x.abs() < 2.0_f64.powi(-14));
            if v.floats().any(outside) { Some(vec![Want::Open]) } else { pack(16, &half_code) }
        }
        Builtin::Pack4xI8 | Builtin::Pack4xU8 => joined(&|x| x),
        Builtin::Pack4xI8Clamp => joined(&|x| clamp(x.cast_signed(), -128, 127).cast_unsigned()),
        Builtin::Pack4xU8Clamp => joined(&|x| x.min(255)),
        Builtin::Unpack2x16Snorm => all(words.map(|word| (f64::from(word.cast_signed()) / 32767.0).max(-1.0)).to_vec()),
        Builtin::Unpack2x16Unorm => all(words.map(|word| f64::from(word) / 65535.0).to_vec()),
        Builtin::Unpack4x8Snorm => all(bytes.map(|byte| (f64::from(byte.cast_signed()) / 127.0).max(-1.0)).to_vec()),
        Builtin::Unpack4x8Unorm => all(bytes.map(|byte| f64::from(byte) / 255.0).to_vec()),
        Builtin::Unpack2x16Float => Some(words.map(float_of_half).to_vec()),
        Builtin::Unpack4xI8 => Some(bytes.map(|b| Want::Bits(i32::from(b.cast_signed()).cast_unsigned())).to_vec()),
        Builtin::Unpack4xU8 => Some(bytes.map(|byte| Want::Bits(u32::from(byte))).to_vec()),
        _ => None,
    }
}

/// The bits of the nearest half, which is normal or zero.
fn half_code(x: f64) -> i64 {
    let value = half(x).abs();
    let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
    if value == 0.0 {
        return sign;
    }
    let exponent = value.log2().floor();
    sign + ((exponent as i64 + 15) << 10) + ((value / exponent.exp2() - 1.0) * 1024.0) as i64
}

fn float_of_half(bits: u16) -> Want {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, mantissa) = (bits >> 10 & 31, f64::from(bits & 0x3ff));
    match exponent {
        31 => Want::Open,
        0 => Want::near(sign * mantissa * 2.0_f64.powi(-24), 0.5, 2.0_f64.powi(-14)),
        _ => Want::exact(sign * (1.0 + mantissa / 1024.0) * f64::from(i32::from(exponent) - 15).exp2()),
    }
}

fn geometry(builtin: Builtin, args: &[Value]) -> Option<Vec<Want>> {
    let a: Vec<f64> = args.first()?.floats().collect();
    let b: Vec<f64> = args.get(1).map(|arg| arg.floats().collect()).unwrap_or_default();
    let c: Vec<f64> = args.get(2).map(|arg| arg.floats().collect()).unwrap_or_default();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let size = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a * b).abs()).sum::<f64>();
    // Squares that leave the range of floats are lost.
    let wild = |v: &[f64]| v.iter().any(|x| !x.is_finite() || x.abs() > 1e15 || (*x != 0.0 && x.abs() < 1e-15));
    let lanes = if matches!(builtin, Builtin::Distance | Builtin::Dot | Builtin::Length) { 1 } else { a.len() };
    let ulp = 2.0_f64.powi(-21);
    let wants: Vec<Want> = match builtin {
        Builtin::Dot => vec![Want::near(dot(&a, &b), 1.0, size(&a, &b) * ulp)],
        Builtin::Length => vec![Want::near(dot(&a, &a).sqrt(), 8.0, 0.0)],
        Builtin::Distance => {
            let d: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
            let rounding = a.iter().chain(&b).fold(0.0_f64, |most, x| most.max(x.abs())) * ulp;
            vec![Want::near(dot(&d, &d).sqrt(), 8.0, rounding)]
        }
        Builtin::Cross => {
            let term = |i: usize, j: usize| {
                let (p, q) = (a[i] * b[j], a[j] * b[i]);
                Want::near(p - q, 1.0, (p.abs() + q.abs()) * ulp)
            };
            vec![term(1, 2), term(2, 0), term(0, 1)]
        }
        Builtin::Normalize => {
            let length = dot(&a, &a).sqrt();
            a.iter().map(|x| if length > 0.0 { Want::near(x / length, 8.0, 0.0) } else { Want::Open }).collect()
        }
        Builtin::FaceForward => {
            let (d, most) = (dot(&b, &c), size(&b, &c));
            // The sign of a sum next to zero depends on its order.
            if d.abs() < most * 1e-5 && most > 0.0 {
                vec![Want::Open; lanes]
            } else {
                a.iter().map(|x| Want::exact(if d < 0.0 { *x } else { -x })).collect()
            }
        }
        Builtin::Reflect => {
            let (d, most) = (dot(&a, &b), size(&a, &b));
            let lane =
                |(i, n): (&f64, &f64)| Want::near(i - 2.0 * d * n, 4.0, (i.abs() + 2.0 * most * n.abs()) * ulp * 4.0);
            a.iter().zip(&b).map(lane).collect()
        }
        Builtin::Refract => refract(&a, &b, *c.first()?),
        _ => return None,
    };
    let open = [&a, &b, &c].into_iter().any(|v| wild(v));
    Some(if open { vec![Want::Open; lanes] } else { wants })
}

fn refract(i: &[f64], n: &[f64], eta: f64) -> Vec<Want> {
    let d: f64 = i.iter().zip(n).map(|(i, n)| i * n).sum();
    let k = 1.0 - eta * eta * (1.0 - d * d);
    let size = 1.0 + eta * eta * (1.0 + d * d);
    if k.abs() < size * 1e-4 || size > 1e6 {
        return vec![Want::Open; i.len()];
    }
    if k < 0.0 {
        return vec![Want::exact(0.0); i.len()];
    }
    let factor = eta * d + k.sqrt();
    let error = |i: f64, n: f64| ((eta * i).abs() + ((eta * d).abs() + size) * n.abs()) * 1e-5;
    i.iter().zip(n).map(|(i, n)| Want::near(eta * i - factor * n, 4.0, error(*i, *n))).collect()
}
