// The pixel stage reads a single row of the slot, as integers, under another name.

cbuffer Debug : register(b1)
{
    uint4 g_first;
};

float4 ps_main(float4 position : SV_Position, float4 value : TEXCOORD0) : SV_Target
{
    return value * ((g_first.x & 1u) ? 1.0 : 0.5);
}
