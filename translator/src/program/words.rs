//! The dwords of a program with their place in the container, and the warnings about them.

use crate::error::{Error, Location, Result};
use crate::limits;
use crate::warnings::Warning;

/// A cursor over dwords that knows the byte offset of each in the container.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    /// Those that are left.
    words: &'a [[u8; 4]],
    /// Byte offset of what follows the last one, from which the offsets of the others are counted back.
    end: u32,
}

impl<'a> Words<'a> {
    /// The whole dwords of `bytes`, whose first byte is at `base` of the container.
    pub(super) const fn new(bytes: &'a [u8], base: u32) -> Self {
        let words = bytes.as_chunks::<4>().0;
        Self { words, end: base.wrapping_add(byte_count(words)) }
    }

    /// Number of dwords that are left.
    pub(super) const fn left(&self) -> usize {
        self.words.len()
    }

    /// Offset in the container of the next dword.
    pub(super) const fn offset(&self) -> u32 {
        self.end.wrapping_sub(byte_count(self.words))
    }

    /// The next dword.
    ///
    /// # Errors
    /// `Malformed` at the end.
    #[inline]
    pub(super) fn next(&mut self) -> Result<u32> {
        let [first, rest @ ..] = self.words else { return Err(ended(self.end)) };
        self.words = rest;
        Ok(u32::from_le_bytes(*first))
    }

    /// The next `count` dwords, at most `N`, and zeros after them.
    ///
    /// # Errors
    /// `Malformed` if fewer are left.
    #[inline]
    pub(super) fn next_few<const N: usize>(&mut self, count: usize) -> Result<[u32; N]> {
        let Some((part, rest)) = self.words.split_at_checked(count) else { return Err(ended(self.end)) };
        self.words = rest;
        Ok(std::array::from_fn(|index| part.get(index).map_or(0, |word| u32::from_le_bytes(*word))))
    }

    /// Cuts off everything after the next `count` dwords; false if fewer are there.
    pub(super) fn truncate(&mut self, count: usize) -> bool {
        match self.take(count) {
            Some(part) => {
                *self = part;
                true
            }
            None => false,
        }
    }

    /// Splits off the next `count` dwords; none, with nothing moved, if fewer are there.
    pub(super) fn take(&mut self, count: usize) -> Option<Self> {
        let (part, rest) = self.words.split_at_checked(count)?;
        self.words = rest;
        Some(Self { words: part, end: self.offset() })
    }
}

/// The error of words that are missing. It takes no reference to a cursor, which so stays in processor registers.
#[cold]
fn ended(end: u32) -> Error {
    Error::malformed(end, "the instruction ends before its last operand")
}

/// Bytes of some dwords.
#[allow(clippy::cast_possible_truncation, reason = "offsets in a container have 32 bits")]
const fn byte_count(words: &[[u8; 4]]) -> u32 {
    words.as_flattened().len() as u32
}

/// Collects warnings, as many as [`limits::WARNINGS`], then counts them only.
#[derive(Debug, Default)]
pub(super) struct Warnings {
    list: Vec<Warning>,
    unlisted: u32,
}

impl Warnings {
    /// Adds a warning about the place `at`.
    #[cold]
    pub(super) fn push(&mut self, at: Location, message: impl Into<String>) {
        if self.list.len() < limits::WARNINGS {
            self.list.push(Warning::new(at, message));
        } else {
            self.unlisted = self.unlisted.saturating_add(1);
        }
    }

    /// The warnings in order; the last one counts those that have no room.
    pub(super) fn into_list(mut self) -> Vec<Warning> {
        if self.unlisted > 0 {
            let message = format!("{} more warnings about the program are not listed", self.unlisted);
            self.list.push(Warning::new(Location::UNKNOWN, message));
        }
        self.list
    }
}
