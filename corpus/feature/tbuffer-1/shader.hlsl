// Constants in a texture buffer are read as texels of a typed buffer.

tbuffer Lights : register(t2)
{
    float4 g_colour;
    float3 g_direction;
    int g_kind;
    float4 g_ramp[8];
};

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    float4 ramp = g_ramp[(uint)position.x & 7u];
    float4 colour = g_kind > 1 ? g_colour : g_colour.wzyx;
    return colour * ramp + float4(g_direction, 0.0);
}
