// Bones in a float texture read with Load in the vertex shader (crowds): one
// row a frame, three texels a bone, two frames interpolated.
cbuffer Crowd : register(b0)
{
    float4x4 viewProjection;
    float4 crowdGrid;               // x columns, y spacing, z frame rate, w time
    uint boneTexWidth;
    uint frameCount;
};

Texture2D<float4> boneFrames : register(t0);
Texture2D crowdAlbedo : register(t1);
SamplerState crowdSampler : register(s0);

struct CrowdOut
{
    float4 pos : SV_Position;
    float2 uv : TEXCOORD0;
    float3 normal : TEXCOORD1;
    nointerpolation float3 tint : COLOR0;
};

float3x4 fetchBone(uint bone, uint frame)
{
    uint x = bone * 3u % max(boneTexWidth, 3u);
    return float3x4(boneFrames.Load(int3(x, frame, 0)),
                    boneFrames.Load(int3(x + 1u, frame, 0)),
                    boneFrames.Load(int3(x + 2u, frame, 0)));
}

CrowdOut vs_main(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD0,
                 uint4 bones : BLENDINDICES, float4 weights : BLENDWEIGHT, uint id : SV_InstanceID)
{
    uint frames = clamp(frameCount, 1u, 64u);
    float clock = abs(crowdGrid.w) * (1.0 + crowdGrid.z * 30.0) + id * 7.31;
    uint f0 = (uint)clock % frames;
    uint f1 = (f0 + 1u) % frames;
    float t = frac(clock);

    float3x4 m = 0;
    [unroll]
    for (int k = 0; k < 2; ++k)
    {
        float3x4 a = fetchBone(bones[k], f0);
        float3x4 b = fetchBone(bones[k], f1);
        m += (a + (b - a) * t) * weights[k];
    }
    uint columns = clamp((uint)abs(crowdGrid.x), 1u, 64u);
    float2 cell = float2(id % columns, id / columns) * crowdGrid.y;

    CrowdOut o;
    float3 p = mul(m, float4(position, 1)) + float3(cell.x, 0, cell.y);
    o.pos = mul(viewProjection, float4(p, 1));
    o.normal = mul((float3x3)m, normal);
    o.uv = uv;
    uint h = id * 2654435761u;
    o.tint = float3(h & 255u, (h >> 8) & 255u, (h >> 16) & 255u) / 255.0;
    return o;
}

float4 ps_main(CrowdOut i) : SV_Target
{
    float up = saturate(i.normal.y * 0.5 + 0.5);
    return float4(crowdAlbedo.Sample(crowdSampler, i.uv).rgb * lerp(0.5, i.tint, 0.7) * (0.4 + 0.6 * up), 1);
}
