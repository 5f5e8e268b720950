//! Draws of WGSL with results that were worked out by hand.

use std::sync::Arc;

use dxbc_harness::engine::{
    Attribute, AttributeRead, AttributeScalar, Bound, ColorTarget, CompareFunc, CullMode, DepthTarget, Draw, DrawCall,
    DrawError, DrawOutput, EngineKind, Filter, Framebuffer, FrontFace, Image, ImageKind, LinkStage, ProgramSource,
    Raster, SamplerState, TexelFormat, Topology, Varying, VertexBuffer,
};
use dxbc_translator::reflect::Binding;

use crate::open;

/// Covers the whole target with one triangle, clockwise on the screen, at depth 0.5.
const COVER: &str = "@vertex fn main(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
    return vec4f(select(-1.0f, 3.0f, i == 2u), select(-1.0f, 3.0f, i == 1u), 0.5f, 1.0f);
}";

fn program(vertex: &str, fragment: &str) -> Arc<ProgramSource> {
    Arc::new(ProgramSource { name: String::new(), vertex: vertex.to_owned(), fragment: fragment.to_owned() })
}

const fn at(binding: u32) -> Binding {
    Binding { group: 0, binding }
}

/// A draw over a target of 2 x 2 pixels.
fn covering(fragment: &str) -> Draw {
    let target = ColorTarget { format: TexelFormat::RGBA32UI, clear: [9; 4] };
    Draw {
        program: program(COVER, fragment),
        call: DrawCall { count: 3, ..DrawCall::default() },
        framebuffer: Some(Framebuffer { width: 2, height: 2, targets: vec![target], depth: None }),
        ..Draw::default()
    }
}

fn drawn(draw: Draw) -> DrawOutput {
    match open(EngineKind::Wgpu).draw(&[draw]).unwrap().remove(0) {
        Ok(output) => output,
        Err(error) => panic!("{error}"),
    }
}

fn failed(draw: Draw) -> DrawError {
    open(EngineKind::Wgpu).draw(&[draw]).unwrap().remove(0).unwrap_err()
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Rows come from the top, and y grows downwards.
#[test]
fn the_top_row_is_the_first() {
    let output = drawn(covering(
        "@fragment fn main(@builtin(position) at: vec4f) -> @location(0) vec4u {
    return vec4u(u32(at.x), u32(at.y), bitcast<u32>(at.y), 7u);
}",
    ));
    let [half, more] = [0.5_f32, 1.5].map(f32::to_bits);
    assert_eq!(words(&output.targets[0]), [0, 0, half, 7, 1, 0, half, 7, 0, 1, more, 7, 1, 1, more, 7]);
}

/// NaN, subnormals and sizes that are no multiple of anything, from a uniform buffer that is shorter than its variable,
/// a storage buffer, and a texture.
#[test]
fn bindings_arrive_bit_for_bit() {
    let mut draw = covering(
        "@group(0) @binding(3) var<uniform> rows: array<vec4u, 2>;
@group(1) @binding(0) var<storage, read> data: array<u32>;
@group(0) @binding(100) var texels: texture_2d<u32>;
@fragment fn main() -> @location(0) vec4u {
    return vec4u(rows[0].y, rows[1].w, data[2] + arrayLength(&data), textureLoad(texels, vec2i(2, 1), 0).x);
}",
    );
    draw.bindings.insert(at(3), Bound::Uniform(bytes(&[0, 0x7f80_0001, 0, 0])));
    draw.bindings.insert(Binding { group: 1, binding: 0 }, Bound::Words(bytes(&[1, 2, 40])));
    draw.bindings.insert(at(100), Bound::Texture(0));
    let texels = bytes(&[0, 1, 2, 10, 11, 12]);
    let (kind, format) = (ImageKind::D2, TexelFormat::R32UI);
    draw.images.push(Image { kind, format, width: 3, height: 2, depth: 1, levels: vec![texels] });
    let output = drawn(draw);
    assert_eq!(words(&output.targets[0])[..4], [0x7f80_0001, 0, 43, 12]);
}

/// A depth texture compares texel by texel: 0.25 and 0.75 with 0.5.
#[test]
fn depth_textures_have_their_texels() {
    let mut draw = covering(
        "@group(0) @binding(250) var texels: texture_depth_2d;
@group(0) @binding(40) var compares: sampler_comparison;
@group(0) @binding(20) var plain: sampler;
@group(0) @binding(100) var floats: texture_2d<f32>;
@fragment fn main(@builtin(position) at: vec4f) -> @location(0) vec4u {
    let lit = textureSampleCompareLevel(texels, compares, at.xy * 0.5f, 0.5f);
    return vec4u(u32(lit), bitcast<u32>(textureSampleLevel(floats, plain, at.xy * 0.5f, 1.0f).x), 0u, 0u);
}",
    );
    let [low, high, less] = [0.25_f32, 0.75, 0.125].map(f32::to_bits);
    draw.images.push(Image {
        kind: ImageKind::D2,
        format: TexelFormat::Depth32F,
        width: 2,
        height: 2,
        depth: 1,
        levels: vec![bytes(&[low, high, high, low]), bytes(&[less])],
    });
    let compare = SamplerState { compare: Some(CompareFunc::Less), ..SamplerState::default() };
    draw.bindings.insert(at(250), Bound::Texture(0));
    draw.bindings.insert(at(100), Bound::Texture(0));
    draw.bindings.insert(at(40), Bound::Sampler(compare));
    draw.bindings.insert(at(20), Bound::Sampler(SamplerState::default()));
    let output = drawn(draw);
    let pixels: Vec<[u32; 2]> = words(&output.targets[0]).as_chunks::<4>().0.iter().map(|w| [w[0], w[1]]).collect();
    assert_eq!(pixels, [[0, less], [1, less], [1, less], [0, less]]);
}

/// Between two texels of 32-bit floats lies their mean.
#[test]
fn floats_are_filtered() {
    let mut draw = covering(
        "@group(0) @binding(0) var texels: texture_2d<f32>;
@group(0) @binding(1) var mixes: sampler;
@fragment fn main() -> @location(0) vec4u {
    return bitcast<vec4u>(textureSampleLevel(texels, mixes, vec2f(0.5f, 0.5f), 0.0f));
}",
    );
    let texels = [1.0_f32, 2.0, 3.0, 4.0, 3.0, 4.0, 5.0, 6.0].map(f32::to_bits);
    let (kind, format) = (ImageKind::D2, TexelFormat::RGBA32F);
    draw.images.push(Image { kind, format, width: 2, height: 1, depth: 1, levels: vec![bytes(&texels)] });
    let state = SamplerState { mag: Filter::Linear, min: Filter::Linear, ..SamplerState::default() };
    draw.bindings.insert(at(0), Bound::Texture(0));
    draw.bindings.insert(at(1), Bound::Sampler(state));
    assert_eq!(words(&drawn(draw).targets[0])[..4], [2.0_f32, 3.0, 4.0, 5.0].map(f32::to_bits));
}

/// The front is clockwise on the screen if the draw says so, and culled if it says that; the depth is what was drawn.
#[test]
fn faces_and_depths() {
    let face = "@fragment fn main(@builtin(front_facing) front: bool) -> @location(0) vec4u {
    return vec4u(select(0u, 1u, front));
}";
    let depth = DepthTarget { format: TexelFormat::Depth32F, clear: 1.0, test: CompareFunc::Less, write: true };
    let with = |front_face, cull| {
        let mut draw = covering(face);
        draw.raster = Raster { front_face, cull, viewport: None };
        draw.framebuffer = draw.framebuffer.map(|framebuffer| Framebuffer { depth: Some(depth), ..framebuffer });
        let output = drawn(draw);
        (words(&output.targets[0])[0], f32::from_bits(words(&output.depth.unwrap())[3]))
    };
    assert_eq!(with(FrontFace::Clockwise, CullMode::None), (1, 0.5));
    assert_eq!(with(FrontFace::CounterClockwise, CullMode::Front), (0, 0.5));
    assert_eq!(with(FrontFace::Clockwise, CullMode::Front), (9, 1.0));
}

/// The outputs of a stage that reads its vertex's number and one that does not, with subroutines and a uniform.
#[test]
fn outputs_of_vertices_are_captured_bit_for_bit() {
    let numbered = "struct Inputs {
    @location(3) value: vec4u,
    @builtin(vertex_index) vertex: u32,
}
struct Outputs {
    @location(1) @interpolate(flat) integers: vec3u,
    @builtin(position) position: vec4f,
    @location(0) float: f32,
}
@group(0) @binding(7) var<uniform> rows: array<vec4f, 1>;
var<private> v: Inputs;
@vertex fn main(inputs: Inputs) -> Outputs {
    v = inputs;
    var o: Outputs;
    o.integers = v.value.xyw;
    o.position = vec4f(f32(v.vertex), -2.0f, bitcast<f32>(v.value.z), 4.0f);
    o.float = bitcast<f32>(v.value.z) + rows[0].y;
    return o;
}";
    let attribute = Attribute {
        name: String::new(),
        location: Some(3),
        offset: 0,
        components: 4,
        scalar: AttributeScalar::U32,
        read: AttributeRead::Integer,
    };
    let three = 3.0_f32.to_bits();
    let data = bytes(&[1, 2, three, 4, 0x7fc0_0001, 6, 1, 8]);
    let varying = |location, components| Varying { name: String::new(), location, components };
    let mut draw = Draw {
        program: program(numbered, ""),
        vertex_buffers: vec![VertexBuffer { data, stride: 16, divisor: 0, attributes: vec![attribute] }],
        call: DrawCall { topology: Topology::Points, count: 2, instances: 2, ..DrawCall::default() },
        capture: vec![varying(Some(1), 3), varying(None, 4), varying(Some(0), 1)],
        ..Draw::default()
    };
    draw.bindings.insert(at(7), Bound::Uniform(bytes(&[0, 1.0_f32.to_bits(), 0, 0])));
    let output = drawn(draw.clone());
    let [first, second] = [[1, 2, 4], [0x7fc0_0001, 6, 8]];
    assert_eq!(words(&output.captured[0]), [first, second, first, second].concat());
    let [two, four] = [-2.0_f32, 4.0].map(f32::to_bits);
    let [first, second] = [[0, two, three, four], [1.0_f32.to_bits(), two, 1, four]];
    assert_eq!(words(&output.captured[1]), [first, second, first, second].concat());
    let float = [4.0_f32, 1.0].map(f32::to_bits);
    assert_eq!(words(&output.captured[2]), [float, float].concat());

    let position = "@vertex fn main() -> @builtin(position) vec4f { return vec4f(1.0f, 2.0f, 3.0f, 4.0f); }";
    draw.program = program(position, "");
    draw.capture = vec![varying(None, 4)];
    let one = [1.0_f32, 2.0, 3.0, 4.0].map(f32::to_bits);
    assert_eq!(words(&drawn(draw).captured[0]), [one; 4].concat());
}

#[test]
fn what_is_wrong_is_named() {
    let with = |vertex: &str, fragment: &str| Draw { program: program(vertex, fragment), ..covering("") };
    let plain = "@fragment fn main() -> @location(0) vec4u { return vec4u(1u); }";
    let unknown = failed(with(COVER, "@fragment fn main() -> @location(0) vec4u { return nothing; }"));
    let DrawError::Link(failure) = unknown else { panic!("{unknown}") };
    assert!(failure.stage == LinkStage::Fragment && failure.log.contains("nothing"), "{failure}");
    let reads = "@fragment fn main(@location(0) a: f32) -> @location(0) vec4u { return vec4u(u32(a)); }";
    assert!(matches!(failed(with(COVER, reads)), DrawError::Link(failure) if failure.stage == LinkStage::Link));
    let lacks = "@group(0) @binding(5) var<uniform> rows: vec4u;
@fragment fn main() -> @location(0) vec4u { return rows; }";
    assert!(matches!(failed(with(COVER, lacks)), DrawError::Unbound { name, .. } if name == "rows"));
    let mut wrong = with(COVER, lacks);
    wrong.bindings.insert(at(5), Bound::Sampler(SamplerState::default()));
    assert!(matches!(failed(wrong), DrawError::Mismatch { name, .. } if name == "rows"));
    let fed = "@vertex fn main(@location(2) at: vec4f) -> @builtin(position) vec4f { return at; }";
    assert!(matches!(failed(with(fed, plain)), DrawError::Unbound { name, .. } if name == "@location(2)"));
    let floats = "@fragment fn main() -> @location(0) vec4f { return vec4f(1.0f); }";
    assert!(matches!(failed(with(COVER, floats)), DrawError::Link(failure) if failure.stage == LinkStage::Link));
    let mut odd = with(COVER, plain);
    odd.capture = vec![Varying { name: "v".to_owned(), location: Some(0), components: 4 }];
    assert!(matches!(failed(odd), DrawError::Mismatch { name, .. } if name == "v"));
}
