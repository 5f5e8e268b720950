//! 64-bit floats (semantics 5.9): a double is two lanes of a register, its low word in x or z, its high word in y or w.
//!
//! The first pair of a destination belongs to the first pair of each swizzled source, the second to the second.
//! Results of 32 bits go to the first and the second written lane.

use super::{Lowerer, destination, operand};
use crate::builtins::Builtin;
use crate::error::Result;
use crate::ir::{BinaryOp, Handle, Lanes, List, Node, Scalar, Type, UnaryOp};
use crate::opcode::Double;
use crate::program::{Component, Instruction, Modifier, Operand, OperandKind, WriteMask};

/// The two pairs of a register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pair {
    First,
    Second,
}

impl Pair {
    const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The lanes of the pair, low word first.
    const fn lanes(self) -> [Component; 2] {
        match self {
            Self::First => [Component::X, Component::Y],
            Self::Second => [Component::Z, Component::W],
        }
    }

    /// The lane of 32 bits that belongs to the pair.
    const fn lane(self) -> Component {
        match self {
            Self::First => Component::X,
            Self::Second => Component::Y,
        }
    }
}

impl Lowerer<'_> {
    pub(super) fn double(&mut self, opcode: Double, instruction: &Instruction<'_>) -> Result<()> {
        match opcode {
            Double::Dadd => self.double_operator(BinaryOp::Add, instruction),
            Double::Dmul => self.double_operator(BinaryOp::Multiply, instruction),
            Double::Ddiv => self.double_operator(BinaryOp::Divide, instruction),
            Double::Dmin => self.double_builtin(Builtin::Min, 2, instruction),
            Double::Dmax => self.double_builtin(Builtin::Max, 2, instruction),
            Double::Dfma => self.double_builtin(Builtin::Fma, 3, instruction),
            Double::Drcp => self.doubles(instruction, |lowerer, pair| {
                let one = lowerer.double_literal(1.0);
                let divisor = lowerer.read_double(operand(instruction, 1)?, pair)?;
                Ok(lowerer.module.binary(BinaryOp::Divide, one, divisor))
            }),
            Double::Deq => self.double_comparison(BinaryOp::Equal, instruction),
            Double::Dne => self.double_comparison(BinaryOp::NotEqual, instruction),
            Double::Dlt => self.double_comparison(BinaryOp::Less, instruction),
            Double::Dge => self.double_comparison(BinaryOp::GreaterEqual, instruction),
            Double::Dmov => {
                self.doubles(instruction, |lowerer, pair| lowerer.read_double(operand(instruction, 1)?, pair))
            }
            Double::Dmovc => self.doubles(instruction, |lowerer, pair| {
                let condition = lowerer.lane_of(operand(instruction, 1)?, pair, Scalar::U32)?;
                let condition = lowerer.module.unary(UnaryOp::AnyBit, condition);
                let [accept, reject] = [2, 3].map(|source| lowerer.read_double(operand(instruction, source)?, pair));
                Ok(lowerer.module.select(condition, accept?, reject?))
            }),
            Double::Dtof => self.numbers_of(Scalar::F32, instruction),
            Double::Dtoi => self.numbers_of(Scalar::I32, instruction),
            Double::Dtou => self.numbers_of(Scalar::U32, instruction),
            Double::Ftod => self.doubles_of(Scalar::F32, instruction),
            Double::Itod => self.doubles_of(Scalar::I32, instruction),
            Double::Utod => self.doubles_of(Scalar::U32, instruction),
        }
    }

    fn double_literal(&mut self, value: f64) -> Handle<Node> {
        self.double_of_word(value.to_bits())
    }

    #[allow(clippy::cast_possible_truncation, reason = "the word is split into its halves")]
    fn double_of_word(&mut self, word: u64) -> Handle<Node> {
        let bits = self.module.literal(Scalar::U32, &[word as u32, (word >> 32) as u32]);
        self.module.double_of_bits(bits)
    }

    /// One pair of a source after its swizzle, with its modifier.
    fn read_double(&mut self, operand: &Operand, pair: Pair) -> Result<Handle<Node>> {
        let swizzle = operand.selection.swizzle();
        let lanes: Lanes = pair.lanes().into_iter().map(|lane| swizzle.get(lane)).collect();
        let value = if let OperandKind::Immediate64([first, second]) = operand.kind {
            // The swizzle of a literal is the identity, or takes one double twice.
            self.double_of_word(if lanes.get(0).is_none_or(|lane| lane.index() < 2) { first } else { second })
        } else {
            let plain = Operand { modifier: Modifier::None, ..operand.clone() };
            let bits = self.read_lanes(&plain, lanes, Scalar::U32)?;
            self.module.double_of_bits(bits)
        };
        Ok(self.modify(value, operand.modifier))
    }

    /// The lane of 32 bits of a source that belongs to a pair.
    fn lane_of(&mut self, operand: &Operand, pair: Pair, scalar: Scalar) -> Result<Handle<Node>> {
        self.read(operand, WriteMask::of(pair.lane()), scalar)
    }

    /// Writes doubles to the pairs of the destination, saturated if the instruction says so.
    fn doubles(
        &mut self,
        instruction: &Instruction<'_>,
        mut value: impl FnMut(&mut Self, Pair) -> Result<Handle<Node>>,
    ) -> Result<()> {
        let (_, mask) = destination(instruction, 0)?;
        let mut lanes: List<Handle<Node>, 4> = List::new();
        for pair in Pair::BOTH {
            // A damaged mask may take half of a pair.
            let places = pair.lanes().into_iter().zip(Component::ALL);
            let written: Lanes = places.filter(|&(lane, _)| mask.contains(lane)).map(|(_, place)| place).collect();
            if written.is_empty() {
                continue;
            }
            let mut double = value(self, pair)?;
            if instruction.saturate {
                double = self.module.builtin(Builtin::Saturate, &[double], Type::F64);
            }
            let bits = self.module.bits_of_double(double);
            lanes.push(self.module.swizzle(bits, written));
        }
        let value = if lanes.is_empty() { self.zero(Scalar::U32, 1) } else { self.module.compose(&lanes) };
        self.write(instruction, value)
    }

    fn double_operator(&mut self, op: BinaryOp, instruction: &Instruction<'_>) -> Result<()> {
        self.doubles(instruction, |lowerer, pair| {
            let [a, b] = [1, 2].map(|source| lowerer.read_double(operand(instruction, source)?, pair));
            Ok(lowerer.module.binary(op, a?, b?))
        })
    }

    fn double_builtin(&mut self, builtin: Builtin, sources: usize, instruction: &Instruction<'_>) -> Result<()> {
        self.doubles(instruction, |lowerer, pair| {
            let mut args: List<Handle<Node>, 3> = List::new();
            for source in 1..=sources {
                args.push(lowerer.read_double(operand(instruction, source)?, pair)?);
            }
            Ok(lowerer.module.builtin(builtin, &args, Type::F64))
        })
    }

    /// Writes results of 32 bits: the first written lane belongs to the first pair, the second to the second. Lanes
    /// beyond are zero, which only damaged programs have.
    fn narrow(
        &mut self,
        scalar: Scalar,
        instruction: &Instruction<'_>,
        mut value: impl FnMut(&mut Self, Pair) -> Result<Handle<Node>>,
    ) -> Result<()> {
        let (_, mask) = destination(instruction, 0)?;
        let mut lanes: List<Handle<Node>, 4> = List::new();
        for position in 0..mask.count().max(1) as usize {
            lanes.push(match Pair::BOTH.get(position) {
                Some(&pair) => value(self, pair)?,
                None => self.zero(scalar, 1),
            });
        }
        let value = self.module.compose(&lanes);
        self.write(instruction, value)
    }

    fn double_comparison(&mut self, op: BinaryOp, instruction: &Instruction<'_>) -> Result<()> {
        self.narrow(Scalar::U32, instruction, |lowerer, pair| {
            let [a, b] = [1, 2].map(|source| lowerer.read_double(operand(instruction, source)?, pair));
            let truth = lowerer.module.binary(op, a?, b?);
            Ok(lowerer.module.unary(UnaryOp::Mask, truth))
        })
    }

    fn numbers_of(&mut self, scalar: Scalar, instruction: &Instruction<'_>) -> Result<()> {
        self.narrow(scalar, instruction, |lowerer, pair| {
            let double = lowerer.read_double(operand(instruction, 1)?, pair)?;
            Ok(lowerer.module.convert(double, scalar))
        })
    }

    fn doubles_of(&mut self, scalar: Scalar, instruction: &Instruction<'_>) -> Result<()> {
        self.doubles(instruction, |lowerer, pair| {
            let value = lowerer.lane_of(operand(instruction, 1)?, pair, scalar)?;
            Ok(lowerer.module.convert(value, Scalar::F64))
        })
    }
}
