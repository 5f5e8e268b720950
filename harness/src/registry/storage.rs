//! Calls that ask for the length of an array, and that write, read and measure storage textures.

use dxbc_translator::builtins::Builtin;
use dxbc_translator::ir::{
    Coherence, Expr, Handle, Node, Scalar, StmtKind, StorageTexture, TexelAccess, TexelFormat, TextureKind, Type,
};
use dxbc_translator::program::Component;

use super::cases;
use super::dispatch::{Dispatched, Outcome, UNWRITTEN, bytes};
use super::kernel::Kernel;
use super::meaning::Value;
use super::want::Want;
use crate::engine::compute::{Stored, StoredTexture};
use crate::engine::{self, ImageKind};

/// Register of what is called about.
const PLACE: u32 = 1;
/// Words of the arrays.
const LENGTHS: [u32; 4] = [1, 2, 7, 1000];
/// Width, height, and depth or layers of the textures.
const SIZE: [u32; 3] = [5, 3, 2];

const KINDS: [TextureKind; 4] = [TextureKind::Line, TextureKind::D2, TextureKind::D2Array, TextureKind::D3];

/// A format as all sides know it: that of the engine, the words of a texel, and its channels.
const FORMATS: [(TexelFormat, engine::TexelFormat, usize); 8] = [
    (TexelFormat::Rgba32Float, engine::TexelFormat::RGBA32F, 4),
    (TexelFormat::Rgba32Sint, engine::TexelFormat::RGBA32I, 4),
    (TexelFormat::Rgba32Uint, engine::TexelFormat::RGBA32UI, 4),
    (TexelFormat::R32Float, engine::TexelFormat::R32F, 1),
    (TexelFormat::R32Sint, engine::TexelFormat::R32I, 1),
    (TexelFormat::R32Uint, engine::TexelFormat::R32UI, 1),
    (TexelFormat::Rgba8Unorm, engine::TexelFormat::RGBA8, 1),
    (TexelFormat::Rgba8Snorm, engine::TexelFormat::RGBA8Snorm, 1),
];

/// Every call of a name; none for one that is about neither.
pub(super) fn calls(builtin: Builtin) -> Vec<Dispatched> {
    let textures = KINDS.into_iter().flat_map(|kind| FORMATS.map(|format| Texture { kind, format }));
    // WebGPU reads and writes textures of one channel of 32 bits only.
    let single = |texture: &Texture| {
        matches!(texture.format.0, TexelFormat::R32Float | TexelFormat::R32Sint | TexelFormat::R32Uint)
    };
    match builtin {
        Builtin::ArrayLength => {
            LENGTHS.into_iter().flat_map(|length| [true, false].map(|view| array(length, view))).collect()
        }
        Builtin::TextureStore => textures.map(Texture::store).collect(),
        Builtin::TextureLoad => textures.filter(single).map(Texture::load).collect(),
        Builtin::TextureDimensions => {
            let flat = |texture: &Texture| matches!(texture.kind, TextureKind::D2 | TextureKind::D2Array);
            textures.filter(flat).map(|texture| texture.measure("textureDimensions", &[0, 1])).collect()
        }
        Builtin::TextureNumLayersStorage => {
            let layered = textures.filter(|texture| texture.kind == TextureKind::D2Array);
            layered.map(|texture| texture.measure("textureNumLayersStorage", &[2])).collect()
        }
        _ => Vec::new(),
    }
}

/// The length of an array that is written or only read.
fn array(length: u32, view: bool) -> Dispatched {
    let mut kernel = Kernel::new(1);
    let buffer = if view { kernel.view(PLACE, Coherence::Group) } else { kernel.resource(PLACE) };
    let size = kernel.module.node(Expr::BufferSize(buffer), Type::U32);
    kernel.give(&[size]);
    let words = vec![UNWRITTEN; length as usize];
    Dispatched {
        label: format!("arrayLength of {length} words, {}", if view { "read and written" } else { "read" }),
        module: kernel.finish(),
        groups: 1,
        sources: Vec::new(),
        views: vec![(PLACE, Stored::Words(bytes(words.iter().copied())))],
        resources: vec![(PLACE, words)],
        outcome: Outcome::Results,
        wants: vec![vec![Want::Bits(length)]],
    }
}

/// A storage texture.
#[derive(Clone, Copy)]
struct Texture {
    kind: TextureKind,
    format: (TexelFormat, engine::TexelFormat, usize),
}

impl Texture {
    fn label(self, call: &str) -> String {
        format!("{call} of {:?} of {:?}", self.kind, self.format.0)
    }

    /// Width, height, and depth or layers.
    fn size(self) -> [u32; 3] {
        let [width, height, depth] = SIZE;
        match self.kind {
            TextureKind::Line => [width, 1, 1],
            TextureKind::D2 => [width, height, 1],
            _ => [width, height, depth],
        }
    }

    fn count(self) -> u32 {
        self.size().iter().product()
    }

    /// The coordinates of every texel in the order of memory, and after them of two outside, one beyond each end.
    fn places(self) -> Vec<Value> {
        let [width, height, depth] = self.size();
        let inside = (0..self.count()).map(|number| [number % width, number / width % height, number / width / height]);
        let outside = match self.kind {
            TextureKind::Line => [[width, 0, 0], [u32::MAX, 0, 0]],
            TextureKind::D2 => [[width, 0, 0], [0, height, 0]],
            _ => [[width, 0, 0], [0, 0, depth]],
        };
        let ty = Type::new(Scalar::U32, self.coordinates());
        inside.chain(outside).map(|[x, y, z]| Value { ty, lanes: [x, y, z, 0] }).collect()
    }

    const fn coordinates(self) -> u8 {
        match self.kind {
            TextureKind::Line => 1,
            TextureKind::D2 => 2,
            _ => 3,
        }
    }

    fn declare(self, kernel: &mut Kernel, access: TexelAccess) -> Handle<StorageTexture> {
        let (register, kind, format) = (PLACE, self.kind, self.format.0);
        kernel.module.storage_textures.push(StorageTexture { register, space: 0, kind, format, access, name: None })
    }

    fn stored(self, texels: Vec<u8>) -> (u32, Stored) {
        let kind = match self.kind {
            TextureKind::Line => ImageKind::D1,
            TextureKind::D3 => ImageKind::D3,
            TextureKind::D2Array => ImageKind::D2Array,
            _ => ImageKind::D2,
        };
        (PLACE, Stored::Texture(StoredTexture { kind, format: self.format.1, size: self.size(), texels }))
    }

    fn blank(self) -> (u32, Stored) {
        self.stored(bytes(vec![0; self.count() as usize * self.format.2]))
    }

    /// Four lanes for each place, of the type that the format is written as: numbers for bytes, edge values else.
    fn values(self, places: usize) -> Vec<Value> {
        let ty = Type::new(self.format.0.scalar(), 4);
        let value = |number: usize, edges: &[Value]| match self.format.0 {
            TexelFormat::Rgba8Unorm | TexelFormat::Rgba8Snorm => {
                let lanes = [0.0, 1.0, -0.5, 0.25].map(|lane: f32| (lane + number as f32 / 40.0).to_bits());
                Value { ty, lanes }
            }
            _ => edges[0],
        };
        let edges = cases::tuples(Builtin::Max, &[ty]);
        edges.iter().enumerate().take(places).map(|(number, edges)| value(number, edges)).collect()
    }

    /// What the words of a texel hold after it was written.
    fn want(self, value: &Value) -> Vec<Want> {
        let code = |low: f64, scale: f64| {
            let fields = (0..4).map(|lane| {
                let number = f64::from(f32::from_bits(value.lanes[lane])).clamp(low, 1.0) * scale;
                number.round() as i32
            });
            let bits = fields.enumerate().fold(0, |all, (at, field)| all | (field.cast_unsigned() & 0xff) << (8 * at));
            vec![Want::Fields { bits, width: 8 }]
        };
        match self.format.0 {
            TexelFormat::Rgba8Unorm => code(0.0, 255.0),
            TexelFormat::Rgba8Snorm => code(-1.0, 127.0),
            TexelFormat::Rgba32Float | TexelFormat::R32Float => {
                let floats = value.lanes.iter().take(self.format.2).map(|&lane| f64::from(f32::from_bits(lane)));
                floats.map(Want::exact).collect()
            }
            _ => value.lanes.iter().take(self.format.2).map(|&lane| Want::Bits(lane)).collect(),
        }
    }

    /// Each invocation writes a texel; those that are outside change nothing.
    fn store(self) -> Dispatched {
        let places = self.places();
        let values = self.values(places.len());
        let wants = values.iter().take(self.count() as usize).map(|value| self.want(value)).collect();
        let sources: Vec<Vec<Value>> =
            places.into_iter().zip(values).map(|(place, value)| vec![place, value]).collect();
        let mut kernel = Kernel::new(1);
        let args = kernel.arguments(&sources);
        let texture = self.declare(&mut kernel, TexelAccess::Write);
        kernel.add(StmtKind::StoreTexel { texture, coordinates: args[0], value: args[1] });
        Dispatched {
            label: self.label("textureStore"),
            module: kernel.finish(),
            groups: sources.len() as u32,
            resources: Vec::new(),
            views: vec![self.blank()],
            outcome: Outcome::View { register: PLACE, words: self.format.2 },
            wants,
            sources,
        }
    }

    /// Each invocation reads a texel; outside there are zeros. Of one channel the others are 0, 0 and 1.
    fn load(self) -> Dispatched {
        let places = self.places();
        let texels: Vec<u32> = self.values(self.count() as usize).iter().map(|value| value.lanes[0]).collect();
        let is_float = self.format.0 == TexelFormat::R32Float;
        let one = if is_float { 1.0_f32.to_bits() } else { 1 };
        let wants = (0..places.len()).map(|number| {
            let Some(&texel) = texels.get(number) else { return vec![Want::Bits(0); 4] };
            let first = if is_float { Want::exact(f64::from(f32::from_bits(texel))) } else { Want::Bits(texel) };
            vec![first, Want::Bits(0), Want::Bits(0), Want::Bits(one)]
        });
        let wants = wants.collect();
        let sources: Vec<Vec<Value>> = places.into_iter().map(|place| vec![place]).collect();
        let mut kernel = Kernel::new(1);
        let args = kernel.arguments(&sources);
        let texture = self.declare(&mut kernel, TexelAccess::ReadWrite);
        let texel = kernel.module.node(Expr::Texel(texture, args[0]), Type::new(self.format.0.scalar(), 4));
        let texel = kernel.module.bitcast(texel, Scalar::U32);
        let texel = kernel.bind(texel);
        let lanes = Component::ALL.map(|lane| kernel.module.lane(texel, lane));
        kernel.give(&lanes);
        Dispatched {
            label: self.label("textureLoad"),
            module: kernel.finish(),
            groups: sources.len() as u32,
            resources: Vec::new(),
            views: vec![self.stored(bytes(texels))],
            outcome: Outcome::Results,
            wants,
            sources,
        }
    }

    /// Some of width, height, and depth or layers.
    fn measure(self, call: &str, axes: &[usize]) -> Dispatched {
        let mut kernel = Kernel::new(1);
        let texture = self.declare(&mut kernel, TexelAccess::Write);
        let size = kernel.module.node(Expr::TextureSize(texture), Type::new(Scalar::U32, self.coordinates()));
        let size = kernel.bind(size);
        let lanes: Vec<Handle<Node>> =
            axes.iter().map(|&axis| kernel.module.lane(size, Component::ALL[axis])).collect();
        kernel.give(&lanes);
        Dispatched {
            label: self.label(call),
            module: kernel.finish(),
            groups: 1,
            sources: Vec::new(),
            resources: Vec::new(),
            views: vec![self.blank()],
            outcome: Outcome::Results,
            wants: vec![axes.iter().map(|&axis| Want::Bits(self.size()[axis])).collect()],
        }
    }
}
