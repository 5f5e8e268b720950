//! What the definitions of the named helpers have in common in all targets: one scalar text a helper, in a table.

use std::collections::BTreeSet;

use crate::ir::Helper;

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

/// Adds the helpers that the texts of the used ones call.
pub(super) fn closure(definitions: &[Definition], used: &BTreeSet<(Helper, u8)>) -> BTreeSet<(Helper, u8)> {
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
