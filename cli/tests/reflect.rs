//! `dxbc-cross reflect`.

use std::fs;

use serde_json::Value;

use crate::shaders::{COLOUR, container};
use crate::{corpus, dxbc_cross, run};

#[test]
fn a_container_is_summarised() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("colour.cso");
    fs::write(&file, container(&COLOUR)).unwrap();
    let (out, _) = run(dxbc_cross(["reflect"]).arg(&file), 0);
    assert_eq!(out, "ps_5_0, 100 bytes, digest ok\n\nchunks\n  SHEX     56 bytes at 0x2c\n");
}

#[test]
fn the_same_is_there_as_json() {
    let file = corpus("feature/if-chain-1/vs.dxbc");
    let (out, _) = run(dxbc_cross(["reflect", "--json"]).arg(&file), 0);
    let data: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(data["profile"], "vs_5_0");
    assert_eq!(data["digest"], "ok");
    assert_eq!(data["size"], fs::metadata(&file).unwrap().len());
    assert_eq!(data["inputs"]["elements"][0]["semantic"], "POSITION");
}
