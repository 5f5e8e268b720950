// Nine textures, each read with two samplers in both stages: 18 units a stage, 36
// in all, where WebGL2 promises 16 and 32.
Texture2D maps[9] : register(t0);
SamplerState smooth : register(s0);
SamplerState sharp : register(s1);

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
    float2 uv : TEXCOORD0;
};

Varying vs_main(float4 position : POSITION, float2 uv : TEXCOORD0)
{
    Varying o;
    o.position = position;
    o.uv = uv;
    o.colour = 0;
    [unroll]
    for (uint i = 0; i < 9; ++i)
        o.colour += maps[i].SampleLevel(smooth, uv, 0) - maps[i].SampleLevel(sharp, uv.yx, 0) * 0.5;
    return o;
}

float4 ps_main(Varying i) : SV_Target
{
    float4 sum = i.colour * 0.25;
    [unroll]
    for (uint k = 0; k < 9; ++k)
        sum += maps[k].SampleLevel(smooth, i.uv, 0) * 0.25 - maps[k].SampleLevel(sharp, i.uv.yx, 0) * 0.125;
    return sum;
}
