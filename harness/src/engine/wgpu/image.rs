//! The images of a draw as textures.
//!
//! WebGPU copies no bytes into a depth texture of floats or a multisampled one, so their texels are drawn: each level and
//! layer from a texture of one float, each sample from a layer.

use super::device::Gpu;
use super::format::texel_format;
use crate::engine::draw::{Image, ImageKind};
use crate::engine::format::{ChannelClass, TexelFormat};
use crate::engine::{DrawError, plan};

/// Samples of a texel of a multisampled texture: WebGPU has no other number.
const SAMPLES: u32 = 4;

/// Covers a target.
const COVER: &str = "
@vertex fn cover(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
    return vec4f(select(-1.0f, 3.0f, i == 1u), select(-1.0f, 3.0f, i == 2u), 0.0f, 1.0f);
}";

/// Writes texels as depths.
const DEPTH_FILL: &str = "
@group(0) @binding(0) var texels: texture_2d<f32>;
@fragment fn fill(@builtin(position) at: vec4f) -> @builtin(frag_depth) f32 {
    return textureLoad(texels, vec2i(at.xy), 0).x;
}";

/// Writes each layer to its sample.
fn sample_fill(class: ChannelClass) -> String {
    let (scalar, result, lanes) = match class {
        ChannelClass::Uint => ("u32", "@location(0) vec4u", ""),
        ChannelClass::Int => ("i32", "@location(0) vec4i", ""),
        ChannelClass::Unorm | ChannelClass::Snorm | ChannelClass::Float => ("f32", "@location(0) vec4f", ""),
        ChannelClass::Depth => ("f32", "@builtin(frag_depth) f32", ".x"),
    };
    format!(
        "
@group(0) @binding(0) var texels: texture_2d_array<{scalar}>;
@fragment fn fill(@builtin(position) at: vec4f, @builtin(sample_index) i: u32) -> {result} {{
    return textureLoad(texels, vec2i(at.xy), i, 0){lanes};
}}"
    )
}

/// Makes the texture of an image and gives it its texels.
pub(super) fn texture(gpu: &Gpu, image: &Image) -> Result<wgpu::Texture, DrawError> {
    plan::check_image(image)?;
    let Some(format) = texel_format(image.format) else {
        return Err(plan::invalid(format!("{:?} is no texture of this engine", image.format)));
    };
    let is_depth = image.format.class() == ChannelClass::Depth;
    let is_multisampled = image.kind == ImageKind::D2Ms;
    let own = if is_depth || is_multisampled {
        wgpu::TextureUsages::RENDER_ATTACHMENT
    } else {
        wgpu::TextureUsages::COPY_DST
    };
    let dimension = match image.kind {
        ImageKind::D1 => wgpu::TextureDimension::D1,
        ImageKind::D3 => wgpu::TextureDimension::D3,
        ImageKind::D2 | ImageKind::D2Array | ImageKind::D2Ms | ImageKind::Cube | ImageKind::CubeArray => {
            wgpu::TextureDimension::D2
        }
    };
    gpu.checked("textures", || {
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size: wgpu::Extent3d { width: image.width, height: image.height, depth_or_array_layers: layers(image) },
            mip_level_count: u32::try_from(image.levels.len()).unwrap_or(u32::MAX),
            sample_count: if is_multisampled { SAMPLES } else { 1 },
            dimension,
            format,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | own,
            view_formats: &[],
        });
        for (level, data) in (0_u32..).zip(&image.levels) {
            let size = extent(image, level);
            if is_multisampled {
                fill_samples(gpu, &texture, image, data);
            } else if is_depth {
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
        ImageKind::D1 | ImageKind::D2 | ImageKind::D2Array | ImageKind::D3 => image.depth,
        ImageKind::D2Ms => 1,
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

/// Draws the depths of all layers of a level.
fn fill(gpu: &Gpu, texture: &wgpu::Texture, level: u32, size: wgpu::Extent3d, data: &[u8]) {
    let flat = wgpu::Extent3d { depth_or_array_layers: 1, ..size };
    let bytes = (size.width * size.height * TexelFormat::R32F.texel_bytes()).max(1) as usize;
    let pipeline = pipeline(gpu, DEPTH_FILL, 1, None);
    for (layer, data) in (0..size.depth_or_array_layers).zip(data.chunks_exact(bytes)) {
        let source = source(gpu, flat, wgpu::TextureFormat::R32Float);
        write(gpu, &source, 0, flat, TexelFormat::R32F, data);
        let texels = source.create_view(&wgpu::TextureViewDescriptor::default());
        let target = texture.create_view(&wgpu::TextureViewDescriptor {
            dimension: Some(wgpu::TextureViewDimension::D2),
            base_mip_level: level,
            mip_level_count: Some(1),
            base_array_layer: layer,
            array_layer_count: Some(1),
            ..wgpu::TextureViewDescriptor::default()
        });
        cover(gpu, &pipeline, &texels, &depth_pass(&target));
    }
}

/// Draws the samples of a multisampled texture.
fn fill_samples(gpu: &Gpu, texture: &wgpu::Texture, image: &Image, data: &[u8]) {
    let size = wgpu::Extent3d { width: image.width, height: image.height, depth_or_array_layers: image.depth };
    let is_depth = image.format.class() == ChannelClass::Depth;
    let (format, color) =
        if is_depth { (wgpu::TextureFormat::R32Float, None) } else { (texture.format(), Some(texture.format())) };
    let source = source(gpu, size, format);
    write(gpu, &source, 0, size, image.format, data);
    let dimension = Some(wgpu::TextureViewDimension::D2Array);
    let texels = source.create_view(&wgpu::TextureViewDescriptor { dimension, ..Default::default() });
    let pipeline = pipeline(gpu, &sample_fill(image.format.class()), SAMPLES, color);
    let target = texture.create_view(&wgpu::TextureViewDescriptor::default());
    if is_depth {
        return cover(gpu, &pipeline, &texels, &depth_pass(&target));
    }
    let ops = wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store };
    let attachment = wgpu::RenderPassColorAttachment { view: &target, depth_slice: None, resolve_target: None, ops };
    let attachments = [Some(attachment)];
    let pass = wgpu::RenderPassDescriptor { color_attachments: &attachments, ..Default::default() };
    cover(gpu, &pipeline, &texels, &pass);
}

/// A pass that writes depths only.
fn depth_pass(view: &wgpu::TextureView) -> wgpu::RenderPassDescriptor<'_> {
    let depth_ops = Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Store });
    let attachment = wgpu::RenderPassDepthStencilAttachment { view, depth_ops, stencil_ops: None };
    wgpu::RenderPassDescriptor { depth_stencil_attachment: Some(attachment), ..Default::default() }
}

/// A texture that texels are drawn from.
fn source(gpu: &Gpu, size: wgpu::Extent3d, format: wgpu::TextureFormat) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

/// Covers a target with what a pipeline makes of texels.
fn cover(
    gpu: &Gpu,
    pipeline: &wgpu::RenderPipeline,
    texels: &wgpu::TextureView,
    pass: &wgpu::RenderPassDescriptor<'_>,
) {
    let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(texels) }],
    });
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let mut pass = encoder.begin_render_pass(pass);
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.draw(0..3, 0..1);
    drop(pass);
    gpu.queue.submit([encoder.finish()]);
}

/// The pipeline of a fragment stage that writes a colour of some format, or else a depth.
fn pipeline(gpu: &Gpu, fragment: &str, count: u32, color: Option<wgpu::TextureFormat>) -> wgpu::RenderPipeline {
    let source = wgpu::ShaderSource::Wgsl([COVER, fragment].concat().into());
    let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
    let color = color.map(|format| Some(wgpu::ColorTargetState::from(format)));
    let depth = wgpu::DepthStencilState {
        format: wgpu::TextureFormat::Depth32Float,
        depth_write_enabled: Some(true),
        depth_compare: Some(wgpu::CompareFunction::Always),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState::default(),
    };
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
        depth_stencil: color.is_none().then_some(depth),
        multisample: wgpu::MultisampleState { count, ..Default::default() },
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: None,
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: color.as_slice(),
        }),
        multiview_mask: None,
        cache: None,
    })
}
