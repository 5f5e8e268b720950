//! Resources as WGSL has them: textures and samplers are variables of their own, with one more of each that is also
//! compared, and every one has a binding.

use std::collections::BTreeSet;

use super::bindings::{Binding, Class, binding};
use crate::error::{Error, Feature, Result};
use crate::ir::{Buffer, Coherence, ConstantBuffer, Handle, Memory, Module, Sampler, StorageTexture, Texture, View};
use crate::options::Target;
use crate::write::Names;
use crate::write::examine::{Uses, WordUse};

/// A texture and whether it is one of depths, or a sampler and whether it compares.
type Variable<T> = (Handle<T>, bool);

/// The textures that are used, in the order of the module.
pub(crate) fn textures(module: &Module, uses: &Uses) -> BTreeSet<Variable<Texture>> {
    let samplings = module.samplings.iter().filter(|(handle, _)| uses.samplings.contains(*handle));
    let mut textures: BTreeSet<_> =
        samplings.map(|(_, sampling)| (sampling.texture, sampling.reading.is_of_depths())).collect();
    for texture in module.textures.handles().filter(|handle| uses.mip_counts.contains(*handle)) {
        let measured = (texture, measures_depth(module, uses, texture));
        textures.insert(measured);
    }
    textures
}

/// Whether the levels of a texture are counted by the variable of depths: where there is no other.
pub(crate) fn measures_depth(module: &Module, uses: &Uses, texture: Handle<Texture>) -> bool {
    let has = |depth| {
        module.samplings.iter().any(|(handle, sampling)| {
            sampling.texture == texture && sampling.reading.is_of_depths() == depth && uses.samplings.contains(handle)
        })
    };
    has(true) && !has(false)
}

/// The samplers that are used, in the order of the module.
pub(crate) fn samplers(module: &Module, uses: &Uses) -> BTreeSet<Variable<Sampler>> {
    let samplings = module.samplings.iter().filter(|(handle, _)| uses.samplings.contains(*handle));
    samplings.filter_map(|(_, sampling)| Some((sampling.sampler?, sampling.reading.compares()))).collect()
}

/// The constant buffers that are used.
pub(crate) fn constant_buffers<'a>(module: &'a Module, uses: &'a Uses) -> impl Iterator<Item = Handle<ConstantBuffer>> {
    module.constant_buffers.handles().filter(|handle| uses.constant_buffers.contains(*handle))
}

/// What registers the binding of a block is among: those of buffers for the own block of one.
fn block_class(module: &Module, block: Handle<ConstantBuffer>) -> Class {
    if module.owner(block).is_some() { Class::Buffer } else { Class::ConstantBuffer }
}

/// The buffers whose words are read, written or measured.
pub(crate) fn buffers<'a>(module: &'a Module, uses: &'a Uses) -> impl Iterator<Item = Handle<Buffer>> {
    let is_read = |handle| uses.buffers.contains(handle) || uses.buffer_sizes.contains(handle);
    let is_written = |handle| uses.shared.of(Memory::Buffer(handle)).next().is_some();
    module.buffers.handles().filter(move |&handle| is_read(handle) || is_written(handle))
}

/// The buffers whose hidden counters are counted.
pub(crate) fn counters(uses: &Uses) -> BTreeSet<Handle<Buffer>> {
    let counters = uses.shared.words.iter().filter_map(|(memory, _)| match memory {
        Memory::Counter(buffer) => Some(*buffer),
        Memory::Buffer(_) | Memory::Group(_) => None,
    });
    counters.collect()
}

/// Type of a hidden counter.
pub(crate) const COUNTER: &str = "atomic<u32>";

/// The storage textures that are used.
pub(crate) fn storage_textures<'a>(module: &'a Module, uses: &'a Uses) -> impl Iterator<Item = Handle<StorageTexture>> {
    module.storage_textures.handles().filter(|handle| uses.shared.storage_textures.contains(*handle))
}

/// Whether the words of some memory are of an atomic type: some are changed in one step, or other workgroups look on.
pub(crate) fn is_atomic(module: &Module, uses: &Uses, memory: Memory) -> bool {
    let watched = match memory {
        Memory::Buffer(buffer) | Memory::Counter(buffer) => {
            module.buffers[buffer].view == View::Unordered { coherence: Coherence::Device }
        }
        Memory::Group(_) => false,
    };
    watched || uses.shared.of(memory).any(|word_use| matches!(word_use, WordUse::Atomic(_)))
}

/// The bindings of the resources of a module. Those that the rule does not number were refused.
pub(crate) struct Bindings<'a> {
    pub(crate) module: &'a Module,
    pub(crate) names: &'a Names,
}

impl Bindings<'_> {
    pub(crate) fn constant_buffer(&self, handle: Handle<ConstantBuffer>) -> Option<Binding> {
        let buffer = &self.module.constant_buffers[handle];
        binding(block_class(self.module, handle), buffer.register, buffer.space, self.names.is_own_block(handle))
    }

    pub(crate) fn texture(&self, (handle, comparison): Variable<Texture>) -> Option<Binding> {
        let texture = &self.module.textures[handle];
        let own = self.names.is_own_texture(handle, comparison);
        binding(Class::Texture(comparison), texture.register, texture.space, own)
    }

    pub(crate) fn sampler(&self, (handle, comparison): Variable<Sampler>) -> Option<Binding> {
        let sampler = &self.module.samplers[handle];
        let own = self.names.is_own_sampler(handle, comparison);
        binding(Class::Sampler(comparison), sampler.register, sampler.space, own)
    }

    pub(crate) fn buffer(&self, handle: Handle<Buffer>) -> Option<Binding> {
        let buffer = &self.module.buffers[handle];
        match buffer.view {
            View::Resource => binding(Class::Buffer, buffer.register, buffer.space, self.names.is_own_buffer(handle)),
            View::Unordered { .. } => binding(Class::Unordered, buffer.register, buffer.space, false),
        }
    }

    pub(crate) fn counter(&self, handle: Handle<Buffer>) -> Option<Binding> {
        let buffer = &self.module.buffers[handle];
        binding(Class::Counter, buffer.register, buffer.space, false)
    }

    pub(crate) fn storage_texture(&self, handle: Handle<StorageTexture>) -> Option<Binding> {
        let texture = &self.module.storage_textures[handle];
        binding(Class::Unordered, texture.register, texture.space, false)
    }
}

/// Refuses registers that the rule of bindings does not number.
pub(super) fn check(module: &Module, uses: &Uses) -> Result<()> {
    let refuse = |file: char, register: u32| {
        let feature = Feature::BindingRange;
        let reason = feature.reason(Target::Wgsl);
        let message = format!("the shader uses {file}{register}, which has no binding: {reason}");
        Err(Error::unsupported(feature, Target::Wgsl, message).at_offset(0))
    };
    for handle in constant_buffers(module, uses) {
        let ConstantBuffer { register, space, .. } = module.constant_buffers[handle];
        let class = block_class(module, handle);
        if binding(class, register, space, false).is_none() {
            return refuse(if class == Class::Buffer { 't' } else { 'b' }, register);
        }
    }
    for (handle, comparison) in textures(module, uses) {
        let Texture { register, space, .. } = module.textures[handle];
        if binding(Class::Texture(comparison), register, space, false).is_none() {
            return refuse('t', register);
        }
    }
    for (handle, comparison) in samplers(module, uses) {
        let Sampler { register, space, .. } = module.samplers[handle];
        if binding(Class::Sampler(comparison), register, space, false).is_none() {
            return refuse('s', register);
        }
    }
    for handle in buffers(module, uses) {
        let Buffer { register, space, view, .. } = module.buffers[handle];
        let (class, file) = if view == View::Resource { (Class::Buffer, 't') } else { (Class::Unordered, 'u') };
        if binding(class, register, space, false).is_none() {
            return refuse(file, register);
        }
    }
    let counted = counters(uses).into_iter().map(|handle| {
        let Buffer { register, space, .. } = module.buffers[handle];
        (register, space)
    });
    let written = storage_textures(module, uses).map(|handle| {
        let StorageTexture { register, space, .. } = module.storage_textures[handle];
        (register, space)
    });
    for (register, space) in counted.chain(written) {
        if binding(Class::Unordered, register, space, false).is_none() {
            return refuse('u', register);
        }
    }
    Ok(())
}
