// Unfiltered read of the texel that belongs to the pixel, ld.

Texture2D g_texture : register(t0);

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    return g_texture.Load(int3(position.xy, 0));
}
