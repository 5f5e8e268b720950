//! All calls of a name, as jobs for an engine.

use std::sync::Arc;

use dxbc_translator::builtins::{Builtin, Category, Piece};
use dxbc_translator::error::{Feature, Result};
use dxbc_translator::ir::{Scalar, Type};
use dxbc_translator::options::Target;

use super::build::{self, Shader};
use super::dispatch::Dispatched;
use super::job::{Job, Work};
use super::meaning::{Value, meaning};
use super::want::Want;
use super::{cases, dispatch, lanes, matrices, textures};
use crate::draw::guard;
use crate::engine::{Bound, ColorTarget, Draw, DrawCall, Framebuffer, ProgramSource, TexelFormat, UniformBlock};
use crate::tally::Tally;

/// Words of a pixel.
const PIXEL_WORDS: usize = 4;

/// Adds the jobs of a name, which is that of a number: how many calls there are, and the faults of those that have no
/// text.
pub(super) fn collect(target: Target, number: usize, builtin: Builtin, jobs: &mut Vec<Job>) -> (u32, Tally) {
    let mut calls = Calls { target, number, builtin, jobs, count: 0, tally: Tally::default() };
    if builtin == Builtin::F64Guard {
        calls.guard();
    } else if builtin.row().category == Category::Derivatives {
        calls.derivatives();
    } else {
        calls.textures();
        calls.matrices();
        calls.lanes();
        calls.values();
        calls.shared();
    }
    (calls.count, calls.tally)
}

/// What the jobs of one name are collected in.
struct Calls<'a> {
    target: Target,
    number: usize,
    builtin: Builtin,
    jobs: &'a mut Vec<Job>,
    count: u32,
    tally: Tally,
}

/// A draw without its shader: the arguments and the result of each pixel.
struct Plan {
    sources: Vec<Vec<Value>>,
    wants: Vec<Vec<Want>>,
    extent: [u32; 2],
}

impl Plan {
    /// A row of pixels.
    fn row(sources: Vec<Vec<Value>>, wants: Vec<Vec<Want>>) -> Self {
        let extent = [u32::try_from(wants.len()).unwrap_or(1), 1];
        Self { sources, wants, extent }
    }
}

impl Calls<'_> {
    /// Counts a call: its shader, unless it has no text, or one without the name's spelling.
    fn written(&mut self, label: &str, shader: Result<Shader>) -> Option<Shader> {
        self.count += 1;
        match shader {
            Err(error) => self.tally.fault(format!("{label}: {error}")),
            Ok(shader) => match spelling(self.target, self.builtin) {
                Some(spelling) if !shader.source.contains(spelling) => {
                    self.tally.fault(format!("{label}: the text has no `{spelling}`"));
                }
                _ => return Some(shader),
            },
        }
        None
    }

    fn add(
        &mut self,
        label: String,
        shader: Result<Shader>,
        Plan { sources, wants, extent }: Plan,
        bind: impl FnOnce(&mut Draw, &Shader),
    ) {
        let Some(shader) = self.written(&label, shader) else { return };
        let mut draw = draw(self.target, &label, &shader, &sources, extent);
        bind(&mut draw, &shader);
        let (builtin, work) = (self.number, Work::Draw(Box::new(draw)));
        self.jobs.push(Job { builtin, label, sources, wants, item_words: PIXEL_WORDS, work });
    }

    fn guard(&mut self) {
        let plan = Plan { sources: Vec::new(), wants: vec![vec![Want::exact(1.0)]; 4], extent: [4, 1] };
        if let Some(shader) = build::call(self.target, self.builtin, &[], 1) {
            self.add("f64Guard()".to_owned(), shader, plan, |_, _| {});
        }
    }

    fn derivatives(&mut self) {
        for width in 1..=4 {
            let ty = Type::new(Scalar::F32, width);
            let (slopes, want) = slopes(self.builtin, width);
            let plan = Plan { sources: vec![slopes], wants: vec![want; 64], extent: [8, 8] };
            let shader = build::derivative(self.target, self.builtin, ty);
            self.add(format!("{}({ty})", self.builtin.name()), shader, plan, |_, _| {});
        }
    }

    fn textures(&mut self) {
        for read in textures::reads(self.target, self.builtin) {
            let (shader, sources, wants) = read.job(self.target);
            self.add(read.label(), shader, Plan::row(sources, wants), |draw, shader| read.bind(draw, shader));
        }
    }

    fn matrices(&mut self) {
        for call in matrices::calls(self.builtin) {
            let (shader, sources, wants) = call.job(self.target);
            self.add(call.label(), shader, Plan::row(sources, wants), |_, _| {});
        }
    }

    fn lanes(&mut self) {
        if let Some(read) = lanes::reads(self.builtin) {
            let (shader, sources, wants) = read.job(self.target);
            self.add(read.label(), shader, Plan::row(sources, wants), |draw, shader| read.bind(draw, shader));
        }
    }

    fn values(&mut self) {
        // The parts of a double that is made of parts.
        let called = if self.builtin == Builtin::F64Parts { Builtin::F64FromParts } else { self.builtin };
        for types in cases::shapes(called) {
            let sources = cases::tuples(self.builtin, &types);
            let wants: Option<Vec<Vec<Want>>> = sources.iter().map(|tuple| meaning(self.builtin, tuple)).collect();
            let rows = u32::try_from(sources.len() * types.len()).unwrap_or(u32::MAX);
            let (Some(wants), Some(shader)) = (wants, build::call(self.target, called, &types, rows)) else {
                continue;
            };
            let texts: Vec<String> = types.iter().map(ToString::to_string).collect();
            let label = format!("{}({})", self.builtin.name(), texts.join(", "));
            self.add(label, shader, Plan::row(sources, wants), |_, _| {});
        }
    }

    /// What works on shared memory, which GLSL ES 3.00 has none of.
    fn shared(&mut self) {
        if self.target != Target::Wgsl {
            return;
        }
        for call in dispatch::calls(self.builtin) {
            let shader = build::write(call.module.clone(), self.target);
            if let Some(shader) = self.written(&call.label, shader) {
                let (compute, binding) = call.compute(&shader);
                self.jobs.push(Job {
                    builtin: self.number,
                    label: call.label,
                    sources: call.sources,
                    wants: call.wants,
                    item_words: call.outcome.item_words(),
                    work: Work::Dispatch(compute, binding),
                });
            }
        }
    }
}

/// Calls of a name that a target refuses for a reason: how many there are, and the faults of those that are written, or
/// refused without saying so. Memory that invocations share is refused with the stage that it is used in.
pub(super) fn refuse(target: Target, builtin: Builtin, reason: &str) -> (u32, Tally) {
    let reads = textures::reads(target, builtin);
    // Where no texture fits the target, the reason is that of its texture.
    let reads = if reads.is_empty() { textures::reads(Target::Wgsl, builtin) } else { reads };
    let mut calls: Vec<(String, Result<Shader>)> =
        reads.into_iter().map(|read| (read.label(), read.job(target).0)).collect();
    calls.extend(lanes::reads(builtin).map(|read| (read.label(), read.job(target).0)));
    let values = cases::shapes(builtin).into_iter().filter_map(|types| build::call(target, builtin, &types, 1));
    calls.extend(values.map(|shader| (builtin.name().to_owned(), shader)));
    let is_shared = calls.is_empty();
    if is_shared {
        let written = |call: Dispatched| (call.label, build::write(call.module, target));
        calls.extend(dispatch::calls(builtin).into_iter().map(written));
    }
    let (count, mut tally) = (calls.len(), Tally::default());
    for (label, shader) in calls {
        match shader {
            Ok(_) => tally.fault(format!("{label}: it is written")),
            Err(error) if is_shared && error.feature() == Some(Feature::OtherStage) => {}
            Err(error) if error.message().ends_with(reason) => {}
            Err(error) => tally.fault(format!("{label}: {error}")),
        }
    }
    (u32::try_from(count).unwrap_or(u32::MAX), tally)
}

/// How the text of a call begins, if it begins with a word: as the registry spells it.
fn spelling(target: Target, builtin: Builtin) -> Option<&'static str> {
    let args = builtin.row().args.len();
    let pieces = match target {
        Target::Glsl => builtin.glsl_pieces(args).ok()?,
        Target::Wgsl => builtin.wgsl(args).ok()?.pieces,
    };
    match pieces.first() {
        Some(Piece::Text(text)) => Some(*text).filter(|text| text.starts_with(|c: char| c == '_' || c.is_alphabetic())),
        Some(Piece::Arg(_) | Piece::Offset) | None => None,
    }
}

/// The slopes along x and y, and the derivative: whole numbers, so that it is exact.
#[allow(clippy::wildcard_enum_match_arm, reason = "the names of the category along neither axis are sums")]
fn slopes(builtin: Builtin, width: u8) -> (Vec<Value>, Vec<Want>) {
    const SLOPES: [[f32; 4]; 2] = [[3.0, -2.0, 0.0, 0.5], [-5.0, 4.0, 1.0, 0.25]];
    let ty = Type::new(Scalar::F32, width);
    let values = SLOPES.map(|row| Value { ty, lanes: row.map(f32::to_bits) }).to_vec();
    let want = (0..usize::from(width)).map(|lane| {
        let [x, y] = SLOPES.map(|row| f64::from(row[lane]));
        Want::exact(match builtin {
            Builtin::Dpdx | Builtin::DpdxCoarse | Builtin::DpdxFine => x,
            Builtin::Dpdy | Builtin::DpdyCoarse | Builtin::DpdyFine => y,
            _ => x.abs() + y.abs(),
        })
    });
    (values, want.collect())
}

const VERTEX: &str = "#version 300 es
void main() {
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
";

const VERTEX_WGSL: &str = "@vertex fn main(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
    return vec4f(select(-1.0f, 3.0f, i == 1u), select(-1.0f, 3.0f, i == 2u), 0.0f, 1.0f);
}
";

fn draw(target: Target, label: &str, shader: &Shader, sources: &[Vec<Value>], [width, height]: [u32; 2]) -> Draw {
    let vertex = if target == Target::Glsl { VERTEX } else { VERTEX_WGSL };
    let fragment = shader.source.clone();
    let color = ColorTarget { format: TexelFormat::RGBA32UI, clear: [0; 4] };
    let mut draw = Draw {
        program: Arc::new(ProgramSource { name: label.to_owned(), vertex: vertex.to_owned(), fragment }),
        call: DrawCall { count: 3, ..DrawCall::default() },
        framebuffer: Some(Framebuffer { width, height, targets: vec![color], depth: None }),
        ..Draw::default()
    };
    let data: Vec<u8> = sources.iter().flatten().flat_map(|value| value.lanes).flat_map(u32::to_le_bytes).collect();
    for block in &shader.reflection.uniform_blocks {
        match block.binding {
            Some(binding) => {
                draw.bindings.insert(binding, Bound::Uniform(data.clone()));
            }
            None => draw.blocks.push(UniformBlock { name: block.block.clone(), data: data.clone() }),
        }
    }
    if let Some(guard) = &shader.reflection.double_guard {
        guard::bind(&mut draw, guard);
    }
    draw
}
