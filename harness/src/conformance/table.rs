//! The table of a conformance run: opcode x engine and register model, as Markdown.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::expectations::model_name;
use super::{Cell, Outcome, Standing};
use crate::tally::Tally;

/// Counts of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Totals {
    /// Cells whose words all agree.
    pub passed: u64,
    /// Cells with disagreements that are all known.
    pub known: u64,
    /// Cells that fail.
    pub failed: u64,
    /// Cells of refused opcodes.
    pub refused: u64,
    /// Cells of translated opcodes that nothing was compared of.
    pub empty: u64,
    /// Words compared.
    pub words: u64,
}

/// Counts the cells.
#[must_use]
pub fn totals(cells: &[Cell]) -> Totals {
    let mut totals = Totals::default();
    for cell in cells {
        match &cell.standing {
            Standing::Refused { .. } => totals.refused += 1,
            Standing::Ran(Outcome { tally, refused }) => {
                totals.words += tally.compared;
                let place = match (tally.failed, tally.compared, tally.expected) {
                    (1.., ..) => &mut totals.failed,
                    (0, 0, _) if refused.is_empty() => &mut totals.empty,
                    (0, 0, _) => &mut totals.refused,
                    (0, _, 1..) => &mut totals.known,
                    (0, _, 0) => &mut totals.passed,
                };
                *place += 1;
            }
        }
    }
    totals
}

fn cell_text(standing: &Standing) -> String {
    let Outcome { tally, refused } = match standing {
        Standing::Refused { feature, .. } => return format!("refused: {feature}"),
        Standing::Ran(outcome) => outcome,
    };
    match tally {
        Tally { failed: 1.., .. } => format!("**FAIL** {} of {}", tally.failed, tally.compared),
        Tally { compared: 0, .. } if !refused.is_empty() => {
            let features: Vec<&str> = refused.keys().copied().collect();
            format!("refused: {}", features.join(", "))
        }
        Tally { compared: 0, .. } => "**nothing compared**".into(),
        Tally { expected: 1.., .. } => format!("{} known of {}", tally.expected, tally.compared),
        _ if !refused.is_empty() => {
            let forms: u64 = refused.values().sum();
            format!("{} agree, {forms} forms refused", tally.compared)
        }
        _ => format!("{} agree", tally.compared),
    }
}

/// The table, then what fails in detail and the reasons of refusals.
#[must_use]
pub fn markdown(cells: &[Cell]) -> String {
    let columns: BTreeSet<(&str, &str)> = cells.iter().map(|cell| (cell.engine, model_name(cell.model))).collect();
    let mut opcodes: Vec<(&str, &str)> = Vec::new();
    for cell in cells {
        if !opcodes.contains(&(cell.class, cell.opcode)) {
            opcodes.push((cell.class, cell.opcode));
        }
    }
    let mut text = String::from("| opcode | class |");
    for (engine, model) in &columns {
        let _ = write!(text, " {engine}, {model} |");
    }
    let _ = writeln!(text, "\n| --- | --- |{}", " --- |".repeat(columns.len()));
    for (class, opcode) in opcodes {
        let _ = write!(text, "| {opcode} | {class} |");
        for &(engine, model) in &columns {
            let cell = cells
                .iter()
                .find(|cell| cell.opcode == opcode && cell.engine == engine && model_name(cell.model) == model);
            let _ = write!(text, " {} |", cell.map_or_else(String::new, |cell| cell_text(&cell.standing)));
        }
        text.push('\n');
    }
    details(&mut text, cells);
    text
}

fn details(text: &mut String, cells: &[Cell]) {
    let mut reasons: BTreeSet<(&str, &str)> = BTreeSet::new();
    for cell in cells {
        match &cell.standing {
            Standing::Refused { feature, reason } => {
                reasons.insert((feature, reason));
            }
            Standing::Ran(Outcome { tally, .. }) => {
                for sample in &tally.samples {
                    let (engine, model) = (cell.engine, model_name(cell.model));
                    let _ = write!(text, "\n- {} on {engine}, {model}: {sample}", cell.opcode);
                }
            }
        }
    }
    if !reasons.is_empty() {
        text.push('\n');
    }
    for (feature, reason) in reasons {
        let _ = write!(text, "\n- refused: {feature}: {reason}");
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use dxbc_translator::options::RegisterModel;

    use super::*;

    fn cell(opcode: &'static str, standing: Standing) -> Cell {
        Cell { opcode, class: "Float", engine: "mesa", model: RegisterModel::Float, standing }
    }

    #[test]
    fn a_table_has_a_row_an_opcode_and_says_what_fails() {
        let ran = |failed, samples: &[&str]| {
            let samples = samples.iter().map(|&sample| sample.to_owned()).collect();
            let tally = Tally { compared: 8, failed, samples, ..Tally::default() };
            Standing::Ran(Outcome { tally, ..Outcome::default() })
        };
        let cells = [
            cell("add", ran(0, &[])),
            cell("mul", ran(2, &["x"])),
            cell("dadd", Standing::Refused { feature: "doubles", reason: "none" }),
        ];
        let want = "\
| opcode | class | mesa, float |
| --- | --- | --- |
| add | Float | 8 agree |
| mul | Float | **FAIL** 2 of 8 |
| dadd | Float | refused: doubles |

- mul on mesa, float: x

- refused: doubles: none
";
        assert_eq!(markdown(&cells), want);
        let totals = totals(&cells);
        assert_eq!((totals.passed, totals.failed, totals.refused, totals.words), (1, 1, 1, 16));
    }
}
