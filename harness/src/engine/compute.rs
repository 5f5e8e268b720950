//! A dispatch as an engine executes it: the text, what it reads, and what it writes.

use std::collections::BTreeMap;

use dxbc_translator::reflect::Binding;
use serde::{Deserialize, Serialize};

use super::DrawError;
use super::draw::{Bound, Image, ImageKind};
use super::format::TexelFormat;

/// A dispatch.
#[derive(Clone, Debug)]
pub struct Compute {
    /// The text of WGSL.
    pub source: String,
    /// Images that `bindings` point into.
    pub images: Vec<Image>,
    /// What it reads.
    pub bindings: BTreeMap<Binding, Bound>,
    /// What it writes, as it is before.
    pub stored: BTreeMap<Binding, Stored>,
    /// Workgroups along x, y and z.
    pub groups: [u32; 3],
}

/// Something that a dispatch writes.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub enum Stored {
    /// The bytes of a storage buffer, whole words and at least one.
    Words(Vec<u8>),
    /// A storage texture of one level.
    Texture(StoredTexture),
}

/// A storage texture.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct StoredTexture {
    /// `D1`, `D2`, `D2Array` or `D3`.
    pub kind: ImageKind,
    /// Format of a texel.
    pub format: TexelFormat,
    /// Width, height, and depth or layers.
    pub size: [u32; 3],
    /// Texels, row by row, then slices or layers, without gaps.
    pub texels: Vec<u8>,
}

/// What a dispatch gave: the bytes of all that it writes, in the form of [`Stored`].
pub type ComputeResult = Result<BTreeMap<Binding, Vec<u8>>, DrawError>;
