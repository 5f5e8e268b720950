//! Definitions of the named helpers in WGSL: one scalar text a helper, vectors lane by lane in a function of their own
//! name.
//!
//! The texts stand in `table`, those of the emulated double in `double`.

mod double;
mod table;

use std::collections::BTreeSet;

use self::table::DEFINITIONS;
use super::literal::{Calls, FLOAT, VALUE};
use super::types::type_name;
use crate::ir::DoubleHelper;
use crate::write::helpers::{Head, PREFIX, Spelling, UsedHelpers, write as write_helpers, write_doubles};
use crate::write::text::Text;

/// Writes the definitions of the used helpers and widths and of what they call.
pub(super) fn define(text: &mut Text, used: UsedHelpers) {
    write_helpers(text, DEFINITIONS, &Spelling { head, type_name }, used);
}

/// Writes the definitions of the used helpers of the emulated double and of what they call.
pub(super) fn define_doubles(text: &mut Text, used: &BTreeSet<DoubleHelper>) {
    write_doubles(text, double::DEFINITIONS, &Spelling { head, type_name }, used);
}

fn head(text: &mut Text, Head { name, width, parameters, result }: &Head<'_>) {
    text.begin();
    for part in ["fn ", PREFIX, name] {
        text.push(part);
    }
    if *width > 1 {
        text.decimal((*width).into());
    }
    for (index, (name, ty)) in parameters.iter().enumerate() {
        for part in [if index == 0 { "(" } else { ", " }, name, ": ", type_name(*ty)] {
            text.push(part);
        }
    }
    for part in [") -> ", type_name(*result), " {"] {
        text.push(part);
    }
    text.end();
}

/// Writes the functions that literals call.
pub(super) fn define_literals(text: &mut Text, calls: &BTreeSet<Calls>) {
    for call in calls {
        let (head, body) = match call {
            Calls::Float => (["fn ", FLOAT, "(bits: u32) -> f32 {"], "return bitcast<f32>(bits);"),
            Calls::Value => (["fn ", VALUE, "(value: u32) -> u32 {"], "return value;"),
        };
        text.gap();
        text.begin();
        for part in head {
            text.push(part);
        }
        text.end();
        text.indent();
        text.line(body);
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
fn d3d_saturate(x: f32) -> f32 {
    return select(0.0f, min(x, 1.0f), x > 0.0f);
}

fn d3d_saturate3(x: vec3f) -> vec3f {
    return vec3f(d3d_saturate(x.x), d3d_saturate(x.y), d3d_saturate(x.z));
}
";
        assert_eq!(defined(&[(Helper::Saturate, 3)]), want);
    }

    #[test]
    fn every_helper_names_its_parameters_and_calls_only_what_is_defined() {
        check_definitions(DEFINITIONS);
    }

    #[test]
    fn every_helper_of_doubles_stands_after_what_it_calls() {
        check_doubles(double::DEFINITIONS);
    }
}
