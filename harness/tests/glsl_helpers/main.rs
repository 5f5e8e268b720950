//! What the GLSL writer's helpers and literals give on every engine, against values worked out by hand from the
//! rules of Direct3D (`float` for arithmetic, `bits` for integers and conversions).
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "this whole crate is tests")]

mod bits;
mod float;
mod literals;
mod run;

use dxbc_harness::engine::EngineKind;

use run::Table;

fn tables() -> Vec<Table> {
    float::tables().into_iter().chain(bits::tables()).collect()
}

fn helpers_on(kind: EngineKind) {
    let tables = tables();
    let failures = run::run(kind, &tables);
    let cases: usize = tables.iter().map(|table| table.rows.len()).sum();
    assert!(failures.is_empty(), "{} of {cases} values differ on {kind}:\n{}", failures.len(), failures.join("\n"));
    println!("{cases} values of {} helpers on {kind}", tables.len());
}

#[test]
fn helpers_on_mesa() {
    helpers_on(EngineKind::Mesa);
}

#[test]
fn helpers_in_the_browser() {
    helpers_on(EngineKind::Browser);
}

#[test]
fn every_helper_has_a_table() {
    let tables = tables();
    for helper in dxbc_translator::ir::Helper::ALL {
        assert!(tables.iter().any(|table| table.helper == *helper && table.rows.len() >= 4), "{helper:?}");
    }
}

#[test]
fn literals_on_mesa() {
    literals::check(EngineKind::Mesa);
}

#[test]
fn literals_in_the_browser() {
    literals::check(EngineKind::Browser);
}
