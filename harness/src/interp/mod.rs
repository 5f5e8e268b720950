//! The interpreter: executes a decoded program with Direct3D 11's exact meaning. It is the oracle that engines and
//! translations are judged by, so it knows the bytecode only: nothing of the translator but the opcode table, the
//! decoded program and the limits of the format.
//!
//! ```text
//! Interpreter::new(&program, options)   checks the program and prepares it, once
//! interpreter.run_vertices(..)          vertices, each for itself
//! interpreter.run_quad(..)              the four pixels of a 2x2 quad, in lockstep
//! interpreter.run_groups(..)            a dispatch of a compute shader
//! ```
//!
//! Inputs and outputs go by register; a system value is in the register that its declaration names. Every value says
//! whether Direct3D defines it: registers that nothing wrote, derivatives in divergent flow, reads that the rules leave
//! open and all that is computed from such values are undefined, and hold 0 or the nearest thing to a result. Lanes that
//! branch on an undefined value are reported as [`PixelResult::tainted`], for then no later value of theirs is sure.
//!
//! Where Direct3D leaves a choice: subnormals flush in arithmetic, mad is not fused, dot products are summed from left
//! to right, transcendental functions are correctly rounded, texture coordinates and weights are not rounded to fixed
//! point, anisotropic filters are linear ones. Not there: interfaces, tiled resources (all is
//! mapped), other stages.

mod bit;
mod buffer;
mod code;
mod compare;
mod convert;
mod cube;
mod dispatch;
mod double;
mod encode;
mod eval;
mod filter;
mod float;
mod flow;
mod format;
mod int;
mod machine;
mod memory;
mod moves;
mod nudge;
mod operands;
mod prepare;
mod quad;
mod query;
mod resource;
mod texture;
mod value;
mod views;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use dxbc_translator::program::{Program, Stage};

pub use dispatch::{DispatchResult, Order};
pub use eval::EvalPoint;
pub use format::{Format, FormatClass};
pub use nudge::{Logarithm, Nudge};
pub use quad::Derivatives;
pub use resource::{
    Address, Bindings, Comparison, ConstantBuffer, Extent, Filter, RawBuffer, Resource, ResourceError, Sampler, Slots,
    Texture, TypedBuffer,
};
pub use value::{Register, UNDEFINED_REGISTER, Value};
pub use views::{View, ViewKind, Views};

use code::{Code, layout};
use machine::Machine;
use value::{ALL_LANES, QuadRegister};

/// Registers `v#` of a vertex or a pixel.
pub const INPUTS: usize = layout::IO_COUNT as usize;

/// Registers `o#` of a vertex.
pub const OUTPUTS: usize = layout::IO_COUNT as usize;

/// Render targets.
pub const TARGETS: usize = 8;

/// What the rules leave to the caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Instructions that a quad may execute before it is taken for endless.
    pub fuel: u64,
    /// How far a constant buffer reads.
    pub constant_rows: ConstantRows,
    /// The derivatives of the opcodes that are not `_fine`.
    pub derivatives: Derivatives,
    /// The derivatives that implicit levels of detail are made from.
    pub lod_derivatives: Derivatives,
    /// Errors to make on purpose.
    pub nudge: Option<Nudge>,
    /// What is counted on the way.
    pub count: Count,
}

/// What a run counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Count {
    /// Nothing.
    #[default]
    Nothing,
    /// The lanes that take each side of every conditional instruction.
    Branches,
}

/// For each conditional instruction, by its number, how many lanes failed its test and how many passed it, helper lanes
/// included. A `switch` has an entry for each of its labels: those that passed jump there.
pub type Branches = BTreeMap<(u32, u32), [u32; 2]>;

impl Default for Options {
    fn default() -> Self {
        Self {
            fuel: 1 << 22,
            constant_rows: ConstantRows::default(),
            derivatives: Derivatives::default(),
            lod_derivatives: Derivatives::default(),
            nudge: None,
            count: Count::default(),
        }
    }
}

/// The number of rows of a constant buffer that hold data; those past it read as 0 (semantics section 8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ConstantRows {
    /// The declared number, or the bound one where that is less.
    #[default]
    Declared,
    /// All that is bound.
    Bound,
}

/// Why a run ended without a result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stop {
    /// The program or its bindings cannot be executed.
    #[error("{trap}{}", place(*.instruction))]
    Trap {
        /// Number of the instruction, if it is one's fault.
        instruction: Option<u32>,
        /// What is wrong.
        trap: Trap,
    },
    /// More instructions than [`Options::fuel`].
    #[error("out of fuel{}", place(Some(*.instruction)))]
    OutOfFuel {
        /// Number of the instruction that was next.
        instruction: u32,
    },
    /// A fault of the interpreter.
    #[error("a fault of the interpreter: {message}")]
    Bug {
        /// What did not hold.
        message: String,
    },
}

fn place(instruction: Option<u32>) -> String {
    instruction.map_or_else(String::new, |number| format!(" (instruction {number})"))
}

impl Stop {
    fn trap(instruction: Option<u32>, trap: Trap) -> Self {
        Self::Trap { instruction, trap }
    }

    fn bug(message: &str) -> Self {
        Self::Bug { message: message.into() }
    }
}

/// What stops a program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Trap {
    /// Something that the interpreter has no meaning for.
    #[error("unsupported: {0}")]
    Unsupported(String),
    /// The program breaks a rule.
    #[error("malformed: {0}")]
    Malformed(String),
    /// A resource of another kind than the instruction reads.
    #[error("wrong binding: {0}")]
    Binding(String),
}

/// Something worth knowing about a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Note {
    /// A branch, switch or discard on an undefined value.
    UndefinedBranch {
        /// Number of the instruction.
        instruction: u32,
    },
}

/// Interpolates inputs away from the pixel centre, for the eval opcodes.
pub trait Interpolate {
    /// The input register `number` of lane `lane`, elsewhere than at the pixel centre.
    fn input(&self, lane: usize, number: u32, point: EvalPoint) -> Register;
}

/// Whether what a pixel does to views shows afterwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Writes {
    /// It does, until the pixel is discarded.
    #[default]
    Kept,
    /// The pixel is a helper, outside of the primitive.
    Dropped,
    /// Implementations may differ in whether the pixel is there: nothing that it changes is defined.
    Unsure,
}

/// What a quad reads besides its bindings. Lane 0 is the upper left pixel, 1 the upper right, 2 the lower left, 3 the
/// lower right.
#[derive(Clone, Copy)]
pub struct QuadInput<'a> {
    /// `v#` of each lane.
    pub inputs: &'a [[Register; INPUTS]; 4],
    /// `vCoverage` of each lane.
    pub coverage: [u32; 4],
    /// `vInnerCoverage` of each lane.
    pub inner_coverage: [u32; 4],
    /// Samples of the render targets.
    pub sample_count: u32,
    /// Which of the pixels write views.
    pub writes: [Writes; 4],
    /// For the eval opcodes; without it they give the plain input at the centroid and at offset 0, and an undefined
    /// value elsewhere.
    pub interpolate: Option<&'a dyn Interpolate>,
}

impl<'a> QuadInput<'a> {
    /// A quad on a target of one sample, wholly covered.
    #[must_use]
    pub const fn new(inputs: &'a [[Register; INPUTS]; 4]) -> Self {
        Self {
            inputs,
            coverage: [1; 4],
            inner_coverage: [1; 4],
            sample_count: 1,
            writes: [Writes::Kept; 4],
            interpolate: None,
        }
    }
}

/// What a vertex gave.
#[derive(Clone, PartialEq, Debug)]
pub struct VertexResult {
    /// `o#`; lanes that nothing wrote are undefined.
    pub outputs: [Register; OUTPUTS],
    /// It branched on an undefined value: no output is sure.
    pub tainted: bool,
}

/// What a pixel gave.
#[derive(Clone, PartialEq, Debug)]
pub struct PixelResult {
    /// `o#`; lanes that nothing wrote are undefined.
    pub targets: [Register; TARGETS],
    /// `oDepth` and its kin as it was written, not clamped to the viewport; none if the program has none.
    pub depth: Option<Value>,
    /// `oMask`; none if the program has none.
    pub coverage: Option<Value>,
    /// `oStencilRef`; none if the program has none.
    pub stencil: Option<Value>,
    /// All outputs are dropped.
    pub discarded: bool,
    /// It branched on an undefined value: no output is sure, nor whether it is discarded.
    pub tainted: bool,
}

/// The four pixels of a quad.
#[derive(Clone, PartialEq, Debug)]
pub struct QuadResult {
    /// The pixels in the order of [`QuadInput`].
    pub pixels: [PixelResult; 4],
    /// What was met on the way, each once.
    pub notes: Vec<Note>,
    /// What was counted.
    pub branches: Branches,
}

/// A program ready to run.
#[derive(Debug)]
pub struct Interpreter {
    code: Code,
}

impl Interpreter {
    /// Prepares a program.
    ///
    /// # Errors
    /// [`Stop::Trap`] for a program that breaks a rule of the format or holds what the interpreter has no meaning for.
    pub fn new(program: &Program, options: Options) -> Result<Self, Stop> {
        prepare::prepare(program, options).map(|code| Self { code })
    }

    /// Runs a vertex shader on vertices, each for itself, and returns their outputs in order.
    ///
    /// # Errors
    /// Any [`Stop`]; a pixel shader is a trap.
    pub fn run_vertices(
        &self,
        bindings: &Bindings,
        vertices: &[[Register; INPUTS]],
    ) -> Result<Vec<VertexResult>, Stop> {
        self.expect(Stage::Vertex)?;
        let mut results = Vec::new();
        for group in vertices.chunks(4) {
            let active = ALL_LANES >> (4 - group.len());
            let mut machine = Machine::new(&self.code, bindings, active);
            for (lane, inputs) in group.iter().enumerate() {
                set_inputs(&mut machine, lane, inputs);
            }
            machine.run()?;
            for lane in 0..group.len() {
                results.push(VertexResult {
                    outputs: std::array::from_fn(|number| machine.output(number as u32).register(lane)),
                    tainted: machine.tainted >> lane & 1 != 0,
                });
            }
        }
        Ok(results)
    }

    /// Runs a pixel shader on a quad. Lanes outside of the primitive run as helpers: the caller ignores their results.
    ///
    /// # Errors
    /// Any [`Stop`]; a vertex shader is a trap.
    pub fn run_quad(&self, bindings: &Bindings, quad: &QuadInput<'_>) -> Result<QuadResult, Stop> {
        self.run_quad_on(bindings, quad, &mut Views::default(), Order::default())
    }

    /// The same with views that the shader reads and writes, its lanes in an order. A register without a view reads as
    /// zero and takes nothing. A stop leaves the views empty.
    ///
    /// # Errors
    /// Any [`Stop`]; a vertex shader is a trap.
    pub fn run_quad_on(
        &self,
        bindings: &Bindings,
        quad: &QuadInput<'_>,
        views: &mut Views,
        order: Order,
    ) -> Result<QuadResult, Stop> {
        self.expect(Stage::Pixel)?;
        let mut machine = Machine::new(&self.code, bindings, ALL_LANES);
        machine.memory.views = std::mem::take(views);
        machine.order = order;
        machine.writes = quad.writes;
        machine.interpolate = quad.interpolate;
        machine.sample_count = quad.sample_count;
        for (lane, inputs) in quad.inputs.iter().enumerate() {
            set_inputs(&mut machine, lane, inputs);
        }
        for (position, values) in [(layout::COVERAGE_IN, quad.coverage), (layout::INNER_COVERAGE, quad.inner_coverage)]
        {
            if let Some(register) = machine.register_mut(position) {
                *register = QuadRegister([value::Lanes { bits: values, undefined: 0 }; 4]);
            }
        }
        machine.run()?;
        let pixels = std::array::from_fn(|lane| self.pixel(&machine, lane));
        *views = std::mem::take(&mut machine.memory.views);
        Ok(QuadResult { pixels, notes: machine.notes, branches: machine.branches })
    }

    fn pixel(&self, machine: &Machine<'_>, lane: usize) -> PixelResult {
        let special = |there: bool, position: u32| there.then(|| machine.register(position).0[0].value(lane));
        let outputs = self.code.outputs;
        PixelResult {
            targets: std::array::from_fn(|number| machine.output(number as u32).register(lane)),
            depth: special(outputs.depth, layout::DEPTH),
            coverage: special(outputs.coverage, layout::COVERAGE_OUT),
            stencil: special(outputs.stencil, layout::STENCIL),
            discarded: machine.discarded >> lane & 1 != 0,
            tainted: machine.tainted >> lane & 1 != 0,
        }
    }

    fn expect(&self, stage: Stage) -> Result<(), Stop> {
        if self.code.stage == stage {
            return Ok(());
        }
        let message = format!("a {} program run as {}", self.code.stage.prefix(), stage.prefix());
        Err(Stop::trap(None, Trap::Malformed(message)))
    }
}

fn set_inputs(machine: &mut Machine<'_>, lane: usize, inputs: &[Register; INPUTS]) {
    for (position, input) in (layout::INPUT..).zip(inputs) {
        if let Some(register) = machine.register_mut(position) {
            register.set(lane, input);
        }
    }
}
