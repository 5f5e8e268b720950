//! Writers: a module after its passes becomes text, printed top to bottom.
//!
//! A writer prints and nothing else. It infers no type, changes no node and never goes back to text that it has
//! written. What a target lacks was rewritten or refused by the passes before; a check at the start of each writer
//! refuses what is left, so that no text comes out that cannot compile.
//!
//! [`Names`] are made once a module and shared by the writer and the reflection.

mod examine;
pub mod glsl;
mod helpers;
pub mod literal;
pub mod namer;
pub mod names;
mod operator;
pub mod part;
mod shapes;
mod stmt;
pub mod text;
mod wanted;
pub mod wgsl;
mod words;

pub use namer::Namer;
pub use names::Names;

/// Gives the Direct3D assembly of an item of the program by its index in [`crate::program::Program::items`];
/// none where there is no text for it. One line, or several with line breaks between them.
pub type Listing<'a> = &'a dyn Fn(u32) -> Option<String>;

/// Where a line of the text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Mapping {
    /// Line of the text, from 1.
    pub line: u32,
    /// Byte offset in the container of the instruction that the line stands for.
    pub offset: u32,
}

/// What a writer gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The text. It ends in a line break.
    pub source: String,
    /// The first line of each statement with its instruction, in the order of lines. A line that is not named
    /// belongs to the nearest named line above it.
    pub line_map: Vec<Mapping>,
}

impl Written {
    /// Byte offset of the instruction that a line (from 1) stands for; none above the first statement.
    #[must_use]
    pub fn offset_of_line(&self, line: u32) -> Option<u32> {
        let after = self.line_map.partition_point(|mapping| mapping.line <= line);
        self.line_map.get(after.checked_sub(1)?).map(|mapping| mapping.offset)
    }
}
