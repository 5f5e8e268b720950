//! Calls of registry names: which form is printed, and where each argument stands.

use crate::builtins::{Builtin, Form, Glsl, Kind, NoForm, NoOffset, Refusal, helper};
use crate::error::Feature;
use crate::ir::{Expr, Handle, Module, Node, Scalar};
use crate::program::TexelOffset;
use crate::write::examine::Refused;
use crate::write::examine::call::{real_offset, texture_shape};

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

/// Finds the text of a call.
pub(super) fn resolve(
    module: &Module,
    builtin: Builtin,
    args: &[Handle<Node>],
    offset: Option<TexelOffset>,
) -> Result<Call, Refused> {
    let row = builtin.row();
    let is_sampler = |kind: Kind| matches!(kind, Kind::Sampler | Kind::ComparisonSampler);
    let one_left_out = args.len() + 1 == row.args.len();
    let left_out = if one_left_out { row.args.iter().position(|arg| is_sampler(arg.kind)) } else { None };
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
        NoForm::PreEmit { .. } | NoForm::Never { .. } | NoForm::ArgumentCount { .. } | NoForm::NoSuchCall { .. } => {
            Refused::Internal(reason.to_string())
        }
    }
}

#[cold]
pub(super) fn refused(refusal: Refusal) -> Refused {
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
