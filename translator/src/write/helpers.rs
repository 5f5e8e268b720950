//! What the definitions of the named helpers have in common in all targets: one scalar text a helper, in a table.

use std::collections::BTreeSet;

use super::text::Text;
use crate::ir::{DoubleHelper, Helper, Type};

/// What the names of helpers start with.
pub(super) const PREFIX: &str = "d3d_";

/// Helpers with the widths that are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UsedHelpers {
    /// A bit for each width, by the position of the helper in [`Helper::ALL`].
    widths: [u8; Helper::ALL.len()],
}

/// None.
impl Default for UsedHelpers {
    fn default() -> Self {
        Self { widths: [0; Helper::ALL.len()] }
    }
}

impl UsedHelpers {
    pub(super) fn insert(&mut self, helper: Helper, width: u8) {
        self.widths[helper as usize] |= 1 << (width & 7);
    }

    const fn has(&self, helper: Helper) -> bool {
        self.widths[helper as usize] != 0
    }

    /// The widths of a helper, ascending.
    fn widths(&self, helper: Helper) -> impl Iterator<Item = u8> + use<> {
        let widths = self.widths[helper as usize];
        (1..=4).filter(move |width| widths >> width & 1 != 0)
    }

    /// Adds the helpers that the texts of the used ones call.
    fn close(&mut self, definitions: &[Definition]) {
        for &Definition { helper, callee, .. } in definitions {
            if self.has(helper) {
                // The vector texts call the scalar one.
                for called in callee.into_iter().chain([helper]) {
                    self.insert(called, 1);
                }
            }
        }
    }
}

#[cfg(test)]
impl FromIterator<(Helper, u8)> for UsedHelpers {
    fn from_iter<I: IntoIterator<Item = (Helper, u8)>>(calls: I) -> Self {
        let mut used = Self::default();
        calls.into_iter().for_each(|(helper, width)| used.insert(helper, width));
        used
    }
}

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

/// A helper of the emulated double in the text of a target.
pub(super) struct DoubleDefinition {
    /// The helper.
    pub(super) helper: DoubleHelper,
    /// Names of its parameters in order.
    pub(super) parameters: &'static [&'static str],
    /// The helpers that its text calls.
    pub(super) callees: &'static [DoubleHelper],
    /// The statements of the function.
    pub(super) body: &'static str,
}

/// The first line of a function, as the targets spell it differently.
pub(super) struct Head<'a> {
    /// Name without the prefix.
    pub(super) name: &'a str,
    /// Lanes of a function that works lane by lane, 1 for others.
    pub(super) width: u8,
    /// Parameters with their types.
    pub(super) parameters: Vec<(&'static str, Type)>,
    /// Type of the result.
    pub(super) result: Type,
}

/// What the targets spell differently in the definitions of functions.
pub(super) struct Spelling {
    /// Writes the line that begins a function.
    pub(super) head: fn(&mut Text, &Head<'_>),
    /// Names a type.
    pub(super) type_name: fn(Type) -> &'static str,
}

/// Writes the definitions of the used helpers and widths and of what they call, in the order of the table.
pub(super) fn write(text: &mut Text, definitions: &[Definition], spelling: &Spelling, mut used: UsedHelpers) {
    used.close(definitions);
    let used_ones = definitions.iter().filter(|definition| used.has(definition.helper));
    for Definition { helper, parameters, body, .. } in used_ones {
        for width in used.widths(*helper) {
            let result = Type::new(helper.result(), width);
            let types = helper.args().iter().map(|&scalar| result.with_scalar(scalar));
            let head = Head {
                name: helper.name(),
                width,
                parameters: parameters.iter().copied().zip(types).collect(),
                result,
            };
            function(text, spelling, &head, |text| {
                if width == 1 {
                    text.lines(body);
                } else {
                    lanes(text, helper.name(), parameters, (spelling.type_name)(result), width);
                }
            });
        }
    }
}

/// Writes the definitions of the used helpers of the emulated double and of what they call, in the order of the table,
/// which has callees first.
pub(super) fn write_doubles(
    text: &mut Text,
    definitions: &[DoubleDefinition],
    spelling: &Spelling,
    used: &BTreeSet<DoubleHelper>,
) {
    if used.is_empty() {
        return;
    }
    let mut all = used.clone();
    for definition in definitions.iter().rev() {
        if all.contains(&definition.helper) {
            all.extend(definition.callees);
        }
    }
    for DoubleDefinition { helper, parameters, body, .. } in definitions.iter().filter(|row| all.contains(&row.helper))
    {
        let types = helper.args().iter().copied();
        let parameters = parameters.iter().copied().zip(types).collect();
        let head = Head { name: helper.name(), width: 1, parameters, result: helper.result() };
        function(text, spelling, &head, |text| text.lines(body));
    }
}

fn function(text: &mut Text, spelling: &Spelling, head: &Head<'_>, body: impl FnOnce(&mut Text)) {
    text.gap();
    (spelling.head)(text, head);
    text.indent();
    body(text);
    text.outdent();
    text.line("}");
}

/// Returns a vector of a type whose lanes are those of the scalar function.
fn lanes(text: &mut Text, name: &str, parameters: &[&str], vector: &str, width: u8) {
    text.begin();
    text.push("return ");
    text.push(vector);
    for (lane, letter) in ["x", "y", "z", "w"].into_iter().take(usize::from(width)).enumerate() {
        text.push(if lane == 0 { "(" } else { ", " });
        text.push(PREFIX);
        text.push(name);
        for (index, parameter) in parameters.iter().enumerate() {
            for part in [if index == 0 { "(" } else { ", " }, parameter, ".", letter] {
                text.push(part);
            }
        }
        text.push(")");
    }
    text.push(");");
    text.end();
}

/// What every target's texts of the named helpers keep.
#[cfg(test)]
pub(super) mod checks {
    use super::{BTreeSet, Definition, DoubleDefinition, DoubleHelper, Helper, PREFIX};

    /// The helpers that a text calls, without the prefix.
    fn called(body: &str) -> BTreeSet<&str> {
        let words = body.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        words.filter_map(|word| word.strip_prefix(PREFIX)).collect()
    }

    /// All helpers in their order, each with a name for every argument, calling what it says and nothing else.
    pub(in crate::write) fn check_definitions(definitions: &[Definition]) {
        assert!(definitions.iter().map(|definition| &definition.helper).eq(Helper::ALL));
        for Definition { helper, parameters, callee, body } in definitions {
            assert_eq!(parameters.len(), helper.args().len(), "{helper:?}");
            let want: BTreeSet<&str> = callee.iter().map(|callee| callee.name()).collect();
            assert_eq!(called(body), want, "{helper:?}");
            // One call deep: the closure follows no further.
            let nested = callee.and_then(|callee| definitions.iter().find(|d| d.helper == callee)?.callee);
            assert_eq!(nested, None, "{helper:?}");
        }
    }

    /// The same of the emulated double, each behind what it calls.
    pub(in crate::write) fn check_doubles(definitions: &[DoubleDefinition]) {
        assert!(definitions.iter().map(|definition| &definition.helper).eq(DoubleHelper::ALL));
        for DoubleDefinition { helper, parameters, callees, body } in definitions {
            assert_eq!(parameters.len(), helper.args().len(), "{helper:?}");
            let want: BTreeSet<&str> = callees.iter().map(|callee| callee.name()).collect();
            assert_eq!(called(body), want, "{helper:?}");
            assert!(callees.iter().all(|callee| callee < helper), "{helper:?}");
        }
    }
}
