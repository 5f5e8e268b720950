//! What the compiler noted about a program: feature flags (`SFI0`) and counters (`STAT`).

use serde::Serialize;

use super::Chunk;
use crate::bytes::Reader;
use crate::error::Result;

/// Declares the flags with their bit numbers.
macro_rules! flags {
    ($($bit:literal $variant:ident $doc:literal;)+) => {
        /// One optional feature of the device that a program needs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum ShaderFeature {
            $(#[doc = $doc] $variant,)+
        }

        const FLAGS: &[(u64, ShaderFeature)] = &[$((1 << $bit, ShaderFeature::$variant),)+];
    };
}

flags! {
    0 Doubles "Double-precision arithmetic.";
    1 RawAndStructuredBuffers "Raw and structured buffers, or a compute shader, in shader model 4.";
    2 UnorderedAccessAtEveryStage "Unordered access views outside of the pixel and compute stages.";
    3 UnorderedAccess64 "More than 8 unordered access views.";
    4 MinimumPrecision "Minimum-precision types.";
    5 DoubleExtensions "Double division, reciprocal and fused multiply-add.";
    6 ShaderExtensions "The integer extensions of 11.1: `msad`.";
    7 Level9Comparison "Comparison filtering at feature level 9.";
    8 TiledResources "Status results and LOD clamps of tiled resources.";
    9 StencilReference "A stencil reference for each pixel.";
    10 InnerCoverage "The inner coverage of conservative rasterization.";
    11 TypedUnorderedAccessLoads "Loads of more formats from typed unordered access views.";
    12 RasterizerOrderedViews "Rasterizer ordered views.";
    13 LayerFromAnyStage "Layer or viewport written outside of the geometry stage.";
}

/// The flags of an `SFI0` chunk.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ShaderFeatures {
    /// The known flags that are set, lowest bit first.
    pub known: Vec<ShaderFeature>,
    /// All other bits that are set.
    pub unknown: u64,
}

impl ShaderFeatures {
    /// Reads an `SFI0` chunk.
    ///
    /// # Errors
    /// `Malformed` if it is shorter than its 8 bytes.
    pub fn parse(chunk: &Chunk<'_>) -> Result<Self> {
        let bits = chunk.data.u64_at(0)?;
        let mut features = Self { known: Vec::new(), unknown: bits };
        for &(mask, feature) in FLAGS {
            if bits & mask != 0 {
                features.known.push(feature);
                features.unknown &= !mask;
            }
        }
        Ok(features)
    }
}

/// Declares the counters in the order of the chunk.
macro_rules! counters {
    ($($field:ident $doc:literal;)+) => {
        /// The counters of a `STAT` chunk; 0 where the chunk ends before the counter.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
        #[allow(missing_docs, reason = "the two unknown dwords have no meaning to state")]
        pub struct Statistics {
            $(#[doc = $doc] pub $field: u32,)+
        }

        impl Statistics {
            fn from_dwords(mut next: impl FnMut() -> u32) -> Self {
                Self { $($field: next(),)+ }
            }
        }
    };
}

counters! {
    instructions "Instructions, without declarations.";
    temps "Temporary registers, `r#`.";
    definitions "Immediate constants.";
    declarations "Declared inputs and outputs.";
    float_instructions "Float arithmetic.";
    int_instructions "Signed integer arithmetic.";
    uint_instructions "Unsigned integer arithmetic.";
    static_flow_control "Flow control that is the same for all invocations.";
    dynamic_flow_control "Flow control that depends on data.";
    macro_instructions "Macro instructions.";
    temp_arrays "Registers in indexable arrays, `x#`.";
    array_instructions "Accesses of those.";
    cut_instructions "Strip cuts.";
    emit_instructions "Vertices emitted.";
    texture_normal_instructions "Samples without bias, gradient or comparison.";
    texture_load_instructions "Texel loads.";
    texture_comparison_instructions "Comparison samples.";
    texture_bias_instructions "Samples with a bias.";
    texture_gradient_instructions "Samples with gradients.";
    mov_instructions "Moves.";
    movc_instructions "Conditional moves.";
    conversion_instructions "Conversions.";
    bitwise_instructions "Bit operations.";
    geometry_input_primitive "Input primitive of a geometry shader.";
    geometry_output_topology "Output topology of a geometry shader.";
    geometry_max_vertices "Most vertices a geometry shader emits.";
    unknown_26 "Dword 26, whose meaning is not known.";
    unknown_27 "Dword 27, whose meaning is not known.";
    sample_frequency "1 if the shader runs for each sample.";
    geometry_instances "Instances of a geometry shader.";
    control_points "Control points of a tessellation stage.";
    hull_output_primitive "Output primitive of a hull shader.";
    hull_partitioning "Partitioning of a hull shader.";
    tessellator_domain "Domain of a tessellation stage.";
    barrier_instructions "Barriers.";
    interlocked_instructions "Atomic operations.";
    texture_store_instructions "Stores to unordered access views.";
}

impl Statistics {
    /// Reads a `STAT` chunk, which may end after any whole dword.
    pub fn parse(chunk: &Chunk<'_>) -> Self {
        let mut rest: Option<Reader<'_>> = Some(chunk.data);
        Self::from_dwords(|| {
            let value = rest.and_then(|data| data.u32_at(0).ok());
            rest = rest.and_then(|data| data.from(4).ok());
            value.unwrap_or(0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::container::FourCc;

    fn chunk(name: FourCc, bytes: &[u8]) -> Chunk<'_> {
        Chunk { name, data: Reader::new(bytes).unwrap() }
    }

    #[test]
    fn feature_bits_are_listed_lowest_first() {
        let bytes = 0x8000_0000_0000_2201u64.to_le_bytes();
        let features = ShaderFeatures::parse(&chunk(FourCc::SFI0, &bytes)).unwrap();
        let known = [ShaderFeature::Doubles, ShaderFeature::StencilReference, ShaderFeature::LayerFromAnyStage];
        assert_eq!(features.known, known);
        assert_eq!(features.unknown, 1 << 63);
        assert!(ShaderFeatures::parse(&chunk(FourCc::SFI0, &bytes[..7])).is_err());
    }

    #[test]
    fn counters_may_end_early() {
        let bytes: Vec<u8> = (1..=29u32).flat_map(u32::to_le_bytes).collect();
        let statistics = Statistics::parse(&chunk(FourCc::STAT, &bytes));
        assert_eq!(statistics.instructions, 1);
        assert_eq!(statistics.bitwise_instructions, 23);
        assert_eq!(statistics.sample_frequency, 29);
        assert_eq!(statistics.geometry_instances, 0);
        assert_eq!(Statistics::parse(&chunk(FourCc::STAT, &bytes[..7])).temps, 0);
    }
}
