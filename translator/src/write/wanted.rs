//! How everything that has a name wants to be called, before the namer makes that legal and unique: each function appends
//! a name to a text, or gives what appends it.

use std::fmt::Write as _;

use super::namer::{identifier, mark};
use super::part::Part;
use crate::ir::{Input, Module, Output, Sampling, Scalar, Semantic, Texture, Variable, VariableKind};
use crate::program::Stage;

/// Whether the names are taken that the reflection chunk gives.
#[derive(Clone, Copy)]
pub(super) struct Given {
    pub(super) reflected: bool,
}

impl Given {
    /// The name that the chunk gives, if it is to be taken.
    pub(super) fn name(self, name: &Option<String>) -> Option<&str> {
        name.as_deref().filter(|name| self.reflected && !name.is_empty())
    }

    /// The name that the chunk gives, or else another.
    pub(super) fn or(self, name: &Option<String>, other: impl Fn(&mut String) + Copy) -> impl Fn(&mut String) + Copy {
        let given = self.name(name);
        move |out| match given {
            Some(name) => out.push_str(name),
            None => other(out),
        }
    }
}

pub(super) fn mark_own(out: &mut String, name: impl FnOnce(&mut String), own: bool) {
    name(out);
    if own {
        out.push_str("_vs");
    }
}

fn decimal(out: &mut String, number: u32) {
    match char::from_digit(number, 10) {
        Some(digit) => out.push(digit),
        None => out.push_str(Part::decimal(number).as_str()),
    }
}

/// What the name of a texture that is compared ends in.
pub(super) const DEPTH: &str = "_depth";

pub(super) fn texture_register(texture: &Texture, comparison: bool) -> impl Fn(&mut String) + Copy {
    with(register("t", texture.register, texture.space), if comparison { DEPTH } else { "" })
}

pub(super) fn text_of(name: impl FnOnce(&mut String)) -> String {
    let mut text = String::new();
    name(&mut text);
    text
}

pub(super) fn with(name: impl Fn(&mut String) + Copy, suffix: &'static str) -> impl Fn(&mut String) + Copy {
    move |out| {
        name(out);
        out.push_str(suffix);
    }
}

/// A register with its space, as in `t0` and `t0_space1`.
pub(super) fn register(file: &'static str, number: u32, space: u32) -> impl Fn(&mut String) + Copy {
    move |out| {
        out.push_str(file);
        decimal(out, number);
        if space != 0 {
            out.push_str("_space");
            decimal(out, space);
        }
    }
}

/// Appends a semantic after a prefix. A semantic that is no identifier gets a mark of its spelling, and one that ends in
/// a digit is kept apart from its index, so that the name is the same whatever else a stage declares.
pub(super) fn semantic(out: &mut String, prefix: &str, name: &str, index: u32) {
    out.push_str(prefix);
    let legal = identifier(name);
    let legal = legal.strip_prefix("n_").filter(|_| !name.starts_with("n_")).unwrap_or(&legal);
    out.push_str(legal.trim_start_matches('_'));
    if legal != name || legal.starts_with('_') {
        let _ = write!(out, "{}x{:08x}", if out.ends_with('_') { "" } else { "_" }, mark(name));
    }
    if out.ends_with(|c: char| c.is_ascii_digit()) {
        out.push('_');
    }
    decimal(out, index);
}

pub(super) fn varying(out: &mut String, Semantic { name, index }: &Semantic) {
    if name.bytes().any(|byte| byte.is_ascii_lowercase()) {
        semantic(out, "vs_", &name.to_ascii_uppercase(), *index);
    } else {
        semantic(out, "vs_", name, *index);
    }
}

pub(super) fn input_name(out: &mut String, input: &Input, stage: Stage) {
    if stage == Stage::Vertex {
        semantic(out, "in_", &input.semantic.name, input.semantic.index);
    } else {
        varying(out, &input.semantic);
    }
}

pub(super) fn sampling_name(out: &mut String, module: &Module, sampling: &Sampling, given: Given) {
    if sampling.reading.is_of_depths() {
        out.push_str("hlslcc_zcmp");
    }
    let texture = &module.textures[sampling.texture];
    let register_of_texture = register("t", texture.register, texture.space);
    let Some(sampler) = sampling.sampler.map(|sampler| &module.samplers[sampler]) else {
        return given.or(&texture.name, register_of_texture)(out);
    };
    // Only where both names are known do they stand together.
    if let (Some(texture), Some(sampler)) = (given.name(&texture.name), given.name(&sampler.name)) {
        out.extend([texture, "TEX_with_SMP", sampler]);
    } else {
        register_of_texture(out);
        out.push_str("TEX_with_SMP");
        register("s", sampler.register, sampler.space)(out);
    }
}

pub(super) fn variable_name(out: &mut String, module: &Module, variable: &Variable) {
    let (file, number) = match variable.kind {
        VariableKind::Temp(number) => ("r", number),
        VariableKind::IndexableTemp(number) => ("TempArray", number),
        VariableKind::InputRange(first) => ("InputArray", first),
        VariableKind::OutputRange(first) => ("OutputArray", first),
        VariableKind::Output(number) => return output_variable_name(out, module, number),
        VariableKind::Demoted => return out.push_str("demoted"),
    };
    register(file, number, 0)(out);
    out.push_str(match variable.scalar {
        Some(Scalar::I32) => "i",
        Some(Scalar::U32) => "u",
        Some(Scalar::F32 | Scalar::Bool | Scalar::Bits | Scalar::F64) | None => "",
    });
}

/// The register of the output; where an output does not start at x, with its lanes.
pub(super) fn output_variable_name(out: &mut String, module: &Module, number: u32) {
    let output = usize::try_from(number).ok().and_then(|number| module.outputs.iter().nth(number));
    let Some((_, Output { register: Some(number), mask, .. })) = output else { return out.push_str("oDepth") };
    register("o", *number, 0)(out);
    if mask.bits() & 1 == 0 {
        out.push('_');
        out.push_str(mask.letters());
    }
}
