//! Feeds a scene to the interpreter: its bindings, and the registers of vertices and pixels.

use dxbc_translator::container::signature::SystemValue;
use dxbc_translator::program::WriteMask;

use crate::case::scene::{
    DEPTH_PLANE, Geometry, PixelInput, PixelSource, Scene, SceneBindings, SceneResource, TILE, tile_is_front,
};
use crate::case::stage::StageUnit;
use crate::interp::{
    Bindings, ConstantBuffer, EvalPoint, INPUTS, Interpolate, Register, Resource, ResourceError, Texture,
    UNDEFINED_REGISTER, Value,
};

/// All input registers of a vertex or pixel.
pub type Inputs = [Register; INPUTS];

/// What a scene binds, for the interpreter.
///
/// # Errors
/// [`ResourceError`] for a texture or buffer that cannot be.
pub fn bindings(scene: &SceneBindings) -> Result<Bindings, ResourceError> {
    let mut bindings = Bindings::default();
    for (&(space, register), bytes) in &scene.constants {
        bindings.constant_buffers.set(space, register, ConstantBuffer::new(bytes));
    }
    for (&(space, register), resource) in &scene.resources {
        let resource = match resource {
            SceneResource::Texture(texture) => {
                Resource::Texture(Texture::new(texture.dimension, texture.format, texture.extent, &texture.levels)?)
            }
            SceneResource::Typed { format, bytes } => Resource::typed(bytes, *format),
            SceneResource::Raw(bytes) => Resource::raw(bytes),
            SceneResource::Structured { stride, bytes } => Resource::structured(bytes, *stride)?,
        };
        bindings.resources.set(space, register, resource);
    }
    for (&(space, register), sampler) in &scene.samplers {
        bindings.samplers.set(space, register, *sampler);
    }
    Ok(bindings)
}

/// The input registers of all vertices: the vertices of instance 0, then those of instance 1, and so on.
#[must_use]
pub fn vertex_inputs(unit: &StageUnit, scene: &Scene) -> Vec<Inputs> {
    let Some(geometry) = &scene.geometry else { return Vec::new() };
    let mut all = Vec::new();
    for instance in 0..geometry.instances {
        for vertex in 0..geometry.vertices {
            all.push(vertex_input(unit, geometry, vertex, instance));
        }
    }
    all
}

#[allow(clippy::wildcard_enum_match_arm, reason = "all other values come from a buffer")]
fn vertex_input(unit: &StageUnit, geometry: &Geometry, vertex: u32, instance: u32) -> Inputs {
    let mut inputs = [UNDEFINED_REGISTER; INPUTS];
    for attribute in &geometry.attributes {
        let number = if attribute.per_instance { instance } else { vertex };
        let (Some(values), Some(register)) =
            (attribute.values.get(number as usize), inputs.get_mut(attribute.register as usize))
        else {
            continue;
        };
        set_lanes(register, attribute.mask, *values);
    }
    for element in &unit.inputs.elements {
        let number = match element.system_value {
            SystemValue::VertexId => vertex,
            SystemValue::InstanceId => instance,
            _ => continue,
        };
        if let Some(register) = element.register.and_then(|register| inputs.get_mut(register as usize)) {
            set_lanes(register, element.mask, [number; 4]);
        }
    }
    inputs
}

/// Component i goes into lane i of the mask.
fn set_lanes(register: &mut Register, mask: WriteMask, values: [u32; 4]) {
    for (value, lane) in values.into_iter().zip(mask.iter()) {
        register[lane as usize] = Value::new(value);
    }
}

/// The pixels of a draw without vertex shader.
pub struct PlanePixels<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// The upper left pixel of the quad.
    pub corner: [u32; 2],
}

impl PlanePixels<'_> {
    /// The input registers of the quad's pixels.
    #[must_use]
    pub fn inputs(&self) -> [Inputs; 4] {
        [0, 1, 2, 3].map(|lane| {
            let mut inputs = [UNDEFINED_REGISTER; INPUTS];
            for input in &self.scene.pixel_inputs {
                if let Some(register) = inputs.get_mut(input.register as usize) {
                    let values = self.value(input, lane, [0.0; 2]);
                    for lane in input.mask.iter() {
                        register[lane as usize] = Value::new(values[lane as usize]);
                    }
                }
            }
            inputs
        })
    }

    /// The value of an input in every lane of its register, `offset` pixels from the centre of pixel `lane`.
    fn value(&self, input: &PixelInput, lane: u32, offset: [f32; 2]) -> [u32; 4] {
        let [x, y] = [self.corner[0] + (lane & 1), self.corner[1] + (lane >> 1)];
        let [column, row] = [x / TILE, y / TILE];
        let tile = row * self.scene.tiles()[0] + column;
        let at = |number: u32, offset: f32| u16::try_from(number).map_or(0.0, f32::from) + 0.5 + offset;
        let (px, py) = (at(x, offset[0]), at(y, offset[1]));
        let plane = |[a, b, c]: [f32; 3]| a + b * px + c * py;
        match &input.source {
            PixelSource::Plane(planes) => planes.map(|p| plane(p).to_bits()),
            PixelSource::Tiles(values) => {
                // A register's lanes from its element's components.
                let mut out = [0; 4];
                let components = values.get(tile as usize).copied().unwrap_or_default();
                for (value, lane) in components.into_iter().zip(input.mask.iter()) {
                    out[lane as usize] = value;
                }
                out
            }
            PixelSource::Position => [px, py, plane(DEPTH_PLANE), 1.0].map(f32::to_bits),
            PixelSource::FrontFace => [if tile_is_front(column, row) { u32::MAX } else { 0 }; 4],
            PixelSource::Primitive => [tile * 2 + u32::from(is_lower_right([x, y], self.scene)); 4],
            PixelSource::Zero => [0; 4],
        }
    }
}

impl Interpolate for PlanePixels<'_> {
    fn input(&self, lane: usize, number: u32, point: EvalPoint) -> Register {
        let offset = match point {
            EvalPoint::Offset(offset) => offset,
            EvalPoint::Centroid => [0.0; 2],
        };
        let mut register = UNDEFINED_REGISTER;
        for input in self.scene.pixel_inputs.iter().filter(|input| input.register == number) {
            let values = self.value(input, u32::try_from(lane).unwrap_or(0), offset);
            for lane in input.mask.iter() {
                register[lane as usize] = Value::new(values[lane as usize]);
            }
        }
        register
    }
}

impl PlanePixels<'_> {
    /// The rasterised depth of pixel `lane`.
    #[must_use]
    pub fn depth(&self, lane: u32) -> f32 {
        let at = |number: u32| u16::try_from(number).map_or(0.0, f32::from) + 0.5;
        let [a, b, c] = DEPTH_PLANE;
        a + b * at(self.corner[0] + (lane & 1)) + c * at(self.corner[1] + (lane >> 1))
    }
}

/// Whether a pixel lies in the second triangle of its tile: tiles are cut from the upper right to the lower left
/// corner, and a centre on the cut belongs to the triangle whose left edge it is. Tiles end where the screen ends.
fn is_lower_right([x, y]: [u32; 2], scene: &Scene) -> bool {
    let across = |at: u32, size: u32| (2 * (at % TILE) + 1, TILE.min(size - at / TILE * TILE));
    let ((x, width), (y, height)) = (across(x, scene.width), across(y, scene.height));
    x * height + y * width >= 2 * width * height
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::case::state::Rasterizer;
    use crate::interp::Views;

    fn scene(width: u32, height: u32) -> Scene {
        Scene {
            case: String::new(),
            width,
            height,
            bindings: SceneBindings::default(),
            vertex_bindings: None,
            geometry: None,
            pixel_inputs: Vec::new(),
            targets: BTreeMap::new(),
            depth: None,
            raster: Rasterizer::default(),
            views: Views::default(),
            conflicts: Vec::new(),
        }
    }

    /// Direct3D's top-left rule: a centre on a triangle's left edge is inside of it.
    #[test]
    fn the_cut_of_a_tile_belongs_to_its_second_triangle() {
        let second = |scene: &Scene, at| is_lower_right(at, scene);
        let whole = scene(32, 32);
        for (at, expected) in [([0, 0], false), ([6, 0], false), ([7, 0], true), ([3, 3], false), ([3, 4], true)] {
            assert_eq!(second(&whole, at), expected, "{at:?}");
            assert_eq!(second(&whole, [at[0] + 24, at[1] + 8]), expected, "{at:?} of another tile");
        }
        // A tile that the screen cuts to 8 x 2: the cut runs from (8, 0) to (0, 2), through y = 0.5 at x = 6.
        let low = scene(8, 2);
        for (at, expected) in [([5, 0], false), ([6, 0], true), ([1, 1], false), ([2, 1], true)] {
            assert_eq!(second(&low, at), expected, "{at:?} of a low tile");
        }
    }
}
