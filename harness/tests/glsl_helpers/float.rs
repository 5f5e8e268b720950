//! Float helpers: `dxbc-semantics` 2, 3.3 and 5.2.

use dxbc_translator::ir::Helper;

use crate::run::Want::{Bits, Nan, Near, Zero};
use crate::run::{Row, Table, Want};

const INF: u32 = 0x7f80_0000;
const MINUS_INF: u32 = 0xff80_0000;
const QUIET: u32 = 0x7fc0_0000;
const SIGNALLING: u32 = 0xff80_0001;
const MINUS_ZERO: u32 = 0x8000_0000;
const SUBNORMAL: u32 = 0x0000_1234;
const MINUS_SUBNORMAL: u32 = 0x8070_0000;

fn f(value: f32) -> u32 {
    value.to_bits()
}

fn one(rows: &[(u32, Want)]) -> Vec<Row> {
    rows.iter().map(|(arg, want)| (vec![*arg], *want)).collect()
}

fn two(rows: &[(u32, u32, Want)]) -> Vec<Row> {
    rows.iter().map(|(a, b, want)| (vec![*a, *b], *want)).collect()
}

/// Rows of min; those of max are the same with other winners.
fn extremes() -> [Vec<Row>; 2] {
    let rows = [
        (f(1.0), f(2.0), f(1.0), f(2.0)),
        (f(2.0), f(-3.0), f(-3.0), f(2.0)),
        (f(1.0), QUIET, f(1.0), f(1.0)),
        (QUIET, f(1.0), f(1.0), f(1.0)),
        (f(-1.0), SIGNALLING, f(-1.0), f(-1.0)),
        (SIGNALLING, f(-1.0), f(-1.0), f(-1.0)),
        (INF, QUIET, INF, INF),
        (QUIET, MINUS_INF, MINUS_INF, MINUS_INF),
        (INF, MINUS_INF, MINUS_INF, INF),
        (f(0.5), INF, f(0.5), INF),
        (MINUS_INF, f(0.5), MINUS_INF, f(0.5)),
        (0x7f7f_ffff, 0xff7f_ffff, 0xff7f_ffff, 0x7f7f_ffff),
    ];
    let mut min: Vec<(u32, u32, Want)> = rows.iter().map(|&(a, b, min, _)| (a, b, Bits(min))).collect();
    let mut max: Vec<(u32, u32, Want)> = rows.iter().map(|&(a, b, _, max)| (a, b, Bits(max))).collect();
    for rows in [&mut min, &mut max] {
        rows.push((QUIET, SIGNALLING, Nan));
        rows.push((0, MINUS_ZERO, Zero));
    }
    [two(&min), two(&max)]
}

fn saturate() -> Vec<Row> {
    one(&[
        (f(0.25), Bits(f(0.25))),
        (f(1.0), Bits(f(1.0))),
        (f(1.5), Bits(f(1.0))),
        (f(-0.5), Bits(0)),
        (0, Bits(0)),
        (MINUS_ZERO, Zero),
        (INF, Bits(f(1.0))),
        (MINUS_INF, Bits(0)),
        (QUIET, Bits(0)),
        (SIGNALLING, Bits(0)),
        (0x7f7f_ffff, Bits(f(1.0))),
        (0x0080_0000, Bits(0x0080_0000)),
    ])
}

fn exp2() -> Vec<Row> {
    one(&[
        (0, Near(1.0, 0)),
        (MINUS_ZERO, Near(1.0, 0)),
        (SUBNORMAL, Near(1.0, 0)),
        (f(1.0), Near(2.0, 16)),
        (f(-1.0), Near(0.5, 16)),
        (f(10.0), Near(1024.0, 16)),
        (f(0.5), Near(std::f32::consts::SQRT_2, 16)),
        (f(200.0), Bits(INF)),
        (f(-200.0), Bits(0)),
        (INF, Bits(INF)),
        (MINUS_INF, Bits(0)),
        (QUIET, Nan),
        (SIGNALLING, Nan),
    ])
}

fn log2() -> Vec<Row> {
    one(&[
        (0, Bits(MINUS_INF)),
        (MINUS_ZERO, Bits(MINUS_INF)),
        (SUBNORMAL, Bits(MINUS_INF)),
        (MINUS_SUBNORMAL, Bits(MINUS_INF)),
        (f(8.0), Near(3.0, 16)),
        (f(0.25), Near(-2.0, 16)),
        (0x0080_0000, Near(-126.0, 16)),
        (f(-1.0), Nan),
        (0x8080_0000, Nan),
        (MINUS_INF, Nan),
        (INF, Bits(INF)),
        (QUIET, Nan),
        (0xffff_ffff, Nan),
    ])
}

fn sqrt() -> Vec<Row> {
    one(&[
        (f(4.0), Near(2.0, 1)),
        (f(2.0), Near(std::f32::consts::SQRT_2, 1)),
        (0, Bits(0)),
        (MINUS_ZERO, Bits(MINUS_ZERO)),
        (SUBNORMAL, Bits(0)),
        (MINUS_SUBNORMAL, Bits(MINUS_ZERO)),
        (f(-1.0), Nan),
        (0x8080_0000, Nan),
        (INF, Bits(INF)),
        (MINUS_INF, Nan),
        (QUIET, Nan),
    ])
}

fn rsq() -> Vec<Row> {
    one(&[
        (f(4.0), Near(0.5, 4)),
        (f(2.0), Near(std::f32::consts::FRAC_1_SQRT_2, 4)),
        (0, Bits(INF)),
        (MINUS_ZERO, Bits(MINUS_INF)),
        (SUBNORMAL, Bits(INF)),
        (MINUS_SUBNORMAL, Bits(MINUS_INF)),
        (f(-4.0), Nan),
        (INF, Bits(0)),
        (MINUS_INF, Nan),
        (QUIET, Nan),
        // 1 / sqrt(2^-126) = 2^63.
        (0x0080_0000, Near(9_223_372_036_854_775_808.0, 4)),
    ])
}

pub(crate) fn tables() -> Vec<Table> {
    let [min, max] = extremes();
    [
        (Helper::Min, min),
        (Helper::Max, max),
        (Helper::Saturate, saturate()),
        (Helper::Exp2, exp2()),
        (Helper::Log2, log2()),
        (Helper::Sqrt, sqrt()),
        (Helper::InverseSqrt, rsq()),
    ]
    .into_iter()
    .map(|(helper, rows)| Table { helper, rows })
    .collect()
}
