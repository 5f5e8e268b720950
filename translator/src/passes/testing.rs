//! Small modules for the tests of the passes.

use crate::ir::print::print_body;
use crate::ir::validate::{Phase, validate};
use crate::ir::{
    Block, Function, Handle, Module, Node, Output, OutputKind, Place, Scalar, Semantic, Span, Stmt, StmtKind, Type,
    Variable, VariableKind,
};
use crate::program::{Component, Stage, WriteMask};

/// A module whose entry only writes its outputs.
pub(super) fn module(stage: Stage) -> Module {
    let mut module = Module::new(stage);
    let body = vec![stmt(StmtKind::WriteOutputs)];
    module.functions.push(Function { label: None, body });
    module
}

pub(super) fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span { offset: 0x100, item: 0 } }
}

/// `r#`.
pub(super) fn temp(module: &mut Module, register: u32, scalar: Option<Scalar>) -> Handle<Variable> {
    module.variables.push(Variable::new(VariableKind::Temp(register), scalar, 4))
}

/// `o0`, four floats.
pub(super) fn output(module: &mut Module, kind: OutputKind) -> Handle<Variable> {
    let number = u32::try_from(module.outputs.len()).unwrap();
    let ty = Type::new(Scalar::F32, 4);
    let variable = Variable::new(VariableKind::Output(number), Some(ty.scalar), ty.width);
    let variable = module.variables.push(variable);
    let semantic = Semantic { name: "SV_Out".into(), index: 0 };
    module.outputs.push(Output { semantic, register: Some(0), mask: WriteMask::ALL, ty, kind, location: 0, variable });
    variable
}

/// A pixel shader with `r0` and `r1`, untyped, and an output `o0`.
pub(super) struct Program {
    pub(super) module: Module,
    pub(super) r0: Handle<Variable>,
    pub(super) r1: Handle<Variable>,
    pub(super) o0: Handle<Variable>,
}

impl Program {
    pub(super) fn new() -> Self {
        let mut module = module(Stage::Pixel);
        let (r0, r1) = (temp(&mut module, 0, None), temp(&mut module, 1, None));
        let o0 = output(&mut module, OutputKind::Target(0));
        Self { module, r0, r1, o0 }
    }

    pub(super) fn load(&mut self, variable: Handle<Variable>, lanes: &[Component], scalar: Scalar) -> Handle<Node> {
        self.module.load(Place::Variable(variable), None, lanes.iter().copied().collect(), scalar)
    }
}

/// Puts statements before the end of the entry.
pub(super) fn add(module: &mut Module, kinds: Vec<StmtKind>) {
    let body: &mut Block = &mut module.functions[0].body;
    let end = body.len() - 1;
    body.splice(end..end, kinds.into_iter().map(stmt));
}

/// The text of the entry, once the module is found to be valid as it is after the storage pass.
pub(super) fn printed(module: &Module) -> String {
    printed_in(module, Phase::Stored)
}

/// The text of the entry, once the module is found to be valid.
pub(super) fn printed_in(module: &Module, phase: Phase) -> String {
    let text = print_body(module, &module.functions[0].body);
    if let Err(faults) = validate(module, phase) {
        panic!("{faults:#?}\n{text}");
    }
    text
}
