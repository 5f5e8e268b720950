//! Whether an operand fits its place: the register files of each role, and the indices of each file.
#![allow(clippy::wildcard_enum_match_arm, reason = "the enums are the token format's, which is closed")]

use super::operand::{Operand, OperandKind, RegisterFile, Selection, SelectionForm};
use super::token::operand_type;
use super::{Program, Stage};
use crate::error::{Error, Result};
use crate::limits;
use crate::opcode::{Lane, Role};

/// Whether the instruction writes an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Writable {
    /// It writes it.
    Yes,
    /// It reads it, or only names it.
    No,
}

/// What operands may be: register files and literals, by their operand type, and whether a mask may choose their lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Kinds(u64);

impl Kinds {
    const fn files(files: &[RegisterFile]) -> Self {
        let (mut set, mut left) = (0, files);
        while let [file, rest @ ..] = left {
            set |= 1 << *file as u32;
            left = rest;
        }
        Self(set)
    }

    const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The kind of one operand.
    const fn of(operand: &Operand) -> Self {
        Self(
            1 << match &operand.kind {
                OperandKind::Immediate32(_) => operand_type::IMMEDIATE32,
                OperandKind::Immediate64(_) => operand_type::IMMEDIATE64,
                OperandKind::Register(register) => register.file.number(),
            },
        )
    }

    const fn contains(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    const fn first_file(self) -> Option<RegisterFile> {
        RegisterFile::from_number(self.0.trailing_zeros())
    }
}

/// Files that hold results.
const DESTINATIONS: Kinds = Kinds::files(&[
    RegisterFile::Temp,
    RegisterFile::IndexableTemp,
    RegisterFile::Output,
    RegisterFile::OutputDepth,
    RegisterFile::OutputDepthGreaterEqual,
    RegisterFile::OutputDepthLessEqual,
    RegisterFile::OutputCoverageMask,
    RegisterFile::OutputStencilRef,
    RegisterFile::FunctionOutput,
    RegisterFile::Null,
]);

/// Files that are names only, with no value to read.
const HANDLES: Kinds = Kinds::files(&[
    RegisterFile::Sampler,
    RegisterFile::Resource,
    RegisterFile::UnorderedAccessView,
    RegisterFile::ThreadGroupSharedMemory,
    RegisterFile::Label,
    RegisterFile::Null,
    RegisterFile::Rasterizer,
    RegisterFile::Stream,
    RegisterFile::FunctionBody,
    RegisterFile::FunctionTable,
    RegisterFile::Interface,
]);

/// Files that have a value to read.
const VALUES: Kinds = Kinds::files(RegisterFile::ALL).without(HANDLES);

const LITERALS: Kinds = Kinds(1 << operand_type::IMMEDIATE32);

/// Operands with a mask, which a role takes besides a kind.
const MASKED: Kinds = Kinds(1 << 63);

/// What a role takes, but for literals of 64 bits.
const fn kinds(role: Role) -> Kinds {
    use RegisterFile as File;
    match role {
        Role::Dst(_) | Role::Status => DESTINATIONS.or(MASKED),
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
        | Role::StructIndex => VALUES.or(LITERALS),
        Role::CaseValue | Role::CallSite => LITERALS,
        Role::Resource => Kinds::files(&[File::Resource]),
        Role::Sampler => Kinds::files(&[File::Sampler]),
        Role::ResourceOrRasterizer => Kinds::files(&[File::Resource, File::Rasterizer]),
        Role::ResourceOrUav => Kinds::files(&[File::Resource, File::UnorderedAccessView]),
        Role::ResourceOrMemory => {
            Kinds::files(&[File::Resource, File::UnorderedAccessView, File::ThreadGroupSharedMemory])
        }
        Role::Uav => Kinds::files(&[File::UnorderedAccessView]),
        Role::DstUav => Kinds::files(&[File::UnorderedAccessView]).or(MASKED),
        Role::DstMemory => Kinds::files(&[File::UnorderedAccessView, File::ThreadGroupSharedMemory]).or(MASKED),
        Role::Label => Kinds::files(&[File::Label, File::FunctionBody]),
        Role::Interface => Kinds::files(&[File::Interface]),
        Role::Stream => Kinds::files(&[File::Stream]),
    }
}

/// Whether a role takes registers of a file, and the selection is a mask only where they are written.
#[inline]
pub(super) const fn is_usual(file: RegisterFile, selection: Selection, role: Role) -> bool {
    let mask = if matches!(selection.form(), SelectionForm::Mask) { MASKED } else { Kinds(0) };
    kinds(role).contains(Kinds(1 << file.number()).or(mask))
}

/// Whether a role takes literals of 32 bits.
pub(super) const fn takes_literals(role: Role) -> bool {
    kinds(role).contains(LITERALS)
}

/// Whether an operand may stand in a role, and whether it is written.
///
/// # Errors
/// `Malformed` if it may not.
pub(super) fn fits(operand: &Operand, role: Role, offset: u32) -> Result<Writable> {
    let kinds = kinds(role).without(MASKED);
    let takes_doubles = matches!(role, Role::Src(Lane::F64) | Role::Scalar(Lane::F64) | Role::Vector(Lane::F64));
    if kinds.contains(Kinds::of(operand)) || takes_doubles && matches!(operand.kind, OperandKind::Immediate64(_)) {
        return Ok(if kinds == DESTINATIONS { Writable::Yes } else { Writable::No });
    }
    let found = match &operand.kind {
        OperandKind::Immediate32(_) => "a literal",
        OperandKind::Immediate64(_) => "a 64-bit literal",
        OperandKind::Register(register) => register.file.name(),
    };
    let wanted = if kinds == DESTINATIONS {
        "a register that it writes"
    } else if kinds == LITERALS {
        "a literal"
    } else if kinds == VALUES.or(LITERALS) {
        "a value that it reads"
    } else {
        kinds.first_file().map_or("nothing", RegisterFile::name)
    };
    Err(Error::malformed(offset, format!("an operand is {found} where the instruction takes {wanted}")))
}

/// Whether an operand that is read selects by a mask, which other tools than compilers write.
pub(super) const fn is_masked_source(operand: &Operand, role: Role) -> bool {
    matches!(operand.selection.form(), SelectionForm::Mask) && !kinds(role).contains(MASKED)
}

/// Whether the register has the indices of its file.
///
/// # Errors
/// `Malformed` if it has not.
pub(super) fn shape(operand: &Operand, program: &Program, offset: u32) -> Result<()> {
    let Some(register) = operand.register() else { return Ok(()) };
    let (file, indices) = (register.file, register.indices());
    let (least, most) = index_count(file, program);
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

/// How many registers a file has, where Direct3D bounds their numbers.
pub(super) const fn register_count(file: RegisterFile, program: &Program) -> u32 {
    use RegisterFile as File;
    match file {
        File::Temp | File::IndexableTemp => limits::TEMPS,
        File::Input | File::Output => match (program.stage, file) {
            (Stage::Pixel, File::Output) => limits::RENDER_TARGETS,
            (Stage::Vertex, File::Output) => limits::VERTEX_OUTPUTS,
            (Stage::Pixel | Stage::Vertex, _) => limits::INPUTS,
            // The largest of the other stages: patch constants and control points.
            _ => 64,
        },
        // Operands name ranges, of which there may be any number.
        _ if program.model.has_register_spaces() => u32::MAX,
        File::ConstantBuffer => limits::CONSTANT_BUFFERS,
        File::Sampler => limits::SAMPLERS,
        File::Resource => limits::RESOURCES,
        File::UnorderedAccessView => limits::UNORDERED_ACCESS_VIEWS,
        _ => u32::MAX,
    }
}

/// How many indices nearly every operand has that names a declared register by its number alone.
pub(super) const fn usual_index_count(file: RegisterFile) -> usize {
    match file {
        RegisterFile::ConstantBuffer => 2,
        RegisterFile::Temp
        | RegisterFile::Input
        | RegisterFile::Output
        | RegisterFile::Sampler
        | RegisterFile::Resource
        | RegisterFile::UnorderedAccessView => 1,
        _ => 0,
    }
}

/// Whether a register may be added to an index.
///
/// # Errors
/// `Malformed` if it has no value or is a literal.
pub(super) fn address(operand: &Operand, offset: u32) -> Result<()> {
    if VALUES.contains(Kinds::of(operand)) {
        return Ok(());
    }
    Err(Error::malformed(offset, "what is added to an index is no register with a value"))
}
