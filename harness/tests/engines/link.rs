//! Links: what both engines refuse and for which stage, and what only the browser refuses.

use dxbc_harness::engine::{EngineKind, LinkFailure, LinkResult, LinkStage, ProgramSource};

use crate::open;

const VERTEX: &str = "#version 300 es\nin vec4 p;\nout vec2 uv;\nvoid main() { gl_Position = p; uv = p.xy; }\n";
const FRAGMENT: &str =
    "#version 300 es\nprecision highp float;\nin vec2 uv;\nout vec4 o;\nvoid main() { o = vec4(uv, 0.0, 1.0); }\n";

fn source(vertex: &str, fragment: &str) -> ProgramSource {
    ProgramSource { name: "test".to_owned(), vertex: vertex.to_owned(), fragment: fragment.to_owned() }
}

/// A program whose fragment shader has this after the precision.
fn with_fragment(text: &str) -> ProgramSource {
    source(VERTEX, &format!("#version 300 es\nprecision highp float;\n{text}\n"))
}

fn stage(result: &LinkResult) -> Option<LinkStage> {
    result.as_ref().err().map(|f| f.stage)
}

fn programs() -> Vec<(&'static str, Option<LinkStage>, ProgramSource)> {
    use LinkStage::{Fragment, Link, Vertex};
    let flat = "flat in vec2 uv; out vec4 o; void main() { o = uv.xyxy; }";
    let wide = "in vec4 uv; out vec4 o; void main() { o = uv; }";
    let missing = "in vec2 other; out vec4 o; void main() { o = other.xyxy; }";
    let gather = "uniform sampler2D t; out vec4 o; void main() { o = textureGather(t, vec2(0.5)); }";
    vec![
        ("a good program", None, source(VERTEX, FRAGMENT)),
        (
            "script ends and letters in comments",
            None,
            with_fragment("// </script> <!-- \u{e9}\nin vec2 uv; out vec4 o; void main() { o = uv.xyxy; }"),
        ),
        ("an undeclared name", Some(Fragment), with_fragment("out vec4 o; void main() { o = nothing; }")),
        ("a syntax error", Some(Vertex), source("#version 300 es\nvoid main() {\n", FRAGMENT)),
        ("two broken shaders", Some(Vertex), source("#version 300 es\n?\n", "#version 300 es\n?\n")),
        (
            "no precision",
            Some(Fragment),
            source(VERTEX, "#version 300 es\nout vec4 o; void main() { o = vec4(1.0); }\n"),
        ),
        (
            "an implicit conversion",
            Some(Fragment),
            with_fragment("out vec4 o; void main() { float f = 1; o = vec4(f); }"),
        ),
        ("a function of GLSL ES 3.10", Some(Fragment), with_fragment(gather)),
        ("a varying of another type", Some(Link), with_fragment(wide)),
        ("a varying of another interpolation", Some(Link), with_fragment(flat)),
        ("a varying that is not written", Some(Link), with_fragment(missing)),
        ("an empty shader", Some(Fragment), source(VERTEX, "")),
        ("another version", Some(Fragment), source(VERTEX, "#version 310 es\nvoid main() {}\n")),
        ("a comment before the version", Some(Vertex), source("// first\n#version 300 es\nvoid main() {}\n", FRAGMENT)),
    ]
}

/// What Mesa lets pass although GLSL ES 3.00 forbids it.
fn lenient() -> Vec<(&'static str, ProgramSource)> {
    let offset = "uniform sampler2D t; out vec4 o; void main() { o = textureOffset(t, vec2(0.5), ivec2(8, 0)); }";
    vec![
        ("a texel offset past 7", with_fragment(offset)),
        (
            "a function of GLSL ES 1.00",
            with_fragment("uniform sampler2D t; out vec4 o; void main() { o = texture2D(t, vec2(0.5)); }"),
        ),
        (
            "several outputs without locations",
            with_fragment("out vec4 a; out vec4 b; void main() { a = vec4(0.0); b = vec4(1.0); }"),
        ),
        (
            "a dynamic index into an output array",
            with_fragment(
                "uniform int i; layout(location = 0) out vec4 a[2];
void main() { a[0] = vec4(0.0); a[1] = vec4(0.0); a[i] = vec4(1.0); }",
            ),
        ),
        (
            "a dynamic component of an output",
            with_fragment("uniform int i; out vec4 a; void main() { a = vec4(0.0); a[i] = 1.0; }"),
        ),
        ("a reserved name", with_fragment("out vec4 o; void main() { float a__b = 1.0; o = vec4(a__b); }")),
    ]
}

fn check_stages(kind: EngineKind) {
    let (sources, expected): (Vec<_>, Vec<_>) =
        programs().into_iter().map(|(name, stage, source)| (source, (name, stage))).unzip();
    let results = open(kind).link(&sources).unwrap();
    let found: Vec<_> = expected.iter().zip(&results).map(|((name, _), result)| (*name, stage(result))).collect();
    assert_eq!(found, expected, "{results:#?}");
    for result in &results {
        if let Err(LinkFailure { log, .. }) = result {
            assert!(!log.is_empty() && log.trim_end() == log, "{log:?}");
        }
    }
    let Err(undeclared) = &results[2] else { panic!("it links") };
    assert!(undeclared.log.contains("nothing"), "{}", undeclared.log);
}

#[test]
fn mesa_names_the_stage() {
    check_stages(EngineKind::Mesa);
}

#[test]
fn browser_names_the_stage() {
    check_stages(EngineKind::Browser);
}

#[test]
fn browser_refuses_what_mesa_lets_pass() {
    let (names, sources): (Vec<_>, Vec<_>) = lenient().into_iter().unzip();
    let mesa = open(EngineKind::Mesa).link(&sources).unwrap();
    let browser = open(EngineKind::Browser).link(&sources).unwrap();
    for (name, (mesa, browser)) in names.iter().zip(mesa.iter().zip(&browser)) {
        assert_eq!(*mesa, Ok(()), "{name} on mesa");
        assert!(browser.is_err(), "{name} on browser");
    }
}

/// Mesa finds these when it links, ANGLE when it compiles.
#[test]
fn both_refuse_bad_output_locations() {
    let collide = "layout(location = 1) out vec4 a; layout(location = 1) out vec4 b;
void main() { a = vec4(0.0); b = vec4(1.0); }";
    let past = "layout(location = 31) out vec4 a; void main() { a = vec4(0.0); }";
    let sources = [with_fragment(collide), with_fragment(past)];
    for kind in EngineKind::GLSL {
        let results = open(kind).link(&sources).unwrap();
        assert!(results.iter().all(Result::is_err), "{kind}: {results:?}");
    }
}
