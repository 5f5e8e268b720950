//! The table of draws and what each must give on every engine, and the small helpers to write them.

use std::sync::Arc;

use dxbc_harness::engine::{
    ColorTarget, Draw, DrawCall, DrawOutput, DrawResult, EngineKind, Framebuffer, Image, ImageKind, ProgramSource,
    SamplerBinding, SamplerState, TexelFormat, Uniform, UniformValue,
};

use super::{bindings, captures, errors, open, rasters, textures};

/// A draw and what it must give.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) draw: Draw,
    pub(crate) expected: DrawResult,
}

/// A vertex shader that covers the target with a triangle made from nothing.
pub(crate) const FULLSCREEN: &str = "
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}";

/// A program from the texts after the version line and the precisions.
pub(crate) fn program(vertex: &str, fragment: &str) -> Arc<ProgramSource> {
    const HEAD: &str = "#version 300 es
precision highp float; precision highp int;
precision highp sampler2D; precision highp isampler2D; precision highp usampler2D;
precision highp sampler3D; precision highp samplerCube; precision highp usamplerCube;
precision highp sampler2DArray; precision highp sampler2DShadow; precision highp sampler2DArrayShadow;
precision highp samplerCubeShadow;
";
    Arc::new(ProgramSource {
        name: String::new(),
        vertex: format!("{HEAD}{vertex}"),
        fragment: format!("{HEAD}{fragment}"),
    })
}

pub(crate) fn target(format: TexelFormat) -> ColorTarget {
    ColorTarget { format, clear: [0; 4] }
}

/// A draw of the fullscreen triangle.
pub(crate) fn fullscreen(fragment: &str, width: u32, height: u32, formats: &[TexelFormat]) -> Draw {
    Draw {
        program: program(FULLSCREEN, fragment),
        call: DrawCall { count: 3, ..DrawCall::default() },
        framebuffer: Some(Framebuffer {
            width,
            height,
            targets: formats.iter().map(|&f| target(f)).collect(),
            depth: None,
        }),
        ..Draw::default()
    }
}

pub(crate) fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

pub(crate) fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// One target's bytes as a whole result.
pub(crate) fn one_target(bytes: Vec<u8>) -> DrawResult {
    Ok(DrawOutput { targets: vec![bytes], ..DrawOutput::default() })
}

pub(crate) fn uniform(name: &str, value: UniformValue) -> Uniform {
    Uniform { name: name.to_owned(), value }
}

pub(crate) fn sampler(name: &str, image: usize, state: SamplerState) -> SamplerBinding {
    SamplerBinding { name: name.to_owned(), image, state }
}

/// An image without further mip levels.
pub(crate) fn image(kind: ImageKind, format: TexelFormat, [width, height, depth]: [u32; 3], data: Vec<u8>) -> Image {
    Image { kind, format, width, height, depth, levels: vec![data] }
}

fn cases() -> Vec<Case> {
    [rasters::cases(), bindings::cases(), textures::cases(), captures::cases(), errors::cases()]
        .into_iter()
        .flatten()
        .collect()
}

fn run(kind: EngineKind) {
    let cases = cases();
    let draws: Vec<_> = cases.iter().map(|c| c.draw.clone()).collect();
    let results = open(kind).draw(&draws).unwrap();
    assert_eq!(results.len(), cases.len());
    let mut failures = Vec::new();
    for (case, result) in cases.iter().zip(&results) {
        if *result != case.expected {
            failures.push(format!("{}\n  expected {:?}\n  got      {result:?}", case.name, case.expected));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {} draws differ on {kind}:\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
    println!("{} draws on {kind}", cases.len());
}

#[test]
fn mesa_draws() {
    run(EngineKind::Mesa);
}

#[test]
fn browser_draws() {
    run(EngineKind::Browser);
}
