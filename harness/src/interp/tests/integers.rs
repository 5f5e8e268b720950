//! Integer arithmetic, comparisons and bits at the edges (semantics 5.4 to 5.6, 11).

use super::*;

const MIN: u32 = 0x8000_0000;
const MAX: u32 = 0x7fff_ffff;

#[test]
fn sums_and_products_wrap() {
    table("iadd", &[([MAX, 1], MIN), ([TRUE, 1], 0), ([5, (-7i32) as u32], (-2i32) as u32)]);
    table("ineg", &[([MIN], MIN), ([1], TRUE), ([0], 0)]);
    table("imad", &[([MIN, 2, 7], 7), ([TRUE, TRUE, 1], 2), ([0x0001_0001, 0x0001_0001, 0], 0x0002_0001)]);
    table("umad", &[([TRUE, TRUE, 1], 2), ([3, 4, 5], 17)]);
    assert_eq!(defined(vertex("iadd o0.xyzw, v0.xyzw, -v1.xyzw; ret", &[[7; 4], [9; 4]])), [(-2i32) as u32; 4]);
}

#[test]
fn minima_and_maxima_have_signs() {
    table("imin", &[([TRUE, 1], TRUE), ([MIN, MAX], MIN)]);
    table("imax", &[([TRUE, 1], 1), ([MIN, MAX], MAX)]);
    table("umin", &[([TRUE, 1], 1), ([MIN, MAX], MAX)]);
    table("umax", &[([TRUE, 1], TRUE), ([MIN, MAX], MIN)]);
}

#[test]
fn wide_products_put_the_high_half_first() {
    assert_eq!(pair("umul", &[TRUE, TRUE]), (0xffff_fffe, 1));
    assert_eq!(pair("umul", &[0x1_0000, 0x1_0000]), (1, 0));
    assert_eq!(pair("imul", &[TRUE, TRUE]), (0, 1));
    assert_eq!(pair("imul", &[MIN, MIN]), (0x4000_0000, 0));
    assert_eq!(pair("imul", &[MIN, 1]), (TRUE, MIN));
    assert_eq!(pair("imul", &[(-2i32) as u32, 3]), (TRUE, (-6i32) as u32));
    assert_eq!(defined(vertex("imul null, o0.xyzw, v0.xyzw, v1.xyzw; ret", &[[6; 4], [7; 4]])), [42; 4]);
    assert_eq!(defined(vertex("umul o0.xyzw, null, v0.xyzw, v1.xyzw; ret", &[[MIN; 4], [4; 4]])), [2; 4]);
}

#[test]
fn division_by_zero_is_all_ones() {
    assert_eq!(pair("udiv", &[17, 5]), (3, 2));
    assert_eq!(pair("udiv", &[TRUE, 2]), (MAX, 1));
    assert_eq!(pair("udiv", &[17, 0]), (TRUE, TRUE));
    assert_eq!(pair("udiv", &[0, 0]), (TRUE, TRUE));
    assert_eq!(defined(vertex("udiv null, o0.xyzw, v0.xyzw, v1.xyzw; ret", &[[17; 4], [0; 4]])), [TRUE; 4]);
    // The quotient may overwrite a source of the remainder.
    let text = "mov r0.x, v0.x; udiv r0.x, r0.y, r0.x, v1.x; mov o0.xyzw, r0.xyxx; ret";
    assert_eq!(defined(vertex(text, &[[17; 4], [5; 4]]))[..2], [3, 2]);
}

#[test]
fn carry_and_borrow_are_one() {
    assert_eq!(pair("uaddc", &[TRUE, 1]), (0, 1));
    assert_eq!(pair("uaddc", &[TRUE, TRUE]), (0xffff_fffe, 1));
    assert_eq!(pair("uaddc", &[1, 2]), (3, 0));
    assert_eq!(pair("usubb", &[1, 2]), (TRUE, 1));
    assert_eq!(pair("usubb", &[2, 2]), (0, 0));
    assert_eq!(defined(vertex("uaddc o0.xyzw, null, v0.xyzw, v1.xyzw; ret", &[[1; 4], [2; 4]])), [3; 4]);
}

#[test]
fn byte_differences_are_masked_by_the_reference() {
    // |0x10 - 0x13| + |0x30 - 0x20| = 3 + 16; the reference bytes that are 0 do not count.
    table("msad", &[([0x0030_0010, 0xff20_ff13, 100], 119), ([0, TRUE, 7], 7), ([TRUE, 0, 0], 4 * 255)]);
    // An overflow is free.
    let value = vertex("msad o0.x, v0.x, v1.x, v2.x; ret", &[[1; 4], [0; 4], [TRUE; 4]])[0];
    assert!(!value.defined);
}

#[test]
fn comparisons_have_signs() {
    table("ieq", &[([MIN, MIN], TRUE), ([0, MIN], 0)]);
    table("ine", &[([MIN, MIN], 0), ([0, MIN], TRUE)]);
    table("ilt", &[([TRUE, 0], TRUE), ([0, TRUE], 0), ([3, 3], 0)]);
    table("ige", &[([TRUE, 0], 0), ([0, TRUE], TRUE), ([3, 3], TRUE)]);
    table("ult", &[([TRUE, 0], 0), ([0, TRUE], TRUE), ([3, 3], 0)]);
    table("uge", &[([TRUE, 0], TRUE), ([0, TRUE], 0), ([3, 3], TRUE)]);
}

#[test]
fn logic_and_shifts() {
    table("and", &[([0xff00_ff00, 0x0ff0_0ff0], 0x0f00_0f00)]);
    table("or", &[([0xff00_ff00, 0x0ff0_0ff0], 0xfff0_fff0)]);
    table("xor", &[([0xff00_ff00, 0x0ff0_0ff0], 0xf0f0_f0f0)]);
    table("not", &[([0xff00_ff00], 0x00ff_00ff)]);
    table("ishl", &[([1, 31], MIN), ([1, 32], 1), ([1, 33], 2), ([TRUE, TRUE], MIN)]);
    table("ishr", &[([MIN, 31], TRUE), ([MIN, 32], MIN), ([MIN, 33], 0xc000_0000), ([MAX, 30], 1)]);
    table("ushr", &[([MIN, 31], 1), ([MIN, 32], MIN), ([TRUE, 28], 15)]);
}

#[test]
fn counting_bits() {
    table("countbits", &[([0], 0), ([TRUE], 32), ([0x8000_0001], 2)]);
    table("firstbit_hi", &[([0x1000_0000], 3), ([0], TRUE), ([1], 31), ([MIN], 0)]);
    table("firstbit_lo", &[([0x1000_0000], 28), ([0], TRUE), ([1], 0), ([MIN], 31)]);
    table(
        "firstbit_shi",
        &[
            ([TRUE], TRUE),
            ([0], TRUE),
            ([0xffff_fffe], 31),
            ([0x1000_0000], 3),
            ([0xefff_ffff], 3),
            ([MIN], 1),
            ([MAX], 1),
        ],
    );
    table("bfrev", &[([0x1234_5678], 0x1e6a_2c48), ([1], MIN)]);
}

#[test]
fn bit_fields() {
    table(
        "ubfe",
        &[
            ([8, 4, 0x0000_0ab0], 0xab),
            ([0, 4, TRUE], 0),
            ([32, 4, TRUE], 0),
            ([27, 5, 0xdead_beef], 0xdead_beef >> 5),
            // Past the top the field ends at bit 31.
            ([31, 28, 0xd000_0000], 0xd),
            ([8, 36, 0x0000_0ab0], 0xab),
        ],
    );
    table(
        "ibfe",
        &[
            ([31, 0, 0x4000_0000], 0xc000_0000),
            ([4, 4, 0x0000_0070], 7),
            ([4, 4, 0x0000_0080], 0xffff_fff8),
            ([0, 3, TRUE], 0),
            ([31, 28, 0xd000_0000], 0xffff_fffd),
        ],
    );
    table(
        "bfi",
        &[
            ([8, 4, 0xab, 0xffff_ffff], 0xffff_fabf),
            ([0, 4, 0xab, 0x1234_5678], 0x1234_5678),
            ([32, 4, 0xab, 0x1234_5678], 0x1234_5678),
            ([8, 28, 0xab, 0], 0xb000_0000),
            ([31, 0, TRUE, 0], MAX),
            ([31, 1, TRUE, 1], TRUE),
        ],
    );
}
