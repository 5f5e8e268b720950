//! The bounded little-endian reader: the only code that indexes the input.
//!
//! A reader knows where its first byte stands in the container, so an error of any sub-reader names the
//! byte in the file.

use std::borrow::Cow;
use std::ops::Range;

use crate::container::FourCc;
use crate::error::{Error, Result};
use crate::limits;

/// A view of a part of the container. All offsets that are passed in are relative to the view; all offsets
/// in errors are absolute.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    data: &'a [u8],
    base: u32,
    chunk: Option<FourCc>,
}

impl<'a> Reader<'a> {
    /// A reader of a whole container.
    ///
    /// # Errors
    /// `Limit` if the input is longer than the 32-bit offsets of the format can name.
    pub fn new(data: &'a [u8]) -> Result<Self> {
        match u32::try_from(data.len()) {
            Ok(_) => Ok(Self { data, base: 0, chunk: None }),
            Err(_) => Err(Error::limit(0, "the input is longer than the 4 GiB that a container can name")),
        }
    }

    /// The same bytes; errors name `chunk`.
    #[must_use]
    pub fn in_chunk(self, chunk: FourCc) -> Self {
        Self { chunk: Some(chunk), ..self }
    }

    /// Length of the view in bytes.
    pub fn len(&self) -> u32 {
        // A view is never longer than the input, whose length was checked by `new`.
        u32::try_from(self.data.len()).unwrap_or(u32::MAX)
    }

    /// Whether the view has no bytes.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// All bytes of the view.
    pub fn data(&self) -> &'a [u8] {
        self.data
    }

    /// The offset in the container of the byte at `offset` of this view.
    pub fn absolute(&self, offset: u32) -> u32 {
        self.base.saturating_add(offset)
    }

    /// A `Malformed` error at `offset` of this view.
    #[cold]
    pub fn malformed(&self, offset: u32, message: impl Into<String>) -> Error {
        self.locate(Error::malformed(self.absolute(offset), message))
    }

    /// A `Limit` error at `offset` of this view.
    #[cold]
    pub fn limit(&self, offset: u32, message: impl Into<String>) -> Error {
        self.locate(Error::limit(self.absolute(offset), message))
    }

    fn locate(&self, error: Error) -> Error {
        match self.chunk {
            Some(chunk) => error.at_chunk(chunk),
            None => error,
        }
    }

    /// The bytes of `range`.
    ///
    /// # Errors
    /// `Malformed` if the range ends outside the view or before it starts.
    #[inline]
    pub fn slice(&self, range: Range<u32>) -> Result<&'a [u8]> {
        let (Ok(start), Ok(end)) = (usize::try_from(range.start), usize::try_from(range.end)) else {
            return Err(self.out_of_bounds(&range));
        };
        self.data.get(start..end).ok_or_else(|| self.out_of_bounds(&range))
    }

    #[cold]
    fn out_of_bounds(&self, range: &Range<u32>) -> Error {
        let message = match range.end.checked_sub(range.start) {
            Some(1) => format!("the byte is past the {} bytes that are there", self.len()),
            Some(size) => format!("{size} bytes from here end past the {} bytes that are there", self.len()),
            None => "the data end before they start".into(),
        };
        self.malformed(range.start, message)
    }

    /// `size` bytes from `offset` on.
    ///
    /// # Errors
    /// As [`Reader::slice`]; also if the end is beyond 4 GiB.
    #[inline]
    pub fn slice_at(&self, offset: u32, size: u32) -> Result<&'a [u8]> {
        match offset.checked_add(size) {
            Some(end) => self.slice(offset..end),
            None => Err(self
                .malformed(offset, format!("{size} bytes from here end past the {} bytes that are there", self.len()))),
        }
    }

    /// A reader of `size` bytes from `offset` on, which keeps naming absolute offsets.
    ///
    /// # Errors
    /// As [`Reader::slice_at`].
    #[inline]
    pub fn sub(&self, offset: u32, size: u32) -> Result<Self> {
        let data = self.slice_at(offset, size)?;
        Ok(Self { data, base: self.absolute(offset), chunk: self.chunk })
    }

    /// A reader of everything from `offset` on.
    ///
    /// # Errors
    /// `Malformed` if `offset` is past the end.
    pub fn from(&self, offset: u32) -> Result<Self> {
        let data = self.slice(offset..self.len())?;
        Ok(Self { data, base: self.absolute(offset), chunk: self.chunk })
    }

    #[inline]
    fn array_at<const N: usize>(&self, offset: u32) -> Result<[u8; N]> {
        let size = u32::try_from(N).unwrap_or(u32::MAX);
        let bytes = self.slice_at(offset, size)?;
        <[u8; N]>::try_from(bytes).map_err(|_| Error::internal("bytes", "a slice has not the length it was asked for"))
    }

    /// The byte at `offset`.
    ///
    /// # Errors
    /// `Malformed` if it is past the end.
    #[inline]
    pub fn u8_at(&self, offset: u32) -> Result<u8> {
        self.array_at(offset).map(u8::from_le_bytes)
    }

    /// The 16-bit value at `offset`, which need not be aligned.
    ///
    /// # Errors
    /// `Malformed` if any of its bytes is past the end.
    #[inline]
    pub fn u16_at(&self, offset: u32) -> Result<u16> {
        self.array_at(offset).map(u16::from_le_bytes)
    }

    /// The 32-bit value at `offset`, which need not be aligned.
    ///
    /// # Errors
    /// `Malformed` if any of its bytes is past the end.
    #[inline]
    pub fn u32_at(&self, offset: u32) -> Result<u32> {
        self.array_at(offset).map(u32::from_le_bytes)
    }

    /// The 64-bit value at `offset`, which need not be aligned.
    ///
    /// # Errors
    /// `Malformed` if any of its bytes is past the end.
    pub fn u64_at(&self, offset: u32) -> Result<u64> {
        self.array_at(offset).map(u64::from_le_bytes)
    }

    /// The chunk name at `offset`.
    ///
    /// # Errors
    /// `Malformed` if any of its bytes is past the end.
    pub fn four_cc_at(&self, offset: u32) -> Result<FourCc> {
        self.array_at(offset).map(FourCc)
    }

    /// The text at `offset`, up to but not with its zero byte. Bytes that are not UTF-8 are replaced.
    ///
    /// # Errors
    /// `Malformed` if the view ends before a zero byte, `Limit` if the text is longer than [`limits::NAME_BYTES`].
    pub fn cstr_at(&self, offset: u32) -> Result<Cow<'a, str>> {
        let rest = self.slice(offset..self.len())?;
        let longest = usize::try_from(limits::NAME_BYTES).unwrap_or(usize::MAX);
        let searched = rest.get(..longest.saturating_add(1)).unwrap_or(rest);
        match memchr::memchr(0, searched) {
            Some(length) => {
                let text = rest.get(..length).unwrap_or_default();
                Ok(std::str::from_utf8(text).map_or_else(|_| String::from_utf8_lossy(text), Cow::Borrowed))
            }
            None if rest.len() > longest => {
                Err(self.limit(offset, format!("the name is longer than {} bytes", limits::NAME_BYTES)))
            }
            None => Err(self.malformed(offset, "the name has no end within the data")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn reads_little_endian_at_any_alignment() {
        let reader = Reader::new(&[0, 1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
        assert_eq!(reader.u8_at(8), Ok(8));
        assert_eq!(reader.u16_at(1), Ok(0x0201));
        assert_eq!(reader.u32_at(1), Ok(0x0403_0201));
        assert_eq!(reader.u64_at(1), Ok(0x0807_0605_0403_0201));
    }

    #[test]
    fn errors_name_the_byte_in_the_file() {
        let reader = Reader::new(&[0; 16]).unwrap();
        let sub = reader.sub(8, 8).unwrap().in_chunk(FourCc::RDEF).from(2).unwrap();
        let error = sub.u32_at(3).unwrap_err();
        assert_eq!(error.to_string(), "4 bytes from here end past the 6 bytes that are there (offset 0xd, chunk RDEF)");
        assert_eq!(sub.u8_at(u32::MAX).unwrap_err().kind(), ErrorKind::Malformed);
        assert_eq!(reader.sub(17, 0).unwrap_err().at().offset, Some(17));
        assert_eq!(reader.sub(16, 0).unwrap().len(), 0);
        #[expect(clippy::reversed_empty_ranges, reason = "the case under test")]
        let backwards = reader.slice(4..2);
        assert!(backwards.is_err());
    }

    #[test]
    fn names_end_at_their_zero_byte() {
        let reader = Reader::new(b"ab\0cd\xff\0e").unwrap();
        assert_eq!(reader.cstr_at(0).unwrap(), "ab");
        assert_eq!(reader.cstr_at(2).unwrap(), "");
        assert_eq!(reader.cstr_at(3).unwrap(), "cd\u{fffd}");
        assert_eq!(reader.cstr_at(7).unwrap_err().kind(), ErrorKind::Malformed);
        assert_eq!(reader.cstr_at(8).unwrap_err().kind(), ErrorKind::Malformed);
        let long = vec![b'a'; 2000];
        assert_eq!(Reader::new(&long).unwrap().cstr_at(0).unwrap_err().kind(), ErrorKind::Limit);
        let mut fits = vec![b'a'; 1024];
        fits.push(0);
        assert_eq!(Reader::new(&fits).unwrap().cstr_at(0).unwrap().len(), 1024);
    }
}
