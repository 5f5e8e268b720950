//! What a program binds: buffers, textures and samplers, and the groups that hold them.

use std::collections::BTreeMap;

use dxbc_translator::reflect::Binding;

use super::device::Gpu;
use super::format;
use super::image;
use super::text::{Kind, Sample, Text, Variable};
use crate::engine::draw::{Bound, Image, ImageKind};
use crate::engine::format::ChannelClass;
use crate::engine::{DrawError, plan};

/// Everything that a program binds, in groups.
pub(super) struct Resources {
    pub(super) layout: wgpu::PipelineLayout,
    pub(super) groups: Vec<(u32, wgpu::BindGroup)>,
}

/// What a program is supplied with.
pub(super) struct Supplies<'a> {
    /// Images that `bindings` point into.
    pub(super) images: &'a [Image],
    /// What it reads.
    pub(super) bindings: &'a BTreeMap<Binding, Bound>,
    /// What it writes.
    pub(super) written: &'a BTreeMap<Binding, Written>,
}

/// An object that a program writes.
pub(super) enum Written {
    /// A storage buffer.
    Buffer(wgpu::Buffer),
    /// A storage texture, and the bytes of a texel.
    Texture { texture: wgpu::Texture, texel_bytes: u32 },
}

/// An object that is bound.
enum Object {
    Buffer(wgpu::Buffer),
    View(wgpu::TextureView),
    Sampler(wgpu::Sampler),
}

/// A binding with its object.
struct Place {
    binding: Binding,
    ty: wgpu::BindingType,
    object: Object,
}

/// The variables of all stages of a program.
///
/// # Errors
/// [`DrawError::Mismatch`] where two stages bind one place to different things.
pub(super) fn variables(texts: &[&Text]) -> Result<BTreeMap<Binding, Variable>, DrawError> {
    let mut all: BTreeMap<Binding, Variable> = BTreeMap::new();
    for text in texts {
        for (binding, variable) in text.variables()? {
            let merged = match all.get(&binding).map(|other| merge(other.kind, variable.kind)) {
                None => variable,
                Some(Some(kind)) => Variable { kind, ..variable },
                Some(None) => {
                    let message = "the other stage has something else there".to_owned();
                    return Err(DrawError::Mismatch { what: "variable".to_owned(), name: variable.name, message });
                }
            };
            all.insert(binding, merged);
        }
    }
    Ok(all)
}

/// What two stages see at one place; uniform buffers may differ in length.
fn merge(one: Kind, other: Kind) -> Option<Kind> {
    match (one, other) {
        (Kind::Uniform(one), Kind::Uniform(other)) => Some(Kind::Uniform(one.max(other))),
        _ => (one == other).then_some(one),
    }
}

impl Resources {
    /// Makes what is supplied for the variables, to be seen by some stages. What is written and is no variable is bound
    /// too, as a buffer: a captured vertex stage gets one more.
    pub(super) fn new(
        gpu: &Gpu,
        supplies: &Supplies<'_>,
        variables: &BTreeMap<Binding, Variable>,
        stages: wgpu::ShaderStages,
    ) -> Result<Self, DrawError> {
        let mut maker = Maker { gpu, supplies, textures: BTreeMap::new() };
        let mut places = Vec::new();
        for (&binding, variable) in variables {
            places.push(maker.place(binding, variable)?);
        }
        for (&binding, written) in supplies.written {
            if let (Written::Buffer(buffer), false) = (written, variables.contains_key(&binding)) {
                let ty = buffer_type(wgpu::BufferBindingType::Storage { read_only: false });
                places.push(Place { binding, ty, object: Object::Buffer(buffer.clone()) });
            }
        }
        gpu.checked("bind groups", || groups(gpu, &places, stages))
    }
}

fn groups(gpu: &Gpu, places: &[Place], stages: wgpu::ShaderStages) -> Resources {
    let count = places.iter().map(|place| place.binding.group + 1).max().unwrap_or(0);
    let mut layouts = Vec::new();
    let mut groups = Vec::new();
    for group in 0..count {
        let here: Vec<&Place> = places.iter().filter(|place| place.binding.group == group).collect();
        if here.is_empty() {
            layouts.push(None);
            continue;
        }
        let entries: Vec<_> = here.iter().map(|place| layout_entry(place, stages)).collect();
        let layout =
            gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries });
        let entries: Vec<_> = here.iter().map(|place| entry(place)).collect();
        groups.push((
            group,
            gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &layout,
                entries: &entries,
            }),
        ));
        layouts.push(Some(layout));
    }
    let bind_group_layouts: Vec<_> = layouts.iter().map(Option::as_ref).collect();
    let layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &bind_group_layouts,
        immediate_size: 0,
    });
    Resources { layout, groups }
}

const fn layout_entry(place: &Place, visibility: wgpu::ShaderStages) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry { binding: place.binding.binding, visibility, ty: place.ty, count: None }
}

fn entry(place: &Place) -> wgpu::BindGroupEntry<'_> {
    let resource = match &place.object {
        Object::Buffer(buffer) => buffer.as_entire_binding(),
        Object::View(view) => wgpu::BindingResource::TextureView(view),
        Object::Sampler(sampler) => wgpu::BindingResource::Sampler(sampler),
    };
    wgpu::BindGroupEntry { binding: place.binding.binding, resource }
}

const fn buffer_type(ty: wgpu::BufferBindingType) -> wgpu::BindingType {
    wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None }
}

/// Makes the objects of a program, each texture once.
struct Maker<'a> {
    gpu: &'a Gpu,
    supplies: &'a Supplies<'a>,
    textures: BTreeMap<usize, wgpu::Texture>,
}

impl Maker<'_> {
    fn place(&mut self, binding: Binding, variable: &Variable) -> Result<Place, DrawError> {
        let supplies = self.supplies;
        if let Some(written) = supplies.written.get(&binding) {
            let (ty, object) = self.written(variable, written)?;
            return Ok(Place { binding, ty, object });
        }
        let Some(bound) = supplies.bindings.get(&binding) else {
            return Err(DrawError::Unbound { what: "variable".to_owned(), name: variable.name.clone() });
        };
        let (ty, object) = match (variable.kind, bound) {
            (Kind::Uniform(bytes), Bound::Uniform(data)) => {
                let mut data = data.clone();
                data.resize(data.len().max(bytes as usize).next_multiple_of(16), 0);
                let buffer = self.gpu.buffer(&data, wgpu::BufferUsages::UNIFORM)?;
                (buffer_type(wgpu::BufferBindingType::Uniform), Object::Buffer(buffer))
            }
            (Kind::Words, Bound::Words(data)) => {
                if data.is_empty() || !data.len().is_multiple_of(4) {
                    return Err(plan::invalid(format!("`{}` has {} bytes, no words", variable.name, data.len())));
                }
                let buffer = self.gpu.buffer(data, wgpu::BufferUsages::STORAGE)?;
                (buffer_type(wgpu::BufferBindingType::Storage { read_only: true }), Object::Buffer(buffer))
            }
            (Kind::Texture { view, sample, multisampled }, &Bound::Texture(image)) => {
                let sample_type = self.sample_type(image, sample)?;
                let ty = wgpu::BindingType::Texture { sample_type, view_dimension: view, multisampled };
                (ty, Object::View(self.view(image, view)?))
            }
            (Kind::Sampler { compares }, Bound::Sampler(state)) => {
                if compares != state.compare.is_some() {
                    return Err(mismatch(variable, "one compares and the other does not"));
                }
                let ty = match (compares, format::filters(state)) {
                    (true, _) => wgpu::SamplerBindingType::Comparison,
                    (false, true) => wgpu::SamplerBindingType::Filtering,
                    (false, false) => wgpu::SamplerBindingType::NonFiltering,
                };
                let make = || self.gpu.device.create_sampler(&format::sampler(state));
                (wgpu::BindingType::Sampler(ty), Object::Sampler(self.gpu.checked("samplers", make)?))
            }
            _ => return Err(mismatch(variable, "they are of different kinds")),
        };
        Ok(Place { binding, ty, object })
    }

    /// A variable that is written, with its object.
    fn written(&self, variable: &Variable, written: &Written) -> Result<(wgpu::BindingType, Object), DrawError> {
        match (variable.kind, written) {
            (Kind::Written, Written::Buffer(buffer)) => {
                let ty = buffer_type(wgpu::BufferBindingType::Storage { read_only: false });
                Ok((ty, Object::Buffer(buffer.clone())))
            }
            (Kind::Texels { view, access }, Written::Texture { texture, .. }) => {
                let format = texture.format();
                let ty = wgpu::BindingType::StorageTexture { access, format, view_dimension: view };
                let wanted = wgpu::TextureViewDescriptor { dimension: Some(view), ..Default::default() };
                Ok((ty, Object::View(self.gpu.checked("texture views", || texture.create_view(&wanted))?)))
            }
            _ => Err(mismatch(variable, "they are of different kinds")),
        }
    }

    /// What reads of an image give. A depth texture that is read as floats and one of several samples take no filter.
    fn sample_type(&self, image: usize, sample: Sample) -> Result<wgpu::TextureSampleType, DrawError> {
        let Some(source) = self.supplies.images.get(image) else {
            return Err(plan::invalid(format!("there is no image {image}")));
        };
        Ok(match sample {
            Sample::Depth => wgpu::TextureSampleType::Depth,
            Sample::Sint => wgpu::TextureSampleType::Sint,
            Sample::Uint => wgpu::TextureSampleType::Uint,
            Sample::Float => {
                let filterable = source.format.class() != ChannelClass::Depth && source.kind != ImageKind::D2Ms;
                wgpu::TextureSampleType::Float { filterable }
            }
        })
    }

    fn view(&mut self, number: usize, dimension: wgpu::TextureViewDimension) -> Result<wgpu::TextureView, DrawError> {
        if !self.textures.contains_key(&number)
            && let Some(image) = self.supplies.images.get(number)
        {
            self.textures.insert(number, image::texture(self.gpu, image)?);
        }
        let Some(texture) = self.textures.get(&number) else {
            return Err(plan::invalid(format!("there is no image {number}")));
        };
        let wanted = wgpu::TextureViewDescriptor { dimension: Some(dimension), ..Default::default() };
        self.gpu.checked("texture views", || texture.create_view(&wanted))
    }
}

fn mismatch(variable: &Variable, message: &str) -> DrawError {
    DrawError::Mismatch { what: "variable".to_owned(), name: variable.name.clone(), message: message.to_owned() }
}

impl Gpu {
    /// Makes a buffer with these bytes, filled up with zeros to whole words.
    pub(super) fn buffer(&self, data: &[u8], usage: wgpu::BufferUsages) -> Result<wgpu::Buffer, DrawError> {
        let size = data.len().next_multiple_of(4).max(4);
        let mut words = data.to_vec();
        words.resize(size, 0);
        self.checked("buffers", || {
            let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: size as u64,
                usage: usage | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            });
            self.queue.write_buffer(&buffer, 0, &words);
            buffer
        })
    }

    /// Reads a buffer that can be copied from.
    pub(super) fn read(&self, buffer: &wgpu::Buffer) -> Result<Vec<u8>, DrawError> {
        let size = buffer.size();
        let shown = self.checked("read back", || {
            let shown = self.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            });
            let mut encoder = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
            encoder.copy_buffer_to_buffer(buffer, 0, &shown, 0, size);
            self.queue.submit([encoder.finish()]);
            shown.map_async(wgpu::MapMode::Read, .., |_| ());
            shown
        })?;
        self.wait()?;
        match shown.get_mapped_range(..) {
            Ok(view) => Ok(view.to_vec()),
            Err(error) => Err(DrawError::Device { at: "read back".to_owned(), message: error.to_string() }),
        }
    }
}
