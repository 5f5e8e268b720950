//! The command line: help texts and what it refuses.

use crate::{dxbc_cross, run};

#[test]
fn help_texts() {
    let (out, _) = run(&mut dxbc_cross(["--help"]), 0);
    insta::assert_snapshot!("help", out);
    for command in ["translate", "verify", "dis", "reflect", "extract", "opcodes", "render", "compare"] {
        let (out, _) = run(&mut dxbc_cross([command, "--help"]), 0);
        insta::assert_snapshot!(format!("help_{command}"), out);
    }
}

#[test]
fn a_wrong_command_line_is_exit_code_2() {
    let wrong: [&[&str]; 6] = [
        &[],
        &["transmogrify"],
        &["translate", "a.cso"],
        &["translate", "a.cso", "--stdout", "-o", "out"],
        &["translate", "a.cso", "--stdout", "--cb-rows", "3=9999"],
        &["verify", "--engine", "voodoo", "a.cso"],
    ];
    for arguments in wrong {
        let (out, err) = run(&mut dxbc_cross(arguments), 2);
        assert_eq!(out, "", "{arguments:?}");
        assert!(!err.is_empty(), "{arguments:?}");
    }
}
