//! Probes of doubles: each opcode over edge values, with modifiers, saturate, swizzles, single pairs, literals and
//! destinations that are also sources.
//!
//! A column is a tuple of source vectors, read from a constant buffer; a row is a form.
#![allow(clippy::wildcard_enum_match_arm, reason = "what is not named is all alike")]

use std::fmt::Write as _;
use std::sync::Arc;

use dxbc_translator::opcode::{Double, Flag, Info, Lane, Role};
use dxbc_translator::program::{Modifier, Stage};

use super::double_rule::{Arithmetic, Judge, judge};
use super::probe::{Along, Case, Probe};
use super::rule::Rule;
use crate::generate::random::Random;
use crate::generate::scene::Scene;
use crate::generate::trial::{Trial, head};
use crate::generate::values::Lattice;

/// Doubles where arithmetic, conversions and pairs of floats change their behaviour.
const DOUBLES: &[u64] = &[
    0,
    1 << 63, // zeros
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000, // 1
    0x3fe0_0000_0000_0000,
    0xbff8_0000_0000_0000, // 0.5, -1.5
    0x4004_0000_0000_0000,
    0xc00c_0000_0000_0000, // 2.5, -3.5
    0x3fd5_5555_5555_5555,
    0x4009_21fb_5444_2d18, // 1/3, pi
    0x3ff0_0000_0000_0001,
    0xbfef_ffff_ffff_ffff, // next to 1
    0x3ff0_0000_1000_0000,
    0x3ff0_0000_1000_0001,
    0x3ff0_0000_3000_0000, // halves between floats
    0x3ff0_0000_2fff_ffff,
    0x3fef_ffff_f000_0000, // just over a half, just under 1
    0x4330_0000_0000_0001,
    0xc33f_ffff_ffff_ffff, // 2^52 + 1, -(2^53 - 1)
    0x41df_ffff_ffc0_0000,
    0x41e0_0000_0000_0000, // 2^31 - 1, 2^31
    0x41df_ffff_ffe0_0000,
    0xc1e0_0000_0020_0000, // 2^31 - 0.5, -(2^31 + 1)
    0xc1e0_0000_0000_0000,
    0x41ef_ffff_fff0_0000, // -2^31, 2^32 - 0.5
    0x41f0_0000_0000_0000,
    0x3fef_ffff_ffff_ffff, // 2^32, below 1
    0x4202_a05f_2000_0000,
    0xbe11_2e0b_e826_d695, // 1e10, -1e-9
    0x4629_3e59_39a0_8cea,
    0x39b4_484b_feeb_c2a0, // 1e30, 1e-30
    0xc7ef_ffff_e000_0000,
    0x47ef_ffff_e000_0000, // greatest floats
    0x47ef_ffff_e800_0000,
    0x47ef_ffff_f000_0000,
    0x47f0_0000_0000_0000, // what rounds to them, what does not, 2^128
    0x3810_0000_0000_0000,
    0xb810_0000_0000_0000, // least normal floats
    0x380f_ffff_ffff_ffff,
    0x380f_ffff_c000_0000, // below them
    0x36a0_0000_0000_0000,
    0x7e37_e43c_8800_759c, // 2^-149, 1e300
    0xfe37_e43c_8800_759c,
    0x7fef_ffff_ffff_ffff, // -1e300, the greatest double
    0x0010_0000_0000_0000,
    0x8000_0000_0000_0001, // least normal, least subnormal
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000, // infinities
    0x7ff8_0000_0000_0000,
    0x7ff0_0000_0000_0001,
    0xffff_ffff_ffff_ffff, // NaN
];

/// Columns of a probe.
const COLUMNS: usize = 640;
/// What results hold before the instruction.
const BEFORE: &str = "l(0x11111111, 0x22222222, 0x33333333, 0x44444444)";

/// A source of a form.
#[derive(Clone, Debug)]
struct Source {
    text: String,
    modifier: Modifier,
    /// The pair, or the lane of 32 bits, that each pair of the result reads.
    parts: [usize; 2],
    /// The doubles of a literal.
    literal: Option<[u64; 2]>,
}

/// A way to write the instruction.
struct Form {
    label: String,
    /// What comes before it.
    before: String,
    suffix: &'static str,
    destination: &'static str,
    sources: Vec<Source>,
}

fn register(number: usize, swizzle: &str, modifier: Modifier, parts: [usize; 2]) -> Source {
    let (before, after) = match modifier {
        Modifier::None => ("", ""),
        Modifier::Negate => ("-", ""),
        Modifier::Absolute => ("|", "|"),
        Modifier::AbsoluteNegate => ("-|", "|"),
    };
    let text = format!("{before}r{number}.{swizzle}{after}");
    Source { text, modifier, parts, literal: None }
}

/// The roles of the sources.
fn roles(info: &Info) -> Vec<Role> {
    info.roles.iter().copied().filter(|role| !matches!(role, Role::Dst(_))).collect()
}

const fn is_double(role: Role) -> bool {
    matches!(role, Role::Src(Lane::F64) | Role::Dst(Lane::F64))
}

/// A form whose sources have no modifiers and the swizzle that is given for sources of doubles and of 32 bits.
fn form(info: &Info, label: &str, destination: &'static str, swizzle: [&str; 2], parts: [usize; 2]) -> Form {
    let sources = roles(info).into_iter().enumerate().map(|(number, role)| {
        let swizzle = if is_double(role) { swizzle[0] } else { swizzle[1] };
        register(4 + number, swizzle, Modifier::None, parts)
    });
    Form { label: label.to_owned(), before: String::new(), suffix: "", destination, sources: sources.collect() }
}

/// The destination of both pairs: that of doubles, or a lane for each.
fn both(info: &Info) -> &'static str {
    if info.roles.first().copied().is_some_and(is_double) { "xyzw" } else { "xy" }
}

fn forms(info: &Info) -> Vec<Form> {
    let plain = |label: &str| form(info, label, both(info), ["xyzw", "xyzw"], [0, 1]);
    let (wide, first, second) = if both(info) == "xyzw" { ("xyzw", "xy", "zw") } else { ("yw", "z", "w") };
    let mut forms = vec![
        plain("plain"),
        form(info, "pairs exchanged", wide, ["zwxy", "yxyx"], [1, 0]),
        form(info, "first pair for both", wide, ["xyxy", "xxxx"], [0, 0]),
        form(info, "second pair for both", wide, ["zwzw", "yyyy"], [1, 1]),
        form(info, "first pair alone", first, ["zwxy", "yxyx"], [1, 0]),
    ];
    // A single lane belongs to the first pair, wherever it is; a single pair to itself.
    let alone = if second == "zw" { ["xyzw", "xyzw"] } else { ["xyxy", "xyxy"] };
    forms.push(form(info, "second pair alone", second, alone, [0, 1]));
    for (number, role) in roles(info).into_iter().enumerate() {
        if is_double(role) {
            for modifier in [Modifier::Negate, Modifier::Absolute, Modifier::AbsoluteNegate] {
                let mut form = plain(&format!("{modifier:?} of source {number}"));
                form.sources[number] = register(4 + number, "xyzw", modifier, [0, 1]);
                forms.push(form);
            }
            let literal = [0x4009_21fb_5444_2d18, 0xbfb9_9999_9999_999a];
            let mut form = plain(&format!("literal source {number}"));
            let values = literal.map(f64::from_bits);
            let text = format!("d({:?}l, {:?}l)", values[0], values[1]);
            form.sources[number] = Source { text, modifier: Modifier::None, parts: [0, 1], literal: Some(literal) };
            forms.push(form);
        }
        if matches!(role, Role::Src(Lane::F32 | Lane::I32)) {
            let mut form = plain(&format!("negated source {number}"));
            form.sources[number] = register(4 + number, "xyzw", Modifier::Negate, [0, 1]);
            forms.push(form);
        }
        let mut form = plain(&format!("destination is source {number}"));
        form.before = format!("mov r2.xyzw, r{}.xyzw\n", 4 + number);
        form.sources[number] = if is_double(role) {
            register(2, "zwxy", Modifier::None, [1, 0])
        } else {
            register(2, "yxyx", Modifier::None, [1, 0])
        };
        forms.push(form);
    }
    if info.flag == Flag::Saturate {
        forms.push(Form { suffix: "_sat", ..plain("sat") });
        let mut form = Form { suffix: "_sat", ..form(info, "sat, exchanged", wide, ["zwxy", "yxyx"], [1, 0]) };
        if roles(info).last().copied().is_some_and(is_double) {
            let last = form.sources.len() - 1;
            form.sources[last] = register(4 + last, "zwxy", Modifier::Negate, [1, 0]);
        }
        forms.push(form);
    }
    forms
}

/// Doubles of the list, and others of all kinds within the range of floats.
fn doubles(random: &mut Random, index: usize) -> u64 {
    if index.is_multiple_of(3) {
        let exponent = 1023 - 100 + u64::from(random.below(200));
        let mantissa = u64::from(random.word()) << 20 | u64::from(random.below(1 << 20));
        return u64::from(random.below(2)) << 63 | exponent << 52 | mantissa;
    }
    DOUBLES[random.below(DOUBLES.len() as u32) as usize]
}

/// The source vectors of each column.
fn columns(info: &Info) -> Vec<Vec<[u32; 4]>> {
    let mut random = Random::new(u64::from(info.number));
    let roles = roles(info);
    (0..COLUMNS)
        .map(|column| {
            roles
                .iter()
                .enumerate()
                .map(|(source, role)| match role {
                    Role::Src(Lane::F64) => {
                        // Every listed value is the first operand of some column.
                        let first = (source == 0).then(|| DOUBLES[column % DOUBLES.len()]);
                        let pair =
                            [first.unwrap_or_else(|| doubles(&mut random, column)), doubles(&mut random, column)];
                        let [a, b] = pair;
                        [a as u32, (a >> 32) as u32, b as u32, (b >> 32) as u32]
                    }
                    Role::Src(Lane::F32) => words(&mut random, Lattice::Floats),
                    Role::Src(Lane::Bits) => words(&mut random, Lattice::Conditions),
                    _ => words(&mut random, Lattice::Integers),
                })
                .collect()
        })
        .collect()
}

fn words(random: &mut Random, lattice: Lattice) -> [u32; 4] {
    std::array::from_fn(|_| lattice.values()[random.below(lattice.values().len() as u32) as usize])
}

/// The probes of an opcode, one a stage.
pub(super) fn probes(info: &'static Info, op: Double) -> Vec<Probe> {
    [Stage::Pixel, Stage::Vertex].into_iter().map(|stage| probe(info, op, stage)).collect()
}

fn probe(info: &'static Info, op: Double, stage: Stage) -> Probe {
    let (columns, forms) = (columns(info), forms(info));
    let count = roles(info).len();
    let rows = columns.iter().flatten().copied().collect();
    let scene = Scene { constant_buffers: vec![(0, rows)], ..Scene::default() };
    let mut text = head(stage, 1, &scene);
    text.push_str("dcl_temps 8\n");
    let place = if stage == Stage::Vertex { "mov r0.x, v0.x\nmov r0.y, v1.x\n" } else { "ftou r0.xy, v0.xyxx\n" };
    let _ = write!(text, "{place}mov r2.xyzw, {BEFORE}\nimul null, r0.z, r0.x, l({count})\n");
    for source in 0..count {
        let _ = writeln!(text, "mov r{}.xyzw, cb0[r0.z + {source}].xyzw", 4 + source);
    }
    text.push_str("switch r0.y\n");
    for (number, form) in forms.iter().enumerate() {
        let sources: Vec<&str> = form.sources.iter().map(|source| source.text.as_str()).collect();
        let (before, name, suffix, destination) = (&form.before, info.mnemonic, form.suffix, form.destination);
        let _ =
            writeln!(text, "case l({number})\n{before}{name}{suffix} r2.{destination}, {}\nbreak", sources.join(", "));
    }
    text.push_str("endswitch\nmov o0.xyzw, r2.xyzw\nret\n");
    let trial = Trial {
        name: format!("{} of doubles, {}", info.mnemonic, stage.prefix()),
        text,
        stage,
        width: columns.len() as u32,
        height: forms.len() as u32,
        outputs: 1,
        scene: Arc::new(scene),
    };
    let rule = if op == Double::Dtof { Rule::Float } else { Rule::Bits };
    let items = forms.iter().flat_map(|form| columns.iter().map(move |column| (form, column)));
    let judges =
        if both(info) == "xyzw" { items.map(|(form, column)| judges(op, form, column)).collect() } else { Vec::new() };
    let cases = forms.into_iter().map(|form| Case { label: form.label, rule }).collect();
    Probe { opcode: info.mnemonic, trial, cases, along: Along::Rows, sources: columns, judges }
}

/// How the pairs of an item are judged.
fn judges(op: Double, form: &Form, column: &[[u32; 4]]) -> [Judge; 2] {
    let value = |source: usize, pair: usize| -> f64 {
        let Some(operand) = form.sources.get(source) else { return 0.0 };
        let Some(&part) = operand.parts.get(pair) else { return 0.0 };
        let row = column.get(source).copied().unwrap_or_default();
        let words = [u64::from(row[0]) | u64::from(row[1]) << 32, u64::from(row[2]) | u64::from(row[3]) << 32];
        let value = f64::from_bits(operand.literal.unwrap_or(words)[part]);
        match operand.modifier {
            Modifier::None => value,
            Modifier::Negate => -value,
            Modifier::Absolute => value.abs(),
            Modifier::AbsoluteNegate => -value.abs(),
        }
    };
    let saturate = !form.suffix.is_empty();
    std::array::from_fn(|pair| {
        let lane = ["xy", "zw"][pair];
        if !form.destination.contains(lane) {
            return Judge::Bits;
        }
        match Arithmetic::of(op) {
            Some(arithmetic) => judge(arithmetic, [0, 1, 2].map(|source| value(source, pair)), saturate),
            None if matches!(op, Double::Dmov | Double::Dmovc) && !saturate => Judge::Bits,
            None => Judge::Exact,
        }
    })
}
