//! Expressions: operators with as few parentheses as readers need, swizzles, constructors, calls.

use std::fmt::Write as _;

use super::Writer;
use super::builtins;
use super::helpers::CHOOSE;
use super::types::{offset_width, type_name};
use crate::builtins::{Builtin, Piece};
use crate::ir::{
    BinaryOp, Callee, Element, Expr, Handle, Helper, Lanes, Literal, Node, Place, Scalar, SystemInput, Type, UnaryOp,
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
        let open = least > Tightness::Any && self.tightness(node) < least;
        if open {
            self.text.push("(");
        }
        self.node(node);
        if open {
            self.text.push(")");
        }
    }

    /// How tightly the text of a node binds.
    fn tightness(&self, node: &Node) -> Tightness {
        let scalar = node.ty.width == 1;
        match &node.expr {
            Expr::Literal(Literal([bits, ..])) if scalar => literal::tightness(node.ty.scalar, *bits),
            Expr::Unary(UnaryOp::Negate | UnaryOp::Not, _) => Tightness::Unary,
            Expr::Unary(UnaryOp::LogicalNot, operand) if scalar => {
                if self.bits_of_test(*operand).is_some() {
                    Tightness::Equality
                } else {
                    Tightness::Unary
                }
            }
            Expr::Unary(UnaryOp::Mask, _) if scalar => Tightness::Conditional,
            Expr::Unary(UnaryOp::Mask, _) => Tightness::Multiplicative,
            Expr::Unary(UnaryOp::AnyBit, _) if scalar => Tightness::Equality,
            Expr::Binary(op, left, _) => self.binary_tightness(*op, self.module.type_of(*left)),
            Expr::Select { condition, .. } => self.choice_tightness(*condition),
            Expr::Call { callee: Callee::Builtin(Builtin::Select), args, .. } => {
                args.last().map_or(Tightness::Primary, |&condition| self.choice_tightness(condition))
            }
            Expr::Literal(_)
            | Expr::Load { .. }
            | Expr::Input(_)
            | Expr::System(_)
            | Expr::Local(_)
            | Expr::Unary(UnaryOp::LogicalNot | UnaryOp::AnyBit, _)
            | Expr::Swizzle(..)
            | Expr::Compose(_)
            | Expr::Matrix(_)
            | Expr::Column(..)
            | Expr::Splat(_)
            | Expr::Bitcast(_)
            | Expr::Convert(_)
            | Expr::Call { .. }
            | Expr::Sampling(_)
            | Expr::Buffer(_)
            | Expr::MipCount(_)
            | Expr::BufferSize(_)
            | Expr::GroupMemory(_)
            | Expr::Texel(..)
            | Expr::TextureSize(_)
            | Expr::Atomic { .. }
            | Expr::Agreed(_) => Tightness::Primary,
        }
    }

    fn binary_tightness(&self, op: BinaryOp, operands: Type) -> Tightness {
        if op.compares() && operands.width > 1 {
            Tightness::Primary
        } else if op == BinaryOp::NotEqual && operands.scalar == Scalar::F32 {
            Tightness::Unary
        } else {
            operator(op, operands.scalar).tightness
        }
    }

    fn choice_tightness(&self, condition: Handle<Node>) -> Tightness {
        if self.module.type_of(condition).width == 1 { Tightness::Conditional } else { Tightness::Primary }
    }

    fn node(&mut self, node: &Node) {
        let names = self.names;
        match &node.expr {
            Expr::Literal(literal) => self.literal(*literal, node.ty),
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
            Expr::Unary(op, operand) => self.unary(*op, *operand),
            Expr::Binary(op, left, right) => self.binary(*op, *left, *right),
            Expr::Select { condition, accept, reject } => self.choice(*condition, *accept, *reject, node.ty),
            Expr::Swizzle(vector, lanes) => self.swizzle(*vector, *lanes, node.ty),
            Expr::Compose(parts) => {
                self.text.push(type_name(node.ty));
                self.arguments(parts.iter().copied());
            }
            Expr::Matrix(columns) => {
                let _ = write!(self.text, "mat{}x{}", columns.len(), node.ty.width);
                self.arguments(columns.iter().copied());
            }
            Expr::Column(matrix, number) => {
                self.expr(*matrix, Tightness::Primary);
                let _ = write!(self.text, "[{number}]");
            }
            Expr::Splat(inner) | Expr::Convert(inner) => {
                self.text.push(type_name(node.ty));
                self.arguments([*inner]);
            }
            Expr::Bitcast(inner) => {
                let from = self.module.type_of(*inner).scalar;
                self.text.push(bit_cast(from, node.ty.scalar).unwrap_or_else(|| type_name(node.ty)));
                self.arguments([*inner]);
            }
            Expr::Call { callee: Callee::Double(helper), args, .. } => {
                self.text.push(PREFIX);
                self.text.push(helper.name());
                self.arguments(args.iter().copied());
            }
            Expr::Call { callee: Callee::Helper(helper), args, .. } => self.helper(*helper, args),
            Expr::Call { callee: Callee::Builtin(builtin), args, offset } => {
                self.builtin(*builtin, args, *offset, node.ty);
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
    fn arguments(&mut self, args: impl IntoIterator<Item = Handle<Node>>) {
        for (index, arg) in args.into_iter().enumerate() {
            self.text.push(if index == 0 { "(" } else { ", " });
            self.expr(arg, Tightness::Any);
        }
        self.text.push(")");
    }

    /// The name of a bound value.
    pub(super) fn local(&mut self, index: usize) {
        self.text.push(LOCAL);
        self.text.decimal(u32::try_from(index).unwrap_or(u32::MAX));
    }

    /// Lanes that are all the same are written once.
    pub(super) fn literal(&mut self, Literal(bits): Literal, ty: Type) {
        let lanes = bits.get(..usize::from(ty.width)).unwrap_or(&bits);
        let [first, rest @ ..] = lanes else { return };
        if rest.is_empty() {
            literal::scalar(&mut self.text, ty.scalar, *first);
            return;
        }
        self.text.push(type_name(ty));
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
            self.text.push(type_name(ty.with_scalar(stored.scalar)));
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
            self.text.push(type_name(ty));
            self.arguments([vector]);
            return;
        }
        self.expr(vector, Tightness::Primary);
        self.text.lanes(lanes, inner.width);
    }

    fn unary(&mut self, op: UnaryOp, operand: Handle<Node>) {
        let ty = self.module.type_of(operand);
        let scalar = ty.width == 1;
        match op {
            UnaryOp::Negate | UnaryOp::Not => {
                self.text.push(if op == UnaryOp::Negate { "-" } else { "~" });
                self.expr(operand, Tightness::Primary);
            }
            UnaryOp::LogicalNot => match self.bits_of_test(operand) {
                Some(bits) => self.bit_test([" == ", "equal("], bits),
                None if scalar => {
                    self.text.push("!");
                    self.expr(operand, Tightness::Primary);
                }
                None => {
                    self.text.push("not");
                    self.arguments([operand]);
                }
            },
            UnaryOp::Mask if scalar => {
                self.expr(operand, Tightness::LogicalOr);
                self.text.push(" ? 0xffffffffu : 0u");
            }
            UnaryOp::Mask => {
                self.text.push(type_name(ty.with_scalar(Scalar::U32)));
                self.arguments([operand]);
                self.text.push(" * 0xffffffffu");
            }
            UnaryOp::AnyBit => self.bit_test([" != ", "notEqual("], operand),
        }
    }

    /// What a truth value tests for any bit, if it does.
    fn bits_of_test(&self, truth: Handle<Node>) -> Option<Handle<Node>> {
        if let Expr::Unary(UnaryOp::AnyBit, bits) = self.module.exprs[truth].expr { Some(bits) } else { None }
    }

    /// Compares with zero: a scalar by an operator, a vector by a function.
    fn bit_test(&mut self, [sign, function]: [&str; 2], bits: Handle<Node>) {
        let ty = self.module.type_of(bits);
        if ty.width == 1 {
            self.expr(bits, Tightness::Additive);
            self.text.push(sign);
            self.literal(Literal([0; 4]), ty);
        } else {
            self.text.push(function);
            self.expr(bits, Tightness::Any);
            self.text.push(", ");
            self.literal(Literal([0; 4]), ty);
            self.text.push(")");
        }
    }

    fn binary(&mut self, op: BinaryOp, left: Handle<Node>, right: Handle<Node>) {
        let ty = self.module.type_of(left);
        // NotEqual is true with NaN: drivers are known to take `!=` for "ordered and unequal".
        let negated = op == BinaryOp::NotEqual && ty.scalar == Scalar::F32;
        let op = if negated { BinaryOp::Equal } else { op };
        if let Some(function) = comparison(op)
            && ty.width > 1
        {
            self.text.push(if negated { "not(" } else { "" });
            self.text.push(function);
            self.arguments([left, right]);
            self.text.push(if negated { ")" } else { "" });
            return;
        }
        self.text.push(if negated { "!(" } else { "" });
        let &Operator { sign, operands: [at_left, at_right], .. } = operator(op, ty.scalar);
        // One operand of a vector operator may be the scalar that all lanes share.
        let right_shared = ty.width > 1 && shared_lane(self.module, right).is_some();
        let left_shared = ty.width > 1 && !right_shared && !matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
        self.operand(op, left, at_left, left_shared);
        self.text.part(sign);
        self.operand(op, right, at_right, right_shared);
        self.text.push(if negated { ")" } else { "" });
    }

    /// An operand of `op`; where `shared`, a vector whose lanes are all one scalar is written as that scalar.
    fn operand(&mut self, op: BinaryOp, operand: Handle<Node>, least: Tightness, shared: bool) {
        let associative = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        match if shared { shared_lane(self.module, operand) } else { None } {
            Some(Shared::Scalar(scalar)) => self.expr(scalar, least),
            Some(Shared::Literal(bits, scalar)) => literal::scalar(&mut self.text, scalar, bits),
            None => {
                let same = matches!(self.module.exprs[operand].expr, Expr::Binary(inner, ..) if inner == op);
                self.expr(operand, if associative && same { Tightness::Any } else { least });
            }
        }
    }

    fn choice(&mut self, condition: Handle<Node>, accept: Handle<Node>, reject: Handle<Node>, ty: Type) {
        if self.module.type_of(condition).width == 1 {
            self.expr(condition, Tightness::LogicalOr);
            self.text.push(" ? ");
            self.expr(accept, Tightness::LogicalOr);
            self.text.push(" : ");
            self.expr(reject, Tightness::LogicalOr);
        } else if ty.scalar == Scalar::F32 {
            self.text.push("mix");
            self.arguments([reject, accept, condition]);
        } else {
            self.text.push(PREFIX);
            self.text.push(CHOOSE);
            self.arguments([condition, accept, reject]);
        }
    }

    fn helper(&mut self, helper: Helper, args: &[Handle<Node>]) {
        self.text.push(PREFIX);
        self.text.push(helper.name());
        self.arguments(args.iter().copied());
    }

    fn builtin(&mut self, builtin: Builtin, args: &[Handle<Node>], offset: Option<TexelOffset>, ty: Type) {
        if let (Builtin::Select, &[reject, accept, condition]) = (builtin, args) {
            self.choice(condition, accept, reject, ty);
            return;
        }
        let Ok(call) = builtins::resolve(self.module, builtin, args, offset) else { return };
        let least = if call.form.atom_args { Tightness::Primary } else { Tightness::Any };
        for piece in call.form.pieces {
            match piece {
                Piece::Text(part) => self.text.push(part),
                Piece::Arg(position) => {
                    if let Some(&arg) = args.get(call.argument(usize::from(*position))) {
                        self.expr(arg, least);
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
