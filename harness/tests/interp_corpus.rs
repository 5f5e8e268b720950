//! Runs every vertex and pixel program of the corpora in the interpreter: our own, and a folder of public ones that
//! `DXBC_PUBLIC_CORPUS` names.
//!
//! It looks for faults of the interpreter only: a panic, a [`Stop::Bug`], a program that the decoder takes and the
//! interpreter calls malformed, or a binding made from the declarations that does not fit. Values are not checked.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::wildcard_enum_match_arm, reason = "tests")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dxbc_harness::interp::{
    Bindings, ConstantBuffer, ConstantRows, Extent, Format, INPUTS, Interpreter, Options, QuadInput, Register,
    Resource, Sampler, Stop, Texture, Trap, UNDEFINED_REGISTER, Value,
};
use dxbc_translator::container::Container;
use dxbc_translator::program::declaration::Binding;
use dxbc_translator::program::{self, DeclarationKind, Program, ResourceDimension, ReturnType, Stage};

/// Bound on a run: a public shader that loops on random constants ends here.
const FUEL: u64 = 200_000;

/// Most registers of an unbounded range that are bound.
const RANGE: u32 = 4;

/// A small generator with a fixed seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as u32
    }

    /// A float of plausible size, a small integer, or any bits.
    fn value(&mut self) -> u32 {
        let bits = self.next();
        match bits % 8 {
            0 => bits,
            1 => bits >> 28,
            _ => ((bits >> 8) as f32 / 8_388_608.0 - 0.5).to_bits(),
        }
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count.div_ceil(4)).flat_map(|_| self.value().to_le_bytes()).take(count).collect()
    }
}

/// All `.dxbc` files below a folder, in order.
fn containers(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "dxbc") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn registers(binding: &Binding) -> impl Iterator<Item = u32> {
    binding.lower..=binding.upper.min(binding.lower.saturating_add(RANGE))
}

fn texture(dimension: ResourceDimension, returns: ReturnType, random: &mut Random) -> Resource {
    use ResourceDimension as D;
    let format = match returns {
        ReturnType::Uint => Format::R8G8B8A8Uint,
        ReturnType::Sint => Format::R8G8B8A8Sint,
        ReturnType::Float => Format::R32G32B32A32Float,
        _ => Format::R8G8B8A8Unorm,
    };
    if dimension == D::Buffer {
        return Resource::typed(&random.bytes(format.bytes() * 16), format);
    }
    let one_dimensional = matches!(dimension, D::Texture1D | D::Texture1DArray);
    let extent = Extent {
        width: 4,
        height: if one_dimensional { 1 } else { 4 },
        depth: if dimension == D::Texture3D { 4 } else { 1 },
        layers: match dimension {
            D::Texture1DArray | D::Texture2DArray | D::Texture2DMSArray => 3,
            D::TextureCube => 6,
            D::TextureCubeArray => 12,
            _ => 1,
        },
        samples: if matches!(dimension, D::Texture2DMS | D::Texture2DMSArray) { 4 } else { 1 },
    };
    let levels = if extent.samples > 1 { 1 } else { 3 };
    let level = |level: u32, random: &mut Random| {
        let size = |size: u32| (size >> level).max(1);
        let texels = size(extent.width) * size(extent.height) * size(extent.depth) * extent.layers * extent.samples;
        random.bytes(texels as usize * format.bytes())
    };
    let levels: Vec<Vec<u8>> = (0..levels).map(|number| level(number, random)).collect();
    Resource::Texture(Texture::new(dimension, format, extent, &levels).unwrap())
}

/// Something bound to everything that a program declares.
fn bindings(program: &Program, random: &mut Random) -> Bindings {
    let mut bindings = Bindings::default();
    for declaration in program.declarations() {
        match &declaration.kind {
            DeclarationKind::ConstantBuffer { binding, rows, .. } => {
                for register in registers(binding) {
                    let bytes = random.bytes((*rows).min(4096) as usize * 16);
                    bindings.constant_buffers.set(binding.space, register, ConstantBuffer::new(&bytes));
                }
            }
            DeclarationKind::Resource { binding, dimension, return_types, .. } => {
                for register in registers(binding) {
                    bindings.resources.set(binding.space, register, texture(*dimension, return_types[0], random));
                }
            }
            DeclarationKind::ResourceRaw { binding, .. } => {
                for register in registers(binding) {
                    bindings.resources.set(binding.space, register, Resource::raw(&random.bytes(256)));
                }
            }
            DeclarationKind::ResourceStructured { binding, stride, .. } => {
                for register in registers(binding) {
                    let bytes = random.bytes(*stride as usize * 8);
                    bindings.resources.set(binding.space, register, Resource::structured(&bytes, *stride).unwrap());
                }
            }
            DeclarationKind::Sampler { binding, .. } => {
                for register in registers(binding) {
                    bindings.samplers.set(binding.space, register, Sampler::DEFAULT);
                }
            }
            _ => {}
        }
    }
    bindings
}

fn inputs(random: Option<&mut Random>) -> [[Register; INPUTS]; 4] {
    let mut inputs = [[UNDEFINED_REGISTER; INPUTS]; 4];
    let mut random = random;
    for value in inputs.iter_mut().flatten().flatten() {
        *value = Value::new(random.as_deref_mut().map_or(0, Random::value));
    }
    inputs
}

/// Runs a program with one set of bindings and inputs: "done", or how it ended, or the fault.
fn run(interpreter: &Interpreter, stage: Stage, bindings: &Bindings, inputs: &[[Register; INPUTS]; 4]) -> String {
    let outcome = match stage {
        Stage::Vertex => interpreter.run_vertices(bindings, inputs).map(|_| ()),
        _ => interpreter.run_quad(bindings, &QuadInput::new(inputs)).map(|_| ()),
    };
    match outcome {
        Ok(()) => "done".into(),
        Err(Stop::OutOfFuel { .. }) => "out of fuel".into(),
        Err(stop) => format!("fault: {stop}"),
    }
}

#[test]
fn every_program_runs() {
    let mut paths = containers(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus"));
    let own = paths.len();
    match std::env::var_os("DXBC_PUBLIC_CORPUS") {
        Some(folder) => paths.extend(containers(Path::new(&folder))),
        None => println!("DXBC_PUBLIC_CORPUS is not set: no public programs were run"),
    }
    println!("{own} containers of ours, {} public ones", paths.len() - own);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut faults = Vec::new();
    for (number, path) in paths.iter().enumerate() {
        let whose = if number < own { "ours" } else { "public" };
        let bytes = std::fs::read(path).unwrap();
        let decoded = Container::parse(&bytes)
            .and_then(|container| container.program())
            .and_then(|chunk| program::decode(chunk.data.data(), chunk.data.absolute(0)));
        let Ok((program, _)) = decoded else {
            *counts.entry(format!("{whose}, not decoded")).or_default() += 1;
            continue;
        };
        let stage = program.stage;
        if !matches!(stage, Stage::Vertex | Stage::Pixel) {
            *counts.entry(format!("{whose}, another stage")).or_default() += 1;
            continue;
        }
        let options = Options { fuel: FUEL, constant_rows: ConstantRows::Bound, ..Options::default() };
        let interpreter = match Interpreter::new(&program, options) {
            Ok(interpreter) => interpreter,
            Err(Stop::Trap { trap: Trap::Unsupported(what), .. }) => {
                *counts.entry(format!("{whose}, {} unsupported: {what}", stage.prefix())).or_default() += 1;
                continue;
            }
            Err(stop) => {
                faults.push(format!("{}: {stop}", path.display()));
                continue;
            }
        };
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let bound = bindings(&program, &mut random);
        for (name, bindings, inputs) in
            [("zero", &Bindings::default(), inputs(None)), ("random", &bound, inputs(Some(&mut random)))]
        {
            let outcome = run(&interpreter, stage, bindings, &inputs);
            if outcome.starts_with("fault") {
                faults.push(format!("{} with {name} bindings: {outcome}", path.display()));
            }
            let outcome = outcome.split(':').next().unwrap_or_default();
            *counts.entry(format!("{whose}, {} with {name} bindings: {outcome}", stage.prefix())).or_default() += 1;
        }
    }
    println!("{counts:#?}");
    let done = counts.iter().filter(|(what, _)| what.ends_with("done")).map(|(_, count)| count).sum::<usize>();
    assert!(done > 0, "nothing ran");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
