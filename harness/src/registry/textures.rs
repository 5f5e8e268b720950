//! Calls that read textures: each pixel reads a texel that is chosen first, at coordinates made from it, so that its
//! value is known without a model of sampling. Samplers take the nearest texel.
#![allow(clippy::wildcard_enum_match_arm, reason = "what is not named is all alike")]

use dxbc_translator::builtins::{Arg, Builtin, Category, Kind, ResultKind, Shape};
use dxbc_translator::error::Result;
use dxbc_translator::ir::{Expr, Handle, Module, Node, Sampler, Sampling, Scalar, Texture, TextureKind, Type};
use dxbc_translator::options::Target;

use super::build::{self, Shader};
use super::meaning::Value;
use super::want::Want;
use crate::engine::{Bound, CompareFunc, Draw, Image, ImageKind, SamplerBinding, SamplerState, TexelFormat};

/// Texels along an edge of level 0.
const SIZE: u32 = 4;
/// Layers of an array, of cubes too.
const LAYERS: u32 = 3;

/// What a call reads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    builtin: Builtin,
    kind: TextureKind,
    /// The channel of a gather.
    component: u32,
}

/// The texel of a pixel.
#[derive(Clone, Copy, Debug)]
struct Texel {
    x: u32,
    y: u32,
    /// Slice, layer or face.
    z: u32,
    /// Layer of an array of cubes.
    cube: u32,
    level: u32,
    reference: f32,
}

const fn shape(kind: TextureKind, comparison: bool) -> Option<Shape> {
    match (kind, comparison) {
        (TextureKind::D2, false) => Some(Shape::D2),
        (TextureKind::D2Array, false) => Some(Shape::D2Array),
        (TextureKind::D3, false) => Some(Shape::D3),
        (TextureKind::Cube, false) => Some(Shape::Cube),
        (TextureKind::CubeArray, false) => Some(Shape::CubeArray),
        (TextureKind::D2, true) => Some(Shape::DepthD2),
        (TextureKind::D2Array, true) => Some(Shape::DepthD2Array),
        (TextureKind::Cube, true) => Some(Shape::DepthCube),
        (TextureKind::CubeArray, true) => Some(Shape::DepthCubeArray),
        (TextureKind::D1 | TextureKind::D1Array | TextureKind::D2Ms, _) | (TextureKind::D3, true) => None,
    }
}

fn has(args: &[Arg], kind: Kind) -> bool {
    args.iter().any(|arg| arg.kind == kind)
}

/// Every texture that a name reads in a language; none for what is no read of textures that the IR has.
pub(super) fn reads(target: Target, builtin: Builtin) -> Vec<Read> {
    let row = builtin.row();
    let Some(Kind::Texture(shapes, _)) =
        row.args.iter().map(|arg| arg.kind).find(|kind| matches!(kind, Kind::Texture(..)))
    else {
        return Vec::new();
    };
    let comparison = has(row.args, Kind::ComparisonSampler);
    let kinds = [TextureKind::D2, TextureKind::D2Array, TextureKind::D3, TextureKind::Cube, TextureKind::CubeArray];
    let components = if has(row.args, Kind::Const0To3) { 4 } else { 1 };
    let spelled = |kind: &TextureKind| {
        shape(*kind, comparison)
            .is_some_and(|shape| shapes.contains(&shape) && (target == Target::Wgsl || shape.es300_sampler().is_ok()))
    };
    let writes = row.result == ResultKind::Void;
    kinds
        .into_iter()
        .filter(|kind| row.category == Category::Textures && !writes && spelled(kind))
        .flat_map(|kind| (0..components).map(move |component| Read { builtin, kind, component }))
        .collect()
}

impl Read {
    pub(super) fn label(self) -> String {
        format!("{}({:?}) of channel {}", self.builtin.name(), self.kind, self.component)
    }

    fn args(self) -> &'static [Arg] {
        self.builtin.row().args
    }

    fn compares(self) -> bool {
        has(self.args(), Kind::ComparisonSampler)
    }

    fn samples(self) -> bool {
        self.compares() || has(self.args(), Kind::Sampler)
    }

    fn gathers(self) -> bool {
        self.builtin.name().starts_with("textureGather")
    }

    /// Whether the level is chosen by the call; else there is one only.
    fn levels(self) -> u32 {
        let named = self.args().iter().any(|arg| arg.name == "level");
        let measured = !self.samples() && !self.args().iter().any(|arg| arg.name == "coord");
        if (named && !self.compares()) || measured { 2 } else { 1 }
    }

    const fn is_cube(self) -> bool {
        matches!(self.kind, TextureKind::Cube | TextureKind::CubeArray)
    }

    fn texels(self) -> Vec<Texel> {
        let slices = match self.kind {
            TextureKind::D2Array => LAYERS,
            TextureKind::D3 => SIZE,
            TextureKind::Cube | TextureKind::CubeArray => 6,
            TextureKind::D1 | TextureKind::D1Array | TextureKind::D2 | TextureKind::D2Ms => 1,
        };
        let levels = if self.args().iter().any(|arg| arg.name == "level") { self.levels() } else { 1 };
        let mut texels = Vec::new();
        for level in 0..levels {
            let size = SIZE >> level;
            let slices = if self.kind == TextureKind::D3 { slices >> level } else { slices };
            // The four texels of a gather end before the last ones.
            let edge = if self.gathers() { size - 1 } else { size };
            for number in 0..edge * edge * slices {
                let (x, y, z) = (number % edge, number / edge % edge, number / edge / edge);
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
                .args()
                .iter()
                .filter_map(|arg| match arg.kind {
                    Kind::Texture(..) | Kind::Sampler | Kind::ComparisonSampler => Some(texture),
                    Kind::Const0To3 => Some(module.uint(self.component)),
                    _ => values.next().map(|(number, ty)| build::argument(module, buffer, first, number, ty)),
                })
                .collect();
            let ty = match self.builtin.row().result {
                ResultKind::Texel => Type::new(Scalar::F32, 4),
                _ => build::result_type(self.builtin, None).unwrap_or(Type::F32),
            };
            module.builtin(self.builtin, &args, ty)
        });
        (shader, sources, wants)
    }

    fn sampling(self, module: &mut Module) -> Handle<Node> {
        let (register, space, name, comparison) = (0, 0, None, self.compares());
        let texture = Texture { register, space, kind: self.kind, scalar: Scalar::F32, name: None };
        let texture = module.textures.push(texture);
        let sampler = self.samples().then(|| module.samplers.push(Sampler { register, space, comparison, name }));
        let sampling = module.samplings.push(Sampling { texture, sampler, comparison });
        let ty = if comparison { Type::F32 } else { Type::new(Scalar::F32, 4) };
        module.node(Expr::Sampling(sampling), ty)
    }

    /// The arguments that are values, for a texel.
    fn values(self, texel: Texel) -> Vec<Value> {
        let width = shape(self.kind, self.compares()).map_or(2, Shape::coord_width);
        let float = |values: &[f32]| {
            let mut lanes = [0; 4];
            lanes.iter_mut().zip(values).for_each(|(lane, value)| *lane = value.to_bits());
            Value { ty: Type::new(Scalar::F32, u8::try_from(values.len()).unwrap_or(1)), lanes }
        };
        let whole =
            |scalar: Scalar, width: u8| Value { ty: Type::new(scalar, width), lanes: [texel.x, texel.y, texel.z, 0] };
        let layer = if self.kind == TextureKind::CubeArray { texel.cube } else { texel.z };
        let one = |word: u32| Value { ty: Type::I32, lanes: [word, 0, 0, 0] };
        let values = self.args().iter().filter_map(|arg| {
            Some(match (arg.kind, arg.name) {
                (Kind::Texture(..) | Kind::Sampler | Kind::ComparisonSampler | Kind::Const0To3, _) => return None,
                (_, "ddx" | "ddy") => float([0.0; 3].get(..usize::from(width)).unwrap_or_default()),
                (Kind::Coord, _) => float(&self.coordinates(texel, width)),
                (Kind::IntCoord, _) => whole(Scalar::U32, width),
                (Kind::SignedIntCoord, _) => whole(Scalar::I32, width),
                (Kind::IntScalar, "layer") => one(layer),
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
            let lanes = if self.kind == TextureKind::D3 { 3 } else { 2 };
            return vec![Want::Bits(size); lanes];
        }
        if name.starts_with("textureNum") {
            return vec![Want::Bits(LAYERS)];
        }
        let passes =
            |texel: Texel| Want::exact(if texel.reference <= depth(texel, self.layer(texel)) { 1.0 } else { 0.0 });
        let color = |texel: Texel, channel: usize| {
            Want::near(f64::from(code(texel, self.layer(texel))[channel]) / 255.0, 2.0, 0.0)
        };
        if self.gathers() {
            let corners = [(0, 1), (1, 1), (1, 0), (0, 0)];
            let corner = |(x, y): (u32, u32)| Texel { x: texel.x + x, y: texel.y + y, ..texel };
            return corners
                .map(corner)
                .map(|texel| if self.compares() { passes(texel) } else { color(texel, self.component as usize) })
                .to_vec();
        }
        if self.compares() { vec![passes(texel)] } else { (0..4).map(|channel| color(texel, channel)).collect() }
    }

    /// The number of the texel's plane in the image.
    fn layer(self, texel: Texel) -> u32 {
        if self.kind == TextureKind::CubeArray { 6 * texel.cube + texel.z } else { texel.z }
    }

    fn image(self) -> Image {
        let (kind, depth) = match self.kind {
            TextureKind::D2Array => (ImageKind::D2Array, LAYERS),
            TextureKind::D3 => (ImageKind::D3, SIZE),
            TextureKind::Cube => (ImageKind::Cube, 1),
            TextureKind::CubeArray => (ImageKind::CubeArray, LAYERS),
            TextureKind::D1 | TextureKind::D1Array | TextureKind::D2 | TextureKind::D2Ms => (ImageKind::D2, 1),
        };
        let planes = match kind {
            ImageKind::Cube | ImageKind::CubeArray => 6 * depth,
            ImageKind::D2 | ImageKind::D2Array | ImageKind::D3 | ImageKind::D2Ms => depth,
        };
        let format = if self.compares() { TexelFormat::Depth32F } else { TexelFormat::RGBA8 };
        let level = |level: u32| -> Vec<u8> {
            let size = SIZE >> level;
            let planes = if kind == ImageKind::D3 { planes >> level } else { planes };
            let texel = |number: u32| {
                let (x, y, z) = (number % size, number / size % size, number / size / size);
                let texel = Texel { x, y, z, cube: 0, level, reference: 0.0 };
                if self.compares() { self::depth(texel, z).to_le_bytes() } else { code(texel, z) }
            };
            (0..size * size * planes).flat_map(texel).collect()
        };
        let levels = (0..self.levels()).map(level).collect();
        Image { kind, format, width: SIZE, height: SIZE, depth, levels }
    }

    /// Binds the texture and its sampler as the text announces them.
    pub(super) fn bind(self, draw: &mut Draw, shader: &Shader) {
        let image = draw.images.len();
        draw.images.push(self.image());
        let compare = self.compares().then_some(CompareFunc::LessEqual);
        let state = SamplerState { compare, ..SamplerState::default() };
        for texture in &shader.reflection.textures {
            draw.samplers.push(SamplerBinding { name: texture.uniform.clone(), image, state });
        }
        for texture in &shader.reflection.texture_bindings {
            draw.bindings.insert(texture.binding, Bound::Texture(image));
        }
        for sampler in &shader.reflection.sampler_bindings {
            draw.bindings.insert(sampler.binding, Bound::Sampler(state));
        }
    }
}

/// The color of a texel: where it is.
const fn code(texel: Texel, plane: u32) -> [u8; 4] {
    [texel.x as u8 * 40, texel.y as u8 * 50 + 5, plane as u8 * 12 + 3, texel.level as u8 * 100 + 55]
}

/// The depth of a texel.
fn depth(texel: Texel, plane: u32) -> f32 {
    ((texel.x + 3 * texel.y + 5 * plane) % 11) as f32 / 10.0 + 0.03
}
