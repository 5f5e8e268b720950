//! Rows of the emulated double: a pair of floats whose sum is the value.

macro_rules! doubles {
    ([$next:ident $($rest:ident)*] $($done:tt)*) => { $next! { [$($rest)*] $($done)* F64 {

F64 "f64" (x: F32OrF64) -> Is(F64), [pre_emit]
    "the float x as the pair (x, 0), which is exact; a double is itself";
F64FromParts "f64FromParts" (hi: Is(F32), lo: Is(F32)) -> Is(F64), [pre_emit]
    "the pair (hi, lo) as given; lo must be at most half a unit in the last place of hi";
F64Guard "f64Guard" () -> Is(F32), ["textureLoad(_fp64, vec2<i32>(0, 0), 0).x", "texelFetch(_fp64, ivec2(0, 0), 0).x"]
    "1.0, read from the one texel of a texture so that no compiler can know it and cancel the error terms it \
        multiplies";
F64Parts "f64Parts" (x: Is(F64)) -> Is(VEC2F), [pre_emit]
    "the pair (hi, lo) of a double";

    } } };
}
pub(super) use doubles;
