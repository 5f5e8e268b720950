//! Probes of loads and stores of texels: every texel of views of textures of each dimension, and coordinates outside.
//!
//! A thread reads eight words of `t0`: into `r1` the coordinates, into `r2` four components.

use dxbc_translator::opcode::Info;
use dxbc_translator::program::ResourceDimension;

use super::access::{load_line, spare};
use super::ground::THREADS;
use super::{Known, MARKS, MemoryProbe, RESULT, head, marks};
use crate::conformance::rule::Rule;
use crate::generate::values::Lattice;
use crate::interp::{Extent, Format, View, ViewKind};

/// A texture of one dimension.
struct Shape {
    /// In a declaration.
    name: &'static str,
    dimension: ResourceDimension,
    /// Width, height, depth, layers.
    size: [u32; 4],
    /// Which of these the components of a coordinate count.
    axes: &'static [usize],
}

const SHAPES: [Shape; 5] = [
    Shape { name: "texture1d", dimension: ResourceDimension::Texture1D, size: [21, 1, 1, 1], axes: &[0] },
    Shape { name: "texture1darray", dimension: ResourceDimension::Texture1DArray, size: [7, 1, 1, 3], axes: &[0, 3] },
    Shape { name: "texture2d", dimension: ResourceDimension::Texture2D, size: [5, 4, 1, 1], axes: &[0, 1] },
    Shape {
        name: "texture2darray",
        dimension: ResourceDimension::Texture2DArray,
        size: [3, 4, 1, 2],
        axes: &[0, 1, 3],
    },
    Shape { name: "texture3d", dimension: ResourceDimension::Texture3D, size: [4, 3, 2, 1], axes: &[0, 1, 2] },
];

impl Shape {
    fn texels(&self) -> u32 {
        self.size.iter().product()
    }

    /// The coordinates of a texel: rows follow on each other, then slices or layers. What the dimension lacks is junk.
    fn coordinates(&self, texel: u32) -> [u32; 4] {
        let mut place = [77, 78, 79, 80];
        let mut rest = texel;
        for (component, &axis) in place.iter_mut().zip(self.axes) {
            *component = rest % self.size[axis];
            rest /= self.size[axis];
        }
        place
    }

    /// Coordinates of which one is outside, next to the edge and far from it.
    fn outside(&self) -> Vec<[u32; 4]> {
        let inside = self.coordinates(0);
        let beyond = |(component, &axis): (usize, &usize)| {
            let size = self.size[axis];
            [size, size + 1, 0x7fff_ffff, 0x8000_0000, u32::MAX].map(|outside| {
                let mut place = inside;
                place[component] = outside;
                place
            })
        };
        self.axes.iter().enumerate().flat_map(beyond).collect()
    }

    fn view(&self, format: Format, words: &[u32]) -> View {
        let [width, height, depth, layers] = self.size;
        let extent = Extent { width, height, depth, layers, samples: 1 };
        View::new(ViewKind::Texture { dimension: self.dimension, extent, format }, words, 0)
    }
}

fn pick(lattice: Lattice, number: u32) -> u32 {
    let values = lattice.values();
    values[number as usize % values.len()]
}

/// The probes of an opcode that loads: one component of 32 bits, which is all that Direct3D loads.
pub(super) fn loads(info: &'static Info) -> Vec<MemoryProbe> {
    let kinds = [
        ("float", Format::R32Float, Lattice::Floats),
        ("uint", Format::R32Uint, Lattice::Integers),
        ("sint", Format::R32Sint, Lattice::Integers),
    ];
    SHAPES
        .iter()
        .flat_map(|shape| kinds.map(|(kind, format, values)| load(info, shape, kind, format, values)))
        .collect()
}

fn load(info: &'static Info, shape: &Shape, kind: &str, format: Format, values: Lattice) -> MemoryProbe {
    let texel = |number: u32| pick(values, number);
    // What a format lacks reads as zero, and as one in the last component.
    let one = if kind == "float" { 1f32.to_bits() } else { 1 };
    let words: Vec<u32> = (0..shape.texels()).flat_map(|number| [texel(number), 0, 0, one]).collect();
    let outside = shape.outside();
    let (mut arguments, mut results) = (Vec::new(), marks(THREADS as usize));
    for thread in 0..THREADS {
        let number = thread * 5 % shape.texels();
        let beyond = thread.checked_sub(shape.texels()).and_then(|beyond| outside.get(beyond as usize));
        let result = &mut results[thread as usize * MARKS.len()..][..MARKS.len()];
        let value = if beyond.is_some() { 0 } else { texel(number) };
        [result[1], result[3]] = [Some(value); 2];
        if let Some('x') = spare(info, "yw") {
            result[0] = Some(u32::MAX);
        }
        arguments.extend(beyond.copied().unwrap_or_else(|| shape.coordinates(number)));
        arguments.extend([0; 4]);
    }
    let declaration = format!("dcl_uav_typed_{} ({kind},{kind},{kind},{kind}) u0", shape.name);
    let text = head(&declaration) + &load_line(info, "yw", "r1.xyzw", "u0.xxxx") + RESULT;
    let mut probe = MemoryProbe::new(info, format!("{} of {kind}", shape.name), text, arguments);
    let known = Known { rule: rule(kind), ..Known::words(words.iter().copied().map(Some).collect()) };
    probe.view(0, shape.view(format, &words), known);
    probe.results_by(rule(kind), results);
    probe
}

/// Floats that pass through a texture may lose the payload of NaN, and subnormals.
fn rule(kind: &str) -> Rule {
    if kind == "float" { Rule::Float } else { Rule::Bits }
}

/// Numbers as floats, and the byte that a texel of 8 bits keeps: none is near the middle between two.
const UNORM: [(f32, u8); 12] = [
    (0.0, 0),
    (-0.0, 0),
    (1.0, 255),
    (-1.0, 0),
    (2.0, 255),
    (f32::INFINITY, 255),
    (f32::NEG_INFINITY, 0),
    (f32::NAN, 0),
    (0.25, 64),
    (0.2, 51),
    (0.001, 0),
    (0.999, 255),
];

/// The same with a sign.
const SNORM: [(f32, i8); 12] = [
    (0.0, 0),
    (-0.0, 0),
    (1.0, 127),
    (-1.0, -127),
    (-2.0, -127),
    (f32::INFINITY, 127),
    (f32::NEG_INFINITY, -127),
    (f32::NAN, 0),
    (0.25, 32),
    (-0.25, -32),
    (0.003, 0),
    (-0.999, -127),
];

/// A format that is stored to: what a shader writes, and what the texel is then as the shader would read it.
struct Kind {
    name: &'static str,
    format: Format,
    values: fn(u32) -> (u32, u32),
}

const KINDS: [Kind; 5] = [
    Kind { name: "float", format: Format::R32G32B32A32Float, values: |at| [pick(Lattice::Floats, at); 2].into() },
    Kind { name: "uint", format: Format::R32G32B32A32Uint, values: |at| [pick(Lattice::Integers, at); 2].into() },
    Kind { name: "sint", format: Format::R32G32B32A32Sint, values: |at| [pick(Lattice::Integers, at); 2].into() },
    Kind {
        name: "unorm",
        format: Format::R8G8B8A8Unorm,
        values: |at| {
            let (value, byte) = UNORM[at as usize % UNORM.len()];
            (value.to_bits(), (f32::from(byte) / 255.0).to_bits())
        },
    },
    Kind {
        name: "snorm",
        format: Format::R8G8B8A8Snorm,
        values: |at| {
            let (value, byte) = SNORM[at as usize % SNORM.len()];
            (value.to_bits(), (f32::from(byte) / 127.0).to_bits())
        },
    },
];

/// The probes of an opcode that stores.
pub(super) fn stores(info: &'static Info) -> Vec<MemoryProbe> {
    SHAPES.iter().flat_map(|shape| KINDS.iter().map(move |kind| store(info, shape, kind))).collect()
}

fn store(info: &'static Info, shape: &Shape, kind: &Kind) -> MemoryProbe {
    let outside = shape.outside();
    let untouched = shape.texels() - 1;
    let mut arguments = Vec::new();
    // Every texel but the last one is stored to.
    let mut known = vec![0; shape.texels() as usize * 4];
    for thread in 0..THREADS {
        let values: [(u32, u32); 4] = std::array::from_fn(|lane| (kind.values)(thread * 3 + lane as u32));
        if thread < untouched {
            // The lanes of the source come in the order of its swizzle.
            known[thread as usize * 4..][..4].copy_from_slice(&[3, 2, 1, 0].map(|lane: usize| values[lane].1));
            arguments.extend(shape.coordinates(thread));
        } else {
            arguments.extend(outside[(thread - untouched) as usize % outside.len()]);
        }
        arguments.extend(values.map(|(value, _)| value));
    }
    let name = kind.name;
    let declaration = format!("dcl_uav_typed_{} ({name},{name},{name},{name}) u0", shape.name);
    let text = format!("{}{} u0.xyzw, r1.xyzw, r2.wzyx\n{RESULT}", head(&declaration), info.mnemonic);
    let mut probe = MemoryProbe::new(info, format!("{} of {name}", shape.name), text, arguments);
    let rule = if matches!(name, "uint" | "sint") { Rule::Bits } else { Rule::Float };
    let view = shape.view(kind.format, &vec![0; known.len()]);
    probe.view(0, view, Known { rule, ..Known::words(known.into_iter().map(Some).collect()) });
    probe.results(marks(THREADS as usize));
    probe
}
