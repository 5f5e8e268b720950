//! Collects the reflection of a module from what its text uses.

use std::mem::take;

use super::limits::count;
use super::{
    Attribute, BufferContent, BufferPlacement, BufferUniform, Depth, DoubleGuard, Element, FORMAT, Feed,
    MipCountUniform, Reflection, Register, RenderTarget, SemanticName, TextureUniform, UniformBlock, Varying,
};
use crate::container::rdef;
use crate::ir::{
    Buffer, BufferKind, Company, ConstantBuffer, Handle, Input, InterpolationMode, Module, Output, OutputKind, RowsOf,
    Sampling, Scalar, Semantic, Type,
};
use crate::program::{Stage, WriteMask};
use crate::write::Names;
use crate::write::glsl::Uses;
use crate::write::glsl::types::{GUARD_SAMPLER, buffer_sampler, sampler_name, type_name};
use crate::write::names::GUARD;

/// Type of the rows of a block.
const ROW: &str = "vec4";
const AS_FLOATS: &str = "integers are declared as floats and converted: exact up to 2^24 in magnitude";
const PROVOKING: &str = "Direct3D takes the value of the first vertex of a primitive, WebGL2 of the last: turn the \
    indices of each primitive around, or use WEBGL_provoking_vertex";
const SCREEN_LINEAR: &str = "linear on the screen: the vertex shader writes the product with gl_Position.w, and the \
    pixel shader multiplies by gl_FragCoord.w";
const PERSPECTIVE: &str = "declared as linear on the screen, but interpolated with perspective: only a vertex shader \
    that is translated with this one can make up for it";

/// The reflection of a module that was written with `names`; `uses` is what [`crate::write::glsl::examine`] found.
/// `shader` is the reflection chunk, whose members the blocks get.
#[must_use]
pub fn reflect(module: &Module, names: &Names, uses: &Uses, shader: Option<rdef::Reflection>) -> Reflection {
    let vertex = module.stage == Stage::Vertex;
    let mut reflection = Reflection {
        format: FORMAT,
        stage: module.stage,
        workgroup_size: None,
        attributes: if vertex { attributes(module, names, uses) } else { Vec::new() },
        varyings: if vertex { varyings_out(module, names) } else { varyings_in(module, names, uses) },
        uniform_blocks: uniform_blocks(module, names, uses, shader),
        textures: textures(module, names, uses),
        texture_bindings: Vec::new(),
        sampler_bindings: Vec::new(),
        buffers: buffers(module, names, uses),
        double_guard: uses.guard.then_some(DoubleGuard { uniform: GUARD, binding: None, ty: GUARD_SAMPLER }),
        storage_buffers: Vec::new(),
        storage_textures: Vec::new(),
        mip_counts: mip_counts(module, names, uses),
        render_targets: render_targets(module, names),
        depth: Depth::Rasterized,
        extensions: Vec::new(),
        limits: Vec::new(),
        warnings: Vec::new(),
    };
    if module.outputs.iter().any(|(_, output)| output.kind == OutputKind::Depth) {
        reflection.depth = Depth::Written;
    }
    count(&mut reflection);
    reflection
}

/// The element of an input.
pub(super) fn input_element(module: &Module, handle: Handle<Input>) -> Element {
    let input = &module.inputs[handle];
    let old = module.renamed.inputs.get(&handle);
    element((&input.semantic, old), Some(input.register), input.mask, input.ty.scalar)
}

/// The element of an output.
pub(super) fn output_element(module: &Module, handle: Handle<Output>) -> Element {
    let output = &module.outputs[handle];
    let old = module.renamed.outputs.get(&handle);
    element((&output.semantic, old), output.register, output.mask, output.ty.scalar)
}

fn element(
    (semantic, old): (&Semantic, Option<&Semantic>),
    register: Option<u32>,
    mask: WriteMask,
    component: Scalar,
) -> Element {
    Element {
        semantic: semantic.name.clone(),
        index: semantic.index,
        register,
        lanes: mask.letters(),
        component,
        renamed_from: old.map(|old| SemanticName { semantic: old.name.clone(), index: old.index }),
    }
}

/// The inputs that the text declares.
pub(super) fn declared<'a>(module: &'a Module, uses: &Uses) -> impl Iterator<Item = (Handle<Input>, &'a Input)> {
    module.inputs.iter().filter(|(handle, input)| !input.missing && uses.inputs.contains(*handle))
}

fn attributes(module: &Module, names: &Names, uses: &Uses) -> Vec<Attribute> {
    let attribute = |(handle, input): (Handle<Input>, &Input)| {
        let feed = match input.declared.scalar {
            Scalar::I32 => Feed::Int,
            Scalar::U32 => Feed::Uint,
            Scalar::F32 | Scalar::Bool | Scalar::Bits | Scalar::F64 => Feed::Float,
        };
        let converted = feed == Feed::Float && matches!(input.ty.scalar, Scalar::I32 | Scalar::U32);
        Attribute {
            name: names.input(handle).to_owned(),
            element: input_element(module, handle),
            location: None,
            ty: type_name(input.declared),
            feed,
            note: converted.then_some(AS_FLOATS),
        }
    };
    declared(module, uses).map(attribute).collect()
}

fn varying(module: &Module, name: &str, element: Element, ty: Type, mode: InterpolationMode) -> Varying {
    // Integers are flat whatever the bytecode says.
    let whole = matches!(ty.scalar, Scalar::I32 | Scalar::U32);
    let interpolation = if whole { InterpolationMode::Flat } else { mode };
    let note = match (interpolation, module.company) {
        (InterpolationMode::Flat, _) => Some(PROVOKING),
        (
            InterpolationMode::NoPerspective
            | InterpolationMode::NoPerspectiveCentroid
            | InterpolationMode::NoPerspectiveSample,
            Company::Linked,
        ) => Some(SCREEN_LINEAR),
        (
            InterpolationMode::NoPerspective
            | InterpolationMode::NoPerspectiveCentroid
            | InterpolationMode::NoPerspectiveSample,
            Company::Alone,
        ) => Some(PERSPECTIVE),
        (InterpolationMode::Smooth | InterpolationMode::Centroid | InterpolationMode::Sample, _) => None,
    };
    Varying { name: name.to_owned(), element, location: None, ty: type_name(ty), interpolation, note }
}

fn varyings_in(module: &Module, names: &Names, uses: &Uses) -> Vec<Varying> {
    let one = |(handle, input): (Handle<Input>, &Input)| {
        let element = input_element(module, handle);
        varying(module, names.input(handle), element, input.declared, input.interpolation)
    };
    declared(module, uses).map(one).collect()
}

fn varyings_out(module: &Module, names: &Names) -> Vec<Varying> {
    let outputs = module.outputs.iter().filter_map(|(handle, output)| {
        let OutputKind::Varying(mode) = output.kind else { return None };
        let element = output_element(module, handle);
        Some(varying(module, names.output(handle), element, output.ty, mode))
    });
    outputs.collect()
}

pub(super) fn uniform_blocks(
    module: &Module,
    names: &Names,
    uses: &Uses,
    shader: Option<rdef::Reflection>,
) -> Vec<UniformBlock> {
    let buffers = module.constant_buffers.iter();
    let buffers =
        buffers.filter(|(handle, _)| uses.constant_buffers.contains(*handle) && module.owner(*handle).is_none());
    let block = |(handle, buffer): (Handle<ConstantBuffer>, &ConstantBuffer)| {
        let kinds = [rdef::BindingKind::ConstantBuffer];
        let binding = shader.as_ref().and_then(|shader| shader.binding(&kinds, buffer.register, buffer.space));
        UniformBlock {
            block: names.block(handle).to_owned(),
            instance: names.instance(handle).to_owned(),
            binding: None,
            register: buffer.register,
            space: buffer.space,
            rows: buffer.rows,
            bytes: buffer.rows.saturating_mul(16),
            members: Vec::new(),
            name: binding.map(|binding| binding.name.clone()).or_else(|| buffer.name.clone()),
        }
    };
    let mut blocks: Vec<UniformBlock> = buffers.map(block).collect();
    give_members(&mut blocks, shader.map(|shader| shader.buffers).unwrap_or_default());
    blocks
}

/// Gives each block the members that the layout of its name has. Those of an array have one name: all but the last of
/// them get a copy.
fn give_members(mut blocks: &mut [UniformBlock], mut layouts: Vec<rdef::Buffer>) {
    while let Some((UniformBlock { name, members, .. }, others)) = take(&mut blocks).split_first_mut() {
        let is_its = |layout: &&mut rdef::Buffer| {
            layout.kind == rdef::BufferKind::ConstantBuffer && Some(&layout.name) == name.as_ref()
        };
        if let Some(layout) = layouts.iter_mut().find(is_its) {
            let is_shared = others.iter().any(|other| other.name == *name);
            *members = if is_shared { layout.variables.clone() } else { take(&mut layout.variables) };
        }
        blocks = others;
    }
}

fn textures(module: &Module, names: &Names, uses: &Uses) -> Vec<TextureUniform> {
    let samplings = module.samplings.iter().filter(|(handle, _)| uses.samplings.contains(*handle));
    let uniform = |(handle, sampling): (Handle<Sampling>, &Sampling)| {
        let texture = &module.textures[sampling.texture];
        let sampler = sampling.sampler.map(|sampler| &module.samplers[sampler]);
        TextureUniform {
            uniform: names.sampling(handle).to_owned(),
            ty: sampler_name(module, sampling).unwrap_or_default(),
            texture: register(texture.register, texture.space, texture.name.as_ref()),
            sampler: sampler.map(|sampler| register(sampler.register, sampler.space, sampler.name.as_ref())),
            dimension: texture.kind,
            component: texture.scalar,
            comparison: sampling.reading.is_of_depths(),
        }
    };
    samplings.map(uniform).collect()
}

pub(super) fn register(register: u32, space: u32, name: Option<&String>) -> Register {
    Register { register, space, name: name.cloned() }
}

fn buffers(module: &Module, names: &Names, uses: &Uses) -> Vec<BufferUniform> {
    let mut buffers = Vec::new();
    for (handle, buffer) in module.buffers.iter() {
        let (read, measured) = (uses.buffers.contains(handle), uses.buffer_sizes.contains(handle));
        let placement = placement(module, names, uses, handle);
        if !read && !measured && placement.is_none() {
            continue;
        }
        let (content, words_per_element) = content(buffer.kind);
        buffers.push(BufferUniform {
            uniform: read.then(|| names.buffer(handle).to_owned()),
            binding: None,
            ty: if placement.is_some() { ROW } else { buffer_sampler(buffer.kind) },
            buffer: register(buffer.register, buffer.space, buffer.name.as_ref()),
            content,
            words_per_element,
            size_uniform: measured.then(|| names.buffer_size(handle).to_owned()),
            placement,
        });
    }
    buffers
}

/// Where a buffer stands that is read from rows.
pub(super) fn placement(
    module: &Module,
    names: &Names,
    uses: &Uses,
    buffer: Handle<Buffer>,
) -> Option<BufferPlacement> {
    let placed = module.placed(buffer).filter(|placed| uses.constant_buffers.contains(placed.block))?;
    let ConstantBuffer { register, rows, .. } = module.constant_buffers[placed.block];
    let (block, capacity) = (names.block(placed.block).to_owned(), placed.capacity);
    Some(match placed.rows_of {
        RowsOf::Buffer => BufferPlacement::UniformBlock { block, capacity, bytes: rows.saturating_mul(16) },
        RowsOf::ConstantBuffer => {
            BufferPlacement::ConstantBuffer { block, register, first_row: placed.first_row, capacity }
        }
    })
}

/// What a buffer holds, and the words of an element.
pub(super) const fn content(kind: BufferKind) -> (BufferContent, u32) {
    match kind {
        BufferKind::Raw => (BufferContent::Raw, 1),
        BufferKind::Structured { stride } => (BufferContent::Structured { stride }, stride / 4),
        BufferKind::Typed { scalar } => (BufferContent::Typed { component: scalar }, 4),
        BufferKind::Lanes { scalar } => (BufferContent::Lanes { component: scalar }, 1),
    }
}

fn mip_counts(module: &Module, names: &Names, uses: &Uses) -> Vec<MipCountUniform> {
    let textures = module.textures.iter().filter(|(handle, _)| uses.mip_counts.contains(*handle));
    textures
        .map(|(handle, texture)| MipCountUniform {
            uniform: names.mip_count(handle).to_owned(),
            texture: register(texture.register, texture.space, texture.name.as_ref()),
        })
        .collect()
}

fn render_targets(module: &Module, names: &Names) -> Vec<RenderTarget> {
    let targets = module.outputs.iter().filter_map(|(handle, output)| {
        let OutputKind::Target(location) = output.kind else { return None };
        let name = names.output(handle).to_owned();
        Some(RenderTarget { name, location, ty: type_name(output.ty), component: output.ty.scalar })
    });
    targets.collect()
}
