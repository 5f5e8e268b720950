//! Everything that is refused: one row a feature, with the reason and what the user can do instead.

use std::fmt;

use serde::{Serialize, Serializer};

/// Expands the rows into the enum, its list and its lookups.
macro_rules! features {
    ($($variant:ident $name:literal $reason:literal $help:literal;)+) => {
        /// Something a shader uses that the target cannot express or that this project refuses.
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Feature {
            $(#[doc = $reason] $variant,)+
        }

        impl Feature {
            /// Every feature, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// Short name in kebab case; reports group refusals by it, so it stays stable.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// What the target lacks, one sentence without a full stop.
            pub const fn reason(self) -> &'static str {
                match self { $(Self::$variant => $reason,)+ }
            }

            /// What the user can do, one sentence without a full stop.
            pub const fn help(self) -> &'static str {
                match self { $(Self::$variant => $help,)+ }
            }
        }
    };
}

features! {
    D3d9Bytecode "d3d9-bytecode"
        "shader models 1 to 3 are another instruction set, which this translator does not read"
        "compile the shader again for a profile of 4_0 or later, without a level_9 suffix";
    Dxil "dxil"
        "shader model 6 holds LLVM bitcode in a DXIL chunk, which this translator does not read"
        "compile the shader again for a profile of 5_1 or earlier";
    NoProgram "no-program"
        "the container holds no SHDR or SHEX chunk, so there is nothing to translate"
        "pass the container of a compiled shader, not one of a root signature, a library or debug data alone";
    OtherStage "other-stage"
        "WebGL2 has vertex and fragment stages only"
        "move the work to the vertex or pixel stage or to the CPU";
    Doubles "doubles"
        "GLSL ES 3.00 has no 64-bit floating-point type"
        "use float, or two floats for the range that needs it";
    UnorderedAccess "uav"
        "GLSL ES 3.00 has no image or storage-buffer writes and no atomics"
        "write to a render target or by transform feedback instead";
    MultisampledTexture "multisampled-texture"
        "WebGL2 has multisampled renderbuffers only: no shader can read single samples or their positions"
        "resolve the texture first and read the resolved copy";
    CubeArray "cube-array"
        "GLSL ES 3.00 has no samplerCubeArray and WebGL2 no extension for it"
        "bind single cube maps, or a 2D array with the faces as layers";
    Interfaces "interfaces"
        "the body that fcall runs is chosen by class linkage when the shader is bound, and GLSL ES 3.00 has no function tables"
        "compile one permutation for each class that is used";
    EvaluateAttribute "evaluate-attribute"
        "GLSL ES 3.00 cannot interpolate an input at a chosen sample, offset or centroid"
        "declare the input with the interpolation mode that is needed";
    SampleIndex "sample-index"
        "GLSL ES 3.00 has no sample index and WebGL2 no shading for each sample"
        "compile the shader without SV_SampleIndex and without sample interpolation";
    PrimitiveId "primitive-id"
        "GLSL ES 3.00 has no primitive number in the fragment stage"
        "pass the number as a flat vertex attribute";
    InputCoverage "input-coverage"
        "GLSL ES 3.00 cannot read the coverage mask of a fragment"
        "compile the shader without SV_Coverage and SV_InnerCoverage inputs";
    OutputCoverage "output-coverage"
        "GLSL ES 3.00 cannot write the coverage mask of a fragment"
        "use alpha to coverage, or discard";
    StencilReference "stencil-ref"
        "GLSL ES 3.00 cannot write a stencil reference value for each pixel"
        "draw once for each stencil value";
    RenderTargetArrayIndex "render-target-array-index"
        "GLSL ES 3.00 cannot choose or read the layer of a render target"
        "draw once for each layer";
    ViewportArrayIndex "viewport-array-index"
        "WebGL2 has one viewport, which no shader can choose or read"
        "draw once for each viewport";
    VertexAttributes "vertex-attributes"
        "OpenGL ES 3.0 and WebGL2 promise 16 vertex attributes, and common implementations have no more"
        "pack the inputs of the vertex shader into 16 vectors or fewer, or read them from a buffer";
    CullDistance "cull-distance"
        "GLSL ES 3.00 has no cull distances, and no shader sees the distances of all vertices of a primitive"
        "drop the primitives on the CPU, or clip them";
    ResourceIndexing "resource-indexing"
        "GLSL ES 3.00 indexes samplers with constant expressions only"
        "put the textures into one texture array and index its layers";
    ConstantBufferIndexing "constant-buffer-indexing"
        "GLSL ES 3.00 indexes uniform blocks with constant expressions only"
        "put the data into one constant buffer and index its rows";
    UnboundedRange "unbounded-range"
        "WebGL2 has no descriptor tables: every texture, sampler and block is bound by name"
        "declare each resource on its own register";
    TiledResource "tiled-resource"
        "WebGL2 has no tiled resources, so no access can report whether its data is there"
        "compile the shader without status results and LOD clamps";
    CycleCounter "cycle-counter"
        "GLSL ES 3.00 has no clock"
        "compile the shader without the cycle counter";
    ShaderMessage "shader-message"
        "GLSL ES 3.00 has no printf, errorf, abort or debug break"
        "compile the shader without printf, errorf and abort";
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Feature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_kebab_case() {
        for (index, feature) in Feature::ALL.iter().enumerate() {
            let name = feature.name();
            assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{name}");
            assert!(Feature::ALL.iter().skip(index + 1).all(|other| other.name() != name), "{name} twice");
        }
    }

    #[test]
    fn texts_are_one_sentence() {
        for feature in Feature::ALL {
            for text in [feature.reason(), feature.help()] {
                assert!(!text.is_empty() && !text.ends_with('.') && !text.contains(". "), "{}: {text}", feature.name());
            }
        }
    }
}
