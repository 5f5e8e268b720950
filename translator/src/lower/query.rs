//! Queries: resinfo and lod (semantics 5.10).

use smallvec::SmallVec;

use super::resource::Resource;
use super::{Lowerer, destination};
use crate::builtins::Builtin;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, Expr, Handle, Helper, Lanes, Node, Scalar, Texture, TextureKind, Type};
use crate::opcode::Role;
use crate::program::{Component, InfoReturn, Instruction};

/// Which lane of a direction is the greatest, so that the direction meets that axis's faces.
#[derive(Clone, Copy)]
pub(super) struct Major {
    /// Magnitudes of the lanes.
    magnitude: Handle<Node>,
    /// The greatest.
    most: Handle<Node>,
}

impl Lowerer<'_> {
    /// resinfo: (width, height, depth or layers, mips), zeros where the level does not exist but for the mips.
    pub(super) fn query_size(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let resource = self.resource_part(instruction)?;
        let texture = match self.resource(resource)? {
            Resource::Texture(texture) => texture,
            Resource::Buffer(buffer) => {
                let size = self.buffer_size(buffer)?;
                let size = self.info(size, instruction.info_return, true);
                let zero = self.zero(self.module.type_of(size).scalar, 1);
                let value = self.module.compose(&[size, zero, zero, zero]);
                return self.finish_read(instruction, value);
            }
            Resource::StorageTexture(texture) => {
                let level = self.uint_part(instruction, Role::MipLevel)?;
                return self.view_size(instruction, texture, level);
            }
            Resource::GroupMemory(..) => {
                return Err(Error::malformed(self.span.offset, "shared memory is asked for its size"));
            }
        };
        let level = self.part(instruction, Role::MipLevel)?;
        let level = self.read_scalar(level, Scalar::U32)?;
        let level = if self.module.as_literal(level).is_some() { level } else { self.bind(level) };
        let (_, mask) = destination(instruction, 0)?;
        let swizzle = resource.selection.swizzle();
        let lanes = Lanes::read(swizzle, mask);
        if lanes.is_empty() {
            return Ok(());
        }
        let value = self.size_lanes(texture, level, lanes, instruction.info_return)?;
        self.write(instruction, value)
    }

    /// The wanted lanes of resinfo's result.
    fn size_lanes(
        &mut self,
        texture: Handle<Texture>,
        level: Handle<Node>,
        lanes: Lanes,
        info: InfoReturn,
    ) -> Result<Handle<Node>> {
        let kind = self.module.textures[texture].kind;
        let sizes = size_count(kind);
        if lanes.iter().all(|lane| lane.index() < sizes) {
            let size = self.level_size(texture, level)?;
            let size = self.module.swizzle(size, lanes);
            return Ok(self.info(size, info, true));
        }
        let mut parts: SmallVec<[Handle<Node>; 4]> = SmallVec::new();
        for lane in lanes {
            parts.push(self.size_lane(texture, level, lane, info)?);
        }
        Ok(self.module.compose(&parts))
    }

    fn size_lane(
        &mut self,
        texture: Handle<Texture>,
        level: Handle<Node>,
        lane: Component,
        info: InfoReturn,
    ) -> Result<Handle<Node>> {
        let kind = self.module.textures[texture].kind;
        let sizes = size_count(kind);
        if lane.index() < sizes {
            let size = self.level_size(texture, level)?;
            let size = self.module.lane(size, lane);
            return Ok(self.info(size, info, true));
        }
        let layered = matches!(kind, TextureKind::D1Array | TextureKind::D2Array | TextureKind::CubeArray);
        if layered && lane.index() == sizes {
            let sampling = self.sampling(texture, None, false)?;
            let layers = self.module.builtin(Builtin::TextureNumLayers, &[sampling], Type::U32);
            let layers = self.existing(texture, level, layers);
            return Ok(self.info(layers, info, false));
        }
        let count = match lane {
            Component::W if kind == TextureKind::D2Ms => self.module.uint(1),
            Component::W => self.module.node(Expr::MipCount(texture), Type::U32),
            Component::X | Component::Y | Component::Z => self.module.uint(0),
        };
        Ok(self.info(count, info, lane != Component::W))
    }

    /// Width, height and depth of a level (u32), as many as the kind has; zero past the last level.
    pub(super) fn level_size(&mut self, texture: Handle<Texture>, level: Handle<Node>) -> Result<Handle<Node>> {
        let sampling = self.sampling(texture, None, false)?;
        let kind = self.module.textures[texture].kind;
        let (builtin, width) = dimensions(kind);
        let ty = Type::new(Scalar::U32, width);
        if kind == TextureKind::D2Ms {
            return Ok(self.module.builtin(builtin, &[sampling], ty));
        }
        if self.module.as_literal(level).is_some() {
            let size = self.module.builtin(builtin, &[sampling, level], ty);
            return Ok(self.existing(texture, level, size));
        }
        // A driver was seen that asks for one level where the levels of neighbouring pixels differ, so only level 0 is
        // asked for; each level halves it.
        let first = self.module.uint(0);
        let whole = self.module.builtin(builtin, &[sampling, first], ty);
        let bits = self.module.uint(31);
        let shift = self.module.binary(BinaryOp::And, level, bits);
        let shift = self.module.splat(shift, width);
        let halved = self.module.binary(BinaryOp::ShiftRight, whole, shift);
        let one = self.splat_bits(halved, Scalar::U32, 1);
        let size = self.module.builtin(Builtin::Max, &[halved, one], ty);
        Ok(self.existing(texture, level, size))
    }

    /// `value` where the level exists, else zero; level 0 always does.
    fn existing(&mut self, texture: Handle<Texture>, level: Handle<Node>, value: Handle<Node>) -> Handle<Node> {
        if self.module.as_literal(level) == Some(&[0]) {
            return value;
        }
        let exists = self.level_exists(texture, level);
        let zero = self.splat_bits(value, Scalar::U32, 0);
        self.module.select(exists, value, zero)
    }

    /// A count in the form that the instruction returns; only sizes have a reciprocal.
    pub(super) fn info(&mut self, value: Handle<Node>, info: InfoReturn, is_size: bool) -> Handle<Node> {
        match info {
            InfoReturn::Uint => value,
            InfoReturn::Float => self.module.convert(value, Scalar::F32),
            InfoReturn::ReciprocalFloat => {
                let number = self.module.convert(value, Scalar::F32);
                if !is_size {
                    return number;
                }
                let one = self.splat_bits(number, Scalar::F32, 1.0f32.to_bits());
                self.module.binary(BinaryOp::Divide, one, number)
            }
        }
    }

    /// lod: (level clamped to the mips, level unclamped, 0, 0), from the derivatives of the texel coordinates.
    pub(super) fn query_level(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let (texture, kind) = self.texture_operand(instruction)?;
        self.refuse_samples(kind)?;
        let sampling = self.sampling(texture, None, false)?;
        let address = self.address(instruction, kind)?;
        let size = self.texture_size(sampling, kind);
        let [along_x, along_y] = if matches!(kind, TextureKind::Cube | TextureKind::CubeArray) {
            self.changes_on_face(address.coordinates, size)
        } else {
            let texels = self.module.binary(BinaryOp::Multiply, address.coordinates, size);
            let texels = self.bind(texels);
            [Builtin::Dpdx, Builtin::Dpdy].map(|axis| self.change(axis, texels))
        };
        let [along_x, along_y] = [along_x, along_y].map(|change| self.squared(change));
        let squared = self.module.builtin(Builtin::Max, &[along_x, along_y], Type::F32);
        let level = self.module.helper(Helper::Log2, &[squared]);
        let half = self.module.float(0.5);
        let level = self.module.binary(BinaryOp::Multiply, half, level);
        let level = self.bind(level);
        let count = self.module.node(Expr::MipCount(texture), Type::U32);
        let count = self.module.convert(count, Scalar::F32);
        let one = self.module.float(1.0);
        let last = self.module.binary(BinaryOp::Subtract, count, one);
        let zero = self.module.float(0.0);
        let clamped = self.module.builtin(Builtin::Clamp, &[level, zero, last], Type::F32);
        let value = self.module.compose(&[clamped, level, zero, zero]);
        self.finish_read(instruction, value)
    }

    /// A derivative, bound.
    fn change(&mut self, axis: Builtin, value: Handle<Node>) -> Handle<Node> {
        let ty = self.module.type_of(value);
        let change = self.module.builtin(axis, &[value], ty);
        self.bind(change)
    }

    /// Squared length.
    fn squared(&mut self, vector: Handle<Node>) -> Handle<Node> {
        let vector = self.bind(vector);
        self.module.builtin(Builtin::Dot, &[vector, vector], Type::F32)
    }

    /// How the texels that a direction meets change along x and y: the derivative of `direction / major`, on whose
    /// plane a face goes from -1 to 1. That of the direction is taken first, for neighbours may meet other faces.
    fn changes_on_face(&mut self, direction: Handle<Node>, size: Handle<Node>) -> [Handle<Node>; 2] {
        let direction = self.bind(direction);
        let changes = [Builtin::Dpdx, Builtin::Dpdy].map(|axis| self.change(axis, direction));
        let major = self.major(direction);
        let plane = self.onto_cube(direction, major);
        let plane = self.bind(plane);
        let width = self.module.lane(size, Component::X);
        let two = self.module.float(2.0);
        let twice = self.module.binary(BinaryOp::Multiply, major.most, two);
        let scale = self.module.binary(BinaryOp::Divide, width, twice);
        let scale = self.bind(scale);
        changes.map(|change| {
            let outward = self.module.binary(BinaryOp::Multiply, plane, change);
            let outward = self.bind(outward);
            let [x, y, z] = [Component::X, Component::Y, Component::Z].map(|lane| self.module.lane(outward, lane));
            let rest = self.major_is(major, Component::Y);
            let rest = self.module.select(rest, y, x);
            let is_z = self.major_is(major, Component::Z);
            let outward = self.module.select(is_z, z, rest);
            let outward = self.module.splat(outward, 3);
            let step = self.module.binary(BinaryOp::Multiply, plane, outward);
            let along = self.module.binary(BinaryOp::Subtract, change, step);
            let scale = self.module.splat(scale, 3);
            self.module.binary(BinaryOp::Multiply, along, scale)
        })
    }

    /// The lane of a bound direction that is greatest in magnitude.
    pub(super) fn major(&mut self, direction: Handle<Node>) -> Major {
        let ty = self.module.type_of(direction);
        let magnitude = self.module.builtin(Builtin::Abs, &[direction], ty);
        let magnitude = self.bind(magnitude);
        let [x, y, z] = [Component::X, Component::Y, Component::Z].map(|lane| self.module.lane(magnitude, lane));
        let most = self.module.builtin(Builtin::Max, &[y, z], Type::F32);
        let most = self.module.builtin(Builtin::Max, &[x, most], Type::F32);
        Major { magnitude, most: self.bind(most) }
    }

    /// Whether a lane is the greatest. Of equal ones z comes first, then y, then x.
    pub(super) fn major_is(&mut self, major: Major, lane: Component) -> Handle<Node> {
        let lane = self.module.lane(major.magnitude, lane);
        self.module.binary(BinaryOp::GreaterEqual, lane, major.most)
    }

    /// A direction scaled so that its greatest lane is 1 or -1.
    pub(super) fn onto_cube(&mut self, direction: Handle<Node>, major: Major) -> Handle<Node> {
        let most = self.module.splat(major.most, 3);
        self.module.binary(BinaryOp::Divide, direction, most)
    }
}

/// What asks for the sizes of a kind of texture, and how many it gives.
pub(super) const fn dimensions(kind: TextureKind) -> (Builtin, u8) {
    match kind {
        TextureKind::D3 => (Builtin::TextureDimensions3d, 3),
        TextureKind::D2Ms => (Builtin::TextureDimensionsMs, 2),
        TextureKind::Line => (Builtin::TextureDimensions1d, 1),
        TextureKind::D1
        | TextureKind::D1Array
        | TextureKind::D2
        | TextureKind::D2Array
        | TextureKind::Cube
        | TextureKind::CubeArray => (Builtin::TextureDimensions, 2),
    }
}

/// How many of width, height and depth a kind has.
const fn size_count(kind: TextureKind) -> usize {
    match kind {
        TextureKind::D1 | TextureKind::D1Array | TextureKind::Line => 1,
        TextureKind::D2 | TextureKind::D2Array | TextureKind::Cube | TextureKind::CubeArray | TextureKind::D2Ms => 2,
        TextureKind::D3 => 3,
    }
}
