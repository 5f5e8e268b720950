//! The checks of decoded programs: flow, labels, registers, operands, and what is a warning only.

use std::fmt::Write;

use dxbc_translator::error::ErrorKind;
use dxbc_translator::program;

fn decode(text: &str) -> dxbc_translator::error::Result<Vec<String>> {
    let tokens = program::assemble(text).unwrap();
    let (_, warnings) = program::decode(&tokens, 0)?;
    Ok(warnings.into_iter().map(|warning| warning.message).collect())
}

/// The body of a program in which r0 to r3, cb0, t0 and s0 are declared.
fn body(profile: &str, body: &str) -> String {
    format!(
        "{profile}\ndcl_constantbuffer CB0[4], immediateIndexed\ndcl_sampler s0, mode_default\n\
         dcl_resource_texture2d (float,float,float,float) t0\ndcl_temps 4\ndcl_indexableTemp x0[8], 4\n{body}"
    )
}

fn fails(text: &str, message: &str) {
    let error = decode(&body("ps_5_0", text)).unwrap_err();
    assert_eq!((error.kind(), error.message()), (ErrorKind::Malformed, message), "{text}");
    assert!(error.at().offset.is_some() && error.at().opcode.is_some(), "{error}");
}

#[test]
fn good_flow_passes() {
    let text = "
loop
  breakc_nz r0.x
  switch r0.y
    case l(1)
    case l(2)
    default
      if_z r0.z
        continue
      else
        break
      endif
      break
    case l(3)
      ret
  endswitch
  continuec_z r0.x
endloop
call label0
callc_nz r0.x, label1
ret
mov r0.x, r0.y
ret
label label0
call label1
ret
label label1
retc_nz r0.x
ret
";
    assert_eq!(decode(&body("ps_5_0", text)), Ok(vec![]));
    assert_eq!(decode("ps_4_0"), Ok(vec![]));
}

#[test]
fn bad_flow_is_malformed() {
    let table = [
        ("endif", "there is no open if to end"),
        ("loop\nendif\n", "there is no open if to end: the innermost is a loop"),
        ("if_nz r0.x\nret", "the program ends before the if ends"),
        ("else", "there is no open if without an else"),
        ("if_nz r0.x\nelse\nelse\nendif", "there is no open if without an else"),
        ("if_nz r0.x\nbreak\nendif", "there is no open loop or switch to break"),
        ("switch r0.x\ncase l(0)\ncontinue\nendswitch", "there is no open loop to continue"),
        ("case l(1)", "the label stands outside of a switch"),
        ("switch r0.x\ncase l(1)\nif_nz r0.x\ncase l(2)\nendif\nendswitch", "the label stands outside of a switch"),
        ("switch r0.x\ncase l(1)\ncase l(1)\nbreak\nendswitch", "the switch has two labels 1"),
        ("switch r0.x\ndefault\ndefault\nbreak\nendswitch", "the switch has two default labels"),
        (
            "switch r0.x\nmov r0.x, r0.y\ncase l(1)\nbreak\nendswitch",
            "the instruction stands in a switch before its first case",
        ),
        ("call label7\nret", "there is no label7"),
        ("label label0\nret", "the code before the label does not end with ret"),
        ("ret\nlabel label0\nret\nlabel label0\nret", "label0 stands twice"),
        ("ret\nlabel label0\nif_nz r0.x\nlabel label1\nendif\nret", "the subroutine starts before the if ends"),
        (
            "call label0\nret\nlabel label0\ncall label1\nret\nlabel label1\ncall label0\nret",
            "the subroutine calls itself",
        ),
        ("call label0\nret\nlabel label0\ncallc_nz r0.x, label0\nret", "the subroutine calls itself"),
    ];
    for (text, message) in table {
        fails(text, message);
    }
}

#[test]
fn nesting_and_calls_are_bounded() {
    let nested = |depth: usize| format!("{}{}ret", "loop\n".repeat(depth), "endloop\n".repeat(depth));
    assert_eq!(decode(&body("ps_4_0", &nested(64))), Ok(vec![]));
    assert_eq!(decode(&body("ps_4_0", &nested(65))).unwrap_err().kind(), ErrorKind::Limit);
    let calls = |depth: usize| {
        let mut text = String::from("call label1\nret\n");
        for label in 1..depth {
            writeln!(text, "label label{label}\ncall label{}\nret", label + 1).unwrap();
        }
        format!("{text}label label{depth}\nret")
    };
    assert_eq!(decode(&body("ps_4_0", &calls(32))), Ok(vec![]));
    assert_eq!(decode(&body("ps_4_0", &calls(33))).unwrap_err().kind(), ErrorKind::Limit);
    assert_eq!(decode(&body("ps_4_0", &calls(10_000))).unwrap_err().kind(), ErrorKind::Limit);
}

#[test]
fn registers_beyond_direct3d_are_refused() {
    let table = [
        "dcl_temps 4097",
        "dcl_temps 4090\ndcl_indexableTemp x1[7], 4",
        "dcl_constantbuffer CB1[4097], immediateIndexed",
        "dcl_constantbuffer CB15[1], immediateIndexed",
        "dcl_sampler s16, mode_default",
        "dcl_resource_texture2d (float,float,float,float) t128",
        "dcl_output o8.xyzw",
        "dcl_input_ps linear v32.x",
        "mov r4096.x, r0.x",
        "mov r0.x, v32.x",
        "mov o8.x, r0.x",
        "mov r0.x, cb15[0].x",
        "sample r0.xyzw, r0.xyxx, t128.xyzw, s0",
        "sample r0.xyzw, r0.xyxx, t0.xyzw, s16",
    ];
    for text in table {
        assert_eq!(decode(&body("ps_5_0", text)).unwrap_err().kind(), ErrorKind::Limit, "{text}");
    }
    fails("mov r0.x, x3[0].x", "x3 is not declared");
    fails("dcl_indexableTemp x0[4], 4", "x0 is declared twice");
    fails("dcl_indexableTemp x1[0], 4", "the indexable temp has no element");
    fails("dcl_indexableTemp x1[4], 5", "the indexable temp has 5 components");
}

#[test]
fn operands_must_fit_their_roles() {
    let table = [
        ("mov l(0), r0.x", "an operand is a literal where the instruction takes a register that it writes"),
        ("mov cb0[0].x, r0.x", "an operand is cb where the instruction takes a register that it writes"),
        ("mov r0.x, null", "an operand is null where the instruction takes a value that it reads"),
        ("mov r0.x, t0.x", "an operand is t where the instruction takes a value that it reads"),
        ("sample r0.xyzw, r0.xyxx, s0, s0", "an operand is s where the instruction takes t"),
        ("sample r0.xyzw, r0.xyxx, t0.xyzw, t0.xyzw", "an operand is t where the instruction takes s"),
        (
            "add r0.xyzw, r0.xyzw, d(1.0, 2.0)",
            "an operand is a 64-bit literal where the instruction takes a value that it reads",
        ),
        ("switch r0.x\ncase r0.x\nbreak\nendswitch", "an operand is r where the instruction takes a literal"),
        ("call r0.x", "an operand is r where the instruction takes label"),
        ("mov r0.x, cb0.x", "an operand cb has 1 indices, not 2"),
        ("mov r0.x, r.x", "an operand r has 0 indices, not 1"),
        ("mov r0.x, r[r0.x + 1].x", "the number of an operand r is not fixed"),
        ("mov r0.x, x[r0.x + 1][0].x", "the number of an operand x is not fixed"),
        ("mov r0.x, cb0[t0.x + 1].x", "what is added to an index is no register with a value"),
    ];
    for (text, message) in table {
        fails(text, message);
    }
    let spaces = "ps_5_1\nmov r0.x, CB0[0].x\nret";
    assert_eq!(decode(spaces).unwrap_err().message(), "an operand cb has 2 indices, not 3");
}

#[test]
fn oddities_are_warnings() {
    let warns = |profile: &str, text: &str, messages: &[&str]| {
        assert_eq!(decode(&body(profile, text)).unwrap(), messages, "{text}");
    };
    warns("ps_5_0", "mov r0.x, r9.x\nmov r1.x, r9.y\nret", &["r9 is not declared"]);
    warns("ps_5_0", "mov r0.x, cb3[0].x\nret", &["cb3 is not declared"]);
    warns("ps_5_0", "mov r0.x, v1.x\nmov o0.x, r0.x\nret", &["v1 is not declared", "o0 is not declared"]);
    warns("ps_5_0", "mov oDepth, r0.x\nret", &["oDepth is not declared"]);
    warns("ps_5_0", "mov r0.x, icb[r0.x].x\nret", &["icb is not declared"]);
    warns("ps_5_0", "sample r0.xyzw, r0.xyxx, t5.xyzw, s3\nret", &["t5 is not declared", "s3 is not declared"]);
    warns("ps_5_0", "mov r0.x, x0[8].x\nret", &["x0[8] is past the 8 elements and reads 0"]);
    warns("ps_5_0", "mov x0[9].x, r0.x\nret", &["x0[9] is past the 8 elements and is not written"]);
    warns("ps_5_0", "mov r0.xyzw, r1.xyz\nret", &["operand 2 is read and has a mask: taken as xyzw"]);
    warns("ps_5_0", "mov r0.x, r1.x", &["the program does not end with ret"]);
    warns("ps_4_0", "rcp r0.x, r1.x\nret", &["the instruction needs shader model 5.0, the program has 4.0"]);
    warns("vs_5_0", "discard_nz r0.x\nret", &["the instruction is not one of the stage vs"]);
    let ranges = "ps_5_1\ndcl_constantbuffer CB2[3:4][9], immediateIndexed, space=7\ndcl_temps 1\n\
                  mov r0.x, CB2[5][0].x\nmov r0.x, CB1[5][0].x\nret";
    let expected = ["register 5 is outside of the range 3 to 4 that it names", "cb1 is not declared"];
    assert_eq!(decode(ranges).unwrap(), expected);
}

#[test]
fn warnings_are_bounded() {
    let text = "rcp r0.x, r1.x\n".repeat(1000);
    let warnings = decode(&body("ps_4_0", &format!("{text}ret"))).unwrap();
    assert_eq!(warnings.len(), 101);
    assert_eq!(warnings[100], "900 more warnings about the program are not listed");
}
