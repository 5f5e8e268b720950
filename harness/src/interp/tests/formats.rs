//! Texel formats (semantics section 2, rules 12 and 14; section 5.10).

use super::*;

#[track_caller]
fn decodes(format: Format, texel: &[u8], expected: [u32; 4]) {
    let found = format.decode(texel);
    assert_eq!(found, expected, "{}: {found:#x?}", format.name());
}

fn floats(values: [f32; 4]) -> [u32; 4] {
    values.map(f)
}

#[test]
fn names_are_found_and_sizes_fit_the_channels() {
    for &format in Format::ALL {
        assert_eq!(Format::from_name(format.name()), Some(format));
        let channels = (0..4).filter(|&channel| format.has_channel(channel)).count();
        assert!(channels > 0 && format.bytes() <= 16, "{}", format.name());
    }
    assert_eq!(Format::from_name("R8G8B8A8_UNORM"), Some(Format::R8G8B8A8Unorm));
    assert_eq!(Format::from_name("R8"), None);
}

#[test]
fn normalised() {
    decodes(Format::R8G8B8A8Unorm, &[0, 255, 51, 102], floats([0.0, 1.0, 0.2, 0.4]));
    decodes(Format::B8G8R8A8Unorm, &[0, 255, 51, 102], floats([0.2, 1.0, 0.0, 0.4]));
    decodes(Format::B8G8R8X8Unorm, &[0, 255, 51, 102], floats([0.2, 1.0, 0.0, 1.0]));
    decodes(Format::R8Unorm, &[255], floats([1.0, 0.0, 0.0, 1.0]));
    decodes(Format::A8Unorm, &[255], floats([0.0, 0.0, 0.0, 1.0]));
    decodes(Format::A8Unorm, &[0], floats([0.0; 4]));
    // -128 and -127 are both -1.
    decodes(Format::R8G8B8A8Snorm, &[128, 129, 127, 0], floats([-1.0, -1.0, 1.0, 0.0]));
    decodes(Format::R16G16Snorm, &[0x00, 0x80, 0xff, 0x7f], floats([-1.0, 1.0, 0.0, 1.0]));
    decodes(Format::R16Unorm, &[0xff, 0xff], floats([1.0, 0.0, 0.0, 1.0]));
    // 0x123456 / (2^24 - 1); the upper byte is not part of it.
    let expected = (f64::from(0x12_3456) / 16_777_215.0) as f32;
    decodes(Format::R24UnormX8Typeless, &[0x56, 0x34, 0x12, 0xff], floats([expected, 0.0, 0.0, 1.0]));
    // 1023, 0, 341 = a third, 2 = two thirds.
    let packed = (1023u32 | 341 << 20 | 2 << 30).to_le_bytes();
    decodes(Format::R10G10B10A2Unorm, &packed, floats([1.0, 0.0, 1.0 / 3.0, 2.0 / 3.0]));
    decodes(Format::B5G6R5Unorm, &[0x1f, 0xf8], floats([1.0, 0.0, 1.0, 1.0]));
    decodes(Format::B5G5R5A1Unorm, &[0xe0, 0x83], floats([0.0, 1.0, 0.0, 1.0]));
    decodes(Format::B4G4R4A4Unorm, &[0x0f, 0xf3], floats([0.2, 0.0, 1.0, 1.0]));
}

#[test]
fn srgb_is_decoded_but_not_its_alpha() {
    let found = Format::R8G8B8A8UnormSrgb.decode(&[0, 255, 128, 128]).map(f32::from_bits);
    assert_eq!([found[0], found[1]], [0.0, 1.0]);
    // ((128/255 + 0.055) / 1.055)^2.4 = 0.2158605
    assert!((found[2] - 0.215_860_5).abs() < 1e-7, "{}", found[2]);
    assert_eq!(found[3], (128.0f64 / 255.0) as f32);
    // Below the knee it is a line: 10 / 255 / 12.92.
    let dark = f32::from_bits(Format::B8G8R8A8UnormSrgb.decode(&[0, 0, 10, 0])[0]);
    assert_eq!(dark, (10.0f64 / 255.0 / 12.92) as f32);
}

#[test]
fn floats_of_every_width() {
    decodes(Format::R32Float, &0x0000_0001u32.to_le_bytes(), [1, 0, 0, ONE]);
    decodes(Format::R32Float, &SNAN.to_le_bytes(), [SNAN, 0, 0, ONE]);
    decodes(Format::R16G16Float, &[0x00, 0x3c, 0x01, 0x00], floats([1.0, 2f32.powi(-24), 0.0, 1.0]));
    // 11 bits: exponent 15 is 1.0; the least subnormal is 2^-20; 10 bits: the least subnormal is 2^-19.
    let packed = (15u32 << 6 | 1 << 11 | 1 << 22).to_le_bytes();
    decodes(Format::R11G11B10Float, &packed, floats([1.0, 2f32.powi(-20), 2f32.powi(-19), 1.0]));
    // 1.5 = exponent 15, upper mantissa bit; infinity = exponent 31.
    let packed = (15u32 << 6 | 32 | 31 << 17 | (16 << 5) << 22).to_le_bytes();
    decodes(Format::R11G11B10Float, &packed, [f(1.5), INF, f(2.0), ONE]);
    // Mantissa 256 at exponent 16 is 256 * 2^(16 - 24) = 1.
    let packed = (256u32 | 511 << 9 | 16 << 27).to_le_bytes();
    decodes(Format::R9G9B9E5SharedExp, &packed, floats([1.0, 511.0 / 256.0, 0.0, 1.0]));
}

#[test]
fn integers_keep_their_values_and_alpha_is_one() {
    decodes(Format::R8Uint, &[200], [200, 0, 0, 1]);
    decodes(Format::R8G8Sint, &[255, 127], [TRUE, 127, 0, 1]);
    decodes(Format::R16G16B16A16Sint, &[0, 128, 255, 255, 1, 0, 2, 0], [0xffff_8000, TRUE, 1, 2]);
    decodes(Format::R10G10B10A2Uint, &(5u32 | 1023 << 10 | 3 << 30).to_le_bytes(), [5, 1023, 0, 3]);
    decodes(Format::R32G32B32Uint, &[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 128], [1, 2, 0x8000_0003, 1]);
}

#[test]
fn references_are_quantised_to_unorm() {
    assert_eq!(Format::R16Unorm.quantise(2.0), 1.0);
    assert_eq!(Format::R16Unorm.quantise(-1.0), 0.0);
    assert_eq!(Format::R16Unorm.quantise(f32::NAN), 0.0);
    // 0.5 * 65535 + 0.5 = 32768.
    assert_eq!(Format::R16Unorm.quantise(0.5), (32768.0f64 / 65535.0) as f32);
    assert_eq!(Format::R32Float.quantise(2.0), 2.0);
}
