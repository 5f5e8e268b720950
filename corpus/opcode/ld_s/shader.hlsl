// Tiled resources: unfiltered read with a status, ld_s.

Texture2D g_texture : register(t0);

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint status;
    float4 texel = g_texture.Load(int3(position.xy, 0), int2(1, 0), status);
    return CheckAccessFullyMapped(status) ? texel : float4(1.0, 0.0, 1.0, 1.0);
}
