//! Parts of lines that are copied in one move, whatever their lengths: signs, lanes, numbers, names.

use crate::ir::Type;
use crate::program::WriteMask;

/// A part of at most [`Part::LONGEST`] bytes of ASCII.
///
/// The last byte holds the length, so that a part is as large as the move that copies it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part(pub(super) [u8; Self::ROOM]);

impl Part {
    /// Bytes that are copied.
    pub(super) const ROOM: usize = 16;
    /// Bytes that a part has at most.
    pub const LONGEST: usize = Self::ROOM - 1;
    /// Nothing.
    pub const EMPTY: Self = Self([0; Self::ROOM]);

    /// A part of a text.
    ///
    /// # Panics
    ///
    /// Where the text is too long, or of other letters than ASCII: in a constant this stops the build.
    #[must_use]
    pub const fn new(text: &str) -> Self {
        Self::EMPTY.with(text)
    }

    /// The part with a text behind it.
    ///
    /// # Panics
    ///
    /// As [`Part::new`].
    #[must_use]
    pub const fn with(mut self, text: &str) -> Self {
        let start = self.len();
        assert!(start + text.len() <= Self::LONGEST && text.is_ascii(), "a part is short and of ASCII");
        while self.len() < start + text.len() {
            self.0[self.len()] = text.as_bytes()[self.len() - start];
            self.0[Self::LONGEST] += 1;
        }
        self
    }

    /// A number in decimal.
    #[must_use]
    pub fn decimal(number: u32) -> Self {
        let (mut rest, mut places) = (number / 10, 1);
        while rest > 0 {
            rest /= 10;
            places += 1;
        }
        Self::digits(number, places)
    }

    /// The last places of a number in decimal, at most [`Part::LONGEST`].
    #[must_use]
    pub fn digits(mut number: u32, places: usize) -> Self {
        Self::from_last(places, || {
            let digit = b'0' + (number % 10) as u8;
            number /= 10;
            digit
        })
    }

    /// The last places of a number in hexadecimal, at most [`Part::LONGEST`].
    #[must_use]
    pub fn hexadecimal(mut number: u32, places: usize) -> Self {
        Self::from_last(places, || {
            let digit = b"0123456789abcdef"[(number & 15) as usize];
            number >>= 4;
            digit
        })
    }

    /// So many digits, at most [`Part::LONGEST`], which are given from the last to the first.
    #[inline]
    fn from_last(places: usize, mut digit: impl FnMut() -> u8) -> Self {
        let mut part = Self::EMPTY;
        let places = places.min(Self::LONGEST);
        part.0[..places].iter_mut().rev().for_each(|place| *place = digit());
        part.0[Self::LONGEST] = places as u8;
        part
    }

    /// Number of bytes.
    #[must_use]
    pub(super) const fn len(&self) -> usize {
        self.0[Self::LONGEST] as usize
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.get(..self.len()).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default()
    }
}

/// The names of the types of a target, to be appended.
pub(super) struct TypeParts([[Part; 4]; Self::SCALARS]);

impl TypeParts {
    /// Kinds of lanes.
    pub(super) const SCALARS: usize = 6;

    /// The names of scalars and of vectors of 2 to 4 lanes, in the order of [`crate::ir::Scalar`].
    pub(super) const fn new(names: &[[&str; 4]; Self::SCALARS]) -> Self {
        let mut parts = [[Part::EMPTY; 4]; Self::SCALARS];
        let mut at = 0;
        while at < 4 * Self::SCALARS {
            parts[at / 4][at % 4] = Part::new(names[at / 4][at % 4]);
            at += 1;
        }
        Self(parts)
    }

    /// The name of a type.
    #[inline]
    pub(super) const fn of(&self, ty: Type) -> Part {
        self.0[ty.scalar as usize][ty.width.wrapping_sub(1) as usize & 3]
    }
}

/// What picks four lanes by their places, as in `.xyzw`: its first letters are what picks fewer.
pub(super) static PICKED: [[u8; 8]; 256] = {
    let mut picked = [*b".       "; 256];
    let mut places = 0;
    while places < 256 {
        let mut lane = 0;
        while lane < 4 {
            picked[places][lane + 1] = b"xyzw"[places >> (2 * lane) & 3];
            lane += 1;
        }
        places += 1;
    }
    picked
};

/// What picks a set of lanes, by its bits.
pub(super) static SETS: [Part; 16] = {
    let mut sets = [Part::EMPTY; 16];
    let mut bits = 1;
    while bits < 16 {
        sets[bits] = Part::new(".").with(WriteMask::from_bits(bits as u32).letters());
        bits += 1;
    }
    sets
};

/// A name within a longer text.
#[derive(Clone, Copy, Debug)]
pub struct Spelled<'a> {
    pub(super) text: &'a [u8],
    pub(super) start: usize,
    pub(super) end: usize,
}

impl<'a> Spelled<'a> {
    /// The name with what follows it in a chunk; none if either of both is too short.
    #[inline]
    pub(super) fn chunk(self) -> Option<&'a [u8; Part::ROOM]> {
        let chunk = self.text.get(self.start..self.start + Part::ROOM)?;
        if self.len() <= Part::ROOM { chunk.first_chunk() } else { None }
    }

    /// Number of bytes.
    pub(super) const fn len(self) -> usize {
        self.end - self.start
    }

    /// The name.
    #[must_use]
    pub fn as_str(self) -> &'a str {
        self.text.get(self.start..self.end).and_then(|name| std::str::from_utf8(name).ok()).unwrap_or_default()
    }
}
