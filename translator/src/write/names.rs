//! The names of a module's globals, functions and variables, made once for the writer and the reflection.
//!
//! | what | name |
//! | --- | --- |
//! | vertex attribute | `in_` semantic index, as in `in_TEXCOORD3` |
//! | varying, on both sides | `vs_` semantic index, as in `vs_TEXCOORD3` |
//! | render target | `SV_Target` number |
//! | constant buffer | block `ConstantBuffer` register, instance `cb` register |
//! | buffer in a block of its own | block `StructuredBuffer` register, instance `t` register |
//! | texture with sampler | `t0TEX_with_SMPs1`; used to compare: `hlslcc_zcmpt0TEX_with_SMPs1` |
//! | texture without sampler, buffer in a texture | `t0` |
//! | mip count, buffer size | `t0_mips`, `t0_size` |
//! | immediate constants | `ImmCB_0` |
//! | texture that guards the arithmetic of doubles | `_fp64` |
//! | temporaries | `r0`, of integers `r0i` and `r0u`; arrays `TempArray0` |
//! | subroutines | `sub` label |
//!
//! WGSL has textures and samplers of their own: `t0`, `s1`, and used to compare `t0_depth` and `s1_compare`. A member of
//! the outputs is called `position` or `depth`, and a constant buffer after its register. What is written is `u0`, its
//! counter `u0_counter`, and workgroup memory `g0`.
//!
//! In a program whose stages have bindings of their own, or where a uniform of the vertex stage has another type
//! than its namesake of the pixel stage, the names of the vertex stage's uniforms end in `_vs`.
//!
//! A register space other than 0 is added as `_space1`. With [`options::Names::Reflected`] the names of the
//! reflection chunk stand for `ConstantBuffer0`, `t0` and `s0`; instances keep their registers.
//!
//! Varyings are linked by name and Direct3D matches semantics without case, so their semantics are spelled in
//! upper case; attributes keep the case of the signature.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::glsl::keywords::is_reserved;
use super::glsl::types::{buffer_sampler, sampler_name};
use super::namer::{Name, Namer};
use super::part::Spelled;
use super::wanted::{
    DEPTH, Given, input_name, mark_own, register, sampling_name, text_of, texture_register, variable_name, varying,
    with,
};
use super::wgsl::keywords::is_reserved as is_reserved_in_wgsl;
use super::wgsl::types::{BUFFER, texture_type};
use crate::ir::{
    Buffer, ConstantBuffer, Function, GroupMemory, Handle, Input, Module, Output, OutputKind, Sampler, Sampling,
    StorageTexture, Texture, Variable, View,
};
use crate::options::{self, Options, StageBindings, Target};
use crate::program::Stage;

/// Name of the position that a pixel sees, with w as Direct3D has it.
pub const FRAG_COORD: &str = "hlslcc_FragCoord";
/// Name of the function that runs a shader.
pub const ENTRY: &str = "main";
/// What the names of bound values start with, before their number.
pub const LOCAL: &str = "tmp";

/// Whether it may be the name of a bound value.
pub(super) fn is_local(name: &str) -> bool {
    name.strip_prefix(LOCAL).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Name of the texture that the guard of doubles is read from, as the registry's forms have it.
pub const GUARD: &str = "_fp64";
/// Name of the counter that fills an array.
pub const COUNTER: &str = "i";

/// The names of a module, by handle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// All names, one after the other.
    text: String,
    inputs: Vec<Name>,
    outputs: Vec<Name>,
    variables: Vec<Name>,
    blocks: Vec<Block>,
    samplings: Vec<Name>,
    mip_counts: Vec<Name>,
    textures: Vec<[Resource; 2]>,
    samplers: Vec<[Resource; 2]>,
    buffers: Vec<BufferNames>,
    group_memory: Vec<Name>,
    storage_textures: Vec<Name>,
    functions: Vec<Name>,
    immediate_constants: Name,
}

/// The uniforms of a stage with their types: by name in GLSL, which links them so, and by register in WGSL, where
/// registers are bindings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uniforms(BTreeMap<String, Cow<'static, str>>);

/// A name, and whether it is the vertex stage's own and ends in `_vs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Resource {
    name: Name,
    own: bool,
}

/// The names of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BufferNames {
    words: Resource,
    size: Name,
    counter: Name,
}

/// What stands for the type of a constant buffer: those of one register have the same rows in both stages.
const BLOCK: &str = "block";

/// What stands for the type of a buffer: where it is placed in rows, with how many there are.
fn buffer_type(module: &Module, buffer: Handle<Buffer>, words: &'static str) -> Cow<'static, str> {
    match module.placed(buffer) {
        None => Cow::Borrowed(words),
        Some(placed) => Cow::Owned(format!("{} rows", module.constant_buffers[placed.block].rows)),
    }
}
/// Type of mip counts and buffer sizes.
const COUNT: &str = "uint";

/// The two names of a uniform block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    name: Name,
    instance: Resource,
}

/// What decides whether a uniform is the vertex stage's own.
struct Sharing<'a> {
    separate: bool,
    others: &'a Uniforms,
}

impl Sharing<'_> {
    /// Whether a uniform of type `ty` that is looked up by `key` is the vertex stage's own.
    fn is_own(&self, key: impl FnOnce(&mut String), ty: &str) -> bool {
        let differs = || {
            let mut name = String::new();
            key(&mut name);
            self.others.0.get(&name).is_some_and(|other| other != ty)
        };
        self.separate || !self.others.0.is_empty() && differs()
    }
}

impl Names {
    /// Names everything in `module`. The same module and options give the same names.
    #[must_use]
    pub fn new(module: &Module, options: &Options) -> Self {
        Self::beside(module, options, &Uniforms::default())
    }

    /// Names everything in `module`, the vertex stage of a program whose pixel stage has `others`: a uniform of
    /// another type than its namesake there gets a name of its own, for GLSL links both stages' uniforms by name.
    #[must_use]
    pub fn beside(module: &Module, options: &Options, others: &Uniforms) -> Self {
        let separate = module.stage == Stage::Vertex && options.stage_bindings == StageBindings::Separate;
        let sharing = Sharing { separate, others };
        let target = options.target;
        let is_reserved = match target {
            Target::Glsl => is_reserved,
            Target::Wgsl => is_reserved_in_wgsl,
        };
        let mut namer = Namer::new(most_names(module), is_reserved);
        let given = Given { reflected: options.names == options::Names::Reflected };
        // Names that the outside sees come first: what clashes with them gives way.
        let inputs = module.inputs.iter().map(|(_, input)| namer.made(|out| input_name(out, input, module.stage)));
        let inputs = inputs.collect();
        let outputs = module.outputs.iter().map(|(_, output)| output_name(output, target, &mut namer)).collect();
        let blocks = blocks_of(module, &sharing, given, &mut namer);
        let (mut samplings, mut mip_counts, mut textures, mut samplers) = Default::default();
        if target == Target::Glsl {
            samplings = samplings_of(module, &sharing, given, &mut namer);
        } else {
            textures = textures_of(module, &sharing, given, &mut namer);
            samplers = samplers_of(module, &sharing, given, &mut namer);
        }
        let buffers = buffers_of(module, target, &sharing, given, &mut namer);
        if target == Target::Glsl {
            mip_counts = mip_counts_of(module, &sharing, given, &mut namer);
        }
        let storage_textures = module.storage_textures.iter();
        let storage_textures = storage_textures.map(|(_, texture)| {
            given.take(&mut namer, given.or(&texture.name, register("u", texture.register, texture.space)))
        });
        let storage_textures = storage_textures.collect();
        let group_memory = module.group_memory.iter().map(|(_, memory)| namer.made(register("g", memory.register, 0)));
        let group_memory = group_memory.collect();
        let immediate_constants = namer.made(|out| out.push_str("ImmCB_0"));
        let functions = module.functions.iter().enumerate();
        let functions = functions.map(|(index, function)| function_name(index, function, &mut namer)).collect();
        let variables = module.variables.iter();
        let variables = variables.map(|(_, variable)| namer.made(|out| variable_name(out, module, variable))).collect();
        Self {
            inputs,
            outputs,
            variables,
            blocks,
            samplings,
            mip_counts,
            textures,
            samplers,
            buffers,
            group_memory,
            storage_textures,
            functions,
            immediate_constants,
            text: namer.finish(),
        }
    }

    /// The samplers of `module`, which these names are for, with their types.
    #[must_use]
    pub fn uniforms(&self, module: &Module, target: Target) -> Uniforms {
        match target {
            Target::Glsl => {
                let samplings = module.samplings.iter().filter_map(|(handle, sampling)| {
                    Some((self.sampling(handle).to_owned(), Cow::Borrowed(sampler_name(module, sampling)?)))
                });
                let buffers = module.buffers.iter().map(|(handle, buffer)| {
                    (self.buffer(handle).to_owned(), buffer_type(module, handle, buffer_sampler(buffer.kind)))
                });
                Uniforms(samplings.chain(buffers).collect())
            }
            Target::Wgsl => {
                let mut uniforms = BTreeMap::new();
                for (_, sampling) in module.samplings.iter() {
                    let texture = &module.textures[sampling.texture];
                    let depth = sampling.reading.is_of_depths();
                    if let Some(ty) = texture_type(texture, depth) {
                        uniforms.insert(text_of(texture_register(texture, depth)), Cow::Borrowed(ty));
                    }
                }
                for (handle, buffer) in module.buffers.iter().filter(|(_, buffer)| buffer.view == View::Resource) {
                    let ty = buffer_type(module, handle, BUFFER);
                    uniforms.insert(text_of(register("t", buffer.register, buffer.space)), ty);
                }
                Uniforms(uniforms)
            }
        }
    }

    /// Whether there is a name for everything in `module`.
    #[must_use]
    pub fn fit(&self, module: &Module) -> bool {
        self.inputs.len() == module.inputs.len()
            && self.outputs.len() == module.outputs.len()
            && self.variables.len() == module.variables.len()
            && self.blocks.len() == module.constant_buffers.len()
            && (self.samplings.len() == module.samplings.len() && self.mip_counts.len() == module.textures.len()
                || self.textures.len() == module.textures.len() && self.samplers.len() == module.samplers.len())
            && self.buffers.len() == module.buffers.len()
            && self.group_memory.len() == module.group_memory.len()
            && self.storage_textures.len() == module.storage_textures.len()
            && self.functions.len() == module.functions.len()
    }

    /// Attribute or varying.
    #[must_use]
    pub fn input(&self, input: Handle<Input>) -> &str {
        self.at(self.inputs.get(input.index()))
    }

    /// Varying, target, `gl_Position` or `gl_FragDepth`.
    #[must_use]
    pub fn output(&self, output: Handle<Output>) -> &str {
        self.at(self.outputs.get(output.index()))
    }

    /// Register or other storage.
    #[must_use]
    pub fn variable(&self, variable: Handle<Variable>) -> &str {
        self.at(self.variables.get(variable.index()))
    }

    /// Uniform block.
    #[must_use]
    pub fn block(&self, buffer: Handle<ConstantBuffer>) -> &str {
        self.at(self.blocks.get(buffer.index()).map(|block| &block.name))
    }

    /// Instance of a uniform block, by which the text reads its rows.
    #[must_use]
    pub fn instance(&self, buffer: Handle<ConstantBuffer>) -> &str {
        self.at(self.blocks.get(buffer.index()).map(|block| &block.instance.name))
    }

    /// Sampler uniform of a texture, with or without a sampler.
    #[must_use]
    pub fn sampling(&self, sampling: Handle<Sampling>) -> &str {
        self.at(self.samplings.get(sampling.index()))
    }

    /// Uniform that holds the number of mip levels.
    #[must_use]
    pub fn mip_count(&self, texture: Handle<Texture>) -> &str {
        self.at(self.mip_counts.get(texture.index()))
    }

    /// Sampler uniform of a buffer that became a texture.
    #[must_use]
    pub fn buffer(&self, buffer: Handle<Buffer>) -> &str {
        self.at(self.buffers.get(buffer.index()).map(|names| &names.words.name))
    }

    /// Hidden counter of a buffer.
    #[must_use]
    pub fn counter(&self, buffer: Handle<Buffer>) -> &str {
        self.at(self.buffers.get(buffer.index()).map(|names| &names.counter))
    }

    /// Workgroup memory.
    #[must_use]
    pub fn group_memory(&self, memory: Handle<GroupMemory>) -> &str {
        self.at(self.group_memory.get(memory.index()))
    }

    /// Texture that is written.
    #[must_use]
    pub fn storage_texture(&self, texture: Handle<StorageTexture>) -> &str {
        self.at(self.storage_textures.get(texture.index()))
    }

    /// Texture of WGSL, for reads or for comparisons.
    #[must_use]
    pub fn texture(&self, texture: Handle<Texture>, comparison: bool) -> &str {
        self.at(self.textures.get(texture.index()).map(|names| &names[usize::from(comparison)].name))
    }

    /// Sampler of WGSL, for reads or for comparisons.
    #[must_use]
    pub fn sampler(&self, sampler: Handle<Sampler>, comparison: bool) -> &str {
        self.at(self.samplers.get(sampler.index()).map(|names| &names[usize::from(comparison)].name))
    }

    /// Whether a constant buffer is the vertex stage's own.
    #[must_use]
    pub(crate) fn is_own_block(&self, buffer: Handle<ConstantBuffer>) -> bool {
        self.blocks.get(buffer.index()).is_some_and(|block| block.instance.own)
    }

    /// Whether a buffer is the vertex stage's own.
    #[must_use]
    pub(crate) fn is_own_buffer(&self, buffer: Handle<Buffer>) -> bool {
        self.buffers.get(buffer.index()).is_some_and(|names| names.words.own)
    }

    /// Whether a texture of WGSL is the vertex stage's own.
    #[must_use]
    pub(crate) fn is_own_texture(&self, texture: Handle<Texture>, comparison: bool) -> bool {
        self.textures.get(texture.index()).is_some_and(|names| names[usize::from(comparison)].own)
    }

    /// Whether a sampler of WGSL is the vertex stage's own.
    #[must_use]
    pub(crate) fn is_own_sampler(&self, sampler: Handle<Sampler>, comparison: bool) -> bool {
        self.samplers.get(sampler.index()).is_some_and(|names| names[usize::from(comparison)].own)
    }

    /// Uniform that holds the size of a buffer.
    #[must_use]
    pub fn buffer_size(&self, buffer: Handle<Buffer>) -> &str {
        self.at(self.buffers.get(buffer.index()).map(|names| &names.size))
    }

    /// Function by its index in [`Module::functions`].
    #[must_use]
    pub fn function(&self, index: usize) -> &str {
        self.at(self.functions.get(index))
    }

    /// Immediate constant buffer.
    #[must_use]
    pub fn immediate_constants(&self) -> &str {
        self.immediate_constants.within(&self.text)
    }

    fn at(&self, name: Option<&Name>) -> &str {
        name.map_or("", |name| name.within(&self.text))
    }
}

/// The names that expressions and declarations print.
impl Names {
    /// Attribute or varying.
    pub(super) fn spelled_input(&self, input: Handle<Input>) -> Spelled<'_> {
        self.spelled(self.inputs.get(input.index()))
    }

    /// Varying, target, `gl_Position` or `gl_FragDepth`.
    pub(super) fn spelled_output(&self, output: Handle<Output>) -> Spelled<'_> {
        self.spelled(self.outputs.get(output.index()))
    }

    /// Register or other storage.
    pub(super) fn spelled_variable(&self, variable: Handle<Variable>) -> Spelled<'_> {
        self.spelled(self.variables.get(variable.index()))
    }

    /// Sampler uniform of a texture, with or without a sampler.
    pub(super) fn spelled_sampling(&self, sampling: Handle<Sampling>) -> Spelled<'_> {
        self.spelled(self.samplings.get(sampling.index()))
    }

    /// Instance of a uniform block.
    pub(super) fn spelled_instance(&self, buffer: Handle<ConstantBuffer>) -> Spelled<'_> {
        self.spelled(self.blocks.get(buffer.index()).map(|block| &block.instance.name))
    }

    #[inline]
    fn spelled(&self, name: Option<&Name>) -> Spelled<'_> {
        name.copied().unwrap_or_default().spelled(&self.text)
    }
}

impl Given {
    /// A name that may be one of the chunk.
    fn take(self, namer: &mut Namer, wanted: impl FnOnce(&mut String)) -> Name {
        if self.reflected { namer.name(wanted) } else { namer.made(wanted) }
    }

    /// Such a name, with `_vs` after it where it is the vertex stage's own.
    fn resource(self, namer: &mut Namer, wanted: impl FnOnce(&mut String), own: bool) -> Resource {
        Resource { name: self.take(namer, |out| mark_own(out, wanted, own)), own }
    }
}

/// How many names a module takes at most.
fn most_names(module: &Module) -> usize {
    let once = module.inputs.len() + module.outputs.len() + module.variables.len() + module.functions.len();
    let resources = module.textures.len() + module.samplers.len() + module.samplings.len() + module.buffers.len();
    let memory = module.group_memory.len() + module.storage_textures.len();
    // A buffer has three; a constant buffer, and in WGSL a texture and a sampler, have two; one is always there.
    once + 3 * resources + 2 * module.constant_buffers.len() + memory + 1
}

/// The uniform blocks.
fn blocks_of(module: &Module, sharing: &Sharing<'_>, given: Given, namer: &mut Namer) -> Vec<Block> {
    let blocks = module.constant_buffers.iter().map(|(handle, buffer)| {
        let owner = module.owner(handle);
        let [instance, block] = if owner.is_some() { ["t", "StructuredBuffer"] } else { ["cb", "ConstantBuffer"] };
        let ty = owner.map_or(Cow::Borrowed(BLOCK), |placed| buffer_type(module, placed.buffer, BLOCK));
        let instance = register(instance, buffer.register, buffer.space);
        let instance = given.resource(namer, instance, sharing.is_own(instance, &ty));
        let name = given.or(&buffer.name, register(block, buffer.register, buffer.space));
        Block { name: given.resource(namer, name, instance.own).name, instance }
    });
    blocks.collect()
}

/// The combined samplers of GLSL.
fn samplings_of(module: &Module, sharing: &Sharing<'_>, given: Given, namer: &mut Namer) -> Vec<Name> {
    let samplings = module.samplings.iter().map(|(_, sampling)| {
        let name = |out: &mut String| sampling_name(out, module, sampling, given);
        let own = sharing.is_own(name, sampler_name(module, sampling).unwrap_or_default());
        given.resource(namer, name, own).name
    });
    samplings.collect()
}

/// The buffers, their sizes and their counters.
fn buffers_of(
    module: &Module,
    target: Target,
    sharing: &Sharing<'_>,
    given: Given,
    namer: &mut Namer,
) -> Vec<BufferNames> {
    let buffers = module.buffers.iter().map(|(handle, buffer)| {
        let file = if buffer.view == View::Resource { "t" } else { "u" };
        let at = register(file, buffer.register, buffer.space);
        let is_placed = module.placed(handle).is_some();
        // The name of a buffer that stands in rows is that of its block, if any.
        let name = given.or(if is_placed { &None } else { &buffer.name }, at);
        let own = match target {
            Target::Glsl => sharing.is_own(name, &buffer_type(module, handle, buffer_sampler(buffer.kind))),
            Target::Wgsl => sharing.is_own(at, &buffer_type(module, handle, BUFFER)),
        };
        let words = if is_placed {
            Resource { name: namer.exactly(|out| mark_own(out, name, own)), own }
        } else {
            given.resource(namer, name, own)
        };
        let again = move |out: &mut String| words.name.repeat(out);
        BufferNames {
            words,
            size: given.take(namer, with(again, "_size")),
            counter: given.take(namer, with(again, "_counter")),
        }
    });
    buffers.collect()
}

/// The uniforms of GLSL that hold numbers of mip levels.
fn mip_counts_of(module: &Module, sharing: &Sharing<'_>, given: Given, namer: &mut Namer) -> Vec<Name> {
    let mip_counts = module.textures.iter().map(|(_, texture)| {
        let name = given.or(&texture.name, register("t", texture.register, texture.space));
        let own = sharing.is_own(name, COUNT);
        given.take(namer, |out| {
            mark_own(out, name, own);
            out.push_str("_mips");
        })
    });
    mip_counts.collect()
}

/// The textures of WGSL, for reads and for comparisons.
fn textures_of(module: &Module, sharing: &Sharing<'_>, given: Given, namer: &mut Namer) -> Vec<[Resource; 2]> {
    let textures = module.textures.iter().map(|(_, texture)| {
        [false, true].map(|comparison| {
            let ty = texture_type(texture, comparison).unwrap_or_default();
            let own = sharing.is_own(texture_register(texture, comparison), ty);
            let name = given.or(&texture.name, register("t", texture.register, texture.space));
            given.resource(namer, with(name, if comparison { DEPTH } else { "" }), own)
        })
    });
    textures.collect()
}

/// The samplers of WGSL, for reads and for comparisons: those of one register are of one type in both stages.
fn samplers_of(module: &Module, sharing: &Sharing<'_>, given: Given, namer: &mut Namer) -> Vec<[Resource; 2]> {
    let samplers = module.samplers.iter().map(|(_, sampler)| {
        [false, true].map(|comparison| {
            let name = given.or(&sampler.name, register("s", sampler.register, sampler.space));
            given.resource(namer, with(name, if comparison { "_compare" } else { "" }), sharing.separate)
        })
    });
    samplers.collect()
}

fn output_name(output: &Output, target: Target, namer: &mut Namer) -> Name {
    let builtin = match (output.kind, target) {
        (OutputKind::Varying(_), _) => return namer.made(|out| varying(out, &output.semantic)),
        (OutputKind::Target(number), _) => return namer.made(register("SV_Target", number, 0)),
        (OutputKind::Position, Target::Glsl) => "gl_Position",
        (OutputKind::Position, Target::Wgsl) => "position",
        (OutputKind::Depth, Target::Glsl) => "gl_FragDepth",
        (OutputKind::Depth, Target::Wgsl) => "depth",
    };
    namer.exactly(|out| out.push_str(builtin))
}

fn function_name(index: usize, function: &Function, namer: &mut Namer) -> Name {
    match function.label {
        None if index == 0 => namer.exactly(|out| out.push_str(ENTRY)),
        label => namer.made(register("sub", label.unwrap_or(u32::try_from(index).unwrap_or(u32::MAX)), 0)),
    }
}
