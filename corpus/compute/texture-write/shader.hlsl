// A texture of floats, one of unsigned and one of signed integers; texels outside are not written.

RWTexture2D<float4> g_floats : register(u0);
RWTexture2D<uint4> g_uints : register(u1);
RWTexture2D<int4> g_ints : register(u3);

[numthreads(4, 4, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2 at = (float2)id.xy;
    g_floats[id.xy] = float4(at.x, at.y, at.x * at.y, 0.25f);
    g_uints[id.xy] = uint4(id.xy, id.x * id.y, 7u);
    g_ints[id.yx] = int4(-(int)id.x, (int)id.y, -1, 1);
}
