// Array of one-dimensional textures: its size as floats and as integers, of the first and of another level.

cbuffer Constants : register(b0)
{
    uint g_level;
};

Texture1DArray g_texture : register(t0);

struct Targets
{
    float4 sizes : SV_Target0;
    uint4 level : SV_Target1;
    float4 texel : SV_Target2;
};

Targets ps_main()
{
    Targets output;
    uint width, layers, levels;
    g_texture.GetDimensions(g_level & 1u, width, layers, levels);
    output.level = uint4(width, layers, levels, 0u);
    float f_width, f_layers, f_levels;
    g_texture.GetDimensions(0, f_width, f_layers, f_levels);
    output.sizes = float4(f_width, f_layers, f_levels, 0.0);
    float w_width, w_layers;
    g_texture.GetDimensions(w_width, w_layers);
    output.texel = float4(1.0 / w_width, 1.0 / w_layers, 0.0, 0.0);
    return output;
}
