// Points of a curve: the vertex number runs along it, the instance number chooses it.

cbuffer Curve : register(b0)
{
    float g_amplitude;
    float g_phase;
};

float4 vs_main(uint vertex : SV_VertexID, uint instance : SV_InstanceID) : SV_Position
{
    float along = (float)vertex * 0.125 - 1.0;
    float height = sin(along * 3.0 + g_phase + (float)instance) * g_amplitude;
    return float4(along, height, 0.25, 1.0);
}

float4 ps_main() : SV_Target
{
    return float4(1.0, 0.5, 0.25, 1.0);
}
