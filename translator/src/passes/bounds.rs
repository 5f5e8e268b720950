//! `Indexing::Robust`: an index beyond the end of an array reads zero and writes nothing, as in Direct3D.
//!
//! A read becomes `index < length ? array[min(index, length - 1)] : 0`, for a target may evaluate both sides; a
//! write stands in an `if`. An index that costs something is bound first, once for all its uses in a statement: it
//! is pure, so it may be evaluated where the array is not read. Indices that cannot leave the array stay as they are.

use super::rewrite::{Before, Rule, rewrite};
use crate::builtins::Builtin;
use crate::ir::{
    Args, BinaryOp, Block, Callee, Element, Expr, Handle, Helper, Module, Node, Place, Scalar, Stmt, StmtKind, Type,
};

/// Guards every index that may leave its array.
pub(super) fn run(module: &mut Module) {
    let arrays = module.variables.iter().any(|(_, variable)| variable.length.is_some());
    // An element that is a number is in its array.
    if !arrays && !module.indexes {
        return;
    }
    rewrite(module, &mut Bounds { bound: Vec::new() });
}

struct Bounds {
    /// Indices that were bound for the statement at hand.
    bound: Vec<(Handle<Node>, Handle<Node>)>,
}

impl Rule for Bounds {
    fn begin(&mut self) {
        self.bound.clear();
    }

    fn concerns(&self, module: &Module, node: &Node) -> bool {
        overrun(module, &node.expr).is_some()
    }

    fn node(&mut self, module: &mut Module, node: &Node, before: &mut Before<'_>) -> Option<Handle<Node>> {
        let length = overrun(module, &node.expr)?;
        let Expr::Load { place, element: Some(Element::Value(index)), lanes } = node.expr else { return None };
        let zero = module.splat_literal(node.ty, 0);
        let index = self.simple(module, index, before);
        let inside = inside(module, index, length);
        let element = if length > 1 {
            let last = module.uint(length - 1);
            Element::Value(module.builtin(Builtin::Min, &[index, last], Type::U32))
        } else {
            Element::Known(0)
        };
        let value = module.load(place, Some(element), lanes, node.ty.scalar);
        Some(module.select(inside, value, zero))
    }

    fn statement(&mut self, module: &mut Module, statement: Stmt, out: &mut Block) {
        let StmtKind::Store { variable, element: Some(Element::Value(index)), mask, value } = statement.kind else {
            return out.push(statement);
        };
        let length = module.variables[variable].length.unwrap_or(1);
        if greatest(module, index) < length {
            return out.push(statement);
        }
        let span = statement.span;
        let index = if is_simple(module, index) {
            index
        } else {
            let (bind, local) = module.bind(index, span);
            out.push(bind);
            local
        };
        let condition = inside(module, index, length);
        let store = StmtKind::Store { variable, element: Some(Element::Value(index)), mask, value };
        let accept = vec![Stmt { kind: store, span }];
        out.push(Stmt { kind: StmtKind::If { condition, accept, reject: Block::new() }, span });
    }
}

impl Bounds {
    /// The index in a form that may be repeated.
    fn simple(&mut self, module: &mut Module, index: Handle<Node>, before: &mut Before<'_>) -> Handle<Node> {
        if is_simple(module, index) {
            return index;
        }
        if let Some((_, local)) = self.bound.iter().find(|(other, _)| same(module, *other, index)) {
            return *local;
        }
        let local = before.bind(module, index);
        self.bound.push((index, local));
        local
    }
}

/// The length of the array that a load may read beyond; none for other expressions.
#[inline]
fn overrun(module: &Module, expr: &Expr) -> Option<u32> {
    let Expr::Load { place, element: Some(Element::Value(index)), .. } = expr else { return None };
    let length = match *place {
        Place::Variable(variable) => module.variables[variable].length.unwrap_or(1),
        Place::ConstantBuffer(buffer) => module.constant_buffers[buffer].rows,
        Place::ImmediateConstants => u32::try_from(module.immediate_constants.len()).unwrap_or(u32::MAX),
    };
    (greatest(module, *index) >= length).then_some(length)
}

/// `index < length`.
fn inside(module: &mut Module, index: Handle<Node>, length: u32) -> Handle<Node> {
    let length = module.uint(length);
    module.binary(BinaryOp::Less, index, length)
}

/// Whether an index is a name, or a cast of one.
fn is_simple(module: &Module, index: Handle<Node>) -> bool {
    match &module.exprs[index].expr {
        Expr::Local(_) | Expr::Literal(_) | Expr::System(_) => true,
        Expr::Load { element, .. } => element.is_none(),
        Expr::Bitcast(operand) | Expr::Convert(operand) => is_simple(module, *operand),
        Expr::Input(_)
        | Expr::Unary(..)
        | Expr::Binary(..)
        | Expr::Select { .. }
        | Expr::Swizzle(..)
        | Expr::Compose(_)
        | Expr::Matrix(_)
        | Expr::Column(..)
        | Expr::Splat(_)
        | Expr::Call { .. }
        | Expr::Sampling(_)
        | Expr::Buffer(_)
        | Expr::MipCount(_)
        | Expr::BufferSize(_)
        | Expr::GroupMemory(_)
        | Expr::Texel(..)
        | Expr::TextureSize(_)
        | Expr::Atomic { .. }
        | Expr::Agreed(_) => false,
    }
}

/// Whether two expressions of one statement are alike, and so equal.
fn same(module: &Module, a: Handle<Node>, b: Handle<Node>) -> bool {
    if a == b {
        return true;
    }
    let (a, b) = (&module.exprs[a], &module.exprs[b]);
    if a.ty != b.ty || std::mem::discriminant(&a.expr) != std::mem::discriminant(&b.expr) {
        return false;
    }
    let operands = |node: &Node| {
        let mut list = Args::new();
        node.expr.for_each_operand(|operand| list.push(operand));
        list
    };
    let (of_a, of_b) = (operands(a), operands(b));
    // With the operands of the other, the rest of the node must be equal.
    let mut alike = a.expr;
    let mut next = of_b.iter().copied();
    alike.map_operands(|operand| next.next().unwrap_or(operand));
    alike == b.expr && of_a.len() == of_b.len() && of_a.iter().zip(&of_b).all(|(&a, &b)| same(module, a, b))
}

/// An upper bound of a u32 or i32, read as u32.
fn greatest(module: &Module, value: Handle<Node>) -> u32 {
    let Node { expr, ty } = &module.exprs[value];
    if ty.width != 1 {
        return u32::MAX;
    }
    match expr {
        Expr::Literal(literal) => literal.0[0],
        Expr::Local(local) => greatest(module, module.locals[*local].value),
        Expr::Bitcast(operand) if module.type_of(*operand).scalar != Scalar::F32 => greatest(module, *operand),
        Expr::Select { accept, reject, .. } => greatest(module, *accept).max(greatest(module, *reject)),
        Expr::Convert(operand) if module.type_of(*operand).scalar == Scalar::Bool => 1,
        Expr::Binary(op, left, right) => greatest_binary(module, *op, *left, *right, ty.scalar),
        Expr::Call { callee, args, .. } => match (callee, args.as_slice()) {
            (Callee::Builtin(Builtin::Min), [a, b]) if ty.scalar == Scalar::U32 => {
                greatest(module, *a).min(greatest(module, *b))
            }
            (Callee::Builtin(Builtin::Max), [a, b]) if ty.scalar == Scalar::U32 => {
                greatest(module, *a).max(greatest(module, *b))
            }
            (Callee::Helper(Helper::ModuloUint), [_, by]) => match module.as_literal(*by) {
                Some(&[by]) if by > 0 => by - 1,
                _ => u32::MAX,
            },
            (Callee::Helper(Helper::ExtractUint), [width, ..]) => match module.as_literal(*width) {
                Some(&[width]) => (1 << (width & 31)) - 1,
                _ => u32::MAX,
            },
            _ => u32::MAX,
        },
        Expr::Load { .. }
        | Expr::Input(_)
        | Expr::System(_)
        | Expr::Unary(..)
        | Expr::Swizzle(..)
        | Expr::Compose(_)
        | Expr::Matrix(_)
        | Expr::Column(..)
        | Expr::Splat(_)
        | Expr::Bitcast(_)
        | Expr::Convert(_)
        | Expr::Sampling(_)
        | Expr::Buffer(_)
        | Expr::MipCount(_)
        | Expr::BufferSize(_)
        | Expr::GroupMemory(_)
        | Expr::Texel(..)
        | Expr::TextureSize(_)
        | Expr::Atomic { .. }
        | Expr::Agreed(_) => u32::MAX,
    }
}

fn greatest_binary(module: &Module, op: BinaryOp, left: Handle<Node>, right: Handle<Node>, scalar: Scalar) -> u32 {
    let (a, b) = (greatest(module, left), greatest(module, right));
    match op {
        BinaryOp::Add => a.saturating_add(b),
        BinaryOp::Multiply => a.saturating_mul(b),
        BinaryOp::And => a.min(b),
        // No bit above the highest of both.
        BinaryOp::Or | BinaryOp::Xor => u32::MAX.checked_shr((a | b).leading_zeros()).unwrap_or(0),
        BinaryOp::ShiftLeft if b < 32 => a.saturating_mul(1 << b),
        BinaryOp::ShiftRight if scalar == Scalar::U32 || a <= i32::MAX.cast_unsigned() => {
            match module.as_literal(right) {
                Some(&[count]) => a >> (count & 31),
                _ => a,
            }
        }
        BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight
        | BinaryOp::Subtract
        | BinaryOp::Divide
        | BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::Less
        | BinaryOp::GreaterEqual => u32::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{ConstantBuffer, Lanes, OutputKind, Variable, VariableKind};
    use crate::passes::testing::{add, module, output, printed, temp};
    use crate::program::{Component, Stage, WriteMask};

    /// `o0 = cb0[index]` after the pass, `cb0` of eight rows; `index` is made of `r0u.x`.
    fn row(index: impl Fn(&mut Module, Handle<Node>) -> Handle<Node>) -> String {
        let mut module = module(Stage::Pixel);
        let r0 = temp(&mut module, 0, Some(Scalar::U32));
        let o0 = output(&mut module, OutputKind::Target(0));
        let cb0 = module.constant_buffers.push(ConstantBuffer { register: 0, space: 0, rows: 8, name: None });
        let mut product = None;
        for _ in 0..2 {
            let x = module.load(Place::Variable(r0), None, Lanes::one(Component::X), Scalar::U32);
            let index = index(&mut module, x);
            let element = module.element(index);
            let lanes = Lanes::one(Component::Y);
            let value = module.load(Place::ConstantBuffer(cb0), Some(element), lanes, Scalar::F32);
            product = Some(product.map_or(value, |other| module.binary(BinaryOp::Multiply, other, value)));
        }
        let value = product.unwrap();
        add(&mut module, vec![StmtKind::Store { variable: o0, element: None, mask: WriteMask::X, value }]);
        run(&mut module);
        printed(&module).trim_end_matches("write_outputs\n").to_string()
    }

    #[test]
    fn a_row_beyond_the_end_is_zero() {
        let guarded = "select((r0u.x < 8u), cb0[min(r0u.x, 7u)].y, 0.0)";
        assert_eq!(row(|_, x| x), format!("o0.x = ({guarded} * {guarded})\n"));
    }

    #[test]
    fn a_computed_index_is_bound_once() {
        let text = row(|module, x| {
            let one = module.uint(1);
            module.binary(BinaryOp::Add, x, one)
        });
        let guarded = "select((l0 < 8u), cb0[min(l0, 7u)].y, 0.0)";
        assert_eq!(text, format!("let l0: u32 = (r0u.x + 1u)\no0.x = ({guarded} * {guarded})\n"));
    }

    #[test]
    fn an_index_that_stays_inside_is_not_guarded() {
        let literal = |bits| move |module: &mut Module, _| module.uint(bits);
        assert_eq!(row(literal(7)), "o0.x = (cb0[7].y * cb0[7].y)\n");
        let masked = |by| {
            move |module: &mut Module, x| {
                let by = module.uint(by);
                module.binary(BinaryOp::And, x, by)
            }
        };
        assert_eq!(row(masked(7)), "o0.x = (cb0[(r0u.x & 7u)].y * cb0[(r0u.x & 7u)].y)\n");
        assert!(row(masked(8)).contains("select"));
        let shifted = |by| {
            move |module: &mut Module, x| {
                let by = module.uint(by);
                module.binary(BinaryOp::ShiftRight, x, by)
            }
        };
        assert!(!row(shifted(29)).contains("select"));
        assert!(row(shifted(28)).contains("select"));
    }

    #[test]
    fn ranges_of_operators() {
        let mut module = Module::new(Stage::Pixel);
        let [five, two] = [module.uint(5), module.uint(2)];
        let mut of = |op| {
            let value = module.binary(op, five, two);
            greatest(&module, value)
        };
        assert_eq!(of(BinaryOp::Add), 7);
        assert_eq!(of(BinaryOp::Multiply), 10);
        assert_eq!(of(BinaryOp::Or), 7);
        assert_eq!(of(BinaryOp::ShiftLeft), 20);
        assert_eq!(of(BinaryOp::ShiftRight), 1);
        assert_eq!(of(BinaryOp::Subtract), u32::MAX);
        let high = module.uint(0x8000_0000);
        for op in [BinaryOp::Add, BinaryOp::Or, BinaryOp::Multiply] {
            let value = module.binary(op, high, high);
            assert_eq!(greatest(&module, value), u32::MAX, "{op:?}");
        }
        let zero = module.uint(0);
        let none = module.binary(BinaryOp::Xor, zero, zero);
        assert_eq!(greatest(&module, none), 0);
    }

    #[test]
    fn a_write_beyond_the_end_is_dropped() {
        let mut module = module(Stage::Pixel);
        let r0 = temp(&mut module, 0, Some(Scalar::U32));
        let kind = VariableKind::IndexableTemp(0);
        let x0 = module.variables.push(Variable::array(kind, Some(Scalar::F32), 4, 3));
        let index = module.load(Place::Variable(r0), None, Lanes::one(Component::X), Scalar::U32);
        let two = module.uint(2);
        let index = module.binary(BinaryOp::Multiply, index, two);
        let value = module.float(1.0);
        let element = Some(Element::Value(index));
        add(&mut module, vec![StmtKind::Store { variable: x0, element, mask: WriteMask::X, value }]);
        run(&mut module);
        let expected = "let l0: u32 = (r0u.x * 2u)\nif (l0 < 3u)\n  x0[l0].x = 1.0\nwrite_outputs\n";
        assert_eq!(printed(&module), expected);
    }
}
