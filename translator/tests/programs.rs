//! Programs: what both stages of a translated pair agree on.

use dxbc_translator::options::{Options, StageBindings};
use dxbc_translator::{ProgramText, translate, translate_program};

use crate::corpus::case_path;

fn program(case: &str, options: &Options) -> ProgramText {
    let read = |file: &str| std::fs::read(case_path(case).join(file)).unwrap();
    translate_program(&read("vs.dxbc"), &read("ps.dxbc"), options).unwrap()
}

/// Declarations of a kind, sorted, without what each side calls its direction.
fn declared<'t>(text: &'t str, containing: &str) -> Vec<&'t str> {
    let mut lines: Vec<&str> = text.lines().filter(|line| line.contains(containing) && line.ends_with(';')).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn samplers_of_one_name_and_two_types_get_names_of_their_own() {
    let text = program("feature/texture-stages-1", &Options::default());
    let fragment = declared(&text.fragment.source, "uniform sampler");
    for line in declared(&text.vertex.source, "uniform sampler") {
        let name = line.rsplit(' ').next().unwrap();
        let same = fragment.iter().find(|other| other.rsplit(' ').next() == Some(name));
        assert!(same.is_none_or(|other| *other == line), "{line} and {}", same.unwrap());
    }
    assert!(text.vertex.source.contains("_vs;"), "{}", text.vertex.source);
}

#[test]
fn separate_bindings_mark_every_uniform_of_the_vertex_stage() {
    let options = Options { stage_bindings: StageBindings::Separate, ..Options::default() };
    let text = program("game/pbr-metal-rough", &options);
    assert!(text.vertex.source.contains("} cb0_vs;") && !text.vertex.source.contains("} cb0;"));
    assert!(text.fragment.source.contains("} cb0;") && !text.fragment.source.contains("_vs;"));
}

#[test]
fn a_block_of_both_stages_has_the_larger_size_in_both() {
    let text = program("feature/cbuffer-sizes-1", &Options::default());
    let rows = |text: &str| {
        text.lines().filter(|line| line.trim().starts_with("vec4 data[")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(rows(&text.vertex.source), rows(&text.fragment.source));
}

#[test]
fn screen_linear_varyings_take_both_stages() {
    let case = "regress/noperspective-program";
    let text = program(case, &Options::default());
    let ends = text.vertex.source.matches("vs_TEXCOORD0 = ").count();
    assert_eq!(ends, 2, "{}", text.vertex.source);
    assert!(text.fragment.source.contains("o0 = vs_TEXCOORD0 * gl_FragCoord.w;"), "{}", text.fragment.source);
    assert!(text.fragment.source.contains("vs_TEXCOORD0.y * gl_FragCoord.w"), "{}", text.fragment.source);
    assert!(text.fragment.warnings.is_empty(), "{:?}", text.fragment.warnings);
    let modes = |text: &str| text.matches("noperspective").count();
    for reflection in [&text.vertex.reflection, &text.fragment.reflection] {
        assert_eq!(modes(&serde_json::to_string(reflection).unwrap()), 3);
    }
    // Alone, nobody multiplies by w: a warning and a note say so.
    let alone = translate(&std::fs::read(case_path(case).join("ps.dxbc")).unwrap(), &Options::default()).unwrap();
    assert!(!alone.source.contains("gl_FragCoord"), "{}", alone.source);
    assert_eq!(alone.warnings.len(), 3, "{:?}", alone.warnings);
    let notes = alone.reflection.varyings.iter().filter(|varying| varying.note.is_some()).count();
    assert_eq!(notes, 3);
}

#[test]
fn clip_distances_discard_in_the_pixel_stage() {
    let case = "regress/clip-distance-derivatives";
    let text = program(case, &Options::default());
    for lane in ["!(vs_SV_CLIPDISTANCE0.x >= 0.0)", "!(vs_SV_CLIPDISTANCE0.y >= 0.0)", "!(vs_SV_CLIPDISTANCE1 >= 0.0)"]
    {
        assert!(text.fragment.source.contains(lane), "{}", text.fragment.source);
    }
    assert_eq!(text.fragment.source.matches("discard").count(), 1, "the read of a texture comes first");
    assert!(text.vertex.warnings.is_empty());
    let alone = translate(&std::fs::read(case_path(case).join("vs.dxbc")).unwrap(), &Options::default()).unwrap();
    assert_eq!(alone.warnings.len(), 2, "{:?}", alone.warnings);
}
