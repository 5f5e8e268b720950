//! Calls that read a lane of a storage buffer that stands in a texture, row by row.

use dxbc_translator::builtins::{self, Builtin, Kind};
use dxbc_translator::error::Result;
use dxbc_translator::ir::{Buffer, BufferKind, Expr, Scalar, Type, View};
use dxbc_translator::options::Target;

use super::build::{self, Shader};
use super::cases::{self, TUPLES};
use super::dispatch::bytes;
use super::meaning::Value;
use super::want::Want;
use crate::engine::{Bound, Draw, Image, ImageKind, SamplerBinding, SamplerState, TexelFormat};

/// Lanes in a row of the texture: no power of two, and no divisor of their number.
const WIDTH: u32 = 7;

/// A call that reads lanes of a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneRead {
    builtin: Builtin,
    ty: Type,
}

/// The reads that a name makes.
pub(super) fn reads(builtin: Builtin) -> Option<LaneRead> {
    builtin.row().args.iter().find_map(|arg| match arg.kind {
        Kind::DataTexture(scalar) => Some(LaneRead { builtin, ty: builtins::Type::new(scalar, 1).into() }),
        _ => None,
    })
}

impl LaneRead {
    pub(super) fn label(self) -> String {
        format!("{}(lane)", self.builtin.name())
    }

    /// The lanes of the buffer: edge values of their type.
    fn lanes(self) -> Vec<u32> {
        cases::tuples(self.builtin, &[self.ty]).iter().map(|tuple| tuple[0].lanes[0]).collect()
    }

    /// The module of the call, the lane that each pixel reads, counted from the last, and what stands there.
    pub(super) fn job(self, target: Target) -> (Result<Shader>, Vec<Vec<Value>>, Vec<Vec<Want>>) {
        let numbers = (0..TUPLES as u32).rev().map(|lane| vec![Value { ty: Type::U32, lanes: [lane, 0, 0, 0] }]);
        let want = |word: u32| match self.ty.scalar {
            Scalar::F32 => Want::exact(f64::from(f32::from_bits(word))),
            Scalar::I32 | Scalar::U32 | Scalar::Bool | Scalar::Bits | Scalar::F64 => Want::Bits(word),
        };
        let wants = self.lanes().into_iter().rev().map(|word| vec![want(word)]).collect();
        let shader = build::shader(target, |module| {
            let constants = build::buffer(module, TUPLES as u32);
            let first = build::pixel(module, 1);
            let number = build::argument(module, constants, first, 0, Type::U32);
            let kind = BufferKind::Lanes { scalar: self.ty.scalar };
            let buffer = module.buffers.push(Buffer { register: 0, space: 0, view: View::Resource, kind, name: None });
            let lanes = module.node(Expr::Buffer(buffer), self.ty);
            module.builtin(self.builtin, &[lanes, number], self.ty)
        });
        (shader, numbers.collect(), wants)
    }

    /// Binds the lanes as words, or the texture under the name that the text gives it.
    pub(super) fn bind(self, draw: &mut Draw, shader: &Shader) {
        let mut lanes = self.lanes();
        for binding in shader.reflection.buffers.iter().filter_map(|buffer| buffer.binding) {
            draw.bindings.insert(binding, Bound::Words(bytes(lanes.iter().copied())));
        }
        let format = match self.ty.scalar {
            Scalar::F32 => TexelFormat::R32F,
            Scalar::I32 => TexelFormat::R32I,
            Scalar::U32 | Scalar::Bool | Scalar::Bits | Scalar::F64 => TexelFormat::R32UI,
        };
        let height = (TUPLES as u32).div_ceil(WIDTH);
        lanes.resize((WIDTH * height) as usize, 0);
        let data = bytes(lanes);
        let image = draw.images.len();
        draw.images.push(Image { kind: ImageKind::D2, format, width: WIDTH, height, depth: 1, levels: vec![data] });
        for name in shader.reflection.buffers.iter().filter_map(|buffer| buffer.uniform.clone()) {
            draw.samplers.push(SamplerBinding { name, image, state: SamplerState::default() });
        }
    }
}
