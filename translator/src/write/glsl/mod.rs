//! The writer of GLSL ES 3.00, top to bottom as the text stands.
//!
//! | section | file |
//! | --- | --- |
//! | what is used, and what is refused | `super::examine`, `builtins` |
//! | `#version`, precisions | `header` |
//! | what GLSL ES and the GLSL of Vulkan have apart | `dialect` |
//! | inputs, outputs, uniforms, constants, variables | `globals` |
//! | functions that the text calls | `helpers`, and the registry's own |
//! | statements and expressions | `stmt`, `expr`, `builtins` |

mod builtins;
mod dialect;
mod expr;
mod globals;
mod header;
mod helpers;
pub mod keywords;
mod stmt;
#[cfg(test)]
mod tests;
pub(crate) mod types;

pub use super::examine::Uses;
pub use dialect::Dialect;

use super::examine::{Language, NO_TEXTURE, Refused};
use super::shapes::sampling_shape;
use super::text::Text;
use super::{Listing, Names, Written};
use crate::builtins::Builtin;
use crate::builtins::helper::{DataTextures, Overload, definitions};
use crate::error::{Error, Result};
use crate::ir::{Handle, Module, Node, Sampling, SystemInput};
use crate::options::{Options, Target};
use crate::program::{Stage, TexelOffset};

/// GLSL ES 3.00, as the examination asks for it.
enum Glsl {}

impl Language for Glsl {
    const TARGET: Target = Target::Glsl;
    const STAGE: &'static str = "glsl writer";
    const STORES_LANES: bool = true;
    const FALLS_THROUGH: bool = true;
    const STAGES: &'static [Stage] = &[Stage::Vertex, Stage::Pixel];
    const WRITES_MEMORY: bool = false;

    fn texture(module: &Module, sampling: &Sampling) -> std::result::Result<(), Refused> {
        let shape = sampling_shape(module, sampling).ok_or_else(|| NO_TEXTURE.to_owned())?;
        shape.es300_sampler().map_err(builtins::refused)?;
        types::sampler_name(module, sampling).map(|_| ()).ok_or_else(|| NO_TEXTURE.to_owned().into())
    }

    fn call(
        module: &Module,
        builtin: Builtin,
        args: &[Handle<Node>],
        offset: Option<TexelOffset>,
    ) -> std::result::Result<Option<Overload>, Refused> {
        let Some(helper) = builtins::resolve(module, builtin, args, offset)?.helper else { return Ok(None) };
        let overload = builtins::overload(module, helper, args);
        let none = || Refused::Internal(format!("{} has no overload for its argument", helper.name()));
        overload.map(Some).ok_or_else(none)
    }
}

/// Examines a module: what it uses, and that all of it has a text.
///
/// # Errors
///
/// `Unsupported` for what the language lacks, `Internal` for what a pass should have rewritten, each with the byte
/// offset of the statement; `Malformed` for subroutines that call themselves.
pub fn examine(module: &Module) -> Result<Uses> {
    super::examine::examine::<Glsl>(module)
}

/// Writes a module as GLSL ES 3.00.
///
/// `names` are those that [`Names::new`] made for the same module. `listing` gives the assembly for
/// [`crate::options::Comments::Assembly`]; without it there are no comments.
///
/// # Errors
///
/// Those of [`examine`]; `Internal` too for names of another module.
pub fn write(module: &Module, options: &Options, names: &Names, listing: Option<Listing<'_>>) -> Result<Written> {
    print(module, options, names, &examine(module)?, listing)
}

/// Writes a module in the form of Vulkan; see [`Dialect::Vulkan`].
///
/// # Errors
///
/// As [`write()`].
pub fn write_vulkan(module: &Module, options: &Options, names: &Names) -> Result<Written> {
    print_as(Dialect::Vulkan, module, options, names, &examine(module)?, None)
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
    print_as(Dialect::Es300, module, options, names, uses, listing)
}

fn print_as(
    dialect: Dialect,
    module: &Module,
    options: &Options,
    names: &Names,
    uses: &Uses,
    listing: Option<Listing<'_>>,
) -> Result<Written> {
    if !names.fit(module) {
        return Err(Error::internal("glsl writer", "the names were made for another module"));
    }
    let text = Text::for_statements(uses.statements);
    let writer = Writer { dialect, module, options, names, uses, listing, text, item: u32::MAX, bindings: 0 };
    Ok(writer.module())
}

/// State of the printing.
struct Writer<'a> {
    dialect: Dialect,
    module: &'a Module,
    options: &'a Options,
    names: &'a Names,
    uses: &'a Uses,
    listing: Option<Listing<'a>>,
    text: Text,
    /// The item whose assembly was printed last.
    item: u32,
    /// Bindings that were given away.
    bindings: u32,
}

impl Writer<'_> {
    fn module(mut self) -> Written {
        self.header();
        self.inputs();
        self.outputs();
        self.uniforms();
        self.immediate_constants();
        let textures = match self.dialect {
            Dialect::Es300 => DataTextures::Samplers,
            Dialect::Vulkan => DataTextures::Textures,
        };
        for definition in definitions(&self.uses.overloads, textures) {
            self.text.gap();
            self.text.lines(&definition);
        }
        helpers::define(&mut self.text, self.uses.helpers);
        helpers::define_doubles(&mut self.text, &self.uses.doubles);
        helpers::define_choices(&mut self.text, &self.uses.choices);
        let subroutines = self.uses.functions.len() > 1;
        if subroutines {
            self.global_variables();
        }
        for &index in &self.uses.functions {
            self.function(index, subroutines);
        }
        let (source, line_map) = self.text.finish();
        Written { source, line_map }
    }

    /// A function; subroutines share their registers, so these are globals where there are subroutines, and
    /// locals of the entry elsewhere.
    fn function(&mut self, index: usize, subroutines: bool) {
        let Some(function) = self.module.functions.get(index) else { return };
        self.text.gap();
        self.text.begin();
        self.text.push("void ");
        self.text.push(self.names.function(index));
        self.text.push("() {");
        self.text.end();
        if index == 0 {
            self.text.indent();
            if self.uses.systems.contains(&SystemInput::FragCoord) {
                self.text.begin();
                self.text.push(if subroutines { "" } else { "vec4 " });
                self.text.push(super::names::FRAG_COORD);
                self.text.push(" = vec4(gl_FragCoord.xyz, 1.0/gl_FragCoord.w);");
                self.text.end();
            }
            if !subroutines {
                self.variables();
            }
            self.clear_arrays();
            self.text.outdent();
        }
        self.item = u32::MAX;
        self.block(&function.body);
        self.text.line("}");
    }
}
