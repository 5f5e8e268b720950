//! WGSL over the shipped corpus: every vertex and pixel container is refused with a reason, or translates to a text
//! that naga takes, in both register models, and the stages of programs fit together.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use std::path::Path;

use dxbc_harness::verify::{Silent, Verdict, find, verify};
use dxbc_translator::options::{Options, RegisterModel, Target};

/// What naga does not take though the language has it: the cause, and why the text is right.
const NOT_TAKEN: &[(&str, &str)] = &[];

#[test]
fn every_shader_is_valid_or_refused_with_a_reason() {
    let findings = find(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")], &Silent);
    for register_model in [RegisterModel::Typed, RegisterModel::Float] {
        let options = Options { target: Target::Wgsl, register_model, ..Options::default() };
        let report = verify(&findings, &[], &options, &Silent).unwrap();
        println!("{register_model:?}: {:?}", report.totals);
        let causes: Vec<&str> = report.failed.iter().chain(&report.malformed).map(|group| &*group.cause).collect();
        let expected: Vec<&str> = NOT_TAKEN.iter().map(|(cause, _)| *cause).collect();
        assert_eq!(causes, expected, "{:#?}", report.failed);
        for check in &report.checks {
            let Verdict::Refused { error, .. } = &check.verdict else { continue };
            let said = !error.reason().is_empty() && !error.help().is_empty() && error.at().offset.is_some();
            assert!(said, "{}: {error}", check.name);
        }
        for group in &report.refused {
            println!("{:>6}  {}: {}", group.checks.len(), group.feature, group.reason);
        }
        assert!(report.totals.stages.linked > 2500 && report.totals.programs.linked > 1500, "{:?}", report.totals);
    }
}
