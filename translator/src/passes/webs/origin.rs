//! Where a lane of a value comes from: through whatever moves lanes without computing with them.

use crate::builtins::Builtin;
use crate::ir::{Callee, Expr, Handle, Local, Module, Node, Place, Scalar, Variable};

/// What a lane holds where it is made.
#[derive(Clone, Copy)]
pub(super) enum Origin {
    /// Bits that say nothing of their type: literals, constants and words of buffers.
    Bits,
    /// A lane of a value that has a type.
    Typed(Handle<Node>, usize),
    /// The bits of a place of a load's list of lanes.
    Load(Handle<Node>, Handle<Variable>, usize),
    /// The bits of a bound value.
    Local(Handle<Local>),
}

/// Calls `found` with each origin of a lane of a value, in order: those of both sides of a choice.
pub(super) fn origins(module: &Module, value: Handle<Node>, lane: usize, found: &mut impl FnMut(Origin)) {
    let Node { expr, ty } = &module.exprs[value];
    match expr {
        Expr::Compose(parts) => {
            let mut lane = lane;
            for &part in parts {
                let width = usize::from(module.type_of(part).width);
                if lane < width {
                    return origins(module, part, lane, found);
                }
                lane -= width;
            }
        }
        // A word of a buffer says nothing of its type.
        Expr::Call { callee: Callee::Builtin(Builtin::StorageFetchU32), .. } | Expr::Atomic { .. } => {
            found(Origin::Bits);
        }
        _ if ty.scalar != Scalar::Bits => found(Origin::Typed(value, lane)),
        Expr::Load { place: Place::Variable(variable), .. } => found(Origin::Load(value, *variable, lane)),
        Expr::Local(local) => found(Origin::Local(*local)),
        Expr::Select { accept, reject, .. } => {
            origins(module, *accept, lane, found);
            origins(module, *reject, lane, found);
        }
        Expr::Swizzle(vector, lanes) => {
            if let Some(lane) = lanes.get(lane) {
                origins(module, *vector, lane.index(), found);
            }
        }
        Expr::Splat(scalar) => origins(module, *scalar, 0, found),
        Expr::Bitcast(operand) => origins(module, *operand, lane, found),
        Expr::Literal(_)
        | Expr::Load { .. }
        | Expr::Input(_)
        | Expr::System(_)
        | Expr::Unary(..)
        | Expr::Binary(..)
        | Expr::Convert(_)
        | Expr::Matrix(_)
        | Expr::Column(..)
        | Expr::Call { .. }
        | Expr::Sampling(_)
        | Expr::Buffer(_)
        | Expr::MipCount(_)
        | Expr::BufferSize(_)
        | Expr::GroupMemory(_)
        | Expr::Texel(..)
        | Expr::TextureSize(_)
        | Expr::Agreed(_) => found(Origin::Bits),
    }
}
