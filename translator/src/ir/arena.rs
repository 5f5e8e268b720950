//! Arenas and typed handles: an index of one kind of thing cannot be used for another.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// Index of a `T` in its arena.
pub struct Handle<T> {
    index: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Handle<T> {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "an arena holds far fewer than 2^32 elements: programs are bounded"
    )]
    const fn new(index: usize) -> Self {
        Self { index: index as u32, kind: PhantomData }
    }

    /// Position in the arena.
    #[must_use]
    pub const fn index(self) -> usize {
        self.index as usize
    }
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Handle<T> {}
/// The first element: what unused places of a [`super::List`] hold.
impl<T> Default for Handle<T> {
    fn default() -> Self {
        Self::new(0)
    }
}
impl<T> PartialEq for Handle<T> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}
impl<T> Eq for Handle<T> {}
impl<T> PartialOrd for Handle<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Handle<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.index.cmp(&other.index)
    }
}
impl<T> fmt::Debug for Handle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index)
    }
}

/// A growing list whose elements are named by handles and never removed.
#[derive(Clone, Debug)]
pub struct Arena<T> {
    items: Vec<T>,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Arena<T> {
    /// An empty arena.
    #[must_use]
    pub const fn new() -> Self {
        Self { items: Vec::new() }
    }

    /// Appends an element.
    pub fn push(&mut self, item: T) -> Handle<T> {
        self.items.push(item);
        Handle::new(self.items.len() - 1)
    }

    /// Drops all elements and keeps their room.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// Makes room for `more` elements.
    pub fn reserve(&mut self, more: usize) {
        self.items.reserve(more);
    }

    /// The element of a handle; none if the handle is of another, longer arena.
    #[must_use]
    pub fn get(&self, handle: Handle<T>) -> Option<&T> {
        self.items.get(handle.index())
    }

    /// Number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The elements with their handles, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Handle<T>, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, item)| (Handle::new(index), item))
    }

    /// The elements with their handles, in order, to change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Handle<T>, &mut T)> {
        self.items.iter_mut().enumerate().map(|(index, item)| (Handle::new(index), item))
    }

    /// The handles, in order.
    pub fn handles(&self) -> impl Iterator<Item = Handle<T>> + use<T> {
        (0..self.items.len()).map(Handle::new)
    }

    /// The first element that `is_it` takes.
    pub fn find(&self, is_it: impl FnMut(&T) -> bool) -> Option<Handle<T>> {
        self.items.iter().position(is_it).map(Handle::new)
    }

    /// The first element that equals `item`, or `item` as a new one.
    pub fn find_or_push(&mut self, item: T) -> Handle<T>
    where
        T: PartialEq,
    {
        self.find(|other| *other == item).unwrap_or_else(|| self.push(item))
    }
}

/// # Panics
///
/// With a handle of another, longer arena.
impl<T> Index<Handle<T>> for Arena<T> {
    type Output = T;
    #[allow(clippy::indexing_slicing, reason = "handles come from the arena that they index")]
    fn index(&self, handle: Handle<T>) -> &T {
        &self.items[handle.index()]
    }
}

impl<T> IndexMut<Handle<T>> for Arena<T> {
    #[allow(clippy::indexing_slicing, reason = "handles come from the arena that they index")]
    fn index_mut(&mut self, handle: Handle<T>) -> &mut T {
        &mut self.items[handle.index()]
    }
}
