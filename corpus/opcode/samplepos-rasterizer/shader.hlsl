// The place of a sample of the render target, samplepos of the rasterizer.

cbuffer Operands : register(b0)
{
    uint g_sample;
};

float2 ps_main() : SV_Target
{
    return GetRenderTargetSamplePosition(g_sample);
}
