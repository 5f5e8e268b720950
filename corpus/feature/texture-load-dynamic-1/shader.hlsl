// A box of texels summed by hand, of a level that depends on the pixel.

cbuffer Constants : register(b0)
{
    int2 g_size;
};

Texture2D g_texture : register(t0);

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    int level = (int)position.x & 1;
    int2 corner = (int2)position.xy >> (level + 1);
    int2 size = clamp(g_size, 1, 3);
    float4 sum = float4(0.0, 0.0, 0.0, 0.0);
    [loop]
    for (int y = 0; y < size.y; ++y)
    {
        [loop]
        for (int x = 0; x < size.x; ++x)
            sum += g_texture.Load(int3(corner + int2(x, y), level));
    }
    return sum / (float)(size.x * size.y);
}
