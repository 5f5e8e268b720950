//! The second opinion: pixel shaders of the corpus as an independent Direct3D 11 draws them, against the interpreter.
//!
//! It runs where the variable `DXBC_D3D11REF` names a program that takes `render PACKAGE... --out DIR`, draws packages
//! and leaves `rtN.bin` and `out.json` in `DIR/PACKAGE`. `DXBC_D3D11REF_RENDERER` may name one of its renderers, and
//! `DXBC_D3D11REF_CASES` a part of the names of the cases. Where the two differ and the other is wrong,
//! `expectations.toml` says so under `[[second-opinion]]`.
#![allow(clippy::disallowed_methods, reason = "names of folders and reports are made here, no emitted text")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use dxbc_harness::case::{Case, PLAIN, find};
use dxbc_harness::draw::picture::{Layer, Picture, Scalar};
use dxbc_harness::draw::pixel;
use dxbc_harness::interp::Options;
use dxbc_harness::package::{Check, Package};
use serde::Deserialize;

#[derive(Deserialize)]
struct Expectations {
    #[serde(default, rename = "second-opinion")]
    second_opinion: Vec<Expectation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expectation {
    case: String,
    /// The renderer; any if it is not given.
    renderer: Option<String>,
    #[allow(dead_code, reason = "for readers of the file")]
    reason: String,
}

/// How two pictures compare.
#[derive(Clone, Debug, Default, PartialEq)]
struct Tally {
    /// Components that Direct3D defines.
    compared: u64,
    /// Of those, with other bits.
    differing: u64,
    /// Of those, further away than a thousandth.
    far: u64,
    first_far: Option<String>,
}

impl Tally {
    fn add(&mut self, layer: &Layer, width: u32, bytes: &[u8]) {
        let components = usize::from(layer.components);
        assert_eq!(bytes.len(), layer.texels.len() * components * 4, "{}", layer.name);
        let words = bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect::<Vec<_>>();
        for (number, texel) in layer.texels.iter().enumerate() {
            for component in (0..components).filter(|component| texel.known >> component & 1 == 1) {
                let (ours, theirs) = (texel.bits[component], words[number * components + component]);
                self.compared += 1;
                let [a, b] = [ours, theirs].map(f32::from_bits);
                let same = ours == theirs || (layer.scalar == Scalar::Float && (a == b || a.is_nan() && b.is_nan()));
                if same {
                    continue;
                }
                self.differing += 1;
                let near = (a - b).abs() <= 1e-3 * a.abs().max(b.abs()).max(1.0);
                if layer.scalar == Scalar::Float && near {
                    continue;
                }
                self.far += 1;
                let (x, y) = (number % width as usize, number / width as usize);
                let [ours, theirs] = [ours, theirs].map(|word| layer.scalar.text(word));
                let name = &layer.name;
                self.first_far
                    .get_or_insert_with(|| format!("{name}.{component} at {x},{y}: {ours} here, {theirs} there"));
            }
        }
    }
}

/// Draws the case here; none if it cannot be.
fn prepare(case: &Case, folder: &Path) -> Result<Picture, String> {
    let (stages, scene) = case.plan(PLAIN).map_err(|error| error.to_string())?;
    let unit = stages.pixel.as_ref().ok_or("no pixel shader")?;
    let package = Package::of(&stages, &scene, Check::Pixel).map_err(|error| error.to_string())?;
    let drawn = pixel::interpret(unit, &scene, Options::default()).map_err(|error| error.to_string())?;
    package.write(folder).map_err(|error| error.to_string())?;
    Ok(drawn.picture)
}

fn compare(picture: &Picture, folder: &Path) -> Tally {
    let mut tally = Tally::default();
    for layer in &picture.layers {
        let file = layer.name.replace("target", "rt") + ".bin";
        tally.add(layer, picture.width, &fs::read(folder.join(file)).unwrap());
    }
    tally
}

#[test]
fn an_independent_direct3d_draws_the_same() {
    let Ok(program) = std::env::var("DXBC_D3D11REF") else {
        println!("absent: DXBC_D3D11REF names no independent Direct3D 11");
        return;
    };
    let renderer = std::env::var("DXBC_D3D11REF_RENDERER").unwrap_or_else(|_| "gl".into());
    let wanted = std::env::var("DXBC_D3D11REF_CASES").unwrap_or_default();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let work = tempfile::tempdir().unwrap();
    let (packages, out) = (work.path().join("packages"), work.path().join("out"));
    let mut pictures = BTreeMap::new();
    let mut report = String::new();
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let mut note = |report: &mut String, class: &'static str, case: &str, what: &str| {
        *counts.entry(class).or_default() += 1;
        writeln!(report, "{class}: {case}: {what}").unwrap();
    };
    for folder in find(&here.join("../corpus")).unwrap() {
        let Ok(case) = Case::load(&folder) else { continue };
        if !case.name.contains(&wanted) {
            continue;
        }
        match prepare(&case, &packages.join(case.name.replace('/', "~"))) {
            Ok(picture) => {
                pictures.insert(case.name, picture);
            }
            Err(what) => note(&mut report, "not drawn here", &case.name, &what),
        }
    }
    let mut command = Command::new(program);
    command.arg("render").args(pictures.keys().map(|name| packages.join(name.replace('/', "~"))));
    let output = command.arg("--out").arg(&out).args(["--renderer", &renderer]).output().unwrap();
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let text = fs::read_to_string(here.join("expectations.toml")).unwrap_or_default();
    let expectations: Expectations = toml::from_str(&text).unwrap();
    let applies = |known: &&Expectation| known.renderer.as_ref().is_none_or(|known| *known == renderer);
    let known: Vec<&Expectation> = expectations.second_opinion.iter().filter(applies).collect();
    let mut wrong = Vec::new();
    for (name, picture) in &pictures {
        let folder = name.replace('/', "~");
        let line = lines.lines().find(|line| line.split_whitespace().any(|word| word.trim_end_matches(':') == folder));
        let is_known = known.iter().any(|known| known.case == *name);
        let failed = line.is_none_or(|line| !line.starts_with("pass"));
        if failed || !out.join(&folder).join("out.json").is_file() {
            note(&mut report, "not drawn there", name, line.unwrap_or("no word"));
            continue;
        }
        let tally = compare(picture, &out.join(&folder));
        let (class, what) = match (tally.far, tally.differing) {
            (0, 0) => ("equal", format!("{} components", tally.compared)),
            (0, some) => ("near", format!("{some} of {} components", tally.compared)),
            (far, _) => {
                let first = tally.first_far.unwrap_or_default();
                (
                    if is_known { "different, known" } else { "different" },
                    format!("{far} of {}: {first}", tally.compared),
                )
            }
        };
        if is_known != class.starts_with("different") || class == "different" {
            wrong.push(format!("{name}: {class}"));
        }
        note(&mut report, class, name, &what);
    }
    println!("{report}\nrenderer {renderer}");
    for (class, count) in &counts {
        println!("{count:5} {class}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
