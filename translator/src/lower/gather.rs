//! gather4 by four reads at texel centres, for ES 3.00 has no textureGather (semantics 5.10).
//!
//! All taps and their places come from one integer base, so that two roundings of one coordinate cannot
//! disagree. A tap is a read of level 0 at the middle of its texel: filtering has no weight there, and the
//! sampler's address modes hold.

use smallvec::SmallVec;

use super::query::Major;
use super::texture::{Address, Args};
use super::{Lowerer, destination};
use crate::builtins::Builtin;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, Handle, Helper, Node, Scalar, TextureKind, Type, UnaryOp};
use crate::opcode::Role;
use crate::options::Target;
use crate::program::{Component, Instruction, Selection, TexelOffset};

/// Texels of the taps relative to the base, in D3D's order: counter-clockwise from the lower left.
const TAPS: [[f32; 2]; 4] = [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]];

const NEITHER: &str = "gather4 reads a texture that is neither 2D nor a cube";

/// What a tap reads beside its place.
struct Tap {
    sampling: Handle<Node>,
    kind: TextureKind,
    layer: Option<Handle<Node>>,
    reference: Option<Handle<Node>>,
    channel: Component,
}

/// A face of a cube as vectors: a direction is `normal + u * (2s - 1) + v * (2t - 1)`.
struct Face {
    normal: Handle<Node>,
    u: Handle<Node>,
    v: Handle<Node>,
}

impl Lowerer<'_> {
    pub(super) fn gather(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let (texture, kind) = self.texture_operand(instruction)?;
        let compared = instruction.operand(|role| role == Role::Reference).is_some();
        let sampler = self.part(instruction, Role::Sampler)?;
        let channel = sampler.selection.swizzle().get(Component::X);
        let channel = if sampler.selection == Selection::NONE { Component::X } else { channel };
        let sampling = self.sampling(texture, Some(sampler), compared)?;
        let moves = instruction.operand(|role| role == Role::TexelOffset).is_some();
        if self.target() == Target::Wgsl && !moves {
            return self.gather_at_once(instruction, kind, sampling, channel);
        }
        let Address { coordinates, layer } = self.address(instruction, kind)?;
        let layer = layer.map(|layer| self.bind(layer));
        let reference = if compared {
            let reference = self.float_part(instruction, Role::Reference)?;
            Some(self.bind(reference))
        } else {
            None
        };
        let tap = Tap { sampling, kind, layer, reference, channel };
        let size = self.texture_size(sampling, kind);
        let size = self.bind(size);
        let places = match kind {
            TextureKind::Cube | TextureKind::CubeArray => self.cube_places(coordinates, size),
            TextureKind::D1 | TextureKind::D1Array | TextureKind::Line | TextureKind::D3 | TextureKind::D2Ms => {
                return Err(Error::malformed(self.span.offset, NEITHER));
            }
            TextureKind::D2 | TextureKind::D2Array => {
                let base = self.base_texel(coordinates, size);
                let base = self.moved(instruction, kind, base)?;
                let base = self.bind(base);
                TAPS.map(|tap| self.tap_place(base, size, tap))
            }
        };
        let (_, mask) = destination(instruction, 0)?;
        let swizzle = self.resource_part(instruction)?.selection.swizzle();
        let mut values: SmallVec<[Handle<Node>; 4]> = SmallVec::new();
        for lane in mask.iter() {
            let place = places[swizzle.get(lane).index()];
            values.push(self.tap(&tap, place));
        }
        let value = (!values.is_empty()).then(|| self.module.compose(&values));
        self.write_read(instruction, value)
    }

    /// The one call of WGSL, which has Direct3D's order of the taps.
    fn gather_at_once(
        &mut self,
        instruction: &Instruction<'_>,
        kind: TextureKind,
        sampling: Handle<Node>,
        channel: Component,
    ) -> Result<()> {
        if matches!(kind, TextureKind::D1 | TextureKind::D1Array | TextureKind::D3 | TextureKind::D2Ms) {
            return Err(Error::malformed(self.span.offset, NEITHER));
        }
        let compared = instruction.operand(|role| role == Role::Reference).is_some();
        let address = self.address(instruction, kind)?;
        let mut args = Args::new();
        if !compared {
            #[allow(clippy::cast_possible_truncation, reason = "a lane is below four")]
            args.push(self.module.uint(channel.index() as u32));
        }
        args.extend_from_slice(&Self::args(sampling, address));
        let builtin = match (compared, address.layer.is_some()) {
            (false, false) => Builtin::TextureGather,
            (false, true) => Builtin::TextureGatherArray,
            (true, false) => Builtin::TextureGatherCompare,
            (true, true) => Builtin::TextureGatherCompareArray,
        };
        if compared {
            args.push(self.float_part(instruction, Role::Reference)?);
        }
        let offset = self.offset(instruction, kind)?;
        let scalar = self.module.type_of(sampling).scalar;
        let value = self.module.texture_call(builtin, &args, offset, Type::new(scalar, 4));
        self.finish_read(instruction, value)
    }

    /// `floor(coordinates * size - 0.5)`.
    fn base_texel(&mut self, coordinates: Handle<Node>, size: Handle<Node>) -> Handle<Node> {
        let texels = self.module.binary(BinaryOp::Multiply, coordinates, size);
        let half = self.splat_bits(texels, Scalar::F32, 0.5f32.to_bits());
        let texels = self.module.binary(BinaryOp::Subtract, texels, half);
        let ty = self.module.type_of(texels);
        self.module.builtin(Builtin::Floor, &[texels], ty)
    }

    /// The base moved by the immediate offset and by that of the `_po` forms.
    fn moved(&mut self, instruction: &Instruction<'_>, kind: TextureKind, base: Handle<Node>) -> Result<Handle<Node>> {
        let mut base = base;
        if let Some(TexelOffset { u, v, .. }) = self.offset(instruction, kind)? {
            let by = self.module.literal(Scalar::F32, &[f32::from(u).to_bits(), f32::from(v).to_bits()]);
            base = self.sum(base, by);
        }
        if let Some(operand) = instruction.operand(|role| role == Role::TexelOffset) {
            let by = self.read_vector(operand, 2, Scalar::I32)?;
            // The low six bits, sign extended.
            let by = match self.module.as_literal(by) {
                Some(&[u, v]) => {
                    let six = |bits: u32| ((bits << 26).cast_signed() >> 26).cast_unsigned();
                    self.module.literal(Scalar::I32, &[six(u), six(v)])
                }
                _ => {
                    let width = self.splat_bits(by, Scalar::U32, 6);
                    let from = self.splat_bits(by, Scalar::U32, 0);
                    self.module.helper(Helper::ExtractInt, &[width, from, by])
                }
            };
            let by = self.module.convert(by, Scalar::F32);
            base = self.sum(base, by);
        }
        Ok(base)
    }

    /// The middle of a tap's texel, in [0, 1]: `(base + tap + 0.5) / size`.
    fn tap_place(&mut self, base: Handle<Node>, size: Handle<Node>, [dx, dy]: [f32; 2]) -> Handle<Node> {
        let middle = self.module.literal(Scalar::F32, &[(dx + 0.5).to_bits(), (dy + 0.5).to_bits()]);
        let texel = self.module.binary(BinaryOp::Add, base, middle);
        self.module.binary(BinaryOp::Divide, texel, size)
    }

    /// The value of one tap.
    fn tap(&mut self, tap: &Tap, place: Handle<Node>) -> Handle<Node> {
        let mut args = Self::args(tap.sampling, Address { coordinates: place, layer: tap.layer });
        if let Some(reference) = tap.reference {
            args.push(reference);
            let builtin = match (tap.kind, tap.layer) {
                (TextureKind::CubeArray, _) => Builtin::TextureSampleCompareLevelCubeArray,
                (TextureKind::Cube, _) => Builtin::TextureSampleCompareLevelCube,
                (_, Some(_)) => Builtin::TextureSampleCompareLevelArray,
                (_, None) => Builtin::TextureSampleCompareLevel,
            };
            return self.module.texture_call(builtin, &args, None, Type::F32);
        }
        args.push(self.module.float(0.0));
        let array = tap.layer.is_some();
        let builtin = if array { Builtin::TextureSampleLevelArray } else { Builtin::TextureSampleLevel };
        let ty = self.module.type_of(tap.sampling);
        let texel = self.module.texture_call(builtin, &args, None, ty);
        self.module.lane(texel, tap.channel)
    }

    /// Directions through the middles of the taps' texels, on the next face for texels beyond an edge.
    fn cube_places(&mut self, direction: Handle<Node>, size: Handle<Node>) -> [Handle<Node>; 4] {
        let direction = self.bind(direction);
        let major = self.major(direction);
        let plane = self.onto_cube(direction, major);
        let plane = self.bind(plane);
        let face = self.face(plane, major);
        let mut coordinates = [face.u, face.v].map(|axis| {
            let along = self.module.builtin(Builtin::Dot, &[plane, axis], Type::F32);
            let half = self.module.float(0.5);
            let along = self.module.binary(BinaryOp::Multiply, along, half);
            self.module.binary(BinaryOp::Add, along, half)
        });
        let [s, t] = &mut coordinates;
        let place = self.module.compose(&[*s, *t]);
        let base = self.base_texel(place, size);
        let base = self.bind(base);
        TAPS.map(|tap| {
            let place = self.tap_place(base, size, tap);
            let two = self.splat_bits(place, Scalar::F32, 2.0f32.to_bits());
            let one = self.splat_bits(place, Scalar::F32, 1.0f32.to_bits());
            let place = self.module.binary(BinaryOp::Multiply, place, two);
            let place = self.module.binary(BinaryOp::Subtract, place, one);
            let place = self.bind(place);
            // A texel beyond the edge lies on the next face, as far from the edge as the place is beyond it.
            let lowest = self.splat_bits(place, Scalar::F32, (-1.0f32).to_bits());
            let ty = self.module.type_of(place);
            let inside = self.module.builtin(Builtin::Clamp, &[place, lowest, one], ty);
            let inside = self.bind(inside);
            let beyond = self.module.binary(BinaryOp::Subtract, place, inside);
            let beyond = self.module.builtin(Builtin::Abs, &[beyond], ty);
            let beyond = self.bind(beyond);
            let [x, y] = [Component::X, Component::Y].map(|lane| self.module.lane(beyond, lane));
            let beyond = self.module.binary(BinaryOp::Add, x, y);
            let full = self.module.float(1.0);
            let height = self.module.binary(BinaryOp::Subtract, full, beyond);
            let height = self.module.splat(height, 3);
            let mut through = self.module.binary(BinaryOp::Multiply, face.normal, height);
            for (axis, lane) in [(face.u, Component::X), (face.v, Component::Y)] {
                let by = self.module.lane(inside, lane);
                let by = self.module.splat(by, 3);
                let step = self.module.binary(BinaryOp::Multiply, axis, by);
                through = self.module.binary(BinaryOp::Add, through, step);
            }
            through
        })
    }

    /// The face that a direction goes through: the greatest lane, ties to z, then y, then x.
    fn face(&mut self, plane: Handle<Node>, major: Major) -> Face {
        let [z, y] = [Component::Z, Component::Y].map(|lane| {
            let is_major = self.major_is(major, lane);
            self.bind_truth(is_major)
        });
        let normal = self.by_axis(plane, z, y, unit);
        let u = self.by_axis(plane, z, y, |axis, sign| match axis {
            Component::X => unit(Component::Z, -sign),
            Component::Z => unit(Component::X, sign),
            Component::Y | Component::W => unit(Component::X, 1.0),
        });
        let v = self.by_axis(plane, z, y, |axis, sign| match axis {
            Component::Y => unit(Component::Z, sign),
            Component::X | Component::Z | Component::W => unit(Component::Y, -1.0),
        });
        let [normal, u, v] = [normal, u, v].map(|vector| self.bind(vector));
        Face { normal, u, v }
    }

    /// A vector by the major axis and its sign.
    fn by_axis(
        &mut self,
        plane: Handle<Node>,
        z: Handle<Node>,
        y: Handle<Node>,
        vector: impl Fn(Component, f32) -> [f32; 3],
    ) -> Handle<Node> {
        let mut of = |axis: Component| {
            let lane = self.module.lane(plane, axis);
            let zero = self.module.float(0.0);
            let positive = self.module.binary(BinaryOp::GreaterEqual, lane, zero);
            let [plus, minus] = [1.0, -1.0].map(|sign| {
                let lanes = vector(axis, sign).map(f32::to_bits);
                self.module.literal(Scalar::F32, &lanes)
            });
            self.module.select(positive, plus, minus)
        };
        let [of_x, of_y, of_z] = [of(Component::X), of(Component::Y), of(Component::Z)];
        let rest = self.module.select(y, of_y, of_x);
        self.module.select(z, of_z, rest)
    }

    /// A truth value that is bound as a u32 mask and tested again, since no variable holds a truth value.
    fn bind_truth(&mut self, truth: Handle<Node>) -> Handle<Node> {
        let mask = self.module.unary(UnaryOp::Mask, truth);
        let mask = self.bind(mask);
        self.module.unary(UnaryOp::AnyBit, mask)
    }
}

/// A unit vector along an axis.
const fn unit(axis: Component, sign: f32) -> [f32; 3] {
    match axis {
        Component::X => [sign, 0.0, 0.0],
        Component::Y => [0.0, sign, 0.0],
        Component::Z | Component::W => [0.0, 0.0, sign],
    }
}
