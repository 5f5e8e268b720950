// Shades by the number of the viewport.

float4 ps_main(float4 position : SV_Position, uint viewport : SV_ViewportArrayIndex) : SV_Target
{
    return float4(position.xy / 64.0, (float)viewport * 0.25, 1.0);
}
