//! The rules of one call of a registry name: arguments and result as its row has them.

use crate::builtins::{Builtin, Category, Kind, ResultKind, Shape, Stage as RegistryStage};
use crate::builtins::{Scalar as RegistryScalar, Type as RegistryType};
use crate::ir::{Expr, Handle, Module, Node, Sampling, Scalar, Type};
use crate::program::{Stage, TexelOffset};
use crate::write::shapes::{registry_scalar, sampling_shape};

/// The texture that a call reads.
pub(crate) fn texture(module: &Module, args: &[Handle<Node>]) -> Option<Handle<Sampling>> {
    args.iter()
        .find_map(|&arg| if let Expr::Sampling(sampling) = module.exprs[arg].expr { Some(sampling) } else { None })
}

pub(crate) fn texture_shape(module: &Module, args: &[Handle<Node>]) -> Option<Shape> {
    sampling_shape(module, &module.samplings[texture(module, args)?])
}

/// The offset, unless it is none in every direction.
pub(crate) fn real_offset(offset: Option<TexelOffset>) -> Option<TexelOffset> {
    offset.filter(|offset| *offset != TexelOffset::default())
}

/// Checks the arguments and the type of a call against the registry.
pub(super) fn check(module: &Module, builtin: Builtin, args: &[Handle<Node>], ty: Type) -> Result<(), String> {
    let row = builtin.row();
    let stage = match module.stage {
        Stage::Vertex => RegistryStage::Vertex,
        Stage::Compute => RegistryStage::Compute,
        Stage::Pixel | Stage::Geometry | Stage::Hull | Stage::Domain => RegistryStage::Fragment,
    };
    if !row.stages.allow(stage) {
        return Err(format!("{} is called in the {} stage", row.name, module.stage.prefix()));
    }
    if builtin == Builtin::Select {
        return check_select(module, args, ty);
    }
    let first = args.first().map(|&arg| module.type_of(arg));
    let sampling = if row.category == Category::Textures { texture(module, args) } else { None };
    let sampling = sampling.map(|sampling| &module.samplings[sampling]);
    let shape = sampling.and_then(|sampling| sampling_shape(module, sampling));
    let sampler_given = args.len() == row.args.len();
    let expected = match row.alts.iter().find(|alt| !sampler_given && alt.args.len() == args.len()) {
        Some(alt) => alt.args,
        None => row.args,
    };
    let skips = |kind: &Kind| !sampler_given && matches!(kind, Kind::Sampler | Kind::ComparisonSampler);
    let kinds = expected.iter().filter(|arg| !skips(&arg.kind));
    let fit = kinds.zip(args).all(|(expected, &arg)| fits(module, expected.kind, arg, first, shape));
    if !fit {
        let types: Vec<String> = args.iter().map(|&arg| module.type_of(arg).to_string()).collect();
        return Err(format!("{} does not take ({})", row.name, types.join(", ")));
    }
    let texel = sampling.map(|sampling| module.textures[sampling.texture].scalar);
    let result = match (row.result, texel) {
        (ResultKind::Same, _) => first == Some(ty),
        (ResultKind::Texel, Some(scalar)) => ty == Type::new(scalar, 4),
        // A texture of integers gives integers, whatever the call.
        (ResultKind::Is(RegistryType { scalar: RegistryScalar::F32, width: 4 }), Some(scalar)) => {
            ty == Type::new(scalar, 4)
        }
        (ResultKind::Is(want), _) => registry_type(ty) == Some(want),
        (ResultKind::Transposed, _) => {
            args.first().and_then(|&arg| module.matrix_size(arg)).map(|size| size.transposed().column()) == Some(ty)
        }
        _ => false,
    };
    if result { Ok(()) } else { Err(format!("{} does not give {ty}", row.name)) }
}

fn check_select(module: &Module, args: &[Handle<Node>], ty: Type) -> Result<(), String> {
    let types: Vec<Type> = args.iter().map(|&arg| module.type_of(arg)).collect();
    match types[..] {
        [reject, accept, condition] if reject == ty && accept == ty && is_condition(condition, ty) => Ok(()),
        _ => Err("select does not take these types".into()),
    }
}

/// Whether `condition` can choose between values of `ty`.
pub(crate) fn is_condition(condition: Type, ty: Type) -> bool {
    condition.scalar == Scalar::Bool && (condition.width == 1 || condition.width == ty.width)
}

fn registry_type(ty: Type) -> Option<RegistryType> {
    Some(RegistryType::new(registry_scalar(ty.scalar)?, ty.width))
}

/// Whether an argument is of a kind. `first` is the type of argument 0, `shape` that of the texture.
fn fits(module: &Module, kind: Kind, arg: Handle<Node>, first: Option<Type>, shape: Option<Shape>) -> bool {
    let node = &module.exprs[arg];
    let Type { scalar, width } = node.ty;
    let coordinates = || shape.is_some_and(|shape| width == shape.coord_width());
    let int = matches!(scalar, Scalar::I32 | Scalar::U32);
    if matches!(node.expr, Expr::Matrix(_) | Expr::Call { .. })
        && let Some(size) = module.matrix_size(arg)
    {
        return kind == Kind::Matrix || kind == Kind::SquareMatrix && size.columns == size.rows;
    }
    match (&node.expr, kind) {
        (Expr::Sampling(_), Kind::Texture(shapes, _)) => shape.is_some_and(|shape| shapes.contains(&shape)),
        (Expr::Sampling(_), Kind::Sampler | Kind::ComparisonSampler) => true,
        (Expr::Buffer(_) | Expr::GroupMemory(_), Kind::DataTexture(want)) => registry_scalar(scalar) == Some(want),
        (Expr::Sampling(_) | Expr::Buffer(_) | Expr::GroupMemory(_), _) => false,
        (_, Kind::Is(want)) => registry_type(node.ty) == Some(want),
        (_, Kind::Float | Kind::F32OrF64) => scalar == Scalar::F32,
        (_, Kind::Signed) => matches!(scalar, Scalar::F32 | Scalar::I32),
        (_, Kind::Unsigned) => scalar == Scalar::U32,
        (_, Kind::Number) => matches!(scalar, Scalar::F32 | Scalar::I32 | Scalar::U32),
        (_, Kind::Int) => int,
        (_, Kind::VectorOf(element)) => width > 1 && registry_scalar(scalar) == Some(element),
        (_, Kind::Same) => first == Some(node.ty),
        (_, Kind::SameOrScalar) => {
            first.is_some_and(|first| first.scalar == scalar && (width == 1 || first == node.ty))
        }
        (_, Kind::ScalarOf0) => first.is_some_and(|first| first.scalar == scalar) && width == 1,
        (_, Kind::I32Shape) => first.is_some_and(|first| first.width == width) && scalar == Scalar::I32,
        (_, Kind::BoolShape) => first.is_some_and(|first| first.width == width) && scalar == Scalar::Bool,
        (_, Kind::AnyScalar | Kind::AnyScalarButF64) => width == 1 && scalar != Scalar::Bits,
        (_, Kind::AnyValue) => scalar != Scalar::Bits,
        (_, Kind::Const0To3) => module.as_literal(arg).is_some_and(|lanes| lanes.len() == 1 && lanes[0] < 4),
        (_, Kind::IntScalar) => int && width == 1,
        (_, Kind::Coord) => scalar == Scalar::F32 && coordinates(),
        (_, Kind::IntCoord) => int && coordinates(),
        (_, Kind::SignedIntCoord) => (scalar == Scalar::I32 || int && shape == Some(Shape::D1)) && coordinates(),
        _ => false,
    }
}
