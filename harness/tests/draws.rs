//! Draws of the corpus: every case on Mesa and a sample of them in the browser, in both register models, against the
//! interpreter. `ci/nightly` draws all variants with all float rules on both engines.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests")]

use std::path::Path;

use dxbc_harness::case::PLAIN;
use dxbc_harness::draw::check::{Absent, Check, Verdict};
use dxbc_harness::draw::expectations::Expectations;
use dxbc_harness::draw::find::{Drawings, Variants};
use dxbc_harness::draw::pixel;
use dxbc_harness::draw::report::{Table, explain};
use dxbc_harness::draw::suite::{Job, Row, Source, Way, run};
use dxbc_harness::engine::EngineKind;
use dxbc_harness::interp::{Branches, Count, Options};
use dxbc_translator::options::{FloatRules, RegisterModel};

/// Strict rules fix the most bits.
const WAYS: [Way; 2] = [
    Way { model: RegisterModel::Float, float_rules: FloatRules::Strict },
    Way { model: RegisterModel::Typed, float_rules: FloatRules::Strict },
];

/// Every how manieth case is drawn in the browser.
const SAMPLE: usize = 12;

fn corpus() -> Drawings {
    Drawings::find(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")]).unwrap()
}

fn expectations() -> Expectations {
    Expectations::parse(include_str!("../expectations.toml")).unwrap()
}

/// Draws, and fails for everything that differs and is not known, and for everything known that does not differ.
fn draw(kind: EngineKind, jobs: &[Job<'_>]) -> Vec<Row> {
    let engine = kind.open().unwrap_or_else(|error| panic!("{error}"));
    let rows = run(engine.as_ref(), jobs, &WAYS, &|_| ()).unwrap();
    println!("{}", Table(&rows));
    let known = expectations();
    let sorted = known.sort(&rows);
    for (row, known) in &sorted.known {
        println!("known: {}: {}", explain(row), known.reason);
    }
    let failures: Vec<String> = sorted.failures.iter().map(|row| explain(row)).collect();
    assert!(failures.is_empty(), "{} draws differ:\n{}", failures.len(), failures.join("\n"));
    assert!(sorted.stale.is_empty(), "known differences that are not seen any more: {:#?}", sorted.stale);
    rows
}

#[test]
fn every_case_draws_on_mesa() {
    let drawings = corpus();
    let rows = draw(EngineKind::Mesa, &drawings.jobs(Variants::Plain));
    for row in &rows {
        let Verdict::Absent(absent) = &row.verdict else { continue };
        // Only what says that it cannot be translated has no draw.
        let case = drawings.cases.iter().find(|case| case.name == row.case).unwrap();
        assert!(matches!(absent, Absent::Refused(_)) && case.file.is_refused(), "{}", explain(row));
    }
    let drawn = rows.iter().filter(|row| matches!(row.verdict, Verdict::Agrees(_))).count();
    assert!(drawn > 2800, "{drawn} draws");
}

#[test]
fn a_sample_draws_in_the_browser() {
    let drawings = corpus();
    let known = expectations();
    let is_known = |name: &str| known.list.iter().any(|known| known.engine == "browser" && known.case == name);
    let sample = drawings.cases.iter().enumerate();
    let sample = sample.filter(|(number, case)| number % SAMPLE == 0 || is_known(&case.name));
    let jobs: Vec<Job<'_>> = sample.flat_map(|(_, case)| Source::Case(case, PLAIN).jobs()).collect();
    let rows = draw(EngineKind::Browser, &jobs);
    assert!(rows.len() > 200, "{} draws", rows.len());
}

#[test]
fn known_differences_name_cases() {
    let drawings = corpus();
    for known in expectations().list {
        let case = drawings.cases.iter().find(|case| case.name == known.case);
        assert!(case.is_some_and(|case| case.variants.contains_key(known.variant.as_deref().unwrap_or(PLAIN))));
        assert!(Check::ALL.iter().any(|check| check.name() == known.check), "{known:?}");
        assert!(EngineKind::ALL.iter().any(|engine| engine.name() == known.engine), "{known:?}");
        assert!(!known.reason.trim().is_empty(), "{known:?}");
    }
}

/// How many lanes of the pixel shader's draw take each side of each of its tests.
fn branches(drawings: &Drawings, name: &str) -> Branches {
    let case = drawings.cases.iter().find(|case| case.name == name).unwrap();
    let (stages, scene) = case.plan_for(PLAIN, Check::Pixel).unwrap();
    let options = Options { count: Count::Branches, ..Options::default() };
    pixel::interpret(stages.pixel.as_ref().unwrap(), &scene, options).unwrap().branches
}

#[test]
fn both_sides_of_branches_are_drawn() {
    // Cases about flow, with the tests of their pixel shaders; a switch has as many as labels.
    let table = [
        ("feature/if-chain-1", 1),
        ("feature/if-nest-1", 1),
        ("feature/loop-break-continue-1", 1),
        ("feature/discard-branch-1", 1),
        ("game/material-switch", 1),
        ("game/uber-lit-cutout", 1),
    ];
    let drawings = corpus();
    for (name, tests) in table {
        let branches = branches(&drawings, name);
        println!("{name}: {branches:?}");
        assert_eq!(branches.len(), tests, "{name}");
        for (place, sides) in branches {
            assert!(sides.iter().all(|&lanes| lanes > 0), "{name}, instruction {place:?}: {sides:?}");
        }
    }
}
