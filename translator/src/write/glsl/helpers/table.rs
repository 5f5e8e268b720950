//! The scalar texts of the helpers, callees first.
//!
//! The texts give Direct3D's results on drivers that differ where GLSL leaves a result open: NaN is found by its
//! bits, subnormals count as zeros of their sign, nothing is divided by zero and no shift reaches 32.

use crate::ir::Helper;
use crate::write::helpers::{Definition, define};

/// Every helper, in the order of [`Helper::ALL`].
pub(super) static DEFINITIONS: &[Definition] = &[
    define(
        Helper::Min,
        &["a", "b"],
        None,
        "\
return a < b || (floatBitsToUint(b) & 0x7fffffffu) > 0x7f800000u ? a : b;",
    ),
    define(
        Helper::Max,
        &["a", "b"],
        None,
        "\
return a >= b || (floatBitsToUint(b) & 0x7fffffffu) > 0x7f800000u ? a : b;",
    ),
    define(
        Helper::Saturate,
        &["x"],
        None,
        "\
return x > 0.0 ? min(x, 1.0) : 0.0;",
    ),
    define(
        Helper::Exp2,
        &["x"],
        None,
        "\
return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u ? x : exp2(x);",
    ),
    define(
        Helper::Log2,
        &["x"],
        None,
        "\
uint bits = floatBitsToUint(x);
if ((bits & 0x7fffffffu) < 0x00800000u) {
    return uintBitsToFloat(0xff800000u);
}
return bits > 0x7f800000u ? uintBitsToFloat(0x7fc00000u) : log2(x);",
    ),
    define(
        Helper::Sqrt,
        &["x"],
        None,
        "\
uint bits = floatBitsToUint(x);
if ((bits & 0x7fffffffu) < 0x00800000u) {
    return uintBitsToFloat(bits & 0x80000000u);
}
return bits > 0x7f800000u ? uintBitsToFloat(0x7fc00000u) : sqrt(x);",
    ),
    define(
        Helper::InverseSqrt,
        &["x"],
        None,
        "\
uint bits = floatBitsToUint(x);
if ((bits & 0x7fffffffu) < 0x00800000u) {
    return uintBitsToFloat((bits & 0x80000000u) | 0x7f800000u);
}
return bits > 0x7f800000u ? uintBitsToFloat(0x7fc00000u) : inversesqrt(x);",
    ),
    define(
        Helper::FloatToInt,
        &["x"],
        None,
        "\
uint magnitude = floatBitsToUint(x) & 0x7fffffffu;
if (magnitude > 0x7f800000u) {
    return 0;
}
if (magnitude >= 0x4f000000u) {
    return x < 0.0 ? int(0x80000000u) : 2147483647;
}
return int(x);",
    ),
    define(
        Helper::FloatToUint,
        &["x"],
        None,
        "\
uint bits = floatBitsToUint(x);
if (bits > 0x7f800000u) {
    return 0u;
}
return bits >= 0x4f800000u ? 0xffffffffu : uint(x);",
    ),
    define(
        Helper::UintToFloat,
        &["x"],
        None,
        "\
return float(x >> 16u) * 65536.0 + float(x & 0xffffu);",
    ),
    define(
        Helper::DivideUint,
        &["a", "b"],
        None,
        "\
return b == 0u ? 0xffffffffu : a / max(b, 1u);",
    ),
    define(
        Helper::ModuloUint,
        &["a", "b"],
        None,
        "\
return b == 0u ? 0xffffffffu : a % max(b, 1u);",
    ),
    define(
        Helper::MultiplyHighUint,
        &["a", "b"],
        None,
        "\
uint al = a & 0xffffu;
uint ah = a >> 16u;
uint bl = b & 0xffffu;
uint bh = b >> 16u;
uint p = al * bh;
uint q = ah * bl;
uint carry = ((al * bl) >> 16u) + (p & 0xffffu) + (q & 0xffffu);
return ah * bh + (p >> 16u) + (q >> 16u) + (carry >> 16u);",
    ),
    // Masks and no choices: of a choice between 0xbf800000 and 0, Mesa makes the floats -1.0 and -0.0.
    define(
        Helper::MultiplyHighInt,
        &["a", "b"],
        Some(Helper::MultiplyHighUint),
        "\
uint high = d3d_umulhi(uint(a), uint(b));
high -= uint(a >> 31) & uint(b);
high -= uint(b >> 31) & uint(a);
return int(high);",
    ),
    define(
        Helper::ExtractUint,
        &["width", "offset", "value"],
        None,
        "\
uint w = width & 31u;
uint o = offset & 31u;
if (w == 0u) {
    return 0u;
}
return w + o < 32u ? (value << (32u - w - o)) >> (32u - w) : value >> o;",
    ),
    define(
        Helper::ExtractInt,
        &["width", "offset", "value"],
        None,
        "\
uint w = width & 31u;
uint o = offset & 31u;
if (w == 0u) {
    return 0;
}
return w + o < 32u ? (value << (32u - w - o)) >> (32u - w) : value >> o;",
    ),
    define(
        Helper::InsertBits,
        &["width", "offset", "insert", "base"],
        None,
        "\
uint o = offset & 31u;
uint mask = ((1u << (width & 31u)) - 1u) << o;
return ((insert << o) & mask) | (base & ~mask);",
    ),
    define(
        Helper::FirstBitHigh,
        &["x"],
        None,
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
return v < 0x80000000u ? n + 1u : n;",
    ),
    define(
        Helper::FirstBitLow,
        &["x"],
        Some(Helper::FirstBitHigh),
        "\
return x == 0u ? 0xffffffffu : 31u - d3d_firstbit_hi(x & (0u - x));",
    ),
    define(
        Helper::FirstBitSigned,
        &["x"],
        Some(Helper::FirstBitHigh),
        "\
return d3d_firstbit_hi(uint(x < 0 ? ~x : x));",
    ),
    define(
        Helper::FloatToHalf,
        &["x"],
        None,
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
return sign | (((magnitude & 0x7fffffu) | 0x800000u) >> (126u - exponent));",
    ),
    define(
        Helper::HalfToFloat,
        &["x"],
        None,
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
return uintBitsToFloat(sign | floatBitsToUint(float(mantissa) * 5.9604645e-8));",
    ),
    define(
        Helper::SumOfDifferences,
        &["reference", "source", "sum"],
        None,
        "\
uint total = 0u;
for (uint shift = 0u; shift < 32u; shift += 8u) {
    uint r = (reference >> shift) & 0xffu;
    uint s = (source >> shift) & 0xffu;
    total += r == 0u ? 0u : max(r, s) - min(r, s);
}
return sum + min(total, 0xffffffffu - sum);",
    ),
];
