//! Opcodes with a status or a clamp do what their plain forms do; and every opcode is run by some test.

use std::collections::BTreeSet;

use dxbc_translator::opcode::{Flow, Opcode, Role, Stages};
use dxbc_translator::program::ResourceDimension as D;

use super::textures::{bound, counting};
use super::*;

/// Runs `text` on a quad whose addresses are one texel apart on a texture of 0 to 63 with four levels (8x8 down).
fn texel(text: &str) -> [u32; 4] {
    let texture = counting(D::Texture2D, Extent::d2(8, 8), 4);
    let bindings = bound(texture, Sampler { comparison: Comparison::Less, ..Sampler::DEFAULT });
    let at = |x: f32, y: f32| [f(0.1875 + x / 8.0), f(0.1875 + y / 8.0), 0, 0];
    let inputs = lanes_of([at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0), at(1.0, 1.0)]);
    defined(quad(&format!("{text}; ret"), &inputs, &bindings).pixels[0].targets[0])
}

#[test]
fn variants_with_a_status() {
    // The address is the middle of texel (1, 1), which is 9; the derivatives ask for level 0.
    let nine = [f(9.0), 0, 0, ONE];
    assert_eq!(texel("sample o0.xyzw, v0.xyxx, t0.xyzw, s0"), nine);
    assert_eq!(texel("sample_cl_s o0.xyzw, r0.x, v0.xyxx, t0.xyzw, s0, l(0.0)"), nine);
    assert_eq!(texel("sample_b_cl_s o0.xyzw, r0.x, v0.xyxx, t0.xyzw, s0, l(0.0), l(0.0)"), nine);
    assert_eq!(texel("sample_l_s o0.xyzw, null, v0.xyxx, t0.xyzw, s0, l(0.0)"), nine);
    let gradients = "l(0.0, 0.0, 0.0, 0.0), l(0.0, 0.0, 0.0, 0.0)";
    let op = format!("sample_d_cl_s o0.xyzw, null, v0.xyxx, t0.xyzw, s0, {gradients}, l(-1.0)");
    assert_eq!(texel(&op), nine);
    // Level 1 starts at 64; at 0.1875 * 4 = 0.75 its texels 0, 1, 4, 5 have weights 3/4 and 1/4 on each axis.
    let level_one = [f(64.0 + 0.25 + 4.0 * 0.25), 0, 0, ONE];
    assert_eq!(texel("sample_b_cl_s o0.xyzw, null, v0.xyxx, t0.xyzw, s0, l(1.0), l(0.0)"), level_one);
    assert_eq!(texel("sample_b_cl_s o0.xyzw, null, v0.xyxx, t0.xyzw, s0, l(0.0), l(1.0)"), level_one);
    let op = format!("sample_d_cl_s o0.xyzw, null, v0.xyxx, t0.xyzw, s0, {gradients}, l(1.0)");
    assert_eq!(texel(&op), level_one);
}

#[test]
fn comparisons_with_a_status() {
    // 8 < 9, not 9 < 9; at level 1 64.5 is below 65, 68 and 69, which weigh 3/16 + 3/16 + 1/16.
    for (reference, clamp, expected) in [("8.0", "0.0", 1.0), ("9.0", "0.0", 0.0), ("64.5", "1.0", 0.4375)] {
        let op = format!("sample_c_cl_s o0.xyzw, null, v0.xyxx, t0.xxxx, s0, l({reference}), l({clamp})");
        assert_eq!(texel(&op), [f(expected); 4], "{op}");
    }
    for (reference, expected) in [("8.0", 1.0), ("9.0", 0.0)] {
        for op in ["sample_c o0.xyzw,", "sample_c_lz o0.xyzw,", "sample_c_lz_s o0.xyzw, null,"] {
            let op = format!("{op} v0.xyxx, t0.xxxx, s0, l({reference})");
            assert_eq!(texel(&op), [f(expected); 4], "{op}");
        }
    }
}

#[test]
fn reads_and_gathers_with_a_status() {
    assert_eq!(texel("ld_s o0.xyzw, null, l(3, 2, 0, 0), t0.xyzw"), [f(19.0), 0, 0, ONE]);
    // At (2, 2) texels: (1, 2), (2, 2), (2, 1), (1, 1).
    let four = [f(17.0), f(18.0), f(10.0), f(9.0)];
    assert_eq!(texel("gather4_s o0.xyzw, null, l(0.25, 0.25, 0.0, 0.0), t0.xyzw, s0.x"), four);
    let offset = "l(1, 1, 0, 0)";
    let op = format!("gather4_po_s o0.xyzw, null, l(0.125, 0.125, 0.0, 0.0), {offset}, t0.xyzw, s0.x");
    assert_eq!(texel(&op), four);
    let passes = [ONE, ONE, 0, 0];
    assert_eq!(texel("gather4_c_s o0.xyzw, null, l(0.25, 0.25, 0.0, 0.0), t0.xyzw, s0.x, l(16.5)"), passes);
    let op = format!("gather4_po_c_s o0.xyzw, null, l(0.125, 0.125, 0.0, 0.0), {offset}, t0.xyzw, s0.x, l(16.5)");
    assert_eq!(texel(&op), passes);
    let bindings = {
        let bytes: Vec<u8> = (0..8u32).flat_map(u32::to_le_bytes).collect();
        let mut bindings = Bindings::default();
        bindings.resources.set(0, 0, Resource::structured(&bytes, 16).unwrap());
        bindings
    };
    let text = "ld_structured_s o0.xyzw, null, l(1), l(0), t0.xyzw; ret";
    assert_eq!(defined(vertex_with(text, &[], &bindings)), [4, 5, 6, 7]);
    let samples = counting(D::Texture2DMS, Extent { samples: 2, ..Extent::d2(1, 1) }, 1);
    let text = "ldms_s o0.xyzw, null, l(0, 0, 0, 0), t0.xyzw, l(1); ret";
    assert_eq!(defined(vertex_with(text, &[], &bound(samples, Sampler::POINT))), [ONE, 0, 0, ONE]);
}

#[test]
fn saturate_acts_on_texture_results() {
    assert_eq!(texel("sample_sat o0.xyzw, v0.xyxx, t0.xyzw, s0"), [ONE, 0, 0, ONE]);
}

#[test]
fn what_does_nothing_does_nothing() {
    assert_eq!(
        defined(vertex("nop; mov o0.xyzw, v0.xyzw; abort; debug_break; nop; ret", &[[1, 2, 3, 4]])),
        [1, 2, 3, 4]
    );
}

/// The opcodes that a vertex or pixel program of ours may hold, found in the text of the tests.
#[test]
fn every_opcode_stands_in_a_test() {
    let sources = [
        include_str!("arithmetic.rs"),
        include_str!("buffers.rs"),
        include_str!("derivatives.rs"),
        include_str!("doubles.rs"),
        include_str!("files.rs"),
        include_str!("flow.rs"),
        include_str!("integers.rs"),
        include_str!("sampling.rs"),
        include_str!("textures.rs"),
        include_str!("undefined.rs"),
        include_str!("variants.rs"),
    ];
    let words: BTreeSet<&str> = sources
        .iter()
        .flat_map(|text| text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')))
        .flat_map(|word| [word, word.trim_end_matches("_nz").trim_end_matches("_z").trim_end_matches("_sat")])
        .collect();
    let runs = |info: &dxbc_translator::opcode::Info| {
        let memory = |role: &Role| matches!(role, Role::Uav | Role::DstUav | Role::DstMemory);
        matches!(info.stages, Stages::Any | Stages::Pixel)
            && !info.roles.iter().any(memory)
            && !matches!(info.opcode, Opcode::Stage(_) | Opcode::Declare(_) | Opcode::Flow(Flow::Fcall))
    };
    let expected: Vec<&str> = Opcode::all().iter().filter(|info| runs(info)).map(|info| info.mnemonic).collect();
    let missing: Vec<&&str> = expected.iter().filter(|mnemonic| !words.contains(**mnemonic)).collect();
    println!("{} opcodes stand in a test", expected.len() - missing.len());
    assert!(missing.is_empty(), "no test names {missing:?}");
}
