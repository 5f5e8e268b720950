//! Integer arithmetic (semantics 5.4).

use super::{Lowerer, destination};
use crate::builtins::Builtin;
use crate::error::Result;
use crate::ir::{BinaryOp, Handle, Helper, Node, Scalar, UnaryOp};
use crate::opcode::Int;
use crate::program::Instruction;

/// A result of an instruction with two destinations.
#[derive(Clone, Copy)]
enum Which {
    /// The first destination's.
    First,
    /// The second destination's.
    Second,
}

impl Lowerer<'_> {
    pub(super) fn int(&mut self, opcode: Int, instruction: &Instruction<'_>) -> Result<()> {
        let value = match opcode {
            Int::Iadd => {
                let [a, b] = self.sources(instruction, Scalar::I32)?;
                self.sum(a, b)
            }
            Int::Imad => self.multiply_add(instruction, Scalar::I32)?,
            Int::Umad => self.multiply_add(instruction, Scalar::U32)?,
            Int::Imax => self.extreme(Builtin::Max, Scalar::I32, instruction)?,
            Int::Imin => self.extreme(Builtin::Min, Scalar::I32, instruction)?,
            Int::Umax => self.extreme(Builtin::Max, Scalar::U32, instruction)?,
            Int::Umin => self.extreme(Builtin::Min, Scalar::U32, instruction)?,
            Int::Ineg => {
                let [a] = self.sources(instruction, Scalar::I32)?;
                self.module.unary(UnaryOp::Negate, a)
            }
            Int::Imul => {
                return self.two_results(instruction, Scalar::I32, |lowerer, which, a, b| match which {
                    Which::First => lowerer.module.helper(Helper::MultiplyHighInt, &[a, b]),
                    Which::Second => lowerer.module.binary(BinaryOp::Multiply, a, b),
                });
            }
            Int::Umul => {
                return self.two_results(instruction, Scalar::U32, |lowerer, which, a, b| match which {
                    Which::First => lowerer.module.helper(Helper::MultiplyHighUint, &[a, b]),
                    Which::Second => lowerer.module.binary(BinaryOp::Multiply, a, b),
                });
            }
            Int::Udiv => {
                return self.two_results(instruction, Scalar::U32, |lowerer, which, a, b| match which {
                    Which::First => lowerer.module.helper(Helper::DivideUint, &[a, b]),
                    Which::Second => lowerer.module.helper(Helper::ModuloUint, &[a, b]),
                });
            }
            Int::Uaddc => {
                return self.two_results(instruction, Scalar::U32, |lowerer, which, a, b| {
                    let sum = lowerer.module.binary(BinaryOp::Add, a, b);
                    match which {
                        Which::First => sum,
                        Which::Second => lowerer.one_if_less(sum, a),
                    }
                });
            }
            Int::Usubb => {
                return self.two_results(instruction, Scalar::U32, |lowerer, which, a, b| match which {
                    Which::First => lowerer.module.binary(BinaryOp::Subtract, a, b),
                    Which::Second => lowerer.one_if_less(a, b),
                });
            }
            Int::Msad => {
                let [reference, source, sum] = self.sources(instruction, Scalar::U32)?;
                self.module.helper(Helper::SumOfDifferences, &[reference, source, sum])
            }
        };
        self.write(instruction, value)
    }

    fn multiply_add(&mut self, instruction: &Instruction<'_>, scalar: Scalar) -> Result<Handle<Node>> {
        let [a, b, c] = self.sources(instruction, scalar)?;
        let product = self.module.binary(BinaryOp::Multiply, a, b);
        Ok(self.sum(product, c))
    }

    fn extreme(&mut self, builtin: Builtin, scalar: Scalar, instruction: &Instruction<'_>) -> Result<Handle<Node>> {
        let [a, b] = self.sources(instruction, scalar)?;
        let ty = self.module.type_of(a);
        Ok(self.module.builtin(builtin, &[a, b], ty))
    }

    /// 1 where `a < b`, else 0; unsigned.
    fn one_if_less(&mut self, a: Handle<Node>, b: Handle<Node>) -> Handle<Node> {
        let less = self.module.binary(BinaryOp::Less, a, b);
        let one = self.splat_bits(a, Scalar::U32, 1);
        let zero = self.splat_bits(a, Scalar::U32, 0);
        self.module.select(less, one, zero)
    }

    /// An instruction with two destinations and two sources, each result for the lanes of its own mask.
    fn two_results(
        &mut self,
        instruction: &Instruction<'_>,
        scalar: Scalar,
        compute: impl Fn(&mut Self, Which, Handle<Node>, Handle<Node>) -> Handle<Node>,
    ) -> Result<()> {
        let mut values = [None; 2];
        for (index, (value, which)) in values.iter_mut().zip([Which::First, Which::Second]).enumerate() {
            let (target, mask) = destination(instruction, index)?;
            if !target.is_null() {
                let [a, b] = self.sources_at(instruction, 2, mask, scalar)?;
                *value = Some(compute(self, which, a, b));
            }
        }
        let [first, second] = values;
        self.write_both(instruction, first, second)
    }
}
