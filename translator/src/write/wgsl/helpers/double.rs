//! The texts of the helpers of the emulated double in WGSL, callees first.
//!
//! Bits are taken apart with integers, where no driver rounds, flushes or rearranges. Arithmetic is that of the
//! double-float literature (Knuth, Dekker, Joldes et al.); the guard stands wherever an error term would be zero in
//! exact algebra, and wherever the order of a sum matters.

use crate::ir::DoubleHelper;
use crate::write::helpers::DoubleDefinition;

/// Every helper, in the order of [`DoubleHelper::ALL`].
pub(super) static DEFINITIONS: &[DoubleDefinition] = &[
    DoubleDefinition {
        helper: DoubleHelper::Pair,
        parameters: &["d"],
        callees: &[],
        body: "\
let sign = d.y & 0x80000000u;
let top = d.y & 0x7fffffffu;
if (top >= 0x7ff00000u) {
    let infinite = top == 0x7ff00000u && d.x == 0u;
    return vec2f(bitcast<f32>(select(0x7fc00000u, sign | 0x7f800000u, infinite)), 0.0f);
}
let exponent = i32(top >> 20u);
if (exponent < 897) {
    return vec2f(bitcast<f32>(sign), 0.0f);
}
var high = (u32(exponent - 896) << 23u) + ((top & 0xfffffu) << 3u) + (d.x >> 29u);
var rest = i32(d.x & 0x1fffffffu);
if (rest >= 0x10000000) {
    high += 1u;
    rest -= 0x20000000;
}
if (exponent > 1150 || high >= 0x7f800000u) {
    return vec2f(bitcast<f32>(sign | 0x7f800000u), 0.0f);
}
var low = bitcast<u32>(f32(rest)) ^ sign;
let kept = rest != 0 && i32((low >> 23u) & 0xffu) + exponent > 1075;
low = select(0u, low + (u32(exponent - 1075) << 23u), kept);
return vec2f(bitcast<f32>(sign | high), bitcast<f32>(low));",
    },
    DoubleDefinition {
        helper: DoubleHelper::Bits,
        parameters: &["p"],
        callees: &[],
        body: "\
let sign = bitcast<u32>(p.x) & 0x80000000u;
let top = bitcast<u32>(p.x) & 0x7fffffffu;
if (top >= 0x7f800000u) {
    return vec2u(0u, select(sign | 0x7ff00000u, 0x7ff80000u, top > 0x7f800000u));
}
if (top < 0x00800000u) {
    return vec2u(0u, sign);
}
var exponent = top >> 23u;
let mantissa = (top & 0x7fffffu) | 0x800000u;
var high = mantissa >> 3u;
var low = mantissa << 29u;
let rest = bitcast<u32>(p.y) & 0x7fffffffu;
if (rest >= 0x00800000u) {
    let shift = i32(rest >> 23u) - i32(exponent) + 29;
    var part = (rest & 0x7fffffu) | 0x800000u;
    if (shift < 0) {
        let down = u32(min(-shift, 25));
        part = (part + (1u << (down - 1u))) >> down;
    } else {
        part <<= u32(min(shift, 7));
    }
    let before = low;
    if (sign == (bitcast<u32>(p.y) & 0x80000000u)) {
        low += part;
        high += select(0u, 1u, low < before);
    } else {
        low -= part;
        high -= select(0u, 1u, low > before);
    }
    if (high < 0x100000u) {
        high = (high << 1u) | (low >> 31u);
        low <<= 1u;
        exponent -= 1u;
    }
}
return vec2u(low, sign | (((exponent + 895u) << 20u) + high));",
    },
    DoubleDefinition {
        helper: DoubleHelper::Order,
        parameters: &["a", "b"],
        callees: &[],
        body: "\
let aTop = a.y & 0x7fffffffu;
let bTop = b.y & 0x7fffffffu;
if (aTop > 0x7ff00000u || (aTop == 0x7ff00000u && a.x != 0u)) {
    return -2;
}
if (bTop > 0x7ff00000u || (bTop == 0x7ff00000u && b.x != 0u)) {
    return -2;
}
if ((a.x | aTop | b.x | bTop) == 0u || (a.x == b.x && a.y == b.y)) {
    return 0;
}
let aNegative = a.y > 0x7fffffffu;
if (aNegative != (b.y > 0x7fffffffu)) {
    return select(1, -1, aNegative);
}
let smaller = aTop < bTop || (aTop == bTop && a.x < b.x);
return select(1, -1, smaller != aNegative);",
    },
    DoubleDefinition {
        helper: DoubleHelper::Min,
        parameters: &["a", "b"],
        callees: &[DoubleHelper::Order],
        body: "\
let order = d3d_double_order(a, b);
let first = order == -1 || (order == 0 && a.y > 0x7fffffffu);
return select(b, a, first || d3d_double_order(b, b) == -2);",
    },
    DoubleDefinition {
        helper: DoubleHelper::Max,
        parameters: &["a", "b"],
        callees: &[DoubleHelper::Order],
        body: "\
let order = d3d_double_order(a, b);
let first = order == 1 || (order == 0 && a.y <= 0x7fffffffu);
return select(b, a, first || d3d_double_order(b, b) == -2);",
    },
    DoubleDefinition {
        helper: DoubleHelper::Saturate,
        parameters: &["d"],
        callees: &[DoubleHelper::Order],
        body: "\
let one = vec2u(0u, 0x3ff00000u);
if (d3d_double_order(d, vec2u(0u)) < 1) {
    return vec2u(0u);
}
return select(d, one, d3d_double_order(d, one) == 1);",
    },
    DoubleDefinition {
        helper: DoubleHelper::ToFloat,
        parameters: &["d"],
        callees: &[],
        body: "\
let sign = d.y & 0x80000000u;
let top = d.y & 0x7fffffffu;
if (top > 0x7ff00000u || (top == 0x7ff00000u && d.x != 0u)) {
    return bitcast<f32>(sign | 0x7fc00000u);
}
if (top >= 0x47f00000u) {
    return bitcast<f32>(sign | 0x7f800000u);
}
let mantissa = ((top & 0xfffffu) << 3u) | (d.x >> 29u);
if (top < 0x38100000u) {
    let least = top >= 0x38000000u && mantissa == 0x7fffffu;
    return bitcast<f32>(sign | select(0u, 0x00800000u, least));
}
let rest = d.x & 0x1fffffffu;
let up = rest > 0x10000000u || (rest == 0x10000000u && (mantissa & 1u) == 1u);
return bitcast<f32>(sign | ((((top >> 20u) - 896u) << 23u) + mantissa + select(0u, 1u, up)));",
    },
    DoubleDefinition {
        helper: DoubleHelper::ToInt,
        parameters: &["d"],
        callees: &[],
        body: "\
let top = d.y & 0x7fffffffu;
let negative = d.y > 0x7fffffffu;
if (top < 0x3ff00000u || top > 0x7ff00000u || (top == 0x7ff00000u && d.x != 0u)) {
    return 0;
}
if (top >= 0x41e00000u) {
    return select(2147483647, -2147483647 - 1, negative);
}
let magnitude = (0x80000000u | ((top & 0xfffffu) << 11u) | (d.x >> 21u)) >> (1054u - (top >> 20u));
return select(i32(magnitude), -i32(magnitude), negative);",
    },
    DoubleDefinition {
        helper: DoubleHelper::ToUint,
        parameters: &["d"],
        callees: &[],
        body: "\
if (d.y < 0x3ff00000u || d.y > 0x7ff00000u || (d.y == 0x7ff00000u && d.x != 0u)) {
    return 0u;
}
if (d.y >= 0x41f00000u) {
    return 0xffffffffu;
}
return (0x80000000u | ((d.y & 0xfffffu) << 11u) | (d.x >> 21u)) >> (1054u - (d.y >> 20u));",
    },
    DoubleDefinition {
        helper: DoubleHelper::OfFloat,
        parameters: &["x"],
        callees: &[],
        body: "\
let sign = bitcast<u32>(x) & 0x80000000u;
let top = bitcast<u32>(x) & 0x7fffffffu;
if (top >= 0x7f800000u) {
    return vec2u(0u, select(sign | 0x7ff00000u, 0x7ff80000u, top > 0x7f800000u));
}
if (top < 0x00800000u) {
    return vec2u(0u, sign);
}
return vec2u(top << 29u, sign | ((top >> 3u) + 0x38000000u));",
    },
    DoubleDefinition {
        helper: DoubleHelper::OfUint,
        parameters: &["x"],
        callees: &[],
        body: "\
if (x == 0u) {
    return vec2u(0u);
}
var v = x;
var exponent = 1053u;
if (v < 0x00010000u) {
    v <<= 16u;
    exponent -= 16u;
}
if (v < 0x01000000u) {
    v <<= 8u;
    exponent -= 8u;
}
if (v < 0x10000000u) {
    v <<= 4u;
    exponent -= 4u;
}
if (v < 0x40000000u) {
    v <<= 2u;
    exponent -= 2u;
}
if (v < 0x80000000u) {
    v <<= 1u;
    exponent -= 1u;
}
return vec2u(v << 21u, (exponent << 20u) + (v >> 11u));",
    },
    DoubleDefinition {
        helper: DoubleHelper::OfInt,
        parameters: &["x"],
        callees: &[DoubleHelper::OfUint],
        body: "\
let magnitude = d3d_double_of_uint(select(u32(x), 0u - u32(x), x < 0));
return vec2u(magnitude.x, magnitude.y | (u32(x) & 0x80000000u));",
    },
    DoubleDefinition {
        helper: DoubleHelper::TwoSum,
        parameters: &["a", "b", "guard"],
        callees: &[],
        body: "\
let sum = (a + b) * guard;
let part = (sum - a) * guard;
return vec2f(sum, (a - (sum - part) * guard) * guard + (b - part));",
    },
    DoubleDefinition {
        helper: DoubleHelper::QuickSum,
        parameters: &["a", "b", "guard"],
        callees: &[],
        body: "\
let sum = (a + b) * guard;
return vec2f(sum, (b - (sum - a) * guard) * guard);",
    },
    DoubleDefinition {
        helper: DoubleHelper::TwoProduct,
        parameters: &["a", "b", "guard"],
        callees: &[],
        body: "\
let product = (a * b) * guard;
let aHigh = bitcast<f32>(bitcast<u32>(a) & 0xfffff000u);
let bHigh = bitcast<f32>(bitcast<u32>(b) & 0xfffff000u);
let aLow = a - aHigh;
let bLow = b - bHigh;
var error = (aHigh * bHigh - product) * guard;
error = (error + aHigh * bLow) * guard;
error = (error + aLow * bHigh) * guard;
return vec2f(product, error + aLow * bLow);",
    },
    DoubleDefinition {
        helper: DoubleHelper::Scale,
        parameters: &["p", "power"],
        callees: &[],
        body: "\
let high = bitcast<u32>(p.x);
var low = bitcast<u32>(p.y);
let highExponent = i32((high >> 23u) & 0xffu) + power;
let lowExponent = i32((low >> 23u) & 0xffu) + power;
let sign = high & 0x80000000u;
if (highExponent > 254) {
    return vec2f(bitcast<f32>(sign | 0x7f800000u), 0.0f);
}
if (highExponent < 1) {
    return vec2f(bitcast<f32>(sign), 0.0f);
}
let kept = (low & 0x7f800000u) != 0u && lowExponent > 0;
low = select(0u, low + (u32(power) << 23u), kept);
return vec2f(bitcast<f32>(high + (u32(power) << 23u)), bitcast<f32>(low));",
    },
    DoubleDefinition {
        helper: DoubleHelper::Add,
        parameters: &["a", "b", "guard"],
        callees: &[DoubleHelper::TwoSum, DoubleHelper::QuickSum],
        body: "\
var sum = d3d_pair_two_sum(a.x, b.x, guard);
if (((bitcast<u32>(a.x) | bitcast<u32>(b.x)) << 1u) == 0u) {
    return vec2f(sum.x, 0.0f);
}
let rest = d3d_pair_two_sum(a.y, b.y, guard);
var carried = d3d_pair_two_sum(sum.y, rest.x, guard);
carried.x = select(carried.x, 0.0f, (bitcast<u32>(sum.x) & 0x7f800000u) == 0x7f800000u);
sum = d3d_pair_quick_sum(sum.x, carried.x, guard);
if ((bitcast<u32>(sum.x) & 0x7f800000u) == 0x7f800000u) {
    return vec2f(sum.x, 0.0f);
}
return d3d_pair_quick_sum(sum.x, sum.y + (carried.y + rest.y), guard);",
    },
    DoubleDefinition {
        helper: DoubleHelper::Multiply,
        parameters: &["a", "b", "guard"],
        callees: &[DoubleHelper::TwoSum, DoubleHelper::QuickSum, DoubleHelper::TwoProduct],
        body: "\
let product = d3d_pair_two_product(a.x, b.x, guard);
let exponent = bitcast<u32>(product.x) & 0x7f800000u;
if (exponent == 0x7f800000u || exponent == 0u) {
    return vec2f(product.x, 0.0f);
}
let left = d3d_pair_two_product(a.x, b.y, guard);
let right = d3d_pair_two_product(a.y, b.x, guard);
let crossed = d3d_pair_two_sum(left.x, right.x, guard);
let rest = d3d_pair_two_sum(product.y, crossed.x, guard);
let least = (a.y * b.y + (left.y + right.y)) + (crossed.y + rest.y);
let sum = d3d_pair_quick_sum(product.x, rest.x, guard);
return d3d_pair_quick_sum(sum.x, sum.y + least, guard);",
    },
    DoubleDefinition {
        helper: DoubleHelper::Divide,
        parameters: &["a", "b", "guard"],
        callees: &[DoubleHelper::TwoProduct, DoubleHelper::Scale, DoubleHelper::Add],
        body: "\
let aExponent = i32((bitcast<u32>(a.x) >> 23u) & 0xffu);
let bExponent = i32((bitcast<u32>(b.x) >> 23u) & 0xffu);
if (aExponent == 0 || aExponent == 255 || bExponent == 0 || bExponent == 255) {
    return vec2f(a.x / b.x, 0.0f);
}
var dividend = d3d_pair_scale(a, 127 - aExponent);
let divisor = d3d_pair_scale(b, 127 - bExponent);
var quotient = vec2f(0.0f);
for (var step = 0; step < 3; step++) {
    let digit = dividend.x / divisor.x;
    dividend = d3d_pair_add(dividend, d3d_pair_two_product(divisor.x, -digit, guard), guard);
    dividend = d3d_pair_add(dividend, d3d_pair_two_product(divisor.y, -digit, guard), guard);
    quotient = d3d_pair_add(quotient, vec2f(digit, 0.0f), guard);
}
return d3d_pair_scale(quotient, aExponent - bExponent);",
    },
];
