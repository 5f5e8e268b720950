// Vertex texture fetch: a given level, given derivatives, unfiltered reads and sizes.

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
};

Texture2D g_plane : register(t0);
Texture3D g_volume : register(t1);
TextureCube g_sky : register(t2);
Texture2DArray<uint4> g_ids : register(t3);
SamplerState g_sampler : register(s0);

Varying vs_main(float4 position : POSITION, float4 value : TEXCOORD0, uint id : SV_VertexID)
{
    uint width, height;
    g_plane.GetDimensions(width, height);
    float4 sum = g_plane.SampleLevel(g_sampler, value.xy, 1.0);
    sum += g_volume.SampleLevel(g_sampler, value.xyz, 0.0, int3(1, 0, -1));
    sum += g_sky.SampleGrad(g_sampler, value.xyz - 0.5, float3(0.0, 0.0, 0.0625), float3(0.0625, 0.0, 0.0));
    sum += g_plane.Load(int3(id % max(width, 1u), id & 1u, 0));
    sum += (float4)(g_ids.Load(int4(id & 3u, 0, 1, 0)) & 3u) * 0.125;
    Varying output;
    output.position = position;
    output.colour = sum * 0.25;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    return input.colour;
}
