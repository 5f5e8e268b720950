//! Everything that is refused: one row a feature, and a column a target with the reason and what the user can do.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::options::Target;

/// What a target says of a feature that it lacks.
#[derive(Clone, Copy)]
struct Lack {
    /// What the target lacks, one sentence without a full stop.
    reason: &'static str,
    /// What the user can do, one sentence without a full stop.
    help: &'static str,
}

/// The column of a target: the reason and what to do, `same` for those of the column before it, or nothing where
/// the target has the feature.
macro_rules! lack {
    ([]) => {
        None
    };
    ([$reason:literal $help:literal]) => {
        Some(Lack { reason: $reason, help: $help })
    };
    ($before:tt [same]) => {
        lack!($before)
    };
    ($before:tt $own:tt) => {
        lack!($own)
    };
}

/// Expands the rows into the enum, its list and its lookups.
macro_rules! features {
    ($($variant:ident $name:literal $doc:literal $glsl:tt $wgsl:tt;)+) => {
        /// Something a shader uses that a target cannot express or that this project refuses.
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Feature {
            $(#[doc = $doc] $variant,)+
        }

        impl Feature {
            /// Every feature, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// Short name in kebab case; reports group refusals by it, so it stays stable.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            const fn lack(self, target: Target) -> Option<Lack> {
                match (self, target) {
                    $(
                        (Self::$variant, Target::Glsl) => lack!($glsl),
                        (Self::$variant, Target::Wgsl) => lack!($glsl $wgsl),
                    )+
                }
            }
        }
    };
}

impl Feature {
    /// Whether the target lacks it.
    pub const fn is_refused(self, target: Target) -> bool {
        self.lack(target).is_some()
    }

    /// What the target lacks, one sentence without a full stop; nothing if it lacks nothing.
    pub const fn reason(self, target: Target) -> &'static str {
        match self.lack(target) {
            Some(lack) => lack.reason,
            None => "",
        }
    }

    /// What the user can do, one sentence without a full stop; nothing if the target lacks nothing.
    pub const fn help(self, target: Target) -> &'static str {
        match self.lack(target) {
            Some(lack) => lack.help,
            None => "",
        }
    }
}

features! {
    D3d9Bytecode "d3d9-bytecode" "Shader models 1 to 3."
        ["shader models 1 to 3 are another instruction set, which this translator does not read"
         "compile the shader again for a profile of 4_0 or later, without a level_9 suffix"]
        [same];
    Dxil "dxil" "Shader model 6."
        ["shader model 6 holds LLVM bitcode in a DXIL chunk, which this translator does not read"
         "compile the shader again for a profile of 5_1 or earlier"]
        [same];
    NoProgram "no-program" "A container without a program."
        ["the container holds no SHDR or SHEX chunk, so there is nothing to translate"
         "pass the container of a compiled shader, not one of a root signature, a library or debug data alone"]
        [same];
    OtherStage "other-stage" "A stage that is not translated."
        ["WebGL2 has vertex and fragment stages only"
         "move the work to the vertex or pixel stage or to the CPU"]
        ["WebGPU has vertex, fragment and compute stages only"
         "move the work to the vertex or pixel stage or to the CPU"];
    Doubles "doubles" "Resources of 64-bit floats; arithmetic of them is emulated."
        ["GLSL ES 3.00 has no textures or buffers of 64-bit floats"
         "read a structured or raw buffer, whose words the shader makes doubles of"]
        ["WGSL has no textures or buffers of 64-bit floats"
         "read a structured or raw buffer, whose words the shader makes doubles of"];
    UnorderedAccess "uav" "Unordered access views."
        ["GLSL ES 3.00 has no image or storage-buffer writes and no atomics"
         "write to a render target or by transform feedback instead"]
        [];
    MultisampledTexture "multisampled-texture" "Textures of several samples a texel."
        ["WebGL2 has multisampled renderbuffers only: no shader can read single samples or their positions"
         "resolve the texture first and read the resolved copy"]
        [];
    CubeArray "cube-array" "Arrays of cube maps."
        ["GLSL ES 3.00 has no samplerCubeArray and WebGL2 no extension for it"
         "bind single cube maps, or a 2D array with the faces as layers"]
        [];
    Interfaces "interfaces" "Class linkage."
        ["the body that fcall runs is chosen by class linkage when the shader is bound, and GLSL ES 3.00 has no function tables"
         "compile one permutation for each class that is used"]
        ["the body that fcall runs is chosen by class linkage when the shader is bound, and WGSL has no function tables"
         "compile one permutation for each class that is used"];
    EvaluateAttribute "evaluate-attribute" "Inputs interpolated at a chosen place."
        ["GLSL ES 3.00 cannot interpolate an input at a chosen sample, offset or centroid"
         "declare the input with the interpolation mode that is needed"]
        ["WGSL cannot interpolate an input at a chosen sample, offset or centroid"
         "declare the input with the interpolation mode that is needed"];
    SampleIndex "sample-index" "The number of the sample, and shading for each."
        ["GLSL ES 3.00 has no sample index and WebGL2 no shading for each sample"
         "compile the shader without SV_SampleIndex and without sample interpolation"]
        [];
    PrimitiveId "primitive-id" "The number of the primitive."
        ["GLSL ES 3.00 has no primitive number in the fragment stage"
         "pass the number as a flat vertex attribute"]
        ["WGSL has the primitive number only with a feature that few devices have"
         "pass the number as a flat vertex attribute"];
    InputCoverage "input-coverage" "The coverage mask as an input."
        ["GLSL ES 3.00 cannot read the coverage mask of a fragment"
         "compile the shader without SV_Coverage and SV_InnerCoverage inputs"]
        ["the coverage mask of a fragment is not translated to WGSL yet"
         "compile the shader without SV_Coverage and SV_InnerCoverage inputs"];
    OutputCoverage "output-coverage" "The coverage mask as an output."
        ["GLSL ES 3.00 cannot write the coverage mask of a fragment"
         "use alpha to coverage, or discard"]
        ["the coverage mask of a fragment is not translated to WGSL yet"
         "use alpha to coverage, or discard"];
    StencilReference "stencil-ref" "A stencil reference for each pixel."
        ["GLSL ES 3.00 cannot write a stencil reference value for each pixel"
         "draw once for each stencil value"]
        ["WGSL cannot write a stencil reference value for each pixel"
         "draw once for each stencil value"];
    RenderTargetArrayIndex "render-target-array-index" "The layer of the render target."
        ["GLSL ES 3.00 cannot choose or read the layer of a render target"
         "draw once for each layer"]
        ["WGSL cannot choose or read the layer of a render target"
         "draw once for each layer"];
    ViewportArrayIndex "viewport-array-index" "The viewport."
        ["WebGL2 has one viewport, which no shader can choose or read"
         "draw once for each viewport"]
        ["WebGPU has one viewport, which no shader can choose or read"
         "draw once for each viewport"];
    VertexAttributes "vertex-attributes" "More vertex attributes than a device has."
        ["OpenGL ES 3.0 and WebGL2 promise 16 vertex attributes, and common implementations have no more"
         "pack the inputs of the vertex shader into 16 vectors or fewer, or read them from a buffer"]
        ["WebGPU promises 16 vertex attributes"
         "pack the inputs of the vertex shader into 16 vectors or fewer, or read them from a buffer"];
    CullDistance "cull-distance" "Cull distances."
        ["GLSL ES 3.00 has no cull distances, and no shader sees the distances of all vertices of a primitive"
         "drop the primitives on the CPU, or clip them"]
        ["WGSL has no cull distances, and no shader sees the distances of all vertices of a primitive"
         "drop the primitives on the CPU, or clip them"];
    ResourceIndexing "resource-indexing" "Textures and samplers chosen at run time."
        ["GLSL ES 3.00 indexes samplers with constant expressions only"
         "put the textures into one texture array and index its layers"]
        ["WGSL has no arrays of textures and samplers"
         "put the textures into one texture array and index its layers"];
    ConstantBufferIndexing "constant-buffer-indexing" "Constant buffers chosen at run time."
        ["GLSL ES 3.00 indexes uniform blocks with constant expressions only"
         "put the data into one constant buffer and index its rows"]
        ["WGSL has no arrays of uniform buffers"
         "put the data into one constant buffer and index its rows"];
    UnboundedRange "unbounded-range" "Ranges of registers without an end."
        ["WebGL2 has no descriptor tables: every texture, sampler and block is bound by name"
         "declare each resource on its own register"]
        ["WebGPU has no descriptor tables: every texture, sampler and buffer has a binding of its own"
         "declare each resource on its own register"];
    TiledResource "tiled-resource" "Status results and LOD clamps of tiled resources."
        ["WebGL2 has no tiled resources, so no access can report whether its data is there"
         "compile the shader without status results and LOD clamps"]
        ["WebGPU has no tiled resources, so no access can report whether its data is there"
         "compile the shader without status results and LOD clamps"];
    CycleCounter "cycle-counter" "The clock."
        ["GLSL ES 3.00 has no clock"
         "compile the shader without the cycle counter"]
        ["WGSL has no clock"
         "compile the shader without the cycle counter"];
    ShaderMessage "shader-message" "Messages and breaks."
        ["GLSL ES 3.00 has no printf, errorf, abort or debug break"
         "compile the shader without printf, errorf and abort"]
        ["WGSL has no printf, errorf, abort or debug break"
         "compile the shader without printf, errorf and abort"];
    IntegerSampling "integer-sampling" "Textures of integers read with a sampler."
        []
        ["WGSL samples textures of floats only"
         "read the texel with Load, which takes whole coordinates"];
    MultisampledArray "multisampled-array" "Arrays of textures of several samples a texel."
        ["WebGL2 has multisampled renderbuffers only: no shader can read single samples or their positions"
         "resolve the texture first and read the resolved copy"]
        ["WGSL has no arrays of multisampled textures"
         "bind a multisampled texture for each layer, or resolve the array and read the resolved copy"];
    SamplePosition "sample-position" "The places of samples, and the samples of the target."
        ["WebGL2 has multisampled renderbuffers only: no shader can read single samples or their positions"
         "resolve the texture first and read the resolved copy"]
        ["WGSL can ask neither for the places of samples nor for the samples of the target"
         "compile the shader for a known number of samples, with their places as constants"];
    BindingLayout "binding-layout" "What a binding layout asks for that a shader cannot give."
        ["the binding layout asks for something that this shader cannot give"
         "change the rule of the layout, or limit it to shaders that it fits"]
        [same];
    VertexUnorderedAccess "vertex-uav" "Unordered access views of vertex shaders."
        []
        ["the vertex stage of WebGPU writes no buffers and textures"
         "write in a compute shader"];
    TextureAtomics "texture-atomics" "Atomic operations on texels."
        []
        ["WGSL has no atomic operations on texels"
         "keep the numbers in a buffer, as RWStructuredBuffer or RWByteAddressBuffer"];
    TexelRead "texel-read" "Texels of several components that are read from a texture that is written."
        []
        ["WGSL reads texels of one 32-bit component only where the texture is also written"
         "bind a copy as a texture that is read only, or keep the data in a buffer"];
    RasterizerOrder "rasterizer-order" "Views whose pixels take turns."
        []
        ["WGSL has no order between the pixels that write to a place"
         "blend instead, or use atomic operations"];
    MemoryFence "memory-fence" "Fences that not all threads of a group pass."
        []
        ["a barrier of WGSL waits for all threads of the group, and there is no fence without waiting"
         "put the fence where all threads of the group pass, or use atomic operations"];
    BindingRange "binding-range" "Registers beyond what the rule of bindings numbers."
        []
        ["the rule that turns registers into bindings numbers b0 to b19, s0 to s19, t0 to t127 and u0 to u49"
         "declare the resource on a lower register"];
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
            assert!(Target::ALL.into_iter().any(|target| feature.is_refused(target)), "{}", feature.name());
            for target in Target::ALL.into_iter().filter(|target| feature.is_refused(*target)) {
                for text in [feature.reason(target), feature.help(target)] {
                    assert!(!text.is_empty() && !text.ends_with('.') && !text.contains(". "), "{feature}: {text}");
                }
            }
        }
    }
}
