//! Rows of the vector and matrix functions.

macro_rules! geometry {
    ([$next:ident $($rest:ident)*] $($done:tt)*) => { $next! { [$($rest)*] $($done)* Geometry {

Cross "cross" (a: Is(VEC3F), b: Same) -> Same, ["cross($0, $1)"]
    "the cross product, zero for parallel vectors";
Determinant "determinant" (m: SquareMatrix) -> Is(F32), ["determinant($0)"]
    "the determinant of a square matrix, without a bound on its error";
Distance "distance" (a: Float, b: Same) -> Is(F32), ["distance($0, $1)"]
    "the length of a - b; infinite when the squares overflow";
Dot "dot" (a: VectorOf(Scalar::F32), b: Same) -> Is(F32), ["dot($0, $1)"]
    "the sum of the products of float components, in an order and with fusing that the target chooses";
DotI "dotI" (a: VectorOf(Scalar::I32), b: Same) -> Is(I32), ["dot($0, $1)", Helper::Idot, "_idot($0, $1)"]
    "the sum of the products of i32 components, every step wrapping modulo 2^32";
DotU "dotU" (a: VectorOf(Scalar::U32), b: Same) -> Is(U32), ["dot($0, $1)", Helper::Idot, "_idot($0, $1)"]
    "the sum of the products of u32 components, every step wrapping modulo 2^32";
FaceForward "faceForward" (n: VectorOf(Scalar::F32), i: Same, nref: Same) -> Same,
    ["faceForward($0, $1, $2)", "faceforward($0, $1, $2)"]
    "n when dot(i, nref) is below zero, else -n, also when that dot is zero or NaN";
Length "length" (v: Float) -> Is(F32), ["length($0)"]
    "the root of the sum of squares, of a scalar its magnitude; infinite when the squares overflow";
Normalize "normalize" (v: VectorOf(Scalar::F32)) -> Same, ["normalize($0)"]
    "v over its length; undefined, and NaN on the CPU, for a zero vector";
Reflect "reflect" (i: VectorOf(Scalar::F32), n: Same) -> Same, ["reflect($0, $1)"]
    "i - 2 * dot(n, i) * n, where n is taken as it is and not made a unit vector";
Refract "refract" (i: VectorOf(Scalar::F32), n: Same, eta: ScalarOf0) -> Same, ["refract($0, $1, $2)"]
    "with d = dot(n, i) and k = 1 - eta^2 * (1 - d^2), zero when k < 0, else eta * i - (eta * d + sqrt(k)) * n";
Transpose "transpose" (m: Matrix) -> Transposed, ["transpose($0)"]
    "the matrix with columns and rows exchanged";

    } } };
}
pub(super) use geometry;
