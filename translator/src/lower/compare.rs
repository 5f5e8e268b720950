//! Comparisons (semantics 5.3, 5.5): the result is a mask.

use super::Lowerer;
use crate::error::Result;
use crate::ir::{BinaryOp, Scalar, UnaryOp};
use crate::opcode::Compare;
use crate::program::Instruction;

impl Lowerer<'_> {
    pub(super) fn compare(&mut self, opcode: Compare, instruction: &Instruction<'_>) -> Result<()> {
        let (op, scalar) = match opcode {
            Compare::Eq => (BinaryOp::Equal, Scalar::F32),
            Compare::Ne => (BinaryOp::NotEqual, Scalar::F32),
            Compare::Lt => (BinaryOp::Less, Scalar::F32),
            Compare::Ge => (BinaryOp::GreaterEqual, Scalar::F32),
            Compare::Ieq => (BinaryOp::Equal, Scalar::I32),
            Compare::Ine => (BinaryOp::NotEqual, Scalar::I32),
            Compare::Ilt => (BinaryOp::Less, Scalar::I32),
            Compare::Ige => (BinaryOp::GreaterEqual, Scalar::I32),
            Compare::Ult => (BinaryOp::Less, Scalar::U32),
            Compare::Uge => (BinaryOp::GreaterEqual, Scalar::U32),
        };
        let [a, b] = self.sources(instruction, scalar)?;
        let truth = self.module.binary(op, a, b);
        let value = self.module.unary(UnaryOp::Mask, truth);
        self.write(instruction, value)
    }
}
