//! Expressions: operators with as few parentheses as readers need, swizzles, constructors, calls.

use std::fmt::Write as _;

use super::Writer;
use super::builtins;
use super::helpers::CHOOSE;
use super::types::{offset_width, type_name, type_part};
use crate::builtins::{Builtin, Piece};
use crate::ir::{
    BinaryOp, Callee, Element, Expr, Handle, Lanes, Literal, Node, Place, Scalar, SystemInput, Type, UnaryOp,
};
use crate::program::TexelOffset;
use crate::write::helpers::PREFIX;
use crate::write::literal;
use crate::write::names::{FRAG_COORD, LOCAL};
use crate::write::operator::{Operator, Shared, operator, shared_lane};
use crate::write::text::Tightness;

/// Function that compares vectors lane by lane; none for what is no comparison.
const fn comparison(op: BinaryOp) -> Option<&'static str> {
    match op {
        BinaryOp::Less => Some("lessThan"),
        BinaryOp::GreaterEqual => Some("greaterThanEqual"),
        BinaryOp::Equal => Some("equal"),
        BinaryOp::NotEqual => Some("notEqual"),
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight => None,
    }
}

/// Function that reads bits as another scalar; none between integers, whose constructors keep them.
const fn bit_cast(from: Scalar, to: Scalar) -> Option<&'static str> {
    match (from, to) {
        (Scalar::F32, Scalar::I32) => Some("floatBitsToInt"),
        (Scalar::F32, Scalar::U32) => Some("floatBitsToUint"),
        (Scalar::I32, Scalar::F32) => Some("intBitsToFloat"),
        (Scalar::U32, Scalar::F32) => Some("uintBitsToFloat"),
        _ => None,
    }
}

impl Writer<'_> {
    /// Writes an expression in a place that needs it at least so tight.
    pub(super) fn expr(&mut self, expr: Handle<Node>, least: Tightness) {
        let node = &self.module.exprs[expr];
        let names = self.names;
        match &node.expr {
            Expr::Literal(literal) => self.literal_within(least, *literal, node.ty),
            Expr::Load { place, element, lanes } => self.load(*place, *element, *lanes, node.ty),
            Expr::Input(input) if self.module.inputs[*input].missing => self.literal(Literal([0; 4]), node.ty),
            Expr::Input(input) => self.text.name(names.spelled_input(*input)),
            Expr::System(system) => self.text.push(self.dialect.system(*system).unwrap_or(match system {
                SystemInput::VertexId => "gl_VertexID",
                SystemInput::InstanceId => "gl_InstanceID",
                SystemInput::FragCoord => FRAG_COORD,
                SystemInput::ReciprocalW => "gl_FragCoord.w",
                SystemInput::FrontFacing => "gl_FrontFacing",
                // With an extension of ES 3.20; the lowering refuses it.
                SystemInput::SampleIndex => "gl_SampleID",
                // There are no compute shaders; the lowering refuses them.
                SystemInput::Thread
                | SystemInput::Group
                | SystemInput::ThreadInGroup
                | SystemInput::ThreadInGroupFlattened => "",
            })),
            Expr::Local(local) => self.local(local.index()),
            Expr::Unary(op, operand) => self.unary(least, *op, *operand),
            Expr::Binary(op, left, right) => self.binary(least, *op, *left, *right),
            Expr::Select { condition, accept, reject } => self.choice(least, *condition, *accept, *reject, node.ty),
            Expr::Swizzle(vector, lanes) => self.swizzle(*vector, *lanes, node.ty),
            Expr::Compose(parts) => {
                self.text.part(type_part(node.ty));
                self.arguments(parts);
            }
            Expr::Matrix(columns) => {
                let _ = write!(self.text, "mat{}x{}", columns.len(), node.ty.width);
                self.arguments(columns);
            }
            Expr::Column(matrix, number) => {
                self.expr(*matrix, Tightness::Primary);
                let _ = write!(self.text, "[{number}]");
            }
            Expr::Splat(inner) | Expr::Convert(inner) => {
                self.text.part(type_part(node.ty));
                self.arguments(&[*inner]);
            }
            Expr::Bitcast(inner) => {
                let from = self.module.type_of(*inner).scalar;
                self.text.push(bit_cast(from, node.ty.scalar).unwrap_or_else(|| type_name(node.ty)));
                self.arguments(&[*inner]);
            }
            Expr::Call { callee: Callee::Double(helper), args, .. } => {
                self.text.push(PREFIX);
                self.text.push(helper.name());
                self.arguments(args);
            }
            Expr::Call { callee: Callee::Helper(helper), args, .. } => {
                self.text.push(PREFIX);
                self.text.push(helper.name());
                self.arguments(args);
            }
            Expr::Call { callee: Callee::Builtin(builtin), args, offset } => {
                self.builtin(least, *builtin, args, *offset, node.ty);
            }
            Expr::Sampling(sampling) => self.sampling(*sampling),
            Expr::Buffer(buffer) => self.text.push(names.buffer(*buffer)),
            Expr::MipCount(texture) => self.text.push(names.mip_count(*texture)),
            Expr::BufferSize(buffer) => self.text.push(names.buffer_size(*buffer)),
            // The examination refuses shared memory.
            Expr::GroupMemory(_) | Expr::Texel(..) | Expr::TextureSize(_) | Expr::Atomic { .. } | Expr::Agreed(_) => {}
        }
    }

    /// `(a, b)`.
    fn arguments(&mut self, args: &[Handle<Node>]) {
        self.text.push("(");
        if let [first, rest @ ..] = args {
            self.expr(*first, Tightness::Any);
            for arg in rest {
                self.text.push(", ");
                self.expr(*arg, Tightness::Any);
            }
        }
        self.text.push(")");
    }

    /// The name of a bound value.
    pub(super) fn local(&mut self, index: usize) {
        self.text.push(LOCAL);
        self.text.decimal(u32::try_from(index).unwrap_or(u32::MAX));
    }

    /// A literal; a scalar may be negative, which binds as a negation.
    fn literal_within(&mut self, least: Tightness, literal: Literal, ty: Type) {
        let Literal([bits, ..]) = literal;
        let own = if ty.width == 1 { literal::tightness(ty.scalar, bits) } else { Tightness::Primary };
        let parentheses = self.text.open(least, own);
        self.literal(literal, ty);
        self.text.close(parentheses);
    }

    /// Lanes that are all the same are written once.
    pub(super) fn literal(&mut self, Literal(bits): Literal, ty: Type) {
        let lanes = bits.get(..usize::from(ty.width)).unwrap_or(&bits);
        let [first, rest @ ..] = lanes else { return };
        if rest.is_empty() {
            literal::scalar(&mut self.text, ty.scalar, *first);
            return;
        }
        self.text.part(type_part(ty));
        self.text.push("(");
        literal::scalar(&mut self.text, ty.scalar, *first);
        if rest.iter().any(|lane| lane != first) {
            for lane in rest {
                self.text.push(", ");
                literal::scalar(&mut self.text, ty.scalar, *lane);
            }
        }
        self.text.push(")");
    }

    fn load(&mut self, place: Place, element: Option<Element>, lanes: Lanes, ty: Type) {
        let (names, module) = (self.names, self.module);
        let stored = match place {
            Place::Variable(variable) => {
                let storage = &module.variables[variable];
                Type::new(storage.scalar.unwrap_or(ty.scalar), storage.width)
            }
            Place::ConstantBuffer(_) | Place::ImmediateConstants => Type::new(Scalar::F32, 4),
        };
        let cast = bit_cast(stored.scalar, ty.scalar);
        if let Some(cast) = cast {
            self.text.push(cast);
            self.text.push("(");
        }
        // A scalar has no lanes to pick.
        let widened = stored.width == 1 && ty.width > 1;
        if widened {
            self.text.part(type_part(ty.with_scalar(stored.scalar)));
            self.text.push("(");
        }
        match place {
            Place::Variable(variable) => self.text.name(names.spelled_variable(variable)),
            Place::ConstantBuffer(buffer) => {
                self.text.name(names.spelled_instance(buffer));
                self.text.push(".data");
            }
            Place::ImmediateConstants => self.text.push(names.immediate_constants()),
        }
        if let Some(element) = element {
            self.element(element);
        }
        self.text.lanes(lanes, stored.width);
        if widened {
            self.text.push(")");
        }
        if cast.is_some() {
            self.text.push(")");
        }
    }

    /// `[3]` or `[r0u.x + 1u]`.
    pub(super) fn element(&mut self, element: Element) {
        self.text.push("[");
        match element {
            Element::Known(number) => self.text.decimal(number),
            Element::Value(value) => self.expr(value, Tightness::Any),
        }
        self.text.push("]");
    }

    fn swizzle(&mut self, vector: Handle<Node>, lanes: Lanes, ty: Type) {
        let inner = self.module.type_of(vector);
        if inner.width == 1 && ty.width > 1 {
            self.text.part(type_part(ty));
            self.arguments(&[vector]);
            return;
        }
        self.expr(vector, Tightness::Primary);
        self.text.lanes(lanes, inner.width);
    }

    fn unary(&mut self, least: Tightness, op: UnaryOp, operand: Handle<Node>) {
        let ty = self.module.type_of(operand);
        match (op, ty.width) {
            (UnaryOp::Negate, _) => self.sign(least, "-", operand),
            (UnaryOp::Not, _) => self.sign(least, "~", operand),
            (UnaryOp::LogicalNot, width) => match self.bits_of_test(operand) {
                Some(bits) => self.bit_test(least, [" == ", "equal("], bits),
                None if width == 1 => self.sign(least, "!", operand),
                None => {
                    self.text.push("not");
                    self.arguments(&[operand]);
                }
            },
            (UnaryOp::Mask, 1) => {
                let parentheses = self.text.open(least, Tightness::Conditional);
                self.expr(operand, Tightness::LogicalOr);
                self.text.push(" ? 0xffffffffu : 0u");
                self.text.close(parentheses);
            }
            (UnaryOp::Mask, _) => {
                let parentheses = self.text.open(least, Tightness::Multiplicative);
                self.text.part(type_part(ty.with_scalar(Scalar::U32)));
                self.arguments(&[operand]);
                self.text.push(" * 0xffffffffu");
                self.text.close(parentheses);
            }
            (UnaryOp::AnyBit, _) => self.bit_test(least, [" != ", "notEqual("], operand),
        }
    }

    /// An operator before its operand.
    fn sign(&mut self, least: Tightness, sign: &str, operand: Handle<Node>) {
        let parentheses = self.text.open(least, Tightness::Unary);
        self.text.push(sign);
        self.expr(operand, Tightness::Primary);
        self.text.close(parentheses);
    }

    /// What a truth value tests for any bit, if it does.
    fn bits_of_test(&self, truth: Handle<Node>) -> Option<Handle<Node>> {
        if let Expr::Unary(UnaryOp::AnyBit, bits) = self.module.exprs[truth].expr { Some(bits) } else { None }
    }

    /// Compares with zero: a scalar by an operator, a vector by a function.
    fn bit_test(&mut self, least: Tightness, [sign, function]: [&str; 2], bits: Handle<Node>) {
        let ty = self.module.type_of(bits);
        if ty.width == 1 {
            let parentheses = self.text.open(least, Tightness::Equality);
            self.expr(bits, Tightness::Additive);
            self.text.push(sign);
            self.literal(Literal([0; 4]), ty);
            self.text.close(parentheses);
        } else {
            self.text.push(function);
            self.expr(bits, Tightness::Any);
            self.text.push(", ");
            self.literal(Literal([0; 4]), ty);
            self.text.push(")");
        }
    }

    fn binary(&mut self, least: Tightness, op: BinaryOp, left: Handle<Node>, right: Handle<Node>) {
        let ty = self.module.type_of(left);
        // NotEqual is true with NaN: drivers are known to take `!=` for "ordered and unequal".
        let negated = op == BinaryOp::NotEqual && ty.scalar == Scalar::F32;
        let op = if negated { BinaryOp::Equal } else { op };
        if let Some(function) = comparison(op)
            && ty.width > 1
        {
            self.text.push(if negated { "not(" } else { "" });
            self.text.push(function);
            self.arguments(&[left, right]);
            self.text.push(if negated { ")" } else { "" });
            return;
        }
        let operator = operator(op, ty.scalar);
        let parentheses =
            if negated { self.text.open_negation(least) } else { self.text.open(least, operator.tightness) };
        self.operation(operator, op, left, right, ty);
        self.text.close(parentheses);
    }

    /// `a + b`, where `a` is of type `ty`. One operand of a vector operator may be the scalar that all lanes share.
    fn operation(&mut self, operator: &Operator, op: BinaryOp, left: Handle<Node>, right: Handle<Node>, ty: Type) {
        let [at_left, at_right] = operator.operands;
        let shared = |operand| if ty.width > 1 { shared_lane(self.module, operand) } else { None };
        let shared_right = shared(right);
        let is_shift = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
        let shared_left = if is_shift || shared_right.is_some() { None } else { shared(left) };
        self.operand(op, left, at_left, shared_left);
        self.text.part(operator.sign);
        self.operand(op, right, at_right, shared_right);
    }

    /// An operand of `op`; a vector whose lanes are all one scalar is written as that scalar.
    fn operand(&mut self, op: BinaryOp, operand: Handle<Node>, least: Tightness, shared: Option<Shared>) {
        match shared {
            Some(Shared::Scalar(scalar)) => self.expr(scalar, least),
            Some(Shared::Literal(bits, scalar)) => literal::scalar(&mut self.text, scalar, bits),
            None => {
                let chain = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
                    && matches!(self.module.exprs[operand].expr, Expr::Binary(inner, ..) if inner == op);
                self.expr(operand, if chain { Tightness::Any } else { least });
            }
        }
    }

    fn choice(
        &mut self,
        least: Tightness,
        condition: Handle<Node>,
        accept: Handle<Node>,
        reject: Handle<Node>,
        ty: Type,
    ) {
        if self.module.type_of(condition).width == 1 {
            let parentheses = self.text.open(least, Tightness::Conditional);
            self.expr(condition, Tightness::LogicalOr);
            self.text.push(" ? ");
            self.expr(accept, Tightness::LogicalOr);
            self.text.push(" : ");
            self.expr(reject, Tightness::LogicalOr);
            self.text.close(parentheses);
        } else if ty.scalar == Scalar::F32 {
            self.text.push("mix");
            self.arguments(&[reject, accept, condition]);
        } else {
            self.text.push(PREFIX);
            self.text.push(CHOOSE);
            self.arguments(&[condition, accept, reject]);
        }
    }

    fn builtin(
        &mut self,
        least: Tightness,
        builtin: Builtin,
        args: &[Handle<Node>],
        offset: Option<TexelOffset>,
        ty: Type,
    ) {
        if let (Builtin::Select, &[reject, accept, condition]) = (builtin, args) {
            self.choice(least, condition, accept, reject, ty);
            return;
        }
        let Ok(call) = builtins::resolve(self.module, builtin, args, offset) else { return };
        let at_argument = if call.form.atom_args { Tightness::Primary } else { Tightness::Any };
        for piece in call.form.pieces {
            match piece {
                Piece::Text(part) => self.text.push(part),
                Piece::Arg(position) => {
                    if let Some(&arg) = args.get(call.argument(usize::from(*position))) {
                        self.expr(arg, at_argument);
                    }
                }
                Piece::Offset => self.texel_offset(args, offset.unwrap_or_default()),
            }
        }
    }

    fn texel_offset(&mut self, args: &[Handle<Node>], TexelOffset { u, v, w }: TexelOffset) {
        let sampling = args.first().map(|&texture| &self.module.exprs[texture].expr);
        let Some(Expr::Sampling(sampling)) = sampling else { return };
        let _ = match offset_width(self.module, &self.module.samplings[*sampling]) {
            3 => write!(self.text, "ivec3({u}, {v}, {w})"),
            _ => write!(self.text, "ivec2({u}, {v})"),
        };
    }
}

/// Opens what reads bits as another scalar: `floatBitsToUint(`; nothing if they are the same.
pub(super) fn cast_name(from: Scalar, to: Scalar, to_type: Type) -> Option<&'static str> {
    if from == to { None } else { Some(bit_cast(from, to).unwrap_or_else(|| type_name(to_type.with_scalar(to)))) }
}
