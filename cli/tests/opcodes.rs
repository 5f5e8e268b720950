//! `dxbc-cross opcodes`.

use crate::{dxbc_cross, run};

#[test]
fn the_table_says_what_is_translated() {
    let (out, _) = run(&mut dxbc_cross(["opcodes"]), 0);
    let row = |mnemonic: &str| {
        let line = out.lines().find(|line| line.split_whitespace().nth(1) == Some(mnemonic));
        line.unwrap().split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("add")[..5], ["0", "add", "4.0", "any", "ok"]);
    assert_eq!(row("deriv_rtx")[..5], ["11", "deriv_rtx", "4.0", "ps", "ok"]);
    assert_eq!(row("dadd")[..5], ["191", "dadd", "5.0", "any", "ok"]);
    assert_eq!(row("ldms")[..6], ["46", "ldms", "4.0", "any", "refused:", "multisampled-texture"]);
    // Opcode numbers 0 to 234 without the four that are reserved.
    assert!(out.lines().last().unwrap().starts_with("231 opcodes, "), "{out}");
}
