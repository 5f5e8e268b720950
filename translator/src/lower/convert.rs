//! Conversions (semantics 5.7, 5.8).

use super::{Lowerer, operand};
use crate::error::Result;
use crate::ir::{Handle, Helper, Node, Scalar};
use crate::opcode::Convert;
use crate::options::FloatRules;
use crate::program::{Instruction, Modifier};

impl Lowerer<'_> {
    pub(super) fn convert(&mut self, opcode: Convert, instruction: &Instruction<'_>) -> Result<()> {
        let value = match opcode {
            Convert::Ftoi => self.bit_helper(Helper::FloatToInt, instruction)?,
            Convert::Ftou => self.bit_helper(Helper::FloatToUint, instruction)?,
            Convert::F32tof16 => self.bit_helper(Helper::FloatToHalf, instruction)?,
            Convert::F16tof32 => self.half_to_float(instruction)?,
            Convert::Itof => {
                let [a] = self.sources(instruction, Scalar::I32)?;
                self.module.convert(a, Scalar::F32)
            }
            Convert::Utof => match self.source.options.float_rules {
                FloatRules::Relaxed => {
                    let [a] = self.sources(instruction, Scalar::U32)?;
                    self.module.convert(a, Scalar::F32)
                }
                FloatRules::Strict => self.bit_helper(Helper::UintToFloat, instruction)?,
            },
        };
        self.write(instruction, value)
    }

    /// Modifiers of f16tof32 apply to the float result (semantics 3.2).
    fn half_to_float(&mut self, instruction: &Instruction<'_>) -> Result<Handle<Node>> {
        let source = operand(instruction, 1)?;
        let (_, mask) = super::destination(instruction, 0)?;
        let plain = crate::program::Operand { modifier: Modifier::None, ..source.clone() };
        let half = self.read(&plain, mask, Scalar::U32)?;
        let value = self.module.helper(Helper::HalfToFloat, &[half]);
        Ok(self.modify(value, source.modifier))
    }
}
