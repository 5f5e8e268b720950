// A quarter of the screen is dropped by a branch around a bare discard, which then returns.

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    [branch]
    if (position.x < 32.0 && position.y < 32.0)
    {
        discard;
        return float4(0.0, 0.0, 0.0, 0.0);
    }
    return float4(position.xy / 64.0, 0.5, 1.0);
}
