//! Unique and legal identifiers that depend on nothing but the names asked for and their order.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use super::part::{Part, Spelled};

/// Characters of a name before it is cut. Targets take 1024.
const LONGEST: usize = 200;
/// Characters that most names have no more of.
const USUAL: usize = 12;

/// Where a name stands in the text of its namer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Name {
    start: u32,
    end: u32,
}

impl Name {
    /// The name in the text that [`Namer::finish`] gives; nothing in a text that is too short.
    #[must_use]
    pub fn within(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }

    /// The bytes of the name in those of its text.
    fn bytes(self, text: &[u8]) -> &[u8] {
        text.get(self.range()).unwrap_or_default()
    }

    /// Appends the name again to the text that it stands in.
    pub fn repeat(self, text: &mut String) {
        text.extend_from_within(self.range());
    }

    /// The name with what follows it in its text, to be printed.
    #[inline]
    #[must_use]
    pub fn spelled(self, text: &str) -> Spelled<'_> {
        let Range { start, end } = self.range();
        Spelled { text: text.as_bytes(), start, end }
    }

    /// The text from `start` to its end as a name. Nothing names 4 GiB.
    fn last(start: usize, text: &str) -> Self {
        let place = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
        Self { start: place(start), end: place(text.len()) }
    }

    const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    const fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// Hands out identifiers, each once, as parts of one text.
#[derive(Debug)]
pub struct Namer {
    /// All names, one after the other.
    text: String,
    taken: Taken,
    reserved: fn(&str) -> bool,
}

impl Namer {
    /// A namer with room for so many names, for a target in which `reserved` says what no identifier may be.
    #[must_use]
    pub fn new(names: usize, reserved: fn(&str) -> bool) -> Self {
        Self { text: String::with_capacity(USUAL * names), taken: Taken::new(names), reserved }
    }

    /// The name that `wanted` appends, made legal, with `_1`, `_2` and so on after it where it is reserved or taken.
    pub fn name(&mut self, wanted: impl FnOnce(&mut String)) -> Name {
        let start = self.text.len();
        wanted(&mut self.text);
        self.legal(start)
    }

    /// The name from `start` to the end, made legal, with a number where it is reserved or taken.
    fn legal(&mut self, start: usize) -> Name {
        if let Cow::Owned(legal) = identifier(self.text.get(start..).unwrap_or_default()) {
            self.text.truncate(start);
            self.text.push_str(&legal);
        }
        let name = if self.is_reserved(start) { None } else { self.take(start) };
        name.unwrap_or_else(|| self.numbered(start))
    }

    /// The name that `wanted` appends, not reserved and, but for its length, legal by the way that it is made, with `_1`,
    /// `_2` and so on after it where it is taken.
    pub fn made(&mut self, wanted: impl FnOnce(&mut String)) -> Name {
        let start = self.text.len();
        wanted(&mut self.text);
        if self.text.len() - start > LONGEST {
            return self.legal(start);
        }
        debug_assert!(is_identifier(self.text.get(start..).unwrap_or_default()) && !self.is_reserved(start));
        self.take(start).unwrap_or_else(|| self.numbered(start))
    }

    /// The name that `wanted` appends, whatever it is and whoever has it.
    pub fn exactly(&mut self, wanted: impl FnOnce(&mut String)) -> Name {
        let start = self.text.len();
        wanted(&mut self.text);
        Name::last(start, &self.text)
    }

    /// The name from `start` to the end with the first number after it that makes it free.
    #[cold]
    fn numbered(&mut self, start: usize) -> Name {
        let base = start + self.text.get(start..).map_or(0, |base| base.trim_end_matches('_').len());
        let mut number = 0_u32;
        loop {
            number += 1;
            self.text.truncate(base);
            let _ = write!(self.text, "_{number}");
            if !self.is_reserved(start)
                && let Some(name) = self.take(start)
            {
                return name;
            }
        }
    }

    /// The text that all names stand in, with room behind them to copy each as a whole part.
    #[must_use]
    pub fn finish(mut self) -> String {
        self.text.extend([" "; Part::ROOM]);
        self.text
    }

    fn is_reserved(&self, start: usize) -> bool {
        (self.reserved)(self.text.get(start..).unwrap_or_default())
    }

    /// Takes the name from `start` to the end if it is free.
    fn take(&mut self, start: usize) -> Option<Name> {
        let name = Name::last(start, &self.text);
        self.taken.insert(name, &self.text).then_some(name)
    }
}

/// The names that are taken, each in the first slot from its mark on that was free. The number of slots is a power of
/// two, and at most half of them are full.
#[derive(Debug)]
struct Taken {
    slots: Vec<Name>,
    count: usize,
}

impl Taken {
    /// No names, with slots for so many.
    fn new(names: usize) -> Self {
        Self { slots: vec![Name::default(); (2 * names + 2).next_power_of_two()], count: 0 }
    }

    /// Adds a name; false if it is there.
    fn insert(&mut self, name: Name, text: &str) -> bool {
        if 2 * self.count >= self.slots.len() {
            let more = Self::new(self.slots.len());
            for name in std::mem::replace(self, more).slots {
                if !name.is_empty() {
                    self.insert(name, text);
                }
            }
        }
        let slot = self.slot(name, text.as_bytes());
        let is_free = slot.is_empty();
        if is_free {
            *slot = name;
            self.count += 1;
        }
        is_free
    }

    /// The slot that holds a name of the same bytes, or else the one that it belongs into.
    fn slot(&mut self, name: Name, text: &[u8]) -> &mut Name {
        let wanted = name.bytes(text);
        let last = self.slots.len() - 1;
        let mut slot = usize::try_from(mark_of(wanted)).unwrap_or(0) & last;
        while !self.slots[slot].is_empty() && self.slots[slot].bytes(text) != wanted {
            slot = (slot + 1) & last;
        }
        &mut self.slots[slot]
    }
}

/// A name as an identifier of letters, digits and single underscores that starts with no digit.
///
/// Each run of other characters becomes one underscore. A name that is too long is cut and gets a mark of the
/// whole, so that it is the same in every stage.
#[must_use]
pub fn identifier(name: &str) -> Cow<'_, str> {
    if name.len() <= LONGEST && is_identifier(name) {
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

fn is_identifier(name: &str) -> bool {
    let mut before = 0;
    for byte in name.bytes() {
        let class = CLASSES[usize::from(byte)];
        if class == 0 || class & before & UNDERSCORE != 0 {
            return false;
        }
        before = class;
    }
    name.bytes().next().is_some_and(|first| !first.is_ascii_digit())
}

/// The class of letters and digits.
const PLAIN: u8 = 1;
/// The class of the underscore, of which no two follow each other.
const UNDERSCORE: u8 = 2;

/// The class of each byte in an identifier; 0 for those that cannot be in one.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        classes[byte as usize] = if byte.is_ascii_alphanumeric() { PLAIN } else { 0 };
        byte += 1;
    }
    classes[b'_' as usize] = UNDERSCORE;
    classes
};

/// A number that tells a name from others (32-bit FNV-1a).
#[must_use]
pub fn mark(name: &str) -> u32 {
    mark_of(name.as_bytes())
}

fn mark_of(name: &[u8]) -> u32 {
    name.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
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
        let mut namer = Namer::new(1, |name| name == "main");
        let wanted = ["a", "a", "main", "a_1", "a", "maps[2]", "maps_2_"];
        let names = wanted.map(|name| namer.name(|out| out.push_str(name)));
        let text = namer.finish();
        assert_eq!(names.map(|name| name.within(&text)), ["a", "a_1", "main_1", "a_1_1", "a_2", "maps_2_", "maps_2_1"]);
    }

    #[test]
    fn many_names_are_told_apart() {
        let mut namer = Namer::new(0, |_| false);
        let names: Vec<Name> = (0..1000).map(|n| namer.name(|out| out.push_str(&format!("r{}", n % 500)))).collect();
        let text = namer.finish();
        let names: Vec<&str> = names.iter().map(|name| name.within(&text)).collect();
        assert_eq!((names[7], names[499], names[507], names[999]), ("r7", "r499", "r7_1", "r499_1"));
        assert_eq!(names.iter().collect::<std::collections::BTreeSet<_>>().len(), 1000);
    }

    #[test]
    fn the_mark_is_that_of_the_published_function() {
        assert_eq!(mark(""), 0x811c_9dc5);
        assert_eq!(mark("a"), 0xe40c_292c);
        assert_eq!(mark("foobar"), 0xbf9c_f968);
    }
}
