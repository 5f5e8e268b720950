// The pixel stage declares the same slot with more rows.

cbuffer Frame : register(b0)
{
    float4 g_offset;
    float4 g_scale;
    float4 g_colours[6];
};

float4 ps_main(float4 position : SV_Position, float4 value : TEXCOORD0) : SV_Target
{
    return value * g_colours[5] + g_colours[0] + g_offset;
}
