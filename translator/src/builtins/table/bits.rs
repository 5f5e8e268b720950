//! Rows of the bit operations. GLSL ES 3.00 has none of them.

macro_rules! bits {
    ([$next:ident $($rest:ident)*] $($done:tt)*) => { $next! { [$($rest)*] $($done)* Bits {

CountLeadingZeros "countLeadingZeros" (x: Int) -> Same, ["countLeadingZeros($0)", Helper::Clz, "_clz($0)"]
    "how many 0 bits stand above the highest 1 bit: 32 for zero, 0 for a negative";
CountOneBits "countOneBits" (x: Int) -> Same, ["countOneBits($0)", Helper::Popcnt, "_popcnt($0)"]
    "how many of the 32 bits are 1";
CountTrailingZeros "countTrailingZeros" (x: Int) -> Same, ["countTrailingZeros($0)", Helper::Ctz, "_ctz($0)"]
    "how many 0 bits stand below the lowest 1 bit: 32 for zero";
Dot4I8Packed "dot4I8Packed" (a: Is(U32), b: Is(U32)) -> Is(I32), ["dot4I8Packed($0, $1)", Refusal::NoPackedInt8]
    "the sum of the products of the four signed bytes of each word, which always fits";
Dot4U8Packed "dot4U8Packed" (a: Is(U32), b: Is(U32)) -> Is(U32), ["dot4U8Packed($0, $1)", Refusal::NoPackedInt8]
    "the sum of the products of the four unsigned bytes of each word, which always fits";
ExtractBits "extractBits" (e: Int, offset: Is(U32), count: Is(U32)) -> Same,
    ["extractBits($0, $1, $2)", Helper::Xbits, "_xbits($0, $1, $2)"]
    "the bits of e from o = min(offset, 32), c = min(count, 32 - o) of them, moved to bit 0; a signed e extends \
        their top bit";
FirstLeadingBit "firstLeadingBit" (x: Int) -> Same, ["firstLeadingBit($0)", Helper::Msb, "_msb($0)"]
    "where the highest 1 bit is, or for a signed x the highest bit unlike its sign; all ones when there is none";
FirstTrailingBit "firstTrailingBit" (x: Int) -> Same, ["firstTrailingBit($0)", Helper::Lsb, "_lsb($0)"]
    "where the lowest 1 bit is; all ones when there is none";
InsertBits "insertBits" (e: Int, newbits: Same, offset: Is(U32), count: Is(U32)) -> Same,
    ["insertBits($0, $1, $2, $3)", Helper::Ibits, "_ibits($0, $1, $2, $3)"]
    "e with its bits from o = min(offset, 32), c = min(count, 32 - o) of them, taken from the low bits of newbits";
ReverseBits "reverseBits" (x: Int) -> Same, ["reverseBits($0)", Helper::Brev, "_brev($0)"]
    "the 32 bits in the opposite order";

    } } };
}
pub(super) use bits;
