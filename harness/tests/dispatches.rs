//! The compute cases: the interpreter gives one result in either order of threads, it is the one that is known, and an
//! engine gives the same from translated text, word for word.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests")]

use std::collections::BTreeSet;
use std::path::Path;

use dxbc_harness::case::dispatch::Dispatch;
use dxbc_harness::conformance::is_dispatched;
use dxbc_harness::dispatch::{self, Verdict};
use dxbc_harness::draw::find::Drawings;
use dxbc_harness::engine::EngineKind;
use dxbc_translator::opcode::Opcode;
use dxbc_translator::options::RegisterModel;

/// Every variant of every compute case.
fn dispatches() -> Vec<Dispatch> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/compute");
    let cases = Drawings::find(&[root]).unwrap().cases;
    let variants = cases.iter().flat_map(|case| case.variants.keys().map(move |variant| (case, variant)));
    variants.map(|(case, variant)| case.dispatch(variant).unwrap().unwrap()).collect()
}

#[test]
fn the_interpreter_gives_what_is_known() {
    let dispatches = dispatches();
    let mut faults = Vec::new();
    let (mut words, mut defined, mut known) = (0, 0, 0);
    for dispatch in &dispatches {
        match dispatch::run(dispatch) {
            Ok(outcome) => {
                let (all, sure) = outcome.counts();
                words += all;
                defined += sure;
                known += usize::from(!dispatch.expect.is_empty());
                assert_eq!(all, sure, "{}: words that Direct3D does not define", dispatch.name);
            }
            Err(error) => faults.push(error.to_string()),
        }
    }
    println!("{} dispatches, {known} with known words, {words} words, {defined} of them defined", dispatches.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(dispatches.len() >= 80 && known >= 60, "{} dispatches, {known} known", dispatches.len());
}

/// What conformance shows over edge values stands in cases that a compiler made, too.
#[test]
fn every_opcode_of_shared_memory_is_dispatched() {
    let dispatches = dispatches();
    let instructions = dispatches.iter().flat_map(|dispatch| dispatch.unit.program.instructions());
    let met: BTreeSet<&str> = instructions.map(|instruction| instruction.opcode.info().mnemonic).collect();
    let opcodes: Vec<&str> =
        Opcode::all().iter().filter(|info| is_dispatched(info)).map(|info| info.mnemonic).collect();
    assert_eq!(opcodes.len(), 27, "{opcodes:?}");
    let missing: Vec<&&str> = opcodes.iter().filter(|mnemonic| !met.contains(**mnemonic)).collect();
    assert!(missing.is_empty(), "in no compute case: {missing:?}");
}

#[test]
fn every_dispatch_agrees_on_wgpu() {
    let engine = EngineKind::Wgpu.open().unwrap_or_else(|error| panic!("{error}"));
    let dispatches = dispatches();
    let outcomes: Vec<_> = dispatches.iter().map(|dispatch| dispatch::run(dispatch).unwrap()).collect();
    let jobs: Vec<_> = dispatches.iter().zip(&outcomes).collect();
    for register_model in [RegisterModel::Typed, RegisterModel::Float] {
        let verdicts = dispatch::compare(engine.as_ref(), &jobs, register_model).unwrap();
        assert_eq!(verdicts.len(), jobs.len());
        let (mut agreeing, mut words, mut faults) = (0, 0, Vec::new());
        for (dispatch, verdict) in dispatches.iter().zip(verdicts) {
            match verdict {
                Verdict::Agrees { words: here } => {
                    agreeing += 1;
                    words += here;
                }
                Verdict::Differs(difference) => faults.push(format!("{}: {difference}", dispatch.name)),
                Verdict::Failed(failure) => faults.push(format!("{}: {failure}", dispatch.name)),
            }
        }
        println!("{register_model:?}: {agreeing} of {} dispatches agree, {words} words", jobs.len());
        assert!(faults.is_empty(), "{register_model:?}:\n{}", faults.join("\n"));
    }
}
