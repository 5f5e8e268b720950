//! Binding layouts: what files say and may not say, and what the text makes of it.

use dxbc_translator::abi::file::LayoutFile;
use dxbc_translator::abi::{Layout, Placement, Preset};
use dxbc_translator::error::{Error, Feature};
use dxbc_translator::options::{Indexing, IntegerAttributes, Names, Options, RegisterModel, StageBindings, Target};
use dxbc_translator::reflect::{BufferPlacement, Feed};
use dxbc_translator::translate::vulkan_glsl;
use dxbc_translator::{ProgramText, Shader, translate, translate_program};

use crate::corpus::case_path;

/// The layout of a file's text.
pub(crate) fn layout(text: &str) -> Layout {
    toml::from_str::<LayoutFile>(text).unwrap().layout().unwrap()
}

fn options(text: &str) -> Options {
    let mut options = Options { indexing: Indexing::Trusted, ..Options::default() };
    layout(text).apply(&mut options);
    options
}

fn container(name: &str) -> Vec<u8> {
    std::fs::read(case_path(name)).unwrap()
}

fn shader(name: &str, text: &str) -> Shader {
    translate(&container(name), &options(text)).unwrap()
}

fn refusal(name: &str, text: &str) -> Error {
    let error = translate(&container(name), &options(text)).unwrap_err();
    assert_eq!(error.feature(), Some(Feature::BindingLayout), "{error}");
    assert!(!error.help().is_empty() && error.at().offset.is_some(), "{error:?}");
    error
}

const BONES: &str = "feature/abi-bones-1/vs.dxbc";
const IN_CB3: &str =
    "[vertex.t0]\nplacement = \"constant-buffer\"\nslot = 3\nfirst-row = 26\ncapacity = 58\nstride = 48\n";

#[test]
fn the_text_for_validators_has_the_rows_of_the_layout() {
    let rows = "    vec4 data[200];\n} cb3;";
    let (source, vulkan) = (shader(BONES, IN_CB3).source, vulkan_glsl(&container(BONES), &options(IN_CB3)).unwrap());
    assert!(source.contains(rows), "{source}");
    assert!(vulkan.contains(rows), "{vulkan}");
}

#[test]
fn a_file_says_all_that_a_layout_holds() {
    let text = r#"
        preset = "carbon"
        integer-attributes = "native"
        [constant-buffer-rows]
        cb1 = 64
        [integer-semantics]
        FLAGS = "float"
        [rename.attributes]
        TEXCOORD7 = "BONE0"
        [rename.varyings]
        BINORMAL = "BITANGENT"
        [vertex.t1]
        placement = "uniform-block"
        capacity = 16
        [pixel.t3_space1]
        placement = "zero"
    "#;
    let found = layout(text);
    let carbon = Preset::Carbon.layout();
    assert_eq!(found.integer_attributes, Some(IntegerAttributes::Native));
    assert_eq!(found.constant_buffer_rows, [(1, 64)].into());
    let keys: Vec<String> = found.abi.integer_attributes.keys().map(ToString::to_string).collect();
    assert_eq!(keys, ["BLENDINDICES", "FLAGS"]);
    assert_eq!(found.abi.attribute_renames.len(), 2);
    assert_eq!(found.abi.varying_renames.len(), 1);
    let registers: Vec<String> = found.abi.vertex_buffers.keys().map(ToString::to_string).collect();
    assert_eq!(registers, ["t0", "t1"]);
    assert_eq!(found.abi.vertex_buffers.first_key_value(), carbon.abi.vertex_buffers.first_key_value());
    assert_eq!(found.abi.pixel_buffers.keys().next().unwrap().to_string(), "t3_space1");
}

#[test]
fn mistakes_of_a_file_name_their_key() {
    let block = |rest: &str| format!("[vertex.t0]\nplacement = \"uniform-block\"\n{rest}");
    let rows = |rest: &str| format!("[vertex.t0]\nplacement = \"constant-buffer\"\n{rest}");
    let other = "[vertex.t1]\nplacement = \"constant-buffer\"\nslot = 3\nfirst-row = 100\ncapacity = 2\n";
    for (text, key) in [
        (block(""), "vertex.t0.capacity"),
        (block("capacity = 0"), "vertex.t0.capacity"),
        (block("capacity = 4\nslot = 3"), "vertex.t0.slot"),
        (block("capacity = 100\nstride = 2048"), "vertex.t0.capacity"),
        (block("capacity = 1\nstride = 6"), "vertex.t0.stride"),
        (rows("slot = 3\ncapacity = 1"), "vertex.t0.first-row"),
        (rows("slot = 14\nfirst-row = 0\ncapacity = 1"), "vertex.t0.slot"),
        (rows("slot = 3\nfirst-row = 4096\ncapacity = 1"), "vertex.t0.first-row"),
        (format!("{IN_CB3}{other}"), "vertex.t1.first-row"),
        (format!("{IN_CB3}[constant-buffer-rows]\ncb3 = 199"), "vertex.t0.capacity"),
        ("[vertex.t0]\nplacement = \"zero\"\nconstant-term = \"drop\"".into(), "vertex.t0.constant-term"),
        ("[vertex.u0]\nplacement = \"zero\"".into(), "vertex.u0"),
        ("[constant-buffer-rows]\ncb14 = 5".into(), "constant-buffer-rows.cb14"),
        ("[constant-buffer-rows]\nb0 = 5".into(), "constant-buffer-rows.b0"),
        ("[constant-buffer-rows]\ncb0 = 4097".into(), "constant-buffer-rows.cb0"),
        ("[integer-semantics]\nSV_VertexID = \"float\"".into(), "integer-semantics.SV_VertexID"),
        ("[rename.attributes]\nA = \"B0\"".into(), "rename.attributes.A"),
        ("[rename.varyings]\nA = \"C\"\nB = \"C\"".into(), "rename.varyings.B"),
        ("[rename.attributes]\nA = \"SV_Position\"".into(), "rename.attributes.A"),
    ] {
        let error = toml::from_str::<LayoutFile>(&text).unwrap().layout().unwrap_err();
        assert_eq!(error.key(), key, "{text}: {error}");
    }
    for (text, word) in [
        ("presets = \"carbon\"", "presets"),
        ("preset = \"x\"", "unknown variant `x`"),
        ("[vertex.t0]\nplacement = \"zero\"\nrows = 3", "rows"),
        ("[rename]\nattribute = 1", "attribute"),
        ("[vertex.t0]\ncapacity = 3", "placement"),
    ] {
        let error = toml::from_str::<LayoutFile>(text).unwrap_err().to_string();
        assert!(error.contains(word), "{text}: {error}");
    }
}

/// The rule of the lowering specification, word for word: `cb3.data[26 + index * 3 + row]`.
#[test]
fn bones_are_read_from_rows_of_cb3() {
    for register_model in [RegisterModel::Float, RegisterModel::Typed] {
        let options = Options { register_model, ..options(IN_CB3) };
        let shader = translate(&container(BONES), &options).unwrap();
        for row in [26, 27, 28] {
            let reads = shader.source.matches(&format!("cb3.data[{row}u + ")).count();
            assert_eq!(reads, 4, "row {row} of four bones:\n{}", shader.source);
        }
        assert!(shader.source.contains("vec4 data[200];\n} cb3;"), "{}", shader.source);
        assert!(!shader.source.contains("sampler"), "{}", shader.source);
        let placement = shader.reflection.buffers[0].placement.clone();
        let block = "ConstantBuffer3".to_owned();
        assert_eq!(
            placement,
            Some(BufferPlacement::ConstantBuffer { block, register: 3, first_row: 26, capacity: 58 })
        );
        let block = shader.reflection.uniform_blocks.iter().find(|block| block.register == 3).unwrap();
        assert_eq!((block.rows, block.bytes), (200, 3200));
    }
}

#[test]
fn the_constant_term_of_the_index_is_dropped() {
    let text = format!("{IN_CB3}constant-term = \"drop\"\n");
    let shader = shader(BONES, &text);
    let index = shader.source.lines().find_map(|line| line.split("cb3.data[26u + ").nth(1)).unwrap();
    let local = index.split([' ', ')']).next().unwrap().trim_start_matches("uint(").to_owned();
    let bound = |name: &str| {
        let line = shader.source.lines().find(|line| line.contains(&format!(" {name} = "))).unwrap_or_default();
        line.split(" = ").nth(1).unwrap_or_default().to_owned()
    };
    let value = bound(&local);
    let value = if value.contains("tmp") {
        bound(value.split(['(', ')']).find(|part| part.starts_with("tmp")).unwrap())
    } else {
        value
    };
    assert!(value.contains("in_BLENDINDICES0") && !value.contains('+'), "{value}\n{}", shader.source);
    assert!(translate(&container(BONES), &options(IN_CB3)).unwrap().source != shader.source);
}

#[test]
fn a_block_of_its_own_and_nothing_at_all() {
    let block = shader(BONES, "[vertex.t0]\nplacement = \"uniform-block\"\ncapacity = 58\n");
    assert!(block.source.contains("uniform StructuredBuffer0 {\n    vec4 data[174];\n} t0;"), "{}", block.source);
    let limits: Vec<(&str, u32)> = block.reflection.limits.iter().map(|l| (l.limit.name(), l.used)).collect();
    assert!(limits.contains(&("MAX_VERTEX_UNIFORM_BLOCKS", 3)), "{limits:?}");
    assert!(limits.contains(&("MAX_VERTEX_TEXTURE_IMAGE_UNITS", 0)), "{limits:?}");
    let nothing = shader(BONES, "[vertex.t0]\nplacement = \"zero\"\n");
    assert!(!nothing.source.contains("t0") && nothing.reflection.buffers.is_empty(), "{}", nothing.source);
}

#[test]
fn every_stride_and_offset_has_a_read() {
    for case in ["structured-strides-1", "structured-nested-1", "structured-range-1"] {
        let text: String =
            (0..5).map(|t| format!("[pixel.t{t}]\nplacement = \"uniform-block\"\ncapacity = 48\n")).collect();
        for model in [RegisterModel::Float, RegisterModel::Typed] {
            for indexing in [Indexing::Robust, Indexing::Trusted] {
                let options = Options { register_model: model, indexing, ..options(&text) };
                let shader = translate(&container(&format!("feature/{case}/ps.dxbc")), &options).unwrap();
                assert!(!shader.source.contains("usampler2D"), "{}", shader.source);
                for buffer in &shader.reflection.buffers {
                    assert!(buffer.uniform.is_none() && buffer.placement.is_some(), "{buffer:?}");
                }
                let wgsl = Options { target: Target::Wgsl, ..options };
                // WGSL cannot say how many structures a block holds.
                assert_eq!(
                    translate(&container(&format!("feature/{case}/ps.dxbc")), &wgsl).is_err(),
                    case == "structured-range-1"
                );
            }
        }
    }
}

#[test]
fn what_a_placement_cannot_serve_is_refused_with_its_place() {
    let block =
        |stage: &str, capacity: u32| format!("[{stage}.t0]\nplacement = \"uniform-block\"\ncapacity = {capacity}\n");
    // A texture, and a buffer without structures.
    assert!(refusal("feature/texture-2d-sample-1/ps.dxbc", &block("pixel", 4)).message().contains("t0"));
    assert!(refusal("feature/raw-load-1/ps.dxbc", &block("pixel", 4)).message().contains("t0"));
    // cb3 has five rows of its own.
    let rows = "[vertex.t0]\nplacement = \"constant-buffer\"\nslot = 3\nfirst-row = 4\ncapacity = 58\n";
    let error = refusal(BONES, rows);
    assert!(error.message().contains("5 rows") && error.at().opcode.is_some(), "{error}");
    // Too large without a stride in the rule.
    assert!(refusal(BONES, &block("vertex", 2000)).message().contains("4096 rows"));
    // A structure that is known and not there.
    let text = "[pixel.t1]\nplacement = \"uniform-block\"\ncapacity = 3\n";
    let error = refusal("regress/buffer-literal-index/ps.dxbc", text);
    assert!(error.message().contains("structure 536870913") && error.at().instruction == Some(1), "{error}");
}

/// No file says so, but a value of the library may.
#[test]
fn a_rule_without_room_is_refused() {
    for placement in [
        Placement::UniformBlock { capacity: 0 },
        Placement::ConstantBuffer { slot: 3, first_row: 26, capacity: 0 },
        Placement::ConstantBuffer { slot: 3, first_row: u32::MAX, capacity: u32::MAX },
    ] {
        let mut options = options(IN_CB3);
        options.abi.vertex_buffers.values_mut().for_each(|rule| rule.placement = placement);
        let error = translate(&container(BONES), &options).unwrap_err();
        assert_eq!(error.feature(), Some(Feature::BindingLayout), "{error}");
    }
}

#[test]
fn a_rule_for_a_stride_leaves_others_alone() {
    let text = "[pixel.t0]\nplacement = \"uniform-block\"\ncapacity = 4\nstride = 48\n";
    for case in
        ["feature/texture-2d-sample-1/ps.dxbc", "feature/raw-load-1/ps.dxbc", "feature/structured-strides-1/ps.dxbc"]
    {
        let plain = translate(&container(case), &options("")).unwrap().source;
        assert_eq!(shader(case, text).source, plain, "{case}");
    }
}

fn program(case: &str, options: &Options) -> ProgramText {
    let read = |file: &str| container(&format!("{case}/{file}.dxbc"));
    translate_program(&read("vs"), &read("ps"), options).unwrap()
}

#[test]
fn a_constant_buffer_of_both_stages_grows_in_both() {
    // The pixel stage reads cb3, too.
    let text = program("feature/abi-bones-1", &options(IN_CB3));
    for source in [&text.vertex.source, &text.fragment.source] {
        assert!(source.contains("vec4 data[200];\n} cb3;"), "{source}");
    }
    // With bindings of its own, the vertex stage's block has another name.
    let separate = Options { stage_bindings: StageBindings::Separate, ..options(IN_CB3) };
    let text = program("feature/abi-bones-1", &separate);
    assert!(text.vertex.source.contains("cb3_vs.data[26u + "), "{}", text.vertex.source);
}

#[test]
fn attributes_are_fed_as_each_semantic_says() {
    let case = "feature/vertex-input-types-1/vs.dxbc";
    let feeds = |text: &str| -> Vec<(String, Feed)> {
        let shader = shader(case, text);
        shader.reflection.attributes.iter().map(|a| (a.name.clone(), a.feed)).collect()
    };
    let of = |feeds: &[(String, Feed)], name: &str| feeds.iter().find(|(own, _)| own == name).unwrap().1;
    let all = feeds("");
    assert_eq!([of(&all, "in_BLENDINDICES0"), of(&all, "in_TEXCOORD0")], [Feed::Float; 2]);
    let some = feeds("integer-attributes = \"native\"\n[integer-semantics]\nblendindices = \"float\"\n");
    assert_eq!(of(&some, "in_BLENDINDICES0"), Feed::Float);
    assert_eq!([of(&some, "in_TEXCOORD0"), of(&some, "in_FLAGS0")], [Feed::Int, Feed::Uint]);
    let one = feeds("[integer-semantics]\nBLENDINDICES0 = \"native\"\n");
    assert_eq!([of(&one, "in_BLENDINDICES0"), of(&one, "in_TEXCOORD0")], [Feed::Uint, Feed::Float]);
}

#[test]
fn renames_are_in_the_text_and_in_the_reflection() {
    let text =
        "[rename.attributes]\nBINORMAL = \"BITANGENT\"\n[rename.varyings]\nNORMAL = \"FRAME\"\nTEXCOORD0 = \"UV3\"\n";
    let program = program("feature/abi-bones-1", &Options { names: Names::Reflected, ..options(text) });
    let vertex = &program.vertex;
    assert!(vertex.source.contains("in vec3 in_BITANGENT0;") && !vertex.source.contains("in_BINORMAL"));
    let attribute = vertex.reflection.attributes.iter().find(|a| a.name == "in_BITANGENT0").unwrap();
    assert_eq!((attribute.element.semantic.as_str(), attribute.element.index), ("BITANGENT", 0));
    assert!(attribute.element.is("Binormal", 0) && !attribute.element.is("BITANGENT", 0));
    let names = |shader: &Shader| -> Vec<String> {
        let mut names: Vec<String> = shader.reflection.varyings.iter().map(|v| v.name.clone()).collect();
        names.sort();
        names
    };
    assert_eq!(names(vertex), ["vs_BINORMAL0", "vs_FRAME0", "vs_UV3"]);
    assert_eq!(names(&program.fragment), names(vertex));
    let error = translate(&container(BONES), &options("[rename.attributes]\nBINORMAL = \"NORMAL\"\n")).unwrap_err();
    assert_eq!(error.feature(), Some(Feature::BindingLayout));
    assert!(error.message().contains("NORMAL0"), "{error}");
}

/// What each case takes too much of, and a limit of the two stages together.
#[test]
fn every_limit_of_webgl2_is_reported() {
    let over = |limits: &[dxbc_translator::reflect::LimitUse]| -> Vec<(&'static str, u32, usize)> {
        let over = limits.iter().filter(|limit| limit.is_over());
        over.map(|limit| {
            assert!(limit.help.is_some(), "{limit:?}");
            (limit.limit.name(), limit.used, limit.users.len())
        })
        .collect()
    };
    let stages = |case: &str| {
        let text = program(case, &Options::default());
        [over(&text.vertex.reflection.limits), over(&text.fragment.reflection.limits), over(&text.limits)]
    };
    let [vertex, pixel, both] = stages("feature/limit-units-1");
    assert_eq!(vertex, [("MAX_VERTEX_TEXTURE_IMAGE_UNITS", 18, 18)]);
    assert_eq!(pixel, [("MAX_TEXTURE_IMAGE_UNITS", 18, 18)]);
    assert_eq!(both, [("MAX_COMBINED_TEXTURE_IMAGE_UNITS", 36, 36)]);
    let [vertex, pixel, both] = stages("feature/limit-blocks-1");
    assert_eq!(vertex, [("MAX_VERTEX_UNIFORM_BLOCKS", 13, 13)]);
    assert_eq!(pixel, [("MAX_FRAGMENT_UNIFORM_BLOCKS", 13, 13)]);
    assert_eq!(both, [("MAX_COMBINED_UNIFORM_BLOCKS", 26, 26)]);
    let [vertex, pixel, both] = stages("feature/limit-varyings-1");
    assert_eq!([vertex, pixel], [[("MAX_VARYING_VECTORS", 17, 17)], [("MAX_VARYING_VECTORS", 17, 17)]]);
    assert!(both.is_empty());
    let alone = |case: &str| {
        let shader = translate(&container(case), &Options::default()).unwrap();
        assert_eq!(shader.reflection.warnings.len(), 1, "{:?}", shader.reflection.warnings);
        over(&shader.reflection.limits)
    };
    assert_eq!(alone("feature/cbuffer-limit-1/ps.dxbc"), [("MAX_UNIFORM_BLOCK_SIZE", 65_536, 1)]);
    assert_eq!(alone("feature/mrt-5/ps.dxbc"), [("MAX_DRAW_BUFFERS", 5, 5)]);
    let error = translate(&container("regress/too-many-attributes/vs.dxbc"), &Options::default()).unwrap_err();
    assert_eq!(error.feature(), Some(Feature::VertexAttributes));
}
