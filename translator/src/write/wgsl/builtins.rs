//! Calls of registry names: which form is printed, and where each argument stands.

use crate::builtins::{Builtin, Form, Kind, NoForm, NoOffset};
use crate::error::Feature;
use crate::ir::{Handle, Module, Node, Scalar};
use crate::options::Target;
use crate::program::TexelOffset;
use crate::write::examine::Refused;
use crate::write::examine::call::{real_offset, texture, texture_shape};

/// A call of a registry name as WGSL spells it.
pub(super) enum Call {
    /// The pieces to print.
    Form(&'static Form),
    /// A word of a buffer.
    Word,
}

/// Finds the text of a call.
pub(super) fn resolve(
    module: &Module,
    builtin: Builtin,
    args: &[Handle<Node>],
    offset: Option<TexelOffset>,
) -> Result<Call, Refused> {
    if builtin == Builtin::StorageFetchU32 {
        return Ok(Call::Word);
    }
    let row = builtin.row();
    let sampled = row.args.iter().any(|arg| matches!(arg.kind, Kind::Texture(_, crate::builtins::Texels::Float)));
    let integers = texture(module, args)
        .is_some_and(|sampling| module.textures[module.samplings[sampling].texture].scalar != Scalar::F32);
    if sampled && integers {
        let feature = Feature::IntegerSampling;
        return Err(Refused::Unsupported(feature, feature.reason(Target::Wgsl)));
    }
    let form = builtin.wgsl(args.len()).map_err(|reason: NoForm| Refused::Internal(reason.to_string()))?;
    if real_offset(offset).is_some() {
        let Some(shape) = texture_shape(module, args) else {
            return Err(format!("{} has an offset but no texture", row.name).into());
        };
        builtin
            .wgsl_offset(shape)
            .map_err(|reason: NoOffset| format!("{} with an offset: {}", row.name, reason.reason()))?;
    }
    Ok(Call::Form(form))
}
