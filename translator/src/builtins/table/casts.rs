//! Rows of the conversions and reinterpretations of one scalar.

macro_rules! casts {
    ([$next:ident $($rest:ident)*] $($done:tt)*) => { $next! { [$($rest)*] $($done)* Casts {

BitcastF32 "bitcastF32" (x: Is(U32)) -> Is(F32), ["bitcast<f32>($0)", "uintBitsToFloat($0)"]
    "the same 32 bits as a float; a driver may alter those of a NaN or of a subnormal";
BitcastU32 "bitcastU32" (x: Is(F32)) -> Is(U32), ["bitcast<u32>($0)", "floatBitsToUint($0)"]
    "the 32 bits of the float; a driver may alter those of a NaN or of a subnormal";
F32 "f32" (x: AnyScalar) -> Is(F32), ["f32($0)", "float($0)"] { math: Some("fround") }
    "the nearest float; false is 0 and true is 1";
I32 "i32" (x: AnyScalarButF64) -> Is(I32), ["i32($0)", "int($0)"]
    "a float cut toward zero and held to the floats that fit, NaN being 0; open in GLSL past them; an integer's own \
        bits";
U32 "u32" (x: AnyScalarButF64) -> Is(U32), ["u32($0)", "uint($0)"]
    "a float cut toward zero and held to the floats that fit, NaN being 0; open in GLSL past them; an integer's own \
        bits";

    } } };
}
pub(super) use casts;
