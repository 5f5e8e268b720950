// The place of a sample of a multisampled texture, samplepos.

cbuffer Operands : register(b0)
{
    uint g_sample;
};

Texture2DMS<float4> g_texture : register(t0);

float2 ps_main() : SV_Target
{
    return g_texture.GetSamplePosition(g_sample);
}
