//! Registry conformance: every name that a target can spell is called on an engine with edge values, and compared with
//! its meaning on the CPU; every name that it cannot spell is refused with a reason.
#![allow(clippy::wildcard_enum_match_arm, reason = "what is not named is all alike")]

mod build;
mod cases;
mod lanes;
mod matrices;
pub mod meaning;
mod textures;
pub mod want;

use std::sync::Arc;

use dxbc_translator::builtins::{Builtin, Category, NoForm};
use dxbc_translator::ir::{Scalar, Type};
use dxbc_translator::options::Target;

use crate::draw::guard;
use crate::engine::{
    Bound, ColorTarget, Draw, DrawCall, DrawError, DrawOutput, Engine, EngineError, Framebuffer, ProgramSource,
    TexelFormat, UniformBlock,
};
use build::Shader;
use meaning::{Value, meaning};
use want::Want;

/// How a name stands.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case", tag = "is")]
pub enum Standing {
    /// Called and compared.
    Ran(Tally),
    /// The target has no form, with the reason.
    Refused {
        /// Why.
        reason: String,
    },
    /// The target has a form that the engine's device does not take.
    Lacked {
        /// What it says.
        reason: String,
    },
    /// The target has a form, and the IR no such call.
    NotCalled,
}

/// What the calls of a name came to.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Tally {
    /// Shapes of arguments.
    pub shapes: u32,
    /// Words that were compared.
    pub compared: u64,
    /// Words of which nothing is promised.
    pub open: u64,
    /// Words that disagree, and draws that failed.
    pub failed: u64,
    /// The first of those, in words.
    pub samples: Vec<String>,
}

/// Samples that a tally keeps.
const SAMPLES: usize = 6;

impl Tally {
    fn fault(&mut self, text: String) {
        self.failed += 1;
        if self.samples.len() < SAMPLES {
            self.samples.push(text);
        }
    }
}

/// A name on an engine.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Cell {
    /// The neutral name.
    pub name: &'static str,
    /// The engine.
    pub engine: &'static str,
    /// How it stands.
    pub standing: Standing,
}

/// One draw: what it should give, and a text for messages.
struct Job {
    builtin: usize,
    label: String,
    wants: Vec<Vec<Want>>,
    sources: Vec<Vec<Value>>,
    draw: Draw,
}

/// Runs the registry on an engine, in the language of the engine.
///
/// # Errors
/// The engine is lost.
pub fn run(engine: &dyn Engine) -> Result<Vec<Cell>, EngineError> {
    let target = engine.kind().target();
    let mut jobs = Vec::new();
    let mut cells: Vec<Cell> = Vec::new();
    for (number, &builtin) in Builtin::ALL.iter().enumerate() {
        let mut tally = Tally::default();
        let standing = match refusal(target, builtin) {
            Some(reason) => Standing::Refused { reason },
            None => {
                let before = jobs.len();
                Calls { target, number, jobs: &mut jobs, tally: &mut tally }.of(builtin);
                if jobs.len() == before && tally.failed == 0 { Standing::NotCalled } else { Standing::Ran(tally) }
            }
        };
        cells.push(Cell { name: builtin.name(), engine: engine.kind().name(), standing });
    }
    let draws: Vec<Draw> = jobs.iter().map(|job| job.draw.clone()).collect();
    for (job, result) in jobs.iter().zip(engine.draw(&draws)?) {
        let Some(Cell { standing, .. }) = cells.get_mut(job.builtin) else { continue };
        match (standing, result) {
            // What naga's validator says of an optional capability.
            (standing, Err(error)) if error.to_string().contains("requires capability") => {
                *standing = Standing::Lacked { reason: error.to_string() };
            }
            (Standing::Ran(tally), result) => judge(job, result, tally),
            _ => {}
        }
    }
    Ok(cells)
}

/// Why a target does not spell a name; none where it does, and for what a pass rewrites before.
#[must_use]
#[allow(clippy::wildcard_enum_match_arm, reason = "every other reason is one")]
pub fn refusal(target: Target, builtin: Builtin) -> Option<String> {
    let args = builtin.row().args.len();
    let form = match target {
        Target::Glsl => builtin.glsl_pieces(args).err(),
        Target::Wgsl => builtin.wgsl(args).err(),
    };
    match form? {
        NoForm::PreEmit { .. } => None,
        reason => Some(reason.to_string()),
    }
}

/// What the draws of one name are collected in.
struct Calls<'a> {
    target: Target,
    number: usize,
    jobs: &'a mut Vec<Job>,
    tally: &'a mut Tally,
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
    fn add(
        &mut self,
        label: String,
        shader: dxbc_translator::error::Result<Shader>,
        plan: Plan,
        bind: impl FnOnce(&mut Draw, &Shader),
    ) {
        self.tally.shapes += 1;
        match shader {
            Err(error) => self.tally.fault(format!("{label}: {error}")),
            Ok(shader) => {
                let mut draw = draw(self.target, &label, &shader, &plan.sources, plan.extent);
                bind(&mut draw, &shader);
                let Plan { sources, wants, .. } = plan;
                self.jobs.push(Job { builtin: self.number, label, wants, sources, draw });
            }
        }
    }

    /// All calls of a name.
    fn of(&mut self, builtin: Builtin) {
        if builtin == Builtin::F64Guard {
            let plan = Plan { sources: Vec::new(), wants: vec![vec![Want::exact(1.0)]; 4], extent: [4, 1] };
            if let Some(shader) = build::call(self.target, builtin, &[], 1) {
                self.add("f64Guard()".to_owned(), shader, plan, |_, _| {});
            }
        } else if builtin.row().category == Category::Derivatives {
            for width in 1..=4 {
                let ty = Type::new(Scalar::F32, width);
                let (slopes, want) = slopes(builtin, width);
                let plan = Plan { sources: vec![slopes], wants: vec![want; 64], extent: [8, 8] };
                let shader = build::derivative(self.target, builtin, ty);
                self.add(format!("{}({ty})", builtin.name()), shader, plan, |_, _| {});
            }
        } else {
            self.textures(builtin);
            self.matrices(builtin);
            self.lanes(builtin);
            self.values(builtin);
        }
    }

    fn matrices(&mut self, builtin: Builtin) {
        for call in matrices::calls(builtin) {
            let (shader, sources, wants) = call.job(self.target);
            self.add(call.label(), shader, Plan::row(sources, wants), |_, _| {});
        }
    }

    fn lanes(&mut self, builtin: Builtin) {
        if let Some(read) = lanes::reads(builtin) {
            let (shader, sources, wants) = read.job(self.target);
            self.add(read.label(), shader, Plan::row(sources, wants), |draw, shader| read.bind(draw, shader));
        }
    }

    fn textures(&mut self, builtin: Builtin) {
        for read in textures::reads(self.target, builtin) {
            let (shader, sources, wants) = read.job(self.target);
            self.add(read.label(), shader, Plan::row(sources, wants), |draw, shader| read.bind(draw, shader));
        }
    }

    fn values(&mut self, builtin: Builtin) {
        // The parts of a double that is made of parts.
        let called = if builtin == Builtin::F64Parts { Builtin::F64FromParts } else { builtin };
        for types in cases::shapes(called) {
            let sources = cases::tuples(builtin, &types);
            let wants: Option<Vec<Vec<Want>>> = sources.iter().map(|tuple| meaning(builtin, tuple)).collect();
            let rows = u32::try_from(sources.len() * types.len()).unwrap_or(u32::MAX);
            let (Some(wants), Some(shader)) = (wants, build::call(self.target, called, &types, rows)) else {
                continue;
            };
            let texts: Vec<String> = types.iter().map(ToString::to_string).collect();
            let label = format!("{}({})", builtin.name(), texts.join(", "));
            self.add(label, shader, Plan::row(sources, wants), |_, _| {});
        }
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

fn judge(job: &Job, result: Result<DrawOutput, DrawError>, tally: &mut Tally) {
    let output = match result {
        Ok(output) => output,
        Err(error) => return tally.fault(format!("{}: {error}", job.label)),
    };
    let bytes = output.targets.first().map(Vec::as_slice).unwrap_or_default();
    let words: Vec<u32> = bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
    for (item, want) in job.wants.iter().enumerate() {
        for (lane, want) in want.iter().enumerate() {
            let Some(&got) = words.get(item * 4 + lane) else {
                return tally.fault(format!("{}: {} words came back", job.label, words.len()));
            };
            if *want == Want::Open {
                tally.open += 1;
                continue;
            }
            tally.compared += 1;
            if !want.holds(got) {
                let sources = job.sources.get(item).or(job.sources.first()).map(Vec::as_slice).unwrap_or_default();
                let texts: Vec<String> = sources.iter().map(text).collect();
                let (label, float) = (&job.label, f32::from_bits(got));
                tally.fault(format!(
                    "{label} of {}, lane {lane}: want {want:?}, got {got:08x} ({float:?})",
                    texts.join(" ")
                ));
            }
        }
    }
}

/// The lanes of a value, floats as such.
fn text(value: &Value) -> String {
    let lanes = value.lanes.iter().take(usize::from(value.ty.width));
    let texts: Vec<String> =
        lanes
            .map(|&bits| {
                if value.ty.scalar == Scalar::F32 {
                    format!("{:?}", f32::from_bits(bits))
                } else {
                    format!("{bits:#x}")
                }
            })
            .collect();
    format!("({})", texts.join(", "))
}

/// How many names ran and agree, ran and fail, are refused, need what the device lacks, and are not called by an IR that
/// has no such call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the fields are those of the description")]
pub struct Totals {
    pub agree: usize,
    pub fail: usize,
    pub refused: usize,
    pub lacked: usize,
    pub not_called: usize,
    /// Words that were compared.
    pub words: u64,
}

/// Counts cells.
#[must_use]
pub fn totals(cells: &[Cell]) -> Totals {
    let mut totals = Totals::default();
    for cell in cells {
        match &cell.standing {
            Standing::Ran(tally) => {
                totals.words += tally.compared;
                if tally.failed == 0 && tally.compared > 0 { totals.agree += 1 } else { totals.fail += 1 }
            }
            Standing::Refused { .. } => totals.refused += 1,
            Standing::Lacked { .. } => totals.lacked += 1,
            Standing::NotCalled => totals.not_called += 1,
        }
    }
    totals
}

/// The cells as a table in Markdown, with the samples of those that fail below it.
#[must_use]
pub fn markdown(cells: &[Cell]) -> String {
    let mut text = "| name | engine | standing |\n| --- | --- | --- |\n".to_owned();
    let mut samples = String::new();
    for Cell { name, engine, standing } in cells {
        let standing = match standing {
            Standing::Ran(Tally { shapes, compared, open, failed, samples: found }) => {
                for sample in found {
                    samples.push_str(&format!("- {engine}: {sample}\n"));
                }
                let open = if *open == 0 { String::new() } else { format!(", {open} open") };
                let failed = if *failed == 0 { String::new() } else { format!(", **{failed} fail**") };
                format!("{shapes} shapes, {compared} words{open}{failed}")
            }
            Standing::Refused { reason } => format!("refused: {reason}"),
            Standing::Lacked { reason } => {
                samples.push_str(&format!("- {engine}: {reason}\n"));
                "the device lacks a capability".to_owned()
            }
            Standing::NotCalled => "not called: the IR has no such call".to_owned(),
        };
        text.push_str(&format!("| `{name}` | {engine} | {standing} |\n"));
    }
    if samples.is_empty() { text } else { format!("{text}\n{samples}") }
}
