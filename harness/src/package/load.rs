//! A package as stages and a scene.

use std::collections::BTreeMap;
use std::path::Path;

use crate::case::Stages;
use crate::case::file::{DepthUse, TargetFormat};
use crate::case::scene::Scene;
use crate::case::stage::StageUnit;
use crate::draw::pixel;

use super::file::{CullJson, DepthJson, DrawJson, FuncJson};
use super::targets::{self, TargetUse};
use super::{Package, PackageError, attributes, bindings};

/// The largest width and height of a package.
const LARGEST_SIZE: u32 = 1024;

/// What a package says.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Name of its folder.
    pub name: String,
    /// Its shaders.
    pub stages: Stages,
    /// Its draw.
    pub scene: Scene,
    /// How targets are stored, by slot.
    pub(super) targets: BTreeMap<u32, TargetUse>,
}

/// Reads a package's folder.
///
/// # Errors
/// [`PackageError`] if a file is missing or wrong, or the package uses what scenes have no word for.
pub fn load(folder: &Path) -> Result<Loaded, PackageError> {
    let name = folder.file_name().map_or_else(|| "package".into(), |name| name.to_string_lossy().into_owned());
    Package::read(folder)?.to_scene(&name)
}

impl Package {
    /// The package as stages and a scene.
    ///
    /// # Errors
    /// As [`load`].
    pub fn to_scene(&self, name: &str) -> Result<Loaded, PackageError> {
        let draw = &self.draw;
        check_state(draw)?;
        let unit = |file: &String| {
            StageUnit::new(self.bytes(file)?, None).map_err(|source| PackageError::Stage { file: file.clone(), source })
        };
        let vertex = unit(&draw.vs)?;
        let pixel = draw.ps.as_ref().map(unit).transpose()?;
        let targets = targets::uses(draw)?;
        let formats: BTreeMap<u32, TargetFormat> = targets.iter().map(|(&slot, used)| (slot, used.format())).collect();
        let geometry = attributes::load(self, &vertex)?;
        let scene = Scene {
            case: name.to_owned(),
            width: draw.width,
            height: draw.height,
            bindings: bindings::load(self)?,
            geometry: Some(geometry),
            pixel_inputs: Vec::new(),
            targets: formats,
            depth: depth_use(draw.depth.as_ref())?,
            conflicts: Vec::new(),
        };
        let saves = draw.depth.as_ref().is_some_and(|depth| depth.save.unwrap_or(false));
        if saves && pixel.as_ref().is_some_and(|pixel| !pixel::has_depth(pixel, &scene)) {
            return Err(PackageError::Unsupported("saving a depth buffer that the pixel shader does not write".into()));
        }
        Ok(Loaded { name: name.to_owned(), stages: Stages { vertex: Some(vertex), pixel }, scene, targets })
    }
}

/// Refuses state that scenes do not have.
fn check_state(draw: &DrawJson) -> Result<(), PackageError> {
    let unsupported = |what: &str| Err(PackageError::Unsupported(what.into()));
    if ![draw.width, draw.height].iter().all(|side| (1..=LARGEST_SIZE).contains(side)) {
        return Err(PackageError::Value(format!("a size of {} x {}", draw.width, draw.height)));
    }
    let [width, height] = [draw.width, draw.height].map(f64::from);
    if draw.viewport.is_some_and(|viewport| viewport != [0.0, 0.0, width, height, 0.0, 1.0]) {
        return unsupported("a viewport other than the whole target");
    }
    if let Some(state) = &draw.rasterizer {
        if state.cull.unwrap_or_default() != CullJson::None {
            return unsupported("culling");
        }
        if state.front_ccw.unwrap_or(false) {
            return unsupported("front_ccw");
        }
        if !state.depth_clip.unwrap_or(true) {
            return unsupported("a rasterizer without depth_clip");
        }
        let whole = [0, 0, i64::from(draw.width), i64::from(draw.height)];
        if state.scissor.is_some_and(|scissor| scissor != whole) {
            return unsupported("a scissor rectangle");
        }
    }
    Ok(())
}

fn depth_use(depth: Option<&DepthJson>) -> Result<DepthUse, PackageError> {
    let Some(depth) = depth else { return Ok(DepthUse::None) };
    let unsupported = |what: String| Err(PackageError::Unsupported(what));
    if depth.format != "D32_FLOAT" {
        return unsupported(format!("a depth buffer of the format {}", depth.format));
    }
    #[allow(clippy::float_cmp, reason = "any other number is another one")]
    if depth.clear.unwrap_or(1.0) != 1.0 {
        return unsupported("a depth buffer that is not cleared to 1".into());
    }
    let tests = depth.test.unwrap_or(true) && depth.func != Some(FuncJson::Always);
    match (tests, depth.write.unwrap_or(true), depth.func.unwrap_or_default()) {
        (false, _, _) => Ok(DepthUse::None),
        (true, true, FuncJson::Less) => Ok(DepthUse::Less),
        (true, true, FuncJson::LessEqual) => Ok(DepthUse::LessEqual),
        _ => unsupported("a depth test other than less, or one that does not write".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(change: impl FnOnce(&mut DrawJson)) -> String {
        let mut draw = DrawJson { version: 1, width: 8, height: 8, ..DrawJson::default() };
        change(&mut draw);
        check_state(&draw).and_then(|()| depth_use(draw.depth.as_ref()).map(|_| ())).unwrap_err().to_string()
    }

    #[test]
    fn what_scenes_do_not_have_is_refused_by_name() {
        let rasterizer = |text: &str| serde_json::from_str(text).unwrap();
        assert!(refused(|draw| draw.width = 4096).contains("4096"));
        assert!(refused(|draw| draw.viewport = Some([0.0, 0.0, 4.0, 8.0, 0.0, 1.0])).contains("viewport"));
        assert!(refused(|draw| draw.rasterizer = rasterizer(r#"{"cull": "back"}"#)).contains("culling"));
        assert!(refused(|draw| draw.rasterizer = rasterizer(r#"{"scissor": [0, 0, 4, 8]}"#)).contains("scissor"));
        let depth = |text: &str| serde_json::from_str(text).unwrap();
        assert!(refused(|draw| draw.depth = depth(r#"{"format": "D16_UNORM"}"#)).contains("D16_UNORM"));
        assert!(refused(|draw| draw.depth = depth(r#"{"format": "D32_FLOAT", "func": "equal"}"#)).contains("less"));
    }
}
