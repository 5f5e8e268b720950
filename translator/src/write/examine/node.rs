//! The rules of one expression: what must hold so that its text compiles.

use crate::ir::{BinaryOp, Expr, Handle, Module, Node, Place, Scalar, SystemInput, Type, UnaryOp};
use crate::program::Stage;

use super::call::is_condition;

/// Checks a node against the types of its operands. Calls are checked in `builtins`.
pub(super) fn node(module: &Module, node: &Node) -> Result<(), &'static str> {
    let ty = node.ty;
    let argument = matches!(node.expr, Expr::Sampling(_) | Expr::Buffer(_) | Expr::GroupMemory(_));
    if !(1..=4).contains(&ty.width) || matches!(ty.scalar, Scalar::Bits | Scalar::F64) && !argument {
        return Err("a value has no type of the target");
    }
    let of = |expr: Handle<Node>| module.type_of(expr);
    match &node.expr {
        Expr::Literal(_) | Expr::Sampling(_) | Expr::Buffer(_) | Expr::Call { .. } => Ok(()),
        Expr::Load { place, element, lanes } => load(module, *place, *element, lanes.len(), ty),
        Expr::Input(input) => is(of_input(module, *input) == ty, "an input is read as another type"),
        Expr::System(system) => system_input(module.stage, *system, ty),
        Expr::Local(local) => is(module.locals[*local].ty == ty, "a bound value is read as another type"),
        Expr::Unary(op, operand) => is(unary(*op, of(*operand)) == Some(ty), "an operator does not take its operand"),
        Expr::Binary(op, left, right) => {
            is(binary(*op, of(*left), of(*right)) == Some(ty), "an operator does not take its operands")
        }
        Expr::Select { condition, accept, reject } => is(
            of(*accept) == ty && of(*reject) == ty && is_condition(of(*condition), ty),
            "the arms of a choice differ in type, or its condition does not fit",
        ),
        Expr::Swizzle(vector, lanes) => {
            let inner = of(*vector);
            let inside = lanes.iter().all(|lane| lane.index() < usize::from(inner.width));
            let same = inner.scalar == ty.scalar && lanes.len() == usize::from(ty.width);
            is(inside && same, "a swizzle takes lanes that are not there")
        }
        Expr::Compose(parts) => {
            let lanes: usize = parts.iter().map(|&part| usize::from(of(part).width)).sum();
            let same = parts.iter().all(|&part| of(part).scalar == ty.scalar);
            is(same && lanes == usize::from(ty.width), "a vector is made of too many or too few lanes")
        }
        Expr::Matrix(columns) => {
            let alike = columns.iter().all(|&column| of(column) == ty);
            is(alike && columns.len() > 1 && ty.width > 1, "a matrix is made of something else than its columns")
        }
        Expr::Column(matrix, number) => {
            let size = module.matrix_size(*matrix);
            let fits = size.is_some_and(|size| *number < size.columns && size.column() == ty);
            is(fits, "a column is read that does not exist, or as another type")
        }
        Expr::Splat(scalar) => is(
            of(*scalar) == Type::new(ty.scalar, 1) && ty.width > 1,
            "a vector is made of something else than one scalar",
        ),
        Expr::Bitcast(inner) => {
            let inner = of(*inner);
            let cast = inner.scalar != Scalar::Bool && ty.scalar != Scalar::Bool;
            is(cast && inner.width == ty.width, "a cast changes the number of lanes, or is of a truth value")
        }
        Expr::Convert(inner) => is(of(*inner).width == ty.width, "a conversion changes the number of lanes"),
        Expr::GroupMemory(_) | Expr::Atomic { .. } | Expr::Agreed(_) => is(ty == Type::U32, "a word is one u32"),
        Expr::Texel(texture, _) => {
            is(ty == module.storage_textures[*texture].texel(), "a texel is read as another type")
        }
        Expr::TextureSize(texture) => {
            let size = Type::new(Scalar::U32, module.storage_textures[*texture].coordinates());
            is(ty == size, "a size is read as another type")
        }
        Expr::MipCount(_) | Expr::BufferSize(_) => is(ty == Type::U32, "a size is one u32"),
    }
}

const fn is(holds: bool, otherwise: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(otherwise) }
}

fn of_input(module: &Module, input: Handle<crate::ir::Input>) -> Type {
    module.inputs[input].declared
}

fn load(
    module: &Module,
    place: Place,
    element: Option<Handle<Node>>,
    lanes: usize,
    ty: Type,
) -> Result<(), &'static str> {
    is(lanes == usize::from(ty.width), "a load takes another number of lanes than its type has")?;
    let (length, fits) = match place {
        Place::Variable(variable) => {
            let variable = &module.variables[variable];
            (variable.length, variable.scalar == Some(ty.scalar))
        }
        Place::ConstantBuffer(buffer) => (Some(module.constant_buffers[buffer].rows), ty.scalar != Scalar::Bool),
        Place::ImmediateConstants => (u32::try_from(module.immediate_constants.len()).ok(), ty.scalar != Scalar::Bool),
    };
    is(fits, "a load has another type than its variable")?;
    self::element(module, element, length)
}

/// Checks the index of an array of `length` elements, or that there is none.
pub(super) fn element(module: &Module, element: Option<Handle<Node>>, length: Option<u32>) -> Result<(), &'static str> {
    let (element, length) = match (element, length) {
        (None, None) => return Ok(()),
        (Some(element), Some(length)) => (element, length),
        _ => return Err("an index stands where there is no array, or none where there is one"),
    };
    let ty = module.type_of(element);
    is(ty == Type::U32 || ty == Type::I32, "an index is one integer")?;
    let inside = module.as_literal(element).is_none_or(|row| row.iter().all(|&row| row < length));
    is(inside, "a constant index is outside its array")
}

fn system_input(stage: Stage, system: SystemInput, ty: Type) -> Result<(), &'static str> {
    let (want, at) = match system {
        SystemInput::VertexId | SystemInput::InstanceId => (Type::I32, Stage::Vertex),
        SystemInput::FragCoord => (Type::new(Scalar::F32, 4), Stage::Pixel),
        SystemInput::ReciprocalW => (Type::F32, Stage::Pixel),
        SystemInput::FrontFacing => (Type::BOOL, Stage::Pixel),
        SystemInput::SampleIndex => (Type::U32, Stage::Pixel),
        SystemInput::Thread | SystemInput::Group | SystemInput::ThreadInGroup => {
            (Type::new(Scalar::U32, 3), Stage::Compute)
        }
        SystemInput::ThreadInGroupFlattened => (Type::U32, Stage::Compute),
    };
    is(ty == want, "a system value is read as another type")?;
    is(stage == at, "a system value of the other stage is read")
}

/// What an operator gives; none if it does not take the operand.
fn unary(op: UnaryOp, operand: Type) -> Option<Type> {
    let (takes, gives): (&[Scalar], Scalar) = match op {
        UnaryOp::Negate => (&[Scalar::F32, Scalar::I32], operand.scalar),
        UnaryOp::Not => (&[Scalar::I32, Scalar::U32], operand.scalar),
        UnaryOp::LogicalNot => (&[Scalar::Bool], Scalar::Bool),
        UnaryOp::Mask => (&[Scalar::Bool], Scalar::U32),
        UnaryOp::AnyBit => (&[Scalar::I32, Scalar::U32], Scalar::Bool),
    };
    takes.contains(&operand.scalar).then(|| operand.with_scalar(gives))
}

/// What an operator gives; none if it does not take the operands.
fn binary(op: BinaryOp, left: Type, right: Type) -> Option<Type> {
    let int = matches!(left.scalar, Scalar::I32 | Scalar::U32);
    let number = int || left.scalar == Scalar::F32;
    let takes = match op {
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide => number && left == right,
        // Truth values too, but GLSL has these for scalars only.
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => (int || left == Type::BOOL) && left == right,
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
            int && right.scalar == Scalar::U32 && (right.width == 1 || right.width == left.width)
        }
        BinaryOp::Equal | BinaryOp::NotEqual => left == right,
        BinaryOp::Less | BinaryOp::GreaterEqual => number && left == right,
    };
    takes.then(|| if op.compares() { left.with_scalar(Scalar::Bool) } else { left })
}
