// Rounding in every direction and remainders, on exact steps.

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    float4 v = (position.xyyx - 32.5) * float4(0.25, 0.5, -0.25, -0.125);
    float whole;
    float part = modf(v.x, whole);
    float exponent;
    float mantissa = frexp(v.y + 100.5, exponent);
    float4 a = float4(floor(v.x), ceil(v.y), round(v.z), trunc(v.w));
    float4 b = float4(fmod(v.x, 4.0), frac(v.y), part + whole * 2.0, mantissa * 16.0 + exponent);
    return a * 0.5 + b + float4(sign(v.xy), step(0.0, v.zw));
}
