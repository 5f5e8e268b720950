// A table of float vectors, indexed by the pixel's column.

static const float4 PALETTE[6] =
{
    float4(1.0, 0.0, 0.0, 1.0), float4(0.0, 1.0, 0.0, 1.0), float4(0.0, 0.0, 1.0, 1.0),
    float4(0.25, -0.5, 1.5e-3, 0.5), float4(1.0e6, -2.0e-6, 0.1, 3.14159274), float4(0.5, 0.5, 0.5, 0.0),
};

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    return PALETTE[(uint)position.x % 6u];
}
