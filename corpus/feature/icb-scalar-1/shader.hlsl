// Tables of narrower elements share rows of four lanes.

static const float WEIGHTS[8] = { 0.03125, 0.109375, 0.21875, 0.2734375, 0.21875, 0.109375, 0.03125, 0.5 };
static const float2 OFFSETS[5] = { { -0.5, 0.25 }, { 0.5, -0.25 }, { 0.0, 1.0 }, { 1.0, 0.0 }, { -1.0, -1.0 } };
static const float3 AXES[3] = { { 1.0, 0.0, 0.5 }, { 0.0, 1.0, -0.5 }, { 0.5, 0.5, 1.0 } };

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    uint2 pixel = (uint2)position.xy;
    float weight = WEIGHTS[pixel.x & 7u];
    float2 offset = OFFSETS[pixel.y % 5u];
    float3 axis = AXES[pixel.x % 3u];
    return float4(axis * weight, offset.x + offset.y) + offset.yxyx * 0.125;
}
