// Two-dimensional texture: its size as floats and as integers, of the first and of another level.

cbuffer Constants : register(b0)
{
    uint g_level;
};

Texture2D g_texture : register(t0);

struct Targets
{
    float4 sizes : SV_Target0;
    uint4 level : SV_Target1;
    float4 texel : SV_Target2;
};

Targets ps_main()
{
    Targets output;
    uint width, height, levels;
    g_texture.GetDimensions(g_level & 1u, width, height, levels);
    output.level = uint4(width, height, levels, 0u);
    float f_width, f_height, f_levels;
    g_texture.GetDimensions(0, f_width, f_height, f_levels);
    output.sizes = float4(f_width, f_height, f_levels, 0.0);
    float w_width, w_height;
    g_texture.GetDimensions(w_width, w_height);
    output.texel = float4(1.0 / w_width, 1.0 / w_height, 0.0, 0.0);
    return output;
}
