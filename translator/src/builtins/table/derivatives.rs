//! Rows of the screen-space derivatives.

macro_rules! derivatives {
    ([$next:ident $($rest:ident)*] $($done:tt)*) => { $next! { [$($rest)*] $($done)* Derivatives {

Dpdx "dpdx" (x: Float) -> Same, ["dpdx($0)", "dFdx($0)"] { stages: Stages::Fragment }
    "the change of x from a pixel of the quad to its right-hand one; the CPU, which has no quad, has no value";
DpdxCoarse "dpdxCoarse" (x: Float) -> Same, ["dpdxCoarse($0)", "dFdx($0)"] { stages: Stages::Fragment }
    "dpdx that may be one value for the quad; GLSL has one granularity and chooses it";
DpdxFine "dpdxFine" (x: Float) -> Same, ["dpdxFine($0)", "dFdx($0)"] { stages: Stages::Fragment }
    "dpdx taken in each row of the quad; GLSL has one granularity and chooses it";
Dpdy "dpdy" (x: Float) -> Same, ["dpdy($0)", "dFdy($0)"] { stages: Stages::Fragment }
    "the change of x to the pixel at the next y, which lies below in WGSL and above in GLSL; none on the CPU";
DpdyCoarse "dpdyCoarse" (x: Float) -> Same, ["dpdyCoarse($0)", "dFdy($0)"] { stages: Stages::Fragment }
    "dpdy that may be one value for the quad; GLSL has one granularity and chooses it";
DpdyFine "dpdyFine" (x: Float) -> Same, ["dpdyFine($0)", "dFdy($0)"] { stages: Stages::Fragment }
    "dpdy taken in each column of the quad; GLSL has one granularity and chooses it";
Fwidth "fwidth" (x: Float) -> Same, ["fwidth($0)"] { stages: Stages::Fragment }
    "abs(dpdx(x)) + abs(dpdy(x)); none on the CPU";
FwidthCoarse "fwidthCoarse" (x: Float) -> Same, ["fwidthCoarse($0)", "fwidth($0)"] { stages: Stages::Fragment }
    "fwidth of the coarse derivatives; GLSL has one granularity and chooses it";
FwidthFine "fwidthFine" (x: Float) -> Same, ["fwidthFine($0)", "fwidth($0)"] { stages: Stages::Fragment }
    "fwidth of the fine derivatives; GLSL has one granularity and chooses it";

    } } };
}
pub(super) use derivatives;
