//! Spelling templates, cut into pieces when the compiler is built.
//!
//! A template is target text with `$0` to `$5` where an argument goes and `$off` where a constant texel offset
//! goes. [`form!`] cuts it at compile time, so a malformed template does not build and nobody searches or patches
//! text at run time: a writer walks the pieces and prints each argument in its place.

/// One piece of a spelling, in the order of printing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// Text to print as it stands.
    Text(&'static str),
    /// The argument at this position of the neutral call, counted from 0.
    Arg(u8),
    /// The constant texel offset.
    Offset,
}

/// How a call is spelled on one target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// The pieces in the order of printing.
    pub pieces: &'static [Piece],
    /// Whether an argument stands beside an operator or before a `.`, so that each must be printed as a primary:
    /// a name, a literal, a call, or anything in parentheses.
    pub atom_args: bool,
}

impl Form {
    /// A form of pieces that [`parse`] made.
    pub(super) const fn new(pieces: &'static [Piece]) -> Self {
        let mut atom_args = false;
        let mut at = 0;
        while at < pieces.len() {
            if matches!(pieces[at], Piece::Arg(_)) && !(open_before(pieces, at) && open_after(pieces, at)) {
                atom_args = true;
            }
            at += 1;
        }
        Self { pieces, atom_args }
    }

    /// The positions of the arguments that the form prints, in order, an argument printed twice counted twice.
    pub fn args(&self) -> impl Iterator<Item = usize> + '_ {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Arg(position) => Some(usize::from(*position)),
            Piece::Text(_) | Piece::Offset => None,
        })
    }

    /// The pieces of the form with a constant texel offset as one more argument at its end.
    pub fn with_offset(&self) -> impl Iterator<Item = Piece> + '_ {
        let (call, end) = self.pieces.split_at(self.pieces.len().saturating_sub(1));
        call.iter().copied().chain([Piece::Text(", "), Piece::Offset]).chain(end.iter().copied())
    }

    /// The text of the form, `arg` and `offset` giving what stands in each place.
    pub fn spell(&self, mut arg: impl FnMut(usize) -> String, offset: &str) -> String {
        let mut text = String::new();
        for piece in self.pieces {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Arg(position) => text.push_str(&arg(usize::from(*position))),
                Piece::Offset => text.push_str(offset),
            }
        }
        text
    }
}

/// Whether the text before piece `at` lets an expression of any kind follow. The address sign of WGSL does: it
/// takes a place, and a place is a primary already. The arms of a conditional do, between its `?` and `:`.
const fn open_before(pieces: &[Piece], at: usize) -> bool {
    if at == 0 {
        return false;
    }
    let Piece::Text(text) = pieces[at - 1] else { return false };
    let bytes = text.as_bytes();
    let mut end = bytes.len();
    while end > 0 && bytes[end - 1] == b' ' {
        end -= 1;
    }
    end > 0 && matches!(bytes[end - 1], b'(' | b',' | b'&' | b'?' | b':')
}

/// Whether the text after piece `at` ends any expression.
const fn open_after(pieces: &[Piece], at: usize) -> bool {
    if at + 1 == pieces.len() {
        return false;
    }
    let Piece::Text(text) = pieces[at + 1] else { return false };
    let bytes = text.as_bytes();
    let mut start = 0;
    while start < bytes.len() && bytes[start] == b' ' {
        start += 1;
    }
    start < bytes.len() && matches!(bytes[start], b',' | b')' | b'?' | b':')
}

/// The piece of `template` that starts at byte `at`, and the byte where the next one starts.
const fn piece_at(template: &'static str, at: usize) -> (Piece, usize) {
    let bytes = template.as_bytes();
    if bytes[at] != b'$' {
        let mut end = at;
        while end < bytes.len() && bytes[end] != b'$' {
            end += 1;
        }
        let (head, _) = template.split_at(end);
        let (_, text) = head.split_at(at);
        return (Piece::Text(text), end);
    }
    assert!(at + 1 < bytes.len(), "a template ends in a lone $");
    let mark = bytes[at + 1];
    if mark == b'o' {
        let whole = at + 3 < bytes.len() && bytes[at + 2] == b'f' && bytes[at + 3] == b'f';
        assert!(whole, "only $0 to $5 and $off are places");
        return (Piece::Offset, at + 4);
    }
    assert!(b'0' <= mark && mark <= b'5', "only $0 to $5 and $off are places");
    (Piece::Arg(mark - b'0'), at + 2)
}

/// How many pieces `template` has.
pub(super) const fn count(template: &'static str) -> usize {
    let mut pieces = 0;
    let mut at = 0;
    while at < template.len() {
        at = piece_at(template, at).1;
        pieces += 1;
    }
    pieces
}

/// The pieces of `template`; `N` is what [`count`] gives.
pub(super) const fn parse<const N: usize>(template: &'static str) -> [Piece; N] {
    let mut pieces = [Piece::Offset; N];
    let mut at = 0;
    let mut done = 0;
    while done < N {
        (pieces[done], at) = piece_at(template, at);
        done += 1;
    }
    pieces
}

/// The [`Form`] of a template, cut at compile time.
macro_rules! form {
    ($template:expr) => {{
        const COUNT: usize = $crate::builtins::form::count($template);
        const PIECES: [$crate::builtins::form::Piece; COUNT] = $crate::builtins::form::parse($template);
        const FORM: $crate::builtins::form::Form = $crate::builtins::form::Form::new(&PIECES);
        FORM
    }};
}
pub(super) use form;

#[cfg(test)]
mod tests {
    use super::{Form, Piece};

    #[test]
    fn a_template_is_cut_at_its_places() {
        const FORM: Form = form!("textureOffset($0, $2, $off, $3)");
        let want = [
            Piece::Text("textureOffset("),
            Piece::Arg(0),
            Piece::Text(", "),
            Piece::Arg(2),
            Piece::Text(", "),
            Piece::Offset,
            Piece::Text(", "),
            Piece::Arg(3),
            Piece::Text(")"),
        ];
        assert_eq!(FORM.pieces, want);
        assert_eq!(FORM.args().collect::<Vec<_>>(), [0, 2, 3]);
        assert_eq!(
            FORM.spell(|at| char::from(b"abcd"[at]).to_string(), "ivec2(1, 2)"),
            "textureOffset(a, c, ivec2(1, 2), d)"
        );
    }

    #[test]
    fn adjacent_places_and_bare_places_are_pieces() {
        assert_eq!(form!("$0").pieces, [Piece::Arg(0)]);
        assert_eq!(form!("$5$off").pieces, [Piece::Arg(5), Piece::Offset]);
        assert_eq!(form!("").pieces, []);
    }

    #[test]
    fn an_argument_beside_an_operator_must_be_a_primary() {
        for (form, atoms) in [
            (form!("f($0, g($1))"), false),
            (form!("f(&$0)"), false),
            (form!("(($0) * ($1) + ($2))"), false),
            (form!("($2 ? $1 : $0)"), false),
            (form!("$0"), true),
            (form!("f($0.x)"), true),
            (form!("f($0 >> 8)"), true),
            (form!("(x - $0)"), true),
        ] {
            assert_eq!(form.atom_args, atoms, "{form:?}");
        }
    }
}
