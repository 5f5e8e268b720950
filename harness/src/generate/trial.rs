//! A trial: one generated shader with its scene, what the interpreter says of it, and the draw that shows what an
//! engine makes of its translation.
//!
//! A pixel trial draws `width` x `height` pixels: `v0` is the position, outputs are `o0` and on, four unsigned words
//! each. A vertex trial captures `width` vertices of `height` instances: `v0.x` is the vertex's number, `v1.x` the
//! instance's, outputs are `TEXCOORD0` and on. In both, input `n` of the scene is `v(2 + n)`. Row 0 of an image is GL's
//! bottom row or WebGPU's top row, and the position that the interpreter sees is the engine's: y grows with the rows.
#![allow(clippy::wildcard_enum_match_arm, reason = "what is not named is all alike")]

use std::sync::Arc;

use dxbc_translator::error::{Error, ErrorKind};
use dxbc_translator::options::{FloatRules, IntegerAttributes, Options, RegisterModel, Target};
use dxbc_translator::program::{AssembleError, Stage, assemble_container};
use dxbc_translator::reflect::{self, Element, Reflection};
use dxbc_translator::translate::{decode, translate};

use super::scene::{EngineScene, Input, Scene, WgslScene, bytes_of};
use crate::draw::guard::bind as bind_guard;
use crate::engine::{
    Attribute, AttributeRead, AttributeScalar, ColorTarget, Draw, DrawCall, DrawOutput, Framebuffer, ProgramSource,
    TexelFormat, Topology, Varying, VertexBuffer,
};
use crate::interp::{self, INPUTS, Interpreter, QuadInput, Register, ResourceError, Stop, UNDEFINED_REGISTER, Value};

/// Words of an output.
const LANES: usize = 4;

/// The word that a target is cleared to: what a discarded pixel leaves.
pub const CLEAR: u32 = 0xc1ea_4ed0;

/// A generated shader and what it reads.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Name for reports.
    pub name: String,
    /// The listing, lines of signatures included.
    pub text: String,
    /// Vertex or pixel.
    pub stage: Stage,
    /// Pixels of a row, or vertices.
    pub width: u32,
    /// Rows, or instances.
    pub height: u32,
    /// Outputs of four words.
    pub outputs: u32,
    /// What it reads.
    pub scene: Arc<Scene>,
}

/// Why a trial says nothing.
#[derive(Debug, thiserror::Error)]
pub enum Reject {
    /// The listing cannot be read.
    #[error("not assembled: {0}")]
    Assemble(#[from] AssembleError),
    /// The translator refuses it.
    #[error("{kind}: {error}", kind = .0.kind(), error = .0)]
    Translate(#[from] Error),
    /// The interpreter stopped.
    #[error("interpreter: {0}")]
    Stop(#[from] Stop),
    /// The scene contradicts itself.
    #[error("scene: {0}")]
    Scene(#[from] ResourceError),
}

impl Reject {
    /// A word that groups rejects.
    #[must_use]
    pub fn group(&self) -> String {
        match self {
            Self::Assemble(_) => "not assembled".into(),
            Self::Translate(error) => match error.kind() {
                ErrorKind::Unsupported(feature) => format!("refused ({})", feature.name()),
                kind => kind.to_string(),
            },
            Self::Stop(Stop::OutOfFuel { .. }) => "out of fuel".into(),
            Self::Stop(_) => "interpreter stopped".into(),
            Self::Scene(_) => "scene".into(),
        }
    }
}

/// The word of each output lane of each pixel or vertex; none where Direct3D does not define it. Pixels in rows from
/// y = 0 on, vertices of instance 0 first.
pub type Expected = Vec<Option<u32>>;

impl Trial {
    /// Pixels or vertices of all instances.
    #[must_use]
    pub const fn items(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Words of an item.
    #[must_use]
    pub const fn words(&self) -> usize {
        self.outputs as usize * LANES
    }

    /// What the interpreter says.
    ///
    /// # Errors
    /// Listings and programs that it does not take.
    pub fn expect(&self, options: interp::Options) -> Result<Expected, Reject> {
        let decoded = decode(&assemble_container(&self.text)?)?;
        let interpreter = Interpreter::new(&decoded.program, options)?;
        let bindings = self.scene.bindings()?;
        match self.stage {
            Stage::Vertex => self.vertices(&interpreter, &bindings),
            Stage::Pixel | Stage::Geometry | Stage::Hull | Stage::Domain | Stage::Compute => {
                self.pixels(&interpreter, &bindings)
            }
        }
    }

    fn scene_inputs(&self, registers: &mut [Register; INPUTS], row: usize) {
        for (register, input) in registers.iter_mut().skip(2).zip(&self.scene.inputs) {
            *register = input.rows.get(row).copied().unwrap_or_default().map(Value::new);
        }
    }

    fn vertices(&self, interpreter: &Interpreter, bindings: &interp::Bindings) -> Result<Expected, Reject> {
        let mut expected = Vec::with_capacity(self.items() * self.words());
        for instance in 0..self.height {
            let vertices: Vec<_> = (0..self.width)
                .map(|vertex| {
                    let mut registers = [UNDEFINED_REGISTER; INPUTS];
                    registers[0][0] = Value::new(vertex);
                    registers[1][0] = Value::new(instance);
                    self.scene_inputs(&mut registers, vertex as usize);
                    registers
                })
                .collect();
            for result in interpreter.run_vertices(bindings, &vertices)? {
                let words = result.outputs.iter().take(self.outputs as usize).flatten();
                expected.extend(words.map(|word| (word.defined && !result.tainted).then_some(word.bits)));
            }
        }
        Ok(expected)
    }

    fn pixels(&self, interpreter: &Interpreter, bindings: &interp::Bindings) -> Result<Expected, Reject> {
        let mut expected = vec![None; self.items() * self.words()];
        for (x, y) in (0..self.height).step_by(2).flat_map(|y| (0..self.width).step_by(2).map(move |x| (x, y))) {
            let inputs: [[Register; INPUTS]; 4] = std::array::from_fn(|lane| {
                let (x, y) = pixel_of(x, y, lane);
                let mut registers = [UNDEFINED_REGISTER; INPUTS];
                registers[0] = [x as f32 + 0.5, y as f32 + 0.5, 0.5, 1.0].map(Value::float);
                self.scene_inputs(&mut registers, 0);
                registers
            });
            let result = interpreter.run_quad(bindings, &QuadInput::new(&inputs))?;
            for (lane, pixel) in result.pixels.iter().enumerate() {
                let (x, y) = pixel_of(x, y, lane);
                if x >= self.width || y >= self.height || pixel.tainted {
                    continue;
                }
                let start = (y * self.width + x) as usize * self.words();
                let Some(place) = expected.get_mut(start..start + self.words()) else { continue };
                for (word, value) in place.iter_mut().zip(pixel.targets.iter().flatten()) {
                    *word = if pixel.discarded { Some(CLEAR) } else { value.defined.then_some(value.bits) };
                }
            }
        }
        Ok(expected)
    }

    /// The draw of its translation to a language.
    ///
    /// # Errors
    /// Listings that are not assembled and programs that are not translated.
    pub fn draw(&self, model: RegisterModel, language: Target) -> Result<Draw, Reject> {
        let options = Options {
            target: language,
            register_model: model,
            float_rules: FloatRules::Strict,
            integer_attributes: IntegerAttributes::Native,
            ..Options::default()
        };
        let shader = translate(&assemble_container(&self.text)?, &options)?;
        let draw = if self.stage == Stage::Vertex {
            self.vertex_draw(language, shader.source, &shader.reflection)
        } else {
            self.pixel_draw(language, shader.source, &shader.reflection)
        };
        let mut draw = match language {
            Target::Glsl => {
                let EngineScene { blocks, images, samplers, uniforms } = self.scene.engine();
                Draw { blocks, images, samplers, uniforms, ..draw }
            }
            Target::Wgsl => {
                let WgslScene { images, bindings } = self.scene.wgsl(&shader.reflection);
                Draw { images, bindings, ..draw }
            }
        };
        if let Some(guard) = &shader.reflection.double_guard {
            bind_guard(&mut draw, guard);
        }
        Ok(draw)
    }

    fn vertex_draw(&self, language: Target, vertex: String, reflection: &Reflection) -> Draw {
        let fragment = match language {
            Target::Glsl => "#version 300 es\nvoid main() {}\n",
            Target::Wgsl => "@fragment fn main() {}\n",
        };
        let buffers = (0..).zip(&self.scene.inputs).map(|(number, input)| {
            let (scalar, read) = if input.floats {
                (AttributeScalar::F32, AttributeRead::Float)
            } else {
                (AttributeScalar::U32, AttributeRead::Integer)
            };
            let rows = (0..self.width as usize).flat_map(|row| input.rows.get(row).copied().unwrap_or_default());
            let declared = reflection.attributes.iter().find(|attribute| is_numbered(&attribute.element, number));
            let location = declared.and_then(|attribute| attribute.location);
            let name = format!("in_TEXCOORD{number}");
            let attribute = Attribute { name, location, offset: 0, components: 4, scalar, read };
            // WGSL has no location for what is not read.
            let attributes = if language == Target::Wgsl && location.is_none() { Vec::new() } else { vec![attribute] };
            VertexBuffer { data: bytes_of(rows), stride: 16, divisor: 0, attributes }
        });
        let varying = |number| {
            let declared = reflection.varyings.iter().find(|varying| is_numbered(&varying.element, number));
            let location = declared.and_then(|varying| varying.location);
            Varying { name: format!("vs_TEXCOORD{number}"), location, components: 4 }
        };
        Draw {
            program: self.program(vertex, fragment.to_owned()),
            vertex_buffers: buffers.collect(),
            call: DrawCall {
                topology: Topology::Points,
                count: self.width,
                instances: self.height,
                ..DrawCall::default()
            },
            capture: (0..self.outputs).map(varying).collect(),
            ..Draw::default()
        }
    }

    fn program(&self, vertex: String, fragment: String) -> Arc<ProgramSource> {
        Arc::new(ProgramSource { name: self.name.clone(), vertex, fragment })
    }

    fn pixel_draw(&self, language: Target, fragment: String, reflection: &Reflection) -> Draw {
        let target = ColorTarget { format: TexelFormat::RGBA32UI, clear: [CLEAR; 4] };
        let targets = vec![target; self.outputs as usize];
        let partner = match language {
            Target::Glsl => self.partner(),
            Target::Wgsl => self.wgsl_partner(reflection),
        };
        Draw {
            program: self.program(partner, fragment),
            call: DrawCall { count: 3, ..DrawCall::default() },
            framebuffer: Some(Framebuffer { width: self.width, height: self.height, targets, depth: None }),
            ..Draw::default()
        }
    }

    /// A vertex shader that covers the target and gives every pixel the scene's inputs.
    fn partner(&self) -> String {
        let mut declarations = String::new();
        let mut stores = String::new();
        for (number, input) in self.scene.inputs.iter().enumerate() {
            let row = row_of(input);
            let (ty, value) = if input.floats {
                ("vec4", format!("uintBitsToFloat(uvec4({row}))"))
            } else {
                ("uvec4", format!("uvec4({row})"))
            };
            declarations.push_str(&format!("flat out highp {ty} vs_TEXCOORD{number};\n"));
            stores.push_str(&format!("    vs_TEXCOORD{number} = {value};\n"));
        }
        format!(
            "#version 300 es
{declarations}void main() {{
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
{stores}}}
"
        )
    }

    /// The same in WGSL, with the locations of the shader. Words stand in variables: a constant must be no NaN.
    fn wgsl_partner(&self, reflection: &Reflection) -> String {
        let mut members = String::new();
        let mut words = String::new();
        let mut stores = String::new();
        for reflect::Varying { name, element, location, ty, .. } in &reflection.varyings {
            let row = self.scene.inputs.get(element.index as usize).map_or_else(String::new, row_of);
            let (location, swizzle) = (location.unwrap_or(0), &element.lanes);
            members.push_str(&format!("    @location({location}) @interpolate(flat) {name}: {ty},\n"));
            words.push_str(&format!("var<private> words_{name}: vec4u = vec4u({row});\n"));
            stores.push_str(&format!("    outputs.{name} = bitcast<{ty}>(words_{name}.{swizzle});\n"));
        }
        format!(
            "struct Outputs {{
    @builtin(position) position: vec4f,
{members}}}
{words}@vertex fn main(@builtin(vertex_index) i: u32) -> Outputs {{
    var outputs: Outputs;
    outputs.position = vec4f(select(-1.0f, 3.0f, i == 1u), select(-1.0f, 3.0f, i == 2u), 0.5f, 1.0f);
{stores}    return outputs;
}}
"
        )
    }

    /// The words that a draw gave, in the order of [`Expected`].
    #[must_use]
    pub fn words_of(&self, output: &DrawOutput) -> Vec<u32> {
        let parts = if self.stage == Stage::Vertex { &output.captured } else { &output.targets };
        let mut words = Vec::with_capacity(self.items() * self.words());
        for item in 0..self.items() {
            for part in parts {
                let row = part.get(item * 16..item * 16 + 16).unwrap_or_default();
                words.extend(
                    row.chunks_exact(4).map(|word| word.iter().rev().fold(0, |all, &b| all << 8 | u32::from(b))),
                );
            }
        }
        words
    }
}

/// Whether an element is an input or output of this number.
fn is_numbered(element: &Element, number: u32) -> bool {
    element.semantic.eq_ignore_ascii_case("TEXCOORD") && element.index == number
}

/// The words of the row that all pixels read, as literals.
fn row_of(input: &Input) -> String {
    input.rows.first().copied().unwrap_or_default().map(|word| format!("{word}u")).join(", ")
}

const fn pixel_of(x: u32, y: u32, lane: usize) -> (u32, u32) {
    (x + (lane as u32 & 1), y + (lane as u32 >> 1))
}

/// The lines before the instructions that every trial has: signatures, profile, inputs, outputs.
#[must_use]
pub fn head(stage: Stage, outputs: u32, scene: &Scene) -> String {
    let vertex = stage == Stage::Vertex;
    let mut lines = Vec::new();
    let name = |floats: bool| if floats { "float" } else { "uint" };
    if vertex {
        lines.push(".input SV_VertexID 0 x v0 uint".to_owned());
        lines.push(".input SV_InstanceID 0 x v1 uint".to_owned());
    } else {
        lines.push(".input SV_Position 0 xyzw v0 float".to_owned());
    }
    for (number, input) in scene.inputs.iter().enumerate() {
        lines.push(format!(".input TEXCOORD {number} xyzw v{} {}", number + 2, name(input.floats)));
    }
    for number in 0..outputs {
        let semantic = if vertex { "TEXCOORD" } else { "SV_Target" };
        lines.push(format!(".output {semantic} {number} xyzw o{number} uint"));
    }
    lines.push(if vertex { "vs_5_0" } else { "ps_5_0" }.to_owned());
    for (register, rows) in &scene.constant_buffers {
        lines.push(format!("dcl_constantbuffer CB{register}[{}], dynamicIndexed", rows.len()));
    }
    if vertex {
        lines.push("dcl_input_sgv v0.x, vertex_id".to_owned());
        lines.push("dcl_input_sgv v1.x, instance_id".to_owned());
    } else {
        lines.push("dcl_input_ps_siv linear noperspective v0.xyzw, position".to_owned());
    }
    for number in 0..scene.inputs.len() {
        let declaration = if vertex { "dcl_input" } else { "dcl_input_ps constant" };
        lines.push(format!("{declaration} v{}.xyzw", number + 2));
    }
    lines.extend((0..outputs).map(|number| format!("dcl_output o{number}.xyzw")));
    lines.join("\n") + "\n"
}
