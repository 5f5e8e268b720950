//! What no identifier of GLSL ES 3.00 may be.

use crate::builtins::es300::{CONSTRUCTORS, FUNCTIONS};
use crate::write::names::{COUNTER, ENTRY, FRAG_COORD, GUARD, is_local};
use crate::write::words::Words;

/// Keywords and reserved words of GLSL ES 3.00 (section 3.7), and the words that later versions of GLSL and GLSL ES
/// took, since some compilers refuse them early. In ASCII order.
const WORDS: &[&str] = &[
    "active",
    "asm",
    "atomic_uint",
    "attribute",
    "bool",
    "break",
    "buffer",
    "bvec2",
    "bvec3",
    "bvec4",
    "case",
    "cast",
    "centroid",
    "class",
    "coherent",
    "common",
    "const",
    "continue",
    "default",
    "defined",
    "discard",
    "do",
    "double",
    "dvec2",
    "dvec3",
    "dvec4",
    "else",
    "enum",
    "extern",
    "external",
    "false",
    "filter",
    "fixed",
    "flat",
    "float",
    "for",
    "fvec2",
    "fvec3",
    "fvec4",
    "goto",
    "half",
    "highp",
    "hvec2",
    "hvec3",
    "hvec4",
    "if",
    "iimage1D",
    "iimage1DArray",
    "iimage2D",
    "iimage2DArray",
    "iimage3D",
    "iimageBuffer",
    "iimageCube",
    "iimageCubeArray",
    "image1D",
    "image1DArray",
    "image2D",
    "image2DArray",
    "image3D",
    "imageBuffer",
    "imageCube",
    "imageCubeArray",
    "in",
    "inline",
    "inout",
    "input",
    "int",
    "interface",
    "invariant",
    "isampler1D",
    "isampler1DArray",
    "isampler2D",
    "isampler2DArray",
    "isampler2DMS",
    "isampler2DMSArray",
    "isampler2DRect",
    "isampler3D",
    "isamplerBuffer",
    "isamplerCube",
    "isamplerCubeArray",
    "ivec2",
    "ivec3",
    "ivec4",
    "layout",
    "long",
    "lowp",
    "mat2",
    "mat2x2",
    "mat2x3",
    "mat2x4",
    "mat3",
    "mat3x2",
    "mat3x3",
    "mat3x4",
    "mat4",
    "mat4x2",
    "mat4x3",
    "mat4x4",
    "mediump",
    "namespace",
    "noinline",
    "noperspective",
    "out",
    "output",
    "packed",
    "partition",
    "patch",
    "precise",
    "precision",
    "public",
    "readonly",
    "resource",
    "restrict",
    "return",
    "sample",
    "sampler1D",
    "sampler1DArray",
    "sampler1DArrayShadow",
    "sampler1DShadow",
    "sampler2D",
    "sampler2DArray",
    "sampler2DArrayShadow",
    "sampler2DMS",
    "sampler2DMSArray",
    "sampler2DRect",
    "sampler2DRectShadow",
    "sampler2DShadow",
    "sampler3D",
    "sampler3DRect",
    "samplerBuffer",
    "samplerCube",
    "samplerCubeArray",
    "samplerCubeArrayShadow",
    "samplerCubeShadow",
    "shared",
    "short",
    "sizeof",
    "smooth",
    "static",
    "struct",
    "subroutine",
    "superp",
    "switch",
    "template",
    "texture1D",
    "texture2D",
    "texture2DArray",
    "texture3D",
    "textureCube",
    "this",
    "true",
    "typedef",
    "uimage1D",
    "uimage1DArray",
    "uimage2D",
    "uimage2DArray",
    "uimage3D",
    "uimageBuffer",
    "uimageCube",
    "uimageCubeArray",
    "uint",
    "uniform",
    "union",
    "unsigned",
    "usampler1D",
    "usampler1DArray",
    "usampler2D",
    "usampler2DArray",
    "usampler2DMS",
    "usampler2DMSArray",
    "usampler2DRect",
    "usampler3D",
    "usamplerBuffer",
    "usamplerCube",
    "usamplerCubeArray",
    "using",
    "uvec2",
    "uvec3",
    "uvec4",
    "varying",
    "vec2",
    "vec3",
    "vec4",
    "void",
    "volatile",
    "while",
    "writeonly",
];

/// What reserved names start with: of the language, of WebGL, and of the functions that the writers define.
const PREFIXES: &[&str] = &["gl_", "GL_", "webgl_", "_webgl_", "d3d_"];

/// What the text uses for something else, in ASCII order.
const OWN: &[&str] = &[GUARD, FRAG_COORD, COUNTER, ENTRY];

/// All words that no name may be.
static RESERVED: Words<4> = Words::new([WORDS, FUNCTIONS, CONSTRUCTORS, OWN], PREFIXES);

/// Whether no variable, function, block or uniform may have this name: it belongs to the language or the text uses
/// it for something else.
#[must_use]
pub fn is_reserved(name: &str) -> bool {
    RESERVED.contains(name)
        || name.as_bytes().windows(2).any(|pair| pair == b"__")
        || is_local(name)
        || name.starts_with('_') && crate::builtins::Helper::ALL.iter().any(|helper| helper.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_in_order() {
        assert!(RESERVED.are_in_order());
    }

    #[test]
    fn every_word_is_reserved_and_every_helper_starts_low() {
        for word in WORDS.iter().chain(FUNCTIONS).chain(CONSTRUCTORS) {
            assert!(is_reserved(word), "{word}");
        }
        assert!(crate::builtins::Helper::ALL.iter().all(|helper| helper.name().starts_with('_')));
    }

    #[test]
    fn the_languages_own_names_are_reserved() {
        for name in [
            "sample",
            "half",
            "packed",
            "texture",
            "texelFetch",
            "vec3",
            "mat4x3",
            "gl_Color",
            "webgl_x",
            "_webgl_x",
            "a__b",
            "main",
            "tmp12",
            "i",
            "d3d_min",
            "_sfetchU",
            "hlslcc_FragCoord",
            "GL_ES",
            "shared",
            "dot",
        ] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["tmp", "tmpx", "t0", "Sample", "cb0", "r0", "position", "_x", "ii"] {
            assert!(!is_reserved(name), "{name}");
        }
    }
}
