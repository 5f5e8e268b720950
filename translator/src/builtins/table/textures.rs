//! Rows of the texture reads and of the storage buffers that stand in textures.
//!
//! GLSL joins a texture with its sampler, so no GLSL spelling names the sampler argument. A layer joins the
//! coordinate as a float, a reference value comes after it, and a level of a texel read is an `int`.

macro_rules! textures {
    ([$next:ident $($rest:ident)*] $($done:tt)*) => { $next! { [$($rest)*] $($done)* Textures {

ArrayLength "arrayLength" (array: RuntimeArray) -> Is(U32), ["arrayLength(&$0)", Refusal::NoRuntimeArray]
    "how many elements the bound storage array has";
StorageFetchF32 "storageFetchF32" (texture: DataTexture(Scalar::F32), lane: Is(U32)) -> Is(F32),
    [never, Helper::Sfetch, "_sfetch($0, int($1))"]
    "one 32-bit lane of a storage buffer of f32 that stands row by row in a texture; undefined past the data";
StorageFetchI32 "storageFetchI32" (texture: DataTexture(Scalar::I32), lane: Is(U32)) -> Is(I32),
    [never, Helper::SfetchI, "_sfetchI($0, int($1))"]
    "one 32-bit lane of a storage buffer of i32 that stands row by row in a texture; undefined past the data";
StorageFetchU32 "storageFetchU32" (texture: DataTexture(Scalar::U32), lane: Is(U32)) -> Is(U32),
    [never, Helper::SfetchU, "_sfetchU($0, int($1))"]
    "one 32-bit lane of a storage buffer of u32 that stands row by row in a texture; undefined past the data";

TextureDimensions "textureDimensions" (texture: Texture(MEASURED, Texels::Any)) -> Is(VEC2U),
    ["textureDimensions($0)", "uvec2(textureSize($0, 0))"]
    { alts: alts![Level (texture: Texture(MEASURED_LEVELS, Texels::Any), level: IntScalar)
        ["textureDimensions($0, $1)", "uvec2(textureSize($0, int($1)))"]] }
    "width and height of level 0 or of the given level, of one face or of one layer";
TextureDimensions1d "textureDimensions1d" (texture: Texture(&[Shape::D1], Texels::Any)) -> Is(U32),
    ["textureDimensions($0)", Refusal::NoTexture1d]
    { alts: alts![Level (texture: Texture(&[Shape::D1], Texels::Any), level: IntScalar)
        ["textureDimensions($0, $1)", Refusal::NoTexture1d]] }
    "width of a one-dimensional texture at level 0 or at the given level";
TextureDimensions3d "textureDimensions3d" (texture: Texture(&[Shape::D3], Texels::Any)) -> Is(VEC3U),
    ["textureDimensions($0)", "uvec3(textureSize($0, 0))"]
    { alts: alts![Level (texture: Texture(&[Shape::D3], Texels::Any), level: IntScalar)
        ["textureDimensions($0, $1)", "uvec3(textureSize($0, int($1)))"]] }
    "width, height and depth of a three-dimensional texture at level 0 or at the given level";
TextureDimensionsMs "textureDimensionsMs" (
        texture: Texture(&[Shape::D2Ms, Shape::DepthD2Ms], Texels::Any)
    ) -> Is(VEC2U),
    ["textureDimensions($0)", Refusal::NoMultisample]
    "width and height of a multisampled texture, which has one level";

TextureGather "textureGather" (
        component: Const0To3, texture: Texture(&[Shape::D2, Shape::Cube], Texels::Any), sampler: Sampler,
        coord: Coord
    ) -> Texel,
    ["textureGather($0, $1, $2, $3)", Refusal::NoGather] { offset: offset!(NoOffset::NoForm(Refusal::NoGather)) }
    "one channel of the four texels that a linear filter would blend at level 0: lower left, lower right, upper \
        right, upper left, v going down";
TextureGatherArray "textureGatherArray" (
        component: Const0To3, texture: Texture(&[Shape::D2Array, Shape::CubeArray], Texels::Any), sampler: Sampler,
        coord: Coord, layer: IntScalar
    ) -> Texel,
    ["textureGather($0, $1, $2, $3, $4)", Refusal::NoGather] { offset: offset!(NoOffset::NoForm(Refusal::NoGather)) }
    "textureGather from one layer, held to the layers that exist";
TextureGatherCompare "textureGatherCompare" (
        texture: Texture(&[Shape::DepthD2, Shape::DepthCube], Texels::Float), sampler: ComparisonSampler,
        coord: Coord, reference: Is(F32)
    ) -> Is(VEC4F),
    ["textureGatherCompare($0, $1, $2, $3)", Refusal::NoGather] { offset: offset!(NoOffset::NoForm(Refusal::NoGather)) }
    "the four comparisons, each 0 or 1, that a linear filter would blend, in the order of textureGather";
TextureGatherCompareArray "textureGatherCompareArray" (
        texture: Texture(&[Shape::DepthD2Array, Shape::DepthCubeArray], Texels::Float), sampler: ComparisonSampler,
        coord: Coord, layer: IntScalar, reference: Is(F32)
    ) -> Is(VEC4F),
    ["textureGatherCompare($0, $1, $2, $3, $4)", Refusal::NoGather]
    { offset: offset!(NoOffset::NoForm(Refusal::NoGather)) }
    "textureGatherCompare from one layer, held to the layers that exist";
TextureGatherDepth "textureGatherDepth" (
        texture: Texture(&[Shape::DepthD2, Shape::DepthCube], Texels::Float), sampler: Sampler, coord: Coord
    ) -> Is(VEC4F),
    ["textureGather($0, $1, $2)", Refusal::NoGather] { offset: offset!(NoOffset::NoForm(Refusal::NoGather)) }
    "the four depths that a linear filter would blend, in the order of textureGather";
TextureGatherDepthArray "textureGatherDepthArray" (
        texture: Texture(&[Shape::DepthD2Array, Shape::DepthCubeArray], Texels::Float), sampler: Sampler,
        coord: Coord, layer: IntScalar
    ) -> Is(VEC4F),
    ["textureGather($0, $1, $2, $3)", Refusal::NoGather] { offset: offset!(NoOffset::NoForm(Refusal::NoGather)) }
    "textureGatherDepth from one layer, held to the layers that exist";

TextureLoad "textureLoad" (texture: Texture(LOADED, Texels::Any), coord: SignedIntCoord, level: IntScalar) -> Texel,
    ["textureLoad($0, $1, $2)", "texelFetch($0, $1, int($2))"]
    { offset: offset!("texelFetchOffset($0, $1, int($2), $off)"),
      alts: alts![
        Storage (texture: Texture(STORAGE, Texels::Any), coord: IntCoord)
            ["textureLoad($0, $1)", Refusal::NoImageStore],
        StorageArray (texture: Texture(&[Shape::StorageD2Array], Texels::Any), coord: IntCoord, layer: IntScalar)
            ["textureLoad($0, $1, $2)", Refusal::NoImageStore]] }
    "one texel, unfiltered; outside the texture a target gives zero or some texel of it, and the CPU the nearest one";
TextureLoad3dU "textureLoad3dU" (
        texture: Texture(&[Shape::D3], Texels::Any), coord: Is(VEC3U), level: IntScalar
    ) -> Texel,
    ["textureLoad($0, $1, $2)", "texelFetch($0, ivec3($1), int($2))"]
    { offset: offset!("texelFetchOffset($0, ivec3($1), int($2), $off)") }
    "textureLoad of three dimensions at an unsigned coordinate, which GLSL has to convert";
TextureLoadArray "textureLoadArray" (
        texture: Texture(&[Shape::D2Array], Texels::Any), coord: Is(VEC2I), layer: IntScalar, level: IntScalar
    ) -> Texel,
    ["textureLoad($0, $1, $2, $3)", "texelFetch($0, ivec3($1, int($2)), int($3))"]
    { offset: offset!("texelFetchOffset($0, ivec3($1, int($2)), int($3), $off)") }
    "textureLoad from one layer";
TextureLoadArrayU "textureLoadArrayU" (
        texture: Texture(&[Shape::D2Array], Texels::Any), coord: Is(VEC2U), layer: IntScalar, level: IntScalar
    ) -> Texel,
    ["textureLoad($0, $1, $2, $3)", "texelFetch($0, ivec3(ivec2($1), int($2)), int($3))"]
    { offset: offset!("texelFetchOffset($0, ivec3(ivec2($1), int($2)), int($3), $off)") }
    "textureLoad from one layer at an unsigned coordinate, which GLSL has to convert";
TextureLoadDepthMs "textureLoadDepthMs" (
        texture: Texture(&[Shape::DepthD2Ms], Texels::Float), coord: IntCoord, sample: IntScalar
    ) -> Is(F32),
    ["textureLoad($0, $1, $2)", Refusal::NoMultisample] { offset: offset!(NoOffset::NoForm(Refusal::NoMultisample)) }
    "one sample of a multisampled depth texture; outside it zero or some sample of it";
TextureLoadMs "textureLoadMs" (
        texture: Texture(&[Shape::D2Ms], Texels::Any), coord: IntCoord, sample: IntScalar
    ) -> Texel,
    ["textureLoad($0, $1, $2)", Refusal::NoMultisample] { offset: offset!(NoOffset::NoForm(Refusal::NoMultisample)) }
    "one sample of a multisampled texture; outside it zero or some sample of it";
TextureLoadU "textureLoadU" (texture: Texture(&[Shape::D2], Texels::Any), coord: Is(VEC2U), level: IntScalar) -> Texel,
    ["textureLoad($0, $1, $2)", "texelFetch($0, ivec2($1), int($2))"]
    { offset: offset!("texelFetchOffset($0, ivec2($1), int($2), $off)") }
    "textureLoad of two dimensions at an unsigned coordinate, which GLSL has to convert";

TextureNumLayers "textureNumLayers" (texture: Texture(LAYERED, Texels::Any)) -> Is(U32),
    ["textureNumLayers($0)", "uint(textureSize($0, 0).z)"]
    "how many layers, or cubes, the array has";
TextureNumLayersStorage "textureNumLayersStorage" (texture: Texture(&[Shape::StorageD2Array], Texels::Any)) -> Is(U32),
    ["textureNumLayers($0)", Refusal::NoImageStore]
    "how many layers the storage texture has";
TextureNumSamples "textureNumSamples" (texture: Texture(&[Shape::D2Ms, Shape::DepthD2Ms], Texels::Any)) -> Is(U32),
    ["textureNumSamples($0)", Refusal::NoMultisample]
    "how many samples a texel has";

TextureSample "textureSample" (texture: Texture(PLAIN, Texels::Float), sampler: Sampler, coord: Coord) -> Is(VEC4F),
    ["textureSample($0, $1, $2)", "texture($0, $2)"]
    { stages: Stages::Fragment, offset: offset!("textureOffset($0, $2, $off)") }
    "the filtered texels at a normalised coordinate, on a cube a direction, the mip level following from the \
        derivatives";
TextureSampleArray "textureSampleArray" (
        texture: Texture(&[Shape::D2Array], Texels::Float), sampler: Sampler, coord: Is(VEC2F), layer: IntScalar
    ) -> Is(VEC4F),
    ["textureSample($0, $1, $2, $3)", "texture($0, vec3($2, float($3)))"]
    { stages: Stages::Fragment, offset: offset!("textureOffset($0, vec3($2, float($3)), $off)") }
    "textureSample from one layer, held to the layers that exist";
TextureSampleBias "textureSampleBias" (
        texture: Texture(PLAIN_2D_UP, Texels::Float), sampler: Sampler, coord: Coord, bias: Is(F32)
    ) -> Is(VEC4F),
    ["textureSampleBias($0, $1, $2, $3)", "texture($0, $2, $3)"]
    { stages: Stages::Fragment, offset: offset!("textureOffset($0, $2, $off, $3)") }
    "textureSample at the mip level that follows from the derivatives plus the bias, which WGSL holds to -16 to 15.99";
TextureSampleBiasArray "textureSampleBiasArray" (
        texture: Texture(&[Shape::D2Array], Texels::Float), sampler: Sampler, coord: Is(VEC2F), layer: IntScalar,
        bias: Is(F32)
    ) -> Is(VEC4F),
    ["textureSampleBias($0, $1, $2, $3, $4)", "texture($0, vec3($2, float($3)), $4)"]
    { stages: Stages::Fragment, offset: offset!("textureOffset($0, vec3($2, float($3)), $off, $4)") }
    "textureSampleBias from one layer, held to the layers that exist";
TextureSampleBiasCubeArray "textureSampleBiasCubeArray" (
        texture: Texture(&[Shape::CubeArray], Texels::Float), sampler: Sampler, coord: Is(VEC3F), layer: IntScalar,
        bias: Is(F32)
    ) -> Is(VEC4F),
    ["textureSampleBias($0, $1, $2, $3, $4)", Refusal::NoCubeArray]
    { stages: Stages::Fragment, offset: offset!(NoOffset::Cube) }
    "textureSampleBias by direction from one cube of an array, held to the cubes that exist";
TextureSampleCompare "textureSampleCompare" (
        texture: Texture(&[Shape::DepthD2], Texels::Float), sampler: ComparisonSampler, coord: Is(VEC2F),
        reference: Is(F32)
    ) -> Is(F32),
    ["textureSampleCompare($0, $1, $2, $3)", "texture($0, vec3($2, $3))"]
    { stages: Stages::Fragment, offset: offset!("textureOffset($0, vec3($2, $3), $off)") }
    "the share, 0 to 1, of the filtered texels whose depth compares true with the reference, the mip level \
        following from the derivatives";
TextureSampleCompareArray "textureSampleCompareArray" (
        texture: Texture(&[Shape::DepthD2Array], Texels::Float), sampler: ComparisonSampler, coord: Is(VEC2F),
        layer: IntScalar, reference: Is(F32)
    ) -> Is(F32),
    ["textureSampleCompare($0, $1, $2, $3, $4)", "texture($0, vec4($2, float($3), $4))"]
    { stages: Stages::Fragment,
      offset: offset!("textureGradOffset($0, vec4($2, float($3), $4), dFdx($2), dFdy($2), $off)") }
    "textureSampleCompare from one layer, held to the layers that exist";
TextureSampleCompareCube "textureSampleCompareCube" (
        texture: Texture(&[Shape::DepthCube], Texels::Float), sampler: ComparisonSampler, coord: Is(VEC3F),
        reference: Is(F32)
    ) -> Is(F32),
    ["textureSampleCompare($0, $1, $2, $3)", "texture($0, vec4($2, $3))"]
    { stages: Stages::Fragment, offset: offset!(NoOffset::Cube) }
    "textureSampleCompare by direction";
TextureSampleCompareCubeArray "textureSampleCompareCubeArray" (
        texture: Texture(&[Shape::DepthCubeArray], Texels::Float), sampler: ComparisonSampler, coord: Is(VEC3F),
        layer: IntScalar, reference: Is(F32)
    ) -> Is(F32),
    ["textureSampleCompare($0, $1, $2, $3, $4)", Refusal::NoCubeArray]
    { stages: Stages::Fragment, offset: offset!(NoOffset::Cube) }
    "textureSampleCompare by direction from one cube of an array, held to the cubes that exist";
TextureSampleCompareLevel "textureSampleCompareLevel" (
        texture: Texture(&[Shape::DepthD2], Texels::Float), sampler: ComparisonSampler, coord: Is(VEC2F),
        reference: Is(F32)
    ) -> Is(F32),
    ["textureSampleCompareLevel($0, $1, $2, $3)", "textureLod($0, vec3($2, $3), 0.0)"]
    { offset: offset!("textureLodOffset($0, vec3($2, $3), 0.0, $off)") }
    "textureSampleCompare at mip level 0";
TextureSampleCompareLevelArray "textureSampleCompareLevelArray" (
        texture: Texture(&[Shape::DepthD2Array], Texels::Float), sampler: ComparisonSampler, coord: Is(VEC2F),
        layer: IntScalar, reference: Is(F32)
    ) -> Is(F32),
    ["textureSampleCompareLevel($0, $1, $2, $3, $4)", "textureGrad($0, vec4($2, float($3), $4), vec2(0.0), vec2(0.0))"]
    { offset: offset!("textureGradOffset($0, vec4($2, float($3), $4), vec2(0.0), vec2(0.0), $off)") }
    "textureSampleCompareLevel from one layer; GLSL asks for level 0 by gradients of zero, having no level here";
TextureSampleCompareLevelCube "textureSampleCompareLevelCube" (
        texture: Texture(&[Shape::DepthCube], Texels::Float), sampler: ComparisonSampler, coord: Is(VEC3F),
        reference: Is(F32)
    ) -> Is(F32),
    ["textureSampleCompareLevel($0, $1, $2, $3)", "textureGrad($0, vec4($2, $3), vec3(0.0), vec3(0.0))"]
    { offset: offset!(NoOffset::Cube) }
    "textureSampleCompareLevel by direction; GLSL asks for level 0 by gradients of zero, having no level here";
TextureSampleCompareLevelCubeArray "textureSampleCompareLevelCubeArray" (
        texture: Texture(&[Shape::DepthCubeArray], Texels::Float), sampler: ComparisonSampler, coord: Is(VEC3F),
        layer: IntScalar, reference: Is(F32)
    ) -> Is(F32),
    ["textureSampleCompareLevel($0, $1, $2, $3, $4)", Refusal::NoCubeArray] { offset: offset!(NoOffset::Cube) }
    "textureSampleCompareLevel by direction from one cube of an array, held to the cubes that exist";
TextureSampleCubeArray "textureSampleCubeArray" (
        texture: Texture(&[Shape::CubeArray], Texels::Float), sampler: Sampler, coord: Is(VEC3F), layer: IntScalar
    ) -> Is(VEC4F),
    ["textureSample($0, $1, $2, $3)", Refusal::NoCubeArray]
    { stages: Stages::Fragment, offset: offset!(NoOffset::Cube) }
    "textureSample by direction from one cube of an array, held to the cubes that exist";
TextureSampleGrad "textureSampleGrad" (
        texture: Texture(PLAIN_2D_UP, Texels::Float), sampler: Sampler, coord: Coord, ddx: Coord, ddy: Coord
    ) -> Is(VEC4F),
    ["textureSampleGrad($0, $1, $2, $3, $4)", "textureGrad($0, $2, $3, $4)"]
    { offset: offset!("textureGradOffset($0, $2, $3, $4, $off)") }
    "textureSample at the mip level that follows from the gradients given";
TextureSampleGradArray "textureSampleGradArray" (
        texture: Texture(&[Shape::D2Array], Texels::Float), sampler: Sampler, coord: Is(VEC2F), layer: IntScalar,
        ddx: Is(VEC2F), ddy: Is(VEC2F)
    ) -> Is(VEC4F),
    ["textureSampleGrad($0, $1, $2, $3, $4, $5)", "textureGrad($0, vec3($2, float($3)), $4, $5)"]
    { offset: offset!("textureGradOffset($0, vec3($2, float($3)), $4, $5, $off)") }
    "textureSampleGrad from one layer, held to the layers that exist";
TextureSampleGradCubeArray "textureSampleGradCubeArray" (
        texture: Texture(&[Shape::CubeArray], Texels::Float), sampler: Sampler, coord: Is(VEC3F), layer: IntScalar,
        ddx: Is(VEC3F), ddy: Is(VEC3F)
    ) -> Is(VEC4F),
    ["textureSampleGrad($0, $1, $2, $3, $4, $5)", Refusal::NoCubeArray] { offset: offset!(NoOffset::Cube) }
    "textureSampleGrad by direction from one cube of an array, held to the cubes that exist";
TextureSampleLevel "textureSampleLevel" (
        texture: Texture(PLAIN, Texels::Float), sampler: Sampler, coord: Coord, level: Is(F32)
    ) -> Is(VEC4F),
    ["textureSampleLevel($0, $1, $2, $3)", "textureLod($0, $2, $3)"]
    { offset: offset!("textureLodOffset($0, $2, $3, $off)") }
    "textureSample at the mip level given, held to the levels that exist; a fraction may blend two";
TextureSampleLevelArray "textureSampleLevelArray" (
        texture: Texture(&[Shape::D2Array], Texels::Float), sampler: Sampler, coord: Is(VEC2F), layer: IntScalar,
        level: Is(F32)
    ) -> Is(VEC4F),
    ["textureSampleLevel($0, $1, $2, $3, $4)", "textureLod($0, vec3($2, float($3)), $4)"]
    { offset: offset!("textureLodOffset($0, vec3($2, float($3)), $4, $off)") }
    "textureSampleLevel from one layer, held to the layers that exist";
TextureSampleLevelCubeArray "textureSampleLevelCubeArray" (
        texture: Texture(&[Shape::CubeArray], Texels::Float), sampler: Sampler, coord: Is(VEC3F), layer: IntScalar,
        level: Is(F32)
    ) -> Is(VEC4F),
    ["textureSampleLevel($0, $1, $2, $3, $4)", Refusal::NoCubeArray] { offset: offset!(NoOffset::Cube) }
    "textureSampleLevel by direction from one cube of an array, held to the cubes that exist";
TextureStore "textureStore" (texture: Texture(STORAGE, Texels::Any), coord: IntCoord, value: StorageTexel) -> Void,
    ["textureStore($0, $1, $2)", Refusal::NoImageStore]
    { stages: Stages::FragmentOrCompute,
      alts: alts![StorageArray (texture: Texture(&[Shape::StorageD2Array], Texels::Any), coord: IntCoord,
        layer: IntScalar, value: StorageTexel)
        ["textureStore($0, $1, $2, $3)", Refusal::NoImageStore]] }
    "writes one texel in the format of the texture; outside it writes nothing";

    } } };
}
pub(super) use textures;
