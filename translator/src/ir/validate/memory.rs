//! Rules of shared memory: words, texels, atomic operations and values that a workgroup agrees on.

use super::{Phase, Validator};
use crate::ir::{AtomicOp, Expr, Handle, Memory, Node, Scalar, StorageTexture, Type, View};
use crate::program::Stage;

impl Validator<'_> {
    #[allow(clippy::wildcard_enum_match_arm, reason = "no other expression comes here")]
    pub(super) fn shared(&mut self, expr: &Expr, ty: Type) {
        let module = self.module;
        match expr {
            Expr::GroupMemory(memory) => {
                let exists = module.group_memory.get(*memory).is_some();
                self.require(exists && ty == Type::U32, "workgroup memory does not exist, or is no u32");
            }
            Expr::Texel(texture, coordinates) => {
                let found = module.storage_textures.get(*texture).map(StorageTexture::texel);
                self.require(found == Some(ty), "a texel has another type than its texture");
                self.coordinates(*texture, *coordinates);
            }
            Expr::TextureSize(texture) => {
                let found = module.storage_textures.get(*texture).map(StorageTexture::coordinates);
                let fits = found.map(|width| Type::new(Scalar::U32, width)) == Some(ty);
                self.require(fits, "a size has another type than its texture");
            }
            Expr::Atomic { op, memory, args } => self.atomic(*op, *memory, args, ty),
            Expr::Agreed(value) => {
                let agreed = module.type_of(*value) == Type::U32 && ty == Type::U32;
                self.require(
                    agreed && module.stage == Stage::Compute,
                    "a workgroup agrees on something else than a u32",
                );
            }
            _ => self.fault("an expression of no shared memory"),
        }
    }

    fn atomic(&mut self, op: AtomicOp, memory: Memory, args: &[Handle<Node>], ty: Type) {
        self.written(memory);
        let place = usize::from(!matches!(memory, Memory::Counter(_)));
        self.require(args.len() == place + op.operands(), "an atomic operation has too many or too few operands");
        let words = args.iter().all(|&arg| self.module.type_of(arg) == Type::U32);
        self.require(words && ty == Type::U32, "an atomic operation has something else than u32 operands");
    }

    /// Requires memory that exists and that may be written.
    fn written(&mut self, memory: Memory) {
        let fits = match memory {
            Memory::Buffer(buffer) | Memory::Counter(buffer) => {
                self.module.buffers.get(buffer).is_some_and(|buffer| buffer.view != View::Resource)
            }
            Memory::Group(memory) => self.module.group_memory.get(memory).is_some(),
        };
        self.require(fits, "memory is written that does not exist or is only read");
    }

    pub(super) fn store_word(&mut self, memory: Memory, at: Handle<Node>, value: Handle<Node>) {
        self.written(memory);
        let (at, value) = (self.value(at), self.value(value));
        self.require(at == Type::U32, "the place of a word is not one u32");
        let lowered = self.phase == Phase::Lowered && value.scalar != Scalar::Bool && value.width == 1;
        self.require(value == Type::U32 || lowered, "a word is not one u32");
    }

    pub(super) fn store_texel(
        &mut self,
        texture: Handle<StorageTexture>,
        coordinates: Handle<Node>,
        value: Handle<Node>,
    ) {
        self.value(coordinates);
        self.coordinates(texture, coordinates);
        let value = self.value(value);
        let found = self.module.storage_textures.get(texture).map(StorageTexture::texel);
        let lowered = self.phase == Phase::Lowered && value.scalar != Scalar::Bool && value.width == 4;
        self.require(found == Some(value) || lowered, "a texel has another type than its texture");
    }

    fn coordinates(&mut self, texture: Handle<StorageTexture>, coordinates: Handle<Node>) {
        let Some(texture) = self.module.storage_textures.get(texture) else {
            return self.fault("a storage texture does not exist");
        };
        let fits = self.module.type_of(coordinates) == Type::new(Scalar::U32, texture.coordinates());
        self.require(fits, "the coordinates of a texel do not fit its texture");
    }
}
