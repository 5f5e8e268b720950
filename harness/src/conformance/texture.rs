//! Probes of texture, buffer and derivative opcodes: small known textures, read away from the edges between texels.
//!
//! Where an opcode takes its level from derivatives, the pixels of the target step over the texture; else a column of
//! the target has an address and further operands, and all rows are alike.
#![allow(clippy::wildcard_enum_match_arm, reason = "what is not named is all alike")]

use std::fmt::Write as _;
use std::sync::Arc;

use dxbc_translator::opcode::{Buffer, Float, Info, Opcode, Role, Texture};
use dxbc_translator::program::{ResourceDimension as Dimension, Stage};

use super::probe::{Along, Case, Probe};
use super::rule::{Rule, rule};
use crate::generate::random::Random;
use crate::generate::scene::{Bound, Scene, TexelKind, Texels};
use crate::generate::trial::{Trial, head};
use crate::interp::{Address, Comparison, Filter, Sampler};

const DIMENSIONS: [Dimension; 6] = [
    Dimension::Texture1D,
    Dimension::Texture1DArray,
    Dimension::Texture2D,
    Dimension::Texture2DArray,
    Dimension::Texture3D,
    Dimension::TextureCube,
];

/// Size of level 0 along each axis that a texture has; layers of an array.
const SIZE: u32 = 4;
const LEVELS: u32 = 3;
/// Samples of a texel of a multisampled texture.
const SAMPLES: u32 = 4;

/// Whether an opcode is a derivative.
#[must_use]
pub fn is_derivative(op: Float) -> bool {
    use Float as F;
    matches!(op, F::DerivRtx | F::DerivRty | F::DerivRtxCoarse | F::DerivRtxFine | F::DerivRtyCoarse | F::DerivRtyFine)
}

/// The probes of a derivative opcode: differences of a ramp, which are the same wherever a quad takes them.
#[must_use]
pub fn derivatives(info: &'static Info) -> Vec<Probe> {
    let forms = [
        ("plain", "", "r2.xyzw", "r4.xyzw"),
        ("neg of source 0", "", "r2.xyzw", "-r4.xyzw"),
        ("abs of source 0", "", "r2.xyzw", "|r4.xyzw|"),
        ("sat", "_sat", "r2.xyzw", "r4.xyzw"),
        ("mask yw", "", "r2.yw", "r4.wzyx"),
        ("destination 0 is source 0", "", "r4.xyzw", "r4.yzwx"),
    ];
    let probe = |(label, suffix, dst, src): (&str, &str, &str, &str)| {
        let scene = Scene::default();
        let mut text = head(Stage::Pixel, 1, &scene);
        let result = if dst.starts_with("r4") { "r4" } else { "r2" };
        let _ = write!(
            text,
            "dcl_temps 6\nmul r4.xyzw, v0.xyxy, l(0.5, 0.25, -3.0, 2.0)\nadd r4.x, r4.x, v0.y\nadd r4.z, r4.z, -v0.y\n\
             mov r2.xyzw, l(1, 2, 3, 4)\n{}{suffix} {dst}, {src}\nmov o0.xyzw, {result}.xyzw\nret\n",
            info.mnemonic
        );
        let name = format!("{} of a ramp", info.mnemonic);
        let trial = Trial { name, text, stage: Stage::Pixel, width: 8, height: 8, outputs: 1, scene: Arc::new(scene) };
        probe_of(info, trial, label, rule(info.opcode, true), Vec::new())
    };
    forms.map(probe).into()
}

fn probe_of(info: &Info, trial: Trial, label: &str, rule: Rule, sources: Vec<Vec<[u32; 4]>>) -> Probe {
    let height = trial.height as usize;
    let cases = vec![Case { label: label.to_owned(), rule }; height];
    Probe { opcode: info.mnemonic, trial, cases, along: Along::Rows, sources, judges: Vec::new() }
}

/// A way to read a texture.
#[derive(Clone, Copy, Debug)]
struct Setup {
    dimension: Dimension,
    kind: TexelKind,
    sampler: Sampler,
    label: &'static str,
    /// Swizzle of the resource, and mask of the destination.
    swizzle: &'static str,
    mask: &'static str,
    /// Texel offset of the instruction.
    offset: &'static str,
    /// resinfo's form.
    returns: &'static str,
}

const WRAP: Sampler = Sampler { address: [Address::Wrap; 3], comparison: Comparison::LessEqual, ..Sampler::POINT };
const MIRROR: Sampler = Sampler { address: [Address::Mirror; 3], ..WRAP };
const CLAMP: Sampler = Sampler { address: [Address::Clamp; 3], ..WRAP };
const LINEAR: Sampler =
    Sampler { mag: Filter::Linear, min: Filter::Linear, mip: Filter::Linear, address: [Address::Clamp; 3], ..WRAP };

fn texture(dimension: Dimension, kind: TexelKind) -> Texels {
    use Dimension as D;
    let size = match dimension {
        D::Texture1D => [SIZE, 1, 1],
        D::Texture1DArray => [SIZE, 1, SIZE],
        D::Texture2DArray | D::Texture3D => [SIZE, SIZE, SIZE],
        D::TextureCube => [SIZE, SIZE, 6],
        D::Texture2DMS => [SIZE, SIZE, SAMPLES],
        _ => [SIZE, SIZE, 1],
    };
    let mut random = Random::new(dimension as u64 + 100);
    let level = |level: u32| {
        let axis = |at: usize, shrinks: bool| {
            let size = size.get(at).copied().unwrap_or(1);
            if shrinks { (size >> level).max(1) } else { size }
        };
        let texels = axis(0, true) * axis(1, true) * axis(2, dimension == D::Texture3D);
        let words = if kind == TexelKind::Depth { texels } else { texels * 4 };
        let word = |random: &mut Random| match kind {
            TexelKind::Floats | TexelKind::Depth => (random.below(129) as f32 / 128.0).to_bits(),
            TexelKind::Uints | TexelKind::Ints => random.word(),
        };
        (0..words).map(|_| word(&mut random)).collect()
    };
    let levels = if dimension == D::Texture2DMS { 1 } else { LEVELS };
    Texels { dimension, kind, size, levels: (0..levels).map(level).collect() }
}

fn declaration(texels: &Texels) -> String {
    let ty = match texels.kind {
        TexelKind::Floats | TexelKind::Depth => "float",
        TexelKind::Uints => "uint",
        TexelKind::Ints => "sint",
    };
    format!("({ty},{ty},{ty},{ty})")
}

/// The lanes of an address beyond the coordinates: where the layer stands, if there is one.
const fn layer_lane(dimension: Dimension) -> Option<usize> {
    match dimension {
        Dimension::Texture1DArray => Some(1),
        Dimension::Texture2DArray => Some(2),
        _ => None,
    }
}

const fn has_offset(dimension: Dimension) -> bool {
    !matches!(dimension, Dimension::TextureCube)
}

/// The operands of a column: address, scalars, derivatives along x and y.
type Column = Vec<[u32; 4]>;

/// Columns of float addresses: texel centres of the levels, some outside of the texture.
fn sampled_columns(op: Texture, dimension: Dimension, linear: bool) -> Vec<Column> {
    let mut random = Random::new(7);
    let columns = 48;
    (0..columns)
        .map(|column| {
            let level = if op == Texture::SampleD { column % LEVELS } else { [0, 1, 2, 0, 5][column as usize % 5] };
            let level = if matches!(op, Texture::SampleL | Texture::SampleLS | Texture::SampleD) { level } else { 0 };
            let size = (SIZE >> level.min(LEVELS - 1)) as f32;
            let mut coordinate = || {
                let texel = random.below(12) as f32 - 4.0;
                (texel + if linear { 0.25 } else { 0.5 }) / size
            };
            let mut address = [coordinate(), coordinate(), coordinate(), 0.0];
            // gather4 reads the four texels around: the middle of a texel is as far from both choices as can be.
            if op_gathers(op) {
                address = address.map(|value| value + 0.25 / size);
            }
            if dimension == Dimension::TextureCube {
                let face = column % 6;
                let inside = |random: &mut Random| (random.below(4) as f32 + 0.5) / 2.0 - 1.0;
                let (a, b) = (inside(&mut random) * 0.9, inside(&mut random) * 0.9);
                let major = if face % 2 == 0 { 1.0 } else { -1.0 };
                address = match face / 2 {
                    0 => [major, a, b, 0.0],
                    1 => [a, major, b, 0.0],
                    _ => [a, b, major, 0.0],
                };
            }
            if let Some(lane) = layer_lane(dimension) {
                address[lane] = [0.0, 1.0, 2.4, 2.6, 3.0, 9.0, -2.0, 1.3][column as usize % 8];
            }
            let level_value = if op == Texture::SampleL || op == Texture::SampleLS { level as f32 } else { 0.0 };
            let reference = [0.0, 0.25, 0.501, 0.75, 1.0][column as usize % 5];
            let offsets = [column % 7, (column / 7) % 5].map(|n| (n as i32 - 3).cast_unsigned());
            let step = (1 << level.min(LEVELS - 1)) as f32 / SIZE as f32;
            vec![
                address.map(f32::to_bits),
                [level_value.to_bits(), f32::to_bits(reference), offsets[0], offsets[1]],
                [step, 0.0, 0.0, 0.0].map(f32::to_bits),
                [0.0, step, 0.0, 0.0].map(f32::to_bits),
            ]
        })
        .collect()
}

/// Columns of whole addresses, in range and out.
fn fetched_columns() -> Vec<Column> {
    let mut random = Random::new(9);
    let edge = [0, 1, 2, 3, 4, 5, 0xffff_ffff, 0x8000_0000];
    (0..64)
        .map(|column| {
            let mut pick = |inside: u32| if random.chance(75) { random.below(inside) } else { random.pick(&edge) };
            let mip = if column % 4 == 0 { pick(LEVELS) } else { 0 };
            let address = [pick(SIZE), pick(SIZE), pick(SIZE), mip];
            vec![address, [pick(LEVELS), pick(24).wrapping_mul(4), pick(6), 0], [0; 4], [0; 4]]
        })
        .collect()
}

const fn op_gathers(op: Texture) -> bool {
    use Texture as T;
    matches!(
        op,
        T::Gather4
            | T::Gather4C
            | T::Gather4Po
            | T::Gather4PoC
            | T::Gather4S
            | T::Gather4CS
            | T::Gather4PoS
            | T::Gather4PoCS
    )
}

/// Whether the level comes from derivatives.
const fn is_implicit(op: Texture) -> bool {
    matches!(op, Texture::Sample | Texture::SampleB | Texture::SampleC | Texture::Lod)
}

fn compares(info: &Info) -> bool {
    info.roles.contains(&Role::Reference)
}

/// The instruction of a setup.
fn instruction(info: &Info, setup: &Setup) -> String {
    let dimension = setup.dimension.name();
    let offset = if setup.offset.is_empty() { "" } else { "_aoffimmi" };
    let types = declaration(&texture(setup.dimension, setup.kind));
    let mut operands = Vec::new();
    for role in info.roles {
        let operand = match role {
            Role::Dst(_) => format!("r2.{}", setup.mask),
            Role::Status => "r3.x".into(),
            Role::Address(_) => "r4.xyzw".into(),
            Role::Resource | Role::ResourceOrUav | Role::ResourceOrMemory => format!("t0.{}", setup.swizzle),
            Role::Sampler if info.mnemonic.starts_with("gather4") => {
                format!("s0.{}", if compares(info) { "x" } else { &setup.swizzle[..1] })
            }
            Role::Sampler => "s0".into(),
            Role::Lod | Role::Bias => "r5.x".into(),
            Role::MipLevel | Role::SampleIndex => "r5.x".into(),
            Role::ResourceOrRasterizer => format!("t0.{}", setup.swizzle),
            Role::Reference => "r5.y".into(),
            Role::TexelOffset => "r5.zwzz".into(),
            Role::DerivativeX => "r6.xyzw".into(),
            Role::DerivativeY => "r7.xyzw".into(),
            Role::ByteOffset if info.mnemonic.starts_with("ld_structured") => "l(0)".into(),
            Role::ByteOffset => "r5.y".into(),
            Role::StructIndex => "r5.z".into(),
            _ => "l(0)".into(),
        };
        operands.push(operand);
    }
    let (dimension, types) = match setup.dimension {
        Dimension::StructuredBuffer => ("structured_buffer, stride=16", "(mixed,mixed,mixed,mixed)".to_owned()),
        Dimension::RawBuffer => ("raw_buffer", "(mixed,mixed,mixed,mixed)".to_owned()),
        _ => (dimension, types),
    };
    let head = match info.opcode {
        Opcode::Texture(Texture::Samplepos | Texture::Sampleinfo) => info.mnemonic.to_owned(),
        _ => format!("{}{offset}_indexable{}({dimension}){types}{}", info.mnemonic, setup.offset, setup.returns),
    };
    format!("{head} {}", operands.join(", "))
}

/// The texture or buffer that a setup reads, and its declaration.
fn resource(setup: &Setup) -> (Bound, String) {
    let mut random = Random::new(11);
    let mut words = |count: u32| (0..count).map(|_| random.word()).collect::<Vec<u32>>();
    match setup.dimension {
        Dimension::RawBuffer => (Bound::Raw(words(21)), "dcl_resource_raw t0\n".into()),
        Dimension::StructuredBuffer => {
            (Bound::Structured { stride: 4, words: words(20) }, "dcl_resource_structured t0, 16\n".into())
        }
        Dimension::Buffer => {
            let elements = words(20).chunks_exact(4).map(|c| std::array::from_fn(|at| c[at])).collect();
            (Bound::Typed { floats: false, elements }, "dcl_resource_buffer (uint,uint,uint,uint) t0\n".into())
        }
        dimension => {
            let texels = texture(dimension, setup.kind);
            let samples = if dimension == Dimension::Texture2DMS { "(4)" } else { "" };
            let text = format!("dcl_resource_{}{samples} {} t0\n", dimension.name(), declaration(&texels));
            (Bound::Texture(texels), text)
        }
    }
}

/// A probe of an opcode with a setup; columns of operands, or none where the pixels step over the texture.
fn probe(info: &'static Info, setup: &Setup, stage: Stage, columns: &[Column], scale: f32, rule: Rule) -> Probe {
    let (bound, declared) = resource(setup);
    let mut scene = Scene { resources: vec![(0, bound)], samplers: vec![(0, setup.sampler)], ..Scene::default() };
    if !columns.is_empty() {
        scene.constant_buffers = vec![(0, columns.iter().flatten().copied().collect())];
    }
    let mut text = head(stage, 1, &scene) + &declared;
    if info.roles.contains(&Role::Sampler) {
        let mode = if compares(info) { "mode_comparison" } else { "mode_default" };
        let _ = writeln!(text, "dcl_sampler s0, {mode}");
    }
    text.push_str("dcl_temps 8\nmov r2.xyzw, l(1, 2, 3, 4)\n");
    if columns.is_empty() {
        let (x, y) = if setup.dimension == Dimension::TextureCube { (scale * 2.0, -1.0) } else { (scale, 0.0) };
        let _ = writeln!(text, "mad r4.xyzw, v0.xyxx, l({x:?}, {x:?}, {x:?}, 0.0), l({y:?}, {y:?}, {y:?}, 0.0)");
        match (layer_lane(setup.dimension), setup.dimension) {
            (Some(1), _) => text.push_str("mov r4.y, l(1.0)\n"),
            (Some(_), _) => text.push_str("mov r4.z, l(1.0)\n"),
            (None, Dimension::TextureCube) => text.push_str("mov r4.z, l(1.0)\n"),
            // A step along two axes would lie halfway between two levels.
            (None, Dimension::Texture3D) => text.push_str("mov r4.z, l(0.625)\n"),
            (None, _) => {}
        }
        text.push_str("mov r5.xyzw, l(1.0, 0.5, 0.0, 0.0)\n");
    } else {
        text.push_str(if stage == Stage::Vertex { "mov r0.x, v0.x\n" } else { "ftou r0.x, v0.x\n" });
        text.push_str("ishl r0.y, r0.x, l(2)\n");
        for row in 0..4 {
            let _ = writeln!(text, "mov r{}.xyzw, cb0[r0.y + {row}].xyzw", 4 + row);
        }
    }
    text.push_str(&instruction(info, setup));
    if info.roles.contains(&Role::Status) {
        text.push_str("\ncheck_access_fully_mapped r3.x, r3.x\nxor r2.xyzw, r2.xyzw, r3.xxxx\nnot r2.xyzw, r2.xyzw");
    }
    text.push_str("\nmov o0.xyzw, r2.xyzw\nret\n");
    let (width, height) = if columns.is_empty() { (4, 4) } else { (columns.len() as u32, 1) };
    let label = format!("{} {}", setup.dimension.name(), setup.label);
    let name = format!("{} of {label}, {}", info.mnemonic, stage.prefix());
    let trial = Trial { name, text, stage, width, height, outputs: 1, scene: Arc::new(scene) };
    probe_of(info, trial, &label, rule, columns.to_vec())
}

/// The dimensions that an opcode takes.
fn dimensions(info: &Info) -> Vec<Dimension> {
    use Dimension as D;
    let all = DIMENSIONS.into_iter();
    match info.opcode {
        Opcode::Texture(Texture::Ld | Texture::LdS) => {
            all.filter(|d| *d != D::TextureCube).chain([D::Buffer]).collect()
        }
        Opcode::Texture(Texture::LdMs | Texture::LdMsS | Texture::Samplepos | Texture::Sampleinfo) => {
            vec![D::Texture2DMS]
        }
        Opcode::Texture(op) if op_gathers(op) => {
            let po = info.roles.contains(&Role::TexelOffset);
            all.filter(|d| matches!(d, D::Texture2D | D::Texture2DArray) || (*d == D::TextureCube && !po)).collect()
        }
        Opcode::Texture(_) if compares(info) => all.filter(|d| *d != D::Texture3D).collect(),
        _ => all.collect(),
    }
}

fn setups(info: &Info, dimension: Dimension) -> Vec<Setup> {
    let kind = if compares(info) { TexelKind::Depth } else { TexelKind::Floats };
    let plain = Setup {
        dimension,
        kind,
        sampler: WRAP,
        label: "plain",
        swizzle: "xyzw",
        mask: "xyzw",
        offset: "",
        returns: "",
    };
    if let Opcode::Texture(Texture::Resinfo) = info.opcode {
        return vec![
            plain,
            Setup { label: "as uint", returns: "_uint", swizzle: "wzyx", ..plain },
            Setup { label: "reciprocal", returns: "_rcpfloat", ..plain },
            Setup { label: "mask yw", mask: "yw", ..plain },
        ];
    }
    let swizzle = if compares(info) { "xxxx" } else { "wzyx" };
    let mut setups = vec![plain, Setup { label: "mask yw", mask: "yw", swizzle, ..plain }];
    if has_offset(dimension) && !info.roles.contains(&Role::TexelOffset) && dimension != Dimension::Buffer {
        let offset = match dimension {
            Dimension::Texture1D | Dimension::Texture1DArray => "(-2,0,0)",
            Dimension::Texture3D => "(1,-1,2)",
            _ => "(1,-1,0)",
        };
        setups.push(Setup { label: "with offset", offset, ..plain });
    }
    if !compares(info) {
        setups.push(Setup { label: "uint", kind: TexelKind::Uints, ..plain });
        setups.push(Setup { label: "sint", kind: TexelKind::Ints, swizzle, ..plain });
    }
    if info.roles.contains(&Role::Sampler) && dimension != Dimension::TextureCube {
        setups.push(Setup { label: "mirrored", sampler: MIRROR, ..plain });
        setups.push(Setup { label: "clamped", sampler: CLAMP, ..plain });
    }
    setups
}

/// The probes of a texture or buffer opcode.
#[must_use]
pub fn probes(info: &'static Info) -> Vec<Probe> {
    let op = match info.opcode {
        Opcode::Texture(Texture::CheckAccessFullyMapped) => return mapped(info),
        Opcode::Texture(op) => op,
        Opcode::Buffer(op) => return buffers(info, op),
        _ => return Vec::new(),
    };
    let mut probes = Vec::new();
    for dimension in dimensions(info) {
        for setup in setups(info, dimension) {
            if op == Texture::Lod && setup.kind != TexelKind::Floats || !has_offset_form(op, &setup) {
                continue;
            }
            let fetches = matches!(
                op,
                Texture::Ld
                    | Texture::LdS
                    | Texture::LdMs
                    | Texture::LdMsS
                    | Texture::Samplepos
                    | Texture::Sampleinfo
                    | Texture::Resinfo
            );
            if is_implicit(op) {
                // The levels are undefined in Direct3D for a sampler without a filter between them.
                let setup = if op == Texture::Lod { Setup { sampler: LINEAR, ..setup } } else { setup };
                let rule = if op == Texture::Lod { Rule::Filter } else { exact(setup.kind) };
                // Longer steps over a cube would cross its edges, where derivatives are anyone's guess.
                let both = setup.label == "plain" && dimension != Dimension::TextureCube;
                let scales: &[f32] = if both { &[0.25, 0.5] } else { &[0.25] };
                for &scale in scales {
                    probes.push(probe(info, &setup, Stage::Pixel, &[], scale, rule));
                }
                continue;
            }
            let columns = if fetches { fetched_columns() } else { sampled_columns(op, dimension, false) };
            probes.push(probe(info, &setup, Stage::Pixel, &columns, 0.0, exact(setup.kind)));
            if setup.label == "plain" {
                probes.push(probe(info, &setup, Stage::Vertex, &columns, 0.0, exact(setup.kind)));
            }
        }
        let linear = matches!(op, Texture::SampleL | Texture::SampleD) && dimension != Dimension::TextureCube;
        if linear && let Some(plain) = setups(info, dimension).first() {
            let setup = Setup { label: "linear", sampler: LINEAR, ..*plain };
            let columns = sampled_columns(op, dimension, true);
            probes.push(probe(info, &setup, Stage::Pixel, &columns, 0.0, Rule::Filter));
        }
    }
    probes
}

/// The rule of a read that filters nothing.
const fn exact(kind: TexelKind) -> Rule {
    match kind {
        TexelKind::Floats | TexelKind::Depth => Rule::Float,
        TexelKind::Uints | TexelKind::Ints => Rule::Bits,
    }
}

/// Opcodes that have no texel offset in their token.
const fn has_offset_form(op: Texture, setup: &Setup) -> bool {
    setup.offset.is_empty() || !matches!(op, Texture::Lod | Texture::Resinfo | Texture::Samplepos | Texture::Sampleinfo)
}

/// Every access is mapped.
fn mapped(info: &'static Info) -> Vec<Probe> {
    let ld = Opcode::Texture(Texture::LdS).info();
    let mut probes = probes(ld);
    probes.truncate(4);
    probes.iter_mut().for_each(|probe| probe.opcode = info.mnemonic);
    probes
}

fn buffers(info: &'static Info, op: Buffer) -> Vec<Probe> {
    let all: &[Dimension] = match op {
        Buffer::LdRaw | Buffer::LdRawS => &[Dimension::RawBuffer],
        Buffer::LdStructured | Buffer::LdStructuredS => &[Dimension::StructuredBuffer],
        Buffer::Bufinfo => &[Dimension::RawBuffer, Dimension::StructuredBuffer, Dimension::Buffer],
        _ => &[],
    };
    let mut probes = Vec::new();
    for &dimension in all {
        let plain = Setup {
            dimension,
            kind: TexelKind::Uints,
            sampler: WRAP,
            label: "plain",
            swizzle: "xyzw",
            mask: "xyzw",
            offset: "",
            returns: "",
        };
        for setup in [plain, Setup { label: "mask yw", swizzle: "wzyx", mask: "yw", ..plain }] {
            for stage in [Stage::Pixel, Stage::Vertex] {
                probes.push(probe(info, &setup, stage, &fetched_columns(), 0.0, Rule::Bits));
            }
        }
    }
    probes
}
