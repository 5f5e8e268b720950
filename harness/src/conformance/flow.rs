//! Probes of the control flow opcodes: small programs that leave a trace of the way they took.

use std::sync::Arc;

use dxbc_translator::opcode::{Flow, Info, Opcode};
use dxbc_translator::program::Stage;

use super::probe::{Along, Case, Probe};
use super::rule::Rule;
use crate::generate::scene::Scene;
use crate::generate::trial::{Trial, head};
use crate::generate::values::Lattice;

/// Columns: each has its own conditions and numbers.
const COLUMNS: u32 = 24;

/// A program: its title and its lines. `trace N` adds N to the trace in `r2.x`; `r1` holds (condition, word, column,
/// column mod 4); `show` writes the trace.
struct Shape {
    title: &'static str,
    text: &'static str,
}

const SHAPES: &[Shape] = &[
    Shape {
        title: "if and else on any bit",
        text: "if_nz r1.x\ntrace 1\nelse\ntrace 2\nendif\nif_z r1.x\ntrace 3\nendif\nif_nz r1.y\nif_z r1.w\ntrace 4\nelse\n\
               trace 5\nendif\nendif\nshow\nret",
    },
    Shape {
        title: "loop left by break, with continue",
        text: "mov r3.x, l(0)\nloop\nige r3.y, r3.x, r1.w\nif_nz r3.y\nbreak\nendif\niadd r3.x, r3.x, l(1)\n\
               and r3.z, r3.x, l(1)\nif_nz r3.z\ntrace 1\ncontinue\nendif\ntrace 2\nendloop\ntrace 3\nshow\nret",
    },
    Shape {
        title: "breakc and continuec of both tests",
        text: "mov r3.x, l(0)\nloop\nuge r3.y, r3.x, l(5)\nbreakc_nz r3.y\niadd r3.x, r3.x, l(1)\nine r3.y, r3.x, r1.w\n\
               continuec_z r3.y\ntrace 1\nilt r3.y, r3.x, l(4)\nbreakc_z r3.y\nieq r3.y, r3.x, l(1)\ncontinuec_nz r3.y\n\
               trace 2\nendloop\nshow\nret",
    },
    Shape {
        title: "nested loops",
        text: "mov r3.x, l(0)\nloop\nuge r3.y, r3.x, r1.w\nbreakc_nz r3.y\niadd r3.x, r3.x, l(1)\nmov r3.z, l(0)\nloop\n\
               uge r3.y, r3.z, r3.x\nbreakc_nz r3.y\niadd r3.z, r3.z, l(1)\nieq r3.y, r3.z, l(2)\ncontinuec_nz r3.y\n\
               trace 1\nendloop\ntrace 2\nendloop\nshow\nret",
    },
    Shape {
        title: "switch on words with stacked labels and a default in the middle",
        text: "switch r1.y\ncase l(0)\ncase l(1)\ntrace 1\nbreak\ndefault\ntrace 2\nbreak\ncase l(-1)\ntrace 3\nbreak\n\
               case l(0x80000000)\ntrace 4\nbreak\ncase l(31)\ncase l(32)\ntrace 5\nbreak\nendswitch\ntrace 6\nshow\nret",
    },
    Shape {
        title: "switch without default, breakc in a case",
        text: "switch r1.w\ncase l(1)\ntrace 1\nbreakc_nz r1.x\ntrace 2\nbreak\ncase l(2)\nif_z r1.x\nbreak\nendif\n\
               trace 3\nbreak\nendswitch\nshow\nret",
    },
    Shape {
        title: "default that shares its body with a case",
        text: "switch r1.w\ncase l(3)\ndefault\ntrace 1\nbreak\ncase l(1)\ntrace 2\nbreak\nendswitch\nshow\nret",
    },
    Shape {
        title: "continue and break in a switch in a loop",
        text: "mov r3.x, l(0)\nloop\nuge r3.y, r3.x, l(4)\nbreakc_nz r3.y\niadd r3.x, r3.x, l(1)\nand r3.z, r3.x, r1.w\n\
               switch r3.z\ncase l(0)\ntrace 1\ncontinue\ncase l(1)\ntrace 2\nbreak\ncase l(2)\ncontinuec_nz r1.x\n\
               trace 3\nbreak\ndefault\ntrace 4\nbreak\nendswitch\ntrace 5\nendloop\nshow\nret",
    },
    Shape {
        title: "ret in a loop, a switch and an if",
        text: "trace 1\nshow\nloop\nswitch r1.w\ncase l(0)\ntrace 2\nshow\nret\ncase l(1)\nif_nz r1.x\ntrace 3\nshow\nret\n\
               endif\ntrace 4\nbreak\nendswitch\ntrace 5\nbreak\nendloop\ntrace 6\nshow\nret",
    },
    Shape {
        title: "retc of both tests",
        text: "trace 1\nshow\nretc_nz r1.x\ntrace 2\nshow\nretc_z r1.y\ntrace 3\nshow\nret",
    },
    Shape {
        title: "subroutines that call each other",
        text: "call label0\ntrace 1\ncallc_nz r1.x, label1\ncallc_z r1.x, label0\ncall label1\nshow\nret\nlabel label0\n\
               trace 2\ncallc_nz r1.w, label1\nret\nlabel label1\ntrace 3\nretc_nz r1.x\ntrace 4\nif_nz r1.w\nret\nendif\n\
               trace 5\nret",
    },
    Shape {
        title: "a subroutine with a loop, called in a loop",
        text: "mov r3.x, l(0)\nloop\nuge r3.y, r3.x, r1.w\nbreakc_nz r3.y\niadd r3.x, r3.x, l(1)\ncall label0\nendloop\nshow\n\
               ret\nlabel label0\nmov r3.z, l(0)\nloop\nuge r3.w, r3.z, l(2)\nretc_nz r3.w\niadd r3.z, r3.z, l(1)\ntrace 1\n\
               endloop\nret",
    },
    Shape {
        title: "discard of both tests, execution goes on",
        text: "trace 1\nshow\ndiscard_nz r1.x\ntrace 2\nshow\ndiscard_z r1.y\ntrace 3\nshow\nret",
    },
    Shape {
        title: "discard in a loop and a branch",
        text: "mov r3.x, l(0)\nloop\nuge r3.y, r3.x, r1.w\nbreakc_nz r3.y\niadd r3.x, r3.x, l(1)\nif_nz r1.x\n\
               ieq r3.y, r3.x, l(2)\ndiscard_nz r3.y\nendif\ntrace 1\nendloop\nshow\nret",
    },
    Shape {
        title: "instructions without effect",
        text: "nop\ntrace 1\ndebug_break\nif_nz r1.x\nabort\ntrace 2\nnop\nendif\nshow\nret",
    },
];

/// Whether a line is an instruction of an opcode.
fn is(line: &str, mnemonic: &str) -> bool {
    let word = line.split(' ').next().unwrap_or(line);
    word.strip_suffix("_nz").or_else(|| word.strip_suffix("_z")).unwrap_or(word) == mnemonic
}

fn scene() -> Scene {
    let pick = |lattice: Lattice, column: u32| {
        let values = lattice.values();
        values.get(column as usize % values.len()).copied().unwrap_or(0)
    };
    let row = |column| [pick(Lattice::Conditions, column / 4), pick(Lattice::Integers, column), column, column % 4];
    Scene { constant_buffers: vec![(0, (0..COLUMNS).map(row).collect())], ..Scene::default() }
}

fn probe(info: &Info, shape: &Shape, stage: Stage) -> Probe {
    let scene = scene();
    let mut text = head(stage, 1, &scene);
    text.push_str("dcl_temps 4\n");
    text.push_str(if stage == Stage::Vertex { "mov r0.x, v0.x\n" } else { "ftou r0.x, v0.x\n" });
    text.push_str("mov r1.xyzw, cb0[r0.x + 0].xyzw\nmov r2.xyzw, l(0)\n");
    for line in shape.text.lines().map(str::trim) {
        match line.strip_prefix("trace ") {
            Some(number) => text.push_str(&format!("imad r2.x, r2.x, l(7), l({number})\n")),
            None if line == "show" => text.push_str("mov o0.xyzw, r2.xyzw\n"),
            None => text.push_str(&format!("{line}\n")),
        }
    }
    let name = format!("{}, {}", shape.title, stage.prefix());
    let trial = Trial { name, text, stage, width: COLUMNS, height: 1, outputs: 1, scene: Arc::new(scene) };
    let case = Case { label: shape.title.to_owned(), rule: Rule::Bits };
    Probe {
        opcode: info.mnemonic,
        trial,
        cases: vec![case],
        along: Along::Rows,
        sources: Vec::new(),
        judges: Vec::new(),
    }
}

/// The probes of a flow opcode: the programs that hold it.
#[must_use]
pub fn probes(info: &'static Info) -> Vec<Probe> {
    let mut probes = Vec::new();
    for shape in SHAPES {
        let holds = |mnemonic: &str| shape.text.lines().any(|line| is(line.trim(), mnemonic));
        if !holds(info.mnemonic) {
            continue;
        }
        probes.push(probe(info, shape, Stage::Pixel));
        if !holds(Opcode::Flow(Flow::Discard).mnemonic()) {
            probes.push(probe(info, shape, Stage::Vertex));
        }
    }
    probes
}
