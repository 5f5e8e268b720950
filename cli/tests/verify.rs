//! `dxbc-cross verify`, on Mesa, which starts in a moment.

use std::fs;

use serde_json::Value;

use crate::shaders::{COLOUR, container};
use crate::{corpus, dxbc_cross, run};

/// A folder with a program, one of its shaders once more, and a hull shader.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (from, to) in [("vs.dxbc", "ship.vs.cso"), ("ps.dxbc", "ship.ps.cso"), ("ps.dxbc", "copy.cso")] {
        fs::copy(corpus("feature/if-chain-1").join(from), folder.path().join(to)).unwrap();
    }
    let mut tokens = COLOUR;
    tokens[0] = 0x0003_0050;
    fs::write(folder.path().join("patch.cso"), container(&tokens)).unwrap();
    folder
}

#[test]
fn everything_found_is_linked_and_counted() {
    let folder = folder();
    let mut command = dxbc_cross(["verify", "--engine", "mesa", "--json", "report.json", "--keep", "kept", "."]);
    let (out, err) = run(command.current_dir(folder.path()), 0);
    let rate = err.strip_prefix("4 checked in ").and_then(|rest| rest.strip_suffix(" a second\n"));
    assert!(rate.is_some_and(|rate| rate.contains(" s, ") && !rate.contains('\n')), "{err}");
    let expected = "\
not for this translator
     1  hull shader

total
4 containers in 4 files, 3 different

                  stages  programs
linked                 2         1
refused                0         0
malformed input        0         0
failed                 0         0
not tried              1         0

naga: 2 stages valid as the GLSL of Vulkan, 0 not taken
mesa: ";
    assert!(out.starts_with(expected), "{out}");
    let report: Value = serde_json::from_slice(&fs::read(folder.path().join("report.json")).unwrap()).unwrap();
    assert_eq!(report["totals"]["stages"]["linked"], 2);
    assert_eq!(report["others"]["hull shader"], 1);
    let names: Vec<_> = report["checks"].as_array().unwrap().iter().map(|check| check["name"].clone()).collect();
    assert_eq!(names, ["./copy.cso", "./patch.cso", "./ship.vs.cso", "./ship.vs.cso + ./ship.ps.cso"]);
    assert_eq!(report["checks"][0]["places"].as_array().unwrap().len(), 2);
    // Two files for each of two stages and a program, and the index.
    assert_eq!(fs::read_dir(folder.path().join("kept")).unwrap().count(), 7);
}

#[test]
fn what_an_engine_took_is_known_in_the_next_run() {
    let (folder, caches) = (folder(), tempfile::tempdir().unwrap());
    let verify = |cache: &str| {
        let mut command = dxbc_cross(["verify", "--engine", "mesa", "."]);
        run(command.arg("--cache").arg(caches.path().join(cache)).current_dir(folder.path()), 0).0
    };
    let first = verify("seen");
    assert!(!first.contains("known"), "{first}");
    assert!(verify("seen").ends_with(" (3 programs known from an earlier run)\n"));
    assert_eq!(verify("other"), first);
}

#[test]
fn damaged_input_fails_and_stands_apart() {
    let folder = folder();
    fs::write(folder.path().join("cut.cso"), &container(&COLOUR)[..90]).unwrap();
    let (out, _) = run(dxbc_cross(["verify", "--engine", "mesa", "."]).current_dir(folder.path()), 1);
    let expected = "\
malformed input
     1  malformed: the total size is # bytes but only # are there
        ./cut.cso
        | error[malformed]: the total size is 100 bytes but only 90 are there
        |     --> ./cut.cso: offset 0x18
        |      |
        |  0x0 | 44 58 42 43 ";
    assert!(out.contains(expected), "{out}");
}

#[test]
fn refusals_are_grouped_with_reason_and_help() {
    let (out, _) = run(dxbc_cross(["verify", "--engine", "mesa"]).arg(corpus("feature/sv-stencilref-1")), 0);
    let expected = "stencil-ref: GLSL ES 3.00 cannot write a stencil reference value for each pixel
        help: draw once for each stencil value
";
    assert!(out.contains(expected), "{out}");
}

#[test]
fn limits_that_a_device_may_not_have_are_counted_by_kind() {
    let (out, _) = run(dxbc_cross(["verify", "--engine", "mesa"]).arg(corpus("feature/limit-blocks-1")), 0);
    for expected in [
        "more than every WebGL2 device has\n",
        "  MAX_VERTEX_UNIFORM_BLOCKS: up to 13, and a device may have only 12\n        by ConstantBuffer0, ",
        "  MAX_COMBINED_UNIFORM_BLOCKS: up to 26, and a device may have only 24\n",
        "        help: place structured buffers in a data-texture",
    ] {
        assert!(out.contains(expected), "{out}");
    }
}

#[test]
fn a_path_that_is_not_there_fails() {
    let (out, _) = run(&mut dxbc_cross(["verify", "--engine", "mesa", "no-such-folder"]), 1);
    assert!(out.starts_with("cannot read no-such-folder: "), "{out}");
}

#[test]
fn an_absent_engine_says_what_to_install() {
    let file = corpus("feature/if-chain-1/ps.dxbc");
    let (out, err) = run(dxbc_cross(["verify"]).arg(&file).env("PATH", ""), 1);
    assert_eq!(out, "");
    assert!(err.starts_with("error: browser engine is absent: "), "{err}");
    assert!(err.contains("; install the Debian package chromium"), "{err}");
    assert!(err.ends_with(", or leave it out with --engine mesa\n"), "{err}");
    run(dxbc_cross(["verify", "--engine", "mesa"]).arg(&file).env("PATH", ""), 0);
    let mut command = dxbc_cross(["verify", "--engine", "mesa"]);
    let (out, err) = run(command.arg(&file).env("__EGL_VENDOR_LIBRARY_FILENAMES", "/nowhere"), 1);
    assert_eq!(out, "");
    assert!(err.starts_with("error: mesa engine is absent: ") && err.contains("libgl1-mesa-dri"), "{err}");
}

#[test]
fn cases_and_packages_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let case = corpus("feature/if-chain-1");
    run(dxbc_cross(["export"]).arg(&case).arg("package").current_dir(folder.path()), 0);
    let mut command = dxbc_cross(["verify", "--draw", "--engine", "mesa", "--float-rules", "strict", "--both-models"]);
    let command = command.args(["--json", "report.json", "--keep", "kept", "package"]).arg(&case);
    let (out, err) = run(command.current_dir(folder.path()), 0);
    assert_eq!(err, "");
    assert!(out.starts_with("engine   model  floats   check     equal  close   differ  absent  failed\n"), "{out}");
    let report: Value = serde_json::from_slice(&fs::read(folder.path().join("report.json")).unwrap()).unwrap();
    let rows = report["rows"].as_array().unwrap();
    // Three checks of the case and two of the package, in two register models.
    assert_eq!(rows.len(), 10, "{out}");
    assert!(rows.iter().all(|row| row["verdict"] == "agrees"), "{out}");
    assert!(!folder.path().join("kept").exists(), "nothing differs, so nothing is kept");
}

#[test]
fn draws_say_what_they_do_not_take() {
    let case = corpus("feature/if-chain-1");
    let (_, err) = run(dxbc_cross(["verify", "--draw", "--engine", "mesa", "--names", "reflected"]).arg(&case), 2);
    assert!(err.contains("--draw takes only --register-model and --float-rules"), "{err}");
    run(dxbc_cross(["verify", "--both-models", "--engine", "mesa"]).arg(&case), 2);
    let empty = tempfile::tempdir().unwrap();
    let (_, err) = run(dxbc_cross(["verify", "--draw", "--engine", "mesa"]).arg(empty.path()), 1);
    assert!(err.contains("no case.toml and no draw.json"), "{err}");
}
