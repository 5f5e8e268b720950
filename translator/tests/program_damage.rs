//! Damaged programs and texts: an error or a program, never a panic, and no more items than there are dwords.

use std::path::PathBuf;
use std::sync::LazyLock;

use dxbc_translator::container::Container;
use dxbc_translator::program::{self, Declaration, Instruction, Item, Items, Operation, Program};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;

/// A program with most forms of operands and declarations.
const SAMPLE: &str = "ps_5_1
dcl_globalFlags refactoringAllowed
dcl_immediateConstantBuffer { { 1, 2, 3, 4}, { 1.5, 2.5, 0x7fc00000, -1} }
dcl_constantbuffer CB0[0:3][4], dynamicIndexed, space=1
dcl_sampler S0[0:*], mode_default, space=0
dcl_resource_texture2d (float,float,float,float) T0[0:*], space=0
dcl_resource_structured T1[4:4], 16, space=0
dcl_uav_typed_texture2d_glc (float,float,float,float) U0[0:0], space=0
dcl_function_table ft1 = {fb5, fb6}
dcl_interface fp1[4][2] = {ft5, ft6, ft7}
dcl_input_ps linear v0.xyzw {min16f}
dcl_input_ps_siv linear noperspective v1.xy, position
dcl_output o0.xyzw
dcl_output oDepth
dcl_indexrange v0.xyzw 2
dcl_temps 3
dcl_indexableTemp x0[4], 4
customdata 4 {0x00200102, 0x1, 0x3, 0x1, 0x2, 0x0010002a, 0x0, 0x00213025}
mov r0.xyzw, -|CB0[r1.x + 2][r2.y + 1].xyzw {min16f}|
mul_sat [precise(xz)] r0.xz, r0.xyzw, l(1.0, 2.0, 3.0, 4.0)
sample_aoffimmi(1,-2,7) r1.xyzw, v0.xyxx, T0[r0.x + 1].xyzw { nonuniform }, S0[3]
dadd r0.xy, r0.xyxy, d(1.5l, -2.5l)
mov x0[r0.x + 1].xy, icb[r0.y].xyxx
loop
  switch r0.x
    case l(3)
      breakc_nz r0.y
      store_uav_typed U0[0].xyzw, r0.xyxx, r1.xyzw
      break
  endswitch
  if_z r0.x
    break
  endif
endloop
ld_structured_indexable(structured_buffer, stride=16)(mixed,mixed,mixed,mixed) r0.x, r0.x, l(4), T1[4].xxxx
imul null, r0.x, r0.y, l(-3)
mov oDepth, r0.x
call label1
ret
label label1
ret
";

/// The sample, and some programs of the public corpus if there is one.
static PROGRAMS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let mut programs = vec![program::assemble(SAMPLE).unwrap()];
    if let Some(folder) = std::env::var_os("DXBC_PUBLIC_CORPUS").map(PathBuf::from) {
        let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "dxbc"));
        paths.sort();
        for path in paths.iter().step_by(61) {
            let bytes = std::fs::read(path).unwrap();
            programs.push(Container::parse(&bytes).unwrap().program().unwrap().data.data().to_vec());
        }
    }
    programs
});

/// The program without offsets, which encoding does not keep where tokens that say nothing were left out.
fn without_offsets(program: &Program) -> Program {
    let mut items = Items::new();
    for item in program.items.iter() {
        match item {
            Item::Declaration(declaration) => {
                items.push_declaration(Declaration { offset: 0, kind: declaration.kind.clone() });
            }
            Item::Instruction(Instruction { operation, operands }) => {
                items.push_instruction(Operation { offset: 0, ..*operation }, operands.iter().cloned());
            }
        }
    }
    Program { items, ..*program }
}

/// Decodes damaged tokens; whatever comes out must print and encode to the same program.
fn survive(tokens: &[u8]) -> bool {
    let _ = program::decode(tokens, u32::MAX - 8);
    let Ok((program, warnings)) = program::decode_unchecked(tokens, 0x40) else { return false };
    assert!(program.items.len() <= tokens.len() / 4);
    assert!(warnings.len() <= 101);
    let listing = program::disassemble_with_lines(&program);
    assert!(listing.line_count() > program.items.len());
    for instruction in program.instructions() {
        let _ = program::instruction_text(&instruction, &program);
    }
    let exact = program::disassemble_exact(&program);
    let _ = program::assemble(&exact);
    let encoded = program::encode(&program).unwrap();
    let (again, _) = program::decode_unchecked(&encoded, 0x40).unwrap();
    assert_eq!(without_offsets(&again), without_offsets(&program));
    true
}

#[test]
fn every_truncation_survives() {
    let program = &PROGRAMS[0];
    for length in 0..program.len() {
        let mut cut = program[..length].to_vec();
        survive(&cut);
        // Once more with a length token that agrees.
        if length >= 8 {
            cut[4..8].copy_from_slice(&u32::try_from(length / 4).unwrap().to_le_bytes());
            survive(&cut);
        }
    }
}

#[test]
fn every_single_bit_survives() {
    let mut decoded = 0;
    for bit in 0..PROGRAMS[0].len() * 8 {
        let mut damaged = PROGRAMS[0].clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        decoded += u32::from(survive(&damaged));
    }
    println!("{decoded} of {} programs with one wrong bit decode", PROGRAMS[0].len() * 8);
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(0x4458_4243),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A token: any, or one with many zero bits, as most are.
fn token() -> impl Strategy<Value = u32> {
    prop_oneof![any::<u32>(), 0..8_u32, (any::<u32>(), any::<u32>()).prop_map(|(a, b)| a & b & 0x80f0_ffff)]
}

proptest! {
    #![proptest_config(config(4000))]

    #[test]
    fn damaged_tokens_survive(
        which in any::<Index>(),
        edits in vec((any::<Index>(), token()), 1..6),
        removed in proptest::option::of(any::<Index>()),
    ) {
        let mut words: Vec<[u8; 4]> = which.get(&PROGRAMS).as_chunks::<4>().0.to_vec();
        for (at, value) in edits {
            // The version stays, so that most programs get past the first token.
            let at = at.index(words.len() - 1) + 1;
            words[at] = value.to_le_bytes();
        }
        if let Some(at) = removed {
            words.remove(at.index(words.len()));
        }
        survive(words.as_flattened());
        // Once more with a length token that agrees.
        if words.len() >= 2 {
            words[1] = u32::try_from(words.len()).unwrap().to_le_bytes();
            survive(words.as_flattened());
        }
    }

    #[test]
    fn any_tokens_survive(version in 0..6_u32, tokens in vec(token(), 0..40)) {
        let length = u32::try_from(tokens.len()).unwrap() + 2;
        let words = [vec![version << 16 | 0x50, length], tokens].concat();
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        survive(&bytes);
    }

    #[test]
    fn any_bytes_survive(bytes in vec(any::<u8>(), 0..64)) {
        survive(&bytes);
    }

    #[test]
    fn damaged_text_survives(edits in vec((any::<Index>(), "[ -~\n]{0,4}", 0..4_usize), 1..4)) {
        let mut text: Vec<char> = SAMPLE.chars().collect();
        for (at, inserted, removed) in edits {
            let at = at.index(text.len());
            let end = (at + removed).min(text.len());
            text.splice(at..end, inserted.chars());
        }
        let text: String = text.into_iter().collect();
        if let Ok(tokens) = program::assemble(&text) {
            survive(&tokens);
        }
        let _ = program::assemble_container(&text);
    }
}
