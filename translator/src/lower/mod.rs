//! Program to IR: dispatch by class, the state that the classes share, and nothing else.
//!
//! Meaning is taken from `dxbc-semantics` section 5, one file an opcode class, written without a look at the
//! interpreter. Each instruction reads all its sources before it writes any lane.

mod bit;
mod buffer;
mod clip;
mod compare;
mod constant_term;
mod convert;
mod double;
mod float;
mod flow;
mod gather;
mod int;
mod io;
mod lane_map;
mod liveness;
mod memory;
mod moves;
mod placed;
mod query;
mod register;
mod resource;
mod samples;
mod texture;
mod unordered;

use std::collections::BTreeMap;
use std::fmt;

use crate::container::rdef::Reflection;
use crate::container::signature::Signature;
use crate::error::{Error, Feature, Result};
use crate::ir::{Arena, Block, Company, Handle, Local, Module, Node, Span, Stmt, StmtKind, Variable};
use crate::limits;
use crate::link::Linkage;
use crate::opcode::{Flow, Stage as StageOp, Stages, Support};
use crate::options::{Options, Target};
use crate::program::declaration::GlobalFlag;
use crate::program::{DeclarationKind, Instruction, Item, Opcode, Operand, Program, Stage, SyncFlags, WriteMask};
use crate::warnings::Warning;

/// A sync that says nothing.
const NO_FLAGS: SyncFlags = SyncFlags { uav: None, shared_memory: false, threads: false };

/// What is lowered.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The decoded program.
    pub program: &'a Program,
    /// Input signature.
    pub inputs: &'a Signature,
    /// Output signature.
    pub outputs: &'a Signature,
    /// Reflection data, for names.
    pub reflection: Option<&'a Reflection>,
    /// Options of the translation.
    pub options: &'a Options,
    /// What the stages of the program agreed on.
    pub linkage: &'a Linkage,
}

/// Lowers a vertex, pixel or compute program.
///
/// # Errors
///
/// `Unsupported` for what GLSL ES 3.00 cannot express, with the instruction's place; `Malformed` for operands
/// that name nothing.
pub fn lower(source: &Source<'_>) -> Result<(Module, Vec<Warning>)> {
    lower_into(Arena::new(), source)
}

/// [`lower`] into the room of a list of expressions, which are dropped.
///
/// # Errors
///
/// As [`lower`].
pub fn lower_into(exprs: Arena<Node>, source: &Source<'_>) -> Result<(Module, Vec<Warning>)> {
    let mut lowerer = Lowerer::new(exprs, source);
    lowerer.declarations()?;
    lowerer.begin_entry();
    for (index, item) in source.program.items.iter().enumerate() {
        let Item::Instruction(instruction) = item else { continue };
        lowerer.span = Span { offset: instruction.offset, item: u32::try_from(index).unwrap_or(u32::MAX) };
        let opcode = instruction.opcode;
        lowerer.module.precise |= !instruction.precise.is_empty();
        lowerer.instruction(&instruction).map_err(|error| {
            error.at_offset(instruction.offset).at_instruction(instruction.number, opcode.mnemonic())
        })?;
    }
    lowerer.finish()
}

/// State of the lowering.
struct Lowerer<'a> {
    source: &'a Source<'a>,
    module: Module,
    warnings: Vec<Warning>,
    /// Variable of each `r#`, made at its first use.
    temps: Vec<Option<Handle<Variable>>>,
    /// Variable of each `x#`.
    indexable_temps: BTreeMap<u32, Handle<Variable>>,
    io: io::Registers,
    resources: resource::Declared,
    /// Indices of structures that are to lose what they are a sum with of constant buffers.
    bare_indices: Vec<Handle<Local>>,
    flow: flow::Stack,
    accesses: liveness::Accesses,
    span: Span,
}

impl<'a> Lowerer<'a> {
    fn new(mut exprs: Arena<Node>, source: &'a Source<'a>) -> Self {
        let company = if source.linkage.varyings.is_some() { Company::Linked } else { Company::Alone };
        exprs.clear();
        let mut module = Module { company, exprs, ..Module::new(source.program.stage) };
        // About as many as there are items; passes add some where types change.
        module.exprs.reserve(3 * source.program.items.len());
        Self {
            source,
            module,
            warnings: Vec::new(),
            temps: Vec::new(),
            indexable_temps: BTreeMap::new(),
            io: io::Registers::default(),
            resources: resource::Declared::default(),
            bare_indices: Vec::new(),
            flow: flow::Stack::default(),
            accesses: liveness::Accesses::with_room(source.program.items.len()),
            span: Span::NONE,
        }
    }

    /// Takes in all declarations; refuses those of features that no instruction need use to matter.
    fn declarations(&mut self) -> Result<()> {
        let mut refactoring = false;
        let program = self.source.program;
        for declaration in program.declarations() {
            let at = |error: Error| error.at_offset(declaration.offset);
            match &declaration.kind {
                DeclarationKind::GlobalFlags(flags) => {
                    refactoring = flags.has(GlobalFlag::RefactoringAllowed);
                    if flags.has(GlobalFlag::ForceEarlyDepthStencil) {
                        self.warn(
                            declaration.offset,
                            &format!(
                                "force early depth stencil is dropped: {} has no such qualifier",
                                self.target().name()
                            ),
                        );
                    }
                }
                DeclarationKind::Temps(count) => self.declare_temps(*count),
                DeclarationKind::IndexableTemp { register, length, components } => {
                    self.declare_indexable_temp(*register, *length, *components);
                }
                DeclarationKind::ImmediateConstantBuffer(rows) => self.module.immediate_constants.clone_from(rows),
                DeclarationKind::ConstantBuffer { .. }
                | DeclarationKind::Sampler { .. }
                | DeclarationKind::Resource { .. }
                | DeclarationKind::ResourceRaw { .. }
                | DeclarationKind::ResourceStructured { .. }
                | DeclarationKind::Uav { .. } => {
                    self.declare_resource(&declaration.kind, declaration.offset).map_err(at)?;
                }
                DeclarationKind::Input { .. }
                | DeclarationKind::InputPs { .. }
                | DeclarationKind::Output { .. }
                | DeclarationKind::IndexRange { .. } => {
                    self.declare_io(&declaration.kind, declaration.offset).map_err(at)?;
                }
                DeclarationKind::CustomData { .. } => {}
                DeclarationKind::FunctionBody { .. }
                | DeclarationKind::FunctionTable { .. }
                | DeclarationKind::Interface { .. } => {
                    return Err(at(Error::unsupported(
                        Feature::Interfaces,
                        self.target(),
                        "the program declares an interface",
                    )));
                }
                DeclarationKind::SharedMemoryRaw { .. } | DeclarationKind::SharedMemoryStructured { .. }
                    if self.is_compute() =>
                {
                    self.declare_group_memory(&declaration.kind, declaration.offset)?;
                }
                DeclarationKind::ThreadGroup(size) if self.is_compute() => {
                    self.declare_group(*size, declaration.offset)?;
                }
                DeclarationKind::SharedMemoryRaw { .. }
                | DeclarationKind::SharedMemoryStructured { .. }
                | DeclarationKind::ThreadGroup(_)
                | DeclarationKind::Stream { .. }
                | DeclarationKind::OtherStage { .. } => {
                    return Err(at(Error::unsupported(
                        Feature::OtherStage,
                        self.target(),
                        "the declaration belongs to another stage",
                    )));
                }
            }
        }
        self.module.precise = !refactoring;
        self.finish_io()
    }

    /// Takes in the threads of a group.
    fn declare_group(&mut self, size: [u32; 3], offset: u32) -> Result<()> {
        let threads = size.iter().try_fold(1u32, |threads, &count| threads.checked_mul(count));
        if threads.is_none_or(|threads| threads == 0 || threads > limits::GROUP_THREADS) {
            let message = format!("a group of {} x {} x {} threads", size[0], size[1], size[2]);
            return Err(Error::limit(offset, message));
        }
        self.module.group_size = size;
        Ok(())
    }

    fn is_compute(&self) -> bool {
        self.source.program.stage == Stage::Compute
    }

    fn instruction(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        if self.is_dead(instruction) {
            return Ok(());
        }
        let info = instruction.opcode.info();
        if info.stages == Stages::Pixel && self.source.program.stage != Stage::Pixel {
            let message =
                format!("{} stands outside of pixel shaders: it needs the pixels around its own", info.mnemonic);
            return Err(Error::malformed(instruction.offset, message));
        }
        if let Support::Refused(feature) = info.support
            && feature.is_refused(self.target())
        {
            return Err(self.lacks(feature, format_args!("{} is not expressible", instruction.opcode.mnemonic())));
        }
        if let Some((position, binding)) = self.chosen_operand(instruction)? {
            return self.choose(instruction, position, binding);
        }
        let opcode = instruction.opcode;
        match opcode {
            Opcode::Move(opcode) => self.moves(opcode, instruction),
            Opcode::Float(opcode) => self.float(opcode, instruction),
            Opcode::Compare(opcode) => self.compare(opcode, instruction),
            Opcode::Int(opcode) => self.int(opcode, instruction),
            Opcode::Bit(opcode) => self.bit(opcode, instruction),
            Opcode::Convert(opcode) => self.convert(opcode, instruction),
            Opcode::Texture(opcode) => self.texture(opcode, instruction),
            Opcode::Buffer(opcode) => self.buffer(opcode, instruction),
            Opcode::Flow(opcode) => self.flow(opcode, instruction),
            Opcode::Double(opcode) => self.double(opcode, instruction),
            Opcode::Atomic(opcode) => self.atomic(opcode, instruction),
            Opcode::Stage(StageOp::Sync) => self.sync(instruction.sync.unwrap_or(NO_FLAGS)),
            Opcode::Eval(_) | Opcode::Stage(_) | Opcode::Declare(_) => {
                Err(Error::internal("lower", "a refused class passed the support check"))
            }
        }?;
        self.accesses.end(opcode);
        Ok(())
    }

    /// Appends a statement to the open block.
    #[inline]
    fn emit(&mut self, kind: StmtKind) {
        let span = self.span;
        self.accesses.statement(&kind);
        self.block().push(Stmt { kind, span });
    }

    /// The block that statements go to.
    fn block(&mut self) -> &mut Block {
        self.flow.block()
    }

    /// Binds a value now, so that later stores do not change it.
    fn bind(&mut self, value: Handle<Node>) -> Handle<Node> {
        if self.module.as_literal(value).is_some() {
            return value;
        }
        let (statement, local) = self.module.bind(value, self.span);
        self.emit(statement.kind);
        local
    }

    /// The language that is written in the end.
    const fn target(&self) -> Target {
        self.source.options.target
    }

    /// The error of something that the target lacks: `what` with the reason.
    fn lacks(&self, feature: Feature, what: fmt::Arguments<'_>) -> Error {
        let target = self.target();
        Error::unsupported(feature, target, format!("{what}: {}", feature.reason(target)))
    }

    fn warn(&mut self, offset: u32, message: &str) {
        self.warnings.push(Warning::new(crate::error::Location::at(offset), message));
    }

    fn finish(mut self) -> Result<(Module, Vec<Warning>)> {
        self.end_flow()?;
        self.accesses.settle(&mut self.module);
        constant_term::drop_terms(&mut self.module, &self.bare_indices, self.source.options.target)?;
        Ok((self.module, self.warnings))
    }
}

/// Operand `index` of an instruction.
fn operand<'p>(instruction: &Instruction<'p>, index: usize) -> Result<&'p Operand> {
    instruction.operands.get(index).ok_or_else(|| {
        Error::malformed(instruction.offset, format!("{} lacks operand {index}", instruction.opcode.mnemonic()))
    })
}

/// The destination of an instruction and the lanes that it writes.
fn destination<'p>(instruction: &Instruction<'p>, index: usize) -> Result<(&'p Operand, WriteMask)> {
    let operand = operand(instruction, index)?;
    Ok((operand, operand.selection.mask()))
}

/// Whether the opcode only marks structure, so that it counts even where nothing runs.
const fn is_structure(opcode: Flow) -> bool {
    matches!(
        opcode,
        Flow::Case
            | Flow::Default
            | Flow::Else
            | Flow::Endif
            | Flow::Endloop
            | Flow::Endswitch
            | Flow::If
            | Flow::Loop
            | Flow::Switch
            | Flow::Label
    )
}
