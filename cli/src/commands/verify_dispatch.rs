//! The part of `verify --draw` that runs compute cases on the engines and compares every word that they write with the
//! interpreter.

use anyhow::Result;
use dxbc_harness::case::dispatch::Dispatch;
use dxbc_harness::case::{Case, PLAIN};
use dxbc_harness::dispatch::{self, Verdict};
use dxbc_harness::draw::find::Variants;
use dxbc_harness::engine::Engine;
use dxbc_translator::options::{RegisterModel, Target};

use crate::output::say;

/// Runs the dispatches of the cases; gives whether one has another result than the interpreter's, or none.
pub(crate) fn run(
    engines: &[Box<dyn Engine>],
    cases: &[Case],
    variants: Variants,
    models: &[RegisterModel],
) -> Result<bool> {
    let dispatches = find(cases, variants)?;
    let mut failed = false;
    let mut jobs = Vec::new();
    for dispatch in &dispatches {
        match dispatch::run(dispatch) {
            Ok(outcome) => jobs.push((dispatch, outcome)),
            Err(error) => {
                failed = true;
                say(format_args!("{error}\n"))?;
            }
        }
    }
    let jobs: Vec<_> = jobs.iter().map(|(dispatch, outcome)| (*dispatch, outcome)).collect();
    for engine in engines.iter().filter(|engine| engine.kind().target() == Target::Wgsl && !jobs.is_empty()) {
        for &model in models {
            let verdicts = dispatch::compare(engine.as_ref(), &jobs, model)?;
            let mut agreeing = 0;
            for ((dispatch, _), verdict) in jobs.iter().zip(&verdicts) {
                let fault = match verdict {
                    Verdict::Agrees { .. } => {
                        agreeing += 1;
                        continue;
                    }
                    Verdict::Differs(difference) => difference.to_string(),
                    Verdict::Failed(failure) => failure.to_string(),
                };
                failed = true;
                say(format_args!("{}: {}, {model:?}: {fault}\n", engine.kind(), dispatch.name))?;
            }
            let (kind, all) = (engine.kind(), jobs.len());
            say(format_args!("{kind}, {model:?} registers: {agreeing} of {all} dispatches agree in every word\n"))?;
        }
    }
    Ok(failed)
}

fn find(cases: &[Case], variants: Variants) -> Result<Vec<Dispatch>> {
    let mut dispatches = Vec::new();
    for case in cases {
        for variant in case.variants.keys().filter(|name| variants == Variants::All || *name == PLAIN) {
            dispatches.extend(case.dispatch(variant)?);
        }
    }
    Ok(dispatches)
}
