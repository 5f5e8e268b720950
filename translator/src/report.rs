//! Shows an error to people: what is wrong, where, what to do, and the assembly around the place with the culprit marked.
//!
//! ```text
//! error[unsupported: uav]: store_raw writes to an unordered-access view
//!   --> water.ps.cso: offset 0x1b4, chunk SHEX, instruction 5 (store_raw)
//!    |
//! 0x19c |   mad r0.x, r0.x, l(2.000000), l(-1.000000)
//! 0x1b4 > store_raw u0.x, r0.x, r1.x
//!       | ^^^^^^^^^^^^^^^^^^^^^^^^^^
//!    = reason: GLSL ES 3.00 has no image or storage-buffer writes and no atomics
//!    = help: write to a render target or by transform feedback instead
//! ```
//!
//! Where the place is not in the program, or the program cannot be decoded there, the bytes are shown instead.

use std::fmt::Write as _;
use std::ops::Range;

use crate::bytes::Reader;
use crate::container::Container;
use crate::error::{Error, ErrorKind, Location};
use crate::program::{Item, Items, Listing, Prefix, decode_prefix, disassemble_with_lines};

/// Lines shown before and after the culprit.
const CONTEXT: usize = 3;
/// Most characters of a line of assembly that are shown.
const WIDTH: usize = 160;
/// Bytes in one line of a dump.
const ROW: u32 = 16;

/// The error as some lines of text, each ended by a line feed. `container` are the bytes that were translated, and
/// `name` is what to call them.
#[must_use]
pub fn render(error: &Error, container: &[u8], name: &str) -> String {
    let at = error.at();
    let snippet = snippet(at, container);
    let gutter = snippet.iter().map(|line| line.gutter.len()).max().unwrap_or(2);
    let mut text = String::new();
    let kind = match error.kind() {
        ErrorKind::Unsupported(feature) => format!("unsupported: {feature}"),
        kind @ (ErrorKind::Malformed | ErrorKind::Limit | ErrorKind::Internal) => kind.to_string(),
    };
    put(&mut text, format_args!("error[{kind}]: {}", error.message()));
    put(&mut text, format_args!("{:gutter$}--> {}", "", place(name, at)));
    if !snippet.is_empty() {
        put(&mut text, format_args!("{:gutter$} |", ""));
    }
    for line in &snippet {
        line.put(&mut text, gutter);
    }
    if !error.reason().is_empty() {
        put(&mut text, format_args!("{:gutter$} = reason: {}", "", error.reason()));
    }
    if !error.help().is_empty() {
        put(&mut text, format_args!("{:gutter$} = help: {}", "", error.help()));
    }
    for (at, note) in error.notes() {
        put(&mut text, format_args!("{:gutter$} = note: {note}{}", "", bracketed(*at)));
    }
    text
}

fn put(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{line}");
}

fn place(name: &str, at: Location) -> String {
    if at == Location::UNKNOWN { name.to_owned() } else { format!("{name}: {at}") }
}

fn bracketed(at: Location) -> String {
    if at == Location::UNKNOWN { String::new() } else { format!(" ({at})") }
}

/// One line of what is shown of the container.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    /// Offset of its first byte, or nothing where the line before goes on.
    gutter: String,
    text: String,
    /// The characters of the text that are the culprit.
    culprit: Option<Range<usize>>,
}

impl Line {
    fn put(&self, text: &mut String, gutter: usize) {
        let Some(culprit) = &self.culprit else {
            return put(text, format_args!("{:>gutter$} | {}", self.gutter, self.text));
        };
        put(text, format_args!("{:>gutter$} > {}", self.gutter, self.text));
        let (space, carets) = (" ".repeat(culprit.start), "^".repeat(culprit.len().max(1)));
        put(text, format_args!("{:gutter$} | {space}{carets}", ""));
    }
}

/// The lines around the place; none if nothing is known about it.
fn snippet(at: Location, bytes: &[u8]) -> Vec<Line> {
    if let Ok(container) = Container::parse(bytes)
        && let Ok(chunk) = container.program()
        && at.chunk.is_none_or(|name| name == chunk.name)
        && at
            .offset
            .is_none_or(|offset| (chunk.data.absolute(0)..chunk.data.absolute(chunk.data.len())).contains(&offset))
        && let Some(prefix) = decode_prefix(chunk.data.data(), chunk.data.absolute(0))
    {
        let lines = assembly(at, &prefix, chunk.data);
        if !lines.is_empty() {
            return lines;
        }
    }
    at.offset.map(|offset| dump(bytes, offset)).unwrap_or_default()
}

/// The listing around a place in a program.
fn assembly(at: Location, prefix: &Prefix, code: Reader<'_>) -> Vec<Line> {
    let items = &prefix.program.items;
    let listing = disassemble_with_lines(&prefix.program);
    if let (Some(offset), Some(broken)) = (at.offset, prefix.broken)
        && offset >= broken
    {
        let end = listing.line_count();
        let mut lines = listing_lines(&listing, items, end.saturating_sub(CONTEXT)..end, None);
        lines.push(dwords(code, broken, offset));
        return lines;
    }
    let culprit = match (at.offset, at.instruction) {
        (Some(offset), _) => prefix.program.item_at(offset),
        (None, Some(number)) => items.iter().position(|item| number_of(item) == Some(number)),
        (None, None) => None,
    };
    let Some(culprit) = culprit.map(|item| listing.item_lines(item)) else { return Vec::new() };
    let end = culprit.end.saturating_add(CONTEXT).min(listing.line_count());
    listing_lines(&listing, items, culprit.start.saturating_sub(CONTEXT)..end, Some(culprit.start))
}

fn number_of(item: Item<'_>) -> Option<u32> {
    match item {
        Item::Declaration(_) => None,
        Item::Instruction(instruction) => Some(instruction.number),
    }
}

fn listing_lines(listing: &Listing, items: &Items, lines: Range<usize>, culprit: Option<usize>) -> Vec<Line> {
    // Items stand in the listing in order, so the first that could start on a line is found once.
    let starts = items.iter().enumerate().map(|(item, entry)| (listing.item_lines(item).start, entry.offset()));
    let mut starts = starts.peekable();
    let mut shown = Vec::new();
    for number in lines {
        while starts.next_if(|(start, _)| *start < number).is_some() {}
        let gutter = starts.peek().filter(|(start, _)| *start == number).map(|(_, offset)| format!("{offset:#x}"));
        let line = listing.line(number);
        let text: String = line.trim_end().chars().take(WIDTH).collect();
        let indentation = text.chars().take_while(|letter| *letter == ' ').count();
        let marked = culprit == Some(number);
        let culprit = marked.then(|| indentation..text.chars().count());
        shown.push(Line { gutter: gutter.unwrap_or_default(), text, culprit });
    }
    shown
}

/// The dwords of an item that could not be read, from its start to a little after the dword that is wrong.
fn dwords(code: Reader<'_>, start: u32, wrong: u32) -> Line {
    let mut text = String::from("dwords");
    let mut culprit = None;
    // Long items are shown from a little before the wrong dword on.
    let first = start.max((wrong & !3).saturating_sub(4 * 3));
    let mut offset = first;
    while offset <= wrong.saturating_add(4 * 2) {
        let Ok(dword) = code.u32_at(offset.saturating_sub(code.absolute(0))) else { break };
        text.push(' ');
        let column = text.len();
        // Writing to a string cannot fail.
        let _ = write!(text, "{dword:08x}");
        if (offset..offset.saturating_add(4)).contains(&wrong) {
            culprit = Some(column..text.len());
        }
        offset = offset.saturating_add(4);
    }
    if culprit.is_none() {
        text.push_str(" end of the program");
        culprit = Some(7..text.len());
    }
    Line { gutter: format!("{first:#x}"), text, culprit }
}

/// The bytes around an offset, in rows, with those of the dword there marked.
fn dump(bytes: &[u8], offset: u32) -> Vec<Line> {
    let mut lines = Vec::new();
    let row = offset / ROW * ROW;
    for start in [row.checked_sub(ROW), Some(row), row.checked_add(ROW)].into_iter().flatten() {
        let from = usize::try_from(start).unwrap_or(usize::MAX);
        let to = from.saturating_add(16).min(bytes.len());
        let Some(part) = bytes.get(from..to).filter(|part| !part.is_empty()) else { continue };
        let hex: Vec<String> = part.iter().map(|byte| format!("{byte:02x}")).collect();
        let letters = part.iter().map(|&byte| if (0x20..0x7f).contains(&byte) { char::from(byte) } else { '.' });
        let text = format!("{:47}  {}", hex.join(" "), letters.collect::<String>());
        let culprit = (start == row).then(|| {
            let first = usize::try_from(offset.saturating_sub(row)).unwrap_or(0);
            let last = first.saturating_add(4).min(part.len()).max(first.saturating_add(1));
            first.saturating_mul(3)..last.saturating_mul(3).saturating_sub(1)
        });
        lines.push(Line { gutter: format!("{start:#x}"), text, culprit });
    }
    lines
}
