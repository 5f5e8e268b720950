//! `dxbc-cross dis`.

use std::fs;

use crate::shaders::{COLOUR, COLOUR_LISTING, container, header};
use crate::{dxbc_cross, run};

#[test]
fn a_container_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("colour.cso");
    fs::write(&file, container(&COLOUR)).unwrap();
    let (out, err) = run(dxbc_cross(["dis"]).arg(&file), 0);
    assert_eq!((out.as_str(), err.as_str()), (COLOUR_LISTING, ""));
}

#[test]
fn the_only_container_of_a_c_header_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("colour.h");
    fs::write(&file, header(&container(&COLOUR))).unwrap();
    let (out, _) = run(dxbc_cross(["dis"]).arg(&file), 0);
    assert_eq!(out, COLOUR_LISTING);
}

#[test]
fn one_of_several_containers_must_be_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pak");
    fs::write(&file, [b"head".as_slice(), &container(&COLOUR), &container(&COLOUR)].concat()).unwrap();
    let (out, err) = run(dxbc_cross(["dis"]).arg(&file), 1);
    assert_eq!(out, "");
    assert!(err.contains("holds 2 containers: take them out with `dxbc-cross extract`"), "{err}");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let (_, err) = run(&mut dxbc_cross(["dis", "no-such-file.cso"]), 1);
    assert!(err.starts_with("error: cannot read no-such-file.cso: "), "{err}");
}
