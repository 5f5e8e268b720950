//! The assembler and the disassembler against each other, over all opcodes and declarations.

use dxbc_translator::container::Container;
use dxbc_translator::opcode::{Flag, Info, Lane, Opcode, Role, Stages};
use dxbc_translator::program::{self, Program, Stage};

fn decode(text: &str) -> Program {
    let tokens = program::assemble(text).unwrap();
    program::decode_unchecked(&tokens, 0).unwrap().0
}

/// An operand that fits a role.
fn operand(role: Role, number: usize) -> String {
    match role {
        Role::Dst(Lane::F64) => format!("r{number}.xyzw"),
        Role::Dst(_) => format!("r{number}.yw"),
        Role::Status => "null".into(),
        Role::Src(Lane::F64) => format!("-r{number}.zwxy"),
        Role::Src(_) | Role::Vector(_) => format!("r{number}.wzyx"),
        Role::Scalar(_)
        | Role::Lod
        | Role::Bias
        | Role::Clamp
        | Role::Reference
        | Role::SampleIndex
        | Role::MipLevel
        | Role::ByteOffset
        | Role::StructIndex => format!("cb1[{number}].z"),
        Role::Address(_) | Role::DerivativeX | Role::DerivativeY | Role::TexelOffset => format!("v{number}.xyzx"),
        Role::Resource | Role::ResourceOrUav | Role::ResourceOrMemory => format!("t{number}.xyzw"),
        Role::ResourceOrRasterizer => "rasterizer.x".into(),
        Role::Sampler => format!("s{number}"),
        Role::Uav => format!("u{number}.yxzw"),
        Role::DstUav => format!("u{number}.xyzw"),
        Role::DstMemory => format!("g{number}.xy"),
        Role::Label => "label3".into(),
        Role::CaseValue => "l(7)".into(),
        Role::Interface => "fp0[r0.x + 1][2]".into(),
        Role::CallSite => String::new(),
        Role::Stream => "m1".into(),
    }
}

fn line(info: &Info, suffix: &str) -> String {
    let operands: Vec<String> = info
        .roles
        .iter()
        .filter(|&&role| role != Role::CallSite)
        .enumerate()
        .map(|(number, &role)| operand(role, number))
        .collect();
    let test = if info.flag == Flag::Test { "_nz" } else { "" };
    let space = if info.mnemonic == "sync" { "" } else { " " };
    format!("{}{suffix}{test}{space}{}", info.mnemonic, operands.join(", "))
}

fn profile(info: &Info) -> &'static str {
    match info.stages {
        Stages::Any if info.mnemonic == "sync" => "cs_5_0",
        Stages::Any => "vs_5_0",
        Stages::Pixel => "ps_5_0",
        Stages::Geometry => "gs_5_0",
        Stages::Hull => "hs_5_0",
        Stages::Compute => "cs_5_0",
        Stages::Tessellation => "ds_5_0",
    }
}

#[test]
fn every_opcode_is_the_same_after_assembling() {
    let (mut lines, mut opcodes) = (0, 0);
    for info in Opcode::all().iter().filter(|info| !matches!(info.opcode, Opcode::Declare(_))) {
        let mut suffixes =
            vec!["", " [precise(xz)]", "_indexable(structured_buffer, stride=16)(mixed,mixed,mixed,mixed)"];
        if info.flag == Flag::Saturate {
            suffixes.extend(["_sat", "_aoffimmi_indexable_sat [precise](-8,7,0)(texture3d)(sint,sint,sint,sint)"]);
        }
        if info.mnemonic == "sync" {
            suffixes = vec!["", "_g", "_t", "_g_t", "_ugroup", "_uglobal_g_t"];
        }
        opcodes += 1;
        for suffix in suffixes {
            let line = line(info, suffix);
            let program = decode(&format!("{}\n{line}\n", profile(info)));
            let instruction = program.instructions().next().unwrap();
            assert_eq!(instruction.opcode, info.opcode);
            assert_eq!(instruction.operands.len(), info.roles.len());
            let listing = program::disassemble(&program);
            assert_eq!(listing.lines().nth(1).unwrap().trim(), line.trim());
            assert_eq!(decode(&program::disassemble_exact(&program)), program);
            lines += 1;
        }
    }
    println!("{lines} lines of {opcodes} opcodes");
}

/// Profile and declaration, as Microsoft's disassembler spells it.
const DECLARATIONS: &[(&str, &str)] = &[
    ("ps_5_0", "dcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps | enableRawAndStructuredBuffers"),
    ("ps_5_0", "dcl_globalFlags forceEarlyDepthStencil | skipOptimization | enableMinimumPrecision"),
    ("ps_5_1", "dcl_globalFlags enable11_1DoubleExtensions | enable11_1ShaderExtensions | allResourcesBound"),
    ("ps_5_0", "dcl_globalFlagsnone"),
    ("ps_4_0", "dcl_temps 12"),
    ("ps_4_0", "dcl_indexableTemp x1[16], 3"),
    ("ps_4_0", "dcl_constantbuffer CB3[0], immediateIndexed"),
    ("ps_4_0", "dcl_constantbuffer CB3[4096], dynamicIndexed"),
    ("ps_5_1", "dcl_constantbuffer CB2[3:*][9], immediateIndexed, space=7"),
    ("ps_4_0", "dcl_sampler s15, mode_default"),
    ("ps_4_0", "dcl_sampler s0, mode_comparison"),
    ("ps_4_0", "dcl_sampler s0, mode_mono"),
    ("ps_5_1", "dcl_sampler S2[3:4], mode_default, space=7"),
    ("ps_4_0", "dcl_resource_buffer (uint,uint,uint,uint) t0"),
    ("ps_4_0", "dcl_resource_texture1d (float,float,float,float) t0"),
    ("ps_4_0", "dcl_resource_texture2d (unorm,snorm,sint,float) t127"),
    ("ps_4_1", "dcl_resource_texture2dms(4) (float,float,float,float) t1"),
    ("ps_4_1", "dcl_resource_texture2dmsarray(8) (float,float,float,float) t1"),
    ("ps_5_0", "dcl_resource_texturecubearray (double,<continued>,<unused>,mixed) t1"),
    ("ps_5_1", "dcl_resource_texture2d (float,float,float,float) T2[3:*], space=7"),
    ("ps_5_0", "dcl_resource_raw t1"),
    ("ps_5_1", "dcl_resource_raw T2[3:4], space=7"),
    ("ps_5_0", "dcl_resource_structured t1, 64"),
    ("ps_5_1", "dcl_resource_structured T2[3:4], 16, space=7"),
    ("ps_5_0", "dcl_uav_typed_texture2d (float,float,float,float) u1"),
    ("ps_5_0", "dcl_uav_typed_texture2d_glc_opc_rov (float,float,float,float) u1"),
    ("ps_5_0", "dcl_uav_raw u1"),
    ("ps_5_0", "dcl_uav_raw_glc u1"),
    ("ps_5_0", "dcl_uav_structured u1, 8"),
    ("ps_5_1", "dcl_uav_structured_glc_opc U2[3:*], 8, space=7"),
    ("vs_4_0", "dcl_input v0.xyz"),
    ("ps_5_0", "dcl_input vCoverage"),
    ("vs_4_0", "dcl_input_sgv v1.x, vertex_id"),
    ("gs_4_0", "dcl_input_siv v[3][0].xyzw, position"),
    ("ps_4_0", "dcl_input_ps constant v2.x"),
    ("ps_4_0", "dcl_input_ps linear noperspective centroid v2.xyzw"),
    ("ps_4_0", "dcl_input_ps linear v2.xyzw {min16f}"),
    ("ps_4_0", "dcl_input_ps_siv linear noperspective v0.xy, position"),
    ("ps_4_0", "dcl_input_ps_sgv constant v3.x, is_front_face"),
    ("ps_5_0", "dcl_input_ps linear noperspective sample v3.x"),
    ("ps_4_0", "dcl_output o7.xyzw"),
    ("ps_4_0", "dcl_output oDepth"),
    ("ps_5_0", "dcl_output oMask"),
    ("ps_5_0", "dcl_output oDepthGE"),
    ("vs_4_0", "dcl_output_siv o0.xyzw, position"),
    ("gs_4_0", "dcl_output_sgv o1.x, primitive_id"),
    ("vs_4_0", "dcl_indexrange v1.xyzw 3"),
    ("ps_5_0", "dcl_function_body fb3"),
    ("ps_5_0", "dcl_function_table ft1 = {fb5, fb6}"),
    ("ps_5_0", "dcl_function_table ft1 = {}"),
    ("ps_5_0", "dcl_interface fp1[4][2] = {ft5, ft6, ft7}"),
    ("ps_5_0", "dcl_interface_dynamicindexed fp1[4][2] = {ft5}"),
    ("gs_4_0", "dcl_inputprimitive triangleadj "),
    ("gs_4_0", "dcl_outputtopology trianglestrip "),
    ("gs_4_0", "dcl_maxout 12"),
    ("gs_5_0", "dcl_stream m2"),
    ("gs_5_0", "dcl_gsinstances 4"),
    ("gs_5_0", "dcl_inputprimitive patch32 "),
    ("hs_5_0", "dcl_input_control_point_count 32"),
    ("hs_5_0", "dcl_output_control_point_count 4"),
    ("hs_5_0", "dcl_tessellator_domain domain_tri"),
    ("hs_5_0", "dcl_tessellator_partitioning partitioning_fractional_odd"),
    ("hs_5_0", "dcl_tessellator_output_primitive output_triangle_ccw"),
    ("hs_5_0", "dcl_hs_max_tessfactor l(64.000000)"),
    ("hs_5_0", "dcl_hs_fork_phase_instance_count 4"),
    ("hs_5_0", "dcl_hs_join_phase_instance_count 4"),
    ("cs_5_0", "dcl_thread_group 8, 8, 1"),
    ("cs_5_0", "dcl_tgsm_raw g0, 64"),
    ("cs_5_0", "dcl_tgsm_structured g0, 16, 64"),
    ("cs_5_0", "dcl_input vThreadIDInGroup.xy"),
];

#[test]
fn every_declaration_is_the_same_after_assembling() {
    for (profile, line) in DECLARATIONS {
        let program = decode(&format!("{profile}\n{line}\n"));
        assert_eq!(program::disassemble(&program), format!("{profile}\n{line}\n"));
        assert_eq!(decode(&program::disassemble_exact(&program)), program);
    }
    let mnemonics = Opcode::all().iter().filter(|info| matches!(info.opcode, Opcode::Declare(_)));
    for info in mnemonics.filter(|info| info.mnemonic != "customdata") {
        let stem = info.mnemonic.strip_suffix("_typed").unwrap_or(info.mnemonic);
        assert!(DECLARATIONS.iter().any(|(_, line)| line.starts_with(stem)), "{} is not tested", info.mnemonic);
    }
}

#[test]
fn exact_text_keeps_what_microsofts_text_loses() {
    let text = "ps_5_0
dcl_immediateConstantBuffer { { 1e-8, 1, 0x7fc00000, -0.000000},
                              { 0x80000001, -1, 1.1754944e-38, 0x00012345} }
customdata 4 {0x00200102, 0x00000001, 0x00000000, 0x00000000, 0x00000000}
if_z r0.x
  add r0.xyzw, r1.xyzw, l(1e-45, 0x7fc00001, 0.007812, -1e-20)
  dmov r0.xyzw, d(5e-324l, 0x7ff8000000000001)
  mov r0.x, cb0[r1.z + 0x0].x
  samplepos r0.xy, t0.xyxx, l(0) { stray 0xdeadbeef }
else
  mov r0.x, cb0[r1.z + 0].x
endif
ret
";
    let program = decode(text);
    let exact = program::disassemble_exact(&program);
    let trimmed: Vec<&str> = exact.lines().map(str::trim_end).collect();
    assert_eq!(trimmed, text.lines().collect::<Vec<_>>());
    assert_eq!(decode(&exact), program);
    let lossy = program::disassemble(&program);
    assert!(lossy.contains("add r0.xyzw, r1.xyzw, l(0.000000, 1.#QNAN0, "), "{lossy}");
}

#[test]
fn comments_space_and_long_braces_do_not_matter() {
    let plain = decode("vs_4_0\ndcl_temps 1\ndcl_immediateConstantBuffer { { 1, 2, 3, 4} }\nmov r0.x, -|v0.y|\nret");
    let spread = decode(
        "  // a comment\n\n vs_4_0 // profile\n\tdcl_temps 1\ndcl_immediateConstantBuffer {\n // row\n { 1,2, 3,4 }\n}\n\n\
         mov   r0.x ,-|v0.y|   // move\nret",
    );
    assert_eq!(plain, spread);
}

#[test]
fn mistakes_name_their_line() {
    let table = [
        ("", "the text has no profile such as `ps_5_0`"),
        ("ps_6_0", "line 1: `ps_6_0` is no profile"),
        ("ps_4_0\n\nmove r0, r1", "line 3: `move` is no instruction"),
        ("ps_4_0\nmov r0.xyzw", "line 2: expected `,` at ``"),
        ("ps_4_0\nmov r0.xyzw, r1.xyzw, r2.xyzw", "line 2: unexpected `, r2.xyzw`"),
        ("ps_4_0\nmov q0.xyzw, r1.xyzw", "line 2: `q` is no register"),
        ("ps_4_0\nmov r0.yx, r1.xyzw", "line 2: the components of a mask stand in the order xyzw, each once"),
        ("ps_4_0\nmov r0.x, r1.q", "line 2: `q` are not components"),
        (
            "ps_4_0\nadd r0.x, r1.x, l(1)",
            "line 2: `1` is an integer for a float instruction: write a point, or its bits after 0x",
        ),
        ("ps_4_0\nmov r0.x, l(1,2)", "line 2: a literal has 1 or 4 values, not 2"),
        ("ps_4_0\niadd_sat r0.x, r1.x, r1.x", "line 2: the suffixes do not fit the instruction iadd"),
        ("ps_4_0\nif r0.x", "line 2: the suffixes do not fit the instruction if"),
        ("ps_4_0\ndcl_temps x", "line 2: expected a number of 32 bits at `x`"),
        ("ps_4_0\ndcl_sampler t0, mode_default", "line 2: the declaration takes s, not t"),
        ("ps_5_1\ndcl_sampler S0, mode_default", "line 2: expected `[` at `, mode_default`"),
        (".input POSITION 0 xyz q float\nvs_4_0", "line 1: `q` is no register: write `v0`, `o0`, or `-` for none"),
        (".inputs POSITION 0 xyz v0 float\nvs_4_0", "line 1: `.inputs` is none of .input, .output and .patch"),
        (".input POSITION 0 xyz v0 floaty\nvs_4_0", "line 1: `floaty` is no component type"),
    ];
    for (text, message) in table {
        assert_eq!(program::assemble(text).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn containers_have_the_signatures_of_their_text() {
    let text = ".input POSITION 0 xyz v0 float reads xy
.input SV_VertexID 0 x v1 uint
.output SV_Position 0 xyzw o0 float
.output TEXCOORD 3 xy o1 float writes x min16float
vs_5_0
dcl_input v0.xy
ret
";
    let bytes = program::assemble_container(text).unwrap();
    let container = Container::parse(&bytes).unwrap();
    let inputs = container.inputs().unwrap().unwrap();
    let outputs = container.outputs().unwrap().unwrap();
    let position = inputs.find("position", 0).unwrap();
    assert_eq!((position.register, position.mask.bits(), position.read_write.bits()), (Some(0), 7, 3));
    assert_eq!(inputs.find("SV_VertexID", 0).unwrap().system_value.number(), 6);
    let texcoord = outputs.find("TEXCOORD", 3).unwrap();
    assert_eq!((texcoord.mask.bits(), texcoord.read_write.bits(), texcoord.min_precision.number()), (3, 14, 1));
    assert_eq!(outputs.find("SV_Position", 0).unwrap().system_value.number(), 1);
    let (program, _) = program::decode(container.program().unwrap().data.data(), 0).unwrap();
    assert_eq!((program.stage, program.items.len()), (Stage::Vertex, 2));
    assert_eq!(program::disassemble_container(&container).unwrap().trim_end(), text.trim_end());
    // Compilers write no system value for the outputs of a pixel shader.
    let bytes =
        program::assemble_container(".output SV_Target 0 xyzw o0 float\n.output SV_Depth 0 x - float\nps_4_0\nret");
    let outputs = Container::parse(&bytes.unwrap()).unwrap().outputs().unwrap().unwrap();
    assert_eq!(outputs.elements[0].system_value.number(), 0);
    assert_eq!(outputs.elements[1].register, None);
}
