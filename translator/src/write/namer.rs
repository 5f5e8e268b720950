//! Unique and legal identifiers that depend on nothing but the names asked for and their order.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Characters of a name before it is cut. Targets take 1024.
const LONGEST: usize = 200;

/// Hands out identifiers, each once.
#[derive(Debug)]
pub struct Namer {
    taken: BTreeSet<String>,
    reserved: fn(&str) -> bool,
}

impl Namer {
    /// A namer for a target in which `reserved` says what no identifier may be.
    #[must_use]
    pub const fn new(reserved: fn(&str) -> bool) -> Self {
        Self { taken: BTreeSet::new(), reserved }
    }

    /// The wanted name made legal, with `_1`, `_2` and so on after it where it is reserved or taken.
    pub fn name(&mut self, wanted: impl Into<String>) -> String {
        let wanted = wanted.into();
        let base = match identifier(&wanted) {
            Cow::Owned(legal) => legal,
            Cow::Borrowed(_) => wanted,
        };
        if self.take(&base) {
            return base;
        }
        let mut number = 0_u32;
        loop {
            number += 1;
            let mut name = String::from(base.trim_end_matches('_'));
            let _ = write!(name, "_{number}");
            if self.take(&name) {
                return name;
            }
        }
    }

    /// Takes a name if it is free.
    fn take(&mut self, name: &str) -> bool {
        !(self.reserved)(name) && self.taken.insert(name.into())
    }
}

/// A name as an identifier of letters, digits and single underscores that starts with no digit.
///
/// Each run of other characters becomes one underscore. A name that is too long is cut and gets a mark of the
/// whole, so that it is the same in every stage.
#[must_use]
pub fn identifier(name: &str) -> Cow<'_, str> {
    let plain = |c: u8| c.is_ascii_alphanumeric() || c == b'_';
    let starts = name.bytes().next().is_some_and(|c| c.is_ascii_alphabetic() || c == b'_');
    if starts && name.len() <= LONGEST && name.bytes().all(plain) && !name.contains("__") {
        return Cow::Borrowed(name);
    }
    let mut legal = String::new();
    for c in name.chars() {
        let c = if c.is_ascii_alphanumeric() { c } else { '_' };
        if legal.len() < LONGEST && (c != '_' || !legal.is_empty() && !legal.ends_with('_')) {
            legal.push(c);
        }
    }
    if legal.is_empty() || legal.starts_with(|c: char| c.is_ascii_digit()) {
        legal.insert_str(0, "n_");
    }
    if name.len() > LONGEST {
        let _ = write!(legal, "{}x{:08x}", if legal.ends_with('_') { "" } else { "_" }, mark(name));
    }
    Cow::Owned(legal)
}

/// A number that tells a name from others (32-bit FNV-1a).
#[must_use]
pub fn mark(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_legal() {
        for (name, want) in [
            ("DiffuseMap", "DiffuseMap"),
            ("_x", "_x"),
            ("maps[2]", "maps_2_"),
            ("maps[0][1]", "maps_0_1_"),
            ("$Globals", "Globals"),
            ("a__b", "a_b"),
            ("3d", "n_3d"),
            ("", "n_"),
            ("été", "t_"),
            ("a::b", "a_b"),
        ] {
            assert_eq!(identifier(name), want);
        }
        let long = "a".repeat(300);
        let cut = identifier(&long);
        assert_eq!(cut.len(), 200 + 10);
        assert_ne!(cut, identifier(&"a".repeat(301)));
    }

    #[test]
    fn names_are_unique_and_not_reserved() {
        let mut namer = Namer::new(|name| name == "main");
        let names: Vec<String> = ["a", "a", "main", "a_1", "a", "maps[2]", "maps_2_"].map(|n| namer.name(n)).into();
        assert_eq!(names, ["a", "a_1", "main_1", "a_1_1", "a_2", "maps_2_", "maps_2_1"]);
    }

    #[test]
    fn the_mark_is_that_of_the_published_function() {
        assert_eq!(mark(""), 0x811c_9dc5);
        assert_eq!(mark("a"), 0xe40c_292c);
        assert_eq!(mark("foobar"), 0xbf9c_f968);
    }
}
