//! Calls of registry names: which form is printed, where each argument stands, and what the call must look like.

use crate::builtins::{
    Builtin, Form, Glsl, Kind, NoForm, NoOffset, Refusal, ResultKind, Shape, Stage as RegistryStage, helper,
};
use crate::builtins::{Scalar as RegistryScalar, Type as RegistryType};
use crate::error::Feature;
use crate::ir::{Expr, Handle, Module, Node, Sampling, Scalar, Type};
use crate::program::{Stage, TexelOffset};

use super::types::{registry_scalar, sampling_shape};

/// A call of a registry name as GLSL spells it.
#[derive(Clone, Copy)]
pub(super) struct Call {
    /// The pieces to print.
    pub(super) form: &'static Form,
    /// The helper of the registry that the text calls.
    pub(super) helper: Option<helper::Helper>,
    /// Position in the registry's call that the IR leaves out: the sampler, which its texture brings along.
    left_out: Option<usize>,
}

impl Call {
    /// Position among the IR's arguments of what stands at `position` in the registry's call.
    pub(super) fn argument(&self, position: usize) -> usize {
        match self.left_out {
            Some(left_out) if position > left_out => position - 1,
            _ => position,
        }
    }
}

/// Why a call has no text.
pub(super) enum Refused {
    /// The target lacks it.
    Unsupported(Feature, &'static str),
    /// A pass should have rewritten it, or it is called wrongly.
    Internal(String),
}

impl From<String> for Refused {
    fn from(message: String) -> Self {
        Self::Internal(message)
    }
}

/// The offset, unless it is none in every direction.
fn real_offset(offset: Option<TexelOffset>) -> Option<TexelOffset> {
    offset.filter(|offset| *offset != TexelOffset::default())
}

/// Finds the text of a call.
pub(super) fn resolve(
    module: &Module,
    builtin: Builtin,
    args: &[Handle<Node>],
    offset: Option<TexelOffset>,
) -> Result<Call, Refused> {
    let row = builtin.row();
    let sampler = row.args.iter().position(|arg| matches!(arg.kind, Kind::Sampler | Kind::ComparisonSampler));
    let left_out = sampler.filter(|_| args.len() + 1 == row.args.len());
    let count = args.len() + usize::from(left_out.is_some());
    let (form, helper) = match builtin.glsl(count).map_err(no_form)? {
        Glsl::Form(form) => (form, None),
        Glsl::Helper(helper, form) => (form, Some(*helper)),
        Glsl::None(refusal) => return Err(refused(*refusal)),
        Glsl::PreEmit => return Err(no_form(NoForm::PreEmit { builtin })),
    };
    if real_offset(offset).is_none() {
        return Ok(Call { form, helper, left_out });
    }
    let shape = texture_shape(module, args).ok_or_else(|| format!("{} has an offset but no texture", row.name))?;
    match builtin.glsl_offset(shape) {
        Ok(form) => Ok(Call { form, helper, left_out }),
        Err(NoOffset::NoForm(refusal)) => Err(refused(refusal)),
        Err(reason) => Err(Refused::Internal(format!("{} with an offset: {}", row.name, reason.reason()))),
    }
}

#[cold]
fn no_form(reason: NoForm) -> Refused {
    match reason {
        NoForm::Refused(refusal) => refused(refusal),
        NoForm::PreEmit { .. } | NoForm::ArgumentCount { .. } | NoForm::NoSuchCall { .. } => {
            Refused::Internal(reason.to_string())
        }
    }
}

#[cold]
fn refused(refusal: Refusal) -> Refused {
    let feature = match refusal {
        Refusal::NoCubeArray => Feature::CubeArray,
        Refusal::NoMultisample => Feature::MultisampledTexture,
        Refusal::NoImageStore | Refusal::NoAtomics | Refusal::NoRuntimeArray => Feature::UnorderedAccess,
        Refusal::NoCompute => Feature::OtherStage,
        Refusal::NoGather | Refusal::NoPackedInt8 | Refusal::NoTexture1d => {
            return Refused::Internal(refusal.reason().into());
        }
    };
    Refused::Unsupported(feature, refusal.reason())
}

/// The texture that a call reads.
fn texture(module: &Module, args: &[Handle<Node>]) -> Option<Handle<Sampling>> {
    if let Expr::Sampling(sampling) = module.exprs[*args.first()?].expr { Some(sampling) } else { None }
}

fn texture_shape(module: &Module, args: &[Handle<Node>]) -> Option<Shape> {
    sampling_shape(module, &module.samplings[texture(module, args)?])
}

/// The overload of the registry's helper that a call needs; none where the helper has none for these arguments.
pub(super) fn overload(module: &Module, helper: helper::Helper, args: &[Handle<Node>]) -> Option<helper::Overload> {
    use helper::Operand;
    let first = &module.exprs[*args.first()?];
    let operand = match (&first.expr, first.ty.scalar, first.ty.width) {
        (Expr::Buffer(_), ..) => Operand::Texture,
        (_, Scalar::U32, 1) => Operand::Uint,
        (_, Scalar::U32, 2) => Operand::Uvec2,
        (_, Scalar::U32, 3) => Operand::Uvec3,
        (_, Scalar::U32, 4) => Operand::Uvec4,
        (_, Scalar::I32, 1) => Operand::Int,
        (_, Scalar::I32, 2) => Operand::Ivec2,
        (_, Scalar::I32, 3) => Operand::Ivec3,
        (_, Scalar::I32, 4) => Operand::Ivec4,
        _ => return None,
    };
    helper::Overload::new(helper, operand)
}

/// Checks the arguments and the type of a call against the registry.
pub(super) fn check(module: &Module, builtin: Builtin, args: &[Handle<Node>], ty: Type) -> Result<(), String> {
    let row = builtin.row();
    let stage = if module.stage == Stage::Vertex { RegistryStage::Vertex } else { RegistryStage::Fragment };
    if !row.stages.allow(stage) {
        return Err(format!("{} is called in the {} stage", row.name, module.stage.prefix()));
    }
    if builtin == Builtin::Select {
        return check_select(module, args, ty);
    }
    let shape = texture_shape(module, args);
    let first = args.first().map(|&arg| module.type_of(arg));
    let sampler_given = args.len() == row.args.len();
    let expected = match row.alts.iter().find(|alt| !sampler_given && alt.args.len() == args.len()) {
        Some(alt) => alt.args,
        None => row.args,
    };
    let skips = |kind: &Kind| matches!(kind, Kind::Sampler | Kind::ComparisonSampler) && !sampler_given;
    let kinds = expected.iter().filter(|arg| !skips(&arg.kind));
    let fit = kinds.zip(args).all(|(expected, &arg)| fits(module, expected.kind, arg, first, shape));
    if !fit {
        let types: Vec<String> = args.iter().map(|&arg| module.type_of(arg).to_string()).collect();
        return Err(format!("{} does not take ({})", row.name, types.join(", ")));
    }
    let texel = texture(module, args).map(|sampling| module.textures[module.samplings[sampling].texture].scalar);
    let result = match (row.result, texel) {
        (ResultKind::Same, _) => first == Some(ty),
        (ResultKind::Texel, Some(scalar)) => ty == Type::new(scalar, 4),
        // A texture of integers gives integers, whatever the call.
        (ResultKind::Is(RegistryType { scalar: RegistryScalar::F32, width: 4 }), Some(scalar)) => {
            ty == Type::new(scalar, 4)
        }
        (ResultKind::Is(want), _) => registry_type(ty) == Some(want),
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
pub(super) fn is_condition(condition: Type, ty: Type) -> bool {
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
    match (&node.expr, kind) {
        (Expr::Sampling(_), Kind::Texture(shapes, _)) => shape.is_some_and(|shape| shapes.contains(&shape)),
        (Expr::Sampling(_), Kind::Sampler | Kind::ComparisonSampler) => true,
        (Expr::Buffer(_), Kind::DataTexture(want)) => registry_scalar(Scalar::U32) == Some(want),
        (Expr::Sampling(_) | Expr::Buffer(_), _) => false,
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
        (_, Kind::IntScalar) => int && width == 1,
        (_, Kind::Coord) => scalar == Scalar::F32 && coordinates(),
        (_, Kind::IntCoord) => int && coordinates(),
        (_, Kind::SignedIntCoord) => scalar == Scalar::I32 && coordinates(),
        _ => false,
    }
}
