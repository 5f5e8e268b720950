//! Containers as a whole: odd ones, damaged ones, and all of the corpus.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use dxbc_translator::container::{Container, Digest, FourCc, Summary, checksum, scan, signature::Signature, write};
use dxbc_translator::error::{Error, ErrorKind, Feature};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// `vs_5_0` and the length of the program in dwords.
const PROGRAM: [u8; 8] = [0x50, 0, 1, 0, 2, 0, 0, 0];

/// No elements.
const NO_SIGNATURE: [u8; 8] = [0, 0, 0, 0, 8, 0, 0, 0];

fn build(chunks: &[(FourCc, &[u8])]) -> Vec<u8> {
    write::container(chunks).unwrap()
}

/// Puts a dword into a container.
fn patch(bytes: &mut [u8], offset: usize, value: u32) {
    bytes[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
}

fn refusal(bytes: &[u8]) -> Error {
    Container::parse(bytes).and_then(|container| container.program().map(drop)).unwrap_err()
}

fn warnings(container: &Container<'_>) -> Vec<String> {
    container.warnings().iter().map(ToString::to_string).collect()
}

#[test]
fn chunks_keep_their_order_and_offsets() {
    let bytes = build(&[(FourCc::OSGN, &NO_SIGNATURE), (FourCc::SHEX, &PROGRAM), (FourCc::PRIV, b"")]);
    let container = Container::parse(&bytes).unwrap();
    assert_eq!((container.size(), container.digest(), container.warnings()), (84, Digest::Ok, [].as_slice()));
    let chunks: Vec<_> = container.chunks().iter().map(|chunk| (chunk.name, chunk.data.absolute(0))).collect();
    assert_eq!(chunks, [(FourCc::OSGN, 52), (FourCc::SHEX, 68), (FourCc::PRIV, 84)]);
    assert_eq!(container.program().unwrap().data.data(), PROGRAM);
    assert_eq!(container.version().unwrap().to_string(), "vs_5_0");
    assert_eq!(container.outputs().unwrap(), Some(Signature::default()));
    assert_eq!(container.inputs().unwrap(), None);
    assert_eq!(container.reflection().unwrap(), None);
}

#[test]
fn a_wrong_digest_or_none_is_a_warning() {
    let mut bytes = build(&[(FourCc::SHDR, &PROGRAM)]);
    bytes[4] ^= 1;
    let container = Container::parse(&bytes).unwrap();
    assert_eq!(container.digest(), Digest::Mismatch);
    assert_eq!(warnings(&container), ["the digest is not the one of these bytes (offset 0x4)"]);

    bytes[4..20].fill(0);
    let container = Container::parse(&bytes).unwrap();
    assert_eq!(container.digest(), Digest::Absent);
    assert_eq!(warnings(&container), ["the container has no digest (offset 0x4)"]);
}

#[test]
fn what_follows_the_total_size_is_ignored() {
    let mut bytes = build(&[(FourCc::SHDR, &PROGRAM)]);
    bytes.extend([1, 2, 3]);
    let container = Container::parse(&bytes).unwrap();
    assert_eq!((container.size(), container.digest()), (52, Digest::Ok));
    assert_eq!(warnings(&container), ["the 3 bytes after the end of the container are ignored (offset 0x34)"]);
}

#[test]
fn the_first_of_two_chunks_with_one_name_wins() {
    let other = [0x40, 0, 0, 0, 2, 0, 0, 0];
    let bytes = build(&[(FourCc::SHDR, &PROGRAM), (FourCc::PRIV, b"x"), (FourCc::SHDR, &other)]);
    let container = Container::parse(&bytes).unwrap();
    assert_eq!(container.version().unwrap().to_string(), "vs_5_0");
    assert_eq!(warnings(&container), ["a second SHDR chunk is ignored (offset 0x4d, chunk SHDR)"]);
}

#[test]
fn chunks_may_lie_anywhere() {
    // The table names the program, which stands after a gap at an odd offset.
    let mut bytes = build(&[(FourCc::PRIV, b"?")]);
    bytes.extend(*b"SHDR");
    bytes.extend(8u32.to_le_bytes());
    bytes.extend(PROGRAM);
    let size = u32::try_from(bytes.len()).unwrap();
    patch(&mut bytes, 24, size);
    patch(&mut bytes, 32, 45);
    assert_eq!(Container::parse(&bytes).unwrap().version().unwrap().to_string(), "vs_5_0");
}

#[test]
fn other_kinds_of_program_are_named() {
    let dxil = build(&[(FourCc::ISG1, &NO_SIGNATURE), (FourCc::DXIL, &PROGRAM)]);
    let error = refusal(&dxil);
    assert_eq!((error.feature(), error.at().chunk), (Some(Feature::Dxil), Some(FourCc::DXIL)));

    let level_9 = build(&[(FourCc::AON9, &[0; 4])]);
    let error = refusal(&level_9);
    assert_eq!((error.feature(), error.at().chunk), (Some(Feature::D3d9Bytecode), Some(FourCc::AON9)));
    let both = build(&[(FourCc::AON9, &[0; 4]), (FourCc::SHDR, &PROGRAM)]);
    assert!(Container::parse(&both).unwrap().program().is_ok());

    assert_eq!(refusal(&build(&[(FourCc::RTS0, &[])])).feature(), Some(Feature::NoProgram));

    for (token, profile) in [(0xfffe_0300u32, "vs_3_0"), (0xffff_0200, "ps_2_0"), (0xffff_0104, "ps_1_4")] {
        let error = refusal(&[token.to_le_bytes(), [0; 4]].concat());
        assert_eq!(error.feature(), Some(Feature::D3d9Bytecode));
        assert!(error.message().contains(profile), "{error}");
    }
}

#[test]
fn a_version_token_without_a_stage_is_malformed() {
    let bytes = build(&[(FourCc::SHDR, &[0x40, 0, 6, 0])]);
    let error = Container::parse(&bytes).unwrap().version().unwrap_err();
    assert_eq!((error.kind(), error.at().offset), (ErrorKind::Malformed, Some(44)));
}

#[test]
fn errors_name_the_byte() {
    let whole = build(&[(FourCc::SHDR, &PROGRAM), (FourCc::PRIV, b"abcd")]);
    let patched = |offset, value| {
        let mut bytes = whole.clone();
        patch(&mut bytes, offset, value);
        Container::parse(&bytes).unwrap_err()
    };
    let cases = [
        (0, 0x4c49_5844, "a container starts with DXBC, not with DXIL (offset 0x0)"),
        (24, 31, "the total size is 31 bytes, less than the header has (offset 0x18)"),
        (24, 69, "the total size is 69 bytes but only 68 are there (offset 0x18)"),
        (28, 257, "257 chunks are more than the 256 that are accepted (offset 0x1c)"),
        (32, 61, "a chunk starts at 0x3d, past the end of the container at 0x44 (offset 0x20)"),
        (36, u32::MAX, "a chunk starts at 0xffffffff, past the end of the container at 0x44 (offset 0x24)"),
        (60, 5, "the chunk has 5 bytes but the container ends after 4 (offset 0x3c, chunk PRIV)"),
        (60, u32::MAX, "the chunk has 4294967295 bytes but the container ends after 4 (offset 0x3c, chunk PRIV)"),
    ];
    for (offset, value, message) in cases {
        assert_eq!(patched(offset, value).to_string(), message);
    }
}

/// All `.dxbc` files of the corpus, in order.
fn corpus() -> Vec<PathBuf> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "dxbc") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus"), &mut files);
    files.retain(|path| !path.components().any(|part| part.as_os_str() == "malformed"));
    files.sort();
    files
}

/// Reads everything there is to read.
fn read_all(bytes: &[u8]) -> Result<Summary, Error> {
    let container = Container::parse(bytes)?;
    let summary = Summary::new(&container);
    assert!(!summary.to_string().is_empty());
    serde_json::to_string(&summary).unwrap();
    Ok(summary)
}

#[test]
fn the_corpus_reads_and_writes_back_to_the_same_bytes() {
    let mut chunks: BTreeMap<String, usize> = BTreeMap::new();
    let files = corpus();
    assert!(files.len() >= 100, "only {} containers in the corpus", files.len());
    for path in &files {
        let bytes = std::fs::read(path).unwrap();
        let name = path.display();
        let summary = read_all(&bytes).unwrap();
        let container = Container::parse(&bytes).unwrap();
        // The compiler writes a digest that does not fit into containers with debug messages or aborts.
        let fits = container.digest() != Digest::Mismatch;
        let marked = ["debug-message", "opcode/abort"].iter().any(|part| name.to_string().contains(part));
        assert!(fits || marked, "{name}: {summary}");
        assert!(summary.errors.is_empty() && summary.warnings.is_empty() == fits, "{name}: {summary}");

        let parts: Vec<_> = container.chunks().iter().map(|chunk| (chunk.name, chunk.data.data())).collect();
        let written = write::container(&parts).unwrap();
        let same = if fits { written == bytes } else { written[20..] == bytes[20..] };
        assert!(same, "{name}: the container differs when written");
        for chunk in container.chunks() {
            *chunks.entry(chunk.name.to_string()).or_default() += 1;
            if matches!(chunk.name, FourCc::ISGN | FourCc::ISG1 | FourCc::OSGN | FourCc::OSG1 | FourCc::OSG5) {
                let signature = Signature::parse(chunk).unwrap();
                let written = write::signature(chunk.name, &signature).unwrap();
                assert!(written == chunk.data.data(), "{name}: {} differs when written", chunk.name);
            }
        }
    }
    println!("{} containers, chunks {chunks:?}", files.len());
}

#[test]
fn the_scanner_finds_the_whole_corpus_in_one_file() {
    let containers: Vec<Vec<u8>> = corpus().iter().map(|path| std::fs::read(path).unwrap()).collect();
    let mut archive = Vec::new();
    for (index, container) in containers.iter().enumerate() {
        archive.extend([b'D', b'X', b'B'].iter().cycle().take(index % 7));
        archive.extend(container);
    }
    let found = scan::scan(&archive);
    assert_eq!(found.len(), containers.len());
    assert!(found.iter().zip(&containers).all(|(found, container)| *found.bytes == **container));
}

/// The smallest container of the corpus that has at least five kinds of the chunks that this library reads.
fn rich() -> Vec<u8> {
    static RICH: LazyLock<Vec<u8>> = LazyLock::new(find_rich);
    RICH.clone()
}

fn find_rich() -> Vec<u8> {
    let wanted = [FourCc::RDEF, FourCc::ISGN, FourCc::OSGN, FourCc::SHEX, FourCc::STAT, FourCc::SFI0];
    let files = corpus().into_iter().map(|path| std::fs::read(path).unwrap());
    let rich = files.filter(|bytes| {
        let container = Container::parse(bytes).unwrap();
        let has_variables = container.reflection().unwrap().is_some_and(|reflection| !reflection.buffers.is_empty());
        has_variables && wanted.iter().filter(|&&name| container.chunk(name).is_some()).count() >= 5
    });
    rich.min_by_key(Vec::len).unwrap()
}

#[test]
fn a_container_cut_anywhere_is_malformed() {
    let bytes = rich();
    for length in 0..bytes.len() {
        let error = read_all(&bytes[..length]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{length}");
        assert!(scan::scan(&bytes[..length]).is_empty());
    }
    assert!(read_all(&bytes).is_ok());
}

#[test]
fn a_container_that_says_it_is_shorter_never_panics() {
    let bytes = rich();
    for size in 0..bytes.len() {
        let mut bytes = bytes.clone();
        patch(&mut bytes, 24, u32::try_from(size).unwrap());
        assert_eq!(read_all(&bytes).unwrap_err().kind(), ErrorKind::Malformed, "{size}");
    }
}

#[test]
fn every_dword_may_be_anything() {
    let bytes = rich();
    let mut read = 0;
    let mut refused = 0;
    for offset in 0..bytes.len() - 3 {
        for value in [0, 1, 0x7fff_ffff, 0xffff_ffff, 0xffff_fff8] {
            let mut bytes = bytes.clone();
            patch(&mut bytes, offset, value);
            match read_all(&bytes) {
                Ok(summary) if summary.errors.is_empty() => read += 1,
                Ok(_) | Err(_) => refused += 1,
            }
        }
    }
    println!("{read} read, {refused} refused");
    assert!(read > 0 && refused > 0);
}

fn seeded(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(0x4442_5844), failure_persistence: None, ..Default::default() }
}

proptest! {
    #![proptest_config(seeded(2000))]

    #[test]
    fn random_damage_never_panics(damage in vec((any::<prop::sample::Index>(), any::<u8>()), 1..24), cut in any::<prop::sample::Index>(), keep in any::<bool>()) {
        let mut bytes = rich();
        for (index, value) in damage {
            let at = index.index(bytes.len());
            bytes[at] = value;
        }
        if !keep {
            bytes.truncate(cut.index(bytes.len()));
        }
        // Both outcomes are right; what must not happen is a panic or memory without bound.
        let _ = read_all(&bytes);
        scan::scan(&bytes);
    }

    #[test]
    fn random_bytes_never_panic(mut bytes in vec(any::<u8>(), 0..400), is_container in any::<bool>()) {
        if is_container && bytes.len() >= 40 {
            bytes[..4].copy_from_slice(b"DXBC");
            let size = u32::try_from(bytes.len()).unwrap();
            patch(&mut bytes, 24, size);
            patch(&mut bytes, 28, 1);
            patch(&mut bytes, 32, 36);
        }
        let _ = read_all(&bytes);
        scan::scan(&bytes);
        checksum::digest(&bytes);
    }

    #[test]
    fn random_text_never_panics(text in "[0-9xXu, a-f\n]{0,300}") {
        scan::scan(text.as_bytes());
        scan::scan(format!("{{68, 88, 66, 67, {text}").as_bytes());
    }
}
