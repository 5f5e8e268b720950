// Two targets: the smallest deferred buffer.

#include "attribute_pass.hlsli"

struct Targets
{
    float4 albedo : SV_Target0;
    float4 normal : SV_Target1;
};

Targets ps_main(Varying input)
{
    Targets output;
    output.albedo = input.value;
    output.normal = float4(normalize(input.value.xyz + 0.25) * 0.5 + 0.5, 1.0);
    return output;
}
