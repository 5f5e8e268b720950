//! The line, and nothing else: bytes to container, program, IR, passes, text.

use std::mem::take;

use crate::container::Container;
use crate::container::rdef::Reflection as ShaderReflection;
use crate::container::signature::Signature;
use crate::error::{Error, Feature, Result};
use crate::ir::{Arena, Module, Node};
use crate::link::{Linkage, StageInterface, link};
use crate::lower::{self, Source};
use crate::options::{Comments, Options, Target};
use crate::passes;
use crate::program::{self, Counts, Items, Listing, Program, Stage};
use crate::reflect::{self, LimitUse, Reflection};
use crate::warnings::Warning;
use crate::write::{self, Mapping, Names};

/// One translated stage.
#[derive(Clone, Debug)]
pub struct Shader {
    /// Vertex, pixel or compute.
    pub stage: Stage,
    /// The text in the language of [`Options::target`].
    pub source: String,
    /// What was dropped or guessed, in the order of the bytecode.
    pub warnings: Vec<Warning>,
    /// The first line of each statement with the byte offset of its instruction.
    pub line_map: Vec<Mapping>,
    /// How to bind what the text declares.
    pub reflection: Reflection,
}

/// A translated program.
#[derive(Clone, Debug)]
pub struct ProgramText {
    /// The vertex shader.
    pub vertex: Shader,
    /// The fragment shader.
    pub fragment: Shader,
    /// What the stages disagreed on.
    pub warnings: Vec<Warning>,
    /// What both take together of the limits of WebGL2; none in WGSL.
    pub limits: Vec<LimitUse>,
}

/// A container, read as far as the translation needs it.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The program.
    pub program: Program,
    /// Input signature; empty if the container has none.
    pub inputs: Signature,
    /// Output signature; empty if the container has none.
    pub outputs: Signature,
    /// Reflection data; stripped containers have none.
    pub reflection: Option<ShaderReflection>,
    /// Findings of the container and the decoder.
    pub warnings: Vec<Warning>,
}

impl Decoded {
    /// What the other stage has to know.
    #[must_use]
    pub const fn interface(&self) -> StageInterface<'_> {
        StageInterface { program: &self.program, inputs: &self.inputs, outputs: &self.outputs }
    }
}

/// Reads a container of any stage.
///
/// # Errors
///
/// `Malformed` and `Limit` for bytes that break the format, `Unsupported` for Direct3D 9 bytecode and DXIL.
pub fn decode(bytes: &[u8]) -> Result<Decoded> {
    decode_into(Items::new(), bytes)
}

/// [`decode`] into the room of a list of items.
fn decode_into(items: Items, bytes: &[u8]) -> Result<Decoded> {
    let container = Container::parse(bytes)?;
    let chunk = container.program()?;
    let (program, found) = program::decode_into(items, chunk.data.data(), chunk.data.absolute(0))
        .map_err(|error| error.at_chunk(chunk.name))?;
    let mut warnings = container.warnings().to_vec();
    warnings.extend(found);
    let reflection = match container.reflection() {
        Ok(reflection) => reflection,
        // Names are a convenience: a damaged chunk must not stand in the way.
        Err(error) => {
            warnings.push(Warning::new(error.at(), format!("the reflection data are ignored: {}", error.message())));
            None
        }
    };
    Ok(Decoded {
        program,
        inputs: container.inputs()?.unwrap_or_default(),
        outputs: container.outputs()?.unwrap_or_default(),
        reflection,
        warnings,
    })
}

/// Translates one vertex or pixel shader, or in WGSL a compute shader. A [`Translator`] is faster for many.
///
/// # Errors
///
/// `Malformed` and `Limit` for bad bytes, `Unsupported` with reason and remedy for what the target cannot
/// express, `Internal` for a fault of this library.
pub fn translate(bytes: &[u8], options: &Options) -> Result<Shader> {
    Translator::new(options).translate(bytes)
}

/// Translates a vertex and a pixel shader that are used together.
///
/// # Errors
///
/// As [`translate`]; `Malformed` too if the stages are not a vertex and a pixel shader.
pub fn translate_program(vertex: &[u8], pixel: &[u8], options: &Options) -> Result<ProgramText> {
    Translator::new(options).translate_program(vertex, pixel)
}

/// Translates many shaders with the same options. What one gives does not depend on those before it: only the room of
/// their largest lists is kept.
#[derive(Debug)]
pub struct Translator<'o> {
    options: &'o Options,
    room: Room,
}

impl<'o> Translator<'o> {
    /// A translator that has no room yet.
    #[must_use]
    pub fn new(options: &'o Options) -> Self {
        Self { options, room: Room::default() }
    }

    /// As [`translate`](fn@translate).
    ///
    /// # Errors
    ///
    /// As [`translate`](fn@translate).
    pub fn translate(&mut self, bytes: &[u8]) -> Result<Shader> {
        let stage = Prepared::alone(bytes, self.options, &mut self.room)?;
        let names = Names::new(&stage.module, self.options);
        stage.write(&names, self.options, &mut self.room)
    }

    /// As [`translate_program`].
    ///
    /// # Errors
    ///
    /// As [`translate_program`].
    pub fn translate_program(&mut self, vertex: &[u8], pixel: &[u8]) -> Result<ProgramText> {
        let Self { options, room } = self;
        let (vertex, pixel) = (decode(vertex)?, decode(pixel)?);
        for (decoded, stage) in [(&vertex, Stage::Vertex), (&pixel, Stage::Pixel)] {
            check_stage(&decoded.program, options.target)?;
            if decoded.program.stage != stage {
                let message = format!(
                    "a {} shader stands where the {} shader of a program belongs",
                    decoded.program.stage.prefix(),
                    stage.prefix()
                );
                return Err(Error::malformed(0, message));
            }
        }
        let (linkage, warnings) = link(vertex.interface(), pixel.interface(), options);
        let vertex = Prepared::new(vertex, &linkage, options, room)?;
        let fragment = Prepared::new(pixel, &linkage, options, room)?;
        let fragment_names = Names::new(&fragment.module, options);
        let uniforms = fragment_names.uniforms(&fragment.module, options.target);
        let vertex_names = Names::beside(&vertex.module, options, &uniforms);
        let vertex = vertex.write(&vertex_names, options, room)?;
        let fragment = fragment.write(&fragment_names, options, room)?;
        let limits = match options.target {
            Target::Glsl => reflect::program_limits(&vertex.reflection, &fragment.reflection),
            Target::Wgsl => Vec::new(),
        };
        Ok(ProgramText { vertex, fragment, warnings, limits })
    }
}

/// Lists whose elements are done with, for their room.
#[derive(Debug, Default)]
struct Room {
    items: Items,
    exprs: Arena<Node>,
}

impl Room {
    /// Items and operands for which room is kept, while the rest of the translation needs its own: nearly all programs
    /// have fewer.
    const ITEMS: Counts = Counts { items: 1024, operands: 4096 };

    /// The program is the largest part of a translation's memory, and its work is done.
    fn keep_items(&mut self, mut items: Items) {
        items.clear();
        if items.room().is_within(Self::ITEMS) {
            self.items = items;
        }
    }
}

/// Translates one vertex or pixel shader to the GLSL of Vulkan: what [`translate`] writes for GLSL ES, printed from the
/// same module in the only form of GLSL that some validators read. [`Options::target`] must be GLSL.
///
/// # Errors
///
/// As [`translate`].
pub fn vulkan_glsl(bytes: &[u8], options: &Options) -> Result<String> {
    let stage = Prepared::alone(bytes, options, &mut Room::default())?;
    let names = Names::new(&stage.module, options);
    Ok(write::glsl::write_vulkan(&stage.module, options, &names)?.source)
}

/// Refuses the stages that the target does not have.
fn check_stage(program: &Program, target: Target) -> Result<()> {
    let name = match program.stage {
        Stage::Vertex | Stage::Pixel => return Ok(()),
        Stage::Compute if target == Target::Wgsl => return Ok(()),
        Stage::Geometry => "geometry",
        Stage::Hull => "hull",
        Stage::Domain => "domain",
        Stage::Compute => "compute",
    };
    let feature = Feature::OtherStage;
    let message = format!("this is a {name} shader: {}", feature.reason(target));
    Err(Error::unsupported(feature, target, message).at_offset(0))
}

/// A stage after its passes.
struct Prepared {
    /// The assembly, where the text is to have it.
    listing: Option<Listing>,
    module: Module,
    reflection: Option<ShaderReflection>,
    warnings: Vec<Warning>,
}

impl Prepared {
    /// A stage that has no other.
    fn alone(bytes: &[u8], options: &Options, room: &mut Room) -> Result<Self> {
        let decoded = decode_into(take(&mut room.items), bytes)?;
        check_stage(&decoded.program, options.target)?;
        let linkage = Linkage::alone(decoded.interface(), options);
        Self::new(decoded, &linkage, options, room)
    }

    fn new(decoded: Decoded, linkage: &Linkage, options: &Options, room: &mut Room) -> Result<Self> {
        let Decoded { program, inputs, outputs, reflection, mut warnings } = decoded;
        let source = Source {
            program: &program,
            inputs: &inputs,
            outputs: &outputs,
            reflection: reflection.as_ref(),
            options,
            linkage,
        };
        let (mut module, found) = lower::lower_into(take(&mut room.exprs), &source)?;
        warnings.extend(found);
        let listing = match options.comments {
            Comments::None => None,
            Comments::Assembly => Some(program::disassemble_with_lines(&program)),
        };
        room.keep_items(program.items);
        passes::run(&mut module, options)?;
        warnings.sort_by_key(|warning| warning.at.offset);
        Ok(Self { listing, module, reflection, warnings })
    }

    fn write(self, names: &Names, options: &Options, room: &mut Room) -> Result<Shader> {
        let line = |item: u32| {
            let listing = self.listing.as_ref()?;
            let lines = listing.item_lines(usize::try_from(item).ok()?);
            let text: Vec<&str> = lines.map(|line| listing.line(line).trim()).collect();
            if text.is_empty() { None } else { Some(text.join("\n")) }
        };
        let listing: Option<write::Listing<'_>> = if self.listing.is_some() { Some(&line) } else { None };
        let (module, shader) = (&self.module, self.reflection);
        let (written, reflection) = match options.target {
            Target::Glsl => {
                let uses = write::glsl::examine(module)?;
                let written = write::glsl::print(module, options, names, &uses, listing)?;
                (written, reflect::reflect(module, names, &uses, shader))
            }
            Target::Wgsl => {
                let uses = write::wgsl::examine(module)?;
                let written = write::wgsl::print(module, options, names, &uses, listing)?;
                (written, reflect::wgsl::reflect(module, names, &uses, shader))
            }
        };
        let stage = module.stage;
        room.exprs = self.module.exprs;
        Ok(Shader { stage, source: written.source, warnings: self.warnings, line_map: written.line_map, reflection })
    }
}
