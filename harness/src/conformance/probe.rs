//! A probe: a trial whose rows or columns each show one form of an opcode, with the rule for each.

use dxbc_translator::opcode::Info;

use super::double_rule::Judge;
use super::rule::{Rule, rule};
use crate::generate::single_op::{Batch, Form};
use crate::generate::trial::Trial;

/// What a row or column shows.
#[derive(Clone, Debug)]
pub struct Case {
    /// The form.
    pub label: String,
    /// When a word agrees.
    pub rule: Rule,
}

/// Where the cases lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Along {
    /// A case a row.
    Rows,
    /// A case a column.
    Columns,
}

/// A trial with its cases.
#[derive(Clone, Debug)]
pub struct Probe {
    /// Mnemonic.
    pub opcode: &'static str,
    /// The trial.
    pub trial: Trial,
    /// The cases.
    pub cases: Vec<Case>,
    /// Where they lie.
    pub along: Along,
    /// What the opcode reads in each column, for messages.
    pub sources: Vec<Vec<[u32; 4]>>,
    /// How the two doubles of each item are judged; empty where results are of 32 bits, which the cases judge.
    pub judges: Vec<[Judge; 2]>,
}

/// A word that disagrees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// Pixel or vertex.
    pub item: usize,
    /// Word of the item.
    pub word: usize,
    /// The interpreter's.
    pub want: u32,
    /// The engine's.
    pub got: u32,
    /// The low words of both, where the result is a double whose high words these are.
    pub low: Option<[u32; 2]>,
}

impl Probe {
    /// A probe of one opcode's batch.
    #[must_use]
    pub fn of_batch(info: &Info, batch: Batch) -> Self {
        let case = |form: Form| Case { rule: rule(info.opcode, form.modifies), label: form.label };
        let along = if batch.immediate { Along::Columns } else { Along::Rows };
        let cases = batch.forms.into_iter().map(case).collect();
        Self { opcode: info.mnemonic, trial: batch.trial, cases, along, sources: batch.sources, judges: Vec::new() }
    }

    fn column(&self, item: usize) -> usize {
        item % self.trial.width.max(1) as usize
    }

    fn case(&self, item: usize) -> Option<&Case> {
        let column = self.column(item);
        let row = item / self.trial.width.max(1) as usize;
        self.cases.get(if self.along == Along::Rows { row } else { column })
    }

    /// The form that an item shows.
    #[must_use]
    pub fn label(&self, item: usize) -> &str {
        self.case(item).map_or("", |case| &case.label)
    }

    /// The number of words that are undefined, and those that disagree.
    #[must_use]
    pub fn compare(&self, expected: &[Option<u32>], words: &[u32]) -> (u64, Vec<Mismatch>) {
        if !self.judges.is_empty() {
            return self.compare_doubles(expected, words);
        }
        let mut undefined = 0;
        let mut mismatches = Vec::new();
        let per_item = self.trial.words().max(1);
        for (at, (want, &got)) in expected.iter().zip(words).enumerate() {
            let (item, word) = (at / per_item, at % per_item);
            let Some(want) = *want else {
                undefined += 1;
                continue;
            };
            let rule = self.case(item).map_or(Rule::Bits, |case| case.rule);
            if !rule.agrees(want, got) {
                mismatches.push(Mismatch { item, word, want, got, low: None });
            }
        }
        (undefined, mismatches)
    }

    /// The same of items that are two doubles.
    fn compare_doubles(&self, expected: &[Option<u32>], words: &[u32]) -> (u64, Vec<Mismatch>) {
        let mut undefined = 0;
        let mut mismatches = Vec::new();
        let judges = self.judges.iter().flatten();
        for (at, ((want, got), judge)) in expected.as_chunks().0.iter().zip(words.as_chunks().0).zip(judges).enumerate()
        {
            let [Some(low), Some(high)] = *want else {
                undefined += 2;
                continue;
            };
            let double = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
            let [got_low, got_high]: [u32; 2] = *got;
            if !judge.agrees(double(low, high), double(got_low, got_high)) {
                let (item, word) = (at / 2, at % 2 * 2 + 1);
                mismatches.push(Mismatch { item, word, want: high, got: got_high, low: Some([low, got_low]) });
            }
        }
        (undefined, mismatches)
    }

    /// A mismatch in words: trial, form, lane, sources, both results.
    #[must_use]
    pub fn describe(&self, mismatch: &Mismatch) -> String {
        let Mismatch { item, word, want, got, low } = *mismatch;
        let lane = ["x", "y", "z", "w"].get(word % 4).unwrap_or(&"");
        let sources = self.sources.get(self.column(item)).map_or_else(String::new, |sources| {
            let texts: Vec<String> = sources.iter().map(|words| format!("{words:08x?}")).collect();
            texts.join(" ")
        });
        let (name, label) = (&self.trial.name, self.label(item));
        let output = word / 4;
        if let Some([want_low, got_low]) = low {
            let [want, got] =
                [(want, want_low), (got, got_low)].map(|(high, low)| u64::from(high) << 32 | u64::from(low));
            return format!(
                "{name}, {label}, o{output}.{lane} of ({sources}): want {want:016x} ({}), got {got:016x} ({})",
                f64::from_bits(want),
                f64::from_bits(got)
            );
        }
        format!(
            "{name}, {label}, o{output}.{lane} of ({sources}): want {want:08x} ({}), got {got:08x} ({})",
            f32::from_bits(want),
            f32::from_bits(got)
        )
    }
}
