//! The emitted text of chosen corpus cases as snapshots: GLSL in both register models, and WGSL.
//!
//! `ci/bless` writes them; a plain run compares. A snapshot that no case stands for is a failure.

use std::collections::BTreeSet;
use std::path::Path;

use dxbc_translator::options::{Comments, Options, RegisterModel, Target};
use dxbc_translator::{translate, translate_program};

use crate::corpus::case_path;

/// Cases, by container: one a topic, so that a change of the text is seen where it matters and read as a whole.
const CASES: &[&str] = &[
    "asm/bits-in-floats/ps",
    "asm/callc/ps",
    "asm/indexable-temp-2/ps",
    "asm/input-range/ps",
    "asm/output-range/vs",
    "asm/switch-fallthrough/ps",
    "asm/switch-in-loop/ps",
    "asm/usubb/ps",
    "feature/early-depth-1/ps",
    "feature/icb-special-1/ps",
    "feature/sv-isfrontface-1/ps",
    "feature/sv-position-1/ps",
    "feature/vertex-input-types-1/vs",
    "game/blinn-phong-d3d10/ps",
    "game/deferred-sun/ps",
    "game/fxaa/ps",
    "game/gbuffer-uint/ps",
    "game/grass-wind/vs",
    "game/instance-matrices/vs",
    "game/noise-worley/ps",
    "game/parallax-occlusion/ps",
    "game/particle-billboard/vs",
    "game/pbr-metal-rough/ps",
    "game/pbr-metal-rough/vs",
    "game/shadow-cascade-select/ps",
    "game/shadow-cascade-select/ps.strip",
    "opcode/bfi/ps",
    "opcode/firstbit_hi/ps",
    "opcode/ftou/ps",
    "opcode/gather4/ps",
    "opcode/ld_structured/ps",
    "opcode/resinfo/ps",
    "opcode/sample_c_lz/ps",
    "opcode/sample_d/ps",
    "opcode/sincos/ps",
    "opcode/udiv/ps",
];

/// Binding layouts: container, name of the snapshot, language, layout file.
const LAYOUTS: &[(&str, &str, Target, &str)] = &[
    ("feature/abi-bones-1/vs", "data-texture", Target::Glsl, ""),
    (
        "feature/abi-bones-1/vs",
        "uniform-block",
        Target::Glsl,
        "[vertex.t0]\nplacement = \"uniform-block\"\ncapacity = 58",
    ),
    (
        "feature/abi-bones-1/vs",
        "constant-buffer",
        Target::Glsl,
        "[vertex.t0]\nplacement = \"constant-buffer\"\nslot = 3\nfirst-row = 26\ncapacity = 58",
    ),
    ("feature/abi-bones-1/vs", "zero", Target::Glsl, "[vertex.t0]\nplacement = \"zero\""),
    ("feature/abi-bones-1/vs", "carbon", Target::Glsl, "preset = \"carbon\""),
    ("feature/abi-bones-1/vs", "carbon.wgsl", Target::Wgsl, "preset = \"carbon\""),
    (
        "feature/structured-strides-1/ps",
        "uniform-block",
        Target::Glsl,
        "[pixel.t3]\nplacement = \"uniform-block\"\ncapacity = 48",
    ),
    ("feature/vertex-input-types-1/vs", "native", Target::Glsl, "integer-attributes = \"native\""),
];

/// Compute cases, which GLSL ES 3.00 has no stage for.
const COMPUTE: &[&str] = &[
    "compute/atomic-signed/cs",
    "compute/blur/cs",
    "compute/bitonic-sort/cs",
    "compute/consume-append/cs",
    "compute/sizes/cs",
    "compute/texture-change/cs",
];

fn check(name: &str, text: &str, used: &mut BTreeSet<String>) {
    let name = name.split('/').collect::<Vec<_>>().join("__");
    used.insert(format!("{name}.snap"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    insta::with_settings!({ snapshot_path => folder, prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

#[test]
fn emitted_text_is_as_blessed() {
    let mut used = BTreeSet::new();
    for case in CASES {
        let bytes = std::fs::read(case_path(&format!("{case}.dxbc"))).unwrap_or_else(|error| panic!("{case}: {error}"));
        for (suffix, register_model) in [("float", RegisterModel::Float), ("typed", RegisterModel::Typed)] {
            let options = Options { register_model, ..Options::default() };
            check(&format!("{case}.{suffix}"), &translate(&bytes, &options).unwrap().source, &mut used);
        }
        let options = Options { target: Target::Wgsl, ..Options::default() };
        check(&format!("{case}.wgsl"), &translate(&bytes, &options).unwrap().source, &mut used);
    }
    for case in COMPUTE {
        let bytes = std::fs::read(case_path(&format!("{case}.dxbc"))).unwrap_or_else(|error| panic!("{case}: {error}"));
        let options = Options { target: Target::Wgsl, ..Options::default() };
        let shader = translate(&bytes, &options).unwrap();
        check(&format!("{case}.wgsl"), &shader.source, &mut used);
        check(&format!("{case}.reflection"), &shader.reflection.to_json().unwrap(), &mut used);
    }
    let case = "game/shadow-cascade-select/ps";
    let options = Options { comments: Comments::Assembly, ..Options::default() };
    let bytes = std::fs::read(case_path(&format!("{case}.dxbc"))).unwrap();
    check(&format!("{case}.comments"), &translate(&bytes, &options).unwrap().source, &mut used);

    for &(case, suffix, target, layout) in LAYOUTS {
        let mut options = Options { target, ..Options::default() };
        crate::layouts::layout(layout).apply(&mut options);
        let bytes = std::fs::read(case_path(&format!("{case}.dxbc"))).unwrap();
        check(&format!("{case}.{suffix}"), &translate(&bytes, &options).unwrap().source, &mut used);
    }
    // Constant buffers of two sizes, and varyings.
    let read = |stage: &str| std::fs::read(case_path(&format!("feature/cbuffer-sizes-1/{stage}.dxbc"))).unwrap();
    let program = translate_program(&read("vs"), &read("ps"), &Options::default()).unwrap();
    check("feature/cbuffer-sizes-1/vs.program", &program.vertex.source, &mut used);
    check("feature/cbuffer-sizes-1/ps.program", &program.fragment.source, &mut used);

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let found =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let unused: Vec<String> = found.filter(|name| name.ends_with(".snap") && !used.contains(name)).collect();
    assert!(unused.is_empty(), "snapshots of no case: {unused:?}");
}
