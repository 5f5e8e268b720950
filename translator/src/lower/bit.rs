//! Bitwise operations and shifts (semantics 5.6).

use super::{Lowerer, destination, operand};
use crate::builtins::Builtin;
use crate::error::Result;
use crate::ir::{BinaryOp, Handle, Helper, Node, Scalar, UnaryOp};
use crate::opcode::Bit;
use crate::program::Instruction;

impl Lowerer<'_> {
    pub(super) fn bit(&mut self, opcode: Bit, instruction: &Instruction<'_>) -> Result<()> {
        let value = match opcode {
            Bit::And => self.bitwise(BinaryOp::And, instruction)?,
            Bit::Or => self.bitwise(BinaryOp::Or, instruction)?,
            Bit::Xor => self.bitwise(BinaryOp::Xor, instruction)?,
            Bit::Not => {
                let [a] = self.sources(instruction, Scalar::U32)?;
                self.module.unary(UnaryOp::Not, a)
            }
            Bit::Ishl => self.shift(BinaryOp::ShiftLeft, Scalar::U32, instruction)?,
            Bit::Ushr => self.shift(BinaryOp::ShiftRight, Scalar::U32, instruction)?,
            Bit::Ishr => self.shift(BinaryOp::ShiftRight, Scalar::I32, instruction)?,
            Bit::Countbits => self.bit_builtin(Builtin::CountOneBits, instruction)?,
            Bit::Bfrev => self.bit_builtin(Builtin::ReverseBits, instruction)?,
            Bit::FirstbitHi => self.bit_helper(Helper::FirstBitHigh, instruction)?,
            Bit::FirstbitLo => self.bit_helper(Helper::FirstBitLow, instruction)?,
            Bit::FirstbitShi => self.bit_helper(Helper::FirstBitSigned, instruction)?,
            Bit::Ubfe => self.bit_helper(Helper::ExtractUint, instruction)?,
            Bit::Ibfe => self.bit_helper(Helper::ExtractInt, instruction)?,
            Bit::Bfi => self.bit_helper(Helper::InsertBits, instruction)?,
        };
        self.write(instruction, value)
    }

    fn bitwise(&mut self, op: BinaryOp, instruction: &Instruction<'_>) -> Result<Handle<Node>> {
        let [a, b] = self.sources(instruction, Scalar::U32)?;
        Ok(self.module.binary(op, a, b))
    }

    fn shift(&mut self, op: BinaryOp, scalar: Scalar, instruction: &Instruction<'_>) -> Result<Handle<Node>> {
        let (_, mask) = destination(instruction, 0)?;
        let value = self.read(operand(instruction, 1)?, mask, scalar)?;
        let count = self.read(operand(instruction, 2)?, mask, Scalar::U32)?;
        let count = self.below_32(count);
        Ok(self.module.binary(op, value, count))
    }

    /// The low five bits of a shift count.
    fn below_32(&mut self, count: Handle<Node>) -> Handle<Node> {
        if let Some(lanes) = self.module.as_literal(count) {
            let mut masked = [0; 4];
            for (slot, lane) in masked.iter_mut().zip(lanes) {
                *slot = lane & 31;
            }
            let lanes = lanes.len();
            return self.module.literal(Scalar::U32, masked.get(..lanes).unwrap_or(&masked));
        }
        let low = self.splat_bits(count, Scalar::U32, 31);
        self.module.binary(BinaryOp::And, count, low)
    }

    fn bit_builtin(&mut self, builtin: Builtin, instruction: &Instruction<'_>) -> Result<Handle<Node>> {
        let [a] = self.sources(instruction, Scalar::U32)?;
        let ty = self.module.type_of(a);
        Ok(self.module.builtin(builtin, &[a], ty))
    }

    /// A helper whose arguments are the sources in order.
    pub(super) fn bit_helper(&mut self, helper: Helper, instruction: &Instruction<'_>) -> Result<Handle<Node>> {
        let (_, mask) = destination(instruction, 0)?;
        let mut args = smallvec::SmallVec::<[Handle<Node>; 4]>::new();
        for (index, &scalar) in helper.args().iter().enumerate() {
            args.push(self.read(operand(instruction, index + 1)?, mask, scalar)?);
        }
        Ok(self.module.helper(helper, &args))
    }
}
