//! The engines against expected values that were worked out by hand.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "this whole crate is tests")]

mod bindings;
mod captures;
mod cases;
mod errors;
mod link;
mod rasters;
mod textures;
mod wgsl;

use std::env;
use std::process::Command;

use dxbc_harness::engine::{Engine, EngineKind};

/// Opens an engine. On a machine without it this fails with what to install: `ci/setup-engines` does that.
fn open(kind: EngineKind) -> Box<dyn Engine> {
    match kind.open() {
        Ok(engine) => engine,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn mesa_says_what_it_is() {
    let mesa = open(EngineKind::Mesa);
    assert!(mesa.description().starts_with("OpenGL ES 3.0 Mesa"), "{}", mesa.description());
    assert!(mesa.description().contains("llvmpipe"), "{}", mesa.description());
}

#[test]
fn browser_says_what_it_is() {
    let browser = open(EngineKind::Browser);
    assert!(browser.description().starts_with("WebGL 2.0"), "{}", browser.description());
    assert!(browser.description().contains("SwiftShader"), "{}", browser.description());
}

#[test]
fn wgpu_says_what_it_is() {
    let wgpu = open(EngineKind::Wgpu);
    assert!(wgpu.description().starts_with("WebGPU (wgpu) on Vulkan, llvmpipe"), "{}", wgpu.description());
}

/// Runs one of the tests above in a process that does not find its engine.
#[test]
fn an_absent_engine_is_named_with_its_packages() {
    let table = [
        ("mesa_says_what_it_is", "__EGL_VENDOR_LIBRARY_FILENAMES", "mesa engine is absent", "libgl1-mesa-dri"),
        ("browser_says_what_it_is", "PATH", "browser engine is absent", "install the Debian package chromium"),
        ("wgpu_says_what_it_is", "VK_DRIVER_FILES", "wgpu engine is absent", "mesa-vulkan-drivers"),
    ];
    for (test, variable, absent, install) in table {
        let mut child = Command::new(env::current_exe().unwrap());
        let child = child.args(["--exact", test, "--nocapture"]).env(variable, "/nowhere").output().unwrap();
        let said = [child.stdout, child.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        assert!(!child.status.success(), "{said}");
        assert!(said.contains(absent) && said.contains(install), "{said}");
    }
}
