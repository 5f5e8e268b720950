//! The scalar texts of the helpers in WGSL.
//!
//! The texts give Direct3D's results where WGSL leaves a result open: NaN is found by its bits, subnormals count as
//! zeros of their sign, nothing is divided by zero and no shift reaches 32. Infinities and NaN are made of parameters,
//! for the language refuses constants of them.

use crate::ir::Helper;
use crate::write::helpers::{Definition, define};

/// Every helper, in the order of [`Helper::ALL`].
pub(super) static DEFINITIONS: &[Definition] = &[
    define(
        Helper::Min,
        &["a", "b"],
        None,
        "\
return select(b, a, a < b || (bitcast<u32>(b) & 0x7fffffffu) > 0x7f800000u);",
    ),
    define(
        Helper::Max,
        &["a", "b"],
        None,
        "\
return select(b, a, a >= b || (bitcast<u32>(b) & 0x7fffffffu) > 0x7f800000u);",
    ),
    define(
        Helper::Saturate,
        &["x"],
        None,
        "\
return select(0.0f, min(x, 1.0f), x > 0.0f);",
    ),
    define(
        Helper::Exp2,
        &["x"],
        None,
        "\
return select(exp2(x), x, (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u);",
    ),
    define(
        Helper::Log2,
        &["x"],
        None,
        "\
var bits = bitcast<u32>(x);
if ((bits & 0x7fffffffu) < 0x00800000u) {
    bits = 0xff800000u;
    return bitcast<f32>(bits);
}
if (bits > 0x7f800000u) {
    bits = 0x7fc00000u;
    return bitcast<f32>(bits);
}
return log2(x);",
    ),
    define(
        Helper::Sqrt,
        &["x"],
        None,
        "\
var bits = bitcast<u32>(x);
if ((bits & 0x7fffffffu) < 0x00800000u) {
    return bitcast<f32>(bits & 0x80000000u);
}
if (bits > 0x7f800000u) {
    bits = 0x7fc00000u;
    return bitcast<f32>(bits);
}
return sqrt(x);",
    ),
    define(
        Helper::InverseSqrt,
        &["x"],
        None,
        "\
var bits = bitcast<u32>(x);
if ((bits & 0x7fffffffu) < 0x00800000u) {
    return bitcast<f32>((bits & 0x80000000u) | 0x7f800000u);
}
if (bits > 0x7f800000u) {
    bits = 0x7fc00000u;
    return bitcast<f32>(bits);
}
return inverseSqrt(x);",
    ),
    define(
        Helper::FloatToInt,
        &["x"],
        None,
        "\
let bits = bitcast<u32>(x);
let magnitude = bits & 0x7fffffffu;
if (magnitude > 0x7f800000u) {
    return 0i;
}
if (magnitude >= 0x4f000000u) {
    return i32(0x7fffffffu + (bits >> 31u));
}
return i32(x);",
    ),
    define(
        Helper::FloatToUint,
        &["x"],
        None,
        "\
let bits = bitcast<u32>(x);
if (bits > 0x7f800000u) {
    return 0u;
}
if (bits >= 0x4f800000u) {
    return 0xffffffffu;
}
return u32(x);",
    ),
    define(
        Helper::UintToFloat,
        &["x"],
        None,
        "\
return f32(x >> 16u) * 65536.0f + f32(x & 0xffffu);",
    ),
    define(
        Helper::DivideUint,
        &["a", "b"],
        None,
        "\
return select(a / max(b, 1u), 0xffffffffu, b == 0u);",
    ),
    define(
        Helper::ModuloUint,
        &["a", "b"],
        None,
        "\
return select(a % max(b, 1u), 0xffffffffu, b == 0u);",
    ),
    define(
        Helper::MultiplyHighUint,
        &["a", "b"],
        None,
        "\
let al = a & 0xffffu;
let ah = a >> 16u;
let bl = b & 0xffffu;
let bh = b >> 16u;
let p = al * bh;
let q = ah * bl;
let carry = ((al * bl) >> 16u) + (p & 0xffffu) + (q & 0xffffu);
return ah * bh + (p >> 16u) + (q >> 16u) + (carry >> 16u);",
    ),
    // Masks and no choices, as in GLSL: drivers that share Mesa's optimiser run this text too.
    define(
        Helper::MultiplyHighInt,
        &["a", "b"],
        Some(Helper::MultiplyHighUint),
        "\
let high = d3d_umulhi(u32(a), u32(b));
return i32(high - (u32(a >> 31u) & u32(b)) - (u32(b >> 31u) & u32(a)));",
    ),
    define(
        Helper::ExtractUint,
        &["width", "offset", "value"],
        None,
        "\
return extractBits(value, offset & 31u, width & 31u);",
    ),
    define(
        Helper::ExtractInt,
        &["width", "offset", "value"],
        None,
        "\
return extractBits(value, offset & 31u, width & 31u);",
    ),
    define(
        Helper::InsertBits,
        &["width", "offset", "insert", "base"],
        None,
        "\
return insertBits(base, insert, offset & 31u, width & 31u);",
    ),
    define(
        Helper::FirstBitHigh,
        &["x"],
        None,
        "\
return select(countLeadingZeros(x), 0xffffffffu, x == 0u);",
    ),
    define(
        Helper::FirstBitLow,
        &["x"],
        None,
        "\
return firstTrailingBit(x);",
    ),
    define(
        Helper::FirstBitSigned,
        &["x"],
        Some(Helper::FirstBitHigh),
        "\
return d3d_firstbit_hi(u32(x ^ (x >> 31u)));",
    ),
    define(
        Helper::FloatToHalf,
        &["x"],
        None,
        "\
let bits = bitcast<u32>(x);
let sign = (bits >> 16u) & 0x8000u;
let magnitude = bits & 0x7fffffffu;
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
let exponent = magnitude >> 23u;
if (exponent < 103u) {
    return sign;
}
return sign | (((magnitude & 0x7fffffu) | 0x800000u) >> (126u - exponent));",
    ),
    define(
        Helper::HalfToFloat,
        &["x"],
        None,
        "\
let sign = (x & 0x8000u) << 16u;
let exponent = (x >> 10u) & 31u;
let mantissa = x & 0x3ffu;
if (exponent == 31u) {
    return bitcast<f32>(sign | 0x7f800000u | (mantissa << 13u));
}
if (exponent != 0u) {
    return bitcast<f32>(sign | ((exponent + 112u) << 23u) | (mantissa << 13u));
}
return bitcast<f32>(sign | bitcast<u32>(f32(mantissa) * 5.9604645e-8f));",
    ),
    define(
        Helper::SumOfDifferences,
        &["reference", "source", "sum"],
        None,
        "\
var total = 0u;
for (var shift = 0u; shift < 32u; shift += 8u) {
    let r = (reference >> shift) & 0xffu;
    let s = (source >> shift) & 0xffu;
    total += select(max(r, s) - min(r, s), 0u, r == 0u);
}
return sum + min(total, 0xffffffffu - sum);",
    ),
];
