//! Checks that a module keeps the rules of the IR. Run between passes in debug builds and by tests.
//!
//! A valid module gives a writer no reason to fail: what a target cannot say was refused before. All faults
//! are collected, each with the place of its statement.
//!
//! # Rules
//!
//! Handles name elements that exist; an expression's operands are older than itself, so expressions have no cycles.
//!
//! Expressions (`expr`):
//! - Widths are 1 to 4. Literal lanes beyond the width are 0; a truth value is 0 or 1.
//! - A load has an element if and only if its place is an array or a buffer of constants; an element is one
//!   u32, or a number within the array; its lanes exist. It reads no truth value. A variable that has a type is read as
//!   that type.
//! - Operands of an operator have the types that [`UnaryOp`](super::UnaryOp) and [`BinaryOp`](super::BinaryOp)
//!   say; shift counts are u32. A condition is bool, of width 1 or of the result's width.
//! - Swizzles pick existing lanes of vectors; the parts of a composition have one scalar type and fill the width.
//! - Bits casts keep the number of words and know no bool; converting casts are between numbers, or from bool.
//! - An f64 is one lane, no literal and not read from storage.
//!
//! Calls (`call`):
//! - A helper has its arguments, all of the width of the result. A builtin has the number, types and texture
//!   shapes of a call in the registry, coordinates as wide as the texture asks and a constant offset only where
//!   the registry has one. Textures, buffers and matrices stand nowhere but among arguments; a matrix has two to four
//!   columns of two to four floats, and a column of it that is read exists.
//!
//! Statements:
//! - A store's mask is not empty, within the variable, and as wide as the value; no truth value is stored. Elements are
//!   as those of loads.
//! - Locals are bound once, before they are used, in the block of their use or around it.
//! - `Break` stands in a loop or switch, `Continue` in a loop. Conditions are one bool, selectors one u32.
//! - Cases have labels, no label twice; a body that does not fall through ends in a jump; the last one does not.
//! - Calls name subroutines (never the entry), and none reaches itself.
//! - `WriteOutputs` ends the entry's body and precedes each of its returns, and stands nowhere else.
//! - `Demote` and `Discard` stand in pixel shaders, `Barrier` in compute shaders.
//! - Places and values of words are one u32 each (values may be bits before the storage pass); texels have the lanes
//!   and type of their texture. `Atomic` and `Agreed` are the whole value of a `Let`.
//!
//! Phases: [`Phase::Lowered`] allows untyped variables, [`Scalar::Bits`] and f64; [`Phase::Stored`] allows none of them,
//! and reads constants as f32 only.

mod call;
mod expr;
mod memory;
#[cfg(test)]
mod tests;

use std::fmt;

use super::{
    Block, Case, CaseLabel, Element, Handle, Local, Module, Node, Scalar, Span, Stmt, StmtKind, Type, Variable,
};
use crate::program::{Stage, WriteMask};

/// How far a module has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// As lowered: variables may be untyped lanes.
    Lowered,
    /// After the storage pass.
    Stored,
}

/// A broken rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The statement.
    pub at: Span,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (offset {:#x})", self.message, self.at.offset)
    }
}

/// Checks a module.
///
/// # Errors
///
/// Every broken rule, in the order of the statements.
pub fn validate(module: &Module, phase: Phase) -> Result<(), Vec<Fault>> {
    let mut validator = Validator {
        module,
        phase,
        at: Span::NONE,
        faults: Vec::new(),
        checked: vec![false; module.exprs.len()],
        seen: vec![0; module.exprs.len()],
        stamp: 0,
        bound: vec![Bound::Never; module.locals.len()],
        scope: Vec::new(),
        loops: 0,
        breakable: 0,
        in_entry: false,
    };
    validator.module();
    if validator.faults.is_empty() { Ok(()) } else { Err(validator.faults) }
}

/// Whether a local can be used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Never,
    InScope,
    OutOfScope,
}

struct Validator<'a> {
    module: &'a Module,
    phase: Phase,
    at: Span,
    faults: Vec<Fault>,
    /// Expressions whose own rules are checked.
    checked: Vec<bool>,
    /// The last statement that reached the expression.
    seen: Vec<u32>,
    stamp: u32,
    bound: Vec<Bound>,
    /// Locals in scope, innermost last.
    scope: Vec<Handle<Local>>,
    loops: u32,
    breakable: u32,
    in_entry: bool,
}

impl Validator<'_> {
    fn fault(&mut self, message: impl Into<String>) {
        self.faults.push(Fault { at: self.at, message: message.into() });
    }

    fn require(&mut self, holds: bool, message: &str) {
        if !holds {
            self.fault(message);
        }
    }

    fn module(&mut self) {
        let module = self.module;
        for (handle, variable) in module.variables.iter() {
            self.variable(handle, variable);
        }
        for (_, output) in module.outputs.iter() {
            let fits = module.variables.get(output.variable).is_some_and(|variable| {
                variable.scalar == Some(output.ty.scalar)
                    && variable.width == output.ty.width
                    && variable.length.is_none()
            });
            self.require(fits, "an output's variable has another type than the output");
        }
        if module.functions.is_empty() {
            self.fault("a module has no entry");
        }
        for (number, function) in module.functions.iter().enumerate() {
            self.in_entry = number == 0;
            self.block(&function.body);
            if self.in_entry {
                let last = function.body.last().map(|statement| &statement.kind);
                self.require(last == Some(&StmtKind::WriteOutputs), "the entry does not end with its outputs");
            }
        }
        self.calls();
    }

    fn variable(&mut self, handle: Handle<Variable>, variable: &Variable) {
        let number = handle.index();
        if !(1..=4).contains(&variable.width) || variable.length == Some(0) {
            self.fault(format!("variable #{number} has no lanes or no elements"));
        }
        match variable.scalar {
            Some(Scalar::F32 | Scalar::I32 | Scalar::U32) => {}
            Some(Scalar::Bool | Scalar::Bits | Scalar::F64) => {
                self.fault(format!("variable #{number} has a type that none can have"));
            }
            None if self.phase == Phase::Stored => self.fault(format!("variable #{number} has no type")),
            None => {}
        }
    }

    /// No function calls itself, over any number of others.
    fn calls(&mut self) {
        let mut calls: Vec<(usize, usize)> = Vec::new();
        for (caller, function) in self.module.functions.iter().enumerate() {
            collect_calls(&function.body, caller, &mut calls);
        }
        loop {
            let callers: Vec<usize> = calls.iter().map(|&(caller, _)| caller).collect();
            let before = calls.len();
            calls.retain(|(_, callee)| callers.contains(callee));
            if calls.is_empty() {
                return;
            }
            if calls.len() == before {
                self.fault("a subroutine calls itself");
                return;
            }
        }
    }

    fn block(&mut self, block: &Block) {
        let outer = self.scope.len();
        for (position, statement) in block.iter().enumerate() {
            self.at = statement.span;
            self.statement(statement, block.get(position.wrapping_sub(1)), block.get(position + 1));
        }
        for local in self.scope.drain(outer..) {
            self.bound[local.index()] = Bound::OutOfScope;
        }
    }

    fn statement(&mut self, statement: &Stmt, before: Option<&Stmt>, after: Option<&Stmt>) {
        match &statement.kind {
            StmtKind::Let(local) => self.bind(*local),
            StmtKind::Store { variable, element, mask, value } => self.store(*variable, *element, *mask, *value),
            StmtKind::StoreWord { memory, at, value } => self.store_word(*memory, *at, *value),
            StmtKind::StoreTexel { texture, coordinates, value } => self.store_texel(*texture, *coordinates, *value),
            StmtKind::Barrier(_) => {
                self.require(self.module.stage == Stage::Compute, "a barrier stands outside of a compute shader");
            }
            StmtKind::If { condition, accept, reject } => {
                let ty = self.value(*condition);
                self.require(ty == Type::BOOL, "a condition is not one bool");
                self.block(accept);
                self.block(reject);
            }
            StmtKind::Loop(body) => {
                self.loops += 1;
                self.breakable += 1;
                self.block(body);
                self.breakable -= 1;
                self.loops -= 1;
            }
            StmtKind::Switch { selector, cases } => {
                let ty = self.value(*selector);
                self.require(ty == Type::U32, "a selector is not one u32");
                self.breakable += 1;
                self.cases(cases);
                self.breakable -= 1;
            }
            StmtKind::Break => self.require(self.breakable > 0, "a break stands in no loop or switch"),
            StmtKind::Continue => self.require(self.loops > 0, "a continue stands in no loop"),
            StmtKind::Return => {
                let written = before.is_some_and(|before| before.kind == StmtKind::WriteOutputs);
                self.require(!self.in_entry || written, "the entry returns without its outputs");
            }
            StmtKind::Demote | StmtKind::Discard => {
                self.require(self.module.stage == Stage::Pixel, "a pixel is dropped outside of a pixel shader");
            }
            StmtKind::Call(function) => {
                let exists = (1..self.module.functions.len()).contains(function);
                self.require(exists, "a call of no subroutine");
            }
            StmtKind::WriteOutputs => {
                let ends = after.is_none_or(|after| after.kind == StmtKind::Return);
                self.require(self.in_entry && ends, "outputs are written where the entry does not end");
            }
        }
    }

    fn bind(&mut self, local: Handle<Local>) {
        let Some(&Local { value, ty }) = self.module.locals.get(local) else {
            return self.fault("a local does not exist");
        };
        let found = self.whole_value(value);
        self.require(found == ty, "a local has another type than its value");
        if self.bound[local.index()] != Bound::Never {
            self.fault(format!("local l{} is bound twice", local.index()));
        }
        self.bound[local.index()] = Bound::InScope;
        self.scope.push(local);
    }

    fn store(&mut self, variable: Handle<Variable>, element: Option<Element>, mask: WriteMask, value: Handle<Node>) {
        let Some(&Variable { scalar, width, length, .. }) = self.module.variables.get(variable) else {
            return self.fault("a store to a variable that does not exist");
        };
        self.element(element, length, "an element is given if and only if it is an array that is stored to");
        if let Some(value) = element.and_then(Element::value) {
            let ty = self.value(value);
            self.require(ty == Type::U32, "an element is not one u32");
        }
        let lanes = WriteMask::first(u32::from(width));
        self.require(
            !mask.is_empty() && mask.without(lanes).is_empty(),
            "a store to lanes that the variable does not have",
        );
        let ty = self.value(value);
        self.require(u32::from(ty.width) == mask.count(), "a stored value is not as wide as the mask");
        self.require(!matches!(ty.scalar, Scalar::Bool | Scalar::F64), "a truth value or an f64 is stored");
        if let Some(scalar) = scalar {
            self.require(ty.scalar == scalar, "a stored value has another type than its variable");
        }
    }

    /// What all elements keep; `given` says that there must be one in arrays and nowhere else.
    fn element(&mut self, element: Option<Element>, length: Option<u32>, given: &str) {
        self.require(element.is_some() == length.is_some(), given);
        if let (Some(Element::Known(number)), Some(length)) = (element, length) {
            self.require(number < length, "an element is beyond the end of its array");
        }
    }

    fn cases(&mut self, cases: &[Case]) {
        let mut labels = Vec::new();
        for (number, case) in cases.iter().enumerate() {
            self.require(!case.labels.is_empty(), "a case has no label");
            labels.extend(case.labels.iter().map(|label| match label {
                CaseLabel::Value(value) => Some(*value),
                CaseLabel::Default => None,
            }));
            let leaves = case.body.last().is_some_and(|statement| {
                matches!(statement.kind, StmtKind::Break | StmtKind::Continue | StmtKind::Return | StmtKind::Discard)
            });
            self.require(case.falls_through || leaves, "a case neither jumps nor falls through");
            self.require(!case.falls_through || number + 1 < cases.len(), "the last case falls through");
            self.block(&case.body);
        }
        let count = labels.len();
        labels.sort_unstable();
        labels.dedup();
        self.require(labels.len() == count, "a switch has a label twice");
    }

    /// Checks an expression that has no effect and that a statement evaluates; its type.
    fn value(&mut self, value: Handle<Node>) -> Type {
        let effect = self.module.exprs.get(value).is_some_and(|node| expr::has_effect(&node.expr));
        self.require(!effect, "an effect stands outside of a binding");
        self.whole_value(value)
    }

    /// Checks an expression that a statement evaluates; its type.
    fn whole_value(&mut self, value: Handle<Node>) -> Type {
        self.stamp += 1;
        self.reach(value);
        let Some(node) = self.module.exprs.get(value) else { return Type::F32 };
        self.require(!expr::is_argument(self.module, value), "a texture, buffer or matrix stands outside of a call");
        node.ty
    }
}

fn collect_calls(block: &Block, caller: usize, calls: &mut Vec<(usize, usize)>) {
    for statement in block {
        if let StmtKind::Call(callee) = statement.kind
            && !calls.contains(&(caller, callee))
        {
            calls.push((caller, callee));
        }
        statement.kind.for_each_block(|block| collect_calls(block, caller, calls));
    }
}
