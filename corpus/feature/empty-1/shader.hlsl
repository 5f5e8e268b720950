// A vertex stage that writes one constant, and a pixel stage without inputs and outputs.

float4 vs_main() : SV_Position
{
    return float4(0.0, 0.0, 0.0, 1.0);
}

void ps_main()
{
}
