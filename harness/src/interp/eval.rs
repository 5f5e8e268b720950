//! Evaluation of pixel inputs away from the pixel centre (semantics 5.11).
//!
//! The caller interpolates; without it the centroid and the middle of a pixel give the plain input, anything else is
//! undefined. Inputs that are constant over the primitive never change.

use dxbc_translator::opcode::Eval;
use dxbc_translator::program::declaration::Interpolation;

use super::code::{Inst, layout};
use super::machine::Machine;
use super::query::sample_position;
use super::value::{Lanes, QuadRegister, Value, lanes};

/// Where an input is evaluated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum EvalPoint {
    /// An offset from the pixel centre in pixels, x to the right, y down, each in [-0.5, 0.5).
    Offset([f32; 2]),
    /// The centroid of the covered samples.
    Centroid,
}

/// Executes an evaluation.
pub(super) fn execute(op: Eval, machine: &mut Machine<'_>, inst: &Inst) {
    let plain: [Lanes; 4] = std::array::from_fn(|component| machine.fetch(&inst.src[0], component));
    let numbers = machine.input_number(&inst.src[0]);
    let mut out = plain;
    for lane in lanes(machine.active) {
        let Some(number) = numbers[lane].filter(|&number| number < layout::IO_COUNT) else { continue };
        let constant = machine.code.interpolation.get(number as usize) == Some(&Interpolation::Constant);
        if constant {
            continue;
        }
        let Some(point) = point(op, machine, inst, lane) else {
            out.iter_mut().for_each(|component| component.set(lane, Value::UNDEFINED));
            continue;
        };
        let centre = matches!(point, EvalPoint::Centroid | EvalPoint::Offset([0.0, 0.0]));
        match machine.interpolate {
            Some(interpolate) => {
                let mut register = QuadRegister::UNDEFINED;
                register.set(lane, &interpolate.input(lane, number, point));
                for (component, swizzled) in out.iter_mut().zip(inst.src[0].swizzle) {
                    let value = register.0[usize::from(swizzled & 3)].value(lane);
                    let bits = super::machine::modify_float(value.bits, inst.src[0].modifier);
                    component.set(lane, Value { bits, ..value });
                }
            }
            None if centre => {}
            None => out.iter_mut().for_each(|component| component.set(lane, Value::UNDEFINED)),
        }
    }
    machine.write(inst, 0, &out);
}

/// Where one lane evaluates; none where Direct3D leaves it open.
fn point(op: Eval, machine: &Machine<'_>, inst: &Inst, lane: usize) -> Option<EvalPoint> {
    let operand = |component| machine.fetch(&inst.src[1], component).value(lane);
    match op {
        Eval::EvalCentroid => Some(EvalPoint::Centroid),
        Eval::EvalSampleIndex => {
            let index = operand(0);
            let position = sample_position(machine.sample_count, index.bits)?;
            index.defined.then_some(EvalPoint::Offset(position))
        }
        Eval::EvalSnapped => {
            let offset = [operand(0), operand(1)];
            offset
                .iter()
                .all(|value| value.defined)
                .then(|| EvalPoint::Offset(offset.map(|value| sixteenths(value.bits))))
        }
    }
}

/// The low four bits as a signed number of sixteenths.
fn sixteenths(bits: u32) -> f32 {
    let nibble = (bits << 28).cast_signed() >> 28;
    #[allow(clippy::cast_precision_loss, reason = "-8 to 7")]
    let value = nibble as f32;
    value / 16.0
}
