//! Rows of the componentwise mathematics.

macro_rules! maths {
    ([$next:ident $($rest:ident)*] $($done:tt)*) => { $next! { [$($rest)*] $($done)* Maths {

Abs "abs" (x: Signed) -> Same, ["abs($0)"] { math: Some("abs") }
    "the magnitude of each component: -0 becomes 0, NaN stays, and the lowest i32 stays because its magnitude does \
        not fit";
AbsU "absU" (x: Unsigned) -> Same, ["abs($0)", "$0"]
    "the magnitude of an unsigned value, which is that value";
Acos "acos" (x: Float) -> Same, ["acos($0)"] { math: Some("acos") }
    "the angle from 0 to pi with cosine x; undefined, and NaN on the CPU, when |x| > 1";
Acosh "acosh" (x: Float) -> Same, ["acosh($0)"] { math: Some("acosh") }
    "the number from 0 up with hyperbolic cosine x; undefined, and NaN on the CPU, when x < 1";
All "all" (v: VectorOf(Scalar::Bool)) -> Is(BOOL), ["all($0)"]
    "whether every component is true; a lone bool is itself and needs no call";
Any "any" (v: VectorOf(Scalar::Bool)) -> Is(BOOL), ["any($0)"]
    "whether some component is true; a lone bool is itself and needs no call";
Asin "asin" (x: Float) -> Same, ["asin($0)"] { math: Some("asin") }
    "the angle from -pi/2 to pi/2 with sine x; undefined, and NaN on the CPU, when |x| > 1";
Asinh "asinh" (x: Float) -> Same, ["asinh($0)"] { math: Some("asinh") }
    "the number with hyperbolic sine x; zeros and infinities come back with their sign";
Atan "atan" (x: Float) -> Same, ["atan($0)"] { math: Some("atan") }
    "the angle from -pi/2 to pi/2 with tangent x, the ends being reached at the infinities";
Atan2 "atan2" (y: Float, x: Same) -> Same, ["atan2($0, $1)", "atan($0, $1)"] { math: Some("atan2") }
    "the angle from -pi to pi of the point (x, y), y being argument 0; undefined on a target when both are zero";
Atanh "atanh" (x: Float) -> Same, ["atanh($0)"] { math: Some("atanh") }
    "the number with hyperbolic tangent x; undefined when |x| >= 1, where the CPU gives an infinity at 1 and NaN \
        past it";
Ceil "ceil" (x: Float) -> Same, ["ceil($0)"] { math: Some("ceil") }
    "the nearest whole number at or above x; infinities and NaN stay";
Clamp "clamp" (x: Number, low: Same, high: Same) -> Same, ["clamp($0, $1, $2)"]
    "min(max(x, low), high), so NaN becomes low; open on a target when low > high, where the CPU gives high";
Cos "cos" (x: Float) -> Same, ["cos($0)"] { math: Some("cos") }
    "the cosine of x in radians, NaN for an infinity; WGSL bounds the error only from -pi to pi";
Cosh "cosh" (x: Float) -> Same, ["cosh($0)"] { math: Some("cosh") }
    "the mean of e^x and e^-x, at least 1; infinite from a magnitude of about 89.4";
Degrees "degrees" (x: Float) -> Same, ["degrees($0)"]
    "x radians in degrees, which may overflow to an infinity";
Exp "exp" (x: Float) -> Same, ["exp($0)"] { math: Some("exp") }
    "e to the power x: 0 at minus infinity, infinite from about 88.73";
Exp2 "exp2" (x: Float) -> Same, ["exp2($0)"]
    "2 to the power x: 0 at minus infinity, infinite from 128, and perhaps 0 below -126";
Floor "floor" (x: Float) -> Same, ["floor($0)"] { math: Some("floor") }
    "the nearest whole number at or below x; infinities and NaN stay";
Fma "fma" (x: Float, y: Same, z: Same) -> Same, ["fma($0, $1, $2)", "(($0) * ($1) + ($2))"]
    "x * y + z, rounded once on the CPU, once or twice in WGSL, twice in GLSL unless the driver fuses it";
Fract "fract" (x: Float) -> Same, ["fract($0)"]
    "x less its floor, from 0 to below 1 but for a tiny negative x, which may round up to 1; NaN for an infinity";
InverseSqrt "inverseSqrt" (x: Float) -> Same, ["inverseSqrt($0)", "inversesqrt($0)"]
    "1 over the square root: infinite at 0, 0 at infinity; undefined, and NaN on the CPU, for a negative";
Ldexp "ldexp" (x: Float, e: I32Shape) -> Same,
    ["ldexp($0, $1)", "($0 * intBitsToFloat((($1 >> 1) + 127) << 23) * intBitsToFloat((($1 - ($1 >> 1)) + 127) << 23))"]
    "x times 2 to the power e, exact while the result is normal; the GLSL text holds for e from -252 to 254 only";
Log "log" (x: Float) -> Same, ["log($0)"] { math: Some("log") }
    "the natural logarithm: minus infinity at 0; undefined, and NaN on the CPU, for a negative";
Log2 "log2" (x: Float) -> Same, ["log2($0)"] { math: Some("log2") }
    "the logarithm to base 2: minus infinity at 0; undefined, and NaN on the CPU, for a negative";
Max "max" (a: Number, b: Same) -> Same, ["max($0, $1)"] { math: Some("max") }
    "the greater; of a number and a NaN the number, of two zeros either";
Min "min" (a: Number, b: Same) -> Same, ["min($0, $1)"] { math: Some("min") }
    "the lesser; of a number and a NaN the number, of two zeros either";
Mix "mix" (x: Float, y: Same, t: SameOrScalar) -> Same, ["mix($0, $1, $2)"]
    "x * (1 - t) + y * t, which goes past the ends when t leaves 0 to 1; NaN if anything is NaN";
Mod "mod" (x: Float, y: SameOrScalar) -> Same, ["($0 - $1 * floor($0 / $1))", "mod($0, $1)"]
    "x - y * floor(x / y), which has the sign of y; NaN for a zero or infinite y and for an infinite x";
Pow "pow" (x: Float, y: Same) -> Same, ["pow($0, $1)"] { math: Some("pow") }
    "exp2(y * log2(x)), so a negative x gives NaN on a target even for a whole y, where the CPU may give the power";
QuantizeToF16 "quantizeToF16" (x: Is(F32)) -> Same,
    ["quantizeToF16($0)", "unpackHalf2x16(packHalf2x16(vec2($0, 0.0))).x"]
    "x rounded to half precision, halves to even; infinite on the CPU and open on a target from 65520; may lose \
        half subnormals";
QuantizeToF16Vec2 "quantizeToF16Vec2" (x: Is(VEC2F)) -> Same,
    ["quantizeToF16($0)",
     "vec2(unpackHalf2x16(packHalf2x16(vec2($0.x, 0.0))).x, unpackHalf2x16(packHalf2x16(vec2($0.y, 0.0))).x)"]
    "quantizeToF16 of 2 components, packed one by one since an overflow may spill into the other half";
QuantizeToF16Vec3 "quantizeToF16Vec3" (x: Is(VEC3F)) -> Same,
    ["quantizeToF16($0)",
     "vec3(unpackHalf2x16(packHalf2x16(vec2($0.x, 0.0))).x, unpackHalf2x16(packHalf2x16(vec2($0.y, 0.0))).x, \
         unpackHalf2x16(packHalf2x16(vec2($0.z, 0.0))).x)"]
    "quantizeToF16 of 3 components, packed one by one since an overflow may spill into the other half";
QuantizeToF16Vec4 "quantizeToF16Vec4" (x: Is(VEC4F)) -> Same,
    ["quantizeToF16($0)",
     "vec4(unpackHalf2x16(packHalf2x16(vec2($0.x, 0.0))).x, unpackHalf2x16(packHalf2x16(vec2($0.y, 0.0))).x, \
         unpackHalf2x16(packHalf2x16(vec2($0.z, 0.0))).x, unpackHalf2x16(packHalf2x16(vec2($0.w, 0.0))).x)"]
    "quantizeToF16 of 4 components, packed one by one since an overflow may spill into the other half";
Radians "radians" (x: Float) -> Same, ["radians($0)"]
    "x degrees in radians";
Round "round" (x: Float) -> Same, ["round($0)", "roundEven($0)"] { math: Some("round") }
    "the nearest whole number, the even one of two as near; infinities and NaN stay";
Saturate "saturate" (x: Float) -> Same, ["saturate($0)", "clamp($0, 0.0, 1.0)"]
    "x held to 0 to 1, NaN becoming 0";
Select "select" (if_false: AnyValue, if_true: Same, cond: Is(BOOL)) -> Same,
    ["select($0, $1, $2)", "($2 ? $1 : $0)"]
    { alts: alts![VectorCondition (if_false: VectorOf(Scalar::F32), if_true: Same, cond: BoolShape)
        ["select($0, $1, $2)", "mix($0, $1, $2)"]] }
    "argument 1 where the condition holds, else argument 0; GLSL picks by component for float vectors only";
Sign "sign" (x: Signed) -> Same, ["sign($0)"] { math: Some("sign") }
    "-1, 0 or 1 as x is below, at or above zero; NaN stays on the CPU and is open on a target";
Sin "sin" (x: Float) -> Same, ["sin($0)"] { math: Some("sin") }
    "the sine of x in radians, NaN for an infinity; WGSL bounds the error only from -pi to pi";
Sinh "sinh" (x: Float) -> Same, ["sinh($0)"] { math: Some("sinh") }
    "half of e^x less e^-x; infinite, with the sign of x, from a magnitude of about 89.4";
Smoothstep "smoothstep" (low: Float, high: Same, x: Same) -> Same, ["smoothstep($0, $1, $2)"]
    "t * t * (3 - 2 * t) for t = (x - low) / (high - low) held to 0 to 1; undefined unless low < high";
Sqrt "sqrt" (x: Float) -> Same, ["sqrt($0)"] { math: Some("sqrt") }
    "the square root: -0 stays, and a negative gives NaN";
Step "step" (edge: Float, x: Same) -> Same, ["step($0, $1)"]
    "0 when x is below the edge, else 1; open for a NaN, where the CPU gives 1";
Tan "tan" (x: Float) -> Same, ["tan($0)"] { math: Some("tan") }
    "the tangent of x in radians, NaN for an infinity";
Tanh "tanh" (x: Float) -> Same, ["tanh($0)"] { math: Some("tanh") }
    "the hyperbolic tangent, from -1 to 1, the ends being reached at the infinities";
Trunc "trunc" (x: Float) -> Same, ["trunc($0)"] { math: Some("trunc") }
    "x without its fraction; infinities and NaN stay";

    } } };
}
pub(super) use maths;
