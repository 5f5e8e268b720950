// Integer-hash noise: the same bits on every machine, unlike frac(sin(x)).
#ifndef NOISE_HLSLI
#define NOISE_HLSLI

uint hash1(uint x)
{
    x = x * 747796405u + 2891336453u;
    x = ((x >> ((x >> 28) + 4u)) ^ x) * 277803737u;
    return (x >> 22) ^ x;
}

uint hash2(int2 p) { return hash1((uint)p.x + hash1((uint)p.y)); }
uint hash3(int3 p) { return hash1((uint)p.x + hash1((uint)p.y + hash1((uint)p.z))); }
float unitFloat(uint h) { return (h >> 8) * (1.0 / 16777216.0); }

float valueNoise(float2 p)
{
    float2 f = floor(p);
    int2 i = (int2)f;
    float2 t = p - f;
    t = t * t * (3.0 - 2.0 * t);
    float a = unitFloat(hash2(i));
    float b = unitFloat(hash2(i + int2(1, 0)));
    float c = unitFloat(hash2(i + int2(0, 1)));
    float d = unitFloat(hash2(i + int2(1, 1)));
    return lerp(lerp(a, b, t.x), lerp(c, d, t.x), t.y);
}

float valueNoise(float3 p)
{
    float3 f = floor(p);
    int3 i = (int3)f;
    float3 t = p - f;
    t = t * t * (3.0 - 2.0 * t);
    float4 low, high;
    [unroll]
    for (int k = 0; k < 4; ++k)
    {
        int3 o = int3(k & 1, k >> 1, 0);
        low[k] = unitFloat(hash3(i + o));
        high[k] = unitFloat(hash3(i + o + int3(0, 0, 1)));
    }
    float4 z = lerp(low, high, t.z);
    return lerp(lerp(z.x, z.y, t.x), lerp(z.z, z.w, t.x), t.y);
}

#endif
