//! Constant buffers, textures, samplers and buffers: declarations to globals, and constant-buffer reads.

use std::collections::{BTreeMap, BTreeSet};

use super::Lowerer;
use crate::container::rdef::BindingKind;
use crate::error::{Error, Feature, Result};
use crate::ir::{
    BinaryOp, Buffer, BufferKind, Coherence, ConstantBuffer, Element, Expr, GroupMemory, Handle, Lanes, Memory, Node,
    Place, Reading, Sampler, Sampling, Scalar, StorageTexture, TexelFormat, Texture, TextureKind, Type, View,
};
use crate::limits;
use crate::opcode::Stages;
use crate::options::{StageBindings, Target};
use crate::program::declaration::{Binding, SamplerMode};
use crate::program::{
    DeclarationKind, Index, Indices, Instruction, Operand, RegisterFile, ResourceDimension, ReturnType,
};

/// Declared ranges by the number that operands use.
#[derive(Default)]
pub(super) struct Declared {
    constant_buffers: BTreeMap<u32, Rows>,
    samplers: BTreeMap<u32, (Binding, SamplerMode)>,
    resources: BTreeMap<u32, (Binding, Shape)>,
    pub(super) unordered: BTreeMap<u32, (Binding, Unordered)>,
    pub(super) group_memory: BTreeMap<u32, Words>,
    /// The unordered views whose texels are read, by the number that operands use.
    pub(super) read_texels: BTreeSet<u32>,
}

/// A declared range of constant buffers.
#[derive(Clone, Copy)]
struct Rows {
    binding: Binding,
    /// Rows that the program declares of each.
    declared: u32,
    /// The register that was read last, with its rows and what it became.
    last: Option<(u32, u32, Handle<ConstantBuffer>)>,
}

/// What an unordered view is of.
#[derive(Clone, Copy)]
pub(super) enum Unordered {
    Texture(TextureKind, TexelFormat),
    Buffer(BufferKind, Coherence),
}

/// Memory of words, and how an address names them.
#[derive(Clone, Copy)]
pub(super) struct Words {
    pub(super) memory: Memory,
    pub(super) kind: BufferKind,
}

/// What a shader resource is.
#[derive(Clone, Copy)]
enum Shape {
    Texture(TextureKind, Scalar),
    Buffer(BufferKind),
}

/// A shader resource as an instruction names it.
#[derive(Clone, Copy)]
pub(super) enum Resource {
    Texture(Handle<Texture>),
    Buffer(Handle<Buffer>),
    StorageTexture(Handle<StorageTexture>),
    GroupMemory(Handle<GroupMemory>, BufferKind),
}

impl Lowerer<'_> {
    /// Takes in the declaration of a constant buffer, sampler or resource.
    #[allow(clippy::wildcard_enum_match_arm, reason = "declare_resource is called for these declarations only")]
    pub(super) fn declare_resource(&mut self, kind: &DeclarationKind, offset: u32) -> Result<()> {
        let target = self.target();
        let declared = &mut self.resources;
        match kind {
            DeclarationKind::ConstantBuffer { binding, rows, .. } => {
                let rows = Rows { binding: *binding, declared: *rows, last: None };
                declared.constant_buffers.insert(binding.id, rows);
            }
            DeclarationKind::Sampler { binding, mode, .. } => {
                declared.samplers.insert(binding.id, (*binding, *mode));
            }
            DeclarationKind::Resource { binding, dimension, return_types, .. } => {
                let shape = shape_of(*dimension, return_types, target)?;
                declared.resources.insert(binding.id, (*binding, shape));
                self.check_unplaced(*binding)?;
            }
            DeclarationKind::ResourceRaw { binding, .. } => {
                declared.resources.insert(binding.id, (*binding, Shape::Buffer(BufferKind::Raw)));
                self.check_unplaced(*binding)?;
            }
            DeclarationKind::ResourceStructured { binding, stride, .. } => {
                let shape = Shape::Buffer(BufferKind::Structured { stride: *stride });
                declared.resources.insert(binding.id, (*binding, shape));
            }
            DeclarationKind::Uav { binding, kind, flags, .. } => {
                self.declare_unordered(*binding, *kind, *flags, offset)?;
            }
            _ => return Err(Error::internal("lower", "a declaration of no resource")),
        }
        Ok(())
    }

    /// The range id and the register of a resource operand: `t3`, or `t[id][register]` in SM5.1.
    pub(super) fn register_of(&self, indices: Indices<'_>, feature: Feature) -> Result<(u32, u32)> {
        let id = self.static_resource_index(indices, 0, feature)?;
        let register = if self.source.program.model.has_register_spaces() && indices.len() > 1 {
            self.static_resource_index(indices, 1, feature)?
        } else {
            id
        };
        Ok((id, register))
    }

    fn static_resource_index(&self, indices: Indices<'_>, position: usize, feature: Feature) -> Result<u32> {
        self.nth_index(indices, position)?
            .as_immediate()
            .ok_or_else(|| self.lacks(feature, format_args!("a register is chosen by an index at run time")))
    }

    pub(super) fn undeclared(&self, file: RegisterFile, register: u32) -> Error {
        Error::malformed(self.span.offset, format!("{}{register} is not declared", file.name()))
    }

    /// The name that the reflection chunk gives a register; a register inside an array of resources gets its
    /// position appended.
    pub(super) fn reflected_name(&self, kinds: &[BindingKind], register: u32, space: u32) -> Option<String> {
        let reflection = self.source.reflection?;
        let binding = reflection.bindings.iter().find(|binding| {
            kinds.contains(&binding.kind)
                && binding.space == space
                && register >= binding.slot
                && register - binding.slot < binding.count.max(1)
        })?;
        match register - binding.slot {
            0 if binding.count == 1 => Some(binding.name.clone()),
            position => Some(format!("{}_{position}", binding.name)),
        }
    }

    /// Lanes of a row of a constant buffer: `cb1[2]`, or `cb[id][register][row]` in SM5.1.
    pub(super) fn read_constant_buffer(
        &mut self,
        indices: Indices<'_>,
        lanes: Lanes,
        scalar: Scalar,
    ) -> Result<Handle<Node>> {
        let spaces = self.source.program.model.has_register_spaces();
        let id = self.static_resource_index(indices, 0, Feature::ConstantBufferIndexing)?;
        let Some(&rows) = self.resources.constant_buffers.get(&id) else {
            return Err(self.undeclared(RegisterFile::ConstantBuffer, id));
        };
        let element = self.element(indices, indices.len() - 1)?;
        if spaces && self.nth_index(indices, 1)?.relative.is_some() {
            let chosen = self.index(indices, 1)?;
            return self.read_chosen_buffer(rows, chosen, element, lanes, scalar);
        }
        let register = if spaces { self.static_index(indices, 1)? } else { id };
        self.read_row(register, rows, element, lanes, scalar)
    }

    /// Lanes of a row of the constant buffer that an index chooses out of a range.
    fn read_chosen_buffer(
        &mut self,
        rows: Rows,
        chosen: Handle<Node>,
        element: Element,
        lanes: Lanes,
        scalar: Scalar,
    ) -> Result<Handle<Node>> {
        let (chosen, element) = (self.bind(chosen), element.map(|value| self.bind(value)));
        let mut value = self.zero(scalar, lanes.len());
        let (binding, most) = (rows.binding, limits::CHOSEN_CONSTANT_BUFFERS);
        let count = self.count(binding, most, Feature::ConstantBufferIndexing)?;
        for register in (binding.lower..binding.lower + count).rev() {
            let row = self.read_row(register, rows, element, lanes, scalar)?;
            let number = self.module.uint(register);
            let is_it = self.module.binary(BinaryOp::Equal, chosen, number);
            value = self.module.select(is_it, row, value);
        }
        Ok(value)
    }

    /// How many registers a range has that an index chooses from; refused beyond what every device binds.
    fn count(&self, binding: Binding, most: u32, feature: Feature) -> Result<u32> {
        if binding.upper == u32::MAX {
            let what = format_args!("a register is chosen out of a range without end");
            return Err(self.lacks(Feature::UnboundedRange, what));
        }
        let count = binding.upper.saturating_sub(binding.lower).saturating_add(1);
        if count > most {
            let what = format_args!("a register is chosen out of {count}, more than {most}");
            return Err(self.lacks(feature, what));
        }
        Ok(count)
    }

    /// Lanes of a row of a constant buffer; rows that it does not have read as zero.
    fn read_row(
        &mut self,
        register: u32,
        Rows { binding, declared, last }: Rows,
        element: Element,
        lanes: Lanes,
        scalar: Scalar,
    ) -> Result<Handle<Node>> {
        let (rows, buffer) = match last {
            Some((last, rows, buffer)) if last == register => (rows, buffer),
            _ => {
                let rows = self.rows(register, binding.space, declared);
                let buffer = self.constant_buffer(register, binding.space, rows);
                if let Some(range) = self.resources.constant_buffers.get_mut(&binding.id) {
                    range.last = Some((register, rows, buffer));
                }
                (rows, buffer)
            }
        };
        if matches!(element, Element::Known(row) if row >= rows) {
            return Ok(self.zero(scalar, lanes.len()));
        }
        Ok(self.load(Place::ConstantBuffer(buffer), Some(element), lanes, scalar))
    }

    /// The operand of an instruction, by position, that an index chooses at run time out of a range of textures,
    /// buffers or samplers, with the range. An index that differs between pixels is refused where the level of a read
    /// follows from the pixels around.
    pub(super) fn chosen_operand(&self, instruction: &Instruction<'_>) -> Result<Option<(usize, Binding)>> {
        if !self.source.program.model.has_register_spaces() {
            return Ok(None);
        }
        let feature = Feature::ResourceIndexing;
        let (mut found, mut copies) = (None, 1u32);
        for (position, operand) in instruction.operands.iter().enumerate() {
            let id = operand.indices().first().and_then(Index::as_immediate);
            #[allow(clippy::wildcard_enum_match_arm, reason = "no other register is a range of resources")]
            let binding = id.and_then(|id| match operand.file()? {
                RegisterFile::Resource => self.resources.resources.get(&id).map(|(binding, _)| *binding),
                RegisterFile::Sampler => self.resources.samplers.get(&id).map(|(binding, _)| *binding),
                _ => None,
            });
            let (Some(binding), Some(index)) = (binding, operand.indices().get(1)) else { continue };
            if index.relative.is_none() {
                continue;
            }
            if operand.non_uniform && instruction.opcode.info().stages == Stages::Pixel {
                return Err(self.lacks(feature, format_args!("pixels choose registers of their own")));
            }
            copies *= self.count(binding, limits::CHOSEN_TEXTURES / copies, feature)?;
            found = Some((position, binding));
        }
        Ok(found)
    }

    /// Rows that a block declares: the most of what the shader, the other stage and the options say.
    pub(super) fn rows(&self, register: u32, space: u32, declared: u32) -> u32 {
        let agreed = self.source.linkage.constant_buffer_rows.get(&(space, register)).copied().unwrap_or(0);
        let bound = self.source.options.constant_buffer_rows.get(&register).copied().unwrap_or(0);
        // A size of 0 is not known: as many rows as Direct3D binds.
        let declared = if declared == 0 { limits::CONSTANT_BUFFER_ROWS } else { declared };
        let placed = self.source.linkage.placed_rows.get(&register).copied().filter(|_| space == 0).unwrap_or(0);
        declared.max(agreed).max(bound).max(placed).min(limits::CONSTANT_BUFFER_ROWS)
    }

    /// Rows that the program declares of a constant buffer of space 0, and the other stage if both share it.
    pub(super) fn declared_rows(&self, register: u32) -> u32 {
        let own =
            self.resources.constant_buffers.values().filter(|Rows { binding, .. }| {
                binding.space == 0 && (binding.lower..=binding.upper).contains(&register)
            });
        let own = own.map(|rows| rows.declared).max().unwrap_or(0);
        match self.source.options.stage_bindings {
            StageBindings::Shared => {
                own.max(self.source.linkage.constant_buffer_rows.get(&(0, register)).copied().unwrap_or(0))
            }
            StageBindings::Separate => own,
        }
    }

    /// The constant buffer of a register.
    pub(super) fn constant_buffer(&mut self, register: u32, space: u32, rows: u32) -> Handle<ConstantBuffer> {
        let module = &self.module;
        let found = module.constant_buffers.iter().find(|(handle, buffer)| {
            buffer.register == register && buffer.space == space && module.owner(*handle).is_none()
        });
        if let Some((handle, _)) = found {
            return handle;
        }
        let name = self.reflected_name(&[BindingKind::ConstantBuffer], register, space);
        self.module.constant_buffers.push(ConstantBuffer { register, space, rows, name })
    }

    /// Lanes of a row of the immediate constant buffer.
    pub(super) fn read_immediate_constants(
        &mut self,
        indices: Indices<'_>,
        lanes: Lanes,
        scalar: Scalar,
    ) -> Result<Handle<Node>> {
        if self.module.immediate_constants.is_empty() {
            let message = "the immediate constant buffer is read and not declared";
            return Err(Error::malformed(self.span.offset, message));
        }
        let element = self.element(indices, 0)?;
        let Element::Known(row) = element else {
            return Ok(self.load(Place::ImmediateConstants, Some(element), lanes, scalar));
        };
        let row = self.module.immediate_constants.get(row as usize).copied().unwrap_or([0; 4]);
        Ok(self.module.literal_lanes(scalar, row, lanes))
    }

    /// The resource of a `t#`, `u#` or `g#` operand.
    pub(super) fn resource(&mut self, operand: &Operand) -> Result<Resource> {
        match operand.file() {
            Some(RegisterFile::Resource) => {}
            Some(RegisterFile::UnorderedAccessView | RegisterFile::ThreadGroupSharedMemory) => {
                return self.unordered(operand);
            }
            Some(file) => return Err(self.unreadable(file)),
            None => return Err(Error::malformed(self.span.offset, "a literal stands where a resource is read")),
        }
        let (id, register) = self.register_of(operand.indices(), Feature::ResourceIndexing)?;
        let Some(&(binding, shape)) = self.resources.resources.get(&id) else {
            return Err(self.undeclared(RegisterFile::Resource, id));
        };
        let space = binding.space;
        Ok(match shape {
            Shape::Texture(kind, scalar) => {
                let is_it =
                    |it: &Texture| (it.register, it.space, it.kind, it.scalar) == (register, space, kind, scalar);
                Resource::Texture(self.module.textures.find(is_it).unwrap_or_else(|| {
                    let name = self.reflected_name(&[BindingKind::Texture], register, space);
                    self.module.textures.push(Texture { register, space, kind, scalar, name })
                }))
            }
            Shape::Buffer(kind) => {
                let kinds = [
                    BindingKind::Texture,
                    BindingKind::Structured,
                    BindingKind::ByteAddress,
                    BindingKind::TextureBuffer,
                ];
                let view = View::Resource;
                let is_it = |it: &Buffer| (it.register, it.space, it.view, it.kind) == (register, space, view, kind);
                Resource::Buffer(self.module.buffers.find(is_it).unwrap_or_else(|| {
                    let name = self.reflected_name(&kinds, register, space);
                    self.module.buffers.push(Buffer { register, space, view, kind, name })
                }))
            }
        })
    }

    /// The texture of a `t#` operand.
    pub(super) fn texture_of(&mut self, operand: &Operand) -> Result<Handle<Texture>> {
        match self.resource(operand)? {
            Resource::Texture(texture) => Ok(texture),
            Resource::Buffer(_) | Resource::StorageTexture(_) | Resource::GroupMemory(..) => {
                Err(Error::malformed(self.span.offset, "a buffer or view stands where a texture is read"))
            }
        }
    }

    /// The sampler of an `s#` operand.
    fn sampler(&mut self, operand: &Operand) -> Result<Handle<Sampler>> {
        let (id, register) = self.register_of(operand.indices(), Feature::ResourceIndexing)?;
        let Some(&(binding, mode)) = self.resources.samplers.get(&id) else {
            return Err(self.undeclared(RegisterFile::Sampler, id));
        };
        let space = binding.space;
        let comparison = mode == SamplerMode::Comparison;
        let is_it = |it: &Sampler| (it.register, it.space, it.comparison) == (register, space, comparison);
        Ok(self.module.samplers.find(is_it).unwrap_or_else(|| {
            let name = self.reflected_name(&[BindingKind::Sampler], register, space);
            self.module.samplers.push(Sampler { register, space, comparison, name })
        }))
    }

    /// A texture with its sampler, as an argument. The type is that of a read.
    pub(super) fn sampling(
        &mut self,
        texture: Handle<Texture>,
        sampler: Option<&Operand>,
        comparison: bool,
    ) -> Result<Handle<Node>> {
        let sampler = sampler.map(|operand| self.sampler(operand)).transpose()?;
        let sampling =
            self.module.samplings.find_or_push(Sampling { texture, sampler, reading: Reading::compared(comparison) });
        let ty = if comparison { Type::F32 } else { Type::new(self.module.textures[texture].scalar, 4) };
        Ok(self.module.node(Expr::Sampling(sampling), ty))
    }
}

/// The shape of a `dcl_resource`.
fn shape_of(dimension: ResourceDimension, return_types: &[ReturnType; 4], target: Target) -> Result<Shape> {
    let refuse = |feature: Feature, what: &str| {
        Err(Error::unsupported(feature, target, format!("the shader {what}: {}", feature.reason(target))))
    };
    let scalar = match return_types[0] {
        ReturnType::Sint => Scalar::I32,
        ReturnType::Uint => Scalar::U32,
        ReturnType::Double | ReturnType::Continued => {
            return refuse(Feature::Doubles, "reads a resource of doubles");
        }
        ReturnType::Unknown
        | ReturnType::Unorm
        | ReturnType::Snorm
        | ReturnType::Float
        | ReturnType::Mixed
        | ReturnType::Unused => Scalar::F32,
    };
    const KIND: &str = "declares a texture of this kind";
    let texture = |kind| Ok(Shape::Texture(kind, scalar));
    match dimension {
        ResourceDimension::Buffer => Ok(Shape::Buffer(BufferKind::Typed { scalar })),
        ResourceDimension::Texture1D => texture(TextureKind::D1),
        ResourceDimension::Texture1DArray => texture(TextureKind::D1Array),
        ResourceDimension::Texture2D => texture(TextureKind::D2),
        ResourceDimension::Texture2DArray => texture(TextureKind::D2Array),
        ResourceDimension::Texture3D => texture(TextureKind::D3),
        ResourceDimension::TextureCube => texture(TextureKind::Cube),
        ResourceDimension::Texture2DMS | ResourceDimension::Texture2DMSArray
            if Feature::MultisampledTexture.is_refused(target) =>
        {
            refuse(Feature::MultisampledTexture, KIND)
        }
        ResourceDimension::Texture2DMS => texture(TextureKind::D2Ms),
        ResourceDimension::Texture2DMSArray => refuse(Feature::MultisampledArray, KIND),
        ResourceDimension::TextureCubeArray if Feature::CubeArray.is_refused(target) => {
            refuse(Feature::CubeArray, KIND)
        }
        ResourceDimension::TextureCubeArray => texture(TextureKind::CubeArray),
        ResourceDimension::Unknown | ResourceDimension::RawBuffer | ResourceDimension::StructuredBuffer => {
            Err(Error::malformed(0, "dcl_resource names a dimension that it cannot have"))
        }
    }
}
