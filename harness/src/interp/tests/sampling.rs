//! Filters, address modes, levels of detail, cubes, comparison (semantics 5.10).

use dxbc_translator::program::ResourceDimension as D;

use super::textures::{bound, counting, extent};
use super::*;

/// The first component that `sample_l` at level 0 reads.
fn at(texture: &Texture, sampler: Sampler, coordinate: [f32; 4]) -> f32 {
    at_level(texture, sampler, coordinate, 0.0)
}

fn at_level(texture: &Texture, sampler: Sampler, coordinate: [f32; 4], level: f32) -> f32 {
    let text = "sample_l o0.xyzw, v0.xyzw, t0.xyzw, s0, v1.x; ret";
    let inputs = [coordinate.map(f), [f(level); 4]];
    f32::from_bits(defined(vertex_with(text, &inputs, &bound(texture.clone(), sampler)))[0])
}

const LINEAR: Sampler = Sampler::DEFAULT;

fn addressed(filter: Sampler, mode: Address) -> Sampler {
    Sampler { address: [mode; 3], border: [50.0; 4], ..filter }
}

#[test]
fn bilinear_weights() {
    // 0 1 / 2 3: at (u, v) between the centres the value is (2u - 0.5) + 2 (2v - 0.5).
    let texture = counting(D::Texture2D, Extent::d2(2, 2), 1);
    assert_eq!(at(&texture, LINEAR, [0.5, 0.5, 0.0, 0.0]), 1.5);
    assert_eq!(at(&texture, LINEAR, [0.25, 0.25, 0.0, 0.0]), 0.0);
    assert_eq!(at(&texture, LINEAR, [0.75, 0.25, 0.0, 0.0]), 1.0);
    assert_eq!(at(&texture, LINEAR, [0.375, 0.25, 0.0, 0.0]), 0.25);
    assert_eq!(at(&texture, LINEAR, [0.375, 0.625, 0.0, 0.0]), 0.25 + 2.0 * 0.75);
    // Clamped beyond the outer centres.
    assert_eq!(at(&texture, LINEAR, [0.0, 1.0, 0.0, 0.0]), 2.0);
    assert_eq!(at(&texture, LINEAR, [9.0, -9.0, 0.0, 0.0]), 1.0);
    // The nearest texel.
    assert_eq!(at(&texture, Sampler::POINT, [0.49, 0.51, 0.0, 0.0]), 2.0);
    assert_eq!(at(&texture, Sampler::POINT, [0.51, 0.49, 0.0, 0.0]), 1.0);
}

#[test]
fn trilinear_weights_in_a_volume() {
    let volume = counting(D::Texture3D, extent(2, 2, 2, 1), 1);
    assert_eq!(at(&volume, LINEAR, [0.5, 0.5, 0.5, 0.0]), 3.5);
    assert_eq!(at(&volume, LINEAR, [0.25, 0.25, 0.625, 0.0]), 3.0);
    assert_eq!(at(&volume, Sampler::POINT, [0.7, 0.2, 0.7, 0.0]), 5.0);
}

#[test]
fn address_modes_by_point() {
    let texture = counting(D::Texture1D, extent(4, 1, 1, 1), 1);
    // Texels -6 to 9.
    let run = |mode: Address| -> Vec<f32> {
        let place = |texel: i32| (texel as f32 + 0.5) / 4.0;
        (-6..10).map(|texel| at(&texture, addressed(Sampler::POINT, mode), [place(texel), 0.0, 0.0, 0.0])).collect()
    };
    let expected = |text: &str| text.chars().map(|c| c.to_digit(10).map_or(50.0, |d| d as f32)).collect::<Vec<f32>>();
    assert_eq!(run(Address::Wrap), expected("2301230123012301"));
    assert_eq!(run(Address::Mirror), expected("2332100123321001"));
    assert_eq!(run(Address::Clamp), expected("0000000123333333"));
    assert_eq!(run(Address::Border), expected("bbbbbb0123bbbbbb"));
    assert_eq!(run(Address::MirrorOnce), expected("3332100123333333"));
}

#[test]
fn address_modes_between_texels() {
    let texture = counting(D::Texture1D, extent(4, 1, 1, 1), 1);
    // Halfway between texels 3 and 4, and a quarter of the way out from texel 0 at -0.25.
    let run = |mode: Address| [1.0, 0.0625].map(|u: f32| at(&texture, addressed(LINEAR, mode), [u, 0.0, 0.0, 0.0]));
    assert_eq!(run(Address::Wrap), [1.5, 0.75]);
    assert_eq!(run(Address::Mirror), [3.0, 0.0]);
    assert_eq!(run(Address::Clamp), [3.0, 0.0]);
    assert_eq!(run(Address::Border), [26.5, 12.5]);
    assert_eq!(run(Address::MirrorOnce), [3.0, 0.0]);
}

#[test]
fn offsets_come_before_addressing() {
    let texture = counting(D::Texture2D, Extent::d2(4, 4), 1);
    let bindings = bound(texture, addressed(Sampler::POINT, Address::Wrap));
    let text = "sample_l(-1,2,0) o0.xyzw, l(0.125, 0.625, 0.0, 0.0), t0.xyzw, s0, l(0.0); ret";
    // Texel (0, 2) becomes (-1, 4), which wraps to (3, 0).
    assert_eq!(defined(vertex_with(text, &[], &bindings))[0], f(3.0));
}

#[test]
fn layers_round_to_even_and_clamp() {
    let array = counting(D::Texture2DArray, extent(1, 1, 1, 4), 1);
    for (layer, expected) in
        [(0.5, 0.0), (1.5, 2.0), (2.5, 2.0), (2.999_9, 3.0), (9.0, 3.0), (-3.0, 0.0), (f32::NAN, 0.0)]
    {
        assert_eq!(at(&array, Sampler::POINT, [0.5, 0.5, layer, 0.0]), expected, "{layer}");
    }
    let lines = counting(D::Texture1DArray, extent(2, 1, 1, 2), 1);
    assert_eq!(at(&lines, LINEAR, [0.5, 1.0, 9.0, 9.0]), 2.5);
}

#[test]
fn given_levels() {
    // 4x4, 2x2, 1x1: the first texels are 0, 16, 20.
    let texture = counting(D::Texture2D, Extent::d2(4, 4), 3);
    let corner = [0.0, 0.0, 0.0, 0.0];
    let point = Sampler { mip: Filter::Point, ..Sampler::POINT };
    let blend = Sampler { mip: Filter::Linear, ..Sampler::POINT };
    let cases = [(-1.0, 0.0, 0.0), (0.25, 0.0, 4.0), (0.75, 16.0, 12.0), (1.0, 16.0, 16.0), (1.75, 20.0, 19.0)];
    for (level, nearest, blended) in cases {
        assert_eq!(at_level(&texture, point, corner, level), nearest, "{level}");
        assert_eq!(at_level(&texture, blend, corner, level), blended, "{level}");
    }
    assert_eq!(at_level(&texture, blend, corner, 99.0), 20.0);
    // The sampler's bias and clamps act on given levels too.
    assert_eq!(at_level(&texture, Sampler { mip_bias: 1.0, ..blend }, corner, 0.25), 17.0);
    assert_eq!(at_level(&texture, Sampler { min_lod: 1.0, ..blend }, corner, -5.0), 16.0);
    assert_eq!(at_level(&texture, Sampler { max_lod: 0.5, ..blend }, corner, 5.0), 8.0);
}

#[test]
fn magnification_and_minification_filter_apart() {
    let texture = counting(D::Texture2D, Extent::d2(2, 2), 2);
    let magnifies = Sampler { mag: Filter::Linear, ..Sampler::POINT };
    let minifies = Sampler { min: Filter::Linear, ..Sampler::POINT };
    let middle = [0.5, 0.5, 0.0, 0.0];
    // 0.5 * 2 is texel 1: the nearest is 3.
    assert_eq!(at_level(&texture, magnifies, middle, 0.0), 1.5);
    assert_eq!(at_level(&texture, magnifies, middle, 0.25), 3.0);
    assert_eq!(at_level(&texture, minifies, middle, 0.0), 3.0);
    assert_eq!(at_level(&texture, minifies, middle, 0.25), 1.5);
}

/// The level that a texture shows: its levels are 0, 1, 2, ... everywhere.
fn ruler(dimension: D, extent: Extent, levels: u32) -> Texture {
    let data: Vec<Vec<u8>> = (0..levels)
        .map(|level| {
            let size = |size: u32| (size >> level).max(1);
            let count = size(extent.width) * size(extent.height) * size(extent.depth) * extent.layers;
            (0..count).flat_map(|_| (level as f32).to_le_bytes()).collect()
        })
        .collect();
    Texture::new(dimension, Format::R32Float, extent, &data).unwrap()
}

/// What each lane of a quad samples; v0 is the upper left address and changes by v1 along x and by v2 along y.
fn over_quad(text: &str, bindings: &Bindings, address: [[f32; 3]; 3]) -> [Value; 4] {
    let lane = |x: f32, y: f32| {
        let at = |axis: usize| f(address[0][axis] + x * address[1][axis] + y * address[2][axis]);
        registers(&[[at(0), at(1), at(2), 0]])
    };
    let inputs = [lane(0.0, 0.0), lane(1.0, 0.0), lane(0.0, 1.0), lane(1.0, 1.0)];
    quad(text, &inputs, bindings).pixels.map(|pixel| pixel.targets[0][0])
}

#[test]
fn implicit_levels_follow_the_longer_derivative() {
    let texture = ruler(D::Texture2D, Extent::d2(16, 16), 5);
    let bindings = bound(texture, LINEAR);
    let text = "sample o0.xyzw, v0.xyxx, t0.xyzw, s0; ret";
    let run = |text: &str, x: [f32; 3], y: [f32; 3]| {
        over_quad(text, &bindings, [[0.25, 0.25, 0.0], x, y]).map(|value| f32::from_bits(value.bits))
    };
    // 2, 4 texels along x, 1 along y.
    assert_eq!(run(text, [2.0 / 16.0, 0.0, 0.0], [0.0, 1.0 / 16.0, 0.0]), [1.0; 4]);
    assert_eq!(run(text, [0.0, 1.0 / 16.0, 0.0], [0.0, 4.0 / 16.0, 0.0]), [2.0; 4]);
    // (3, 4) texels are 5 long; log2 5 = 2.3219281.
    let found = run(text, [3.0 / 16.0, 4.0 / 16.0, 0.0], [0.0; 3]);
    assert!((found[0] - 2.321_928).abs() < 1e-6, "{found:?}");
    assert_eq!(run(text, [0.0; 3], [0.0; 3]), [0.0; 4]);
    let biased = "sample_b o0.xyzw, v0.xyxx, t0.xyzw, s0, l(1.5); ret";
    assert_eq!(run(biased, [2.0 / 16.0, 0.0, 0.0], [0.0; 3]), [2.5; 4]);
    let clamped = "sample_cl_s o0.xyzw, null, v0.xyxx, t0.xyzw, s0, l(3.25); ret";
    assert_eq!(run(clamped, [2.0 / 16.0, 0.0, 0.0], [0.0; 3]), [3.25; 4]);
    // Gradients from operands: 8 texels along y.
    let given = "sample_d o0.xyzw, v0.xyxx, t0.xyzw, s0, l(0.0, 0.0, 0.0, 0.0), l(0.0, 0.5, 0.0, 0.0); ret";
    assert_eq!(run(given, [0.0; 3], [0.0; 3]), [3.0; 4]);
}

#[test]
fn a_bias_out_of_range_is_undefined() {
    let bindings = bound(ruler(D::Texture2D, Extent::d2(16, 16), 5), LINEAR);
    for (bias, defined) in [("-16.0", true), ("15.99", true), ("16.0", false), ("-16.5", false)] {
        let text = format!("sample_b o0.xyzw, v0.xyxx, t0.xyzw, s0, l({bias}); ret");
        assert_eq!(over_quad(&text, &bindings, [[0.25; 3], [0.1; 3], [0.0; 3]])[0].defined, defined, "{bias}");
    }
}

#[test]
fn the_level_of_each_pixel_is_an_option() {
    let bindings = bound(ruler(D::Texture1D, extent(16, 1, 1, 1), 5), LINEAR);
    let program = assemble::program(Stage::Pixel, "sample o0.xyzw, v0.xxxx, t0.xyzw, s0; ret");
    // 2 texels along the upper row, 4 along the lower, none down the left column, 2 down the right.
    let inputs = lanes_of([0.0, 2.0, 0.0, 4.0].map(|texels| [f(texels / 16.0); 4]));
    let run = |lod_derivatives: Derivatives| {
        let interpreter = Interpreter::new(&program, Options { lod_derivatives, ..Options::default() }).unwrap();
        let result = interpreter.run_quad(&bindings, &QuadInput::new(&inputs)).unwrap();
        result.pixels.map(|pixel| f32::from_bits(pixel.targets[0][0].bits))
    };
    assert_eq!(run(Derivatives::Coarse), [1.0; 4]);
    assert_eq!(run(Derivatives::Fine), [1.0, 1.0, 2.0, 2.0]);
}

#[test]
fn level_queries() {
    let bindings = bound(ruler(D::Texture2D, Extent::d2(16, 16), 3), Sampler { mip_bias: 0.5, ..LINEAR });
    let text = |swizzle: &str| format!("lod o0.xyzw, v0.xyxx, t0.{swizzle}, s0; ret");
    let step = [[0.25, 0.25, 0.0], [8.0 / 16.0, 0.0, 0.0], [0.0; 3]];
    // log2 8 = 3, biased 3.5, clamped to the last level.
    assert_eq!(over_quad(&text("xyzw"), &bindings, step), [Value::float(2.0); 4]);
    assert_eq!(over_quad(&text("yyyy"), &bindings, step), [Value::float(3.5); 4]);
    assert_eq!(over_quad(&text("zzzz"), &bindings, step), [Value::new(0); 4]);
    let point = bound(ruler(D::Texture2D, Extent::d2(16, 16), 3), Sampler::POINT);
    assert!(!over_quad(&text("xyzw"), &point, step)[0].defined);
}

#[test]
fn implicit_levels_in_divergent_flow_are_undefined_where_they_matter() {
    let text = "
        mov o0.xyzw, l(0.0, 0.0, 0.0, 0.0)
        lt r0.x, v0.x, l(0.5)
        if_nz r0.x
          sample o0.xyzw, v0.xyxx, t0.xyzw, s0
        endif
        ret";
    let step = [[0.0; 3], [1.0, 0.0, 0.0], [0.0; 3]];
    let many = bound(ruler(D::Texture2D, Extent::d2(16, 16), 5), LINEAR);
    assert!(!over_quad(text, &many, step)[0].defined);
    let one = bound(ruler(D::Texture2D, Extent::d2(16, 16), 1), LINEAR);
    assert!(over_quad(text, &one, step)[0].defined);
}

#[test]
fn cube_faces() {
    // Each face is one texel: its number.
    let cube = counting(D::TextureCube, extent(1, 1, 1, 6), 1);
    let face = |direction: [f32; 3]| at(&cube, Sampler::POINT, [direction[0], direction[1], direction[2], 0.0]);
    assert_eq!(face([2.0, 1.0, -1.0]), 0.0);
    assert_eq!(face([-2.0, 1.0, -1.0]), 1.0);
    assert_eq!(face([1.0, 2.0, -1.0]), 2.0);
    assert_eq!(face([1.0, -2.0, -1.0]), 3.0);
    assert_eq!(face([1.0, -1.0, 2.0]), 4.0);
    assert_eq!(face([1.0, -1.0, -2.0]), 5.0);
    // Ties prefer z, then y, then x.
    assert_eq!(face([1.0, 1.0, 1.0]), 4.0);
    assert_eq!(face([1.0, -1.0, 0.5]), 3.0);
    assert_eq!(face([1.0, 0.0, -1.0]), 5.0);
    let cubes = counting(D::TextureCubeArray, extent(1, 1, 1, 12), 1);
    assert_eq!(at(&cubes, Sampler::POINT, [0.0, 1.0, 0.0, 1.0]), 8.0);
}

#[test]
fn coordinates_on_cube_faces() {
    // Faces of 2x2, numbered 4 f + 2 row + column.
    let cube = counting(D::TextureCube, extent(2, 2, 1, 6), 1);
    let at = |direction: [f32; 3]| at(&cube, Sampler::POINT, [direction[0], direction[1], direction[2], 0.0]);
    // +x: u grows with -z, v with -y.
    assert_eq!(at([1.0, 0.5, 0.5]), 0.0);
    assert_eq!(at([1.0, 0.5, -0.5]), 1.0);
    assert_eq!(at([1.0, -0.5, 0.5]), 2.0);
    // -x: u with z. +y: u with x, v with z. -y: v with -z. +z: u with x, v with -y. -z: u with -x.
    assert_eq!(at([-1.0, 0.5, 0.5]), 5.0);
    assert_eq!(at([0.5, 1.0, -0.5]), 9.0);
    assert_eq!(at([-0.5, 1.0, 0.5]), 10.0);
    assert_eq!(at([0.5, -1.0, 0.5]), 13.0);
    assert_eq!(at([0.5, 0.5, 1.0]), 17.0);
    assert_eq!(at([-0.5, -0.5, 1.0]), 18.0);
    assert_eq!(at([-0.5, 0.5, -1.0]), 21.0);
}

#[test]
fn cube_filters_cross_edges() {
    let cube = counting(D::TextureCube, extent(2, 2, 1, 6), 1);
    let at = |direction: [f32; 3]| at(&cube, LINEAR, [direction[0], direction[1], direction[2], 0.0]);
    // On the edge between +x and +z, at the height of the upper row: +z holds 17 on its right, +x holds 0 on its left.
    assert_eq!(at([1.0, 0.5, 1.0]), 8.5);
    // Between +z (its upper right texel 17) and +y, whose v grows with z: its lower right texel 11.
    assert_eq!(at([0.5, 1.0, 1.0]), 14.0);
    // At the corner of +x, +y, +z: the average of 0, 11 and 17.
    let corner = at([1.0, 1.0, 1.0]);
    assert!((corner - 28.0 / 3.0).abs() < 1e-5, "{corner}");
}

#[test]
fn levels_of_cubes_are_measured_on_the_face() {
    // A face of 16 texels spans 2 units of direction at distance 1: 0.25 is 2 texels.
    let bindings = bound(ruler(D::TextureCube, extent(16, 16, 1, 6), 5), LINEAR);
    let text = "sample o0.xyzw, v0.xyzx, t0.xyzw, s0; ret";
    let run = |scale: f32| {
        over_quad(text, &bindings, [[0.0, 0.0, scale], [0.25 * scale, 0.0, 0.0], [0.0, 0.125 * scale, 0.0]])
    };
    assert_eq!(run(1.0)[0], Value::float(1.0));
    // The length of the direction does not matter.
    assert_eq!(run(4.0)[0], Value::float(1.0));
}

#[test]
fn comparisons_are_filtered() {
    let texture = counting(D::Texture2D, Extent::d2(2, 2), 1);
    let run = |comparison: Comparison, filter: Sampler, reference: f32| {
        let text = "sample_c_lz o0.xyzw, l(0.375, 0.5, 0.0, 0.0), t0.xxxx, s0, v0.x; ret";
        let bindings = bound(texture.clone(), Sampler { comparison, ..filter });
        f32::from_bits(defined(vertex_with(text, &[[f(reference); 4]], &bindings))[2])
    };
    // Weights: column 0 has 0.75, column 1 has 0.25, each row half. 1.5 < 2 and 3, the lower row.
    assert_eq!(run(Comparison::Less, LINEAR, 1.5), 0.5);
    assert_eq!(run(Comparison::Greater, LINEAR, 1.5), 0.5);
    // 0 < 1, 2, 3.
    assert_eq!(run(Comparison::Less, LINEAR, 0.0), 0.625);
    assert_eq!(run(Comparison::LessEqual, LINEAR, 0.0), 1.0);
    assert_eq!(run(Comparison::Equal, LINEAR, 3.0), 0.125);
    assert_eq!(run(Comparison::NotEqual, LINEAR, 3.0), 0.875);
    assert_eq!(run(Comparison::GreaterEqual, LINEAR, 3.0), 1.0);
    assert_eq!(run(Comparison::Always, LINEAR, 0.0), 1.0);
    assert_eq!(run(Comparison::Never, LINEAR, 0.0), 0.0);
    assert_eq!(run(Comparison::Greater, Sampler::POINT, 1.5), 0.0);
}

#[test]
fn references_of_unorm_depth_are_clamped() {
    let texture = Texture::new(D::Texture2D, Format::R16Unorm, Extent::d2(1, 1), &[vec![255, 255]]).unwrap();
    let bindings = bound(texture, Sampler { comparison: Comparison::LessEqual, ..LINEAR });
    let text = "sample_c_lz o0.xyzw, l(0.5, 0.5, 0.0, 0.0), t0.xxxx, s0, l(7.5); ret";
    assert_eq!(defined(vertex_with(text, &[], &bindings)), [ONE; 4]);
}

#[test]
fn integer_textures_are_not_filtered() {
    let texture = Texture::new(D::Texture2D, Format::R8Uint, Extent::d2(2, 1), &[vec![3, 200]]).unwrap();
    let text = "sample_l o0.xyzw, l(0.7, 0.5, 0.0, 0.0), t0.xyzw, s0, l(0.0); ret";
    assert_eq!(defined(vertex_with(text, &[], &bound(texture.clone(), Sampler::POINT))), [200, 0, 0, 1]);
    let linear = vertex_with(text, &[], &bound(texture, LINEAR));
    assert!(!linear[0].defined);
}

#[test]
fn borders_take_the_formats_range_and_channels() {
    let texture = Texture::new(D::Texture2D, Format::R8G8Unorm, Extent::d2(1, 1), &[vec![0, 0]]).unwrap();
    let border = Sampler { address: [Address::Border; 3], border: [5.0, 0.25, 0.5, 0.5], ..Sampler::POINT };
    let text = "sample_l o0.xyzw, l(2.0, 0.5, 0.0, 0.0), t0.xyzw, s0, l(0.0); ret";
    assert_eq!(defined(vertex_with(text, &[], &bound(texture, border))), [ONE, f(0.25), 0, ONE]);
}

#[test]
fn coordinates_that_are_no_numbers_are_undefined() {
    let bindings = bound(counting(D::Texture2D, Extent::d2(2, 2), 1), LINEAR);
    let text = "sample_l o0.xyzw, v0.xyzw, t0.xyzw, s0, l(0.0); ret";
    assert!(!vertex_with(text, &[[NAN, 0, 0, 0]], &bindings)[0].defined);
    assert!(!vertex_with(text, &[[INF, 0, 0, 0]], &bindings)[0].defined);
    // Lanes that the dimension does not use do not matter.
    assert!(vertex_with(text, &[[0, 0, NAN, NAN]], &bindings)[0].defined);
    let cube = bound(counting(D::TextureCube, extent(1, 1, 1, 6), 1), LINEAR);
    assert!(!vertex_with(text, &[[0; 4]], &cube)[0].defined);
}

#[test]
fn an_unbound_sampler_has_the_default_state() {
    let mut bindings = Bindings::default();
    bindings.resources.set(0, 0, Resource::Texture(counting(D::Texture2D, Extent::d2(2, 2), 1)));
    let text = "sample_l o0.xyzw, l(0.5, 0.5, 0.0, 0.0), t0.xyzw, s0, l(0.0); ret";
    assert_eq!(defined(vertex_with(text, &[], &bindings))[0], f(1.5));
    assert_eq!(defined(vertex(text, &[])), [0; 4]);
}

#[test]
fn resources_may_be_chosen_by_index() {
    let mut bindings = Bindings::default();
    for slot in 0..4u32 {
        let data = (slot as f32 * 10.0).to_le_bytes().to_vec();
        let texture = Texture::new(D::Texture2D, Format::R32Float, Extent::d2(1, 1), &[data]).unwrap();
        bindings.resources.set(0, slot, Resource::Texture(texture));
    }
    let text = "sample_l o0.xyzw, l(0.5, 0.5, 0.0, 0.0), t[v0.x + 1].xyzw, s0, l(0.0); ret";
    let result = quad(text, &lanes_of(LANE_NUMBERS), &bindings);
    let found = result.pixels.map(|pixel| f32::from_bits(pixel.targets[0][0].bits));
    assert_eq!(found, [10.0, 20.0, 30.0, 0.0]);
}
