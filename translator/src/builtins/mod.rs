//! The registry of builtins: 163 neutral function names, and what each target writes for them.
//!
//! A call carries one neutral name through the compiler. Lowering uses these names only; a writer turns a name into
//! its target's text by walking the pieces of a [`Form`] and printing each argument in its place:
//!
//! ```
//! use dxbc_translator::builtins::{Builtin, Piece};
//!
//! let args = ["tex", "smp", "uv", "lod"];
//! let mut text = String::new();
//! for piece in Builtin::TextureSampleLevel.glsl_pieces(args.len())? {
//!     match piece {
//!         Piece::Text(part) => text.push_str(part),
//!         Piece::Arg(at) => text.push_str(args[usize::from(*at)]),
//!         Piece::Offset => text.push_str("ivec2(0, 0)"),
//!     }
//! }
//! assert_eq!(text, "textureLod(tex, uv, lod)");
//! # Ok::<(), dxbc_translator::builtins::NoForm>(())
//! ```
//!
//! # What a writer must see to
//!
//! - Where [`Form::atom_args`] holds, each argument is printed as a primary; elsewhere any expression may stand.
//!   The condition of `select` is printed as a primary if it is itself a conditional.
//! - A form may print an argument twice ([`Form::args`] shows it), so an argument with effects is bound to a local.
//! - A name whose [`Glsl`] is [`Glsl::Helper`] needs the definition that [`helper::definitions`] gives.
//! - A texture whose shape has no sampler in GLSL ES ([`Shape::es300_sampler`]) is refused whatever the name.
//! - `f64Guard` reads a texture named `_fp64` that no argument carries.
//!
//! # A declared function wins
//!
//! A function that the program declares under the name of a builtin is the one that a call of that name reaches:
//! in folding, on the CPU and on every target. [`resolve`] decides. The value constructors `f32`, `i32` and `u32`
//! do not give way; `f64` does. A call that the compiler itself makes is a [`Builtin`] from the start and reaches
//! the builtin whatever is declared. A writer gives a declared function another name where [`is_predeclared`]
//! holds, since GLSL ES 3.00 forbids to declare a function of a predeclared name.
//!
//! # Adding a builtin
//!
//! Add one row to the file of its category in `builtins/table/`; the head of `builtins/table.rs` explains the
//! columns. The enum, its documentation, the lookups, the probe shaders and the checks of the tests follow from it.
//! What else may be due:
//!
//! - a GLSL text that needs a function of its own: a variant of [`Helper`] and its text in `helper.rs`;
//! - an argument or a result that no kind describes: a variant in `kind.rs`, and what it expands to in `probe.rs`;
//! - the counts in `tests.rs`, which say how large the registry is.
//!
//! Then run the probe shaders through a real compiler: [`probe::all_glsl_probe_shaders`] yields one for each shape
//! of the arguments.

pub mod es300;
mod form;
pub mod helper;
mod kind;
pub mod probe;
mod row;
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;

pub use form::{Form, Piece};
pub use helper::Helper;
pub use kind::{Category, Kind, ResultKind, Scalar, Shape, Stage, Stages, Texels, Type};
pub use row::{Alt, Arg, Glsl, NoOffset, Offset, Refusal, Row, Wgsl, When};
pub use table::Builtin;

impl Builtin {
    /// The neutral name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// All that the table says about it.
    pub fn row(self) -> &'static Row {
        // The rows stand in the order of the enum: both come from one expansion.
        &table::ROWS[self as usize]
    }

    /// The GLSL ES 3.00 column for a call with `argc` arguments, which chooses between the row's own call and the
    /// others of the name. [`When::VectorCondition`] is not chosen, its number of arguments being no different.
    ///
    /// # Errors
    ///
    /// [`NoForm::ArgumentCount`] when the name takes no such number.
    pub fn glsl(self, argc: usize) -> Result<&'static Glsl, NoForm> {
        let row = self.row();
        if argc == row.args.len() {
            return Ok(&row.glsl);
        }
        let alt = row.alts.iter().find(|alt| alt.args.len() == argc);
        alt.map(|alt| &alt.glsl).ok_or(NoForm::ArgumentCount { builtin: self, given: argc })
    }

    /// The GLSL ES 3.00 column for a call that its row's own does not describe.
    ///
    /// # Errors
    ///
    /// [`NoForm::NoSuchCall`] when the name has no such call.
    pub fn glsl_when(self, when: When) -> Result<&'static Glsl, NoForm> {
        let alt = self.row().alts.iter().find(|alt| alt.when == when);
        alt.map(|alt| &alt.glsl).ok_or(NoForm::NoSuchCall { builtin: self, when })
    }

    /// What GLSL ES 3.00 writes for a call with `argc` arguments, piece by piece.
    ///
    /// # Errors
    ///
    /// [`NoForm`] says why there is nothing to write. A writer refuses such a program before it writes any text.
    pub fn glsl_pieces(self, argc: usize) -> Result<&'static [Piece], NoForm> {
        match self.glsl(argc)? {
            Glsl::Form(form) | Glsl::Helper(_, form) => Ok(form.pieces),
            Glsl::None(refusal) => Err(NoForm::Refused(*refusal)),
            Glsl::PreEmit => Err(NoForm::PreEmit { builtin: self }),
        }
    }

    /// What WGSL writes for a call with `argc` arguments.
    ///
    /// # Errors
    ///
    /// [`NoForm`] says why there is nothing to write.
    pub fn wgsl(self, argc: usize) -> Result<&'static Form, NoForm> {
        let row = self.row();
        let wgsl = if argc == row.args.len() {
            &row.wgsl
        } else {
            let alt = row.alts.iter().find(|alt| alt.args.len() == argc);
            &alt.ok_or(NoForm::ArgumentCount { builtin: self, given: argc })?.wgsl
        };
        match wgsl {
            Wgsl::Form(form) => Ok(form),
            Wgsl::Never => Err(NoForm::Never { builtin: self }),
            Wgsl::PreEmit => Err(NoForm::PreEmit { builtin: self }),
        }
    }

    /// Whether WGSL takes a constant texel offset as one more argument of the call ([`Form::with_offset`]), for a
    /// texture of this shape.
    ///
    /// # Errors
    ///
    /// [`NoOffset`] says why it does not.
    pub fn wgsl_offset(self, shape: Shape) -> Result<(), NoOffset> {
        let sampler = |arg: &Arg| matches!(arg.kind, Kind::Sampler | Kind::ComparisonSampler);
        if shape.is_cube() {
            return Err(NoOffset::Cube);
        }
        let planar = !matches!(shape, Shape::D1);
        if planar && self.row().args.iter().any(sampler) { Ok(()) } else { Err(NoOffset::NotARead) }
    }

    /// The GLSL ES 3.00 form of a texture read with a constant texel offset, from a texture of this shape.
    ///
    /// # Errors
    ///
    /// [`NoOffset`] says why the language cannot offset this read.
    pub fn glsl_offset(self, shape: Shape) -> Result<&'static Form, NoOffset> {
        match &self.row().offset {
            Offset::None(reason) => Err(*reason),
            Offset::Form(_) if shape.is_cube() => Err(NoOffset::Cube),
            Offset::Form(form) => shape.es300_sampler().map(|_| form).map_err(NoOffset::NoForm),
        }
    }
}

/// Why there is no text for a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoForm {
    /// The target cannot express it.
    Refused(Refusal),
    /// A pass should have rewritten the call.
    PreEmit {
        /// The builtin that is left.
        builtin: Builtin,
    },
    /// The target needs no such call.
    Never {
        /// The builtin called.
        builtin: Builtin,
    },
    /// The name takes another number of arguments.
    ArgumentCount {
        /// The builtin called.
        builtin: Builtin,
        /// The number of arguments given.
        given: usize,
    },
    /// The name has no call of this kind.
    NoSuchCall {
        /// The builtin called.
        builtin: Builtin,
        /// The kind of call asked for.
        when: When,
    },
}

impl fmt::Display for NoForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => f.write_str(refusal.reason()),
            Self::PreEmit { builtin } => write!(f, "`{}` was left for the writer, which spells no f64", builtin.name()),
            Self::Never { builtin } => write!(f, "`{}` was left for a writer that has no need of it", builtin.name()),
            Self::ArgumentCount { builtin, given } => {
                write!(f, "`{}` does not take {given} arguments", builtin.name())
            }
            Self::NoSuchCall { builtin, when } => write!(f, "`{}` has no call of kind {when:?}", builtin.name()),
        }
    }
}

impl std::error::Error for NoForm {}

/// What a call by name reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Callee {
    /// The function that the program declares.
    Declared,
    /// The builtin.
    Builtin(Builtin),
    /// Nothing.
    Unknown,
}

/// What a call of `name` reaches in a program that declares these functions: the declared function first, the
/// builtin second. The value constructors `f32`, `i32` and `u32` keep their meaning whatever is declared.
pub fn resolve(name: &str, declared: &BTreeSet<&str>) -> Callee {
    match Builtin::from_name(name) {
        Some(constructor @ (Builtin::F32 | Builtin::I32 | Builtin::U32)) => Callee::Builtin(constructor),
        _ if declared.contains(name) => Callee::Declared,
        Some(builtin) => Callee::Builtin(builtin),
        None => Callee::Unknown,
    }
}

/// Whether a declared function of this name needs another one in GLSL ES 3.00 text: it is a neutral name, a
/// predeclared function or type, or a helper that a unit may define.
pub fn is_predeclared(name: &str) -> bool {
    Builtin::from_name(name).is_some()
        || es300::is_es300_builtin(name)
        || es300::is_es300_constructor(name)
        || Helper::ALL.iter().any(|helper| helper.name() == name)
}
