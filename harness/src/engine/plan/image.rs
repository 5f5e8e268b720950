//! Textures and sampler state as GL numbers.

use serde::Serialize;

use super::{Blob, Blobs, compare_func, invalid};
use crate::engine::DrawError;
use crate::engine::draw::{Filter, Image, ImageKind, MipFilter, SamplerBinding, SamplerState, Wrap};
use crate::engine::format::{ChannelClass, TexelFormat};

/// Largest extent of an image in any direction.
const MAX_EXTENT: u32 = 16384;

#[derive(Debug, Serialize)]
pub(in crate::engine) struct ImagePlan {
    pub(in crate::engine) target: u32,
    pub(in crate::engine) internal: u32,
    pub(in crate::engine) format: u32,
    pub(in crate::engine) element: u32,
    pub(in crate::engine) width: i32,
    pub(in crate::engine) height: i32,
    /// Present for array and 3D textures, which are stored and uploaded with three extents.
    pub(in crate::engine) depth: Option<i32>,
    pub(in crate::engine) levels: i32,
    pub(in crate::engine) uploads: Vec<UploadPlan>,
}

#[derive(Debug, Serialize)]
pub(in crate::engine) struct UploadPlan {
    /// The texture's target, or the face's.
    pub(in crate::engine) target: u32,
    pub(in crate::engine) level: i32,
    pub(in crate::engine) width: i32,
    pub(in crate::engine) height: i32,
    pub(in crate::engine) depth: i32,
    pub(in crate::engine) data: Blob,
}

#[derive(Debug, Serialize)]
pub(in crate::engine) struct SamplerPlan<'a> {
    pub(in crate::engine) name: &'a str,
    /// The GL type that the uniform must have.
    pub(in crate::engine) kind: u32,
    /// Index into the plan's images.
    pub(in crate::engine) image: usize,
    pub(in crate::engine) params: Vec<(u32, u32)>,
    /// `TEXTURE_MIN_LOD` and `TEXTURE_MAX_LOD`.
    pub(in crate::engine) lod: [f32; 2],
}

/// The size of a level of an image, and how many such there are: faces of cubes, else 1.
fn level_size(image: &Image, level: u32) -> ([u32; 3], u32) {
    let shrink = |extent: u32| (extent >> level).max(1);
    let depth = if image.kind == ImageKind::D3 { shrink(image.depth) } else { image.depth };
    let faces = if matches!(image.kind, ImageKind::Cube | ImageKind::CubeArray) { 6 } else { 1 };
    ([shrink(image.width), shrink(image.height), depth], faces)
}

/// Checks that an image is one, and that its levels hold exactly what its extents say.
///
/// # Errors
/// [`DrawError::Invalid`] names what contradicts itself.
pub(in crate::engine) fn check(image: &Image) -> Result<(), DrawError> {
    check_extents(image)?;
    for (level, data) in (0_u32..).zip(&image.levels) {
        let (extents, faces) = level_size(image, level);
        let texels = extents.iter().map(|&e| u64::from(e)).product::<u64>() * u64::from(faces);
        let bytes = texels * u64::from(image.format.texel_bytes());
        if bytes != data.len() as u64 {
            return Err(invalid(format!(
                "level {level} of a {:?} {:?} image of {} x {} x {} holds {} bytes instead of {bytes}",
                image.format,
                image.kind,
                image.width,
                image.height,
                image.depth,
                data.len(),
            )));
        }
    }
    Ok(())
}

/// Lowers an image.
pub(super) fn image<'a>(image: &'a Image, blobs: &mut Blobs<'a>) -> Result<ImagePlan, DrawError> {
    check(image)?;
    let facts = image.format.facts();
    let target = match image.kind {
        ImageKind::D2 => glow::TEXTURE_2D,
        ImageKind::D2Array => glow::TEXTURE_2D_ARRAY,
        ImageKind::D3 => glow::TEXTURE_3D,
        ImageKind::Cube => glow::TEXTURE_CUBE_MAP,
        ImageKind::D1 => return Err(invalid("GLES 3.0 has no one-dimensional textures")),
        ImageKind::CubeArray => return Err(invalid("GLES 3.0 has no arrays of cubes")),
        ImageKind::D2Ms => return Err(invalid("GLES 3.0 has no multisampled textures")),
    };
    let mut uploads = Vec::new();
    for (level, data) in (0_u32..).zip(&image.levels) {
        let ([width, height, depth], _) = level_size(image, level);
        let plan = |target, data| UploadPlan {
            target,
            level: level.cast_signed(),
            width: width.cast_signed(),
            height: height.cast_signed(),
            depth: depth.cast_signed(),
            data,
        };
        if image.kind == ImageKind::Cube {
            for (face, data) in (glow::TEXTURE_CUBE_MAP_POSITIVE_X..).zip(data.chunks_exact(data.len() / 6)) {
                uploads.push(plan(face, blobs.add(data)));
            }
        } else {
            uploads.push(plan(target, blobs.add(data)));
        }
    }
    Ok(ImagePlan {
        target,
        internal: facts.internal,
        format: facts.format,
        element: facts.element,
        width: image.width.cast_signed(),
        height: image.height.cast_signed(),
        depth: matches!(image.kind, ImageKind::D2Array | ImageKind::D3).then_some(image.depth.cast_signed()),
        levels: i32::try_from(image.levels.len()).map_err(|_| invalid("an image has too many levels"))?,
        uploads,
    })
}

fn check_extents(image: &Image) -> Result<(), DrawError> {
    let extents = [image.width, image.height, image.depth];
    if !extents.iter().all(|e| (1..=MAX_EXTENT).contains(e)) {
        return Err(invalid(format!("an image of {extents:?} texels is empty or too large")));
    }
    let shape = match image.kind {
        ImageKind::D1 => {
            let row = [image.height, image.depth] == [1, 1] && image.levels.len() == 1;
            row && image.format.class() != ChannelClass::Depth
        }
        ImageKind::D2 => image.depth == 1,
        ImageKind::D2Array => true,
        ImageKind::D3 => image.format.class() != ChannelClass::Depth,
        ImageKind::Cube => image.depth == 1 && image.width == image.height,
        ImageKind::CubeArray => image.width == image.height,
        ImageKind::D2Ms => image.depth == 4 && image.levels.len() == 1,
    };
    if !shape {
        return Err(invalid(format!("a {:?} image of {extents:?} texels cannot be {:?}", image.kind, image.format)));
    }
    let largest = match image.kind {
        ImageKind::D3 => image.width.max(image.height).max(image.depth),
        ImageKind::D1
        | ImageKind::D2
        | ImageKind::D2Array
        | ImageKind::D2Ms
        | ImageKind::Cube
        | ImageKind::CubeArray => image.width.max(image.height),
    };
    if image.levels.is_empty() || image.levels.len() > largest.ilog2() as usize + 1 {
        return Err(invalid(format!("an image of {extents:?} texels cannot have {} levels", image.levels.len())));
    }
    Ok(())
}

/// Lowers a sampler and checks that its state makes a complete texture.
pub(super) fn sampler<'a>(binding: &'a SamplerBinding, images: &[Image]) -> Result<SamplerPlan<'a>, DrawError> {
    let SamplerBinding { name, image, state } = binding;
    let Some(source) = images.get(*image) else {
        return Err(invalid(format!("sampler `{name}` uses image {image} of {}", images.len())));
    };
    let Some(kind) = sampler_type(source.kind, source.format, state) else {
        return Err(invalid(format!(
            "sampler `{name}` compares, which a {:?} {:?} image cannot do",
            source.format, source.kind
        )));
    };
    let linear = [state.mag, state.min].contains(&Filter::Linear) || state.mip == MipFilter::Linear;
    if linear && !source.format.filters(state.compare.is_some()) {
        return Err(invalid(format!("sampler `{name}` has a linear filter, which {:?} does not take", source.format)));
    }
    if !state.min_lod.is_finite() || !state.max_lod.is_finite() {
        return Err(invalid(format!("sampler `{name}` has a limit of the level of detail that is not finite")));
    }
    Ok(SamplerPlan { name, kind, image: *image, params: params(state), lod: [state.min_lod, state.max_lod] })
}

fn sampler_type(kind: ImageKind, format: TexelFormat, state: &SamplerState) -> Option<u32> {
    // Columns: float, int, uint, comparing.
    let [float, int, uint, shadow] = match kind {
        ImageKind::D2 => {
            [glow::SAMPLER_2D, glow::INT_SAMPLER_2D, glow::UNSIGNED_INT_SAMPLER_2D, glow::SAMPLER_2D_SHADOW].map(Some)
        }
        ImageKind::D2Array => [
            glow::SAMPLER_2D_ARRAY,
            glow::INT_SAMPLER_2D_ARRAY,
            glow::UNSIGNED_INT_SAMPLER_2D_ARRAY,
            glow::SAMPLER_2D_ARRAY_SHADOW,
        ]
        .map(Some),
        ImageKind::D3 => {
            [Some(glow::SAMPLER_3D), Some(glow::INT_SAMPLER_3D), Some(glow::UNSIGNED_INT_SAMPLER_3D), None]
        }
        ImageKind::Cube => {
            [glow::SAMPLER_CUBE, glow::INT_SAMPLER_CUBE, glow::UNSIGNED_INT_SAMPLER_CUBE, glow::SAMPLER_CUBE_SHADOW]
                .map(Some)
        }
        ImageKind::D1 | ImageKind::CubeArray | ImageKind::D2Ms => [None; 4],
    };
    match (format.class(), state.compare) {
        (ChannelClass::Depth, Some(_)) => shadow,
        (_, Some(_)) => None,
        (ChannelClass::Unorm | ChannelClass::Snorm | ChannelClass::Float | ChannelClass::Depth, None) => float,
        (ChannelClass::Int, None) => int,
        (ChannelClass::Uint, None) => uint,
    }
}

fn params(state: &SamplerState) -> Vec<(u32, u32)> {
    let filter = |f| match f {
        Filter::Nearest => glow::NEAREST,
        Filter::Linear => glow::LINEAR,
    };
    let min = match (state.min, state.mip) {
        (min, MipFilter::None) => filter(min),
        (Filter::Nearest, MipFilter::Nearest) => glow::NEAREST_MIPMAP_NEAREST,
        (Filter::Linear, MipFilter::Nearest) => glow::LINEAR_MIPMAP_NEAREST,
        (Filter::Nearest, MipFilter::Linear) => glow::NEAREST_MIPMAP_LINEAR,
        (Filter::Linear, MipFilter::Linear) => glow::LINEAR_MIPMAP_LINEAR,
    };
    let mut params = vec![(glow::TEXTURE_MAG_FILTER, filter(state.mag)), (glow::TEXTURE_MIN_FILTER, min)];
    for (axis, wrap) in [glow::TEXTURE_WRAP_S, glow::TEXTURE_WRAP_T, glow::TEXTURE_WRAP_R].into_iter().zip(state.wrap) {
        let wrap = match wrap {
            Wrap::Clamp => glow::CLAMP_TO_EDGE,
            Wrap::Repeat => glow::REPEAT,
            Wrap::Mirror => glow::MIRRORED_REPEAT,
        };
        params.push((axis, wrap));
    }
    if let Some(func) = state.compare {
        params.push((glow::TEXTURE_COMPARE_MODE, glow::COMPARE_REF_TO_TEXTURE));
        params.push((glow::TEXTURE_COMPARE_FUNC, compare_func(func)));
    }
    params
}
