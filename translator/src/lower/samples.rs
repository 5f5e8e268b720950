//! Textures of several samples a texel: single samples and how many there are (semantics 5.10).
//!
//! GLSL ES 3.00 has none of it and refuses the opcodes before they come here.

use super::Lowerer;
use super::texture::Args;
use crate::builtins::Builtin;
use crate::error::{Error, Feature, Result};
use crate::ir::{BinaryOp, Handle, Node, Scalar, TextureKind, Type};
use crate::opcode::{Lane, Role};
use crate::options::Indexing;
use crate::program::{Instruction, RegisterFile, TexelOffset};

impl Lowerer<'_> {
    /// Refuses a texture of several samples where one of one is read.
    pub(super) fn refuse_samples(&self, kind: TextureKind) -> Result<()> {
        if kind != TextureKind::D2Ms {
            return Ok(());
        }
        Err(Error::malformed(self.span.offset, "a multisampled texture is read with a sampler"))
    }

    /// ldms: one sample of a texel; zero outside.
    pub(super) fn ld_sample(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let (texture, kind) = self.texture_operand(instruction)?;
        if kind != TextureKind::D2Ms {
            return Err(Error::malformed(self.span.offset, "ldms reads a texture of one sample"));
        }
        let sampling = self.sampling(texture, None, false)?;
        let address = self.part(instruction, Role::Address(Lane::U32))?;
        let mut coordinates = self.read_vector(address, 2, Scalar::I32)?;
        if let Some(TexelOffset { u, v, .. }) = self.offset(instruction, kind)? {
            let by = [u, v].map(|by| i32::from(by).cast_unsigned());
            let by = self.module.literal(Scalar::I32, &by);
            coordinates = self.sum(coordinates, by);
        }
        let sample = self.part(instruction, Role::SampleIndex)?;
        let sample = self.read_scalar(sample, Scalar::I32)?;
        let ty = self.module.type_of(sampling);
        let trusted = self.source.options.indexing == Indexing::Trusted;
        let (coordinates, sample) =
            if trusted { (coordinates, sample) } else { (self.bind(coordinates), self.bind(sample)) };
        let args = Args::from_slice(&[sampling, coordinates, sample]);
        let mut value = self.module.builtin(Builtin::TextureLoadMs, &args, ty);
        if !trusted {
            value = self.within_samples(sampling, coordinates, sample, value);
        }
        self.finish_read(instruction, value)
    }

    /// `value` where the texel and the sample exist, else zero.
    fn within_samples(
        &mut self,
        sampling: Handle<Node>,
        coordinates: Handle<Node>,
        sample: Handle<Node>,
        value: Handle<Node>,
    ) -> Handle<Node> {
        let ty = self.module.type_of(value);
        let size = self.module.builtin(Builtin::TextureDimensionsMs, &[sampling], Type::new(Scalar::U32, 2));
        let place = self.module.bitcast(coordinates, Scalar::U32);
        let inside = self.module.binary(BinaryOp::Less, place, size);
        let inside = self.module.builtin(Builtin::All, &[inside], Type::BOOL);
        let samples = self.module.builtin(Builtin::TextureNumSamples, &[sampling], Type::U32);
        let sample = self.module.bitcast(sample, Scalar::U32);
        let exists = self.module.binary(BinaryOp::Less, sample, samples);
        let zero = self.module.splat_literal(ty, 0);
        let value = self.module.select(inside, value, zero);
        let zero = self.module.splat_literal(ty, 0);
        self.module.select(exists, value, zero)
    }

    /// sampleinfo: (samples, 0, 0, 0).
    pub(super) fn query_samples(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let resource = self.resource_part(instruction)?;
        if resource.file() == Some(RegisterFile::Rasterizer) {
            return Err(self.lacks(Feature::SamplePosition, format_args!("the samples of the target are asked for")));
        }
        let texture = self.texture_of(resource)?;
        if self.module.textures[texture].kind != TextureKind::D2Ms {
            return Err(Error::malformed(self.span.offset, "sampleinfo asks a texture of one sample"));
        }
        let sampling = self.sampling(texture, None, false)?;
        let samples = self.module.builtin(Builtin::TextureNumSamples, &[sampling], Type::U32);
        let samples = self.info(samples, instruction.info_return, false);
        let zero = self.zero(self.module.type_of(samples).scalar, 1);
        let value = self.module.compose(&[samples, zero, zero, zero]);
        self.finish_read(instruction, value)
    }
}
