//! Growing text: lines, indentation, the source map, and how tightly operators bind.

use std::fmt;

use super::Mapping;
use super::part::{PICKED, Part, SETS, Spelled};
use crate::ir::{Lanes, Span};
use crate::program::WriteMask;

/// How tightly an expression binds, loosest first, as the operators of GLSL do (GLSL ES 3.00 section 5.1).
///
/// A place states how tight its expression must be at least; anything looser stands in parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tightness {
    /// Any expression: an argument, an index, the right side of an assignment.
    Any,
    /// `a ? b : c`.
    Conditional,
    /// `a || b`.
    LogicalOr,
    /// `a ^^ b`.
    LogicalXor,
    /// `a && b`.
    LogicalAnd,
    /// `a | b`.
    Or,
    /// `a ^ b`.
    Xor,
    /// `a & b`.
    And,
    /// `a == b`.
    Equality,
    /// `a < b`.
    Relational,
    /// `a << b`.
    Shift,
    /// `a + b`.
    Additive,
    /// `a * b`.
    Multiplicative,
    /// `-a`.
    Unary,
    /// A name, a literal, a call, an element, a swizzle.
    Primary,
}

impl Tightness {
    /// The next tighter one, which the right operand of an operator of this one needs.
    #[must_use]
    pub const fn tighter(self) -> Self {
        match self {
            Self::Any => Self::Conditional,
            Self::Conditional => Self::LogicalOr,
            Self::LogicalOr => Self::LogicalXor,
            Self::LogicalXor => Self::LogicalAnd,
            Self::LogicalAnd => Self::Or,
            Self::Or => Self::Xor,
            Self::Xor => Self::And,
            Self::And => Self::Equality,
            Self::Equality => Self::Relational,
            Self::Relational => Self::Shift,
            Self::Shift => Self::Additive,
            Self::Additive => Self::Multiplicative,
            Self::Multiplicative => Self::Unary,
            Self::Unary | Self::Primary => Self::Primary,
        }
    }
}

/// Text that grows at its end and counts its lines. It takes `write!` too.
///
/// It is written on a page of a size that the compiler knows, so that a part is appended by one comparison and one move.
#[derive(Debug)]
pub struct Text {
    page: Box<[u8; PAGE]>,
    /// Bytes of the page that are text.
    filled: usize,
    /// The text before the page.
    before: Vec<u8>,
    line: u32,
    depth: usize,
    map: Vec<Mapping>,
}

/// Parentheses that are to be closed; two at the most.
#[derive(Debug)]
#[must_use = "they are open"]
pub struct Parentheses {
    count: usize,
}

/// Bytes of a page.
const PAGE: usize = 1024;
/// Bytes that statements and all that stands above them take, most often no more.
const LINE: usize = 64;
const HEAD: usize = 1024;
/// What one step indents.
const INDENT: &str = "    ";
/// Indentation that is appended as one part.
static SPACES: [Part; 4] = [Part::EMPTY, Part::new(INDENT), Part::new("        "), Part::new("            ")];

impl Default for Text {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Write for Text {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.push(part);
        Ok(())
    }
}

impl Text {
    /// Empty text.
    #[must_use]
    pub fn new() -> Self {
        Self { page: Box::new([0; PAGE]), filled: 0, before: Vec::new(), line: 1, depth: 0, map: Vec::new() }
    }

    /// Empty text with room for a shader of so many statements.
    #[must_use]
    pub fn for_statements(statements: usize) -> Self {
        let mut text = Self::new();
        text.before.reserve(HEAD + LINE * statements);
        text.map.reserve_exact(statements);
        text
    }

    /// Appends a part of a line: no line breaks. Most parts are constants, whose length is known where they are appended.
    #[inline(always)]
    pub fn push(&mut self, part: &str) {
        let start = self.filled;
        match self.page.get_mut(start..start + part.len()) {
            Some(place) => {
                place.copy_from_slice(part.as_bytes());
                self.filled += part.len();
            }
            None => self.push_beyond(part),
        }
    }

    /// Appends what the page has no room for.
    #[cold]
    fn push_beyond(&mut self, part: &str) {
        self.turn();
        self.before.extend_from_slice(part.as_bytes());
    }

    /// Begins the next page.
    #[cold]
    fn turn(&mut self) {
        self.before.extend_from_slice(self.page.get(..self.filled).unwrap_or_default());
        self.filled = 0;
    }

    /// Appends a short part of a line: no line breaks.
    #[inline]
    pub fn part(&mut self, part: Part) {
        self.chunk(&part.0, part.len());
    }

    /// Appends a name.
    #[inline(always)]
    pub fn name(&mut self, name: Spelled<'_>) {
        match name.chunk() {
            Some(chunk) => self.chunk(chunk, name.len()),
            None => self.long_name(name),
        }
    }

    #[cold]
    fn long_name(&mut self, name: Spelled<'_>) {
        self.push(name.as_str());
    }

    /// Appends the first bytes of a chunk: what is behind them is copied and written over, since a copy of a size that
    /// the compiler knows is one move.
    #[inline]
    fn chunk<const ROOM: usize>(&mut self, chunk: &[u8; ROOM], len: usize) {
        if self.filled > PAGE - ROOM {
            self.turn();
        }
        let start = self.filled;
        if let Some(place) = self.page.get_mut(start..start + ROOM) {
            place.copy_from_slice(chunk);
            self.filled += len;
        }
    }

    /// Opens parentheses where what follows binds less tightly than its place needs.
    #[inline]
    pub fn open(&mut self, least: Tightness, own: Tightness) -> Parentheses {
        let parentheses = Parentheses { count: usize::from(own < least) };
        self.chunk(b"(", parentheses.count);
        parentheses
    }

    /// Opens the negation of what follows, `!(`, which binds as a negation.
    pub fn open_negation(&mut self, least: Tightness) -> Parentheses {
        let outer = self.open(least, Tightness::Unary);
        self.push("!(");
        Parentheses { count: outer.count + 1 }
    }

    /// Closes what [`Text::open`] or [`Text::open_negation`] opened.
    #[inline]
    pub fn close(&mut self, parentheses: Parentheses) {
        self.chunk(b"))", parentheses.count);
    }

    /// Appends the sign of a negative number.
    #[inline]
    pub fn minus(&mut self, negative: bool) {
        self.chunk(b"-", usize::from(negative));
    }

    /// Appends a number in decimal.
    #[inline]
    pub fn decimal(&mut self, number: u32) {
        match u8::try_from(number) {
            Ok(digit @ 0..=9) => self.chunk(&[b'0' + digit], 1),
            _ => self.part(Part::decimal(number)),
        }
    }

    /// Appends what picks lanes of a vector of `width` lanes, as in `.xyz`; nothing for a scalar or for all lanes in
    /// order.
    #[inline]
    pub fn lanes(&mut self, lanes: Lanes, width: u8) {
        let picks = width > 1 && lanes != Lanes::first(width);
        self.chunk(&PICKED[usize::from(lanes.places())], if picks { 1 + lanes.len() } else { 0 });
    }

    /// Appends what picks a set of lanes, as [`Text::lanes`] does.
    #[inline]
    pub fn mask(&mut self, mask: WriteMask, width: u8) {
        if width > 1 && mask != WriteMask::first(width.into()) {
            self.part(SETS[usize::from(mask.bits() & 15)]);
        }
    }

    /// Begins a line: the indentation.
    #[inline]
    pub fn begin(&mut self) {
        match SPACES.get(self.depth) {
            Some(spaces) => self.part(*spaces),
            None => self.begin_deep(),
        }
    }

    #[cold]
    fn begin_deep(&mut self) {
        for _ in 0..self.depth {
            self.push(INDENT);
        }
    }

    /// Begins a line that stands for an instruction.
    pub fn begin_at(&mut self, span: Span) {
        if span != Span::NONE {
            self.map.push(Mapping { line: self.line, offset: span.offset });
        }
        self.begin();
    }

    /// Ends a line.
    #[inline]
    pub fn end(&mut self) {
        self.push("\n");
        self.line = self.line.saturating_add(1);
    }

    /// A whole line, without its line break.
    pub fn line(&mut self, line: &str) {
        self.begin();
        self.push(line);
        self.end();
    }

    /// Whole lines as they are, each with its line break.
    pub fn lines(&mut self, lines: &str) {
        for line in lines.lines() {
            self.line(line);
        }
    }

    /// An empty line, unless the text is empty.
    pub fn gap(&mut self) {
        if self.filled > 0 || !self.before.is_empty() {
            self.end();
        }
    }

    /// Indents what follows one step more.
    pub const fn indent(&mut self) {
        self.depth += 1;
    }

    /// Indents what follows one step less.
    pub const fn outdent(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// The text and the source map.
    #[must_use]
    pub fn finish(mut self) -> (String, Vec<Mapping>) {
        self.turn();
        self.before.shrink_to_fit();
        // Only strings were appended, each of them whole.
        (String::from_utf8(self.before).unwrap_or_default(), self.map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_indented_and_mapped() {
        let mut text = Text::new();
        text.gap();
        text.line("a");
        text.indent();
        text.begin_at(Span { offset: 0x40, item: 3 });
        text.push("b;");
        text.end();
        text.begin_at(Span::NONE);
        text.push("c;");
        text.end();
        text.lines("d\ne\n");
        text.outdent();
        text.gap();
        text.begin_at(Span { offset: 0x50, item: 4 });
        text.end();
        let (out, map) = text.finish();
        assert_eq!(out, "a\n    b;\n    c;\n    d\n    e\n\n\n");
        assert_eq!(map, [Mapping { line: 2, offset: 0x40 }, Mapping { line: 7, offset: 0x50 }]);
    }

    #[test]
    fn a_text_goes_on_beyond_its_page() {
        let (mut text, mut want) = (Text::new(), String::new());
        for number in 0..2000 {
            for part in ["a", &"long".repeat(number), "é"] {
                text.push(part);
                want.push_str(part);
            }
            text.decimal(number as u32);
            want += &number.to_string();
        }
        assert_eq!(text.finish().0, want);
    }

    #[test]
    fn the_right_operand_binds_tighter() {
        assert_eq!(Tightness::Additive.tighter(), Tightness::Multiplicative);
        assert_eq!(Tightness::Primary.tighter(), Tightness::Primary);
        assert!(Tightness::Shift < Tightness::Additive && Tightness::And > Tightness::Xor);
    }
}
