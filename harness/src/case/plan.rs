//! The plan: derives everything of a draw that the case does not give, from the case's name and from what the shaders
//! declare, so that the same case is the same draw everywhere and always.
//!
//! Constants follow the names and types of the reflection data; matrices are made so that the mesh is seen. Whether a
//! shader multiplies them with row or column vectors is found by running it: the convention that puts more of the mesh
//! into view is taken.

use std::collections::BTreeMap;

use dxbc_translator::container::rdef::{BindingKind, Buffer, BufferKind, Reflection};
use dxbc_translator::container::signature::{ComponentType, SystemValue};
use dxbc_translator::program::ResourceDimension;
use dxbc_translator::program::declaration::SamplerMode;

use super::attributes;
use super::buffers::{self, BufferUse, WordUse};
use super::constants::{self, Recipe};
use super::dispatch::views;
use super::file::{
    AddressFile, ComparisonFile, DepthUse, DrawFile, FilterFile, MeshKind, ResourceFile, SamplerFile, TargetFormat,
};
use super::matrices::Convention;
use super::mesh::{self, Mesh, Vertex};
use super::pixels;
use super::scene::{Geometry, Scene, SceneBindings, SceneResource};
use super::stage::{ResourceUse, StageUnit};
use super::state::{DepthBuffer, DepthSaved, Rasterizer, Target, Topology};
use super::textures::{self, TextureUse};
use super::usage::{Usage, usage};
use super::{Case, CaseError, Stages};
use crate::draw::check::Check;
use crate::draw::feed;
use crate::interp::{Address, Comparison, Filter, Interpreter, Options, Sampler, Views};

/// Width and height, if the case does not say.
const SIZE: [u32; 2] = [32, 32];

/// Vertices of a shader that reads nothing but their number: one triangle.
const VERTICES: u32 = 3;

/// Instances of a shader that tells them apart.
const INSTANCES: u32 = 3;

/// Rows of a constant buffer whose size the program does not tell.
const UNKNOWN_ROWS: u32 = 64;

impl Case {
    /// The draw of one of the case's variants.
    ///
    /// # Errors
    /// [`CaseError`] as [`Case::stages`].
    pub fn plan(&self, variant: &str) -> Result<(Stages, Scene), CaseError> {
        self.plan_for(variant, Check::Program)
    }

    /// The draw of one of the case's variants, and the stages that take part in it: all for a program, else the one
    /// that is looked at.
    ///
    /// # Errors
    /// [`CaseError`] as [`Case::stages`].
    pub fn plan_for(&self, variant: &str, check: Check) -> Result<(Stages, Scene), CaseError> {
        let stages = self.stages(variant)?;
        let stages = match check {
            Check::Vertex => Stages { pixel: None, ..stages },
            Check::Pixel => Stages { vertex: None, ..stages },
            Check::Program => stages,
        };
        let scene = plan(&self.name, &stages, &self.file.draw);
        Ok((stages, scene))
    }
}

/// The draw of some stages. `case` seeds it.
#[must_use]
pub fn plan(case: &str, stages: &Stages, file: &DrawFile) -> Scene {
    let candidates = [Convention::Columns, Convention::Rows, Convention::Identity];
    let mut best: Option<(usize, Scene)> = None;
    for convention in candidates {
        let scene = Planner { case, stages, file, convention }.scene();
        let Some(vertex) = &stages.vertex else { return scene };
        let seen = vertices_in_view(vertex, &scene);
        let all = scene.geometry.as_ref().map_or(0, |geometry| geometry.vertices * geometry.instances) as usize;
        if best.as_ref().is_none_or(|(most, _)| seen > *most) {
            best = Some((seen, scene));
        }
        if seen >= all {
            break;
        }
    }
    best.map_or_else(|| Planner { case, stages, file, convention: Convention::Columns }.scene(), |(_, scene)| scene)
}

/// How many vertices the shader puts into the clip volume; those that cannot be run are none.
fn vertices_in_view(unit: &StageUnit, scene: &Scene) -> usize {
    let position = unit.outputs.elements.iter().find(|element| element.system_value == SystemValue::Position);
    let Some(register) = position.and_then(|element| element.register) else { return 0 };
    let Ok(interpreter) = Interpreter::new(&unit.program, Options::default()) else { return 0 };
    let Ok(bindings) = feed::bindings(&scene.bindings) else { return 0 };
    let inputs = feed::vertex_inputs(unit, scene);
    let Ok(results) = interpreter.run_vertices(&bindings, &inputs) else { return 0 };
    let inside = |position: &[crate::interp::Value; 4]| {
        let [x, y, z, w] = position.map(crate::interp::Value::as_f32);
        w > 0.0 && x.abs() <= w && y.abs() <= w && (0.0..=w).contains(&z)
    };
    results.iter().filter(|result| result.outputs.get(register as usize).is_some_and(inside)).count()
}

struct Planner<'a> {
    case: &'a str,
    stages: &'a Stages,
    file: &'a DrawFile,
    convention: Convention,
}

impl Planner<'_> {
    fn size(&self) -> [u32; 2] {
        self.file.size.unwrap_or(SIZE)
    }

    fn recipe(&self) -> Recipe<'_> {
        Recipe { case: self.case, convention: self.convention, size: self.size(), given: &self.file.constants }
    }

    fn scene(&self) -> Scene {
        let [width, height] = self.size();
        let mut conflicts = Vec::new();
        let mut scene = Scene {
            case: self.case.to_owned(),
            width,
            height,
            bindings: self.bindings(&mut conflicts),
            vertex_bindings: None,
            geometry: self.stages.vertex.as_ref().map(|unit| self.geometry(unit)),
            pixel_inputs: Vec::new(),
            targets: self.targets(),
            depth: None,
            raster: Rasterizer::default(),
            views: self
                .stages
                .pixel
                .as_ref()
                .map_or_else(Views::default, |unit| views(self.case, unit, &self.file.views)),
            conflicts,
        };
        // Depth is looked at where the shader writes it, and where nothing else would show what it discards.
        let writes_depth = self.stages.pixel.as_ref().is_some_and(StageUnit::writes_depth);
        let saved = if writes_depth || scene.targets.is_empty() { DepthSaved::Yes } else { DepthSaved::No };
        scene.depth = DepthBuffer::of(self.file.depth.unwrap_or(DepthUse::LessEqual), saved);
        if let Some(pixel) = &self.stages.pixel {
            let tiles = scene.tiles();
            scene.pixel_inputs = pixels::inputs(self.case, pixel, self.file, self.size(), tiles[0] * tiles[1]);
        }
        scene
    }

    fn targets(&self) -> BTreeMap<u32, Target> {
        let mut targets = BTreeMap::new();
        let Some(pixel) = &self.stages.pixel else { return targets };
        for element in &pixel.outputs.elements {
            if element.output_value() != SystemValue::Target {
                continue;
            }
            let given = self.file.targets.get(&element.index.to_string()).copied();
            let by_type = match element.component_type {
                ComponentType::Uint32 | ComponentType::Uint16 | ComponentType::Uint64 => TargetFormat::Uint,
                ComponentType::Sint32 | ComponentType::Sint16 | ComponentType::Sint64 => TargetFormat::Sint,
                ComponentType::Unknown
                | ComponentType::Float32
                | ComponentType::Float16
                | ComponentType::Float64
                | ComponentType::Other(_) => TargetFormat::Float,
            };
            targets.insert(element.register.unwrap_or(element.index), given.unwrap_or(by_type).into());
        }
        targets
    }

    fn geometry(&self, unit: &StageUnit) -> Geometry {
        let instances = self.file.instances.unwrap_or(if attributes::is_instanced(unit) { INSTANCES } else { 1 });
        let has_attributes = attributes::has_attributes(unit);
        let mesh = match self.file.mesh {
            Some(kind) => mesh::mesh(kind),
            None if has_attributes => mesh::mesh(MeshKind::Grid),
            None => {
                let count = self.file.vertices.unwrap_or(VERTICES);
                Mesh { vertices: vec![Vertex::default(); count as usize], indices: (0..count).collect() }
            }
        };
        Geometry {
            topology: Topology::Triangles,
            vertices: u32::try_from(mesh.vertices.len()).unwrap_or(0),
            instances,
            attributes: attributes::attributes(self.case, unit, self.file, &mesh, instances),
            indices: mesh.indices,
        }
    }

    fn bindings(&self, conflicts: &mut Vec<String>) -> SceneBindings {
        let mut bindings = SceneBindings::default();
        let uses: Vec<(&StageUnit, Usage)> = self.stages.iter().map(|unit| (unit, usage(unit))).collect();
        for (unit, _) in &uses {
            for found in unit.constants() {
                let rows = if found.rows == 0 { UNKNOWN_ROWS } else { found.rows };
                let bytes = self.constants(unit, found.space, found.register, rows);
                let bound = bindings.constants.entry((found.space, found.register)).or_default();
                // The stage that declares more rows adds what the other one lacks.
                let more = bytes.get(bound.len()..).unwrap_or_default();
                bound.extend_from_slice(more);
            }
        }
        let compared: Vec<u32> = uses.iter().flat_map(|(_, usage)| usage.compared.iter().copied()).collect();
        for (unit, usage) in &uses {
            for (space, register, kind) in unit.resources() {
                let Some(resource) = self.resource(unit, usage, space, register, kind, &compared) else { continue };
                match bindings.resources.get(&(space, register)) {
                    Some(bound) if !alike(bound, &resource) => {
                        conflicts.push(format!("the stages declare t{register} differently"));
                    }
                    Some(_) => {}
                    None => {
                        bindings.resources.insert((space, register), resource);
                    }
                }
            }
        }
        for (unit, usage) in &uses {
            for (space, register, mode) in unit.samplers() {
                let sampler = self.sampler(register, mode, usage, &bindings);
                bindings.samplers.insert((space, register), sampler);
            }
        }
        bindings
    }

    fn constants(&self, unit: &StageUnit, space: u32, register: u32, rows: u32) -> Vec<u8> {
        let layout = unit.names.as_ref().and_then(|names| {
            let binding = names.binding(&[BindingKind::ConstantBuffer], register, space)?;
            layout_of(names, &binding.name, &[BufferKind::ConstantBuffer])
        });
        let mut bytes = constants::constants(self.recipe(), &format!("cb{register}"), rows, layout);
        if let Some(words) = self.file.rows.get(&format!("cb{register}")) {
            for (slot, number) in bytes.chunks_exact_mut(4).zip(words.flatten()) {
                slot.copy_from_slice(&number.bits().to_le_bytes());
            }
        }
        bytes
    }

    fn resource(
        &self,
        unit: &StageUnit,
        usage: &Usage,
        space: u32,
        register: u32,
        kind: ResourceUse,
        compared: &[u32],
    ) -> Option<SceneResource> {
        let key = format!("t{register}");
        let default = ResourceFile::default();
        let file = self.file.resources.get(&key).unwrap_or(&default);
        let kinds =
            [BindingKind::Texture, BindingKind::TextureBuffer, BindingKind::Structured, BindingKind::ByteAddress];
        let binding = unit.names.as_ref().and_then(|names| names.binding(&kinds, register, space));
        // Elements of an array have a name in common.
        let name =
            binding.map_or_else(|| key.clone(), |binding| format!("{}{}", binding.name, register - binding.slot));
        let layout = unit.names.as_ref().zip(binding).and_then(|(names, binding)| {
            layout_of(names, &binding.name, &[BufferKind::TextureBuffer, BufferKind::StructuredElement])
        });
        let [floats, integers] = usage.votes.get(&register).copied().unwrap_or_default();
        let words = if integers > floats { WordUse::Integers } else { WordUse::Floats };
        let buffer = BufferUse { name: &name, layout, words, file };
        match kind {
            ResourceUse::Raw => Some(buffers::raw(self.recipe(), buffer)),
            ResourceUse::Structured(stride) => Some(buffers::structured(self.recipe(), buffer, stride)),
            ResourceUse::Typed(ResourceDimension::Buffer, returns) => {
                Some(buffers::typed(self.recipe(), buffer, returns))
            }
            ResourceUse::Typed(dimension, returns) => {
                let kind = TextureUse { dimension, returns, is_depth: compared.contains(&register) };
                textures::texture(self.case, &name, kind, file).map(SceneResource::Texture)
            }
        }
    }

    fn sampler(&self, register: u32, mode: SamplerMode, usage: &Usage, bindings: &SceneBindings) -> Sampler {
        let default = SamplerFile::default();
        let file = self.file.samplers.get(&format!("s{register}")).unwrap_or(&default);
        // A linear filter has no meaning on integers, and GL has none on depth textures that are not compared.
        let unfilterable = usage.pairs.iter().filter(|(_, sampler)| *sampler == register).any(|(texture, _)| {
            bindings.resources.iter().any(|((_, number), resource)| number == texture && !is_filterable(resource))
        });
        let filter = file.filter.unwrap_or(match mode {
            _ if unfilterable => FilterFile::Point,
            SamplerMode::Comparison => FilterFile::Bilinear,
            SamplerMode::Default | SamplerMode::Mono => FilterFile::Trilinear,
        });
        let (inside, between) = match filter {
            FilterFile::Point => (Filter::Point, Filter::Point),
            FilterFile::Bilinear => (Filter::Linear, Filter::Point),
            FilterFile::Trilinear => (Filter::Linear, Filter::Linear),
        };
        let compares = mode == SamplerMode::Comparison;
        let address = file.address.unwrap_or(if compares { AddressFile::Clamp } else { AddressFile::Wrap });
        let comparison = file.comparison.unwrap_or(ComparisonFile::LessEqual);
        Sampler {
            mag: inside,
            min: inside,
            mip: between,
            address: [match address {
                AddressFile::Wrap => Address::Wrap,
                AddressFile::Mirror => Address::Mirror,
                AddressFile::Clamp => Address::Clamp,
            }; 3],
            min_lod: file.min_lod.unwrap_or(0.0),
            max_lod: file.max_lod.unwrap_or(16.0),
            comparison: if compares { compare(comparison) } else { Comparison::Never },
            ..Sampler::DEFAULT
        }
    }
}

const fn compare(comparison: ComparisonFile) -> Comparison {
    match comparison {
        ComparisonFile::Never => Comparison::Never,
        ComparisonFile::Less => Comparison::Less,
        ComparisonFile::Equal => Comparison::Equal,
        ComparisonFile::LessEqual => Comparison::LessEqual,
        ComparisonFile::Greater => Comparison::Greater,
        ComparisonFile::NotEqual => Comparison::NotEqual,
        ComparisonFile::GreaterEqual => Comparison::GreaterEqual,
        ComparisonFile::Always => Comparison::Always,
    }
}

fn is_filterable(resource: &SceneResource) -> bool {
    match resource {
        SceneResource::Texture(texture) => !texture.is_depth && !texture.format.is_integer(),
        SceneResource::Typed { .. } | SceneResource::Raw(_) | SceneResource::Structured { .. } => false,
    }
}

/// Whether two stages can share what is bound to a register.
fn alike(a: &SceneResource, b: &SceneResource) -> bool {
    match (a, b) {
        (SceneResource::Texture(a), SceneResource::Texture(b)) => {
            a.dimension == b.dimension && a.format.class() == b.format.class() && a.is_depth == b.is_depth
        }
        (SceneResource::Typed { format: a, .. }, SceneResource::Typed { format: b, .. }) => a == b,
        (SceneResource::Raw(_), SceneResource::Raw(_)) => true,
        (SceneResource::Structured { stride: a, .. }, SceneResource::Structured { stride: b, .. }) => a == b,
        _ => false,
    }
}

fn layout_of<'a>(names: &'a Reflection, name: &str, kinds: &[BufferKind]) -> Option<&'a Buffer> {
    kinds.iter().find_map(|&kind| names.buffer(name, kind))
}
