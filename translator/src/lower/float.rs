//! Float arithmetic and derivatives (semantics 5.2).

use super::{Lowerer, destination, operand};
use crate::builtins::Builtin;
use crate::error::Result;
use crate::ir::{BinaryOp, Handle, Helper, Node, Scalar};
use crate::opcode::Float;
use crate::options::FloatRules;
use crate::program::{Component, Instruction, WriteMask};

const ONE: u32 = 0x3f80_0000;

impl Lowerer<'_> {
    pub(super) fn float(&mut self, opcode: Float, instruction: &Instruction<'_>) -> Result<()> {
        let value = match opcode {
            Float::Add => {
                let [a, b] = self.floats(instruction)?;
                self.sum(a, b)
            }
            Float::Mul => self.float_operator(BinaryOp::Multiply, instruction)?,
            Float::Div => self.float_operator(BinaryOp::Divide, instruction)?,
            Float::Mad => {
                let [a, b, c] = self.floats(instruction)?;
                let product = self.module.binary(BinaryOp::Multiply, a, b);
                self.sum(product, c)
            }
            Float::Dp2 => self.dot(instruction, 2)?,
            Float::Dp3 => self.dot(instruction, 3)?,
            Float::Dp4 => self.dot(instruction, 4)?,
            Float::Min => self.float_helper(Helper::Min, instruction)?,
            Float::Max => self.float_helper(Helper::Max, instruction)?,
            Float::Exp => self.guarded(Builtin::Exp2, Helper::Exp2, instruction)?,
            Float::Sqrt => self.guarded(Builtin::Sqrt, Helper::Sqrt, instruction)?,
            Float::Rsq => self.guarded(Builtin::InverseSqrt, Helper::InverseSqrt, instruction)?,
            Float::Log => self.unary_helper(Helper::Log2, instruction)?,
            Float::Frc => self.fraction(instruction)?,
            Float::RoundNe => self.unary_builtin(Builtin::Round, instruction)?,
            Float::RoundNi => self.unary_builtin(Builtin::Floor, instruction)?,
            Float::RoundPi => self.unary_builtin(Builtin::Ceil, instruction)?,
            Float::RoundZ => self.unary_builtin(Builtin::Trunc, instruction)?,
            Float::Rcp => {
                let [a] = self.floats(instruction)?;
                let one = self.splat_bits(a, Scalar::F32, ONE);
                self.module.binary(BinaryOp::Divide, one, a)
            }
            Float::Sincos => return self.sincos(instruction),
            // ES 3.00 has one derivative a direction; coarse and fine cannot be asked for.
            Float::DerivRtx | Float::DerivRtxCoarse | Float::DerivRtxFine => {
                self.unary_builtin(Builtin::Dpdx, instruction)?
            }
            Float::DerivRty | Float::DerivRtyCoarse | Float::DerivRtyFine => {
                self.unary_builtin(Builtin::Dpdy, instruction)?
            }
        };
        self.write(instruction, value)
    }

    /// The sources after the destination, as floats for the lanes of its mask.
    fn floats<const N: usize>(&mut self, instruction: &Instruction<'_>) -> Result<[Handle<Node>; N]> {
        self.sources(instruction, Scalar::F32)
    }

    /// The `N` sources after one destination, for the lanes of its mask, all as one type.
    pub(super) fn sources<const N: usize>(
        &mut self,
        instruction: &Instruction<'_>,
        scalar: Scalar,
    ) -> Result<[Handle<Node>; N]> {
        let (_, mask) = destination(instruction, 0)?;
        self.sources_at(instruction, 1, mask, scalar)
    }

    /// `N` sources, at least one, from operand `first` on.
    pub(super) fn sources_at<const N: usize>(
        &mut self,
        instruction: &Instruction<'_>,
        first: usize,
        mask: WriteMask,
        scalar: Scalar,
    ) -> Result<[Handle<Node>; N]> {
        let mut values = [self.read(operand(instruction, first)?, mask, scalar)?; N];
        for (index, value) in values.iter_mut().enumerate().skip(1) {
            *value = self.read(operand(instruction, first + index)?, mask, scalar)?;
        }
        Ok(values)
    }

    fn float_operator(&mut self, op: BinaryOp, instruction: &Instruction<'_>) -> Result<Handle<Node>> {
        let [a, b] = self.floats(instruction)?;
        Ok(self.module.binary(op, a, b))
    }

    fn float_helper(&mut self, helper: Helper, instruction: &Instruction<'_>) -> Result<Handle<Node>> {
        let [a, b] = self.floats(instruction)?;
        Ok(self.module.helper(helper, &[a, b]))
    }

    fn unary_helper(&mut self, helper: Helper, instruction: &Instruction<'_>) -> Result<Handle<Node>> {
        let [a] = self.floats(instruction)?;
        Ok(self.module.helper(helper, &[a]))
    }

    fn unary_builtin(&mut self, builtin: Builtin, instruction: &Instruction<'_>) -> Result<Handle<Node>> {
        let [a] = self.floats(instruction)?;
        let ty = self.module.type_of(a);
        Ok(self.module.builtin(builtin, &[a], ty))
    }

    /// A function that drivers get right for every input that GLSL defines, and a helper for the rest.
    fn guarded(&mut self, builtin: Builtin, helper: Helper, instruction: &Instruction<'_>) -> Result<Handle<Node>> {
        match self.source.options.float_rules {
            FloatRules::Relaxed => self.unary_builtin(builtin, instruction),
            FloatRules::Strict => self.unary_helper(helper, instruction),
        }
    }

    /// `s - floor(s)`. A driver was seen whose `fract` gives a number for infinities and NaN.
    fn fraction(&mut self, instruction: &Instruction<'_>) -> Result<Handle<Node>> {
        if self.source.options.float_rules == FloatRules::Relaxed {
            return self.unary_builtin(Builtin::Fract, instruction);
        }
        let [a] = self.floats(instruction)?;
        let a = self.bind(a);
        let ty = self.module.type_of(a);
        let floor = self.module.builtin(Builtin::Floor, &[a], ty);
        Ok(self.module.binary(BinaryOp::Subtract, a, floor))
    }

    /// Sum of products of the first `lanes` lanes; in the order x, y, z, w where arithmetic is precise.
    fn dot(&mut self, instruction: &Instruction<'_>, lanes: u32) -> Result<Handle<Node>> {
        let a = self.read_vector(operand(instruction, 1)?, lanes, Scalar::F32)?;
        let b = self.read_vector(operand(instruction, 2)?, lanes, Scalar::F32)?;
        if !self.keeps_order(instruction) {
            return Ok(self.module.builtin(Builtin::Dot, &[a, b], crate::ir::Type::F32));
        }
        let mut value = None;
        for &lane in Component::ALL.iter().take(lanes as usize) {
            let (x, y) = (self.module.lane(a, lane), self.module.lane(b, lane));
            let product = self.module.binary(BinaryOp::Multiply, x, y);
            value = Some(value.map_or(product, |sum| self.module.binary(BinaryOp::Add, sum, product)));
        }
        Ok(value.unwrap_or(a))
    }

    /// Whether the instruction's arithmetic must be written out in its own order.
    fn keeps_order(&self, instruction: &Instruction<'_>) -> bool {
        self.source.options.float_rules == FloatRules::Strict || !instruction.precise.is_empty()
    }

    fn sincos(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let mut values = [None; 2];
        for (index, (value, builtin)) in values.iter_mut().zip([Builtin::Sin, Builtin::Cos]).enumerate() {
            let (target, mask) = destination(instruction, index)?;
            if !target.is_null() {
                let angle = self.read(operand(instruction, 2)?, mask, Scalar::F32)?;
                let ty = self.module.type_of(angle);
                *value = Some(self.module.builtin(builtin, &[angle], ty));
            }
        }
        let [sine, cosine] = values;
        self.write_both(instruction, sine, cosine)
    }
}
