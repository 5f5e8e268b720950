//! What a text takes of the limits that every WebGL2 device keeps (OpenGL ES 3.0.6, tables 6.28 to 6.33).

use std::fmt;

use serde::Serialize;

use super::{BufferPlacement, Reflection};
use crate::program::Stage;

/// A limit of WebGL2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum WebGlLimit {
    /// Vertex attributes.
    MaxVertexAttribs,
    /// Varyings, each counted as a vector of four: a device may pack them tighter.
    MaxVaryingVectors,
    /// Uniform blocks of the vertex stage.
    MaxVertexUniformBlocks,
    /// Uniform blocks of the pixel stage.
    MaxFragmentUniformBlocks,
    /// Bytes of the largest uniform block.
    MaxUniformBlockSize,
    /// Sampler uniforms of the vertex stage.
    MaxVertexTextureImageUnits,
    /// Sampler uniforms of the pixel stage.
    MaxTextureImageUnits,
    /// Render targets, up to the last one that is written.
    MaxDrawBuffers,
    /// Sampler uniforms of both stages; one that both read counts twice.
    MaxCombinedTextureImageUnits,
    /// Uniform blocks of both stages; one that both read counts twice.
    MaxCombinedUniformBlocks,
}

/// A limit with its numbers and words.
struct Row {
    guaranteed: u32,
    name: &'static str,
    help: &'static str,
}

const UNITS: &str = "place structured buffers in a uniform-block or in rows of a constant-buffer, which take no unit, \
    and read each texture with one sampler";
const BLOCKS: &str = "place structured buffers in a data-texture or in rows of one constant-buffer, and merge constant \
    buffers that are always bound together";

impl WebGlLimit {
    const fn row(self) -> Row {
        let (guaranteed, name, help) = match self {
            Self::MaxVertexAttribs => {
                (16, "MAX_VERTEX_ATTRIBS", "pack the inputs into fewer vectors, or read them from a buffer")
            }
            Self::MaxVaryingVectors => (15, "MAX_VARYING_VECTORS", "pack the varyings into fewer vectors of four"),
            Self::MaxVertexUniformBlocks => (12, "MAX_VERTEX_UNIFORM_BLOCKS", BLOCKS),
            Self::MaxFragmentUniformBlocks => (12, "MAX_FRAGMENT_UNIFORM_BLOCKS", BLOCKS),
            Self::MaxUniformBlockSize => (
                16_384,
                "MAX_UNIFORM_BLOCK_SIZE",
                "give placed buffers a smaller capacity or a data-texture, and the host's constant-buffer-rows no more \
                 than it binds",
            ),
            Self::MaxVertexTextureImageUnits => (16, "MAX_VERTEX_TEXTURE_IMAGE_UNITS", UNITS),
            Self::MaxTextureImageUnits => (16, "MAX_TEXTURE_IMAGE_UNITS", UNITS),
            Self::MaxDrawBuffers => {
                (4, "MAX_DRAW_BUFFERS", "write to the first four targets, and to others in a second pass")
            }
            Self::MaxCombinedTextureImageUnits => (32, "MAX_COMBINED_TEXTURE_IMAGE_UNITS", UNITS),
            Self::MaxCombinedUniformBlocks => (24, "MAX_COMBINED_UNIFORM_BLOCKS", BLOCKS),
        };
        Row { guaranteed, name, help }
    }

    /// What every device has at least.
    #[must_use]
    pub const fn guaranteed(self) -> u32 {
        self.row().guaranteed
    }

    /// Name for `getParameter`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// What to do about a shader that takes more, one sentence without a full stop.
    #[must_use]
    pub const fn help(self) -> &'static str {
        self.row().help
    }
}

/// What a text takes of a limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LimitUse {
    /// The limit.
    pub limit: WebGlLimit,
    /// What the text takes.
    pub used: u32,
    /// What every device has at least.
    pub guaranteed: u32,
    /// The names in the text that take it; none within the guarantee.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub users: Vec<String>,
    /// What to do about it; none within the guarantee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<&'static str>,
}

/// Says that a device may have less, and who takes it.
impl fmt::Display for LimitUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { limit, used, guaranteed, users, .. } = self;
        let name = limit.name();
        write!(f, "the shader takes {used} of {name}, of which a device may have only {guaranteed}")?;
        if users.is_empty() { Ok(()) } else { write!(f, ": {}", users.join(", ")) }
    }
}

impl LimitUse {
    /// The users are named only beyond the guarantee.
    fn new<'a>(limit: WebGlLimit, used: u32, users: impl Iterator<Item = &'a str>) -> Self {
        let guaranteed = limit.guaranteed();
        if used <= guaranteed {
            return Self { limit, used, guaranteed, users: Vec::new(), help: None };
        }
        Self { limit, used, guaranteed, users: users.map(str::to_owned).collect(), help: Some(limit.help()) }
    }

    /// One of each user.
    fn counted<'a>(limit: WebGlLimit, users: impl Iterator<Item = &'a str> + Clone) -> Self {
        Self::new(limit, number(users.clone().count()), users)
    }

    /// Whether a device may have less.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.used > self.guaranteed
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The uniform blocks of a text with their bytes.
fn blocks(reflection: &Reflection) -> impl Iterator<Item = (&str, u32)> + Clone {
    let own = reflection.buffers.iter().filter_map(|buffer| match buffer.placement.as_ref()? {
        BufferPlacement::UniformBlock { block, bytes, .. } => Some((block.as_str(), *bytes)),
        BufferPlacement::ConstantBuffer { .. } => None,
    });
    reflection.uniform_blocks.iter().map(|block| (block.block.as_str(), block.bytes)).chain(own)
}

fn block_names(reflection: &Reflection) -> impl Iterator<Item = &str> + Clone {
    blocks(reflection).map(|(name, _)| name)
}

/// The sampler uniforms of a text.
fn samplers(reflection: &Reflection) -> impl Iterator<Item = &str> + Clone {
    let buffers = reflection.buffers.iter().filter_map(|buffer| buffer.uniform.as_deref());
    let guard = reflection.double_guard.iter().map(|guard| guard.uniform);
    reflection.textures.iter().map(|texture| texture.uniform.as_str()).chain(buffers).chain(guard)
}

/// Counts what a reflection takes and warns of what is beyond the guarantee.
pub(super) fn count(reflection: &mut Reflection) {
    let vertex = reflection.stage == Stage::Vertex;
    let largest = blocks(reflection).map(|(_, bytes)| bytes).max().unwrap_or(0);
    let large = blocks(reflection).filter(|&(_, bytes)| bytes > WebGlLimit::MaxUniformBlockSize.guaranteed());
    let size = LimitUse::new(WebGlLimit::MaxUniformBlockSize, largest, large.map(|(name, _)| name));
    let blocks = block_names(reflection);
    let samplers = samplers(reflection);
    let varyings = reflection.varyings.iter().map(|varying| varying.name.as_str());
    let varyings = LimitUse::counted(WebGlLimit::MaxVaryingVectors, varyings);
    let limits = if vertex {
        let attributes = reflection.attributes.iter().map(|attribute| attribute.name.as_str());
        vec![
            LimitUse::counted(WebGlLimit::MaxVertexAttribs, attributes),
            varyings,
            LimitUse::counted(WebGlLimit::MaxVertexUniformBlocks, blocks),
            size,
            LimitUse::counted(WebGlLimit::MaxVertexTextureImageUnits, samplers),
        ]
    } else {
        let targets = &reflection.render_targets;
        let last = targets.iter().map(|target| target.location.saturating_add(1)).max().unwrap_or(0);
        let targets = targets.iter().map(|target| target.name.as_str());
        vec![
            varyings,
            LimitUse::counted(WebGlLimit::MaxFragmentUniformBlocks, blocks),
            size,
            LimitUse::counted(WebGlLimit::MaxTextureImageUnits, samplers),
            LimitUse::new(WebGlLimit::MaxDrawBuffers, last, targets),
        ]
    };
    reflection.limits = limits;
    let over = reflection.limits.iter().filter(|limit| limit.is_over()).map(ToString::to_string);
    reflection.warnings.extend(over);
}

/// What the stages of a program take together.
#[must_use]
pub fn of_program(vertex: &Reflection, fragment: &Reflection) -> Vec<LimitUse> {
    vec![
        LimitUse::counted(WebGlLimit::MaxCombinedTextureImageUnits, samplers(vertex).chain(samplers(fragment))),
        LimitUse::counted(WebGlLimit::MaxCombinedUniformBlocks, block_names(vertex).chain(block_names(fragment))),
    ]
}
