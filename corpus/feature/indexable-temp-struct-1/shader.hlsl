// An array of structures becomes several arrays, one for each member's rows.

#include "attribute_pass.hlsli"

struct Light
{
    float3 colour;
    float range;
    int kind;
};

float4 ps_main(Varying input) : SV_Target
{
    Light lights[3];
    [unroll]
    for (int i = 0; i < 3; ++i)
    {
        lights[i].colour = input.value.xyz * (float)(i + 1) * 0.25;
        lights[i].range = input.value.w + (float)i;
        lights[i].kind = 2 - i;
    }
    uint chosen = (uint)input.position.x % 3u;
    lights[chosen].range *= 0.5;
    lights[chosen].kind += 4;
    Light light = lights[(uint)input.position.y % 3u];
    return float4(light.colour * light.range, (float)light.kind * 0.125);
}
