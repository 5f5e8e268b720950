// Each pixel keeps what it has computed in a buffer and in textures beside the target, each at its own place. The neighbours
// of the quad are read by derivatives, so that helper pixels run, too.

RWByteAddressBuffer g_words : register(u1);
RWTexture2D<float4> g_floats : register(u2);
RWTexture2D<int> g_numbers : register(u3);

float4 ps_main(float4 position : SV_Position, float2 coordinate : TEXCOORD0) : SV_Target
{
    uint2 pixel = (uint2)position.xy;
    float2 slope = float2(ddx(coordinate.x * coordinate.y), ddy(coordinate.x * coordinate.y));
    uint at = (pixel.y * 16u + pixel.x) * 4u;
    uint before = g_words.Load(at);
    g_words.Store(at, before * 3u + at);
    g_floats[pixel] = float4(coordinate, slope);
    g_numbers[pixel] = g_numbers[pixel] - (int)at;
    return float4(coordinate, slope);
}
