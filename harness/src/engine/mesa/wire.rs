//! Messages between a process and its workers: a length of eight bytes, little endian, then a value as postcard writes it.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The first message of a worker.
#[derive(Debug, Deserialize, Serialize)]
pub(super) enum Hello {
    /// It takes jobs, on an engine that describes itself so.
    Ready(String),
    /// What it does not find on this machine.
    Absent(String),
    /// What does not work.
    Lost(String),
}

/// Sends a message.
///
/// # Errors
/// When the other side has ended.
pub(super) fn write(out: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let body = postcard::to_extend(message, Vec::new()).map_err(io::Error::other)?;
    let mut bytes = (body.len() as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(&body);
    out.write_all(&bytes)
}

/// Waits for a message.
///
/// # Errors
/// `UnexpectedEof` when the other side has ended, `WouldBlock` when it took too long, `Other` for no message of this type.
pub(super) fn read<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 8];
    input.read_exact(&mut length)?;
    let length = u64::from_le_bytes(length);
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if body.len() as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    postcard::from_bytes(&body).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_back_one_after_the_other_and_never_in_part() {
        let mut bytes = Vec::new();
        write(&mut bytes, &("one", f32::from_bits(0x7f80_0001).to_bits(), Some(vec![1_u8, 255]))).unwrap();
        write(&mut bytes, &Hello::Absent("nothing".to_owned())).unwrap();
        for cut in 0..bytes.len() {
            let mut input = &bytes[..cut];
            let first = read::<(String, u32, Option<Vec<u8>>)>(&mut input);
            let second = read::<Hello>(&mut input);
            assert_eq!(second.unwrap_err().kind(), io::ErrorKind::UnexpectedEof, "{cut}");
            drop(first);
        }
        let mut input = bytes.as_slice();
        let first: (String, u32, Option<Vec<u8>>) = read(&mut input).unwrap();
        assert_eq!(first, ("one".to_owned(), 0x7f80_0001, Some(vec![1, 255])));
        assert!(matches!(read(&mut input).unwrap(), Hello::Absent(what) if what == "nothing"));
        assert!(input.is_empty());
    }
}
