//! The cases of corpus/regress: each is a fault that was mended, and is drawn on both engines in both register models.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests")]

use std::path::Path;

use dxbc_harness::case::{Case, find};
use dxbc_harness::draw::check::Verdict;
use dxbc_harness::draw::suite::{Row, jobs, run};
use dxbc_harness::engine::EngineKind;
use dxbc_translator::options::{FloatRules, RegisterModel};

const MODELS: [RegisterModel; 2] = [RegisterModel::Float, RegisterModel::Typed];

fn mended_faults_stay_mended(kind: EngineKind) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/regress");
    let cases: Vec<Case> = find(&root).unwrap().iter().map(|folder| Case::load(folder).unwrap()).collect();
    let drawn = |case: &&Case| !case.file.tags.iter().any(|tag| tag == "refused");
    let jobs: Vec<_> = cases
        .iter()
        .filter(drawn)
        .flat_map(|case| {
            let variants: Vec<&str> = case.variants.keys().map(String::as_str).collect();
            jobs(case, &variants, &MODELS, FloatRules::Strict)
        })
        .collect();
    let engine = kind.open().unwrap_or_else(|error| panic!("{error}"));
    let rows = run(engine.as_ref(), &jobs, &|_| ()).unwrap();
    let agrees = |row: &&Row| matches!(row.verdict, Verdict::Agrees(_));
    println!("{kind}: {} of {} draws agree", rows.iter().filter(agrees).count(), rows.len());
    let faults: Vec<String> =
        rows.iter().filter(|row| !agrees(row)).map(|row| format!("{}: {:#?}", row.name(), row.verdict)).collect();
    assert!(faults.is_empty() && !rows.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn mended_faults_stay_mended_on_mesa() {
    mended_faults_stay_mended(EngineKind::Mesa);
}

#[test]
fn mended_faults_stay_mended_in_the_browser() {
    mended_faults_stay_mended(EngineKind::Browser);
}
