//! Typed, raw and structured buffers and shared memory: reads of 32-bit words (semantics 5.10).
//!
//! A buffer is a run of words, row by row in a `usampler2D`. A typed buffer's elements take four words each.
//! Reads past the texture give zero, as in D3D; the host fills the rest of the last row with zeros.

use smallvec::SmallVec;

use super::placed::Place;
use super::resource::Resource;
use super::{Lowerer, destination};
use crate::builtins::Builtin;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, Buffer, BufferKind, Expr, Handle, Memory, Node, Scalar, Type};
use crate::opcode::{Buffer as Op, Lane, Role};
use crate::options::Indexing;
use crate::program::Instruction;

/// A word past the end of every texture that WebGL2 can have, and positive as an `int`.
const PAST_ALL_WORDS: u32 = 0x7000_0000;

/// Words of an element of a typed buffer.
const TYPED_WORDS: u32 = 4;

impl Lowerer<'_> {
    pub(super) fn buffer(&mut self, opcode: Op, instruction: &Instruction<'_>) -> Result<()> {
        match opcode {
            Op::Bufinfo => {
                let buffer = self.buffer_operand(instruction)?;
                let size = self.buffer_size(buffer)?;
                self.write(instruction, size)
            }
            Op::LdRaw | Op::LdRawS => {
                let words = self.memory_words(self.resource_part(instruction)?)?;
                let offset = self.uint_part(instruction, Role::ByteOffset)?;
                let word = self.scaled(offset, BinaryOp::ShiftRight, 2);
                self.read_words(instruction, words.memory, word, Scalar::U32)
            }
            Op::LdStructured | Op::LdStructuredS => self.ld_structured(instruction),
            Op::LdUavTyped | Op::LdUavTypedS => self.load_typed(instruction),
            Op::StoreUavTyped => self.store_typed(instruction),
            Op::StoreRaw | Op::StoreStructured => self.store_words(instruction),
        }
    }

    fn buffer_operand(&mut self, instruction: &Instruction<'_>) -> Result<Handle<Buffer>> {
        match self.resource(self.resource_part(instruction)?)? {
            Resource::Buffer(buffer) => Ok(buffer),
            Resource::Texture(_) | Resource::StorageTexture(_) | Resource::GroupMemory(..) => {
                Err(Error::malformed(self.span.offset, "something else than a buffer is asked for its size"))
            }
        }
    }

    pub(super) fn uint_part(&mut self, instruction: &Instruction<'_>, role: Role) -> Result<Handle<Node>> {
        let operand = self.part(instruction, role)?;
        self.read_scalar(operand, Scalar::U32)
    }

    fn ld_structured(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let words = self.memory_words(self.resource_part(instruction)?)?;
        if !matches!(words.kind, BufferKind::Structured { .. }) {
            return Err(Error::malformed(self.span.offset, "ld_structured reads a buffer without structures"));
        }
        let index = self.uint_part(instruction, Role::StructIndex)?;
        let offset = self.uint_part(instruction, Role::ByteOffset)?;
        let index = match words.memory {
            Memory::Buffer(buffer) => self.bare_index(buffer, index),
            Memory::Counter(_) | Memory::Group(_) => index,
        };
        if let Memory::Buffer(buffer) = words.memory {
            match self.placement(buffer)? {
                Place::Words => {}
                Place::Rows(placed) => return self.read_placed(instruction, &placed, index, offset),
                Place::Nowhere => return self.read_nothing(instruction),
            }
        }
        let word = self.structure_word(words.kind, index, offset);
        self.read_words(instruction, words.memory, word, Scalar::U32)
    }

    /// The word at a byte offset of a structure.
    pub(super) fn structure_word(
        &mut self,
        kind: BufferKind,
        index: Handle<Node>,
        offset: Handle<Node>,
    ) -> Handle<Node> {
        let words = if let BufferKind::Structured { stride } = kind { stride / 4 } else { 1 };
        let index = self.within_words(index, words);
        let first = self.scaled(index, BinaryOp::Multiply, words);
        let within = self.scaled(offset, BinaryOp::ShiftRight, 2);
        self.plus(first, within)
    }

    /// The first word of an element of a typed buffer.
    pub(super) fn element_word(&mut self, element: Handle<Node>) -> Handle<Node> {
        let element = self.within_words(element, TYPED_WORDS);
        self.scaled(element, BinaryOp::Multiply, TYPED_WORDS)
    }

    /// An index of elements of `words` words that neither wraps round nor turns negative when it is scaled: what is
    /// past the end of the buffer stays past the end, and reads as zero.
    fn within_words(&mut self, index: Handle<Node>, words: u32) -> Handle<Node> {
        let Some(last) = PAST_ALL_WORDS.checked_div(words) else { return index };
        if let Some(&literal) = self.module.as_literal(index).and_then(|lanes| lanes.first()) {
            return if literal > last { self.module.uint(last) } else { index };
        }
        if self.source.options.indexing == Indexing::Trusted {
            return index;
        }
        let last = self.module.uint(last);
        self.module.builtin(Builtin::Min, &[index, last], Type::U32)
    }

    /// `value op by`, folded for literals and for a factor of one.
    pub(super) fn scaled(&mut self, value: Handle<Node>, op: BinaryOp, by: u32) -> Handle<Node> {
        let literal = self.module.as_literal(value).and_then(|lanes| lanes.first().copied());
        let folded = match (literal, op) {
            (Some(value), BinaryOp::Multiply) => value.wrapping_mul(by),
            (Some(value), _) => value >> by,
            (None, BinaryOp::Multiply) if by == 1 => return value,
            (None, _) => {
                let by = self.module.uint(by);
                return self.module.binary(op, value, by);
            }
        };
        self.module.uint(folded)
    }

    /// `a + b` of words, folded for literals.
    pub(super) fn plus(&mut self, a: Handle<Node>, b: Handle<Node>) -> Handle<Node> {
        let literal = |value| self.module.as_literal(value).and_then(|lanes| lanes.first().copied());
        match (literal(a), literal(b)) {
            (Some(a), Some(b)) => self.module.uint(a.wrapping_add(b)),
            (Some(0), None) => b,
            (None, Some(0)) => a,
            _ => self.module.binary(BinaryOp::Add, a, b),
        }
    }

    /// Reads up to four words from `word` on; the resource's swizzle says which word goes to which lane.
    fn read_words(
        &mut self,
        instruction: &Instruction<'_>,
        memory: Memory,
        word: Handle<Node>,
        scalar: Scalar,
    ) -> Result<()> {
        let (_, mask) = destination(instruction, 0)?;
        let swizzle = self.resource_part(instruction)?.selection.swizzle();
        let word = if mask.count() > 1 && self.module.as_literal(word).is_none() { self.bind(word) } else { word };
        let mut words: SmallVec<[Handle<Node>; 4]> = SmallVec::new();
        for lane in mask.iter() {
            #[allow(clippy::cast_possible_truncation, reason = "a lane is below four")]
            let at = self.module.uint(swizzle.get(lane).index() as u32);
            let at = self.plus(word, at);
            words.push(self.fetch(memory, at));
        }
        let value = (!words.is_empty()).then(|| {
            let value = self.module.compose(&words);
            self.module.bitcast(value, scalar)
        });
        self.write_read(instruction, value)
    }

    /// One word.
    fn fetch(&mut self, memory: Memory, word: Handle<Node>) -> Handle<Node> {
        let words = match memory {
            Memory::Buffer(buffer) | Memory::Counter(buffer) => Expr::Buffer(buffer),
            Memory::Group(memory) => Expr::GroupMemory(memory),
        };
        let words = self.module.node(words, Type::U32);
        self.module.builtin(Builtin::StorageFetchU32, &[words, word], Type::U32)
    }

    /// `ld` of a typed buffer: the element's number is the address's first lane.
    pub(super) fn ld_typed(&mut self, instruction: &Instruction<'_>, buffer: Handle<Buffer>) -> Result<()> {
        let BufferKind::Typed { scalar } = self.module.buffers[buffer].kind else {
            return Err(Error::malformed(self.span.offset, "ld reads a buffer without a type"));
        };
        let address = instruction.operand(|role| role == Role::Address(Lane::U32));
        let Some(address) = address else { return Err(Error::internal("lower", "ld without an address")) };
        let element = self.read_scalar(address, Scalar::U32)?;
        let first = self.element_word(element);
        self.read_words(instruction, Memory::Buffer(buffer), first, scalar)
    }
}
