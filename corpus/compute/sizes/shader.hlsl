// Elements, bytes and texels along each axis.

RWStructuredBuffer<float3> g_structures : register(u0);
RWByteAddressBuffer g_bytes : register(u1);
RWBuffer<float> g_typed : register(u2);
RWTexture2D<float4> g_flat : register(u3);
RWTexture3D<uint4> g_volume : register(u4);
RWTexture2DArray<float4> g_layers : register(u5);
RWStructuredBuffer<uint> g_sizes : register(u6);

[numthreads(1, 1, 1)]
void main()
{
    uint a, b, c;
    g_structures.GetDimensions(a, b);
    g_sizes[0] = a;
    g_sizes[1] = b;
    g_bytes.GetDimensions(a);
    g_sizes[2] = a;
    g_typed.GetDimensions(a);
    g_sizes[3] = a;
    g_flat.GetDimensions(a, b);
    g_sizes[4] = a;
    g_sizes[5] = b;
    g_volume.GetDimensions(a, b, c);
    g_sizes[6] = a;
    g_sizes[7] = b;
    g_sizes[8] = c;
    g_layers.GetDimensions(a, b, c);
    g_sizes[9] = a;
    g_sizes[10] = b;
    g_sizes[11] = c;
    g_flat[uint2(0u, 0u)] = 1.0f;
    g_volume[uint3(1u, 2u, 3u)] = 2u;
    g_layers[uint3(1u, 0u, 2u)] = 3.0f;
}
