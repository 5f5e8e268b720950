//! Expressions: operators with as few parentheses as readers and the grammar need, swizzles, constructors, calls.

use std::fmt::Write as _;

use super::Writer;
use super::builtins::{self, Call};
use super::interface::{system, system_cast};
use super::keywords::INPUT;
use super::literal;
use super::resources::measures_depth;
use super::types::{offset_width, type_name, type_part};
use crate::builtins::{Builtin, Form, Kind, Piece};
use crate::ir::{
    BinaryOp, Buffer, BufferKind, Callee, Element, Expr, Handle, Helper, Lanes, Literal, Memory, Node, Place, Scalar,
    SystemInput, Type, UnaryOp,
};
use crate::program::TexelOffset;
use crate::write::examine::TexelUse;
use crate::write::examine::call::real_offset;
use crate::write::helpers::PREFIX;
use crate::write::literal::tightness;
use crate::write::names::{FRAG_COORD, LOCAL};
use crate::write::operator::{Operator, Shared, operator, shared_lane};
use crate::write::text::Tightness;

/// The operator that WGSL has: truth values that differ are unequal.
const fn spelled(op: BinaryOp, scalar: Scalar) -> BinaryOp {
    match (op, scalar) {
        (BinaryOp::Xor, Scalar::Bool) => BinaryOp::NotEqual,
        (op, _) => op,
    }
}

impl Writer<'_> {
    /// Writes an expression in a place that needs it at least so tight.
    pub(super) fn expr(&mut self, expr: Handle<Node>, least: Tightness) {
        let node = &self.module.exprs[expr];
        let outer = self.hidden;
        self.hidden = outer || is_operation(&node.expr) && self.is_constant(expr);
        self.node(node, least);
        self.hidden = outer;
    }

    /// Whether the value is made of literals alone.
    fn is_constant(&self, expr: Handle<Node>) -> bool {
        let node = &self.module.exprs[expr].expr;
        if matches!(node, Expr::Literal(_)) {
            return true;
        }
        if !is_operation(node) && !is_moved(node) {
            return false;
        }
        let mut constant = true;
        node.for_each_operand(|operand| constant = constant && self.is_constant(operand));
        constant
    }

    fn node(&mut self, node: &Node, least: Tightness) {
        let names = self.names;
        match &node.expr {
            Expr::Literal(literal) => self.literal_within(least, *literal, node.ty),
            Expr::Load { place, element, lanes } => self.load(*place, *element, *lanes, node.ty),
            Expr::Input(input) if self.module.inputs[*input].missing => self.literal(Literal([0; 4]), node.ty),
            Expr::Input(input) => {
                for part in [INPUT, "."] {
                    self.text.push(part);
                }
                self.text.name(names.spelled_input(*input));
            }
            Expr::System(system) => self.system(*system),
            Expr::Local(local) => self.local(local.index()),
            Expr::Unary(op, operand) => self.unary(least, *op, *operand),
            Expr::Binary(op, left, right) => self.binary(least, *op, *left, *right),
            Expr::Select { condition, accept, reject } => self.choice(*condition, *accept, *reject),
            Expr::Swizzle(vector, lanes) => self.swizzle(*vector, *lanes, node.ty),
            Expr::Compose(parts) => {
                self.text.part(type_part(node.ty));
                self.arguments(parts);
            }
            Expr::Matrix(columns) => {
                let _ = write!(self.text, "mat{}x{}f", columns.len(), node.ty.width);
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
            Expr::Bitcast(inner) => self.bitcast(*inner, node.ty),
            Expr::Call { callee: Callee::Double(helper), args, .. } => {
                self.text.push(PREFIX);
                self.text.push(helper.name());
                self.arguments(args);
            }
            Expr::Call { callee: Callee::Helper(helper), args, .. } => self.helper(*helper, args, node.ty.width),
            Expr::Call { callee: Callee::Builtin(builtin), args, offset } => self.builtin(*builtin, args, *offset),
            Expr::Sampling(sampling) => {
                let sampling = &self.module.samplings[*sampling];
                self.text.push(names.texture(sampling.texture, sampling.reading.is_of_depths()));
            }
            Expr::Buffer(buffer) => self.text.push(names.buffer(*buffer)),
            Expr::GroupMemory(memory) => self.text.push(names.group_memory(*memory)),
            Expr::Texel(texture, coordinates) => self.texel(*texture, TexelUse::Load, &[*coordinates]),
            Expr::TextureSize(texture) => self.texture_size(*texture),
            Expr::Atomic { op, memory, args } => self.atomic(*op, *memory, args),
            Expr::Agreed(value) => {
                let (_, thread, _) = system(SystemInput::ThreadInGroupFlattened);
                let _ = write!(self.text, "{PREFIX}agreed({INPUT}.{thread}, ");
                self.argument(*value);
                self.text.push(")");
            }
            Expr::MipCount(texture) => {
                let name = names.texture(*texture, measures_depth(self.module, self.uses, *texture));
                let _ = write!(self.text, "textureNumLevels({name})");
            }
            Expr::BufferSize(buffer) => self.buffer_size(least, *buffer),
        }
    }

    fn buffer_size(&mut self, least: Tightness, buffer: Handle<Buffer>) {
        let unit = self.words_per_unit(buffer);
        let own = if let Unit::Words(1) = unit { Tightness::Primary } else { Tightness::Multiplicative };
        let parentheses = self.text.open(least, own);
        let _ = write!(self.text, "arrayLength(&{})", self.names.buffer(buffer));
        let _ = match unit {
            Unit::Bytes => write!(self.text, " * 4u"),
            Unit::Words(1) => Ok(()),
            Unit::Words(words) => write!(self.text, " / {words}u"),
        };
        self.text.close(parentheses);
    }

    /// What the size of a buffer counts.
    fn words_per_unit(&self, buffer: Handle<Buffer>) -> Unit {
        match self.module.buffers[buffer].kind {
            BufferKind::Raw => Unit::Bytes,
            BufferKind::Structured { stride } => Unit::Words((stride / 4).max(1)),
            BufferKind::Typed { .. } => Unit::Words(4),
            BufferKind::Lanes { .. } => Unit::Words(1),
        }
    }

    fn system(&mut self, input: SystemInput) {
        if input == SystemInput::FragCoord {
            return self.text.push(FRAG_COORD);
        }
        let (_, name, _) = system(input);
        let lane = if input == SystemInput::ReciprocalW { ".w" } else { "" };
        let cast = system_cast(input).map(type_name);
        let _ = match cast {
            Some(ty) => write!(self.text, "{ty}({INPUT}.{name})"),
            None => write!(self.text, "{INPUT}.{name}{lane}"),
        };
    }

    /// `(a, b)`. A comparison among several arguments stands in parentheses: `a < b, c >= d` would be read as `a` of
    /// the template arguments `b` and `c`.
    pub(super) fn arguments(&mut self, args: &[Handle<Node>]) {
        self.text.push("(");
        if let [first, rest @ ..] = args {
            self.argument(*first);
            for arg in rest {
                self.text.push(", ");
                self.argument(*arg);
            }
        }
        self.text.push(")");
    }

    fn argument(&mut self, arg: Handle<Node>) {
        let truth = self.module.type_of(arg).scalar == Scalar::Bool;
        self.expr(arg, if truth { Tightness::Unary } else { Tightness::Any });
    }

    /// The name of a bound value.
    pub(super) fn local(&mut self, index: usize) {
        self.text.push(LOCAL);
        self.text.decimal(u32::try_from(index).unwrap_or(u32::MAX));
    }

    /// One literal lane.
    fn scalar(&mut self, scalar: Scalar, bits: u32) {
        let calls = literal::scalar(&mut self.text, scalar, bits, self.hidden);
        self.calls.extend(calls);
    }

    /// A literal; a scalar may be negative, which binds as a negation, unless a call hides it.
    fn literal_within(&mut self, least: Tightness, literal: Literal, ty: Type) {
        let Literal([bits, ..]) = literal;
        let bare = ty.width == 1 && !self.hidden;
        let own = if bare { tightness(ty.scalar, bits) } else { Tightness::Primary };
        let parentheses = self.text.open(least, own);
        self.literal(literal, ty);
        self.text.close(parentheses);
    }

    /// Lanes that are all the same are written once.
    pub(super) fn literal(&mut self, Literal(bits): Literal, ty: Type) {
        let lanes = bits.get(..usize::from(ty.width)).unwrap_or(&bits);
        let [first, rest @ ..] = lanes else { return };
        if rest.is_empty() {
            return self.scalar(ty.scalar, *first);
        }
        self.text.part(type_part(ty));
        self.text.push("(");
        self.scalar(ty.scalar, *first);
        if rest.iter().any(|lane| lane != first) {
            for lane in rest {
                self.text.push(", ");
                self.scalar(ty.scalar, *lane);
            }
        }
        self.text.push(")");
    }

    fn bitcast(&mut self, inner: Handle<Node>, ty: Type) {
        // Immediate constants may stand as integers: then no cast goes by way of a float.
        if let Expr::Load { place: Place::ImmediateConstants, element, lanes } = &self.module.exprs[inner].expr {
            return self.load(Place::ImmediateConstants, *element, *lanes, ty);
        }
        let from = self.module.type_of(inner);
        if !self.cast(from, ty.scalar) {
            self.text.part(type_part(ty));
            self.text.push("(");
        }
        self.argument(inner);
        self.text.push(")");
    }

    /// Opens what reads the lanes of a type as another scalar; false where they are of it, which needs nothing.
    /// Constructors keep the bits of integers.
    pub(super) fn cast(&mut self, from: Type, to: Scalar) -> bool {
        if from.scalar == to {
            return false;
        }
        let name = type_part(from.with_scalar(to));
        if from.scalar == Scalar::F32 || to == Scalar::F32 {
            self.text.push("bitcast<");
            self.text.part(name);
            self.text.push(">(");
        } else {
            self.text.part(name);
            self.text.push("(");
        }
        true
    }

    fn load(&mut self, place: Place, element: Option<Element>, lanes: Lanes, ty: Type) {
        let (names, module) = (self.names, self.module);
        let stored = match place {
            Place::Variable(variable) => {
                let storage = &module.variables[variable];
                Type::new(storage.scalar.unwrap_or(ty.scalar), storage.width)
            }
            Place::ConstantBuffer(_) => Type::new(Scalar::F32, 4),
            Place::ImmediateConstants => Type::new(self.constants, 4),
        };
        let is_cast = self.cast(ty.with_scalar(stored.scalar), ty.scalar);
        // A scalar has no lanes to pick.
        let widened = stored.width == 1 && ty.width > 1;
        if widened {
            self.text.part(type_part(ty.with_scalar(stored.scalar)));
            self.text.push("(");
        }
        match place {
            Place::Variable(variable) => self.text.name(names.spelled_variable(variable)),
            Place::ConstantBuffer(buffer) => self.text.name(names.spelled_instance(buffer)),
            Place::ImmediateConstants => self.text.push(names.immediate_constants()),
        }
        if let Some(element) = element {
            self.element(element);
        }
        self.text.lanes(lanes, stored.width);
        if widened {
            self.text.push(")");
        }
        if is_cast {
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
        match op {
            UnaryOp::Negate => self.sign(least, "-", operand),
            UnaryOp::Not => self.sign(least, "~", operand),
            UnaryOp::LogicalNot => match self.bits_of_test(operand) {
                Some(bits) => self.bit_test(least, " == ", bits),
                None => self.sign(least, "!", operand),
            },
            UnaryOp::Mask => {
                let mask = ty.with_scalar(Scalar::U32);
                self.text.push("select(");
                self.literal(Literal([0; 4]), mask);
                self.text.push(", ");
                self.literal(Literal([u32::MAX; 4]), mask);
                self.text.push(", ");
                self.expr(operand, Tightness::Any);
                self.text.push(")");
            }
            UnaryOp::AnyBit => self.bit_test(least, " != ", operand),
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

    /// Compares with zero, lane by lane.
    fn bit_test(&mut self, least: Tightness, sign: &str, bits: Handle<Node>) {
        let ty = self.module.type_of(bits);
        let parentheses = self.text.open(least, Tightness::Equality);
        self.expr(bits, Tightness::Additive);
        self.text.push(sign);
        self.literal(Literal([0; 4]), ty);
        self.text.close(parentheses);
    }

    fn binary(&mut self, least: Tightness, op: BinaryOp, left: Handle<Node>, right: Handle<Node>) {
        let ty = self.module.type_of(left);
        let op = spelled(op, ty.scalar);
        // NotEqual is true with NaN: compilers are known to take `!=` for "ordered and unequal".
        let negated = op == BinaryOp::NotEqual && ty.scalar == Scalar::F32;
        let op = if negated { BinaryOp::Equal } else { op };
        let operator = operator(op, ty.scalar);
        let parentheses =
            if negated { self.text.open_negation(least) } else { self.text.open(least, operator.tightness) };
        self.operation(operator, op, left, right, ty);
        self.text.close(parentheses);
    }

    /// `a + b`, where `a` is of type `ty`. One operand of vector arithmetic may be the scalar that all lanes share.
    fn operation(&mut self, operator: &Operator, op: BinaryOp, left: Handle<Node>, right: Handle<Node>, ty: Type) {
        let [at_left, at_right] = operator.operands;
        let arithmetic =
            matches!(op, BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide) && ty.width > 1;
        let shared = |operand| if arithmetic { shared_lane(self.module, operand) } else { None };
        let shared_right = shared(right);
        let shared_left = if shared_right.is_some() { None } else { shared(left) };
        self.operand(op, left, at_left, shared_left, ty.width);
        self.text.part(operator.sign);
        self.operand(op, right, at_right, shared_right, ty.width);
    }

    /// An operand of `op` of vectors of `width`; a vector whose lanes are all one scalar is written as that scalar.
    fn operand(&mut self, op: BinaryOp, operand: Handle<Node>, least: Tightness, shared: Option<Shared>, width: u8) {
        let ty = self.module.type_of(operand);
        match shared {
            Some(Shared::Scalar(scalar)) => self.expr(scalar, least),
            // The parentheses keep a negative number from standing behind a minus.
            Some(Shared::Literal(bits, scalar)) => {
                let own = if self.hidden { Tightness::Primary } else { tightness(scalar, bits) };
                let parentheses = self.text.open(least, own);
                self.scalar(scalar, bits);
                self.text.close(parentheses);
            }
            // All lanes are shifted by one count.
            None if ty.width < width => {
                self.text.part(type_part(Type::new(ty.scalar, width)));
                self.arguments(&[operand]);
            }
            None => {
                let chain = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
                    && matches!(self.module.exprs[operand].expr, Expr::Binary(inner, ..) if inner == op);
                self.expr(operand, if chain { Tightness::Any } else { least });
            }
        }
    }

    fn choice(&mut self, condition: Handle<Node>, accept: Handle<Node>, reject: Handle<Node>) {
        self.text.push("select");
        self.arguments(&[reject, accept, condition]);
    }

    fn helper(&mut self, helper: Helper, args: &[Handle<Node>], width: u8) {
        self.text.push(PREFIX);
        self.text.push(helper.name());
        if width > 1 {
            self.text.decimal(width.into());
        }
        self.arguments(args);
    }

    fn builtin(&mut self, builtin: Builtin, args: &[Handle<Node>], offset: Option<TexelOffset>) {
        let form = match builtins::resolve(self.module, builtin, args, offset) {
            Ok(Call::Form(form)) => form,
            Ok(Call::Word) => return self.word(args),
            Err(_) => return,
        };
        match real_offset(offset) {
            None => form.pieces.iter().for_each(|piece| self.piece(*piece, builtin, form, args, None)),
            offset => form.with_offset().for_each(|piece| self.piece(piece, builtin, form, args, offset)),
        }
    }

    /// A piece of a call.
    fn piece(
        &mut self,
        piece: Piece,
        builtin: Builtin,
        form: &Form,
        args: &[Handle<Node>],
        offset: Option<TexelOffset>,
    ) {
        match piece {
            Piece::Text(part) => self.text.push(part),
            Piece::Arg(position) => {
                let position = usize::from(position);
                let Some(&arg) = args.get(position) else { return };
                match builtin.row().args.get(position).map(|arg| arg.kind) {
                    Some(Kind::Sampler | Kind::ComparisonSampler) => self.sampler(arg),
                    _ if form.atom_args => self.expr(arg, Tightness::Primary),
                    _ => self.argument(arg),
                }
            }
            Piece::Offset => self.texel_offset(args, offset.unwrap_or_default()),
        }
    }

    /// The sampler of a texture with its sampler.
    fn sampler(&mut self, arg: Handle<Node>) {
        let Expr::Sampling(sampling) = self.module.exprs[arg].expr else { return };
        let sampling = &self.module.samplings[sampling];
        if let Some(sampler) = sampling.sampler {
            self.text.push(self.names.sampler(sampler, sampling.reading.compares()));
        }
    }

    /// `t0_word(4u)`.
    #[allow(clippy::wildcard_enum_match_arm, reason = "words are read from nothing else")]
    fn word(&mut self, args: &[Handle<Node>]) {
        let [buffer, at] = args else { return };
        match self.module.exprs[*buffer].expr {
            Expr::Buffer(buffer) => self.word_reader(Memory::Buffer(buffer)),
            Expr::GroupMemory(memory) => self.word_reader(Memory::Group(memory)),
            _ => return,
        }
        self.arguments(&[*at]);
    }

    fn texel_offset(&mut self, args: &[Handle<Node>], TexelOffset { u, v, w }: TexelOffset) {
        let Some(sampling) = crate::write::examine::call::texture(self.module, args) else { return };
        let _ = match offset_width(self.module, &self.module.samplings[sampling]) {
            3 => write!(self.text, "vec3i({u}, {v}, {w})"),
            _ => write!(self.text, "vec2i({u}, {v})"),
        };
    }
}

/// What the size of a buffer counts.
enum Unit {
    Bytes,
    Words(u32),
}

/// Whether the lanes of a node are those of its operands.
const fn is_moved(expr: &Expr) -> bool {
    matches!(expr, Expr::Swizzle(..) | Expr::Compose(_) | Expr::Matrix(_) | Expr::Column(..) | Expr::Splat(_))
}

/// Whether the language would compute the node from literals while it compiles.
const fn is_operation(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Select { .. }
            | Expr::Bitcast(_)
            | Expr::Convert(_)
            | Expr::Call { callee: Callee::Builtin(_), .. }
    )
}
