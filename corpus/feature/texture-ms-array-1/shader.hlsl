// GLSL ES 3.00 has no multisampled textures, nor arrays of them.

Texture2DMSArray<float4, 4> g_texture : register(t0);

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    return g_texture.Load(int3(position.xy, 1), 2);
}
