//! Custom data: the immediate constant buffer, and data without meaning for execution.

use super::declaration::{Declaration, DeclarationKind};
use super::token::{CONTROLS_SHIFT, bits};
use super::words::Words;
use crate::error::{Error, Result};
use crate::limits;

/// Class of the immediate constant buffer.
pub(super) const IMMEDIATE_CONSTANT_BUFFER: u32 = 3;

/// Reads the data that follow the opcode token and the length.
///
/// # Errors
/// `Malformed` if an immediate constant buffer does not consist of whole rows, `Limit` if it has more than
/// [`limits::IMMEDIATE_ROWS`].
pub(super) fn custom_data(mut words: Words<'_>, token: u32, offset: u32) -> Result<Declaration> {
    let class = bits(token, CONTROLS_SHIFT, 21);
    let kind = if class == IMMEDIATE_CONSTANT_BUFFER {
        let count = words.left();
        if !count.is_multiple_of(4) {
            let message = format!("the {count} dwords of the immediate constant buffer are not whole rows of four");
            return Err(Error::malformed(offset, message));
        }
        let rows = count / 4;
        if rows > usize::try_from(limits::IMMEDIATE_ROWS).unwrap_or(0) {
            let message =
                format!("the immediate constant buffer has {rows} rows, and the most is {}", limits::IMMEDIATE_ROWS);
            return Err(Error::limit(offset, message));
        }
        let mut data = Vec::with_capacity(rows);
        for _ in 0..rows {
            data.push([words.next()?, words.next()?, words.next()?, words.next()?]);
        }
        DeclarationKind::ImmediateConstantBuffer(data)
    } else {
        DeclarationKind::CustomData { class, data: rest(&mut words)? }
    };
    Ok(Declaration { offset, kind })
}

/// All dwords that are left.
pub(super) fn rest(words: &mut Words<'_>) -> Result<Vec<u32>> {
    let mut data = Vec::with_capacity(words.left());
    while words.left() > 0 {
        data.push(words.next()?);
    }
    Ok(data)
}
