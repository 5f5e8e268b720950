//! What a module does with memory that invocations share.

use std::collections::BTreeSet;

use super::{Examiner, Language, mark};
use crate::error::Result;
use crate::ir::{AtomicOp, Expr, Handle, Memory, Module, Node, StorageTexture, SystemInput, Type};

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SharedUses {
    /// Workgroup memory that is read, by handle index.
    pub(crate) group_memory: Vec<bool>,
    pub(crate) words: BTreeSet<(Memory, WordUse)>,
    pub(crate) texels: BTreeSet<(Handle<StorageTexture>, TexelUse)>,
    /// Storage textures that are used in any way, by handle index.
    pub(crate) storage_textures: Vec<bool>,
    /// Whether workgroups agree on values.
    pub(crate) agrees: bool,
}

impl SharedUses {
    pub(super) fn new(module: &Module) -> Self {
        Self {
            group_memory: vec![false; module.group_memory.len()],
            storage_textures: vec![false; module.storage_textures.len()],
            ..Self::default()
        }
    }

    /// What is done to the words of some memory besides reading.
    pub(crate) fn of(&self, memory: Memory) -> impl Iterator<Item = WordUse> {
        let first = (memory, WordUse::Store);
        self.words.range(first..).take_while(move |(other, _)| *other == memory).map(|(_, word_use)| *word_use)
    }
}

impl<L: Language> Examiner<'_, L> {
    /// Notes shared memory that an expression reads or changes.
    #[allow(clippy::wildcard_enum_match_arm, reason = "no other expression comes here")]
    pub(super) fn shared(&mut self, expr: &Expr) -> Result<()> {
        self.ensure(L::WRITES_MEMORY, "memory is shared that the target cannot share")?;
        match expr {
            Expr::GroupMemory(memory) => mark(&mut self.uses.shared.group_memory, memory.index()),
            Expr::Texel(texture, coordinates) => self.texel(*texture, *coordinates, TexelUse::Load)?,
            Expr::TextureSize(texture) => mark(&mut self.uses.shared.storage_textures, texture.index()),
            Expr::Atomic { op, memory, args } => {
                let place = usize::from(!matches!(memory, Memory::Counter(_)));
                let words = args.iter().all(|&arg| self.module.type_of(arg) == Type::U32);
                self.ensure(words && args.len() == place + op.operands(), "an atomic operation lacks operands")?;
                self.uses.shared.words.insert((*memory, WordUse::Atomic(*op)));
            }
            Expr::Agreed(value) => {
                let word = self.module.type_of(*value) == Type::U32;
                self.ensure(word, "a workgroup agrees on something else than a u32")?;
                self.uses.shared.agrees = true;
                self.uses.systems.insert(SystemInput::ThreadInGroupFlattened);
            }
            _ => {}
        }
        Ok(())
    }

    fn texel(&mut self, texture: Handle<StorageTexture>, coordinates: Handle<Node>, texel_use: TexelUse) -> Result<()> {
        let width = self.module.storage_textures[texture].coordinates();
        let fits = self.module.type_of(coordinates) == Type::new(crate::ir::Scalar::U32, width);
        self.ensure(fits, "the coordinates of a texel do not fit its texture")?;
        mark(&mut self.uses.shared.storage_textures, texture.index());
        self.uses.shared.texels.insert((texture, texel_use));
        Ok(())
    }

    pub(super) fn store_word(&mut self, memory: Memory, at: Handle<Node>, value: Handle<Node>) -> Result<()> {
        self.ensure(L::WRITES_MEMORY, "memory is shared that the target cannot share")?;
        let words = self.value(at)? == Type::U32 && self.value(value)? == Type::U32;
        self.ensure(words, "a word is not one u32")?;
        self.uses.shared.words.insert((memory, WordUse::Store));
        Ok(())
    }

    pub(super) fn store_texel(
        &mut self,
        texture: Handle<StorageTexture>,
        coordinates: Handle<Node>,
        value: Handle<Node>,
    ) -> Result<()> {
        self.ensure(L::WRITES_MEMORY, "memory is shared that the target cannot share")?;
        self.value(coordinates)?;
        let ty = self.value(value)?;
        self.ensure(ty == self.module.storage_textures[texture].texel(), "a texel has another type than its texture")?;
        self.texel(texture, coordinates, TexelUse::Store)
    }
}
