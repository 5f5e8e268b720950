//! A lone vertex shader as packages that draw every output of every vertex: one pixel a vertex, instances in rows.
//!
//! The instructions stay as they are. The outputs lose their system values, so that nothing moves, clips or culls by
//! them; a new output is the position, of two new inputs that say which pixel belongs to a vertex and to an instance.
//! A pixel shader hands the outputs on to targets, at most [`TARGETS`] in a package.

use dxbc_translator::container::signature::{ComponentType, MinPrecision, Signature, SignatureElement, SystemValue};
use dxbc_translator::container::{Container, FourCc, write};
use dxbc_translator::program::{
    Component, DeclarationKind, Item, Program, Stage, WriteMask, assemble, assemble_container, decode_unchecked, encode,
};

use crate::case::file::TargetFormat;
use crate::case::scene::{Attribute, Geometry, Scene};
use crate::case::stage::StageUnit;
use crate::case::state::Target;
use crate::draw::picture::Scalar;
use crate::draw::vertex::Output;
use crate::interp::TARGETS;

use super::file::{CullJson, DrawJson, RasterizerJson, StageJson, Topology, VERSION};
use super::passthrough::{letters, put, type_word};
use super::{Package, PackageError, attributes, bindings, export, state};

/// Semantic of the outputs; its index is the place among them.
const OUTPUT: &str = "OUT";

/// Semantic of the two new inputs.
const PLACE: &str = "PLACE";

/// A package that draws some outputs of a vertex shader.
#[derive(Clone, Debug)]
pub struct Capture {
    /// The draw: as wide as there are vertices, as high as there are instances.
    pub package: Package,
    /// What is in its targets, by slot.
    pub outputs: Vec<Output>,
}

/// The packages that draw all outputs of a scene's vertex shader.
///
/// # Errors
/// [`PackageError`] if there is no mesh, the shader has no register left, or the scene needs what packages do not have.
pub fn captures(vertex: &StageUnit, scene: &Scene) -> Result<Vec<Capture>, PackageError> {
    export::check_model(vertex)?;
    let geometry = scene.geometry.as_ref();
    let geometry = geometry.ok_or_else(|| PackageError::Unsupported("a vertex shader without mesh".into()))?;
    let places = Places::of(vertex)?;
    let bytes = with_places(vertex, places)?;
    let unit = StageUnit::new(&bytes, None)
        .map_err(|source| PackageError::Stage { file: export::VERTEX_FILE.into(), source })?;
    let geometry = with_attributes(geometry, places);
    let elements: Vec<(usize, &SignatureElement)> =
        vertex.outputs.elements.iter().enumerate().filter(|(_, element)| is_there(element)).collect();
    elements.chunks(TARGETS).map(|elements| capture(&unit, scene, &geometry, elements)).collect()
}

/// Whether an output has a place; arrays of no elements have none.
fn is_there(element: &SignatureElement) -> bool {
    element.register.is_some() && !element.mask.is_empty()
}

fn capture(
    unit: &StageUnit,
    scene: &Scene,
    geometry: &Geometry,
    elements: &[(usize, &SignatureElement)],
) -> Result<Capture, PackageError> {
    let outputs: Vec<Output> = elements.iter().map(|(number, element)| output(*number, element)).collect();
    let formats = outputs.iter().map(|output| match output.scalar {
        Scalar::Float => TargetFormat::Float,
        Scalar::Uint => TargetFormat::Uint,
        Scalar::Int => TargetFormat::Sint,
    });
    let mut package = Package {
        draw: DrawJson {
            version: VERSION,
            comment: Some(scene.case.clone().into()),
            width: geometry.vertices,
            height: geometry.instances,
            vs: export::VERTEX_FILE.into(),
            ps: Some(export::PIXEL_FILE.into()),
            topology: Some(Topology::PointList),
            vertex_count: Some(geometry.vertices),
            rasterizer: Some(RasterizerJson { cull: Some(CullJson::None), ..RasterizerJson::default() }),
            targets: Some(state::export_targets(&(0..).zip(formats.map(Target::from)).collect())),
            ..DrawJson::default()
        },
        ..Package::default()
    };
    package.files.insert(export::VERTEX_FILE.into(), unit.bytes.clone());
    package.files.insert(export::PIXEL_FILE.into(), assemble_container(&pixel_text(elements))?);
    attributes::export(&mut package, unit, geometry);
    bindings::export(&mut package, unit, StageJson::Vs, scene.bindings_of(Stage::Vertex))?;
    Ok(Capture { package, outputs })
}

fn output(number: usize, element: &SignatureElement) -> Output {
    Output {
        name: format!("{}{} ({OUTPUT}{number})", element.semantic, element.index),
        scalar: match type_word(element.component_type) {
            "uint" => Scalar::Uint,
            "int" => Scalar::Int,
            _ => Scalar::Float,
        },
        register: element.register.unwrap_or(0),
        lanes: element.mask.iter().map(|lane| lane as u8).collect(),
    }
}

/// The assembly of the pixel shader that hands outputs on.
fn pixel_text(elements: &[(usize, &SignatureElement)]) -> String {
    let [mut signature, mut targets, mut declarations, mut code] = [const { String::new() }; 4];
    for (slot, (number, element)) in elements.iter().enumerate() {
        let (mask, register) = (letters(element.mask), element.register.unwrap_or(0));
        let kind = type_word(element.component_type);
        put(&mut signature, format_args!(".input {OUTPUT} {number} {mask} v{register} {kind} as undefined"));
        put(&mut targets, format_args!(".output SV_Target {slot} xyzw o{slot} {kind}"));
        put(&mut declarations, format_args!("dcl_input_ps constant v{register}.{mask}"));
        // Component i comes from lane i of the mask; the last one stands for those that are not there.
        let lanes: Vec<Component> = element.mask.iter().collect();
        let last = lanes.last().copied().unwrap_or(Component::X);
        let swizzle: String = (0..4).map(|i| lanes.get(i).copied().unwrap_or(last).letter()).collect();
        put(&mut code, format_args!("mov o{slot}.xyzw, v{register}.{swizzle}"));
    }
    for slot in 0..elements.len() {
        put(&mut declarations, format_args!("dcl_output o{slot}.xyzw"));
    }
    format!("{signature}{targets}ps_5_0\ndcl_globalFlags refactoringAllowed\n{declarations}{code}ret\n")
}

/// Registers that the shader leaves free.
#[derive(Clone, Copy, Debug)]
struct Places {
    /// Input by vertex.
    vertex: u32,
    /// Input by instance.
    instance: u32,
    /// Output for the position.
    position: u32,
}

impl Places {
    fn of(unit: &StageUnit) -> Result<Self, PackageError> {
        let most = if (unit.program.model.major, unit.program.model.minor) == (4, 0) { 16 } else { 32 };
        let free = |signature: &Signature, count: u32| {
            let used = signature.elements.iter().filter_map(|element| element.register).max();
            let first = used.map_or(0, |used| used + 1);
            if first + count <= most { Some(first) } else { None }
        };
        let [input, position] = [free(&unit.inputs, 2), free(&unit.outputs, 1)];
        match (input, position) {
            (Some(vertex), Some(position)) => Ok(Self { vertex, instance: vertex + 1, position }),
            _ => Err(PackageError::Unsupported("a vertex shader that uses all its input or output registers".into())),
        }
    }
}

/// The container with the position from its new inputs.
fn with_places(unit: &StageUnit, places: Places) -> Result<Vec<u8>, PackageError> {
    let stage = |source: dxbc_translator::error::Error| PackageError::Stage {
        file: export::VERTEX_FILE.into(),
        source: source.into(),
    };
    let element = |semantic: &str, index: u32, register: u32, system_value: SystemValue| SignatureElement {
        semantic: semantic.into(),
        index,
        system_value,
        component_type: ComponentType::Float32,
        register: Some(register),
        mask: WriteMask::first(4),
        read_write: if system_value == SystemValue::Position { WriteMask::first(0) } else { WriteMask::first(4) },
        stream: 0,
        min_precision: MinPrecision::Default,
    };
    let mut inputs = unit.inputs.clone();
    inputs.elements.push(element(PLACE, 0, places.vertex, SystemValue::Undefined));
    inputs.elements.push(element(PLACE, 1, places.instance, SystemValue::Undefined));
    let mut outputs = unit.outputs.clone();
    for (number, element) in (0..).zip(&mut outputs.elements) {
        (element.semantic, element.index, element.system_value) = (OUTPUT.into(), number, SystemValue::Undefined);
    }
    outputs.elements.push(element("SV_Position", 0, places.position, SystemValue::Position));
    let tokens = encode(&with_position(unit.program.clone(), places)?).map_err(stage)?;
    let container = Container::parse(&unit.bytes).map_err(stage)?;
    let program = container.program().map_err(stage)?.name;
    let mut chunks: Vec<(FourCc, Vec<u8>)> = Vec::new();
    for chunk in container.chunks() {
        // The oldest form of signatures says all that is needed.
        chunks.push(match chunk.name {
            FourCc::ISGN | FourCc::ISG1 => (FourCc::ISGN, write::signature(FourCc::ISGN, &inputs).map_err(stage)?),
            FourCc::OSGN | FourCc::OSG5 | FourCc::OSG1 => {
                (FourCc::OSGN, write::signature(FourCc::OSGN, &outputs).map_err(stage)?)
            }
            name if name == program => (name, tokens.clone()),
            name => (name, chunk.data.data().to_owned()),
        });
    }
    let chunks: Vec<(FourCc, &[u8])> = chunks.iter().map(|(name, data)| (*name, data.as_slice())).collect();
    write::container(&chunks).map_err(stage)
}

/// The program without system values at its outputs, and with its position from the new inputs.
fn with_position(mut program: Program, places: Places) -> Result<Program, PackageError> {
    for declaration in program.items.declarations_mut() {
        if let DeclarationKind::Output { system, generated, .. } = &mut declaration.kind {
            (*system, *generated) = (None, false);
        }
    }
    let Places { vertex, instance, position } = places;
    let text = format!(
        "vs_5_0\ndcl_input v{vertex}.xyzw\ndcl_input v{instance}.xyzw\ndcl_output_siv o{position}.xyzw, position\n\
         add o{position}.xyzw, v{vertex}.xyzw, v{instance}.xyzw\n"
    );
    let (added, _) = decode_unchecked(&assemble(&text)?, 0)
        .map_err(|source| PackageError::Stage { file: export::VERTEX_FILE.into(), source: source.into() })?;
    let first = program.items.iter().position(|item| matches!(item, Item::Instruction(_)));
    let first = first.unwrap_or(program.items.len());
    let (declarations, instructions) = (program.items.iter().take(first), program.items.iter().skip(first));
    let items = declarations.chain(added.items.iter()).chain(instructions).collect();
    Ok(Program { items, ..program })
}

/// The mesh with the pixel of each vertex and instance.
fn with_attributes(geometry: &Geometry, places: Places) -> Geometry {
    let center = |number: u32, count: u32| {
        let [number, count] = [number, count].map(|number| u16::try_from(number).map_or(0.0, f32::from));
        (2.0 * number + 1.0) / count - 1.0
    };
    let attribute = |index: u32, register: u32, values: Vec<[f32; 4]>| Attribute {
        semantic: PLACE.into(),
        index,
        register,
        mask: WriteMask::first(4),
        component: ComponentType::Float32,
        per_instance: index == 1,
        values: values.into_iter().map(|value| value.map(f32::to_bits)).collect(),
    };
    let Geometry { vertices, instances, .. } = *geometry;
    let columns = (0..vertices).map(|vertex| [center(vertex, vertices), 0.0, 0.5, 1.0]).collect();
    let rows = (0..instances).map(|instance| [0.0, -center(instance, instances), 0.0, 0.0]).collect();
    let mut geometry = geometry.clone();
    geometry.attributes.push(attribute(0, places.vertex, columns));
    geometry.attributes.push(attribute(1, places.instance, rows));
    geometry
}
