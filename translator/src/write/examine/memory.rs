//! What a module does with memory that invocations share.

use std::collections::BTreeSet;

use super::{Examiner, Language};
use crate::ir::{
    AtomicOp, Expr, GroupMemory, Handle, HandleSet, Memory, Node, Scalar, StorageTexture, SystemInput, Type,
};

/// What is done to words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum WordUse {
    /// One is stored.
    Store,
    /// One is changed in one step.
    Atomic(AtomicOp),
}

/// What is done to texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TexelUse {
    /// One is read.
    Load,
    /// One is stored.
    Store,
}

/// What a module uses of shared memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedUses {
    /// Workgroup memory that is read.
    pub(crate) group_memory: HandleSet<GroupMemory>,
    pub(crate) words: BTreeSet<(Memory, WordUse)>,
    pub(crate) texels: BTreeSet<(Handle<StorageTexture>, TexelUse)>,
    /// Storage textures that are used in any way.
    pub(crate) storage_textures: HandleSet<StorageTexture>,
    /// Whether workgroups agree on values.
    pub(crate) agrees: bool,
}

impl SharedUses {
    /// What is done to the words of some memory besides reading.
    pub(crate) fn of(&self, memory: Memory) -> impl Iterator<Item = WordUse> {
        let first = (memory, WordUse::Store);
        self.words.range(first..).take_while(move |(other, _)| *other == memory).map(|(_, word_use)| *word_use)
    }
}

impl<L: Language> Examiner<'_, L> {
    /// Examines what reads or changes shared memory.
    #[allow(clippy::wildcard_enum_match_arm, reason = "no other expression comes here")]
    pub(super) fn memory(&mut self, node: &Node, depth: u32) {
        self.ensure(L::WRITES_MEMORY, "memory is shared that the target cannot share");
        let ty = match &node.expr {
            Expr::GroupMemory(memory) => {
                self.uses.shared.group_memory.insert(*memory);
                Type::U32
            }
            Expr::Texel(texture, coordinates) => {
                let coordinates = self.operand(*coordinates, depth);
                self.texel(*texture, coordinates, TexelUse::Load);
                self.module.storage_textures[*texture].texel()
            }
            Expr::TextureSize(texture) => {
                self.uses.shared.storage_textures.insert(*texture);
                Type::new(Scalar::U32, self.module.storage_textures[*texture].coordinates())
            }
            Expr::Atomic { op, memory, args } => {
                let place = usize::from(!matches!(memory, Memory::Counter(_)));
                let words = std::iter::repeat_n(Type::U32, place + op.operands());
                let fit = self.operands(args, words, depth);
                self.ensure(fit, "an atomic operation lacks operands");
                self.uses.shared.words.insert((*memory, WordUse::Atomic(*op)));
                Type::U32
            }
            Expr::Agreed(value) => {
                let word = self.operand(*value, depth) == Type::U32;
                self.ensure(word, "a workgroup agrees on something else than a u32");
                self.uses.shared.agrees = true;
                self.uses.systems.insert(SystemInput::ThreadInGroupFlattened);
                Type::U32
            }
            _ => node.ty,
        };
        self.rule(node, node.ty == ty, "shared memory is read as another type");
    }

    fn texel(&mut self, texture: Handle<StorageTexture>, coordinates: Type, texel_use: TexelUse) {
        let fits = coordinates == Type::new(Scalar::U32, self.module.storage_textures[texture].coordinates());
        self.ensure(fits, "the coordinates of a texel do not fit its texture");
        self.uses.shared.storage_textures.insert(texture);
        self.uses.shared.texels.insert((texture, texel_use));
    }

    pub(super) fn store_word(&mut self, memory: Memory, at: Handle<Node>, value: Handle<Node>) {
        self.ensure(L::WRITES_MEMORY, "memory is shared that the target cannot share");
        let words = self.value(at) == Type::U32 && self.value(value) == Type::U32;
        self.ensure(words, "a word is not one u32");
        self.uses.shared.words.insert((memory, WordUse::Store));
    }

    pub(super) fn store_texel(
        &mut self,
        texture: Handle<StorageTexture>,
        coordinates: Handle<Node>,
        value: Handle<Node>,
    ) {
        self.ensure(L::WRITES_MEMORY, "memory is shared that the target cannot share");
        let coordinates = self.value(coordinates);
        let ty = self.value(value);
        self.ensure(ty == self.module.storage_textures[texture].texel(), "a texel has another type than its texture");
        self.texel(texture, coordinates, TexelUse::Store);
    }
}
