//! `RegisterModel::Float`: every register is floats, and integers are cast at the use.

use super::storage::{Placement, Plan, apply};
use crate::ir::{Module, Scalar};

/// Makes every untyped variable f32.
pub(super) fn run(module: &mut Module) {
    let variables =
        module.variables.iter().map(|(_, variable)| Placement::Whole(variable.scalar.unwrap_or(Scalar::F32)));
    let plan =
        Plan { variables: variables.collect(), locals: vec![Scalar::F32; module.locals.len()], ..Plan::default() };
    apply(module, &plan);
}
