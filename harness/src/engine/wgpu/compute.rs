//! Dispatches: a compute pass, and what it wrote, read back, as what a draw wrote besides its targets.

use std::collections::BTreeMap;

use dxbc_translator::reflect::Binding;

use super::device::{Gpu, in_one_line};
use super::format::texel_format;
use super::resources::{Resources, Supplies, Written, variables};
use super::text::Text;
use crate::engine::compute::{Compute, ComputeResult, Stored, StoredTexture};
use crate::engine::draw::ImageKind;
use crate::engine::{DrawError, LinkFailure, LinkStage, plan};

/// Executes a dispatch.
pub(super) fn dispatch(gpu: &Gpu, compute: &Compute) -> ComputeResult {
    let text = Text::read(LinkStage::Compute, &compute.source).map_err(DrawError::Link)?;
    let module = text.shader(gpu).map_err(DrawError::Link)?;
    let written = make_all(gpu, &compute.stored)?;
    let supplies = Supplies { images: &compute.images, bindings: &compute.bindings, written: &written };
    let resources = Resources::new(gpu, &supplies, &variables(&[&text])?, wgpu::ShaderStages::COMPUTE)?;
    let wanted = wgpu::ComputePipelineDescriptor {
        label: None,
        layout: Some(&resources.layout),
        module: &module,
        entry_point: None,
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    };
    let made = gpu.checked("pipeline", || gpu.device.create_compute_pipeline(&wanted));
    let failed = |error: DrawError| LinkFailure { stage: LinkStage::Compute, log: in_one_line(&error.to_string()) };
    let pipeline = made.map_err(|error| DrawError::Link(failed(error)))?;
    gpu.checked("dispatch", || {
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&pipeline);
        for (number, group) in &resources.groups {
            pass.set_bind_group(*number, group, &[]);
        }
        let [x, y, z] = compute.groups;
        pass.dispatch_workgroups(x, y, z);
        drop(pass);
        gpu.queue.submit([encoder.finish()]);
    })?;
    read_all(gpu, &written)
}

/// Makes all that a program writes.
pub(super) fn make_all(gpu: &Gpu, stored: &BTreeMap<Binding, Stored>) -> Result<BTreeMap<Binding, Written>, DrawError> {
    stored.iter().map(|(&binding, stored)| Ok((binding, make(gpu, stored)?))).collect()
}

/// The bytes of all that a program wrote.
pub(super) fn read_all(gpu: &Gpu, written: &BTreeMap<Binding, Written>) -> ComputeResult {
    written.iter().map(|(&binding, written)| Ok((binding, read(gpu, written)?))).collect()
}

/// Makes what a dispatch writes.
fn make(gpu: &Gpu, stored: &Stored) -> Result<Written, DrawError> {
    match stored {
        Stored::Words(bytes) => {
            let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
            Ok(Written::Buffer(gpu.buffer(bytes, usage)?))
        }
        Stored::Texture(texture) => make_texture(gpu, texture),
    }
}

fn make_texture(gpu: &Gpu, stored: &StoredTexture) -> Result<Written, DrawError> {
    let Some(format) = texel_format(stored.format) else {
        return Err(plan::invalid(format!("{:?} is no storage texture of this engine", stored.format)));
    };
    let [width, height, depth_or_array_layers] = stored.size;
    let size = wgpu::Extent3d { width, height, depth_or_array_layers };
    let texel_bytes = stored.format.texel_bytes();
    if stored.texels.len() != (width * height * depth_or_array_layers * texel_bytes) as usize {
        return Err(plan::invalid("a storage texture has too few or too many texels"));
    }
    let dimension = match stored.kind {
        ImageKind::D1 => wgpu::TextureDimension::D1,
        ImageKind::D2 | ImageKind::D2Array => wgpu::TextureDimension::D2,
        ImageKind::D3 => wgpu::TextureDimension::D3,
        ImageKind::Cube | ImageKind::CubeArray | ImageKind::D2Ms => {
            return Err(plan::invalid("no storage texture is a cube or multisampled"));
        }
    };
    let texture = gpu.checked("storage textures", || {
        let copied = wgpu::TextureUsages::COPY_DST | wgpu::TextureUsages::COPY_SRC;
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size,
            mip_level_count: 1,
            sample_count: 1,
            dimension,
            format,
            usage: wgpu::TextureUsages::STORAGE_BINDING | copied,
            view_formats: &[],
        });
        let layout = wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(width * texel_bytes),
            rows_per_image: Some(height),
        };
        gpu.queue.write_texture(texture.as_image_copy(), &stored.texels, layout, size);
        texture
    })?;
    Ok(Written::Texture { texture, texel_bytes })
}

/// The bytes of what a dispatch wrote.
fn read(gpu: &Gpu, written: &Written) -> Result<Vec<u8>, DrawError> {
    match written {
        Written::Buffer(buffer) => gpu.read(buffer),
        Written::Texture { texture, texel_bytes } => gpu.texels(texture, *texel_bytes),
    }
}
