//! Declarations: from tokens to [`Declaration`] (`dxbc-semantics` section 6).
#![allow(clippy::wildcard_enum_match_arm, reason = "the enums are the token format's, which is closed")]

use super::Model;
use super::custom_data::rest;
use super::declaration::{
    Binding, Declaration, DeclarationKind, GlobalFlags, Interpolation, SamplerMode, SystemName, UavFlags, UavKind,
};
use super::decode_operand::operand;
use super::operand::Operand;
use super::register::Index;
use super::token::{self, CONTROLS_SHIFT, bits};
use super::words::{Warnings, Words};
use super::{ResourceDimension, ReturnType};
use crate::error::{Error, Location, Result};
use crate::opcode::{Declare, Opcode};

/// One declaration that is being read.
struct Reader<'a, 'b> {
    words: &'a mut Words<'b>,
    token: u32,
    model: Model,
    offset: u32,
}

/// Reads the operands and dwords of the declaration that `token` starts.
///
/// # Errors
/// `Malformed` if a field has no meaning or the declaration ends too early; dwords too many are a warning.
pub(super) fn declaration(
    mut words: Words<'_>,
    declare: Declare,
    token: u32,
    model: Model,
    offset: u32,
    warnings: &mut Warnings,
) -> Result<Declaration> {
    let kind = Reader { words: &mut words, token, model, offset }.kind(declare)?;
    if words.left() > 0 {
        let message = format!("{} dwords follow the operands and are ignored", words.left());
        let opcode = Some(Opcode::Declare(declare).mnemonic());
        warnings.push(Location { offset: Some(words.offset()), opcode, ..Location::UNKNOWN }, message);
    }
    Ok(Declaration { offset, kind })
}

impl Reader<'_, '_> {
    fn kind(&mut self, declare: Declare) -> Result<DeclarationKind> {
        match declare {
            Declare::DclGlobalFlags => {
                // Thirteen bits.
                let flags = u16::try_from(self.controls(13)).unwrap_or_default();
                Ok(DeclarationKind::GlobalFlags(GlobalFlags(flags)))
            }
            Declare::DclTemps => Ok(DeclarationKind::Temps(self.words.next()?)),
            Declare::DclIndexableTemp => {
                let (register, length, components) = (self.words.next()?, self.words.next()?, self.words.next()?);
                Ok(DeclarationKind::IndexableTemp { register, length, components })
            }
            Declare::DclIndexRange => {
                Ok(DeclarationKind::IndexRange { operand: self.operand()?, count: self.words.next()? })
            }
            Declare::DclConstantBuffer
            | Declare::DclSampler
            | Declare::DclResource
            | Declare::DclResourceRaw
            | Declare::DclResourceStructured
            | Declare::DclUavTyped
            | Declare::DclUavRaw
            | Declare::DclUavStructured => self.bound(declare),
            Declare::DclInput
            | Declare::DclInputSgv
            | Declare::DclInputSiv
            | Declare::DclInputPs
            | Declare::DclInputPsSgv
            | Declare::DclInputPsSiv
            | Declare::DclOutput
            | Declare::DclOutputSgv
            | Declare::DclOutputSiv => self.signature(declare),
            Declare::DclFunctionBody | Declare::DclFunctionTable | Declare::DclInterface => self.interface(declare),
            _ => self.other_stage(declare),
        }
    }

    fn controls(&self, count: u32) -> u32 {
        bits(self.token, CONTROLS_SHIFT, count)
    }

    fn operand(&mut self) -> Result<Operand> {
        operand(self.words)
    }

    #[cold]
    fn malformed(&self, message: impl Into<String>) -> Error {
        Error::malformed(self.offset, message)
    }

    /// Constant buffers, samplers, resources and views.
    fn bound(&mut self, declare: Declare) -> Result<DeclarationKind> {
        let operand = self.operand()?;
        match declare {
            Declare::DclConstantBuffer => self.constant_buffer(operand),
            Declare::DclSampler => {
                let mode = self.controls(4);
                let mode = SamplerMode::from_number(mode)
                    .ok_or_else(|| self.malformed(format!("the sampler mode {mode} is unknown")))?;
                Ok(DeclarationKind::Sampler { binding: self.binding(&operand)?, mode, operand })
            }
            Declare::DclResource => {
                let (dimension, return_types) = (self.dimension()?, self.return_types()?);
                let sample_count = bits(self.token, 16, 7);
                let binding = self.binding(&operand)?;
                Ok(DeclarationKind::Resource { binding, dimension, sample_count, return_types, operand })
            }
            Declare::DclResourceStructured => {
                let stride = self.words.next()?;
                Ok(DeclarationKind::ResourceStructured { binding: self.binding(&operand)?, stride, operand })
            }
            Declare::DclResourceRaw => Ok(DeclarationKind::ResourceRaw { binding: self.binding(&operand)?, operand }),
            _ => {
                let kind = match declare {
                    Declare::DclUavTyped => {
                        UavKind::Typed { dimension: self.dimension()?, return_types: self.return_types()? }
                    }
                    Declare::DclUavStructured => UavKind::Structured { stride: self.words.next()? },
                    _ => UavKind::Raw,
                };
                let flags = UavFlags {
                    globally_coherent: bits(self.token, 16, 1) != 0,
                    rasterizer_ordered: bits(self.token, 17, 1) != 0,
                    has_counter: bits(self.token, 23, 1) != 0,
                };
                Ok(DeclarationKind::Uav { binding: self.binding(&operand)?, kind, flags, operand })
            }
        }
    }

    fn constant_buffer(&mut self, operand: Operand) -> Result<DeclarationKind> {
        let dynamic_index = self.controls(1) != 0;
        let (binding, rows) = if self.model.has_register_spaces() {
            let rows = self.words.next()?;
            (self.binding(&operand)?, rows)
        } else {
            (Binding::slot(self.number(&operand, 0)?), self.number(&operand, 1)?)
        };
        Ok(DeclarationKind::ConstantBuffer { binding, rows, dynamic_index, operand })
    }

    /// The binding that an operand names; in 5.1 the space follows all other dwords.
    fn binding(&mut self, operand: &Operand) -> Result<Binding> {
        if self.model.has_register_spaces() {
            let (id, lower, upper) = (self.number(operand, 0)?, self.number(operand, 1)?, self.number(operand, 2)?);
            Ok(Binding { id, lower, upper, space: self.words.next()? })
        } else {
            self.number(operand, 0).map(Binding::slot)
        }
    }

    /// An index of a declaration's operand, which must be a number.
    fn number(&self, operand: &Operand, index: usize) -> Result<u32> {
        match operand.indices().get(index).map(Index::as_immediate) {
            Some(Some(number)) => Ok(number),
            Some(None) => Err(self.malformed("the declaration names its register by another register")),
            None => Err(self.malformed(format!("the declared register lacks index {index}"))),
        }
    }

    fn dimension(&self) -> Result<ResourceDimension> {
        let number = self.controls(5);
        ResourceDimension::from_number(number)
            .ok_or_else(|| self.malformed(format!("the resource dimension {number} is unknown")))
    }

    fn return_types(&mut self) -> Result<[ReturnType; 4]> {
        let token = self.words.next()?;
        token::read_return_types(token, 0)
            .ok_or_else(|| self.malformed(format!("a return type of the resource in {token:#x} is unknown")))
    }

    /// Inputs and outputs.
    fn signature(&mut self, declare: Declare) -> Result<DeclarationKind> {
        let operand = self.operand()?;
        let generated = matches!(declare, Declare::DclInputSgv | Declare::DclInputPsSgv | Declare::DclOutputSgv);
        let system = match declare {
            Declare::DclInput | Declare::DclInputPs | Declare::DclOutput => None,
            _ => Some(self.system_name()?),
        };
        match declare {
            Declare::DclInput | Declare::DclInputSgv | Declare::DclInputSiv => {
                Ok(DeclarationKind::Input { operand, system, generated })
            }
            Declare::DclInputPs | Declare::DclInputPsSgv | Declare::DclInputPsSiv => {
                let number = self.controls(4);
                let interpolation = Interpolation::from_number(number)
                    .ok_or_else(|| self.malformed(format!("the interpolation mode {number} is unknown")))?;
                Ok(DeclarationKind::InputPs { operand, interpolation, system, generated })
            }
            _ => Ok(DeclarationKind::Output { operand, system, generated }),
        }
    }

    fn system_name(&mut self) -> Result<SystemName> {
        let number = self.words.next()?;
        SystemName::from_number(bits(number, 0, 16))
            .ok_or_else(|| self.malformed(format!("the system value {number} is unknown")))
    }

    /// Function bodies, tables and interfaces.
    fn interface(&mut self, declare: Declare) -> Result<DeclarationKind> {
        let id = self.words.next()?;
        match declare {
            Declare::DclFunctionTable => {
                let count = self.words.next()?;
                Ok(DeclarationKind::FunctionTable { id, bodies: self.list(count)? })
            }
            Declare::DclInterface => {
                let dynamic_index = self.controls(1) != 0;
                let call_sites = self.words.next()?;
                let lengths = self.words.next()?;
                let tables = self.list(bits(lengths, 0, 16))?;
                let array_length = bits(lengths, 16, 16);
                Ok(DeclarationKind::Interface { id, dynamic_index, call_sites, array_length, tables })
            }
            _ => Ok(DeclarationKind::FunctionBody { id }),
        }
    }

    /// The `count` dwords that are left.
    fn list(&mut self, count: u32) -> Result<Vec<u32>> {
        let Some(mut part) = usize::try_from(count).ok().and_then(|count| self.words.take(count)) else {
            let message = format!("the list of {count} numbers ends past the declaration");
            return Err(Error::malformed(self.words.offset(), message));
        };
        rest(&mut part)
    }

    /// Declarations of the geometry, hull, domain and compute stages.
    fn other_stage(&mut self, declare: Declare) -> Result<DeclarationKind> {
        match declare {
            Declare::DclStream => Ok(DeclarationKind::Stream { operand: self.operand()? }),
            Declare::DclThreadGroup => {
                Ok(DeclarationKind::ThreadGroup([self.words.next()?, self.words.next()?, self.words.next()?]))
            }
            Declare::DclTgsmRaw => {
                Ok(DeclarationKind::SharedMemoryRaw { operand: self.operand()?, bytes: self.words.next()? })
            }
            Declare::DclTgsmStructured => {
                let operand = self.operand()?;
                let (stride, count) = (self.words.next()?, self.words.next()?);
                Ok(DeclarationKind::SharedMemoryStructured { operand, stride, count })
            }
            Declare::DclMaxOutputVertexCount
            | Declare::DclHsMaxTessFactor
            | Declare::DclHsForkPhaseInstanceCount
            | Declare::DclHsJoinPhaseInstanceCount
            | Declare::DclGsInstanceCount => {
                Ok(DeclarationKind::OtherStage { opcode: declare, value: self.words.next()? })
            }
            Declare::DclGsOutputTopology => {
                Ok(DeclarationKind::OtherStage { opcode: declare, value: self.controls(7) })
            }
            Declare::DclGsInputPrimitive | Declare::DclInputControlPointCount | Declare::DclOutputControlPointCount => {
                Ok(DeclarationKind::OtherStage { opcode: declare, value: self.controls(6) })
            }
            Declare::DclTessDomain => Ok(DeclarationKind::OtherStage { opcode: declare, value: self.controls(2) }),
            Declare::DclTessPartitioning | Declare::DclTessOutputPrimitive => {
                Ok(DeclarationKind::OtherStage { opcode: declare, value: self.controls(3) })
            }
            _ => Err(Error::internal("declare", format!("{} is not read", Opcode::Declare(declare).mnemonic()))),
        }
    }
}
