//! Hand-made reflection data of shader models 4.0, 5.0 and 5.1, and data that would unfold without bound.

use super::*;
use crate::container::FourCc;
use crate::container::rdef_types::{Class, Member, Scalar};
use crate::error::ErrorKind;

fn parse(bytes: &[u8]) -> Result<Reflection> {
    Reflection::parse(&Chunk { name: FourCc::RDEF, data: Reader::new(bytes)?.in_chunk(FourCc::RDEF) })
}

/// Dwords, then text.
fn bytes(dwords: &[u32], text: &[u8]) -> Vec<u8> {
    dwords.iter().flat_map(|dword| dword.to_le_bytes()).chain(text.iter().copied()).collect()
}

/// `cbuffer b { float4x4 m = {..}; }` and nothing bound, shader model 4.0.
fn model_4() -> Vec<u8> {
    let default: Vec<u32> = (1..=16).collect();
    let header = [1, 28, 0, 0, 0xfffe_0400, 0x100, 156];
    let buffer = [158, 1, 52, 64, 1, 0];
    let variable = [160, 0, 64, 2, 76, 92];
    // Columns of floats, 4 rows, 4 columns, no array, no members.
    let ty = [3 | (3 << 16), 4 | (4 << 16), 0, 0];
    bytes(&[header.as_slice(), &buffer, &variable, &ty, &default].concat(), b"f\0b\0m\0")
}

#[test]
fn model_4_has_short_records() {
    let reflection = parse(&model_4()).unwrap();
    assert_eq!(reflection.target.unwrap().to_string(), "vs_4_0");
    assert_eq!((reflection.flags, reflection.creator.as_str(), reflection.interface_slots), (0x100, "f", 0));
    let buffer = reflection.buffer("b", BufferKind::ConstantBuffer).unwrap();
    assert_eq!((buffer.size, buffer.explicit_register), (64, true));
    let expected = Variable {
        name: "m".into(),
        offset: 0,
        size: 64,
        used: true,
        ty: Type {
            class: Class::MatrixColumns,
            scalar: Scalar::Float,
            rows: 4,
            columns: 4,
            elements: 0,
            name: None,
            members: Vec::new(),
        },
        default: Some((1..=16).collect()),
        textures: None,
        samplers: None,
    };
    assert_eq!(buffer.variables, [expected]);
    assert_eq!(buffer.variables[0].ty.to_string(), "float4x4");
}

/// A struct of a `row_major float2x3` and a `double2[3]`, shader model 5.0, as the element of a structured buffer.
fn model_5() -> Vec<u8> {
    let header = [1, 60, 0, 0, 0xffff_0500, 0, 280];
    let sizes = [MAGIC_5, 60, 24, 32, 40, 36, 12, 7];
    let buffer = [280, 1, 84, 56, 0, 3];
    let variable = [280, 8, 56, 0, 124, 0, 2, 3, 4, 0];
    let outer = [5, 1 | (14 << 16), 2 << 16, 160, 0, 0, 0, 0, 281];
    let members = [281, 184, 0, 284, 220, 24];
    let matrix = [2 | (3 << 16), 2 | (3 << 16), 0, 0, 0, 0, 0, 0, 0];
    let doubles = [1 | (39 << 16), 1 | (2 << 16), 3, 0, 0, 0, 0, 0, 280];
    let padding = [0; 6];
    let dwords: [&[u32]; 9] = [&header, &sizes, &buffer, &variable, &outer, &members, &matrix, &doubles, &padding];
    bytes(&dwords.concat(), b"\0ab\0c\0")
}

#[test]
fn model_5_has_names_of_types_and_slots_of_objects() {
    let reflection = parse(&model_5()).unwrap();
    assert_eq!(reflection.target.unwrap().to_string(), "ps_5_0");
    assert_eq!(reflection.interface_slots, 7);
    let [buffer] = reflection.buffers.as_slice() else { panic!("one buffer") };
    assert_eq!(buffer.kind, BufferKind::StructuredElement);
    let [variable] = buffer.variables.as_slice() else { panic!("one variable") };
    assert_eq!((variable.offset, variable.used, &variable.default), (8, false, &None));
    assert_eq!((variable.textures, variable.samplers), (Some(Slots { first: 2, count: 3 }), None));
    let ty = &variable.ty;
    assert_eq!((ty.class, ty.scalar, ty.name.as_deref()), (Class::Struct, Scalar::Void, Some("ab")));
    assert_eq!(ty.to_string(), "struct ab");
    let named: Vec<_> =
        ty.members.iter().map(|Member { name, offset, ty }| (&**name, *offset, ty.to_string())).collect();
    assert_eq!(named, [("ab", 0, "row_major float2x3".to_owned()), ("c", 24, "double2[3]".to_owned())]);
    // Tight: 2 rows of 12 bytes; 3 elements of 16. In rows: the second row starts at 16.
    let sizes = |packing| ty.members.iter().map(|member| member.ty.size(packing)).collect::<Vec<_>>();
    assert_eq!((sizes(Packing::Tight), ty.size(Packing::Tight)), (vec![24, 48], 72));
    assert_eq!(sizes(Packing::Rows), [28, 48]);
}

#[test]
fn model_51_has_spaces_and_range_ids() {
    let header = [0, 0, 2, 60, 0xffff_0501, 0, 140];
    let sizes = [MAGIC_51, 60, 24, 40, 40, 36, 12, 0];
    let textures = [140, 2, 5, 4, u32::MAX, 3, 0, 13, 1, 9];
    let sampler = [140, 3, 0, 0, 0, 2, 1, 2, 0, 4];
    let dwords: [&[u32]; 4] = [&header, &sizes, &textures, &sampler];
    let reflection = parse(&bytes(&dwords.concat(), b"t\0")).unwrap();
    let [textures, sampler] = reflection.bindings.as_slice() else { panic!("two bindings") };
    let expected = Binding {
        name: "t".into(),
        kind: BindingKind::Texture,
        return_type: ReturnType::Float,
        dimension: Dimension::Texture2D,
        samples_or_stride: None,
        slot: 3,
        count: 0,
        space: 1,
        id: 9,
        explicit_register: true,
        comparison: false,
        components: 4,
    };
    assert_eq!(*textures, expected);
    assert_eq!((sampler.comparison, sampler.explicit_register, sampler.components), (true, false, 1));
    assert_eq!(reflection.binding(&[BindingKind::Texture], 77, 1), Some(textures));
    assert_eq!(reflection.binding(&[BindingKind::Texture], 2, 1), None);
    assert_eq!(reflection.binding(&[BindingKind::Sampler, BindingKind::Texture], 2, 0), Some(sampler));
    assert_eq!(reflection.binding(&[BindingKind::Sampler], 3, 0), None);
}

#[test]
fn records_shorter_than_model_4_are_refused() {
    for (dword, name) in [(9, "buffer"), (10, "binding"), (11, "variable"), (12, "type"), (13, "member")] {
        let mut bytes = model_5();
        bytes[dword * 4] = 11;
        let error = parse(&bytes).unwrap_err();
        assert_eq!((error.kind(), error.at().offset), (ErrorKind::Malformed, Some(dword as u32 * 4)), "{name}");
    }
}

#[test]
fn a_chunk_cut_anywhere_is_an_error() {
    for whole in [model_4(), model_5()] {
        assert!(parse(&whole).is_ok());
        for length in 0..whole.len() {
            let error = parse(&whole[..length]).unwrap_err();
            assert_eq!((error.kind(), error.at().chunk), (ErrorKind::Malformed, Some(FourCc::RDEF)), "{length}");
        }
    }
}

/// One variable whose type is a struct of `count` members, all of the struct itself.
fn type_within_itself(count: u32) -> Vec<u8> {
    let header = [1, 28, 0, 0, 0xfffe_0400, 0, 0];
    let buffer = [0, 1, 52, 16, 0, 0];
    let variable = [0, 0, 16, 2, 76, 0];
    let ty = [5, 0, count << 16, 92];
    let member = [0, 76, 0].repeat(count as usize);
    let mut bytes = bytes(&[header.as_slice(), &buffer, &variable, &ty, &member].concat(), b"");
    // The name at offset 0 of everything is the count 1 and its three zero bytes.
    bytes.push(0);
    bytes
}

#[test]
fn a_type_within_itself_is_a_limit() {
    let error = parse(&type_within_itself(1)).unwrap_err();
    assert_eq!((error.kind(), error.at().offset), (ErrorKind::Limit, Some(76)));
    assert!(error.message().contains("nested"), "{error}");
}

#[test]
fn types_that_unfold_without_bound_are_a_limit() {
    // Without a budget this would be 100 to the power of 32 members.
    let error = parse(&type_within_itself(100)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[test]
fn counts_without_records_are_malformed() {
    let error = parse(&bytes(&[u32::MAX, 28, 0, 0, 0xfffe_0400, 0, 0], b"")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    let error = parse(&bytes(&[0, 0, u32::MAX, u32::MAX - 8, 0xfffe_0400, 0, 0], b"")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
}

#[test]
fn many_variables_with_one_default_are_a_limit() {
    // 2000 times the same record, whose default is the whole chunk: 2000 * 48000 bytes.
    let count = 2000;
    let header = [1, 28, 0, 0, 0xfffe_0400, 0, 0];
    let buffer = [0, count, 68, 16, 0, 0];
    let ty = [0x0003_0000, 0x0001_0001, 0, 0];
    let variable = [0, 0, 48000, 2, 52, 4].repeat(count as usize);
    let error = parse(&bytes(&[header.as_slice(), &buffer, &ty, &variable].concat(), &[0; 100])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}
