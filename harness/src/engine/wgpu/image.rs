//! The images of a draw as textures.
//!
//! WebGPU copies no bytes into a depth texture of floats, so their texels are drawn, each level and layer from a texture
//! of one float.

use super::device::Gpu;
use super::format::texel_format;
use crate::engine::draw::{Image, ImageKind};
use crate::engine::format::{ChannelClass, TexelFormat};
use crate::engine::{DrawError, plan};

/// Covers a target and writes texels of a texture as depths.
const DEPTH_FILL: &str = "
@group(0) @binding(0) var texels: texture_2d<f32>;
@vertex fn cover(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
    return vec4f(select(-1.0f, 3.0f, i == 1u), select(-1.0f, 3.0f, i == 2u), 0.0f, 1.0f);
}
@fragment fn fill(@builtin(position) at: vec4f) -> @builtin(frag_depth) f32 {
    return textureLoad(texels, vec2i(at.xy), 0).x;
}";

/// Makes the texture of an image and gives it its texels.
pub(super) fn texture(gpu: &Gpu, image: &Image) -> Result<wgpu::Texture, DrawError> {
    plan::check_image(image)?;
    let Some(format) = texel_format(image.format) else {
        return Err(plan::invalid(format!("{:?} is no texture of this engine", image.format)));
    };
    let is_depth = image.format.class() == ChannelClass::Depth;
    let own = if is_depth { wgpu::TextureUsages::RENDER_ATTACHMENT } else { wgpu::TextureUsages::COPY_DST };
    let dimension = if image.kind == ImageKind::D3 { wgpu::TextureDimension::D3 } else { wgpu::TextureDimension::D2 };
    gpu.checked("textures", || {
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d { width: image.width, height: image.height, depth_or_array_layers: layers(image) },
            mip_level_count: u32::try_from(image.levels.len()).unwrap_or(u32::MAX),
            sample_count: 1,
            dimension,
            format,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | own,
            view_formats: &[],
        });
        for (level, data) in (0_u32..).zip(&image.levels) {
            let size = extent(image, level);
            if is_depth {
                fill(gpu, &texture, level, size, data);
            } else {
                write(gpu, &texture, level, size, image.format, data);
            }
        }
        texture
    })
}

/// Layers of an array, faces of cubes, or slices of level 0.
const fn layers(image: &Image) -> u32 {
    match image.kind {
        ImageKind::D2 | ImageKind::D2Array | ImageKind::D3 => image.depth,
        ImageKind::Cube => 6,
        ImageKind::CubeArray => 6 * image.depth,
    }
}

/// The size of a level.
fn extent(image: &Image, level: u32) -> wgpu::Extent3d {
    let shrink = |extent: u32| (extent >> level).max(1);
    let depth = layers(image);
    wgpu::Extent3d {
        width: shrink(image.width),
        height: shrink(image.height),
        depth_or_array_layers: if image.kind == ImageKind::D3 { shrink(depth) } else { depth },
    }
}

fn write(gpu: &Gpu, texture: &wgpu::Texture, level: u32, size: wgpu::Extent3d, format: TexelFormat, data: &[u8]) {
    let place = wgpu::TexelCopyTextureInfo {
        texture,
        mip_level: level,
        origin: wgpu::Origin3d::ZERO,
        aspect: wgpu::TextureAspect::All,
    };
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(size.width * format.texel_bytes()),
        rows_per_image: Some(size.height),
    };
    gpu.queue.write_texture(place, data, layout, size);
}

/// Draws the texels of all layers of a level.
fn fill(gpu: &Gpu, texture: &wgpu::Texture, level: u32, size: wgpu::Extent3d, data: &[u8]) {
    let pipeline = fill_pipeline(gpu);
    let flat = wgpu::Extent3d { depth_or_array_layers: 1, ..size };
    let bytes = (size.width * size.height * TexelFormat::R32F.texel_bytes()).max(1) as usize;
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    for (layer, data) in (0..size.depth_or_array_layers).zip(data.chunks_exact(bytes)) {
        let source = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: flat,
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::R32Float,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        write(gpu, &source, 0, flat, TexelFormat::R32F, data);
        let view = source.create_view(&wgpu::TextureViewDescriptor::default());
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&view) }],
        });
        let target = texture.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(wgpu::TextureViewDimension::D2),
            base_mip_level: level,
            mip_level_count: Some(1),
            base_array_layer: layer,
            array_layer_count: Some(1),
            ..wgpu::TextureViewDescriptor::default()
        });
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &target,
                depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Store }),
                stencil_ops: None,
            }),
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.draw(0..3, 0..1);
    }
    gpu.queue.submit([encoder.finish()]);
}

fn fill_pipeline(gpu: &Gpu) -> wgpu::RenderPipeline {
    let source = wgpu::ShaderSource::Wgsl(DEPTH_FILL.into());
    let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: None,
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: None,
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: Some(wgpu::DepthStencilState {
            format: wgpu::TextureFormat::Depth32Float,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::Always),
            stencil: wgpu::StencilState::default(),
            bias: wgpu::DepthBiasState::default(),
        }),
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: None,
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &[],
        }),
        multiview_mask: None,
        cache: None,
    })
}
