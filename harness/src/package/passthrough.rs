//! The vertex shader in front of a lone pixel shader: copies attributes to the registers that the pixel shader reads.

use std::fmt::Write as _;

use dxbc_translator::container::signature::{ComponentType, SignatureElement, SystemValue};
use dxbc_translator::program::{WriteMask, assemble_container};

use crate::case::scene::{DEPTH_PLANE, PixelInput, PixelSource, Scene, TILE, tile_is_front};
use crate::case::stage::StageUnit;

use super::PackageError;

/// Semantic of the attributes; its index is the pixel shader's input register.
const SEMANTIC: &str = "INPUT";

/// Registers of a signature.
const REGISTERS: u32 = 32;

/// Values of one attribute for all vertices.
pub(super) struct Column {
    /// Semantic.
    pub(super) semantic: String,
    /// Semantic index.
    pub(super) index: u32,
    /// Whether the words are floats.
    pub(super) is_float: bool,
    /// By vertex.
    pub(super) values: Vec<[u32; 4]>,
}

/// A vertex shader, and the vertices of the tiles that it draws.
pub(super) struct PassThrough {
    /// The container.
    pub(super) bytes: Vec<u8>,
    /// The attributes in the order of its input registers.
    pub(super) columns: Vec<Column>,
    /// Three vertices a triangle.
    pub(super) indices: Vec<u32>,
}

/// Makes the vertex shader of a pixel shader and the tiles of its scene.
///
/// # Errors
/// [`PackageError`] if the pixel shader has more inputs than a vertex shader can pass, or names that are no words.
pub(super) fn pass_through(pixel: &StageUnit, scene: &Scene) -> Result<PassThrough, PackageError> {
    let mut columns = vec![Column {
        semantic: "POSITION".into(),
        index: 0,
        is_float: true,
        values: corners(scene).map(|corner| position(scene, corner)).collect(),
    }];
    let mut registers: Vec<u32> = scene.pixel_inputs.iter().filter(|i| is_passed(i)).map(|i| i.register).collect();
    registers.sort_unstable();
    registers.dedup();
    for &register in &registers {
        let inputs: Vec<&PixelInput> =
            scene.pixel_inputs.iter().filter(|input| is_passed(input) && input.register == register).collect();
        columns.push(Column {
            semantic: SEMANTIC.into(),
            index: register,
            is_float: inputs.iter().all(|input| input.component == ComponentType::Float32),
            values: corners(scene).map(|corner| register_value(&inputs, corner)).collect(),
        });
    }
    let text = text(pixel, &columns, &registers)?;
    Ok(PassThrough { bytes: assemble_container(&text)?, columns, indices: indices(scene) })
}

/// Whether the vertex shader gives an input its value.
const fn is_passed(input: &PixelInput) -> bool {
    matches!(input.source, PixelSource::Plane(_) | PixelSource::Tiles(_))
}

/// Whether the vertex shader must write an element of the pixel shader's inputs.
const fn is_written(element: &SignatureElement) -> bool {
    !matches!(
        element.system_value,
        SystemValue::IsFrontFace
            | SystemValue::PrimitiveId
            | SystemValue::SampleIndex
            | SystemValue::Coverage
            | SystemValue::InnerCoverage
            | SystemValue::RenderTargetArrayIndex
            | SystemValue::ViewportArrayIndex
    )
}

pub(super) fn letters(mask: WriteMask) -> String {
    mask.iter().map(dxbc_translator::program::Component::letter).collect()
}

/// The assembly of the vertex shader.
fn text(pixel: &StageUnit, columns: &[Column], registers: &[u32]) -> Result<String, PackageError> {
    let outputs: Vec<(&SignatureElement, u32)> = pixel
        .inputs
        .elements
        .iter()
        .filter(|element| is_written(element))
        .filter_map(|element| Some((element, element.register?)))
        .collect();
    let is_position = |element: &SignatureElement| element.system_value == SystemValue::Position;
    let free = pixel.inputs.elements.iter().filter_map(|element| element.register).max().map_or(0, |most| most + 1);
    let place = outputs.iter().find(|(element, _)| is_position(element)).map_or(free, |(_, register)| *register);
    if place >= REGISTERS || columns.len() > REGISTERS as usize {
        return Err(PackageError::Unsupported("a pixel shader that reads all 32 input registers".into()));
    }
    let (mut signature, mut declarations, mut code) = (String::new(), String::new(), String::new());
    for (number, column) in columns.iter().enumerate() {
        let kind = if column.is_float { "float" } else { "uint" };
        put(&mut signature, format_args!(".input {} {} xyzw v{number} {kind}", column.semantic, column.index));
        put(&mut declarations, format_args!("dcl_input v{number}.xyzw"));
    }
    let mut signature_out = String::new();
    put(&mut declarations, format_args!("dcl_output_siv o{place}.xyzw, position"));
    put(&mut code, format_args!("mov o{place}.xyzw, v0.xyzw"));
    let position_line = format!(".output SV_Position 0 xyzw o{place} float as position");
    for (element, register) in outputs {
        if is_position(element) {
            put(&mut signature_out, format_args!("{position_line}"));
            continue;
        }
        let (name, index, mask) = (&element.semantic, element.index, letters(element.mask));
        let (kind, system) = (type_word(element.component_type), system_words(element.system_value));
        put(&mut signature_out, format_args!(".output {name} {index} {mask} o{register} {kind}{}", system[0]));
        put(&mut declarations, format_args!("dcl_output{} o{register}.{mask}{}", system[1], system[2]));
        match registers.iter().position(|&passed| passed == register) {
            Some(number) => put(&mut code, format_args!("mov o{register}.{mask}, v{}.xyzw", number + 1)),
            None => put(&mut code, format_args!("mov o{register}.{mask}, l(0, 0, 0, 0)")),
        }
    }
    if place == free {
        put(&mut signature_out, format_args!("{position_line}"));
    }
    Ok(format!("{signature}{signature_out}vs_5_0\ndcl_globalFlags refactoringAllowed\n{declarations}{code}ret\n"))
}

/// Appends a line. Writing to a string cannot fail.
pub(super) fn put(text: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(line);
    text.push('\n');
}

#[allow(clippy::wildcard_enum_match_arm, reason = "all other types are floats, or stand for their bits")]
pub(super) const fn type_word(component: ComponentType) -> &'static str {
    match component {
        ComponentType::Uint32 | ComponentType::Uint16 => "uint",
        ComponentType::Sint32 | ComponentType::Sint16 => "int",
        _ => "float",
    }
}

/// What a system value adds to the signature line, to the declaration's name, and to its end.
#[allow(clippy::wildcard_enum_match_arm, reason = "all other values pass as if they were none")]
const fn system_words(value: SystemValue) -> [&'static str; 3] {
    match value {
        SystemValue::ClipDistance => [" as clip-distance", "_siv", ", clip_distance"],
        SystemValue::CullDistance => [" as cull-distance", "_siv", ", cull_distance"],
        _ => [" as undefined", "", ""],
    }
}

/// A corner of a tile.
#[derive(Clone, Copy, Debug)]
struct TileCorner {
    tile: u32,
    x: u32,
    y: u32,
}

/// The corners of all tiles: upper left, upper right, lower left, lower right. Tiles end where the screen ends.
fn corners(scene: &Scene) -> impl Iterator<Item = TileCorner> {
    let ([columns, rows], [width, height]) = (scene.tiles(), [scene.width, scene.height]);
    (0..rows).flat_map(move |row| {
        (0..columns).flat_map(move |column| {
            [[0, 0], [1, 0], [0, 1], [1, 1]].map(|[right, down]| TileCorner {
                tile: row * columns + column,
                x: ((column + right) * TILE).min(width),
                y: ((row + down) * TILE).min(height),
            })
        })
    })
}

/// Two triangles a tile, cut from the upper right to the lower left corner.
fn indices(scene: &Scene) -> Vec<u32> {
    let [columns, rows] = scene.tiles();
    let mut indices = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let first = (row * columns + column) * 4;
            let corners = if tile_is_front(column, row) { [0, 1, 2, 1, 3, 2] } else { [0, 2, 1, 1, 2, 3] };
            indices.extend(corners.map(|corner| first + corner));
        }
    }
    indices
}

fn float(number: u32) -> f32 {
    u16::try_from(number).map_or(0.0, f32::from)
}

/// The clip-space position of a corner.
fn position(scene: &Scene, corner: TileCorner) -> [u32; 4] {
    let (x, y) = (float(corner.x), float(corner.y));
    let [a, b, c] = DEPTH_PLANE;
    let clip = |at: f32, size: u32| at * 2.0 / float(size) - 1.0;
    [clip(x, scene.width), -clip(y, scene.height), a + b * x + c * y, 1.0].map(f32::to_bits)
}

/// The lanes of an input register at a corner; those that are not read are 0.
fn register_value(inputs: &[&PixelInput], corner: TileCorner) -> [u32; 4] {
    let mut lanes = [0; 4];
    for input in inputs {
        match &input.source {
            PixelSource::Plane(planes) => {
                for lane in input.mask.iter() {
                    let [a, b, c] = planes[lane as usize];
                    lanes[lane as usize] = (a + b * float(corner.x) + c * float(corner.y)).to_bits();
                }
            }
            PixelSource::Tiles(values) => {
                let components = values.get(corner.tile as usize).copied().unwrap_or_default();
                for (value, lane) in components.into_iter().zip(input.mask.iter()) {
                    lanes[lane as usize] = value;
                }
            }
            PixelSource::Position | PixelSource::FrontFace | PixelSource::Primitive | PixelSource::Zero => {}
        }
    }
    lanes
}
