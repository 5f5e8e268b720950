//! Compute modules, made by the public builder of the IR: an invocation for each tuple of arguments, which stand in a
//! constant buffer, and the words of its result in a storage buffer.

use dxbc_translator::builtins::Builtin;
use dxbc_translator::ir::{
    BinaryOp, Buffer, BufferKind, Coherence, Expr, Function, Handle, Memory, Module, Node, Scalar, Span, Stmt,
    StmtKind, SystemInput, Type, View,
};
use dxbc_translator::program::{Component, Stage};

use super::build;
use super::meaning::Value;

/// Register of the view of the results.
pub(super) const RESULTS: u32 = 0;
/// Words of an invocation's result.
pub(super) const RESULT_WORDS: u32 = 4;

/// A compute module that is being made.
pub(super) struct Kernel {
    pub(super) module: Module,
    body: Vec<Stmt>,
    results: Handle<Buffer>,
}

impl Kernel {
    /// A module of workgroups of so many invocations in a row.
    pub(super) fn new(invocations: u32) -> Self {
        let mut module = Module::new(Stage::Compute);
        module.group_size = [invocations, 1, 1];
        let results = words(&mut module, RESULTS, View::Unordered { coherence: Coherence::Group });
        Self { module, body: Vec::new(), results }
    }

    /// The words of `u#`, which other workgroups see changed or not.
    pub(super) fn view(&mut self, register: u32, coherence: Coherence) -> Handle<Buffer> {
        words(&mut self.module, register, View::Unordered { coherence })
    }

    /// The words of `t#`.
    pub(super) fn resource(&mut self, register: u32) -> Handle<Buffer> {
        words(&mut self.module, register, View::Resource)
    }

    /// The number of the invocation.
    pub(super) fn invocation(&mut self) -> Handle<Node> {
        self.system(SystemInput::Thread)
    }

    /// The number of the workgroup.
    pub(super) fn group(&mut self) -> Handle<Node> {
        self.system(SystemInput::Group)
    }

    /// The number of the invocation in its workgroup.
    pub(super) fn invocation_in_group(&mut self) -> Handle<Node> {
        self.module.node(Expr::System(SystemInput::ThreadInGroupFlattened), Type::U32)
    }

    fn system(&mut self, input: SystemInput) -> Handle<Node> {
        let number = self.module.node(Expr::System(input), Type::new(Scalar::U32, 3));
        self.module.lane(number, Component::X)
    }

    /// The arguments of the invocation, which is that of a tuple.
    pub(super) fn arguments(&mut self, tuples: &[Vec<Value>]) -> Vec<Handle<Node>> {
        let types: Vec<Type> = tuples.first().into_iter().flatten().map(|value| value.ty).collect();
        let rows = u32::try_from(tuples.len() * types.len()).unwrap_or(u32::MAX);
        let buffer = build::buffer(&mut self.module, rows);
        let invocation = self.invocation();
        let first = self.compute(BinaryOp::Multiply, invocation, u32::try_from(types.len()).unwrap_or(1));
        (0..).zip(&types).map(|(number, &ty)| build::argument(&mut self.module, buffer, first, number, ty)).collect()
    }

    /// An operation on a number and a literal.
    pub(super) fn compute(&mut self, op: BinaryOp, value: Handle<Node>, literal: u32) -> Handle<Node> {
        let literal = self.module.uint(literal);
        self.module.binary(op, value, literal)
    }

    /// Adds a statement.
    pub(super) fn add(&mut self, kind: StmtKind) {
        self.body.push(Stmt { kind, span: Span::NONE });
    }

    /// A value as it is here.
    pub(super) fn bind(&mut self, value: Handle<Node>) -> Handle<Node> {
        let (statement, local) = self.module.bind(value, Span::NONE);
        self.body.push(statement);
        local
    }

    /// A word of memory as it is here.
    pub(super) fn load(&mut self, memory: Memory, at: Handle<Node>) -> Handle<Node> {
        let words = match memory {
            Memory::Buffer(buffer) | Memory::Counter(buffer) => Expr::Buffer(buffer),
            Memory::Group(memory) => Expr::GroupMemory(memory),
        };
        let words = self.module.node(words, Type::U32);
        let word = self.module.builtin(Builtin::StorageFetchU32, &[words, at], Type::U32);
        self.bind(word)
    }

    pub(super) fn store(&mut self, memory: Memory, at: Handle<Node>, value: Handle<Node>) {
        self.add(StmtKind::StoreWord { memory, at, value });
    }

    /// Writes the result of the invocation: up to four words.
    pub(super) fn give(&mut self, words: &[Handle<Node>]) {
        let invocation = self.invocation();
        let first = self.compute(BinaryOp::Multiply, invocation, RESULT_WORDS);
        for (number, &word) in (0..).zip(words) {
            let at = self.compute(BinaryOp::Add, first, number);
            self.store(Memory::Buffer(self.results), at, word);
        }
    }

    /// The module as it is made.
    pub(super) fn finish(mut self) -> Module {
        self.add(StmtKind::WriteOutputs);
        self.module.functions.push(Function { label: None, body: self.body });
        self.module
    }
}

fn words(module: &mut Module, register: u32, view: View) -> Handle<Buffer> {
    let kind = BufferKind::Structured { stride: 4 };
    module.buffers.push(Buffer { register, space: 0, view, kind, name: None })
}
