//! The cursor that the assembler's parsers read a line with.

/// A parser's result; the message is without the line number.
pub(super) type Parse<T> = Result<T, String>;

/// What is left of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(line: &'a str) -> Self {
        Self { rest: line }
    }

    /// What is left, without leading space.
    pub(super) fn rest(&self) -> &'a str {
        self.rest.trim_start()
    }

    /// Whether the very next character, space included, is this one.
    pub(super) fn is_at(&self, character: char) -> bool {
        self.rest.starts_with(character)
    }

    /// Whether `text` comes next, after space.
    pub(super) fn sees(&self, text: &str) -> bool {
        self.rest().starts_with(text)
    }

    /// Passes `text` if it comes next, after space.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        match self.rest().strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Passes `text`.
    ///
    /// # Errors
    /// If something else comes next.
    pub(super) fn expect(&mut self, text: &str) -> Parse<()> {
        if self.eat(text) { Ok(()) } else { Err(format!("expected `{text}` at `{}`", self.shown())) }
    }

    /// Nothing but space is left.
    ///
    /// # Errors
    /// If something is.
    pub(super) fn end(&self) -> Parse<()> {
        if self.rest().is_empty() { Ok(()) } else { Err(format!("unexpected `{}`", self.shown())) }
    }

    /// The start of what is left, for messages.
    fn shown(&self) -> &'a str {
        let rest = self.rest().trim_end();
        rest.char_indices().nth(24).and_then(|(end, _)| rest.get(..end)).unwrap_or(rest)
    }

    /// Passes the characters that come next, after space, as long as `belongs` takes them.
    pub(super) fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|character| !belongs(character)).unwrap_or(rest.len());
        let (word, rest) = rest.split_at_checked(end).unwrap_or((rest, ""));
        self.rest = rest;
        word
    }

    /// A word of letters, digits and underscores; empty if none comes next.
    pub(super) fn word(&mut self) -> &'a str {
        self.take_while(|character| character.is_ascii_alphanumeric() || character == '_')
    }

    /// The next word, which stays next.
    pub(super) fn peek_word(mut self) -> &'a str {
        self.word()
    }

    /// A number in decimal or, after `0x`, hexadecimal; a minus wraps it modulo 2^32.
    ///
    /// # Errors
    /// If no number of 32 bits comes next.
    pub(super) fn number(&mut self) -> Parse<u32> {
        let at = *self;
        let negative = self.eat("-");
        let value = integer(self.word());
        match value {
            Some(value) if negative && value <= 1 << 31 => u32::try_from(value).map(u32::wrapping_neg).ok(),
            Some(value) if !negative => u32::try_from(value).ok(),
            _ => None,
        }
        .ok_or_else(|| format!("expected a number of 32 bits at `{}`", at.shown()))
    }
}

/// A whole number without sign, in decimal or after `0x` in hexadecimal.
pub(super) fn integer(word: &str) -> Option<u64> {
    match word.strip_prefix("0x") {
        Some(digits) if !digits.starts_with('+') => u64::from_str_radix(digits, 16).ok(),
        None if word.starts_with(|first: char| first.is_ascii_digit()) => word.parse().ok(),
        _ => None,
    }
}

/// The bits of a 32-bit literal: hexadecimal bits, a decimal integer, or a float, which has a point, an
/// exponent, or is one of Microsoft's spellings such as `1.#INF00`.
///
/// # Errors
/// If it is none of these.
pub(super) fn literal32(word: &str) -> Parse<u32> {
    let wrong = || format!("`{word}` is no literal of 32 bits");
    let (negative, digits) = sign(word);
    let bits = if is_float(digits) {
        special(digits, negative).map(|value| value.0).or_else(|| word.parse::<f32>().ok().map(f32::to_bits))
    } else {
        match integer(digits) {
            Some(value) if negative && value <= 1 << 31 => u32::try_from(value).ok().map(u32::wrapping_neg),
            Some(value) if !negative => u32::try_from(value).ok(),
            _ => None,
        }
    };
    bits.ok_or_else(wrong)
}

/// The bits of a 64-bit literal: hexadecimal bits or a float, with or without `l` at its end.
///
/// # Errors
/// If it is neither.
pub(super) fn literal64(word: &str) -> Parse<u64> {
    let plain = word.strip_suffix('l').unwrap_or(word);
    let (negative, digits) = sign(plain);
    let bits = match integer(digits) {
        Some(value) if !negative && digits.starts_with("0x") => Some(value),
        _ if is_float(digits) => {
            special(digits, negative).map(|value| value.1).or_else(|| plain.parse::<f64>().ok().map(f64::to_bits))
        }
        _ => None,
    };
    bits.ok_or_else(|| format!("`{word}` is no literal of 64 bits"))
}

fn sign(word: &str) -> (bool, &str) {
    word.strip_prefix('-').map_or((false, word), |digits| (true, digits))
}

/// Whether a literal is a float; so that an integer is never taken for one, it must look like it.
pub(super) fn is_float(digits: &str) -> bool {
    digits.starts_with(|first: char| first.is_ascii_digit())
        && !digits.starts_with("0x")
        && digits.contains(['.', 'e', 'E'])
}

/// Infinity and NaN in Microsoft's spelling, as 32 and 64 bits.
fn special(digits: &str, negative: bool) -> Option<(u32, u64)> {
    let (single, double) = match digits {
        "1.#INF00" => (f32::INFINITY, f64::INFINITY),
        "1.#QNAN0" | "1.#IND00" => (f32::NAN, f64::NAN),
        _ => return None,
    };
    Some(if negative { ((-single).to_bits(), (-double).to_bits()) } else { (single.to_bits(), double.to_bits()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_the_bits_that_they_say() {
        let table: &[(&str, u32)] = &[
            ("1.000000", 0x3f80_0000),
            ("1e-45", 1),
            ("-0.000000", 0x8000_0000),
            ("-1", 0xffff_ffff),
            ("10001", 10_001),
            ("4294967295", 0xffff_ffff),
            ("-2147483648", 0x8000_0000),
            ("0x7fc00000", 0x7fc0_0000),
            ("-1.#INF00", 0xff80_0000),
            ("1.#QNAN0", 0x7fc0_0000),
            ("340282346638528859811704183484516925440.000000", 0x7f7f_ffff),
        ];
        for &(text, bits) in table {
            assert_eq!(literal32(text), Ok(bits), "{text}");
        }
        for wrong in
            ["", "-", "x", "nan", "inf", "0x", "0x+1", "4294967296", "-2147483649", "1.5x", "--1", "0x1ffffffff"]
        {
            assert!(literal32(wrong).is_err(), "{wrong}");
        }
        assert_eq!(literal64("8.000000l"), Ok(0x4020_0000_0000_0000));
        assert_eq!(literal64("0x7ff8000000000001"), Ok(0x7ff8_0000_0000_0001));
        assert_eq!(literal64("5e-324l"), Ok(1));
        assert!(literal64("1").is_err());
    }
}
