//! How errors are shown. All expected texts are written by hand.

use dxbc_translator::container::{Container, FourCc, write};
use dxbc_translator::error::{Error, Feature, Location};
use dxbc_translator::options::Target;
use dxbc_translator::program::decode;
use dxbc_translator::report::render;

/// A pixel shader of seven items. Its tokens start at offset 0x2c of the container.
const PIXEL_SHADER: [u32; 26] = [
    0x0000_0050,
    26,
    // 0x34: dcl_output o0.xyzw
    0x0300_0065,
    0x0010_20f2,
    0,
    // 0x40: dcl_temps 1
    0x0200_0068,
    1,
    // 0x48: mov r0.x, l(1.0)
    0x0500_0036,
    0x0010_0012,
    0,
    0x0000_4001,
    0x3f80_0000,
    // 0x5c: mov r0.y, r0.x
    0x0500_0036,
    0x0010_0022,
    0,
    0x0010_000a,
    0,
    // 0x70: if_nz r0.x
    0x0304_001f,
    0x0010_000a,
    0,
    // 0x7c: mov o0.xyzw, r0.xyxy
    0x0500_0036,
    0x0010_20f2,
    0,
    0x0010_0446,
    0,
    // 0x90: ret
    0x0100_003e,
];

fn container(tokens: &[u32]) -> Vec<u8> {
    let bytes: Vec<u8> = tokens.iter().flat_map(|token| token.to_le_bytes()).collect();
    write::container(&[(FourCc::SHEX, &bytes)]).unwrap()
}

/// The error that decoding gives.
fn decoding(bytes: &[u8]) -> Error {
    let chunk = Container::parse(bytes).unwrap().program().unwrap();
    decode(chunk.data.data(), chunk.data.absolute(0)).unwrap_err().at_chunk(chunk.name)
}

#[test]
fn the_culprit_stands_among_three_lines_of_assembly_on_each_side() {
    let error = Error::unsupported(Feature::CullDistance, Target::Glsl, "the shader is odd")
        .at_offset(0x64)
        .at_instruction(1, "mov")
        .note(Location::at(0x48), "the value comes from here");
    let expected = "\
error[unsupported: cull-distance]: the shader is odd
    --> odd.cso: offset 0x64, instruction 1 (mov)
     |
0x34 | dcl_output o0.xyzw
0x40 | dcl_temps 1
0x48 | mov r0.x, l(1.000000)
0x5c > mov r0.y, r0.x
     | ^^^^^^^^^^^^^^
0x70 | if_nz r0.x
0x7c |   mov o0.xyzw, r0.xyxy
0x90 |   ret
     = reason: GLSL ES 3.00 has no cull distances, and no shader sees the distances of all vertices of a primitive
     = help: drop the primitives on the CPU, or clip them
     = note: the value comes from here (offset 0x48)
";
    assert_eq!(render(&error, &container(&PIXEL_SHADER), "odd.cso"), expected);
}

#[test]
fn an_instruction_is_found_by_its_number_and_indentation_is_not_marked() {
    let error = Error::internal("lower", "no idea").at_instruction(3, "mov");
    let expected = "\
error[internal]: lower: no idea
    --> odd.cso: instruction 3 (mov)
     |
0x48 | mov r0.x, l(1.000000)
0x5c | mov r0.y, r0.x
0x70 | if_nz r0.x
0x7c >   mov o0.xyzw, r0.xyxy
     |   ^^^^^^^^^^^^^^^^^^^^
0x90 |   ret
     = help: this is a fault of the translator: please report it with the shader
";
    assert_eq!(render(&error, &container(&PIXEL_SHADER), "odd.cso"), expected);
}

#[test]
fn checks_of_the_decoder_point_into_the_listing() {
    let bytes = container(&PIXEL_SHADER);
    let error = decoding(&bytes);
    let text = render(&error, &bytes, "open.cso");
    let expected = "\
error[malformed]: the program ends before the if ends
    --> open.cso: offset 0x90, chunk SHEX, instruction 4 (ret)
     |
0x5c | mov r0.y, r0.x
0x70 | if_nz r0.x
0x7c |   mov o0.xyzw, r0.xyxy
0x90 >   ret
     |   ^^^
     = note: the if starts here (offset 0x70)
";
    assert_eq!(text, expected);
}

#[test]
fn what_cannot_be_decoded_is_shown_as_dwords() {
    let mut tokens = PIXEL_SHADER;
    tokens[12] = 0x0500_00eb;
    let bytes = container(&tokens);
    let expected = "\
error[malformed]: the opcode 235 is unknown
    --> odd.cso: offset 0x5c, chunk SHEX, instruction 1
     |
0x34 | dcl_output o0.xyzw
0x40 | dcl_temps 1
0x48 | mov r0.x, l(1.000000)
0x5c > dwords 050000eb 00100022 00000000
     |        ^^^^^^^^
";
    assert_eq!(render(&decoding(&bytes), &bytes, "odd.cso"), expected);
}

#[test]
fn the_wrong_dword_of_an_instruction_is_marked() {
    let mut tokens = PIXEL_SHADER;
    // Operand type 63 in the source of the second mov.
    tokens[15] = 0x003f_f00a;
    let bytes = container(&tokens);
    let error = decoding(&bytes);
    assert_eq!(error.at().offset, Some(0x68));
    let text = render(&error, &bytes, "odd.cso");
    let expected = "\
0x48 | mov r0.x, l(1.000000)
0x5c > dwords 05000036 00100022 00000000 003ff00a 00000000 0304001f
     |                                   ^^^^^^^^
";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn places_outside_of_the_program_are_shown_as_bytes() {
    let mut bytes = container(&PIXEL_SHADER);
    bytes[32] = 0xff;
    bytes[33] = 0xff;
    let error = Container::parse(&bytes).unwrap_err();
    let text = render(&error, &bytes, "odd.cso");
    let rows: Vec<&str> = text.lines().skip(2).collect();
    assert_eq!(rows[0], "     |");
    assert!(rows[1].starts_with("0x10 | "), "{text}");
    assert_eq!(rows[2], "0x20 > ff ff 00 00 53 48 45 58 68 00 00 00 50 00 00 00  ....SHEXh...P...");
    assert_eq!(rows[3], "     | ^^^^^^^^^^^");
    assert!(rows[4].starts_with("0x30 | 1a 00 00 00 65 00 00 03 "), "{text}");
}

#[test]
fn without_a_place_there_is_only_the_message() {
    let expected = "error[unsupported: dxil]: it is DXIL
  --> odd.cso
   = reason: shader model 6 holds LLVM bitcode in a DXIL chunk, which this translator does not read
   = help: compile the shader again for a profile of 5_1 or earlier
";
    assert_eq!(render(&Error::unsupported(Feature::Dxil, Target::Glsl, "it is DXIL"), b"", "odd.cso"), expected);
    let beyond = Error::malformed(4000, "it ends");
    assert_eq!(render(&beyond, b"DXBC", "x"), "error[malformed]: it ends\n  --> x: offset 0xfa0\n");
}

#[test]
fn any_place_of_any_bytes_is_shown_without_a_panic() {
    let bytes = container(&PIXEL_SHADER);
    for cut in 0..=bytes.len() {
        for offset in (0..=u32::try_from(bytes.len()).unwrap() + 4).chain([u32::MAX - 1, u32::MAX]) {
            let error = Error::malformed(offset, "it is odd");
            assert!(render(&error, &bytes[..cut], "x").starts_with("error[malformed]: it is odd\n"));
        }
    }
}
