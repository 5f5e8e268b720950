//! One check of one variant of a case: its packages, and what the interpreter draws of it.

use std::fs;
use std::path::{Path, PathBuf};

use dxbc_harness::case::Stages;
use dxbc_harness::case::file::ToleranceFile;
use dxbc_harness::case::scene::Scene;
use dxbc_harness::compare::{Comparison, Spread, Tolerance, compare};
use dxbc_harness::draw::check::{Check, tolerance_of};
use dxbc_harness::draw::oracle::{Oracle, View};
use dxbc_harness::draw::picture::{DEPTH_LAYER, Layer, Picture, Texel};
use dxbc_harness::draw::profile::Profile;
use dxbc_harness::draw::program::Run;
use dxbc_harness::draw::vertex::Output;
use dxbc_harness::engine::EngineKind;
use dxbc_harness::interp::{Derivatives, TARGETS};
use dxbc_harness::package::{self, Package, captures};

/// What is checked.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    /// Name of the case.
    pub(crate) case: String,
    /// Name of the variant.
    pub(crate) variant: String,
    /// The check.
    pub(crate) check: Check,
    /// The stages that take part.
    pub(crate) stages: Stages,
    /// What they draw.
    pub(crate) scene: Scene,
    /// The case's own tolerance.
    pub(crate) tolerance: Option<ToleranceFile>,
    /// Instructions that a quad may execute.
    pub(crate) fuel: u64,
}

/// A check that is ready for another program.
pub(crate) struct Subject {
    pub(crate) job: Job,
    /// The folders of its packages.
    pub(crate) packages: Vec<PathBuf>,
    /// What the interpreter draws.
    expected: Picture,
    /// The outputs of a vertex shader that are captured.
    outputs: Vec<Output>,
}

impl Job {
    /// Draws here and writes the packages below a folder; else why that cannot be.
    pub(crate) fn prepare(self, number: usize, folder: &Path) -> Result<Subject, (Self, String)> {
        match self.packages().and_then(|(packages, outputs)| Ok((packages, self.draw(&outputs)?, outputs))) {
            Ok((packages, expected, outputs)) => {
                let folders = (0..packages.len()).map(|part| folder.join(format!("{number}-{part}")));
                let folders: Vec<PathBuf> = folders.collect();
                for (package, folder) in packages.iter().zip(&folders) {
                    package.write(folder).unwrap();
                }
                Ok(Subject { job: self, packages: folders, expected, outputs })
            }
            Err(why) => Err((self, why)),
        }
    }

    fn packages(&self) -> Result<(Vec<Package>, Vec<Output>), String> {
        let of = |check| Package::of(&self.stages, &self.scene, check).map_err(|error| error.to_string());
        match (self.check, &self.stages.vertex) {
            (Check::Vertex, Some(unit)) => {
                let captures = captures(unit, &self.scene).map_err(|error| error.to_string())?;
                let outputs = captures.iter().flat_map(|capture| capture.outputs.clone()).collect();
                Ok((captures.into_iter().map(|capture| capture.package).collect(), outputs))
            }
            (Check::Vertex, None) => Err("no vertex shader".into()),
            (Check::Pixel, _) => Ok((vec![of(package::Check::Pixel)?], Vec::new())),
            (Check::Program, _) => Ok((vec![of(package::Check::Program)?], Vec::new())),
        }
    }

    fn view(&self) -> View<'_> {
        View { check: self.check, stages: &self.stages, scene: &self.scene }
    }

    fn draw(&self, outputs: &[Output]) -> Result<Picture, String> {
        let mut run = Run::exact(PROFILE);
        run.options.fuel = self.fuel;
        self.view().interpret(outputs, run).map_err(|error| error.to_string())
    }
}

/// What software renderers are allowed.
const PROFILE: Profile = Profile::of(EngineKind::Mesa);

/// The derivatives of opcodes that are not fine, and of levels of detail: Direct3D leaves them free.
const DERIVATIVES: [[Derivatives; 2]; 4] = {
    use Derivatives::{Coarse, Fine};
    [[Coarse, Coarse], [Fine, Coarse], [Coarse, Fine], [Fine, Fine]]
};

/// What is allowed everywhere: Direct3D lets sums be rearranged and functions err by a little.
const TOLERANCE: Tolerance = Tolerance { absolute: 1e-5, relative: 1e-4 };

impl Subject {
    /// Compares with what another program left in the folders for its packages.
    pub(crate) fn judge(&self, out: &Path) -> Comparison {
        let found = self.read(out);
        let own = tolerance_of(self.job.tolerance);
        let tolerance = Tolerance {
            absolute: TOLERANCE.absolute.max(own.absolute),
            relative: TOLERANCE.relative.max(own.relative),
        };
        let plain = compare(&self.expected, &found, &Spread::default(), tolerance);
        if plain.agrees {
            return plain;
        }
        let mut best: Option<Comparison> = None;
        for [derivatives, lod_derivatives] in DERIVATIVES {
            let profile = Profile { derivatives, lod_derivatives, ..PROFILE };
            let mut oracle = Oracle::new(self.job.view(), &self.outputs, profile).unwrap();
            let judged = oracle.judge(&found, tolerance).unwrap();
            let is_better = |best: &Comparison| judged.counts.different_texels < best.counts.different_texels;
            if best.as_ref().is_none_or(is_better) {
                best = Some(judged);
            }
            if best.as_ref().is_some_and(|best| best.agrees) {
                break;
            }
        }
        best.unwrap_or(plain)
    }

    fn read(&self, out: &Path) -> Picture {
        let layer = |(number, layer): (usize, &Layer)| {
            let (part, file) = match (self.job.check, layer.name.strip_prefix("target")) {
                (Check::Vertex, _) => (number / TARGETS, format!("rt{}.bin", number % TARGETS)),
                (_, Some(slot)) => (0, format!("rt{slot}.bin")),
                (_, None) => (0, format!("{DEPTH_LAYER}.bin")),
            };
            let folder = out.join(self.packages[part].file_name().unwrap());
            let bytes = fs::read(folder.join(file)).unwrap();
            let components = if layer.name == DEPTH_LAYER { 1 } else { 4 };
            assert_eq!(bytes.len(), layer.texels.len() * components * 4, "{} of {}", layer.name, self.job.case);
            let words: Vec<u32> = bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
            let texel = |words: &[u32]| Texel::new(std::array::from_fn(|i| words.get(i).copied().unwrap_or(0)));
            Layer { texels: words.chunks(components).map(texel).collect(), ..layer.clone() }
        };
        let layers = self.expected.layers.iter().enumerate().map(layer).collect();
        Picture { layers, ..self.expected }
    }
}
