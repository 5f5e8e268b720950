//! The writer of WGSL, top to bottom as the text stands.
//!
//! | section | file |
//! | --- | --- |
//! | what is used, and what is refused | `super::examine`, `builtins`, `resources` |
//! | `diagnostic`, structures of inputs and outputs | `interface` |
//! | resources and their bindings, constants, variables | `globals`, `resources`, `bindings` |
//! | functions, statements and expressions | `stmt`, `expr`, `builtins`, `literal` |
//! | functions that the text calls | `memory`, `helpers` |
//!
//! Declarations of WGSL stand in any order, so the functions that the text turns out to call come last.

pub mod bindings;
mod builtins;
mod expr;
mod globals;
mod helpers;
mod interface;
pub(crate) mod keywords;
mod literal;
mod memory;
pub(crate) mod resources;
mod stmt;
#[cfg(test)]
mod tests;
pub(crate) mod types;

use std::collections::BTreeSet;

use super::examine::{Language, NO_TEXTURE, Refused};
use super::text::Text;
use super::{Listing, Names, Written};
use crate::builtins::Builtin;
use crate::builtins::helper::Overload;
use crate::error::{Error, Result};
use crate::ir::{Handle, Module, Node, Sampling, Scalar, SystemInput};
use crate::options::{Options, Target};
use crate::program::{Stage, TexelOffset};
use crate::write::literal::is_decimal;

pub use super::examine::Uses;

/// WGSL, as the examination asks for it.
enum Wgsl {}

impl Language for Wgsl {
    const TARGET: Target = Target::Wgsl;
    const STAGE: &'static str = "wgsl writer";
    const STORES_LANES: bool = false;
    const FALLS_THROUGH: bool = false;
    const STAGES: &'static [Stage] = &[Stage::Vertex, Stage::Pixel, Stage::Compute];
    const WRITES_MEMORY: bool = true;

    fn texture(module: &Module, sampling: &Sampling) -> std::result::Result<(), Refused> {
        let ty = types::texture_type(&module.textures[sampling.texture], sampling.reading.is_of_depths());
        ty.map(|_| ()).ok_or_else(|| NO_TEXTURE.to_owned().into())
    }

    fn call(
        module: &Module,
        builtin: Builtin,
        args: &[Handle<Node>],
        offset: Option<TexelOffset>,
    ) -> std::result::Result<Option<Overload>, Refused> {
        builtins::resolve(module, builtin, args, offset).map(|_| None)
    }
}

/// Examines a module: what it uses, and that all of it has a text.
///
/// # Errors
///
/// `Unsupported` for what the language lacks, `Internal` for what a pass should have rewritten, each with the byte
/// offset of the statement; `Malformed` for subroutines that call themselves.
pub fn examine(module: &Module) -> Result<Uses> {
    let uses = super::examine::examine::<Wgsl>(module)?;
    resources::check(module, &uses)?;
    Ok(uses)
}

/// Writes a module as WGSL.
///
/// `names` are those that [`Names::new`] made for the same module and target. `listing` gives the assembly for
/// [`crate::options::Comments::Assembly`]; without it there are no comments.
///
/// # Errors
///
/// Those of [`examine`]; `Internal` too for names of another module.
pub fn write(module: &Module, options: &Options, names: &Names, listing: Option<Listing<'_>>) -> Result<Written> {
    print(module, options, names, &examine(module)?, listing)
}

/// Writes a module that was examined, for a caller that needs its `uses` for the reflection too.
///
/// # Errors
///
/// `Internal` for names of another module. `uses` of another module are not found out, and give wrong text.
pub fn print(
    module: &Module,
    options: &Options,
    names: &Names,
    uses: &Uses,
    listing: Option<Listing<'_>>,
) -> Result<Written> {
    if !names.fit(module) {
        return Err(Error::internal(Wgsl::STAGE, "the names were made for another module"));
    }
    let decimal = module.immediate_constants.iter().flatten().all(|&bits| is_decimal(bits));
    let writer = Writer {
        module,
        options,
        names,
        uses,
        listing,
        constants: if decimal { Scalar::F32 } else { Scalar::U32 },
        hidden: false,
        calls: BTreeSet::new(),
        text: Text::for_statements(uses.statements),
        item: u32::MAX,
    };
    Ok(writer.module())
}

/// State of the printing.
struct Writer<'a> {
    module: &'a Module,
    options: &'a Options,
    names: &'a Names,
    uses: &'a Uses,
    listing: Option<Listing<'a>>,
    /// What the immediate constants are spelled as: floats only where all of them are numbers.
    constants: Scalar,
    /// Whether literals are hidden from the compiler, since an operation of literals alone is being written.
    hidden: bool,
    /// What literals called.
    calls: BTreeSet<literal::Calls>,
    text: Text,
    /// The item whose assembly was printed last.
    item: u32,
}

impl Writer<'_> {
    fn module(mut self) -> Written {
        self.header();
        self.inputs();
        self.outputs();
        self.resources();
        self.group_memory();
        self.immediate_constants();
        if self.has_subroutines() {
            self.global_variables();
        }
        for &index in &self.uses.functions {
            self.function(index);
        }
        self.words();
        self.texels();
        self.agreement();
        helpers::define(&mut self.text, self.uses.helpers);
        helpers::define_doubles(&mut self.text, &self.uses.doubles);
        helpers::define_literals(&mut self.text, &self.calls);
        let (source, line_map) = self.text.finish();
        Written { source, line_map }
    }

    /// Subroutines share registers and inputs, so these are globals where there are subroutines, and locals of the
    /// entry elsewhere.
    fn has_subroutines(&self) -> bool {
        self.uses.functions.len() > 1
    }

    fn frag_coord(&self) -> bool {
        self.uses.systems.contains(&SystemInput::FragCoord)
    }

    fn function(&mut self, index: usize) {
        let Some(function) = self.module.functions.get(index) else { return };
        self.text.gap();
        if index == 0 {
            self.entry();
        } else {
            self.text.begin();
            for part in ["fn ", self.names.function(index), "() {"] {
                self.text.push(part);
            }
            self.text.end();
        }
        self.item = u32::MAX;
        self.block(&function.body);
        self.text.line("}");
    }

    /// The head of the entry, and what it does before its statements.
    fn entry(&mut self) {
        match self.module.stage {
            Stage::Vertex => self.text.line("@vertex"),
            Stage::Compute => {
                let [x, y, z] = self.module.group_size;
                self.text.line(&format!("@compute @workgroup_size({x}, {y}, {z})"));
            }
            Stage::Pixel | Stage::Geometry | Stage::Hull | Stage::Domain => self.text.line("@fragment"),
        }
        self.text.begin();
        for part in ["fn ", self.names.function(0), "("] {
            self.text.push(part);
        }
        let shared = self.has_subroutines();
        if self.has_inputs() {
            for part in [if shared { "inputs" } else { keywords::INPUT }, ": ", keywords::INPUTS] {
                self.text.push(part);
            }
        }
        self.text.push(")");
        if self.has_outputs() {
            self.text.push(" -> ");
            self.text.push(keywords::OUTPUTS);
        }
        self.text.push(" {");
        self.text.end();
        self.text.indent();
        if shared && self.has_inputs() {
            self.text.line("v = inputs;");
        }
        if self.frag_coord() {
            self.text.begin();
            self.text.push(if shared { "" } else { "let " });
            self.text.push(super::names::FRAG_COORD);
            self.text.push(" = vec4f(v.position.xyz, 1.0f / v.position.w);");
            self.text.end();
        }
        if !shared {
            self.variables();
        }
        self.text.outdent();
    }
}
