//! Random programs: valid shaders of everything that a stage may hold, from a seed.
//!
//! Their results do not depend on what Direct3D leaves open: see `lanes.rs`. Loops end after a few trips, and
//! nothing is read before it is written.

use std::collections::BTreeMap;
use std::sync::Arc;

use dxbc_translator::program::{ResourceDimension, Stage};

use super::lanes::{COUNTER, Kind, Lanes, SCRATCH_BITS, SHARED_BITS, SHARED_FLOATS, SUBROUTINE_COUNTER, TEMPS, join};
use super::operand::{ELEMENTS, IMMEDIATE_ROWS, Modifiers, ROWS};
use super::random::Random;
use super::scene::{Bound, Input, Scene, TexelKind, Texels};
use super::trial::{Trial, head};
use crate::interp::{Address, Sampler};

/// Loops, branches and switches within each other.
const DEPTH: usize = 3;
/// Outputs: one that the body writes, the others show the registers.
const OUTPUTS: u32 = 4;

/// Which part is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Zone {
    Main,
    /// Reads and writes only what is shared.
    Subroutine,
}

/// Writes a program.
pub(super) struct Writer {
    pub(super) random: Random,
    lines: Vec<String>,
    pub(super) lanes: Lanes,
    /// What the lanes must still hold where flow comes together again: the lanes at the start of the outermost loop or
    /// switch.
    pub(super) frozen: Option<Lanes>,
    pub(super) zone: Zone,
    /// An operand of the instruction is indexed by `r11.w`.
    pub(super) indexed: bool,
    stage: Stage,
    budget: u32,
    depth: usize,
    loops: usize,
    /// Subroutines that may be called.
    labels: std::ops::Range<u32>,
}

/// How a block ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// Flow goes on after it.
    Open,
    /// It ended with a jump.
    Jumped,
}

/// Jumps that a block may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Jumps {
    leave: bool,
    again: bool,
}

/// A random program of a stage.
#[must_use]
pub fn program(seed: u64, stage: Stage) -> Trial {
    let mut random = Random::new(seed);
    let (width, height) = if stage == Stage::Vertex { (8, 2) } else { (8, 8) };
    let scene = scene(&mut random, width);
    let subroutines = if random.chance(40) { random.below(3) } else { 0 };
    let budget = 6 + random.below(26);
    let writer = Writer {
        random,
        lines: Vec::new(),
        lanes: [[Kind::Bits; 4]; super::lanes::REGISTERS],
        frozen: None,
        zone: Zone::Main,
        indexed: false,
        stage,
        budget,
        depth: 0,
        loops: 0,
        labels: 0..subroutines,
    };
    let text = head(stage, OUTPUTS, &scene) + &declarations(&scene) + &writer.write();
    let name = format!("{} of seed {seed}", stage.prefix());
    Trial { name, text, stage, width, height, outputs: OUTPUTS, scene: Arc::new(scene) }
}

fn declarations(scene: &Scene) -> String {
    let rows: Vec<String> = (0..IMMEDIATE_ROWS)
        .map(|row| {
            let words: Vec<String> =
                (0..4).map(|lane| format!("{:?}", (row * 4 + lane) as f32 / 8.0 - 0.875)).collect();
            format!("{{ {} }}", words.join(", "))
        })
        .collect();
    let last = scene.inputs.len() + 1;
    format!(
        "dcl_immediateConstantBuffer {{ {} }}
dcl_sampler s0, mode_default
dcl_resource_texture2d (uint,uint,uint,uint) t0
dcl_resource_texture2d (float,float,float,float) t1
dcl_resource_raw t2
dcl_resource_structured t3, 16
dcl_resource_buffer (float,float,float,float) t4
dcl_temps {TEMPS}
dcl_indexableTemp x0[{ELEMENTS}], 4
dcl_indexableTemp x1[{ELEMENTS}], 4
dcl_indexrange v{}.xyzw 2
",
        rows.join(", "),
        last - 1
    )
}

/// A multiple of 1/8 between -8 and 8.
fn small_float(random: &mut Random) -> u32 {
    ((random.below(129) as f32 - 64.0) / 8.0).to_bits()
}

fn rows(random: &mut Random, count: u32, word: fn(&mut Random) -> u32) -> Vec<[u32; 4]> {
    (0..count).map(|_| std::array::from_fn(|_| word(random))).collect()
}

fn word(random: &mut Random) -> u32 {
    if random.chance(50) { random.below(16) } else { random.word() }
}

fn scene(random: &mut Random, vertices: u32) -> Scene {
    let mut level = |size: u32, word: fn(&mut Random) -> u32| rows(random, size * size, word).concat();
    let texels = |kind, levels| {
        Bound::Texture(Texels { dimension: ResourceDimension::Texture2D, kind, size: [4, 4, 1], levels })
    };
    let bits = texels(TexelKind::Uints, vec![level(4, word), level(2, word), level(1, word)]);
    let floats = texels(TexelKind::Floats, vec![level(4, small_float)]);
    let addresses = [Address::Clamp, Address::Wrap, Address::Mirror];
    let sampler =
        Sampler { address: [random.pick(&addresses), random.pick(&addresses), Address::Clamp], ..Sampler::POINT };
    let mut input = |floats, word| Input { floats, rows: rows(random, vertices, word) };
    let inputs = vec![input(false, word), input(true, small_float), input(false, word), input(false, word)];
    Scene {
        constant_buffers: vec![(0, rows(random, ROWS, word)), (1, rows(random, ROWS, small_float))],
        resources: vec![
            (0, bits),
            (1, floats),
            (2, Bound::Raw(rows(random, 5, word).concat())),
            (3, Bound::Structured { stride: 4, words: rows(random, 6, word).concat() }),
            (4, Bound::Typed { floats: true, elements: rows(random, 6, small_float) }),
        ],
        samplers: vec![(0, sampler)],
        inputs,
    }
}

impl Writer {
    pub(super) fn line(&mut self, text: String) {
        self.lines.push(text);
    }

    fn write(mut self) -> String {
        self.prologue();
        let jumps = Jumps { leave: false, again: false };
        if self.block(jumps) == End::Open {
            self.epilogue();
        }
        self.lines.push("ret".into());
        for label in self.labels.clone() {
            self.subroutine(label);
        }
        self.lines.join("\n") + "\n"
    }

    /// Gives every register a value.
    fn prologue(&mut self) {
        let vertex = self.stage == Stage::Vertex;
        let first = if vertex { "mov r5.xyzw, v0.xxxx" } else { "mov r5.xyzw, v0.xyzw" };
        for line in [
            "mov r0.xyzw, v2.xyzw",
            "mov r1.xyzw, v3.xyzw",
            "mov r2.xyzw, l(0.125, -1.5, 2.5, 0.0)",
            "mov r3.xyzw, cb0[1].xyzw",
            "mov r4.xyzw, cb1[2].wzyx",
            first,
            "mov r6.xyzw, v2.wzyx",
            "mov r7.xyzw, cb1[0].xyzw",
            "mov o0.xyzw, l(1, 2, 3, 4)",
        ] {
            self.line(line.into());
        }
        if vertex {
            self.line("mov r0.y, v1.x".into());
        } else {
            self.line("ftou r0.yz, v0.xyxx".into());
        }
        let float = [Kind::Float; 4];
        let last = if vertex { [Kind::Bits; 4] } else { float };
        self.lanes = [[Kind::Bits; 4], float, float, [Kind::Bits; 4], float, last, [Kind::Bits; 4], [Kind::Open; 4]];
        for element in 0..ELEMENTS {
            let row = element % ROWS;
            self.line(format!("mov x0[{element}].xyzw, cb0[{row}].xyzw"));
            self.line(format!("mov x1[{element}].xyzw, cb1[{row}].xyzw"));
        }
        for output in 1..OUTPUTS {
            self.line(format!("mov o{output}.xyzw, l(0)"));
        }
    }

    /// Shows registers in the outputs.
    fn epilogue(&mut self) {
        for output in 1..OUTPUTS {
            for lane in ["x", "y", "z", "w"] {
                self.indexed = false;
                if self.random.chance(30) {
                    let source = self.float(1).text;
                    self.line(format!("ftoi o{output}.{lane}, {source}"));
                } else {
                    let source = self.bits(1, Modifiers::None);
                    self.line(format!("mov o{output}.{lane}, {source}"));
                }
            }
        }
    }

    fn subroutine(&mut self, label: u32) {
        self.line(format!("label label{label}"));
        self.zone = Zone::Subroutine;
        self.labels = label + 1..self.labels.end;
        self.budget = 2 + self.random.below(5);
        (self.depth, self.loops, self.frozen) = (1, 0, None);
        self.block(Jumps { leave: false, again: false });
        self.line("ret".into());
    }

    /// Statements until the budget or chance ends them.
    fn block(&mut self, jumps: Jumps) -> End {
        let mut count = 0;
        while self.budget > 0 && (count == 0 || self.depth == 0 || self.random.chance(75)) {
            self.budget -= 1;
            count += 1;
            match self.random.below(100) {
                0..=9 if self.depth < DEPTH => self.branch(jumps),
                10..=15 if self.depth < DEPTH => self.repeat(),
                16..=20 if self.depth < DEPTH => self.choose(jumps),
                21..=24 if !self.labels.is_empty() && (self.zone == Zone::Main || self.loops == 0) => self.call(),
                25..=29 => {
                    if self.jump(jumps) == End::Jumped {
                        return End::Jumped;
                    }
                }
                _ => self.statement(),
            }
        }
        End::Open
    }

    /// A condition, and the suffix of its test.
    fn condition(&mut self) -> (&'static str, String) {
        let test = self.random.pick(&["_nz", "_z"]);
        if self.random.chance(30) {
            return (test, self.bits_lane());
        }
        self.compare_into("r9.x", 1);
        (test, format!("r{SCRATCH_BITS}.x"))
    }

    fn jump(&mut self, jumps: Jumps) -> End {
        let conditional = self.depth == 0 || self.random.chance(70);
        let mut choices = vec!["ret"];
        if jumps.leave {
            choices.extend(["break", "break"]);
        }
        if jumps.again {
            choices.extend(["continue", "continue"]);
        }
        if self.stage == Stage::Pixel && self.zone == Zone::Main && self.random.chance(30) {
            choices = vec!["discard"];
        }
        // An early end is dull at the top: what follows is never seen.
        if choices == ["ret"] && self.random.chance(60) {
            self.statement();
            return End::Open;
        }
        let op = self.random.pick(&choices);
        if conditional || op == "discard" {
            let (test, condition) = self.condition();
            let op = if op == "discard" { op.into() } else { format!("{op}c") };
            self.line(format!("{op}{test} {condition}"));
            return End::Open;
        }
        self.line(op.into());
        End::Jumped
    }

    fn branch(&mut self, jumps: Jumps) {
        let (test, condition) = self.condition();
        self.line(format!("if{test} {condition}"));
        self.depth += 1;
        let before = self.lanes;
        let first = self.block(jumps);
        let after_first = self.lanes;
        self.lanes = before;
        let mut second = End::Open;
        if self.random.chance(50) {
            self.line("else".into());
            second = self.block(jumps);
        }
        self.line("endif".into());
        self.depth -= 1;
        self.lanes = match (first, second) {
            (End::Jumped, _) => self.lanes,
            (End::Open, End::Jumped) => after_first,
            (End::Open, End::Open) => join(&after_first, &self.lanes),
        };
    }

    /// Starts a part at whose joins every lane must hold what it held before.
    fn freeze(&mut self) -> Option<Lanes> {
        let outer = self.frozen;
        if outer.is_none() {
            self.frozen = Some(self.lanes);
        }
        self.lanes = self.frozen.unwrap_or(self.lanes);
        outer
    }

    fn thaw(&mut self, outer: Option<Lanes>) {
        self.lanes = self.frozen.unwrap_or(self.lanes);
        self.frozen = outer;
    }

    fn repeat(&mut self) {
        let register = if self.zone == Zone::Main { COUNTER } else { SUBROUTINE_COUNTER };
        let lane = ["x", "y", "z", "w"].get(self.loops).copied().unwrap_or("w");
        let counter = format!("r{register}.{lane}");
        let trips = if self.random.chance(70) {
            format!("l({})", 1 + self.random.below(4))
        } else {
            // A number of trips that differs from pixel to pixel.
            let source = self.bits_lane();
            self.line(format!("and r{}.{lane}, {source}, l(3)", register_of_limits(self.zone)));
            format!("r{}.{lane}", register_of_limits(self.zone))
        };
        self.line(format!("mov {counter}, l(0)"));
        self.line("loop".into());
        self.line(format!("ige r9.x, {counter}, {trips}"));
        self.line("breakc_nz r9.x".into());
        self.line(format!("iadd {counter}, {counter}, l(1)"));
        let outer = self.freeze();
        self.depth += 1;
        self.loops += 1;
        self.block(Jumps { leave: true, again: true });
        self.loops -= 1;
        self.depth -= 1;
        self.thaw(outer);
        self.line("endloop".into());
    }

    fn choose(&mut self, jumps: Jumps) {
        let source = self.bits_lane();
        self.line(format!("and r9.x, {source}, l(3)"));
        self.line("switch r9.x".into());
        let outer = self.freeze();
        self.depth += 1;
        let mut has_default = false;
        let mut value = 0;
        while value < 4 {
            self.line(format!("case l({value})"));
            value += 1;
            if value < 4 && self.random.chance(25) {
                continue;
            }
            if !has_default && self.random.chance(30) {
                has_default = true;
                self.line("default".into());
            }
            self.lanes = self.frozen.unwrap_or(self.lanes);
            if self.block(Jumps { leave: true, again: jumps.again }) == End::Open {
                self.line("break".into());
            }
            if self.random.chance(20) {
                break;
            }
        }
        self.depth -= 1;
        self.thaw(outer);
        self.line("endswitch".into());
    }

    fn call(&mut self) {
        let label = self.labels.start + self.random.below(self.labels.end - self.labels.start);
        if self.random.chance(40) {
            let (test, condition) = self.condition();
            self.line(format!("callc{test} {condition}, label{label}"));
        } else {
            self.line(format!("call label{label}"));
        }
        self.lanes[SHARED_BITS] = [Kind::Bits; 4];
        self.lanes[SHARED_FLOATS] = [Kind::Open; 4];
    }
}

/// The register that holds numbers of trips.
const fn register_of_limits(zone: Zone) -> usize {
    match zone {
        Zone::Main => TEMPS - 2,
        Zone::Subroutine => TEMPS - 1,
    }
}

/// Counts the features of a listing: mnemonics with their suffixes, register files, modifiers.
pub fn count_features(text: &str, counts: &mut BTreeMap<String, u64>) {
    let mut add = |feature: &str| *counts.entry(feature.to_owned()).or_default() += 1;
    for line in text.lines().filter(|line| !line.starts_with('.') && !line.starts_with("dcl_")) {
        let (mnemonic, rest) = line.split_once(' ').unwrap_or((line, ""));
        add(mnemonic.split('(').next().unwrap_or(mnemonic));
        for (pattern, feature) in [
            ("x0[", "file x"),
            ("x1[", "file x"),
            ("cb", "file cb"),
            ("icb", "file icb"),
            ("v", "file v"),
            ("null", "null"),
            ("[r", "dynamic index"),
            ("|", "abs"),
            ("-", "negation"),
            ("l(", "literal"),
        ] {
            if rest.contains(pattern) {
                add(feature);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interp::Options;

    #[test]
    fn a_seed_always_gives_the_same_program() {
        for stage in [Stage::Pixel, Stage::Vertex] {
            assert_eq!(program(7, stage).text, program(7, stage).text);
            assert_ne!(program(7, stage).text, program(8, stage).text);
        }
    }

    #[test]
    fn programs_are_valid_end_and_are_mostly_defined() {
        for stage in [Stage::Pixel, Stage::Vertex] {
            let (mut defined, mut all) = (0, 0);
            for seed in 0..200 {
                let trial = program(seed, stage);
                let expected = match trial.expect(Options::default()) {
                    Ok(expected) => expected,
                    Err(error) => panic!("{}: {error}\n{}", trial.name, trial.text),
                };
                defined += expected.iter().flatten().count();
                all += expected.len();
            }
            assert!(defined * 100 > all * 99, "{defined} of {all} words are defined");
        }
    }

    #[test]
    fn programs_hold_every_kind_of_flow_and_file() {
        let mut counts = BTreeMap::new();
        for seed in 0..300 {
            count_features(&program(seed, Stage::Pixel).text, &mut counts);
        }
        for feature in [
            "if_nz",
            "if_z",
            "else",
            "loop",
            "switch",
            "case",
            "default",
            "call",
            "callc_nz",
            "label",
            "retc_nz",
            "breakc_z",
            "continuec_nz",
            "break",
            "continue",
            "discard_nz",
            "file x",
            "file icb",
            "dynamic index",
            "null",
            "abs",
            "negation",
            "ld_indexable",
            "sample_l_indexable",
            "gather4_indexable",
            "ld_raw_indexable",
            "imul",
            "swapc",
            "movc",
            "dp3",
            "mad",
            "bfi",
            "f16tof32",
        ] {
            assert!(counts.get(feature).is_some_and(|&count| count >= 3), "{feature}: {counts:?}");
        }
    }
}
