//! What a text takes of the limits that every WebGL2 device keeps (OpenGL ES 3.0.6, tables 6.28 to 6.33).

use serde::Serialize;

use super::Reflection;
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
}

impl WebGlLimit {
    /// What every device has at least.
    #[must_use]
    pub const fn guaranteed(self) -> u32 {
        match self {
            Self::MaxVertexAttribs | Self::MaxVertexTextureImageUnits | Self::MaxTextureImageUnits => 16,
            Self::MaxVaryingVectors => 15,
            Self::MaxVertexUniformBlocks | Self::MaxFragmentUniformBlocks => 12,
            Self::MaxUniformBlockSize => 16_384,
            Self::MaxDrawBuffers => 4,
        }
    }

    /// Name for `getParameter`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MaxVertexAttribs => "MAX_VERTEX_ATTRIBS",
            Self::MaxVaryingVectors => "MAX_VARYING_VECTORS",
            Self::MaxVertexUniformBlocks => "MAX_VERTEX_UNIFORM_BLOCKS",
            Self::MaxFragmentUniformBlocks => "MAX_FRAGMENT_UNIFORM_BLOCKS",
            Self::MaxUniformBlockSize => "MAX_UNIFORM_BLOCK_SIZE",
            Self::MaxVertexTextureImageUnits => "MAX_VERTEX_TEXTURE_IMAGE_UNITS",
            Self::MaxTextureImageUnits => "MAX_TEXTURE_IMAGE_UNITS",
            Self::MaxDrawBuffers => "MAX_DRAW_BUFFERS",
        }
    }
}

/// What a text takes of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LimitUse {
    /// The limit.
    pub limit: WebGlLimit,
    /// What the text takes.
    pub used: u32,
    /// What every device has at least.
    pub guaranteed: u32,
}

/// Counts what a reflection takes and warns of what is beyond the guarantee.
pub(super) fn count(reflection: &mut Reflection) {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let vertex = reflection.stage == Stage::Vertex;
    let blocks = number(reflection.uniform_blocks.len());
    let largest = reflection.uniform_blocks.iter().map(|block| block.bytes).max().unwrap_or(0);
    let buffers = reflection.buffers.iter().filter(|buffer| buffer.uniform.is_some()).count();
    let guards = usize::from(reflection.double_guard.is_some());
    let samplers = number(reflection.textures.len() + buffers + guards);
    let targets = reflection.render_targets.iter().map(|target| target.location.saturating_add(1)).max().unwrap_or(0);
    let attributes = number(reflection.attributes.len());
    let varyings = number(reflection.varyings.len());
    let stage: &[(WebGlLimit, u32)] = if vertex {
        &[
            (WebGlLimit::MaxVertexAttribs, attributes),
            (WebGlLimit::MaxVaryingVectors, varyings),
            (WebGlLimit::MaxVertexUniformBlocks, blocks),
            (WebGlLimit::MaxUniformBlockSize, largest),
            (WebGlLimit::MaxVertexTextureImageUnits, samplers),
        ]
    } else {
        &[
            (WebGlLimit::MaxVaryingVectors, varyings),
            (WebGlLimit::MaxFragmentUniformBlocks, blocks),
            (WebGlLimit::MaxUniformBlockSize, largest),
            (WebGlLimit::MaxTextureImageUnits, samplers),
            (WebGlLimit::MaxDrawBuffers, targets),
        ]
    };
    for &(limit, used) in stage {
        let guaranteed = limit.guaranteed();
        reflection.limits.push(LimitUse { limit, used, guaranteed });
        if used > guaranteed {
            let name = limit.name();
            let message = format!("the shader takes {used} of {name}, of which a device may have only {guaranteed}");
            reflection.warnings.push(message);
        }
    }
}
