//! Clip distances, for targets that have none: varyings, by which the pixel stage of a program discards.
//!
//! Direct3D draws no pixel where a distance, interpolated with perspective, is negative. So the pixel stage begins with
//! a discard for the distances that the vertex stage writes.

use super::Lowerer;
use crate::ir::{BinaryOp, Block, Expr, Handle, Input, Semantic, Stmt, StmtKind, Type, UnaryOp};
use crate::link::{Clip, Varying};
use crate::program::{Component, WriteMask};

/// What a vertex stage alone cannot do.
pub(super) const ALONE: &str = "the clip distance is a varying: the pixel shader has to discard where a lane is \
    negative, which it does if both are translated as a program";

impl Lowerer<'_> {
    /// Discards where a clip distance of the vertex stage is negative.
    pub(super) fn clip(&mut self) {
        let linkage = self.source.linkage;
        if !self.is_pixel() {
            return;
        }
        for varying in linkage.varyings.iter().flatten() {
            let Some(clip) = varying.clip else { continue };
            let input = self.clip_input(varying, clip);
            let value = self.module.node(Expr::Input(input), self.module.inputs[input].declared);
            for lane in Component::ALL.into_iter().take(clip.mask.count() as usize) {
                let distance = self.module.lane(value, lane);
                let zero = self.module.float(0.0);
                // NaN is outside too.
                let inside = self.module.binary(BinaryOp::GreaterEqual, distance, zero);
                let condition = self.module.unary(UnaryOp::LogicalNot, inside);
                let accept = vec![Stmt { kind: StmtKind::Demote, span: self.span }];
                self.emit(StmtKind::If { condition, accept, reject: Block::new() });
            }
        }
    }

    /// The input that brings the distances: the shader's own, or one that is added.
    fn clip_input(&mut self, varying: &Varying, clip: Clip) -> Handle<Input> {
        let own = self.module.inputs.iter().find(|(_, input)| {
            input.semantic.index == varying.index && input.semantic.name.eq_ignore_ascii_case(&varying.name)
        });
        if let Some((input, _)) = own {
            return input;
        }
        let ty = Type::new(varying.scalar, varying.width);
        self.module.inputs.push(Input {
            semantic: Semantic { name: varying.name.clone(), index: varying.index },
            register: clip.register,
            mask: WriteMask::first(varying.width.into()),
            ty,
            declared: ty,
            location: varying.location,
            interpolation: varying.interpolation,
            missing: false,
        })
    }
}
