//! One stage of a case: its container, decoded, with the reflection data that its plan is made from.

use dxbc_translator::container::Container;
use dxbc_translator::container::rdef::Reflection;
use dxbc_translator::container::signature::{Signature, SignatureElement};
use dxbc_translator::program::declaration::{Binding, Interpolation, SamplerMode, SystemName};
use dxbc_translator::program::{
    DeclarationKind, Operand, Program, RegisterFile, ResourceDimension, ReturnType, Stage, WriteMask, decode,
};

/// Registers of one range that a plan binds; a range without bound has no end.
const RANGE: u32 = 16;

/// A decoded stage.
#[derive(Clone, Debug)]
pub struct StageUnit {
    /// The container.
    pub bytes: Vec<u8>,
    /// The program.
    pub program: Program,
    /// Its inputs.
    pub inputs: Signature,
    /// Its outputs.
    pub outputs: Signature,
    /// Its reflection data, or those of the container that it was stripped from.
    pub names: Option<Reflection>,
}

/// Why a container is no stage of a case.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct StageError(#[from] dxbc_translator::error::Error);

/// A constant buffer that the program declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstantsUse {
    /// Register space.
    pub space: u32,
    /// Register.
    pub register: u32,
    /// Declared rows.
    pub rows: u32,
}

/// What kind of resource a program declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceUse {
    /// A texture, or a typed buffer.
    Typed(ResourceDimension, ReturnType),
    /// A raw buffer.
    Raw,
    /// A structured buffer of structures of so many bytes.
    Structured(u32),
}

impl StageUnit {
    /// Decodes a container. `donor` is the container whose reflection data stand in where this one has none.
    ///
    /// # Errors
    /// [`StageError`] for a container that is not well formed.
    pub fn new(bytes: &[u8], donor: Option<&[u8]>) -> Result<Self, StageError> {
        let container = Container::parse(bytes)?;
        let chunk = container.program()?;
        let (program, _) = decode(chunk.data.data(), chunk.data.absolute(0))?;
        let mut names = container.reflection()?;
        if names.is_none()
            && let Some(donor) = donor
        {
            names = Container::parse(donor)?.reflection()?;
        }
        Ok(Self {
            bytes: bytes.to_owned(),
            program,
            inputs: container.inputs()?.unwrap_or_default(),
            outputs: container.outputs()?.unwrap_or_default(),
            names,
        })
    }

    /// Its stage.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.program.stage
    }

    /// The constant buffers that it declares.
    pub fn constants(&self) -> impl Iterator<Item = ConstantsUse> {
        self.program.declarations().flat_map(|declaration| {
            let DeclarationKind::ConstantBuffer { binding, rows, .. } = declaration.kind else { return Vec::new() };
            registers(binding).map(|register| ConstantsUse { space: binding.space, register, rows }).collect()
        })
    }

    /// The resources that it declares: space, register, kind.
    #[allow(clippy::wildcard_enum_match_arm, reason = "all other declarations declare something else")]
    pub fn resources(&self) -> impl Iterator<Item = (u32, u32, ResourceUse)> {
        self.program.declarations().flat_map(|declaration| {
            let (binding, kind) = match &declaration.kind {
                DeclarationKind::Resource { binding, dimension, return_types, .. } => {
                    (binding, ResourceUse::Typed(*dimension, return_types[0]))
                }
                DeclarationKind::ResourceRaw { binding, .. } => (binding, ResourceUse::Raw),
                DeclarationKind::ResourceStructured { binding, stride, .. } => {
                    (binding, ResourceUse::Structured(*stride))
                }
                _ => return Vec::new(),
            };
            registers(*binding).map(|register| (binding.space, register, kind)).collect()
        })
    }

    /// The samplers that it declares: space, register, mode.
    pub fn samplers(&self) -> impl Iterator<Item = (u32, u32, SamplerMode)> {
        self.program.declarations().flat_map(|declaration| {
            let DeclarationKind::Sampler { binding, mode, .. } = declaration.kind else { return Vec::new() };
            registers(binding).map(|register| (binding.space, register, mode)).collect()
        })
    }

    /// How the lanes of an input register are interpolated; not said for a vertex shader.
    #[must_use]
    pub fn interpolation(&self, register: u32, mask: WriteMask) -> Interpolation {
        self.input(register, mask).map_or(Interpolation::Undefined, |(interpolation, _)| interpolation)
    }

    /// The system value that a declaration gives an input register.
    #[must_use]
    pub fn system_input(&self, register: u32, mask: WriteMask) -> Option<SystemName> {
        self.input(register, mask).and_then(|(_, system)| system)
    }

    /// Whether the program declares the register of an input element.
    #[must_use]
    pub fn declares_input(&self, element: &SignatureElement) -> bool {
        element.register.is_some_and(|register| self.input(register, element.mask).is_some())
    }

    /// The declaration of lanes of an input register.
    #[allow(clippy::wildcard_enum_match_arm, reason = "all other declarations declare something else")]
    fn input(&self, register: u32, mask: WriteMask) -> Option<(Interpolation, Option<SystemName>)> {
        self.program.declarations().find_map(|declaration| {
            let (operand, interpolation, system) = match &declaration.kind {
                DeclarationKind::Input { operand, system, .. } => (operand, Interpolation::Undefined, *system),
                DeclarationKind::InputPs { operand, interpolation, system, .. } => (operand, *interpolation, *system),
                _ => return None,
            };
            let covered = covers(operand, register) && !operand.selection.mask().and(mask).is_empty();
            covered.then_some((interpolation, system))
        })
    }

    /// Whether the program declares a depth output.
    #[must_use]
    pub fn writes_depth(&self) -> bool {
        self.program.declarations().any(|declaration| {
            let DeclarationKind::Output { operand, .. } = &declaration.kind else { return false };
            matches!(
                operand.file(),
                Some(
                    RegisterFile::OutputDepth
                        | RegisterFile::OutputDepthGreaterEqual
                        | RegisterFile::OutputDepthLessEqual
                )
            )
        })
    }
}

/// Whether a declaration's operand is the input register.
fn covers(operand: &Operand, register: u32) -> bool {
    operand.file() == Some(RegisterFile::Input)
        && operand.indices().last().and_then(|index| index.as_immediate()) == Some(register)
}

/// The registers of a range, the first few of a long one.
fn registers(binding: Binding) -> impl Iterator<Item = u32> {
    binding.lower..=binding.upper.min(binding.lower.saturating_add(RANGE - 1))
}
