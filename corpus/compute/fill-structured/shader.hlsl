// Each thread writes 3 * id + 1 to its own element.

RWStructuredBuffer<uint> g_out : register(u0);

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    g_out[id.x] = 3u * id.x + 1u;
}
