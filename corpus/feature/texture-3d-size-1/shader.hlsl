// Three-dimensional texture: its size as floats and as integers, of the first and of another level.

cbuffer Constants : register(b0)
{
    uint g_level;
};

Texture3D g_texture : register(t0);

struct Targets
{
    float4 sizes : SV_Target0;
    uint4 level : SV_Target1;
    float4 texel : SV_Target2;
};

Targets ps_main()
{
    Targets output;
    uint width, height, depth, levels;
    g_texture.GetDimensions(g_level & 1u, width, height, depth, levels);
    output.level = uint4(width, height, depth, levels);
    float f_width, f_height, f_depth, f_levels;
    g_texture.GetDimensions(0, f_width, f_height, f_depth, f_levels);
    output.sizes = float4(f_width, f_height, f_depth, f_levels);
    float w_width, w_height, w_depth;
    g_texture.GetDimensions(w_width, w_height, w_depth);
    output.texel = float4(1.0 / w_width, 1.0 / w_height, 1.0 / w_depth, 0.0);
    return output;
}
