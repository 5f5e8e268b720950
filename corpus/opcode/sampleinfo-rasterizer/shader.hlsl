// The number of samples of the render target, sampleinfo of the rasterizer.

float ps_main() : SV_Target
{
    return (float)GetRenderTargetSampleCount();
}
