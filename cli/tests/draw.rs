//! `dxbc-cross render` and `dxbc-cross compare`, with the interpreter and Mesa, which starts in a moment.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{corpus, dxbc_cross, run};

/// A vertex shader that passes POSITION on, in listing syntax.
const VERTEX: &str = "\
.input POSITION 0 xyzw v0 float
.output SV_Position 0 xyzw o0 float as position
vs_5_0
dcl_globalFlags refactoringAllowed
dcl_input v0.xyzw
dcl_output_siv o0.xyzw, position
mov o0.xyzw, v0.xyzw
ret
";

/// A pixel shader that writes 1, 0.5, 0.25, 0.5.
const PIXEL: &str = "\
.output SV_Target 0 xyzw o0 float as undefined
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_output o0.xyzw
mov o0.xyzw, l(1.000000, 0.500000, 0.250000, 0.500000)
ret
";

/// What most packages have.
const QUAD: &str = r#""ps": "ps.dxbc", "topology": "triangle_strip", "#;

/// A package that draws two triangles over the left half of a target of 4 x 2 pixels.
fn package(folder: &Path, keys: &str) {
    fs::create_dir_all(folder).unwrap();
    for (name, text) in [("vs.dxbc", VERTEX), ("ps.dxbc", PIXEL)] {
        fs::write(folder.join(name), dxbc_translator::program::assemble_container(text).unwrap()).unwrap();
    }
    let corners = [[-1.0_f32, 1.0], [0.0, 1.0], [-1.0, -1.0], [0.0, -1.0]];
    let floats = corners.iter().flat_map(|[x, y]| [*x, *y, 0.5, 1.0]);
    fs::write(folder.join("vb.bin"), floats.flat_map(f32::to_le_bytes).collect::<Vec<_>>()).unwrap();
    let text = format!(
        r#"{{"version": 1, "width": 4, "height": 2, "vs": "vs.dxbc", "vertex_count": 4, "vertex_buffers": [{{"file": "vb.bin", "stride": 16}}],
        "input_layout": [{{"semantic": "POSITION", "format": "R32G32B32A32_FLOAT"}}], {keys}}}"#
    );
    fs::write(folder.join("draw.json"), text).unwrap();
}

/// The texels of the first row, which is the second as well.
fn row(folder: &Path, package: &str, file: &str) -> Vec<u8> {
    let bytes = fs::read(folder.join("out").join(package).join(file)).unwrap();
    let (upper, lower) = bytes.split_at(bytes.len() / 2);
    assert_eq!(upper, lower);
    upper.to_owned()
}

#[test]
fn packages_are_drawn_as_their_formats_say() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join("in").join(name);
    let quad = |name: &str, keys: &str| package(&at(name), &format!("{QUAD}{keys}"));
    quad("unorm", r#""targets": [{"format": "B8G8R8A8_UNORM", "clear": [0, 0, 1, 1]}]"#);
    quad(
        "blended",
        r#""targets": [{"format": "R16G16B16A16_FLOAT", "clear": [1, 1, 1, 1], "write_mask": 7,
        "blend": {"src": "src_alpha", "dest": "inv_src_alpha"}}, {"slot": 2, "format": "R8_UINT", "clear": [7, 0, 0, 0]}]"#,
    );
    quad(
        "scissored",
        r#""targets": [{"format": "R8_UNORM"}], "rasterizer": {"scissor": [1, 0, 4, 2]}, "viewport": [0, 0, 8, 2, 0, 1]"#,
    );
    quad("wrong", r#""targets": [{"format": "R9G9B9E5_SHAREDEXP"}]"#);
    package(
        &at("depth"),
        r#""topology": "triangle_strip",
        "depth": {"format": "D16_UNORM", "clear": 0.25, "func": "greater", "save": true}"#,
    );

    let (out, err) = run(dxbc_cross(["render", "in", "-o", "out"]).current_dir(folder.path()), 1);
    assert_eq!(err, "");
    let mut lines: Vec<&str> = out.lines().collect();
    lines.sort_unstable();
    let failed = "fail wrong: in/wrong: not supported: a target of the format R9G9B9E5_SHAREDEXP";
    assert_eq!(lines, ["4 passed, 1 failed", failed, "pass blended", "pass depth", "pass scissored", "pass unorm"]);

    let read = |package, file| row(folder.path(), package, file);
    assert_eq!(read("unorm", "rt0.bin"), [[64, 128, 255, 128].repeat(2), [255, 0, 0, 255].repeat(2)].concat());
    // 1 * 0.5 + 0.5, 0.5 * 0.5 + 0.5, 0.25 * 0.5 + 0.5; alpha stays.
    let halves = [[0x3c00_u16, 0x3a00, 0x3900, 0x3c00].repeat(2), [0x3c00; 8].to_vec()].concat();
    let bytes: Vec<u8> = halves.iter().flat_map(|half| half.to_le_bytes()).collect();
    assert_eq!(read("blended", "rt0.bin"), bytes);
    // The shader has no output for it.
    assert_eq!(read("blended", "rt2.bin"), [7; 4]);
    // 0.5 * 65535 = 32767.5 and 0.25 * 65535 = 16383.75, both rounded up.
    assert_eq!(read("depth", "depth.bin"), [[0x00, 0x80].repeat(2), [0x00, 0x40].repeat(2)].concat());
    // The viewport is twice as wide as the target: its left half is the whole target.
    assert_eq!(read("scissored", "rt0.bin"), [0, 255, 255, 255]);

    let json: Value = serde_json::from_slice(&fs::read(folder.path().join("out/unorm/out.json")).unwrap()).unwrap();
    assert_eq!((&json["version"], &json["renderer"]), (&Value::from(1), &Value::from("interpreter")));
    let target = &json["targets"][0];
    assert_eq!(
        (&target["name"], &target["format"], &target["width"]),
        (&"rt0".into(), &"B8G8R8A8_UNORM".into(), &4.into())
    );
    assert!(folder.path().join("out/unorm/rt0.png").is_file());
}

#[test]
fn engines_draw_packages_or_say_why_not() {
    let folder = tempfile::tempdir().unwrap();
    let quad = |name: &str, keys: &str| package(&folder.path().join(name), &format!("{QUAD}{keys}"));
    quad("unorm", r#""targets": [{"format": "B8G8R8A8_UNORM", "clear": [0, 0, 1, 1]}]"#);
    quad("blended", r#""targets": [{"format": "R8_UNORM", "blend": {}}]"#);
    let mut command = dxbc_cross(["render", "--engine", "mesa", "unorm", "blended", "--out", "out"]);
    let (out, _) = run(command.current_dir(folder.path()), 1);
    let expected = "pass unorm
fail blended: binding: blending: engines draw to 32-bit floats, which GL ES does not blend
1 passed, 1 failed
";
    assert_eq!(out, expected);
    let expected = [[64, 128, 255, 128].repeat(2), [255, 0, 0, 255].repeat(2)].concat();
    assert_eq!(row(folder.path(), "unorm", "rt0.bin"), expected);
}

/// Shaders that add what each stage has in its cb0.
const SUM: [(&str, &str); 2] = [
    (
        "vs.dxbc",
        ".input POSITION 0 xyzw v0 float
.output SV_Position 0 xyzw o0 float as position
.output VALUE 0 xyzw o1 float as undefined
vs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[1], immediateIndexed
dcl_input v0.xyzw
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
mov o0.xyzw, v0.xyzw
mov o1.xyzw, cb0[0].xyzw
ret
",
    ),
    (
        "ps.dxbc",
        ".input SV_Position 0 xyzw v0 float as position
.input VALUE 0 xyzw v1 float as undefined
.output SV_Target 0 xyzw o0 float as undefined
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[1], immediateIndexed
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
add o0.xyzw, v1.xyzw, cb0[0].xyzw
ret
",
    ),
];

#[test]
fn stages_bind_different_things_to_a_register() {
    let folder = tempfile::tempdir().unwrap();
    let keys = r#""targets": [{"format": "R8G8B8A8_UNORM"}], "constant_buffers": [
        {"stage": "vs", "slot": 0, "file": "a.bin"}, {"stage": "ps", "slot": 0, "file": "b.bin"}]"#;
    package(&folder.path().join("sum"), &format!("{QUAD}{keys}"));
    for (name, text) in SUM {
        let bytes = dxbc_translator::program::assemble_container(text).unwrap();
        fs::write(folder.path().join("sum").join(name), bytes).unwrap();
    }
    for (name, values) in [("a.bin", [1.0_f32, 0.0, 0.0, 0.25]), ("b.bin", [0.0, 1.0, 0.0, 0.25])] {
        let bytes: Vec<u8> = values.into_iter().flat_map(f32::to_le_bytes).collect();
        fs::write(folder.path().join("sum").join(name), bytes).unwrap();
    }
    // Without a folder for the output it is the package's own.
    run(dxbc_cross(["render", "."]).current_dir(folder.path().join("sum")), 0);
    assert!(folder.path().join("sum/out/rt0.bin").is_file());
    for engine in ["interpreter", "mesa"] {
        let mut command = dxbc_cross(["render", "sum", "-o", "out", "--engine", engine]);
        run(command.current_dir(folder.path()), 0);
        let expected = [[255, 255, 0, 128].repeat(2), [0; 8].to_vec()].concat();
        assert_eq!(row(folder.path(), "sum", "rt0.bin"), expected, "{engine}");
    }
}

#[test]
fn a_case_becomes_a_picture_or_words() {
    let folder = tempfile::tempdir().unwrap();
    let case = corpus("feature/if-chain-1");
    for file in ["a.png", "a.raw"] {
        let (out, _) = run(dxbc_cross(["render", "-o", file]).arg(&case).current_dir(folder.path()), 0);
        assert_eq!(out, "pass feature/if-chain-1\n1 passed, 0 failed\n");
    }
    let words = fs::read(folder.path().join("a.raw")).unwrap();
    let json: Value = serde_json::from_slice(&fs::read(folder.path().join("a.json")).unwrap()).unwrap();
    assert_eq!((&json["width"], &json["layers"][0]["name"]), (&32.into(), &"target0".into()));
    assert_eq!(words.len(), 32 * 32 * 16);
    run(dxbc_cross(["render", "-o", "out"]).arg(&case).current_dir(folder.path()), 0);
    assert_eq!(fs::read(folder.path().join("out/feature/if-chain-1.raw")).unwrap(), words);
    assert!(folder.path().join("out/feature/if-chain-1.png").is_file());
}

#[test]
fn comparisons_are_counted_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let targets = r#""ps": "ps.dxbc", "targets": [{"format": "R8G8B8A8_UNORM", "clear": [0, 0, 1, 1]}], "topology""#;
    package(&folder.path().join("unorm"), &format!(r#"{targets}: "triangle_strip""#));
    package(&folder.path().join("lines"), &format!(r#"{targets}: "line_strip""#));
    let mut command = dxbc_cross(["compare", "--engine", "mesa", "unorm", "lines", "-o", "out"]);
    let (out, _) = run(command.current_dir(folder.path()), 0);
    // The triangles meet on the centres of two texels: either may draw them.
    let expected = "\
pass unorm vertex on mesa: 4 texels; components: 16 equal, 0 close, 0 loose, 0 undefined, 0 different
pass unorm program on mesa: 8 texels; components: 24 equal, 0 close, 0 loose, 8 undefined, 0 different
pass lines vertex on mesa: 4 texels; components: 16 equal, 0 close, 0 loose, 0 undefined, 0 different
none lines program on mesa: binding: lines: GL takes constants from their last vertex, Direct3D from the first
3 passed, 0 failed, 1 refused
";
    assert_eq!(out, expected);
    let json = fs::read(folder.path().join("out/unorm-program-mesa.json")).unwrap();
    let json: Value = serde_json::from_slice(&json).unwrap();
    assert_eq!((&json["verdict"], &json["comparison"]["counts"]["equal"]), (&"agrees".into(), &24.into()));
    assert!(folder.path().join("out/unorm-program-mesa.png").is_file());
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let (_, err) = run(dxbc_cross(["render", ".", "-o", "out"]).current_dir(folder.path()), 1);
    assert_eq!(err, "error: .: there is neither a case.toml nor a draw.json in it or below\n");
    let mut two = dxbc_cross(["render", "-o", "a.png"]);
    two.arg(corpus("feature/if-chain-1")).arg(corpus("feature/sv-stencilref-1"));
    assert!(run(&mut two, 2).1.contains("a file can take one case only"));
    let mut variant = dxbc_cross(["render", "--variant", "none", "-o", "a.png"]);
    let (out, _) = run(variant.arg(corpus("feature/if-chain-1")).current_dir(folder.path()), 1);
    assert!(out.starts_with("fail feature/if-chain-1: feature/if-chain-1: there is no variant `none`"), "{out}");
}
