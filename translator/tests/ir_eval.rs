//! Evaluates IR, before and after the passes alike, so that tests can ask whether a pass changed a result.
//!
//! Storage is bits, whatever its type. Calls without a meaning here give a value that depends on nothing but
//! their arguments. Textures are such calls. A run ends after a number of trips through loops.

use std::collections::BTreeMap;

use dxbc_translator::builtins::Builtin;
use dxbc_translator::ir::{
    BinaryOp, Block, Callee, CaseLabel, Element, Expr, Handle, Module, Node, Place, Scalar, Start, Stmt, StmtKind,
    SystemInput, Type, UnaryOp,
};
use dxbc_translator::program::TexelOffset;

use crate::ir_doubles;

pub(crate) type Lanes = [u32; 4];

/// What a shader leaves behind.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Outcome {
    /// Its outputs.
    Written(Vec<Lanes>),
    /// Nothing.
    Discarded,
    /// It did not end in time.
    Endless,
}

/// What an index beyond the end of an array does.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Outside {
    /// Reads zero and writes nothing.
    Zero,
    /// Is a fault of the module.
    Fault,
}

const TRIPS: u32 = 500;

/// Runs the entry with the inputs and constants that a seed gives.
pub(crate) fn run(module: &Module, seed: u64, outside: Outside) -> Outcome {
    let mut machine = Machine {
        module,
        seed,
        variables: module
            .variables
            .iter()
            .map(|(_, variable)| {
                // What nothing may read must not look like what is read in its place.
                let bits = match variable.start {
                    Start::Zero => 0,
                    Start::Anything => 0x4f5a_a5f1,
                };
                let row = std::array::from_fn(|lane| if lane < usize::from(variable.width) { bits } else { 0 });
                vec![row; variable.length.unwrap_or(1) as usize]
            })
            .collect(),
        locals: BTreeMap::new(),
        memo: BTreeMap::new(),
        demoted: false,
        outputs: Vec::new(),
        trips: 0,
        outside,
    };
    match machine.block(&module.functions[0].body) {
        Flow::Endless => Outcome::Endless,
        Flow::Discard => Outcome::Discarded,
        Flow::Next | Flow::Break | Flow::Continue | Flow::Return if machine.demoted => Outcome::Discarded,
        Flow::Next | Flow::Break | Flow::Continue | Flow::Return => Outcome::Written(machine.outputs),
    }
}

#[derive(PartialEq, Clone, Copy)]
enum Flow {
    Next,
    Break,
    Continue,
    Return,
    Discard,
    Endless,
}

struct Machine<'a> {
    module: &'a Module,
    seed: u64,
    variables: Vec<Vec<Lanes>>,
    locals: BTreeMap<usize, Lanes>,
    /// Values of the statement at hand.
    memo: BTreeMap<usize, Lanes>,
    demoted: bool,
    outputs: Vec<Lanes>,
    trips: u32,
    outside: Outside,
}

/// A number that depends on all of the parts.
fn mix(parts: impl IntoIterator<Item = u64>) -> u64 {
    parts.into_iter().fold(0x9e37_79b9_7f4a_7c15, |state, part| {
        let mut z = (state ^ part).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}

/// A value of a type: floats around 0, small integers, and now and then something special.
fn arbitrary(scalar: Scalar, hash: u64) -> u32 {
    let low = hash as u32;
    match (scalar, hash >> 32 & 15) {
        (Scalar::Bool, _) => low & 1,
        (Scalar::F32, 0) => [0, 0x8000_0000, 0x7f80_0000, 0x7fc0_0000, 1, 0x3f80_0000][low as usize % 6],
        (Scalar::F32, _) => ((low % 4001) as f32 / 1000.0 - 2.0).to_bits(),
        (_, 0) => low,
        (_, _) => low % 12,
    }
}

/// Constants: floats, and rows of integers.
fn constant(hash: u64) -> u32 {
    let scalar = if hash >> 40 & 3 == 0 { Scalar::U32 } else { Scalar::F32 };
    arbitrary(scalar, hash)
}

impl Machine<'_> {
    fn block(&mut self, block: &Block) -> Flow {
        for statement in block {
            let flow = self.statement(statement);
            if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }

    fn statement(&mut self, statement: &Stmt) -> Flow {
        self.memo.clear();
        match &statement.kind {
            StmtKind::Let(local) => {
                let value = self.value(self.module.locals[*local].value);
                self.locals.insert(local.index(), value);
            }
            StmtKind::Store { variable, element, mask, value } => {
                let value = self.value(*value);
                let row = element.map_or(0, |element| self.element(element)) as usize;
                match self.variables[variable.index()].get_mut(row) {
                    Some(row) => mask.iter().zip(value).for_each(|(lane, bits)| row[lane.index()] = bits),
                    None => assert!(self.outside == Outside::Zero, "a write beyond the end"),
                }
            }
            StmtKind::If { condition, accept, reject } => {
                let block = if self.value(*condition)[0] != 0 { accept } else { reject };
                return self.block(block);
            }
            StmtKind::Loop(body) => loop {
                self.trips += 1;
                if self.trips > TRIPS {
                    return Flow::Endless;
                }
                match self.block(body) {
                    Flow::Next | Flow::Continue => {}
                    Flow::Break => break,
                    flow @ (Flow::Return | Flow::Discard | Flow::Endless) => return flow,
                }
            },
            StmtKind::Switch { selector, cases } => {
                let selector = self.value(*selector)[0];
                let find = |label| cases.iter().position(|case| case.labels.contains(&label));
                let Some(first) = find(CaseLabel::Value(selector)).or_else(|| find(CaseLabel::Default)) else {
                    return Flow::Next;
                };
                for case in &cases[first..] {
                    match self.block(&case.body) {
                        Flow::Next if case.falls_through => {}
                        Flow::Next | Flow::Break => break,
                        flow @ (Flow::Continue | Flow::Return | Flow::Discard | Flow::Endless) => return flow,
                    }
                }
            }
            StmtKind::Break => return Flow::Break,
            StmtKind::Continue => return Flow::Continue,
            StmtKind::Return => return Flow::Return,
            StmtKind::StoreWord { .. } | StmtKind::StoreTexel { .. } | StmtKind::Barrier(_) => {
                panic!("memory that invocations share is evaluated by the engines only");
            }
            StmtKind::Demote => self.demoted = true,
            StmtKind::Discard => return Flow::Discard,
            StmtKind::Call(function) => {
                let flow = self.block(&self.module.functions[*function].body);
                if matches!(flow, Flow::Discard | Flow::Endless) {
                    return flow;
                }
            }
            StmtKind::WriteOutputs => {
                let outputs = self.module.outputs.iter();
                self.outputs = outputs.map(|(_, output)| self.variables[output.variable.index()][0]).collect();
            }
        }
        Flow::Next
    }

    fn element(&mut self, element: Element) -> u32 {
        match element {
            Element::Known(number) => number,
            Element::Value(value) => self.value(value)[0],
        }
    }

    fn value(&mut self, handle: Handle<Node>) -> Lanes {
        if let Some(value) = self.memo.get(&handle.index()) {
            return *value;
        }
        let Node { expr, ty } = &self.module.exprs[handle];
        let mut value = self.evaluate(expr, *ty);
        value[usize::from(ty.words())..].fill(0);
        self.memo.insert(handle.index(), value);
        value
    }

    /// What gives or takes a double; none for the rest.
    #[allow(clippy::wildcard_enum_match_arm, reason = "no other expression gives or takes one")]
    fn doubles(&mut self, expr: &Expr, ty: Type) -> Option<Lanes> {
        let mut double = ty == Type::F64;
        expr.for_each_operand(|operand| double |= self.module.type_of(operand) == Type::F64);
        match expr {
            Expr::Unary(UnaryOp::Negate, operand) if double => Some(ir_doubles::negate(self.value(*operand))),
            Expr::Binary(op, left, right) if double => {
                Some(ir_doubles::binary(*op, self.value(*left), self.value(*right)))
            }
            Expr::Convert(operand) if double => {
                let from = self.module.type_of(*operand).scalar;
                Some(ir_doubles::convert(from, ty.scalar, self.value(*operand)))
            }
            Expr::Call { callee, args, .. } => {
                let values: Vec<Lanes> = args.iter().map(|&arg| self.value(arg)).collect();
                match callee {
                    Callee::Double(helper) => Some(ir_doubles::helper(*helper, &values)),
                    Callee::Builtin(builtin) if double => Some(ir_doubles::builtin(*builtin, &values)),
                    Callee::Builtin(_) | Callee::Helper(_) => None,
                }
            }
            _ => None,
        }
    }

    fn evaluate(&mut self, expr: &Expr, ty: Type) -> Lanes {
        if let Some(value) = self.doubles(expr, ty) {
            return value;
        }
        match expr {
            Expr::Literal(literal) => literal.0,
            Expr::Load { place, element, lanes } => {
                let row = element.map_or(0, |element| self.element(element));
                let row = self.row(*place, row);
                let mut value = [0; 4];
                for (slot, lane) in value.iter_mut().zip(*lanes) {
                    *slot = row[lane.index()];
                }
                value
            }
            Expr::Input(input) => {
                std::array::from_fn(|lane| arbitrary(ty.scalar, mix([self.seed, 1, input.index() as u64, lane as u64])))
            }
            Expr::System(SystemInput::FragCoord) => [8.5f32, 3.5, 0.25, 2.0].map(f32::to_bits),
            Expr::System(_) => [arbitrary(ty.scalar, mix([self.seed, 2])); 4],
            Expr::Local(local) => self.locals[&local.index()],
            Expr::Unary(op, operand) => {
                let scalar = self.module.type_of(*operand).scalar;
                self.value(*operand).map(|bits| unary(*op, scalar, bits))
            }
            Expr::Binary(op, left, right) => {
                let scalar = self.module.type_of(*left).scalar;
                let (left, right) = (self.value(*left), self.value(*right));
                std::array::from_fn(|lane| binary(*op, scalar, left[lane], right[lane]))
            }
            Expr::Select { condition, accept, reject } => {
                let wide = self.module.type_of(*condition).width > 1;
                let condition = self.value(*condition);
                let (accept, reject) = (self.value(*accept), self.value(*reject));
                std::array::from_fn(|lane| {
                    if condition[if wide { lane } else { 0 }] != 0 { accept[lane] } else { reject[lane] }
                })
            }
            Expr::Swizzle(vector, lanes) => {
                let vector = self.value(*vector);
                let mut value = [0; 4];
                for (slot, lane) in value.iter_mut().zip(*lanes) {
                    *slot = vector[lane.index()];
                }
                value
            }
            Expr::Compose(parts) => {
                let mut lanes = Vec::new();
                for part in parts {
                    let width = usize::from(self.module.type_of(*part).width);
                    lanes.extend_from_slice(&self.value(*part)[..width]);
                }
                lanes.resize(4, 0);
                [lanes[0], lanes[1], lanes[2], lanes[3]]
            }
            Expr::Splat(scalar) => [self.value(*scalar)[0]; 4],
            Expr::Bitcast(operand) => self.value(*operand),
            Expr::Convert(operand) => {
                let from = self.module.type_of(*operand).scalar;
                self.value(*operand).map(|bits| convert(from, ty.scalar, bits))
            }
            Expr::Call { callee, args, offset } => {
                let values: Vec<Lanes> = args.iter().map(|&arg| self.value(arg)).collect();
                let known = self.known(*callee, args, &values);
                known.unwrap_or_else(|| unknown(*callee, *offset, &values, ty.scalar))
            }
            Expr::Matrix(_) | Expr::Column(..) => panic!("no pass makes matrices"),
            Expr::GroupMemory(_) | Expr::Texel(..) | Expr::TextureSize(_) | Expr::Atomic { .. } | Expr::Agreed(_) => {
                panic!("memory that invocations share is evaluated by the engines only")
            }
            Expr::Sampling(sampling) => [sampling.index() as u32; 4],
            Expr::Buffer(buffer) => [buffer.index() as u32; 4],
            Expr::MipCount(texture) => [5 + texture.index() as u32; 4],
            Expr::BufferSize(buffer) => [64 + buffer.index() as u32; 4],
        }
    }

    /// A row of storage.
    fn row(&self, place: Place, row: u32) -> Lanes {
        let found = match place {
            Place::Variable(variable) => self.variables[variable.index()].get(row as usize).copied(),
            Place::ConstantBuffer(buffer) => (row < self.module.constant_buffers[buffer].rows).then(|| {
                let at = mix([self.seed, 3, buffer.index() as u64, u64::from(row)]);
                std::array::from_fn(|lane| constant(mix([at, lane as u64])))
            }),
            Place::ImmediateConstants => self.module.immediate_constants.get(row as usize).copied(),
        };
        assert!(found.is_some() || self.outside == Outside::Zero, "a read beyond the end");
        found.unwrap_or_default()
    }

    /// The functions that passes make themselves, and those that keep values in a range where branches are taken.
    fn known(&self, callee: Callee, args: &[Handle<Node>], values: &[Lanes]) -> Option<Lanes> {
        let scalar = self.module.type_of(*args.first()?).scalar;
        let float = |f: fn(f32) -> f32| values[0].map(|bits| f(f32::from_bits(bits)).to_bits());
        match callee {
            Callee::Builtin(Builtin::Min | Builtin::Max) => Some(std::array::from_fn(|lane| {
                let (a, b) = (values[0][lane], values[1][lane]);
                let less = binary(BinaryOp::Less, scalar, a, b) != 0;
                if less == (callee == Callee::Builtin(Builtin::Min)) { a } else { b }
            })),
            Callee::Builtin(Builtin::Abs) if scalar == Scalar::F32 => Some(float(f32::abs)),
            Callee::Builtin(Builtin::Floor) => Some(float(f32::floor)),
            Callee::Builtin(Builtin::Sqrt) => Some(float(f32::sqrt)),
            Callee::Builtin(_) | Callee::Helper(_) | Callee::Double(_) => None,
        }
    }
}

/// Functions of one lane depend on that lane alone, others on everything.
fn unknown(callee: Callee, offset: Option<TexelOffset>, values: &[Lanes], scalar: Scalar) -> Lanes {
    let name = match callee {
        Callee::Builtin(builtin) => builtin.name(),
        Callee::Helper(helper) => helper.name(),
        Callee::Double(helper) => helper.name(),
    };
    let name = mix(name.bytes().map(u64::from));
    let place = offset.map(|offset| [offset.u, offset.v, offset.w]);
    let place = mix(place.into_iter().flatten().map(|lane| lane as u64));
    let whole = mix(values.iter().flatten().map(|&bits| u64::from(bits)));
    let by_lane = matches!(callee, Callee::Helper(_));
    std::array::from_fn(|lane| {
        let lanes = mix(values.iter().map(|value| u64::from(value[lane])));
        let input = if by_lane { lanes } else { mix([whole, lane as u64]) };
        arbitrary(scalar, mix([name, place, input]))
    })
}

fn unary(op: UnaryOp, scalar: Scalar, bits: u32) -> u32 {
    match op {
        UnaryOp::Negate if scalar == Scalar::F32 => bits ^ 0x8000_0000,
        UnaryOp::Negate => bits.wrapping_neg(),
        UnaryOp::Not => !bits,
        UnaryOp::LogicalNot => u32::from(bits == 0),
        UnaryOp::Mask => {
            if bits != 0 {
                u32::MAX
            } else {
                0
            }
        }
        UnaryOp::AnyBit => u32::from(bits != 0),
    }
}

fn binary(op: BinaryOp, scalar: Scalar, a: u32, b: u32) -> u32 {
    match scalar {
        Scalar::F32 => {
            let (x, y) = (f32::from_bits(a), f32::from_bits(b));
            let number = match op {
                BinaryOp::Add => x + y,
                BinaryOp::Subtract => x - y,
                BinaryOp::Multiply => x * y,
                BinaryOp::Divide => x / y,
                BinaryOp::Equal => return u32::from(x == y),
                BinaryOp::NotEqual => return u32::from(x != y),
                BinaryOp::Less => return u32::from(x < y),
                BinaryOp::GreaterEqual => return u32::from(x >= y),
                BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                    panic!("{op:?} of floats")
                }
            };
            if number.is_nan() { f32::NAN.to_bits() } else { number.to_bits() }
        }
        Scalar::I32 | Scalar::U32 | Scalar::Bool | Scalar::Bits | Scalar::F64 => match op {
            BinaryOp::Add => a.wrapping_add(b),
            BinaryOp::Subtract => a.wrapping_sub(b),
            BinaryOp::Multiply => a.wrapping_mul(b),
            BinaryOp::Divide => a.checked_div(b).unwrap_or(u32::MAX),
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            BinaryOp::Xor => a ^ b,
            BinaryOp::ShiftLeft => a << (b & 31),
            BinaryOp::ShiftRight if scalar == Scalar::I32 => ((a as i32) >> (b & 31)) as u32,
            BinaryOp::ShiftRight => a >> (b & 31),
            BinaryOp::Equal => u32::from(a == b),
            BinaryOp::NotEqual => u32::from(a != b),
            BinaryOp::Less if scalar == Scalar::I32 => u32::from((a as i32) < b as i32),
            BinaryOp::Less => u32::from(a < b),
            BinaryOp::GreaterEqual if scalar == Scalar::I32 => u32::from(a as i32 >= b as i32),
            BinaryOp::GreaterEqual => u32::from(a >= b),
        },
    }
}

fn convert(from: Scalar, to: Scalar, bits: u32) -> u32 {
    match (from, to) {
        (Scalar::I32, Scalar::F32) => (bits as i32 as f32).to_bits(),
        (_, Scalar::F32) => (bits as f32).to_bits(),
        (Scalar::F32, Scalar::I32) => f32::from_bits(bits) as i32 as u32,
        (Scalar::F32, _) => f32::from_bits(bits) as u32,
        _ => bits,
    }
}
