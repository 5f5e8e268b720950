// Split-sum table generator: no textures, nothing bound but the size of the
// loop; heavy scalar arithmetic, two-channel output.
#include "fullscreen.hlsli"
#include "mathlib.hlsli"

ScreenVaryings vs_main(uint id : SV_VertexID) { return fullscreen_vs(id); }

float2 ps_main(ScreenVaryings i) : SV_Target
{
    float nv = clamp(i.uv.x, 0.02, 1.0);
    float roughness = clamp(i.uv.y, 0.05, 1.0);
    float a2 = sq(sq(roughness));
    float3 v = float3(sqrt(1 - nv * nv), 0, nv);
    float2 sum = 0;
    const uint count = 24u;
    [loop]
    for (uint k = 0; k < count; ++k)
    {
        uint bits = (k << 16) | (k >> 16);
        bits = ((bits & 0x55555555u) << 1) | ((bits & 0xaaaaaaaau) >> 1);
        bits = ((bits & 0x33333333u) << 2) | ((bits & 0xccccccccu) >> 2);
        bits = ((bits & 0x0f0f0f0fu) << 4) | ((bits & 0xf0f0f0f0u) >> 4);
        bits = ((bits & 0x00ff00ffu) << 8) | ((bits & 0xff00ff00u) >> 8);
        float y = bits * 2.3283064365386963e-10;
        float cosT = sqrt((1 - y) / (1 + (a2 - 1) * y));
        float sinT = sqrt(saturate(1 - cosT * cosT));
        float phi = 2 * PI * (k / (float)count);
        float3 h = float3(sinT * cos(phi), sinT * sin(phi), cosT);
        float vh = saturate(dot(v, h));
        float nl = saturate(2 * vh * h.z - v.z);
        if (nl > 0)
        {
            float gv = nl * sqrt(nv * nv * (1 - a2) + a2);
            float gl = nv * sqrt(nl * nl * (1 - a2) + a2);
            float g = 2 * nl * vh * nv / max((gv + gl) * h.z * nv, 1e-4);
            float f = pow5(1 - vh);
            sum += float2((1 - f) * g, f * g);
        }
    }
    return sum / count;
}
