//! Whole programs: the interpreter runs the vertices, our rasteriser finds the pixels, the interpreter runs them.

use dxbc_translator::container::signature::SystemValue;
use dxbc_translator::program::declaration::Interpolation;

use crate::case::Stages;
use crate::case::file::DepthUse;
use crate::case::scene::Scene;
use crate::case::stage::StageUnit;
use crate::interp::{
    EvalPoint, INPUTS, Interpolate, Interpreter, Options, QuadInput, Register, UNDEFINED_REGISTER, Value, VertexResult,
};

use super::feed::{self, Inputs};
use super::pixel::{self, DrawFailure, Drawn};
use super::profile::Profile;
use super::raster::{Corner, Cover, Place, ROUNDING, Slack, Triangle};
use super::vertex;

/// What of a run errs on purpose.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Options of the interpreter.
    pub options: Options,
    /// Which edges and depths are taken as unsure.
    pub slack: Slack,
    /// The erring of the rasteriser: seed, pixels, part of a varying's magnitude.
    pub erring: Option<(u32, f64, f64)>,
}

impl Run {
    /// A run that errs nowhere, for no implementation in particular.
    #[must_use]
    pub const fn of(options: Options) -> Self {
        Self { options, slack: Slack::FINE, erring: None }
    }

    /// The run that is compared with.
    #[must_use]
    pub fn exact(profile: Profile) -> Self {
        Self { options: profile.options(), slack: profile.slack, erring: None }
    }

    /// An erring run, `run` from 0.
    #[must_use]
    pub fn erring(profile: Profile, run: u32) -> Self {
        let erring = Some((run + 1, profile.jitter, profile.interpolation));
        Self { options: profile.erring(run), slack: profile.slack, erring }
    }
}

/// Where a lane of a pixel input comes from.
struct Link {
    input: usize,
    lane: usize,
    source: Source,
}

enum Source {
    /// A lane of an output register of the vertex shader.
    Output(usize, usize, Interpolation),
    Position(usize),
    FrontFace,
    Primitive,
    /// A value that is 0 in such a draw.
    Zero,
    /// Nothing writes it.
    Nothing,
}

/// Draws a program with the interpreter.
///
/// # Errors
/// [`DrawFailure`] if a stage or what is bound cannot be run, or there is nothing to draw.
pub fn interpret(stages: &Stages, scene: &Scene, run: Run) -> Result<Drawn, DrawFailure> {
    let (Some(vertex), Some(pixel)) = (&stages.vertex, &stages.pixel) else {
        return Err(DrawFailure::Nothing("a program has two stages"));
    };
    let geometry = scene.geometry.as_ref().ok_or(DrawFailure::Nothing("there is no mesh"))?;
    let position = vertex::position_register(vertex).ok_or(DrawFailure::Nothing("there is no position"))?;
    let vertices = vertex::run(vertex, scene, run.options)?;
    let is_sure = |vertex: &VertexResult| {
        !vertex.tainted && vertex.outputs.get(position as usize).is_some_and(|o| o.iter().all(|value| value.defined))
    };
    if !vertices.iter().all(is_sure) {
        return Err(DrawFailure::Nothing("the position of a vertex is undefined"));
    }
    let size = [scene.width, scene.height].map(f64::from);
    let mut canvas = Canvas {
        interpreter: Interpreter::new(&pixel.program, run.options)?,
        bindings: feed::bindings(&scene.bindings)?,
        links: links(vertex, pixel),
        depth: vec![1.0; scene.width as usize * scene.height as usize],
        drawn: Drawn::on(pixel::cleared(scene, pixel::has_depth(pixel, scene))),
        writes_depth: pixel.writes_depth(),
        scene,
        run,
        primitive: 0,
    };
    for instance in 0..geometry.instances {
        canvas.primitive = 0;
        for triangle in geometry.indices.as_chunks::<3>().0 {
            let numbers = triangle.map(|index| instance as usize * geometry.vertices as usize + index as usize);
            let corners = numbers.map(|number| corner(&vertices, number, position as usize, size, run.erring));
            if let [Some(a), Some(b), Some(c)] = corners
                && let Some(triangle) = Triangle::new([a, b, c], size)
            {
                canvas.draw(&triangle)?;
            }
            canvas.primitive += 1;
        }
    }
    Ok(canvas.drawn)
}

/// A vertex; none without a finite position: such triangles are not drawn.
fn corner(
    vertices: &[VertexResult],
    number: usize,
    position: usize,
    size: [f64; 2],
    erring: Option<(u32, f64, f64)>,
) -> Option<Corner<'_>> {
    let vertex = vertices.get(number)?;
    let register = vertex.outputs.get(position)?;
    let mut position = register.map(|value| f64::from(value.as_f32()));
    if !position.iter().all(|value| value.is_finite()) {
        return None;
    }
    if let Some((seed, pixels, _)) = erring {
        let w = position[3];
        for (axis, side) in size.into_iter().enumerate() {
            let salt = u32::try_from(number * 2 + axis).unwrap_or(0);
            position[axis] += noise(seed, register[axis].bits, salt) * pixels * 2.0 / side * w;
        }
    }
    Some(Corner { position, outputs: &vertex.outputs })
}

/// A number from -1 to 1 that depends on all three.
fn noise(seed: u32, bits: u32, salt: u32) -> f64 {
    let mut hash = bits ^ seed.wrapping_mul(0x9e37_79b9) ^ salt.wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ hash >> 16).wrapping_mul(0x7feb_352d);
    hash = (hash ^ hash >> 15).wrapping_mul(0x846c_a68b);
    f64::from((hash ^ hash >> 16).cast_signed()) / 2_147_483_648.0
}

/// Connects the inputs of the pixel shader with the outputs of the vertex shader by semantic.
#[allow(clippy::wildcard_enum_match_arm, reason = "all other values come from the vertex shader")]
fn links(vertex: &StageUnit, pixel: &StageUnit) -> Vec<Link> {
    let mut links = Vec::new();
    for element in pixel.inputs.elements.iter().filter(|element| pixel.declares_input(element)) {
        let Some(register) = element.register else { continue };
        let output = vertex.outputs.find(&element.semantic, element.index);
        let interpolation = pixel.interpolation(register, element.mask);
        for (component, lane) in element.mask.iter().enumerate() {
            let source = match element.system_value {
                SystemValue::Position => Source::Position(lane as usize),
                SystemValue::IsFrontFace => Source::FrontFace,
                SystemValue::PrimitiveId => Source::Primitive,
                SystemValue::SampleIndex
                | SystemValue::RenderTargetArrayIndex
                | SystemValue::ViewportArrayIndex
                | SystemValue::Coverage
                | SystemValue::InnerCoverage => Source::Zero,
                _ => {
                    let place = output.and_then(|output| Some((output.register?, output.mask.iter().nth(component)?)));
                    match place {
                        Some((register, lane)) => Source::Output(register as usize, lane as usize, interpolation),
                        None => Source::Nothing,
                    }
                }
            };
            links.push(Link { input: register as usize, lane: lane as usize, source });
        }
    }
    links
}

struct Canvas<'a> {
    interpreter: Interpreter,
    bindings: crate::interp::Bindings,
    links: Vec<Link>,
    depth: Vec<f64>,
    drawn: Drawn,
    writes_depth: bool,
    scene: &'a Scene,
    run: Run,
    primitive: u32,
}

impl Canvas<'_> {
    fn draw(&mut self, triangle: &Triangle<'_>) -> Result<(), DrawFailure> {
        for y in (0..self.scene.height).step_by(2) {
            for x in (0..self.scene.width).step_by(2) {
                let centers =
                    [0, 1, 2, 3].map(|lane: u32| [x + (lane & 1), y + (lane >> 1)].map(|n| f64::from(n) + 0.5));
                let covers = centers.map(|at| triangle.covers(at, self.run.slack));
                if covers.iter().any(|cover| *cover != Cover::No) {
                    self.quad(triangle, [x, y], centers, covers)?;
                }
            }
        }
        Ok(())
    }

    fn quad(
        &mut self,
        triangle: &Triangle<'_>,
        [x, y]: [u32; 2],
        centers: [[f64; 2]; 4],
        covers: [Cover; 4],
    ) -> Result<(), DrawFailure> {
        let places = centers.map(|at| triangle.place(at));
        let fragments = Fragments { canvas: self, triangle, centers };
        let inputs = places.map(|place| fragments.inputs(place));
        let quad = QuadInput { interpolate: Some(&fragments), ..QuadInput::new(&inputs) };
        let result = self.interpreter.run_quad(&self.bindings, &quad)?;
        self.drawn.meet(&result.notes, &result.branches);
        for (lane, pixel) in result.pixels.iter().enumerate() {
            let corner = [x + u32::try_from(lane & 1).unwrap_or(0), y + u32::try_from(lane >> 1).unwrap_or(0)];
            let Some(position) = self.drawn.picture.position(corner[0], corner[1]) else { continue };
            if covers[lane] == Cover::No {
                continue;
            }
            let written = pixel.depth.filter(|_| self.writes_depth);
            let depth = written.map_or(places[lane].depth, |depth| f64::from(pixel::clamp_depth(depth.as_f32())));
            let sure = covers[lane] == Cover::Yes && written.is_none_or(|depth| depth.defined);
            let margin = if written.is_some() { self.run.slack.depth } else { triangle.depth_slack(self.run.slack) };
            self.merge(position, [depth, margin], sure, pixel);
        }
        Ok(())
    }

    /// Depth test, and the pixel into the targets. `margin` is how far the depth may be off.
    fn merge(&mut self, position: usize, [depth, margin]: [f64; 2], sure: bool, pixel: &crate::interp::PixelResult) {
        let Some(nearest) = self.depth.get_mut(position) else { return };
        let tests = self.scene.depth != DepthUse::None;
        let behind = match self.scene.depth {
            DepthUse::None => false,
            DepthUse::Less => depth > *nearest + margin - ROUNDING,
            DepthUse::LessEqual => depth > *nearest + margin.max(ROUNDING),
        };
        if behind || pixel.discarded && !pixel.tainted && sure {
            return;
        }
        if !sure || pixel.tainted || (tests && (depth - *nearest).abs() < margin) {
            // Either of two pixels may be seen.
            for layer in &mut self.drawn.picture.layers {
                if let Some(texel) = layer.texels.get_mut(position) {
                    texel.known = 0;
                }
            }
            if !pixel.discarded {
                *nearest = nearest.min(depth);
            }
            return;
        }
        *nearest = depth;
        #[allow(clippy::cast_possible_truncation, reason = "the nearest float is wanted")]
        pixel::store(&mut self.drawn.picture, position, pixel, depth as f32);
    }
}

/// The four pixels of a quad of a triangle.
struct Fragments<'a> {
    canvas: &'a Canvas<'a>,
    triangle: &'a Triangle<'a>,
    centers: [[f64; 2]; 4],
}

impl Fragments<'_> {
    fn inputs(&self, place: Place) -> Inputs {
        let mut inputs = [UNDEFINED_REGISTER; INPUTS];
        for link in &self.canvas.links {
            if let Some(register) = inputs.get_mut(link.input) {
                register[link.lane & 3] = self.value(link, place);
            }
        }
        inputs
    }

    #[allow(clippy::cast_possible_truncation, reason = "the nearest float is wanted")]
    fn value(&self, link: &Link, place: Place) -> Value {
        match link.source {
            Source::Output(register, lane, interpolation) => {
                let value = self.triangle.varying(place, register, lane, interpolation);
                match self.canvas.run.erring {
                    Some((seed, _, part)) if interpolation != Interpolation::Constant => {
                        let salt = u32::try_from(register * 4 + lane).unwrap_or(0);
                        let most = part * self.triangle.magnitude(register, lane);
                        let erring = f64::from(value.as_f32()) + most * noise(seed, value.bits, salt);
                        Value { bits: (erring as f32).to_bits(), ..value }
                    }
                    _ => value,
                }
            }
            Source::Position(0) => Value::float(place.at[0] as f32),
            Source::Position(1) => Value::float(place.at[1] as f32),
            Source::Position(2) => Value::float(place.depth as f32),
            Source::Position(_) => Value::float(place.w as f32),
            Source::FrontFace => Value::new(if self.triangle.front { u32::MAX } else { 0 }),
            Source::Primitive => Value::new(self.canvas.primitive),
            Source::Zero => Value::new(0),
            Source::Nothing => Value::UNDEFINED,
        }
    }
}

impl Interpolate for Fragments<'_> {
    fn input(&self, lane: usize, number: u32, point: EvalPoint) -> Register {
        let offset = match point {
            EvalPoint::Offset(offset) => offset.map(f64::from),
            EvalPoint::Centroid => [0.0; 2],
        };
        let center = self.centers[lane & 3];
        let place = self.triangle.place([center[0] + offset[0], center[1] + offset[1]]);
        let mut register = UNDEFINED_REGISTER;
        for link in self.canvas.links.iter().filter(|link| link.input == number as usize) {
            register[link.lane & 3] = self.value(link, place);
        }
        register
    }
}
