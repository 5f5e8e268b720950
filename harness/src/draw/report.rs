//! The report of a suite: counts for tables, and what differs as files.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::{fmt, fs};

use serde::Serialize;

use super::check::{Check, Verdict};
use super::export::{comparison_image, file_stem, write_png, write_raw};
use super::suite::{Evidence, Row, Way};

/// How many rows of a kind came to what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Every word is the interpreter's.
    pub equal: usize,
    /// Every word is what it should be, some within what implementations may differ.
    pub close: usize,
    /// Not the same.
    pub differs: usize,
    /// Nothing to compare.
    pub absent: usize,
    /// The engine or the translator failed.
    pub failed: usize,
}

impl Counts {
    fn add(&mut self, verdict: &Verdict) {
        *match verdict {
            Verdict::Agrees(comparison) if comparison.runs == 0 => &mut self.equal,
            Verdict::Agrees(_) => &mut self.close,
            Verdict::Differs(_) => &mut self.differs,
            Verdict::Absent(_) => &mut self.absent,
            Verdict::Failed(_) => &mut self.failed,
        } += 1;
    }
}

/// Counts for each engine, way and check, in the order of reports.
#[must_use]
pub fn counts(rows: &[Row]) -> Vec<(&'static str, Way, Check, Counts)> {
    let mut counts: BTreeMap<_, (Way, Counts)> = BTreeMap::new();
    for row in rows {
        let entry = counts.entry((row.engine, row.way.names(), row.check)).or_insert((row.way, Counts::default()));
        entry.1.add(&row.verdict);
    }
    counts.into_iter().map(|((engine, _, check), (way, counts))| (engine, way, check, counts)).collect()
}

/// A table of counts.
pub struct Table<'a>(pub &'a [Row]);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:8} {:6} {:8} {:8} {:>6} {:>6} {:>8} {:>7} {:>7}",
            "engine", "model", "floats", "check", "equal", "close", "differ", "absent", "failed"
        )?;
        for (engine, way, check, counts) in counts(self.0) {
            let [model, rules] = way.names();
            let Counts { equal, close, differs, absent, failed } = counts;
            writeln!(
                f,
                "{engine:8} {model:6} {rules:8} {:8} {equal:>6} {close:>6} {differs:>8} {absent:>7} {failed:>7}",
                check.name()
            )?;
        }
        Ok(())
    }
}

/// What is wrong with a row, in one line.
#[must_use]
pub fn explain(row: &Row) -> String {
    match &row.verdict {
        Verdict::Agrees(_) => format!("{row}: agrees"),
        Verdict::Absent(absent) => format!("{row}: {absent}"),
        Verdict::Failed(reason) => format!("{row}: {reason}"),
        Verdict::Differs(comparison) => match &comparison.first {
            None => format!("{row}: other layers"),
            Some(first) => format!(
                "{row}: {} of {} texels; first {} at ({}, {}) component {}: expected {} ({:#010x}), found {} \
                 ({:#010x}), erring runs spread by {:e}",
                comparison.counts.different_texels,
                comparison.counts.texels,
                first.layer,
                first.x,
                first.y,
                first.component,
                first.expected,
                first.bits[0],
                first.found,
                first.bits[1],
                first.spread,
            ),
        },
    }
}

/// Writes what is known of a row that differs: the picture of the interpreter, of the engine and their difference side
/// by side as `NAME.png`, the words of both, and the program. Rows that do not differ leave nothing.
///
/// # Errors
/// What the file system says.
pub fn keep(row: &Row, folder: &Path) -> io::Result<()> {
    let Some(evidence) = &row.evidence else { return Ok(()) };
    let Evidence { expected, found, program } = evidence.as_ref();
    fs::create_dir_all(folder)?;
    let [model, rules] = row.way.names();
    let stem = file_stem(&[&row.case, &row.variant, row.check.name(), row.engine, model, rules]);
    let file = |end: &str| folder.join(format!("{stem}{end}"));
    write_png(&file(".png"), &comparison_image(expected, found))?;
    write_raw(&file("-expected.bin"), expected)?;
    write_raw(&file("-found.bin"), found)?;
    fs::write(file(".vert"), &program.vertex)?;
    fs::write(file(".frag"), &program.fragment)?;
    fs::write(file(".txt"), explain(row) + "\n")
}
