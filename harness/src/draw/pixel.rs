//! Pixel shaders alone, drawn by the interpreter on a screen of tiles: every input is a plane or constant on its tile
//! (see [`crate::case::scene::PixelSource`]), so that interpolation is exact and only the shader is tested.

use std::ops::Range;

use dxbc_translator::program::Stage;

use crate::case::scene::Scene;
use crate::case::stage::StageUnit;
use crate::case::state::DepthSaved;
use crate::interp::{
    Branches, Interpreter, Note, Options, Order, PixelResult, QuadInput, ResourceError, Stop, UNDEFINED_REGISTER, Value,
};

use super::feed::{self, PlanePixels};
use super::merge;
use super::picture::{DEPTH_LAYER, Layer, Picture, Scalar, Texel};
use super::views;

/// Why a scene cannot be drawn by the interpreter.
#[derive(Clone, Debug, thiserror::Error)]
pub enum DrawFailure {
    /// The interpreter stopped.
    #[error("interpreter: {0}")]
    Stop(#[from] Stop),
    /// A texture or buffer cannot be.
    #[error("bindings: {0}")]
    Resource(#[from] ResourceError),
    /// The scene has no triangles, or its vertex shader no position.
    #[error("there is nothing to draw: {0}")]
    Nothing(&'static str),
}

/// What the interpreter drew.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The picture.
    pub picture: Picture,
    /// What was met on the way, each once.
    pub notes: Vec<Note>,
    /// What was counted.
    pub branches: Branches,
}

impl Drawn {
    /// A picture to draw on.
    pub(super) const fn on(picture: Picture) -> Self {
        Self { picture, notes: Vec::new(), branches: Branches::new() }
    }

    /// Takes down what was met in a quad.
    pub(super) fn meet(&mut self, notes: &[Note], branches: &Branches) {
        for note in notes {
            if !self.notes.contains(note) {
                self.notes.push(*note);
            }
        }
        for (place, counts) in branches {
            let sums = self.branches.entry(*place).or_default();
            *sums = [sums[0] + counts[0], sums[1] + counts[1]];
        }
    }
}

/// Draws a pixel shader with the interpreter, quads and their pixels in an order.
///
/// # Errors
/// [`DrawFailure`] if the program or what is bound cannot be run.
pub fn interpret(unit: &StageUnit, scene: &Scene, options: Options, order: Order) -> Result<Drawn, DrawFailure> {
    let interpreter = Interpreter::new(&unit.program, options)?;
    let bindings = feed::bindings(scene.bindings_of(Stage::Pixel))?;
    let mut drawn = Drawn::on(cleared(scene));
    let mut views = scene.views.clone();
    for y in quads(0..scene.height, order) {
        for x in quads(0..scene.width, order) {
            let pixels = PlanePixels { scene, corner: [x, y] };
            let inputs = pixels.inputs();
            let quad = QuadInput { interpolate: Some(&pixels), ..QuadInput::new(&inputs) };
            let result = interpreter.run_quad_on(&bindings, &quad, &mut views, order)?;
            drawn.meet(&result.notes, &result.branches);
            for (lane, pixel) in (0..).zip(&result.pixels) {
                let Some(position) = drawn.picture.position(x + (lane & 1), y + (lane >> 1)) else { continue };
                store(&mut drawn.picture, position, pixel, pixels.depth(lane));
            }
        }
    }
    drawn.picture.layers.extend(views::layers(&views));
    Ok(drawn)
}

/// Where quads begin along an axis, in an order.
pub(super) fn quads(pixels: Range<u32>, order: Order) -> Vec<u32> {
    let begins = (pixels.start & !1..pixels.end).step_by(2);
    match order {
        Order::Forward => begins.collect(),
        Order::Backward => begins.rev().collect(),
    }
}

/// A picture of the scene's targets, cleared.
#[must_use]
pub fn cleared(scene: &Scene) -> Picture {
    let count = scene.width as usize * scene.height as usize;
    let targets = scene.targets.iter().map(|(slot, target)| Layer {
        name: format!("target{slot}"),
        scalar: target.scalar(),
        components: target.components(),
        texels: vec![merge::cleared(target); count],
    });
    let depth = scene.depth.filter(|depth| depth.saved == DepthSaved::Yes);
    let depth = depth.map(|depth| {
        Layer::cleared(DEPTH_LAYER.into(), Scalar::Float, 1, count, depth_bits(depth.format.stored(depth.clear.into())))
    });
    Picture { width: scene.width, height: scene.height, layers: targets.chain(depth).collect() }
}

/// A depth as the word of a picture.
#[allow(clippy::cast_possible_truncation, reason = "the nearest float is wanted")]
pub(super) const fn depth_bits(depth: f64) -> u32 {
    (depth as f32).to_bits()
}

/// Stores what a pixel gave. `z` is the rasterised depth.
fn store(picture: &mut Picture, position: usize, pixel: &PixelResult, z: f32) {
    for layer in &mut picture.layers {
        let slot = layer.slot();
        let Some(texel) = layer.texels.get_mut(position) else { continue };
        if pixel.tainted {
            // Neither whether it is kept nor what it is.
            texel.known = 0;
            continue;
        }
        if pixel.discarded {
            continue;
        }
        *texel = match slot.map(|slot| output(pixel, slot)) {
            Some(texel) => texel,
            None => {
                let depth = pixel.depth.unwrap_or(Value::float(z));
                let clamped = clamp_depth(depth.as_f32());
                Texel { bits: [clamped.to_bits(); 4], known: if depth.defined { 15 } else { 0 } }
            }
        };
    }
}

/// What a pixel shader put into an output.
pub(super) fn output(pixel: &PixelResult, slot: u32) -> Texel {
    let values = pixel.targets.get(slot as usize).copied().unwrap_or(UNDEFINED_REGISTER);
    Texel {
        bits: values.map(|value| value.bits),
        known: (0..4).fold(0, |known, lane| known | u8::from(values[lane].defined) << lane),
    }
}

/// A depth as the depth buffer takes it: NaN is the least (semantics section 7).
#[allow(clippy::manual_clamp, reason = "clamp keeps NaN")]
fn clamp_depth(depth: f32) -> f32 {
    depth.max(0.0).min(1.0)
}
