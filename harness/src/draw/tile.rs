//! The vertex stage in front of a pixel shader that is drawn alone: it hands on what stands in words that the harness
//! made, a position and one vector for each input.

use std::fmt::Write as _;

use dxbc_translator::ir::InterpolationMode;
use dxbc_translator::options::Target as Language;
use dxbc_translator::reflect::{Binding, Varying};

use crate::case::scene::{DEPTH_PLANE, PixelInput, PixelSource, Scene, TILE, tile_is_front};
use crate::engine::{Bound, Draw, SamplerBinding, SamplerState};

use super::bind::word_image;
use super::picture::Scalar;
use super::submit::{lanes, shape};

/// Vertices of a tile.
const TILE_VERTICES: u32 = 6;

/// Name of what holds the words.
const INPUTS: &str = "harness_inputs";

/// An input of the pixel shader, in its text and in the scene.
pub(super) type Fed<'a> = (&'a Varying, &'a PixelInput);

/// Vertices of the tiles of a scene.
pub(super) const fn vertices(scene: &Scene) -> u32 {
    let [columns, rows] = scene.tiles();
    columns * rows * TILE_VERTICES
}

/// Adds the words to a draw that has all other bindings; gives the text of the vertex stage.
pub(super) fn bind(language: Language, draw: &mut Draw, inputs: &[Fed<'_>], scene: &Scene) -> String {
    let words = words(language, inputs, scene);
    match language {
        Language::Glsl => {
            let image = draw.images.len();
            draw.images.push(word_image(&words));
            draw.samplers.push(SamplerBinding { name: INPUTS.into(), image, state: SamplerState::default() });
            glsl(inputs)
        }
        Language::Wgsl => {
            let taken = draw.bindings.keys().filter(|binding| binding.group == 0);
            let binding = Binding { group: 0, binding: taken.map(|binding| binding.binding + 1).max().unwrap_or(0) };
            draw.bindings.insert(binding, Bound::Words(words.into_iter().flat_map(u32::to_le_bytes).collect()));
            wgsl(inputs, binding)
        }
    }
}

/// The text in GLSL. A vertex has a position of four words, then four words for each input.
fn glsl(inputs: &[Fed<'_>]) -> String {
    let mut text = format!("#version 300 es\nuniform highp usampler2D {INPUTS};\n");
    for (varying, input) in inputs {
        let flat = if input.is_flat() || shape(varying.ty).0 != Scalar::Float { "flat " } else { "" };
        line(&mut text, format_args!("{flat}out highp {} {};", varying.ty, varying.name));
    }
    line(&mut text, format_args!("uint word(int i) {{ return texelFetch({INPUTS}, ivec2(i % 64, i / 64), 0).x; }}"));
    text.push_str("uvec4 words(int i) { return uvec4(word(i), word(i + 1), word(i + 2), word(i + 3)); }\n");
    line(&mut text, format_args!("void main() {{\n    int first = gl_VertexID * {};", stride(inputs)));
    text.push_str("    gl_Position = uintBitsToFloat(words(first));\n");
    for (number, (varying, _)) in inputs.iter().enumerate() {
        let (scalar, words) = (shape(varying.ty).0, read(varying, number));
        let value = match scalar {
            Scalar::Float => format!("uintBitsToFloat({words})"),
            Scalar::Uint => words,
            Scalar::Int => format!("{}({words})", varying.ty),
        };
        line(&mut text, format_args!("    {} = {value};", varying.name));
    }
    text.push_str("}\n");
    text
}

/// The same in WGSL, which interpolates as the pixel shader wants it.
fn wgsl(inputs: &[Fed<'_>], Binding { group, binding }: Binding) -> String {
    let mut text = format!("@group({group}) @binding({binding}) var<storage, read> {INPUTS}: array<u32>;\n");
    text.push_str("struct Outputs {\n    @builtin(position) position: vec4f,\n");
    for (varying, _) in inputs {
        let Varying { name, ty, location, interpolation, .. } = varying;
        let location = location.unwrap_or(0);
        line(&mut text, format_args!("    @location({location}) {}{name}: {ty},", interpolate(*interpolation)));
    }
    text.push_str("}\nfn words(i: u32) -> vec4u {\n");
    let word = |offset: u32| format!("{INPUTS}[i + {offset}u]");
    line(&mut text, format_args!("    return vec4u({});\n}}", [0, 1, 2, 3].map(word).join(", ")));
    text.push_str("@vertex fn main(@builtin(vertex_index) vertex: u32) -> Outputs {\n    var outputs: Outputs;\n");
    line(&mut text, format_args!("    let first = vertex * {}u;", stride(inputs)));
    text.push_str("    outputs.position = bitcast<vec4f>(words(first));\n");
    for (number, (varying, _)) in inputs.iter().enumerate() {
        let Varying { name, ty, .. } = varying;
        line(&mut text, format_args!("    outputs.{name} = bitcast<{ty}>({});", read(varying, number)));
    }
    text.push_str("    return outputs;\n}\n");
    text
}

/// The attribute of a varying of WGSL, with a space behind it.
pub(crate) const fn interpolate(mode: InterpolationMode) -> &'static str {
    match mode {
        InterpolationMode::Smooth => "",
        InterpolationMode::Centroid => "@interpolate(perspective, centroid) ",
        InterpolationMode::Sample => "@interpolate(perspective, sample) ",
        InterpolationMode::Flat => "@interpolate(flat) ",
        InterpolationMode::NoPerspective => "@interpolate(linear) ",
        InterpolationMode::NoPerspectiveCentroid => "@interpolate(linear, centroid) ",
        InterpolationMode::NoPerspectiveSample => "@interpolate(linear, sample) ",
    }
}

/// The words of an input in either language.
fn read(varying: &Varying, number: usize) -> String {
    let (_, width) = shape(varying.ty);
    let swizzle = ["x", "xy", "xyz", "xyzw"][usize::from(width.clamp(1, 4)) - 1];
    format!("words(first + {}).{swizzle}", 4 * (number + 1))
}

/// Words of a vertex.
const fn stride(inputs: &[Fed<'_>]) -> usize {
    4 * (inputs.len() + 1)
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}

/// The words that the stage reads.
fn words(language: Language, inputs: &[Fed<'_>], scene: &Scene) -> Vec<u32> {
    let [columns, rows] = scene.tiles();
    let mut words = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let front = [[0, 0], [1, 0], [1, 1], [0, 0], [1, 1], [0, 1]];
            let back = [[0, 0], [1, 1], [1, 0], [0, 0], [0, 1], [1, 1]];
            for corner in if tile_is_front(column, row) { front } else { back } {
                let [x, y] = [number((column + corner[0]) * TILE), number((row + corner[1]) * TILE)];
                words.extend(position(language, [x, y], scene).map(f32::to_bits));
                for (varying, input) in inputs {
                    words.extend(components(varying, input, [x, y], row * columns + column));
                }
            }
        }
    }
    words
}

fn number(value: u32) -> f32 {
    u16::try_from(value).map_or(0.0, f32::from)
}

fn plane([a, b, c]: [f32; 3], [x, y]: [f32; 2]) -> f32 {
    a + b * x + c * y
}

/// The position of a corner. Row 0 of GL is row 0 of Direct3D, and depth is -1..1 there.
fn position(language: Language, [x, y]: [f32; 2], scene: &Scene) -> [f32; 4] {
    let [width, height] = [scene.width, scene.height].map(number);
    let (right, down) = (x * 2.0 / width - 1.0, y * 2.0 / height - 1.0);
    let depth = plane(DEPTH_PLANE, [x, y]);
    match language {
        Language::Glsl => [right, down, depth * 2.0 - 1.0, 1.0],
        Language::Wgsl => [right, -down, depth, 1.0],
    }
}

/// The words of an input at a corner of a tile.
fn components(varying: &Varying, input: &PixelInput, at: [f32; 2], tile: u32) -> [u32; 4] {
    match &input.source {
        PixelSource::Plane(planes) => {
            let lanes = lanes(varying.element.lanes);
            std::array::from_fn(|component| {
                let lane = lanes.get(component).map(|&lane| usize::from(lane & 3));
                lane.map_or(0, |lane| plane(planes[lane], at).to_bits())
            })
        }
        PixelSource::Tiles(values) => values.get(tile as usize).copied().unwrap_or_default(),
        PixelSource::Position | PixelSource::FrontFace | PixelSource::Primitive | PixelSource::Zero => [0; 4],
    }
}
