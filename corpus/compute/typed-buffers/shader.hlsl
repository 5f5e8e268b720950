// A buffer of four floats an element is written, one of unsigned and one of signed integers is read and written.

RWBuffer<float4> g_floats : register(u0);
RWBuffer<uint> g_uints : register(u1);
RWBuffer<int> g_ints : register(u2);

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float x = (float)id.x;
    g_floats[id.x] = float4(x, x * 0.5f, -x, 1.0f / (x + 1.0f));
    g_uints[id.x] = g_uints[id.x] * 3u;
    g_ints[id.x] = -g_ints[id.x] - (int)id.x;
}
