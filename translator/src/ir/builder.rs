//! Making nodes: every expression is made here, with its type, and trivial forms are folded on the way.

use super::{
    BinaryOp, Callee, DoubleHelper, Element, Expr, Handle, Helper, Lanes, List, Literal, Local, Module, Node, Place,
    Scalar, Span, Stmt, StmtKind, Type, UnaryOp,
};
use crate::builtins::Builtin;
use crate::program::{Component, TexelOffset};

/// Number of lanes as a vector width.
#[allow(clippy::cast_possible_truncation, reason = "vectors have at most four lanes")]
fn width(lanes: usize) -> u8 {
    debug_assert!((1..=4).contains(&lanes), "a vector of {lanes} lanes");
    lanes as u8
}

impl Module {
    /// Adds a node as it is.
    pub fn node(&mut self, expr: Expr, ty: Type) -> Handle<Node> {
        self.exprs.push(Node { expr, ty })
    }

    /// A literal with the given lanes as bits; 1 to 4 lanes.
    pub fn literal(&mut self, scalar: Scalar, lanes: &[u32]) -> Handle<Node> {
        let mut bits = [0; 4];
        for (slot, lane) in bits.iter_mut().zip(lanes) {
            *slot = *lane;
        }
        self.node(Expr::Literal(Literal(bits)), Type::new(scalar, width(lanes.len())))
    }

    /// A literal with lanes of four, as bits.
    pub fn literal_lanes(&mut self, scalar: Scalar, bits: [u32; 4], lanes: Lanes) -> Handle<Node> {
        let mut picked = [0; 4];
        for (slot, lane) in picked.iter_mut().zip(lanes) {
            *slot = bits[lane.index()];
        }
        self.node(Expr::Literal(Literal(picked)), Type::new(scalar, lanes.width()))
    }

    /// A literal with the same bits in every lane.
    pub fn splat_literal(&mut self, ty: Type, bits: u32) -> Handle<Node> {
        let lanes = [bits; 4];
        self.literal(ty.scalar, lanes.get(..usize::from(ty.width)).unwrap_or(&lanes))
    }

    /// One f32.
    pub fn float(&mut self, value: f32) -> Handle<Node> {
        self.literal(Scalar::F32, &[value.to_bits()])
    }

    /// One u32.
    pub fn uint(&mut self, value: u32) -> Handle<Node> {
        self.literal(Scalar::U32, &[value])
    }

    /// One i32.
    pub fn int(&mut self, value: i32) -> Handle<Node> {
        self.literal(Scalar::I32, &[value.cast_unsigned()])
    }

    /// The literal lanes of a node, if it is a literal.
    #[must_use]
    pub fn as_literal(&self, expr: Handle<Node>) -> Option<&[u32]> {
        let node = &self.exprs[expr];
        let Expr::Literal(literal) = &node.expr else { return None };
        literal.0.get(..usize::from(node.ty.width))
    }

    /// The element that a u32 value names.
    #[must_use]
    pub fn element(&self, value: Handle<Node>) -> Element {
        match self.as_literal(value) {
            Some(&[number]) => Element::Known(number),
            _ => Element::Value(value),
        }
    }

    /// Lanes of a place, read as `scalar`.
    pub fn load(&mut self, place: Place, element: Option<Element>, lanes: Lanes, scalar: Scalar) -> Handle<Node> {
        self.indexes |= element.and_then(Element::value).is_some();
        let ty = Type::new(scalar, lanes.width());
        self.node(Expr::Load { place, element, lanes }, ty)
    }

    /// Lanes of a vector; folds identity, literals, loads, splats and swizzles of swizzles.
    #[allow(clippy::wildcard_enum_match_arm, reason = "only these forms fold")]
    pub fn swizzle(&mut self, expr: Handle<Node>, lanes: Lanes) -> Handle<Node> {
        let Node { expr: inner, ty } = &self.exprs[expr];
        let ty = *ty;
        if lanes == Lanes::first(ty.width) {
            return expr;
        }
        let result = Type::new(ty.scalar, lanes.width());
        match inner {
            Expr::Literal(Literal(bits)) => {
                let bits = *bits;
                self.literal_lanes(ty.scalar, bits, lanes)
            }
            Expr::Load { place, element, lanes: from } => {
                let (place, element, lanes) = (*place, *element, from.pick(lanes));
                self.node(Expr::Load { place, element, lanes }, result)
            }
            Expr::Swizzle(vector, from) => {
                let (vector, lanes) = (*vector, from.pick(lanes));
                self.swizzle(vector, lanes)
            }
            Expr::Splat(scalar) => {
                let scalar = *scalar;
                self.splat(scalar, result.width)
            }
            Expr::Compose(parts) if parts.len() == usize::from(ty.width) => {
                let parts: List<Handle<Node>, 4> = lanes.iter().filter_map(|c| parts.get(c.index()).copied()).collect();
                self.compose(&parts)
            }
            _ if ty.width == 1 => self.splat(expr, result.width),
            _ => self.node(Expr::Swizzle(expr, lanes), result),
        }
    }

    /// One lane of a vector, or the scalar itself.
    pub fn lane(&mut self, expr: Handle<Node>, lane: Component) -> Handle<Node> {
        if self.type_of(expr).width == 1 { expr } else { self.swizzle(expr, Lanes::one(lane)) }
    }

    /// A vector from parts of one scalar type; folds a single part and literals.
    pub fn compose(&mut self, parts: &[Handle<Node>]) -> Handle<Node> {
        if let [only] = parts {
            return *only;
        }
        let scalar = parts.first().map_or(Scalar::F32, |&part| self.type_of(part).scalar);
        let mut bits: List<u32, 4> = List::new();
        let mut literal = true;
        let mut lanes = 0;
        for &part in parts {
            lanes += usize::from(self.type_of(part).width);
            match self.as_literal(part) {
                Some(part) => bits.extend_from_slice(part),
                None => literal = false,
            }
        }
        if literal {
            return self.literal(scalar, &bits);
        }
        if parts.len() > 1 && parts.len() == lanes && parts.iter().all(|part| *part == parts[0]) {
            return self.splat(parts[0], width(lanes));
        }
        self.node(Expr::Compose(parts.into()), Type::new(scalar, width(lanes)))
    }

    /// A scalar in every lane; folds width 1 and literals.
    pub fn splat(&mut self, scalar: Handle<Node>, width: u8) -> Handle<Node> {
        let ty = self.type_of(scalar);
        if width == 1 {
            return scalar;
        }
        if let Some(&[bits]) = self.as_literal(scalar) {
            return self.splat_literal(Type::new(ty.scalar, width), bits);
        }
        if let Expr::Load { place, element, lanes } = &self.exprs[scalar].expr
            && let Some(lane) = lanes.get(0)
        {
            let (place, element) = (*place, *element);
            let lanes = Lanes::repeated(lane, width);
            return self.node(Expr::Load { place, element, lanes }, Type::new(ty.scalar, width));
        }
        self.node(Expr::Splat(scalar), Type::new(ty.scalar, width))
    }

    /// The same bits as another scalar type; folds literals and casts of casts.
    #[inline]
    pub fn bitcast(&mut self, expr: Handle<Node>, scalar: Scalar) -> Handle<Node> {
        if self.type_of(expr).scalar == scalar { expr } else { self.cast(expr, scalar) }
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "only these forms fold")]
    fn cast(&mut self, expr: Handle<Node>, scalar: Scalar) -> Handle<Node> {
        let ty = self.type_of(expr);
        match &self.exprs[expr].expr {
            Expr::Literal(literal) => {
                let literal = Expr::Literal(*literal);
                self.node(literal, ty.with_scalar(scalar))
            }
            Expr::Bitcast(inner) => {
                let inner = *inner;
                self.bitcast(inner, scalar)
            }
            // Lanes that nothing has looked at yet are simply read as the type.
            Expr::Load { place, element, lanes } if ty.scalar == Scalar::Bits => {
                let load = Expr::Load { place: *place, element: *element, lanes: *lanes };
                self.node(load, ty.with_scalar(scalar))
            }
            _ => self.node(Expr::Bitcast(expr), ty.with_scalar(scalar)),
        }
    }

    /// The 64-bit float of two lanes of bits, the low ones first.
    pub fn double_of_bits(&mut self, bits: Handle<Node>) -> Handle<Node> {
        self.node(Expr::Bitcast(bits), Type::F64)
    }

    /// The bits of a 64-bit float as two lanes of u32, the low ones first.
    pub fn bits_of_double(&mut self, double: Handle<Node>) -> Handle<Node> {
        self.node(Expr::Bitcast(double), Type::new(Scalar::U32, 2))
    }

    /// A call of a helper of the emulated double.
    pub fn double_helper(&mut self, helper: DoubleHelper, args: &[Handle<Node>]) -> Handle<Node> {
        self.node(Expr::Call { callee: Callee::Double(helper), args: args.into(), offset: None }, helper.result())
    }

    /// The same number as another scalar type.
    pub fn convert(&mut self, expr: Handle<Node>, scalar: Scalar) -> Handle<Node> {
        let ty = self.type_of(expr);
        if ty.scalar == scalar { expr } else { self.node(Expr::Convert(expr), ty.with_scalar(scalar)) }
    }

    /// A one-operand operator; the result type follows from the operator.
    pub fn unary(&mut self, op: UnaryOp, expr: Handle<Node>) -> Handle<Node> {
        self.makes_masks |= op == UnaryOp::Mask;
        let ty = self.type_of(expr);
        let ty = match op {
            UnaryOp::Negate | UnaryOp::Not => ty,
            UnaryOp::LogicalNot | UnaryOp::AnyBit => ty.with_scalar(Scalar::Bool),
            UnaryOp::Mask => ty.with_scalar(Scalar::U32),
        };
        self.node(Expr::Unary(op, expr), ty)
    }

    /// A two-operand operator; comparisons give truth values.
    pub fn binary(&mut self, op: BinaryOp, left: Handle<Node>, right: Handle<Node>) -> Handle<Node> {
        let ty = self.type_of(left);
        let ty = if op.compares() { ty.with_scalar(Scalar::Bool) } else { ty };
        self.node(Expr::Binary(op, left, right), ty)
    }

    /// `condition ? accept : reject`.
    pub fn select(&mut self, condition: Handle<Node>, accept: Handle<Node>, reject: Handle<Node>) -> Handle<Node> {
        let ty = self.type_of(accept);
        self.node(Expr::Select { condition, accept, reject }, ty)
    }

    /// A call of a helper on operands of one width.
    pub fn helper(&mut self, helper: Helper, args: &[Handle<Node>]) -> Handle<Node> {
        let width = args.first().map_or(1, |&arg| self.type_of(arg).width);
        let ty = Type::new(helper.result(), width);
        self.node(Expr::Call { callee: Callee::Helper(helper), args: args.into(), offset: None }, ty)
    }

    /// A call of a registry name with a result type.
    pub fn builtin(&mut self, builtin: Builtin, args: &[Handle<Node>], ty: Type) -> Handle<Node> {
        self.node(Expr::Call { callee: Callee::Builtin(builtin), args: args.into(), offset: None }, ty)
    }

    /// A call of a texture function of the registry with an optional constant offset.
    pub fn texture_call(
        &mut self,
        builtin: Builtin,
        args: &[Handle<Node>],
        offset: Option<TexelOffset>,
        ty: Type,
    ) -> Handle<Node> {
        self.node(Expr::Call { callee: Callee::Builtin(builtin), args: args.into(), offset }, ty)
    }

    /// A local bound to a value, and the statement that binds it.
    pub fn bind(&mut self, value: Handle<Node>, span: Span) -> (Stmt, Handle<Node>) {
        let ty = self.type_of(value);
        let local = self.locals.push(Local { value, ty });
        (Stmt { kind: StmtKind::Let(local), span }, self.node(Expr::Local(local), ty))
    }
}
