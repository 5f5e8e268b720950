// Fourteen constant buffers at once, out of order.

#define BUFFER(n) cbuffer Buffer##n : register(b##n) { float4 g_value##n; };

BUFFER(13) BUFFER(0) BUFFER(7) BUFFER(1) BUFFER(2) BUFFER(3) BUFFER(4)
BUFFER(5) BUFFER(6) BUFFER(8) BUFFER(9) BUFFER(10) BUFFER(11) BUFFER(12)

float4 ps_main() : SV_Target
{
    float4 low = g_value0 + g_value1 * g_value2 - g_value3 + g_value4 * g_value5 - g_value6;
    float4 high = g_value7 + g_value8 * g_value9 - g_value10 + g_value11 * g_value12 - g_value13;
    return low * 0.5 + high * 0.25;
}
