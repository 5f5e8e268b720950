//! What the statements of all targets have in common: comments, and the lanes of outputs.

use super::text::Text;
use crate::ir::{Lanes, Output, Variable, VariableKind};

/// Writes lines of assembly as comments.
pub(super) fn comment(text: &mut Text, lines: Option<String>) {
    for line in lines.unwrap_or_default().lines() {
        text.begin();
        text.push("// ");
        // A backslash at the end of a line would join the next one to the comment.
        let plain = |c: char| if c.is_ascii_graphic() && c != '\\' || c == ' ' { c } else { '?' };
        let line: String = line.trim().chars().map(plain).collect();
        text.push(&line);
        text.end();
    }
}

/// The lanes of the variable that an output takes.
pub(super) fn output_lanes(variable: &Variable, output: &Output) -> Lanes {
    let lanes: Lanes = match variable.kind {
        // The elements of a range are whole registers.
        VariableKind::OutputRange(_) => output.mask.into(),
        VariableKind::Temp(_)
        | VariableKind::IndexableTemp(_)
        | VariableKind::Output(_)
        | VariableKind::InputRange(_)
        | VariableKind::Demoted => Lanes::first(4),
    };
    let there = lanes.iter().filter(|lane| lane.index() < usize::from(variable.width));
    there.take(usize::from(output.ty.width)).collect()
}
