//! Writes containers: chunks, table, digest, and signature chunks as the HLSL compiler lays them out.

use super::signature::{Form, NO_REGISTER, Signature, SignatureElement};
use super::{CHUNK_HEADER, FourCc, TABLE_OFFSET, VERSION, checksum};
use crate::error::{Error, Result};
use crate::limits;

/// The byte that fills a signature chunk up to a whole dword.
const PADDING: u8 = 0xab;

/// Builds a container of these chunks, in this order, with its digest.
///
/// # Errors
/// `Limit` if there are more chunks than [`limits::CHUNKS`] or the container would not fit into 4 GiB.
pub fn container(chunks: &[(FourCc, &[u8])]) -> Result<Vec<u8>> {
    let count = u32::try_from(chunks.len()).ok().filter(|&count| count <= limits::CHUNKS);
    let count = count.ok_or_else(|| too_much(format!("{} chunks are more than a container holds", chunks.len())))?;
    let mut offset = u64::from(TABLE_OFFSET).saturating_add(u64::from(count).saturating_mul(4));
    let mut table = Vec::new();
    let mut body = Vec::new();
    for (name, data) in chunks {
        table.extend(dword(offset)?);
        body.extend(name.0);
        body.extend(dword(data.len() as u64)?);
        body.extend_from_slice(data);
        offset = offset.saturating_add(u64::from(CHUNK_HEADER)).saturating_add(data.len() as u64);
    }
    let mut covered = Vec::new();
    covered.extend(VERSION.to_le_bytes());
    covered.extend(dword(offset)?);
    covered.extend(count.to_le_bytes());
    covered.append(&mut table);
    covered.append(&mut body);
    let mut bytes = FourCc::DXBC.0.to_vec();
    bytes.extend(checksum::digest(&covered));
    bytes.append(&mut covered);
    Ok(bytes)
}

/// The data of a signature chunk called `name`, which decides how an element lies: see [`Signature::parse`].
/// Names follow the elements, each spelling once, in the order of first use.
///
/// # Errors
/// `Limit` if there are more elements than [`limits::SIGNATURE_ELEMENTS`] or a name is longer than
/// [`limits::NAME_BYTES`].
pub fn signature(name: FourCc, signature: &Signature) -> Result<Vec<u8>> {
    let form = Form::of(name);
    let count = u32::try_from(signature.elements.len()).ok().filter(|&count| count <= limits::SIGNATURE_ELEMENTS);
    let count = count.ok_or_else(|| too_much(format!("{} elements are more than fit", signature.elements.len())))?;
    let mut names =
        Names { first: count.saturating_mul(form.size).saturating_add(Signature::HEADER), texts: Vec::new() };
    let mut bytes = Vec::new();
    bytes.extend(count.to_le_bytes());
    bytes.extend(Signature::HEADER.to_le_bytes());
    for element in &signature.elements {
        push_element(&mut bytes, element, form, names.offset_of(&element.semantic)?);
    }
    for text in names.texts {
        bytes.extend(text.as_bytes());
        bytes.push(0);
    }
    let padded = bytes.len().next_multiple_of(4);
    bytes.resize(padded, PADDING);
    Ok(bytes)
}

fn push_element(bytes: &mut Vec<u8>, element: &SignatureElement, form: Form, name: u32) {
    if form.stream {
        bytes.extend(element.stream.to_le_bytes());
    }
    let register = element.register.unwrap_or(NO_REGISTER);
    let numbers = [name, element.index, element.system_value.number(), element.component_type.number(), register];
    for number in numbers {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend([element.mask.bits(), element.read_write.bits(), 0, 0]);
    if form.precision {
        bytes.extend(element.min_precision.number().to_le_bytes());
    }
}

/// The texts behind the elements of a signature.
struct Names<'a> {
    /// Where the first one starts in the chunk.
    first: u32,
    texts: Vec<&'a str>,
}

impl<'a> Names<'a> {
    /// Where `text` starts, after adding it if it is new.
    fn offset_of(&mut self, text: &'a str) -> Result<u32> {
        let mut offset = u64::from(self.first);
        for known in &self.texts {
            if *known == text {
                return u32::try_from(offset).map_err(|_| too_much("the names are too long"));
            }
            offset = offset.saturating_add(known.len() as u64).saturating_add(1);
        }
        if text.len() as u64 > u64::from(limits::NAME_BYTES) || text.contains('\0') {
            return Err(too_much(format!("the name {text:?} does not fit into a signature")));
        }
        self.texts.push(text);
        u32::try_from(offset).map_err(|_| too_much("the names are too long"))
    }
}

fn dword(value: u64) -> Result<[u8; 4]> {
    match u32::try_from(value) {
        Ok(value) => Ok(value.to_le_bytes()),
        Err(_) => Err(too_much("the container is longer than 4 GiB")),
    }
}

fn too_much(message: impl Into<String>) -> Error {
    Error::limit(0, message)
}

#[cfg(test)]
mod tests {
    use super::super::{Container, Digest};
    use super::*;

    #[test]
    fn an_empty_container_is_its_header() {
        let bytes = container(&[]).unwrap();
        assert_eq!(bytes.len(), 32);
        assert_eq!(bytes[20..], [1, 0, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(Container::parse(&bytes).unwrap().digest(), Digest::Ok);
    }

    #[test]
    fn chunks_follow_the_table() {
        let bytes = container(&[(FourCc::SHDR, &[1, 2, 3, 4]), (FourCc::PRIV, &[5])]).unwrap();
        let expected = [
            2u32.to_le_bytes(),
            40u32.to_le_bytes(),
            52u32.to_le_bytes(),
            *b"SHDR",
            4u32.to_le_bytes(),
            [1, 2, 3, 4],
            *b"PRIV",
            1u32.to_le_bytes(),
        ];
        assert_eq!(bytes[28..60], *expected.as_flattened());
        assert_eq!(bytes[60..], [5]);
    }
}
