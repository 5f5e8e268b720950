//! Rows of the small formats packed in 32 bits; component 0 has the low bits.

macro_rules! packing {
    ([$next:ident $($rest:ident)*] $($done:tt)*) => { $next! { [$($rest)*] $($done)* Packing {

Pack2x16Float "pack2x16float" (v: Is(VEC2F)) -> Is(U32), ["pack2x16float($0)", "packHalf2x16($0)"]
    "each component in half precision; an overflow gives an infinity on the CPU and is open on a target";
Pack2x16Snorm "pack2x16snorm" (v: Is(VEC2F)) -> Is(U32), ["pack2x16snorm($0)", "packSnorm2x16($0)"]
    "each component held to -1 to 1, times 32767, rounded half up to 16 signed bits; GLSL may round a half either way";
Pack2x16Unorm "pack2x16unorm" (v: Is(VEC2F)) -> Is(U32), ["pack2x16unorm($0)", "packUnorm2x16($0)"]
    "each component held to 0 to 1, times 65535, rounded half up to 16 bits; GLSL may round a half either way";
Pack4x8Snorm "pack4x8snorm" (v: Is(VEC4F)) -> Is(U32),
    ["pack4x8snorm($0)",
     "(uint(int(floor(0.5 + clamp($0.x, -1.0, 1.0) * 127.0)) & 0xFF) | \
       (uint(int(floor(0.5 + clamp($0.y, -1.0, 1.0) * 127.0)) & 0xFF) << 8) | \
       (uint(int(floor(0.5 + clamp($0.z, -1.0, 1.0) * 127.0)) & 0xFF) << 16) | \
       (uint(int(floor(0.5 + clamp($0.w, -1.0, 1.0) * 127.0)) & 0xFF) << 24))"]
    "each component held to -1 to 1, times 127, rounded half up to 8 signed bits; a NaN packs as -127";
Pack4x8Unorm "pack4x8unorm" (v: Is(VEC4F)) -> Is(U32),
    ["pack4x8unorm($0)",
     "(uint(floor(0.5 + clamp($0.x, 0.0, 1.0) * 255.0)) | \
       (uint(floor(0.5 + clamp($0.y, 0.0, 1.0) * 255.0)) << 8) | \
       (uint(floor(0.5 + clamp($0.z, 0.0, 1.0) * 255.0)) << 16) | \
       (uint(floor(0.5 + clamp($0.w, 0.0, 1.0) * 255.0)) << 24))"]
    "each component held to 0 to 1, times 255, rounded half up to 8 bits; a NaN packs as 0";
Pack4xI8 "pack4xI8" (v: Is(VEC4I)) -> Is(U32), ["pack4xI8($0)", Refusal::NoPackedInt8]
    "the low 8 bits of each component";
Pack4xI8Clamp "pack4xI8Clamp" (v: Is(VEC4I)) -> Is(U32), ["pack4xI8Clamp($0)", Refusal::NoPackedInt8]
    "each component held to -128 to 127, in 8 bits";
Pack4xU8 "pack4xU8" (v: Is(VEC4U)) -> Is(U32), ["pack4xU8($0)", Refusal::NoPackedInt8]
    "the low 8 bits of each component";
Pack4xU8Clamp "pack4xU8Clamp" (v: Is(VEC4U)) -> Is(U32), ["pack4xU8Clamp($0)", Refusal::NoPackedInt8]
    "each component held to 0 to 255, in 8 bits";
Unpack2x16Float "unpack2x16float" (u: Is(U32)) -> Is(VEC2F), ["unpack2x16float($0)", "unpackHalf2x16($0)"]
    "both halves widened from half precision, which is exact";
Unpack2x16Snorm "unpack2x16snorm" (u: Is(U32)) -> Is(VEC2F), ["unpack2x16snorm($0)", "unpackSnorm2x16($0)"]
    "both halves as signed numbers over 32767, never below -1";
Unpack2x16Unorm "unpack2x16unorm" (u: Is(U32)) -> Is(VEC2F), ["unpack2x16unorm($0)", "unpackUnorm2x16($0)"]
    "both halves as unsigned numbers over 65535";
Unpack4x8Snorm "unpack4x8snorm" (u: Is(U32)) -> Is(VEC4F),
    ["unpack4x8snorm($0)", "max(vec4(ivec4(uvec4($0, $0 >> 8, $0 >> 16, $0 >> 24) << 24) >> 24) / 127.0, vec4(-1.0))"]
    "the four bytes as signed numbers over 127, never below -1";
Unpack4x8Unorm "unpack4x8unorm" (u: Is(U32)) -> Is(VEC4F),
    ["unpack4x8unorm($0)", "(vec4(uvec4($0, $0 >> 8, $0 >> 16, $0 >> 24) & 0xFFu) / 255.0)"]
    "the four bytes as unsigned numbers over 255";
Unpack4xI8 "unpack4xI8" (u: Is(U32)) -> Is(VEC4I), ["unpack4xI8($0)", Refusal::NoPackedInt8]
    "the four bytes as signed integers";
Unpack4xU8 "unpack4xU8" (u: Is(U32)) -> Is(VEC4U), ["unpack4xU8($0)", Refusal::NoPackedInt8]
    "the four bytes as unsigned integers";

    } } };
}
pub(super) use packing;
