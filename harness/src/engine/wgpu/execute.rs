//! Links and draws: pipelines, the raster pass, the capture pass, read back.

use std::collections::BTreeMap;

use dxbc_translator::reflect::Binding;

use super::capture::{Capture, capture};
use super::compute::{make_all, read_all};
use super::device::{Gpu, in_one_line};
use super::format::{self, texel_format};
use super::resources::{Resources, Supplies, Written, variables};
use super::text::{Text, Variable, shader};
use crate::engine::draw::{
    ColorTarget, CullMode, DepthTarget, Draw, DrawOutput, Framebuffer, FrontFace, IndexSize, Topology,
};
use crate::engine::format::TexelFormat;
use crate::engine::{DrawError, DrawResult, LinkFailure, LinkResult, LinkStage, ProgramSource, plan};

/// Rows of a texture that is copied to a buffer lie this many bytes apart, or a multiple.
const ROW_BYTES: u32 = wgpu::COPY_BYTES_PER_ROW_ALIGNMENT;

/// Reads, validates and compiles the texts of a program that are there.
pub(super) fn link(gpu: &Gpu, source: &ProgramSource) -> LinkResult {
    let stages = [(LinkStage::Vertex, &source.vertex), (LinkStage::Fragment, &source.fragment)];
    for (stage, source) in stages.into_iter().filter(|(_, source)| !source.is_empty()) {
        Text::read(stage, source)?.shader(gpu)?;
    }
    Ok(())
}

/// Stages that see a binding: what both stages name alike is one.
const STAGES: wgpu::ShaderStages = wgpu::ShaderStages::VERTEX_FRAGMENT;

const fn supplies<'a>(draw: &'a Draw, written: &'a BTreeMap<Binding, Written>) -> Supplies<'a> {
    Supplies { images: draw.images.as_slice(), bindings: &draw.bindings, written }
}

/// Executes a draw.
pub(super) fn draw(gpu: &Gpu, draw: &Draw) -> DrawResult {
    plan::check(draw)?;
    let vertex = Text::read(LinkStage::Vertex, &draw.program.vertex).map_err(DrawError::Link)?;
    let buffers = VertexBuffers::new(gpu, draw, &vertex)?;
    let mut output = DrawOutput::default();
    if let Some(framebuffer) = &draw.framebuffer {
        let fragment = Text::read(LinkStage::Fragment, &draw.program.fragment).map_err(DrawError::Link)?;
        raster(gpu, draw, framebuffer, [&vertex, &fragment], &buffers, &mut output)?;
    }
    if !draw.capture.is_empty() {
        output.captured = captured(gpu, draw, &vertex, &buffers)?;
    }
    Ok(output)
}

/// The vertex buffers of a draw and how they are read.
struct VertexBuffers {
    buffers: Vec<wgpu::Buffer>,
    attributes: Vec<Vec<wgpu::VertexAttribute>>,
    strides: Vec<(u64, wgpu::VertexStepMode)>,
}

impl VertexBuffers {
    fn new(gpu: &Gpu, draw: &Draw, vertex: &Text) -> Result<Self, DrawError> {
        let mut all = Self { buffers: Vec::new(), attributes: Vec::new(), strides: Vec::new() };
        let mut fed = Vec::new();
        for buffer in &draw.vertex_buffers {
            let mut attributes = Vec::new();
            for attribute in &buffer.attributes {
                let (Some(format), Some(shader_location)) = (format::vertex_format(attribute), attribute.location)
                else {
                    return Err(plan::invalid(format!("attribute `{}` is none of WebGPU", attribute.name)));
                };
                fed.push(shader_location);
                attributes.push(wgpu::VertexAttribute { format, offset: attribute.offset.into(), shader_location });
            }
            let step = match buffer.divisor {
                0 => wgpu::VertexStepMode::Vertex,
                1 => wgpu::VertexStepMode::Instance,
                _ => return Err(plan::invalid("WebGPU has no buffer that steps once for several instances")),
            };
            all.buffers.push(gpu.buffer(&buffer.data, wgpu::BufferUsages::VERTEX)?);
            all.attributes.push(attributes);
            all.strides.push((buffer.stride.into(), step));
        }
        match vertex.read_locations().into_iter().find(|location| !fed.contains(location)) {
            None => Ok(all),
            Some(location) => {
                Err(DrawError::Unbound { what: "attribute".to_owned(), name: format!("@location({location})") })
            }
        }
    }

    fn layouts(&self) -> Vec<Option<wgpu::VertexBufferLayout<'_>>> {
        let layouts = self.attributes.iter().zip(&self.strides);
        layouts
            .map(|(attributes, &(array_stride, step_mode))| {
                Some(wgpu::VertexBufferLayout { array_stride, step_mode, attributes })
            })
            .collect()
    }

    fn bind(&self, pass: &mut wgpu::RenderPass<'_>) {
        for (slot, buffer) in (0..).zip(&self.buffers) {
            pass.set_vertex_buffer(slot, buffer.slice(..));
        }
    }
}

/// Makes a pipeline; what is wrong with it is a failure to link.
fn pipeline(gpu: &Gpu, wanted: &wgpu::RenderPipelineDescriptor<'_>) -> Result<wgpu::RenderPipeline, DrawError> {
    let made = gpu.checked("pipeline", || gpu.device.create_render_pipeline(wanted));
    made.map_err(|error| DrawError::Link(LinkFailure { stage: LinkStage::Link, log: in_one_line(&error.to_string()) }))
}

const fn vertex_state<'a>(
    module: &'a wgpu::ShaderModule,
    buffers: &'a [Option<wgpu::VertexBufferLayout<'a>>],
    compilation_options: wgpu::PipelineCompilationOptions<'a>,
) -> wgpu::VertexState<'a> {
    wgpu::VertexState { module, entry_point: None, compilation_options, buffers }
}

fn depth_state(func: wgpu::CompareFunction, write: bool) -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format: wgpu::TextureFormat::Depth32Float,
        depth_write_enabled: Some(write),
        depth_compare: Some(func),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState::default(),
    }
}

/// The textures that a draw writes to.
struct Attachments {
    targets: Vec<(wgpu::Texture, TexelFormat)>,
    depth: Option<wgpu::Texture>,
}

impl Attachments {
    fn new(gpu: &Gpu, framebuffer: &Framebuffer) -> Result<Self, DrawError> {
        let make = |format: TexelFormat| {
            let Some(wanted) = texel_format(format) else {
                return Err(plan::invalid(format!("{format:?} is no target of this engine")));
            };
            gpu.checked("targets", || attachment(gpu, [framebuffer.width, framebuffer.height], wanted))
        };
        let mut targets = Vec::new();
        for target in &framebuffer.targets {
            targets.push((make(target.format)?, target.format));
        }
        let depth = framebuffer.depth.as_ref().map(|depth| make(depth.format)).transpose()?;
        Ok(Self { targets, depth })
    }
}

fn attachment(gpu: &Gpu, [width, height]: [u32; 2], format: wgpu::TextureFormat) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    })
}

/// Draws into targets and reads them.
fn raster(
    gpu: &Gpu,
    draw: &Draw,
    framebuffer: &Framebuffer,
    texts: [&Text; 2],
    buffers: &VertexBuffers,
    output: &mut DrawOutput,
) -> Result<(), DrawError> {
    let written = make_all(gpu, &draw.stored)?;
    let supplies = supplies(draw, &written);
    let resources = Resources::new(gpu, &supplies, &variables(&texts)?, STAGES)?;
    let [vertex, fragment] = texts;
    let shaders = [vertex, fragment].map(|text| text.shader(gpu).map_err(DrawError::Link));
    let [vertex, fragment] = shaders;
    let (vertex, fragment) = (vertex?, fragment?);
    let layouts = buffers.layouts();
    let targets: Vec<_> = (0..).zip(&framebuffer.targets).map(|(at, target)| target_state(draw, at, target)).collect();
    let state = wgpu::RenderPipelineDescriptor {
        label: None,
        layout: Some(&resources.layout),
        vertex: vertex_state(&vertex, &layouts, wgpu::PipelineCompilationOptions::default()),
        primitive: primitive(draw),
        depth_stencil: framebuffer.depth.as_ref().map(|depth| depth_state(format::compare(depth.test), depth.write)),
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &fragment,
            entry_point: None,
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            targets: &targets,
        }),
        multiview_mask: None,
        cache: None,
    };
    let pipeline = pipeline(gpu, &state)?;
    let attachments = Attachments::new(gpu, framebuffer)?;
    gpu.checked("draw", || pass(gpu, draw, framebuffer, &pipeline, &resources, buffers, &attachments))?;
    for (texture, format) in &attachments.targets {
        output.targets.push(gpu.texels(texture, format.texel_bytes())?);
    }
    if let Some(depth) = &attachments.depth {
        output.depth = Some(gpu.texels(depth, TexelFormat::Depth32F.texel_bytes())?);
    }
    output.stored = read_all(gpu, &written)?;
    Ok(())
}

/// A target that the fragment stage writes, or must not.
fn target_state(draw: &Draw, at: usize, target: &ColorTarget) -> Option<wgpu::ColorTargetState> {
    let unwritten = draw.unwritten.contains(&at);
    let write_mask = if unwritten { wgpu::ColorWrites::empty() } else { wgpu::ColorWrites::ALL };
    Some(wgpu::ColorTargetState { format: texel_format(target.format)?, blend: None, write_mask })
}

fn primitive(draw: &Draw) -> wgpu::PrimitiveState {
    let is_strip = matches!(draw.call.topology, Topology::LineStrip | Topology::TriangleStrip);
    let index_format = draw.call.indices.as_ref().map(|indices| format::index_format(indices.size));
    wgpu::PrimitiveState {
        topology: format::topology(draw.call.topology),
        strip_index_format: index_format.filter(|_| is_strip),
        front_face: match draw.raster.front_face {
            FrontFace::CounterClockwise => wgpu::FrontFace::Ccw,
            FrontFace::Clockwise => wgpu::FrontFace::Cw,
        },
        cull_mode: match draw.raster.cull {
            CullMode::None => None,
            CullMode::Front => Some(wgpu::Face::Front),
            CullMode::Back => Some(wgpu::Face::Back),
        },
        ..wgpu::PrimitiveState::default()
    }
}

/// The pass of a draw.
fn pass(
    gpu: &Gpu,
    draw: &Draw,
    framebuffer: &Framebuffer,
    pipeline: &wgpu::RenderPipeline,
    resources: &Resources,
    buffers: &VertexBuffers,
    attachments: &Attachments,
) {
    let views: Vec<_> = attachments.targets.iter().map(|(texture, _)| view(texture)).collect();
    let depth_view = attachments.depth.as_ref().map(view);
    let colors: Vec<_> = views.iter().zip(&framebuffer.targets).map(|(view, target)| color(view, target)).collect();
    let depth = depth_view.as_ref().zip(framebuffer.depth.as_ref());
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        color_attachments: &colors,
        depth_stencil_attachment: depth.map(|(view, target)| depth_attachment(view, target)),
        ..wgpu::RenderPassDescriptor::default()
    });
    if let Some(viewport) = draw.raster.viewport {
        let [near, far] = viewport.depth;
        let float = |whole: u32| f64::from(whole) as f32;
        let (x, y) = (f64::from(viewport.x) as f32, f64::from(viewport.y) as f32);
        pass.set_viewport(x, y, float(viewport.width), float(viewport.height), near, far);
    }
    pass.set_pipeline(pipeline);
    for (number, group) in &resources.groups {
        pass.set_bind_group(*number, group, &[]);
    }
    buffers.bind(&mut pass);
    let (first, end) = (draw.call.first, draw.call.first.saturating_add(draw.call.count));
    let indices = draw.call.indices.as_ref().map(|indices| {
        let usage = wgpu::BufferUsages::INDEX | wgpu::BufferUsages::COPY_DST;
        let data = padded(&indices.data);
        let size = data.len() as u64;
        let wanted = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
        let buffer = gpu.device.create_buffer(&wanted);
        gpu.queue.write_buffer(&buffer, 0, &data);
        (buffer, indices.size)
    });
    match &indices {
        None => pass.draw(first..end, 0..draw.call.instances),
        Some((buffer, size)) => {
            let size: IndexSize = *size;
            pass.set_index_buffer(buffer.slice(..), format::index_format(size));
            pass.draw_indexed(first..end, 0, 0..draw.call.instances);
        }
    }
    drop(pass);
    gpu.queue.submit([encoder.finish()]);
}

/// Bytes filled up to whole words.
fn padded(data: &[u8]) -> Vec<u8> {
    let mut data = data.to_vec();
    data.resize(data.len().next_multiple_of(4).max(4), 0);
    data
}

fn view(texture: &wgpu::Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// A colour target, cleared. 32-bit values are doubles without loss.
fn color<'a>(view: &'a wgpu::TextureView, target: &ColorTarget) -> Option<wgpu::RenderPassColorAttachment<'a>> {
    use crate::engine::format::ChannelClass;
    let number = |bits: u32| match target.format.class() {
        ChannelClass::Uint => f64::from(bits),
        ChannelClass::Int => f64::from(bits.cast_signed()),
        ChannelClass::Unorm | ChannelClass::Snorm | ChannelClass::Float | ChannelClass::Depth => {
            f64::from(f32::from_bits(bits))
        }
    };
    let [r, g, b, a] = target.clear.map(number);
    let load = wgpu::LoadOp::Clear(wgpu::Color { r, g, b, a });
    let ops = wgpu::Operations { load, store: wgpu::StoreOp::Store };
    Some(wgpu::RenderPassColorAttachment { view, depth_slice: None, resolve_target: None, ops })
}

const fn depth_attachment<'a>(
    view: &'a wgpu::TextureView,
    target: &DepthTarget,
) -> wgpu::RenderPassDepthStencilAttachment<'a> {
    let load = wgpu::LoadOp::Clear(target.clear);
    let depth_ops = Some(wgpu::Operations { load, store: wgpu::StoreOp::Store });
    wgpu::RenderPassDepthStencilAttachment { view, depth_ops, stencil_ops: None }
}

impl Gpu {
    /// The texels of a texture, rows without padding, the top row first, layer by layer.
    pub(super) fn texels(&self, texture: &wgpu::Texture, texel_bytes: u32) -> Result<Vec<u8>, DrawError> {
        let row = texture.width() * texel_bytes;
        let stride = row.next_multiple_of(ROW_BYTES);
        let buffer = self.checked("read back", || {
            let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: u64::from(stride) * u64::from(texture.height()) * u64::from(texture.depth_or_array_layers()),
                usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            });
            let rows_per_image = Some(texture.height());
            let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(stride), rows_per_image };
            let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            let target = wgpu::TexelCopyBufferInfo { buffer: &buffer, layout };
            encoder.copy_texture_to_buffer(texture.as_image_copy(), target, texture.size());
            self.queue.submit([encoder.finish()]);
            buffer
        })?;
        let bytes = self.read(&buffer)?;
        let rows = bytes.chunks_exact(stride as usize).filter_map(|bytes| bytes.get(..row as usize));
        Ok(rows.flatten().copied().collect())
    }
}

/// A binding that no variable has.
fn free_binding(variables: &BTreeMap<Binding, Variable>) -> Binding {
    let binding = variables.keys().filter(|binding| binding.group == 0).map(|binding| binding.binding + 1).max();
    Binding { group: 0, binding: binding.unwrap_or(0) }
}

/// Runs the vertex stage over all vertices of all instances, and reads what it wrote.
fn captured(gpu: &Gpu, draw: &Draw, vertex: &Text, buffers: &VertexBuffers) -> Result<Vec<Vec<u8>>, DrawError> {
    let variables = variables(&[vertex])?;
    let place = free_binding(&variables);
    let Capture { module, words } = capture(vertex.module().clone(), &draw.capture, draw.call.count, place)?;
    let module = shader(gpu, LinkStage::Vertex, module).map_err(DrawError::Link)?;
    let items = draw.call.count as usize * draw.call.instances as usize;
    let stored =
        gpu.buffer(&vec![0; items * words as usize * 4], wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC)?;
    let written = BTreeMap::from([(place, Written::Buffer(stored.clone()))]);
    let resources = Resources::new(gpu, &supplies(draw, &written), &variables, STAGES)?;
    let layouts = buffers.layouts();
    let state = wgpu::RenderPipelineDescriptor {
        label: None,
        layout: Some(&resources.layout),
        vertex: vertex_state(&module, &layouts, wgpu::PipelineCompilationOptions::default()),
        primitive: wgpu::PrimitiveState {
            topology: wgpu::PrimitiveTopology::PointList,
            ..wgpu::PrimitiveState::default()
        },
        depth_stencil: Some(depth_state(wgpu::CompareFunction::Never, false)),
        multisample: wgpu::MultisampleState::default(),
        fragment: None,
        multiview_mask: None,
        cache: None,
    };
    let pipeline = pipeline(gpu, &state)?;
    gpu.checked("capture", || {
        let target = attachment(gpu, [1, 1], wgpu::TextureFormat::Depth32Float);
        let target = view(&target);
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let depth_ops = Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Store });
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &target,
                depth_ops,
                stencil_ops: None,
            }),
            ..wgpu::RenderPassDescriptor::default()
        });
        pass.set_pipeline(&pipeline);
        for (number, group) in &resources.groups {
            pass.set_bind_group(*number, group, &[]);
        }
        buffers.bind(&mut pass);
        pass.draw(draw.call.first..draw.call.first.saturating_add(draw.call.count), 0..draw.call.instances);
        drop(pass);
        gpu.queue.submit([encoder.finish()]);
    })?;
    let bytes = gpu.read(&stored)?;
    let components: Vec<u32> = draw.capture.iter().map(|varying| varying.components).collect();
    Ok(plan::separate(&bytes, &components))
}
