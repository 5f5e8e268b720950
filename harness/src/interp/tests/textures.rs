//! Reads by whole coordinates, gather and queries (semantics 5.10).

use dxbc_translator::program::ResourceDimension as D;

use super::*;

fn bytes(values: impl IntoIterator<Item = f32>) -> Vec<u8> {
    values.into_iter().flat_map(f32::to_le_bytes).collect()
}

/// A texture of floats that count up from 0 through rows, slices, layers and levels.
pub(super) fn counting(dimension: D, extent: Extent, levels: u32) -> Texture {
    let mut next = 0.0;
    let data: Vec<Vec<u8>> = (0..levels)
        .map(|level| {
            let size = |size: u32| (size >> level).max(1);
            let count = size(extent.width) * size(extent.height) * size(extent.depth) * extent.layers * extent.samples;
            let level = bytes((0..count).map(|number| next + number as f32));
            next += count as f32;
            level
        })
        .collect();
    Texture::new(dimension, Format::R32Float, extent, &data).unwrap()
}

pub(super) fn extent(width: u32, height: u32, depth: u32, layers: u32) -> Extent {
    Extent { width, height, depth, layers, samples: 1 }
}

pub(super) fn bound(texture: Texture, sampler: Sampler) -> Bindings {
    let mut bindings = Bindings::default();
    bindings.resources.set(0, 0, Resource::Texture(texture));
    bindings.samplers.set(0, 0, sampler);
    bindings
}

/// The float that `ld` with an address reads; -1 where it reads the format's value for "outside".
fn loaded(texture: &Texture, op: &str, address: [i32; 4]) -> f32 {
    let bindings = bound(texture.clone(), Sampler::POINT);
    let text = format!("{op} o0.xyzw, v0.xyzw, t0.xyzw; ret");
    let found = defined(vertex_with(&text, &[address.map(|value| value as u32)], &bindings));
    assert_eq!(found[1..], [0, 0, ONE]);
    f32::from_bits(found[0])
}

#[test]
fn loads_in_every_dimension() {
    // Level 0 is 4x2: 0 to 7; level 1 is 2x1: 8, 9; level 2 is 1x1: 10.
    let plain = counting(D::Texture2D, Extent::d2(4, 2), 3);
    assert_eq!(loaded(&plain, "ld", [3, 1, 0, 0]), 7.0);
    assert_eq!(loaded(&plain, "ld", [1, 0, 0, 1]), 9.0);
    assert_eq!(loaded(&plain, "ld", [0, 0, 99, 2]), 10.0);
    let line = counting(D::Texture1D, extent(4, 1, 1, 1), 2);
    assert_eq!(loaded(&line, "ld", [2, 9, 9, 0]), 2.0);
    assert_eq!(loaded(&line, "ld", [1, 9, 9, 1]), 5.0);
    let lines = counting(D::Texture1DArray, extent(4, 1, 1, 3), 1);
    assert_eq!(loaded(&lines, "ld", [1, 2, 9, 0]), 9.0);
    let layers = counting(D::Texture2DArray, extent(2, 2, 1, 3), 1);
    assert_eq!(loaded(&layers, "ld", [1, 1, 2, 0]), 11.0);
    let volume = counting(D::Texture3D, extent(2, 2, 4, 1), 2);
    assert_eq!(loaded(&volume, "ld", [1, 1, 3, 0]), 15.0);
    assert_eq!(loaded(&volume, "ld", [0, 0, 1, 1]), 17.0);
}

#[test]
fn loads_out_of_range_are_zero_with_the_formats_alpha() {
    let plain = counting(D::Texture2D, Extent::d2(4, 2), 2);
    for address in [[4, 0, 0, 0], [0, 2, 0, 0], [-1, 0, 0, 0], [2, 0, 0, 1], [0, 0, 0, 2], [0, 0, 0, -1]] {
        assert_eq!(loaded(&plain, "ld", address), 0.0, "{address:?}");
    }
    let layers = counting(D::Texture2DArray, extent(2, 2, 1, 3), 1);
    assert_eq!(loaded(&layers, "ld", [1, 1, 3, 0]), 0.0);
    // Offsets add modulo 2^32: a negative sum is outside, a sum that wraps back is inside.
    assert_eq!(loaded(&plain, "ld(1,1,0)", [2, 0, 0, 0]), 7.0);
    assert_eq!(loaded(&plain, "ld(-1,0,0)", [0, 0, 0, 0]), 0.0);
    assert_eq!(loaded(&plain, "ld(3,0,0)", [-1, 0, 0, 0]), 2.0);
    // A format with alpha has 0 there.
    let four = Texture::new(D::Texture2D, Format::R8G8B8A8Unorm, Extent::d2(1, 1), &[vec![255; 4]]).unwrap();
    let text = "ld o0.xyzw, l(1, 0, 0, 0), t0.xyzw; ret";
    assert_eq!(defined(vertex_with(text, &[], &bound(four, Sampler::POINT))), [0; 4]);
    // Nothing bound: all zeros.
    assert_eq!(defined(vertex(text, &[])), [0; 4]);
}

#[test]
fn loads_keep_bits() {
    let data = [SNAN, DENORM].iter().flat_map(|bits| bits.to_le_bytes()).collect();
    let texture = Texture::new(D::Texture2D, Format::R32Float, Extent::d2(2, 1), &[data]).unwrap();
    let text = "ld r0.xyzw, l(0, 0, 0, 0), t0.xyzw; ld r1.xyzw, l(1, 0, 0, 0), t0.xyzw; mov o0.xz, r0.xxxx; \
                mov o0.yw, r1.xxxx; ret";
    assert_eq!(defined(vertex_with(text, &[], &bound(texture, Sampler::POINT))), [SNAN, DENORM, SNAN, DENORM]);
}

#[test]
fn samples_of_multisampled_textures() {
    let extent = Extent { samples: 4, ..Extent::d2(2, 1) };
    // Sample s of texel x is 2 s + x.
    let texture = counting(D::Texture2DMS, extent, 1);
    let bindings = bound(texture, Sampler::POINT);
    let run = |text: &str| vertex_with(text, &[], &bindings)[0];
    assert_eq!(run("ldms o0.x, l(1, 0, 0, 0), t0.xyzw, l(2); ret"), Value::float(5.0));
    assert!(!run("ldms o0.x, l(1, 0, 0, 0), t0.xyzw, l(4); ret").defined);
    assert_eq!(run("sampleinfo o0.x, t0.xyzw; ret"), Value::float(4.0));
    assert_eq!(run("sampleinfo_uint o0.x, t0.xyzw; ret"), Value::new(4));
    // The standard pattern of four samples: (-2, -6), (6, -2), (-6, 2), (2, 6) sixteenths.
    assert_eq!(run("samplepos o0.x, t0.yxzw, l(3); ret"), Value::float(0.375));
    assert_eq!(run("samplepos o0.x, t0.xyzw, l(4); ret"), Value::new(0));
    assert_eq!(run("resinfo o0.x, l(0), t0.wxyz; ret"), Value::float(1.0));
    let rasterizer = "sampleinfo o0.x, rasterizer; ret";
    assert_eq!(quad_x(rasterizer, [[0; 4]; 4]), [ONE; 4]);
}

#[test]
fn gathers_go_counter_clockwise_from_the_lower_left() {
    let texture = counting(D::Texture2D, Extent::d2(4, 4), 1);
    let sampler = Sampler { address: [Address::Wrap; 3], ..Sampler::DEFAULT };
    let bindings = bound(texture, sampler);
    let run = |op: &str, u: f32, v: f32| {
        let text = format!("{op} o0.xyzw, v0.xyxx, t0.xyzw, s0.x; ret");
        defined(vertex_with(&text, &[[f(u), f(v), 0, 0]], &bindings)).map(f32::from_bits)
    };
    // At (2, 2) texels the four are (1, 2), (2, 2), (2, 1), (1, 1).
    assert_eq!(run("gather4", 0.5, 0.5), [9.0, 10.0, 6.0, 5.0]);
    assert_eq!(run("gather4(1,-1,0)", 0.5, 0.5), [6.0, 7.0, 3.0, 2.0]);
    // At the corner the address mode wraps: columns 3 and 0, rows 3 and 0.
    assert_eq!(run("gather4", 0.0, 0.0), [3.0, 0.0, 12.0, 15.0]);
    // The offset of _po has six bits: 65 is 1, 63 is -1, 32 is -32, which wraps to 0.
    let po = |x: i32, y: i32| {
        let text = format!("gather4_po o0.xyzw, v0.xyxx, l({x}, {y}, 0, 0), t0.xyzw, s0.x; ret");
        defined(vertex_with(&text, &[[f(0.5), f(0.5), 0, 0]], &bindings)).map(f32::from_bits)
    };
    assert_eq!(po(65, 63), [6.0, 7.0, 3.0, 2.0]);
    assert_eq!(po(32, -32), [9.0, 10.0, 6.0, 5.0]);
}

#[test]
fn gathers_take_the_selected_channel() {
    let data: Vec<u8> = (0..16).collect();
    let texture = Texture::new(D::Texture2D, Format::R8G8B8A8Uint, Extent::d2(2, 2), &[data]).unwrap();
    let bindings = bound(texture, Sampler::DEFAULT);
    let text = "gather4 o0.xyzw, l(0.5, 0.5, 0.0, 0.0), t0.xyzw, s0.z; ret";
    assert_eq!(defined(vertex_with(text, &[], &bindings)), [10, 14, 6, 2]);
}

#[test]
fn gathers_compare_each_texel() {
    let texture = counting(D::Texture2D, Extent::d2(2, 2), 1);
    let bindings = bound(texture, Sampler { comparison: Comparison::LessEqual, ..Sampler::DEFAULT });
    // Texels 0 1 / 2 3 in gather order are 2 3 1 0; 1.5 <= 2 and 3.
    for op in [
        "gather4_c o0.xyzw, v0.xyxx, t0.xxxx, s0.x, l(1.5)",
        "gather4_po_c o0.xyzw, v0.xyxx, l(0, 0, 0, 0), t0.xyzw, s0.x, l(1.5)",
    ] {
        let found = defined(vertex_with(&format!("{op}; ret"), &[[f(0.5); 4]], &bindings));
        let swizzled = if op.contains("xxxx") { [ONE; 4] } else { [ONE, ONE, 0, 0] };
        assert_eq!(found, swizzled);
    }
}

#[test]
fn sizes() {
    let run = |texture: &Texture, op: &str, level: u32| {
        let text = format!("{op} o0.xyzw, v0.x, t0.xyzw; ret");
        vertex_with(&text, &[[level; 4]], &bound(texture.clone(), Sampler::POINT))
    };
    let plain = counting(D::Texture2D, Extent::d2(8, 4), 3);
    assert_eq!(defined(run(&plain, "resinfo", 0)), [f(8.0), f(4.0), 0, f(3.0)]);
    assert_eq!(defined(run(&plain, "resinfo_uint", 1)), [4, 2, 0, 3]);
    assert_eq!(defined(run(&plain, "resinfo_uint", 3)), [0, 0, 0, 3]);
    let reciprocal = run(&plain, "resinfo_rcpFloat", 1);
    assert_eq!(reciprocal[..2], [Value::float(0.25), Value::float(0.5)]);
    assert_eq!(reciprocal[3], Value::float(3.0));
    assert_eq!(run(&plain, "resinfo_rcpFloat", 3)[0], Value::new(INF));
    let array = counting(D::Texture2DArray, extent(4, 4, 1, 5), 2);
    assert_eq!(defined(run(&array, "resinfo_uint", 1)), [2, 2, 5, 2]);
    assert_eq!(defined(run(&array, "resinfo_rcpFloat", 1)), [f(0.5), f(0.5), f(5.0), f(2.0)]);
    assert_eq!(defined(run(&array, "resinfo_uint", 2)), [0, 0, 0, 2]);
    let lines = counting(D::Texture1DArray, extent(4, 1, 1, 5), 1);
    assert_eq!(defined(run(&lines, "resinfo_uint", 0)), [4, 5, 0, 1]);
    let volume = counting(D::Texture3D, extent(4, 2, 8, 1), 2);
    assert_eq!(defined(run(&volume, "resinfo_uint", 1)), [2, 1, 4, 2]);
    assert_eq!(defined(run(&volume, "resinfo_rcpFloat", 0)), [f(0.25), f(0.5), f(0.125), f(2.0)]);
    let cube = counting(D::TextureCube, extent(4, 4, 1, 6), 1);
    assert_eq!(defined(run(&cube, "resinfo_uint", 0)), [4, 4, 0, 1]);
    let cubes = counting(D::TextureCubeArray, extent(4, 4, 1, 12), 1);
    let found = run(&cubes, "resinfo_uint", 0);
    assert_eq!((found[0], found[2].defined), (Value::new(4), false));
    assert_eq!(defined(vertex("resinfo_uint o0.xyzw, l(0), t0.xyzw; ret", &[])), [0; 4]);
}

#[test]
fn textures_that_cannot_be_are_errors() {
    let new = |dimension, extent, levels: &[Vec<u8>]| Texture::new(dimension, Format::R8Unorm, extent, levels);
    assert!(matches!(new(D::Texture2D, Extent::d2(2, 2), &[vec![0; 3]]), Err(ResourceError::Bytes { .. })));
    assert!(matches!(new(D::Texture2D, Extent::d2(2, 2), &[]), Err(ResourceError::Levels(0))));
    assert!(matches!(new(D::Texture2D, Extent::d2(1, 1), &[vec![0], vec![0]]), Err(ResourceError::Levels(2))));
    assert!(matches!(new(D::Texture2D, Extent::d2(0, 1), &[vec![]]), Err(ResourceError::Size { .. })));
    assert!(matches!(new(D::Texture1D, Extent::d2(1, 2), &[vec![0; 2]]), Err(ResourceError::Size { .. })));
    assert!(matches!(new(D::TextureCube, extent(1, 1, 1, 5), &[vec![0; 5]]), Err(ResourceError::Size { .. })));
    assert!(matches!(new(D::Buffer, Extent::d2(1, 1), &[vec![0]]), Err(ResourceError::NoTexture(_))));
    assert!(new(D::Texture2D, Extent::d2(3, 2), &[vec![0; 6], vec![0]]).is_ok());
}
