//! Texture reads (semantics 5.10, `texture-sample`).
//!
//! The address lanes go by dimension; the result passes through the swizzle of the resource operand and then
//! through the destination's mask. 1D textures are 2D textures of height 1.

use super::query::dimensions;
use super::resource::Resource;
use super::{Lowerer, destination};
use crate::builtins::Builtin;
use crate::error::{Error, Feature, Result};
use crate::ir::{BinaryOp, Expr, Handle, Lanes, Node, Scalar, Texture, TextureKind, Type};
use crate::opcode::{Lane, Role, Texture as Op};
use crate::options::{Indexing, Target};
use crate::program::{Component, Instruction, Operand, TexelOffset, WriteMask};

/// Half, the centre of a texture of one row.
const HALF: u32 = 0x3f00_0000;

/// Arguments of a texture function.
pub(super) use crate::ir::Args;

/// The address of a read: coordinates without the layer, and the layer.
#[derive(Clone, Copy)]
pub(super) struct Address {
    pub(super) coordinates: Handle<Node>,
    pub(super) layer: Option<Handle<Node>>,
}

/// The place of a texel by whole numbers.
#[derive(Clone, Copy)]
struct Texel {
    texture: Handle<Texture>,
    sampling: Handle<Node>,
    coordinates: Handle<Node>,
    layer: Option<Handle<Node>>,
    level: Handle<Node>,
}

/// How the level of a filtered read is chosen.
enum Level {
    Implicit,
    Bias,
    Explicit,
    Gradient,
}

impl Lowerer<'_> {
    pub(super) fn texture(&mut self, opcode: Op, instruction: &Instruction<'_>) -> Result<()> {
        match opcode {
            Op::Sample => self.sample(instruction, &Level::Implicit),
            Op::SampleB => self.sample(instruction, &Level::Bias),
            Op::SampleL | Op::SampleLS => self.sample(instruction, &Level::Explicit),
            Op::SampleD => self.sample(instruction, &Level::Gradient),
            Op::SampleC => self.sample_compare(instruction, false),
            Op::SampleCLz | Op::SampleCLzS => self.sample_compare(instruction, true),
            Op::Ld | Op::LdS => self.ld(instruction),
            Op::Gather4
            | Op::Gather4C
            | Op::Gather4Po
            | Op::Gather4PoC
            | Op::Gather4S
            | Op::Gather4CS
            | Op::Gather4PoS
            | Op::Gather4PoCS => self.gather(instruction),
            Op::Lod => self.query_level(instruction),
            Op::Resinfo => self.query_size(instruction),
            Op::CheckAccessFullyMapped => {
                let mapped = self.module.uint(u32::MAX);
                self.write(instruction, mapped)
            }
            Op::LdMs | Op::LdMsS => self.ld_sample(instruction),
            Op::Sampleinfo => self.query_samples(instruction),
            Op::Samplepos => Err(self.lacks(Feature::SamplePosition, format_args!("samplepos is not expressible"))),
            Op::SampleClS | Op::SampleBClS | Op::SampleDClS | Op::SampleCClS => {
                Err(Error::internal("lower", "a refused opcode passed the support check"))
            }
        }
    }

    /// The `t#` operand of a read or query.
    pub(super) fn resource_part<'i>(&self, instruction: &Instruction<'i>) -> Result<&'i Operand> {
        let is_resource = |role| {
            matches!(
                role,
                Role::Resource | Role::ResourceOrUav | Role::ResourceOrMemory | Role::ResourceOrRasterizer | Role::Uav
            )
        };
        instruction.operand(is_resource).ok_or_else(|| Error::internal("lower", "an opcode without its resource"))
    }

    /// The operand with a role.
    pub(super) fn part<'i>(&self, instruction: &Instruction<'i>, role: Role) -> Result<&'i Operand> {
        instruction.operand(|r| r == role).ok_or_else(|| {
            Error::malformed(self.span.offset, format!("{} lacks an operand", instruction.opcode.mnemonic()))
        })
    }

    /// The constant offset of the instruction; none where all are zero.
    pub(super) fn offset(&self, instruction: &Instruction<'_>, kind: TextureKind) -> Result<Option<TexelOffset>> {
        let offset = instruction.texel_offset.filter(|&offset| offset != TexelOffset::default());
        if offset.is_some() && matches!(kind, TextureKind::Cube | TextureKind::CubeArray) {
            return Err(Error::malformed(self.span.offset, "a cube map is read with a texel offset"));
        }
        Ok(offset)
    }

    /// Texture, kind and scalar of the instruction's resource.
    pub(super) fn texture_operand(&mut self, instruction: &Instruction<'_>) -> Result<(Handle<Texture>, TextureKind)> {
        let texture = self.texture_of(self.resource_part(instruction)?)?;
        Ok((texture, self.module.textures[texture].kind))
    }

    /// A float address by dimension. Layers are rounded to the nearest even before GLSL rounds them its own way.
    pub(super) fn address(&mut self, instruction: &Instruction<'_>, kind: TextureKind) -> Result<Address> {
        let operand = self.part(instruction, Role::Address(Lane::F32))?;
        let (count, layer) = match kind {
            TextureKind::D1 | TextureKind::Line => (1, None),
            TextureKind::D1Array => (1, Some(1)),
            TextureKind::D2 | TextureKind::D2Ms => (2, None),
            TextureKind::D2Array => (2, Some(2)),
            TextureKind::D3 | TextureKind::Cube => (3, None),
            TextureKind::CubeArray => (3, Some(3)),
        };
        let mut coordinates = self.read_vector(operand, count, Scalar::F32)?;
        if count == 1 {
            let middle = self.module.literal(Scalar::F32, &[HALF]);
            coordinates = self.module.compose(&[coordinates, middle]);
        }
        let layer = match layer {
            None => None,
            Some(lane) => {
                let lane = WriteMask::from_bits(1 << lane);
                let layer = self.read(operand, lane, Scalar::F32)?;
                let layer = self.module.builtin(Builtin::Round, &[layer], Type::F32);
                Some(self.module.convert(layer, Scalar::I32))
            }
        };
        Ok(Address { coordinates, layer })
    }

    /// One float from the operand with a role.
    pub(super) fn float_part(&mut self, instruction: &Instruction<'_>, role: Role) -> Result<Handle<Node>> {
        let operand = self.part(instruction, role)?;
        self.read_scalar(operand, Scalar::F32)
    }

    /// Texture, sampler, coordinates and layer as the registry orders them.
    pub(super) fn args(sampling: Handle<Node>, address: Address) -> Args {
        let mut args = Args::from_slice(&[sampling, sampling, address.coordinates]);
        args.extend(address.layer);
        args
    }

    fn sample(&mut self, instruction: &Instruction<'_>, level: &Level) -> Result<()> {
        let (texture, kind) = self.texture_operand(instruction)?;
        self.refuse_samples(kind)?;
        let sampler = self.part(instruction, Role::Sampler)?;
        let sampling = self.sampling(texture, Some(sampler), false)?;
        let address = self.address(instruction, kind)?;
        let mut args = Self::args(sampling, address);
        let array = address.layer.is_some();
        let cubes = kind == TextureKind::CubeArray;
        let builtin = match (level, array) {
            (Level::Implicit, false) => Builtin::TextureSample,
            (Level::Implicit, true) if cubes => Builtin::TextureSampleCubeArray,
            (Level::Implicit, true) => Builtin::TextureSampleArray,
            (Level::Bias, false) => Builtin::TextureSampleBias,
            (Level::Bias, true) if cubes => Builtin::TextureSampleBiasCubeArray,
            (Level::Bias, true) => Builtin::TextureSampleBiasArray,
            (Level::Explicit, false) => Builtin::TextureSampleLevel,
            (Level::Explicit, true) if cubes => Builtin::TextureSampleLevelCubeArray,
            (Level::Explicit, true) => Builtin::TextureSampleLevelArray,
            (Level::Gradient, false) => Builtin::TextureSampleGrad,
            (Level::Gradient, true) if cubes => Builtin::TextureSampleGradCubeArray,
            (Level::Gradient, true) => Builtin::TextureSampleGradArray,
        };
        match level {
            Level::Implicit => {}
            Level::Bias => args.push(self.float_part(instruction, Role::Bias)?),
            Level::Explicit => args.push(self.float_part(instruction, Role::Lod)?),
            Level::Gradient => {
                for role in [Role::DerivativeX, Role::DerivativeY] {
                    args.push(self.derivative(instruction, role, kind)?);
                }
            }
        }
        let offset = self.offset(instruction, kind)?;
        let ty = self.module.type_of(sampling);
        let value = self.module.texture_call(builtin, &args, offset, ty);
        self.finish_read(instruction, value)
    }

    /// A given derivative: as many lanes as the coordinates without the layer.
    fn derivative(&mut self, instruction: &Instruction<'_>, role: Role, kind: TextureKind) -> Result<Handle<Node>> {
        let operand = self.part(instruction, role)?;
        match kind {
            TextureKind::D1 | TextureKind::D1Array | TextureKind::Line => {
                let along = self.read_vector(operand, 1, Scalar::F32)?;
                let across = self.module.float(0.0);
                Ok(self.module.compose(&[along, across]))
            }
            TextureKind::D2 | TextureKind::D2Array | TextureKind::D2Ms => self.read_vector(operand, 2, Scalar::F32),
            TextureKind::D3 | TextureKind::Cube | TextureKind::CubeArray => self.read_vector(operand, 3, Scalar::F32),
        }
    }

    fn sample_compare(&mut self, instruction: &Instruction<'_>, level_zero: bool) -> Result<()> {
        let (texture, kind) = self.texture_operand(instruction)?;
        self.refuse_samples(kind)?;
        let sampler = self.part(instruction, Role::Sampler)?;
        let sampling = self.sampling(texture, Some(sampler), true)?;
        let mut address = self.address(instruction, kind)?;
        let reference = self.float_part(instruction, Role::Reference)?;
        let offset = self.offset(instruction, kind)?;
        let array = address.layer.is_some();
        // ES 3.00 has no textureOffset for sampler2DArrayShadow: its spelling names the coordinates three times.
        if offset.is_some() && array && !level_zero && self.target() == Target::Glsl {
            address.coordinates = self.bind(address.coordinates);
        }
        let builtin = match (kind, array, level_zero) {
            (TextureKind::Cube, _, false) => Builtin::TextureSampleCompareCube,
            (TextureKind::Cube, _, true) => Builtin::TextureSampleCompareLevelCube,
            (TextureKind::CubeArray, _, false) => Builtin::TextureSampleCompareCubeArray,
            (TextureKind::CubeArray, _, true) => Builtin::TextureSampleCompareLevelCubeArray,
            (_, true, false) => Builtin::TextureSampleCompareArray,
            (_, true, true) => Builtin::TextureSampleCompareLevelArray,
            (TextureKind::D3, _, _) => {
                return Err(Error::malformed(self.span.offset, "a 3D texture is read with a comparison"));
            }
            (_, false, false) => Builtin::TextureSampleCompare,
            (_, false, true) => Builtin::TextureSampleCompareLevel,
        };
        let mut args = Self::args(sampling, address);
        args.push(reference);
        let value = self.module.texture_call(builtin, &args, offset, Type::F32);
        self.write_read(instruction, Some(value))
    }

    /// Size of level 0 as floats: two lanes, three for 3D.
    pub(super) fn texture_size(&mut self, sampling: Handle<Node>, kind: TextureKind) -> Handle<Node> {
        let (builtin, width) = dimensions(kind);
        let size = self.module.builtin(builtin, &[sampling], Type::new(Scalar::U32, width));
        self.module.convert(size, Scalar::F32)
    }

    /// Passes a read of four lanes through the resource's swizzle and the destination's mask.
    pub(super) fn finish_read(&mut self, instruction: &Instruction<'_>, value: Handle<Node>) -> Result<()> {
        let (_, mask) = destination(instruction, 0)?;
        let swizzle = self.resource_part(instruction)?.selection.swizzle();
        let lanes = Lanes::read(swizzle, mask);
        let value = (!lanes.is_empty()).then(|| self.module.swizzle(value, lanes));
        self.write_read(instruction, value)
    }

    /// Texel by whole coordinates; the mip is the last lane.
    fn ld(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let resource = self.resource_part(instruction)?;
        if let Resource::Buffer(buffer) = self.resource(resource)? {
            return self.ld_typed(instruction, buffer);
        }
        let (texture, kind) = self.texture_operand(instruction)?;
        let sampling = self.sampling(texture, None, false)?;
        let operand = self.part(instruction, Role::Address(Lane::U32))?;
        let level = self.read(operand, WriteMask::of(Component::W), Scalar::I32)?;
        let coordinates = match kind {
            TextureKind::D1 | TextureKind::D1Array | TextureKind::Line => {
                let along = self.read_vector(operand, 1, Scalar::I32)?;
                let row = self.module.int(0);
                self.module.compose(&[along, row])
            }
            TextureKind::D2 | TextureKind::D2Array => self.read_vector(operand, 2, Scalar::I32)?,
            TextureKind::D3 => self.read_vector(operand, 3, Scalar::I32)?,
            TextureKind::Cube | TextureKind::CubeArray | TextureKind::D2Ms => {
                return Err(Error::malformed(self.span.offset, "ld reads a cube map or single samples"));
            }
        };
        let layer = match kind {
            TextureKind::D1Array => Some(Component::Y),
            TextureKind::D2Array => Some(Component::Z),
            TextureKind::D1
            | TextureKind::Line
            | TextureKind::D2
            | TextureKind::D3
            | TextureKind::Cube
            | TextureKind::CubeArray
            | TextureKind::D2Ms => None,
        };
        let layer = layer.map(|layer| self.read(operand, WriteMask::of(layer), Scalar::I32)).transpose()?;
        let texel = Texel { texture, sampling, coordinates, layer, level };
        let offset = self.offset(instruction, kind)?;
        if self.target() == Target::Wgsl {
            let value = self.load_inside(texel, offset)?;
            return self.finish_read(instruction, value);
        }
        let mut value = self.load_texel(texel, offset);
        // Coordinates outside give zero in WebGL2, as in D3D; a level outside was seen clamped. Level 0 always exists.
        if self.module.as_literal(level) != Some(&[0]) {
            value = self.zero_past_levels(texture, level, value);
        }
        self.finish_read(instruction, value)
    }

    fn load_texel(&mut self, texel: Texel, offset: Option<TexelOffset>) -> Handle<Node> {
        let Texel { sampling, coordinates, layer, level, .. } = texel;
        let builtin = if layer.is_some() { Builtin::TextureLoadArray } else { Builtin::TextureLoad };
        let mut args = Args::from_slice(&[sampling, coordinates]);
        args.extend(layer);
        args.push(level);
        let ty = self.module.type_of(sampling);
        self.module.texture_call(builtin, &args, offset, ty)
    }

    /// A texel in WGSL, which takes no offset here and gives any texel for a place outside: there zero, as in D3D.
    fn load_inside(&mut self, mut texel: Texel, offset: Option<TexelOffset>) -> Result<Handle<Node>> {
        let width = self.module.type_of(texel.coordinates).width;
        if let Some(TexelOffset { u, v, w }) = offset {
            let by = [u, v, w].map(|by| i32::from(by).cast_unsigned());
            let by = self.module.literal(Scalar::I32, by.get(..usize::from(width)).unwrap_or(&by));
            texel.coordinates = self.sum(texel.coordinates, by);
        }
        if self.source.options.indexing == Indexing::Trusted {
            return Ok(self.load_texel(texel, None));
        }
        texel.coordinates = self.bind(texel.coordinates);
        texel.layer = texel.layer.map(|layer| self.bind(layer));
        texel.level = self.bind(texel.level);
        let Texel { texture, sampling, coordinates, layer, level } = texel;
        let level = self.module.bitcast(level, Scalar::U32);
        // Zero past the last level, where no place is inside.
        let size = self.level_size(texture, level)?;
        let place = self.module.bitcast(coordinates, Scalar::U32);
        let inside = self.module.binary(BinaryOp::Less, place, size);
        let mut inside = vec![self.module.builtin(Builtin::All, &[inside], Type::BOOL)];
        if let Some(layer) = layer {
            let layers = self.module.builtin(Builtin::TextureNumLayers, &[sampling], Type::U32);
            let layer = self.module.bitcast(layer, Scalar::U32);
            inside.push(self.module.binary(BinaryOp::Less, layer, layers));
        }
        let mut value = self.load_texel(texel, None);
        let ty = self.module.type_of(value);
        for inside in inside {
            let zero = self.module.splat_literal(ty, 0);
            value = self.module.select(inside, value, zero);
        }
        Ok(value)
    }

    /// `value` where the level exists, else zero.
    fn zero_past_levels(&mut self, texture: Handle<Texture>, level: Handle<Node>, value: Handle<Node>) -> Handle<Node> {
        let level = self.module.bitcast(level, Scalar::U32);
        let exists = self.level_exists(texture, level);
        let ty = self.module.type_of(value);
        let zero = self.module.splat_literal(ty, 0);
        self.module.select(exists, value, zero)
    }

    /// Whether a texture has a mip level (u32).
    pub(super) fn level_exists(&mut self, texture: Handle<Texture>, level: Handle<Node>) -> Handle<Node> {
        let count = self.module.node(Expr::MipCount(texture), Type::U32);
        self.module.binary(BinaryOp::Less, level, count)
    }
}
