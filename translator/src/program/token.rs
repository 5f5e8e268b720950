//! Bit fields of the tokens, for reading and for writing (`dxbc-semantics` section 9).
#![allow(clippy::wildcard_enum_match_arm, reason = "the enums are the token format's, which is closed")]

use super::operand::{Component, MinPrecision, Modifier, Selection, SelectionForm, Swizzle, WriteMask};
use super::{Model, ResourceDimension, ResourceHint, ReturnType, Stage, TexelOffset};

/// `count` bits of `token` from bit `low` on.
pub(super) const fn bits(token: u32, low: u32, count: u32) -> u32 {
    (token >> low) & ((1 << count) - 1)
}

/// Bit 31 of an opcode or operand token: an extended token follows.
pub(super) const EXTENDED: u32 = 1 << 31;

/// Bit 13 of the opcode token: saturate.
pub(super) const SATURATE: u32 = 1 << 13;

/// Bit 18 of the opcode token: the test for nonzero.
pub(super) const TEST_NONZERO: u32 = 1 << 18;

/// Bits 19 to 22 of the opcode token: lanes that are precise.
pub(super) const PRECISE_SHIFT: u32 = 19;

/// Bits 24 to 30 of the opcode token: length of the instruction in dwords.
pub(super) const LENGTH_SHIFT: u32 = 24;

/// First bit of an opcode's own controls.
pub(super) const CONTROLS_SHIFT: u32 = 11;

/// The stage and model of a version token.
pub(super) fn read_version(token: u32) -> (Option<Stage>, Model) {
    const STAGES: [Stage; 6] =
        [Stage::Pixel, Stage::Vertex, Stage::Geometry, Stage::Hull, Stage::Domain, Stage::Compute];
    let stage = STAGES.into_iter().zip(0..).find(|&(_, number)| number == token >> 16).map(|(stage, _)| stage);
    let [low, ..] = token.to_le_bytes();
    (stage, Model { major: low >> 4, minor: low & 15 })
}

/// The version token of a stage and model.
pub(super) const fn write_version(stage: Stage, model: Model) -> u32 {
    let number: u32 = match stage {
        Stage::Pixel => 0,
        Stage::Vertex => 1,
        Stage::Geometry => 2,
        Stage::Hull => 3,
        Stage::Domain => 4,
        Stage::Compute => 5,
    };
    number << 16 | (model.major as u32) << 4 | model.minor as u32
}

/// Numbers of the extended opcode tokens.
pub(super) mod extended_opcode {
    /// Texel offset.
    pub(in crate::program) const SAMPLE_CONTROLS: u32 = 1;
    /// Dimension and stride of the resource.
    pub(in crate::program) const RESOURCE_DIMENSION: u32 = 2;
    /// Component types of the resource.
    pub(in crate::program) const RESOURCE_RETURN_TYPE: u32 = 3;
}

/// A four-bit two's complement number at bit `low`.
fn signed_nibble(token: u32, low: u32) -> i8 {
    #[allow(clippy::cast_possible_truncation, reason = "four bits")]
    let nibble = bits(token, low, 4) as i8;
    if nibble > 7 { nibble - 16 } else { nibble }
}

/// The texel offset of an extended opcode token.
pub(super) fn read_texel_offset(token: u32) -> TexelOffset {
    TexelOffset { u: signed_nibble(token, 9), v: signed_nibble(token, 13), w: signed_nibble(token, 17) }
}

/// The extended opcode token of a texel offset, bit 31 clear.
pub(super) fn write_texel_offset(offset: TexelOffset) -> u32 {
    let nibble = |value: i8| u32::from(value.cast_unsigned() & 15);
    extended_opcode::SAMPLE_CONTROLS | nibble(offset.u) << 9 | nibble(offset.v) << 13 | nibble(offset.w) << 17
}

/// The resource of an extended opcode token; none if the dimension is unknown.
pub(super) fn read_resource_hint(token: u32) -> Option<ResourceHint> {
    let dimension = ResourceDimension::from_number(bits(token, 6, 5))?;
    Some(ResourceHint { dimension, stride: bits(token, 11, 12) })
}

/// The extended opcode token of a resource, bit 31 clear.
pub(super) fn write_resource_hint(hint: ResourceHint) -> u32 {
    extended_opcode::RESOURCE_DIMENSION | hint.dimension.number() << 6 | hint.stride << 11
}

/// Four component types, four bits each from bit `low` on; none if one is unknown.
pub(super) fn read_return_types(token: u32, low: u32) -> Option<[ReturnType; 4]> {
    let component = |index: u32| ReturnType::from_number(bits(token, low + 4 * index, 4));
    Some([component(0)?, component(1)?, component(2)?, component(3)?])
}

/// Four component types, four bits each, the first lowest.
pub(super) fn write_return_types(types: [ReturnType; 4]) -> u32 {
    let [x, y, z, w] = types.map(ReturnType::number);
    x | y << 4 | z << 8 | w << 12
}

/// Component class of an operand token (bits 0 and 1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ComponentClass {
    /// No component.
    None,
    /// One component.
    One,
    /// Four components.
    Four,
}

/// The component class of an operand token; none if it is the class of other sizes, which nothing uses.
pub(super) const fn component_class(token: u32) -> Option<ComponentClass> {
    match bits(token, 0, 2) {
        0 => Some(ComponentClass::None),
        1 => Some(ComponentClass::One),
        2 => Some(ComponentClass::Four),
        _ => None,
    }
}

/// The selection of an operand token; none if the component class or the selection mode is unknown.
pub(super) fn read_selection(token: u32) -> Option<Selection> {
    SELECTIONS[bits(token, 0, 12) as usize]
}

/// The selection of each value of the low twelve bits of an operand token: looked up, since a branch for each mode would
/// seldom be foretold.
static SELECTIONS: [Option<Selection>; 1 << 12] = {
    let (mut selections, mut token) = ([None; 1 << 12], 0);
    while token < 1 << 12 {
        selections[token as usize] = match (component_class(token), bits(token, 2, 2)) {
            (None, _) | (Some(ComponentClass::Four), 3..) => None,
            (Some(ComponentClass::None), _) => Some(Selection::NONE),
            (Some(ComponentClass::One), _) => Some(Selection::SCALAR),
            (Some(ComponentClass::Four), 0) => Some(Selection::masked(WriteMask::from_bits(bits(token, 4, 4)))),
            (Some(ComponentClass::Four), 1) => Some(Selection::swizzled(Swizzle::from_bits(bits(token, 4, 8)))),
            (Some(ComponentClass::Four), 2) => Some(Selection::component(Component::from_bits(bits(token, 4, 2)))),
        };
        token += 1;
    }
    selections
};

/// Component class and selection as the low bits of an operand token.
pub(super) fn write_selection(selection: Selection) -> u32 {
    let swizzle = selection.swizzle();
    match selection.form() {
        SelectionForm::None => 0,
        SelectionForm::Scalar => 1,
        SelectionForm::Mask => 2 | u32::from(selection.mask().bits()) << 4,
        SelectionForm::Swizzle => 2 | 1 << 2 | u32::from(swizzle.bits()) << 4,
        SelectionForm::Select => 2 | 2 << 2 | (swizzle.get(Component::X) as u32) << 4,
    }
}

/// What kind of operand an operand token starts: the number of a register file or of a literal.
pub(super) const fn operand_type(token: u32) -> u32 {
    bits(token, 12, 8)
}

/// Operand types of the token format that are no register file.
pub(super) mod operand_type {
    /// 32-bit literals.
    pub(in crate::program) const IMMEDIATE32: u32 = 4;
    /// 64-bit literals.
    pub(in crate::program) const IMMEDIATE64: u32 = 5;
}

/// Number of indices in an operand token, 0 to 3.
pub(super) const fn index_count(token: u32) -> usize {
    bits(token, 20, 2) as usize
}

/// Bits of an operand token that are all clear if every index is one dword.
pub(super) const INDEX_FORMS: u32 = 0x1ff << 22;

/// How an index is spelt (three bits for each of the dimensions).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum IndexForm {
    /// One dword.
    Immediate32,
    /// Two dwords, the high one first.
    Immediate64,
    /// An operand.
    Relative,
    /// One dword, then an operand.
    Immediate32PlusRelative,
    /// Two dwords, then an operand.
    Immediate64PlusRelative,
}

/// The form of the index `dimension` (0 to 2); none if it is unknown.
pub(super) const fn index_form(token: u32, dimension: u32) -> Option<IndexForm> {
    match bits(token, 22 + 3 * dimension, 3) {
        0 => Some(IndexForm::Immediate32),
        1 => Some(IndexForm::Immediate64),
        2 => Some(IndexForm::Relative),
        3 => Some(IndexForm::Immediate32PlusRelative),
        4 => Some(IndexForm::Immediate64PlusRelative),
        _ => None,
    }
}

/// The one extended operand token: its number.
pub(super) const OPERAND_MODIFIER: u32 = 1;

/// What an extended operand token says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct OperandModifiers {
    /// Bits 6 to 13.
    pub(super) modifier: Modifier,
    /// Bits 14 to 16.
    pub(super) min_precision: MinPrecision,
    /// Bit 17.
    pub(super) non_uniform: bool,
}

/// The modifiers of an extended operand token; none if one is unknown.
pub(super) fn read_operand_modifiers(token: u32) -> Option<OperandModifiers> {
    let modifier = match bits(token, 6, 8) {
        0 => Modifier::None,
        1 => Modifier::Negate,
        2 => Modifier::Absolute,
        3 => Modifier::AbsoluteNegate,
        _ => return None,
    };
    let min_precision = MinPrecision::from_number(bits(token, 14, 3))?;
    Some(OperandModifiers { modifier, min_precision, non_uniform: bits(token, 17, 1) != 0 })
}

/// The extended operand token of some modifiers.
pub(super) const fn write_operand_modifiers(modifiers: OperandModifiers) -> u32 {
    let OperandModifiers { modifier, min_precision, non_uniform } = modifiers;
    OPERAND_MODIFIER | (modifier as u32) << 6 | min_precision.number() << 14 | (non_uniform as u32) << 17
}
