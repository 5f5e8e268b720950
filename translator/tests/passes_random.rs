//! Passes change no result of random programs: registers that hold floats, integers and bits in turn, through
//! branches, loops, switches, calls and early ends.

use dxbc_translator::builtins::Builtin;
use dxbc_translator::ir::print::print;
use dxbc_translator::ir::validate::{Phase, validate};
use dxbc_translator::ir::{
    BinaryOp, Block, Case, CaseLabel, ConstantBuffer, Element, Function, Handle, Lanes, Module, Node, Output,
    OutputKind, Place, Scalar, Semantic, Span, Stmt, StmtKind, Type, UnaryOp, Variable, VariableKind,
};
use dxbc_translator::options::{Options, RegisterModel};
use dxbc_translator::passes;
use dxbc_translator::program::{Component, Stage, WriteMask};

use crate::ir_eval::{self, Outcome, Outside};

const PROGRAMS: u64 = 1000;
const TEMPS: u32 = 3;

/// A generator of programs.
struct Random {
    state: u64,
    module: Module,
    temps: Vec<Handle<Variable>>,
    array: Handle<Variable>,
    output: Handle<Variable>,
    constants: Handle<ConstantBuffer>,
    /// Whether the function at hand is the entry.
    entry: bool,
}

impl Random {
    fn new(seed: u64) -> Self {
        let mut module = Module::new(Stage::Pixel);
        let mut variable =
            |kind, scalar, length| module.variables.push(Variable { length, ..Variable::new(kind, scalar, 4) });
        let temps = (0..TEMPS).map(|register| variable(VariableKind::Temp(register), None, None)).collect();
        let array = variable(VariableKind::IndexableTemp(0), None, Some(3));
        let output = variable(VariableKind::Output(0), Some(Scalar::U32), None);
        let ty = Type::new(Scalar::U32, 4);
        let semantic = Semantic { name: "SV_Target".into(), index: 0 };
        let kind = OutputKind::Target(0);
        module.outputs.push(Output {
            semantic,
            register: Some(0),
            mask: WriteMask::ALL,
            ty,
            kind,
            location: 0,
            variable: output,
        });
        let constants = module.constant_buffers.push(ConstantBuffer { register: 0, space: 0, rows: 6, name: None });
        Self { state: seed, module, temps, array, output, constants, entry: true }
    }

    /// A number below `bound`.
    fn below(&mut self, bound: u64) -> u64 {
        // splitmix64
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize].clone()
    }

    fn lanes(&mut self, count: usize) -> Lanes {
        (0..count).map(|_| self.pick(&Component::ALL)).collect()
    }

    /// A source operand of a width, read as a type.
    fn read(&mut self, width: usize, scalar: Scalar) -> Handle<Node> {
        let lanes = self.lanes(width);
        match self.below(10) {
            0 => {
                let bits: Vec<u32> =
                    (0..width).map(|_| self.pick(&[0, 1, 2, 0x3f80_0000, u32::MAX, 0xc000_0000])).collect();
                self.module.literal(scalar, &bits)
            }
            1 => {
                let row = self.index();
                self.module.load(Place::ConstantBuffer(self.constants), Some(row), lanes, scalar)
            }
            2 => {
                let row = self.index();
                self.module.load(Place::Variable(self.array), Some(row), lanes, scalar)
            }
            _ => {
                let variable = self.pick(&self.temps.clone());
                self.module.load(Place::Variable(variable), None, lanes, scalar)
            }
        }
    }

    fn index(&mut self) -> Element {
        let literal = self.below(3) as u32;
        if self.below(2) == 0 {
            return Element::Known(literal);
        }
        let variable = self.pick(&self.temps.clone());
        let lanes = self.lanes(1);
        let index = self.module.load(Place::Variable(variable), None, lanes, Scalar::U32);
        let literal = self.below(8) as u32;
        let literal = self.module.uint(literal);
        let op = self.pick(&[BinaryOp::Add, BinaryOp::And]);
        Element::Value(self.module.binary(op, index, literal))
    }

    /// The result of an instruction.
    fn result(&mut self, width: usize) -> Handle<Node> {
        match self.below(9) {
            0 | 1 => self.read(width, Scalar::Bits),
            2 => {
                let (a, b) = (self.read(width, Scalar::F32), self.read(width, Scalar::F32));
                let op = self.pick(&[BinaryOp::Add, BinaryOp::Multiply]);
                self.module.binary(op, a, b)
            }
            3 => {
                let (a, b) = (self.read(width, Scalar::I32), self.read(width, Scalar::I32));
                let op = self.pick(&[BinaryOp::Add, BinaryOp::Subtract, BinaryOp::Multiply]);
                self.module.binary(op, a, b)
            }
            4 => {
                let (a, b) = (self.read(width, Scalar::U32), self.read(width, Scalar::U32));
                let op = self.pick(&[BinaryOp::And, BinaryOp::Or, BinaryOp::Xor, BinaryOp::ShiftRight]);
                self.module.binary(op, a, b)
            }
            5 => {
                let scalar = self.pick(&[Scalar::F32, Scalar::I32, Scalar::U32]);
                let (a, b) = (self.read(width, scalar), self.read(width, scalar));
                let op = self.pick(&[BinaryOp::Less, BinaryOp::Equal, BinaryOp::GreaterEqual, BinaryOp::NotEqual]);
                let truth = self.module.binary(op, a, b);
                self.module.unary(UnaryOp::Mask, truth)
            }
            6 => {
                let wide = if self.below(2) == 0 { width } else { 1 };
                let condition = self.read(wide, Scalar::U32);
                let condition = self.module.unary(UnaryOp::AnyBit, condition);
                let (accept, reject) = (self.read(width, Scalar::Bits), self.read(width, Scalar::Bits));
                self.module.select(condition, accept, reject)
            }
            7 => {
                let from = self.pick(&[Scalar::I32, Scalar::U32]);
                let value = self.read(width, from);
                self.module.convert(value, Scalar::F32)
            }
            _ => {
                let a = self.read(width, Scalar::F32);
                let ty = self.module.type_of(a);
                self.module.builtin(Builtin::Dpdx, &[a], ty)
            }
        }
    }

    fn truth(&mut self) -> Handle<Node> {
        let value = self.read(1, Scalar::U32);
        if self.below(2) == 0 {
            return self.module.unary(UnaryOp::AnyBit, value);
        }
        let zero = self.module.uint(0);
        self.module.binary(BinaryOp::Equal, value, zero)
    }

    fn store(&mut self) -> StmtKind {
        let mask = WriteMask::from_bits(1 + self.below(15) as u32);
        let value = self.result(mask.count() as usize);
        match self.below(12) {
            0 => {
                let value = self.module.bitcast(value, Scalar::U32);
                StmtKind::Store { variable: self.output, element: None, mask, value }
            }
            1 => {
                let element = Some(self.index());
                StmtKind::Store { variable: self.array, element, mask, value }
            }
            _ => {
                let variable = self.pick(&self.temps.clone());
                StmtKind::Store { variable, element: None, mask, value }
            }
        }
    }

    fn block(&mut self, depth: u32, loops: u32) -> Block {
        let mut block = Block::new();
        for _ in 0..self.below(6) {
            self.statement(depth, loops, &mut block);
        }
        block
    }

    fn statement(&mut self, depth: u32, loops: u32, block: &mut Block) {
        let choice = if depth == 0 { 0 } else { self.below(14) };
        let kind = match choice {
            8 | 9 => {
                let condition = self.truth();
                let accept = self.ended(depth - 1, loops);
                StmtKind::If { condition, accept, reject: self.block(depth - 1, loops) }
            }
            10 => {
                let mut body = self.block(depth - 1, loops + 1);
                let condition = self.truth();
                body.push(stmt(StmtKind::If { condition, accept: vec![stmt(StmtKind::Break)], reject: vec![] }));
                body.extend(self.block(depth - 1, loops + 1));
                StmtKind::Loop(body)
            }
            11 => {
                let selector = self.read(1, Scalar::U32);
                let (bind, selector) = self.module.bind(selector, Span::NONE);
                block.push(bind);
                let cases = self.cases(depth - 1, loops);
                StmtKind::Switch { selector, cases }
            }
            12 if self.entry => StmtKind::Call(1),
            13 => {
                let condition = self.truth();
                StmtKind::If { condition, accept: vec![stmt(StmtKind::Demote)], reject: vec![] }
            }
            _ => self.store(),
        };
        block.push(stmt(kind));
    }

    fn cases(&mut self, depth: u32, loops: u32) -> Vec<Case> {
        let labels = [CaseLabel::Value(0), CaseLabel::Value(1), CaseLabel::Default, CaseLabel::Value(2)];
        let count = 1 + self.below(4) as usize;
        let mut cases = Vec::new();
        for (number, label) in labels.into_iter().take(count).enumerate() {
            let mut body = self.block(depth, loops);
            let falls_through = number + 1 < count && self.below(3) == 0;
            if !falls_through {
                body.push(stmt(StmtKind::Break));
            }
            cases.push(Case { labels: vec![label], body, falls_through });
        }
        cases
    }

    /// A block that may end in a jump.
    fn ended(&mut self, depth: u32, loops: u32) -> Block {
        let mut block = self.block(depth, loops);
        match self.below(6) {
            0 if loops > 0 => block.push(stmt(StmtKind::Break)),
            1 if loops > 0 => block.push(stmt(StmtKind::Continue)),
            2 => {
                if self.entry {
                    block.push(stmt(StmtKind::WriteOutputs));
                }
                block.push(stmt(StmtKind::Return));
            }
            _ => {}
        }
        block
    }

    fn program(mut self) -> Module {
        // Everything that is asked of the registers is visible in the output.
        let mut body = self.block(4, 0);
        for variable in self.temps.clone() {
            let (lanes, scalar) = (self.lanes(4), self.pick(&[Scalar::F32, Scalar::I32, Scalar::U32]));
            let value = self.module.load(Place::Variable(variable), None, lanes, scalar);
            let value = self.module.bitcast(value, Scalar::U32);
            let old = self.module.load(Place::Variable(self.output), None, lanes, Scalar::U32);
            let value = self.module.binary(BinaryOp::Xor, value, old);
            body.push(stmt(StmtKind::Store { variable: self.output, element: None, mask: WriteMask::ALL, value }));
        }
        body.push(stmt(StmtKind::WriteOutputs));
        self.entry = false;
        let subroutine = self.block(2, 0);
        self.module.functions.push(Function { label: None, body });
        self.module.functions.push(Function { label: Some(0), body: subroutine });
        self.module
    }
}

fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::NONE }
}

#[test]
fn passes_change_no_result_of_random_programs() {
    let (mut written, mut lines) = (0, 0);
    for seed in 0..PROGRAMS {
        let module = Random::new(seed).program();
        assert_eq!(validate(&module, Phase::Lowered), Ok(()), "seed {seed}");
        for register_model in [RegisterModel::Typed, RegisterModel::Float] {
            let options = Options { register_model, ..Options::default() };
            let mut passed = module.clone();
            passes::run(&mut passed, &options).unwrap();
            for inputs in 0..3 {
                let before = ir_eval::run(&module, inputs, Outside::Zero);
                let after = ir_eval::run(&passed, inputs, Outside::Fault);
                written += usize::from(matches!(before, Outcome::Written(_)));
                // What does not end may be discarded, and then it ends.
                if before != Outcome::Endless && before != after {
                    let (first, second) = (print(&module), print(&passed));
                    panic!("seed {seed}, {register_model:?}: {before:x?} {after:x?}\n{first}\n{second}");
                }
            }
        }
        lines += print(&module).lines().count();
    }
    println!("{PROGRAMS} programs of {lines} lines, {written} runs wrote outputs");
}
