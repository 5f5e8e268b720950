//! Text that is being written: a string that never fails, and the style that it is written in.

use std::fmt;

/// How literals, and what Microsoft's text leaves out, are spelt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// As Microsoft's disassembler spells it: six decimals, so small numbers lose their bits.
    Microsoft,
    /// As Microsoft's disassembler where that can be read back, in more digits or as bits elsewhere.
    Exact,
}

/// A string with [`put!`].
#[derive(Debug, Default)]
pub(super) struct Text(pub(super) String);

impl Text {
    /// Appends formatted text.
    pub(super) fn put(&mut self, arguments: fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = fmt::Write::write_fmt(&mut self.0, arguments);
    }

    /// Appends text.
    pub(super) fn push(&mut self, text: &str) {
        self.0.push_str(text);
    }

    /// Appends items with `separator` between them.
    pub(super) fn list<T>(&mut self, separator: &str, items: impl IntoIterator<Item = T>, put: impl Fn(&mut Self, T)) {
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                self.push(separator);
            }
            put(self, item);
        }
    }
}

/// `put!(text, "format", ..)` appends to a [`Text`].
macro_rules! put {
    ($text:expr, $($format:tt)*) => {
        $text.put(format_args!($($format)*))
    };
}

pub(super) use put;
