// Texels of a volume of floats and of layers of signed integers.

RWTexture3D<float4> g_volume : register(u0);
RWTexture2DArray<int4> g_layers : register(u1);
RWTexture1D<float4> g_line : register(u2);

[numthreads(2, 2, 2)]
void main(uint3 id : SV_DispatchThreadID)
{
    g_volume[id] = float4((float3)id, 1.0f);
    g_layers[uint3(id.yx, id.z)] = int4((int3)id - 2, 9);
    g_line[id.x] = (float)id.x * 0.5f;
}
