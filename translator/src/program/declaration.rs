//! Declarations: what `dcl_*` tokens and custom data say (`dxbc-semantics` section 6).

use super::numbered::numbered;
use super::operand::Operand;
use super::{ResourceDimension, ReturnType};
use crate::opcode::{Declare, Opcode};

/// One declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// Byte offset of its opcode token in the container.
    pub offset: u32,
    /// What it declares.
    pub kind: DeclarationKind,
}

/// Where a constant buffer, sampler, resource or view is bound.
///
/// Up to SM5.0 `id`, `lower` and `upper` are the slot and `space` is 0. In SM5.1 operands name the range by
/// `id` and a register in the space by number, not relative to the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Number that operands use for the range.
    pub id: u32,
    /// First register of the range.
    pub lower: u32,
    /// Last register of the range; `u32::MAX` is unbounded.
    pub upper: u32,
    /// Register space.
    pub space: u32,
}

impl Binding {
    /// A binding of SM5.0 and earlier.
    #[must_use]
    pub const fn slot(slot: u32) -> Self {
        Self { id: slot, lower: slot, upper: slot, space: 0 }
    }
}

numbered! {
    /// Mode of a sampler.
    pub enum SamplerMode {
        /// Filters.
        Default = 0, "mode_default";
        /// Compares.
        Comparison = 1, "mode_comparison";
        /// Monochrome filter of SM4.0, which no compiler writes.
        Mono = 2, "mode_mono";
    }
}

numbered! {
    /// Interpolation of a pixel input.
    #[derive(serde::Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Interpolation {
        /// Not said.
        Undefined = 0, "undefined";
        /// Value of the first vertex.
        Constant = 1, "constant";
        /// Perspective correct.
        Linear = 2, "linear";
        /// Perspective correct at the centroid.
        LinearCentroid = 3, "linear centroid";
        /// Linear in screen space.
        LinearNoPerspective = 4, "linear noperspective";
        /// Linear in screen space at the centroid.
        LinearNoPerspectiveCentroid = 5, "linear noperspective centroid";
        /// Perspective correct at each sample.
        LinearSample = 6, "linear sample";
        /// Linear in screen space at each sample.
        LinearNoPerspectiveSample = 7, "linear noperspective sample";
    }
}

numbered! {
    /// System value names of declarations (`dxbc-semantics` section 7).
    #[allow(missing_docs, reason = "the names are Direct3D's")]
    pub enum SystemName {
        Undefined = 0, "undefined";
        Position = 1, "position";
        ClipDistance = 2, "clip_distance";
        CullDistance = 3, "cull_distance";
        RenderTargetArrayIndex = 4, "rendertarget_array_index";
        ViewportArrayIndex = 5, "viewport_array_index";
        VertexId = 6, "vertex_id";
        PrimitiveId = 7, "primitive_id";
        InstanceId = 8, "instance_id";
        IsFrontFace = 9, "is_front_face";
        SampleIndex = 10, "sampleIndex";
        FinalQuadUEq0EdgeTessFactor = 11, "finalQuadUeq0EdgeTessFactor";
        FinalQuadVEq0EdgeTessFactor = 12, "finalQuadVeq0EdgeTessFactor";
        FinalQuadUEq1EdgeTessFactor = 13, "finalQuadUeq1EdgeTessFactor";
        FinalQuadVEq1EdgeTessFactor = 14, "finalQuadVeq1EdgeTessFactor";
        FinalQuadUInsideTessFactor = 15, "finalQuadUInsideTessFactor";
        FinalQuadVInsideTessFactor = 16, "finalQuadVInsideTessFactor";
        FinalTriUEq0EdgeTessFactor = 17, "finalTriUeq0EdgeTessFactor";
        FinalTriVEq0EdgeTessFactor = 18, "finalTriVeq0EdgeTessFactor";
        FinalTriWEq0EdgeTessFactor = 19, "finalTriWeq0EdgeTessFactor";
        FinalTriInsideTessFactor = 20, "finalTriInsideTessFactor";
        FinalLineDetailTessFactor = 21, "finalLineDetailTessFactor";
        FinalLineDensityTessFactor = 22, "finalLineDensityTessFactor";
        Barycentrics = 23, "barycentrics";
        ShadingRate = 24, "shading_rate";
        CullPrimitive = 25, "cull_primitive";
    }
}

/// Flags of `dcl_globalFlags`, a set of typed bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct GlobalFlags(pub u16);

numbered! {
    /// One global flag: its bit counted from bit 11 of the token, and its name. In the order of the assembly text.
    pub enum GlobalFlag {
        /// Float arithmetic may be rearranged unless an instruction is precise.
        RefactoringAllowed = 0, "refactoringAllowed";
        /// Doubles are used.
        EnableDoublePrecisionFloatOps = 1, "enableDoublePrecisionFloatOps";
        /// Raw and structured buffers in SM4.
        EnableRawAndStructuredBuffers = 3, "enableRawAndStructuredBuffers";
        /// Depth and stencil tests run before the shader.
        ForceEarlyDepthStencil = 2, "forceEarlyDepthStencil";
        /// The driver must not optimise.
        SkipOptimization = 4, "skipOptimization";
        /// Minimum precision is used.
        EnableMinimumPrecision = 5, "enableMinimumPrecision";
        /// Double instructions of 11.1.
        EnableDoubleExtensions = 6, "enable11_1DoubleExtensions";
        /// Shader instructions of 11.1.
        EnableShaderExtensions = 7, "enable11_1ShaderExtensions";
        /// Every resource is bound (12).
        AllResourcesBound = 8, "allResourcesBound";
    }
}

impl GlobalFlags {
    /// Whether a flag is set.
    #[must_use]
    pub const fn has(self, flag: GlobalFlag) -> bool {
        self.0 >> flag as u8 & 1 != 0
    }
}

/// Kind of an unordered access view or resource that is not a texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UavKind {
    /// Typed, with dimension and return types.
    Typed {
        /// Dimension.
        dimension: ResourceDimension,
        /// Return types of x, y, z, w.
        return_types: [ReturnType; 4],
    },
    /// Raw bytes.
    Raw,
    /// Structures of `stride` bytes.
    Structured {
        /// Bytes of a structure.
        stride: u32,
    },
}

/// Flags of an unordered access view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct UavFlags {
    /// Writes are seen by the whole device.
    pub globally_coherent: bool,
    /// Rasteriser ordered.
    pub rasterizer_ordered: bool,
    /// Has a hidden counter.
    pub has_counter: bool,
}

/// What a declaration declares. Declarations of other stages are kept as their payload, so that every
/// program disassembles.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "fields are named by the declaration's payload; see the variant")]
pub enum DeclarationKind {
    /// `dcl_globalFlags`.
    GlobalFlags(GlobalFlags),
    /// `dcl_temps`: number of `r#`.
    Temps(u32),
    /// `dcl_indexableTemp`: `x#[length]` of 1 to 4 components.
    IndexableTemp { register: u32, length: u32, components: u32 },
    /// `dcl_constantbuffer`: rows of 16 bytes; 0 rows is an unknown size. `operand` is kept for the text.
    ConstantBuffer { binding: Binding, rows: u32, dynamic_index: bool, operand: Operand },
    /// `dcl_sampler`.
    Sampler { binding: Binding, mode: SamplerMode, operand: Operand },
    /// `dcl_resource`: texture or typed buffer.
    Resource {
        binding: Binding,
        dimension: ResourceDimension,
        sample_count: u32,
        return_types: [ReturnType; 4],
        operand: Operand,
    },
    /// `dcl_resource_raw`.
    ResourceRaw { binding: Binding, operand: Operand },
    /// `dcl_resource_structured`.
    ResourceStructured { binding: Binding, stride: u32, operand: Operand },
    /// `dcl_uav_typed`, `dcl_uav_raw`, `dcl_uav_structured`.
    Uav { binding: Binding, kind: UavKind, flags: UavFlags, operand: Operand },
    /// `dcl_input`, `dcl_input_siv`, `dcl_input_sgv`: `generated` tells sgv from siv where there is a name.
    Input { operand: Operand, system: Option<SystemName>, generated: bool },
    /// `dcl_input_ps`, `dcl_input_ps_siv`, `dcl_input_ps_sgv`.
    InputPs { operand: Operand, interpolation: Interpolation, system: Option<SystemName>, generated: bool },
    /// `dcl_output`, `dcl_output_siv`, `dcl_output_sgv`.
    Output { operand: Operand, system: Option<SystemName>, generated: bool },
    /// `dcl_indexrange`: first register with its mask, and the number of registers.
    IndexRange { operand: Operand, count: u32 },
    /// Custom data of class 3: rows of four dwords.
    ImmediateConstantBuffer(Vec<[u32; 4]>),
    /// Custom data of another class (comment, debug information, opaque, shader message).
    CustomData { class: u32, data: Vec<u32> },
    /// `dcl_function_body`.
    FunctionBody { id: u32 },
    /// `dcl_function_table`.
    FunctionTable { id: u32, bodies: Vec<u32> },
    /// `dcl_interface`.
    Interface { id: u32, dynamic_index: bool, call_sites: u32, array_length: u32, tables: Vec<u32> },
    /// `dcl_tgsm_raw`.
    SharedMemoryRaw { operand: Operand, bytes: u32 },
    /// `dcl_tgsm_structured`.
    SharedMemoryStructured { operand: Operand, stride: u32, count: u32 },
    /// `dcl_thread_group`.
    ThreadGroup([u32; 3]),
    /// `dcl_stream`.
    Stream { operand: Operand },
    /// The other stages' declarations: the opcode, the value in bits 11 and up of its token or its dword.
    OtherStage { opcode: Declare, value: u32 },
}

impl DeclarationKind {
    /// The opcode that declares it.
    #[must_use]
    pub const fn opcode(&self) -> Opcode {
        Opcode::Declare(self.declare())
    }

    const fn declare(&self) -> Declare {
        match self {
            Self::GlobalFlags(_) => Declare::DclGlobalFlags,
            Self::Temps(_) => Declare::DclTemps,
            Self::IndexableTemp { .. } => Declare::DclIndexableTemp,
            Self::ConstantBuffer { .. } => Declare::DclConstantBuffer,
            Self::Sampler { .. } => Declare::DclSampler,
            Self::Resource { .. } => Declare::DclResource,
            Self::ResourceRaw { .. } => Declare::DclResourceRaw,
            Self::ResourceStructured { .. } => Declare::DclResourceStructured,
            Self::Uav { kind: UavKind::Typed { .. }, .. } => Declare::DclUavTyped,
            Self::Uav { kind: UavKind::Raw, .. } => Declare::DclUavRaw,
            Self::Uav { kind: UavKind::Structured { .. }, .. } => Declare::DclUavStructured,
            Self::Input { system: None, .. } => Declare::DclInput,
            Self::Input { generated: true, .. } => Declare::DclInputSgv,
            Self::Input { .. } => Declare::DclInputSiv,
            Self::InputPs { system: None, .. } => Declare::DclInputPs,
            Self::InputPs { generated: true, .. } => Declare::DclInputPsSgv,
            Self::InputPs { .. } => Declare::DclInputPsSiv,
            Self::Output { system: None, .. } => Declare::DclOutput,
            Self::Output { generated: true, .. } => Declare::DclOutputSgv,
            Self::Output { .. } => Declare::DclOutputSiv,
            Self::IndexRange { .. } => Declare::DclIndexRange,
            Self::ImmediateConstantBuffer(_) | Self::CustomData { .. } => Declare::CustomData,
            Self::FunctionBody { .. } => Declare::DclFunctionBody,
            Self::FunctionTable { .. } => Declare::DclFunctionTable,
            Self::Interface { .. } => Declare::DclInterface,
            Self::SharedMemoryRaw { .. } => Declare::DclTgsmRaw,
            Self::SharedMemoryStructured { .. } => Declare::DclTgsmStructured,
            Self::ThreadGroup(_) => Declare::DclThreadGroup,
            Self::Stream { .. } => Declare::DclStream,
            Self::OtherStage { opcode, .. } => *opcode,
        }
    }
}
