//! The intermediate representation: a typed, structured module, neutral of any target.
//!
//! # Shape
//!
//! A [`Module`] holds globals (inputs, outputs, constant buffers, textures, samplers, buffers, variables),
//! one arena of expressions, and functions made of structured statements. DXBC control flow is structured,
//! so there is no control-flow graph.
//!
//! # Evaluation
//!
//! An expression is a pure value, evaluated where the statement that holds it is executed: a [`Expr::Load`]
//! sees what was stored before that statement. A value that must survive a later store is bound first with
//! [`StmtKind::Let`]. The lowering makes fresh expressions for every instruction.
//!
//! # Types
//!
//! Every expression has a [`Type`]. [`Scalar::Bits`] is the type of lanes that are moved without being
//! looked at: it exists from lowering to the storage pass, which gives every variable one scalar type
//! ([`Variable::scalar`]) and turns `Bits` into it. After that pass no `Bits` is left, and loads and stores
//! have the type of their variable.
//!
//! [`Scalar::F64`] is a 64-bit float, made of two lanes of u32 and read back as such; operators, conversions and the
//! names of [`double::BUILTINS`] take it. It exists from lowering to the doubles pass.
//!
//! # What is absent on purpose
//!
//! No texture or function of a target, no text, no names in the target's syntax: those are the writers'.

mod arena;
pub mod builder;
pub mod double;
pub mod expr;
pub mod global;
mod handle_set;
pub mod helper;
mod lanes;
mod list;
pub mod matrix;
pub mod memory;
pub mod print;
pub mod stmt;
pub mod types;
pub mod validate;
mod visit;

pub use arena::{Arena, Handle};
pub use double::DoubleHelper;
pub use expr::{Args, BinaryOp, Callee, Element, Expr, Literal, Node, Place, SystemInput, UnaryOp};
pub use global::{
    Buffer, BufferKind, ConstantBuffer, Input, InterpolationMode, Output, OutputKind, PlacedBuffer, Reading, Renamed,
    RowsOf, Sampler, Sampling, Semantic, Start, Texture, TextureKind, Variable, VariableKind,
};
pub use handle_set::HandleSet;
pub use helper::Helper;
pub use lanes::Lanes;
pub use list::List;
pub use matrix::MatrixSize;
pub use memory::{AtomicOp, Barrier, Coherence, GroupMemory, Memory, StorageTexture, TexelAccess, TexelFormat, View};
pub use stmt::{Block, Case, CaseLabel, Function, Local, Span, Stmt, StmtKind};
pub use types::{Scalar, Type};

use crate::program::Stage;

/// Whether the other stage of the program is translated with a module, so that both agree on more than names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// The other stage is not known.
    Alone,
    /// The other stage was lowered with the same agreement.
    Linked,
}

/// A shader as the passes and writers see it.
#[derive(Clone, Debug)]
pub struct Module {
    /// Vertex, pixel or compute.
    pub stage: Stage,
    /// Invocations of a workgroup along x, y and z; 1 each outside of compute shaders.
    pub group_size: [u32; 3],
    /// Whether it is part of a program.
    pub company: Company,
    /// Expressions of all functions.
    pub exprs: Arena<Node>,
    /// Values bound by [`StmtKind::Let`].
    pub locals: Arena<Local>,
    /// Registers and other storage.
    pub variables: Arena<Variable>,
    /// Vertex attributes or varyings that come in.
    pub inputs: Arena<Input>,
    /// Varyings, targets and builtin outputs that go out.
    pub outputs: Arena<Output>,
    /// Constant buffers.
    pub constant_buffers: Arena<ConstantBuffer>,
    /// Rows of the immediate constant buffer; empty if there is none.
    pub immediate_constants: Vec<[u32; 4]>,
    /// Textures.
    pub textures: Arena<Texture>,
    /// Samplers.
    pub samplers: Arena<Sampler>,
    /// Pairs of texture and sampler that instructions use together.
    pub samplings: Arena<Sampling>,
    /// Structured, raw and typed buffers.
    pub buffers: Arena<Buffer>,
    /// The structured buffers that stand in rows of blocks.
    pub placed_buffers: Vec<PlacedBuffer>,
    /// Inputs and outputs that are not called as in the bytecode.
    pub renamed: Renamed,
    /// Memory of a workgroup.
    pub group_memory: Arena<GroupMemory>,
    /// Textures that are written.
    pub storage_textures: Arena<StorageTexture>,
    /// Functions; the first is the entry, the others are subroutines.
    pub functions: Vec<Function>,
    /// Whether float arithmetic must not be rearranged (the program lacks refactoringAllowed, or an
    /// instruction is precise).
    pub precise: bool,
    /// Whether a load has an element that is a value.
    pub indexes: bool,
    /// Whether a truth value is made a mask.
    pub makes_masks: bool,
    /// Loads, of no floats, that are evaluated once, in a statement where nothing else reads their lanes, and behind which
    /// nothing reads those before they are written; as lowered.
    pub last_loads: HandleSet<Node>,
}

impl Module {
    /// An empty module.
    #[must_use]
    pub fn new(stage: Stage) -> Self {
        Self {
            stage,
            group_size: [1; 3],
            company: Company::Alone,
            exprs: Arena::new(),
            locals: Arena::new(),
            variables: Arena::new(),
            inputs: Arena::new(),
            outputs: Arena::new(),
            constant_buffers: Arena::new(),
            immediate_constants: Vec::new(),
            textures: Arena::new(),
            samplers: Arena::new(),
            samplings: Arena::new(),
            buffers: Arena::new(),
            placed_buffers: Vec::new(),
            renamed: Renamed::default(),
            group_memory: Arena::new(),
            storage_textures: Arena::new(),
            functions: Vec::new(),
            precise: false,
            indexes: false,
            makes_masks: false,
            last_loads: HandleSet::new(),
        }
    }

    /// Where a buffer stands that is not read as words.
    #[must_use]
    pub fn placed(&self, buffer: Handle<Buffer>) -> Option<&PlacedBuffer> {
        self.placed_buffers.iter().find(|placed| placed.buffer == buffer)
    }

    /// The buffer that a block is the own one of; none for constant buffers.
    #[must_use]
    pub fn owner(&self, block: Handle<ConstantBuffer>) -> Option<&PlacedBuffer> {
        self.placed_buffers.iter().find(|placed| placed.block == block && placed.rows_of == RowsOf::Buffer)
    }

    /// The type of an expression.
    #[must_use]
    pub fn type_of(&self, expr: Handle<Node>) -> Type {
        self.exprs[expr].ty
    }
}
