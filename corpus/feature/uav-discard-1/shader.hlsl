// A pixel that is discarded keeps what it wrote before and writes no more, also where it runs on for the derivatives of its
// neighbours.

Texture2D g_texture : register(t0);
SamplerState g_sampler : register(s0);
RWStructuredBuffer<uint2> g_marks : register(u1);
RWByteAddressBuffer g_counts : register(u2);

float4 ps_main(float4 position : SV_Position, float2 coordinate : TEXCOORD0) : SV_Target
{
    uint2 pixel = (uint2)position.xy;
    uint at = pixel.y * 16u + pixel.x;
    g_marks[at].x = at + 1u;
    g_counts.InterlockedAdd(0u, 1u);
    if (((pixel.x * 3u + pixel.y * 5u) & 7u) < 3u)
        discard;
    float4 colour = g_texture.Sample(g_sampler, coordinate);
    g_marks[at].y = at + (ddx(position.x) > 0.5 ? 2u : 1u);
    g_counts.InterlockedAdd(4u, 1u);
    uint before;
    g_counts.InterlockedMax(8u, at, before);
    return colour;
}
