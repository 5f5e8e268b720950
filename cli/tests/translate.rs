//! `dxbc-cross translate`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{corpus, dxbc_cross, run};

/// Copies shaders of the corpus into a folder.
fn copy(folder: &Path, files: &[(&str, &str)]) {
    for (from, to) in files {
        let to = folder.join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(corpus(from), to).unwrap();
    }
}

fn names(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

const VERTEX: &str = "feature/if-chain-1/vs.dxbc";
const PIXEL: &str = "feature/if-chain-1/ps.dxbc";

#[test]
fn two_stages_are_a_program() {
    let folder = tempfile::tempdir().unwrap();
    copy(folder.path(), &[(VERTEX, "ship.vs.cso"), (PIXEL, "ship.ps.cso")]);
    let mut command = dxbc_cross(["translate", "ship.vs.cso", "ship.ps.cso", "-o", "out/"]);
    let (out, _) = run(command.current_dir(folder.path()), 0);
    assert_eq!(out, "");
    let written = folder.path().join("out");
    assert_eq!(names(&written), ["ship.frag", "ship.json", "ship.vert"].map(String::from).into());
    for file in ["ship.vert", "ship.frag"] {
        assert!(fs::read_to_string(written.join(file)).unwrap().starts_with("#version 300 es\n"));
    }
    let manifest: Value = serde_json::from_slice(&fs::read(written.join("ship.json")).unwrap()).unwrap();
    assert_eq!(manifest["vertex"]["file"], "ship.vert");
    assert_eq!(manifest["vertex"]["reflection"]["attributes"][0]["name"], "in_POSITION0");
    assert_eq!(manifest["fragment"]["file"], "ship.frag");
    assert_eq!(manifest["fragment"]["reflection"]["render_targets"][0]["name"], "SV_Target0");
}

#[test]
fn a_layout_file_places_buffers_and_renames_attributes() {
    let folder = tempfile::tempdir().unwrap();
    let bones = "feature/abi-bones-1";
    copy(folder.path(), &[(&format!("{bones}/vs.dxbc"), "ship.vs.cso"), (&format!("{bones}/ps.dxbc"), "ship.ps.cso")]);
    let layout = folder.path().join("layout.toml");
    fs::write(&layout, "preset = \"carbon\"\n[rename.varyings]\nTEXCOORD0 = \"UV1\"\n").unwrap();
    let translate = |arguments: &[&str], code: i32| {
        let mut command = dxbc_cross(["translate", "ship.vs.cso", "ship.ps.cso", "-o", "out"]);
        run(command.args(arguments).current_dir(folder.path()), code)
    };
    translate(&["--abi", "layout.toml"], 0);
    let manifest: Value = serde_json::from_slice(&fs::read(folder.path().join("out/ship.json")).unwrap()).unwrap();
    let reflection = &manifest["vertex"]["reflection"];
    assert_eq!(reflection["attributes"][2]["name"], "in_BITANGENT0");
    assert_eq!(reflection["attributes"][2]["renamed_from"]["semantic"], "BINORMAL");
    assert_eq!(reflection["buffers"][0]["placement"]["register"], 3);
    assert_eq!(manifest["limits"][0]["limit"], "MAX_COMBINED_TEXTURE_IMAGE_UNITS");
    assert!(fs::read_to_string(folder.path().join("out/ship.frag")).unwrap().contains("in vec2 vs_UV1;"));
    // The preset alone, and files that are none.
    translate(&["--abi-preset", "carbon"], 0);
    assert!(fs::read_to_string(folder.path().join("out/ship.frag")).unwrap().contains("in vec2 vs_TEXCOORD0;"));
    fs::write(&layout, "[vertex.t0]\nplacement = \"uniform-block\"\n").unwrap();
    let (_, err) = translate(&["--abi", "layout.toml"], 2);
    assert_eq!(err, "error: layout.toml: vertex.t0.capacity: this placement needs it\n");
    fs::write(&layout, "[vertex.t0]\nplacement = \"zero\"\nrow = 1\n").unwrap();
    let (_, err) = translate(&["--abi", "layout.toml"], 2);
    assert!(err.contains("unknown field `row`"), "{err}");
}

#[test]
fn what_is_beyond_a_limit_is_said() {
    let case = "feature/limit-blocks-1";
    let folder = tempfile::tempdir().unwrap();
    copy(folder.path(), &[(&format!("{case}/vs.dxbc"), "a.vs.cso"), (&format!("{case}/ps.dxbc"), "a.ps.cso")]);
    let (_, err) = run(dxbc_cross(["translate", "a.vs.cso", "a.ps.cso", "-o", "out"]).current_dir(folder.path()), 0);
    for limit in
        ["13 of MAX_VERTEX_UNIFORM_BLOCKS", "13 of MAX_FRAGMENT_UNIFORM_BLOCKS", "26 of MAX_COMBINED_UNIFORM_BLOCKS"]
    {
        assert!(err.contains(limit), "{err}");
    }
}

#[test]
fn a_lone_stage_is_translated_alone() {
    let folder = tempfile::tempdir().unwrap();
    copy(folder.path(), &[(PIXEL, "glow.ps.cso")]);
    run(dxbc_cross(["translate", "glow.ps.cso", "-o", "out"]).current_dir(folder.path()), 0);
    assert_eq!(names(&folder.path().join("out")), ["glow.frag", "glow.json"].map(String::from).into());
}

#[test]
fn sources_go_to_the_standard_output_when_asked() {
    let folder = tempfile::tempdir().unwrap();
    copy(folder.path(), &[(VERTEX, "vs.dxbc"), (PIXEL, "ps.dxbc")]);
    let (pixel, _) = run(dxbc_cross(["translate", "--stdout", "ps.dxbc"]).current_dir(folder.path()), 0);
    assert!(pixel.starts_with("#version 300 es\n"), "{pixel}");
    let (both, _) = run(dxbc_cross(["translate", "--stdout", "ps.dxbc", "vs.dxbc"]).current_dir(folder.path()), 0);
    let heads: Vec<_> = both.lines().filter(|line| line.starts_with("// ") || line.starts_with('#')).collect();
    assert_eq!(heads, ["// program.vert", "#version 300 es", "// program.frag", "#version 300 es"]);
    assert_eq!(names(folder.path()).len(), 2);
}

#[test]
fn one_failure_does_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    copy(folder.path(), &[(PIXEL, "a.ps.cso"), (PIXEL, "b.ps.cso")]);
    let bytes = fs::read(folder.path().join("a.ps.cso")).unwrap();
    fs::write(folder.path().join("a.ps.cso"), &bytes[..bytes.len() - 1]).unwrap();
    let mut command = dxbc_cross(["translate", "a.ps.cso", "b.ps.cso", "-o", "out"]);
    let (_, err) = run(command.current_dir(folder.path()), 1);
    assert!(err.starts_with("error[malformed]: the total size is "), "{err}");
    assert!(err.ends_with("1 shader or program translated, 1 failed\n"), "{err}");
    assert_eq!(names(&folder.path().join("out")), ["b.frag", "b.json"].map(String::from).into());
}

#[test]
fn the_same_name_twice_is_a_wrong_command_line() {
    let folder = tempfile::tempdir().unwrap();
    copy(folder.path(), &[(PIXEL, "a/glow.cso"), (PIXEL, "b/glow.cso")]);
    let mut command = dxbc_cross(["translate", "a/glow.cso", "b/glow.cso", "-o", "out"]);
    let (_, err) = run(command.current_dir(folder.path()), 2);
    let expected =
        "error: a/glow.cso and b/glow.cso would both be written as glow: translate them into different folders\n";
    assert_eq!(err, expected);
}

#[test]
fn a_folder_is_translated_with_all_that_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let files =
        [(VERTEX, "in/ship.vs.cso"), (PIXEL, "in/ship.ps.cso"), (PIXEL, "in/sky/glow.cso"), (PIXEL, "in/glow.cso")];
    copy(folder.path(), &files);
    fs::write(folder.path().join("in/notes.txt"), "no shader").unwrap();
    let (_, err) = run(dxbc_cross(["translate", "in", "-o", "out"]).current_dir(folder.path()), 0);
    assert!(err.ends_with("3 shader or programs translated, 0 failed\n"), "{err}");
    let out = folder.path().join("out");
    let expected = ["glow.frag", "glow.json", "ship.frag", "ship.json", "ship.vert", "sky"];
    assert_eq!(names(&out), expected.map(String::from).into());
    assert_eq!(names(&out.join("sky")), ["glow.frag", "glow.json"].map(String::from).into());
}

#[test]
fn options_reach_the_translator() {
    let file = corpus(PIXEL);
    let (plain, _) = run(dxbc_cross(["translate", "--stdout"]).arg(&file), 0);
    let (commented, _) = run(dxbc_cross(["translate", "--stdout", "--comments", "assembly"]).arg(&file), 0);
    assert!(!plain.contains("// "), "{plain}");
    assert!(commented.contains("// "), "{commented}");
}
