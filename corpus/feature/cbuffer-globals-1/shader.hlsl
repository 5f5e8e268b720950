// Constants without a buffer end up in one called $Globals, with default values in the reflection.

float4 g_tint = float4(1.0, 0.5, 0.25, 1.0);
float g_strength = 0.75;
int g_mode = 2;
static const float LIMIT = 0.5;
uniform float4x3 g_matrix;

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    float4 colour = g_mode == 2 ? g_tint : g_tint.wzyx;
    return colour * g_strength + float4(mul(position / 64.0, g_matrix), LIMIT);
}
