// Exchanges two vectors under a condition, swapc.

cbuffer Operands : register(b0)
{
    float4 g_a;
    float4 g_b;
    uint g_exchange;
};

struct Targets
{
    float4 first : SV_Target0;
    float4 second : SV_Target1;
};

Targets ps_main()
{
    Targets output;
    output.first = g_a;
    output.second = g_b;
    if (g_exchange)
    {
        float4 kept = output.first;
        output.first = output.second;
        output.second = kept;
    }
    return output;
}
