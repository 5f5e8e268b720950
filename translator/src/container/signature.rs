//! Signatures: which semantic stands in which register, for `ISGN ISG1 OSGN OSG1 OSG5 PCSG PSG1`.

use serde::{Serialize, Serializer};

use super::number::numbered;
use super::{Chunk, FourCc};
use crate::error::Result;
use crate::limits;
use crate::program::{Component, WriteMask};

numbered! {
    /// The system value of a signature element. Declarations in the program use the same numbers, but for the
    /// tessellation factors, which they number one by one.
    SystemValue {
        0 Undefined "undefined",
        1 Position "position",
        2 ClipDistance "clip-distance",
        3 CullDistance "cull-distance",
        4 RenderTargetArrayIndex "render-target-array-index",
        5 ViewportArrayIndex "viewport-array-index",
        6 VertexId "vertex-id",
        7 PrimitiveId "primitive-id",
        8 InstanceId "instance-id",
        9 IsFrontFace "is-front-face",
        10 SampleIndex "sample-index",
        11 FinalQuadEdgeTessFactor "final-quad-edge-tess-factor",
        12 FinalQuadInsideTessFactor "final-quad-inside-tess-factor",
        13 FinalTriEdgeTessFactor "final-tri-edge-tess-factor",
        14 FinalTriInsideTessFactor "final-tri-inside-tess-factor",
        15 FinalLineDetailTessFactor "final-line-detail-tess-factor",
        16 FinalLineDensityTessFactor "final-line-density-tess-factor",
        23 Barycentrics "barycentrics",
        24 ShadingRate "shading-rate",
        25 CullPrimitive "cull-primitive",
        64 Target "target",
        65 Depth "depth",
        66 Coverage "coverage",
        67 DepthGreaterEqual "depth-greater-equal",
        68 DepthLessEqual "depth-less-equal",
        69 StencilRef "stencil-ref",
        70 InnerCoverage "inner-coverage",
    }
}

numbered! {
    /// What the lanes of an element hold.
    ComponentType {
        0 Unknown "unknown",
        1 Uint32 "uint",
        2 Sint32 "int",
        3 Float32 "float",
        4 Uint16 "uint16",
        5 Sint16 "int16",
        6 Float16 "float16",
        7 Uint64 "uint64",
        8 Sint64 "int64",
        9 Float64 "double",
    }
}

numbered! {
    /// The least precision that an element needs; every value may be kept in 32 bits.
    MinPrecision {
        0 Default "default",
        1 Float16 "min16float",
        2 Float2_8 "min10float",
        4 Sint16 "min16int",
        5 Uint16 "min16uint",
    }
}

/// The letters of a set of lanes, `-` for none.
pub(super) fn letters(lanes: WriteMask) -> String {
    if lanes.is_empty() { "-".into() } else { lanes.iter().map(Component::letter).collect() }
}

fn serialize_lanes<S: Serializer>(lanes: &WriteMask, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(&letters(*lanes))
}

/// The elements of one signature, in file order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Signature {
    /// Several elements may share a register with disjoint lanes.
    pub elements: Vec<SignatureElement>,
}

/// One semantic and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SignatureElement {
    /// Name as the file spells it, without the index. Names compare without case: see [`SignatureElement::is`].
    pub semantic: String,
    /// The number after the name.
    pub index: u32,
    /// What the file says. Compilers write `Undefined` for the outputs of a pixel shader: see
    /// [`SignatureElement::output_value`].
    pub system_value: SystemValue,
    /// What the lanes hold.
    pub component_type: ComponentType,
    /// Number of the `v#` or `o#` register; none for depth, coverage and stencil reference.
    pub register: Option<u32>,
    /// The lanes that the element takes up.
    #[serde(serialize_with = "serialize_lanes")]
    pub mask: WriteMask,
    /// For an input the lanes that are read; for an output the lanes that are *never written*.
    #[serde(serialize_with = "serialize_lanes")]
    pub read_write: WriteMask,
    /// Geometry stream; 0 elsewhere.
    pub stream: u32,
    /// The least precision.
    pub min_precision: MinPrecision,
}

impl SignatureElement {
    /// Whether this is the semantic `name` with `index`. Names compare without case.
    pub fn is(&self, name: &str, index: u32) -> bool {
        self.index == index && self.semantic.eq_ignore_ascii_case(name)
    }

    /// The system value of an output of a pixel shader, by the number or else by the name.
    pub fn output_value(&self) -> SystemValue {
        if self.system_value != SystemValue::Undefined {
            return self.system_value;
        }
        let by_name = OUTPUT_NAMES.iter().find(|(name, _)| self.semantic.eq_ignore_ascii_case(name));
        by_name.map_or(SystemValue::Undefined, |&(_, value)| value)
    }
}

const OUTPUT_NAMES: [(&str, SystemValue); 6] = [
    ("SV_Target", SystemValue::Target),
    ("SV_Depth", SystemValue::Depth),
    ("SV_Coverage", SystemValue::Coverage),
    ("SV_DepthGreaterEqual", SystemValue::DepthGreaterEqual),
    ("SV_DepthLessEqual", SystemValue::DepthLessEqual),
    ("SV_StencilRef", SystemValue::StencilRef),
];

/// No register, in the file.
pub(super) const NO_REGISTER: u32 = u32::MAX;

/// How an element lies in a chunk of a given name.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// Bytes of one element.
    pub(super) size: u32,
    /// Whether it starts with the stream.
    pub(super) stream: bool,
    /// Whether it ends with the minimum precision.
    pub(super) precision: bool,
}

impl Form {
    /// The form of a chunk; that of the oldest chunks for any name that is not listed.
    pub(super) fn of(name: FourCc) -> Self {
        match name {
            FourCc::ISG1 | FourCc::OSG1 | FourCc::PSG1 => Self { size: 32, stream: true, precision: true },
            FourCc::OSG5 => Self { size: 28, stream: true, precision: false },
            _ => Self { size: 24, stream: false, precision: false },
        }
    }
}

impl Signature {
    /// Bytes before the first element: the count and the offset of that element.
    pub(super) const HEADER: u32 = 8;

    /// Reads a signature chunk; its name decides how long an element is.
    ///
    /// # Errors
    /// `Malformed` if an element or a name is out of bounds, `Limit` if there are more than
    /// [`limits::SIGNATURE_ELEMENTS`].
    pub fn parse(chunk: &Chunk<'_>) -> Result<Self> {
        let (data, form) = (chunk.data, Form::of(chunk.name));
        let count = data.u32_at(0)?;
        let first = data.u32_at(4)?;
        if count > limits::SIGNATURE_ELEMENTS {
            let message =
                format!("{count} signature elements are more than the {} that fit", limits::SIGNATURE_ELEMENTS);
            return Err(data.limit(0, message));
        }
        let mut elements = Vec::new();
        for index in 0..count {
            let at = first.saturating_add(index.saturating_mul(form.size));
            elements.push(SignatureElement::parse(chunk, form, at)?);
        }
        Ok(Self { elements })
    }

    /// The element with that semantic. Names compare without case.
    pub fn find(&self, name: &str, index: u32) -> Option<&SignatureElement> {
        self.elements.iter().find(|element| element.is(name, index))
    }
}

impl SignatureElement {
    fn parse(chunk: &Chunk<'_>, form: Form, at: u32) -> Result<Self> {
        let element = chunk.data.sub(at, form.size)?;
        let (stream, body) = if form.stream { (element.u32_at(0)?, element.from(4)?) } else { (0, element) };
        let register = body.u32_at(16)?;
        Ok(Self {
            semantic: chunk.data.cstr_at(body.u32_at(0)?)?.into_owned(),
            index: body.u32_at(4)?,
            system_value: SystemValue::from_number(body.u32_at(8)?),
            component_type: ComponentType::from_number(body.u32_at(12)?),
            register: (register != NO_REGISTER).then_some(register),
            mask: WriteMask::from_bits(body.u8_at(20)?.into()),
            read_write: WriteMask::from_bits(body.u8_at(21)?.into()),
            stream,
            min_precision: MinPrecision::from_number(if form.precision { body.u32_at(24)? } else { 0 }),
        })
    }
}
