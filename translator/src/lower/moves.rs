//! Moves (semantics 5.1).

use super::{Lowerer, destination, operand};
use crate::error::Result;
use crate::ir::{Handle, Node, Scalar, UnaryOp};
use crate::opcode::Move;
use crate::program::{Instruction, Operand, WriteMask};

impl Lowerer<'_> {
    pub(super) fn moves(&mut self, opcode: Move, instruction: &Instruction<'_>) -> Result<()> {
        let (_, mask) = destination(instruction, 0)?;
        let value = match opcode {
            Move::Mov => self.read(operand(instruction, 1)?, mask, Scalar::Bits)?,
            Move::Movc => self.choice(instruction, mask, [1, 2, 3])?,
            Move::Swapc => {
                let (second, second_mask) = destination(instruction, 1)?;
                let first = self.choice(instruction, mask, [2, 4, 3])?;
                let other =
                    if second.is_null() { None } else { Some(self.choice(instruction, second_mask, [2, 3, 4])?) };
                return self.write_both(instruction, Some(first), other);
            }
        };
        self.write(instruction, value)
    }

    /// `condition ? accept : reject` per lane, bit exact; operands by number.
    fn choice(
        &mut self,
        instruction: &Instruction<'_>,
        mask: WriteMask,
        [c, a, r]: [usize; 3],
    ) -> Result<Handle<Node>> {
        let condition = self.condition_lanes(operand(instruction, c)?, mask)?;
        let accept = self.read(operand(instruction, a)?, mask, Scalar::Bits)?;
        let reject = self.read(operand(instruction, r)?, mask, Scalar::Bits)?;
        let (accept, reject) = self.unify(accept, reject);
        Ok(self.module.select(condition, accept, reject))
    }

    /// Whether any bit is set, per lane; one scalar where all lanes test the same component.
    fn condition_lanes(&mut self, operand: &Operand, mask: WriteMask) -> Result<Handle<Node>> {
        let lanes = Self::lanes_read(operand, mask);
        let lanes = if lanes.is_splat() { lanes.part(0, 1) } else { lanes };
        let value = self.read_lanes(operand, lanes, Scalar::U32)?;
        Ok(self.module.unary(UnaryOp::AnyBit, value))
    }

    /// Two values of one scalar type: where they differ, bits take the other's type, and other pairs u32.
    pub(super) fn unify(&mut self, left: Handle<Node>, right: Handle<Node>) -> (Handle<Node>, Handle<Node>) {
        let (l, r) = (self.module.type_of(left).scalar, self.module.type_of(right).scalar);
        let scalar = match (l, r) {
            _ if l == r => return (left, right),
            (Scalar::Bits, other) | (other, Scalar::Bits) => other,
            _ => Scalar::U32,
        };
        (self.module.bitcast(left, scalar), self.module.bitcast(right, scalar))
    }
}
