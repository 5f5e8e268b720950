//! The main job over the shipped corpus: every vertex and pixel container is refused with a reason, or translates and
//! links on Mesa and in the browser, alone and as a program, in both register models.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use std::path::Path;

use dxbc_harness::engine::EngineKind;
use dxbc_harness::verify::{Findings, Report, Silent, find, verify};
use dxbc_translator::options::{Options, RegisterModel};

fn corpus() -> Findings {
    find(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")], &Silent)
}

fn check(findings: &Findings, engines: &[EngineKind], register_model: RegisterModel) {
    // An engine that is not there is a failure that says what to install.
    let engines: Vec<_> = engines.iter().map(|kind| kind.open().unwrap()).collect();
    let options = Options { register_model, ..Options::default() };
    let report: Report = verify(findings, &engines, &options, &Silent).unwrap();
    println!("{register_model:?}: {:?}", report.totals);
    let failed: Vec<String> = report.failed.iter().chain(&report.malformed).map(|group| format!("{group:?}")).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(report.totals.stages.linked > 2500 && report.totals.programs.linked > 1500, "{:?}", report.totals);
}

#[test]
fn every_shader_links_on_mesa_and_in_the_browser() {
    let findings = corpus();
    check(&findings, &[EngineKind::Mesa, EngineKind::Browser], RegisterModel::Typed);
    check(&findings, &[EngineKind::Mesa], RegisterModel::Float);
}
