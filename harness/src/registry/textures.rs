//! Calls that read textures: each pixel reads a texel that is chosen first, at coordinates made from it, so that its
//! value is known without a model of sampling. Samplers take the nearest texel.
#![allow(clippy::wildcard_enum_match_arm, reason = "what is not named is all alike")]

use dxbc_translator::builtins::{Arg, Builtin, Category, Kind, ResultKind, Shape, Texels};
use dxbc_translator::error::Result;
use dxbc_translator::ir::{Expr, Handle, Module, Node, Reading, Sampler, Sampling, Scalar, Texture, TextureKind, Type};
use dxbc_translator::options::Target;

use super::build::{self, Shader};
use super::meaning::Value;
use super::want::Want;
use crate::engine::{Bound, CompareFunc, Draw, Image, ImageKind, SamplerBinding, SamplerState, TexelFormat};

/// Texels along an edge of level 0.
const SIZE: u32 = 4;
/// Layers of an array, of cubes too.
const LAYERS: u32 = 3;
/// Samples of a texel.
const SAMPLES: u32 = 4;
/// The kinds that a text may declare.
const KINDS: [TextureKind; 7] = [
    TextureKind::Line,
    TextureKind::D2,
    TextureKind::D2Array,
    TextureKind::D3,
    TextureKind::Cube,
    TextureKind::CubeArray,
    TextureKind::D2Ms,
];

/// What a call reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    builtin: Builtin,
    /// The arguments of the call, of which some names have several.
    args: &'static [Arg],
    kind: TextureKind,
    reading: Reading,
    /// What a texel is made of.
    scalar: Scalar,
    /// The channel of a gather.
    component: u32,
}

/// The texel of a pixel.
#[derive(Clone, Copy, Debug)]
struct Texel {
    x: u32,
    y: u32,
    /// Slice, layer, face or sample.
    z: u32,
    /// Layer of an array of cubes.
    cube: u32,
    level: u32,
    reference: f32,
}

const fn shape(kind: TextureKind, depth: bool) -> Option<Shape> {
    match (kind, depth) {
        (TextureKind::Line, false) => Some(Shape::D1),
        (TextureKind::D2, false) => Some(Shape::D2),
        (TextureKind::D2Array, false) => Some(Shape::D2Array),
        (TextureKind::D3, false) => Some(Shape::D3),
        (TextureKind::Cube, false) => Some(Shape::Cube),
        (TextureKind::CubeArray, false) => Some(Shape::CubeArray),
        (TextureKind::D2Ms, false) => Some(Shape::D2Ms),
        (TextureKind::D2, true) => Some(Shape::DepthD2),
        (TextureKind::D2Array, true) => Some(Shape::DepthD2Array),
        (TextureKind::Cube, true) => Some(Shape::DepthCube),
        (TextureKind::CubeArray, true) => Some(Shape::DepthCubeArray),
        (TextureKind::D2Ms, true) => Some(Shape::DepthD2Ms),
        (TextureKind::D1 | TextureKind::D1Array, _) | (TextureKind::D3 | TextureKind::Line, true) => None,
    }
}

fn has(args: &[Arg], kind: Kind) -> bool {
    args.iter().any(|arg| arg.kind == kind)
}

/// Every read that a name makes in a language, of textures that are not written.
pub(super) fn reads(target: Target, builtin: Builtin) -> Vec<Read> {
    let row = builtin.row();
    if row.category != Category::Textures || row.result == ResultKind::Void {
        return Vec::new();
    }
    let calls = std::iter::once(row.args).chain(row.alts.iter().map(|alt| alt.args));
    calls.flat_map(|args| reads_of(target, builtin, args)).collect()
}

fn reads_of(target: Target, builtin: Builtin, args: &'static [Arg]) -> Vec<Read> {
    let texture = args.iter().find_map(|arg| match arg.kind {
        Kind::Texture(shapes, Texels::Float) => Some((shapes, &[Scalar::F32][..])),
        Kind::Texture(shapes, Texels::Any) => Some((shapes, &[Scalar::F32, Scalar::I32, Scalar::U32][..])),
        _ => None,
    });
    let Some((shapes, scalars)) = texture else { return Vec::new() };
    let depths = if has(args, Kind::ComparisonSampler) { Reading::Comparisons } else { Reading::Depths };
    let components = if has(args, Kind::Const0To3) { 4 } else { 1 };
    let mut reads = Vec::new();
    let spelled = |kind, reading: Reading| {
        let shape = shape(kind, reading.is_of_depths()).filter(|shape| shapes.contains(shape));
        shape.is_some_and(|shape| target == Target::Wgsl || shape.es300_sampler().is_ok())
    };
    for kind in KINDS {
        let texels = scalars.iter().map(|&scalar| (Reading::Texels, scalar));
        for (reading, scalar) in texels.chain([(depths, Scalar::F32)]).filter(|(reading, _)| spelled(kind, *reading)) {
            reads.extend((0..components).map(|component| Read { builtin, args, kind, reading, scalar, component }));
        }
    }
    reads
}

impl Read {
    pub(super) fn label(self) -> String {
        let args: Vec<&str> = self.args.iter().map(|arg| arg.name).collect();
        let (name, args) = (self.builtin.name(), args.join(", "));
        let Self { reading, scalar, kind, component, .. } = self;
        format!("{name}({args}) of {reading:?} ({scalar:?}) of {kind:?}, channel {component}")
    }

    const fn is_of_depths(self) -> bool {
        self.reading.is_of_depths()
    }

    fn samples(self) -> bool {
        self.reading.compares() || has(self.args, Kind::Sampler)
    }

    fn gathers(self) -> bool {
        self.builtin.name().starts_with("textureGather")
    }

    /// Levels of the texture. A call that takes one chooses among two; what is asked for its size has two, so that the
    /// first one is seen to be meant.
    fn levels(self) -> u32 {
        let one = matches!(self.kind, TextureKind::Line | TextureKind::D2Ms);
        let named = self.args.iter().any(|arg| arg.name == "level");
        let measured = !self.samples() && !self.args.iter().any(|arg| arg.name == "coord");
        if !one && (named || measured) { 2 } else { 1 }
    }

    /// Width, height, and slices, layers, faces or samples of a level.
    const fn extent(self, level: u32) -> [u32; 3] {
        let size = SIZE >> level;
        match self.kind {
            TextureKind::Line => [size, 1, 1],
            TextureKind::D1 | TextureKind::D1Array | TextureKind::D2 => [size, size, 1],
            TextureKind::D2Array => [size, size, LAYERS],
            TextureKind::D3 => [size, size, size],
            TextureKind::Cube | TextureKind::CubeArray => [size, size, 6],
            TextureKind::D2Ms => [size, size, SAMPLES],
        }
    }

    const fn is_cube(self) -> bool {
        matches!(self.kind, TextureKind::Cube | TextureKind::CubeArray)
    }

    fn texels(self) -> Vec<Texel> {
        let levels = if self.args.iter().any(|arg| arg.name == "level") { self.levels() } else { 1 };
        let mut texels = Vec::new();
        for level in 0..levels {
            // The four texels of a gather end before the last ones.
            let edge = u32::from(self.gathers());
            let [width, height, planes] = self.extent(level);
            let (width, height) = (width - edge, height - edge);
            for number in 0..width * height * planes {
                let (x, y, z) = (number % width, number / width % height, number / width / height);
                let cube = number % LAYERS;
                texels.push(Texel { x, y, z, cube, level, reference: (number % 7) as f32 / 6.0 });
            }
        }
        texels
    }

    /// The module of the call, its arguments but textures and constants, and the result of each pixel.
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "the other arguments are values, the other results of their types"
    )]
    pub(super) fn job(self, target: Target) -> (Result<Shader>, Vec<Vec<Value>>, Vec<Vec<Want>>) {
        let texels = self.texels();
        let sources: Vec<Vec<Value>> = texels.iter().map(|texel| self.values(*texel)).collect();
        let wants = texels.iter().map(|texel| self.want(*texel)).collect();
        let types: Vec<Type> = sources.first().into_iter().flatten().map(|value| value.ty).collect();
        let rows = u32::try_from(texels.len() * types.len()).unwrap_or(u32::MAX);
        let shader = build::shader(target, |module| {
            let buffer = build::buffer(module, rows);
            let first = build::pixel(module, types.len());
            let mut values = (0..).zip(&types).map(|(number, &ty)| (number, ty));
            let texture = self.sampling(module);
            let args: Vec<Handle<Node>> = self
                .args
                .iter()
                .filter_map(|arg| match arg.kind {
                    Kind::Texture(..) | Kind::Sampler | Kind::ComparisonSampler => Some(texture),
                    Kind::Const0To3 => Some(module.uint(self.component)),
                    _ => values.next().map(|(number, ty)| build::argument(module, buffer, first, number, ty)),
                })
                .collect();
            let ty = match self.builtin.row().result {
                ResultKind::Texel => Type::new(self.scalar, 4),
                _ => build::result_type(self.builtin, None).unwrap_or(Type::F32),
            };
            module.builtin(self.builtin, &args, ty)
        });
        (shader, sources, wants)
    }

    fn sampling(self, module: &mut Module) -> Handle<Node> {
        let (register, space, name, comparison) = (0, 0, None, self.reading.compares());
        let texture = Texture { register, space, kind: self.kind, scalar: self.scalar, name: None };
        let texture = module.textures.push(texture);
        let sampler = self.samples().then(|| module.samplers.push(Sampler { register, space, comparison, name }));
        let sampling = module.samplings.push(Sampling { texture, sampler, reading: self.reading });
        let ty = if self.is_of_depths() { Type::F32 } else { Type::new(self.scalar, 4) };
        module.node(Expr::Sampling(sampling), ty)
    }

    /// The arguments that are values, for a texel.
    fn values(self, texel: Texel) -> Vec<Value> {
        let width = shape(self.kind, self.is_of_depths()).map_or(2, Shape::coord_width);
        let float = |values: &[f32]| {
            let mut lanes = [0; 4];
            lanes.iter_mut().zip(values).for_each(|(lane, value)| *lane = value.to_bits());
            Value { ty: Type::new(Scalar::F32, u8::try_from(values.len()).unwrap_or(1)), lanes }
        };
        let whole =
            |scalar: Scalar, width: u8| Value { ty: Type::new(scalar, width), lanes: [texel.x, texel.y, texel.z, 0] };
        let layer = if self.kind == TextureKind::CubeArray { texel.cube } else { texel.z };
        let one = |word: u32| Value { ty: Type::I32, lanes: [word, 0, 0, 0] };
        let values = self.args.iter().filter_map(|arg| {
            Some(match (arg.kind, arg.name) {
                (Kind::Texture(..) | Kind::Sampler | Kind::ComparisonSampler | Kind::Const0To3, _) => return None,
                (_, "ddx" | "ddy") => float([0.0; 3].get(..usize::from(width)).unwrap_or_default()),
                (Kind::Coord, _) => float(&self.coordinates(texel, width)),
                (Kind::IntCoord, _) => whole(Scalar::U32, width),
                (Kind::SignedIntCoord, _) => whole(Scalar::I32, width),
                (Kind::IntScalar, "layer") => one(layer),
                (Kind::IntScalar, "sample") => one(texel.z),
                (Kind::IntScalar, _) => one(texel.level),
                (Kind::Is(_), "level") => float(&[texel.level as f32]),
                (Kind::Is(_), "bias") => float(&[0.25]),
                (Kind::Is(ty), "coord") if Type::from(ty).scalar != Scalar::F32 => {
                    whole(Type::from(ty).scalar, ty.width)
                }
                (Kind::Is(_), "coord") => float(&self.coordinates(texel, width)),
                _ => float(&[texel.reference]),
            })
        });
        values.collect()
    }

    /// The place of the texel's middle, of the corner that it shares with the next for a gather, or a direction.
    fn coordinates(self, texel: Texel, width: u8) -> Vec<f32> {
        let size = (SIZE >> texel.level) as f32;
        let middle = if self.gathers() { 1.0 } else { 0.5 };
        let [u, v, w] = [texel.x, texel.y, texel.z].map(|at| (at as f32 + middle) / size);
        if !self.is_cube() {
            return [u, v, w].into_iter().take(usize::from(width)).collect();
        }
        let (s, t) = (2.0 * u - 1.0, 2.0 * v - 1.0);
        match texel.z {
            0 => vec![1.0, -t, -s],
            1 => vec![-1.0, -t, s],
            2 => vec![s, 1.0, t],
            3 => vec![s, -1.0, -t],
            4 => vec![s, -t, 1.0],
            _ => vec![-s, -t, -1.0],
        }
    }

    fn want(self, texel: Texel) -> Vec<Want> {
        let name = self.builtin.name();
        let size = SIZE >> texel.level;
        if name.starts_with("textureDimensions") {
            let lanes = match self.kind {
                TextureKind::Line => 1,
                TextureKind::D3 => 3,
                _ => 2,
            };
            return vec![Want::Bits(size); lanes];
        }
        match self.builtin {
            Builtin::TextureNumLayers => return vec![Want::Bits(LAYERS)],
            Builtin::TextureNumSamples => return vec![Want::Bits(SAMPLES)],
            _ => {}
        }
        let channel = |texel: Texel, channel: usize| {
            let layer = self.layer(texel);
            match self.reading {
                Reading::Texels if self.scalar == Scalar::F32 => {
                    Want::near(f64::from(code(texel, layer)[channel]) / 255.0, 2.0, 0.0)
                }
                Reading::Texels => Want::Bits(integers(texel, layer)[channel]),
                Reading::Depths => Want::exact(f64::from(depth(texel, layer))),
                Reading::Comparisons => Want::exact(if texel.reference <= depth(texel, layer) { 1.0 } else { 0.0 }),
            }
        };
        if self.gathers() {
            let corners = [(0, 1), (1, 1), (1, 0), (0, 0)];
            let corner = |(x, y): (u32, u32)| Texel { x: texel.x + x, y: texel.y + y, ..texel };
            return corners.map(|at| channel(corner(at), self.component as usize)).to_vec();
        }
        let channels = if self.is_of_depths() { 1 } else { 4 };
        (0..channels).map(|number| channel(texel, number)).collect()
    }

    /// The number of the texel's plane in the image.
    fn layer(self, texel: Texel) -> u32 {
        if self.kind == TextureKind::CubeArray { 6 * texel.cube + texel.z } else { texel.z }
    }

    fn image(self) -> Image {
        let (kind, depth) = match self.kind {
            TextureKind::Line => (ImageKind::D1, 1),
            TextureKind::D1 | TextureKind::D1Array | TextureKind::D2 => (ImageKind::D2, 1),
            TextureKind::D2Array => (ImageKind::D2Array, LAYERS),
            TextureKind::D3 => (ImageKind::D3, SIZE),
            TextureKind::Cube => (ImageKind::Cube, 1),
            TextureKind::CubeArray => (ImageKind::CubeArray, LAYERS),
            TextureKind::D2Ms => (ImageKind::D2Ms, SAMPLES),
        };
        let cubes = if self.kind == TextureKind::CubeArray { LAYERS } else { 1 };
        let format = match self.scalar {
            _ if self.is_of_depths() => TexelFormat::Depth32F,
            Scalar::I32 => TexelFormat::RGBA32I,
            Scalar::U32 => TexelFormat::RGBA32UI,
            _ => TexelFormat::RGBA8,
        };
        let level = |level: u32| -> Vec<u8> {
            let [width, height, planes] = self.extent(level);
            let texel = |number: u32| {
                let (x, y, z) = (number % width, number / width % height, number / width / height);
                let texel = Texel { x, y, z, cube: 0, level, reference: 0.0 };
                match format {
                    TexelFormat::Depth32F => self::depth(texel, z).to_le_bytes().to_vec(),
                    TexelFormat::RGBA8 => code(texel, z).to_vec(),
                    _ => integers(texel, z).into_iter().flat_map(u32::to_le_bytes).collect(),
                }
            };
            (0..width * height * planes * cubes).flat_map(texel).collect()
        };
        let levels = (0..self.levels()).map(level).collect();
        Image { kind, format, width: SIZE, height: self.extent(0)[1], depth, levels }
    }

    /// Binds the texture and its sampler as the text announces them.
    pub(super) fn bind(self, draw: &mut Draw, shader: &Shader) {
        let image = draw.images.len();
        draw.images.push(self.image());
        let state = |comparison: bool| {
            let compare = comparison.then_some(CompareFunc::LessEqual);
            SamplerState { compare, ..SamplerState::default() }
        };
        for texture in &shader.reflection.textures {
            draw.samplers.push(SamplerBinding {
                name: texture.uniform.clone(),
                image,
                state: state(texture.comparison),
            });
        }
        for texture in &shader.reflection.texture_bindings {
            draw.bindings.insert(texture.binding, Bound::Texture(image));
        }
        for sampler in &shader.reflection.sampler_bindings {
            draw.bindings.insert(sampler.binding, Bound::Sampler(state(sampler.comparison)));
        }
    }
}

/// The color of a texel: where it is.
const fn code(texel: Texel, plane: u32) -> [u8; 4] {
    [texel.x as u8 * 40, texel.y as u8 * 50 + 5, plane as u8 * 12 + 3, texel.level as u8 * 100 + 55]
}

/// The integers of a texel: from where it is, with the least and the greatest numbers among them.
const fn integers(texel: Texel, plane: u32) -> [u32; 4] {
    [texel.x, !texel.y, 0x8000_0000 + plane, 0x7fff_ffff - texel.level]
}

/// The depth of a texel, from 0 to 1.
fn depth(texel: Texel, plane: u32) -> f32 {
    ((texel.x + 3 * texel.y + 5 * plane) % 11) as f32 / 11.0 + 0.03
}
