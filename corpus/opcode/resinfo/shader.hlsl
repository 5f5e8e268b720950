// Width, height and number of levels as floats, resinfo.

Texture2D g_texture : register(t0);

float4 ps_main() : SV_Target
{
    float width, height, levels;
    g_texture.GetDimensions(0, width, height, levels);
    return float4(width, height, levels, 1.0);
}
