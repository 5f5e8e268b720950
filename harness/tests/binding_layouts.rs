//! Draws of binding layouts: whatever the host wants of names, attributes and buffers, engines draw what the interpreter
//! makes of the bytecode. There is a row for every helper of the declarations' specification.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::path::Path;

use dxbc_harness::case::scene::{Scene, SceneResource};
use dxbc_harness::case::{Case, PLAIN};
use dxbc_harness::compare::Tolerance;
use dxbc_harness::draw::check::{Check, NotPrepared, Prepared, Settings, Verdict, prepare_with};
use dxbc_harness::draw::picture::Picture;
use dxbc_harness::engine::{Draw, EngineKind};
use dxbc_translator::abi::Abi;
use dxbc_translator::abi::file::LayoutFile;
use dxbc_translator::error::Feature;
use dxbc_translator::options::{FloatRules, RegisterModel, Target};

/// A draw of a case with a layout.
struct Row {
    case: &'static str,
    check: Check,
    layout: &'static str,
    data: Data,
}

/// What the interpreter and the engine find in t0.
#[derive(Clone, Copy)]
enum Data {
    /// The same.
    Same,
    /// The engine finds the structures from that number on.
    From(usize),
    /// The interpreter finds nothing.
    Nothing,
}

const fn row(case: &'static str, check: Check, layout: &'static str) -> Row {
    Row { case, check, layout, data: Data::Same }
}

const BONES: &str = "feature/abi-bones-1";
/// A shader that asks for the size of a buffer.
const MEASURED: &str = "feature/structured-range-1";
const IN_BLOCK: &str = "[vertex.t0]\nplacement = \"uniform-block\"\ncapacity = 58\n";
const IN_CB3: &str = "[vertex.t0]\nplacement = \"constant-buffer\"\nslot = 3\nfirst-row = 26\ncapacity = 58\n";
const IN_CB5: &str = "[vertex.t0]\nplacement = \"constant-buffer\"\nslot = 5\nfirst-row = 0\ncapacity = 58\n";
const NATIVE: &str = "[integer-semantics]\nBLENDINDICES = \"native\"\nTEXCOORD = \"native\"\nFLAGS = \"native\"\n";
const RENAMES: &str =
    "[rename.attributes]\nBINORMAL = \"BITANGENT\"\n[rename.varyings]\nBINORMAL = \"BITANGENT\"\nTEXCOORD0 = \"UV3\"\n";
const IN_BLOCKS: &str = "[pixel.t0]\nplacement = \"uniform-block\"\ncapacity = 48\n\
    [pixel.t1]\nplacement = \"uniform-block\"\ncapacity = 48\n\
    [pixel.t2]\nplacement = \"constant-buffer\"\nslot = 9\nfirst-row = 3\ncapacity = 48\n\
    [pixel.t3]\nplacement = \"constant-buffer\"\nslot = 9\nfirst-row = 39\ncapacity = 48\n\
    [pixel.t4]\nplacement = \"uniform-block\"\ncapacity = 48\n";

const ROWS: &[Row] = &[
    // Bits in registers of floats: temporaries, arrays, constants, immediate constants, attributes.
    row("asm/bits-in-floats", Check::Pixel, ""),
    row("feature/indexable-temp-1", Check::Pixel, ""),
    row("feature/icb-special-1", Check::Pixel, ""),
    // hlslcc_FragCoord, and the mask of SV_IsFrontFace.
    row("feature/sv-position-1", Check::Pixel, ""),
    row("feature/sv-isfrontface-1", Check::Pixel, ""),
    // Integer attributes as floats and as they are.
    row("feature/vertex-input-types-1", Check::Vertex, ""),
    row("feature/vertex-input-types-1", Check::Program, NATIVE),
    row("feature/vertex-input-types-1", Check::Vertex, NATIVE),
    // Renames on both sides.
    row(BONES, Check::Program, RENAMES),
    row(BONES, Check::Vertex, RENAMES),
    // A constant buffer of two sizes.
    row("feature/cbuffer-sizes-1", Check::Program, ""),
    // Early depth tests are dropped.
    row("feature/early-depth-1", Check::Pixel, ""),
    // Bones, wherever they stand.
    row(BONES, Check::Program, ""),
    row(BONES, Check::Program, IN_BLOCK),
    row(BONES, Check::Program, IN_CB3),
    row(BONES, Check::Program, IN_CB5),
    row("feature/structured-vertex-1", Check::Vertex, IN_BLOCK),
    row("game/skin-structured", Check::Program, IN_BLOCK),
    Row { case: BONES, check: Check::Program, layout: "preset = \"carbon\"", data: Data::From(2) },
    Row { case: BONES, check: Check::Vertex, layout: "[vertex.t0]\nplacement = \"zero\"", data: Data::Nothing },
    // Structures of every size, arrays in them, and reads past the end.
    row("feature/structured-strides-1", Check::Pixel, IN_BLOCKS),
    row("feature/structured-nested-1", Check::Pixel, IN_BLOCKS),
    row(MEASURED, Check::Pixel, IN_BLOCKS),
];

fn abi(text: &str) -> Abi {
    toml::from_str::<LayoutFile>(text).unwrap().layout().unwrap().abi
}

/// The scene of the engine and that of the interpreter.
fn scenes(scene: Scene, data: Data) -> [Scene; 2] {
    let mut scenes = [scene.clone(), scene];
    let [engine, interpreter] = &mut scenes;
    let (changed, from) = match data {
        Data::Same => return scenes,
        Data::From(number) => (engine, number),
        Data::Nothing => (interpreter, usize::MAX),
    };
    let Some(SceneResource::Structured { stride, bytes }) = changed.bindings.resources.get_mut(&(0, 0)) else {
        panic!("t0 is no structured buffer");
    };
    let first = from.saturating_mul(*stride as usize).min(bytes.len());
    bytes.drain(..first);
    scenes
}

/// Draws all rows in a register model; gives the pictures of the engine.
fn draw(kind: EngineKind, model: RegisterModel) -> Vec<(&'static Row, Picture)> {
    let engine = kind.open().unwrap_or_else(|error| panic!("{error}"));
    let settings = Settings { engine: kind, model, float_rules: FloatRules::Strict };
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let ready: Vec<_> = ROWS
        .iter()
        .filter_map(|row| {
            let case = Case::load(&corpus.join(row.case)).unwrap();
            let (stages, scene) = case.plan_for(PLAIN, row.check).unwrap();
            let [engine, interpreter] = scenes(scene, row.data);
            let prepared = prepare_with(row.check, &stages, &engine, settings, &abi(row.layout));
            if row.case == MEASURED && kind.target() == Target::Wgsl {
                // WGSL cannot say how many structures stand in a block.
                assert!(matches!(&prepared, Err(NotPrepared::Absent(absent)) if absent.feature() == Some(Feature::BindingLayout)));
                return None;
            }
            let prepared: Prepared =
                prepared.unwrap_or_else(|error| panic!("{} ({}): {error}", row.case, row.layout));
            Some((row, stages, interpreter, prepared))
        })
        .collect();
    let draws: Vec<Draw> = ready.iter().map(|(.., prepared)| prepared.submission.draw.clone()).collect();
    let results = engine.draw(&draws).unwrap();
    assert_eq!(results.len(), ready.len());
    let mut pictures = Vec::new();
    for ((row, stages, scene, prepared), result) in ready.iter().zip(&results) {
        let mut oracle = prepared.oracle(stages, scene, settings.profile()).unwrap();
        let verdict = prepared.judge(result, &mut oracle, Tolerance::EXACT);
        assert!(
            matches!(verdict, Verdict::Agrees(_)),
            "{} on {kind}, {model:?}: {}\n{verdict:?}",
            row.case,
            row.layout
        );
        pictures.push((*row, prepared.submission.picture(result.as_ref().unwrap())));
    }
    pictures
}

fn check(kind: EngineKind) {
    for model in [RegisterModel::Float, RegisterModel::Typed] {
        let pictures = draw(kind, model);
        let bones: Vec<&Picture> = pictures
            .iter()
            .filter(|(row, _)| row.case == BONES && row.check == Check::Program)
            .map(|(_, picture)| picture)
            .collect();
        assert_eq!(bones.len(), 6);
        assert!(bones.iter().all(|picture| *picture == bones[0]), "placements differ on {kind}, {model:?}");
    }
}

#[test]
fn every_layout_draws_on_mesa_what_the_bytecode_says() {
    check(EngineKind::Mesa);
}

#[test]
fn every_layout_draws_on_wgpu_what_the_bytecode_says() {
    check(EngineKind::Wgpu);
}

#[test]
fn every_layout_draws_in_the_browser_what_the_bytecode_says() {
    check(EngineKind::Browser);
}
