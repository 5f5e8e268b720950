//! Custom data of class 4: the messages of `printf` and `errorf`.

use super::decode_operand::operand;
use super::operand::Operand;
use super::words::Words;

/// Class of a shader message.
pub(super) const SHADER_MESSAGE: u32 = 4;

/// A message with its arguments.
#[derive(Debug)]
pub(super) struct Message {
    /// `printf` or `errorf`.
    pub(super) name: &'static str,
    /// The format, with `%0` for the first argument.
    pub(super) text: String,
    /// The arguments.
    pub(super) operands: Vec<Operand>,
}

impl Message {
    /// Reads a message: its number, its format, the count of characters, the count of operands and of their
    /// dwords, the operands, the characters. None if the data are not that.
    pub(super) fn read(class: u32, data: &[u32]) -> Option<Self> {
        if class != SHADER_MESSAGE {
            return None;
        }
        let (&[number, _, characters, count, dwords], rest) = data.split_first_chunk()?;
        let name = match number {
            0x0020_0102 => "printf",
            0x0020_0103 => "errorf",
            _ => return None,
        };
        let (operand_words, text_words) = rest.split_at_checked(usize::try_from(dwords).ok()?)?;
        let bytes: Vec<u8> = operand_words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut words = Words::new(&bytes, 0);
        let mut operands = Vec::new();
        for _ in 0..count {
            operands.push(operand(&mut words).ok()?);
        }
        let bytes: Vec<u8> = text_words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let text = String::from_utf8_lossy(bytes.get(..usize::try_from(characters).ok()?)?).into_owned();
        (words.left() == 0).then_some(Self { name, text, operands })
    }
}
