//! One call as an engine executes it: a draw or a dispatch, what it should give, and whether it does.

use std::collections::BTreeMap;

use dxbc_translator::ir::Scalar;
use dxbc_translator::reflect::Binding;

use super::meaning::Value;
use super::want::Want;
use crate::engine::compute::Compute;
use crate::engine::{Draw, DrawError, DrawOutput, Engine, EngineError};
use crate::tally::Tally;

/// A call.
pub(super) struct Job {
    /// Number of the name in the registry.
    pub(super) builtin: usize,
    /// What is called, for messages.
    pub(super) label: String,
    /// The arguments of each item.
    pub(super) sources: Vec<Vec<Value>>,
    /// What each item should be: a pixel, an invocation's result, or a word or texel of memory.
    pub(super) wants: Vec<Vec<Want>>,
    /// Words of an item.
    pub(super) item_words: usize,
    pub(super) work: Work,
}

/// What is executed.
pub(super) enum Work {
    /// The items are the pixels of the first target.
    Draw(Box<Draw>),
    /// The items stand at the binding.
    Dispatch(Compute, Binding),
}

/// The words that a job gave.
type Words = Result<Vec<u32>, DrawError>;

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect()
}

/// The words of every job, in order.
pub(super) fn execute(engine: &dyn Engine, jobs: &[Job]) -> Result<Vec<Words>, EngineError> {
    let (mut draws, mut dispatches) = (Vec::new(), Vec::new());
    for job in jobs {
        match &job.work {
            Work::Draw(draw) => draws.push(Draw::clone(draw)),
            Work::Dispatch(compute, _) => dispatches.push(compute.clone()),
        }
    }
    let mut drawn = engine.draw(&draws)?.into_iter();
    let mut dispatched = engine.dispatch(&dispatches)?.into_iter();
    let target = |output: DrawOutput| words(output.targets.first().map(Vec::as_slice).unwrap_or_default());
    let results = jobs.iter().filter_map(|job| match &job.work {
        Work::Draw(_) => drawn.next().map(|result| result.map(target)),
        Work::Dispatch(_, binding) => {
            let at =
                |memory: BTreeMap<Binding, Vec<u8>>| words(memory.get(binding).map(Vec::as_slice).unwrap_or_default());
            dispatched.next().map(|result| result.map(at))
        }
    });
    Ok(results.collect())
}

impl Job {
    /// Counts the words that are as they should be. `is_known` is asked of each wrong word.
    pub(super) fn judge(&self, result: Words, tally: &mut Tally, is_known: &mut dyn FnMut(u32) -> bool) {
        let words = match result {
            Ok(words) => words,
            Err(error) => return tally.fault(format!("{}: {error}", self.label)),
        };
        for (item, want) in self.wants.iter().enumerate() {
            for (lane, want) in want.iter().enumerate() {
                let Some(&got) = words.get(item * self.item_words + lane) else {
                    return tally.fault(format!("{}: {} words came back", self.label, words.len()));
                };
                if *want == Want::Open {
                    tally.open += 1;
                    continue;
                }
                tally.compared += 1;
                if want.holds(got) {
                    continue;
                }
                if is_known(got) {
                    tally.expected += 1;
                } else {
                    tally.fault(self.message(item, lane, *want, got));
                }
            }
        }
    }

    fn message(&self, item: usize, lane: usize, want: Want, got: u32) -> String {
        let sources = self.sources.get(item).or(self.sources.first()).map(Vec::as_slice).unwrap_or_default();
        let texts: Vec<String> = sources.iter().map(text).collect();
        let (label, arguments, float) = (&self.label, texts.join(" "), f32::from_bits(got));
        format!("{label} of {arguments}, item {item}, lane {lane}: want {want:?}, got {got:08x} ({float:?})")
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
