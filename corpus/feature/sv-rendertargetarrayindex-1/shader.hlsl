// Shades by the layer of the render target array.

float4 ps_main(float4 position : SV_Position, uint layer : SV_RenderTargetArrayIndex) : SV_Target
{
    return float4(position.xy / 64.0, (float)layer * 0.25, 1.0);
}
