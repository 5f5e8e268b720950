// Triplanar mapping of rocks: three projections weighted by the world normal,
// whiteout normal blend, sign-corrected so that nothing is mirrored.
#include "frame.hlsli"
#include "mathlib.hlsli"

cbuffer Triplanar : register(b2)
{
    float tiling;
    float sharpness;
    float2 unused;
    float4 topTint;
    float4 sideTint;
};

Texture2D sideAlbedo : register(t0);
Texture2D topAlbedo : register(t1);
Texture2D sideNormal : register(t2);
SamplerState samplerTrilinear : register(s3);

void vs_main(float4 position : POSITION, float3 normal : NORMAL,
             out float4 clipPos : SV_Position, out float3 worldPos : TEXCOORD0, out float3 worldNormal : TEXCOORD1)
{
    float4 p = mul(world, position);
    worldPos = p.xyz;
    worldNormal = mul((float3x3)normalMatrix, normal);
    clipPos = mul(viewProj, p);
}

float4 ps_main(float4 clipPos : SV_Position, float3 worldPos : TEXCOORD0, float3 worldNormal : TEXCOORD1) : SV_Target
{
    float3 n = safeNormalize(worldNormal);
    float3 w = pow(abs(n) + 1e-4, 1.0 + 7.0 * saturate(sharpness));
    w /= w.x + w.y + w.z;
    float3 p = worldPos * (0.25 + tiling);
    float3 s = n < 0.0 ? -1.0 : 1.0;

    float2 ux = p.zy * float2(s.x, 1);
    float2 uy = p.xz * float2(s.y, 1);
    float2 uz = p.xy * float2(-s.z, 1);

    float3 cx = sideAlbedo.Sample(samplerTrilinear, ux).rgb;
    float3 cz = sideAlbedo.Sample(samplerTrilinear, uz).rgb;
    float3 cTop = topAlbedo.Sample(samplerTrilinear, uy).rgb * topTint.rgb;
    float3 cBottom = sideAlbedo.Sample(samplerTrilinear, uy).rgb * sideTint.rgb;
    float3 cy = n.y > 0.0 ? cTop : cBottom;
    float3 albedo = (cx * w.x + cz * w.z) * sideTint.rgb + cy * w.y;

    float3 nx = sideNormal.Sample(samplerTrilinear, ux).xyz * 2.0 - 1.0;
    float3 ny = sideNormal.Sample(samplerTrilinear, uy).xyz * 2.0 - 1.0;
    float3 nz = sideNormal.Sample(samplerTrilinear, uz).xyz * 2.0 - 1.0;
    nx = float3(nx.xy + n.zy, abs(nx.z) * n.x);
    ny = float3(ny.xy + n.xz, abs(ny.z) * n.y);
    nz = float3(nz.xy + n.xy, abs(nz.z) * n.z);
    float3 wn = safeNormalize(nx.zyx * w.x + ny.xzy * w.y + nz.xyz * w.z);

    float3 light = saturate(dot(wn, safeNormalize(sunDir))) * sunColor + lerp(groundColor, skyColor, wn.y * 0.5 + 0.5) * 0.3;
    return float4(albedo * light, 1);
}
