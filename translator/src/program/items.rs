//! The list of declarations and instructions, with the operands of all instructions in one list.
//!
//! An [`Operation`] is what an instruction says apart from its operands, and knows none; an [`Instruction`] is the view of
//! one together with its part of the operands. Items are only ever appended, so that their operands stand in their order.

use std::convert::Infallible;
use std::ops::Deref;

use super::{
    Declaration, InfoReturn, Opcode, Operand, ResourceHint, ReturnType, SyncFlags, Test, TexelOffset, WriteMask,
};
use crate::opcode::Role;

/// What an instruction says apart from its operands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operation {
    /// The opcode.
    pub opcode: Opcode,
    /// Byte offset of the opcode token in the container (in the token stream, if decoded alone).
    pub offset: u32,
    /// Number among the instructions, from 0, declarations not counted.
    pub number: u32,
    /// Results are clamped to [0, 1], NaN to 0.
    pub saturate: bool,
    /// Lanes of the destination whose computation must not be rearranged.
    pub precise: WriteMask,
    /// For if, breakc, callc, continuec, retc and discard; `NonZero` elsewhere.
    pub test: Test,
    /// For resinfo and sampleinfo; `Float` elsewhere.
    pub info_return: InfoReturn,
    /// For sync.
    pub sync: Option<SyncFlags>,
    /// Immediate texel offset; also `Some` where the token is there with zeros.
    pub texel_offset: Option<TexelOffset>,
    /// Extended token 2.
    pub resource: Option<ResourceHint>,
    /// Extended token 3.
    pub return_types: Option<[ReturnType; 4]>,
    /// The dword after the operands that some texture and buffer instructions carry without meaning (semantics 5.10).
    pub stray: Option<u32>,
}

/// An instruction of a program: an [`Operation`], whose fields are read as its own, with operands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instruction<'p> {
    /// All but its operands.
    pub operation: &'p Operation,
    /// Operands in order, as [`crate::opcode::Info::roles`] names them.
    pub operands: &'p [Operand],
}

impl Deref for Instruction<'_> {
    type Target = Operation;

    fn deref(&self) -> &Operation {
        self.operation
    }
}

impl<'p> Instruction<'p> {
    /// The first operand with a role, by the table.
    #[must_use]
    pub fn operand(&self, role: impl Fn(Role) -> bool) -> Option<&'p Operand> {
        let index = self.opcode.info().roles.iter().position(|&r| role(r))?;
        self.operands.get(index)
    }
}

/// One entry of the token stream.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Item<'p> {
    /// A declaration or custom data.
    Declaration(&'p Declaration),
    /// An instruction.
    Instruction(Instruction<'p>),
}

impl Item<'_> {
    /// Byte offset of the opcode token in the container.
    #[must_use]
    pub const fn offset(self) -> u32 {
        match self {
            Self::Declaration(declaration) => declaration.offset,
            Self::Instruction(instruction) => instruction.operation.offset,
        }
    }
}

/// How many items and operands there are, or have room.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) items: usize,
    pub(crate) operands: usize,
}

impl Counts {
    /// Whether neither is greater than the other's.
    pub(crate) const fn is_within(self, other: Self) -> bool {
        self.items <= other.items && self.operands <= other.operands
    }
}

/// Declarations and instructions in the order of the bytecode.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Items {
    entries: Vec<Entry>,
    /// Of all instructions, in their order.
    operands: Vec<Operand>,
}

#[derive(Clone, Debug, PartialEq)]
enum Entry {
    Declaration(Declaration),
    /// An instruction, and how many operands are its own: those after the operands of the instructions before it.
    Instruction(Operation, usize),
}

impl Entry {
    const fn offset(&self) -> u32 {
        match self {
            Self::Declaration(declaration) => declaration.offset,
            Self::Instruction(operation, _) => operation.offset,
        }
    }
}

impl Items {
    /// A list without items.
    #[must_use]
    pub const fn new() -> Self {
        Self { entries: Vec::new(), operands: Vec::new() }
    }

    /// How many items there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Item<'_>> + Clone {
        let mut left = self.operands.as_slice();
        self.entries.iter().map(move |entry| match entry {
            Entry::Declaration(declaration) => Item::Declaration(declaration),
            Entry::Instruction(operation, count) => {
                let (operands, rest) = left.split_at_checked(*count).unwrap_or_default();
                left = rest;
                Item::Instruction(Instruction { operation, operands })
            }
        })
    }

    /// The declarations in order, to be changed.
    pub fn declarations_mut(&mut self) -> impl Iterator<Item = &mut Declaration> {
        self.entries.iter_mut().filter_map(|entry| match entry {
            Entry::Declaration(declaration) => Some(declaration),
            Entry::Instruction(..) => None,
        })
    }

    /// The last item that starts at or before a byte of the container, if they stand in the order of their offsets.
    pub(super) fn last_at(&self, offset: u32) -> Option<usize> {
        self.entries.partition_point(|entry| entry.offset() <= offset).checked_sub(1)
    }

    /// Appends a declaration.
    pub fn push_declaration(&mut self, declaration: Declaration) {
        self.entries.push(Entry::Declaration(declaration));
    }

    /// Appends an instruction.
    pub fn push_instruction(&mut self, operation: Operation, operands: impl IntoIterator<Item = Operand>) {
        let Ok(()) = self.try_push_instruction(|list| {
            list.extend(operands);
            Ok::<_, Infallible>(operation)
        });
    }

    /// Appends an instruction whose operands `read` appends to the list; nothing is appended if it fails.
    #[inline]
    pub(super) fn try_push_instruction<E>(
        &mut self,
        read: impl FnOnce(&mut Vec<Operand>) -> Result<Operation, E>,
    ) -> Result<(), E> {
        let start = self.operands.len();
        match read(&mut self.operands) {
            Ok(operation) => {
                self.entries.push(Entry::Instruction(operation, self.operands.len() - start));
                Ok(())
            }
            Err(error) => {
                self.operands.truncate(start);
                Err(error)
            }
        }
    }

    /// Takes off all items, and keeps the room.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.operands.clear();
    }

    /// What there is room for.
    pub(crate) const fn room(&self) -> Counts {
        Counts { items: self.entries.capacity(), operands: self.operands.capacity() }
    }

    /// Makes room for more.
    pub(super) fn reserve(&mut self, more: Counts) {
        self.entries.reserve(more.items);
        self.operands.reserve(more.operands);
    }
}

impl<'p> FromIterator<Item<'p>> for Items {
    /// Copies of items, also of other lists.
    fn from_iter<I: IntoIterator<Item = Item<'p>>>(items: I) -> Self {
        let mut list = Self::new();
        for item in items {
            match item {
                Item::Declaration(declaration) => list.push_declaration(declaration.clone()),
                Item::Instruction(Instruction { operation, operands }) => {
                    list.push_instruction(*operation, operands.iter().cloned());
                }
            }
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::super::{RegisterFile, assemble, decode_unchecked, operand};
    use super::*;

    fn items() -> Items {
        let text = "ps_5_0\ndcl_temps 2\nmad r0.x, r1.x, r1.y, l(2.0)\nmov r1.y, r0.x\nret\n";
        decode_unchecked(&assemble(text).unwrap(), 0).unwrap().0.items
    }

    fn instructions(items: &Items) -> Vec<Instruction<'_>> {
        let found = items.iter().filter_map(|item| match item {
            Item::Instruction(instruction) => Some(instruction),
            Item::Declaration(_) => None,
        });
        found.collect()
    }

    #[test]
    fn instructions_have_the_operands_that_they_came_with() {
        let items = items();
        let counts: Vec<usize> = instructions(&items).iter().map(|instruction| instruction.operands.len()).collect();
        assert_eq!((items.len(), counts), (4, vec![4, 2, 0]));
        let mov = instructions(&items)[1];
        assert_eq!(mov.operands[0].selection.mask(), WriteMask::of(operand::Component::Y));
        assert_eq!(mov.operand(|role| matches!(role, Role::Src(_))).unwrap().file(), Some(RegisterFile::Temp));
        // What was left out before an item does not count.
        let last: Items = items.iter().skip(2).collect();
        assert_eq!(instructions(&last)[0], mov);
        assert_eq!(items.iter().collect::<Items>(), items);
    }

    #[test]
    fn nothing_is_appended_where_reading_fails() {
        let (mut items, whole) = (items(), items());
        let operand = instructions(&whole)[0].operands[0].clone();
        let read = items.try_push_instruction(|operands| {
            operands.push(operand);
            Err("no second operand")
        });
        assert_eq!((read, items), (Err("no second operand"), whole));
    }
}
