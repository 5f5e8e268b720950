// Signed integer textures of one and two lanes, an array and a volume.

Texture2D<int2> g_offsets : register(t0);
Texture2DArray<int> g_heights : register(t1);
Texture3D<uint> g_cells : register(t2);

int4 ps_main(float4 position : SV_Position) : SV_Target
{
    int2 pixel = (int2)position.xy;
    int2 offset = g_offsets.Load(int3(pixel, 0));
    int height = g_heights.Load(int4(pixel, pixel.x & 1, 0));
    uint cell = g_cells.Load(int4(pixel, 2, 0));
    return int4(offset, height, (int)cell) * int4(1, -1, 2, 3);
}
