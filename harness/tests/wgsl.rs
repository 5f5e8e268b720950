//! WGSL over the shipped corpus: every vertex and pixel container is refused with a reason, or translates to a text
//! that naga takes, in both register models, and the stages of programs fit together; and what naga's other front end
//! takes of the GLSL, in the form of Vulkan.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use std::path::Path;

use dxbc_harness::verify::{Silent, Verdict, find, verify};
use dxbc_translator::options::{Options, RegisterModel, Target};

/// What naga does not take though the language has it: the cause, and why the text is right.
const NOT_TAKEN: &[(&str, &str)] = &[];

/// What naga's GLSL front end does not take though the text is right: the cause, and why.
const GLSL_NOT_TAKEN: &[(&str, &str)] = &[
    (
        "Not implemented as constant expression: bitcast built-in function (line #)",
        "constants whose bits are no decimal number, as those of integers and NaN in immediate constant buffers",
    ),
    (
        "Function [#] 'main' is invalid: Expression [#] is invalid: Unable to operate on image class Sampled { kind: \
         Uint, multi: false } (line #)",
        "textures of integers that are read with a sampler, which WGSL has not and GLSL has",
    ),
    ("Float literal is infinite (line #)", "a constant that overflows, which is infinite in GLSL"),
];

#[test]
fn naga_reads_every_shader_of_glsl_but_for_what_it_lacks() {
    let findings = find(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")], &Silent);
    for register_model in [RegisterModel::Typed, RegisterModel::Float] {
        let options = Options { register_model, ..Options::default() };
        let report = verify(&findings, &[], &options, &Silent).unwrap();
        let column = report.naga_glsl.unwrap();
        println!("{register_model:?}: {} valid", column.valid);
        for group in &column.not_taken {
            let (count, first) = (group.checks.len(), &group.checks[0]);
            println!("{count:>6}  {}\n        {first}: {}", group.cause, group.example);
        }
        let strange = |cause: &str| GLSL_NOT_TAKEN.iter().all(|(known, _)| *known != cause);
        let strange: Vec<&str> =
            column.not_taken.iter().map(|group| &*group.cause).filter(|cause| strange(cause)).collect();
        assert_eq!(strange, [""; 0]);
        assert!(column.valid > 2500, "{}", column.valid);
    }
}

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
