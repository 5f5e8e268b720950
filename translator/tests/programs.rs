//! Programs: what both stages of a translated pair agree on.

use dxbc_translator::options::{Options, StageBindings};
use dxbc_translator::{ProgramText, translate_program};

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
    let fragment = declared(&text.fragment.source, "uniform highp sampler");
    for line in declared(&text.vertex.source, "uniform highp sampler") {
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
