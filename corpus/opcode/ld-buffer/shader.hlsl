// Reads an element of a typed buffer by the index of the pixel's column, ld.

Buffer<float4> g_buffer : register(t0);

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    return g_buffer.Load((int)position.x);
}
