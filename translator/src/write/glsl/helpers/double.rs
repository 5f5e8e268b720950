//! The texts of the helpers of the emulated double in GLSL ES 3.00, callees first.
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
uint sign = d.y & 0x80000000u;
uint top = d.y & 0x7fffffffu;
if (top >= 0x7ff00000u) {
    bool infinite = top == 0x7ff00000u && d.x == 0u;
    return vec2(uintBitsToFloat(infinite ? sign | 0x7f800000u : 0x7fc00000u), 0.0);
}
int exponent = int(top >> 20u);
if (exponent < 897) {
    return vec2(uintBitsToFloat(sign), 0.0);
}
uint high = (uint(exponent - 896) << 23u) + ((top & 0xfffffu) << 3u) + (d.x >> 29u);
int rest = int(d.x & 0x1fffffffu);
if (rest >= 0x10000000) {
    high += 1u;
    rest -= 0x20000000;
}
if (exponent > 1150 || high >= 0x7f800000u) {
    return vec2(uintBitsToFloat(sign | 0x7f800000u), 0.0);
}
uint low = floatBitsToUint(float(rest)) ^ sign;
bool kept = rest != 0 && int((low >> 23u) & 0xffu) + exponent > 1075;
low = kept ? low + (uint(exponent - 1075) << 23u) : 0u;
return vec2(uintBitsToFloat(sign | high), uintBitsToFloat(low));",
    },
    DoubleDefinition {
        helper: DoubleHelper::Bits,
        parameters: &["p"],
        callees: &[],
        body: "\
uint sign = floatBitsToUint(p.x) & 0x80000000u;
uint top = floatBitsToUint(p.x) & 0x7fffffffu;
if (top >= 0x7f800000u) {
    return uvec2(0u, top > 0x7f800000u ? 0x7ff80000u : sign | 0x7ff00000u);
}
if (top < 0x00800000u) {
    return uvec2(0u, sign);
}
uint exponent = top >> 23u;
uint mantissa = (top & 0x7fffffu) | 0x800000u;
uint high = mantissa >> 3u;
uint low = mantissa << 29u;
uint rest = floatBitsToUint(p.y) & 0x7fffffffu;
if (rest >= 0x00800000u) {
    int shift = int(rest >> 23u) - int(exponent) + 29;
    uint part = (rest & 0x7fffffu) | 0x800000u;
    if (shift < 0) {
        uint down = uint(min(-shift, 25));
        part = (part + (1u << (down - 1u))) >> down;
    } else {
        part <<= uint(min(shift, 7));
    }
    uint before = low;
    if (sign == (floatBitsToUint(p.y) & 0x80000000u)) {
        low += part;
        high += low < before ? 1u : 0u;
    } else {
        low -= part;
        high -= low > before ? 1u : 0u;
    }
    if (high < 0x100000u) {
        high = (high << 1u) | (low >> 31u);
        low <<= 1u;
        exponent -= 1u;
    }
}
return uvec2(low, sign | (((exponent + 895u) << 20u) + high));",
    },
    DoubleDefinition {
        helper: DoubleHelper::Order,
        parameters: &["a", "b"],
        callees: &[],
        body: "\
uint aTop = a.y & 0x7fffffffu;
uint bTop = b.y & 0x7fffffffu;
if (aTop > 0x7ff00000u || (aTop == 0x7ff00000u && a.x != 0u)) {
    return -2;
}
if (bTop > 0x7ff00000u || (bTop == 0x7ff00000u && b.x != 0u)) {
    return -2;
}
if ((a.x | aTop | b.x | bTop) == 0u || (a.x == b.x && a.y == b.y)) {
    return 0;
}
bool aNegative = a.y > 0x7fffffffu;
if (aNegative != (b.y > 0x7fffffffu)) {
    return aNegative ? -1 : 1;
}
bool smaller = aTop < bTop || (aTop == bTop && a.x < b.x);
return smaller != aNegative ? -1 : 1;",
    },
    DoubleDefinition {
        helper: DoubleHelper::Min,
        parameters: &["a", "b"],
        callees: &[DoubleHelper::Order],
        body: "\
int order = d3d_double_order(a, b);
bool first = order == -1 || (order == 0 && a.y > 0x7fffffffu);
return first || d3d_double_order(b, b) == -2 ? a : b;",
    },
    DoubleDefinition {
        helper: DoubleHelper::Max,
        parameters: &["a", "b"],
        callees: &[DoubleHelper::Order],
        body: "\
int order = d3d_double_order(a, b);
bool first = order == 1 || (order == 0 && a.y <= 0x7fffffffu);
return first || d3d_double_order(b, b) == -2 ? a : b;",
    },
    DoubleDefinition {
        helper: DoubleHelper::Saturate,
        parameters: &["d"],
        callees: &[DoubleHelper::Order],
        body: "\
uvec2 one = uvec2(0u, 0x3ff00000u);
if (d3d_double_order(d, uvec2(0u)) < 1) {
    return uvec2(0u);
}
return d3d_double_order(d, one) == 1 ? one : d;",
    },
    DoubleDefinition {
        helper: DoubleHelper::ToFloat,
        parameters: &["d"],
        callees: &[],
        body: "\
uint sign = d.y & 0x80000000u;
uint top = d.y & 0x7fffffffu;
if (top > 0x7ff00000u || (top == 0x7ff00000u && d.x != 0u)) {
    return uintBitsToFloat(sign | 0x7fc00000u);
}
if (top >= 0x47f00000u) {
    return uintBitsToFloat(sign | 0x7f800000u);
}
uint mantissa = ((top & 0xfffffu) << 3u) | (d.x >> 29u);
if (top < 0x38100000u) {
    bool least = top >= 0x38000000u && mantissa == 0x7fffffu;
    return uintBitsToFloat(sign | (least ? 0x00800000u : 0u));
}
uint rest = d.x & 0x1fffffffu;
bool up = rest > 0x10000000u || (rest == 0x10000000u && (mantissa & 1u) == 1u);
return uintBitsToFloat(sign | ((((top >> 20u) - 896u) << 23u) + mantissa + (up ? 1u : 0u)));",
    },
    DoubleDefinition {
        helper: DoubleHelper::ToInt,
        parameters: &["d"],
        callees: &[],
        body: "\
uint top = d.y & 0x7fffffffu;
bool negative = d.y > 0x7fffffffu;
if (top < 0x3ff00000u || top > 0x7ff00000u || (top == 0x7ff00000u && d.x != 0u)) {
    return 0;
}
if (top >= 0x41e00000u) {
    return negative ? int(0x80000000u) : 2147483647;
}
uint magnitude = (0x80000000u | ((top & 0xfffffu) << 11u) | (d.x >> 21u)) >> (1054u - (top >> 20u));
return negative ? -int(magnitude) : int(magnitude);",
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
uint sign = floatBitsToUint(x) & 0x80000000u;
uint top = floatBitsToUint(x) & 0x7fffffffu;
if (top >= 0x7f800000u) {
    return uvec2(0u, top > 0x7f800000u ? 0x7ff80000u : sign | 0x7ff00000u);
}
if (top < 0x00800000u) {
    return uvec2(0u, sign);
}
return uvec2(top << 29u, sign | ((top >> 3u) + 0x38000000u));",
    },
    DoubleDefinition {
        helper: DoubleHelper::OfUint,
        parameters: &["x"],
        callees: &[],
        body: "\
if (x == 0u) {
    return uvec2(0u);
}
uint v = x;
uint exponent = 1053u;
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
return uvec2(v << 21u, (exponent << 20u) + (v >> 11u));",
    },
    DoubleDefinition {
        helper: DoubleHelper::OfInt,
        parameters: &["x"],
        callees: &[DoubleHelper::OfUint],
        body: "\
uvec2 magnitude = d3d_double_of_uint(x < 0 ? 0u - uint(x) : uint(x));
return uvec2(magnitude.x, magnitude.y | (uint(x) & 0x80000000u));",
    },
    DoubleDefinition {
        helper: DoubleHelper::TwoSum,
        parameters: &["a", "b", "guard"],
        callees: &[],
        body: "\
float sum = (a + b) * guard;
float part = (sum - a) * guard;
return vec2(sum, (a - (sum - part) * guard) * guard + (b - part));",
    },
    DoubleDefinition {
        helper: DoubleHelper::QuickSum,
        parameters: &["a", "b", "guard"],
        callees: &[],
        body: "\
float sum = (a + b) * guard;
return vec2(sum, (b - (sum - a) * guard) * guard);",
    },
    DoubleDefinition {
        helper: DoubleHelper::TwoProduct,
        parameters: &["a", "b", "guard"],
        callees: &[],
        body: "\
float product = (a * b) * guard;
float aHigh = uintBitsToFloat(floatBitsToUint(a) & 0xfffff000u);
float bHigh = uintBitsToFloat(floatBitsToUint(b) & 0xfffff000u);
float aLow = a - aHigh;
float bLow = b - bHigh;
float error = (aHigh * bHigh - product) * guard;
error = (error + aHigh * bLow) * guard;
error = (error + aLow * bHigh) * guard;
return vec2(product, error + aLow * bLow);",
    },
    DoubleDefinition {
        helper: DoubleHelper::Scale,
        parameters: &["p", "power"],
        callees: &[],
        body: "\
uint high = floatBitsToUint(p.x);
uint low = floatBitsToUint(p.y);
int highExponent = int((high >> 23u) & 0xffu) + power;
int lowExponent = int((low >> 23u) & 0xffu) + power;
uint sign = high & 0x80000000u;
if (highExponent > 254) {
    return vec2(uintBitsToFloat(sign | 0x7f800000u), 0.0);
}
if (highExponent < 1) {
    return vec2(uintBitsToFloat(sign), 0.0);
}
bool kept = (low & 0x7f800000u) != 0u && lowExponent > 0;
low = kept ? low + (uint(power) << 23u) : 0u;
return vec2(uintBitsToFloat(high + (uint(power) << 23u)), uintBitsToFloat(low));",
    },
    DoubleDefinition {
        helper: DoubleHelper::Add,
        parameters: &["a", "b", "guard"],
        callees: &[DoubleHelper::TwoSum, DoubleHelper::QuickSum],
        body: "\
vec2 sum = d3d_pair_two_sum(a.x, b.x, guard);
if (((floatBitsToUint(a.x) | floatBitsToUint(b.x)) << 1u) == 0u) {
    return vec2(sum.x, 0.0);
}
vec2 rest = d3d_pair_two_sum(a.y, b.y, guard);
vec2 carried = d3d_pair_two_sum(sum.y, rest.x, guard);
carried.x = (floatBitsToUint(sum.x) & 0x7f800000u) == 0x7f800000u ? 0.0 : carried.x;
sum = d3d_pair_quick_sum(sum.x, carried.x, guard);
if ((floatBitsToUint(sum.x) & 0x7f800000u) == 0x7f800000u) {
    return vec2(sum.x, 0.0);
}
return d3d_pair_quick_sum(sum.x, sum.y + (carried.y + rest.y), guard);",
    },
    DoubleDefinition {
        helper: DoubleHelper::Multiply,
        parameters: &["a", "b", "guard"],
        callees: &[DoubleHelper::TwoSum, DoubleHelper::QuickSum, DoubleHelper::TwoProduct],
        body: "\
vec2 product = d3d_pair_two_product(a.x, b.x, guard);
uint exponent = floatBitsToUint(product.x) & 0x7f800000u;
if (exponent == 0x7f800000u || exponent == 0u) {
    return vec2(product.x, 0.0);
}
vec2 left = d3d_pair_two_product(a.x, b.y, guard);
vec2 right = d3d_pair_two_product(a.y, b.x, guard);
vec2 crossed = d3d_pair_two_sum(left.x, right.x, guard);
vec2 rest = d3d_pair_two_sum(product.y, crossed.x, guard);
float least = (a.y * b.y + (left.y + right.y)) + (crossed.y + rest.y);
vec2 sum = d3d_pair_quick_sum(product.x, rest.x, guard);
return d3d_pair_quick_sum(sum.x, sum.y + least, guard);",
    },
    DoubleDefinition {
        helper: DoubleHelper::Divide,
        parameters: &["a", "b", "guard"],
        callees: &[DoubleHelper::TwoProduct, DoubleHelper::Scale, DoubleHelper::Add],
        body: "\
int aExponent = int((floatBitsToUint(a.x) >> 23u) & 0xffu);
int bExponent = int((floatBitsToUint(b.x) >> 23u) & 0xffu);
if (aExponent == 0 || aExponent == 255 || bExponent == 0 || bExponent == 255) {
    return vec2(a.x / b.x, 0.0);
}
vec2 dividend = d3d_pair_scale(a, 127 - aExponent);
vec2 divisor = d3d_pair_scale(b, 127 - bExponent);
vec2 quotient = vec2(0.0);
for (int step = 0; step < 3; step++) {
    float digit = dividend.x / divisor.x;
    dividend = d3d_pair_add(dividend, d3d_pair_two_product(divisor.x, -digit, guard), guard);
    dividend = d3d_pair_add(dividend, d3d_pair_two_product(divisor.y, -digit, guard), guard);
    quotient = d3d_pair_add(quotient, vec2(digit, 0.0), guard);
}
return d3d_pair_scale(quotient, aExponent - bExponent);",
    },
];
