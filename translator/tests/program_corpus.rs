//! Decodes every program of the corpora: our own, and a folder of public ones (`DXBC_PUBLIC_CORPUS`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dxbc_translator::container::{Container, Digest};
use dxbc_translator::program;

/// All `.dxbc` files below a folder, in order.
pub(crate) fn containers(folder: &Path) -> Vec<PathBuf> {
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

pub(crate) fn own_corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")
}

pub(crate) fn corpora() -> Vec<PathBuf> {
    let mut paths = containers(&own_corpus());
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

/// The instructions of a listing file of Microsoft's disassembler: everything from the profile on that is no comment.
fn reference(listing: &str) -> Vec<&str> {
    let is_profile = |line: &&str| {
        let mut parts = line.split('_');
        matches!(parts.next(), Some("ps" | "vs" | "gs" | "hs" | "ds" | "cs"))
            && parts.next().is_some_and(|p| p != "2" && p != "3")
    };
    listing.lines().skip_while(|line| !is_profile(line)).filter(|line| !line.trim_start().starts_with("//")).collect()
}

/// The files that have a listing of Microsoft's disassembler, which is not part of this project, with its path:
/// `DXBC_PUBLIC_LISTINGS` holds `<id>.txt` for the public corpus, `DXBC_CORPUS_LISTINGS` the same paths as `corpus/`,
/// ending in `.txt`.
fn with_listings() -> Vec<(PathBuf, PathBuf)> {
    let mut pairs = Vec::new();
    let own = own_corpus();
    if let Some(listings) = std::env::var_os("DXBC_CORPUS_LISTINGS") {
        for path in containers(&own) {
            let listing = Path::new(&listings).join(path.strip_prefix(&own).unwrap()).with_extension("txt");
            pairs.push((path, listing));
        }
    }
    if let (Some(corpus), Some(listings)) =
        (std::env::var_os("DXBC_PUBLIC_CORPUS"), std::env::var_os("DXBC_PUBLIC_LISTINGS"))
    {
        for path in containers(Path::new(&corpus)) {
            let listing = Path::new(&listings).join(path.file_stem().unwrap()).with_extension("txt");
            pairs.push((path, listing));
        }
    }
    pairs
}

#[test]
fn listings_are_those_of_microsofts_disassembler() {
    let (mut equal, mut without_reference) = (0, 0);
    let mut differ = Vec::new();
    for (path, listing) in with_listings() {
        let Ok(text) = std::fs::read_to_string(listing) else {
            without_reference += 1;
            continue;
        };
        let bytes = std::fs::read(&path).unwrap();
        let chunk = Container::parse(&bytes).unwrap().program().unwrap();
        let (program, _) = program::decode_unchecked(chunk.data.data(), 0).unwrap();
        let ours = program::disassemble(&program);
        let ours: Vec<&str> = ours.lines().collect();
        let theirs = reference(&text);
        match (0..ours.len().max(theirs.len())).find(|&line| ours.get(line) != theirs.get(line)) {
            None => equal += 1,
            Some(line) => {
                differ.push(format!("{}:\n  {:?}\n  {:?}", path.display(), ours.get(line), theirs.get(line)));
            }
        }
    }
    println!("{equal} listings equal, {} differ, {without_reference} without reference", differ.len());
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn encoding_reverses_decoding() {
    let (mut equal, mut same_bytes) = (0, 0);
    let mut differ = Vec::new();
    for path in corpora() {
        let bytes = std::fs::read(&path).unwrap();
        let chunk = Container::parse(&bytes).unwrap().program().unwrap();
        let (program, _) = program::decode_unchecked(chunk.data.data(), 0).unwrap();
        let encoded = program::encode(&program).unwrap();
        let (again, _) = program::decode_unchecked(&encoded, 0).unwrap();
        if again == program {
            equal += 1;
        } else {
            differ.push(path.display().to_string());
        }
        same_bytes += usize::from(encoded == chunk.data.data());
    }
    println!("{equal} programs equal, {same_bytes} of them byte for byte, {} differ", differ.len());
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn assembling_reverses_disassembling() {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut differ = Vec::new();
    for path in corpora() {
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let chunk = container.program().unwrap();
        let (program, _) = program::decode_unchecked(chunk.data.data(), 0).unwrap();
        let text = program::disassemble_exact(&program);
        let count = counts.entry(program.stage.prefix()).or_default();
        count.1 += 1;
        match program::assemble(&text) {
            Ok(tokens) if program::decode_unchecked(&tokens, 0).unwrap().0 == program => count.0 += 1,
            Ok(tokens) => {
                let (again, _) = program::decode_unchecked(&tokens, 0).unwrap();
                let pairs = program.items.iter().zip(again.items.iter());
                let first = pairs.clone().find(|(before, after)| before != after);
                differ.push(format!("{}: {first:#?}", path.display()));
            }
            Err(error) => differ.push(format!("{}: {error}", path.display())),
        }
    }
    for (stage, (equal, all)) in &counts {
        println!("{stage}: {equal} of {all} programs are the same after disassembling and assembling");
    }
    assert!(differ.is_empty(), "{} differ, the first:\n{}", differ.len(), differ[..differ.len().min(5)].join("\n"));
}

#[test]
fn container_texts_keep_signatures() {
    let (mut equal, mut elements) = (0, 0);
    let mut differ = Vec::new();
    for path in corpora() {
        let bytes = std::fs::read(&path).unwrap();
        let container = Container::parse(&bytes).unwrap();
        let text = program::disassemble_container(&container).unwrap();
        let assembled = program::assemble_container(&text).unwrap();
        let again = Container::parse(&assembled).unwrap();
        assert_eq!(again.digest(), Digest::Ok);
        let signatures = |container: &Container<'_>| {
            let mut all =
                [container.inputs().unwrap(), container.outputs().unwrap(), container.patch_constants().unwrap()]
                    .map(Option::unwrap_or_default);
            // The text has nothing about lanes outside of the mask, which hand-made files fill in differently.
            for element in all.iter_mut().flat_map(|signature| &mut signature.elements) {
                element.read_write = element.read_write.and(element.mask);
            }
            all
        };
        elements += signatures(&container).iter().map(|signature| signature.elements.len()).sum::<usize>();
        if signatures(&again) == signatures(&container) && program::disassemble_container(&again).unwrap() == text {
            equal += 1;
        } else {
            differ.push(path.display().to_string());
        }
    }
    println!("{equal} containers with {elements} signature elements keep them");
    assert!(differ.is_empty(), "{} differ:\n{}", differ.len(), differ[..differ.len().min(10)].join("\n"));
}
