//! The binding ABI: where a host wants structured buffers, how it feeds integers, and what it calls attributes.
//!
//! A value of [`Abi`] is part of the options and changes the IR; [`Layout`] is its form as data, which a file spells
//! ([`mod@file`]) or a [`Preset`] holds.

pub mod file;
mod layout;
mod placement;
mod preset;
mod semantic;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::options::IntegerAttributes;
use crate::program::{DeclarationKind, Program, Stage};

pub use layout::{Layout, LayoutError};
pub use placement::{BufferRegister, BufferRule, ConstantTerm, Placement};
pub use preset::Preset;
pub use semantic::{NotSemantic, SemanticKey};

/// What the host expects of the text, beside the rules of every translation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Abi {
    /// Structured buffers of the vertex stage that are not read from a texture of words, by register.
    pub vertex_buffers: BTreeMap<BufferRegister, BufferRule>,
    /// The same of the pixel stage.
    pub pixel_buffers: BTreeMap<BufferRegister, BufferRule>,
    /// Integer vertex attributes that are not declared as [`crate::options::Options::integer_attributes`] says.
    pub integer_attributes: BTreeMap<SemanticKey, IntegerAttributes>,
    /// What vertex attributes are called instead of their semantics.
    pub attribute_renames: BTreeMap<SemanticKey, SemanticKey>,
    /// What varyings are called instead of their semantics, in both stages alike.
    pub varying_renames: BTreeMap<SemanticKey, SemanticKey>,
}

impl Abi {
    /// The rules for the buffers of a stage.
    #[must_use]
    pub const fn buffers(&self, stage: Stage) -> Option<&BTreeMap<BufferRegister, BufferRule>> {
        match stage {
            Stage::Vertex => Some(&self.vertex_buffers),
            Stage::Pixel => Some(&self.pixel_buffers),
            Stage::Geometry | Stage::Hull | Stage::Domain | Stage::Compute => None,
        }
    }

    /// The rule for a structured buffer of a stage; none if it is read from a texture of words.
    #[must_use]
    pub fn rule(&self, stage: Stage, register: BufferRegister, stride: u32) -> Option<&BufferRule> {
        self.buffers(stage)?.get(&register).filter(|rule| rule.applies_to(stride))
    }

    /// How integer attributes of a semantic are declared, where that is said.
    #[must_use]
    pub fn integer_attribute(&self, name: &str, index: u32) -> Option<IntegerAttributes> {
        SemanticKey::find(&self.integer_attributes, name, index).map(|(_, how)| *how)
    }

    /// Rows that constant buffers have because structured buffers of the program stand in them, by register; the
    /// registers are those of space 0.
    #[must_use]
    pub fn placed_rows(&self, program: &Program) -> BTreeMap<u32, u32> {
        let mut rows = BTreeMap::new();
        let Some(rules) = self.buffers(program.stage).filter(|rules| !rules.is_empty()) else { return rows };
        for declaration in program.declarations() {
            let DeclarationKind::ResourceStructured { binding, stride, .. } = declaration.kind else { continue };
            let first = BufferRegister { register: binding.lower, space: binding.space };
            let last = BufferRegister { register: binding.upper, space: binding.space };
            // An empty range of the map would not be one.
            if first > last {
                continue;
            }
            for (_, rule) in rules.range(first..=last) {
                if let Placement::ConstantBuffer { slot, .. } = rule.placement
                    && rule.applies_to(stride)
                {
                    let end: &mut u32 = rows.entry(slot).or_default();
                    *end = (*end).max(rule.placement.end(stride).unwrap_or(0));
                }
            }
        }
        rows
    }
}
