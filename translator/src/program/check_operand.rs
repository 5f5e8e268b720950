//! Whether an operand fits its place: the register files of each role, and the indices of each file.
#![allow(clippy::wildcard_enum_match_arm, reason = "the enums are the token format's, which is closed")]

use super::operand::{Operand, OperandKind, RegisterFile, Selection};
use super::{Program, Stage};
use crate::error::{Error, Result};
use crate::opcode::{Lane, Role};

/// Whether the instruction writes an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Writable {
    /// It writes it.
    Yes,
    /// It reads it, or only names it.
    No,
}

/// What a role takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    /// A register that holds results, or null.
    Destination,
    /// A value: a register that can be read, or a literal of 32 bits.
    Source,
    /// A value or a literal of 64 bits.
    Source64,
    /// A literal of 32 bits.
    Literal,
    /// One of some register files.
    Files(&'static [RegisterFile]),
}

const fn class(role: Role) -> Class {
    use RegisterFile as File;
    match role {
        Role::Dst(_) | Role::Status => Class::Destination,
        Role::Src(Lane::F64) | Role::Scalar(Lane::F64) | Role::Vector(Lane::F64) => Class::Source64,
        Role::Src(_)
        | Role::Scalar(_)
        | Role::Vector(_)
        | Role::Address(_)
        | Role::Lod
        | Role::Bias
        | Role::Clamp
        | Role::Reference
        | Role::DerivativeX
        | Role::DerivativeY
        | Role::TexelOffset
        | Role::SampleIndex
        | Role::MipLevel
        | Role::ByteOffset
        | Role::StructIndex => Class::Source,
        Role::CaseValue | Role::CallSite => Class::Literal,
        Role::Resource => Class::Files(&[File::Resource]),
        Role::Sampler => Class::Files(&[File::Sampler]),
        Role::ResourceOrRasterizer => Class::Files(&[File::Resource, File::Rasterizer]),
        Role::ResourceOrUav => Class::Files(&[File::Resource, File::UnorderedAccessView]),
        Role::ResourceOrMemory => {
            Class::Files(&[File::Resource, File::UnorderedAccessView, File::ThreadGroupSharedMemory])
        }
        Role::Uav | Role::DstUav => Class::Files(&[File::UnorderedAccessView]),
        Role::DstMemory => Class::Files(&[File::UnorderedAccessView, File::ThreadGroupSharedMemory]),
        Role::Label => Class::Files(&[File::Label, File::FunctionBody]),
        Role::Interface => Class::Files(&[File::Interface]),
        Role::Stream => Class::Files(&[File::Stream]),
    }
}

/// Files that hold results.
const fn is_destination(file: RegisterFile) -> bool {
    use RegisterFile as File;
    matches!(
        file,
        File::Temp
            | File::IndexableTemp
            | File::Output
            | File::OutputDepth
            | File::OutputDepthGreaterEqual
            | File::OutputDepthLessEqual
            | File::OutputCoverageMask
            | File::OutputStencilRef
            | File::FunctionOutput
            | File::Null
    )
}

/// Files that are names only, with no value to read.
const fn is_handle(file: RegisterFile) -> bool {
    use RegisterFile as File;
    matches!(
        file,
        File::Sampler
            | File::Resource
            | File::UnorderedAccessView
            | File::ThreadGroupSharedMemory
            | File::Label
            | File::Null
            | File::Rasterizer
            | File::Stream
            | File::FunctionBody
            | File::FunctionTable
            | File::Interface
    )
}

/// Whether an operand may stand in a role, and whether it is written.
///
/// # Errors
/// `Malformed` if it may not.
pub(super) fn fits(operand: &Operand, role: Role, offset: u32) -> Result<Writable> {
    let class = class(role);
    let fits = match (class, &operand.kind) {
        (Class::Destination, OperandKind::Register { file, .. }) => is_destination(*file),
        (Class::Source | Class::Source64, OperandKind::Register { file, .. }) => !is_handle(*file),
        (Class::Files(files), OperandKind::Register { file, .. }) => files.contains(file),
        (Class::Source | Class::Source64 | Class::Literal, OperandKind::Immediate32(_))
        | (Class::Source64, OperandKind::Immediate64(_)) => true,
        _ => false,
    };
    if fits {
        return Ok(if class == Class::Destination { Writable::Yes } else { Writable::No });
    }
    let found = match &operand.kind {
        OperandKind::Immediate32(_) => "a literal",
        OperandKind::Immediate64(_) => "a 64-bit literal",
        OperandKind::Register { file, .. } => file.name(),
    };
    let wanted = match class {
        Class::Destination => "a register that it writes",
        Class::Source | Class::Source64 => "a value that it reads",
        Class::Literal => "a literal",
        Class::Files(files) => files.first().map_or("nothing", |file| file.name()),
    };
    Err(Error::malformed(offset, format!("an operand is {found} where the instruction takes {wanted}")))
}

/// Whether an operand that is read selects by a mask, which other tools than compilers write.
pub(super) fn is_masked_source(operand: &Operand, role: Role) -> bool {
    let is_written = matches!(role, Role::Dst(_) | Role::Status | Role::DstUav | Role::DstMemory);
    !is_written && matches!(operand.selection, Selection::Mask(_))
}

/// Whether the register has the indices of its file.
///
/// # Errors
/// `Malformed` if it has not.
pub(super) fn shape(operand: &Operand, program: &Program, offset: u32) -> Result<()> {
    let OperandKind::Register { file, indices } = &operand.kind else { return Ok(()) };
    let expected = index_count(*file, program);
    let (least, most) = expected;
    if indices.len() < least || indices.len() > most {
        let (name, count) = (file.name(), indices.len());
        return Err(Error::malformed(offset, format!("an operand {name} has {count} indices, not {least}")));
    }
    if matches!(file, RegisterFile::Temp | RegisterFile::IndexableTemp)
        && indices.first().is_some_and(|index| index.relative.is_some())
    {
        return Err(Error::malformed(offset, format!("the number of an operand {} is not fixed", file.name())));
    }
    Ok(())
}

/// The least and the most indices of a register file.
fn index_count(file: RegisterFile, program: &Program) -> (usize, usize) {
    use RegisterFile as File;
    let spaces = usize::from(program.model.has_register_spaces());
    match file {
        File::Temp | File::Label | File::FunctionBody | File::ImmediateConstantBuffer => (1, 1),
        File::IndexableTemp => (2, 2),
        File::ConstantBuffer => (2 + spaces, 2 + spaces),
        File::Sampler | File::Resource | File::UnorderedAccessView => (1 + spaces, 1 + spaces),
        File::Input | File::Output => match program.stage {
            Stage::Vertex | Stage::Pixel => (1, 1),
            Stage::Geometry | Stage::Hull | Stage::Domain | Stage::Compute => (1, 2),
        },
        File::Null
        | File::Rasterizer
        | File::OutputDepth
        | File::OutputDepthGreaterEqual
        | File::OutputDepthLessEqual
        | File::OutputCoverageMask
        | File::OutputStencilRef
        | File::InputCoverageMask
        | File::InnerCoverage
        | File::InputPrimitiveId
        | File::CycleCounter => (0, 0),
        _ => (0, 3),
    }
}

/// Whether a register may be added to an index.
///
/// # Errors
/// `Malformed` if it has no value or is a literal.
pub(super) fn address(operand: &Operand, offset: u32) -> Result<()> {
    match &operand.kind {
        OperandKind::Register { file, .. } if !is_handle(*file) => Ok(()),
        OperandKind::Register { .. } | OperandKind::Immediate32(_) | OperandKind::Immediate64(_) => {
            Err(Error::malformed(offset, "what is added to an index is no register with a value"))
        }
    }
}
