//! Sets of handles, a bit each.

use std::marker::PhantomData;

use super::Handle;

/// A set of handles of one arena. It owns nothing as long as all of them are among the first 64 of the arena.
pub struct HandleSet<T> {
    first: u64,
    /// The bits of those beyond, 64 each.
    others: Vec<u64>,
    kind: PhantomData<fn() -> T>,
}

impl<T> HandleSet<T> {
    /// No handle.
    #[must_use]
    pub const fn new() -> Self {
        Self { first: 0, others: Vec::new(), kind: PhantomData }
    }

    /// Adds a handle; false if it is there.
    #[inline]
    pub fn insert(&mut self, handle: Handle<T>) -> bool {
        let (word, bit) = (handle.index() / 64, 1 << (handle.index() % 64));
        let bits = match word.checked_sub(1) {
            None => &mut self.first,
            Some(other) => self.other(other),
        };
        let is_new = *bits & bit == 0;
        *bits |= bit;
        is_new
    }

    /// Takes a handle out.
    #[inline]
    pub fn remove(&mut self, handle: Handle<T>) {
        let (word, bit) = (handle.index() / 64, 1 << (handle.index() % 64));
        match word.checked_sub(1) {
            None => self.first &= !bit,
            Some(other) => *self.other(other) &= !bit,
        }
    }

    /// Whether a handle is there.
    #[inline]
    #[must_use]
    pub fn contains(&self, handle: Handle<T>) -> bool {
        let (word, bit) = (handle.index() / 64, 1 << (handle.index() % 64));
        let bits = match word.checked_sub(1) {
            None => self.first,
            Some(other) => self.others.get(other).copied().unwrap_or(0),
        };
        bits & bit != 0
    }

    fn other(&mut self, word: usize) -> &mut u64 {
        if self.others.len() <= word {
            self.others.resize(word + 1, 0);
        }
        &mut self.others[word]
    }
}

impl<T> Default for HandleSet<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Clone for HandleSet<T> {
    fn clone(&self) -> Self {
        Self { first: self.first, others: self.others.clone(), kind: PhantomData }
    }
}

impl<T> std::fmt::Debug for HandleSet<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#x} {:#x?}", self.first, self.others)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Arena;
    use super::*;

    #[test]
    fn handles_are_in_the_set_from_when_they_are_added_to_when_they_are_taken_out() {
        let mut arena = Arena::new();
        let handles: Vec<Handle<u8>> = (0..200).map(|item| arena.push(item)).collect();
        let mut set = HandleSet::new();
        for &handle in handles.iter().step_by(3) {
            assert!(!set.contains(handle) && set.insert(handle) && !set.insert(handle));
        }
        for (index, &handle) in handles.iter().enumerate() {
            assert_eq!(set.contains(handle), index % 3 == 0);
            set.remove(handle);
            assert!(!set.contains(handle));
        }
    }
}
