//! `dxbc-cross extract`.

use std::fs;

use crate::shaders::{COLOUR, container, header};
use crate::{dxbc_cross, run};

/// The files of a folder with their bytes, by name.
fn files(folder: &std::path::Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn archives_and_headers_give_each_container_once() {
    let folder = tempfile::tempdir().unwrap();
    let pixel = container(&COLOUR);
    let mut tokens = COLOUR;
    tokens[0] = 0x0001_0050;
    let vertex = container(&tokens);
    let archive = [b"PAK\0DXBC is no container".as_slice(), &pixel, b"between", &vertex, &pixel].concat();
    fs::write(folder.path().join("game.pak"), archive).unwrap();
    fs::write(folder.path().join("shader.h"), header(&vertex)).unwrap();
    fs::write(folder.path().join("notes.txt"), "nothing").unwrap();
    let mut command = dxbc_cross(["extract", "game.pak", "shader.h", "notes.txt", "-o", "out/here"]);
    let (out, err) = run(command.current_dir(folder.path()), 0);
    assert_eq!(err, "");
    let written = files(&folder.path().join("out/here"));
    let mut contents: Vec<_> = written.iter().map(|(name, bytes)| (name[16..].to_owned(), bytes.clone())).collect();
    contents.sort();
    assert_eq!(contents, [(".ps.dxbc".to_owned(), pixel.clone()), (".vs.dxbc".to_owned(), vertex.clone())]);

    let between = 24 + pixel.len() + 7;
    let lines: Vec<&str> = out.lines().collect();
    let places = format!("ps_5_0      100 bytes  game.pak@0x18  game.pak@{:#x}", between + vertex.len());
    assert!(lines[0].ends_with(&places), "{out}");
    // The number 68 is the D of the magic.
    let places =
        format!("vs_5_0      100 bytes  game.pak@{between:#x}  shader.h@{:#x}", header(&vertex).find("68").unwrap());
    assert!(lines[1].ends_with(&places), "{out}");
    assert_eq!(lines[2], "4 containers in 3 files, 2 different");
}

#[test]
fn nothing_found_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.txt"), "nothing").unwrap();
    let (out, _) = run(dxbc_cross(["extract", "notes.txt", "-o", "out"]).current_dir(folder.path()), 1);
    assert_eq!(out, "0 containers in 1 file, 0 different\n");
}

#[test]
fn damaged_containers_are_named_and_not_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("cut.cso"), &container(&COLOUR)[..90]).unwrap();
    let (_, err) = run(dxbc_cross(["extract", "cut.cso", "-o", "out"]).current_dir(folder.path()), 1);
    let message = "not extracted: cut.cso: the total size is 100 bytes but only 90 are there (offset 0x18)\n";
    assert_eq!(err, message);
    assert_eq!(files(&folder.path().join("out")), []);
}
