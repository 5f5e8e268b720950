// Width, height and number of levels of a given level as integers, resinfo_uint.

cbuffer Operands : register(b0)
{
    uint g_level;
};

Texture2D g_texture : register(t0);

uint4 ps_main() : SV_Target
{
    uint width, height, levels;
    g_texture.GetDimensions(g_level, width, height, levels);
    return uint4(width, height, levels, 1u);
}
