//! Writes and atomic operations on unordered access views and group shared memory, and barriers (semantics 5.14).
//!
//! What lies beyond the end of a view or of shared memory is not written. Views of typed buffers have four words an
//! element, as typed buffers that are read.

use smallvec::SmallVec;

use super::resource::{Resource, Unordered, Words};
use super::{Lowerer, destination, operand};
use crate::error::{Error, Feature, Result};
use crate::ir::{
    AtomicOp, Barrier, BinaryOp, BufferKind, Expr, Handle, Helper, List, Memory, Node, Scalar, StmtKind,
    StorageTexture, TexelFormat, TextureKind, Type, UnaryOp,
};
use crate::opcode::{Atomic as Op, Lane, Role};
use crate::program::{Component, Instruction, Operand, Stage, SyncFlags};

impl Lowerer<'_> {
    /// `store_raw`, `store_structured`.
    pub(super) fn store_words(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let (target, mask) = destination(instruction, 0)?;
        let words = self.memory_words(target)?;
        let first = match words.kind {
            BufferKind::Structured { .. } => {
                let index = self.uint_part(instruction, Role::StructIndex)?;
                let offset = self.uint_part(instruction, Role::ByteOffset)?;
                self.structure_word(words.kind, index, offset)
            }
            BufferKind::Raw => {
                let offset = self.uint_part(instruction, Role::ByteOffset)?;
                self.scaled(offset, BinaryOp::ShiftRight, 2)
            }
            BufferKind::Typed { .. } | BufferKind::Lanes { .. } => {
                return Err(Error::malformed(self.span.offset, "words are stored to a typed buffer"));
            }
        };
        let value = self.part(instruction, Role::Src(Lane::Bits))?;
        let value = self.read(value, mask, Scalar::Bits)?;
        self.store_lanes(words.memory, first, mask.iter(), value);
        Ok(())
    }

    /// Stores one word for each lane, as far behind the first as the lane is from x.
    fn store_lanes(
        &mut self,
        memory: Memory,
        first: Handle<Node>,
        lanes: impl Iterator<Item = Component>,
        value: Handle<Node>,
    ) {
        let wide = self.module.type_of(value).width > 1;
        let first = if wide { self.bind(first) } else { first };
        for (lane, from) in lanes.zip(Component::ALL) {
            #[allow(clippy::cast_possible_truncation, reason = "a lane is below four")]
            let behind = self.module.uint(lane.index() as u32);
            let at = self.plus(first, behind);
            let value = self.module.lane(value, from);
            self.emit(StmtKind::StoreWord { memory, at, value });
        }
    }

    /// `store_uav_typed`: an element of a buffer, or a texel.
    pub(super) fn store_typed(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let (target, mask) = destination(instruction, 0)?;
        let address = self.part(instruction, Role::Address(Lane::U32))?;
        let value = self.part(instruction, Role::Src(Lane::Bits))?;
        match self.resource(target)? {
            Resource::StorageTexture(texture) => {
                let coordinates = self.texel(address, texture)?;
                let value = self.texel_value(value, self.module.storage_textures[texture].format)?;
                self.emit(StmtKind::StoreTexel { texture, coordinates, value });
                Ok(())
            }
            Resource::Buffer(buffer) => {
                let element = self.read_scalar(address, Scalar::U32)?;
                let first = self.element_word(element);
                let value = self.read(value, mask, Scalar::Bits)?;
                self.store_lanes(Memory::Buffer(buffer), first, mask.iter(), value);
                Ok(())
            }
            Resource::GroupMemory(..) | Resource::Texture(_) => {
                Err(Error::malformed(self.span.offset, "store_uav_typed writes something else than a view"))
            }
        }
    }

    /// What a texel of a format takes. Numbers of a fixed range are held to it here, and NaN is made a zero, since targets
    /// leave open what becomes of NaN.
    fn texel_value(&mut self, value: &Operand, format: TexelFormat) -> Result<Handle<Node>> {
        match format {
            TexelFormat::Rgba8Unorm => {
                let value = self.read_vector(value, 4, Scalar::F32)?;
                Ok(self.module.helper(Helper::Saturate, &[value]))
            }
            TexelFormat::Rgba8Snorm => {
                let value = self.read_vector(value, 4, Scalar::F32)?;
                let negated = self.module.unary(UnaryOp::Negate, value);
                let [above, below] = [value, negated].map(|value| self.module.helper(Helper::Saturate, &[value]));
                Ok(self.module.binary(BinaryOp::Subtract, above, below))
            }
            TexelFormat::R32Float
            | TexelFormat::R32Sint
            | TexelFormat::R32Uint
            | TexelFormat::Rgba32Float
            | TexelFormat::Rgba32Sint
            | TexelFormat::Rgba32Uint => self.read_vector(value, 4, Scalar::Bits),
        }
    }

    /// `ld_uav_typed`.
    pub(super) fn load_typed(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        let resource = self.resource_part(instruction)?;
        let texture = match self.resource(resource)? {
            Resource::StorageTexture(texture) => texture,
            Resource::Buffer(buffer) => return self.ld_typed(instruction, buffer),
            Resource::GroupMemory(..) | Resource::Texture(_) => {
                return Err(Error::malformed(self.span.offset, "ld_uav_typed reads something else than a view"));
            }
        };
        let (_, mask) = destination(instruction, 0)?;
        if mask.iter().any(|lane| resource.selection.swizzle().get(lane) != Component::X) {
            let what = format_args!("more than one component of a texel is read");
            return Err(self.lacks(Feature::TexelRead, what));
        }
        let address = self.part(instruction, Role::Address(Lane::U32))?;
        let coordinates = self.texel(address, texture)?;
        let ty = self.module.storage_textures[texture].texel();
        let texel = self.module.node(Expr::Texel(texture, coordinates), ty);
        self.finish_read(instruction, texel)
    }

    /// The coordinates of a texel: textures of one dimension have a height of 1.
    fn texel(&mut self, address: &Operand, texture: Handle<StorageTexture>) -> Result<Handle<Node>> {
        match self.module.storage_textures[texture].kind {
            TextureKind::Line => self.read_scalar(address, Scalar::U32),
            TextureKind::D1 => {
                let x = self.read_scalar(address, Scalar::U32)?;
                let zero = self.module.uint(0);
                Ok(self.module.compose(&[x, zero]))
            }
            TextureKind::D1Array => {
                let place = self.read_vector(address, 2, Scalar::U32)?;
                let [x, layer] = [Component::X, Component::Y].map(|lane| self.module.lane(place, lane));
                let zero = self.module.uint(0);
                Ok(self.module.compose(&[x, zero, layer]))
            }
            TextureKind::D2 => self.read_vector(address, 2, Scalar::U32),
            TextureKind::D2Array | TextureKind::D3 | TextureKind::Cube | TextureKind::CubeArray | TextureKind::D2Ms => {
                self.read_vector(address, 3, Scalar::U32)
            }
        }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "all others work on an addressed word")]
    pub(super) fn atomic(&mut self, opcode: Op, instruction: &Instruction<'_>) -> Result<()> {
        let (op, returns) = operation(opcode);
        let target = operand(instruction, usize::from(returns))?;
        let old = match opcode {
            Op::ImmAtomicAlloc | Op::ImmAtomicConsume => {
                let memory = self.counter(target)?;
                let one = self.module.uint(1);
                let old = self.change_word(op, memory, &[one]);
                if opcode == Op::ImmAtomicConsume { self.module.binary(BinaryOp::Subtract, old, one) } else { old }
            }
            _ => {
                let (memory, at) = self.addressed(instruction, target)?;
                let mut args: SmallVec<[Handle<Node>; 3]> = SmallVec::from_slice(&[at]);
                let values = instruction.operands.iter().rev().take(op.operands()).rev();
                for value in values {
                    args.push(self.read_scalar(value, Scalar::U32)?);
                }
                self.change_word(op, memory, &args)
            }
        };
        if returns { self.write(instruction, old) } else { Ok(()) }
    }

    /// An atomic operation, and the word as it was.
    fn change_word(&mut self, op: AtomicOp, memory: Memory, args: &[Handle<Node>]) -> Handle<Node> {
        let change = Expr::Atomic { op, memory, args: List::from_slice(args) };
        let change = self.module.node(change, Type::U32);
        self.bind(change)
    }

    /// The word that an atomic instruction names: by byte offset, by structure and byte offset, or by element.
    fn addressed(&mut self, instruction: &Instruction<'_>, target: &Operand) -> Result<(Memory, Handle<Node>)> {
        if let Resource::StorageTexture(_) = self.resource(target)? {
            let what = format_args!("{} works on a texel", instruction.opcode.mnemonic());
            return Err(self.lacks(Feature::TextureAtomics, what));
        }
        let Words { memory, kind } = self.memory_words(target)?;
        let address = self.part(instruction, Role::Address(Lane::U32))?;
        let at = match kind {
            BufferKind::Raw => {
                let offset = self.read_scalar(address, Scalar::U32)?;
                self.scaled(offset, BinaryOp::ShiftRight, 2)
            }
            BufferKind::Structured { .. } => {
                let address = self.read_vector(address, 2, Scalar::U32)?;
                let [index, offset] = [Component::X, Component::Y].map(|lane| self.module.lane(address, lane));
                self.structure_word(kind, index, offset)
            }
            BufferKind::Typed { .. } | BufferKind::Lanes { .. } => {
                let element = self.read_scalar(address, Scalar::U32)?;
                self.element_word(element)
            }
        };
        Ok((memory, at))
    }

    /// sync: a barrier for each kind of memory that it names and that the shader has.
    ///
    /// A barrier of the target is one for the threads too. So a fence alone becomes one only where all threads of the
    /// group pass.
    pub(super) fn sync(&mut self, flags: SyncFlags) -> Result<()> {
        let what = format_args!("a fence stands where not all threads of the group pass");
        if self.source.program.stage != Stage::Compute || self.flow.is_subroutine() {
            return Err(self.lacks(Feature::MemoryFence, what));
        }
        if !flags.threads && !self.flow.passes_together() {
            return Err(self.lacks(Feature::MemoryFence, what));
        }
        let views = || self.resources.unordered.values().map(|(_, view)| view);
        let buffers = flags.uav.is_some() && views().any(|view| matches!(view, Unordered::Buffer(..)));
        let textures = flags.uav.is_some() && !self.resources.read_texels.is_empty();
        let group = flags.shared_memory || !buffers && !textures;
        for (barrier, stands) in [(Barrier::Group, group), (Barrier::Buffers, buffers), (Barrier::Textures, textures)] {
            if stands {
                self.emit(StmtKind::Barrier(barrier));
            }
        }
        Ok(())
    }

    /// resinfo of a view: its sizes at level 0, which is its only one.
    pub(super) fn view_size(
        &mut self,
        instruction: &Instruction<'_>,
        texture: Handle<StorageTexture>,
        level: Handle<Node>,
    ) -> Result<()> {
        let StorageTexture { kind, .. } = self.module.storage_textures[texture];
        let width = self.module.storage_textures[texture].coordinates();
        let size = self.module.node(Expr::TextureSize(texture), Type::new(Scalar::U32, width));
        let zero = self.module.uint(0);
        let counts: &[(Component, bool)] = match kind {
            TextureKind::D1 | TextureKind::Line => &[(Component::X, true)],
            TextureKind::D1Array => &[(Component::X, true), (Component::Z, false)],
            TextureKind::D2 => &[(Component::X, true), (Component::Y, true)],
            TextureKind::D2Array => &[(Component::X, true), (Component::Y, true), (Component::Z, false)],
            TextureKind::D3 | TextureKind::Cube | TextureKind::CubeArray | TextureKind::D2Ms => {
                &[(Component::X, true), (Component::Y, true), (Component::Z, true)]
            }
        };
        let exists = self.module.binary(BinaryOp::Equal, level, zero);
        let mut parts: SmallVec<[Handle<Node>; 4]> = SmallVec::new();
        for &(lane, is_size) in counts {
            let count = self.module.lane(size, lane);
            let count = self.module.select(exists, count, zero);
            parts.push(self.info(count, instruction.info_return, is_size));
        }
        let levels = self.module.uint(1);
        let levels = self.info(levels, instruction.info_return, false);
        let none = self.zero(self.module.type_of(levels).scalar, 1);
        parts.resize(3, none);
        parts.push(levels);
        let value = self.module.compose(&parts);
        self.finish_read(instruction, value)
    }
}

/// What an opcode does, and whether it gives the old value.
const fn operation(opcode: Op) -> (AtomicOp, bool) {
    match opcode {
        Op::AtomicAnd => (AtomicOp::And, false),
        Op::AtomicOr => (AtomicOp::Or, false),
        Op::AtomicXor => (AtomicOp::Xor, false),
        Op::AtomicCmpStore => (AtomicOp::CompareExchange, false),
        Op::AtomicIadd => (AtomicOp::Add, false),
        Op::AtomicImax => (AtomicOp::MaxSigned, false),
        Op::AtomicImin => (AtomicOp::MinSigned, false),
        Op::AtomicUmax => (AtomicOp::Max, false),
        Op::AtomicUmin => (AtomicOp::Min, false),
        Op::ImmAtomicAlloc | Op::ImmAtomicIadd => (AtomicOp::Add, true),
        Op::ImmAtomicConsume => (AtomicOp::Subtract, true),
        Op::ImmAtomicAnd => (AtomicOp::And, true),
        Op::ImmAtomicOr => (AtomicOp::Or, true),
        Op::ImmAtomicXor => (AtomicOp::Xor, true),
        Op::ImmAtomicExch => (AtomicOp::Exchange, true),
        Op::ImmAtomicCmpExch => (AtomicOp::CompareExchange, true),
        Op::ImmAtomicImax => (AtomicOp::MaxSigned, true),
        Op::ImmAtomicImin => (AtomicOp::MinSigned, true),
        Op::ImmAtomicUmax => (AtomicOp::Max, true),
        Op::ImmAtomicUmin => (AtomicOp::Min, true),
    }
}
