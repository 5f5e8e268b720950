//! Whole programs: the interpreter runs the vertices, our rasteriser finds the pixels, the interpreter runs them.

use dxbc_translator::container::signature::SystemValue;
use dxbc_translator::program::Stage;
use dxbc_translator::program::declaration::Interpolation;

use crate::case::Stages;
use crate::case::scene::Scene;
use crate::case::stage::StageUnit;
use crate::case::state::{Cull, Winding};
use crate::interp::{
    EvalPoint, INPUTS, Interpolate, Interpreter, Options, Order, QuadInput, Register, UNDEFINED_REGISTER, Value,
    VertexResult, Views,
};

use super::canvas::{Canvas, PixelDepth};
use super::feed::{self, Inputs};
use super::picture::Picture;
use super::pixel::{self, DrawFailure, Drawn};
use super::profile::Profile;
use super::raster::{Corner, Cover, Place, Primitive, Screen, Slack};
use super::{vertex, views};

/// What of a run errs on purpose.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Options of the interpreter.
    pub options: Options,
    /// Which edges and depths are taken as unsure.
    pub slack: Slack,
    /// The erring of the rasteriser: seed, pixels, part of a varying's magnitude.
    pub erring: Option<(u32, f64, f64)>,
    /// What becomes of undefined positions.
    pub undefined: Undefined,
    /// The order of the quads of a primitive, and of their pixels.
    pub order: Order,
}

/// What becomes of undefined positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// There is nothing to compare.
    Refused,
    /// They are drawn as they are.
    Drawn,
}

impl Run {
    /// A run that errs nowhere, for no implementation in particular.
    #[must_use]
    pub const fn of(options: Options) -> Self {
        Self { options, slack: Slack::FINE, erring: None, undefined: Undefined::Refused, order: Order::Forward }
    }

    /// The run that draws a picture: every pixel as Direct3D's rules have it, and nothing refused.
    #[must_use]
    pub fn picture() -> Self {
        Self { undefined: Undefined::Drawn, slack: Slack::NONE, ..Self::of(Options::default()) }
    }

    /// The run that is compared with.
    #[must_use]
    pub fn exact(profile: Profile) -> Self {
        Self {
            options: profile.options(),
            slack: profile.slack,
            erring: None,
            undefined: Undefined::Refused,
            order: Order::Forward,
        }
    }

    /// An erring run, `run` from 0.
    #[must_use]
    pub fn erring(profile: Profile, run: u32) -> Self {
        let erring = Some((run + 1, profile.jitter, profile.interpolation));
        Self { options: profile.erring(run), erring, ..Self::exact(profile) }
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

/// Draws a program with the interpreter; a vertex shader alone draws to the depth buffer.
///
/// # Errors
/// [`DrawFailure`] if a stage or what is bound cannot be run, or there is nothing to draw.
pub fn interpret(stages: &Stages, scene: &Scene, run: Run) -> Result<Drawn, DrawFailure> {
    let Some(vertex) = &stages.vertex else { return Err(DrawFailure::Nothing("a program has a vertex shader")) };
    let geometry = scene.geometry.as_ref().ok_or(DrawFailure::Nothing("there is no mesh"))?;
    let position = vertex::position_register(vertex).ok_or(DrawFailure::Nothing("there is no position"))?;
    let vertices = vertex::run(vertex, scene, run.options)?;
    let is_sure = |vertex: &VertexResult| {
        !vertex.tainted && vertex.outputs.get(position as usize).is_some_and(|o| o.iter().all(|value| value.defined))
    };
    if run.undefined == Undefined::Refused && !vertices.iter().all(is_sure) {
        return Err(DrawFailure::Nothing("the position of a vertex is undefined"));
    }
    let size = [scene.width, scene.height];
    let screen = Screen::new(scene.raster.viewport, size, scene.raster.depth_clip);
    let mut drawing = Drawing {
        pixel: stages.pixel.as_ref().map(|pixel| Shading::new(vertex, pixel, scene, run)).transpose()?,
        canvas: Canvas::new(scene, stages.pixel.as_ref()),
        drawn: Drawn::on(Picture::default()),
        distances: Distances::of(vertex),
        views: scene.views.clone(),
        screen,
        scene,
        run,
        primitive: 0,
    };
    let pixels = size.map(f64::from);
    let per_primitive = geometry.topology.vertices();
    for instance in 0..geometry.instances {
        drawing.primitive = 0;
        for primitive in geometry.indices.chunks_exact(per_primitive) {
            let number = |index: &u32| instance as usize * geometry.vertices as usize + *index as usize;
            let corners: Option<Vec<Corner<'_>>> = primitive
                .iter()
                .map(|index| corner(&vertices, number(index), position as usize, pixels, run.erring))
                .collect();
            if let Some(corners) = corners {
                drawing.primitive(&corners)?;
            }
            drawing.primitive += 1;
        }
    }
    let mut picture = drawing.canvas.finish();
    picture.layers.extend(views::layers(&drawing.views));
    Ok(Drawn { picture, ..drawing.drawn })
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

/// A pixel shader with what it reads.
struct Shading {
    interpreter: Interpreter,
    bindings: crate::interp::Bindings,
    links: Vec<Link>,
    writes_depth: bool,
}

impl Shading {
    fn new(vertex: &StageUnit, pixel: &StageUnit, scene: &Scene, run: Run) -> Result<Self, DrawFailure> {
        Ok(Self {
            interpreter: Interpreter::new(&pixel.program, run.options)?,
            bindings: feed::bindings(scene.bindings_of(Stage::Pixel))?,
            links: links(vertex, pixel),
            writes_depth: pixel.writes_depth(),
        })
    }
}

struct Drawing<'a> {
    pixel: Option<Shading>,
    canvas: Canvas<'a>,
    drawn: Drawn,
    distances: Distances,
    views: Views,
    screen: Screen,
    scene: &'a Scene,
    run: Run,
    primitive: u32,
}

impl Drawing<'_> {
    fn primitive(&mut self, corners: &[Corner<'_>]) -> Result<(), DrawFailure> {
        if self.distances.cull(corners) {
            return Ok(());
        }
        let primitive = match *corners {
            [a, b, c] => Primitive::triangle([a, b, c], self.screen),
            [a, b] => Primitive::line([a, b], self.screen),
            [a] => Primitive::point(a, self.screen),
            _ => None,
        };
        let Some(mut primitive) = primitive else { return Ok(()) };
        if corners.len() == 3 {
            primitive.front ^= self.scene.raster.front == Winding::CounterClockwise;
            let culled = match self.scene.raster.cull {
                Cull::None => false,
                Cull::Front => primitive.front,
                Cull::Back => !primitive.front,
            };
            if culled {
                return Ok(());
            }
        }
        let bounds = primitive.bounds([self.scene.width, self.scene.height], self.run.slack);
        for y in pixel::quads(bounds.first[1]..bounds.end[1], self.run.order) {
            for x in pixel::quads(bounds.first[0]..bounds.end[0], self.run.order) {
                self.quad(&primitive, [x, y])?;
            }
        }
        Ok(())
    }

    fn quad(&mut self, primitive: &Primitive<'_>, [x, y]: [u32; 2]) -> Result<(), DrawFailure> {
        let pixels = [0, 1, 2, 3].map(|lane: u32| [x + (lane & 1), y + (lane >> 1)]);
        let centers = pixels.map(|pixel| pixel.map(|n| f64::from(n) + 0.5));
        let covers = centers.map(|at| {
            let cover = primitive.covers(at, self.run.slack);
            if cover.is_possible() { self.distances.clip(primitive, at, cover) } else { cover }
        });
        if !covers.iter().any(|cover| cover.is_possible()) {
            return Ok(());
        }
        let places = centers.map(|at| primitive.place(at));
        let result = match &self.pixel {
            None => None,
            Some(shading) => {
                let (run, number) = (self.run, self.primitive);
                let fragments = Fragments { links: &shading.links, run, number, primitive, centers };
                let inputs = places.map(|place| fragments.inputs(place));
                let writes = [0, 1, 2, 3].map(|lane: usize| self.canvas.writes(pixels[lane], covers[lane]));
                let quad = QuadInput { interpolate: Some(&fragments), writes, ..QuadInput::new(&inputs) };
                Some(shading.interpreter.run_quad_on(&shading.bindings, &quad, &mut self.views, run.order)?)
            }
        };
        if let Some(result) = &result {
            self.drawn.meet(&result.notes, &result.branches);
        }
        let writes_depth = self.pixel.as_ref().is_some_and(|shading| shading.writes_depth);
        for lane in (0..4).filter(|&lane: &usize| covers[lane].is_possible()) {
            let pixel = result.as_ref().map(|result| &result.pixels[lane]);
            let written = pixel.and_then(|pixel| pixel.depth).filter(|_| writes_depth);
            let depth = match written {
                Some(depth) if depth.defined => [f64::from(depth.as_f32()), self.run.slack.depth],
                Some(depth) => [f64::from(depth.as_f32()), f64::INFINITY],
                None => [places[lane].depth, primitive.depth_slack(self.run.slack)],
            };
            let depth = PixelDepth { value: self.screen.clamp_depth(depth[0]), margin: depth[1] };
            self.canvas.draw(pixels[lane], covers[lane], depth, pixel);
        }
        Ok(())
    }
}

/// The clip and cull distances of a vertex shader, as registers and lanes.
struct Distances {
    clip: Vec<[usize; 2]>,
    cull: Vec<[usize; 2]>,
}

impl Distances {
    fn of(vertex: &StageUnit) -> Self {
        let lanes = |value: SystemValue| -> Vec<[usize; 2]> {
            let elements = vertex.outputs.elements.iter().filter(|element| element.system_value == value);
            let lanes = elements.flat_map(|element| {
                let register = element.register.map(|register| register as usize);
                element.mask.iter().filter_map(move |lane| Some([register?, lane as usize]))
            });
            lanes.collect()
        };
        Self { clip: lanes(SystemValue::ClipDistance), cull: lanes(SystemValue::CullDistance) }
    }

    /// Whether a cull distance drops a primitive: all its corners are on the wrong side.
    fn cull(&self, corners: &[Corner<'_>]) -> bool {
        let is_outside = |corner: &Corner<'_>, [register, lane]: [usize; 2]| {
            let distance = corner.outputs.get(register).map_or(0.0, |output| output[lane & 3].as_f32());
            distance < 0.0 || distance.is_nan()
        };
        self.cull.iter().any(|&place| corners.iter().all(|corner| is_outside(corner, place)))
    }

    /// The cover of a pixel with what the clip distances take away.
    fn clip(&self, primitive: &Primitive<'_>, at: [f64; 2], cover: Cover) -> Cover {
        let place = primitive.place(at);
        let keeps = |&[register, lane]: &[usize; 2]| {
            primitive.varying(place, register, lane, Interpolation::Linear).as_f32() >= 0.0
        };
        if self.clip.iter().all(keeps) { cover } else { Cover::NO }
    }
}

/// The four pixels of a quad of a primitive.
struct Fragments<'a> {
    links: &'a [Link],
    run: Run,
    /// Number of the primitive in its instance.
    number: u32,
    primitive: &'a Primitive<'a>,
    centers: [[f64; 2]; 4],
}

impl Fragments<'_> {
    fn inputs(&self, place: Place) -> Inputs {
        let mut inputs = [UNDEFINED_REGISTER; INPUTS];
        for link in self.links {
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
                let value = self.primitive.varying(place, register, lane, interpolation);
                match self.run.erring {
                    Some((seed, _, part)) if interpolation != Interpolation::Constant => {
                        let salt = u32::try_from(register * 4 + lane).unwrap_or(0);
                        let most = part * self.primitive.magnitude(register, lane);
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
            Source::FrontFace => Value::new(if self.primitive.front { u32::MAX } else { 0 }),
            Source::Primitive => Value::new(self.number),
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
        let place = self.primitive.place([center[0] + offset[0], center[1] + offset[1]]);
        let mut register = UNDEFINED_REGISTER;
        for link in self.links.iter().filter(|link| link.input == number as usize) {
            register[link.lane & 3] = self.value(link, place);
        }
        register
    }
}
