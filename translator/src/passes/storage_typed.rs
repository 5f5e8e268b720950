//! `RegisterModel::Typed`: every value lives in a variable of its own type, so integers are never held as floats.
//!
//! Bytecode has untyped registers: one lane of `r0` may hold a float, then a mask, then a loop counter. A float
//! variable of a target may flush or change bits that are no normal number, and small integers and masks are
//! exactly such bits. So each `r#` becomes up to three variables, for f32, i32 and u32; a value lives in one of
//! them, and its lanes keep their places.
//!
//! # Algorithm
//!
//! 0. **Floats** (`webs::floats`). Registers that hold nothing else, which are most, are f32 and not looked at further.
//! 1. **Webs** (`webs`). Definitions of a lane that reach a common use must share a variable; all others are free.
//! 2. **Kinds** (`webs::gather`). A web knows what is written to it (float, int, uint, or bits that say nothing:
//!    literals, constants, words of buffers) and what it is read as. A move of bits is a copy: its target is of the
//!    kind of its source, and its source is used as its target is; both are carried along all copies until nothing
//!    changes (at most as often for a web as there are kinds).
//! 3. **Types** (`webs::kinds`). A web that is read as floats only is f32. One of computed floats only is f32, though
//!    its bits be looked at. Integers, and bits and floats that are also read as integers, are u32 or i32: never is
//!    an integer held in a float variable and taken out again. Which of both is said by what depends on the sign
//!    (comparisons, divisions, conversions, indices). Sums, products and bitwise operations do not: what takes part
//!    in them follows its neighbours, and the operators are rewritten to the type of their result.
//! 4. **Rewriting** (`storage`). A load whose lanes are of several types becomes a vector of casts; a store
//!    becomes one store a type, after the value is bound where it would otherwise be computed twice or read too
//!    late. A load that no definition reaches is zero.
//!
//! Indexed arrays (`x#` and ranges of `v#` and `o#`) are one web each, and so is a bound value of bits.

#[cfg(test)]
mod tests;

use super::storage::{Placement, Plan, apply, slot};
use super::webs::{Found, Seen, Web, gather};
use crate::ir::{Handle, Module, Scalar, Variable};

/// Gives every variable the types of its values.
pub(super) fn run(module: &mut Module) {
    let found = gather(module);
    let plan = plan(module, found);
    apply(module, &plan);
}

fn plan(module: &mut Module, found: Found) -> Plan {
    let Found { mut webs, variables, locals, copies, companions, loaded, stored, .. } = found;
    webs.settle(&copies, &companions);
    let types = webs.types();
    let type_of = |web: Web| types.get(web as usize).copied().unwrap_or((Scalar::F32, false));
    let locals = locals.into_iter().map(|web| type_of(web).0).collect();
    let loaded = loaded
        .into_iter()
        .map(|web| {
            let (scalar, is_written) = type_of(web);
            is_written.then_some(scalar)
        })
        .collect();
    let stored: Vec<Scalar> = stored.into_iter().map(|web| type_of(web).0).collect();
    let needed = needed(module, &variables, &found.stores, &stored);
    let handles: Vec<Handle<Variable>> = module.variables.handles().collect();
    let variables = handles
        .into_iter()
        .zip(variables)
        .zip(needed)
        .map(|((variable, seen), needed)| match seen {
            Seen::Apart => Placement::Whole(module.variables[variable].scalar.unwrap_or(Scalar::U32)),
            Seen::Floats => Placement::Whole(Scalar::F32),
            Seen::Whole(web) => Placement::Whole(type_of(web).0),
            Seen::Lanes { floats, .. } => Placement::Lanes { targets: split(module, variable, needed), floats },
        })
        .collect();
    Plan {
        variables,
        locals,
        loads: found.loads,
        first_load: found.first_load,
        loaded,
        first_store: found.first_store,
        stored,
    }
}

/// For each variable the types that are stored to it.
fn needed(
    module: &Module,
    variables: &[Seen],
    stores: &[(Handle<Variable>, u32)],
    stored: &[Scalar],
) -> Vec<[bool; 3]> {
    let mut needed = vec![[false; 3]; module.variables.len()];
    for (needed, seen) in needed.iter_mut().zip(variables) {
        needed[slot(Scalar::F32)] = matches!(seen, Seen::Lanes { floats, .. } if !floats.is_empty());
    }
    let mut stored = stored.iter();
    for &(variable, lanes) in stores {
        for &scalar in stored.by_ref().take(lanes as usize) {
            if let Some(needed) = needed.get_mut(variable.index()) {
                needed[slot(scalar)] = true;
            }
        }
    }
    needed
}

/// The variables for each type of a register: itself for the first type that is needed, new ones for others.
fn split(module: &mut Module, variable: Handle<Variable>, needed: [bool; 3]) -> [Handle<Variable>; 3] {
    let mut targets = [variable; 3];
    let mut own = Some(variable);
    for ((target, scalar), needed) in targets.iter_mut().zip([Scalar::F32, Scalar::I32, Scalar::U32]).zip(needed) {
        if !needed {
            continue;
        }
        *target = own.take().unwrap_or_else(|| {
            let copy = module.variables[variable].clone();
            module.variables.push(copy)
        });
        module.variables[*target].scalar = Some(scalar);
    }
    if own.is_some() {
        // Never written: every load of it is zero.
        module.variables[variable].scalar = Some(Scalar::F32);
    }
    targets
}
