//! What a name is called with: the types that its arguments may have together, and tuples of edge values.
#![allow(clippy::wildcard_enum_match_arm, reason = "what is not named is all alike")]

use dxbc_translator::builtins::{self, Arg, Builtin, Category, Kind};
use dxbc_translator::ir::{Scalar, Type};

use super::meaning::Value;
use crate::generate::random::Random;
use crate::generate::values::Lattice;

/// Tuples of a shape: pixels of a draw.
pub(super) const TUPLES: usize = 96;

const FLOATS: &[f32] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    -1.5,
    2.5,
    -2.5,
    3.25,
    0.1,
    -0.1,
    0.75,
    1e-3,
    -1e-3,
    100.0,
    -100.7,
    1e10,
    -1e10,
    1e-10,
    std::f32::consts::FRAC_PI_2,
    std::f32::consts::PI,
    -std::f32::consts::PI,
    6.5,
    127.0,
    -126.0,
    65504.0,
    65519.0,
    65520.0,
    1e5,
    1e30,
    -1e30,
    1e-30,
    f32::MAX,
    f32::MIN_POSITIVE,
    0.333_333_34,
    2.0,
    -3.0,
    7.0,
    20.5,
    88.0,
    -87.0,
    6.1e-5,
    3e-5,
    0.999_999_94,
    1.000_000_1,
    16_777_216.0,
    -8_388_607.5,
    2_147_483_648.0,
    -2_147_483_648.0,
    4_294_967_000.0,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

/// Floats without the ends of the range: what functions of several vectors say most about.
const MILD: &[f32] =
    &[0.0, 1.0, -1.0, 0.5, -0.25, 2.0, -3.0, 0.6, 0.8, -0.6, 10.0, 1e-3, 100.5, -7.25, 0.333_333_34, 1.5];

const EXPONENTS: &[i32] =
    &[0, 1, -1, 2, -2, 10, -10, 23, -24, 64, -64, 100, -100, 126, -126, 127, 128, -149, 200, -300];

/// The types that an argument 0 of a kind may have; none for what is no value.
#[allow(clippy::wildcard_enum_match_arm, reason = "the others are no values")]
fn first_types(kind: Kind) -> Vec<Type> {
    let vectors = |scalars: &[Scalar], widths: std::ops::RangeInclusive<u8>| -> Vec<Type> {
        scalars.iter().flat_map(|&scalar| widths.clone().map(move |width| Type::new(scalar, width))).collect()
    };
    match kind {
        Kind::Is(ty) => vec![ty.into()],
        Kind::Float => vectors(&[Scalar::F32], 1..=4),
        Kind::Signed => vectors(&[Scalar::F32, Scalar::I32], 1..=4),
        Kind::Unsigned => vectors(&[Scalar::U32], 1..=4),
        Kind::Number | Kind::AnyValue => vectors(&[Scalar::F32, Scalar::I32, Scalar::U32], 1..=4),
        Kind::Int => vectors(&[Scalar::I32, Scalar::U32], 1..=4),
        Kind::VectorOf(scalar) => vectors(&[Type::from(builtins::Type::new(scalar, 1)).scalar], 2..=4),
        Kind::AnyScalar | Kind::AnyScalarButF64 => {
            vectors(&[Scalar::F32, Scalar::I32, Scalar::U32, Scalar::Bool], 1..=1)
        }
        Kind::F32OrF64 => vec![Type::F32],
        _ => Vec::new(),
    }
}

/// The types that a further argument may have beside an argument 0.
#[allow(clippy::wildcard_enum_match_arm, reason = "the others follow no argument 0")]
fn further_types(kind: Kind, first: Type) -> Vec<Type> {
    match kind {
        Kind::Same => vec![first],
        Kind::SameOrScalar if first.width > 1 => vec![first, Type::new(first.scalar, 1)],
        Kind::SameOrScalar => vec![first],
        Kind::ScalarOf0 => vec![Type::new(first.scalar, 1)],
        Kind::I32Shape => vec![first.with_scalar(Scalar::I32)],
        Kind::BoolShape => vec![first.with_scalar(Scalar::Bool)],
        Kind::Is(ty) => vec![ty.into()],
        _ => Vec::new(),
    }
}

/// Every combination of the types of the arguments, of all calls; none for a name that takes what is no value.
pub(super) fn shapes(builtin: Builtin) -> Vec<Vec<Type>> {
    let row = builtin.row();
    let calls = std::iter::once(row.args).chain(row.alts.iter().map(|alt| alt.args));
    calls.flat_map(shapes_of).collect()
}

fn shapes_of(args: &[Arg]) -> Vec<Vec<Type>> {
    let Some((first, rest)) = args.split_first() else { return Vec::new() };
    let mut shapes = Vec::new();
    for ty in first_types(first.kind) {
        let mut some = vec![vec![ty]];
        for arg in rest {
            let types = further_types(arg.kind, ty);
            some = some
                .iter()
                .flat_map(|shape| types.iter().map(move |&ty| shape.iter().copied().chain([ty]).collect()))
                .collect();
        }
        shapes.extend(some);
    }
    shapes
}

/// The tuples of arguments of a shape: the first argument takes every value of its list.
pub(super) fn tuples(builtin: Builtin, types: &[Type]) -> Vec<Vec<Value>> {
    let mut random = Random::new(types.iter().fold(builtin as u64, |seed, ty| seed * 31 + u64::from(ty.width)));
    (0..TUPLES)
        .map(|tuple| {
            let values = types.iter().enumerate().map(|(position, &ty)| {
                let mut lanes = [0; 4];
                for (lane, word) in lanes.iter_mut().enumerate().take(usize::from(ty.width)) {
                    let turn = (position == 0).then_some(tuple * usize::from(ty.width) + lane);
                    *word = value(builtin, position, ty.scalar, turn, &mut random);
                }
                Value { ty, lanes }
            });
            values.collect()
        })
        .collect()
}

fn value(builtin: Builtin, position: usize, scalar: Scalar, turn: Option<usize>, random: &mut Random) -> u32 {
    let mut at = |length: usize| turn.unwrap_or_else(|| random.below(length as u32) as usize) % length;
    let category = builtin.row().category;
    match scalar {
        Scalar::F32 => {
            // Every second tuple of several arguments is mild, so that most results are promised.
            let mild = category == Category::Geometry || (position > 0 && at(2) == 0);
            let list = if mild { MILD } else { FLOATS };
            list[at(list.len())].to_bits()
        }
        Scalar::Bool => random.below(2),
        Scalar::I32 if builtin == Builtin::Ldexp => EXPONENTS[at(EXPONENTS.len())].cast_unsigned(),
        Scalar::I32 | Scalar::U32 | Scalar::Bits | Scalar::F64 => {
            let counts = category == Category::Bits && position > 0;
            let list = if counts { Lattice::Counts.values() } else { Lattice::Integers.values() };
            list[at(list.len())]
        }
    }
}
