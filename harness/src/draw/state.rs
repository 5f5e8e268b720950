//! The fixed-function state of a scene for engines, or why GL ES has no such state.

use dxbc_translator::options::Target as Language;

use crate::case::scene::Scene;
use crate::case::state::{Cull, DepthBuffer, DepthClip, DepthFormat, DepthWrites, Target, Topology, Winding};
use crate::engine::{CompareFunc, CullMode, DepthTarget, FrontFace, Raster, TexelFormat, Viewport};

use super::bind::{BindError, compare_func};

fn refuse<T>(what: &str) -> Result<T, BindError> {
    Err(BindError::new(what))
}

/// The winding of front faces. GL's rows are Direct3D's from the bottom up (see [`super`]), so that a clockwise triangle
/// is counter-clockwise there.
pub(super) const fn front_face(language: Language, front: Winding) -> FrontFace {
    match (language, front) {
        (Language::Glsl, Winding::Clockwise) | (Language::Wgsl, Winding::CounterClockwise) => {
            FrontFace::CounterClockwise
        }
        (Language::Glsl, Winding::CounterClockwise) | (Language::Wgsl, Winding::Clockwise) => FrontFace::Clockwise,
    }
}

/// The rasteriser's state.
///
/// # Errors
/// [`BindError`] for what GL ES does not have.
pub(super) fn raster(language: Language, scene: &Scene) -> Result<Raster, BindError> {
    let state = &scene.raster;
    match scene.geometry.as_ref().map_or(Topology::Triangles, |geometry| geometry.topology) {
        Topology::Triangles => {}
        Topology::Lines => return refuse("lines: GL takes constants from their last vertex, Direct3D from the first"),
        Topology::Points => {
            return refuse("points: GL ES leaves their size to the vertex shader, and Direct3D's has none");
        }
    }
    if state.depth_clip == DepthClip::Clamp {
        return refuse("a rasterizer without depth_clip: GL ES always clips");
    }
    Ok(Raster {
        viewport: state.viewport.map(viewport).transpose()?,
        cull: match state.cull {
            Cull::None => CullMode::None,
            Cull::Front => CullMode::Front,
            Cull::Back => CullMode::Back,
        },
        front_face: front_face(language, state.front),
    })
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole numbers of that range")]
fn viewport(viewport: crate::case::state::Viewport) -> Result<Viewport, BindError> {
    let [x, y, width, height] = [viewport.origin[0], viewport.origin[1], viewport.size[0], viewport.size[1]];
    let whole = |value: &f32| value.fract() == 0.0 && value.abs() <= 16384.0;
    if ![x, y, width, height].iter().all(whole) || width < 0.0 || height < 0.0 {
        return refuse("a viewport that is not of whole pixels: GL has integers there");
    }
    Ok(Viewport { x: x as i32, y: y as i32, width: width as u32, height: height as u32, depth: viewport.depth })
}

/// A depth buffer.
///
/// # Errors
/// [`BindError`] for a format that engines cannot give back.
pub(super) fn depth(buffer: &DepthBuffer) -> Result<DepthTarget, BindError> {
    match buffer.format {
        DepthFormat::D32Float | DepthFormat::D32FloatS8X24Uint => {}
        DepthFormat::D24UnormS8Uint | DepthFormat::D16Unorm => {
            return refuse("a depth buffer of integers: engines draw to one of floats, which rounds otherwise");
        }
    }
    Ok(DepthTarget {
        format: TexelFormat::Depth32F,
        clear: buffer.clear,
        test: buffer.test.map_or(CompareFunc::Always, compare_func),
        write: buffer.test.is_some() && buffer.writes == DepthWrites::Passed,
    })
}

/// Whether engines can draw to a target.
///
/// # Errors
/// [`BindError`] for blending.
pub(super) fn check_target(target: &Target) -> Result<(), BindError> {
    match target.blend {
        Some(_) if !target.format.is_integer() => {
            refuse("blending: engines draw to 32-bit floats, which GL ES does not blend")
        }
        Some(_) | None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::state;

    #[test]
    fn viewports_are_whole_pixels() {
        let given = |x: f32, width: f32| state::Viewport { origin: [x, -2.0], size: [width, 4.0], depth: [0.0, 0.5] };
        let found = viewport(given(1.0, 3.0)).unwrap();
        assert_eq!((found.x, found.y, found.width, found.height, found.depth), (1, -2, 3, 4, [0.0, 0.5]));
        assert!(viewport(given(0.5, 3.0)).is_err() && viewport(given(0.0, -3.0)).is_err());
    }
}
