//! Short lists that are copied as a whole and never allocate: lanes, parts of vectors, arguments.

use std::ops::{Deref, DerefMut};

/// Up to `N` elements, at most 255.
///
/// An element beyond them is left out: the rules of the IR bound every list, and the validator and the writers'
/// checks count what is there.
#[derive(Clone, Copy)]
pub struct List<T, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy + Default, const N: usize> List<T, N> {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self { items: [T::default(); N], len: 0 }
    }

    /// The elements of a slice.
    #[must_use]
    pub fn from_slice(slice: &[T]) -> Self {
        let mut list = Self::new();
        list.extend_from_slice(slice);
        list
    }

    /// Appends an element.
    pub fn push(&mut self, item: T) {
        debug_assert!(usize::from(self.len) < N, "a list of more than {N} elements");
        if let Some(slot) = self.items.get_mut(usize::from(self.len)) {
            *slot = item;
            self.len += 1;
        }
    }

    /// Appends the elements of a slice.
    pub fn extend_from_slice(&mut self, slice: &[T]) {
        for &item in slice {
            self.push(item);
        }
    }
}

impl<T, const N: usize> List<T, N> {
    /// The elements.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        self
    }
}

impl<T: Copy + Default, const N: usize> Extend<T> for List<T, N> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.push(item);
        }
    }
}

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.items.get(..usize::from(self.len)).unwrap_or_default()
    }
}

impl<T, const N: usize> DerefMut for List<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.items.get_mut(..usize::from(self.len)).unwrap_or_default()
    }
}

impl<T: PartialEq, const N: usize> PartialEq for List<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for List<T, N> {}

impl<T: std::fmt::Debug, const N: usize> std::fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Copy + Default, const N: usize> From<&[T]> for List<T, N> {
    fn from(slice: &[T]) -> Self {
        Self::from_slice(slice)
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for List<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Self::new();
        list.extend(items);
        list
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a List<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_hold_what_was_put_in_and_compare_by_it() {
        let mut list: List<u8, 4> = List::new();
        assert!(list.is_empty());
        list.push(3);
        list.extend_from_slice(&[4, 5]);
        assert_eq!(*list, [3, 4, 5]);
        assert_eq!(list, [3, 4, 5].into_iter().collect());
        assert_ne!(list, List::from_slice(&[3, 4]));
        assert_eq!(format!("{list:?}"), "[3, 4, 5]");
    }
}
