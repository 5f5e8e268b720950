// The steps of each thread's number until it is one, or forty of them.

RWStructuredBuffer<uint> g_steps : register(u0);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint number = id.x + 1u;
    uint steps = 0u;
    [loop]
    while (number != 1u && steps < 40u)
    {
        [branch]
        if ((number & 1u) == 0u)
        {
            number >>= 1;
        }
        else
        {
            number = number * 3u + 1u;
        }
        steps++;
    }
    g_steps[id.x] = steps;
}
