//! A scene as a package.

use dxbc_translator::container::signature::ComponentType;
use dxbc_translator::program::Stage;

use crate::case::Stages;
use crate::case::scene::Scene;
use crate::case::stage::StageUnit;
use crate::interp::Comparison;

use super::file::{DepthJson, DrawJson, StageJson, VERSION};
use super::{Package, PackageError, attributes, bindings, passthrough, state};

/// File of the vertex shader.
pub(super) const VERTEX_FILE: &str = "vs.dxbc";

/// File of the pixel shader.
pub(super) const PIXEL_FILE: &str = "ps.dxbc";

/// What of a case is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Both stages as one program; a lone vertex shader fills the depth buffer.
    Program,
    /// The pixel shader alone, on the tiles of the pixel check.
    Pixel,
}

impl Check {
    /// What is drawn of some stages if nothing else is asked for.
    #[must_use]
    pub const fn usual(stages: &Stages, scene: &Scene) -> Self {
        if stages.vertex.is_some() && scene.conflicts.is_empty() { Self::Program } else { Self::Pixel }
    }
}

impl Package {
    /// The package of a scene.
    ///
    /// # Errors
    /// [`PackageError`] if a stage is missing that is to be drawn, or the scene needs what packages do not have.
    pub fn of(stages: &Stages, scene: &Scene, check: Check) -> Result<Self, PackageError> {
        for unit in stages.iter() {
            check_model(unit)?;
        }
        if !scene.views.is_empty() {
            return Err(PackageError::Unsupported("views that a pixel shader writes".into()));
        }
        let mut package = Self {
            draw: DrawJson {
                version: VERSION,
                comment: Some(scene.case.clone().into()),
                width: scene.width,
                height: scene.height,
                vs: VERTEX_FILE.into(),
                targets: Some(state::export_targets(&scene.targets)).filter(|targets| !targets.is_empty()),
                ..DrawJson::default()
            },
            ..Self::default()
        };
        state::export_rasterizer(&mut package.draw, &scene.raster);
        let pixel = stages.pixel.as_ref();
        match check {
            Check::Program => package.add_program(stages, scene)?,
            Check::Pixel => {
                let pixel = pixel.ok_or_else(|| PackageError::Unsupported("a case without pixel shader".into()))?;
                package.add_tiles(pixel, scene)?;
            }
        }
        if let Some(pixel) = pixel {
            package.draw.ps = Some(PIXEL_FILE.into());
            package.files.insert(PIXEL_FILE.into(), pixel.bytes.clone());
            bindings::export(&mut package, pixel, StageJson::Ps, scene.bindings_of(Stage::Pixel))?;
        }
        package.draw.depth = depth(scene, check);
        Ok(package)
    }

    fn add_program(&mut self, stages: &Stages, scene: &Scene) -> Result<(), PackageError> {
        let (Some(vertex), Some(geometry)) = (&stages.vertex, &scene.geometry) else {
            return Err(PackageError::Unsupported("a program without vertex shader".into()));
        };
        if stages.pixel.is_some()
            && let Some(conflict) = scene.conflicts.first()
        {
            return Err(PackageError::Unsupported(format!("a program of two stages where {conflict}")));
        }
        self.files.insert(VERTEX_FILE.into(), vertex.bytes.clone());
        attributes::export(self, vertex, geometry);
        attributes::export_primitives(self, geometry);
        bindings::export(self, vertex, StageJson::Vs, scene.bindings_of(Stage::Vertex))
    }

    fn add_tiles(&mut self, pixel: &StageUnit, scene: &Scene) -> Result<(), PackageError> {
        let tiles = passthrough::pass_through(pixel, scene)?;
        self.files.insert(VERTEX_FILE.into(), tiles.bytes);
        let component = |is_float: bool| if is_float { ComponentType::Float32 } else { ComponentType::Uint32 };
        let columns: Vec<_> = tiles.columns.into_iter().map(|column| (component(column.is_float), column)).collect();
        let columns: Vec<_> = columns.into_iter().map(|(component, column)| (column, component)).collect();
        attributes::export_columns(self, 0, false, &columns);
        attributes::export_indices(self, &tiles.indices);
        Ok(())
    }
}

/// Refuses what packages cannot hold: a shader of a model past 5.0.
///
/// # Errors
/// [`PackageError::Unsupported`] with the model.
pub(super) fn check_model(unit: &StageUnit) -> Result<(), PackageError> {
    let model = unit.program.model;
    if (model.major, model.minor) > (5, 0) {
        return Err(PackageError::Unsupported(format!("shader model {}.{}", model.major, model.minor)));
    }
    Ok(())
}

/// The depth buffer. Tiles do not overlap, so what they write is not tested.
fn depth(scene: &Scene, check: Check) -> Option<DepthJson> {
    let buffer = scene.depth?;
    match check {
        Check::Program => Some(state::export_depth(&buffer, buffer.test)),
        Check::Pixel => scene.saves_depth().then(|| state::export_depth(&buffer, Some(Comparison::Always))),
    }
}
