//! Growing text: lines, indentation, the source map, and how tightly operators bind.

use super::Mapping;
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

/// Text that grows at its end and counts its lines.
#[derive(Debug)]
pub struct Text {
    out: String,
    line: u32,
    depth: usize,
    map: Vec<Mapping>,
}

const INDENT: &str = "    ";
/// Bytes that statements and all that stands above them take, most often no more.
const LINE: usize = 64;
const HEAD: usize = 1024;

impl Default for Text {
    fn default() -> Self {
        Self::new()
    }
}

impl Text {
    /// Empty text.
    #[must_use]
    pub const fn new() -> Self {
        Self { out: String::new(), line: 1, depth: 0, map: Vec::new() }
    }

    /// Empty text in the room of another, enough for a shader of so many statements.
    #[must_use]
    pub fn for_statements(mut room: String, statements: usize) -> Self {
        room.clear();
        room.reserve(HEAD + LINE * statements);
        Self { out: room, map: Vec::with_capacity(statements), ..Self::new() }
    }

    /// The text to append a part of a line to: no line breaks.
    pub const fn out(&mut self) -> &mut String {
        &mut self.out
    }

    /// Appends a part of a line: no line breaks.
    pub fn push(&mut self, part: &str) {
        self.out.push_str(part);
    }

    /// Appends what picks lanes of a vector of `width` lanes, as in `.xyz`; nothing for a scalar or for all lanes in
    /// order.
    pub fn lanes(&mut self, lanes: Lanes, width: u8) {
        if width > 1 && lanes != Lanes::first(width) {
            self.out.push('.');
            for lane in lanes {
                self.out.push(lane.letter());
            }
        }
    }

    /// Appends what picks a set of lanes, as [`Text::lanes`] does.
    pub fn mask(&mut self, mask: WriteMask, width: u8) {
        if width > 1 && mask != WriteMask::first(width.into()) {
            self.out.push('.');
            self.out.push_str(mask.letters());
        }
    }

    /// Begins a line: the indentation.
    pub fn begin(&mut self) {
        for _ in 0..self.depth {
            self.out.push_str(INDENT);
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
    pub fn end(&mut self) {
        self.out.push('\n');
        self.line = self.line.saturating_add(1);
    }

    /// A whole line, without its line break.
    pub fn line(&mut self, line: &str) {
        self.begin();
        self.out.push_str(line);
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
        if !self.out.is_empty() {
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
    pub fn finish(self) -> (String, Vec<Mapping>) {
        (self.out, self.map)
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
    fn the_right_operand_binds_tighter() {
        assert_eq!(Tightness::Additive.tighter(), Tightness::Multiplicative);
        assert_eq!(Tightness::Primary.tighter(), Tightness::Primary);
        assert!(Tightness::Shift < Tightness::Additive && Tightness::And > Tightness::Xor);
    }
}
