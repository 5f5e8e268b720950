//! Which vertex and pixel shaders make a program, by the names of their files.
//!
//! Two files of one folder are a pair if their names are equal apart from one word for the stage: `ship.vs.cso` and
//! `ship.ps.cso`, `ship_vs.dxbc` and `ship_ps.dxbc`, `vs.strip.dxbc` and `ps.strip.dxbc`, `ShipVS.cso` and
//! `ShipPS.cso`, `ship.vso` and `ship.pso`. The stage that counts is the container's; the name only finds the partner.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use dxbc_translator::program::Stage;

/// The words for the two stages, in lower case. A longer word stands before those it contains.
const WORDS: [(&str, &str); 7] = [
    ("vertexshader", "pixelshader"),
    ("vertexshader", "fragmentshader"),
    ("vertex", "pixel"),
    ("vertex", "fragment"),
    ("vert", "frag"),
    ("vs", "ps"),
    ("vso", "pso"),
];

/// Finds the pairs among files that are one container each. The answer holds positions in `files`, vertex shader
/// first, in the order of the vertex shaders; a pixel shader belongs to one pair at most.
pub fn pairs(files: &[(&Path, Stage)]) -> Vec<(usize, usize)> {
    let mut pixels: BTreeMap<(PathBuf, String), usize> = BTreeMap::new();
    for (index, (path, stage)) in files.iter().enumerate() {
        if *stage == Stage::Pixel {
            for key in keys(path, |(_, pixel)| pixel) {
                pixels.entry(key).or_insert(index);
            }
        }
    }
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut taken = BTreeSet::new();
    for (index, (path, stage)) in files.iter().enumerate() {
        if *stage != Stage::Vertex {
            continue;
        }
        let partner = keys(path, |(vertex, _)| vertex).into_iter().find_map(|key| pixels.get(&key).copied());
        if let Some(partner) = partner
            && taken.insert(partner)
        {
            pairs.push((index, partner));
        }
    }
    pairs
}

/// What to call the program that a shader belongs to: the name of the file without the word for the stage and
/// without the extension. `None` if there is no such word or nothing else, as in `vs.dxbc`.
#[must_use]
pub fn program_name(path: &Path) -> Option<String> {
    let name = path.file_stem()?.to_str()?;
    let (range, _) = words(name).into_iter().find(|(_, word)| is_stage_word(word))?;
    let (before, after) = (name.get(..range.start)?, name.get(range.end..)?);
    let before = before.trim_end_matches(SEPARATORS);
    let after = if before.is_empty() { after.trim_start_matches(SEPARATORS) } else { after };
    let name = format!("{before}{after}");
    (!name.is_empty()).then_some(name)
}

/// Whether a name is nothing but a word for a stage and separators, with or without case.
#[must_use]
pub fn is_stage_word(name: &str) -> bool {
    let name = name.trim_matches(SEPARATORS).to_ascii_lowercase();
    WORDS.iter().any(|&(vertex, pixel)| name == vertex || name == pixel)
}

/// The folder, and the name with the word for the stage taken out, once for each word that may be it.
fn keys(path: &Path, word_of: impl Fn((&'static str, &'static str)) -> &'static str) -> Vec<(PathBuf, String)> {
    let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return Vec::new() };
    let mut keys = Vec::new();
    for (range, found) in words(name) {
        for (number, words) in WORDS.into_iter().enumerate() {
            if word_of(words) == found {
                let (before, after) = (name.get(..range.start), name.get(range.end..));
                let key = format!("{}\0{number}\0{}", before.unwrap_or_default(), after.unwrap_or_default());
                keys.push((folder.clone(), key.to_ascii_lowercase()));
            }
        }
    }
    keys
}

const SEPARATORS: [char; 4] = ['.', '_', '-', ' '];

/// The words of a file name in lower case with their places: what stands between separators, and also the tail of
/// such a part from a capital on, as the `VS` of `ShipVS` and the `VertexShader` of `ShipVertexShader`.
fn words(name: &str) -> Vec<(std::ops::Range<usize>, String)> {
    let mut words = Vec::new();
    let mut start = 0;
    for part in name.split(SEPARATORS) {
        let end = start + part.len();
        let starts = part.char_indices().filter(|&(at, letter)| at == 0 || letter.is_ascii_uppercase());
        for (at, _) in starts {
            let word = part.get(at..).unwrap_or_default();
            if !word.is_empty() {
                words.push((start + at..end, word.to_ascii_lowercase()));
            }
        }
        start = end + 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paired(files: &[(&str, Stage)]) -> Vec<(usize, usize)> {
        let files: Vec<_> = files.iter().map(|&(path, stage)| (Path::new(path), stage)).collect();
        pairs(&files)
    }

    #[test]
    fn every_spelling_pairs() {
        for (vertex, pixel) in [
            ("ship.vs.cso", "ship.ps.cso"),
            ("a/ship_vs.dxbc", "a/ship_ps.dxbc"),
            ("vs.dxbc", "ps.dxbc"),
            ("vs.strip.dxbc", "ps.strip.dxbc"),
            ("ShipVS.cso", "ShipPS.cso"),
            ("ship.vso", "ship.pso"),
            ("VertexShader.cso", "PixelShader.cso"),
            ("ShipVertexShader.cso", "ShipPixelShader.cso"),
            ("ship-vertex.bin", "ship-fragment.bin"),
            ("ship.vert.bin", "ship.frag.bin"),
            ("SHIP_VS.CSO", "ship_ps.cso"),
        ] {
            assert_eq!(paired(&[(pixel, Stage::Pixel), (vertex, Stage::Vertex)]), [(1, 0)], "{vertex}");
        }
    }

    #[test]
    fn other_names_folders_and_stages_do_not_pair() {
        for (vertex, pixel) in [
            ("ship.vs.cso", "boat.ps.cso"),
            ("a/vs.cso", "b/ps.cso"),
            ("vs.dxbc", "ps.strip.dxbc"),
            ("ship.vs.cso", "ship.frag.cso"),
            ("ship.cso", "ship.cso"),
            ("levs.cso", "leps.cso"),
        ] {
            assert_eq!(paired(&[(vertex, Stage::Vertex), (pixel, Stage::Pixel)]), [], "{vertex}");
        }
        assert_eq!(paired(&[("a.vs.cso", Stage::Vertex), ("a.ps.cso", Stage::Compute)]), []);
        assert_eq!(paired(&[("a.ps.cso", Stage::Vertex), ("a.vs.cso", Stage::Pixel)]), []);
    }

    #[test]
    fn a_pixel_shader_has_one_partner() {
        let files = [("a.vs.cso", Stage::Vertex), ("A.VS.cso", Stage::Vertex), ("a.ps.cso", Stage::Pixel)];
        assert_eq!(paired(&files), [(0, 2)]);
    }

    #[test]
    fn programs_are_named_without_the_stage() {
        for (file, name) in [
            ("a/ship.vs.cso", Some("ship")),
            ("ship_vs.dxbc", Some("ship")),
            ("glow.ps.cso", Some("glow")),
            ("vs.strip.dxbc", Some("strip")),
            ("ShipVS.cso", Some("Ship")),
            ("ship.vs.strip.dxbc", Some("ship.strip")),
            ("vs.dxbc", None),
            ("ship.cso", None),
        ] {
            assert_eq!(program_name(Path::new(file)).as_deref(), name, "{file}");
        }
    }
}
