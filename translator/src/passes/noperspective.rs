//! `noperspective` for targets that interpolate with perspective only, in programs of two stages.
//!
//! The vertex stage multiplies such an output by w of the position, the pixel stage multiplies the varying by 1/w of
//! the pixel. With perspective a varying is `sum(b v / w) / sum(b / w)`, and 1/w of the pixel is `sum(b / w)`, so that
//! the product is `sum(b v)`: exactly linear on the screen. At the centroid of a pixel that has several samples, 1/w is
//! still that of its centre.

use super::outputs::insert_before;
use super::rewrite::{Before, Rule, rewrite};
use crate::ir::{
    BinaryOp, Company, Expr, Handle, Lanes, Module, Node, OutputKind, Place, Scalar, StmtKind, SystemInput, Type,
};
use crate::program::{Component, Stage, WriteMask};

/// Rewrites the outputs of a vertex stage or the reads of a pixel stage.
pub(super) fn run(module: &mut Module) {
    if module.company == Company::Alone {
        return;
    }
    if module.stage == Stage::Vertex {
        multiply_outputs(module);
    } else if module.inputs.iter().any(|(_, input)| input.interpolation.is_screen_linear()) {
        rewrite(module, &mut Reads);
    }
}

fn multiply_outputs(module: &mut Module) {
    let position = module.outputs.iter().find(|(_, output)| output.kind == OutputKind::Position);
    let Some(position) = position.map(|(_, output)| output.variable) else { return };
    let linear: Vec<_> = module
        .outputs
        .iter()
        .filter(|(_, output)| matches!(output.kind, OutputKind::Varying(mode) if mode.is_screen_linear()))
        .map(|(_, output)| (output.variable, output.ty))
        .collect();
    if linear.is_empty() {
        return;
    }
    insert_before(module, |module| {
        let store = |&(variable, ty): &(_, Type)| {
            let lanes = Lanes::first(ty.width);
            let value = module.load(Place::Variable(variable), None, lanes, ty.scalar);
            let w = module.load(Place::Variable(position), None, Lanes::one(Component::W), Scalar::F32);
            let w = module.splat(w, ty.width);
            let value = module.binary(BinaryOp::Multiply, value, w);
            StmtKind::Store { variable, element: None, mask: WriteMask::first(ty.width.into()), value }
        };
        linear.iter().map(store).collect()
    });
}

struct Reads;

impl Rule for Reads {
    fn concerns(&self, module: &Module, node: &Node) -> bool {
        matches!(node.expr, Expr::Input(input) if module.inputs[input].interpolation.is_screen_linear())
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "only inputs and their lanes are rewritten")]
    fn node(&mut self, module: &mut Module, node: &Node, _before: &mut Before<'_>) -> Option<Handle<Node>> {
        match &node.expr {
            Expr::Input(input) if module.inputs[*input].interpolation.is_screen_linear() => {
                let value = module.node(node.expr, node.ty);
                Some(product(module, value))
            }
            // Lanes of the product are the product of the lanes.
            Expr::Swizzle(vector, lanes) => {
                let Expr::Binary(BinaryOp::Multiply, value, _) = module.exprs[*vector].expr else { return None };
                let Expr::Input(input) = module.exprs[value].expr else { return None };
                if !module.inputs[input].interpolation.is_screen_linear() {
                    return None;
                }
                let value = module.swizzle(value, *lanes);
                Some(product(module, value))
            }
            _ => None,
        }
    }
}

/// `value / w` of the pixel.
fn product(module: &mut Module, value: Handle<Node>) -> Handle<Node> {
    let w = module.node(Expr::System(SystemInput::ReciprocalW), Type::F32);
    let w = module.splat(w, module.type_of(value).width);
    module.binary(BinaryOp::Multiply, value, w)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Input, InterpolationMode, Semantic};
    use crate::passes::testing::{add, module, output, printed};

    #[test]
    fn a_vertex_stage_multiplies_by_w_where_it_ends() {
        let mut module = module(Stage::Vertex);
        output(&mut module, OutputKind::Varying(InterpolationMode::NoPerspective));
        output(&mut module, OutputKind::Position);
        output(&mut module, OutputKind::Varying(InterpolationMode::Smooth));
        run(&mut module);
        assert_eq!(printed(&module), "write_outputs\n");
        module.company = Company::Linked;
        run(&mut module);
        assert_eq!(printed(&module), "o0 = (o0.xyzw * o1.wwww)\nwrite_outputs\n");
    }

    #[test]
    fn a_pixel_stage_multiplies_what_it_reads() {
        let mut module = module(Stage::Pixel);
        module.company = Company::Linked;
        let o0 = output(&mut module, OutputKind::Target(0));
        let ty = Type::new(Scalar::F32, 2);
        let mut value = |interpolation| {
            let semantic = Semantic { name: "T".into(), index: u32::from(interpolation == InterpolationMode::Smooth) };
            let mask = WriteMask::first(2);
            let input =
                Input { semantic, register: 1, mask, ty, declared: ty, location: 0, interpolation, missing: false };
            let input = module.inputs.push(input);
            module.node(Expr::Input(input), ty)
        };
        let linear = value(InterpolationMode::NoPerspectiveCentroid);
        let smooth = value(InterpolationMode::Smooth);
        let value = module.compose(&[linear, smooth]);
        add(&mut module, vec![StmtKind::Store { variable: o0, element: None, mask: WriteMask::ALL, value }]);
        run(&mut module);
        let expected = "o0 = ((in.T0 * splat2(reciprocal_w)), in.T1)\nwrite_outputs\n";
        assert_eq!(printed(&module), expected);
    }
}
