//! Definitions of the named helpers in GLSL ES 3.00: one scalar text a helper, vectors lane by lane.
//!
//! The texts give Direct3D's results on drivers that differ where GLSL leaves a result open: NaN is found by its
//! bits, subnormals count as zeros of their sign, nothing is divided by zero and no shift reaches 32.

use std::collections::BTreeSet;

use super::types::type_name;
use crate::ir::{Helper, Scalar, Type};
use crate::write::text::Text;

/// What the names of helpers start with.
pub(super) const PREFIX: &str = "d3d_";
/// Name of the choice by a vector of conditions, without the prefix.
pub(super) const CHOOSE: &str = "choose";

/// Names of the parameters in order.
const fn parameters(helper: Helper) -> &'static [&'static str] {
    match helper {
        Helper::Min | Helper::Max | Helper::DivideUint | Helper::ModuloUint => &["a", "b"],
        Helper::MultiplyHighUint | Helper::MultiplyHighInt => &["a", "b"],
        Helper::Saturate | Helper::Exp2 | Helper::Log2 | Helper::Sqrt | Helper::InverseSqrt => &["x"],
        Helper::FloatToInt | Helper::FloatToUint | Helper::UintToFloat => &["x"],
        Helper::FirstBitHigh | Helper::FirstBitLow | Helper::FirstBitSigned => &["x"],
        Helper::FloatToHalf | Helper::HalfToFloat => &["x"],
        Helper::ExtractUint | Helper::ExtractInt => &["width", "offset", "value"],
        Helper::InsertBits => &["width", "offset", "insert", "base"],
        Helper::SumOfDifferences => &["reference", "source", "sum"],
    }
}

/// The helper that the scalar text of another calls.
const fn callee(helper: Helper) -> Option<Helper> {
    match helper {
        Helper::MultiplyHighInt => Some(Helper::MultiplyHighUint),
        Helper::FirstBitLow | Helper::FirstBitSigned => Some(Helper::FirstBitHigh),
        Helper::Min
        | Helper::Max
        | Helper::Saturate
        | Helper::Exp2
        | Helper::Log2
        | Helper::Sqrt
        | Helper::InverseSqrt
        | Helper::FloatToInt
        | Helper::FloatToUint
        | Helper::UintToFloat
        | Helper::DivideUint
        | Helper::ModuloUint
        | Helper::MultiplyHighUint
        | Helper::ExtractUint
        | Helper::ExtractInt
        | Helper::InsertBits
        | Helper::FirstBitHigh
        | Helper::FloatToHalf
        | Helper::HalfToFloat
        | Helper::SumOfDifferences => None,
    }
}

/// The statements of the scalar function.
const fn body(helper: Helper) -> &'static str {
    match helper {
        Helper::Min => {
            "\
return a < b || (floatBitsToUint(b) & 0x7fffffffu) > 0x7f800000u ? a : b;"
        }
        Helper::Max => {
            "\
return a >= b || (floatBitsToUint(b) & 0x7fffffffu) > 0x7f800000u ? a : b;"
        }
        Helper::Saturate => {
            "\
return x > 0.0 ? min(x, 1.0) : 0.0;"
        }
        Helper::Exp2 => {
            "\
return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u ? x : exp2(x);"
        }
        Helper::Log2 => {
            "\
uint bits = floatBitsToUint(x);
if ((bits & 0x7fffffffu) < 0x00800000u) {
    return uintBitsToFloat(0xff800000u);
}
return bits > 0x7f800000u ? uintBitsToFloat(0x7fc00000u) : log2(x);"
        }
        Helper::Sqrt => {
            "\
uint bits = floatBitsToUint(x);
if ((bits & 0x7fffffffu) < 0x00800000u) {
    return uintBitsToFloat(bits & 0x80000000u);
}
return bits > 0x7f800000u ? uintBitsToFloat(0x7fc00000u) : sqrt(x);"
        }
        Helper::InverseSqrt => {
            "\
uint bits = floatBitsToUint(x);
if ((bits & 0x7fffffffu) < 0x00800000u) {
    return uintBitsToFloat((bits & 0x80000000u) | 0x7f800000u);
}
return bits > 0x7f800000u ? uintBitsToFloat(0x7fc00000u) : inversesqrt(x);"
        }
        Helper::FloatToInt => {
            "\
uint magnitude = floatBitsToUint(x) & 0x7fffffffu;
if (magnitude > 0x7f800000u) {
    return 0;
}
if (magnitude >= 0x4f000000u) {
    return x < 0.0 ? int(0x80000000u) : 2147483647;
}
return int(x);"
        }
        Helper::FloatToUint => {
            "\
uint bits = floatBitsToUint(x);
if (bits > 0x7f800000u) {
    return 0u;
}
return bits >= 0x4f800000u ? 0xffffffffu : uint(x);"
        }
        Helper::UintToFloat => {
            "\
return float(x >> 16u) * 65536.0 + float(x & 0xffffu);"
        }
        Helper::DivideUint => {
            "\
return b == 0u ? 0xffffffffu : a / max(b, 1u);"
        }
        Helper::ModuloUint => {
            "\
return b == 0u ? 0xffffffffu : a % max(b, 1u);"
        }
        Helper::MultiplyHighUint => {
            "\
uint al = a & 0xffffu;
uint ah = a >> 16u;
uint bl = b & 0xffffu;
uint bh = b >> 16u;
uint p = al * bh;
uint q = ah * bl;
uint carry = ((al * bl) >> 16u) + (p & 0xffffu) + (q & 0xffffu);
return ah * bh + (p >> 16u) + (q >> 16u) + (carry >> 16u);"
        }
        Helper::MultiplyHighInt => {
            "\
uint high = d3d_umulhi(uint(a), uint(b));
high -= a < 0 ? uint(b) : 0u;
high -= b < 0 ? uint(a) : 0u;
return int(high);"
        }
        Helper::ExtractUint => {
            "\
uint w = width & 31u;
uint o = offset & 31u;
if (w == 0u) {
    return 0u;
}
return w + o < 32u ? (value << (32u - w - o)) >> (32u - w) : value >> o;"
        }
        Helper::ExtractInt => {
            "\
uint w = width & 31u;
uint o = offset & 31u;
if (w == 0u) {
    return 0;
}
return w + o < 32u ? (value << (32u - w - o)) >> (32u - w) : value >> o;"
        }
        Helper::InsertBits => {
            "\
uint o = offset & 31u;
uint mask = ((1u << (width & 31u)) - 1u) << o;
return ((insert << o) & mask) | (base & ~mask);"
        }
        Helper::FirstBitHigh => {
            "\
if (x == 0u) {
    return 0xffffffffu;
}
uint v = x;
uint n = 0u;
if (v < 0x00010000u) {
    n += 16u;
    v <<= 16u;
}
if (v < 0x01000000u) {
    n += 8u;
    v <<= 8u;
}
if (v < 0x10000000u) {
    n += 4u;
    v <<= 4u;
}
if (v < 0x40000000u) {
    n += 2u;
    v <<= 2u;
}
return v < 0x80000000u ? n + 1u : n;"
        }
        Helper::FirstBitLow => {
            "\
return x == 0u ? 0xffffffffu : 31u - d3d_firstbit_hi(x & (0u - x));"
        }
        Helper::FirstBitSigned => {
            "\
return d3d_firstbit_hi(uint(x < 0 ? ~x : x));"
        }
        Helper::FloatToHalf => {
            "\
uint bits = floatBitsToUint(x);
uint sign = (bits >> 16u) & 0x8000u;
uint magnitude = bits & 0x7fffffffu;
if (magnitude > 0x7f800000u) {
    return sign | 0x7e00u;
}
if (magnitude == 0x7f800000u) {
    return sign | 0x7c00u;
}
if (magnitude >= 0x47800000u) {
    return sign | 0x7bffu;
}
if (magnitude >= 0x38800000u) {
    return sign | ((magnitude - 0x38000000u) >> 13u);
}
uint exponent = magnitude >> 23u;
if (exponent < 103u) {
    return sign;
}
return sign | (((magnitude & 0x7fffffu) | 0x800000u) >> (126u - exponent));"
        }
        Helper::HalfToFloat => {
            "\
uint sign = (x & 0x8000u) << 16u;
uint exponent = (x >> 10u) & 31u;
uint mantissa = x & 0x3ffu;
if (exponent == 31u) {
    return uintBitsToFloat(sign | 0x7f800000u | (mantissa << 13u));
}
if (exponent != 0u) {
    return uintBitsToFloat(sign | ((exponent + 112u) << 23u) | (mantissa << 13u));
}
return uintBitsToFloat(sign | floatBitsToUint(float(mantissa) * 5.9604645e-8));"
        }
        Helper::SumOfDifferences => {
            "\
uint total = 0u;
for (uint shift = 0u; shift < 32u; shift += 8u) {
    uint r = (reference >> shift) & 0xffu;
    uint s = (source >> shift) & 0xffu;
    total += r == 0u ? 0u : max(r, s) - min(r, s);
}
return sum + min(total, 0xffffffffu - sum);"
        }
    }
}

/// Adds the helpers that the texts of the used ones call.
fn closure(used: &BTreeSet<(Helper, u8)>) -> BTreeSet<(Helper, u8)> {
    let mut all = used.clone();
    for &(helper, _) in used {
        // The vector texts call the scalar one.
        all.insert((helper, 1));
        if let Some(callee) = callee(helper) {
            all.insert((callee, 1));
        }
    }
    all
}

/// Writes the definitions of the used helpers and widths and of what they call, callees first.
pub(super) fn define(text: &mut Text, used: &BTreeSet<(Helper, u8)>) {
    let all = closure(used);
    for helper in Helper::ALL {
        for width in 1..=4 {
            if all.contains(&(*helper, width)) {
                text.gap();
                head(text, *helper, width);
                text.indent();
                if width == 1 {
                    text.lines(body(*helper))
                } else {
                    lanes(text, *helper, width)
                }
                text.outdent();
                text.line("}");
            }
        }
    }
}

fn head(text: &mut Text, helper: Helper, width: u8) {
    text.begin();
    text.push(type_name(Type::new(helper.result(), width)));
    text.push(" ");
    text.push(PREFIX);
    text.push(helper.name());
    for (index, (name, &scalar)) in parameters(helper).iter().zip(helper.args()).enumerate() {
        text.push(if index == 0 { "(" } else { ", " });
        text.push(type_name(Type::new(scalar, width)));
        text.push(" ");
        text.push(name);
    }
    text.push(") {");
    text.end();
}

fn lanes(text: &mut Text, helper: Helper, width: u8) {
    text.begin();
    text.push("return ");
    text.push(type_name(Type::new(helper.result(), width)));
    for (lane, letter) in ["x", "y", "z", "w"].into_iter().take(usize::from(width)).enumerate() {
        text.push(if lane == 0 { "(" } else { ", " });
        text.push(PREFIX);
        text.push(helper.name());
        for (index, name) in parameters(helper).iter().enumerate() {
            text.push(if index == 0 { "(" } else { ", " });
            text.push(name);
            text.push(".");
            text.push(letter);
        }
        text.push(")");
    }
    text.push(");");
    text.end();
}

/// Writes the choices by vectors of conditions: GLSL ES 3.00 has none for integers and truth values.
pub(super) fn define_choices(text: &mut Text, types: &BTreeSet<Type>) {
    for &ty in types {
        let (name, condition) = (type_name(ty), type_name(ty.with_scalar(Scalar::Bool)));
        text.gap();
        text.begin();
        for part in [name, " ", PREFIX, CHOOSE, "(", condition, " condition, ", name, " accept, ", name, " reject) {"] {
            text.push(part);
        }
        text.end();
        text.indent();
        text.begin();
        text.push("return ");
        text.push(name);
        for (lane, letter) in ["x", "y", "z", "w"].into_iter().take(usize::from(ty.width)).enumerate() {
            text.push(if lane == 0 { "(" } else { ", " });
            for part in ["condition.", letter, " ? accept.", letter, " : reject.", letter] {
                text.push(part);
            }
        }
        text.push(");");
        text.end();
        text.outdent();
        text.line("}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defined(used: &[(Helper, u8)]) -> String {
        let mut text = Text::new();
        define(&mut text, &used.iter().copied().collect());
        text.finish().0
    }

    #[test]
    fn a_vector_calls_the_scalar_lane_by_lane() {
        let want = "\
float d3d_saturate(float x) {
    return x > 0.0 ? min(x, 1.0) : 0.0;
}

vec3 d3d_saturate(vec3 x) {
    return vec3(d3d_saturate(x.x), d3d_saturate(x.y), d3d_saturate(x.z));
}
";
        assert_eq!(defined(&[(Helper::Saturate, 3)]), want);
    }

    #[test]
    fn callees_come_first() {
        let text = defined(&[(Helper::FirstBitSigned, 2), (Helper::MultiplyHighInt, 1)]);
        let heads: Vec<&str> = text.lines().filter(|line| line.ends_with(") {") && !line.starts_with(' ')).collect();
        let want = [
            "uint d3d_umulhi(uint a, uint b) {",
            "int d3d_imulhi(int a, int b) {",
            "uint d3d_firstbit_hi(uint x) {",
            "uint d3d_firstbit_shi(int x) {",
            "uvec2 d3d_firstbit_shi(ivec2 x) {",
        ];
        assert_eq!(heads, want);
    }

    #[test]
    fn every_helper_names_its_parameters_and_calls_only_what_is_defined() {
        for &helper in Helper::ALL {
            assert_eq!(parameters(helper).len(), helper.args().len(), "{helper:?}");
            let called: BTreeSet<&str> = body(helper)
                .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
                .filter(|word| word.starts_with(PREFIX))
                .collect();
            let want: BTreeSet<String> = callee(helper).iter().map(|c| [PREFIX, c.name()].concat()).collect();
            assert!(called.iter().copied().eq(want.iter().map(String::as_str)), "{helper:?}");
        }
    }

    #[test]
    fn a_choice_takes_each_lane_by_its_own_condition() {
        let mut text = Text::new();
        define_choices(&mut text, &[Type::new(Scalar::U32, 2)].into());
        let want = "\
uvec2 d3d_choose(bvec2 condition, uvec2 accept, uvec2 reject) {
    return uvec2(condition.x ? accept.x : reject.x, condition.y ? accept.y : reject.y);
}
";
        assert_eq!(text.finish().0, want);
    }
}
