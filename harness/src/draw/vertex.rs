//! Vertex shaders: every output of every vertex, as the interpreter computes it.

use dxbc_translator::container::signature::{ComponentType, SystemValue};
use dxbc_translator::program::Stage;

use crate::case::scene::Scene;
use crate::case::stage::StageUnit;
use crate::interp::{Interpreter, Options, VertexResult};

use super::feed;
use super::picture::{Layer, Picture, Scalar, Texel};
use super::pixel::DrawFailure;

/// An output that is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Name in the translated text.
    pub name: String,
    /// What its components are.
    pub scalar: Scalar,
    /// Output register.
    pub register: u32,
    /// Lanes of the register, in the order of the variable's components.
    pub lanes: Vec<u8>,
}

/// Runs the vertex shader on all vertices of all instances.
///
/// # Errors
/// [`DrawFailure`] if the program or what is bound cannot be run.
pub fn run(unit: &StageUnit, scene: &Scene, options: Options) -> Result<Vec<VertexResult>, DrawFailure> {
    let interpreter = Interpreter::new(&unit.program, options)?;
    let bindings = feed::bindings(scene.bindings_of(Stage::Vertex))?;
    Ok(interpreter.run_vertices(&bindings, &feed::vertex_inputs(unit, scene))?)
}

/// All outputs that the signature names.
#[must_use]
pub fn outputs(unit: &StageUnit) -> Vec<Output> {
    let elements = unit.outputs.elements.iter().filter_map(|element| {
        Some(Output {
            name: format!("{}{}", element.semantic, element.index),
            scalar: match element.component_type {
                ComponentType::Uint32 | ComponentType::Uint16 | ComponentType::Uint64 => Scalar::Uint,
                ComponentType::Sint32 | ComponentType::Sint16 | ComponentType::Sint64 => Scalar::Int,
                ComponentType::Unknown
                | ComponentType::Float32
                | ComponentType::Float16
                | ComponentType::Float64
                | ComponentType::Other(_) => Scalar::Float,
            },
            register: element.register?,
            lanes: element.mask.iter().map(|lane| lane as u8).collect(),
        })
    });
    elements.collect()
}

/// The register of the position.
#[must_use]
pub fn position_register(unit: &StageUnit) -> Option<u32> {
    unit.outputs.elements.iter().find(|element| element.system_value == SystemValue::Position)?.register
}

/// The outputs of all vertices as a picture of one row, one layer an output.
///
/// # Errors
/// [`DrawFailure`] if the program or what is bound cannot be run.
pub fn interpret(
    unit: &StageUnit,
    scene: &Scene,
    outputs: &[Output],
    options: Options,
) -> Result<Picture, DrawFailure> {
    let results = run(unit, scene, options)?;
    let layers = outputs.iter().map(|output| Layer {
        name: output.name.clone(),
        scalar: output.scalar,
        components: u8::try_from(output.lanes.len()).unwrap_or(4),
        texels: results.iter().map(|result| texel(result, output)).collect(),
    });
    Ok(Picture { width: u32::try_from(results.len()).unwrap_or(0), height: 1, layers: layers.collect() })
}

fn texel(result: &VertexResult, output: &Output) -> Texel {
    let mut texel = Texel { bits: [0; 4], known: 0 };
    let Some(register) = result.outputs.get(output.register as usize) else { return texel };
    for (component, &lane) in output.lanes.iter().enumerate().take(4) {
        let value = register[usize::from(lane & 3)];
        texel.bits[component] = value.bits;
        texel.known |= u8::from(value.defined && !result.tainted) << component;
    }
    texel
}
