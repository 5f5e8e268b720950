//! What dispatches and pixel shaders write besides targets: unordered access views, and the memory that the threads of a
//! group share.

use std::collections::BTreeMap;

use dxbc_translator::program::ResourceDimension;

use super::format::Format;
use super::resource::Extent;
use super::value::Value;

/// Unordered access views by register space and register.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Views(BTreeMap<(u32, u32), View>);

impl Views {
    /// Binds a view to a register.
    pub fn set(&mut self, space: u32, register: u32, view: View) {
        self.0.insert((space, register), view);
    }

    /// Whether no register has a view.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is bound to a register.
    #[must_use]
    pub fn get(&self, space: u32, register: u32) -> Option<&View> {
        self.0.get(&(space, register))
    }

    /// The views with their space and register, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32, &View)> {
        self.0.iter().map(|(&(space, register), view)| (space, register, view))
    }

    pub(super) fn get_mut(&mut self, space: u32, register: u32) -> Option<&mut View> {
        self.0.get_mut(&(space, register))
    }
}

/// A view with what it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// What it is of.
    pub kind: ViewKind,
    /// Its words: of a buffer as they are; four an element of a typed buffer and four a texel, as the shader reads
    /// them, row by row, then slices or layers.
    pub words: Vec<Value>,
    /// The hidden counter.
    pub counter: Value,
}

/// What a view is of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ViewKind {
    /// `RWByteAddressBuffer`.
    Raw,
    /// `RWStructuredBuffer`, `AppendStructuredBuffer` or `ConsumeStructuredBuffer`.
    Structured {
        /// Bytes of a structure, a multiple of 4 and not 0.
        stride: u32,
    },
    /// `RWBuffer`.
    Typed,
    /// `RWTexture`.
    Texture {
        /// Dimension.
        dimension: ResourceDimension,
        /// Size; one sample.
        extent: Extent,
        /// Format, to which what is written is rounded.
        format: Format,
    },
}

impl View {
    /// A view of defined words with a counter.
    #[must_use]
    pub fn new(kind: ViewKind, words: &[u32], counter: u32) -> Self {
        Self { kind, words: words.iter().copied().map(Value::new).collect(), counter: Value::new(counter) }
    }

    /// Structures of a structured, elements of a typed, bytes of a raw buffer; none for a texture.
    pub(super) fn count(&self) -> Option<u32> {
        let words = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        match self.kind {
            ViewKind::Raw => Some(words.saturating_mul(4)),
            ViewKind::Structured { stride } => (words.saturating_mul(4)).checked_div(stride),
            ViewKind::Typed => Some(words / 4),
            ViewKind::Texture { .. } => None,
        }
    }
}

/// Memory that the threads of a group share, as the program declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GroupLayout {
    pub(super) register: u32,
    /// Bytes of a structure; none where it is raw.
    pub(super) stride: Option<u32>,
    pub(super) words: u32,
}

/// Everything that threads write.
#[derive(Debug, Default)]
pub(super) struct Memory {
    pub(super) views: Views,
    /// Words of each shared memory, by register.
    pub(super) group: BTreeMap<u32, Vec<Value>>,
}
