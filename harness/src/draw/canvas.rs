//! Targets and a depth buffer while a program is drawn: the depth test, and pixels into texels.
//!
//! Where implementations may decide a test in more than one way, texels lose their mark of being known; the decision
//! that is drawn is the exact one.

use std::collections::BTreeSet;

use dxbc_translator::container::signature::SystemValue;

use crate::case::scene::Scene;
use crate::case::stage::StageUnit;
use crate::case::state::{DepthBuffer, DepthWrites};
use crate::interp::{Comparison, PixelResult, Writes};

use super::merge;
use super::picture::Picture;
use super::pixel;
use super::raster::Cover;

/// The depth of a texel, and between what it lies for all that is known.
#[derive(Clone, Copy, Debug)]
struct Depth {
    value: f64,
    range: [f64; 2],
}

impl Depth {
    const fn exact(value: f64) -> Self {
        Self { value, range: [value; 2] }
    }
}

/// A depth that a pixel has.
#[derive(Clone, Copy, Debug)]
pub(super) struct PixelDepth {
    /// As it is drawn, within the viewport's range.
    pub(super) value: f64,
    /// How far other implementations may be from it.
    pub(super) margin: f64,
}

/// What may come of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Outcome {
    passes: bool,
    sure: bool,
}

/// The targets of a draw.
pub(super) struct Canvas<'a> {
    scene: &'a Scene,
    picture: Picture,
    depths: Vec<Depth>,
    /// The outputs of the pixel shader: a target without one keeps what it holds.
    outputs: BTreeSet<u32>,
}

impl<'a> Canvas<'a> {
    /// Cleared.
    pub(super) fn new(scene: &'a Scene, pixel: Option<&StageUnit>) -> Self {
        let elements = pixel.iter().flat_map(|pixel| &pixel.outputs.elements);
        let outputs = elements.filter(|element| element.output_value() == SystemValue::Target);
        let outputs = outputs.map(|element| element.register.unwrap_or(element.index)).collect();
        let count = scene.width as usize * scene.height as usize;
        let clear = scene.depth.map_or(1.0, |depth| depth.format.stored(depth.clear.into()));
        Self { scene, picture: pixel::cleared(scene), depths: vec![Depth::exact(clear); count], outputs }
    }

    /// What was drawn.
    pub(super) fn finish(mut self) -> Picture {
        if let Some(layer) = self.picture.layers.iter_mut().find(|layer| layer.slot().is_none()) {
            for (texel, depth) in layer.texels.iter_mut().zip(&self.depths) {
                texel.bits = [pixel::depth_bits(depth.value); 4];
                // A range is open where something undecided may have been written.
                #[allow(clippy::float_cmp, reason = "the same number, not a computed one")]
                let known = depth.range[0] == depth.range[1];
                texel.known = if known { 15 } else { 0 };
            }
        }
        self.picture
    }

    /// Whether what a pixel writes to views shows: a pixel outside of the primitive, of the targets or of the scissor is a
    /// helper. Depth is tested behind the shader and keeps no write back.
    pub(super) fn writes(&self, [x, y]: [u32; 2], cover: Cover) -> Writes {
        let scissored = self.scene.raster.scissor.is_some_and(|scissor| !is_within(scissor, [x, y]));
        if self.picture.position(x, y).is_none() || scissored || !cover.is_possible() {
            Writes::Dropped
        } else if cover.inside && cover.sure {
            Writes::Kept
        } else {
            Writes::Unsure
        }
    }

    /// Draws a pixel that a primitive covers, or may cover. Without a result there is no pixel shader.
    pub(super) fn draw(&mut self, [x, y]: [u32; 2], cover: Cover, depth: PixelDepth, pixel: Option<&PixelResult>) {
        let Some(position) = self.picture.position(x, y) else { return };
        if self.scene.raster.scissor.is_some_and(|scissor| !is_within(scissor, [x, y])) {
            return;
        }
        let Some(old) = self.depths.get(position).copied() else { return };
        let buffer = self.scene.depth;
        let value = buffer.map_or(depth.value, |buffer| buffer.format.stored(depth.value));
        let tested = buffer.and_then(|buffer| buffer.test).map(|test| {
            // A code of a fixed-point buffer more or less may be within the margin.
            let step = buffer.and_then(|buffer| buffer.format.scale()).map_or(0.0, |scale| 1.0 / f64::from(scale));
            let margin = if depth.margin > 0.0 { depth.margin + step } else { 0.0 };
            (test_depth(test, value, old, margin), margin)
        });
        let (passed, margin) = tested.unwrap_or((Outcome { passes: true, sure: true }, depth.margin));
        let kept = kept(pixel);
        if [passed, kept].iter().any(|outcome| outcome.sure && !outcome.passes) {
            return;
        }
        let drawn = cover.inside && passed.passes && kept.passes;
        let sure = cover.sure && passed.sure && kept.sure;
        if drawn {
            self.store(position, pixel);
        }
        if !sure {
            for layer in self.picture.layers.iter_mut() {
                if let Some(texel) = layer.texels.get_mut(position) {
                    texel.known = 0;
                }
            }
        }
        let writes = buffer.is_some_and(|b: DepthBuffer| b.test.is_some() && b.writes == DepthWrites::Passed);
        if writes && let Some(spot) = self.depths.get_mut(position) {
            *spot = match (sure, margin.is_finite()) {
                (true, true) => Depth::exact(value),
                (true, false) => Depth { value, range: [f64::NEG_INFINITY, f64::INFINITY] },
                (false, _) => Depth {
                    value: if drawn { value } else { old.value },
                    range: [old.range[0].min(value - margin), old.range[1].max(value + margin)],
                },
            };
        }
    }

    fn store(&mut self, position: usize, pixel: Option<&PixelResult>) {
        let Some(pixel) = pixel else { return };
        for layer in self.picture.layers.iter_mut() {
            let Some((slot, target)) = layer.slot().and_then(|slot| Some((slot, self.scene.targets.get(&slot)?)))
            else {
                continue;
            };
            let Some(texel) = layer.texels.get_mut(position) else { continue };
            if !self.outputs.contains(&slot) {
                texel.known = 0;
            } else {
                let sources = [pixel::output(pixel, slot), pixel::output(pixel, slot + 1)];
                *texel = merge::merge(target, *texel, sources);
            }
        }
    }
}

fn is_within([left, top, right, bottom]: [i64; 4], [x, y]: [u32; 2]) -> bool {
    (left..right).contains(&x.into()) && (top..bottom).contains(&y.into())
}

/// Whether the pixel shader lets a pixel through: it is not discarded, and its only sample is in the mask.
fn kept(pixel: Option<&PixelResult>) -> Outcome {
    let Some(pixel) = pixel else { return Outcome { passes: true, sure: true } };
    let covered = pixel.coverage.is_none_or(|mask| mask.bits & 1 == 1);
    Outcome {
        passes: !pixel.discarded && covered,
        sure: !pixel.tainted && (pixel.discarded || pixel.coverage.is_none_or(|mask| mask.defined)),
    }
}

/// `depth OP texel`.
#[allow(clippy::float_cmp, reason = "stored depths are compared as Direct3D does")]
fn test_depth(test: Comparison, depth: f64, texel: Depth, margin: f64) -> Outcome {
    let holds = |depth: f64, texel: f64| match test {
        Comparison::Never => false,
        Comparison::Less => depth < texel,
        Comparison::Equal => depth == texel,
        Comparison::LessEqual => depth <= texel,
        Comparison::Greater => depth > texel,
        Comparison::NotEqual => depth != texel,
        Comparison::GreaterEqual => depth >= texel,
        Comparison::Always => true,
    };
    let passes = holds(depth, texel.value);
    let [low, high] = [depth - margin, depth + margin];
    // Equal depths may turn out unequal, and the other way round, wherever the ranges meet.
    let meet = low <= texel.range[1] && texel.range[0] <= high;
    let exact = margin == 0.0 && texel.range[0] == texel.range[1];
    let constant = matches!(test, Comparison::Never | Comparison::Always);
    Outcome { passes, sure: constant || exact || !meet }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_compared_where_they_are_sure() {
        let texel = Depth::exact(0.5);
        let test = |test, depth, margin| {
            let Outcome { passes, sure } = test_depth(test, depth, texel, margin);
            (passes, sure)
        };
        assert_eq!(test(Comparison::Less, 0.5, 0.0), (false, true));
        assert_eq!(test(Comparison::LessEqual, 0.5, 0.0), (true, true));
        assert_eq!(test(Comparison::Greater, 0.6, 0.01), (true, true));
        assert_eq!(test(Comparison::Greater, 0.505, 0.01), (true, false));
        assert_eq!(test(Comparison::Equal, 0.5, 0.01), (true, false));
        assert_eq!(test(Comparison::NotEqual, 0.4, 0.01), (true, true));
        assert_eq!(test(Comparison::Never, 0.5, 0.1), (false, true));
        assert_eq!(test(Comparison::Always, 0.5, f64::INFINITY), (true, true));
    }

    #[test]
    fn the_scissor_ends_before_its_right_and_lower_edge() {
        let inside = |at| is_within([1, 1, 3, 2], at);
        assert!(inside([1, 1]) && inside([2, 1]) && !inside([3, 1]) && !inside([1, 2]) && !inside([0, 1]));
    }
}
