//! Finds containers inside anything: game archives, executables, engine assets, and source text that
//! spells the bytes as numbers, such as the header files of the HLSL compiler.

use std::borrow::Cow;

use memchr::memmem;
use serde::Serialize;

use super::{FourCc, VERSION, VERSION_OFFSET, read_table};

/// How a container stands in what was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// As it is.
    Binary,
    /// As numbers in a text, bytes or dwords, decimal or hexadecimal: `{ 68, 88, 66, 67, ... }`.
    Numbers,
}

/// One container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<'a> {
    /// Bytes from the start of what was searched to the first byte, or to the number that spells it.
    pub offset: usize,
    /// How it stands there.
    pub form: Form,
    /// Exactly the container: its chunk table is in bounds, its chunks were not looked into.
    pub bytes: Cow<'a, [u8]>,
}

/// Every container in `data`, by offset. Containers within containers are not reported, nor any whose chunk
/// table is out of bounds.
pub fn scan(data: &[u8]) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    for (offset, bytes) in Binary::new(data) {
        found.push(Found { offset, form: Form::Binary, bytes: Cow::Borrowed(bytes) });
    }
    scan_numbers(data, &mut found);
    found.sort_by_key(|container| container.offset);
    found
}

/// Walks the binary containers of some bytes.
struct Binary<'a> {
    data: &'a [u8],
    at: usize,
    magic: memmem::Finder<'static>,
}

impl<'a> Binary<'a> {
    fn new(data: &'a [u8]) -> Self {
        Self { data, at: 0, magic: memmem::Finder::new(&FourCc::DXBC.0).into_owned() }
    }
}

impl<'a> Iterator for Binary<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let skipped = self.magic.find(self.data.get(self.at..)?)?;
            let offset = self.at.saturating_add(skipped);
            let rest = self.data.get(offset..)?;
            if let Some(bytes) = container_at_start(rest) {
                self.at = offset.saturating_add(bytes.len());
                return Some((offset, bytes));
            }
            self.at = offset.saturating_add(FourCc::DXBC.0.len());
        }
    }
}

/// The container that `data` starts with. More may follow than a container could name.
fn container_at_start(data: &[u8]) -> Option<&[u8]> {
    let longest = usize::try_from(u32::MAX).unwrap_or(usize::MAX).min(data.len());
    let (reader, _) = read_table(data.get(..longest)?).ok()?;
    (reader.u32_at(VERSION_OFFSET) == Ok(VERSION)).then_some(reader.data())
}

/// The magic as a dword.
const MAGIC: u32 = u32::from_le_bytes(FourCc::DXBC.0);

/// Adds the containers that are spelled as numbers. Every number is read at most three times, so the time is linear.
fn scan_numbers<'a>(data: &'a [u8], found: &mut Vec<Found<'a>>) {
    let mut at = 0;
    while let Some(number) = Number::find(data, at) {
        at = number.end;
        let Some(width) = number.starts_magic(data) else { continue };
        let mut bytes = Vec::new();
        let mut run = Some(number);
        while let Some(number) = run {
            at = number.end;
            match width {
                Width::Byte => bytes.extend(u8::try_from(number.value)),
                Width::Dword => bytes.extend(number.value.to_le_bytes()),
            }
            run = number.next_of_run(data).filter(|next| width == Width::Dword || next.value <= 0xff);
        }
        // Positions of the numbers, caught up with as containers are found.
        let (mut place, mut index) = (Some(number), 0);
        for (offset, bytes) in Binary::new(&bytes) {
            let wanted = width.count(offset);
            while index < wanted {
                place = place.and_then(|number| number.next_of_run(data));
                index = index.saturating_add(1);
            }
            if let Some(place) = place {
                found.push(Found { offset: place.start, form: Form::Numbers, bytes: Cow::Owned(bytes.to_vec()) });
            }
        }
    }
}

/// What one number of a run spells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    Byte,
    Dword,
}

impl Width {
    /// How many numbers spell `bytes` bytes.
    const fn count(self, bytes: usize) -> usize {
        match self {
            Self::Byte => bytes,
            Self::Dword => bytes / 4,
        }
    }
}

/// A number in a text, `start..end`.
#[derive(Clone, Copy)]
struct Number {
    value: u32,
    start: usize,
    end: usize,
}

impl Number {
    /// The first number that starts at or after `at` and is not part of a word.
    fn find(data: &[u8], mut at: usize) -> Option<Self> {
        loop {
            let rest = data.get(at..)?;
            at = at.saturating_add(rest.iter().position(u8::is_ascii_digit)?);
            let before = at.checked_sub(1).and_then(|index| data.get(index));
            if !before.is_some_and(|&byte| is_word(byte))
                && let Some(number) = Self::at(data, at)
            {
                return Some(number);
            }
            // A number never ends within a word, so the rest of this one holds none.
            let rest = data.get(at..)?;
            at = at.saturating_add(rest.iter().position(|&byte| !is_word(byte))?);
        }
    }

    /// The number at `start`: decimal, or hexadecimal after `0x`, perhaps with `u` behind it.
    fn at(data: &[u8], start: usize) -> Option<Self> {
        let rest = data.get(start..)?;
        let (digits, radix, prefix) = match rest {
            [b'0', b'x' | b'X', digits @ ..] => (digits, 16, 2),
            digits => (digits, 10, 0),
        };
        let mut value: u32 = 0;
        let mut length = 0_usize;
        for &byte in digits {
            let Some(digit) = char::from(byte).to_digit(radix) else { break };
            value = value.checked_mul(radix)?.checked_add(digit)?;
            length = length.saturating_add(1);
        }
        let mut end = start.saturating_add(prefix).saturating_add(length);
        if matches!(data.get(end), Some(b'u' | b'U')) {
            end = end.saturating_add(1);
        }
        let ends = !data.get(end).is_some_and(|&byte| is_word(byte));
        (length > 0 && ends).then_some(Self { value, start, end })
    }

    /// The number after this one, with white space and at most one comma between.
    fn next_of_run(self, data: &[u8]) -> Option<Self> {
        let mut commas = 0;
        let mut at = self.end;
        loop {
            match data.get(at)? {
                b',' if commas == 0 => commas = 1,
                byte if byte.is_ascii_whitespace() => {}
                _ => return Self::at(data, at).filter(|number| number.start > self.end),
            }
            at = at.saturating_add(1);
        }
    }

    /// Whether the magic starts here, and what one number stands for.
    fn starts_magic(self, data: &[u8]) -> Option<Width> {
        if self.value == MAGIC {
            return Some(Width::Dword);
        }
        let mut number = self;
        for (index, byte) in FourCc::DXBC.0.into_iter().enumerate() {
            if index > 0 {
                number = number.next_of_run(data)?;
            }
            if number.value != u32::from(byte) {
                return None;
            }
        }
        Some(Width::Byte)
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::super::write;
    use super::*;

    fn sample(data: &[u8]) -> Vec<u8> {
        write::container(&[(FourCc::PRIV, data)]).unwrap()
    }

    fn spell(bytes: &[u8], mut number: impl FnMut(&mut String, u8)) -> String {
        let mut text = String::new();
        for &byte in bytes {
            number(&mut text, byte);
        }
        text
    }

    fn offsets(data: &[u8]) -> Vec<(usize, Form, Vec<u8>)> {
        scan(data).into_iter().map(|found| (found.offset, found.form, found.bytes.into_owned())).collect()
    }

    #[test]
    fn finds_binary_containers_at_any_offset() {
        let (one, two) = (sample(b"one"), sample(b"DXBC"));
        let data = [b"junkDXBCjunk".as_slice(), &one, b"D", &two, &two, b"DXBC"].concat();
        let second = 12 + one.len() + 1;
        let expected =
            vec![(12, Form::Binary, one), (second, Form::Binary, two.clone()), (second + two.len(), Form::Binary, two)];
        assert_eq!(offsets(&data), expected);
    }

    #[test]
    fn refuses_what_is_cut_off_or_out_of_bounds() {
        let one = sample(b"one");
        assert_eq!(scan(&one[..one.len() - 1]), []);
        let mut wrong_offset = one.clone();
        wrong_offset[32] = 0xff;
        assert_eq!(scan(&wrong_offset), []);
        let mut wrong_version = one;
        wrong_version[20] = 2;
        assert_eq!(scan(&wrong_version), []);
    }

    #[test]
    fn finds_the_header_files_of_the_compiler() {
        let bytes = sample(&[0, 9, 10, 99, 100, 255]);
        let mut count = 0;
        let numbers = spell(&bytes, |text, byte| {
            count += 1;
            let end = if count % 6 == 0 { "\r\n   " } else { "" };
            write!(text, " {byte:3},{end}").unwrap();
        });
        let text = format!("// 68 instruction slots used\nconst BYTE g_main[] =\n{{\n    {numbers}\n}};\n");
        let at = text.find(" 68,  88").unwrap() + 1;
        assert_eq!(offsets(text.as_bytes()), [(at, Form::Numbers, bytes)]);
    }

    #[test]
    fn finds_hexadecimal_bytes_and_dwords() {
        let bytes = sample(&[1, 2, 3, 4]);
        let hex = spell(&bytes, |text, byte| write!(text, "0x{byte:02X},").unwrap());
        let unsigned = spell(&bytes, |text, byte| write!(text, "{byte}u, ").unwrap());
        let dwords: String =
            bytes.as_chunks().0.iter().map(|&dword| format!("0x{:08x}, ", u32::from_le_bytes(dword))).collect();
        let text = format!("a[] = {{{hex}}}; b[] = {{{unsigned}}}; uint32_t c[] = {{ {dwords} }};");
        let found = offsets(text.as_bytes());
        assert_eq!(found.len(), 3);
        for (_, form, found) in found {
            assert_eq!((form, found), (Form::Numbers, bytes.clone()));
        }
    }

    #[test]
    fn finds_several_in_one_array() {
        let (one, two) = (sample(b"1"), sample(b"22"));
        let all = [b"\x01\x44".as_slice(), &one, b"\x00\x58", &two].concat();
        let text = spell(&all, |text, byte| write!(text, "{byte} ").unwrap());
        let found = offsets(text.as_bytes());
        assert_eq!(found.iter().map(|found| &found.2).collect::<Vec<_>>(), [&one, &two]);
        for (offset, _, bytes) in &found {
            let numbers: Vec<u8> = text[*offset..].split_whitespace().map(|word| word.parse().unwrap()).collect();
            assert_eq!(&numbers[..bytes.len()], bytes);
        }
    }

    #[test]
    fn words_and_other_numbers_are_not_bytes() {
        let bytes = sample(b"x");
        for (first, rest) in [("x68", ", "), ("68.", ", "), ("68", ",, "), ("68", "; "), ("368", ", ")] {
            let numbers = spell(&bytes[1..], |text, byte| write!(text, "{byte}, ").unwrap());
            assert_eq!(scan(format!("{first}{rest}{numbers}").as_bytes()), [], "{first}{rest}");
        }
    }
}
