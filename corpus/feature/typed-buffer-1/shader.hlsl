// Typed buffers of floats, integers and normalised numbers.

Buffer<float4> g_floats : register(t0);
Buffer<uint> g_unsigned : register(t1);
Buffer<int2> g_signed : register(t2);
Buffer<unorm float4> g_colours : register(t3);
Buffer<float> g_scalars : register(t4);
Buffer<uint4> g_cells : register(t5);

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint2 pixel = (uint2)position.xy;
    uint index = g_unsigned[pixel.x & 15u] & 15u;
    float4 sum = g_floats[index] + g_colours[pixel.y & 15u] * 0.5;
    int2 offset = g_signed.Load((int)(pixel.x & 15u)) & 7;
    uint4 cell = g_cells[pixel.y & 7u] & 3u;
    return sum + float4((float2)offset * 0.0625, g_scalars[index], (float)(cell.x + cell.w) * 0.125);
}
