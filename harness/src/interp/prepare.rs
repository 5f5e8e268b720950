//! Turns a decoded program into the form that the machine runs, or says why it cannot run.

use dxbc_translator::opcode::{Convert, Flow, Opcode, Role, Stage as StageOp, Stages};
use dxbc_translator::program::{Instruction, Operand, OperandKind, Program, RegisterFile, Stage};

use super::code::{Access, Code, Dest, Inst, ModifierKind, ResourceRef, Source, SwitchTable};
use super::operands::{self, Registers};
use super::{Options, Stop, Trap, flow};

/// Prepares a program.
pub(super) fn prepare(program: &Program, options: Options) -> Result<Code, Stop> {
    if !matches!(program.stage, Stage::Vertex | Stage::Pixel | Stage::Compute) {
        return Err(Stop::trap(None, Trap::Unsupported(format!("{} shaders", program.stage.prefix()))));
    }
    let mut registers = Registers::of(program, options).map_err(|trap| Stop::trap(None, trap))?;
    let mut instructions = Vec::new();
    for instruction in program.instructions() {
        let prepared = check(&instruction, program.stage).and_then(|()| convert(&instruction, &mut registers));
        instructions.push(prepared.map_err(|trap| Stop::trap(Some(instruction.number), trap))?);
    }
    let switches = resolve_flow(program, &mut instructions)?;
    Ok(Code {
        stage: program.stage,
        group_size: registers.group_size,
        group: registers.group,
        options,
        instructions,
        switches,
        registers: registers.total,
        interpolation: registers.interpolation,
        outputs: registers.outputs,
        immediates: registers.immediates,
    })
}

/// Refuses what the machine has no meaning for.
fn check(instruction: &Instruction<'_>, stage: Stage) -> Result<(), Trap> {
    let info = instruction.opcode.info();
    let stage_allows = match info.stages {
        Stages::Any => true,
        Stages::Pixel => stage == Stage::Pixel,
        Stages::Compute => stage == Stage::Compute,
        Stages::Geometry | Stages::Hull | Stages::Tessellation => false,
    };
    if !stage_allows {
        return Err(Trap::Malformed(format!("{} in a {} shader", info.mnemonic, stage.prefix())));
    }
    let memory = |role: &Role| matches!(role, Role::Uav | Role::DstUav | Role::DstMemory);
    if instruction.sync.is_some_and(|sync| sync.threads) && stage != Stage::Compute {
        return Err(Trap::Malformed(format!("a barrier of threads in a {} shader", stage.prefix())));
    }
    let fcall = instruction.opcode == Opcode::Flow(Flow::Fcall);
    let other = matches!(instruction.opcode, Opcode::Stage(opcode) if opcode != StageOp::Sync);
    let writes = info.roles.iter().any(memory) || matches!(instruction.opcode, Opcode::Stage(StageOp::Sync));
    if fcall || other || (writes && stage == Stage::Vertex) {
        return Err(Trap::Unsupported(info.mnemonic.to_owned()));
    }
    if instruction.operands.len() < info.roles.len() {
        return Err(Trap::Malformed(format!(
            "{} with {} of {} operands",
            info.mnemonic,
            instruction.operands.len(),
            info.roles.len()
        )));
    }
    Ok(())
}

fn convert(instruction: &Instruction<'_>, registers: &mut Registers) -> Result<Inst, Trap> {
    let mut inst = Inst {
        opcode: instruction.opcode,
        number: instruction.number,
        saturate: instruction.saturate,
        test: instruction.test,
        dst: [Dest::NULL; 2],
        src: [Source::ZERO; 4],
        target: 0,
        table: 0,
        waits: instruction.sync.is_some_and(|sync| sync.threads),
        access: None,
    };
    let roles = instruction.opcode.info().roles;
    if matches!(instruction.opcode, Opcode::Texture(_) | Opcode::Buffer(_) | Opcode::Atomic(_)) {
        inst.access = Some(Box::new(access(instruction)));
    }
    let (mut destinations, mut sources) = (0, 0);
    for (role, operand) in roles.iter().zip(instruction.operands) {
        match role {
            Role::Dst(_) | Role::Status => {
                *inst.dst.get_mut(destinations).ok_or_else(too_many)? = registers.dest(operand)?;
                destinations += 1;
            }
            Role::Src(_) | Role::Scalar(_) | Role::Vector(_) => {
                let source = registers.source(operand, kind_of(*role, instruction.opcode))?;
                *inst.src.get_mut(sources).ok_or_else(too_many)? = source;
                sources += 1;
            }
            Role::Label | Role::CaseValue => inst.target = number_of(operand)?,
            Role::Address(_)
            | Role::Resource
            | Role::Sampler
            | Role::ResourceOrRasterizer
            | Role::ResourceOrUav
            | Role::ResourceOrMemory
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
            | Role::Uav
            | Role::DstUav
            | Role::DstMemory
            | Role::StructIndex => {
                attach(inst.access.as_deref_mut().ok_or_else(too_many)?, *role, operand, registers)?;
            }
            Role::CallSite | Role::Interface | Role::Stream => {
                return Err(Trap::Unsupported(format!("operand role {role:?}")));
            }
        }
    }
    if let Some(access) = &mut inst.access {
        access.address_width = registers.address_width(&access.resource);
    }
    Ok(inst)
}

fn too_many() -> Trap {
    Trap::Malformed("operands that do not fit their opcode".into())
}

/// The half of f16tof32 is no integer: its modifiers act on the float result (semantics 3.2).
fn kind_of(role: Role, opcode: Opcode) -> ModifierKind {
    if opcode == Opcode::Convert(Convert::F16tof32) { ModifierKind::ByOpcode } else { operands::modifier_kind(role) }
}

/// Operands of a texture or buffer opcode before any is known.
fn access(instruction: &Instruction<'_>) -> Access {
    let offset = instruction.texel_offset.unwrap_or_default();
    Access {
        resource: ResourceRef::Rasterizer,
        swizzle: [0, 1, 2, 3],
        sampler: None,
        channel: 0,
        offset: [offset.u, offset.v, offset.w].map(i32::from),
        info_return: instruction.info_return,
        mask: 0,
        has_address: false,
        address_width: 0,
        address: Source::ZERO,
        scalar: Source::ZERO,
        byte_offset: Source::ZERO,
        clamp: None,
        derivatives: [Source::ZERO; 2],
        texel_offset: Source::ZERO,
    }
}

fn attach(access: &mut Access, role: Role, operand: &Operand, registers: &Registers) -> Result<(), Trap> {
    let source = || registers.source(operand, operands::modifier_kind(role));
    match role {
        Role::DstUav | Role::DstMemory => {
            access.resource = registers.resource(operand)?;
            access.mask = operand.selection.mask().bits();
        }
        Role::Resource | Role::ResourceOrRasterizer | Role::ResourceOrUav | Role::ResourceOrMemory | Role::Uav => {
            access.resource = registers.resource(operand)?;
            access.swizzle = operand.selection.swizzle().lanes().map(|component| component as u8);
        }
        Role::Sampler => {
            access.sampler = Some(registers.slot_of(operand, RegisterFile::Sampler)?);
            access.channel = operands::channel(operand);
        }
        Role::Address(_) => {
            access.has_address = true;
            access.address = source()?;
        }
        Role::Lod | Role::Bias | Role::Reference | Role::SampleIndex | Role::MipLevel | Role::StructIndex => {
            access.scalar = source()?;
        }
        Role::ByteOffset => access.byte_offset = source()?,
        Role::Clamp => access.clamp = Some(source()?),
        Role::DerivativeX => access.derivatives[0] = source()?,
        Role::DerivativeY => access.derivatives[1] = source()?,
        Role::TexelOffset => access.texel_offset = source()?,
        Role::Dst(_)
        | Role::Status
        | Role::Src(_)
        | Role::Scalar(_)
        | Role::Vector(_)
        | Role::Label
        | Role::CaseValue
        | Role::CallSite
        | Role::Interface
        | Role::Stream => return Err(Trap::Unsupported(format!("operand role {role:?}"))),
    }
    Ok(())
}

/// The number of a label or of a case.
fn number_of(operand: &Operand) -> Result<u32, Trap> {
    match &operand.kind {
        OperandKind::Immediate32([value, ..]) => Ok(*value),
        OperandKind::Register(register) if register.file == RegisterFile::Label => register
            .indices()
            .first()
            .and_then(dxbc_translator::program::Index::as_immediate)
            .ok_or_else(|| Trap::Malformed("a label without a number".into())),
        OperandKind::Immediate64(_) | OperandKind::Register(_) => {
            Err(Trap::Malformed("a label or case without a number".into()))
        }
    }
}

/// Finds where each flow instruction goes.
fn resolve_flow(program: &Program, instructions: &mut [Inst]) -> Result<Vec<SwitchTable>, Stop> {
    flow::resolve(instructions).map_err(|(position, trap)| {
        let number = program.instructions().nth(position).map(|instruction| instruction.number);
        Stop::trap(number, trap)
    })
}
