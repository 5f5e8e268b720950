// Sixty branches inside each other: the deepest nesting that is allowed is sixty-four.

#include "attribute_pass.hlsli"

cbuffer Limits : register(b0)
{
    float4 g_limits[60];
};

float4 step_value(float4 value, float4 limits)
{
    return value.yzwx * 0.96875 + limits.y * 0.03125;
}

#define IF(n) [branch] if (value.x > g_limits[n].x - (float)n) { value = step_value(value, g_limits[n]);
#define END }
#define IF5(n) IF(n) IF(n + 1) IF(n + 2) IF(n + 3) IF(n + 4)
#define IF10(n) IF5(n) IF5(n + 5)
#define END10 END END END END END END END END END END

float4 ps_main(Varying input) : SV_Target
{
    float4 value = input.value + 0.125;
    IF10(0) IF10(10) IF10(20) IF10(30) IF10(40) IF10(50)
    value *= 0.5;
    END10 END10 END10 END10 END10 END10
    return value;
}
