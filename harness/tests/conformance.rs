//! Every opcode that is translated, over edge values and in every form, on Mesa and wgpu, and runs of random programs on
//! all engines, in both register models. Known faults of drivers stand in `expectations.toml`. The table of the browser
//! takes minutes and is made by `ci/nightly`.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests")]

use dxbc_harness::conformance::expectations::Expectations;
use dxbc_harness::conformance::table::{markdown, totals};
use dxbc_harness::conformance::{Request, run};
use dxbc_harness::engine::EngineKind;
use dxbc_harness::generate::fuzz::{MODELS, Run};
use dxbc_harness::registry;

fn conformance(kind: EngineKind) {
    let engine = kind.open().unwrap_or_else(|error| panic!("{error}"));
    let mut known = Expectations::parse(include_str!("../expectations.toml")).unwrap();
    let cells = run(engine.as_ref(), &Request { models: &MODELS, opcode: None }, &mut known).unwrap();
    let totals = totals(&cells);
    println!("{kind}: {totals:?}");
    assert!(totals.failed == 0 && totals.empty == 0, "{totals:?}\n{}", markdown(&cells));
    assert!(totals.passed > 150 && totals.words > 1_000_000, "{totals:?}");
    let kinds = [kind];
    let stale: Vec<_> = known.stale(&kinds, None).collect();
    assert!(stale.is_empty(), "known faults that are not seen any more: {stale:#?}");
}

#[test]
fn every_opcode_agrees_on_mesa() {
    conformance(EngineKind::Mesa);
}

#[test]
fn every_opcode_agrees_on_wgpu() {
    conformance(EngineKind::Wgpu);
}

fn random_programs(kind: EngineKind, seeds: std::ops::Range<u64>) {
    let engine = kind.open().unwrap_or_else(|error| panic!("{error}"));
    let count = seeds.end - seeds.start;
    let mut run = Run::default();
    run.batch(engine.as_ref(), seeds).unwrap();
    println!("{kind}: {} programs, {} words, rejected {:?}", run.programs, run.words, run.rejected);
    let found: Vec<String> = run
        .findings
        .iter()
        .map(|found| format!("{}, {:?}: {}\n{}", found.trial.name, found.model, found.message, found.trial.text))
        .collect();
    assert!(found.is_empty(), "{} disagreements\n{}", found.len(), found.join("\n"));
    assert!(run.programs * 10 > count * 9, "{:?}", run.rejected);
}

#[test]
fn random_programs_agree_on_mesa() {
    random_programs(EngineKind::Mesa, 1_000_000..1_000_080);
}

#[test]
fn random_programs_agree_on_wgpu() {
    random_programs(EngineKind::Wgpu, 3_000_000..3_000_040);
}

#[test]
fn random_programs_agree_in_the_browser() {
    random_programs(EngineKind::Browser, 2_000_000..2_000_040);
}

/// Every name that the engine's language spells is called and agrees with its meaning. `refused` are the 43 of GLSL ES
/// 3.00, and two fetches of WGSL, whose buffers are words.
fn registry_agrees(kind: EngineKind, refused: usize) {
    let engine = kind.open().unwrap_or_else(|error| panic!("{error}"));
    let mut known = registry::expectations::Expectations::parse(include_str!("../expectations.toml")).unwrap();
    let cells = registry::run(engine.as_ref(), &mut known).unwrap();
    let totals = registry::report::totals(&cells);
    println!("{kind}: {totals:?}");
    assert_eq!(totals.fail, 0, "{}", registry::report::markdown(&cells));
    assert_eq!((totals.agree + totals.known, totals.refused), (163 - refused, refused), "{totals:?}");
    let kinds = [kind];
    let stale: Vec<_> = known.stale(&kinds).collect();
    assert!(stale.is_empty(), "known faults that are not seen any more: {stale:#?}");
}

#[test]
fn the_registry_agrees_on_mesa() {
    registry_agrees(EngineKind::Mesa, 43);
}

#[test]
fn the_registry_agrees_on_wgpu() {
    registry_agrees(EngineKind::Wgpu, 2);
}

#[test]
fn the_registry_agrees_in_the_browser() {
    registry_agrees(EngineKind::Browser, 43);
}
