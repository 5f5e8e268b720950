//! Which instructions write a component of an output: where to look when it differs.

use std::fmt;

use dxbc_translator::opcode::Role;
use dxbc_translator::program::{Component, Instruction, Item, Operand, RegisterFile, Stage, disassemble_with_lines};

use crate::case::Stages;
use crate::case::stage::StageUnit;

use super::check::Check;
use super::picture::DEPTH_LAYER;
use super::vertex::Output;

/// Lines that are told.
const LINES: usize = 4;

/// The instructions that write a component, as lines of the listing that `dxbc-cross dis` prints, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writers {
    /// The stage.
    pub stage: Stage,
    /// Line numbers and lines, without indentation.
    pub lines: Vec<(usize, String)>,
}

impl fmt::Display for Writers {
    /// The lines, the last few of many. Which of them ran for a pixel is not known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stage = match self.stage {
            Stage::Vertex => "vertex",
            Stage::Pixel | Stage::Geometry | Stage::Hull | Stage::Domain | Stage::Compute => "pixel",
        };
        let (Some((first, _)), Some((last, _))) = (self.lines.first(), self.lines.last()) else {
            return write!(f, "no instruction of the {stage} shader writes it");
        };
        match self.lines.len() {
            1 => write!(f, "written by line {last} of the {stage} shader's listing")?,
            count => {
                write!(
                    f,
                    "written by {count} instructions in lines {first} to {last} of the {stage} shader's listing"
                )?;
                if count > LINES {
                    write!(f, ", of which the last {LINES}")?;
                }
            }
        }
        for (number, line) in self.lines.iter().skip(self.lines.len().saturating_sub(LINES)) {
            write!(f, "\n{number:>9} | {line}")?;
        }
        Ok(())
    }
}

/// What writes a component of a layer; none if the layer is no output of the stages, as a depth that is rasterised.
#[must_use]
pub fn writers(check: Check, stages: &Stages, outputs: &[Output], layer: &str, component: u8) -> Option<Writers> {
    if check == Check::Vertex {
        let output = outputs.iter().find(|output| output.name == layer)?;
        let lane = output.lanes.get(usize::from(component)).copied()?;
        return Some(find(stages.vertex.as_ref()?, |operand| writes(operand, output.register, lane)));
    }
    let unit = stages.pixel.as_ref()?;
    if layer == DEPTH_LAYER {
        return unit.writes_depth().then(|| find(unit, writes_depth));
    }
    let register = layer.strip_prefix("target")?.parse().ok()?;
    Some(find(unit, |operand| writes(operand, register, component)))
}

fn find(unit: &StageUnit, is_written: impl Fn(&Operand) -> bool) -> Writers {
    let listing = disassemble_with_lines(&unit.program);
    let mut lines = Vec::new();
    for (number, item) in unit.program.items.iter().enumerate() {
        let Item::Instruction(instruction) = item else { continue };
        if destinations(&instruction).any(&is_written) {
            lines.extend(listing.item_lines(number).map(|line| (line + 1, listing.line(line).trim().to_owned())));
        }
    }
    Writers { stage: unit.program.stage, lines }
}

fn destinations<'p>(instruction: &Instruction<'p>) -> impl Iterator<Item = &'p Operand> {
    let roles = instruction.opcode.info().roles.iter();
    roles.zip(instruction.operands).filter(|(role, _)| matches!(role, Role::Dst(_))).map(|(_, operand)| operand)
}

/// Whether a destination is a lane of an output register, or may be by its index.
fn writes(operand: &Operand, register: u32, lane: u8) -> bool {
    let is_lane = |component: Component| component as u8 == lane;
    operand.file() == Some(RegisterFile::Output)
        && operand.selection.mask().iter().any(is_lane)
        && operand.indices().last().is_some_and(|index| index.as_immediate().is_none_or(|found| found == register))
}

fn writes_depth(operand: &Operand) -> bool {
    matches!(
        operand.file(),
        Some(RegisterFile::OutputDepth | RegisterFile::OutputDepthGreaterEqual | RegisterFile::OutputDepthLessEqual)
    )
}

#[cfg(test)]
mod tests {
    use dxbc_translator::program::assemble_container;

    use super::*;

    #[test]
    fn the_writers_of_a_component_are_found() {
        let text = ".output SV_Target 0 xyzw o0 float as undefined
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_output o0.xyzw
dcl_temps 1
mov r0.x, l(1.000000)
mov o0.xy, r0.xxxx
mov o0.zw, l(0,0,0,1.000000)
mov o0.x, l(2.000000)
ret
";
        let unit = StageUnit::new(&assemble_container(text).unwrap(), None).unwrap();
        let stages = Stages { pixel: Some(unit), ..Stages::default() };
        let found = |layer: &str, component| writers(Check::Pixel, &stages, &[], layer, component);
        let numbers = |component| -> Vec<usize> {
            found("target0", component).unwrap().lines.iter().map(|(number, _)| *number).collect()
        };
        // ps_5_0 is line 1.
        assert_eq!(numbers(0), [6, 8]);
        assert_eq!(numbers(1), [6]);
        assert_eq!(numbers(3), [7]);
        assert_eq!(found("depth", 0), None);
        let told = found("target0", 0).unwrap().to_string();
        assert!(told.starts_with("written by 2 instructions in lines 6 to 8 of the pixel shader's listing"), "{told}");
        assert!(told.ends_with("8 | mov o0.x, l(2.000000)"), "{told}");
        let none = found("target1", 0).unwrap().to_string();
        assert_eq!(none, "no instruction of the pixel shader writes it");
    }
}
