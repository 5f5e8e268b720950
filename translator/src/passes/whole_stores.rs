//! A store of some lanes of a vector becomes one of all of them: WGSL assigns to one lane or to a whole variable.
//!
//! `r0.xyz = value` becomes `r0 = (value, r0.w)`. Where the lanes are no neighbours, the value is bound first.

use smallvec::SmallVec;

use super::lanes::{is_cheap, pick};
use super::rewrite::{Before, Rule, rewrite};
use crate::ir::{Block, Element, Handle, Lanes, Module, Node, Place, Stmt, StmtKind, Variable};
use crate::program::WriteMask;

/// Rewrites every such store.
pub(super) fn run(module: &mut Module) {
    rewrite(module, &mut WholeStores);
}

struct WholeStores;

impl Rule for WholeStores {
    fn concerns(&self, _: &Module, _: &Node) -> bool {
        false
    }

    fn node(&mut self, _: &mut Module, _: &Node, _: &mut Before<'_>) -> Option<Handle<Node>> {
        None
    }

    fn statement(&mut self, module: &mut Module, statement: Stmt, out: &mut Block) {
        let Stmt { kind: StmtKind::Store { variable, element, mask, value }, span } = statement else {
            return out.push(statement);
        };
        let width = u32::from(module.variables[variable].width);
        if mask.count() <= 1 || mask.count() == width {
            return out.push(Stmt { kind: StmtKind::Store { variable, element, mask, value }, span });
        }
        let mut bind = |module: &mut Module, value: Handle<Node>| {
            if is_cheap(module, value) {
                return value;
            }
            let (statement, local) = module.bind(value, span);
            out.push(statement);
            local
        };
        let runs = runs(mask, width);
        let element = element.map(|element| element.map(|value| bind(module, value)));
        let value = if runs.iter().filter(|run| run.written).count() > 1 { bind(module, value) } else { value };
        let value = whole(module, (variable, element), &runs, value);
        let mask = WriteMask::first(width);
        out.push(Stmt { kind: StmtKind::Store { variable, element, mask, value }, span });
    }
}

/// Neighbouring lanes of a variable that are all written or all kept.
struct Run {
    written: bool,
    lanes: Lanes,
}

fn runs(mask: WriteMask, width: u32) -> SmallVec<[Run; 4]> {
    let mut runs: SmallVec<[Run; 4]> = SmallVec::new();
    for lane in WriteMask::first(width).iter() {
        let written = mask.contains(lane);
        match runs.last_mut() {
            Some(run) if run.written == written => run.lanes.push(lane),
            _ => runs.push(Run { written, lanes: Lanes::one(lane) }),
        }
    }
    runs
}

/// The written lanes of the value and the others of the variable, in order.
fn whole(
    module: &mut Module,
    (variable, element): (Handle<Variable>, Option<Element>),
    runs: &[Run],
    value: Handle<Node>,
) -> Handle<Node> {
    let scalar = module.type_of(value).scalar;
    let mut parts: SmallVec<[Handle<Node>; 4]> = SmallVec::new();
    let mut taken = 0;
    for run in runs {
        parts.push(if run.written {
            let lanes = Lanes::first(4).part(taken, run.lanes.width());
            taken += lanes.width();
            pick(module, value, lanes)
        } else {
            module.load(Place::Variable(variable), element, run.lanes, scalar)
        });
    }
    module.compose(&parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Scalar, Type};
    use crate::passes::testing::{add, module, printed, temp};
    use crate::program::{Component, Stage};

    fn stored(mask: WriteMask) -> String {
        let mut module = module(Stage::Pixel);
        let r0 = temp(&mut module, 0, Some(Scalar::F32));
        let r1 = temp(&mut module, 1, Some(Scalar::F32));
        let lanes = Lanes::first(4).part(0, mask.count() as u8);
        let a = module.load(Place::Variable(r1), None, lanes, Scalar::F32);
        let value = module.builtin(crate::builtins::Builtin::Sin, &[a], Type::new(Scalar::F32, mask.count() as u8));
        add(&mut module, vec![StmtKind::Store { variable: r0, element: None, mask, value }]);
        run(&mut module);
        printed(&module).trim_end_matches("write_outputs\n").to_string()
    }

    #[test]
    fn neighbouring_lanes_are_joined_with_the_others() {
        let mask = |lanes: &[Component]| lanes.iter().fold(WriteMask::NONE, |mask, &lane| mask.or(WriteMask::of(lane)));
        let [x, y, z, w] = [Component::X, Component::Y, Component::Z, Component::W];
        assert_eq!(stored(mask(&[x, y, z])), "r0 = (sin(r1.xyz), r0.w)\n");
        assert_eq!(stored(mask(&[y, z])), "r0 = (r0.x, sin(r1.xy), r0.w)\n");
        assert_eq!(stored(mask(&[z, w])), "r0 = (r0.xy, sin(r1.xy))\n");
        assert_eq!(stored(mask(&[x, w])), "let l0: f32x2 = sin(r1.xy)\nr0 = (l0.x, r0.yz, l0.y)\n");
        assert_eq!(stored(mask(&[y])), "r0.y = sin(r1.x)\n");
        assert_eq!(stored(WriteMask::ALL), "r0 = sin(r1.xyzw)\n");
    }
}
