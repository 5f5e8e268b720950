//! The stages of a translation, each with what it needs made before the clock runs.

use dxbc_translator::ir::Module;
use dxbc_translator::link::Linkage;
use dxbc_translator::lower::{Source, lower};
use dxbc_translator::options::{Options, Target};
use dxbc_translator::translate::{Decoded, decode};
use dxbc_translator::write::{self, Names};
use dxbc_translator::{passes, translate};

/// A stage that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Bytes to program, signatures and reflection.
    Decode,
    /// Program to IR.
    Lower,
    /// All passes.
    Passes,
    /// IR to names and text.
    Write,
    /// Bytes to text and reflection.
    Translate,
    /// The same, to WGSL.
    Wgsl,
}

impl Stage {
    /// All stages in their order, then the whole, to either language.
    pub const ALL: [Self; 6] = [Self::Decode, Self::Lower, Self::Passes, Self::Write, Self::Translate, Self::Wgsl];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Lower => "lower",
            Self::Passes => "passes",
            Self::Write => "write",
            Self::Translate => "translate",
            Self::Wgsl => "wgsl",
        }
    }
}

/// What a stage works on.
pub enum Input<'a> {
    /// Of [`Stage::Decode`].
    Bytes(&'a [u8]),
    /// Of [`Stage::Lower`].
    Decoded(Box<Decoded>),
    /// Of [`Stage::Passes`].
    Lowered(Box<Module>),
    /// Of [`Stage::Write`].
    Passed(Box<Module>),
    /// Of [`Stage::Translate`] and [`Stage::Wgsl`].
    Whole(&'a [u8], Target),
}

impl<'a> Input<'a> {
    /// Makes the input of a stage from a container that translates.
    pub fn new(stage: Stage, bytes: &'a [u8]) -> Self {
        let lowered = || lower_one(&decode(bytes).expect("a shader that translates"));
        match stage {
            Stage::Decode => Self::Bytes(bytes),
            Stage::Lower => Self::Decoded(Box::new(decode(bytes).expect("a shader that translates"))),
            Stage::Passes => Self::Lowered(Box::new(lowered())),
            Stage::Write => {
                let mut module = lowered();
                passes::run(&mut module, &Options::default()).expect("a shader that translates");
                Self::Passed(Box::new(module))
            }
            Stage::Translate => Self::Whole(bytes, Target::Glsl),
            Stage::Wgsl => Self::Whole(bytes, Target::Wgsl),
        }
    }

    /// Runs the stage. The number depends on the result, so that none of it can be left out.
    #[inline(never)]
    pub fn measured(&mut self) -> usize {
        let options = Options::default();
        match self {
            Self::Bytes(bytes) => decode(bytes).map_or(0, |decoded| decoded.program.items.len()),
            Self::Decoded(decoded) => lower_one(decoded).exprs.len(),
            Self::Lowered(module) => {
                passes::run(module, &options).expect("a shader that translates");
                module.exprs.len()
            }
            Self::Passed(module) => {
                let names = Names::new(module, &options);
                write::glsl::write(module, &options, &names, None).map_or(0, |written| written.source.len())
            }
            &mut Self::Whole(bytes, target) => {
                translate(bytes, &Options { target, ..options }).map_or(0, |shader| shader.source.len())
            }
        }
    }
}

fn lower_one(Decoded { program, inputs, outputs, reflection, .. }: &Decoded) -> Module {
    let (options, linkage) = (Options::default(), Linkage::default());
    let source =
        Source { program, inputs, outputs, reflection: reflection.as_ref(), options: &options, linkage: &linkage };
    lower(&source).expect("a shader that translates").0
}
