//! Statements: effects and structured control flow.

use super::expr::{Element, Node};
use super::global::Variable;
use super::memory::{Barrier, Memory, StorageTexture};
use super::{Handle, Type};
use crate::program::WriteMask;

/// Where a statement comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Byte offset of the instruction in the container.
    pub offset: u32,
    /// Index of the instruction in [`crate::program::Program::items`]; `u32::MAX` for statements that no
    /// instruction stands for.
    pub item: u32,
}

impl Span {
    /// A statement that no instruction stands for.
    pub const NONE: Self = Self { offset: 0, item: u32::MAX };
}

/// A value bound to a name for the rest of its block.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// The value, evaluated where the [`StmtKind::Let`] stands.
    pub value: Handle<Node>,
    /// Its type; no Bits after the storage pass.
    pub ty: Type,
}

/// A statement with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it comes from.
    pub span: Span,
}

/// Statements in order.
pub type Block = Vec<Stmt>;

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// Evaluates a local's value and binds it.
    Let(Handle<Local>),
    /// Writes lanes of a variable. The value has one lane for each lane of the mask, in order.
    Store {
        /// Where.
        variable: Handle<Variable>,
        /// Which element of an array; none for a variable that is no array.
        element: Option<Element>,
        /// Which lanes.
        mask: WriteMask,
        /// What.
        value: Handle<Node>,
    },
    /// Writes one word of shared memory; nothing beyond its end.
    StoreWord {
        /// Where.
        memory: Memory,
        /// The number of the word (u32).
        at: Handle<Node>,
        /// What (u32).
        value: Handle<Node>,
    },
    /// Writes one texel; nothing outside of the texture.
    StoreTexel {
        /// Where.
        texture: Handle<StorageTexture>,
        /// Whole coordinates, as [`Expr::Texel`](super::Expr::Texel) has them.
        coordinates: Handle<Node>,
        /// Four lanes.
        value: Handle<Node>,
    },
    /// Waits for the workgroup.
    Barrier(Barrier),
    /// Runs one of two blocks.
    If {
        /// One bool.
        condition: Handle<Node>,
        /// Where true.
        accept: Block,
        /// Where false.
        reject: Block,
    },
    /// Runs the block again and again until a break or return.
    Loop(Block),
    /// Jumps to the case with the selector's value.
    Switch {
        /// One u32.
        selector: Handle<Node>,
        /// Cases in order.
        cases: Vec<Case>,
    },
    /// Leaves the innermost loop or switch.
    Break,
    /// Next trip of the innermost loop.
    Continue,
    /// Leaves the function.
    Return,
    /// Drops the pixel's outputs; execution goes on, as in D3D. The discard pass turns it into what a target has.
    Demote,
    /// Drops the pixel and ends the invocation (`discard`).
    Discard,
    /// Calls a subroutine by its index in [`super::Module::functions`].
    Call(usize),
    /// Copies the outputs' variables to the target's outputs: stands wherever the entry function ends.
    WriteOutputs,
}

/// A label of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseLabel {
    /// Equal to the value.
    Value(u32),
    /// No other label fits.
    Default,
}

/// One body of a switch with its labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// At least one.
    pub labels: Vec<CaseLabel>,
    /// The body; its last statement leaves the switch, unless `falls_through`.
    pub body: Block,
    /// Goes on with the next case's body.
    pub falls_through: bool,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Function {
    /// Label of the subroutine in the bytecode; none for the entry.
    pub label: Option<u32>,
    /// Its statements.
    pub body: Block,
}
