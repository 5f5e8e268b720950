//! Every function that GLSL ES 3.00 predeclares (its specification, version 3.00.6, chapter 8).
//!
//! The list is closed: emitted text calls nothing else but constructors and functions that it defines. Extensions
//! add more; none is asked for.

use super::kind::Scalar;

/// The functions of sections 8.1 to 8.9, in ASCII order.
pub(crate) const FUNCTIONS: &[&str] = &[
    "abs",
    "acos",
    "acosh",
    "all",
    "any",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "ceil",
    "clamp",
    "cos",
    "cosh",
    "cross",
    "dFdx",
    "dFdy",
    "degrees",
    "determinant",
    "distance",
    "dot",
    "equal",
    "exp",
    "exp2",
    "faceforward",
    "floatBitsToInt",
    "floatBitsToUint",
    "floor",
    "fract",
    "fwidth",
    "greaterThan",
    "greaterThanEqual",
    "intBitsToFloat",
    "inverse",
    "inversesqrt",
    "isinf",
    "isnan",
    "length",
    "lessThan",
    "lessThanEqual",
    "log",
    "log2",
    "matrixCompMult",
    "max",
    "min",
    "mix",
    "mod",
    "modf",
    "normalize",
    "not",
    "notEqual",
    "outerProduct",
    "packHalf2x16",
    "packSnorm2x16",
    "packUnorm2x16",
    "pow",
    "radians",
    "reflect",
    "refract",
    "round",
    "roundEven",
    "sign",
    "sin",
    "sinh",
    "smoothstep",
    "sqrt",
    "step",
    "tan",
    "tanh",
    "texelFetch",
    "texelFetchOffset",
    "texture",
    "textureGrad",
    "textureGradOffset",
    "textureLod",
    "textureLodOffset",
    "textureOffset",
    "textureProj",
    "textureProjGrad",
    "textureProjGradOffset",
    "textureProjLod",
    "textureProjLodOffset",
    "textureProjOffset",
    "textureSize",
    "transpose",
    "trunc",
    "uintBitsToFloat",
    "unpackHalf2x16",
    "unpackSnorm2x16",
    "unpackUnorm2x16",
];

/// The names of types that build a value when called, in ASCII order.
pub(crate) const CONSTRUCTORS: &[&str] = &[
    "bool", "bvec2", "bvec3", "bvec4", "float", "int", "ivec2", "ivec3", "ivec4", "mat2", "mat2x2", "mat2x3", "mat2x4",
    "mat3", "mat3x2", "mat3x3", "mat3x4", "mat4", "mat4x2", "mat4x3", "mat4x4", "uint", "uvec2", "uvec3", "uvec4",
    "vec2", "vec3", "vec4",
];

/// Every function that GLSL ES 3.00 predeclares, in ASCII order.
pub const fn functions() -> &'static [&'static str] {
    FUNCTIONS
}

/// Whether GLSL ES 3.00 predeclares a function of this name.
pub fn is_es300_builtin(name: &str) -> bool {
    FUNCTIONS.binary_search(&name).is_ok()
}

/// Whether the name is a type of GLSL ES 3.00 that builds a value when it is called.
pub fn is_es300_constructor(name: &str) -> bool {
    CONSTRUCTORS.binary_search(&name).is_ok()
}

/// The sampler types, the element aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sampler {
    /// `sampler2D`, `isampler2D`, `usampler2D`.
    D2,
    /// `sampler3D`, `isampler3D`, `usampler3D`.
    D3,
    /// `samplerCube`, `isamplerCube`, `usamplerCube`.
    Cube,
    /// `sampler2DArray`, `isampler2DArray`, `usampler2DArray`.
    D2Array,
    /// `sampler2DShadow`.
    D2Shadow,
    /// `samplerCubeShadow`.
    CubeShadow,
    /// `sampler2DArrayShadow`.
    D2ArrayShadow,
}

impl Sampler {
    /// Every sampler type, the element aside.
    pub const ALL: [Self; 7] =
        [Self::D2, Self::D3, Self::Cube, Self::D2Array, Self::D2Shadow, Self::CubeShadow, Self::D2ArrayShadow];

    /// Whether it compares depths.
    pub const fn is_shadow(self) -> bool {
        matches!(self, Self::D2Shadow | Self::CubeShadow | Self::D2ArrayShadow)
    }

    /// The name of the type for an element; none for elements that no such sampler has.
    pub const fn name(self, scalar: Scalar) -> Option<&'static str> {
        let [float, int, uint] = match self {
            Self::D2 => ["sampler2D", "isampler2D", "usampler2D"],
            Self::D3 => ["sampler3D", "isampler3D", "usampler3D"],
            Self::Cube => ["samplerCube", "isamplerCube", "usamplerCube"],
            Self::D2Array => ["sampler2DArray", "isampler2DArray", "usampler2DArray"],
            Self::D2Shadow => ["sampler2DShadow", "", ""],
            Self::CubeShadow => ["samplerCubeShadow", "", ""],
            Self::D2ArrayShadow => ["sampler2DArrayShadow", "", ""],
        };
        match scalar {
            Scalar::F32 => Some(float),
            Scalar::I32 if !self.is_shadow() => Some(int),
            Scalar::U32 if !self.is_shadow() => Some(uint),
            Scalar::I32 | Scalar::U32 | Scalar::Bool | Scalar::F64 => None,
        }
    }

    /// How many components a constant texel offset on it has; 0 for a cube, which takes none.
    pub const fn offset_width(self) -> u8 {
        match self {
            Self::D2 | Self::D2Array | Self::D2Shadow | Self::D2ArrayShadow => 2,
            Self::D3 => 3,
            Self::Cube | Self::CubeShadow => 0,
        }
    }
}

/// The type of a parameter of a texture function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Param {
    /// `float`.
    F1,
    /// `vec2`.
    F2,
    /// `vec3`.
    F3,
    /// `vec4`.
    F4,
    /// `int`.
    I1,
    /// `ivec2`.
    I2,
    /// `ivec3`.
    I3,
}

impl Param {
    /// The name of the type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F1 => "float",
            Self::F2 => "vec2",
            Self::F3 => "vec3",
            Self::F4 => "vec4",
            Self::I1 => "int",
            Self::I2 => "ivec2",
            Self::I3 => "ivec3",
        }
    }
}

/// One overload of a texture function, for every element that its sampler has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overload {
    /// The first parameter.
    pub sampler: Sampler,
    /// The parameters after it.
    pub params: &'static [Param],
    /// Whether a `float` bias may follow, in a fragment shader only.
    pub bias: Bias,
}

/// Whether an overload takes a bias after its other parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bias {
    /// It may be given, in a fragment shader.
    Optional,
    /// There is none.
    None,
}

/// A texture function with its overloads.
#[derive(Debug, Clone, Copy)]
pub struct TextureFunction {
    /// Its name.
    pub name: &'static str,
    /// Its overloads.
    pub overloads: &'static [Overload],
}

/// Overloads, each `sampler (parameters)`, a `bias` after it when one may be given.
macro_rules! overloads {
    ($($sampler:ident ($($param:ident),*) $($bias:ident)?),* $(,)?) => {
        &[$(Overload {
            sampler: Sampler::$sampler,
            params: &[$(Param::$param),*],
            bias: overloads!(@bias $($bias)?),
        }),*]
    };
    (@bias) => { Bias::None };
    (@bias bias) => { Bias::Optional };
}

/// Section 8.8 as a table.
macro_rules! texture_functions {
    ($($name:literal { $($overloads:tt)* })*) => {
        /// The texture functions of section 8.8 with all their overloads.
        pub const TEXTURE_FUNCTIONS: &[TextureFunction] =
            &[$(TextureFunction { name: $name, overloads: overloads! { $($overloads)* } }),*];
    };
}

texture_functions! {
    "textureSize" {
        D2 (I1), D3 (I1), Cube (I1), D2Shadow (I1), CubeShadow (I1), D2Array (I1), D2ArrayShadow (I1),
    }
    "texture" {
        D2 (F2) bias, D3 (F3) bias, Cube (F3) bias, D2Shadow (F3) bias, CubeShadow (F4) bias, D2Array (F3) bias,
        D2ArrayShadow (F4),
    }
    "textureProj" { D2 (F3) bias, D2 (F4) bias, D3 (F4) bias, D2Shadow (F4) bias }
    "textureLod" { D2 (F2, F1), D3 (F3, F1), Cube (F3, F1), D2Shadow (F3, F1), D2Array (F3, F1) }
    "textureOffset" { D2 (F2, I2) bias, D3 (F3, I3) bias, D2Shadow (F3, I2) bias, D2Array (F3, I2) bias }
    "texelFetch" { D2 (I2, I1), D3 (I3, I1), D2Array (I3, I1) }
    "texelFetchOffset" { D2 (I2, I1, I2), D3 (I3, I1, I3), D2Array (I3, I1, I2) }
    "textureProjOffset" { D2 (F3, I2) bias, D2 (F4, I2) bias, D3 (F4, I3) bias, D2Shadow (F4, I2) bias }
    "textureLodOffset" { D2 (F2, F1, I2), D3 (F3, F1, I3), D2Shadow (F3, F1, I2), D2Array (F3, F1, I2) }
    "textureProjLod" { D2 (F3, F1), D2 (F4, F1), D3 (F4, F1), D2Shadow (F4, F1) }
    "textureProjLodOffset" { D2 (F3, F1, I2), D2 (F4, F1, I2), D3 (F4, F1, I3), D2Shadow (F4, F1, I2) }
    "textureGrad" {
        D2 (F2, F2, F2), D3 (F3, F3, F3), Cube (F3, F3, F3), D2Shadow (F3, F2, F2), CubeShadow (F4, F3, F3),
        D2Array (F3, F2, F2), D2ArrayShadow (F4, F2, F2),
    }
    "textureGradOffset" {
        D2 (F2, F2, F2, I2), D3 (F3, F3, F3, I3), D2Shadow (F3, F2, F2, I2), D2Array (F3, F2, F2, I2),
        D2ArrayShadow (F4, F2, F2, I2),
    }
    "textureProjGrad" { D2 (F3, F2, F2), D2 (F4, F2, F2), D3 (F4, F3, F3), D2Shadow (F4, F2, F2) }
    "textureProjGradOffset" {
        D2 (F3, F2, F2, I2), D2 (F4, F2, F2, I2), D3 (F4, F3, F3, I3), D2Shadow (F4, F2, F2, I2),
    }
}

/// The overloads of a texture function; none for any other name.
pub fn texture_overloads(name: &str) -> &'static [Overload] {
    TEXTURE_FUNCTIONS.iter().find(|function| function.name == name).map_or(&[], |function| function.overloads)
}

/// Whether the texture function takes these parameters after a sampler of this type. `bias` among them counts, so
/// the answer holds for a fragment shader.
pub fn takes(name: &str, sampler: Sampler, params: &[Param]) -> bool {
    texture_overloads(name).iter().filter(|overload| overload.sampler == sampler).any(|overload| {
        params == overload.params
            || overload.bias == Bias::Optional
                && params.split_last().is_some_and(|(bias, rest)| *bias == Param::F1 && rest == overload.params)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_in_order() {
        assert!(FUNCTIONS.is_sorted());
        assert!(CONSTRUCTORS.is_sorted());
    }

    #[test]
    fn the_sections_have_their_sizes() {
        // 8.1 angles 14 (with the hyperbolic ones), 8.2 exponentials 7, 8.3 common 22, 8.4 packing 6, 8.5 geometry 8,
        // 8.6 matrices 5, 8.7 relations 9, 8.8 textures 15, 8.9 derivatives 3.
        let angles = "radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh";
        let exponentials = "pow exp log exp2 log2 sqrt inversesqrt";
        let common = "abs sign floor trunc round roundEven ceil fract mod modf min max clamp mix step smoothstep isnan \
                      isinf floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat";
        let packing = "packSnorm2x16 unpackSnorm2x16 packUnorm2x16 unpackUnorm2x16 packHalf2x16 unpackHalf2x16";
        let geometry = "length distance dot cross normalize faceforward reflect refract";
        let matrices = "matrixCompMult outerProduct transpose determinant inverse";
        let relations = "lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual any all not";
        let derivatives = "dFdx dFdy fwidth";
        let sections = [
            (angles, 14),
            (exponentials, 7),
            (common, 22),
            (packing, 6),
            (geometry, 8),
            (matrices, 5),
            (relations, 9),
            (derivatives, 3),
        ];
        let mut names: Vec<&str> = TEXTURE_FUNCTIONS.iter().map(|function| function.name).collect();
        assert_eq!(names.len(), 15);
        for (section, size) in sections {
            assert_eq!(section.split_whitespace().count(), size, "{section}");
            names.extend(section.split_whitespace());
        }
        names.sort_unstable();
        assert_eq!(names, FUNCTIONS);
    }

    #[test]
    fn what_later_versions_add_is_not_in_it() {
        for name in [
            "textureGather",
            "textureGatherOffset",
            "textureQueryLod",
            "textureQueryLevels",
            "bitCount",
            "findMSB",
            "bitfieldExtract",
            "ldexp",
            "frexp",
            "fma",
            "umulExtended",
            "packUnorm4x8",
            "imageLoad",
            "noise1",
            "texture2D",
        ] {
            assert!(!is_es300_builtin(name), "{name}");
        }
    }

    #[test]
    fn the_texture_overloads_are_those_of_the_specification() {
        let sizes = [7, 7, 4, 5, 4, 3, 3, 4, 4, 4, 4, 7, 5, 4, 4];
        let found: Vec<usize> = TEXTURE_FUNCTIONS.iter().map(|function| function.overloads.len()).collect();
        assert_eq!(found, sizes);

        use Param::{F1, F2, F3, F4, I2, I3};
        // The bias comes after the offset.
        assert!(takes("textureOffset", Sampler::D2, &[F2, I2, F1]));
        assert!(!takes("textureOffset", Sampler::D2, &[F2, F1, I2]));
        assert!(takes("textureOffset", Sampler::D3, &[F3, I3]));
        assert!(takes("textureOffset", Sampler::D2Shadow, &[F3, I2]));
        // ES 3.20 adds this one.
        assert!(!takes("textureOffset", Sampler::D2ArrayShadow, &[F4, I2]));
        assert!(takes("textureGradOffset", Sampler::D2ArrayShadow, &[F4, F2, F2, I2]));
        // No explicit level, and no bias, for a comparison on an array; no level for one on a cube.
        assert!(!takes("texture", Sampler::D2ArrayShadow, &[F4, F1]));
        assert!(!takes("textureLod", Sampler::D2ArrayShadow, &[F4, F1]));
        assert!(!takes("textureLod", Sampler::CubeShadow, &[F4, F1]));
        // No offset on a cube, no fetch from one.
        for function in TEXTURE_FUNCTIONS {
            let cube = function.overloads.iter().any(|o| matches!(o.sampler, Sampler::Cube | Sampler::CubeShadow));
            let plain = matches!(function.name, "textureSize" | "texture" | "textureLod" | "textureGrad");
            assert_eq!(cube, plain, "{}", function.name);
        }
    }
}
