// Arrays of scalars and of float3: every element starts a row.

cbuffer Constants : register(b2)
{
    float g_weights[8];
    float3 g_directions[4];
    float g_tail;
    int g_kinds[3];
};

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint column = (uint)position.x;
    float weight = g_weights[column & 7u];
    float3 direction = g_directions[column & 3u];
    return float4(direction * weight, g_tail + (float)(g_kinds[column % 3u] & 7) * 0.125);
}
