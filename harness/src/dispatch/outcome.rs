//! What the views of a dispatch hold afterwards, and where two such results differ.

use std::collections::BTreeMap;
use std::fmt;

use crate::case::dispatch::{Dispatch, Expected, ViewPart};
use crate::interp::{Value, View, ViewKind, Views};

/// The words of all views, by register space, register and part. Structures that may stand in any order are sorted.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome(BTreeMap<(u32, u32, ViewPart), Vec<Value>>);

/// A word that two results do not share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Register of the view.
    pub register: u32,
    /// Which part of it.
    pub part: ViewPart,
    /// Number of the word.
    pub word: usize,
    /// What it is.
    pub found: Option<u32>,
    /// What it should be.
    pub expected: Option<u32>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = if self.part == ViewPart::Counter { "_counter" } else { "" };
        let show = |word: Option<u32>| match word {
            Some(bits) => format!("{bits:#x} ({})", f32::from_bits(bits)),
            None => "nothing".to_owned(),
        };
        let (found, expected) = (show(self.found), show(self.expected));
        write!(f, "u{}{part}[{}] is {found} and should be {expected}", self.register, self.word)
    }
}

impl Outcome {
    /// The result of a dispatch that left its views so.
    #[must_use]
    pub fn of(dispatch: &Dispatch, views: &Views) -> Self {
        let mut parts = BTreeMap::new();
        for (space, register, view) in views.iter() {
            let any_order = dispatch.any_order.contains(&register);
            parts.insert((space, register, ViewPart::Words), words(view, any_order));
            if matches!(view.kind, ViewKind::Structured { .. }) {
                parts.insert((space, register, ViewPart::Counter), vec![view.counter]);
            }
        }
        Self(parts)
    }

    /// The words of a part of a view in space 0; none of a view that is not there.
    #[must_use]
    pub fn words(&self, register: u32, part: ViewPart) -> &[Value] {
        self.0.get(&(0, register, part)).map(Vec::as_slice).unwrap_or_default()
    }

    /// The first word in which another result differs; words that either leaves undefined are equal to any.
    #[must_use]
    pub fn differs(&self, found: &Self) -> Option<Difference> {
        self.0.iter().find_map(|(&(space, register, part), expected)| {
            let found = found.0.get(&(space, register, part)).map(Vec::as_slice).unwrap_or_default();
            first_difference(register, part, expected, found)
        })
    }

    /// The first word that is not as it is known to be.
    #[must_use]
    pub fn contradicts(&self, known: &[Expected]) -> Option<Difference> {
        known.iter().find_map(|known| {
            let found = self.words(known.register, known.part);
            let expected: Vec<Value> = known.words.iter().copied().map(Value::new).collect();
            let found = found.get(..expected.len()).unwrap_or(found);
            first_difference(known.register, known.part, &expected, found)
        })
    }

    /// Words in sum, and how many of them are defined.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let words = self.0.values().flatten();
        (words.clone().count(), words.filter(|word| word.defined).count())
    }
}

fn first_difference(register: u32, part: ViewPart, expected: &[Value], found: &[Value]) -> Option<Difference> {
    (0..expected.len().max(found.len())).find_map(|word| {
        let (expected, found) = (expected.get(word), found.get(word));
        let equal = match (expected, found) {
            (Some(expected), Some(found)) => alike(*expected, *found),
            _ => false,
        };
        let bits = |value: Option<&Value>| value.map(|value| value.bits);
        (!equal).then(|| Difference { register, part, word, found: bits(found), expected: bits(expected) })
    })
}

/// Whether two words are equal, or need not be: one is undefined, or both are NaN.
fn alike(a: Value, b: Value) -> bool {
    !a.defined || !b.defined || a.bits == b.bits || a.as_f32().is_nan() && b.as_f32().is_nan()
}

/// The words of a view, its structures sorted where they may stand in any order.
fn words(view: &View, any_order: bool) -> Vec<Value> {
    let ViewKind::Structured { stride } = view.kind else { return view.words.clone() };
    if !any_order {
        return view.words.clone();
    }
    let mut structures: Vec<&[Value]> = view.words.chunks((stride / 4).max(1) as usize).collect();
    structures.sort_by_key(|structure| structure.iter().map(|word| word.bits).collect::<Vec<u32>>());
    structures.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_that_differs_is_named() {
        let [a, b] = [[1, 2, 3], [1, 5, 9]].map(|words: [u32; 3]| words.map(Value::new));
        let difference = first_difference(4, ViewPart::Words, &a, &b).unwrap();
        assert_eq!((difference.word, difference.found, difference.expected), (1, Some(5), Some(2)));
        assert_eq!(
            difference.to_string(),
            "u4[1] is 0x5 (0.000000000000000000000000000000000000000000007) and should be 0x2 (0.000000000000000000000000000000000000000000003)"
        );
        assert_eq!(first_difference(4, ViewPart::Words, &a, &a[..2]).unwrap().found, None);
    }

    #[test]
    fn undefined_words_and_nans_are_equal_to_their_like() {
        let nans = [0x7fc0_0000, 0xffc0_0001].map(Value::new);
        assert!(alike(nans[0], nans[1]) && alike(Value::UNDEFINED, nans[0]));
        assert!(!alike(Value::new(0), Value::new(0x8000_0000)));
    }

    #[test]
    fn structures_in_any_order_are_sorted() {
        let view = View::new(ViewKind::Structured { stride: 8 }, &[3, 1, 2, 9, 2, 4], 0);
        let bits = |any_order| words(&view, any_order).iter().map(|word| word.bits).collect::<Vec<_>>();
        assert_eq!(bits(true), [2, 4, 2, 9, 3, 1]);
        assert_eq!(bits(false), [3, 1, 2, 9, 2, 4]);
    }
}
