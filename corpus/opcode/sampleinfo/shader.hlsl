// The number of samples of a multisampled texture, sampleinfo.

Texture2DMS<float4> g_texture : register(t0);

uint ps_main() : SV_Target
{
    uint width, height, samples;
    g_texture.GetDimensions(width, height, samples);
    return samples;
}
