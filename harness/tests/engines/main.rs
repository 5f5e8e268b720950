//! Both engines against expected values that were worked out by hand.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "this whole crate is tests")]

mod bindings;
mod captures;
mod cases;
mod errors;
mod link;
mod rasters;
mod textures;

use dxbc_harness::engine::{Engine, EngineKind};

/// Opens an engine. On a machine without it this fails with what to install: `ci/setup-engines` does that.
fn open(kind: EngineKind) -> Box<dyn Engine> {
    match kind.open() {
        Ok(engine) => engine,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn engines_say_what_they_are() {
    let mesa = open(EngineKind::Mesa);
    assert!(mesa.description().starts_with("OpenGL ES 3.0 Mesa"), "{}", mesa.description());
    assert!(mesa.description().contains("llvmpipe"), "{}", mesa.description());
    let browser = open(EngineKind::Browser);
    assert!(browser.description().starts_with("WebGL 2.0"), "{}", browser.description());
    assert!(browser.description().contains("SwiftShader"), "{}", browser.description());
}
