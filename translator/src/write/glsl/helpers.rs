//! Definitions of the named helpers in GLSL ES 3.00: one scalar text a helper, vectors lane by lane.
//!
//! The texts stand in `table`, those of the emulated double in `double`.

mod double;
mod table;

use std::collections::BTreeSet;

use self::table::DEFINITIONS;
use super::types::type_name;
use crate::ir::{DoubleHelper, Scalar, Type};
use crate::write::helpers::{Head, PREFIX, Spelling, UsedHelpers, write, write_doubles};
use crate::write::text::Text;

/// Name of the choice by a vector of conditions, without the prefix.
pub(super) const CHOOSE: &str = "choose";

/// Writes the definitions of the used helpers and widths and of what they call, callees first.
pub(super) fn define(text: &mut Text, used: UsedHelpers) {
    write(text, DEFINITIONS, &Spelling { head, type_name }, used);
}

/// Writes the definitions of the used helpers of the emulated double and of what they call, callees first.
pub(super) fn define_doubles(text: &mut Text, used: &BTreeSet<DoubleHelper>) {
    write_doubles(text, double::DEFINITIONS, &Spelling { head, type_name }, used);
}

fn head(text: &mut Text, Head { name, parameters, result, .. }: &Head<'_>) {
    text.begin();
    for part in [type_name(*result), " ", PREFIX, name] {
        text.push(part);
    }
    for (index, (name, ty)) in parameters.iter().enumerate() {
        for part in [if index == 0 { "(" } else { ", " }, type_name(*ty), " ", name] {
            text.push(part);
        }
    }
    text.push(") {");
    text.end();
}

/// Writes the choices by vectors of conditions: GLSL ES 3.00 has none for integers and truth values.
pub(super) fn define_choices(text: &mut Text, types: &BTreeSet<Type>) {
    for &ty in types {
        let (name, condition) = (type_name(ty), type_name(ty.with_scalar(Scalar::Bool)));
        text.gap();
        text.begin();
        for part in [name, " ", PREFIX, CHOOSE, "(", condition, " condition, ", name, " accept, ", name, " reject) {"] {
            text.push(part);
        }
        text.end();
        text.indent();
        text.begin();
        text.push("return ");
        text.push(name);
        for (lane, letter) in ["x", "y", "z", "w"].into_iter().take(usize::from(ty.width)).enumerate() {
            text.push(if lane == 0 { "(" } else { ", " });
            for part in ["condition.", letter, " ? accept.", letter, " : reject.", letter] {
                text.push(part);
            }
        }
        text.push(");");
        text.end();
        text.outdent();
        text.line("}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Helper;
    use crate::write::helpers::checks::{check_definitions, check_doubles};

    fn defined(used: &[(Helper, u8)]) -> String {
        let mut text = Text::new();
        define(&mut text, used.iter().copied().collect());
        text.finish().0
    }

    #[test]
    fn a_vector_calls_the_scalar_lane_by_lane() {
        let want = "\
float d3d_saturate(float x) {
    return x > 0.0 ? min(x, 1.0) : 0.0;
}

vec3 d3d_saturate(vec3 x) {
    return vec3(d3d_saturate(x.x), d3d_saturate(x.y), d3d_saturate(x.z));
}
";
        assert_eq!(defined(&[(Helper::Saturate, 3)]), want);
    }

    #[test]
    fn callees_come_first() {
        let text = defined(&[(Helper::FirstBitSigned, 2), (Helper::MultiplyHighInt, 1)]);
        let heads: Vec<&str> = text.lines().filter(|line| line.ends_with(") {") && !line.starts_with(' ')).collect();
        let want = [
            "uint d3d_umulhi(uint a, uint b) {",
            "int d3d_imulhi(int a, int b) {",
            "uint d3d_firstbit_hi(uint x) {",
            "uint d3d_firstbit_shi(int x) {",
            "uvec2 d3d_firstbit_shi(ivec2 x) {",
        ];
        assert_eq!(heads, want);
    }

    #[test]
    fn every_helper_names_its_parameters_and_calls_only_what_is_defined() {
        check_definitions(DEFINITIONS);
    }

    #[test]
    fn every_helper_of_doubles_stands_after_what_it_calls() {
        check_doubles(double::DEFINITIONS);
    }

    #[test]
    fn a_choice_takes_each_lane_by_its_own_condition() {
        let mut text = Text::new();
        define_choices(&mut text, &[Type::new(Scalar::U32, 2)].into());
        let want = "\
uvec2 d3d_choose(bvec2 condition, uvec2 accept, uvec2 reject) {
    return uvec2(condition.x ? accept.x : reject.x, condition.y ? accept.y : reject.y);
}
";
        assert_eq!(text.finish().0, want);
    }
}
