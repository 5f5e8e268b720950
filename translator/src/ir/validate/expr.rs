//! Rules of expressions.

use super::{Bound, Phase, Validator};
use crate::ir::{
    BinaryOp, Element, Expr, Handle, Lanes, Literal, Module, Node, Place, Sampling, Scalar, SystemInput, Type, UnaryOp,
};

/// Whether an expression is only good as an argument.
pub(super) fn is_argument(module: &Module, expr: Handle<Node>) -> bool {
    let resource = matches!(module.exprs[expr].expr, Expr::Sampling(_) | Expr::Buffer(_) | Expr::GroupMemory(_));
    resource || module.matrix_size(expr).is_some()
}

/// Whether evaluating an expression does more than give its value.
pub(super) const fn has_effect(expr: &Expr) -> bool {
    matches!(expr, Expr::Atomic { .. } | Expr::Agreed(_))
}

const fn is_number(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::F32 | Scalar::I32 | Scalar::U32 | Scalar::F64)
}

const fn is_integer(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::I32 | Scalar::U32)
}

const fn system_type(system: SystemInput) -> Type {
    match system {
        SystemInput::VertexId | SystemInput::InstanceId => Type::I32,
        SystemInput::FragCoord => Type::new(Scalar::F32, 4),
        SystemInput::ReciprocalW => Type::F32,
        SystemInput::FrontFacing => Type::BOOL,
        SystemInput::SampleIndex | SystemInput::ThreadInGroupFlattened => Type::U32,
        SystemInput::Thread | SystemInput::Group | SystemInput::ThreadInGroup => Type::new(Scalar::U32, 3),
    }
}

impl Validator<'_> {
    /// Checks an expression and what it is made of, once a statement; each node's own rules once.
    pub(super) fn reach(&mut self, handle: Handle<Node>) {
        let Some(seen) = self.seen.get_mut(handle.index()) else {
            return self.fault("an expression does not exist");
        };
        if std::mem::replace(seen, self.stamp) == self.stamp {
            return;
        }
        let module = self.module;
        let Node { expr, ty } = &module.exprs[handle];
        let mut sound = true;
        expr.for_each_operand(|operand| {
            if operand < handle {
                self.reach(operand);
            } else {
                sound = false;
            }
        });
        if !sound {
            return self.fault("an operand is not older than what uses it");
        }
        if let Expr::Local(local) = expr {
            let bound = self.bound.get(local.index()).copied().unwrap_or(Bound::Never);
            self.require(bound == Bound::InScope, "a local is used where it is not bound");
        }
        if !std::mem::replace(&mut self.checked[handle.index()], true) {
            self.node(expr, *ty);
        }
    }

    fn node(&mut self, expr: &Expr, ty: Type) {
        self.require((1..=4).contains(&ty.width), "a value has no or more than four lanes");
        self.require(ty.scalar != Scalar::Bits || self.phase == Phase::Lowered, "bits are left after the storage pass");
        if ty.scalar == Scalar::F64 {
            self.require(self.phase == Phase::Lowered, "an f64 is left after the doubles pass");
            let made = !matches!(expr, Expr::Literal(_) | Expr::Load { .. });
            self.require(ty.width == 1 && made, "an f64 is a vector, a literal or read from storage");
        }
        if let Expr::Call { callee, args, offset } = expr {
            return self.call(*callee, args, *offset, ty);
        }
        if let Expr::Column(matrix, number) = expr {
            let size = self.module.matrix_size(*matrix);
            let fits = size.is_some_and(|size| *number < size.columns && size.column() == ty);
            return self.require(fits, "a column is read that does not exist, or as another type");
        }
        let (mut argument, mut effect) = (false, false);
        expr.for_each_operand(|operand| {
            argument |= is_argument(self.module, operand);
            effect |= has_effect(&self.module.exprs[operand].expr);
        });
        self.require(!argument, "a texture, buffer or matrix stands outside of a call");
        self.require(!effect, "an effect stands within an expression");
        match expr {
            Expr::Literal(literal) => self.literal(*literal, ty),
            Expr::Load { place, element, lanes } => self.load(*place, *element, *lanes, ty),
            Expr::Unary(op, operand) => self.unary(*op, self.module.type_of(*operand), ty),
            Expr::Binary(op, left, right) => {
                self.binary(*op, self.module.type_of(*left), self.module.type_of(*right), ty);
            }
            Expr::Select { condition, accept, reject } => {
                let (accept, reject) = (self.module.type_of(*accept), self.module.type_of(*reject));
                self.require(accept == ty && reject == ty, "the sides of a select have different types");
                let condition = self.module.type_of(*condition);
                let fits = condition.scalar == Scalar::Bool && (condition.width == 1 || condition.width == ty.width);
                self.require(fits, "the condition of a select does not fit");
            }
            Expr::Swizzle(vector, lanes) => {
                let vector = self.module.type_of(*vector);
                self.require(vector.width > 1, "a scalar is swizzled");
                self.picks(*lanes, vector.width, ty);
                self.require(vector.scalar == ty.scalar, "a swizzle changes the type");
            }
            Expr::Compose(parts) => {
                let parts = parts.iter().map(|&part| self.module.type_of(part));
                let width: u32 = parts.clone().map(|part| u32::from(part.width)).sum();
                let fits =
                    parts.len() > 1 && width == u32::from(ty.width) && parts.clone().all(|p| p.scalar == ty.scalar);
                self.require(fits, "the parts of a vector do not make it");
            }
            Expr::Matrix(columns) => {
                let alike = columns.iter().all(|&column| self.module.type_of(column) == ty);
                let fits = alike && columns.len() > 1 && ty.width > 1 && ty.scalar == Scalar::F32;
                self.require(fits, "a matrix is made of something else than two to four vectors of floats");
            }
            Expr::Splat(scalar) => {
                let fits = self.module.type_of(*scalar) == Type::new(ty.scalar, 1) && ty.width > 1;
                self.require(fits, "a splat does not make its vector of a scalar");
            }
            Expr::Bitcast(operand) => {
                let from = self.module.type_of(*operand);
                let fits = from.words() == ty.words() && from.scalar != Scalar::Bool && ty.scalar != Scalar::Bool;
                self.require(fits, "a cast of bits does not fit");
            }
            Expr::Convert(operand) => {
                let from = self.module.type_of(*operand);
                let fits = from.width == ty.width && from.scalar != Scalar::Bits && is_number(ty.scalar);
                self.require(fits, "a conversion does not fit");
            }
            Expr::Local(local) => self.names(self.module.locals.get(*local).map(|local| local.ty), ty),
            Expr::Input(input) => self.names(self.module.inputs.get(*input).map(|input| input.declared), ty),
            Expr::System(system) => self.names(Some(system_type(*system)), ty),
            Expr::Sampling(sampling) => self.names(self.read_type(*sampling), ty),
            Expr::Buffer(buffer) => self.names(self.module.buffers.get(*buffer).map(|buffer| buffer.kind.word()), ty),
            Expr::BufferSize(buffer) => self.names(self.module.buffers.get(*buffer).map(|_| Type::U32), ty),
            Expr::MipCount(texture) => self.names(self.module.textures.get(*texture).map(|_| Type::U32), ty),
            Expr::Call { .. } | Expr::Column(..) => {}
            Expr::GroupMemory(_) | Expr::Texel(..) | Expr::TextureSize(_) | Expr::Atomic { .. } | Expr::Agreed(_) => {
                self.shared(expr, ty);
            }
        }
    }

    /// Checks the type of an expression that names something of the type `expected`, if that exists.
    fn names(&mut self, expected: Option<Type>, ty: Type) {
        match expected {
            None => self.fault("an expression names something that does not exist"),
            Some(expected) => self.require(expected == ty, "an expression has another type than what it names"),
        }
    }

    /// What a read of a texture returns.
    fn read_type(&self, sampling: Handle<Sampling>) -> Option<Type> {
        let sampling = self.module.samplings.get(sampling)?;
        let texture = self.module.textures.get(sampling.texture)?;
        Some(if sampling.reading.is_of_depths() { Type::F32 } else { Type::new(texture.scalar, 4) })
    }

    fn literal(&mut self, literal: Literal, ty: Type) {
        let rest = literal.0.get(usize::from(ty.width)..).unwrap_or_default();
        self.require(rest.iter().all(|&bits| bits == 0), "a literal has lanes beyond its width");
        let truth = ty.scalar != Scalar::Bool || literal.0.iter().all(|&bits| bits <= 1);
        self.require(truth, "a truth value is neither 0 nor 1");
    }

    fn picks(&mut self, lanes: Lanes, of: u8, ty: Type) {
        self.require(lanes.width() == ty.width, "a value is not as wide as its lanes");
        let exist = lanes.are_within(of);
        self.require(exist, "a lane is read that does not exist");
    }

    fn load(&mut self, place: Place, element: Option<Element>, lanes: Lanes, ty: Type) {
        let module = self.module;
        let constants = (self.phase == Phase::Stored).then_some(Scalar::F32);
        let found = match place {
            Place::Variable(variable) => {
                module.variables.get(variable).map(|variable| (variable.scalar, variable.width, variable.length))
            }
            Place::ConstantBuffer(buffer) => {
                module.constant_buffers.get(buffer).map(|buffer| (constants, 4, Some(buffer.rows)))
            }
            Place::ImmediateConstants => {
                let rows = u32::try_from(module.immediate_constants.len()).ok().filter(|&rows| rows > 0);
                rows.map(|rows| (constants, 4, Some(rows)))
            }
        };
        let Some((scalar, width, length)) = found else { return self.fault("a load of what does not exist") };
        self.element(element, length, "an element is given if and only if it is an array that is read");
        if let Some(value) = element.and_then(Element::value) {
            self.require(module.type_of(value) == Type::U32, "an element is not one u32");
        }
        self.picks(lanes, width, ty);
        self.require(ty.scalar != Scalar::Bool, "a truth value is read from storage");
        if let Some(scalar) = scalar {
            self.require(ty.scalar == scalar, "a load has another type than its place");
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: Type, ty: Type) {
        let (takes, result) = match op {
            UnaryOp::Negate => (matches!(operand.scalar, Scalar::F32 | Scalar::I32 | Scalar::F64), operand.scalar),
            UnaryOp::Not => (is_integer(operand.scalar), operand.scalar),
            UnaryOp::LogicalNot => (operand.scalar == Scalar::Bool, Scalar::Bool),
            UnaryOp::Mask => (operand.scalar == Scalar::Bool, Scalar::U32),
            UnaryOp::AnyBit => (is_integer(operand.scalar), Scalar::Bool),
        };
        if !takes || ty != operand.with_scalar(result) {
            self.fault(format!("{op:?} of {operand} gives {ty}"));
        }
    }

    fn binary(&mut self, op: BinaryOp, left: Type, right: Type, ty: Type) {
        let takes = match op {
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide => {
                is_number(left.scalar) && right == left && ty == left
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {
                (is_integer(left.scalar) || left == Type::BOOL) && right == left && ty == left
            }
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                is_integer(left.scalar) && right == left.with_scalar(Scalar::U32) && ty == left
            }
            BinaryOp::Equal | BinaryOp::NotEqual if left == Type::BOOL => right == left && ty == left,
            BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Less | BinaryOp::GreaterEqual => {
                is_number(left.scalar) && right == left && ty == left.with_scalar(Scalar::Bool)
            }
        };
        if !takes {
            self.fault(format!("{op:?} of {left} and {right} gives {ty}"));
        }
    }
}
