// Derivatives of a smooth and of a linear value.

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    float2 p = position.xy / 16.0;
    float curve = p.x * p.x + p.x * p.y * 0.5;
    float4 coarse = float4(ddx(p.x), ddy(p.y), ddx_coarse(p.x * 2.0), ddy_coarse(p.y * 3.0));
    float4 fine = float4(ddx_fine(curve), ddy_fine(curve), fwidth(p.x), fwidth(p.y));
    return coarse + fine;
}
