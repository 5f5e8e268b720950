// The vector functions that lighting uses.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_direction;
};

float4 ps_main(Varying input) : SV_Target
{
    float3 n = normalize(input.value.xyz + float3(0.25, 0.5, 1.0));
    float3 l = normalize(g_direction.xyz + float3(0.5, 0.25, 1.0));
    float3 r = reflect(-l, n);
    float3 t = refract(-l, n, 0.75);
    float3 f = faceforward(n, -l, n);
    float4 shading = lit(dot(n, l), dot(r, n), 8.0);
    float4 attenuation = dst(input.value, g_direction);
    float3 c = cross(n, l) * length(input.value.xyz) + distance(n, l) * t;
    return float4(c + f * 0.25, shading.y + shading.z) + attenuation * 0.125;
}
