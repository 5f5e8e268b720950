//! `ClipSpace::OpenGl`: Direct3D's clip space becomes OpenGL's where a vertex shader ends.
//!
//! Direct3D keeps z from 0 to w and lets y grow upwards to the first row of the target; OpenGL keeps z from -w to
//! w and has its first row at the bottom. With `z = 2z - w` and `y = -y` depths, window coordinates, `dFdy` and the
//! rows of a target that is read back equal Direct3D's.

use super::outputs::insert_before;
use crate::ir::{BinaryOp, Handle, Lanes, Module, Node, OutputKind, Place, Scalar, StmtKind, UnaryOp};
use crate::program::{Component, Stage, WriteMask};

/// Rewrites the position before it is written.
pub(super) fn run(module: &mut Module) {
    if module.stage != Stage::Vertex {
        return;
    }
    let position = module.outputs.iter().find(|(_, output)| output.kind == OutputKind::Position);
    let Some(variable) = position.map(|(_, output)| output.variable) else { return };
    insert_before(module, |module| {
        let [y, z, w] = [Component::Y, Component::Z, Component::W]
            .map(|lane| module.load(Place::Variable(variable), None, Lanes::one(lane), Scalar::F32));
        let flipped = module.unary(UnaryOp::Negate, y);
        let two = module.float(2.0);
        let doubled = module.binary(BinaryOp::Multiply, z, two);
        let depth = module.binary(BinaryOp::Subtract, doubled, w);
        let store =
            |lane, value: Handle<Node>| StmtKind::Store { variable, element: None, mask: WriteMask::of(lane), value };
        vec![store(Component::Y, flipped), store(Component::Z, depth)]
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{module, output, printed};

    #[test]
    fn the_position_is_rewritten_at_each_end() {
        let mut module = module(Stage::Vertex);
        output(&mut module, OutputKind::Position);
        let truth = module.literal(Scalar::Bool, &[1]);
        let accept = [StmtKind::WriteOutputs, StmtKind::Return].map(crate::passes::testing::stmt).to_vec();
        let early = StmtKind::If { condition: truth, accept, reject: vec![] };
        module.functions[0].body.insert(0, crate::passes::testing::stmt(early));
        run(&mut module);
        let expected = "\
if true
  o0.y = -(o0.y)
  o0.z = ((o0.z * 2.0) - o0.w)
  write_outputs
  return
o0.y = -(o0.y)
o0.z = ((o0.z * 2.0) - o0.w)
write_outputs
";
        assert_eq!(printed(&module), expected);
    }

    #[test]
    fn a_pixel_shader_stays() {
        let mut module = module(Stage::Pixel);
        output(&mut module, OutputKind::Target(0));
        run(&mut module);
        assert_eq!(printed(&module), "write_outputs\n");
    }
}
