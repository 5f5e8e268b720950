//! Decodes every program of the corpora: our own, and a folder of public ones (`DXBC_PUBLIC_CORPUS`).

use std::path::{Path, PathBuf};

use dxbc_translator::container::Container;
use dxbc_translator::program;

/// All `.dxbc` files below a folder, in order.
fn containers(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "dxbc") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn corpora() -> Vec<PathBuf> {
    let mut paths = containers(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus"));
    if let Some(folder) = std::env::var_os("DXBC_PUBLIC_CORPUS") {
        paths.extend(containers(Path::new(&folder)));
    }
    paths
}

#[test]
fn every_program_decodes() {
    let (mut decoded, mut without_program, mut items, mut warned) = (0, 0, 0, 0);
    let mut failures = Vec::new();
    for path in corpora() {
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let Ok(chunk) = container.program() else {
            without_program += 1;
            continue;
        };
        match program::decode(chunk.data.data(), chunk.data.absolute(0)) {
            Ok((program, warnings)) => {
                decoded += 1;
                items += program.items.len();
                warned += usize::from(!warnings.is_empty());
                for warning in warnings {
                    println!("{}: {warning}", path.display());
                }
            }
            Err(error) => failures.push(format!("{}: {error}", path.display())),
        }
    }
    println!(
        "{decoded} programs decoded, {items} items, {warned} with warnings, {without_program} files without program"
    );
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}
