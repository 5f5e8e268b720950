// Reads one sample of a multisampled texture, ldms. GLSL ES 3.00 has no such textures.

cbuffer Operands : register(b0)
{
    uint g_sample;
};

Texture2DMS<float4> g_texture : register(t0);

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    return g_texture.Load(int2(position.xy), g_sample);
}
