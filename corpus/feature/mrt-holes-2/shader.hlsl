// A lone target whose number is not zero.

float4 ps_main(float4 position : SV_Position) : SV_Target3
{
    return position / 64.0;
}
