//! Constants that are left out of the sums that index structures (`constant-term = "drop"`): what is a term, what is
//! not, and where it cannot be told.

use dxbc_translator::error::{Error, Feature};
use dxbc_translator::options::{Indexing, Options, RegisterModel};
use dxbc_translator::program::assemble_container;
use dxbc_translator::translate;

use crate::layouts::layout;

/// A vertex shader that reads the structure whose index the body leaves in `r0.x`.
fn source(body: &str) -> Result<String, Error> {
    let text = format!(
        ".input BLENDINDICES 0 xyzw v0 uint\n\
         .input BLENDWEIGHT 0 xyzw v1 float\n\
         .output SV_Position 0 xyzw o0 float as position\n\
         vs_5_0\n\
         dcl_globalFlags refactoringAllowed\n\
         dcl_constantbuffer CB3[5], immediateIndexed\n\
         dcl_resource_structured t0, 48\n\
         dcl_input v0.xyzw\n\
         dcl_input v1.xyzw\n\
         dcl_output_siv o0.xyzw, position\n\
         dcl_temps 4\n\
         {body}\n\
         ld_structured r3.xyzw, r0.x, l(16), t0.xyzw\n\
         mov o0.xyzw, r3.xyzw\n\
         ret\n"
    );
    let bytes = assemble_container(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let rule = "[vertex.t0]\nplacement = \"constant-buffer\"\nslot = 3\nfirst-row = 26\ncapacity = 58\n\
        constant-term = \"drop\"\n";
    let mut options =
        Options { indexing: Indexing::Trusted, register_model: RegisterModel::Typed, ..Options::default() };
    layout(rule).apply(&mut options);
    translate(&bytes, &options).map(|shader| shader.source)
}

/// The index of the structure, with the locals in it replaced by their values.
fn index(body: &str) -> String {
    let source = source(body).unwrap_or_else(|error| panic!("{error}"));
    let read = source.lines().find_map(|line| line.split("cb3.data[27u + ").nth(1)).expect(&source);
    let mut index = read.rsplit_once(" * 3u]").expect(&source).0.to_owned();
    while let Some(start) = index.find("tmp") {
        let rest = &index[start..];
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let line = source.lines().find(|line| line.contains(&format!(" {name} = "))).expect(&source);
        let value = line.split_once(" = ").unwrap().1.trim_end_matches(';');
        index = [&index[..start], value, after].concat();
    }
    index
}

#[test]
fn constants_of_sums_are_dropped_wherever_they_stand() {
    for body in [
        "iadd r0.xyzw, v0.xyzw, cb3[4].xxxx",
        "iadd r0.x, cb3[4].x, v0.x",
        // The constant comes through a register, a conversion and a move.
        "ftoi r1.x, cb3[4].x\niadd r0.x, v0.x, r1.x",
        "mov r1.xy, cb3[4].zwzz\niadd r2.y, v0.x, r1.y\nmov r0.x, r2.y",
        // Two constants.
        "iadd r1.x, v0.x, cb3[4].x\niadd r0.x, r1.x, cb3[3].y",
    ] {
        let index = index(body);
        assert!(
            index.contains("in_BLENDINDICES0") && !index.contains("cb3") && !index.contains('+'),
            "{body}: {index}"
        );
    }
}

#[test]
fn the_operand_is_taken_where_the_sum_stands() {
    let body = "mov r1.x, v0.x\niadd r0.x, r1.x, cb3[4].x\nmov r0.y, l(7)\nmov r1.x, l(9)\nmov r2.xy, r1.xxxx";
    assert!(index(body).contains("r1u.x"));
    let text = source(body).unwrap();
    let line =
        |part: &str| text.lines().position(|line| line.contains(part)).unwrap_or_else(|| panic!("{part}: {text}"));
    let stored = text.lines().position(|line| line.trim_start().starts_with("r1") && line.contains('9'));
    assert!(line("(r1u.x)") < stored.unwrap_or_else(|| panic!("{text}")), "{text}");
}

#[test]
fn other_terms_stay() {
    assert_eq!(index("mov r0.x, v0.x"), "r0u.x");
    let body = "iadd r1.x, v0.x, l(1)\niadd r0.x, r1.x, cb3[4].x";
    let found = index(body);
    let text = source(body).unwrap();
    let plus_one = text.lines().any(|line| line.trim_start().starts_with("r1i.x = ") && line.ends_with(" + 1;"));
    assert!(found.contains("r1i.x") && !found.contains("cb3") && plus_one, "{found}\n{text}");
    // A product with a constant, as an offset in floats that is converted, is no term; its sum is.
    let found = index("imad r0.x, v0.x, l(3), cb3[4].x");
    assert!(found.contains("* 3") && !found.contains("cb3"), "{found}");
    let found = index("add r1.x, v1.x, cb3[4].x\nftou r0.x, r1.x");
    assert!(found.contains("in_BLENDWEIGHT0.x") && !found.contains('+'), "{found}");
}

#[test]
fn an_index_of_constants_alone_is_the_first_structure() {
    assert_eq!(index("mov r0.x, cb3[4].x"), "0u");
}

#[test]
fn registers_keep_what_the_bytecode_stores() {
    let source = source("iadd r0.x, v0.x, cb3[4].x\nmov r1.x, r0.x").unwrap();
    assert!(source.contains("+ floatBitsToInt(cb3.data[4].x)"), "{source}");
}

#[test]
fn what_cannot_be_told_apart_is_refused_with_its_place() {
    for body in [
        // A product.
        "imul null, r0.x, v0.x, cb3[4].x",
        // A choice, a branch that may have stored, and a loop.
        "movc r0.x, v0.y, v0.x, cb3[4].x",
        "mov r0.x, v0.x\nif_nz v0.y\n  iadd r0.x, v0.x, cb3[4].x\nendif",
        "mov r0.x, v0.x\nloop\n  breakc_nz v0.y\n  iadd r0.x, r0.x, cb3[4].x\nendloop",
        // A row that differs between vertices.
        "iadd r1.x, v0.x, l(0)\nmov r0.x, cb3[r1.x + 0].x",
    ] {
        let error = source(body).unwrap_err();
        assert_eq!(error.feature(), Some(Feature::BindingLayout), "{body}: {error}");
        assert!(error.help().contains("keep") && error.at().offset.is_some(), "{body}: {error:?}");
    }
}

#[test]
fn a_sum_is_found_inside_the_block_that_it_is_read_in() {
    // The read itself stands behind the branch: what the branch stores elsewhere does no harm.
    let found = index("iadd r0.x, v0.x, cb3[4].x\nif_nz v0.y\n  mov r1.x, cb3[1].x\nendif");
    assert!(!found.contains("cb3"), "{found}");
}
