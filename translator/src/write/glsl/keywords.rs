//! What no identifier of GLSL ES 3.00 may be.

use crate::builtins::es300::{CONSTRUCTORS, FUNCTIONS};
use crate::write::names::{COUNTER, ENTRY, FRAG_COORD, GUARD, is_local};

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

/// All words that no name may be, each list in ASCII order.
const LISTS: [&[&str]; 4] = [WORDS, FUNCTIONS, CONSTRUCTORS, OWN];

/// Whether no variable, function, block or uniform may have this name: it belongs to the language or the text uses
/// it for something else.
#[must_use]
pub fn is_reserved(name: &str) -> bool {
    may_be_word(name) && LISTS.iter().any(|list| list.binary_search(&name).is_ok())
        || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || name.as_bytes().windows(2).any(|pair| pair == b"__")
        || is_local(name)
        || name.starts_with('_') && crate::builtins::Helper::ALL.iter().any(|helper| helper.name() == name)
}

/// Whether a word of this length begins as the name does, and one ends so.
fn may_be_word(name: &str) -> bool {
    let bytes = name.as_bytes();
    let ends = LENGTHS.iter().zip([bytes.first(), bytes.last()]);
    name.len() < 32 && ends.into_iter().all(|(lengths, byte)| lengths_at(lengths, byte) >> name.len() & 1 != 0)
}

fn lengths_at(lengths: &[u32; 128], byte: Option<&u8>) -> u32 {
    byte.and_then(|&byte| lengths.get(usize::from(byte))).copied().unwrap_or(0)
}

/// For each first byte, and for each last byte, the lengths of the words that have it there, a bit each: nearly all
/// names of registers and semantics are found to be no word by this alone.
static LENGTHS: [[u32; 128]; 2] = {
    let mut lengths = [[0; 128]; 2];
    let mut list = 0;
    while list < LISTS.len() {
        let mut word = 0;
        while word < LISTS[list].len() {
            let bytes = LISTS[list][word].as_bytes();
            // A word of another alphabet, or of more than 31 letters, would stop the build here.
            let bit = 1u32 << bytes.len();
            lengths[0][bytes[0] as usize] |= bit;
            lengths[1][bytes[bytes.len() - 1] as usize] |= bit;
            word += 1;
        }
        list += 1;
    }
    lengths
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_in_order() {
        assert!(LISTS.iter().all(|list| list.is_sorted()));
    }

    #[test]
    fn every_word_is_reserved_and_every_helper_starts_low() {
        for word in LISTS.into_iter().flatten() {
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
