//! What WebGPU calls the formats, states and numbers of a draw.

use crate::engine::draw::{AttributeRead, AttributeScalar, CompareFunc, Filter, IndexSize, MipFilter, Topology, Wrap};
use crate::engine::format::TexelFormat;
use crate::engine::{Attribute, SamplerState};

/// The format of WebGPU; none where it has no such format.
pub(super) const fn texel_format(format: TexelFormat) -> Option<wgpu::TextureFormat> {
    use wgpu::TextureFormat as To;
    Some(match format {
        TexelFormat::R8 => To::R8Unorm,
        TexelFormat::RG8 => To::Rg8Unorm,
        TexelFormat::RGBA8 => To::Rgba8Unorm,
        TexelFormat::SRGB8A8 => To::Rgba8UnormSrgb,
        TexelFormat::R8Snorm => To::R8Snorm,
        TexelFormat::RG8Snorm => To::Rg8Snorm,
        TexelFormat::RGBA8Snorm => To::Rgba8Snorm,
        TexelFormat::R16F => To::R16Float,
        TexelFormat::RG16F => To::Rg16Float,
        TexelFormat::RGBA16F => To::Rgba16Float,
        TexelFormat::R32F => To::R32Float,
        TexelFormat::RG32F => To::Rg32Float,
        TexelFormat::RGBA32F => To::Rgba32Float,
        TexelFormat::R11G11B10F => To::Rg11b10Ufloat,
        TexelFormat::RGB9E5 => To::Rgb9e5Ufloat,
        TexelFormat::RGB10A2 => To::Rgb10a2Unorm,
        TexelFormat::RGB10A2UI => To::Rgb10a2Uint,
        TexelFormat::R8UI => To::R8Uint,
        TexelFormat::RG8UI => To::Rg8Uint,
        TexelFormat::RGBA8UI => To::Rgba8Uint,
        TexelFormat::R8I => To::R8Sint,
        TexelFormat::RG8I => To::Rg8Sint,
        TexelFormat::RGBA8I => To::Rgba8Sint,
        TexelFormat::R16UI => To::R16Uint,
        TexelFormat::RG16UI => To::Rg16Uint,
        TexelFormat::RGBA16UI => To::Rgba16Uint,
        TexelFormat::R16I => To::R16Sint,
        TexelFormat::RG16I => To::Rg16Sint,
        TexelFormat::RGBA16I => To::Rgba16Sint,
        TexelFormat::R32UI => To::R32Uint,
        TexelFormat::RG32UI => To::Rg32Uint,
        TexelFormat::RGBA32UI => To::Rgba32Uint,
        TexelFormat::R32I => To::R32Sint,
        TexelFormat::RG32I => To::Rg32Sint,
        TexelFormat::RGBA32I => To::Rgba32Sint,
        TexelFormat::Depth32F => To::Depth32Float,
        TexelFormat::Depth16 | TexelFormat::Depth24 => return None,
    })
}

/// The format of an attribute; none for what WebGPU does not convert, and for components that draws never have.
pub(super) fn vertex_format(attribute: &Attribute) -> Option<wgpu::VertexFormat> {
    use wgpu::VertexFormat as To;
    let formats = match (attribute.scalar, attribute.read) {
        (AttributeScalar::F32, AttributeRead::Float) => [To::Float32, To::Float32x2, To::Float32x3, To::Float32x4],
        (AttributeScalar::I32, AttributeRead::Integer) => [To::Sint32, To::Sint32x2, To::Sint32x3, To::Sint32x4],
        (AttributeScalar::U32, AttributeRead::Integer) => [To::Uint32, To::Uint32x2, To::Uint32x3, To::Uint32x4],
        _ => return None,
    };
    formats.get(usize::from(attribute.components).checked_sub(1)?).copied()
}

pub(super) const fn compare(func: CompareFunc) -> wgpu::CompareFunction {
    match func {
        CompareFunc::Never => wgpu::CompareFunction::Never,
        CompareFunc::Less => wgpu::CompareFunction::Less,
        CompareFunc::Equal => wgpu::CompareFunction::Equal,
        CompareFunc::LessEqual => wgpu::CompareFunction::LessEqual,
        CompareFunc::Greater => wgpu::CompareFunction::Greater,
        CompareFunc::NotEqual => wgpu::CompareFunction::NotEqual,
        CompareFunc::GreaterEqual => wgpu::CompareFunction::GreaterEqual,
        CompareFunc::Always => wgpu::CompareFunction::Always,
    }
}

pub(super) const fn topology(topology: Topology) -> wgpu::PrimitiveTopology {
    match topology {
        Topology::Points => wgpu::PrimitiveTopology::PointList,
        Topology::Lines => wgpu::PrimitiveTopology::LineList,
        Topology::LineStrip => wgpu::PrimitiveTopology::LineStrip,
        Topology::Triangles => wgpu::PrimitiveTopology::TriangleList,
        Topology::TriangleStrip => wgpu::PrimitiveTopology::TriangleStrip,
    }
}

pub(super) const fn index_format(size: IndexSize) -> wgpu::IndexFormat {
    match size {
        IndexSize::U16 => wgpu::IndexFormat::Uint16,
        IndexSize::U32 => wgpu::IndexFormat::Uint32,
    }
}

/// Whether a sampler mixes texels.
pub(super) fn filters(state: &SamplerState) -> bool {
    [state.mag, state.min].contains(&Filter::Linear) || state.mip == MipFilter::Linear
}

/// The sampler of a state.
pub(super) fn sampler(state: &SamplerState) -> wgpu::SamplerDescriptor<'static> {
    let filter = |filter| match filter {
        Filter::Nearest => wgpu::FilterMode::Nearest,
        Filter::Linear => wgpu::FilterMode::Linear,
    };
    let [address_mode_u, address_mode_v, address_mode_w] = state.wrap.map(|wrap| match wrap {
        Wrap::Clamp => wgpu::AddressMode::ClampToEdge,
        Wrap::Repeat => wgpu::AddressMode::Repeat,
        Wrap::Mirror => wgpu::AddressMode::MirrorRepeat,
    });
    // Levels of detail below 0 choose level 0.
    let lod_min_clamp = state.min_lod.max(0.0);
    let (mipmap_filter, most) = match state.mip {
        MipFilter::None => (wgpu::MipmapFilterMode::Nearest, 0.25),
        MipFilter::Nearest => (wgpu::MipmapFilterMode::Nearest, state.max_lod),
        MipFilter::Linear => (wgpu::MipmapFilterMode::Linear, state.max_lod),
    };
    wgpu::SamplerDescriptor {
        label: None,
        address_mode_u,
        address_mode_v,
        address_mode_w,
        mag_filter: filter(state.mag),
        min_filter: filter(state.min),
        mipmap_filter,
        lod_min_clamp,
        lod_max_clamp: most.max(lod_min_clamp),
        compare: state.compare.map(compare),
        anisotropy_clamp: 1,
        border_color: None,
    }
}
