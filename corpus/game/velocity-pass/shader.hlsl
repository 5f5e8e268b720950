// Motion vectors: current and previous transforms, jitter removed, result in
// a two-channel float target. Row-vector convention with row_major matrices.
#pragma pack_matrix(row_major)

cbuffer cbVelocity : register(b0)
{
    float4x4 g_WorldViewProj;
    float4x4 g_PrevWorldViewProj;
    float2 g_Jitter;
    float2 g_PrevJitter;
    float2 g_ScreenSize;
};

struct VSOUT
{
    float4 hpos : SV_Position;
    float4 cur : TEXCOORD0;
    float4 prev : TEXCOORD1;
};

VSOUT vs_main(float3 pos : POSITION, float3 prevPos : POSITION1)
{
    VSOUT o;
    o.cur = mul(float4(pos, 1), g_WorldViewProj);
    o.prev = mul(float4(prevPos, 1), g_PrevWorldViewProj);
    o.hpos = o.cur;
    return o;
}

float2 ps_main(VSOUT i) : SV_Target0
{
    float2 cur = i.cur.xy / max(i.cur.w, 1e-3) - g_Jitter;
    float2 prev = i.prev.xy / max(i.prev.w, 1e-3) - g_PrevJitter;
    float2 v = (cur - prev) * float2(0.5, -0.5);
    // Square-root encoding keeps small motions precise.
    return sign(v) * sqrt(abs(v));
}
