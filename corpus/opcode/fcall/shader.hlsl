// Calls a method through an interface whose class the application chooses, fcall.

#include "attribute_pass.hlsli"

interface Tint
{
    float4 apply(float4 colour);
};

class Multiply : Tint
{
    float4 g_factor;
    float4 apply(float4 colour)
    {
        return colour * g_factor;
    }
};

class Offset : Tint
{
    float4 g_amount;
    float4 apply(float4 colour)
    {
        return colour + g_amount;
    }
};

cbuffer Classes : register(b0)
{
    Multiply g_multiply;
    Offset g_offset;
};

Tint g_tint;

float4 ps_main(Varying input) : SV_Target
{
    return g_tint.apply(input.value);
}
