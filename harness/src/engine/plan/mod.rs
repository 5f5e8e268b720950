//! A draw as plain GL numbers: what both engines execute without looking at it again.
//!
//! Everything that a draw can have wrong in itself is found here, before any engine sees it, so that no engine reads
//! out of bounds, samples an incomplete texture or draws with a leftover of the draw before. What depends on the linked
//! program (which names are active, their types) is left to the engine, with the acceptable types given.

mod image;
mod vertex;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::draw::{
    ColorTarget, CompareFunc, CullMode, DepthTarget, Draw, DrawOutput, Framebuffer, FrontFace, Uniform, UniformValue,
    Varying,
};
use super::format::{ChannelClass, ReadBack};
use super::{DrawError, DrawResult};

pub(super) use image::{ImagePlan, SamplerPlan, check as check_image};
pub(super) use vertex::{AttributePlan, CallPlan};

/// Most 32-bit components that one transform feedback pass captures: the GLES 3.0 minimum of
/// `MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS`.
const CAPTURE_COMPONENTS: u32 = 64;
/// Most bytes that one target or capture may bring back.
const READ_BACK_BYTES: u64 = 256 << 20;

/// Byte strings of the draws of a batch, each distinct one once.
#[derive(Default)]
pub(super) struct Blobs<'a> {
    list: Vec<&'a [u8]>,
    ids: BTreeMap<&'a [u8], Blob>,
}

/// A byte string: its position in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct Blob(usize);

impl<'a> Blobs<'a> {
    fn add(&mut self, data: &'a [u8]) -> Blob {
        *self.ids.entry(data).or_insert_with(|| {
            self.list.push(data);
            Blob(self.list.len() - 1)
        })
    }

    /// All of them, in the order of their ids.
    pub(super) fn list(&self) -> &[&'a [u8]] {
        &self.list
    }

    /// The bytes of one.
    pub(super) fn get(&self, blob: Blob) -> &'a [u8] {
        self.list.get(blob.0).copied().unwrap_or_default()
    }
}

/// A draw, ready to execute.
#[derive(Debug, Serialize)]
pub(super) struct Plan<'a> {
    pub(super) buffers: Vec<Blob>,
    pub(super) attributes: Vec<AttributePlan<'a>>,
    pub(super) call: CallPlan,
    pub(super) blocks: Vec<BlockPlan<'a>>,
    pub(super) images: Vec<ImagePlan>,
    pub(super) samplers: Vec<SamplerPlan<'a>>,
    pub(super) uniforms: Vec<UniformPlan<'a>>,
    pub(super) framebuffer: Option<FramebufferPlan>,
    pub(super) captures: Vec<CapturePlan<'a>>,
}

#[derive(Debug, Serialize)]
pub(super) struct BlockPlan<'a> {
    pub(super) name: &'a str,
    pub(super) data: Blob,
}

/// How the words of a uniform or clear value are passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Scalar {
    Float,
    Int,
    Uint,
}

#[derive(Debug, Serialize)]
pub(super) struct UniformPlan<'a> {
    pub(super) name: &'a str,
    /// GL types that the uniform may have.
    pub(super) types: [u32; 2],
    pub(super) scalar: Scalar,
    pub(super) components: u8,
    pub(super) words: Vec<u32>,
}

#[derive(Debug, Serialize)]
pub(super) struct FramebufferPlan {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) targets: Vec<TargetPlan>,
    /// The argument of `drawBuffers` for the draw itself; targets are cleared before.
    pub(super) draw_buffers: Vec<u32>,
    pub(super) depth: Option<DepthPlan>,
    pub(super) viewport: [i32; 4],
    pub(super) depth_range: [f32; 2],
    /// `FRONT` or `BACK`.
    pub(super) cull: Option<u32>,
    pub(super) front_face: u32,
}

#[derive(Debug, Serialize)]
pub(super) struct TargetPlan {
    pub(super) internal: u32,
    pub(super) scalar: Scalar,
    pub(super) clear: [u32; 4],
    /// `format` and `type` of `readPixels`.
    pub(super) read_format: u32,
    pub(super) read_type: u32,
    /// Bytes that this read gives.
    pub(super) read_bytes: usize,
}

#[derive(Debug, Serialize)]
pub(super) struct DepthPlan {
    pub(super) internal: u32,
    pub(super) clear: f32,
    pub(super) func: u32,
    pub(super) write: bool,
    /// Bytes of the depth buffer copied to `RGBA` `FLOAT` texels.
    pub(super) read_bytes: usize,
}

/// One transform feedback pass, interleaved, drawn as points.
#[derive(Debug, Serialize)]
pub(super) struct CapturePlan<'a> {
    pub(super) names: Vec<&'a str>,
    pub(super) components: Vec<u32>,
    pub(super) bytes: usize,
}

/// What an engine read back for a plan: whole reads, in the plan's own shapes.
#[derive(Debug, Default)]
pub(super) struct Raw {
    pub(super) targets: Vec<Vec<u8>>,
    pub(super) depth: Option<Vec<u8>>,
    pub(super) captures: Vec<Vec<u8>>,
}

/// Lowers a draw; its byte strings go to `blobs`.
///
/// # Errors
/// [`DrawError::Invalid`] names what contradicts itself.
pub(super) fn lower<'a>(draw: &'a Draw, blobs: &mut Blobs<'a>) -> Result<Plan<'a>, DrawError> {
    unique("attribute", draw.vertex_buffers.iter().flat_map(|b| &b.attributes).map(|a| a.name.as_str()))?;
    unique("uniform block", draw.blocks.iter().map(|b| b.name.as_str()))?;
    unique("uniform", draw.uniforms.iter().map(|u| u.name.as_str()))?;
    unique("sampler", draw.samplers.iter().map(|s| s.name.as_str()))?;
    unique("varying", draw.capture.iter().map(|v| v.name.as_str()))?;
    check_result(draw)?;
    Ok(Plan {
        buffers: draw.vertex_buffers.iter().map(|b| blobs.add(&b.data)).collect(),
        attributes: vertex::attributes(draw)?,
        call: vertex::call(&draw.call, blobs)?,
        blocks: draw.blocks.iter().map(|b| BlockPlan { name: &b.name, data: blobs.add(&b.data) }).collect(),
        images: draw.images.iter().map(|i| image::image(i, blobs)).collect::<Result<_, _>>()?,
        samplers: draw.samplers.iter().map(|s| image::sampler(s, &draw.images)).collect::<Result<_, _>>()?,
        uniforms: draw.uniforms.iter().map(uniform).collect::<Result<_, _>>()?,
        framebuffer: draw.framebuffer.as_ref().map(|f| framebuffer(f, draw)).transpose()?,
        captures: captures(draw)?,
    })
}

/// Turns what an engine read into the result of the draw: drops surplus components and separates captured varyings.
pub(super) fn finish(draw: &Draw, plan: &Plan<'_>, raw: Raw) -> DrawResult {
    let targets = draw.framebuffer.iter().flat_map(|f| &f.targets);
    let targets = targets.zip(raw.targets).filter_map(|(t, bytes)| Some(narrow(bytes, t.format.read_back()?)));
    let depth = raw.depth.map(|bytes| keep(&bytes, 16, 0, 4));
    let captures = plan.captures.iter().zip(&raw.captures);
    let captured = captures.flat_map(|(pass, bytes)| separate(bytes, &pass.components)).collect();
    Ok(DrawOutput { targets: targets.collect(), depth, captured, ..DrawOutput::default() })
}

/// Separates captured varyings: those with so many components stand side by side in each record.
pub(super) fn separate(bytes: &[u8], components: &[u32]) -> Vec<Vec<u8>> {
    let stride = components.iter().sum::<u32>() as usize * 4;
    let mut start = 0;
    let one = |&components: &u32| {
        let length = components as usize * 4;
        start += length;
        keep(bytes, stride, start - length, length)
    };
    components.iter().map(one).collect()
}

/// Checks what a draw says of vertices, indices and targets, for an engine that has no use for the plan.
///
/// # Errors
/// [`DrawError::Invalid`] names what contradicts itself.
pub(super) fn check(draw: &Draw) -> Result<(), DrawError> {
    vertex::attributes(draw)?;
    vertex::call(&draw.call, &mut Blobs::default())?;
    if let Some(target) = &draw.framebuffer {
        framebuffer(target, draw)?;
    }
    captures(draw)?;
    check_result(draw)
}

/// Checks that something comes back.
fn check_result(draw: &Draw) -> Result<(), DrawError> {
    if draw.framebuffer.is_none() && draw.capture.is_empty() {
        return Err(invalid("it has neither a framebuffer nor captured varyings, so nothing would come back"));
    }
    if draw.call.indices.is_some() && !draw.capture.is_empty() {
        return Err(invalid("varyings cannot be captured from an indexed draw"));
    }
    Ok(())
}

fn narrow(bytes: Vec<u8>, layout: ReadBack) -> Vec<u8> {
    let (_, _, read) = layout.gl();
    if read == layout.components {
        return bytes;
    }
    keep(&bytes, read as usize * layout.scalar_bytes(), 0, layout.texel_bytes())
}

/// Of every record of `stride` bytes, the `length` bytes from `start`.
fn keep(bytes: &[u8], stride: usize, start: usize, length: usize) -> Vec<u8> {
    bytes.chunks_exact(stride).filter_map(|r| r.get(start..start + length)).flatten().copied().collect()
}

pub(super) fn invalid(message: impl Into<String>) -> DrawError {
    DrawError::Invalid { message: message.into() }
}

fn unique<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Result<(), DrawError> {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(invalid(format!("{what} `{name}` is bound twice")));
        }
    }
    Ok(())
}

fn compare_func(func: CompareFunc) -> u32 {
    match func {
        CompareFunc::Never => glow::NEVER,
        CompareFunc::Less => glow::LESS,
        CompareFunc::Equal => glow::EQUAL,
        CompareFunc::LessEqual => glow::LEQUAL,
        CompareFunc::Greater => glow::GREATER,
        CompareFunc::NotEqual => glow::NOTEQUAL,
        CompareFunc::GreaterEqual => glow::GEQUAL,
        CompareFunc::Always => glow::ALWAYS,
    }
}

/// GL types of uniforms by scalar and components; the second row of each pair is what `bool` uniforms have.
const UNIFORM_TYPES: [[u32; 4]; 4] = [
    [glow::FLOAT, glow::FLOAT_VEC2, glow::FLOAT_VEC3, glow::FLOAT_VEC4],
    [glow::INT, glow::INT_VEC2, glow::INT_VEC3, glow::INT_VEC4],
    [glow::UNSIGNED_INT, glow::UNSIGNED_INT_VEC2, glow::UNSIGNED_INT_VEC3, glow::UNSIGNED_INT_VEC4],
    [glow::BOOL, glow::BOOL_VEC2, glow::BOOL_VEC3, glow::BOOL_VEC4],
];

fn uniform(uniform: &Uniform) -> Result<UniformPlan<'_>, DrawError> {
    let (scalar, components, words): (_, _, Cow<'_, [u32]>) = match &uniform.value {
        UniformValue::Float { components, values } => {
            (Scalar::Float, *components, values.iter().map(|v| v.to_bits()).collect())
        }
        UniformValue::Int { components, values } => {
            (Scalar::Int, *components, values.iter().map(|v| v.cast_unsigned()).collect())
        }
        UniformValue::Uint { components, values } => (Scalar::Uint, *components, values.as_slice().into()),
    };
    let [floats, ints, uints, bools] = &UNIFORM_TYPES;
    let own = match scalar {
        Scalar::Float => floats,
        Scalar::Int => ints,
        Scalar::Uint => uints,
    };
    let at = usize::from(components).wrapping_sub(1);
    let (Some(&own), Some(&bool)) = (own.get(at), bools.get(at)) else {
        return Err(invalid(format!("uniform `{}` has {components} components instead of 1 to 4", uniform.name)));
    };
    if words.is_empty() || words.len() % usize::from(components) != 0 {
        return Err(invalid(format!("uniform `{}` has {} values, not whole elements", uniform.name, words.len())));
    }
    Ok(UniformPlan { name: &uniform.name, types: [own, bool], scalar, components, words: words.into_owned() })
}

fn framebuffer(framebuffer: &Framebuffer, draw: &Draw) -> Result<FramebufferPlan, DrawError> {
    let &Framebuffer { width, height, .. } = framebuffer;
    if width == 0 || height == 0 {
        return Err(invalid("the framebuffer has no pixels"));
    }
    if framebuffer.targets.is_empty() && framebuffer.depth.is_none() {
        return Err(invalid("the framebuffer has no target"));
    }
    if read_back_bytes([width, height, 16]).is_none() {
        return Err(invalid(format!("the framebuffer of {width} x {height} is too large to read back")));
    }
    let pixels = width as usize * height as usize;
    let raster = &draw.raster;
    let buffer = |(index, attachment)| if draw.unwritten.contains(&index) { glow::NONE } else { attachment };
    let size = |v: u32| i32::try_from(v).map_err(|_| invalid("the viewport is too large"));
    let (viewport, depth_range) = match raster.viewport {
        Some(v) => ([v.x, v.y, size(v.width)?, size(v.height)?], v.depth),
        None => ([0, 0, size(width)?, size(height)?], [0.0, 1.0]),
    };
    if !depth_range.iter().all(|d| (0.0..=1.0).contains(d)) {
        return Err(invalid("the depth range leaves 0..1"));
    }
    Ok(FramebufferPlan {
        width,
        height,
        targets: framebuffer.targets.iter().map(|t| target(t, pixels)).collect::<Result<_, _>>()?,
        draw_buffers: (0..framebuffer.targets.len()).zip(glow::COLOR_ATTACHMENT0..).map(buffer).collect(),
        depth: framebuffer.depth.as_ref().map(|d| depth(d, pixels)).transpose()?,
        viewport,
        depth_range,
        cull: match raster.cull {
            CullMode::None => None,
            CullMode::Front => Some(glow::FRONT),
            CullMode::Back => Some(glow::BACK),
        },
        front_face: match raster.front_face {
            FrontFace::CounterClockwise => glow::CCW,
            FrontFace::Clockwise => glow::CW,
        },
    })
}

fn target(target: &ColorTarget, pixels: usize) -> Result<TargetPlan, DrawError> {
    let Some(layout) = target.format.read_back() else {
        return Err(invalid(format!("{:?} is no format of a colour target", target.format)));
    };
    let scalar = match target.format.class() {
        ChannelClass::Uint => Scalar::Uint,
        ChannelClass::Int => Scalar::Int,
        ChannelClass::Unorm | ChannelClass::Snorm | ChannelClass::Float | ChannelClass::Depth => Scalar::Float,
    };
    let (read_format, read_type, components) = layout.gl();
    Ok(TargetPlan {
        internal: target.format.facts().internal,
        scalar,
        clear: target.clear,
        read_format,
        read_type,
        read_bytes: pixels * components as usize * layout.scalar_bytes(),
    })
}

fn depth(depth: &DepthTarget, pixels: usize) -> Result<DepthPlan, DrawError> {
    if depth.format.class() != ChannelClass::Depth {
        return Err(invalid(format!("{:?} is no depth format", depth.format)));
    }
    if !(0.0..=1.0).contains(&depth.clear) {
        return Err(invalid("the depth clear value leaves 0..1"));
    }
    Ok(DepthPlan {
        internal: depth.format.facts().internal,
        clear: depth.clear,
        func: compare_func(depth.test),
        write: depth.write,
        read_bytes: pixels * 16,
    })
}

/// Splits the captured varyings into passes that fit the limit of GLES 3.0, keeping their order.
fn captures(draw: &Draw) -> Result<Vec<CapturePlan<'_>>, DrawError> {
    let mut passes: Vec<CapturePlan<'_>> = Vec::new();
    let mut used = 0;
    for Varying { name, components, .. } in &draw.capture {
        if *components == 0 || *components > CAPTURE_COMPONENTS {
            return Err(invalid(format!("varying `{name}` has {components} components instead of 1 to 64")));
        }
        if name.contains('\0') {
            return Err(invalid("the name of a varying contains a zero byte"));
        }
        let Some(bytes) = read_back_bytes([draw.call.count, draw.call.instances, components * 4]) else {
            return Err(invalid(format!("varying `{name}` is too large to capture")));
        };
        used += components;
        if used > CAPTURE_COMPONENTS || passes.is_empty() {
            passes.push(CapturePlan { names: Vec::new(), components: Vec::new(), bytes: 0 });
            used = *components;
        }
        if let Some(pass) = passes.last_mut() {
            pass.names.push(name);
            pass.components.push(*components);
            pass.bytes += bytes;
        }
    }
    Ok(passes)
}

/// The product, if it is within the limit for one read.
fn read_back_bytes(factors: [u32; 3]) -> Option<usize> {
    let product = factors.iter().try_fold(1_u64, |product, &f| product.checked_mul(f.into()))?;
    usize::try_from(product).ok().filter(|_| product <= READ_BACK_BYTES)
}
