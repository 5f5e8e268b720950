//! Storage of the `Float` register model: every untyped variable holds floats, and integers are cast at the use.

use crate::ir::{Block, Expr, Module, Place, Scalar, StmtKind};

/// Gives every untyped variable the scalar type F32 and casts at loads and stores.
pub(super) fn run(module: &mut Module) {
    for (_, variable) in module.variables.iter_mut() {
        variable.scalar.get_or_insert(Scalar::F32);
    }
    let lowered: Vec<_> = module.exprs.handles().collect();
    for handle in lowered {
        let mut node = module.exprs[handle].clone();
        if node.ty.scalar == Scalar::Bits {
            node.ty.scalar = Scalar::F32;
        }
        if let Expr::Load { place, .. } = &node.expr {
            let stored = match place {
                Place::Variable(variable) => module.variables[*variable].scalar.unwrap_or(Scalar::F32),
                Place::ConstantBuffer(_) | Place::ImmediateConstants => Scalar::F32,
            };
            if stored != node.ty.scalar {
                let load = module.node(node.expr.clone(), node.ty.with_scalar(stored));
                node.expr = Expr::Bitcast(load);
            }
        }
        module.exprs[handle] = node;
    }
    for (_, local) in module.locals.iter_mut() {
        if local.ty.scalar == Scalar::Bits {
            local.ty.scalar = Scalar::F32;
        }
    }
    let mut functions = std::mem::take(&mut module.functions);
    for function in &mut functions {
        block(module, &mut function.body);
    }
    module.functions = functions;
}

fn block(module: &mut Module, statements: &mut Block) {
    for statement in statements {
        match &mut statement.kind {
            StmtKind::Store { variable, value, .. } => {
                let stored = module.variables[*variable].scalar.unwrap_or(Scalar::F32);
                *value = module.bitcast(*value, stored);
            }
            StmtKind::If { accept, reject, .. } => {
                block(module, accept);
                block(module, reject);
            }
            StmtKind::Loop(body) => block(module, body),
            StmtKind::Switch { cases, .. } => {
                for case in cases {
                    block(module, &mut case.body);
                }
            }
            StmtKind::Demote => statement.kind = StmtKind::Discard,
            StmtKind::Let(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return
            | StmtKind::Discard
            | StmtKind::Call(_)
            | StmtKind::WriteOutputs => {}
        }
    }
}
