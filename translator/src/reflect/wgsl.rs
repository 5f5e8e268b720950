//! The reflection of a module that was written as WGSL: locations and bindings instead of names.

use std::collections::BTreeSet;

use super::collect::{content, declared, input_element, output_element, placement, register, uniform_blocks};
use super::{
    Attribute, BufferUniform, Counter, Depth, DoubleGuard, FORMAT, Feed, Reflection, RenderTarget, SamplerBinding,
    StorageBuffer, StorageTextureBinding, TextureBinding, UniformBlock, Varying,
};
use crate::container::rdef;
use crate::ir::{Buffer, Handle, InterpolationMode, Memory, Module, OutputKind, Scalar, View};
use crate::program::Stage;
use crate::write::Names;
use crate::write::names::GUARD;
use crate::write::wgsl::Uses;
use crate::write::wgsl::bindings::GUARD_BINDING;
use crate::write::wgsl::resources::{self, Bindings};
use crate::write::wgsl::types::{BUFFER, GUARD_TEXTURE, buffer_type, storage_type, texture_type, type_name};

/// Bind groups that every device of WebGPU has.
const GROUPS: u32 = 4;
/// Invocations of a workgroup that every device of WebGPU has.
const INVOCATIONS: u32 = 256;
/// Locations between the stages that every device of WebGPU has.
const LOCATIONS: u32 = 16;

/// The reflection of a module that was written with `names`; `uses` is what [`crate::write::wgsl::examine`] found.
/// `shader` is the reflection chunk, whose members the blocks get.
#[must_use]
pub fn reflect(module: &Module, names: &Names, uses: &Uses, shader: Option<rdef::Reflection>) -> Reflection {
    let vertex = module.stage == Stage::Vertex;
    let written = module.outputs.iter().any(|(_, output)| output.kind == OutputKind::Depth);
    let collector = Collector { module, names, uses, bindings: Bindings { module, names } };
    let mut reflection = Reflection {
        format: FORMAT,
        stage: module.stage,
        workgroup_size: (module.stage == Stage::Compute).then_some(module.group_size),
        attributes: if vertex { collector.attributes() } else { Vec::new() },
        varyings: if vertex { collector.varyings_out() } else { collector.varyings_in() },
        uniform_blocks: collector.uniform_blocks(shader),
        textures: Vec::new(),
        texture_bindings: collector.textures(),
        sampler_bindings: collector.samplers(),
        buffers: collector.buffers(),
        double_guard: collector.guard(),
        storage_buffers: collector.storage_buffers(),
        storage_textures: collector.storage_textures(),
        mip_counts: Vec::new(),
        render_targets: collector.render_targets(),
        depth: if written { Depth::Written } else { Depth::Rasterized },
        extensions: Vec::new(),
        limits: Vec::new(),
        warnings: Vec::new(),
    };
    warn(&mut reflection);
    reflection
}

struct Collector<'a> {
    module: &'a Module,
    names: &'a Names,
    uses: &'a Uses,
    bindings: Bindings<'a>,
}

impl Collector<'_> {
    fn attributes(&self) -> Vec<Attribute> {
        let attributes = declared(self.module, self.uses).map(|(handle, input)| Attribute {
            name: self.names.input(handle).to_owned(),
            element: input_element(self.module, handle),
            location: Some(input.location),
            ty: type_name(input.declared),
            feed: Feed::Format,
            note: None,
        });
        attributes.collect()
    }

    fn varyings_in(&self) -> Vec<Varying> {
        let varyings = declared(self.module, self.uses).map(|(handle, input)| Varying {
            name: self.names.input(handle).to_owned(),
            element: input_element(self.module, handle),
            location: Some(input.location),
            ty: type_name(input.declared),
            interpolation: interpolation(input.interpolation, input.declared.scalar),
            note: None,
        });
        varyings.collect()
    }

    fn varyings_out(&self) -> Vec<Varying> {
        let outputs = self.module.outputs.iter().filter_map(|(handle, output)| {
            let OutputKind::Varying(mode) = output.kind else { return None };
            Some(Varying {
                name: self.names.output(handle).to_owned(),
                element: output_element(self.module, handle),
                location: Some(output.location),
                ty: type_name(output.ty),
                interpolation: interpolation(mode, output.ty.scalar),
                note: None,
            })
        });
        outputs.collect()
    }

    fn uniform_blocks(&self, shader: Option<rdef::Reflection>) -> Vec<UniformBlock> {
        let mut blocks = uniform_blocks(self.module, self.names, self.uses, shader);
        let handles = resources::constant_buffers(self.module, self.uses);
        let handles = handles.filter(|handle| self.module.owner(*handle).is_none());
        for (block, handle) in blocks.iter_mut().zip(handles) {
            block.binding = self.bindings.constant_buffer(handle);
        }
        blocks
    }

    fn textures(&self) -> Vec<TextureBinding> {
        let textures = resources::textures(self.module, self.uses).into_iter().filter_map(|(handle, comparison)| {
            let texture = &self.module.textures[handle];
            Some(TextureBinding {
                variable: self.names.texture(handle, comparison).to_owned(),
                binding: self.bindings.texture((handle, comparison))?,
                ty: texture_type(texture, comparison)?,
                texture: register(texture.register, texture.space, texture.name.as_ref()),
                dimension: texture.kind,
                component: texture.scalar,
                comparison,
            })
        });
        textures.collect()
    }

    fn samplers(&self) -> Vec<SamplerBinding> {
        let samplers = resources::samplers(self.module, self.uses).into_iter().filter_map(|(handle, comparison)| {
            let sampler = &self.module.samplers[handle];
            Some(SamplerBinding {
                variable: self.names.sampler(handle, comparison).to_owned(),
                binding: self.bindings.sampler((handle, comparison))?,
                sampler: register(sampler.register, sampler.space, sampler.name.as_ref()),
                comparison,
            })
        });
        samplers.collect()
    }

    fn buffers(&self) -> Vec<BufferUniform> {
        let words: BTreeSet<_> = resources::buffers(self.module, self.uses).collect();
        let read = |handle: &Handle<Buffer>| self.module.buffers[*handle].view == View::Resource;
        let buffers = self.module.buffers.handles().filter(read).filter_map(|handle| {
            let buffer = &self.module.buffers[handle];
            let (content, words_per_element) = content(buffer.kind);
            let placement = placement(self.module, self.names, self.uses, handle);
            let own = placement.as_ref().is_none_or(|placement| placement.own_block().is_some());
            (words.contains(&handle) || placement.is_some()).then(|| BufferUniform {
                uniform: placement.is_none().then(|| self.names.buffer(handle).to_owned()),
                binding: self.bindings.buffer(handle).filter(|_| own),
                ty: if placement.is_some() { "vec4f" } else { BUFFER },
                buffer: register(buffer.register, buffer.space, buffer.name.as_ref()),
                content,
                words_per_element,
                size_uniform: None,
                placement,
            })
        });
        buffers.collect()
    }

    fn guard(&self) -> Option<DoubleGuard> {
        let guard = DoubleGuard { uniform: GUARD, binding: Some(GUARD_BINDING), ty: GUARD_TEXTURE };
        self.uses.guard.then_some(guard)
    }

    fn storage_buffers(&self) -> Vec<StorageBuffer> {
        let counted = resources::counters(self.uses);
        let mut handles: BTreeSet<Handle<Buffer>> = resources::buffers(self.module, self.uses).collect();
        let accessed = handles.clone();
        handles.extend(&counted);
        let buffers = handles.into_iter().filter_map(|handle| {
            let buffer = &self.module.buffers[handle];
            let View::Unordered { coherence } = buffer.view else { return None };
            let (content, words_per_element) = content(buffer.kind);
            let counter = counted.contains(&handle).then(|| self.bindings.counter(handle)).flatten();
            Some(StorageBuffer {
                variable: self.names.buffer(handle).to_owned(),
                binding: accessed.contains(&handle).then(|| self.bindings.buffer(handle)).flatten(),
                ty: buffer_type(resources::is_atomic(self.module, self.uses, Memory::Buffer(handle))),
                view: register(buffer.register, buffer.space, buffer.name.as_ref()),
                content,
                words_per_element,
                coherence,
                counter: counter.map(|binding| Counter { variable: self.names.counter(handle).to_owned(), binding }),
            })
        });
        buffers.collect()
    }

    fn storage_textures(&self) -> Vec<StorageTextureBinding> {
        let textures = resources::storage_textures(self.module, self.uses).filter_map(|handle| {
            let texture = &self.module.storage_textures[handle];
            Some(StorageTextureBinding {
                variable: self.names.storage_texture(handle).to_owned(),
                binding: self.bindings.storage_texture(handle)?,
                ty: storage_type(texture),
                view: register(texture.register, texture.space, texture.name.as_ref()),
                dimension: texture.kind,
                format: texture.format,
                access: texture.access,
            })
        });
        textures.collect()
    }

    fn render_targets(&self) -> Vec<RenderTarget> {
        let targets = self.module.outputs.iter().filter_map(|(handle, output)| {
            let OutputKind::Target(location) = output.kind else { return None };
            let name = self.names.output(handle).to_owned();
            Some(RenderTarget { name, location, ty: type_name(output.ty), component: output.ty.scalar })
        });
        targets.collect()
    }
}

/// Integers are flat whatever the bytecode says.
const fn interpolation(mode: InterpolationMode, scalar: Scalar) -> InterpolationMode {
    if matches!(scalar, Scalar::I32 | Scalar::U32) { InterpolationMode::Flat } else { mode }
}

/// Says what is beyond the limits that every device has.
fn warn(reflection: &mut Reflection) {
    let mut warnings = Vec::new();
    let groups = reflection.uniform_blocks.iter().filter_map(|block| block.binding);
    let groups = groups.chain(reflection.texture_bindings.iter().map(|texture| texture.binding));
    let groups = groups.chain(reflection.sampler_bindings.iter().map(|sampler| sampler.binding));
    let groups = groups.chain(reflection.buffers.iter().filter_map(|buffer| buffer.binding));
    let groups = groups.chain(reflection.storage_buffers.iter().filter_map(|buffer| buffer.binding));
    let groups = groups.chain(reflection.storage_textures.iter().map(|texture| texture.binding));
    if let Some(group) = groups.map(|binding| binding.group).max().filter(|&group| group >= GROUPS) {
        warnings.push(format!("the shader takes bind group {group}, and a device may have only {GROUPS}"));
    }
    let threads = reflection.workgroup_size.map_or(1, |size| size.iter().product());
    if threads > INVOCATIONS {
        warnings.push(format!("a workgroup has {threads} invocations, and a device may have only {INVOCATIONS}"));
    }
    let locations = reflection.varyings.iter().filter_map(|varying| varying.location);
    if let Some(location) = locations.max().filter(|&location| location >= LOCATIONS) {
        warnings.push(format!("the shader takes location {location}, and a device may have only {LOCATIONS}"));
    }
    reflection.warnings = warnings;
}
