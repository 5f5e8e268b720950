//! One opcode over its edge values in every form: operand modifiers, saturate, partial masks, destinations that are
//! also sources, null destinations.
//!
//! A register trial has a column for each tuple of source vectors, read from a constant buffer, and a row for each
//! form. An immediate trial has a column for each tuple, which stands in the program as literals.
#![allow(clippy::wildcard_enum_match_arm, reason = "what is not named is all alike")]

use std::fmt::Write as _;
use std::sync::Arc;

use dxbc_translator::opcode::{Convert, Flag, Float, Info, Int, Lane, Move, Opcode, Role};
use dxbc_translator::program::Stage;

use super::random::Random;
use super::scene::Scene;
use super::trial::{Trial, head};
use super::values::Lattice;

/// A way to write an instruction.
#[derive(Clone, Debug)]
pub struct Form {
    /// What is special about it.
    pub label: String,
    /// The instructions.
    lines: Vec<String>,
    /// A move that modifies, and so is float arithmetic.
    pub modifies: bool,
}

/// A trial of one opcode.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The trial.
    pub trial: Trial,
    /// The form of each row; of each column in an immediate trial.
    pub forms: Vec<Form>,
    /// The sources of each column.
    pub sources: Vec<Vec<[u32; 4]>>,
    /// Whether the columns are the forms.
    pub immediate: bool,
}

/// Scalar tuples of an opcode at most.
const TUPLES: usize = 1600;

/// Columns of an immediate trial.
const IMMEDIATES: usize = 32;

/// What a result holds before the instruction: lanes outside of the mask keep it.
const BEFORE: [&str; 2] =
    ["l(0x11111111, 0x22222222, 0x33333333, 0x44444444)", "l(0x55555555, 0x66666666, 0x77777777, 0x88888888)"];

fn sources(info: &Info) -> Vec<Role> {
    info.roles.iter().copied().filter(|role| !matches!(role, Role::Dst(_))).collect()
}

fn destinations(info: &Info) -> usize {
    info.roles.iter().filter(|role| matches!(role, Role::Dst(_))).count()
}

/// The values that a source takes.
fn values(info: &Info, source: usize, role: Role) -> Vec<u32> {
    let lattices: &[Lattice] = match (info.opcode, source) {
        (Opcode::Move(Move::Mov), _) => &[Lattice::Floats, Lattice::Integers],
        (Opcode::Move(_), 0) => &[Lattice::Conditions],
        (Opcode::Move(_), 1) => &[Lattice::Integers],
        (Opcode::Move(_), _) => &[Lattice::Floats],
        (Opcode::Float(Float::Sincos), _) => &[Lattice::Angles],
        (Opcode::Float(Float::Dp2 | Float::Dp3 | Float::Dp4), _) => &[Lattice::Tame],
        (Opcode::Convert(Convert::F16tof32), _) => &[Lattice::Halves],
        (Opcode::Bit(_), 0 | 1) if info.mnemonic.ends_with("bfe") || info.mnemonic == "bfi" => &[Lattice::Counts],
        (Opcode::Bit(_), 1) if info.mnemonic.ends_with("shl") || info.mnemonic.ends_with("shr") => &[Lattice::Counts],
        _ => match role {
            Role::Src(Lane::F32) | Role::Vector(Lane::F32) => &[Lattice::Floats],
            _ => &[Lattice::Integers],
        },
    };
    lattices.iter().flat_map(|lattice| lattice.values()).copied().collect()
}

/// The source vectors of each column.
fn columns(info: &Info) -> Vec<Vec<[u32; 4]>> {
    let choices: Vec<Vec<u32>> =
        sources(info).into_iter().enumerate().map(|(source, role)| values(info, source, role)).collect();
    let vectors = sources(info).iter().any(|role| matches!(role, Role::Vector(_)));
    let product = choices.iter().try_fold(1_usize, |product, list| product.checked_mul(list.len()));
    let all = product.filter(|&product| product <= TUPLES && !vectors);
    let mut random = Random::new(u64::from(info.number));
    let mut tuple = |index: usize| -> Vec<u32> {
        let mut rest = index;
        let place = |list: &Vec<u32>| {
            let at = if all.is_some() { rest % list.len() } else { random.below(list.len() as u32) as usize };
            rest /= list.len();
            list.get(at).copied().unwrap_or(0)
        };
        choices.iter().map(place).collect()
    };
    let count = all.unwrap_or(TUPLES).div_ceil(4);
    (0..count)
        .map(|column| {
            let mut rows = vec![[0; 4]; choices.len()];
            for lane in 0..4 {
                for (row, word) in rows.iter_mut().zip(tuple(column * 4 + lane)) {
                    row[lane] = word;
                }
            }
            rows
        })
        .collect()
}

/// The modifiers that a source may carry.
fn modifiers(info: &Info, source: usize) -> &'static [(&'static str, &'static str, &'static str)] {
    const FLOAT: &[(&str, &str, &str)] = &[("neg", "-", ""), ("abs", "|", "|"), ("-abs", "-|", "|")];
    const NEGATE: &[(&str, &str, &str)] = &[("neg", "-", "")];
    match (info.opcode, source) {
        (Opcode::Move(Move::Mov), _) | (Opcode::Move(_), 1..) => FLOAT,
        (Opcode::Float(_), _) | (Opcode::Convert(Convert::F16tof32), _) => FLOAT,
        (Opcode::Convert(Convert::Ftoi | Convert::Ftou | Convert::F32tof16), _) => FLOAT,
        (Opcode::Convert(Convert::Itof), _) => NEGATE,
        (Opcode::Int(Int::Iadd | Int::Imad | Int::Imax | Int::Imin | Int::Imul), _) => NEGATE,
        (Opcode::Compare(_), _) => match sources(info).first() {
            Some(Role::Src(Lane::F32)) => FLOAT,
            _ => &[],
        },
        _ => &[],
    }
}

/// Writes an instruction from its parts.
struct Line<'a> {
    info: &'a Info,
    suffix: &'a str,
    dst: Vec<String>,
    src: Vec<String>,
}

impl<'a> Line<'a> {
    fn new(info: &'a Info) -> Self {
        let dst = (0..destinations(info)).map(|d| format!("r{}.xyzw", 2 + d)).collect();
        let src = (0..sources(info).len()).map(|s| format!("r{}.xyzw", 4 + s)).collect();
        Self { info, suffix: "", dst, src }
    }

    fn text(&self) -> String {
        let operands: Vec<&str> = self.dst.iter().chain(&self.src).map(String::as_str).collect();
        format!("{}{} {}", self.info.mnemonic, self.suffix, operands.join(", "))
    }

    fn set_source(mut self, source: usize, text: String) -> Self {
        if let Some(place) = self.src.get_mut(source) {
            *place = text;
        }
        self
    }

    fn set_destination(mut self, destination: usize, text: &str) -> Self {
        if let Some(place) = self.dst.get_mut(destination) {
            text.clone_into(place);
        }
        self
    }

    fn saturated(mut self) -> Self {
        self.suffix = "_sat";
        self
    }
}

fn form(label: &str, lines: Vec<String>, modifies: bool) -> Form {
    Form { label: label.to_owned(), lines, modifies }
}

/// Every form of an opcode.
fn forms(info: &Info) -> Vec<Form> {
    let count = sources(info).len();
    let mut forms = vec![form("plain", vec![Line::new(info).text()], false)];
    for source in 0..count {
        for &(name, before, after) in modifiers(info, source) {
            let text = format!("{before}r{}.xyzw{after}", 4 + source);
            let line = Line::new(info).set_source(source, text);
            forms.push(form(&format!("{name} of source {source}"), vec![line.text()], true));
        }
    }
    if info.flag == Flag::Saturate {
        forms.push(form("sat", vec![Line::new(info).saturated().text()], true));
        if let Some((_, before, after)) = modifiers(info, count - 1).first() {
            let text = format!("{before}r{}.xyzw{after}", 3 + count);
            let line = Line::new(info).set_source(count - 1, text).saturated();
            forms.push(form("sat with neg", vec![line.text()], true));
        }
    }
    masks(info, &mut forms);
    overlaps(info, &mut forms);
    if destinations(info) == 2 && info.opcode != Opcode::Move(Move::Swapc) {
        forms.push(form("second null", vec![Line::new(info).set_destination(1, "null").text()], false));
        if !matches!(info.opcode, Opcode::Int(Int::Uaddc | Int::Usubb)) {
            forms.push(form("first null", vec![Line::new(info).set_destination(0, "null").text()], false));
        }
    }
    forms
}

fn masks(info: &Info, forms: &mut Vec<Form>) {
    // Mask of each destination, and swizzles that the sources take in turn.
    const MASKS: [([&str; 2], [&str; 3]); 4] = [
        (["x", "w"], ["y", "z", "x"]),
        (["w", "w"], ["w", "x", "y"]),
        (["yw", "xz"], ["wzyx", "xxyy", "zwxy"]),
        (["xyz", "yzw"], ["zxyw", "yyyy", "wxyz"]),
    ];
    let scalar = |mask: [&str; 2]| mask.iter().all(|letters| letters.len() == 1);
    for (mask, swizzles) in MASKS {
        let mut line = Line::new(info);
        // One letter of two destinations must be the same lane: the sources select one component.
        let mask = if scalar(mask) && destinations(info) == 2 { [mask[0], mask[0]] } else { mask };
        for (destination, letters) in mask.iter().enumerate() {
            line = line.set_destination(destination, &format!("r{}.{letters}", 2 + destination));
        }
        for source in 0..sources(info).len() {
            let swizzle = swizzles.get(source % swizzles.len()).copied().unwrap_or("xyzw");
            line = line.set_source(source, format!("r{}.{swizzle}", 4 + source));
        }
        forms.push(form(&format!("mask {}", mask[0]), vec![line.text()], false));
    }
}

fn overlaps(info: &Info, forms: &mut Vec<Form>) {
    for source in 0..sources(info).len() {
        for destination in 0..destinations(info) {
            let line = Line::new(info).set_source(source, format!("r{}.yzwx", 2 + destination));
            let copy = format!("mov r{}.xyzw, r{}.xyzw", 2 + destination, 4 + source);
            let label = format!("destination {destination} is source {source}");
            forms.push(form(&label, vec![copy, line.text()], false));
        }
    }
    let mut all = Line::new(info);
    for source in 0..sources(info).len() {
        all = all.set_source(source, format!("r2.{}", ["wzyx", "xyzw", "yxwz", "zwxy"].get(source).unwrap_or(&"xyzw")));
    }
    let copy = "mov r2.xyzw, r4.xyzw".to_owned();
    forms.push(form("all sources are the destination", vec![copy, all.text()], false));
}

/// Takes `r0.x`, the column, and `r0.y`, the row.
fn place(stage: Stage) -> &'static str {
    if stage == Stage::Vertex { "mov r0.x, v0.x\nmov r0.y, v1.x\n" } else { "ftou r0.xy, v0.xyxx\n" }
}

fn tail(text: &mut String, outputs: usize) {
    for output in 0..outputs {
        let _ = writeln!(text, "mov o{output}.xyzw, r{}.xyzw", 2 + output);
    }
    text.push_str("ret\n");
}

fn begin(info: &Info, stage: Stage, scene: &Scene) -> String {
    let mut text = head(stage, destinations(info) as u32, scene);
    text.push_str("dcl_temps 8\n");
    text.push_str(place(stage));
    for (output, before) in BEFORE.iter().enumerate().take(destinations(info)) {
        let _ = writeln!(text, "mov r{}.xyzw, {before}", 2 + output);
    }
    text
}

/// The opcode in every form, sources from registers.
#[must_use]
pub fn registers(info: &Info, stage: Stage) -> Batch {
    let columns = columns(info);
    let forms = forms(info);
    let count = sources(info).len();
    let rows = columns.iter().flatten().copied().collect();
    let scene = Scene { constant_buffers: vec![(0, rows)], ..Scene::default() };
    let mut text = begin(info, stage, &scene);
    let _ = writeln!(text, "imul null, r0.z, r0.x, l({count})");
    for source in 0..count {
        let _ = writeln!(text, "mov r{}.xyzw, cb0[r0.z + {source}].xyzw", 4 + source);
    }
    text.push_str("switch r0.y\n");
    for (number, form) in forms.iter().enumerate() {
        let _ = writeln!(text, "case l({number})\n{}\nbreak", form.lines.join("\n"));
    }
    text.push_str("endswitch\n");
    tail(&mut text, destinations(info));
    let trial = Trial {
        name: format!("{} of registers, {}", info.mnemonic, stage.prefix()),
        text,
        stage,
        width: columns.len() as u32,
        height: forms.len() as u32,
        outputs: destinations(info) as u32,
        scene: Arc::new(scene),
    };
    Batch { trial, forms, sources: columns, immediate: false }
}

fn literal(words: &[u32; 4]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("{word:#x}")).collect();
    format!("l({})", words.join(", "))
}

/// The opcode with literals: all sources, or all but the first, in turn.
#[must_use]
pub fn immediates(info: &Info, stage: Stage) -> Batch {
    let all = columns(info);
    let step = all.len().div_ceil(IMMEDIATES).max(1);
    let columns: Vec<_> = all.into_iter().step_by(step).collect();
    let rows: Vec<[u32; 4]> = columns.iter().filter_map(|column| column.first()).copied().collect();
    let scene = Scene { constant_buffers: vec![(0, rows)], ..Scene::default() };
    let mut text = begin(info, stage, &scene);
    text.push_str("mov r4.xyzw, cb0[r0.x + 0].xyzw\nswitch r0.x\n");
    let mut forms = Vec::new();
    for (number, column) in columns.iter().enumerate() {
        let from_register = number % 2 == 1 && column.len() > 1;
        let mut line = Line::new(info);
        for (source, words) in column.iter().enumerate().skip(usize::from(from_register)) {
            line = line.set_source(source, literal(words));
        }
        let label = if from_register { "literals after a register" } else { "literals" };
        let form = form(label, vec![line.text()], false);
        let _ = writeln!(text, "case l({number})\n{}\nbreak", form.lines.join("\n"));
        forms.push(form);
    }
    text.push_str("endswitch\n");
    tail(&mut text, destinations(info));
    let trial = Trial {
        name: format!("{} of literals, {}", info.mnemonic, stage.prefix()),
        text,
        stage,
        width: columns.len() as u32,
        height: 1,
        outputs: destinations(info) as u32,
        scene: Arc::new(scene),
    };
    Batch { trial, forms, sources: columns, immediate: true }
}
