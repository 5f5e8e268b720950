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
use std::fmt::Write as _;

use super::glsl::keywords::is_reserved;
use super::glsl::types::{buffer_sampler, sampler_name};
use super::literal::decimal;
use super::namer::{Namer, identifier, mark};
use super::wgsl::keywords::is_reserved as is_reserved_in_wgsl;
use super::wgsl::types::{BUFFER, texture_type};
use crate::ir::{
    Buffer, ConstantBuffer, Function, GroupMemory, Handle, Input, Module, Output, OutputKind, Sampler, Sampling,
    Scalar, Semantic, StorageTexture, Texture, Variable, VariableKind, View,
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
    inputs: Vec<String>,
    outputs: Vec<String>,
    variables: Vec<String>,
    blocks: Vec<Block>,
    samplings: Vec<String>,
    mip_counts: Vec<String>,
    textures: Vec<[Resource; 2]>,
    samplers: Vec<[Resource; 2]>,
    buffers: Vec<Resource>,
    buffer_sizes: Vec<String>,
    counters: Vec<String>,
    group_memory: Vec<String>,
    storage_textures: Vec<String>,
    functions: Vec<String>,
    immediate_constants: String,
}

/// The uniforms of a stage with their types: by name in GLSL, which links them so, and by register in WGSL, where
/// registers are bindings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uniforms(BTreeMap<String, Cow<'static, str>>);

/// A name, and whether it is the vertex stage's own and ends in `_vs`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Resource {
    name: String,
    own: bool,
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
#[derive(Clone, Debug, PartialEq, Eq)]
struct Block {
    name: String,
    instance: String,
    own: bool,
}

/// What decides whether a uniform is the vertex stage's own.
struct Sharing<'a> {
    separate: bool,
    others: &'a Uniforms,
}

impl Sharing<'_> {
    fn is_own(&self, key: &str, ty: &str) -> bool {
        self.separate || self.others.0.get(key).is_some_and(|other| other != ty)
    }

    fn name(&self, name: String, ty: &str) -> String {
        let own = self.is_own(&name, ty);
        mark_own(name, own)
    }
}

fn mark_own(mut name: String, own: bool) -> String {
    if own {
        name.push_str("_vs");
    }
    name
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
        let mut namer = Namer::new(match target {
            Target::Glsl => is_reserved,
            Target::Wgsl => is_reserved_in_wgsl,
        });
        let reflected = options.names == options::Names::Reflected;
        let given = |name: &Option<String>| name.as_ref().filter(|name| reflected && !name.is_empty()).cloned();
        // Names that the outside sees come first: what clashes with them gives way.
        let inputs = module.inputs.iter().map(|(_, input)| namer.name(input_name(input, module.stage))).collect();
        let outputs = module.outputs.iter().map(|(_, output)| output_name(output, target, &mut namer)).collect();
        let blocks = module.constant_buffers.iter().map(|(handle, buffer)| {
            let owner = module.owner(handle);
            let [instance, block] = if owner.is_some() { ["t", "StructuredBuffer"] } else { ["cb", "ConstantBuffer"] };
            let ty = owner.map_or(Cow::Borrowed(BLOCK), |placed| buffer_type(module, placed.buffer, BLOCK));
            let instance = register(instance, buffer.register, buffer.space);
            let own = sharing.is_own(&instance, &ty);
            let instance = namer.name(mark_own(instance, own));
            let fallback = || register(block, buffer.register, buffer.space);
            let name = namer.name(mark_own(given(&buffer.name).unwrap_or_else(fallback), own));
            Block { name, instance, own }
        });
        let blocks = blocks.collect();
        let (mut samplings, mut mip_counts, mut textures, mut samplers) = Default::default();
        if target == Target::Glsl {
            samplings = samplings_of(module, &sharing, &given, &mut namer);
        } else {
            textures = textures_of(module, &sharing, &given, &mut namer);
            samplers = samplers_of(module, &sharing, &given, &mut namer);
        }
        let (mut buffers, mut buffer_sizes, mut counters) = (Vec::new(), Vec::new(), Vec::new());
        for (handle, buffer) in module.buffers.iter() {
            let file = if buffer.view == View::Resource { "t" } else { "u" };
            let at = register(file, buffer.register, buffer.space);
            let is_placed = module.placed(handle).is_some();
            // The name of a buffer that stands in rows is that of its block, if any.
            let name = given(&buffer.name).filter(|_| !is_placed).unwrap_or_else(|| at.clone());
            let own = match target {
                Target::Glsl => sharing.is_own(&name, &buffer_type(module, handle, buffer_sampler(buffer.kind))),
                Target::Wgsl => sharing.is_own(&at, &buffer_type(module, handle, BUFFER)),
            };
            let name = mark_own(name, own);
            let name = if is_placed { name } else { namer.name(name) };
            buffer_sizes.push(namer.name(with(&name, "_size")));
            counters.push(namer.name(with(&name, "_counter")));
            buffers.push(Resource { name, own });
        }
        if target == Target::Glsl {
            mip_counts = mip_counts_of(module, &sharing, &given, &mut namer);
        }
        let storage_textures = module.storage_textures.iter().map(|(_, texture)| {
            let fallback = || register("u", texture.register, texture.space);
            namer.name(given(&texture.name).unwrap_or_else(fallback))
        });
        let storage_textures = storage_textures.collect();
        let group_memory = module.group_memory.iter().map(|(_, memory)| namer.name(register("g", memory.register, 0)));
        let group_memory = group_memory.collect();
        let immediate_constants = namer.name("ImmCB_0");
        let functions = module.functions.iter().enumerate();
        let functions = functions.map(|(index, function)| function_name(index, function, &mut namer)).collect();
        let variables = module.variables.iter().map(|(_, variable)| namer.name(variable_name(module, variable)));
        let variables = variables.collect();
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
            buffer_sizes,
            counters,
            group_memory,
            storage_textures,
            functions,
            immediate_constants,
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
                        uniforms.insert(texture_register(texture, depth), Cow::Borrowed(ty));
                    }
                }
                for (handle, buffer) in module.buffers.iter().filter(|(_, buffer)| buffer.view == View::Resource) {
                    let ty = buffer_type(module, handle, BUFFER);
                    uniforms.insert(register("t", buffer.register, buffer.space), ty);
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
        at(&self.inputs, input.index())
    }

    /// Varying, target, `gl_Position` or `gl_FragDepth`.
    #[must_use]
    pub fn output(&self, output: Handle<Output>) -> &str {
        at(&self.outputs, output.index())
    }

    /// Register or other storage.
    #[must_use]
    pub fn variable(&self, variable: Handle<Variable>) -> &str {
        at(&self.variables, variable.index())
    }

    /// Uniform block.
    #[must_use]
    pub fn block(&self, buffer: Handle<ConstantBuffer>) -> &str {
        self.blocks.get(buffer.index()).map_or("", |block| &block.name)
    }

    /// Instance of a uniform block, by which the text reads its rows.
    #[must_use]
    pub fn instance(&self, buffer: Handle<ConstantBuffer>) -> &str {
        self.blocks.get(buffer.index()).map_or("", |block| &block.instance)
    }

    /// Sampler uniform of a texture, with or without a sampler.
    #[must_use]
    pub fn sampling(&self, sampling: Handle<Sampling>) -> &str {
        at(&self.samplings, sampling.index())
    }

    /// Uniform that holds the number of mip levels.
    #[must_use]
    pub fn mip_count(&self, texture: Handle<Texture>) -> &str {
        at(&self.mip_counts, texture.index())
    }

    /// Sampler uniform of a buffer that became a texture.
    #[must_use]
    pub fn buffer(&self, buffer: Handle<Buffer>) -> &str {
        self.buffers.get(buffer.index()).map_or("", |buffer| &buffer.name)
    }

    /// Hidden counter of a buffer.
    #[must_use]
    pub fn counter(&self, buffer: Handle<Buffer>) -> &str {
        at(&self.counters, buffer.index())
    }

    /// Workgroup memory.
    #[must_use]
    pub fn group_memory(&self, memory: Handle<GroupMemory>) -> &str {
        at(&self.group_memory, memory.index())
    }

    /// Texture that is written.
    #[must_use]
    pub fn storage_texture(&self, texture: Handle<StorageTexture>) -> &str {
        at(&self.storage_textures, texture.index())
    }

    /// Texture of WGSL, for reads or for comparisons.
    #[must_use]
    pub fn texture(&self, texture: Handle<Texture>, comparison: bool) -> &str {
        self.textures.get(texture.index()).map_or("", |names| &names[usize::from(comparison)].name)
    }

    /// Sampler of WGSL, for reads or for comparisons.
    #[must_use]
    pub fn sampler(&self, sampler: Handle<Sampler>, comparison: bool) -> &str {
        self.samplers.get(sampler.index()).map_or("", |names| &names[usize::from(comparison)].name)
    }

    /// Whether a constant buffer is the vertex stage's own.
    #[must_use]
    pub(crate) fn is_own_block(&self, buffer: Handle<ConstantBuffer>) -> bool {
        self.blocks.get(buffer.index()).is_some_and(|block| block.own)
    }

    /// Whether a buffer is the vertex stage's own.
    #[must_use]
    pub(crate) fn is_own_buffer(&self, buffer: Handle<Buffer>) -> bool {
        self.buffers.get(buffer.index()).is_some_and(|buffer| buffer.own)
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
        at(&self.buffer_sizes, buffer.index())
    }

    /// Function by its index in [`Module::functions`].
    #[must_use]
    pub fn function(&self, index: usize) -> &str {
        at(&self.functions, index)
    }

    /// Immediate constant buffer.
    #[must_use]
    pub fn immediate_constants(&self) -> &str {
        &self.immediate_constants
    }
}

/// A name that the reflection chunk gives, if it is to be taken.
type Given<'a> = &'a dyn Fn(&Option<String>) -> Option<String>;

/// The combined samplers of GLSL.
fn samplings_of(module: &Module, sharing: &Sharing<'_>, given: Given<'_>, namer: &mut Namer) -> Vec<String> {
    let samplings = module.samplings.iter().map(|(_, sampling)| {
        let ty = sampler_name(module, sampling).unwrap_or_default();
        namer.name(sharing.name(sampling_name(module, sampling, given), ty))
    });
    samplings.collect()
}

/// The uniforms of GLSL that hold numbers of mip levels.
fn mip_counts_of(module: &Module, sharing: &Sharing<'_>, given: Given<'_>, namer: &mut Namer) -> Vec<String> {
    let mip_counts = module.textures.iter().map(|(_, texture)| {
        let name = given(&texture.name).unwrap_or_else(|| register("t", texture.register, texture.space));
        namer.name(with(&sharing.name(name, COUNT), "_mips"))
    });
    mip_counts.collect()
}

/// The textures of WGSL, for reads and for comparisons.
fn textures_of(module: &Module, sharing: &Sharing<'_>, given: Given<'_>, namer: &mut Namer) -> Vec<[Resource; 2]> {
    let textures = module.textures.iter().map(|(_, texture)| {
        [false, true].map(|comparison| {
            let key = texture_register(texture, comparison);
            let own = sharing.is_own(&key, texture_type(texture, comparison).unwrap_or_default());
            let name = given(&texture.name).map(|name| with(&name, if comparison { DEPTH } else { "" }));
            Resource { name: namer.name(mark_own(name.unwrap_or(key), own)), own }
        })
    });
    textures.collect()
}

/// The samplers of WGSL, for reads and for comparisons: those of one register are of one type in both stages.
fn samplers_of(module: &Module, sharing: &Sharing<'_>, given: Given<'_>, namer: &mut Namer) -> Vec<[Resource; 2]> {
    let samplers = module.samplers.iter().map(|(_, sampler)| {
        [false, true].map(|comparison| {
            let suffix = if comparison { "_compare" } else { "" };
            let name = given(&sampler.name).unwrap_or_else(|| register("s", sampler.register, sampler.space));
            let name = with(&name, suffix);
            let own = sharing.separate;
            Resource { name: namer.name(mark_own(name, own)), own }
        })
    });
    samplers.collect()
}

/// What the name of a texture that is compared ends in.
const DEPTH: &str = "_depth";

fn texture_register(texture: &Texture, comparison: bool) -> String {
    with(&register("t", texture.register, texture.space), if comparison { DEPTH } else { "" })
}

fn at(names: &[String], index: usize) -> &str {
    names.get(index).map_or("", String::as_str)
}

fn with(name: &str, suffix: &str) -> String {
    [name, suffix].concat()
}

/// A register with its space, as in `t0` and `t0_space1`.
fn register(file: &str, number: u32, space: u32) -> String {
    let mut name = String::from(file);
    decimal(&mut name, number);
    if space != 0 {
        name.push_str("_space");
        decimal(&mut name, space);
    }
    name
}

/// A semantic after a prefix. A semantic that is no identifier gets a mark of its spelling, and one that ends in a
/// digit is kept apart from its index, so that the name is the same whatever else a stage declares.
fn semantic(prefix: &str, Semantic { name, index }: &Semantic) -> String {
    let mut out = String::from(prefix);
    let legal = identifier(name);
    let legal = legal.strip_prefix("n_").filter(|_| !name.starts_with("n_")).unwrap_or(&legal);
    out.push_str(legal.trim_start_matches('_'));
    if legal != name || legal.starts_with('_') {
        let _ = write!(out, "{}x{:08x}", if out.ends_with('_') { "" } else { "_" }, mark(name));
    }
    if out.ends_with(|c: char| c.is_ascii_digit()) {
        out.push('_');
    }
    decimal(&mut out, *index);
    out
}

fn varying(semantic_name: &Semantic) -> String {
    semantic("vs_", &Semantic { name: semantic_name.name.to_ascii_uppercase(), index: semantic_name.index })
}

fn input_name(input: &Input, stage: Stage) -> String {
    if stage == Stage::Vertex { semantic("in_", &input.semantic) } else { varying(&input.semantic) }
}

fn output_name(output: &Output, target: Target, namer: &mut Namer) -> String {
    match (output.kind, target) {
        (OutputKind::Varying(_), _) => namer.name(varying(&output.semantic)),
        (OutputKind::Position, Target::Glsl) => "gl_Position".into(),
        (OutputKind::Position, Target::Wgsl) => "position".into(),
        (OutputKind::Depth, Target::Glsl) => "gl_FragDepth".into(),
        (OutputKind::Depth, Target::Wgsl) => "depth".into(),
        (OutputKind::Target(number), _) => namer.name(register("SV_Target", number, 0)),
    }
}

fn sampling_name(module: &Module, sampling: &Sampling, given: Given<'_>) -> String {
    let prefix = if sampling.reading.is_of_depths() { "hlslcc_zcmp" } else { "" };
    let texture = &module.textures[sampling.texture];
    let (texture_name, sampler) = (given(&texture.name), sampling.sampler.map(|sampler| &module.samplers[sampler]));
    let texture_register = || register("t", texture.register, texture.space);
    let Some(sampler) = sampler else {
        return with(prefix, &texture_name.unwrap_or_else(texture_register));
    };
    // Only where both names are known do they stand together.
    let (texture, sampler) = match (texture_name, given(&sampler.name)) {
        (Some(texture), Some(sampler)) => (texture, sampler),
        _ => (texture_register(), register("s", sampler.register, sampler.space)),
    };
    [prefix, &*texture, "TEX_with_SMP", &*sampler].concat()
}

fn function_name(index: usize, function: &Function, namer: &mut Namer) -> String {
    match function.label {
        None if index == 0 => ENTRY.into(),
        label => namer.name(register("sub", label.unwrap_or(u32::try_from(index).unwrap_or(u32::MAX)), 0)),
    }
}

fn variable_name(module: &Module, variable: &Variable) -> String {
    let typed = |file: &str, number: u32| {
        let mut name = register(file, number, 0);
        name.push_str(match variable.scalar {
            Some(Scalar::I32) => "i",
            Some(Scalar::U32) => "u",
            Some(Scalar::F32 | Scalar::Bool | Scalar::Bits | Scalar::F64) | None => "",
        });
        name
    };
    match variable.kind {
        VariableKind::Temp(number) => typed("r", number),
        VariableKind::IndexableTemp(number) => typed("TempArray", number),
        VariableKind::InputRange(first) => typed("InputArray", first),
        VariableKind::OutputRange(first) => typed("OutputArray", first),
        VariableKind::Output(number) => output_variable_name(module, number).into_owned(),
        VariableKind::Demoted => "demoted".into(),
    }
}

/// The register of the output; where an output does not start at x, with its lanes.
fn output_variable_name(module: &Module, number: u32) -> Cow<'static, str> {
    let output = usize::try_from(number).ok().and_then(|number| module.outputs.iter().nth(number));
    let Some((_, Output { register: Some(number), mask, .. })) = output else { return Cow::Borrowed("oDepth") };
    let mut name = register("o", *number, 0);
    if mask.bits() & 1 == 0 {
        name.push('_');
        name.extend(mask.iter().map(crate::program::Component::letter));
    }
    Cow::Owned(name)
}
