//! What a module uses of its globals and of the language, found in one walk that also refuses what has no text.
//!
//! After [`examine`] the writer cannot fail: every expression has the types that its text needs, every name is
//! bound, every jump has a target, nothing nests too deeply and nothing recurses.

pub(crate) mod call;
mod expr;
mod memory;
mod node;

pub(crate) use memory::{SharedUses, TexelUse, WordUse};

use std::collections::BTreeSet;
use std::marker::PhantomData;

use crate::builtins::Builtin;
use crate::builtins::helper::Overload;
use crate::error::{Error, Feature, Result};
use crate::ir::{
    Block, Buffer, Case, CaseLabel, ConstantBuffer, DoubleHelper, Element, Handle, HandleSet, Input, Local, Module,
    Node, OutputKind, Sampling, Scalar, Span, Stmt, StmtKind, SystemInput, Texture, Type, Variable, VariableKind,
};
use crate::limits;
use crate::options::Target;
use crate::program::{Stage, TexelOffset, WriteMask};
use crate::write::helpers::UsedHelpers;

/// Statements within statements: the flow of the bytecode and what passes put around it.
const STATEMENT_DEPTH: u32 = 4 * limits::FLOW_DEPTH;

/// What the examination asks of a language.
pub(super) trait Language {
    /// The target.
    const TARGET: Target;
    /// The writer, as faults name it.
    const STAGE: &'static str;
    /// Whether a store may write some lanes of a vector, not only one or all.
    const STORES_LANES: bool;
    /// Whether the body of a case may go on with the next one.
    const FALLS_THROUGH: bool;
    /// The stages that there are.
    const STAGES: &'static [Stage];
    /// Whether memory can be written that invocations share.
    const WRITES_MEMORY: bool;

    /// That there is a type for a texture that is read so; an error where there is none.
    fn texture(module: &Module, sampling: &Sampling) -> std::result::Result<(), Refused>;

    /// The function of the registry that a call needs, if any; an error where there is no text for the call.
    fn call(
        module: &Module,
        builtin: Builtin,
        args: &[Handle<Node>],
        offset: Option<TexelOffset>,
    ) -> std::result::Result<Option<Overload>, Refused>;
}

/// Why a texture that no target has is read.
pub(super) const NO_TEXTURE: &str = "the target has no texture of a kind that is read";

/// Why a texture or a call has no text.
pub(super) enum Refused {
    /// The target lacks it.
    Unsupported(Feature, &'static str),
    /// A pass should have rewritten it, or it is called wrongly.
    Internal(String),
}

impl From<String> for Refused {
    fn from(message: String) -> Self {
        Self::Internal(message)
    }
}

/// What a module uses.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// Indices of the functions that run, callees before their callers; the entry is the last.
    pub functions: Vec<usize>,
    /// Statements of these functions, the writing of each output for one.
    pub(crate) statements: usize,
    pub(crate) inputs: HandleSet<Input>,
    pub(crate) variables: HandleSet<Variable>,
    pub(crate) constant_buffers: HandleSet<ConstantBuffer>,
    pub(crate) samplings: HandleSet<Sampling>,
    pub(crate) buffers: HandleSet<Buffer>,
    pub(crate) buffer_sizes: HandleSet<Buffer>,
    pub(crate) mip_counts: HandleSet<Texture>,
    pub(crate) immediate_constants: bool,
    pub(crate) systems: BTreeSet<SystemInput>,
    /// Whether some call takes the derivatives of a quad.
    pub(crate) derivatives: bool,
    /// Helpers with the widths that are called.
    pub(crate) helpers: UsedHelpers,
    /// Helpers of the emulated double.
    pub(crate) doubles: BTreeSet<DoubleHelper>,
    /// Whether some call reads the guard.
    pub(crate) guard: bool,
    /// Choices by vectors of conditions among values of these types.
    pub(crate) choices: BTreeSet<Type>,
    /// Helpers of the registry.
    pub(crate) overloads: BTreeSet<Overload>,
    /// Memory that invocations share.
    pub(crate) shared: SharedUses,
}

/// Examines a module.
///
/// # Errors
///
/// `Unsupported` for what the language lacks, `Internal` for what a pass should have rewritten, each with the byte
/// offset of the statement; `Malformed` for subroutines that call themselves.
pub(super) fn examine<L: Language>(module: &Module) -> Result<Uses> {
    if !L::STAGES.contains(&module.stage) {
        let message = format!("a {} program has no counterpart in {}", module.stage.prefix(), L::TARGET.name());
        return Err(Error::unsupported(Feature::OtherStage, L::TARGET, message));
    }
    let mut examiner = Examiner {
        language: PhantomData::<L>,
        module,
        uses: Uses::default(),
        nodes: 0,
        bound: HandleSet::new(),
        functions: vec![Visit::Never; module.functions.len()],
        span: Span::NONE,
        fault: None,
    };
    examiner.globals();
    examiner.function(0, 0);
    examiner.fault.map_or(Ok(examiner.uses), Err)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Never,
    Running,
    Done,
}

/// What the statements around a statement allow.
#[derive(Clone, Copy, Default)]
struct Around {
    depth: u32,
    calls: u32,
    /// Within a loop of the same function.
    in_loop: bool,
    /// Within a loop or switch of the same function.
    breakable: bool,
}

struct Examiner<'a, L> {
    language: PhantomData<L>,
    module: &'a Module,
    uses: Uses,
    /// Nodes of the expression that is being examined, so far.
    nodes: u32,
    bound: HandleSet<Local>,
    functions: Vec<Visit>,
    span: Span,
    /// What was found first that has no text. The examination goes on: nothing that it does depends on it.
    fault: Option<Error>,
}

impl<L: Language> Examiner<'_, L> {
    /// Notes what has no text, with the place of the statement.
    #[cold]
    fn refuse(&mut self, error: Error) {
        if self.fault.is_none() {
            let anywhere = self.span == Span::NONE;
            self.fault = Some(if anywhere { error } else { error.at_offset(self.span.offset) });
        }
    }

    #[cold]
    fn internal(&mut self, message: &str) {
        self.refuse(Error::internal(L::STAGE, message));
    }

    #[cold]
    fn refused(&mut self, refused: Refused) {
        match refused {
            Refused::Unsupported(feature, message) => self.refuse(Error::unsupported(feature, L::TARGET, message)),
            Refused::Internal(message) => self.internal(&message),
        }
    }

    fn ensure(&mut self, holds: bool, otherwise: &str) {
        if !holds {
            self.internal(otherwise);
        }
    }

    /// Types of inputs, outputs and their variables.
    fn globals(&mut self) {
        let module = self.module;
        let number = |ty: Type| matches!(ty.scalar, Scalar::F32 | Scalar::I32 | Scalar::U32);
        let wide = |ty: Type| (1..=4).contains(&ty.width);
        for (_, input) in module.inputs.iter() {
            self.ensure(number(input.declared) && wide(input.declared), "an input has no type of the target");
        }
        for (_, variable) in module.variables.iter() {
            let typed = matches!(variable.scalar, Some(Scalar::F32 | Scalar::I32 | Scalar::U32));
            self.ensure(typed && (1..=4).contains(&variable.width), "a variable has no type of the target");
            self.ensure(variable.length != Some(0), "an array has no elements");
        }
        let mut targets = BTreeSet::new();
        for (_, output) in module.outputs.iter() {
            self.ensure(number(output.ty) && wide(output.ty), "an output has no type of the target");
            let (stage, fits) = match output.kind {
                OutputKind::Varying(_) => (Stage::Vertex, true),
                OutputKind::Position => (Stage::Vertex, output.ty == Type::new(Scalar::F32, 4)),
                OutputKind::Target(number) => (Stage::Pixel, output.ty.width == 4 && targets.insert(number)),
                OutputKind::Depth => (Stage::Pixel, output.ty == Type::F32),
            };
            self.ensure(stage == module.stage, "an output belongs to the other stage");
            self.ensure(fits, "an output has another type than its builtin, or shares its target");
            let variable = &module.variables[output.variable];
            let inside = match (variable.kind, variable.length) {
                (_, None) => true,
                (VariableKind::OutputRange(first), Some(length)) => {
                    output.register.is_some_and(|register| register.wrapping_sub(first) < length)
                }
                _ => false,
            };
            self.ensure(inside, "an output is no element of its range");
        }
    }

    fn function(&mut self, index: usize, calls: u32) {
        let module = self.module;
        let (Some(function), Some(visit)) = (module.functions.get(index), self.functions.get_mut(index)) else {
            return self.internal("a function is called that there is not");
        };
        match visit {
            Visit::Done => return,
            Visit::Running => {
                let message = format!("a subroutine calls itself, which {} forbids", L::TARGET.name());
                return self.refuse(Error::malformed(self.span.offset, message));
            }
            Visit::Never => *visit = Visit::Running,
        }
        if calls > limits::CALL_DEPTH {
            let message = format!("calls nest deeper than {}", limits::CALL_DEPTH);
            return self.refuse(Error::limit(self.span.offset, message));
        }
        // What a caller has bound is not seen by its callee.
        let outer = std::mem::take(&mut self.bound);
        self.block(&function.body, Around { calls, ..Around::default() });
        self.bound = outer;
        if let Some(visit) = self.functions.get_mut(index) {
            *visit = Visit::Done;
        }
        self.uses.functions.push(index);
    }

    fn block(&mut self, block: &Block, around: Around) {
        if around.depth > STATEMENT_DEPTH {
            return self.internal("statements nest too deeply");
        }
        let around = Around { depth: around.depth + 1, ..around };
        for statement in block {
            self.span = statement.span;
            self.statement(statement, around);
        }
        for statement in block {
            if let StmtKind::Let(local) = statement.kind {
                self.bound.remove(local);
            }
        }
    }

    fn statement(&mut self, statement: &Stmt, around: Around) {
        self.uses.statements += 1;
        match &statement.kind {
            StmtKind::Let(local) => {
                let value = self.module.locals[*local].value;
                let ty = self.value(value);
                self.ensure(ty == self.module.locals[*local].ty, "a bound value has another type than its name");
                let fresh = self.bound.insert(*local);
                self.ensure(fresh, "a value is bound twice");
            }
            StmtKind::Store { variable, element, mask, value } => self.store(*variable, *element, *mask, *value),
            StmtKind::StoreWord { memory, at, value } => self.store_word(*memory, *at, *value),
            StmtKind::StoreTexel { texture, coordinates, value } => self.store_texel(*texture, *coordinates, *value),
            StmtKind::Barrier(_) => {
                self.ensure(self.module.stage == Stage::Compute, "a barrier stands outside of compute");
            }
            StmtKind::If { condition, accept, reject } => {
                let ty = self.value(*condition);
                self.ensure(ty == Type::BOOL, "a condition is one truth value");
                self.block(accept, around);
                self.block(reject, around);
            }
            StmtKind::Loop(body) => self.block(body, Around { in_loop: true, breakable: true, ..around }),
            StmtKind::Switch { selector, cases } => self.switch(*selector, cases, around),
            StmtKind::Break => self.ensure(around.breakable, "a break stands outside of loops and switches"),
            StmtKind::Continue => self.ensure(around.in_loop, "a continue stands outside of loops"),
            StmtKind::Return => {}
            StmtKind::Demote => self.internal("a demotion is left: the discard pass did not run"),
            StmtKind::Discard => self.ensure(self.module.stage == Stage::Pixel, "a vertex cannot be discarded"),
            StmtKind::Call(index) => {
                let span = self.span;
                self.ensure(*index != 0, "the entry is called");
                self.function(*index, around.calls + 1);
                self.span = span;
            }
            StmtKind::WriteOutputs => {
                self.uses.statements += self.module.outputs.len();
                for (_, output) in self.module.outputs.iter() {
                    self.uses.variables.insert(output.variable);
                }
            }
        }
    }

    fn store(&mut self, variable: Handle<Variable>, element: Option<Element>, mask: WriteMask, value: Handle<Node>) {
        let ty = self.value(value);
        if let Some(Element::Value(index)) = element {
            self.value(index);
        }
        let storage = &self.module.variables[variable];
        if let Err(message) = node::element(self.module, element, storage.length) {
            self.internal(message);
        }
        let inside = mask.without(WriteMask::first(u32::from(storage.width))).is_empty();
        let lanes = u32::from(ty.width) == mask.count();
        self.ensure(inside && lanes, "a store writes lanes that are not there");
        let plain = ty.width == 1 || ty.width == storage.width;
        self.ensure(L::STORES_LANES || plain, "a store writes some lanes: a pass should have made it whole");
        self.ensure(storage.scalar == Some(ty.scalar), "a store has another type than its variable");
        self.uses.variables.insert(variable);
    }

    fn switch(&mut self, selector: Handle<Node>, cases: &[Case], around: Around) {
        let ty = self.value(selector);
        self.ensure(ty == Type::U32, "the selector of a switch is one u32");
        let mut values = BTreeSet::new();
        let mut defaults = 0;
        let around = Around { breakable: true, ..around };
        for case in cases {
            self.ensure(!case.labels.is_empty(), "a case has no label");
            self.ensure(L::FALLS_THROUGH || !case.falls_through, "a case falls through: a pass should have copied it");
            for label in &case.labels {
                let fresh = match label {
                    CaseLabel::Value(value) => values.insert(*value),
                    CaseLabel::Default => {
                        defaults += 1;
                        defaults == 1
                    }
                };
                self.ensure(fresh, "a label stands twice in a switch");
            }
            self.block(&case.body, around);
        }
    }
}
