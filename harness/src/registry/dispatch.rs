//! Calls of names that work on memory which invocations share: each is a dispatch of a compute module.

use std::collections::BTreeMap;

use dxbc_translator::builtins::{Builtin, Category};
use dxbc_translator::ir::Module;
use dxbc_translator::reflect::{Binding, Reflection};

use super::build::Shader;
use super::kernel::{RESULT_WORDS, RESULTS};
use super::meaning::Value;
use super::want::Want;
use super::{atomics, barriers, storage};
use crate::engine::Bound;
use crate::engine::compute::{Compute, Stored};

/// What stands where nothing was written.
pub(super) const UNWRITTEN: u32 = 0x5eed_0bad;

/// A dispatch, and what it should give.
pub(super) struct Dispatched {
    /// What is called, for messages.
    pub(super) label: String,
    pub(super) module: Module,
    pub(super) groups: u32,
    /// The arguments of each invocation.
    pub(super) sources: Vec<Vec<Value>>,
    /// What `t#` hold.
    pub(super) resources: Vec<(u32, Vec<u32>)>,
    /// What `u#` hold before, but for the view of the results.
    pub(super) views: Vec<(u32, Stored)>,
    pub(super) outcome: Outcome,
    /// Of each item of the outcome.
    pub(super) wants: Vec<Vec<Want>>,
}

/// What is looked at after a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The results: an item for each invocation.
    Results,
    /// What a `u#` holds: an item for each of so many words.
    View {
        /// Its register.
        register: u32,
        /// Words of an item.
        words: usize,
    },
}

/// Every call of a name that works on shared memory; none for other names.
pub(super) fn calls(builtin: Builtin) -> Vec<Dispatched> {
    match builtin.row().category {
        Category::Atomics => atomics::calls(builtin),
        Category::Barriers => barriers::calls(builtin).into_iter().collect(),
        Category::Textures => storage::calls(builtin),
        Category::Maths
        | Category::Geometry
        | Category::Derivatives
        | Category::Bits
        | Category::Packing
        | Category::Casts
        | Category::F64 => Vec::new(),
    }
}

/// The words as bytes.
pub(super) fn bytes(words: impl IntoIterator<Item = u32>) -> Vec<u8> {
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

impl Outcome {
    /// Words of an item.
    pub(super) const fn item_words(self) -> usize {
        match self {
            Self::Results => RESULT_WORDS as usize,
            Self::View { words, .. } => words,
        }
    }

    const fn register(self) -> u32 {
        match self {
            Self::Results => RESULTS,
            Self::View { register, .. } => register,
        }
    }
}

impl Dispatched {
    /// The dispatch as an engine takes it, and the binding of what is looked at.
    pub(super) fn compute(&self, shader: &Shader) -> (Compute, Binding) {
        let reflection = &shader.reflection;
        let places = places(reflection);
        let mut bindings = BTreeMap::new();
        let arguments = bytes(self.sources.iter().flatten().flat_map(|value| value.lanes));
        for block in &reflection.uniform_blocks {
            bindings.extend(block.binding.map(|binding| (binding, Bound::Uniform(arguments.clone()))));
        }
        for buffer in &reflection.buffers {
            let words = self.resources.iter().find(|(register, _)| *register == buffer.buffer.register);
            let words = words.map(|(_, words)| bytes(words.iter().copied())).unwrap_or_default();
            bindings.extend(buffer.binding.map(|binding| (binding, Bound::Words(words))));
        }
        let results = vec![UNWRITTEN; self.wants.len() * RESULT_WORDS as usize];
        let results = (RESULTS, Stored::Words(bytes(results)));
        let views = self.views.iter().chain([&results]);
        let stored = views.filter_map(|(register, stored)| Some((*places.get(register)?, stored.clone()))).collect();
        let looked_at = places.get(&self.outcome.register()).copied().unwrap_or(Binding { group: 0, binding: 0 });
        let groups = [self.groups, 1, 1];
        (Compute { source: shader.source.clone(), images: Vec::new(), bindings, stored, groups }, looked_at)
    }
}

/// The bindings of `u#`.
fn places(reflection: &Reflection) -> BTreeMap<u32, Binding> {
    let buffers = reflection.storage_buffers.iter().filter_map(|buffer| Some((buffer.view.register, buffer.binding?)));
    let textures = reflection.storage_textures.iter().map(|texture| (texture.view.register, texture.binding));
    buffers.chain(textures).collect()
}
