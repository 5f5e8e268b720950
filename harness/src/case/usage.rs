//! How a program uses what it reads from a buffer or texture: what the words are for, and how samplers meet textures.

use std::collections::{BTreeMap, BTreeSet};

use dxbc_translator::opcode::{Lane, Opcode, Role, Texture};
use dxbc_translator::program::{Instruction, Operand, OperandKind, RegisterFile, WriteMask};

use super::stage::StageUnit;

/// How far ahead of a read its uses are looked for.
const WINDOW: usize = 64;

/// What is known of the resources and samplers of a stage, by the register in the program: its slot, or in shader
/// model 5.1 its number in the space.
#[derive(Clone, Debug, Default)]
pub(super) struct Usage {
    /// Textures that are read by a comparison.
    pub(super) compared: BTreeSet<u32>,
    /// Samplers that read textures of integers, or textures that are compared elsewhere, without comparison.
    pub(super) pairs: BTreeSet<(u32, u32)>,
    /// For raw and structured buffers: uses of what is read as floats, and as integers.
    pub(super) votes: BTreeMap<u32, [u32; 2]>,
}

/// The register of a `t#` or `s#` operand; none if it is found at run time.
fn register(operand: &Operand, file: RegisterFile) -> Option<u32> {
    if operand.file() != Some(file) {
        return None;
    }
    operand.indices().last().map(|index| index.immediate)
}

/// Looks at a stage.
pub(super) fn usage(unit: &StageUnit) -> Usage {
    let mut usage = Usage::default();
    let instructions: Vec<Instruction<'_>> = unit.program.instructions().collect();
    for (position, instruction) in instructions.iter().enumerate() {
        let texture = instruction.operands.iter().find_map(|operand| register(operand, RegisterFile::Resource));
        let sampler = instruction.operands.iter().find_map(|operand| register(operand, RegisterFile::Sampler));
        let Some(texture) = texture else { continue };
        if let Some(sampler) = sampler {
            if instruction.operand(|role| role == Role::Reference).is_some() {
                usage.compared.insert(texture);
            } else if instruction.opcode != Opcode::Texture(Texture::Lod) {
                usage.pairs.insert((texture, sampler));
            }
        }
        if matches!(instruction.opcode, Opcode::Buffer(_)) {
            let votes = usage.votes.entry(texture).or_default();
            count_uses(instruction, instructions.get(position + 1..).unwrap_or_default(), votes);
        }
    }
    usage
}

/// The temporary register that an operand names, by number.
fn temp(operand: &Operand) -> Option<u32> {
    register(operand, RegisterFile::Temp)
}

/// Counts the uses of what `read` reads, until the register is written again.
fn count_uses(read: &Instruction<'_>, following: &[Instruction<'_>], votes: &mut [u32; 2]) {
    let Some(destination) = read.operands.first() else { return };
    let Some(number) = temp(destination) else { return };
    let mut alive = destination.selection.mask();
    for instruction in following.iter().take(WINDOW) {
        let roles = instruction.opcode.info().roles;
        for (operand, role) in instruction.operands.iter().zip(roles) {
            if temp(operand) != Some(number) || !reads(operand, alive) {
                continue;
            }
            match lane_of(*role) {
                Some(Lane::F32 | Lane::F64) => votes[0] += 1,
                Some(Lane::I32 | Lane::U32) => votes[1] += 1,
                Some(Lane::Bits | Lane::Mask) | None => {}
            }
        }
        for (operand, role) in instruction.operands.iter().zip(roles) {
            if matches!(role, Role::Dst(_)) && temp(operand) == Some(number) {
                alive = alive.without(operand.selection.mask());
            }
        }
        if alive.is_empty() {
            return;
        }
    }
}

/// Whether a source operand may take one of the lanes. Destinations do not read.
fn reads(operand: &Operand, lanes: WriteMask) -> bool {
    matches!(operand.kind, OperandKind::Register { .. })
        && operand.selection.swizzle().lanes().iter().any(|&component| lanes.contains(component))
}

#[allow(clippy::wildcard_enum_match_arm, reason = "all other roles read no lanes")]
const fn lane_of(role: Role) -> Option<Lane> {
    match role {
        Role::Src(lane) | Role::Scalar(lane) | Role::Vector(lane) | Role::Address(lane) => Some(lane),
        Role::Lod | Role::Bias | Role::Clamp | Role::Reference | Role::DerivativeX | Role::DerivativeY => {
            Some(Lane::F32)
        }
        Role::TexelOffset | Role::SampleIndex | Role::MipLevel | Role::ByteOffset | Role::StructIndex => {
            Some(Lane::U32)
        }
        _ => None,
    }
}
