// Five semantics in fewer registers: a colour with fog beside it, and scalars next to each other.

struct Varying
{
    float4 position : SV_Position;
    float3 colour : COLOR0;
    float fog : FOG;
    float height : HEIGHT;
    float2 coordinate : TEXCOORD0;
    float weight : TEXCOORD7;
};

Varying vs_main(float4 position : POSITION, float3 normal : NORMAL, float2 coordinate : TEXCOORD0)
{
    Varying output;
    output.position = position;
    output.colour = normal * 0.5 + 0.5;
    output.fog = position.x * 0.5 + 0.5;
    output.height = position.y;
    output.coordinate = coordinate;
    output.weight = coordinate.x * coordinate.y;
    return output;
}

float4 ps_main(Varying input) : SV_Target
{
    float3 fogged = lerp(input.colour, float3(0.5, 0.6, 0.7), input.fog);
    return float4(fogged + input.height * 0.1, input.weight) + input.coordinate.xyxy * 0.25;
}
