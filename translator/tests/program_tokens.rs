//! Hand-written tokens: every form of an operand, of the opcode token and of the program's frame.
//!
//! Expected lines were checked with Microsoft's disassembler.

use dxbc_translator::error::ErrorKind;
use dxbc_translator::program::{self, Component, MinPrecision, Modifier, Operand, OperandKind, Operation, Selection};

const PS_4_0: u32 = 0x40;
const PS_5_0: u32 = 0x50;
const PS_5_1: u32 = 0x51;
const RET: u32 = 62 | 1 << 24;
const EXTENDED: u32 = 1 << 31;
const ADD: u32 = 0;
const MOV: u32 = 54;
/// `r0.xyzw` as a destination.
const R0: [u32; 2] = [0x0010_00f2, 0];

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A program of some instructions, with its version and length.
fn tokens(version: u32, instructions: &[Vec<u32>]) -> Vec<u8> {
    let mut words = vec![version, 0];
    words.extend(instructions.iter().flatten());
    words[1] = u32::try_from(words.len()).unwrap();
    bytes(&words)
}

/// An instruction: its first token without length, and what follows.
fn ins(token: u32, rest: &[&[u32]]) -> Vec<u32> {
    let rest = rest.concat();
    let length = u32::try_from(rest.len()).unwrap() + 1;
    [vec![token | length << 24], rest].concat()
}

fn decode_one(version: u32, words: Vec<u32>) -> (Operation, Vec<Operand>, String) {
    let (program, _) = program::decode_unchecked(&tokens(version, &[words]), 0).unwrap();
    let instruction = program.instructions().next().unwrap();
    let line = program::instruction_text(&instruction, &program);
    assert_eq!(program::encode(&program).unwrap().len() % 4, 0);
    (*instruction, instruction.operands.to_vec(), line)
}

/// `mov r0, <operand>` with the source's tokens: the source and the line.
fn source(version: u32, operand: &[u32]) -> (Operand, String) {
    let (_, operands, line) = decode_one(version, ins(MOV, &[&R0, operand]));
    (operands[1].clone(), line)
}

fn message(version: u32, words: Vec<u32>) -> String {
    program::decode(&tokens(version, &[words, vec![RET]]), 0x100).unwrap_err().to_string()
}

#[test]
fn selections() {
    let (operand, line) = source(PS_4_0, &[0x0010_0e46, 1]);
    assert_eq!(operand.selection.swizzle().lanes(), Component::ALL);
    assert_eq!(line, "mov r0.xyzw, r1.xyzw");
    let (operand, line) = source(PS_4_0, &[0x0010_01e6, 1]);
    assert_eq!(operand.selection.swizzle().lanes(), [Component::Z, Component::W, Component::Y, Component::X]);
    assert_eq!(line, "mov r0.xyzw, r1.zwyx");
    let (operand, line) = source(PS_4_0, &[0x0010_002a, 1]);
    assert_eq!(operand.selection, Selection::component(Component::Z));
    assert_eq!(line, "mov r0.xyzw, r1.z");
    let (operand, line) = source(PS_4_0, &[0x0010_0032, 1]);
    assert_eq!(operand.selection.mask().bits(), 3);
    assert_eq!(line, "mov r0.xyzw, r1.xy");
    let (operand, line) = source(PS_5_0, &[0x0002_3001]);
    assert_eq!(operand.selection, Selection::SCALAR);
    assert_eq!(line, "mov r0.xyzw, vCoverage");
    assert_eq!(source(PS_5_0, &[0x0000_d000]).1, "mov r0.xyzw, null");
    let (_, _, line) = decode_one(PS_4_0, ins(ADD, &[&[0x0010_0002, 0], &[0x0010_0e46, 1], &[0x0010_0e46, 1]]));
    assert_eq!(line, "add r0., r1.xyzw, r1.xyzw");
}

#[test]
fn literals() {
    let (operand, line) = source(PS_4_0, &[0x0000_4001, 0x3f80_0000]);
    assert_eq!(operand.kind, OperandKind::Immediate32([0x3f80_0000; 4]));
    assert_eq!(operand.selection, Selection::SCALAR);
    assert_eq!(line, "mov r0.xyzw, l(1.000000)");
    let (operand, line) = source(PS_4_0, &[0x0000_4002, 0x3f80_0000, 1, 0x2_0000, 0xffff_ffff]);
    assert_eq!(operand.kind, OperandKind::Immediate32([0x3f80_0000, 1, 0x2_0000, 0xffff_ffff]));
    assert_eq!(line, "mov r0.xyzw, l(1.000000,1,0x00020000,-1)");
    // dmov of 8.0 and -0.5: low dwords first.
    let (_, operands, line) = decode_one(PS_5_0, ins(199, &[&R0, &[0x0000_5002, 0, 0x4020_0000, 0, 0xbfe0_0000]]));
    assert_eq!(operands[1].kind, OperandKind::Immediate64([8.0_f64.to_bits(), (-0.5_f64).to_bits()]));
    assert_eq!(line, "dmov r0.xyzw, d(8.000000l, -0.500000l)");
    let scalar = message(PS_5_0, ins(199, &[&R0, &[0x0000_5001, 0, 0x4020_0000]]));
    assert!(scalar.starts_with("a 64-bit literal has one component"), "{scalar}");
}

#[test]
fn modifiers() {
    let table: &[(u32, &str, Modifier)] = &[
        (0x01, "r1.xyzw", Modifier::None),
        (0x41, "-r1.xyzw", Modifier::Negate),
        (0x81, "|r1.xyzw|", Modifier::Absolute),
        (0xc1, "-|r1.xyzw|", Modifier::AbsoluteNegate),
    ];
    for &(token, text, modifier) in table {
        let (operand, line) = source(PS_4_0, &[0x0010_0e46 | EXTENDED, token, 1]);
        assert_eq!((operand.modifier, line), (modifier, format!("mov r0.xyzw, {text}")));
    }
    // Two extended tokens, of which the first says nothing.
    let (operand, _) = source(PS_4_0, &[0x0010_0e46 | EXTENDED, EXTENDED, 0x41, 1]);
    assert_eq!(operand.modifier, Modifier::Negate);
    let table: &[(u32, &str, MinPrecision)] = &[
        (1, "{min16f as def32}", MinPrecision::Float16),
        (2, "{min2_8f as def32}", MinPrecision::Fixed2Dot8),
        (4, "{min16i as def32}", MinPrecision::Sint16),
        (5, "{min16u as def32}", MinPrecision::Uint16),
    ];
    for &(number, text, precision) in table {
        let (operand, line) = source(PS_5_0, &[0x0010_0e46 | EXTENDED, 0x41 | number << 14, 1]);
        assert_eq!((operand.min_precision, line), (precision, format!("mov r0.xyzw, -r1.xyzw {text}")));
    }
    let (_, _, line) = decode_one(
        PS_5_1,
        ins(
            69,
            &[
                &R0,
                &[0x0010_0e46, 0],
                &[0x0020_7e46 | EXTENDED, 1 | 1 << 17, 3, 5],
                &[0x0020_6000 | EXTENDED, 1 | 1 << 17, 2, 4],
            ],
        ),
    );
    assert_eq!(line, "sample r0.xyzw, r0.xyzw, T3[5].xyzw { nonuniform }, S2[4] { nonuniform }");
}

#[test]
fn indices() {
    const R1Z: [u32; 2] = [0x0010_002a, 1];
    let relative = |form: u32, dimension: u32| form << (22 + 3 * dimension);
    let table: Vec<(u32, Vec<u32>, &str)> = vec![
        (PS_4_0, vec![0x0020_8e46, 3, 5], "cb3[5].xyzw"),
        (PS_4_0, [&[0x0020_8e46 | relative(2, 1), 3], &R1Z[..]].concat(), "cb3[r1.z + 0].xyzw"),
        (PS_4_0, [&[0x0020_8e46 | relative(3, 1), 3, 4], &R1Z[..]].concat(), "cb3[r1.z + 4].xyzw"),
        (PS_4_0, [&[0x0020_8e46 | relative(3, 1), 3, u32::MAX], &R1Z[..]].concat(), "cb3[r1.z + -1].xyzw"),
        (PS_5_0, [&[0x0020_8e46 | relative(3, 0), 3], &R1Z[..], &[5]].concat(), "cb[r1.z + 3][5].xyzw"),
        (
            PS_5_0,
            [&[0x0020_8e46 | relative(2, 0) | relative(3, 1)], &R1Z[..], &[5], &R1Z[..]].concat(),
            "cb[r1.z + 0][r1.z + 5].xyzw",
        ),
        (PS_4_0, [&[0x0010_9e46 | relative(3, 0), 5], &R1Z[..]].concat(), "icb[r1.z + 5].xyzw"),
        (PS_4_0, vec![0x0020_3e46, 5, 6], "x5[6].xyzw"),
        (PS_4_0, [&[0x0010_1e46 | relative(3, 0), 2], &[0x0020_300a, 0, 1][..]].concat(), "v[x0[1].x + 2].xyzw"),
        (PS_5_1, vec![0x0030_8e46, 3, 5, 7], "CB3[5][7].xyzw"),
        (PS_5_1, [&[0x0030_8e46 | relative(2, 1), 3], &R1Z[..], &[7]].concat(), "CB3[r1.z + 0][7].xyzw"),
    ];
    for (version, operand, text) in table {
        assert_eq!(source(version, &operand).1, format!("mov r0.xyzw, {text}"));
    }
    // Indices of two dwords, the high one first.
    assert_eq!(source(PS_4_0, &[0x0010_1e46 | relative(1, 0), 0, 7]).1, "mov r0.xyzw, v7.xyzw");
    let long = ins(MOV, &[&R0, &[0x0010_1e46 | relative(1, 0), 1, 7]]);
    let error = program::decode(&tokens(PS_4_0, &[long]), 0).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[test]
fn extended_opcode_tokens() {
    let offset = 1 | 1 << 9 | 14 << 13 | 7 << 17;
    let dimension = 2 | 3 << 6;
    let types = 3 | 1 << 6 | 2 << 10 | 3 << 14 | 4 << 18;
    let words = ins(
        69 | EXTENDED | 1 << 13 | 3 << 19,
        &[
            &[offset | EXTENDED, dimension | EXTENDED, types],
            &R0,
            &[0x0010_0e46, 0],
            &[0x0010_7e46, 3],
            &[0x0010_6000, 2],
        ],
    );
    let (operation, _, line) = decode_one(PS_5_0, words);
    assert_eq!(
        line,
        "sample_aoffimmi_indexable_sat [precise(xy)](1,-2,7)(texture2d)(unorm,snorm,sint,uint) r0.xyzw, r0.xyzw, \
         t3.xyzw, s2"
    );
    let offset = operation.texel_offset.unwrap();
    assert_eq!((offset.u, offset.v, offset.w), (1, -2, 7));
    assert!(operation.saturate);
    assert_eq!(operation.precise.bits(), 3);
}

#[test]
fn controls_belong_to_their_opcodes() {
    // Bit 13 is saturate where there is a float result only, bit 18 the test of some opcodes.
    let (operation, _, line) = decode_one(PS_4_0, ins(30 | 1 << 13, &[&R0, &[0x0010_0e46, 1], &[0x0010_0e46, 1]]));
    assert!(!operation.saturate);
    assert_eq!(line, "iadd r0.xyzw, r1.xyzw, r1.xyzw");
    for (bit, line) in [(0, "if_z r0.x"), (1 << 18, "if_nz r0.x")] {
        assert_eq!(decode_one(PS_4_0, ins(31 | bit, &[&[0x0010_000a, 0]])).2, line);
    }
    for (bits, line) in [
        (0, "resinfo r0.xyzw, r1.x, t0.xyzw"),
        (1, "resinfo_rcpfloat r0.xyzw, r1.x, t0.xyzw"),
        (2, "resinfo_uint r0.xyzw, r1.x, t0.xyzw"),
    ] {
        let words = ins(61 | bits << 11, &[&R0, &[0x0010_000a, 1], &[0x0010_7e46, 0]]);
        assert_eq!(decode_one(PS_4_0, words).2, line);
    }
    for (bits, line) in [(0, "sync"), (3, "sync_g_t"), (4, "sync_ugroup"), (11, "sync_uglobal_g_t")] {
        assert_eq!(decode_one(0x5_0050, vec![190 | 1 << 24 | bits << 11]).2, line);
    }
}

#[test]
fn faults_name_the_byte_and_the_instruction() {
    assert_eq!(message(PS_4_0, vec![235 | 1 << 24]), "the opcode 235 is unknown (offset 0x108, instruction 0)");
    assert_eq!(message(PS_4_0, vec![107 | 1 << 24]), "the opcode 107 is unknown (offset 0x108, instruction 0)");
    assert_eq!(
        message(PS_4_0, vec![MOV | 9 << 24, 0x0010_00f2, 0, 0x0010_0e46, 0]),
        "9 dwords of the instruction go past the end of the program, 6 later (offset 0x108, instruction 0 (mov))"
    );
    assert_eq!(
        message(PS_4_0, vec![MOV | 4 << 24, 0x0010_00f2, 0, 0x0010_0e46]),
        "the instruction ends before its last operand (offset 0x118, instruction 0 (mov))"
    );
    assert_eq!(
        message(PS_4_0, ins(MOV, &[&R0, &[0x0010_0e46, 1, 0]])),
        "the instruction's operands end 1 dwords before the length that it states (offset 0x11c, instruction 0 (mov))"
    );
    assert_eq!(
        message(PS_4_0, vec![0]),
        "the length of the instruction is 0 dwords (offset 0x10c, instruction 0 (add))"
    );
    assert_eq!(
        message(PS_4_0, ins(MOV, &[&R0, &[0x0010_0e46 | 44 << 12, 1]])),
        "the operand type 44 is unknown (offset 0x114, instruction 0 (mov))"
    );
    assert_eq!(
        message(PS_4_0, ins(104, &[])),
        "the instruction ends before its last operand (offset 0x10c, dcl_temps)"
    );
    // A relative index within a relative index.
    let nested = [0x0010_9e46 | 2 << 22, 0x0010_900a | 2 << 22, 0x0010_000a, 0];
    assert!(message(PS_4_0, ins(MOV, &[&R0, &nested])).starts_with("the relative part of an index"));
}

#[test]
fn frames() {
    let decode = |words: &[u32]| program::decode(&bytes(words), 0);
    let (empty, warnings) = decode(&[PS_4_0]).unwrap();
    assert!(empty.items.is_empty() && warnings.is_empty());
    assert_eq!(program::disassemble(&empty), "ps_4_0\n");
    assert!(decode(&[PS_4_0, 2]).unwrap().0.items.is_empty());
    let (program, warnings) = decode(&[PS_4_0, 3, RET, 0xdead_beef]).unwrap();
    assert_eq!(program.items.len(), 1);
    assert_eq!(warnings.len(), 1);
    for words in [&[PS_4_0, 4, RET][..], &[PS_4_0, 1], &[PS_4_0, 0], &[0x0006_0040], &[0x30], &[0x60], &[0x52], &[]] {
        assert_eq!(decode(words).unwrap_err().kind(), ErrorKind::Malformed, "{words:x?}");
    }
}

#[test]
fn custom_data() {
    let icb = |rows: usize| {
        let mut words = vec![53 | 3 << 11, u32::try_from(2 + 4 * rows).unwrap()];
        words.resize(2 + 4 * rows, 0x3f80_0000);
        words
    };
    let (program, _) = program::decode(&tokens(PS_4_0, &[icb(2), vec![RET]]), 0).unwrap();
    assert_eq!(
        program::disassemble(&program),
        "ps_4_0\n\
         dcl_immediateConstantBuffer { { 1.000000, 1.000000, 1.000000, 1.000000},\n\
         \x20                             { 1.000000, 1.000000, 1.000000, 1.000000} }\n\
         ret \n"
    );
    let listing = program::disassemble_with_lines(&program);
    assert_eq!((listing.line_count(), listing.item_lines(0), listing.item_lines(1)), (4, 1..3, 3..4));
    assert_eq!(listing.line(3), "ret ");
    assert!(program::decode(&tokens(PS_4_0, &[icb(4096)]), 0).is_ok());
    assert_eq!(program::decode(&tokens(PS_4_0, &[icb(4097)]), 0).unwrap_err().kind(), ErrorKind::Limit);
    let ragged = vec![53 | 3 << 11, 3, 0];
    assert_eq!(program::decode(&tokens(PS_4_0, &[ragged]), 0).unwrap_err().kind(), ErrorKind::Malformed);
    // `printf "%0!", r0.z`
    let printf = vec![53 | 4 << 11, 10, 0x0020_0102, 1, 3, 1, 2, 0x0010_002a, 0, 0x0021_3025];
    let (program, _) = program::decode(&tokens(PS_5_0, &[printf]), 0).unwrap();
    assert_eq!(program::disassemble(&program), "ps_5_0\nprintf \"%0!\", r0.z\n");
}

#[test]
fn items_before_a_fault_are_found_by_offset() {
    let words = ins(MOV, &[&R0, &[0x0010_0e46, 1]]);
    let bytes = tokens(PS_4_0, &[words.clone(), words, vec![107 | 1 << 24]]);
    assert_eq!(program::decode(&bytes, 0x100).unwrap_err().at().offset, Some(0x130));
    let prefix = program::decode_prefix(&bytes, 0x100).unwrap();
    assert_eq!((prefix.program.items.len(), prefix.broken), (2, Some(0x130)));
    // Version and length, then five dwords an instruction.
    let table = [(0x107, None), (0x108, Some(0)), (0x11b, Some(0)), (0x11c, Some(1)), (0x130, Some(1))];
    for (offset, item) in table {
        assert_eq!(prefix.program.item_at(offset), item, "{offset:#x}");
    }
    assert!(program::decode_prefix(&[], 0).is_none());
}

#[test]
fn deep_nesting_is_shown_without_growing_quadratically() {
    let loops = vec![vec![48 | 1 << 24]; 1000];
    let (program, _) = program::decode_unchecked(&tokens(PS_4_0, &loops), 0).unwrap();
    assert_eq!(program::decode(&tokens(PS_4_0, &loops), 0).unwrap_err().kind(), ErrorKind::Limit);
    let listing = program::disassemble(&program);
    assert_eq!(listing.lines().map(str::len).max(), Some(2 * 64 + "loop ".len()));
}
