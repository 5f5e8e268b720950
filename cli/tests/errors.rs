//! How errors reach the user: on the standard error, with the assembly around the place.

use std::fs;

use crate::shaders::{COLOUR, container};
use crate::{dxbc_cross, run};

/// Writes a shader to a folder and runs a command there.
fn run_on(command: &[&str], bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("odd.cso"), bytes).unwrap();
    let (out, err) = run(dxbc_cross(command).arg("odd.cso").current_dir(folder.path()), 1);
    assert_eq!(out, "");
    err
}

#[test]
fn an_unknown_opcode_is_shown_where_it_stands() {
    let mut tokens = COLOUR;
    tokens[5] = 0x0800_00eb;
    let expected = "\
error[malformed]: the opcode 235 is unknown
    --> odd.cso: offset 0x40, chunk SHEX, instruction 0
     |
     | ps_5_0
0x34 | dcl_output o0.xyzw
0x40 > dwords 080000eb 001020f2 00000000
     |        ^^^^^^^^
";
    assert_eq!(run_on(&["dis"], &container(&tokens)).trim_end(), expected.trim_end());
    assert_eq!(run_on(&["translate", "--stdout"], &container(&tokens)).trim_end(), expected.trim_end());
}

#[test]
fn a_cut_file_is_shown_as_bytes() {
    let bytes = container(&COLOUR);
    for command in [&["dis"][..], &["reflect"], &["translate", "--stdout"]] {
        let text = run_on(command, &bytes[..90]);
        assert!(text.starts_with("error[malformed]: the total size is 100 bytes but only 90 are there\n"), "{text}");
        assert!(text.contains("odd.cso: offset 0x18\n"), "{text}");
        assert!(text.contains("help: the file was cut off: get it again"), "{text}");
        assert!(text.contains("0x10 > "), "{text}");
    }
}

#[test]
fn what_is_refused_says_what_to_do() {
    // The same tokens as a hull shader.
    let mut tokens = COLOUR;
    tokens[0] = 0x0003_0050;
    let text = run_on(&["translate", "--stdout"], &container(&tokens));
    assert!(text.starts_with("error[unsupported: other-stage]: "), "{text}");
    assert!(text.contains("= reason: WebGL2 has vertex and fragment stages only\n"), "{text}");
    assert!(text.contains("= help: move the work to the vertex or pixel stage or to the CPU\n"), "{text}");
}
