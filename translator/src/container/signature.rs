//! Signatures: which semantic stands in which register, for `ISGN ISG1 OSGN OSG1 OSG5 PCSG PSG1`.

use serde::{Serialize, Serializer};

use super::number::numbered;
use super::{Chunk, FourCc};
use crate::error::Result;
use crate::limits;
use crate::program::WriteMask;

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
pub(super) const fn letters(lanes: WriteMask) -> &'static str {
    if lanes.is_empty() { "-" } else { lanes.letters() }
}

fn serialize_lanes<S: Serializer>(lanes: &WriteMask, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(letters(*lanes))
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
        let mut elements = Vec::with_capacity(usize::try_from(count).unwrap_or(0));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::Reader;
    use crate::container::write;
    use crate::error::ErrorKind;

    fn parse(name: FourCc, bytes: &[u8]) -> Result<Signature> {
        Signature::parse(&Chunk { name, data: Reader::new(bytes)?.in_chunk(name) })
    }

    /// Dwords, then text.
    fn chunk(dwords: &[u32], text: &[u8]) -> Vec<u8> {
        dwords.iter().flat_map(|dword| dword.to_le_bytes()).chain(text.iter().copied()).collect()
    }

    fn isgn() -> Vec<u8> {
        // Two elements that share register 1: POSITION in lanes xyz, of which xy are read, and SV_VertexID in lane w.
        chunk(&[2, 8, 56, 3, 0, 3, 1, 0x0307, 65, 0, 6, 1, 1, 0x0808], b"POSITION\0SV_VertexID\0\xab\xab\xab")
    }

    fn position() -> SignatureElement {
        SignatureElement {
            semantic: "POSITION".into(),
            index: 3,
            system_value: SystemValue::Undefined,
            component_type: ComponentType::Float32,
            register: Some(1),
            mask: WriteMask::from_bits(0b0111),
            read_write: WriteMask::from_bits(0b0011),
            stream: 0,
            min_precision: MinPrecision::Default,
        }
    }

    fn vertex_id() -> SignatureElement {
        SignatureElement {
            semantic: "SV_VertexID".into(),
            index: 0,
            system_value: SystemValue::VertexId,
            component_type: ComponentType::Uint32,
            mask: WriteMask::from_bits(0b1000),
            read_write: WriteMask::from_bits(0b1000),
            ..position()
        }
    }

    #[test]
    fn the_oldest_form_has_24_bytes_an_element() {
        let signature = parse(FourCc::ISGN, &isgn()).unwrap();
        assert_eq!(signature.elements, [position(), vertex_id()]);
        assert_eq!(signature.find("position", 3), Some(&position()));
        assert_eq!(signature.find("position", 0), None);
        assert_eq!(write::signature(FourCc::ISGN, &signature).unwrap(), isgn());
    }

    #[test]
    fn streams_come_first_and_precision_last() {
        let stream = chunk(&[1, 8, 2, 36, 3, 0, 3, 1, 0x0307], b"POSITION\0\xab\xab\xab");
        let expected = SignatureElement { stream: 2, ..position() };
        let signature = parse(FourCc::OSG5, &stream).unwrap();
        assert_eq!(signature.elements, [expected]);
        assert_eq!(write::signature(FourCc::OSG5, &signature).unwrap(), stream);

        let precise = chunk(&[1, 8, 0, 40, 3, 0, 3, 1, 0x0307, 1], b"POSITION\0\xab\xab\xab");
        let expected = SignatureElement { min_precision: MinPrecision::Float16, ..position() };
        for name in [FourCc::ISG1, FourCc::OSG1, FourCc::PSG1] {
            let signature = parse(name, &precise).unwrap();
            assert_eq!(signature.elements, std::slice::from_ref(&expected));
            assert_eq!(write::signature(name, &signature).unwrap(), precise);
        }
    }

    #[test]
    fn elements_may_share_a_name_and_have_no_register() {
        let bytes = chunk(&[2, 8, 56, 0, 0, 3, 0, 0x000f, 56, 1, 65, 3, u32::MAX, 0x0e01], b"sv_target\0\xab\xab");
        let signature = parse(FourCc::OSGN, &bytes).unwrap();
        let [target, depth] = signature.elements.as_slice() else { panic!("two elements") };
        assert_eq!((target.system_value, target.output_value()), (SystemValue::Undefined, SystemValue::Target));
        assert_eq!((depth.register, depth.output_value()), (None, SystemValue::Depth));
        assert_eq!(write::signature(FourCc::OSGN, &signature).unwrap(), bytes);
    }

    #[test]
    fn a_chunk_cut_anywhere_is_an_error() {
        let bytes = isgn();
        for length in 0..bytes.len() - 3 {
            let error = parse(FourCc::ISGN, &bytes[..length]).unwrap_err();
            assert_eq!((error.kind(), error.at().chunk), (ErrorKind::Malformed, Some(FourCc::ISGN)), "{length}");
        }
        assert!(parse(FourCc::ISGN, &bytes[..bytes.len() - 3]).is_ok());
    }

    #[test]
    fn counts_and_offsets_are_bounded() {
        let error = parse(FourCc::ISGN, &chunk(&[513, 8], &[0; 20000])).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Limit);
        for dwords in [[1, u32::MAX, 0], [1, u32::MAX - 3, 0], [1, 8, u32::MAX]] {
            let error = parse(FourCc::ISGN, &chunk(&dwords, &[0; 20])).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Malformed);
        }
    }
}
