//! What the names came to on the engines: counts, and a table in Markdown.

use std::fmt::Write as _;

use super::{Cell, Standing};

/// How many names agree, differ as known, fail, and are refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the fields are those of the description")]
pub struct Totals {
    pub agree: usize,
    pub known: usize,
    /// Names of which nothing was compared too.
    pub fail: usize,
    pub refused: usize,
    /// Words that were compared.
    pub words: u64,
}

/// Counts cells.
#[must_use]
pub fn totals(cells: &[Cell]) -> Totals {
    let mut totals = Totals::default();
    for cell in cells {
        let place = match &cell.standing {
            Standing::Refused { .. } => &mut totals.refused,
            Standing::Ran { tally, .. } => {
                totals.words += tally.compared;
                match (tally.compared, tally.failed, tally.expected) {
                    (0, ..) | (_, 1.., _) => &mut totals.fail,
                    (_, 0, 1..) => &mut totals.known,
                    (_, 0, 0) => &mut totals.agree,
                }
            }
        };
        *place += 1;
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
            Standing::Ran { tally, .. } if tally.compared == 0 && tally.failed == 0 => {
                "**nothing compared**".to_owned()
            }
            Standing::Ran { calls, tally } => {
                for sample in &tally.samples {
                    let _ = writeln!(samples, "- {engine}: {sample}");
                }
                let mut standing = format!("{calls} calls, {} words", tally.compared);
                for (count, what) in [(tally.open, "open"), (tally.expected, "known to differ")] {
                    if count > 0 {
                        let _ = write!(standing, ", {count} {what}");
                    }
                }
                if tally.failed > 0 {
                    let _ = write!(standing, ", **{} fail**", tally.failed);
                }
                standing
            }
            Standing::Refused { calls, reason } => format!("{calls} calls refused: {reason}"),
        };
        let _ = writeln!(text, "| `{name}` | {engine} | {standing} |");
    }
    if samples.is_empty() { text } else { format!("{text}\n{samples}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Tally;

    fn ran(name: &'static str, compared: u64, expected: u64, failed: u64) -> Cell {
        let samples = (0..failed).map(|number| format!("sample {number}")).collect();
        let tally = Tally { compared, open: 0, expected, failed, samples };
        Cell { name, engine: "mesa", standing: Standing::Ran { calls: 2, tally } }
    }

    #[test]
    fn names_of_which_nothing_was_compared_fail() {
        let refused =
            Cell { name: "x", engine: "mesa", standing: Standing::Refused { calls: 3, reason: "none".into() } };
        let cells = [ran("a", 8, 0, 0), ran("b", 8, 2, 0), ran("c", 8, 2, 1), ran("d", 0, 0, 0), refused];
        assert_eq!(totals(&cells), Totals { agree: 1, known: 1, fail: 2, refused: 1, words: 24 });
        let want = "\
| name | engine | standing |
| --- | --- | --- |
| `a` | mesa | 2 calls, 8 words |
| `b` | mesa | 2 calls, 8 words, 2 known to differ |
| `c` | mesa | 2 calls, 8 words, 2 known to differ, **1 fail** |
| `d` | mesa | **nothing compared** |
| `x` | mesa | 3 calls refused: none |

- mesa: sample 0
";
        assert_eq!(markdown(&cells), want);
    }
}
