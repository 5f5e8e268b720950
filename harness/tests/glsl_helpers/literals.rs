//! Literals read back to the bits that were printed, in the table of immediate constants and in statements.

use dxbc_harness::engine::EngineKind;
use dxbc_translator::ir::{Element, Place, Scalar};
use dxbc_translator::program::Component;

use crate::run::{draw, pixel_shader, words};

/// The ends of every range, and as many patterns from all over as the table holds.
fn patterns() -> Vec<[u32; 4]> {
    let edges = [
        0,
        0x8000_0000,
        0x3f80_0000,
        0xbf80_0000,
        0x7f7f_ffff,
        0xff7f_ffff,
        0x0080_0000,
        0x8080_0000,
        0x0208_1cea,
        0x0208_1ceb,
        0x0208_1ce9,
        0x007f_ffff,
        1,
        0x8000_0001,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0xffff_ffff,
        0x7f80_0001,
        0xff80_0001,
        0x4b80_0000,
        0x4b80_0001,
        0x5a0e_1bca,
        0x3dcc_cccd,
        255,
        0xffff,
    ];
    let mut bits = 0x0bad_cafe_u32;
    let random = std::iter::repeat_with(move || {
        bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        bits ^ bits >> 15
    });
    let all: Vec<u32> = edges.into_iter().chain(random).take(4 * 512).collect();
    all.chunks_exact(4).map(|row| [row[0], row[1], row[2], row[3]]).collect()
}

pub(crate) fn check(kind: EngineKind) {
    let rows = patterns();
    let want: Vec<u32> = rows.concat();
    let table = pixel_shader(|module, pixel| {
        module.immediate_constants.clone_from(&rows);
        let row = Some(Element::Value(pixel));
        module.load(Place::ImmediateConstants, row, Component::ALL.into_iter().collect(), Scalar::F32)
    });
    let mut draws = vec![draw("table", table, rows.len(), Vec::new())];
    // One vector a shader: as floats, as ints, as uints.
    let few: Vec<([u32; 4], Scalar)> = rows
        .iter()
        .take(8)
        .flat_map(|row| [Scalar::F32, Scalar::I32, Scalar::U32].map(|scalar| (*row, scalar)))
        .collect();
    for (row, scalar) in &few {
        draws.push(draw("literal", pixel_shader(|module, _| module.literal(*scalar, row)), 1, Vec::new()));
    }
    let engine = kind.open().unwrap_or_else(|error| panic!("{error}"));
    let mut results = engine.draw(&draws).unwrap().into_iter();
    let output = results.next().unwrap().unwrap();
    let got = words(&output.targets[0]);
    let wrong: Vec<String> = want
        .iter()
        .zip(&got)
        .filter(|(want, got)| want != got)
        .map(|(w, g)| format!("{w:08x} became {g:08x}"))
        .collect();
    assert!(wrong.is_empty() && got.len() == want.len(), "{} on {kind}: {}", wrong.len(), wrong.join(", "));
    for ((row, scalar), result) in few.iter().zip(results) {
        assert_eq!(words(&result.unwrap().targets[0]), row, "{scalar:?} on {kind}");
    }
    println!("{} words of literals on {kind}", want.len() + few.len() * 4);
}
