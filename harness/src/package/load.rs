//! A package as stages and a scene.

use std::path::Path;

use crate::case::Stages;
use crate::case::scene::Scene;
use crate::case::stage::StageUnit;
use crate::interp::Views;

use super::file::{DrawJson, FilterJson, StageJson};
use super::{Package, PackageError, attributes, bindings, state};

/// The largest width and height of a package, as Direct3D has it.
const LARGEST_SIDE: u32 = 16384;

/// The most pixels of a package.
const MOST_PIXELS: u64 = 1 << 22;

/// What a package says.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Name of its folder.
    pub name: String,
    /// Its shaders.
    pub stages: Stages,
    /// Its draw.
    pub scene: Scene,
    /// What a reader of the result should know.
    pub messages: Vec<String>,
}

/// Reads a package's folder.
///
/// # Errors
/// [`PackageError`] if a file is missing or wrong, or the package uses what scenes have no word for.
pub fn load(folder: &Path) -> Result<Loaded, PackageError> {
    // `.` has no name of its own.
    let whole = folder.canonicalize().ok();
    let name = folder.file_name().or_else(|| whole.as_deref()?.file_name());
    let name = name.map_or_else(|| "package".into(), |name| name.to_string_lossy().into_owned());
    Package::read(folder)?.to_scene(&name)
}

impl Package {
    /// The package as stages and a scene.
    ///
    /// # Errors
    /// As [`load`].
    pub fn to_scene(&self, name: &str) -> Result<Loaded, PackageError> {
        let draw = &self.draw;
        check_size(draw)?;
        let unit = |file: &String| {
            StageUnit::new(self.bytes(file)?, None).map_err(|source| PackageError::Stage { file: file.clone(), source })
        };
        let vertex = unit(&draw.vs)?;
        let pixel = draw.ps.as_ref().map(unit).transpose()?;
        let targets = state::targets(draw)?;
        let depth = draw.depth.as_ref().map(state::depth).transpose()?;
        let geometry = attributes::load(self, &vertex)?;
        let [vertex_bindings, pixel_bindings] =
            [bindings::load(self, StageJson::Vs)?, bindings::load(self, StageJson::Ps)?];
        let shared = match &pixel {
            Some(pixel) => bindings::shared((&vertex, &vertex_bindings), (pixel, &pixel_bindings)),
            None => Some(vertex_bindings.clone()),
        };
        let separate = shared.is_none().then_some(vertex_bindings);
        let scene = Scene {
            case: name.to_owned(),
            width: draw.width,
            height: draw.height,
            bindings: shared.unwrap_or(pixel_bindings),
            vertex_bindings: separate,
            geometry: Some(geometry),
            pixel_inputs: Vec::new(),
            targets,
            depth,
            raster: state::rasterizer(draw)?,
            views: Views::default(),
            conflicts: Vec::new(),
        };
        if scene.targets.is_empty() && !scene.saves_depth() {
            return Err(PackageError::Value("there is neither a target nor a depth buffer to save".into()));
        }
        Ok(Loaded {
            name: name.to_owned(),
            stages: Stages { vertex: Some(vertex), pixel, compute: None },
            scene,
            messages: messages(draw),
        })
    }
}

fn check_size(draw: &DrawJson) -> Result<(), PackageError> {
    let (width, height) = (draw.width, draw.height);
    let sides = [width, height].iter().all(|side| (1..=LARGEST_SIDE).contains(side));
    if sides && u64::from(width) * u64::from(height) <= MOST_PIXELS {
        Ok(())
    } else {
        Err(PackageError::Value(format!("a size of {width} x {height}")))
    }
}

/// What is drawn otherwise than a reader might think.
fn messages(draw: &DrawJson) -> Vec<String> {
    let mut samplers = draw.samplers.iter().flatten();
    let anisotropic =
        samplers.any(|sampler| sampler.filter == Some(FilterJson::Anisotropic) && sampler.anisotropy.unwrap_or(1) > 1);
    let message = "anisotropic filters are drawn as linear ones: Direct3D does not specify their footprint";
    anisotropic.then(|| message.to_owned()).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_bounds() {
        let size = |width, height| check_size(&DrawJson { width, height, ..DrawJson::default() });
        assert!(size(1, 1).is_ok() && size(16384, 256).is_ok());
        assert!(size(0, 4).is_err() && size(16385, 1).is_err() && size(16384, 257).is_err());
    }
}
