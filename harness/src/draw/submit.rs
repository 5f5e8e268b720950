//! Draws for engines: translated text with a scene, and pictures of what comes back.

use std::sync::Arc;

use dxbc_translator::options::Target as Language;
use dxbc_translator::program::{Component, Stage};
use dxbc_translator::reflect::{Attribute, Feed, Reflection};
use dxbc_translator::translate::Shader;

use crate::case::scene::{Geometry, Scene, SceneBindings};
use crate::case::state::{DepthBuffer, DepthSaved, Target, Winding};
use crate::engine;
use crate::engine::{
    AttributeRead, AttributeScalar, ColorTarget, Draw, DrawCall, DrawOutput, Framebuffer, IndexBuffer, IndexSize,
    ProgramSource, Raster, TexelFormat, Topology, VertexBuffer,
};
use crate::interp::{Comparison, Views};

use super::bind::{self, BindError};
use super::bind_wgsl;
use super::merge;
use super::picture::{DEPTH_LAYER, Layer, Picture, Scalar, Texel};
use super::state;
use super::tile;
use super::vertex::Output;
use super::views;

/// A fragment shader for draws without one.
const fn no_fragments(language: Language) -> &'static str {
    match language {
        Language::Glsl => {
            "#version 300 es\nprecision highp float;\nout vec4 color;\nvoid main() { color = vec4(0.0); }\n"
        }
        Language::Wgsl => "@fragment fn main() {}\n",
    }
}

/// A draw and what its result looks like.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The draw.
    pub draw: Draw,
    /// Width of the picture.
    width: u32,
    /// Height of the picture.
    height: u32,
    /// Its layers, without texels.
    layers: Vec<Layer>,
    /// For each target of the draw the layer that it becomes, if any, and what the scene makes of its texels.
    targets: Vec<Option<(usize, Target)>>,
    /// What is drawn at all, if not everything.
    scissor: Option<[i64; 4]>,
    /// What the depth buffer is cleared to.
    depth_clear: f32,
    /// The fragment shader's reflection and the views that it writes, if it writes some.
    views: Option<Box<(Reflection, Views)>>,
}

impl Submission {
    /// The picture of what an engine gave, whose first row is Direct3D's top row (see [`super`]).
    #[must_use]
    pub fn picture(&self, output: &DrawOutput) -> Picture {
        let mut picture = Picture { width: self.width, height: self.height, layers: self.layers.clone() };
        for (bytes, target) in output.targets.iter().zip(&self.targets) {
            if let Some((layer, target)) = target
                && let Some(layer) = picture.layers.get_mut(*layer)
            {
                let cleared = merge::cleared(target);
                let drawn = texels(bytes, 4);
                let stored = drawn.into_iter().map(|texel| merge::merge(target, cleared, [texel; 2]));
                layer.texels = self.cut(stored, cleared);
            }
        }
        if let Some(bytes) = &output.depth
            && let Some(layer) = picture.layers.iter_mut().find(|layer| layer.name == DEPTH_LAYER)
        {
            layer.texels = self.cut(texels(bytes, 1).into_iter(), Texel::new([self.depth_clear.to_bits(); 4]));
        }
        if let Some((reflection, views)) = self.views.as_deref() {
            picture.layers.extend(views::layers(&views::read_back(views, reflection, &output.stored)));
        }
        for (bytes, layer) in output.captured.iter().zip(&mut picture.layers) {
            layer.texels = texels(bytes, usize::from(layer.components));
        }
        picture
    }

    /// Texels, where the scissor lets pixels through.
    fn cut(&self, texels: impl Iterator<Item = Texel>, cleared: Texel) -> Vec<Texel> {
        let Some([left, top, right, bottom]) = self.scissor else { return texels.collect() };
        let width = i64::from(self.width.max(1));
        let is_drawn =
            |number: i64| (left..right).contains(&(number % width)) && (top..bottom).contains(&(number / width));
        (0..).zip(texels).map(|(number, texel)| if is_drawn(number) { texel } else { cleared }).collect()
    }
}

/// Words of `components` each as texels; a single word stands in all components.
fn texels(bytes: &[u8], components: usize) -> Vec<Texel> {
    let words: Vec<u32> = bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
    let texel = |words: &[u32]| match words {
        [word] => Texel::new([*word; 4]),
        _ => Texel::new(std::array::from_fn(|component| words.get(component).copied().unwrap_or(0))),
    };
    words.chunks(components.max(1)).map(texel).collect()
}

fn layer(name: impl Into<String>, scalar: Scalar, components: u8) -> Layer {
    Layer { name: name.into(), scalar, components, texels: Vec::new() }
}

/// The type of a variable in either language: what its components are and how many there are.
pub(super) fn shape(ty: &str) -> (Scalar, u8) {
    let scalar = match (ty.as_bytes().first(), ty.as_bytes().last()) {
        (Some(b'u'), _) | (_, Some(b'u')) => Scalar::Uint,
        (Some(b'i'), _) | (_, Some(b'i')) => Scalar::Int,
        _ => Scalar::Float,
    };
    let width = ty.split_once("vec").and_then(|(_, width)| width.chars().next()?.to_digit(10));
    (scalar, width.and_then(|width| u8::try_from(width).ok()).unwrap_or(1))
}

/// The outputs of a vertex shader that can be captured, the position among them.
#[must_use]
pub fn outputs(reflection: &Reflection, position: Option<u32>) -> Vec<Output> {
    let varyings = reflection.varyings.iter().filter_map(|varying| {
        let lanes: Vec<u8> = lanes(varying.element.lanes);
        Some(Output {
            name: varying.name.clone(),
            scalar: shape(varying.ty).0,
            register: varying.element.register?,
            lanes,
        })
    });
    let position = position.map(|register| Output {
        name: "gl_Position".into(),
        scalar: Scalar::Float,
        register,
        lanes: vec![0, 1, 2, 3],
    });
    varyings.chain(position).collect()
}

/// The numbers of lanes that are spelt as letters.
pub(super) fn lanes(letters: &str) -> Vec<u8> {
    let number = |letter: char| Component::ALL.iter().find(|component| component.letter() == letter);
    letters.chars().filter_map(number).map(|&component| component as u8).collect()
}

/// The draw that captures the outputs of a vertex shader.
///
/// # Errors
/// [`BindError`] for what the text needs and the scene does not have.
pub fn vertex(language: Language, shader: &Shader, scene: &Scene, outputs: &[Output]) -> Result<Submission, BindError> {
    let Some(geometry) = &scene.geometry else { return Err(BindError::new("there is no mesh")) };
    let mut draw = Draw {
        program: program(scene, shader.source.clone(), no_fragments(language).to_owned()),
        vertex_buffers: vertex_buffers(&shader.reflection.attributes, geometry)?,
        call: DrawCall {
            topology: Topology::Points,
            first: 0,
            count: geometry.vertices,
            instances: geometry.instances,
            indices: None,
        },
        ..Draw::default()
    };
    bind(language, &mut draw, &[(&shader.reflection, scene.bindings_of(Stage::Vertex))])?;
    let mut layers = Vec::new();
    for output in outputs {
        let varying = shader.reflection.varyings.iter().find(|varying| varying.name == output.name);
        let width = varying.map_or(4, |varying| shape(varying.ty).1);
        let location = varying.and_then(|varying| varying.location);
        draw.capture.push(engine::Varying { name: output.name.clone(), location, components: width.into() });
        layers.push(layer(output.name.clone(), output.scalar, width));
    }
    let width = geometry.vertices * geometry.instances;
    Ok(Submission { draw, width, height: 1, layers, targets: Vec::new(), scissor: None, depth_clear: 1.0, views: None })
}

/// The draw of a pixel shader alone.
///
/// # Errors
/// [`BindError`] for what the text needs and the scene does not have.
pub fn pixel(language: Language, shader: &Shader, scene: &Scene) -> Result<Submission, BindError> {
    let mut inputs = Vec::new();
    for varying in &shader.reflection.varyings {
        let found = scene.pixel_inputs.iter().find(|input| varying.element.is(&input.semantic, input.index));
        match found {
            Some(input) => inputs.push((varying, input)),
            None => return Err(BindError::new(format!("nothing feeds {}", varying.name))),
        }
    }
    let mut draw = Draw {
        call: DrawCall { count: tile::vertices(scene), ..DrawCall::default() },
        raster: Raster { front_face: state::front_face(language, Winding::Clockwise), ..Raster::default() },
        ..Draw::default()
    };
    bind(language, &mut draw, &[(&shader.reflection, scene.bindings_of(Stage::Pixel))])?;
    let vertex = tile::bind(language, &mut draw, &inputs, scene);
    draw.program = program(scene, vertex, shader.source.clone());
    // Tiles do not overlap, so what they write is not tested.
    let depth = scene.depth.filter(|depth| depth.saved == DepthSaved::Yes);
    let depth = depth.map(|depth| DepthBuffer { test: Some(Comparison::Always), ..depth });
    targets(draw, scene, depth, Some(&shader.reflection))
}

/// The draw of a whole program; without a fragment shader it draws to the depth buffer.
///
/// # Errors
/// [`BindError`] for what the text needs and the scene does not have, and for state that GL ES does not have.
pub fn whole(
    language: Language,
    vertex: &Shader,
    fragment: Option<&Shader>,
    scene: &Scene,
) -> Result<Submission, BindError> {
    let Some(geometry) = &scene.geometry else { return Err(BindError::new("there is no mesh")) };
    // GL takes flat values from the last vertex of a triangle, Direct3D and WebGPU from the first.
    let turned = |&[a, b, c]: &[u32; 3]| match language {
        Language::Glsl => [b, c, a],
        Language::Wgsl => [a, b, c],
    };
    let indices = geometry.indices.as_chunks::<3>().0.iter().flat_map(turned);
    let text = fragment.map_or_else(|| no_fragments(language).to_owned(), |fragment| fragment.source.clone());
    let mut draw = Draw {
        program: program(scene, vertex.source.clone(), text),
        vertex_buffers: vertex_buffers(&vertex.reflection.attributes, geometry)?,
        call: DrawCall {
            topology: Topology::Triangles,
            first: 0,
            count: u32::try_from(geometry.indices.len()).unwrap_or(0),
            instances: geometry.instances,
            indices: Some(IndexBuffer { data: indices.flat_map(u32::to_le_bytes).collect(), size: IndexSize::U32 }),
        },
        raster: state::raster(language, scene)?,
        ..Draw::default()
    };
    let mut stages = vec![(&vertex.reflection, scene.bindings_of(Stage::Vertex))];
    stages.extend(fragment.map(|fragment| (&fragment.reflection, scene.bindings_of(Stage::Pixel))));
    bind(language, &mut draw, &stages)?;
    targets(draw, scene, scene.depth, fragment.map(|fragment| &fragment.reflection))
}

/// Adds everything that the shaders of a program read to a draw.
fn bind(language: Language, draw: &mut Draw, stages: &[(&Reflection, &SceneBindings)]) -> Result<(), BindError> {
    match language {
        Language::Glsl => bind::bind(draw, stages),
        Language::Wgsl => bind_wgsl::bind(draw, stages),
    }
}

fn program(scene: &Scene, vertex: String, fragment: String) -> Arc<ProgramSource> {
    Arc::new(ProgramSource { name: scene.case.clone(), vertex, fragment })
}

/// Adds the scene's targets and views, and a depth buffer. Targets hold all bits of what is written; what their formats make of
/// it is done when the picture is made. A target that the fragment shader does not write keeps what it holds.
fn targets(
    mut draw: Draw,
    scene: &Scene,
    depth: Option<DepthBuffer>,
    fragment: Option<&Reflection>,
) -> Result<Submission, BindError> {
    let written = fragment.map_or(&[][..], |fragment| &fragment.render_targets);
    let views = fragment.filter(|_| !scene.views.is_empty());
    if let Some(reflection) = views {
        draw.stored = views::stored(reflection, &scene.views)?;
    }
    let mut framebuffer = Framebuffer { width: scene.width, height: scene.height, targets: Vec::new(), depth: None };
    let mut layers = Vec::new();
    let mut places = Vec::new();
    let count = scene.targets.keys().next_back().map_or(0, |last| last + 1);
    for slot in 0..count {
        let target = scene.targets.get(&slot);
        let scalar = target.map_or(Scalar::Float, Target::scalar);
        let format = match scalar {
            Scalar::Float => TexelFormat::RGBA32F,
            Scalar::Uint => TexelFormat::RGBA32UI,
            Scalar::Int => TexelFormat::RGBA32I,
        };
        framebuffer.targets.push(ColorTarget { format, clear: target.map_or([0; 4], |target| target.clear) });
        places.push(target.map(|target| (layers.len(), *target)));
        match target {
            None => draw.unwritten.push(slot as usize),
            Some(target) => {
                if !written.iter().any(|output| output.location == slot) {
                    draw.unwritten.push(slot as usize);
                }
                state::check_target(target)?;
                layers.push(layer(format!("target{slot}"), scalar, target.components()));
            }
        }
    }
    if let Some(buffer) = depth {
        framebuffer.depth = Some(state::depth(&buffer)?);
        if buffer.saved == DepthSaved::Yes {
            layers.push(layer(DEPTH_LAYER, Scalar::Float, 1));
        }
    }
    if framebuffer.targets.is_empty() {
        // So that there is something to read back.
        draw.unwritten.push(0);
        framebuffer.targets.push(ColorTarget { format: TexelFormat::RGBA32F, clear: [0; 4] });
        places.push(None);
    }
    draw.framebuffer = Some(framebuffer);
    Ok(Submission {
        draw,
        width: scene.width,
        height: scene.height,
        layers,
        targets: places,
        scissor: scene.raster.scissor,
        depth_clear: depth.map_or(1.0, |depth| depth.clear),
        views: views.map(|reflection| Box::new((reflection.clone(), scene.views.clone()))),
    })
}

/// One buffer for each attribute, four words an element.
fn vertex_buffers(attributes: &[Attribute], geometry: &Geometry) -> Result<Vec<VertexBuffer>, BindError> {
    let mut buffers = Vec::new();
    for attribute in attributes {
        let found = geometry.attributes.iter().find(|found| attribute.element.is(&found.semantic, found.index));
        let Some(found) = found else { return Err(BindError::new(format!("nothing feeds {}", attribute.name))) };
        let scalar = match attribute.element.component {
            dxbc_translator::ir::Scalar::I32 => AttributeScalar::I32,
            dxbc_translator::ir::Scalar::U32 => AttributeScalar::U32,
            dxbc_translator::ir::Scalar::F32
            | dxbc_translator::ir::Scalar::Bool
            | dxbc_translator::ir::Scalar::Bits
            | dxbc_translator::ir::Scalar::F64 => AttributeScalar::F32,
        };
        let read = match attribute.feed {
            Feed::Float => AttributeRead::Float,
            Feed::Format if scalar == AttributeScalar::F32 => AttributeRead::Float,
            Feed::Int | Feed::Uint | Feed::Format => AttributeRead::Integer,
        };
        buffers.push(VertexBuffer {
            data: found.values.iter().flatten().flat_map(|word| word.to_le_bytes()).collect(),
            stride: 16,
            divisor: u32::from(found.per_instance),
            attributes: vec![engine::Attribute {
                name: attribute.name.clone(),
                location: attribute.location,
                offset: 0,
                components: 4,
                scalar,
                read,
            }],
        });
    }
    Ok(buffers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_shapes() {
        assert_eq!(shape("vec3"), (Scalar::Float, 3));
        assert_eq!(shape("float"), (Scalar::Float, 1));
        assert_eq!(shape("uint"), (Scalar::Uint, 1));
        assert_eq!(shape("ivec2"), (Scalar::Int, 2));
        assert_eq!(shape("f32"), (Scalar::Float, 1));
        assert_eq!(shape("i32"), (Scalar::Int, 1));
        assert_eq!(shape("vec3u"), (Scalar::Uint, 3));
        assert_eq!(shape("vec4f"), (Scalar::Float, 4));
    }

    #[test]
    fn lanes_are_numbers() {
        assert_eq!(lanes("yz"), [1, 2]);
    }

    #[test]
    fn a_single_word_stands_in_all_components() {
        assert_eq!(texels(&[7, 0, 0, 0], 1), [Texel::new([7; 4])]);
        assert_eq!(texels(&[7, 0, 0, 0, 8, 0, 0, 0], 2), [Texel::new([7, 8, 0, 0])]);
    }
}
