//! Draws of the corpus: every case on Mesa, a sample and every mended fault in the browser and on wgpu, in both register
//! models, against the interpreter. `ci/nightly` draws all variants with all float rules on all engines.
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
use dxbc_harness::interp::{Branches, Count, Options, Order};
use dxbc_translator::options::{FloatRules, RegisterModel};

/// Strict rules fix the most bits.
const WAYS: [Way; 2] = [
    Way { model: RegisterModel::Float, float_rules: FloatRules::Strict },
    Way { model: RegisterModel::Typed, float_rules: FloatRules::Strict },
];

/// Every how manieth case is drawn in the browser and on wgpu.
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
    let drawn = rows.iter().filter(|row| matches!(row.verdict, Verdict::Agrees(_))).count();
    assert!(drawn > 2880, "{drawn} draws");
    // Only what the translator refuses by name has no draw, and stages that share a register for different things.
    let undrawn = rows.iter().filter(|row| match &row.verdict {
        Verdict::Absent(Absent::Conflict(_)) => row.case != "feature/texture-stages-1",
        Verdict::Absent(absent) => absent.feature().is_none(),
        Verdict::Agrees(_) | Verdict::Differs(_) | Verdict::Failed(_) => false,
    });
    let undrawn: Vec<String> = undrawn.map(explain).collect();
    assert!(undrawn.is_empty(), "{}", undrawn.join("\n"));
}

/// Draws every twelfth case from `first` on, every mended fault, and what is known to differ.
fn draw_sample(kind: EngineKind, first: usize) {
    let drawings = corpus();
    let known = expectations();
    let is_known = |name: &str| known.list.iter().any(|known| known.engine == kind.name() && known.case == name);
    let sample = drawings.cases.iter().enumerate();
    let is_mended = |name: &str| name.starts_with("regress/");
    let sample =
        sample.filter(|(number, case)| number % SAMPLE == first || is_known(&case.name) || is_mended(&case.name));
    let jobs: Vec<Job<'_>> = sample.flat_map(|(_, case)| Source::Case(case, PLAIN).jobs()).collect();
    let rows = draw(kind, &jobs);
    assert!(rows.len() > 200, "{} draws", rows.len());
}

#[test]
fn a_sample_draws_in_the_browser() {
    draw_sample(EngineKind::Browser, 0);
}

#[test]
fn a_sample_draws_on_wgpu() {
    draw_sample(EngineKind::Wgpu, 6);
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
    // What the interpreter has no meaning for takes no side.
    pixel::interpret(stages.pixel.as_ref().unwrap(), &scene, options, Order::default())
        .map(|drawn| drawn.branches)
        .unwrap_or_default()
}

#[test]
fn both_sides_of_branches_are_drawn() {
    // Of 32 x 32 pixels, how many fail and pass each test in the order of the bytecode; a switch has one test for each
    // of its labels. Counted by hand from the HLSL.
    let table: [(&str, &[[u32; 2]]); 4] = [
        // By `x & 7`: 0, 1, 2 and 5 have labels.
        ("feature/switch-return-1", &[[896, 128], [896, 128], [896, 128], [896, 128], [512, 512]]),
        // By `x & 7`: 0, 3, 5, then 1, 6, and the default.
        ("feature/switch-stacked-1", &[[896, 128], [896, 128], [896, 128], [896, 128], [896, 128], [640, 384]]),
        // By `x & 3`: 0, 1, 2 and none.
        ("feature/switch-default-only-1", &[[768, 256], [768, 256], [768, 256], [768, 256]]),
        // By `x / 8 % 3`, then of 512 pixels by `y / 8 % 3`, of 256 by `y / 8 & 1`.
        (
            "feature/call-nested-1",
            &[[512, 512], [768, 256], [768, 256], [256, 256], [384, 128], [384, 128], [128, 128], [128, 128]],
        ),
    ];
    let drawings = corpus();
    for (name, expected) in table {
        let found: Vec<[u32; 2]> = branches(&drawings, name).into_values().collect();
        assert_eq!(found, expected, "{name}");
    }
    let all = drawings.cases.iter().filter(|case| case.variants.get(PLAIN).is_some_and(|plain| plain.pixel.is_some()));
    let all: Vec<[u32; 2]> = all.flat_map(|case| branches(&drawings, &case.name).into_values()).collect();
    let both = all.iter().filter(|sides| sides.iter().all(|&lanes| lanes > 0)).count();
    println!("{both} of {} tests of pixel shaders go both ways", all.len());
    assert!(all.len() > 400 && both * 3 > all.len() * 2, "{both} of {}", all.len());
}
