//! 64-bit floats in lane pairs (semantics 5.9).

use super::*;

fn lanes(value: f64) -> [u32; 2] {
    [(value.to_bits() & 0xffff_ffff) as u32, (value.to_bits() >> 32) as u32]
}

/// Two doubles as the four lanes of a register.
fn both(first: f64, second: f64) -> [u32; 4] {
    let ([a, b], [c, d]) = (lanes(first), lanes(second));
    [a, b, c, d]
}

#[track_caller]
fn doubles(text: &str, inputs: &[[u32; 4]]) -> [f64; 2] {
    let [a, b, c, d] = defined(vertex(text, inputs)).map(u64::from);
    [f64::from_bits(b << 32 | a), f64::from_bits(d << 32 | c)]
}

#[test]
fn arithmetic_by_pair() {
    let inputs = [both(1.5, -2.0), both(0.25, 8.0), both(1.0, 1.0)];
    let run = |op: &str, sources: &str| doubles(&format!("{op} o0.xyzw, {sources}; ret"), &inputs);
    assert_eq!(run("dadd", "v0.xyzw, v1.xyzw"), [1.75, 6.0]);
    assert_eq!(run("dmul", "v0.xyzw, v1.xyzw"), [0.375, -16.0]);
    assert_eq!(run("ddiv", "v0.xyzw, v1.xyzw"), [6.0, -0.25]);
    assert_eq!(run("dmax", "v0.xyzw, v1.xyzw"), [1.5, 8.0]);
    assert_eq!(run("dmin", "v0.xyzw, v1.xyzw"), [0.25, -2.0]);
    assert_eq!(run("drcp", "v1.xyzw"), [4.0, 0.125]);
    assert_eq!(run("dfma", "v0.xyzw, v1.xyzw, v2.xyzw"), [1.375, -15.0]);
    // Swapped pairs, modifiers, saturate, literals with the low dword first.
    assert_eq!(run("dadd", "v0.zwxy, -v1.xyzw"), [-2.25, -6.5]);
    assert_eq!(run("dadd", "|v0.xyzw|, -|v1.xyzw|"), [1.25, -6.0]);
    assert_eq!(run("dadd_sat", "v0.xyzw, v1.xyzw"), [1.0, 1.0]);
    assert_eq!(run("dadd", "v0.xyzw, d(0.5, 0.25)"), [2.0, -1.75]);
    assert_eq!(run("dmov", "v0.zwzw"), [-2.0, -2.0]);
    assert_eq!(run("dmov", "-v0.xyzw"), [-1.5, 2.0]);
}

#[test]
fn edges() {
    let nan = f64::NAN;
    let one = |op: &str, a: f64, b: f64| {
        doubles(&format!("{op} o0.xyzw, v0.xyzw, v1.xyzw; ret"), &[both(a, a), both(b, b)])[0]
    };
    assert_eq!(one("dmax", nan, 2.0), 2.0);
    assert_eq!(one("dmax", 2.0, nan), 2.0);
    assert_eq!(one("dmin", nan, 2.0), 2.0);
    assert_eq!(one("dmin", 2.0, nan), 2.0);
    assert!(one("dmin", nan, nan).is_nan());
    assert!(one("dmin", 0.0, -0.0).is_sign_negative());
    assert!(one("dadd", f64::INFINITY, f64::NEG_INFINITY).is_nan());
    // Subnormals stay.
    assert_eq!(one("dadd", 5e-324, 5e-324), 1e-323);
    assert_eq!(one("ddiv", 1.0, 0.0), f64::INFINITY);
    // Fused: (1 + 2^-30)^2 - (1 + 2^-29) = 2^-60.
    let a = 1.0 + 2f64.powi(-30);
    let inputs = [both(a, a), both(-1.0 - 2f64.powi(-29), 0.0)];
    assert_eq!(doubles("dfma o0.xyzw, v0.xyzw, v0.xyzw, v1.xyzw; ret", &inputs)[0], 2f64.powi(-60));
}

#[test]
fn the_second_pair_of_the_mask_is_the_second_of_the_swizzle() {
    let text = "mov r0.xyzw, v0.xyzw; dadd r0.zw, r0.zwzw, d(0.0, 8.0); mov o0.xyzw, r0.xyzw; ret";
    assert_eq!(doubles(text, &[both(1.5, 2.0)]), [1.5, 10.0]);
}

#[test]
fn comparisons_give_packed_masks() {
    let run = |op: &str, mask: &str| {
        let text = format!("mov o0.xyzw, l(7, 7, 7, 7); {op} o0.{mask}, v0.xyzw, v1.xyzw; ret");
        defined(vertex(&text, &[both(1.0, f64::NAN), both(1.0, 2.0)]))
    };
    assert_eq!(run("deq", "xy"), [TRUE, 0, 7, 7]);
    assert_eq!(run("deq", "yw"), [7, TRUE, 7, 0]);
    assert_eq!(run("deq", "w"), [7, 7, 7, TRUE]);
    assert_eq!(run("dne", "xz"), [0, 7, TRUE, 7]);
    assert_eq!(run("dge", "xy"), [TRUE, 0, 7, 7]);
    assert_eq!(run("dlt", "xy"), [0, 0, 7, 7]);
}

#[test]
fn conditional_moves_take_lanes_x_and_y() {
    let inputs = [both(1.0, 2.0), both(3.0, 4.0), [0, TRUE, 0, 0]];
    assert_eq!(doubles("dmovc o0.xyzw, v2.xyzw, v0.xyzw, v1.xyzw; ret", &inputs), [3.0, 2.0]);
    assert_eq!(doubles("dmovc o0.xyzw, v2.yxyx, v0.xyzw, v1.xyzw; ret", &inputs), [1.0, 4.0]);
}

#[test]
fn conversions() {
    let narrow = |op: &str, a: f64, b: f64| {
        let text = format!("mov o0.xyzw, l(7, 7, 7, 7); {op} o0.xy, v0.xyzw; ret");
        let [x, y, ..] = defined(vertex(&text, &[both(a, b)]));
        [x, y]
    };
    // 1 + 2^-24 is a tie between floats; 2^-130 is subnormal as a float.
    assert_eq!(narrow("dtof", 1.0 + 2f64.powi(-24), 2f64.powi(-130)), [ONE, 0]);
    assert_eq!(narrow("dtof", 1e300, -1e300), [INF, NEG_INF]);
    assert_eq!(narrow("dtoi", -1.9, 3e9), [TRUE, 0x7fff_ffff]);
    assert_eq!(narrow("dtoi", f64::NAN, -3e9), [0, 0x8000_0000]);
    assert_eq!(narrow("dtou", -1.9, 5e9), [0, TRUE]);
    assert_eq!(narrow("dtou", f64::NAN, 4_294_967_295.5), [0, TRUE]);
    let inputs = [[f(1.5), f(-2.5), 0, 0], [TRUE, 0x8000_0000, 0, 0]];
    assert_eq!(doubles("ftod o0.xyzw, v0.xyzw; ret", &inputs), [1.5, -2.5]);
    assert_eq!(doubles("ftod o0.xyzw, -v0.yxyx; ret", &inputs), [2.5, -1.5]);
    assert_eq!(doubles("itod o0.xyzw, v1.xyzw; ret", &inputs), [-1.0, -2_147_483_648.0]);
    assert_eq!(doubles("utod o0.xyzw, v1.xyzw; ret", &inputs), [4_294_967_295.0, 2_147_483_648.0]);
    // A result in zw alone comes from lane y of the source.
    assert_eq!(doubles("dmov o0.xyzw, d(1.0, 1.0); ftod o0.zw, v0.xyxy; ret", &inputs), [1.0, -2.5]);
}
