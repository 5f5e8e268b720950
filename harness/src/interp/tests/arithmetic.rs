//! Float arithmetic, comparisons and conversions at the edges (semantics sections 2, 3, 5.1 to 5.3, 5.7, 5.8, 11).

use super::*;

#[test]
fn add_mul_div() {
    table(
        "add",
        &[
            ([f(1.0), f(2.0)], f(3.0)),
            // 2^24 + 1 is a tie and goes to the even 2^24; 2^24 + 3 to 2^24 + 4.
            ([f(16_777_216.0), f(1.0)], f(16_777_216.0)),
            ([f(16_777_216.0), f(3.0)], f(16_777_220.0)),
            ([INF, NEG_INF], NAN),
            ([INF, f(-1.0)], INF),
            ([NEG_ZERO, 0], 0),
            ([NEG_ZERO, NEG_ZERO], NEG_ZERO),
            // Subnormals count as zeros, going in and coming out.
            ([DENORM, f(0.0)], 0),
            ([NEG_DENORM, NEG_ZERO], NEG_ZERO),
            ([0x0080_0001, 0x8080_0000], 0),
            ([SNAN, f(1.0)], NAN),
            ([f(f32::MAX), f(f32::MAX)], INF),
        ],
    );
    table(
        "mul",
        &[
            ([f(3.0), f(-2.0)], f(-6.0)),
            ([0, INF], NAN),
            ([NEG_DENORM, INF], NAN),
            ([f(-1.0), 0], NEG_ZERO),
            // 2^-100 * 2^-27 = 2^-127 is subnormal.
            ([f(2f32.powi(-100)), f(2f32.powi(-27))], 0),
            ([f(-2f32.powi(-100)), f(2f32.powi(-27))], NEG_ZERO),
            ([f(2f32.powi(-100)), f(2f32.powi(-26))], 0x0080_0000),
        ],
    );
    table(
        "div",
        &[
            ([f(1.0), f(3.0)], 0x3eaa_aaab),
            ([f(1.0), 0], INF),
            ([f(1.0), NEG_ZERO], NEG_INF),
            ([f(-1.0), DENORM], NEG_INF),
            ([0, 0], NAN),
            ([INF, INF], NAN),
            ([f(-5.0), INF], NEG_ZERO),
            ([NAN, f(1.0)], NAN),
        ],
    );
}

#[test]
fn mad_rounds_twice() {
    // (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24; the product rounds to 1 + 2^-11, so nothing is left of 2^-24.
    let a = f(1.0 + 2f32.powi(-12));
    table("mad", &[([a, a, f(-1.0 - 2f32.powi(-11))], 0), ([f(2.0), f(3.0), f(4.0)], f(10.0))]);
    // A subnormal product is a zero before the sum.
    table("mad", &[([f(2f32.powi(-100)), f(2f32.powi(-27)), 0x0080_0000], 0x0080_0000)]);
    table("mad", &[([0, INF, f(1.0)], NAN), ([NEG_ZERO, f(1.0), NEG_ZERO], NEG_ZERO)]);
}

#[test]
fn dot_products_sum_from_left_to_right() {
    let inputs = [[f(1e8), f(1.0), f(-1e8), f(1.0)], [f(1.0); 4]];
    // 1e8 + 1 is 1e8; minus 1e8 is 0; plus 1 is 1. Any other order gives another sum.
    assert_eq!(defined(vertex("dp4 o0.xyzw, v0.xyzw, v1.xyzw; ret", &inputs)), [f(1.0); 4]);
    assert_eq!(defined(vertex("dp3 o0.xyzw, v0.xyzw, v1.xyzw; ret", &inputs)), [0; 4]);
    assert_eq!(defined(vertex("dp2 o0.xyzw, v0.ywzz, v1.xyzw; ret", &inputs)), [f(2.0); 4]);
    assert_eq!(defined(vertex("dp2_sat o0.xyzw, v0.ywzz, v1.xyzw; ret", &inputs)), [f(1.0); 4]);
}

#[test]
fn min_and_max() {
    table(
        "min",
        &[
            ([f(1.0), f(2.0)], f(1.0)),
            ([NAN, f(2.0)], f(2.0)),
            ([f(2.0), NAN], f(2.0)),
            ([NAN, SNAN], NAN),
            ([NEG_ZERO, 0], NEG_ZERO),
            ([0, NEG_ZERO], NEG_ZERO),
            ([NEG_INF, f(1.0)], NEG_INF),
        ],
    );
    table(
        "max",
        &[
            ([f(1.0), f(2.0)], f(2.0)),
            ([NAN, f(-2.0)], f(-2.0)),
            ([f(-2.0), NAN], f(-2.0)),
            ([NAN, NAN], NAN),
            ([NEG_ZERO, 0], 0),
            ([0, NEG_ZERO], 0),
            ([INF, f(1.0)], INF),
        ],
    );
}

#[test]
fn rounding() {
    for op in ["round_ne", "round_ni", "round_pi", "round_z"] {
        table(
            op,
            &[
                ([NEG_INF], NEG_INF),
                ([INF], INF),
                ([NAN], NAN),
                ([NEG_ZERO], NEG_ZERO),
                ([0], 0),
                ([NEG_DENORM], NEG_ZERO),
                ([DENORM], 0),
                ([f(8_388_609.0)], f(8_388_609.0)),
            ],
        );
    }
    table("round_ne", &[([f(0.5)], 0), ([f(1.5)], f(2.0)), ([f(2.5)], f(2.0)), ([f(-0.5)], NEG_ZERO)]);
    table("round_ni", &[([f(1.5)], f(1.0)), ([f(-1.5)], f(-2.0)), ([f(-0.1)], f(-1.0))]);
    table("round_pi", &[([f(1.5)], f(2.0)), ([f(-1.5)], f(-1.0)), ([f(-0.5)], NEG_ZERO)]);
    table("round_z", &[([f(1.9)], f(1.0)), ([f(-1.9)], f(-1.0)), ([f(-0.5)], NEG_ZERO)]);
}

#[test]
fn fractions_are_below_one() {
    table(
        "frc",
        &[
            ([f(1.25)], f(0.25)),
            ([f(-1.25)], f(0.75)),
            ([NEG_INF], NAN),
            ([INF], NAN),
            ([NAN], NAN),
            ([NEG_ZERO], 0),
            ([NEG_DENORM], 0),
            ([f(-1e-9)], 0x3f7f_ffff),
        ],
    );
}

#[test]
fn functions_at_special_values() {
    let special = |op: &str, results: [u32; 7]| {
        let sources = [NEG_INF, NEG_DENORM, NEG_ZERO, 0, DENORM, INF, NAN];
        for (source, expected) in std::iter::zip(sources, results) {
            table(op, &[([source], expected)]);
        }
    };
    special("exp", [0, ONE, ONE, ONE, ONE, INF, NAN]);
    special("log", [NAN, NEG_INF, NEG_INF, NEG_INF, NEG_INF, INF, NAN]);
    special("sqrt", [NAN, NEG_ZERO, NEG_ZERO, 0, 0, INF, NAN]);
    special("rsq", [NAN, NEG_INF, NEG_INF, INF, INF, 0, NAN]);
    special("rcp", [NEG_ZERO, NEG_INF, NEG_INF, INF, INF, 0, NAN]);
    table("exp", &[([f(3.0)], f(8.0)), ([f(-1.0)], f(0.5)), ([f(128.0)], INF), ([f(-127.0)], 0)]);
    table("log", &[([f(8.0)], f(3.0)), ([f(0.25)], f(-2.0)), ([f(-1.0)], NAN)]);
    table("sqrt", &[([f(2.0)], 0x3fb5_04f3), ([f(-1.0)], NAN)]);
    table("rsq", &[([f(4.0)], f(0.5)), ([f(-4.0)], NAN)]);
    table("rcp", &[([f(-4.0)], f(-0.25)), ([f(2f32.powi(127))], 0)]);
}

#[test]
fn sine_and_cosine() {
    assert_eq!(pair("sincos", &[0]), (0, ONE));
    assert_eq!(pair("sincos", &[NEG_ZERO]), (NEG_ZERO, ONE));
    assert_eq!(pair("sincos", &[INF]), (NAN, NAN));
    assert_eq!(pair("sincos", &[NAN]), (NAN, NAN));
    // sin(1) = 0.84147098, cos(1) = 0.54030231.
    assert_eq!(pair("sincos", &[ONE]), (f(0.841_470_98), f(0.540_302_3)));
    let cosine = vertex("sincos null, o0.xyzw, v0.x; ret", &[[0; 4]]);
    assert_eq!(defined(cosine), [ONE; 4]);
    // The source is read before either destination is written.
    let both = vertex("mov r0.x, v0.x; sincos r0.x, r0.y, r0.x; mov o0.xyzw, r0.xyxx; ret", &[[0; 4]]);
    assert_eq!(defined(both)[..2], [0, ONE]);
}

#[test]
fn saturate() {
    table(
        "mov_sat",
        &[
            ([NAN], 0),
            ([NEG_INF], 0),
            ([INF], ONE),
            ([NEG_ZERO], 0),
            ([f(0.25)], f(0.25)),
            ([f(1.5)], ONE),
            ([DENORM], 0),
        ],
    );
    table("add_sat", &[([f(0.75), f(0.75)], ONE), ([f(0.5), f(-0.75)], 0)]);
}

#[test]
fn moves_keep_bits_and_modifiers_change_the_sign_bit() {
    for bits in [SNAN, DENORM, NEG_DENORM, 0x7fff_ffff, TRUE] {
        assert_eq!(scalar("mov", &[bits]), bits);
    }
    let inputs = [[SNAN, DENORM, f(1.0), f(-1.0)]];
    let negated = vertex("mov o0.xyzw, -v0.xyzw; ret", &inputs);
    assert_eq!(defined(negated), [0x7f80_0001, 0x8000_0001, f(-1.0), f(1.0)]);
    let magnitude = vertex("mov o0.xyzw, |v0.xyzw|; ret", &inputs);
    assert_eq!(defined(magnitude), [0x7f80_0001, DENORM, f(1.0), f(1.0)]);
    let both = vertex("mov o0.xyzw, -|v0.xyzw|; ret", &inputs);
    assert_eq!(defined(both), [SNAN, 0x8000_0001, f(-1.0), f(-1.0)]);
    assert_eq!(defined(vertex("add o0.xyzw, -|v0.wwww|, v0.zzzz; ret", &inputs)), [0; 4]);
}

#[test]
fn movc_and_swapc_test_bits() {
    // -0.0 has a bit set and is true.
    table("movc", &[([NEG_ZERO, 1, 2], 1), ([0, 1, 2], 2), ([DENORM, 1, 2], 1)]);
    assert_eq!(pair("swapc", &[TRUE, 1, 2]), (2, 1));
    assert_eq!(pair("swapc", &[0, 1, 2]), (1, 2));
    // Each lane has its own condition.
    let inputs = [[0, TRUE, 0, 1], [1, 2, 3, 4], [5, 6, 7, 8]];
    assert_eq!(defined(vertex("movc o0.xyzw, v0.xyzw, v1.xyzw, v2.xyzw; ret", &inputs)), [5, 2, 7, 4]);
}

#[test]
fn masks_choose_places_and_do_not_pack() {
    let text = "mov o0.xyzw, l(0, 0, 0, 0); mov o0.yw, l(1, 2, 3, 4); ret";
    assert_eq!(defined(vertex(text, &[])), [0, 2, 0, 4]);
    let text = "mov o0.xyzw, l(0, 0, 0, 0); mov o0.yz, v0.xywx; ret";
    assert_eq!(defined(vertex(text, &[[10, 11, 12, 13]])), [0, 11, 13, 0]);
    // All sources are read before any lane is written.
    let text = "mov r0.xyzw, v0.xyzw; mov r0.xyzw, r0.wzyx; mov o0.xyzw, r0.xyzw; ret";
    assert_eq!(defined(vertex(text, &[[10, 11, 12, 13]])), [13, 12, 11, 10]);
}

#[test]
fn comparisons() {
    let rows = |op: &str, results: [u32; 6]| {
        let pairs = [[ONE, f(2.0)], [f(2.0), ONE], [ONE, ONE], [NAN, ONE], [NEG_ZERO, 0], [DENORM, NEG_DENORM]];
        for (sources, expected) in std::iter::zip(pairs, results) {
            table(op, &[(sources, expected)]);
        }
    };
    rows("eq", [0, 0, TRUE, 0, TRUE, TRUE]);
    rows("ne", [TRUE, TRUE, 0, TRUE, 0, 0]);
    rows("lt", [TRUE, 0, 0, 0, 0, 0]);
    rows("ge", [0, TRUE, TRUE, 0, TRUE, TRUE]);
    table("ne", &[([NAN, NAN], TRUE)]);
    table("lt", &[([NEG_INF, INF], TRUE), ([ONE, NAN], 0)]);
}

#[test]
fn conversions() {
    table(
        "ftoi",
        &[
            ([f(1.9)], 1),
            ([f(-1.9)], TRUE),
            ([f(-2_147_483_904.0)], 0x8000_0000),
            ([f(2_147_483_648.0)], 0x7fff_ffff),
            ([INF], 0x7fff_ffff),
            ([NEG_INF], 0x8000_0000),
            ([NAN], 0),
            ([DENORM], 0),
        ],
    );
    table(
        "ftou",
        &[
            ([f(1.9)], 1),
            ([f(-1.9)], 0),
            ([f(3e9)], 3_000_000_000),
            ([f(4_294_967_296.0)], 0xffff_ffff),
            ([INF], 0xffff_ffff),
            ([NEG_INF], 0),
            ([NAN], 0),
        ],
    );
    table(
        "itof",
        &[
            ([TRUE], f(-1.0)),
            ([0x8000_0000], f(-2_147_483_648.0)),
            // 2^24 + 1 and + 3 are ties.
            ([0x0100_0001], 0x4b80_0000),
            ([0x0100_0003], 0x4b80_0002),
        ],
    );
    table("utof", &[([TRUE], 0x4f80_0000), ([0x8000_0000], 0x4f00_0000), ([0], 0)]);
    // Negation of an integer source is two's complement.
    assert_eq!(defined(vertex("itof o0.xyzw, -v0.xyzw; ret", &[[5; 4]])), [f(-5.0); 4]);
}

#[test]
fn halves() {
    table(
        "f32tof16",
        &[
            ([f(65519.0)], 0x7bff),
            ([f(65520.0)], 0x7bff),
            ([f(1e6)], 0x7bff),
            ([f(-1e6)], 0xfbff),
            ([f(2f32.powi(-25))], 0),
            ([f(2f32.powi(-24))], 1),
            ([f(1.000_976_5)], 0x3c00),
            ([f(1024.75)], 0x6400),
            ([f(1025.75)], 0x6401),
            ([INF], 0x7c00),
            ([NEG_INF], 0xfc00),
            ([NEG_ZERO], 0x8000),
            ([NEG_DENORM], 0x8000),
            ([f(1.0)], 0x3c00),
            ([f(2f32.powi(-14))], 0x0400),
            // The greatest half subnormal, and a float just below 2^-14.
            ([0x387f_c000], 0x03ff),
            ([0x387f_ffff], 0x03ff),
        ],
    );
    assert!(scalar("f32tof16", &[NAN]) & 0x7fff > 0x7c00);
    table(
        "f16tof32",
        &[
            ([0x3c00], f(1.0)),
            // The upper half is not read.
            ([0xabcd_3c00], f(1.0)),
            ([0x0001], f(2f32.powi(-24))),
            ([0x8001], f(-2f32.powi(-24))),
            ([0x03ff], f(1023.0 * 2f32.powi(-24))),
            ([0x7bff], f(65504.0)),
            ([0x7c00], INF),
            ([0xfc00], NEG_INF),
            ([0x8000], NEG_ZERO),
        ],
    );
    assert!(scalar("f16tof32", &[0x7e01]) & 0x7fff_ffff > INF);
    // Modifiers act on the float.
    assert_eq!(defined(vertex("f16tof32 o0.xyzw, -v0.xyzw; ret", &[[0x3c00; 4]])), [f(-1.0); 4]);
    assert_eq!(defined(vertex("f16tof32 o0.xyzw, |v0.xyzw|; ret", &[[0xbc00; 4]])), [f(1.0); 4]);
}
