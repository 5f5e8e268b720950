//! Reading sources and writing destinations: swizzle, mask, modifiers, saturate, indexing.

use super::io::thread_input;
use super::{Lowerer, destination};
use crate::builtins::Builtin;
use crate::error::{Error, Result};
use crate::ir::{
    BinaryOp, Element, Expr, Handle, Helper, Lanes, List, Node, Place, Scalar, StmtKind, Type, UnaryOp, Variable,
    VariableKind,
};
use crate::limits;
use crate::opcode::{Lane, Role};
use crate::program::{
    Component, Index, Indices, Instruction, Modifier, Operand, OperandKind, Register, RegisterFile, Stage, WriteMask,
};

/// What a destination operand names, its index read.
pub(super) enum Destination {
    /// `r#`, which has no type of its own.
    Temp(Handle<Variable>),
    Element(Handle<Variable>, Element),
    /// `o#` outside of any index range.
    Output(u32),
    Depth,
}

/// A result and where it goes. What makes one and what stores it is inlined, so that it does not pass through memory:
/// nearly every instruction has one.
struct Outcome {
    target: Destination,
    mask: WriteMask,
    value: Handle<Node>,
}

impl Lowerer<'_> {
    /// Reads a source by the lane rule for the lanes of `mask`.
    ///
    /// Reading as [`Scalar::Bits`] gives the type that the storage has, or `Bits` where it has none yet.
    #[inline]
    pub(super) fn read(&mut self, operand: &Operand, mask: WriteMask, scalar: Scalar) -> Result<Handle<Node>> {
        self.read_lanes(operand, Self::lanes_read(operand, mask), scalar)
    }

    /// The lanes of a source that are read for the lanes of `mask`.
    pub(super) fn lanes_read(operand: &Operand, mask: WriteMask) -> Lanes {
        // A damaged destination may write no lane: the value is made all the same, and never stored.
        let mask = if mask.is_empty() { WriteMask::X } else { mask };
        Lanes::read(operand.selection.swizzle(), mask)
    }

    /// Reads the one selected component of a source.
    pub(super) fn read_scalar(&mut self, operand: &Operand, scalar: Scalar) -> Result<Handle<Node>> {
        self.read(operand, WriteMask::X, scalar)
    }

    /// Reads the first `count` lanes after the swizzle, whatever the destination is.
    pub(super) fn read_vector(&mut self, operand: &Operand, count: u32, scalar: Scalar) -> Result<Handle<Node>> {
        self.read(operand, WriteMask::first(count), scalar)
    }

    /// Reads lanes of a source. Two sources of three are a temporary as it is, which is read where it stands.
    #[inline]
    pub(super) fn read_lanes(&mut self, operand: &Operand, lanes: Lanes, scalar: Scalar) -> Result<Handle<Node>> {
        match &operand.kind {
            OperandKind::Register(register)
                if register.file == RegisterFile::Temp && operand.modifier == Modifier::None =>
            {
                self.read_temp(register.indices(), lanes, scalar)
            }
            OperandKind::Register(_) | OperandKind::Immediate32(_) | OperandKind::Immediate64(_) => {
                self.read_other(operand, lanes, scalar)
            }
        }
    }

    #[inline]
    fn read_temp(&mut self, indices: Indices<'_>, lanes: Lanes, scalar: Scalar) -> Result<Handle<Node>> {
        let variable = self.temp(self.static_index(indices, 0)?)?;
        let load = self.module.load(Place::Variable(variable), None, lanes, scalar);
        self.accesses.read(load, variable, lanes, scalar);
        Ok(load)
    }

    fn read_other(&mut self, operand: &Operand, lanes: Lanes, scalar: Scalar) -> Result<Handle<Node>> {
        let is_arithmetic = scalar == Scalar::F32;
        // A modifier on a bit move makes it a float move (semantics 3.2).
        let is_plain = operand.modifier == Modifier::None;
        let scalar = if scalar == Scalar::Bits && !is_plain { Scalar::F32 } else { scalar };
        let value = match &operand.kind {
            OperandKind::Immediate32(bits) => {
                // Compilers fold literals without the flush that arithmetic has at run time.
                let bits = if is_arithmetic { bits.map(flushed) } else { *bits };
                self.module.literal_lanes(scalar, bits, lanes)
            }
            OperandKind::Immediate64(_) => {
                return Err(Error::malformed(self.span.offset, "a 64-bit literal stands where 32-bit lanes are read"));
            }
            OperandKind::Register(register) => self.read_register(register, lanes, scalar)?,
        };
        Ok(if is_plain { value } else { self.modify(value, operand.modifier) })
    }

    /// Absolute value first, then negation; on integers negation is two's complement.
    pub(super) fn modify(&mut self, mut value: Handle<Node>, modifier: Modifier) -> Handle<Node> {
        if modifier == Modifier::None {
            return value;
        }
        let ty = self.module.type_of(value);
        if ty.scalar == Scalar::U32 {
            let signed = self.module.bitcast(value, Scalar::I32);
            let signed = self.modify(signed, modifier);
            return self.module.bitcast(signed, Scalar::U32);
        }
        if modifier.takes_absolute() {
            value = self.module.builtin(Builtin::Abs, &[value], ty);
        }
        if modifier.negates() { self.module.unary(UnaryOp::Negate, value) } else { value }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "every other file is refused in one place")]
    fn read_register(&mut self, register: &Register, lanes: Lanes, scalar: Scalar) -> Result<Handle<Node>> {
        let indices = register.indices();
        match register.file {
            RegisterFile::Temp => self.read_temp(indices, lanes, scalar),
            RegisterFile::IndexableTemp => {
                let variable = self.indexable_temp(self.static_index(indices, 0)?)?;
                let element = self.element(indices, 1)?;
                self.read_array(variable, element, lanes, scalar)
            }
            RegisterFile::ConstantBuffer => self.read_constant_buffer(indices, lanes, scalar),
            RegisterFile::ImmediateConstantBuffer => self.read_immediate_constants(indices, lanes, scalar),
            RegisterFile::Input => self.read_input(indices, lanes, scalar),
            RegisterFile::Output => self.read_output(indices, lanes, scalar),
            RegisterFile::OutputDepth | RegisterFile::OutputDepthGreaterEqual | RegisterFile::OutputDepthLessEqual => {
                self.read_depth(lanes.len(), scalar)
            }
            file => match thread_input(file).filter(|_| self.source.program.stage == Stage::Compute) {
                Some(system) => Ok(self.read_thread(system, lanes, scalar)),
                None => Err(self.unreadable(file)),
            },
        }
    }

    /// Lanes of an array element; lanes and elements that the array does not have read as zero.
    pub(super) fn read_array(
        &mut self,
        variable: Handle<Variable>,
        element: Element,
        lanes: Lanes,
        scalar: Scalar,
    ) -> Result<Handle<Node>> {
        let Variable { width, length, .. } = self.module.variables[variable];
        let length = length.unwrap_or(1);
        if lanes.iter().any(|lane| lane.index() >= usize::from(width)) {
            return Err(Error::malformed(self.span.offset, "a lane is read that the indexable temp does not have"));
        }
        if matches!(element, Element::Known(number) if number >= length) {
            return Ok(self.zero(scalar, lanes.len()));
        }
        Ok(self.load(Place::Variable(variable), Some(element), lanes, scalar))
    }

    /// A load; cast where the storage has a type of its own.
    pub(super) fn load(
        &mut self,
        place: Place,
        element: Option<Element>,
        lanes: Lanes,
        scalar: Scalar,
    ) -> Handle<Node> {
        let stored = match place {
            Place::Variable(variable) => self.module.variables[variable].scalar,
            Place::ConstantBuffer(_) | Place::ImmediateConstants => None,
        };
        let stored = stored.unwrap_or(scalar);
        let value = self.module.load(place, element, lanes, stored);
        if let (Place::Variable(variable), None) = (place, element) {
            self.accesses.read(value, variable, lanes, stored);
        }
        if scalar == Scalar::Bits { value } else { self.module.bitcast(value, scalar) }
    }

    pub(super) fn zero(&mut self, scalar: Scalar, lanes: usize) -> Handle<Node> {
        self.module.literal(scalar, [0; 4].get(..lanes).unwrap_or(&[0; 4]))
    }

    /// The variable of `r#`, made at its first use.
    #[inline]
    fn temp(&mut self, register: u32) -> Result<Handle<Variable>> {
        match self.temps.get(register as usize) {
            Some(&Some(variable)) => Ok(variable),
            _ => self.new_temp(register),
        }
    }

    /// Makes room for the variables of `count` registers, and of what a signature has.
    pub(super) fn declare_temps(&mut self, count: u32) {
        let count = count.min(limits::TEMPS) as usize;
        self.temps.resize(count, None);
        self.module.variables.reserve(count + self.source.outputs.elements.len());
    }

    #[cold]
    fn new_temp(&mut self, register: u32) -> Result<Handle<Variable>> {
        if register >= limits::TEMPS {
            return Err(Error::limit(self.span.offset, format!("r{register} is beyond the last register")));
        }
        let kind = VariableKind::Temp(register);
        let variable = self.module.variables.push(Variable::new(kind, None, 4));
        let index = register as usize;
        if self.temps.len() <= index {
            self.temps.resize(index + 1, None);
        }
        if let Some(slot) = self.temps.get_mut(index) {
            *slot = Some(variable);
        }
        Ok(variable)
    }

    pub(super) fn declare_indexable_temp(&mut self, register: u32, length: u32, components: u32) {
        let width = u8::try_from(components.clamp(1, 4)).unwrap_or(4);
        let kind = VariableKind::IndexableTemp(register);
        let variable = Variable::array(kind, None, width, length.max(1));
        let variable = self.module.variables.push(variable);
        self.indexable_temps.insert(register, variable);
    }

    fn indexable_temp(&self, register: u32) -> Result<Handle<Variable>> {
        self.indexable_temps
            .get(&register)
            .copied()
            .ok_or_else(|| Error::malformed(self.span.offset, format!("x{register} is not declared")))
    }

    /// Index `position` as a number.
    #[inline]
    pub(super) fn static_index(&self, indices: Indices<'_>, position: usize) -> Result<u32> {
        self.nth_index(indices, position)?
            .as_immediate()
            .ok_or_else(|| Error::malformed(self.span.offset, "a register that cannot be indexed has a relative index"))
    }

    /// The element that index `position` names.
    pub(super) fn element(&mut self, indices: Indices<'_>, position: usize) -> Result<Element> {
        self.element_at(self.nth_index(indices, position)?)
    }

    /// The element that an index names.
    pub(super) fn element_at(&mut self, index: Index<'_>) -> Result<Element> {
        match index.as_immediate() {
            Some(number) => Ok(Element::Known(number)),
            None => self.index_value(index).map(Element::Value),
        }
    }

    /// Index `position` as a u32 value.
    pub(super) fn index(&mut self, indices: Indices<'_>, position: usize) -> Result<Handle<Node>> {
        self.index_value(self.nth_index(indices, position)?)
    }

    /// An index as a u32 value.
    fn index_value(&mut self, Index { immediate, relative }: Index<'_>) -> Result<Handle<Node>> {
        let Some(relative) = relative else {
            return Ok(self.module.uint(immediate));
        };
        let relative = self.read_scalar(&relative.operand, Scalar::U32)?;
        if immediate == 0 {
            return Ok(relative);
        }
        let immediate = self.module.uint(immediate);
        Ok(self.module.binary(BinaryOp::Add, relative, immediate))
    }

    #[inline]
    pub(super) fn nth_index<'i>(&self, indices: Indices<'i>, position: usize) -> Result<Index<'i>> {
        indices.get(position).ok_or_else(|| Error::malformed(self.span.offset, "an operand lacks an index"))
    }

    /// Writes the value of an instruction with one destination.
    pub(super) fn write(&mut self, instruction: &Instruction<'_>, value: Handle<Node>) -> Result<()> {
        match self.result(instruction, 0, value)? {
            Some(result) => self.store(result),
            None => Ok(()),
        }
    }

    /// Writes what a read gave and after it the status, where the opcode has one: everything is mapped, for there are
    /// no tiled resources.
    pub(super) fn write_read(&mut self, instruction: &Instruction<'_>, value: Option<Handle<Node>>) -> Result<()> {
        if instruction.opcode.info().roles.get(1) == Some(&Role::Status) {
            let status = self.module.uint(u32::MAX);
            return self.write_both(instruction, value, Some(status));
        }
        value.map_or(Ok(()), |value| self.write(instruction, value))
    }

    /// Writes the results of the first two operands, the second last: what the sources and the index of the second
    /// destination read is taken before either is stored.
    pub(super) fn write_both(
        &mut self,
        instruction: &Instruction<'_>,
        first: Option<Handle<Node>>,
        second: Option<Handle<Node>>,
    ) -> Result<()> {
        let mut result =
            |index, value: Option<_>| value.map_or(Ok(None), |value| self.result(instruction, index, value));
        let (first, mut second) = (result(0, first)?, result(1, second)?);
        if let (Some(_), Some(result)) = (&first, &mut second)
            && Self::overlaps(instruction)
        {
            result.value = self.bind(result.value);
            if let Destination::Element(_, element) = &mut result.target {
                *element = element.map(|value| self.bind(value));
            }
        }
        for result in first.into_iter().chain(second) {
            self.store(result)?;
        }
        Ok(())
    }

    /// The store of a value to operand `index`, saturated where the token says so; none where nothing is written. A
    /// scalar is replicated to all lanes of the mask.
    #[inline(always)]
    fn result(
        &mut self,
        instruction: &Instruction<'_>,
        index: usize,
        mut value: Handle<Node>,
    ) -> Result<Option<Outcome>> {
        let (operand, mask) = destination(instruction, index)?;
        if operand.is_null() || mask.is_empty() {
            return Ok(None);
        }
        if instruction.saturate && Self::saturates(instruction, index) {
            value = self.module.bitcast(value, Scalar::F32);
            value = self.module.helper(Helper::Saturate, &[value]);
        }
        if !mask.bits().is_power_of_two() && self.module.type_of(value).width == 1 {
            #[allow(clippy::cast_possible_truncation, reason = "a mask has at most four lanes")]
            let width = mask.count() as u8;
            value = self.module.splat(value, width);
        }
        Ok(Some(Outcome { target: self.destination(operand)?, mask, value }))
    }

    /// Whether a result is a number that `_sat` clamps. Doubles are saturated before they become bits.
    fn saturates(instruction: &Instruction<'_>, index: usize) -> bool {
        !matches!(instruction.opcode.info().roles.get(index), Some(Role::Status | Role::Dst(Lane::F64)))
    }

    /// What a destination operand names.
    #[inline(always)]
    fn destination(&mut self, operand: &Operand) -> Result<Destination> {
        match &operand.kind {
            OperandKind::Register(register) if register.file == RegisterFile::Temp => {
                Ok(Destination::Temp(self.temp(self.static_index(register.indices(), 0)?)?))
            }
            OperandKind::Register(_) | OperandKind::Immediate32(_) | OperandKind::Immediate64(_) => {
                self.other_destination(operand)
            }
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "every other file is refused in one place")]
    fn other_destination(&mut self, operand: &Operand) -> Result<Destination> {
        let Some(register) = operand.register() else {
            return Err(Error::malformed(self.span.offset, "a literal stands where a register is written"));
        };
        let indices = register.indices();
        match register.file {
            RegisterFile::IndexableTemp => {
                let variable = self.indexable_temp(self.static_index(indices, 0)?)?;
                Ok(Destination::Element(variable, self.element(indices, 1)?))
            }
            RegisterFile::Output => self.output_target(indices),
            RegisterFile::OutputDepth | RegisterFile::OutputDepthGreaterEqual | RegisterFile::OutputDepthLessEqual => {
                Ok(Destination::Depth)
            }
            file => Err(self.unreadable(file)),
        }
    }

    /// Stores a value, one lane for each lane of the mask.
    #[inline(always)]
    fn store(&mut self, Outcome { target, mask, value }: Outcome) -> Result<()> {
        match target {
            Destination::Temp(variable) => self.emit(StmtKind::Store { variable, element: None, mask, value }),
            Destination::Element(variable, element) => self.store_array(variable, element, mask, value),
            Destination::Output(register) => self.store_output(register, mask, value),
            Destination::Depth => self.store_depth(value)?,
        }
        Ok(())
    }

    /// Stores to a variable of its own type or of none. Lanes that are stored where they are already stay there.
    pub(super) fn store_variable(
        &mut self,
        variable: Handle<Variable>,
        element: Option<Element>,
        mask: WriteMask,
        value: Handle<Node>,
    ) {
        let itself = Expr::Load { place: Place::Variable(variable), element: None, lanes: mask.iter().collect() };
        if element.is_none() && self.module.exprs[value].expr == itself {
            // Compilers without optimisation move registers to themselves.
            return;
        }
        let value = match self.module.variables[variable].scalar {
            Some(scalar) => self.module.bitcast(value, scalar),
            None => value,
        };
        self.emit(StmtKind::Store { variable, element, mask, value });
    }

    /// Stores to an array element; what the array does not have is dropped.
    pub(super) fn store_array(
        &mut self,
        variable: Handle<Variable>,
        element: Element,
        mask: WriteMask,
        value: Handle<Node>,
    ) {
        let Variable { width, length, .. } = self.module.variables[variable];
        let kept = mask.and(WriteMask::first(u32::from(width)));
        let outside = matches!(element, Element::Known(number) if number >= length.unwrap_or(1));
        if kept.is_empty() || outside {
            return;
        }
        let value = self.lanes_of(value, mask, kept);
        self.store_variable(variable, Some(element), kept, value);
    }

    /// The lanes of `value` (one for each lane of `mask`) that belong to the lanes of `part`.
    pub(super) fn lanes_of(&mut self, value: Handle<Node>, mask: WriteMask, part: WriteMask) -> Handle<Node> {
        let lanes: Lanes = Component::ALL
            .into_iter()
            .zip(mask.iter())
            .filter(|&(_, lane)| part.contains(lane))
            .map(|(at, _)| at)
            .collect();
        self.module.swizzle(value, lanes)
    }

    /// Whether storing to the first operand may change what another operand or an index reads.
    fn overlaps(instruction: &Instruction<'_>) -> bool {
        let [written, others @ ..] = instruction.operands else { return false };
        let names = |operand: &Operand| -> bool {
            operand.file() == written.file()
                && (matches!(operand.file(), Some(RegisterFile::IndexableTemp | RegisterFile::Output))
                    || operand.indices().first().map(|i| i.immediate) == written.indices().first().map(|i| i.immediate))
        };
        let indexed = |operand: &Operand| {
            operand.indices().iter().filter_map(|i| i.relative).any(|relative| names(&relative.operand))
        };
        others.iter().any(|operand| names(operand) || indexed(operand))
    }

    /// `left + right`, as a subtraction where one side is a negation or a negative literal.
    pub(super) fn sum(&mut self, left: Handle<Node>, right: Handle<Node>) -> Handle<Node> {
        if let Some(positive) = self.negated_literal(right) {
            return self.module.binary(BinaryOp::Subtract, left, positive);
        }
        if let Expr::Unary(UnaryOp::Negate, inner) = self.module.exprs[right].expr {
            return self.module.binary(BinaryOp::Subtract, left, inner);
        }
        if let Expr::Unary(UnaryOp::Negate, inner) = self.module.exprs[left].expr {
            return self.module.binary(BinaryOp::Subtract, right, inner);
        }
        self.module.binary(BinaryOp::Add, left, right)
    }

    /// The negation of a literal whose lanes are all negative numbers; none of other values.
    fn negated_literal(&mut self, value: Handle<Node>) -> Option<Handle<Node>> {
        let scalar = self.module.type_of(value).scalar;
        let lanes = self.module.as_literal(value)?;
        let negated: Option<List<u32, 4>> = match scalar {
            Scalar::F32 => lanes.iter().map(|&bits| (f32::from_bits(bits) < 0.0).then_some(bits ^ 1 << 31)).collect(),
            Scalar::I32 => lanes
                .iter()
                .map(|&bits| (bits.cast_signed() < 0).then(|| bits.cast_signed().checked_neg()).flatten())
                .map(|number| number.map(i32::cast_unsigned))
                .collect(),
            Scalar::U32 | Scalar::Bool | Scalar::Bits | Scalar::F64 => None,
        };
        negated.map(|lanes| self.module.literal(scalar, &lanes))
    }

    /// The same literal in every lane of a type.
    pub(super) fn splat_bits(&mut self, like: Handle<Node>, scalar: Scalar, bits: u32) -> Handle<Node> {
        let width = self.module.type_of(like).width;
        self.module.splat_literal(Type::new(scalar, width), bits)
    }
}

/// The float that arithmetic sees: subnormals are zeros of their sign (semantics section 2, 4).
const fn flushed(bits: u32) -> u32 {
    if bits & 0x7f80_0000 == 0 { bits & 0x8000_0000 } else { bits }
}

#[cfg(test)]
mod tests {
    use super::flushed;

    #[test]
    fn arithmetic_sees_subnormals_as_zeros_of_their_sign() {
        let cases = [(1, 0), (0x807f_ffff, 0x8000_0000), (0x0080_0000, 0x0080_0000), (0x7fc0_0001, 0x7fc0_0001)];
        for (bits, seen) in cases {
            assert_eq!(flushed(bits), seen, "{bits:#x}");
        }
    }
}
