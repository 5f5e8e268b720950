//! Semantics as rules name them: with their index, or all of a name.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// A semantic, or all that have its name; Direct3D matches names without case, so they are kept in upper case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SemanticKey {
    name: String,
    index: Option<u32>,
}

/// Why a text names no semantic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotSemantic(String);

impl fmt::Display for NotSemantic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotSemantic {}

impl SemanticKey {
    /// All semantics of a name, which is in upper case.
    pub(super) fn all(name: &str) -> Self {
        Self { name: name.to_owned(), index: None }
    }

    /// The index; none for all indices.
    #[must_use]
    pub const fn index(&self) -> Option<u32> {
        self.index
    }

    /// The name and index that a semantic gets which has `index` in the bytecode.
    #[must_use]
    pub fn renamed(&self, index: u32) -> (&str, u32) {
        (&self.name, self.index.unwrap_or(index))
    }

    /// What a table says of a semantic: the entry with its index goes before the one for all indices.
    #[must_use]
    pub fn find<'a, T>(table: &'a BTreeMap<Self, T>, name: &str, index: u32) -> Option<(&'a Self, &'a T)> {
        if table.is_empty() {
            return None;
        }
        let name = name.to_ascii_uppercase();
        let exact = Self { name, index: Some(index) };
        table.get_key_value(&exact).or_else(|| table.get_key_value(&Self { index: None, ..exact }))
    }
}

/// `BINORMAL` for all indices, `TEXCOORD7` for one.
impl FromStr for SemanticKey {
    type Err = NotSemantic;

    fn from_str(text: &str) -> Result<Self, NotSemantic> {
        let name = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = text.get(name.len()..).unwrap_or_default();
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_letter) {
            return Err(NotSemantic(format!(
                "`{text}` is no semantic: letters, digits and `_`, then the index if any"
            )));
        }
        let name = name.to_ascii_uppercase();
        if name.starts_with("SV_") {
            return Err(NotSemantic(format!("`{text}` is a system value, which has one meaning in every text")));
        }
        let index = if digits.is_empty() { None } else { Some(digits.parse()) };
        let index = index.transpose().map_err(|_| NotSemantic(format!("the index of `{text}` is too large")))?;
        Ok(Self { name, index })
    }
}

impl fmt::Display for SemanticKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.index.map_or(Ok(()), |index| write!(f, "{index}"))
    }
}

impl Serialize for SemanticKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> SemanticKey {
        text.parse().unwrap()
    }

    #[test]
    fn an_index_is_what_digits_end_a_semantic() {
        assert_eq!(key("BlendIndices"), SemanticKey { name: "BLENDINDICES".into(), index: None });
        assert_eq!(key("TEXCOORD12"), SemanticKey { name: "TEXCOORD".into(), index: Some(12) });
        assert_eq!(key("UV_2D"), SemanticKey { name: "UV_2D".into(), index: None });
        for text in ["", "7", "TEX COORD", "SV_Position", "sv_target0", "A99999999999", "Ä"] {
            assert!(text.parse::<SemanticKey>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_entry_with_the_index_goes_first() {
        let table = BTreeMap::from([(key("BONE"), 1), (key("BONE2"), 2)]);
        let find = |name, index| SemanticKey::find(&table, name, index).map(|(_, value)| *value);
        assert_eq!([find("bone", 0), find("Bone", 2), find("BON", 2)], [Some(1), Some(2), None]);
    }

    #[test]
    fn a_rename_keeps_the_index_unless_it_names_one() {
        assert_eq!(key("BITANGENT").renamed(3), ("BITANGENT", 3));
        assert_eq!(key("BONE1").renamed(7), ("BONE", 1));
    }
}
