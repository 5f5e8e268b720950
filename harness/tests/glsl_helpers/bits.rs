//! Conversions, integers and bits: `dxbc-semantics` 5.4, 5.6, 5.7 and 5.8, with the known answers of section 11.

use dxbc_translator::ir::Helper;

use crate::run::Want::{Bits, Nan};
use crate::run::{Row, Table};

const NONE: u32 = 0xffff_ffff;

/// Rows of arguments and bits of the result.
fn rows<const N: usize>(rows: &[([u32; N], u32)]) -> Vec<Row> {
    rows.iter().map(|(args, want)| (args.to_vec(), Bits(*want))).collect()
}

fn f(value: f32) -> u32 {
    value.to_bits()
}

fn ftoi() -> Vec<Row> {
    rows(&[
        ([f(1.9)], 1),
        ([f(-1.9)], 0xffff_ffff),
        ([f(-0.5)], 0),
        ([f(16_777_217.0)], 16_777_216),
        ([f(2_147_483_520.0)], 2_147_483_520),
        ([f(2_147_483_648.0)], 0x7fff_ffff),
        ([f(-2_147_483_648.0)], 0x8000_0000),
        ([f(-2_147_483_904.0)], 0x8000_0000),
        ([f(1e20)], 0x7fff_ffff),
        ([f(-1e20)], 0x8000_0000),
        ([0x7f80_0000], 0x7fff_ffff),
        ([0xff80_0000], 0x8000_0000),
        ([0x7fc0_0000], 0),
        ([0xff80_0001], 0),
        ([0x0000_1234], 0),
    ])
}

fn ftou() -> Vec<Row> {
    rows(&[
        ([f(1.9)], 1),
        ([f(-0.5)], 0),
        ([f(-1.0)], 0),
        ([f(-1e20)], 0),
        ([f(3e9)], 3_000_000_000),
        ([f(4_294_967_040.0)], 4_294_967_040),
        ([f(4_294_967_296.0)], NONE),
        ([f(1e20)], NONE),
        ([0x7f80_0000], NONE),
        ([0xff80_0000], 0),
        ([0x7fc0_0000], 0),
        ([0xffff_ffff], 0),
        ([0x8000_0000], 0),
        ([f(2_147_483_648.0)], 0x8000_0000),
    ])
}

/// Ties go to the even neighbour.
fn utof() -> Vec<Row> {
    rows(&[
        ([0], 0),
        ([1], f(1.0)),
        ([16_777_217], f(16_777_216.0)),
        ([16_777_219], f(16_777_220.0)),
        ([0x8000_0000], f(2_147_483_648.0)),
        ([0x8000_0080], f(2_147_483_648.0)),
        ([0x8000_0081], 0x4f00_0001),
        ([0x8000_0180], 0x4f00_0002),
        ([0xffff_ff7f], 0x4f7f_ffff),
        ([0xffff_ff80], f(4_294_967_296.0)),
        ([0xffff_ffff], f(4_294_967_296.0)),
        ([0x7fff_ffff], f(2_147_483_648.0)),
    ])
}

fn division() -> [Vec<Row>; 2] {
    let quotients = rows(&[
        ([7, 2], 3),
        ([NONE, 2], 0x7fff_ffff),
        ([NONE, NONE], 1),
        ([0x8000_0000, 3], 0x2aaa_aaaa),
        ([5, 0], NONE),
        ([0, 0], NONE),
        ([0, 9], 0),
        ([NONE, 1], NONE),
        ([0xffff_fffe, NONE], 0),
    ]);
    let remainders = rows(&[
        ([7, 2], 1),
        ([NONE, 2], 1),
        ([NONE, NONE], 0),
        ([0x8000_0000, 3], 2),
        ([5, 0], NONE),
        ([0, 0], NONE),
        ([0, 9], 0),
        ([NONE, 1], 0),
        ([0xffff_fffe, NONE], 0xffff_fffe),
    ]);
    [quotients, remainders]
}

fn high_products() -> [Vec<Row>; 2] {
    let unsigned = rows(&[
        ([NONE, NONE], 0xffff_fffe),
        ([0x0001_0000, 0x0001_0000], 1),
        ([0x8000_0000, 2], 1),
        ([0xffff, 0xffff], 0),
        // 0x12345678 * 0x9abcdef0 = 0x0b00ea4e_242d2080.
        ([0x1234_5678, 0x9abc_def0], 0x0b00_ea4e),
        ([0, NONE], 0),
    ]);
    let signed = rows(&[
        ([NONE, NONE], 0),
        ([NONE, 1], NONE),
        ([0x8000_0000, 0x8000_0000], 0x4000_0000),
        ([0x8000_0000, 1], NONE),
        ([0x7fff_ffff, 0x7fff_ffff], 0x3fff_ffff),
        ([0x8000_0000, 2], NONE),
        // 305419896 * -1698898192 = -0x07336c29dbd2df80.
        ([0x1234_5678, 0x9abc_def0], 0xf8cc_93d6),
    ]);
    [unsigned, signed]
}

/// Width, offset, value.
fn fields() -> [Vec<Row>; 2] {
    let unsigned = rows(&[
        ([8, 4, 0x0000_1ab0], 0xab),
        ([0, 4, NONE], 0),
        ([32, 4, NONE], 0),
        ([31, 0, NONE], 0x7fff_ffff),
        ([27, 5, 0xdead_beef], 0x06f5_6df7),
        ([31, 31, 0x8000_0000], 1),
        ([1, 31, 0x8000_0000], 1),
        ([40, 36, 0x0000_1ab0], 0xab),
    ]);
    let signed = rows(&[
        ([8, 4, 0x0000_0ab0], 0xffff_ffab),
        ([8, 4, 0x0000_07b0], 0x7b),
        ([0, 4, NONE], 0),
        ([32, 4, NONE], 0),
        ([31, 0, 0x4000_0000], 0xc000_0000),
        ([1, 31, 0x8000_0000], NONE),
        ([31, 31, 0x8000_0000], NONE),
        ([4, 28, 0x7000_0000], 7),
    ]);
    [unsigned, signed]
}

/// Width, offset, insert, base.
fn insert() -> Vec<Row> {
    rows(&[
        ([8, 8, 0x0000_01ff, 0x1234_5678], 0x1234_ff78),
        ([0, 8, NONE, 0x1234_5678], 0x1234_5678),
        ([32, 0, NONE, 0x1234_5678], 0x1234_5678),
        ([31, 0, NONE, 0x8000_0000], NONE),
        ([31, 1, 0, NONE], 1),
        ([16, 24, 0xabcd, 0], 0xcd00_0000),
        ([40, 40, 0xff, 0], 0xff00),
        ([1, 31, 1, 0], 0x8000_0000),
    ])
}

fn first_bits() -> [Vec<Row>; 3] {
    let high = rows(&[
        ([0], NONE),
        ([1], 31),
        ([0x1000_0000], 3),
        ([0x8000_0000], 0),
        ([NONE], 0),
        ([0x0000_8000], 16),
        ([0x0001_0000], 15),
        ([0x0000_00ff], 24),
        ([3], 30),
    ]);
    let low = rows(&[
        ([0], NONE),
        ([1], 0),
        ([0x8000_0000], 31),
        ([NONE], 0),
        ([0x0000_0c00], 10),
        ([0x0001_0000], 16),
        ([6], 1),
    ]);
    let signed = rows(&[
        ([0], NONE),
        ([NONE], NONE),
        ([0xffff_fffe], 31),
        ([0x8000_0000], 1),
        ([0xc000_0000], 2),
        ([1], 31),
        ([0x4000_0000], 1),
        ([0xffff_0000], 16),
    ]);
    [high, low, signed]
}

/// Toward zero, and finite stays finite.
fn to_half() -> Vec<Row> {
    rows(&[
        ([0], 0),
        ([0x8000_0000], 0x8000),
        ([f(1.0)], 0x3c00),
        ([f(-2.0)], 0xc000),
        ([f(1.000_976_5)], 0x3c00),
        ([f(1.000_976_6)], 0x3c01),
        ([f(1025.75)], 0x6401),
        ([f(65_504.0)], 0x7bff),
        ([f(65_519.0)], 0x7bff),
        ([f(65_520.0)], 0x7bff),
        ([f(1e6)], 0x7bff),
        ([f(-1e6)], 0xfbff),
        ([0x7f80_0000], 0x7c00),
        ([0xff80_0000], 0xfc00),
        // 2^-24, 2^-25, 2^-14, just below 2^-14.
        ([0x3380_0000], 0x0001),
        ([0x3300_0000], 0x0000),
        ([0x3880_0000], 0x0400),
        ([0x387f_ffff], 0x03ff),
        ([0xb380_0000], 0x8001),
        ([0x0000_1234], 0),
    ])
}

/// Exact; the upper half of the word does not count.
fn from_half() -> Vec<Row> {
    let mut rows = rows(&[
        ([0], 0),
        ([0x8000], 0x8000_0000),
        ([0x3c00], f(1.0)),
        ([0xabcd_c000], f(-2.0)),
        ([0x7bff], f(65_504.0)),
        ([0x7c00], 0x7f80_0000),
        ([0xfc00], 0xff80_0000),
        ([0x0001], 0x3380_0000),
        ([0x8001], 0xb380_0000),
        ([0x03ff], 0x387f_c000),
        ([0x0400], 0x3880_0000),
    ]);
    rows.push((vec![0x7e01], Nan));
    rows.push((vec![0xfc01], Nan));
    rows
}

/// Reference, source, sum: bytes count where the reference's is not 0.
fn differences() -> Vec<Row> {
    rows(&[
        ([0x0102_0304, 0x0403_0201, 10], 18),
        ([0x0002_0304, 0xff03_0201, 0], 5),
        ([0, NONE, 7], 7),
        ([NONE, 0, 0], 1020),
        ([0x0000_0001, 0x0000_00ff, 0], 254),
        ([0xff00_0000, 0x0000_0000, 1], 256),
    ])
}

pub(crate) fn tables() -> Vec<Table> {
    let [quotients, remainders] = division();
    let [unsigned_high, signed_high] = high_products();
    let [unsigned_fields, signed_fields] = fields();
    let [high, low, signed] = first_bits();
    [
        (Helper::FloatToInt, ftoi()),
        (Helper::FloatToUint, ftou()),
        (Helper::UintToFloat, utof()),
        (Helper::DivideUint, quotients),
        (Helper::ModuloUint, remainders),
        (Helper::MultiplyHighUint, unsigned_high),
        (Helper::MultiplyHighInt, signed_high),
        (Helper::ExtractUint, unsigned_fields),
        (Helper::ExtractInt, signed_fields),
        (Helper::InsertBits, insert()),
        (Helper::FirstBitHigh, high),
        (Helper::FirstBitLow, low),
        (Helper::FirstBitSigned, signed),
        (Helper::FloatToHalf, to_half()),
        (Helper::HalfToFloat, from_half()),
        (Helper::SumOfDifferences, differences()),
    ]
    .into_iter()
    .map(|(helper, rows)| Table { helper, rows })
    .collect()
}
