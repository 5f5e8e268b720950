//! What the definitions of the named helpers have in common in all targets: one scalar text a helper, in a table.

use std::collections::BTreeSet;

use super::text::Text;
use crate::ir::{Helper, Type};

/// What the names of helpers start with.
pub(super) const PREFIX: &str = "d3d_";

/// A helper in the text of a target.
pub(super) struct Definition {
    /// The helper.
    pub(super) helper: Helper,
    /// Names of its parameters in order.
    pub(super) parameters: &'static [&'static str],
    /// The helper that its scalar text calls.
    pub(super) callee: Option<Helper>,
    /// The statements of the scalar function.
    pub(super) body: &'static str,
}

/// A row of a table of definitions.
pub(super) const fn define(
    helper: Helper,
    parameters: &'static [&'static str],
    callee: Option<Helper>,
    body: &'static str,
) -> Definition {
    Definition { helper, parameters, callee, body }
}

/// What the targets spell differently in the definitions of functions.
pub(super) struct Spelling {
    /// Writes the line that begins a function of some width.
    pub(super) head: fn(&mut Text, &Definition, u8),
    /// Names a type.
    pub(super) type_name: fn(Type) -> &'static str,
}

/// Writes the definitions of the used helpers and widths and of what they call, in the order of the table.
pub(super) fn write(text: &mut Text, definitions: &[Definition], spelling: &Spelling, used: &BTreeSet<(Helper, u8)>) {
    let all = closure(definitions, used);
    for definition in definitions {
        for width in 1..=4 {
            if all.contains(&(definition.helper, width)) {
                text.gap();
                (spelling.head)(text, definition, width);
                text.indent();
                if width == 1 {
                    text.lines(definition.body);
                } else {
                    lanes(text, definition, (spelling.type_name)(Type::new(definition.helper.result(), width)), width);
                }
                text.outdent();
                text.line("}");
            }
        }
    }
}

/// Returns a vector of a type whose lanes are those of the scalar function.
fn lanes(text: &mut Text, Definition { helper, parameters, .. }: &Definition, vector: &str, width: u8) {
    text.begin();
    text.push("return ");
    text.push(vector);
    for (lane, letter) in ["x", "y", "z", "w"].into_iter().take(usize::from(width)).enumerate() {
        text.push(if lane == 0 { "(" } else { ", " });
        text.push(PREFIX);
        text.push(helper.name());
        for (index, name) in parameters.iter().enumerate() {
            for part in [if index == 0 { "(" } else { ", " }, name, ".", letter] {
                text.push(part);
            }
        }
        text.push(")");
    }
    text.push(");");
    text.end();
}

/// Adds the helpers that the texts of the used ones call.
fn closure(definitions: &[Definition], used: &BTreeSet<(Helper, u8)>) -> BTreeSet<(Helper, u8)> {
    let mut all = used.clone();
    for definition in definitions {
        if used.range((definition.helper, 0)..=(definition.helper, 4)).next().is_some() {
            // The vector texts call the scalar one.
            all.insert((definition.helper, 1));
            all.extend(definition.callee.map(|callee| (callee, 1)));
        }
    }
    all
}
