//! Structured buffers that the binding layout places elsewhere than in a texture of words: in rows of a block, or
//! nowhere.
//!
//! Structures stand in the rows byte for byte, so a word is in row `first + word / 4`, lane `word % 4`. Where both are
//! known, consecutive words are one read; else the lane is chosen out of the row.

use super::{Lowerer, destination};
use crate::abi::{BufferRegister, BufferRule, ConstantTerm, Placement};
use crate::builtins::Builtin;
use crate::error::{Error, Feature, Result};
use crate::ir::{
    self, BinaryOp, Buffer, BufferKind, ConstantBuffer, Expr, Handle, Lanes, List, Node, PlacedBuffer, RowsOf, Scalar,
    Type,
};
use crate::limits;
use crate::options::{Indexing, Target};
use crate::program::declaration::Binding;
use crate::program::{Component, Instruction};

/// Where the structures of a buffer are read from.
pub(super) enum Place {
    /// A texture or storage buffer of words.
    Words,
    /// Rows of a block.
    Rows(PlacedBuffer),
    /// Nowhere: reads give zero.
    Nowhere,
}

/// Words of a row.
const ROW_WORDS: u32 = 4;

impl Lowerer<'_> {
    /// The error of a rule of the layout.
    fn misplaced(&self, register: BufferRegister, message: &str, help: &str) -> Error {
        let message = format!("the layout's rule for {register} does not fit: {message}");
        Error::unsupported(Feature::BindingLayout, self.target(), message).with_help(help)
    }

    /// Refuses rules for registers of a range that hold no structured buffer. A rule for structures of a size is for
    /// nothing else, and so no mistake.
    pub(super) fn check_unplaced(&self, binding: Binding) -> Result<()> {
        let Some(rules) = self.source.options.abi.buffers(self.source.program.stage) else { return Ok(()) };
        let meets = |register: &BufferRegister| {
            register.space == binding.space && (binding.lower..=binding.upper).contains(&register.register)
        };
        let is_placed = |rule: &BufferRule| rule.stride.is_none() && rule.placement != Placement::DataTexture;
        match rules.iter().find(|(register, rule)| meets(register) && is_placed(rule)) {
            None => Ok(()),
            Some((&register, _)) => Err(self.misplaced(
                register,
                "the shader declares it as something else than a structured buffer",
                "give the rule the `stride` of the structures that it is for, and other shaders are left alone",
            )),
        }
    }

    /// The rule for a buffer, with its register and the bytes of a structure.
    fn rule(&self, buffer: Handle<Buffer>) -> Option<(&BufferRule, BufferRegister, u32)> {
        let Buffer { register, space, view, kind, .. } = self.module.buffers[buffer];
        let BufferKind::Structured { stride } = kind else { return None };
        // Layouts place what is only read.
        if view != ir::View::Resource {
            return None;
        }
        let register = BufferRegister { register, space };
        let rule = self.source.options.abi.rule(self.source.program.stage, register, stride)?;
        Some((rule, register, stride))
    }

    /// Where a buffer is read from; its block is made at the first use.
    pub(super) fn placement(&mut self, buffer: Handle<Buffer>) -> Result<Place> {
        if let Some(placed) = self.module.placed(buffer) {
            return Ok(Place::Rows(*placed));
        }
        let Some((rule, register, stride)) = self.rule(buffer) else { return Ok(Place::Words) };
        let placement = rule.placement;
        let (rows_of, block) = match placement {
            Placement::DataTexture => return Ok(Place::Words),
            Placement::Zero => return Ok(Place::Nowhere),
            Placement::UniformBlock { .. } => (RowsOf::Buffer, self.own_block(buffer, register, placement, stride)?),
            Placement::ConstantBuffer { slot, .. } => {
                self.check_rows(register, placement, slot, stride)?;
                (RowsOf::ConstantBuffer, self.constant_buffer(slot, 0, self.rows(slot, 0, 1)))
            }
        };
        let capacity = placement.capacity().unwrap_or(0);
        let placed = PlacedBuffer { buffer, block, rows_of, first_row: placement.first_row(), capacity };
        self.module.placed_buffers.push(placed);
        Ok(Place::Rows(placed))
    }

    /// The row after the last; refused beyond what a block may have.
    fn end(&self, register: BufferRegister, placement: Placement, stride: u32) -> Result<u32> {
        let end = placement.end(stride).filter(|end| (1..=limits::CONSTANT_BUFFER_ROWS).contains(end));
        let end = end.filter(|_| placement.capacity() != Some(0));
        end.ok_or_else(|| {
            let most = limits::CONSTANT_BUFFER_ROWS;
            let message = format!("its `capacity` of structures of {stride} bytes is not 1 to what {most} rows hold");
            self.misplaced(
                register,
                &message,
                "give the rule another `capacity`, or place the buffer in a data-texture",
            )
        })
    }

    fn own_block(
        &mut self,
        buffer: Handle<Buffer>,
        register: BufferRegister,
        placement: Placement,
        stride: u32,
    ) -> Result<Handle<ConstantBuffer>> {
        let rows = self.end(register, placement, stride)?;
        let name = self.module.buffers[buffer].name.clone();
        let BufferRegister { register, space } = register;
        Ok(self.module.constant_buffers.push(ConstantBuffer { register, space, rows, name }))
    }

    /// Refuses rows of a constant buffer that are taken.
    fn check_rows(&self, register: BufferRegister, placement: Placement, slot: u32, stride: u32) -> Result<()> {
        let (first, end) = (placement.first_row(), self.end(register, placement, stride)?);
        let declared = self.declared_rows(slot);
        if declared > first {
            let message = format!("cb{slot} has {declared} rows of its own, and the structures begin at row {first}");
            return Err(self.misplaced(register, &message, "give the rule a greater `first-row`, or another `slot`"));
        }
        for other in self.module.placed_buffers.iter().filter(|other| other.rows_of == RowsOf::ConstantBuffer) {
            let in_slot = self.module.constant_buffers[other.block].register == slot;
            let BufferKind::Structured { stride } = self.module.buffers[other.buffer].kind else { continue };
            let last = other.first_row.saturating_add(other.capacity.saturating_mul(stride).div_ceil(16));
            if in_slot && first < last && other.first_row < end {
                let message =
                    format!("its rows of cb{slot} are those of t{}, too", self.module.buffers[other.buffer].register);
                return Err(self.misplaced(register, &message, "give the rule another `first-row` or `slot`"));
            }
        }
        Ok(())
    }

    /// The number of structures, elements or bytes of a buffer.
    pub(super) fn buffer_size(&mut self, buffer: Handle<Buffer>) -> Result<Handle<Node>> {
        match self.placement(buffer)? {
            Place::Nowhere => return Ok(self.module.uint(0)),
            Place::Rows(_) if self.target() == Target::Wgsl => {
                let Buffer { register, space, .. } = self.module.buffers[buffer];
                return Err(self.misplaced(
                    BufferRegister { register, space },
                    "the shader asks for its size, which WGSL knows of storage buffers only",
                    "place the buffer in a data-texture, which is a storage buffer in WGSL",
                ));
            }
            Place::Words | Place::Rows(_) => {}
        }
        Ok(self.module.node(Expr::BufferSize(buffer), Type::U32))
    }

    /// The index of a structure, noted down where its constant terms are to be dropped.
    pub(super) fn bare_index(&mut self, buffer: Handle<Buffer>, index: Handle<Node>) -> Handle<Node> {
        let drops = self.rule(buffer).is_some_and(|(rule, ..)| rule.constant_term == ConstantTerm::Drop);
        if !drops {
            return index;
        }
        let index = self.bound(index);
        if let Expr::Local(local) = self.module.exprs[index].expr {
            self.bare_indices.push(local);
        }
        index
    }

    /// A value that may be repeated.
    fn bound(&mut self, value: Handle<Node>) -> Handle<Node> {
        if matches!(self.module.exprs[value].expr, Expr::Local(_)) { value } else { self.bind(value) }
    }

    /// A read of a buffer that is nowhere.
    pub(super) fn read_nothing(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let (_, mask) = destination(instruction, 0)?;
        let lanes = mask.iter().count();
        let value = (lanes > 0).then(|| self.zero(Scalar::U32, lanes));
        self.write_read(instruction, value)
    }

    /// A read of a structure in rows; `offset` is in bytes.
    pub(super) fn read_placed(
        &mut self,
        instruction: &Instruction<'_>,
        placed: &PlacedBuffer,
        index: Handle<Node>,
        offset: Handle<Node>,
    ) -> Result<()> {
        let (_, mask) = destination(instruction, 0)?;
        let swizzle = self.resource_part(instruction)?.selection.swizzle();
        let lanes = Lanes::read(swizzle, mask);
        if lanes.is_empty() {
            return self.write_read(instruction, None);
        }
        if let Some(&[literal]) = self.module.as_literal(index) {
            self.check_index(placed, literal)?;
            let value = self.words(placed, index, offset, lanes);
            return self.write_read(instruction, Some(value));
        }
        let index = if self.module.as_literal(offset).is_some() { index } else { self.bound(index) };
        if self.source.options.indexing == Indexing::Trusted {
            let value = self.words(placed, index, offset, lanes);
            return self.write_read(instruction, Some(value));
        }
        let index = self.bound(index);
        let [count, last] = [placed.capacity, placed.capacity - 1].map(|number| self.module.uint(number));
        let inside = self.module.binary(BinaryOp::Less, index, count);
        let index = self.module.builtin(Builtin::Min, &[index, last], Type::U32);
        let value = self.words(placed, index, offset, lanes);
        let zero = self.zero(Scalar::Bits, lanes.len());
        let value = self.module.select(inside, value, zero);
        self.write_read(instruction, Some(value))
    }

    /// Refuses a structure that the host has no place for.
    fn check_index(&self, placed: &PlacedBuffer, index: u32) -> Result<()> {
        if index < placed.capacity {
            return Ok(());
        }
        let Buffer { register, space, .. } = self.module.buffers[placed.buffer];
        let message = format!("structure {index} is read, and its `capacity` is {}", placed.capacity);
        let help = "give the rule a greater `capacity`";
        Err(self.misplaced(BufferRegister { register, space }, &message, help))
    }

    /// Words of a structure, `lanes` of the four from a byte offset on.
    fn words(
        &mut self,
        placed: &PlacedBuffer,
        index: Handle<Node>,
        offset: Handle<Node>,
        lanes: Lanes,
    ) -> Handle<Node> {
        let words = match self.module.buffers[placed.buffer].kind {
            BufferKind::Structured { stride } => stride / 4,
            BufferKind::Raw | BufferKind::Typed { .. } | BufferKind::Lanes { .. } => 1,
        };
        let base = self.scaled(index, BinaryOp::Multiply, words);
        let offset = self.scaled(offset, BinaryOp::ShiftRight, 2);
        let literal = |value| self.module.as_literal(value).and_then(|lanes| lanes.first().copied());
        match (literal(base), literal(offset)) {
            (Some(base), Some(offset)) => self.known_words(placed, (None, base), (offset, words), lanes),
            (None, Some(offset)) if words.is_multiple_of(ROW_WORDS) => {
                let rows = self.scaled(index, BinaryOp::Multiply, words / ROW_WORDS);
                self.known_words(placed, (Some(rows), 0), (offset, words), lanes)
            }
            _ => {
                let first = self.plus(base, offset);
                let first = self.bind(first);
                let parts: List<Handle<Node>, 4> =
                    lanes.iter().map(|lane| self.found_word(placed, first, lane)).collect();
                self.module.compose(&parts)
            }
        }
    }

    /// Words whose lanes are known: those of the structure that begins `rows` rows and `base` words after the first.
    /// What lies past its end is not defined, and is zero.
    fn known_words(
        &mut self,
        placed: &PlacedBuffer,
        (rows, base): (Option<Handle<Node>>, u32),
        (offset, words): (u32, u32),
        lanes: Lanes,
    ) -> Handle<Node> {
        #[allow(clippy::cast_possible_truncation, reason = "a lane is below four")]
        let place = |lane: Component| {
            let word = offset.saturating_add(lane.index() as u32);
            (word < words).then(|| base + word).map(|word| (word / ROW_WORDS, word % ROW_WORDS))
        };
        let mut parts: List<Handle<Node>, 4> = List::new();
        let mut places = lanes.iter().map(place).peekable();
        while let Some(first) = places.next() {
            let part = match first {
                None => {
                    let more = std::iter::from_fn(|| places.next_if(Option::is_none)).count();
                    self.zero(Scalar::Bits, 1 + more)
                }
                Some((row, lane)) => {
                    let same = |next: &Option<(u32, u32)>| next.is_some_and(|(other, _)| other == row);
                    let others = std::iter::from_fn(|| places.next_if(same).flatten()).map(|(_, lane)| lane);
                    let lanes: Lanes = std::iter::once(lane).chain(others).map(component).collect();
                    let within = self.module.uint(placed.first_row + row);
                    let element = rows.map_or(within, |rows| self.plus(within, rows));
                    self.load_row(placed.block, element, lanes)
                }
            };
            parts.push(part);
        }
        self.module.compose(&parts)
    }

    fn load_row(&mut self, block: Handle<ConstantBuffer>, row: Handle<Node>, lanes: Lanes) -> Handle<Node> {
        let row = self.module.element(row);
        self.load(ir::Place::ConstantBuffer(block), Some(row), lanes, Scalar::Bits)
    }

    /// The word that is `lane` words after `first`, a number among all words of the buffer.
    fn found_word(&mut self, placed: &PlacedBuffer, first: Handle<Node>, lane: Component) -> Handle<Node> {
        #[allow(clippy::cast_possible_truncation, reason = "a lane is below four")]
        let after = self.module.uint(lane.index() as u32);
        let word = self.plus(first, after);
        let row = self.scaled(word, BinaryOp::ShiftRight, 2);
        let from = self.module.uint(placed.first_row);
        let row = self.plus(row, from);
        let all = Lanes::first(4);
        let row = self.load_row(placed.block, row, all);
        let row = self.bind(row);
        let three = self.module.uint(ROW_WORDS - 1);
        let at = self.module.binary(BinaryOp::And, word, three);
        let at = self.bind(at);
        let mut value = self.module.lane(row, Component::W);
        for (number, component) in (0..ROW_WORDS - 1).zip(Component::ALL).rev() {
            let number = self.module.uint(number);
            let is_it = self.module.binary(BinaryOp::Equal, at, number);
            let own = self.module.lane(row, component);
            value = self.module.select(is_it, own, value);
        }
        value
    }
}

/// The lane of a number below four.
fn component(lane: u32) -> Component {
    Component::ALL.into_iter().nth(lane as usize).unwrap_or(Component::X)
}
