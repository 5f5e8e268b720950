//! The table of builtins: one row a name, grouped by category in the files of this folder.
//!
//! A row reads
//!
//! ```text
//! Variant "neutralName" (argument: Kind, ..) -> Result, [spelling] { column: value, .. }
//!     "what the call computes, in one line";
//! ```
//!
//! and the spelling is one of
//!
//! ```text
//! ["f($0)"]                        WGSL and GLSL ES 3.00 alike
//! ["f($0)", "g($0)"]               WGSL, then GLSL ES 3.00
//! ["f($0)", Helper::H, "_h($0)"]   the GLSL text calls a function that the unit must define
//! ["f($0)", Refusal::R]            no GLSL ES 3.00 form, and why
//! [never, Helper::H, "_h($0)"]     no WGSL form, because WGSL needs no such call
//! [pre_emit]                       rewritten before any writer runs
//! ```
//!
//! The braces may hold `stages`, `offset`, `alts` and `math`; what they leave out is as in [`BLANK`]. Everything
//! else is expanded from here: the enum, its documentation, the lookups, the tests and the probe shaders.

mod atomics;
mod barriers;
mod bits;
mod casts;
mod derivatives;
mod doubles;
mod geometry;
mod maths;
mod packing;
mod textures;

use super::form::form;
use super::helper::Helper;
use super::kind::{Category, Kind, ResultKind, Scalar, Shape, Stages, Texels, Type};
use super::row::{Alt, Arg, Glsl, NoOffset, Offset, Refusal, Row, Wgsl, When};

use atomics::atomics;
use barriers::barriers;
use bits::bits;
use casts::casts;
use derivatives::derivatives;
use doubles::doubles;
use geometry::geometry;
use maths::maths;
use packing::packing;
use textures::textures;

const F32: Type = Type::new(Scalar::F32, 1);
const I32: Type = Type::new(Scalar::I32, 1);
const U32: Type = Type::new(Scalar::U32, 1);
const BOOL: Type = Type::new(Scalar::Bool, 1);
const F64: Type = Type::new(Scalar::F64, 1);
const VEC2F: Type = Type::new(Scalar::F32, 2);
const VEC3F: Type = Type::new(Scalar::F32, 3);
const VEC4F: Type = Type::new(Scalar::F32, 4);
const VEC2I: Type = Type::new(Scalar::I32, 2);
const VEC4I: Type = Type::new(Scalar::I32, 4);
const VEC2U: Type = Type::new(Scalar::U32, 2);
const VEC3U: Type = Type::new(Scalar::U32, 3);
const VEC4U: Type = Type::new(Scalar::U32, 4);

/// Colour textures that take the plain sampling names.
const PLAIN: &[Shape] = &[Shape::D1, Shape::D2, Shape::D3, Shape::Cube];
/// The same without one dimension, where WGSL has no bias and no gradients.
const PLAIN_2D_UP: &[Shape] = &[Shape::D2, Shape::D3, Shape::Cube];
/// Textures with levels that take the plain texel read.
const LOADED: &[Shape] = &[Shape::D1, Shape::D2, Shape::D3];
/// Storage textures without layers.
const STORAGE: &[Shape] = &[Shape::StorageD1, Shape::StorageD2, Shape::StorageD3];
/// Textures with layers.
const LAYERED: &[Shape] = &[Shape::D2Array, Shape::CubeArray, Shape::DepthD2Array, Shape::DepthCubeArray];
/// Textures whose size is a width and a height; those with levels come first.
const MEASURED: &[Shape] = &[
    Shape::D2,
    Shape::D2Array,
    Shape::Cube,
    Shape::CubeArray,
    Shape::DepthD2,
    Shape::DepthD2Array,
    Shape::DepthCube,
    Shape::DepthCubeArray,
    Shape::StorageD2,
    Shape::StorageD2Array,
];
/// Those of them that have levels: all but the storage textures.
const MEASURED_LEVELS: &[Shape] = MEASURED.split_at(8).0;

/// What a row has that does not say otherwise. The columns that every row names are placeholders here.
const BLANK: Row = Row {
    builtin: Builtin::Abs,
    name: "",
    category: Category::Maths,
    args: &[],
    result: ResultKind::Void,
    stages: Stages::Any,
    wgsl: Wgsl::PreEmit,
    glsl: Glsl::PreEmit,
    offset: Offset::None(NoOffset::NotARead),
    alts: &[],
    math: None,
    meaning: "",
};

/// The arguments of a call, in order.
macro_rules! args {
    ($($name:ident: $kind:expr),*) => {
        &[$(Arg { name: stringify!($name), kind: { use Kind::*; $kind } }),*]
    };
}

/// The WGSL and the GLSL column of a row, from its spelling.
macro_rules! spelling {
    ([pre_emit]) => {
        (Wgsl::PreEmit, Glsl::PreEmit)
    };
    ([$both:literal]) => {
        (Wgsl::Form(form!($both)), Glsl::Form(form!($both)))
    };
    ([$wgsl:literal, $glsl:literal]) => {
        (Wgsl::Form(form!($wgsl)), Glsl::Form(form!($glsl)))
    };
    ([never, $helper:expr, $glsl:literal]) => {
        (Wgsl::Never, Glsl::Helper($helper, form!($glsl)))
    };
    ([$wgsl:literal, $helper:expr, $glsl:literal]) => {
        (Wgsl::Form(form!($wgsl)), Glsl::Helper($helper, form!($glsl)))
    };
    ([$wgsl:literal, $refusal:expr]) => {
        (Wgsl::Form(form!($wgsl)), Glsl::None($refusal))
    };
}

/// The calls of a name that differ from its row's, each `When (arguments) [spelling]`.
macro_rules! alts {
    ($($when:ident ($($arg:ident: $kind:expr),*) $spelling:tt),*) => {
        &[$(Alt {
            when: When::$when,
            args: args!($($arg: $kind),*),
            wgsl: spelling!($spelling).0,
            glsl: spelling!($spelling).1,
        }),*]
    };
}

/// The GLSL form of a texture read with a constant texel offset.
macro_rules! offset {
    ($template:literal) => {
        Offset::Form(form!($template))
    };
    ($reason:expr) => {
        Offset::None($reason)
    };
}

/// Expands the rows into [`Builtin`] and everything that looks a builtin up.
macro_rules! define {
    ([] $($category:ident { $(
        $variant:ident $name:literal ($($arg:ident: $kind:expr),*) -> $result:expr, $spelling:tt
        $({ $($column:ident: $value:expr),* })? $meaning:literal;
    )* })*) => {
        /// A function named independently of any target; each target spells it in its own way or has no form for it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Builtin {
            $($(
                #[doc = concat!("`", $name, "`: ", $meaning)]
                $variant,
            )*)*
        }

        impl Builtin {
            /// Every builtin, in the order of the table.
            pub const ALL: &[Self] = &[$($(Self::$variant,)*)*];

            /// The builtin of this neutral name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($($name => Some(Self::$variant),)*)*
                    _ => None,
                }
            }
        }

        /// The rows in the order of the enum.
        pub(super) static ROWS: [Row; Builtin::ALL.len()] = [$($(
            Row {
                builtin: Builtin::$variant,
                name: $name,
                category: Category::$category,
                args: args!($($arg: $kind),*),
                result: { use ResultKind::*; $result },
                wgsl: spelling!($spelling).0,
                glsl: spelling!($spelling).1,
                meaning: $meaning,
                $($($column: $value,)*)?
                ..BLANK
            },
        )*)*];
    };
}

// Each category hands what came before it, and its own rows, to the next one in the brackets.
maths! { [geometry derivatives bits packing casts textures atomics barriers doubles define] }
