//! Unordered access views and group shared memory: declarations to globals, and operands that name them.

use super::Lowerer;
use super::resource::{Resource, Unordered, Words};
use crate::container::rdef::BindingKind;
use crate::error::{Error, Feature, Result};
use crate::ir::{
    Buffer, BufferKind, Coherence, GroupMemory, Handle, Memory, Scalar, StorageTexture, TexelAccess, TexelFormat,
    TextureKind, View,
};
use crate::limits;
use crate::opcode::{Buffer as BufferOp, Opcode, Role};
use crate::options::Target;
use crate::program::declaration::{Binding, UavFlags, UavKind};
use crate::program::{DeclarationKind, Index, Operand, RegisterFile, ResourceDimension, ReturnType, Stage};

/// What the reflection chunk calls unordered access views.
const KINDS: [BindingKind; 6] = [
    BindingKind::TypedUav,
    BindingKind::StructuredUav,
    BindingKind::ByteAddressUav,
    BindingKind::AppendUav,
    BindingKind::ConsumeUav,
    BindingKind::CountedUav,
];

impl Lowerer<'_> {
    /// Takes in the declaration of an unordered access view.
    pub(super) fn declare_unordered(
        &mut self,
        binding: Binding,
        kind: UavKind,
        flags: UavFlags,
        offset: u32,
    ) -> Result<()> {
        let what = format_args!("the shader declares an unordered access view");
        if self.target() == Target::Glsl {
            return Err(self.lacks(Feature::UnorderedAccess, what));
        }
        if self.source.program.stage == Stage::Vertex {
            return Err(self.lacks(Feature::VertexUnorderedAccess, what));
        }
        if flags.rasterizer_ordered {
            return Err(self.lacks(Feature::RasterizerOrder, what));
        }
        let coherence = if flags.globally_coherent { Coherence::Device } else { Coherence::Group };
        let shape = match kind {
            UavKind::Raw => Unordered::Buffer(BufferKind::Raw, coherence),
            UavKind::Structured { stride } => Unordered::Buffer(BufferKind::Structured { stride }, coherence),
            UavKind::Typed { dimension: ResourceDimension::Buffer, return_types } => {
                Unordered::Buffer(BufferKind::Typed { scalar: self.component(return_types[0])? }, coherence)
            }
            UavKind::Typed { dimension, return_types } => {
                let read = self.reads_texels(binding.id);
                if read && flags.globally_coherent {
                    let message = "a texture is globally coherent, and WGSL shows its texels to other workgroups only \
                                   when the dispatch ends";
                    self.warn(offset, message);
                }
                Unordered::Texture(texture_kind(dimension)?, self.format(return_types[0], read)?)
            }
        };
        self.resources.unordered.insert(binding.id, (binding, shape));
        Ok(())
    }

    /// Whether some instruction reads the texels of a view.
    fn reads_texels(&mut self, id: u32) -> bool {
        let program = self.source.program;
        let of_view = |operand: &&Operand| operand.file() == Some(RegisterFile::UnorderedAccessView);
        let reads = program.instructions().any(|instruction| {
            matches!(instruction.opcode, Opcode::Buffer(BufferOp::LdUavTyped | BufferOp::LdUavTypedS))
                && instruction
                    .operand(|role| role == Role::Uav)
                    .filter(of_view)
                    .is_some_and(|operand| operand.indices().first().and_then(Index::as_immediate) == Some(id))
        });
        if reads {
            self.resources.read_texels.insert(id);
        }
        reads
    }

    /// What a component of a typed view is read and written as.
    fn component(&self, return_type: ReturnType) -> Result<Scalar> {
        match return_type {
            ReturnType::Sint => Ok(Scalar::I32),
            ReturnType::Uint => Ok(Scalar::U32),
            ReturnType::Double | ReturnType::Continued => {
                Err(self.lacks(Feature::Doubles, format_args!("the shader writes a view of doubles")))
            }
            ReturnType::Unknown
            | ReturnType::Unorm
            | ReturnType::Snorm
            | ReturnType::Float
            | ReturnType::Mixed
            | ReturnType::Unused => Ok(Scalar::F32),
        }
    }

    /// The format of the texels of a view. Direct3D reads texels of one 32-bit component only, so a texture that is read
    /// has one; another has four.
    fn format(&self, return_type: ReturnType, read: bool) -> Result<TexelFormat> {
        let scalar = self.component(return_type)?;
        Ok(match (return_type, scalar, read) {
            (_, Scalar::I32, true) => TexelFormat::R32Sint,
            (_, Scalar::U32, true) => TexelFormat::R32Uint,
            (_, _, true) => TexelFormat::R32Float,
            (_, Scalar::I32, false) => TexelFormat::Rgba32Sint,
            (_, Scalar::U32, false) => TexelFormat::Rgba32Uint,
            (ReturnType::Unorm, _, false) => TexelFormat::Rgba8Unorm,
            (ReturnType::Snorm, _, false) => TexelFormat::Rgba8Snorm,
            (_, _, false) => TexelFormat::Rgba32Float,
        })
    }

    /// Takes in group shared memory: its words, and how they are addressed.
    #[allow(clippy::wildcard_enum_match_arm, reason = "called for these declarations only")]
    pub(super) fn declare_group_memory(&mut self, kind: &DeclarationKind, offset: u32) -> Result<()> {
        let (operand, bytes, kind) = match kind {
            DeclarationKind::SharedMemoryRaw { operand, bytes } => (operand, Some(*bytes), BufferKind::Raw),
            DeclarationKind::SharedMemoryStructured { operand, stride, count } => {
                (operand, stride.checked_mul(*count), BufferKind::Structured { stride: *stride })
            }
            _ => return Err(Error::internal("lower", "a declaration of no shared memory")),
        };
        let Some(bytes) = bytes.filter(|&bytes| bytes <= limits::GROUP_MEMORY) else {
            let message = format!("more than {} bytes of shared memory are declared", limits::GROUP_MEMORY);
            return Err(Error::limit(offset, message));
        };
        let Some(register) = operand.indices().first().and_then(Index::as_immediate) else {
            return Err(Error::malformed(offset, "shared memory is declared without a number"));
        };
        let memory = GroupMemory { register, words: bytes.div_ceil(4).max(1) };
        let memory = Memory::Group(self.module.group_memory.push(memory));
        self.resources.group_memory.insert(register, Words { memory, kind });
        Ok(())
    }

    /// What a `u#` or `g#` operand names.
    pub(super) fn unordered(&mut self, operand: &Operand) -> Result<Resource> {
        if operand.file() == Some(RegisterFile::ThreadGroupSharedMemory) {
            let register = self.static_index(operand.indices(), 0)?;
            return match self.resources.group_memory.get(&register) {
                Some(&Words { memory: Memory::Group(memory), kind }) => Ok(Resource::GroupMemory(memory, kind)),
                _ => Err(self.undeclared(RegisterFile::ThreadGroupSharedMemory, register)),
            };
        }
        let (id, register) = self.register_of(operand.indices(), Feature::ResourceIndexing)?;
        let Some(&(binding, shape)) = self.resources.unordered.get(&id) else {
            return Err(self.undeclared(RegisterFile::UnorderedAccessView, id));
        };
        let space = binding.space;
        let name = self.reflected_name(&KINDS, register, space);
        Ok(match shape {
            Unordered::Buffer(kind, coherence) => {
                let view = View::Unordered { coherence };
                Resource::Buffer(self.module.buffers.find_or_push(Buffer { register, space, view, kind, name }))
            }
            Unordered::Texture(kind, format) => {
                let read = self.resources.read_texels.contains(&id);
                let access = if read { TexelAccess::ReadWrite } else { TexelAccess::Write };
                let texture = StorageTexture { register, space, kind, format, access, name };
                Resource::StorageTexture(self.module.storage_textures.find_or_push(texture))
            }
        })
    }

    /// The memory of words that an operand names.
    pub(super) fn memory_words(&mut self, operand: &Operand) -> Result<Words> {
        match self.resource(operand)? {
            Resource::Buffer(buffer) => {
                Ok(Words { memory: Memory::Buffer(buffer), kind: self.module.buffers[buffer].kind })
            }
            Resource::GroupMemory(memory, kind) => Ok(Words { memory: Memory::Group(memory), kind }),
            Resource::Texture(_) | Resource::StorageTexture(_) => {
                Err(Error::malformed(self.span.offset, "a texture stands where a buffer belongs"))
            }
        }
    }

    /// The hidden counter of a view.
    pub(super) fn counter(&mut self, operand: &Operand) -> Result<Memory> {
        match self.resource(operand)? {
            Resource::Buffer(buffer) if self.is_counted(buffer) => Ok(Memory::Counter(buffer)),
            Resource::Buffer(_) | Resource::GroupMemory(..) | Resource::Texture(_) | Resource::StorageTexture(_) => {
                Err(Error::malformed(self.span.offset, "a view without a counter is counted"))
            }
        }
    }

    fn is_counted(&self, buffer: Handle<Buffer>) -> bool {
        let Buffer { view, kind, .. } = self.module.buffers[buffer];
        view != View::Resource && matches!(kind, BufferKind::Structured { .. })
    }
}

/// Dimension of a texture that can be written.
fn texture_kind(dimension: ResourceDimension) -> Result<TextureKind> {
    match dimension {
        ResourceDimension::Texture1D => Ok(TextureKind::D1),
        ResourceDimension::Texture1DArray => Ok(TextureKind::D1Array),
        ResourceDimension::Texture2D => Ok(TextureKind::D2),
        ResourceDimension::Texture2DArray => Ok(TextureKind::D2Array),
        ResourceDimension::Texture3D => Ok(TextureKind::D3),
        ResourceDimension::Unknown
        | ResourceDimension::Buffer
        | ResourceDimension::Texture2DMS
        | ResourceDimension::TextureCube
        | ResourceDimension::Texture2DMSArray
        | ResourceDimension::TextureCubeArray
        | ResourceDimension::RawBuffer
        | ResourceDimension::StructuredBuffer => {
            Err(Error::malformed(0, "dcl_uav_typed names a dimension that it cannot have"))
        }
    }
}
