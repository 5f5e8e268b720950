//! Reflection data (`RDEF`): what is bound where, and the layout of constant buffers.

use std::cell::Cell;

use serde::Serialize;

use super::number::numbered;
use super::rdef_types::{Packing, Type};
use super::{Chunk, Version};
use crate::bytes::Reader;
use crate::error::Result;
use crate::limits;

numbered! {
    /// What is bound.
    BindingKind {
        0 ConstantBuffer "cbuffer",
        1 TextureBuffer "tbuffer",
        2 Texture "texture",
        3 Sampler "sampler",
        4 TypedUav "uav-typed",
        5 Structured "structured",
        6 StructuredUav "uav-structured",
        7 ByteAddress "byteaddress",
        8 ByteAddressUav "uav-byteaddress",
        9 AppendUav "uav-append",
        10 ConsumeUav "uav-consume",
        11 CountedUav "uav-structured-with-counter",
    }
}

numbered! {
    /// What a texture or typed buffer returns.
    ReturnType {
        0 None "none",
        1 Unorm "unorm",
        2 Snorm "snorm",
        3 Sint "sint",
        4 Uint "uint",
        5 Float "float",
        6 Mixed "mixed",
        7 Double "double",
        8 Continued "continued",
    }
}

numbered! {
    /// The shape of a resource. The numbers differ from those of declarations in the program.
    Dimension {
        0 Unknown "unknown",
        1 Buffer "buffer",
        2 Texture1D "texture1d",
        3 Texture1DArray "texture1darray",
        4 Texture2D "texture2d",
        5 Texture2DArray "texture2darray",
        6 Texture2DMs "texture2dms",
        7 Texture2DMsArray "texture2dmsarray",
        8 Texture3D "texture3d",
        9 TextureCube "texturecube",
        10 TextureCubeArray "texturecubearray",
        11 Raw "raw",
    }
}

numbered! {
    /// What the data of a buffer description are for.
    BufferKind {
        0 ConstantBuffer "cbuffer",
        1 TextureBuffer "tbuffer",
        2 InterfacePointers "interface-pointers",
        3 StructuredElement "structured-element",
    }
}

impl BufferKind {
    /// How the data of the buffer are packed.
    pub fn packing(self) -> Packing {
        if self == Self::StructuredElement { Packing::Tight } else { Packing::Rows }
    }
}

/// Everything the compiler says about names and layouts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reflection {
    /// The profile the shader was compiled for; none if the file names a stage that does not exist.
    pub target: Option<Version>,
    /// Compiler flags, as `D3DCOMPILE_*` numbers them.
    pub flags: u32,
    /// The program that wrote the shader.
    pub creator: String,
    /// Slots for interfaces; 0 before shader model 5.
    pub interface_slots: u32,
    /// Bindings in file order: by kind, then by slot.
    pub bindings: Vec<Binding>,
    /// Constant buffers, texture buffers and elements of structured buffers, in file order.
    pub buffers: Vec<Buffer>,
}

/// One resource, or an array of resources, and its slots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Binding {
    /// Name as in the source.
    pub name: String,
    /// What is bound.
    pub kind: BindingKind,
    /// What a texture or typed buffer returns.
    pub return_type: ReturnType,
    /// The shape of a resource.
    pub dimension: Dimension,
    /// Samples of a multisampled texture, or the stride in bytes of a structured buffer; none where the
    /// file says that it does not apply.
    pub samples_or_stride: Option<u32>,
    /// First slot: the number in `cb#`, `t#`, `s#` or `u#`.
    pub slot: u32,
    /// Number of slots; 0 means without bound (shader model 5.1).
    pub count: u32,
    /// Register space (shader model 5.1; 0 before).
    pub space: u32,
    /// The range id by which a program of shader model 5.1 names the binding; the slot before.
    pub id: u32,
    /// Whether the source names the register.
    pub explicit_register: bool,
    /// Whether a sampler compares.
    pub comparison: bool,
    /// Components that a texture or typed buffer returns, 1 to 4; 1 for everything else.
    pub components: u8,
}

/// The layout of a constant buffer, a texture buffer or an element of a structured buffer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Buffer {
    /// Name as in the source; that of the binding.
    pub name: String,
    /// What the data are for.
    pub kind: BufferKind,
    /// Bytes, a multiple of 16 for a constant buffer.
    pub size: u32,
    /// Whether the source names the register.
    pub explicit_register: bool,
    /// The variables, in file order.
    pub variables: Vec<Variable>,
}

/// One variable of a buffer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Variable {
    /// Name as in the source.
    pub name: String,
    /// Bytes from the start of the buffer.
    pub offset: u32,
    /// Bytes.
    pub size: u32,
    /// Whether the program reads it.
    pub used: bool,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: Type,
    /// The initial value, `size` bytes as dwords; none if the source gives none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Vec<u32>>,
    /// First and number of the texture slots of an object within a class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub textures: Option<Slots>,
    /// First and number of the sampler slots of an object within a class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samplers: Option<Slots>,
}

/// A run of slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Slots {
    /// The first slot.
    pub first: u32,
    /// How many.
    pub count: u32,
}

/// Sizes of the records in bytes, which stand in the chunk from shader model 5 on. A record that is long enough holds the
/// fields of later models too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) buffer: u32,
    pub(super) binding: u32,
    pub(super) variable: u32,
    pub(super) ty: u32,
    pub(super) member: u32,
}

/// The records of shader model 4, the shortest there are.
const SIZES_4: Sizes = Sizes { buffer: 24, binding: 32, variable: 24, ty: 16, member: 12 };
/// The length of a binding that ends with space and id.
const BINDING_WITH_SPACE: u32 = 40;
/// The length of a variable that ends with textures and samplers.
const VARIABLE_WITH_SLOTS: u32 = 40;

/// Where the magic of shader model 5 stands, after the header of model 4.
const MAGIC_OFFSET: u32 = 28;
/// `RD11`.
const MAGIC_5: u32 = u32::from_le_bytes(*b"RD11");
/// That of shader model 5.1.
const MAGIC_51: u32 = u32::from_le_bytes([0x13, 0x13, 0x44, 0x25]);

/// The chunk, what its records look like, and what may still be taken from it.
pub(super) struct Source<'a> {
    pub(super) data: Reader<'a>,
    pub(super) sizes: Sizes,
    budget: Cell<usize>,
}

impl Source<'_> {
    /// Takes `bytes` of memory from the budget, on behalf of the record at `at`.
    pub(super) fn charge(&self, at: u32, bytes: usize) -> Result<()> {
        match self.budget.get().checked_sub(bytes) {
            Some(rest) => {
                self.budget.set(rest);
                Ok(())
            }
            None => {
                let message = format!("the reflection data unfold to more than {} bytes", limits::REFLECTION_BYTES);
                Err(self.data.limit(at, message))
            }
        }
    }

    /// The text at `at`.
    pub(super) fn name(&self, at: u32) -> Result<String> {
        let text = self.data.cstr_at(at)?;
        self.charge(at, text.len())?;
        Ok(text.into_owned())
    }

    /// Reads `count` records of `size` bytes from `first` on.
    fn records<T>(
        &self,
        count: u32,
        first: u32,
        size: u32,
        read: impl Fn(&Self, u32, Reader<'_>) -> Result<T>,
    ) -> Result<Vec<T>> {
        // No more than the data can hold side by side, whatever the file says.
        let room = self.data.len().checked_div(size).unwrap_or(0).min(count);
        let mut records = Vec::with_capacity(usize::try_from(room).unwrap_or(0));
        for index in 0..count {
            let at = first.saturating_add(index.saturating_mul(size));
            self.charge(at, size_of::<T>())?;
            records.push(read(self, at, self.data.sub(at, size)?)?);
        }
        Ok(records)
    }
}

impl Reflection {
    /// Reads an `RDEF` chunk of any shader model.
    ///
    /// # Errors
    /// `Malformed` if a record or a name is out of bounds, `Limit` if the data unfold to more than
    /// [`limits::REFLECTION_BYTES`] or structs are nested deeper than [`limits::STRUCT_DEPTH`].
    pub fn parse(chunk: &Chunk<'_>) -> Result<Self> {
        let data = chunk.data;
        let (sizes, interface_slots) = read_sizes(&data)?;
        let budget = Cell::new(usize::try_from(limits::REFLECTION_BYTES).unwrap_or(usize::MAX));
        let source = Source { data, sizes, budget };
        Ok(Self {
            target: Version::from_reflection(data.u32_at(16)?),
            flags: data.u32_at(20)?,
            creator: source.name(data.u32_at(24)?)?,
            interface_slots,
            bindings: source.records(data.u32_at(8)?, data.u32_at(12)?, sizes.binding, Binding::parse)?,
            buffers: source.records(data.u32_at(0)?, data.u32_at(4)?, sizes.buffer, Buffer::parse)?,
        })
    }

    /// The binding of a kind that covers `slot` of `space`.
    pub fn binding(&self, kinds: &[BindingKind], slot: u32, space: u32) -> Option<&Binding> {
        self.bindings.iter().find(|binding| {
            let inside = slot.checked_sub(binding.slot).is_some_and(|n| binding.count == 0 || n < binding.count);
            inside && binding.space == space && kinds.contains(&binding.kind)
        })
    }

    /// The layout of the buffer of that name and kind.
    pub fn buffer(&self, name: &str, kind: BufferKind) -> Option<&Buffer> {
        self.buffers.iter().find(|buffer| buffer.kind == kind && buffer.name == name)
    }
}

/// The sizes of records and the number of interface slots, from the header of shader model 5 if there is one.
fn read_sizes(data: &Reader<'_>) -> Result<(Sizes, u32)> {
    if !matches!(data.u32_at(MAGIC_OFFSET), Ok(MAGIC_5 | MAGIC_51)) {
        return Ok((SIZES_4, 0));
    }
    let size = |offset: u32, least: u32| {
        let size = data.u32_at(offset)?;
        if size < least {
            let message = format!("records of {size} bytes are shorter than the {least} that they hold");
            return Err(data.malformed(offset, message));
        }
        Ok(size)
    };
    let sizes = Sizes {
        buffer: size(36, SIZES_4.buffer)?,
        binding: size(40, SIZES_4.binding)?,
        variable: size(44, SIZES_4.variable)?,
        ty: size(48, SIZES_4.ty)?,
        member: size(52, SIZES_4.member)?,
    };
    Ok((sizes, data.u32_at(56)?))
}

impl Binding {
    fn parse(source: &Source<'_>, _at: u32, record: Reader<'_>) -> Result<Self> {
        let flags = record.u32_at(28)?;
        let slot = record.u32_at(20)?;
        let has_space = source.sizes.binding >= BINDING_WITH_SPACE;
        let samples_or_stride = record.u32_at(16)?;
        Ok(Self {
            name: source.name(record.u32_at(0)?)?,
            kind: BindingKind::from_number(record.u32_at(4)?),
            return_type: ReturnType::from_number(record.u32_at(8)?),
            dimension: Dimension::from_number(record.u32_at(12)?),
            samples_or_stride: (samples_or_stride != u32::MAX).then_some(samples_or_stride),
            slot,
            count: record.u32_at(24)?,
            space: if has_space { record.u32_at(32)? } else { 0 },
            id: if has_space { record.u32_at(36)? } else { slot },
            explicit_register: flags & 1 != 0,
            comparison: flags & 2 != 0,
            components: match (flags >> 2) & 3 {
                0 => 1,
                1 => 2,
                2 => 3,
                _ => 4,
            },
        })
    }
}

impl Buffer {
    fn parse(source: &Source<'_>, _at: u32, record: Reader<'_>) -> Result<Self> {
        let (count, first) = (record.u32_at(4)?, record.u32_at(8)?);
        Ok(Self {
            name: source.name(record.u32_at(0)?)?,
            kind: BufferKind::from_number(record.u32_at(20)?),
            size: record.u32_at(12)?,
            explicit_register: record.u32_at(16)? & 1 != 0,
            variables: source.records(count, first, source.sizes.variable, Variable::parse)?,
        })
    }
}

impl Variable {
    fn parse(source: &Source<'_>, at: u32, record: Reader<'_>) -> Result<Self> {
        let size = record.u32_at(8)?;
        let default = match record.u32_at(20)? {
            0 => None,
            offset => {
                let bytes = source.data.slice_at(offset, size)?;
                source.charge(at, bytes.len())?;
                Some(bytes.as_chunks().0.iter().map(|&dword| u32::from_le_bytes(dword)).collect())
            }
        };
        let slots = |first: u32, count: u32| -> Result<Option<Slots>> {
            if source.sizes.variable < VARIABLE_WITH_SLOTS {
                return Ok(None);
            }
            let slots = Slots { first: record.u32_at(first)?, count: record.u32_at(count)? };
            Ok((slots.count != 0).then_some(slots))
        };
        Ok(Self {
            name: source.name(record.u32_at(0)?)?,
            offset: record.u32_at(4)?,
            size,
            used: record.u32_at(12)? & 2 != 0,
            ty: Type::parse(source, record.u32_at(16)?, 0)?,
            default,
            textures: slots(24, 28)?,
            samplers: slots(32, 36)?,
        })
    }
}

#[cfg(test)]
mod tests;
