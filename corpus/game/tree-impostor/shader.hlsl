// Octahedral impostor: the view direction picks three neighbouring frames of
// an atlas, blended by barycentric weights, with depth-shifted uv and clip.
#include "frame.hlsli"
#include "mathlib.hlsli"

cbuffer Impostor : register(b2)
{
    float frames;
    float impostorSize;
    float parallaxStrength;
    float clipAlpha;
};

Texture2D impostorColor : register(t0);
Texture2D impostorNormalDepth : register(t1);
SamplerState linearClamp : register(s0);

struct Varyings
{
    float4 pos : SV_Position;
    float2 plane : TEXCOORD0;
    nointerpolation float2 grid : TEXCOORD1;
    float3 viewDir : TEXCOORD2;
};

Varyings vs_main(uint id : SV_VertexID, float4 centre : INSTANCE_TRANSFORM0)
{
    float2 q = float2(id & 1u, (id >> 1) & 1u) * 2 - 1;
    float3 toCamera = safeNormalize(cameraPos - centre.xyz + float3(0.01, 0.02, 0.03));
    float3 right = safeNormalize(cross(float3(0, 1, 0), toCamera) + float3(1e-3, 0, 0));
    float3 up = cross(toCamera, right);
    Varyings o;
    float3 p = centre.xyz + (right * q.x + up * q.y) * (impostorSize * 0.5 + 0.5) * max(centre.w, 0.2);
    o.pos = mul(viewProj, float4(p, 1));
    o.plane = q * float2(0.5, -0.5) + 0.5;
    // Hemi-octahedral coordinates of the direction.
    float3 d = toCamera;
    d.y = abs(d.y);
    d.xz /= dot(abs(d), 1);
    o.grid = float2(d.x + d.z, d.x - d.z) * 0.5 + 0.5;
    o.viewDir = float3(dot(toCamera, right), dot(toCamera, up), dot(toCamera, toCamera));
    return o;
}

float2 frameUv(float2 frame, float2 plane, float n, float2 shift)
{
    return (clamp(frame, 0, n - 1) + saturate(plane + shift)) / n;
}

float4 ps_main(Varyings i) : SV_Target
{
    float n = clamp(floor(frames * 8), 2, 8);
    float2 g = saturate(i.grid) * (n - 1);
    float2 f = floor(g);
    float2 t = g - f;
    float upper = t.x > t.y ? 1.0 : 0.0;
    float3 w = float3(1 - max(t.x, t.y), abs(t.x - t.y), min(t.x, t.y));
    float2 second = f + float2(upper, 1 - upper);
    float2 third = f + 1;

    float depth = impostorNormalDepth.SampleLevel(linearClamp, frameUv(f, i.plane, n, 0), 0).a - 0.5;
    float2 shift = i.viewDir.xy * depth * parallaxStrength * 0.2;
    float2 ua = frameUv(f, i.plane, n, shift), ub = frameUv(second, i.plane, n, shift), uc = frameUv(third, i.plane, n, shift);
    float4 color = impostorColor.SampleLevel(linearClamp, ua, 0) * w.x
                 + impostorColor.SampleLevel(linearClamp, ub, 0) * w.y
                 + impostorColor.SampleLevel(linearClamp, uc, 0) * w.z;
    clip(color.a - clipAlpha * 0.5);
    float3 nrm = impostorNormalDepth.SampleLevel(linearClamp, ua, 0).xyz * w.x
               + impostorNormalDepth.SampleLevel(linearClamp, ub, 0).xyz * w.y
               + impostorNormalDepth.SampleLevel(linearClamp, uc, 0).xyz * w.z;
    float light = saturate(dot(safeNormalize(nrm * 2 - 1), safeNormalize(sunDir)));
    return float4(color.rgb * (light * sunColor + 0.3), 1);
}
