//! A scene as a package.

use std::collections::BTreeMap;

use dxbc_translator::container::signature::ComponentType;
use serde_json::Number;

use crate::case::Stages;
use crate::case::file::{DepthUse, TargetFormat};
use crate::case::scene::Scene;
use crate::case::stage::StageUnit;
use crate::draw::picture::Scalar;
use crate::draw::pixel;

use super::file::{DepthJson, DrawJson, FuncJson, RasterizerJson, StageJson, TargetJson, VERSION};
use super::{Package, PackageError, attributes, bindings, passthrough};

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
        let mut package = Self {
            draw: DrawJson {
                version: VERSION,
                comment: Some(scene.case.clone().into()),
                width: scene.width,
                height: scene.height,
                vs: VERTEX_FILE.into(),
                rasterizer: Some(RasterizerJson {
                    cull: Some(super::file::CullJson::None),
                    ..RasterizerJson::default()
                }),
                targets: Some(targets(&scene.targets)).filter(|targets| !targets.is_empty()),
                ..DrawJson::default()
            },
            ..Self::default()
        };
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
            bindings::export(&mut package, pixel, StageJson::Ps, &scene.bindings)?;
        }
        package.draw.depth = depth(pixel, scene, check);
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
        attributes::export_indices(self, &geometry.indices);
        bindings::export(self, vertex, StageJson::Vs, &scene.bindings)
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

/// Targets by slot, cleared to what shaders are not likely to write.
pub(super) fn targets(formats: &BTreeMap<u32, TargetFormat>) -> Vec<TargetJson> {
    let target = |(&slot, &format): (&u32, &TargetFormat)| {
        let scalar = Scalar::from(format);
        let sentinel = scalar.sentinel();
        let number = match scalar {
            Scalar::Float => Number::from_f64(f64::from(f32::from_bits(sentinel))).unwrap_or_else(|| 0.into()),
            Scalar::Uint => sentinel.into(),
            Scalar::Int => sentinel.cast_signed().into(),
        };
        let clear = [number.clone(), number.clone(), number.clone(), number];
        TargetJson { slot: Some(slot), format: name(format).into(), clear: Some(clear), ..TargetJson::default() }
    };
    formats.iter().map(target).collect()
}

const fn name(format: TargetFormat) -> &'static str {
    match format {
        TargetFormat::Float => "R32G32B32A32_FLOAT",
        TargetFormat::Uint => "R32G32B32A32_UINT",
        TargetFormat::Sint => "R32G32B32A32_SINT",
    }
}

/// The depth buffer. Tiles do not overlap, so what they write is not tested.
fn depth(pixel: Option<&StageUnit>, scene: &Scene, check: Check) -> Option<DepthJson> {
    let save = pixel.is_none_or(|pixel| pixel::has_depth(pixel, scene));
    let test = match scene.depth {
        _ if check != Check::Program => None,
        DepthUse::None => None,
        DepthUse::Less => Some(FuncJson::Less),
        DepthUse::LessEqual => Some(FuncJson::LessEqual),
    };
    (save || test.is_some()).then(|| DepthJson {
        format: "D32_FLOAT".into(),
        clear: Some(1.0),
        func: Some(test.unwrap_or(FuncJson::Always)),
        save: Some(save),
        ..DepthJson::default()
    })
}
