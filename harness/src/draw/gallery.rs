//! Reference images: what the interpreter draws of each case, as a PNG for people and a digest of the words for tests.
//!
//! ```text
//! reference-images/GROUP/CASE.png   the picture, layers side by side; rows of vertex outputs without a pixel shader
//! reference-images/words.txt        a line a layer: case, check, layer, components, size, defined components, digest
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use image::RgbaImage;
use rayon::prelude::*;
use walkdir::WalkDir;

use super::check::Check;
use super::export::{above, to_image, write_png};
use super::oracle::View;
use super::picture::{Layer, Picture, Scalar};
use super::pixel::DrawFailure;
use super::program::Run;
use super::vertex;
use crate::case::{Case, CaseError, PLAIN};
use crate::interp::Options;

/// The file of the digests.
const WORDS: &str = "words.txt";

/// What the interpreter draws of one case.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Name of the case.
    pub name: String,
    /// The picture; none of a case that the interpreter cannot run.
    pub image: Option<RgbaImage>,
    /// Its lines of the file of digests, without the name.
    pub digests: Vec<String>,
}

/// What is wrong with the reference images.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// There is no image of a case.
    Missing(String),
    /// The interpreter draws another image.
    Image(String),
    /// The words are others than those of the digests.
    Words(String),
    /// A file or line belongs to no case.
    Unused(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(name) => write!(f, "{name}: there is no reference image"),
            Self::Image(name) => write!(f, "{name}: the interpreter draws another image"),
            Self::Words(name) => write!(f, "{name}: the interpreter computes other words"),
            Self::Unused(name) => write!(f, "{name}: belongs to no case"),
        }
    }
}

/// Draws cases; those of compute shaders have no picture.
///
/// # Errors
/// [`CaseError`] for a case that is not well formed.
pub fn draw(cases: &[Case]) -> Result<Vec<Piece>, CaseError> {
    cases.par_iter().filter(|case| case.file.dispatch.is_none()).map(piece).collect()
}

fn piece(case: &Case) -> Result<Piece, CaseError> {
    let name = case.name.clone();
    let mut stopped = String::from("no vertex or pixel shader");
    for check in [Check::Program, Check::Pixel, Check::Vertex] {
        let stages = case.stages(PLAIN)?;
        if !check.applies(&stages) {
            continue;
        }
        let (stages, scene) = case.plan_for(PLAIN, check)?;
        if check == Check::Program && !scene.conflicts.is_empty() {
            continue;
        }
        let outputs = stages.vertex.as_ref().map(vertex::outputs).unwrap_or_default();
        match (View { check, stages: &stages, scene: &scene }).interpret(&outputs, Run::of(Options::default())) {
            Ok(picture) => {
                let digests = picture.layers.iter().map(|layer| digest(check, &picture, layer)).collect();
                return Ok(Piece { name, image: Some(image(check, &picture)), digests });
            }
            Err(failure) => stopped = reason(&failure),
        }
    }
    Ok(Piece { name, image: None, digests: vec![format!("not drawn: {stopped}")] })
}

fn reason(failure: &DrawFailure) -> String {
    failure.to_string()
}

fn image(check: Check, picture: &Picture) -> RgbaImage {
    if check != Check::Vertex {
        return to_image(picture, true);
    }
    let rows = picture.layers.iter().map(|layer| {
        to_image(&Picture { width: picture.width, height: picture.height, layers: vec![layer.clone()] }, true)
    });
    above(&rows.collect::<Vec<_>>())
}

/// A line that changes with every word that is defined.
fn digest(check: Check, picture: &Picture, layer: &Layer) -> String {
    let mut known = 0_u32;
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for texel in &layer.texels {
        for component in 0..usize::from(layer.components.min(4)) {
            let is_known = texel.known >> component & 1 != 0;
            known += u32::from(is_known);
            let bits = match texel.bits[component] {
                _ if !is_known => 0,
                // All NaNs are one value.
                bits if layer.scalar == Scalar::Float && f32::from_bits(bits).is_nan() => 0x7fc0_0000,
                bits => bits,
            };
            for byte in bits.to_le_bytes().into_iter().chain([u8::from(is_known)]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    let scalar = match layer.scalar {
        Scalar::Float => "float",
        Scalar::Uint => "uint",
        Scalar::Int => "int",
    };
    let Layer { name, components, .. } = layer;
    let Picture { width, height, .. } = picture;
    format!("{} {name} {scalar}{components} {width}x{height} known {known} words {hash:016x}", check.name())
}

fn image_path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.png"))
}

/// The lines of the file of digests, by case.
fn read_words(folder: &Path) -> io::Result<BTreeMap<String, Vec<String>>> {
    let path = folder.join(WORDS);
    let text = if path.exists() { fs::read_to_string(path)? } else { String::new() };
    let mut words: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, rest) in text.lines().filter_map(|line| line.split_once(' ')) {
        words.entry(name.to_owned()).or_default().push(rest.to_owned());
    }
    Ok(words)
}

/// Files of a folder that are no image of a piece.
fn unused(folder: &Path, pieces: &[Piece]) -> io::Result<Vec<PathBuf>> {
    let used: BTreeSet<PathBuf> = pieces
        .iter()
        .filter(|piece| piece.image.is_some())
        .map(|piece| image_path(folder, &piece.name))
        .chain([folder.join(WORDS)])
        .collect();
    let mut found = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() && !used.contains(entry.path()) {
            found.push(entry.into_path());
        }
    }
    Ok(found)
}

/// Compares pieces of all cases with the files of a folder.
///
/// # Errors
/// What the file system says.
pub fn check(folder: &Path, pieces: &[Piece]) -> io::Result<Vec<Fault>> {
    let mut faults = Vec::new();
    let mut words = read_words(folder)?;
    for piece in pieces {
        let name = piece.name.clone();
        if words.remove(&name).as_ref() != Some(&piece.digests) {
            faults.push(Fault::Words(name.clone()));
        }
        let Some(image) = &piece.image else { continue };
        let path = image_path(folder, &name);
        if !path.is_file() {
            faults.push(Fault::Missing(name));
        } else if image::open(&path).map_err(io::Error::other)?.into_rgba8() != *image {
            faults.push(Fault::Image(name));
        }
    }
    faults.extend(words.into_keys().map(Fault::Unused));
    let unused = unused(folder, pieces)?.into_iter();
    faults.extend(unused.map(|path| Fault::Unused(path.display().to_string())));
    Ok(faults)
}

/// Writes the files of pieces; what belongs to other cases stays. The number of images that changed.
///
/// # Errors
/// What the file system says.
pub fn bless(folder: &Path, pieces: &[Piece]) -> io::Result<usize> {
    fs::create_dir_all(folder)?;
    let mut words = read_words(folder)?;
    let mut changed = 0;
    for piece in pieces {
        words.insert(piece.name.clone(), piece.digests.clone());
        let Some(image) = &piece.image else { continue };
        let path = image_path(folder, &piece.name);
        let kept = path.is_file() && image::open(&path).is_ok_and(|kept| kept.into_rgba8() == *image);
        if !kept {
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            write_png(&path, image)?;
            changed += 1;
        }
    }
    let mut text = String::new();
    for (name, lines) in &words {
        for line in lines {
            text.push_str(&format!("{name} {line}\n"));
        }
    }
    fs::write(folder.join(WORDS), text)?;
    Ok(changed)
}

/// Removes what belongs to none of the pieces, which are those of all cases.
///
/// # Errors
/// What the file system says.
pub fn prune(folder: &Path, pieces: &[Piece]) -> io::Result<usize> {
    // The lines of cases that are gone leave with the file.
    let words = folder.join(WORDS);
    if words.exists() {
        fs::remove_file(words)?;
    }
    let unused = unused(folder, pieces)?;
    unused.iter().try_for_each(fs::remove_file)?;
    Ok(unused.len())
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    fn piece(name: &str, level: u8) -> Piece {
        let image = RgbaImage::from_pixel(2, 2, Rgba([level, 0, 0, 255]));
        Piece { name: name.into(), image: Some(image), digests: vec![format!("pixel target0 words {level}")] }
    }

    #[test]
    fn what_is_blessed_is_found_and_everything_else_is_a_fault() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path().join("images");
        let pieces = [piece("a/one", 1), piece("a/two", 2)];
        assert_eq!(bless(&folder, &pieces).unwrap(), 2);
        assert_eq!(check(&folder, &pieces).unwrap(), []);
        assert_eq!(bless(&folder, &pieces[..1]).unwrap(), 0);

        let other = [piece("a/one", 3), piece("a/two", 2), piece("b/three", 3)];
        let name = |name: &str| name.to_owned();
        let expected = [
            Fault::Words(name("a/one")),
            Fault::Image(name("a/one")),
            Fault::Words(name("b/three")),
            Fault::Missing(name("b/three")),
        ];
        assert_eq!(check(&folder, &other).unwrap(), expected);

        let file = folder.join("a/two.png");
        let expected = [Fault::Unused(name("a/two")), Fault::Unused(file.display().to_string())];
        assert_eq!(check(&folder, &pieces[..1]).unwrap(), expected);
        assert_eq!(prune(&folder, &pieces[..1]).unwrap(), 1);
        bless(&folder, &pieces[..1]).unwrap();
        assert_eq!(check(&folder, &pieces[..1]).unwrap(), []);
    }

    #[test]
    fn digests_follow_the_defined_words() {
        use super::super::picture::Texel;
        let layer = |bits: [u32; 4], known| Layer {
            name: "target0".into(),
            scalar: Scalar::Float,
            components: 4,
            texels: vec![Texel { bits, known }],
        };
        let line = |layer: &Layer| digest(Check::Pixel, &Picture { width: 1, height: 1, layers: Vec::new() }, layer);
        let one = line(&layer([1, 2, 3, 4], 15));
        assert!(one.starts_with("pixel target0 float4 1x1 known 4 words "), "{one}");
        assert_ne!(one, line(&layer([1, 2, 3, 5], 15)));
        assert_ne!(one, line(&layer([1, 2, 3, 4], 7)));
        assert_eq!(line(&layer([1, 2, 3, 4], 7)), line(&layer([1, 2, 3, 5], 7)));
        assert_eq!(line(&layer([0x7fc0_0001; 4], 15)), line(&layer([0xffc0_0000; 4], 15)));
    }
}
