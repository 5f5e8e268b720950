//! Rewrites 64-bit floats to the two forms of [`crate::ir::double`], so that no later pass and no writer sees one.
//!
//! A value keeps the form in which it is made, bits or a pair, and takes the other where what uses it needs that: a
//! chain of arithmetic stays in pairs, and what is moved, compared or converted stays in bits.
//!
//! Arithmetic multiplies by the guard where a compiler that rearranges could cancel the error terms. A function that
//! needs it reads it once, at its top.

use std::collections::{BTreeMap, BTreeSet};

use super::rewrite::{Before, Rule, rewrite};
use crate::builtins::Builtin;
use crate::ir::{
    BinaryOp, Block, Callee, DoubleHelper, Expr, Handle, Module, Node, Scalar, Span, Stmt, StmtKind, Type, UnaryOp,
};
use crate::program::Component;

/// Rewrites every f64 of the module.
pub(super) fn run(module: &mut Module) {
    if module.exprs.iter().any(|(_, node)| node.ty.scalar == Scalar::F64) {
        rewrite(module, &mut Doubles { forms: BTreeMap::new(), guard: None });
    }
}

/// How a value is held.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Two u32, the low word first.
    Bits,
    /// Two f32 whose sum is the value.
    Pair,
}

struct Doubles {
    /// The rewritten values that stand for an f64. Each is a node of its own.
    forms: BTreeMap<Handle<Node>, Form>,
    /// The guard of the function at hand.
    guard: Option<Handle<Node>>,
}

impl Rule for Doubles {
    fn concerns(&self, _: &Module, node: &Node) -> bool {
        node.ty.scalar == Scalar::F64
    }

    fn node(&mut self, module: &mut Module, node: &Node, _: &mut Before<'_>) -> Option<Handle<Node>> {
        let mut double = node.ty.scalar == Scalar::F64;
        node.expr.for_each_operand(|operand| double |= self.forms.contains_key(&operand));
        if double { self.double(module, node) } else { None }
    }

    fn function(&mut self, module: &mut Module, body: &mut Block) {
        self.guard = None;
        if needs_guard(module, body, &mut BTreeSet::new()) {
            let guard = module.builtin(Builtin::F64Guard, &[], Type::F32);
            let (statement, local) = module.bind(guard, Span::NONE);
            body.insert(0, statement);
            self.guard = Some(local);
        }
    }

    /// A local takes the form of its value.
    fn statement(&mut self, module: &mut Module, statement: Stmt, out: &mut Block) {
        if let StmtKind::Let(local) = statement.kind
            && let Some(form) = self.forms.get(&module.locals[local].value)
        {
            module.locals[local].ty = form_type(*form);
        }
        out.push(statement);
    }
}

const fn form_type(form: Form) -> Type {
    match form {
        Form::Bits => Type::new(Scalar::U32, 2),
        Form::Pair => Type::new(Scalar::F32, 2),
    }
}

/// The arithmetic of a node, if it is some.
const fn arithmetic(op: BinaryOp) -> Option<DoubleHelper> {
    match op {
        BinaryOp::Add | BinaryOp::Subtract => Some(DoubleHelper::Add),
        BinaryOp::Multiply => Some(DoubleHelper::Multiply),
        BinaryOp::Divide => Some(DoubleHelper::Divide),
        BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight
        | BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::Less
        | BinaryOp::GreaterEqual => None,
    }
}

/// Whether a block has arithmetic of doubles; `seen` holds the values that have none.
fn needs_guard(module: &Module, block: &Block, seen: &mut BTreeSet<Handle<Node>>) -> bool {
    block.iter().any(|statement| {
        let mut needs = module.values_of(&statement.kind).iter().any(|&value| computes(module, value, seen));
        statement.kind.for_each_block(|block| needs = needs || needs_guard(module, block, seen));
        needs
    })
}

#[allow(clippy::wildcard_enum_match_arm, reason = "no other expression computes")]
fn computes(module: &Module, value: Handle<Node>, seen: &mut BTreeSet<Handle<Node>>) -> bool {
    if !seen.insert(value) {
        return false;
    }
    let Node { expr, ty } = &module.exprs[value];
    let mut computes = ty.scalar == Scalar::F64
        && match expr {
            Expr::Binary(op, ..) => arithmetic(*op).is_some(),
            Expr::Call { callee, .. } => *callee == Callee::Builtin(Builtin::Fma),
            _ => false,
        };
    expr.for_each_operand(|operand| computes = computes || self::computes(module, operand, seen));
    computes
}

impl Doubles {
    /// Notes a value as an f64 in a form. What is noted must be a node of its own.
    fn note(&mut self, value: Handle<Node>, form: Form) -> Handle<Node> {
        self.forms.insert(value, form);
        value
    }

    fn helper(&mut self, module: &mut Module, helper: DoubleHelper, args: &[Handle<Node>]) -> Handle<Node> {
        let value = module.double_helper(helper, args);
        let form = if helper.result().scalar == Scalar::F32 { Form::Pair } else { Form::Bits };
        self.note(value, form)
    }

    /// A rewritten f64 as bits.
    fn bits(&self, module: &mut Module, value: Handle<Node>) -> Handle<Node> {
        match self.forms.get(&value) {
            Some(Form::Pair) => module.double_helper(DoubleHelper::Bits, &[value]),
            Some(Form::Bits) | None => value,
        }
    }

    /// A rewritten f64 as a pair.
    fn pair(&self, module: &mut Module, value: Handle<Node>) -> Handle<Node> {
        match self.forms.get(&value) {
            Some(Form::Bits) => module.double_helper(DoubleHelper::Pair, &[value]),
            Some(Form::Pair) | None => value,
        }
    }

    /// The same two words or floats as a value that stands for no f64.
    fn no_double(&self, module: &mut Module, value: Handle<Node>) -> Handle<Node> {
        if !self.forms.contains_key(&value) {
            return value;
        }
        let Node { expr, ty } = module.exprs[value];
        module.node(expr, ty)
    }

    /// What becomes of a node that gives or takes an f64, its operands being rewritten.
    #[allow(clippy::wildcard_enum_match_arm, reason = "no other expression gives or takes an f64")]
    fn double(&mut self, module: &mut Module, node: &Node) -> Option<Handle<Node>> {
        let value = match node.expr {
            Expr::Bitcast(operand) if node.ty.scalar == Scalar::F64 => {
                let bits = module.bitcast(operand, Scalar::U32);
                let Node { expr, ty } = module.exprs[bits];
                let own = module.node(expr, ty);
                self.note(own, Form::Bits)
            }
            Expr::Bitcast(operand) => {
                let bits = self.bits(module, operand);
                let bits = self.no_double(module, bits);
                module.bitcast(bits, node.ty.scalar)
            }
            Expr::Local(local) => {
                let form = *self.forms.get(&module.locals[local].value)?;
                let own = module.node(Expr::Local(local), form_type(form));
                self.note(own, form)
            }
            Expr::Unary(UnaryOp::Negate, operand) => self.negate(module, operand),
            Expr::Binary(op, left, right) if op.compares() => self.comparison(module, op, left, right),
            Expr::Binary(op, left, right) => self.arithmetic(module, op, left, right)?,
            Expr::Select { condition, accept, reject } => {
                let [accept, reject] = [accept, reject].map(|value| self.bits(module, value));
                let value = module.select(condition, accept, reject);
                self.note(value, Form::Bits)
            }
            Expr::Convert(operand) => self.conversion(module, operand, node.ty.scalar)?,
            Expr::Call { callee: Callee::Builtin(builtin), args, .. } => self.call(module, builtin, &args)?,
            _ => return None,
        };
        Some(value)
    }

    fn negate(&mut self, module: &mut Module, operand: Handle<Node>) -> Handle<Node> {
        match self.forms.get(&operand) {
            Some(Form::Pair) => {
                let value = module.unary(UnaryOp::Negate, operand);
                self.note(value, Form::Pair)
            }
            Some(Form::Bits) | None => self.sign(module, operand, BinaryOp::Xor, 0x8000_0000),
        }
    }

    /// Combines the high word with a mask.
    fn sign(&mut self, module: &mut Module, operand: Handle<Node>, op: BinaryOp, mask: u32) -> Handle<Node> {
        let bits = self.bits(module, operand);
        let [low, high] = [Component::X, Component::Y].map(|lane| module.lane(bits, lane));
        let mask = module.uint(mask);
        let high = module.binary(op, high, mask);
        let value = module.compose(&[low, high]);
        self.note(value, Form::Bits)
    }

    /// A truth value: the order of the two, -2 being none.
    fn comparison(
        &mut self,
        module: &mut Module,
        op: BinaryOp,
        left: Handle<Node>,
        right: Handle<Node>,
    ) -> Handle<Node> {
        let args = [left, right].map(|value| self.bits(module, value));
        let order = module.double_helper(DoubleHelper::Order, &args);
        let (op, number) = if op == BinaryOp::Less { (BinaryOp::Equal, -1) } else { (op, 0) };
        let number = module.int(number);
        module.binary(op, order, number)
    }

    fn arithmetic(
        &mut self,
        module: &mut Module,
        op: BinaryOp,
        left: Handle<Node>,
        right: Handle<Node>,
    ) -> Option<Handle<Node>> {
        let (helper, guard) = (arithmetic(op)?, self.guard?);
        let right = if op == BinaryOp::Subtract { self.negate(module, right) } else { right };
        let [left, right] = [left, right].map(|value| self.pair(module, value));
        Some(self.helper(module, helper, &[left, right, guard]))
    }

    fn conversion(&mut self, module: &mut Module, operand: Handle<Node>, to: Scalar) -> Option<Handle<Node>> {
        let from = module.type_of(operand).scalar;
        if to == Scalar::F64 {
            let helper = match from {
                Scalar::F32 => DoubleHelper::OfFloat,
                Scalar::I32 => DoubleHelper::OfInt,
                Scalar::U32 => DoubleHelper::OfUint,
                Scalar::Bool | Scalar::Bits | Scalar::F64 => return None,
            };
            return Some(self.helper(module, helper, &[operand]));
        }
        let helper = match to {
            Scalar::F32 => DoubleHelper::ToFloat,
            Scalar::I32 => DoubleHelper::ToInt,
            Scalar::U32 => DoubleHelper::ToUint,
            Scalar::Bool | Scalar::Bits | Scalar::F64 => return None,
        };
        let bits = self.bits(module, operand);
        Some(module.double_helper(helper, &[bits]))
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "no other name gives or takes an f64")]
    fn call(&mut self, module: &mut Module, builtin: Builtin, args: &[Handle<Node>]) -> Option<Handle<Node>> {
        match (builtin, args) {
            (Builtin::Abs, &[x]) => Some(self.sign(module, x, BinaryOp::And, 0x7fff_ffff)),
            (Builtin::Min, &[a, b]) => Some(self.bit_helper(module, DoubleHelper::Min, &[a, b])),
            (Builtin::Max, &[a, b]) => Some(self.bit_helper(module, DoubleHelper::Max, &[a, b])),
            (Builtin::Saturate, &[x]) => Some(self.bit_helper(module, DoubleHelper::Saturate, &[x])),
            (Builtin::Fma, &[x, y, z]) => {
                let product = self.arithmetic(module, BinaryOp::Multiply, x, y)?;
                self.arithmetic(module, BinaryOp::Add, product, z)
            }
            (Builtin::F64, &[x]) if self.forms.contains_key(&x) => Some(x),
            (Builtin::F64, &[hi]) => {
                let lo = module.float(0.0);
                let pair = module.compose(&[hi, lo]);
                Some(self.note(pair, Form::Pair))
            }
            (Builtin::F64FromParts, &[hi, lo]) => {
                let pair = module.compose(&[hi, lo]);
                Some(self.note(pair, Form::Pair))
            }
            (Builtin::F64Parts, &[x]) => {
                let pair = self.pair(module, x);
                Some(self.no_double(module, pair))
            }
            _ => None,
        }
    }

    fn bit_helper(&mut self, module: &mut Module, helper: DoubleHelper, args: &[Handle<Node>]) -> Handle<Node> {
        let args: Vec<Handle<Node>> = args.iter().map(|&arg| self.bits(module, arg)).collect();
        self.helper(module, helper, &args)
    }
}
