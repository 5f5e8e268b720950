// Seventeen varyings of four lanes, where WebGL2 promises 15 vectors.
struct Varying
{
    float4 position : SV_Position;
    float4 v0 : TEXCOORD0;
    float4 v1 : TEXCOORD1;
    float4 v2 : TEXCOORD2;
    float4 v3 : TEXCOORD3;
    float4 v4 : TEXCOORD4;
    float4 v5 : TEXCOORD5;
    float4 v6 : TEXCOORD6;
    float4 v7 : TEXCOORD7;
    float4 v8 : TEXCOORD8;
    float4 v9 : TEXCOORD9;
    float4 v10 : TEXCOORD10;
    float4 v11 : TEXCOORD11;
    float4 v12 : TEXCOORD12;
    float4 v13 : TEXCOORD13;
    float4 v14 : TEXCOORD14;
    float4 v15 : TEXCOORD15;
    float4 v16 : TEXCOORD16;
};

Varying vs_main(float4 position : POSITION, float2 uv : TEXCOORD0)
{
    Varying o;
    o.position = position;
    o.v0 = uv.xyxy * 0.0 + 0.5;
    o.v1 = uv.xyxy * 1.0 + 1.5;
    o.v2 = uv.xyxy * 2.0 + 2.5;
    o.v3 = uv.xyxy * 3.0 + 3.5;
    o.v4 = uv.xyxy * 4.0 + 4.5;
    o.v5 = uv.xyxy * 5.0 + 5.5;
    o.v6 = uv.xyxy * 6.0 + 6.5;
    o.v7 = uv.xyxy * 7.0 + 7.5;
    o.v8 = uv.xyxy * 8.0 + 8.5;
    o.v9 = uv.xyxy * 9.0 + 9.5;
    o.v10 = uv.xyxy * 10.0 + 10.5;
    o.v11 = uv.xyxy * 11.0 + 11.5;
    o.v12 = uv.xyxy * 12.0 + 12.5;
    o.v13 = uv.xyxy * 13.0 + 13.5;
    o.v14 = uv.xyxy * 14.0 + 14.5;
    o.v15 = uv.xyxy * 15.0 + 15.5;
    o.v16 = uv.xyxy * 16.0 + 16.5;
    return o;
}

float4 ps_main(Varying i) : SV_Target
{
    return (i.v0 + i.v1 + i.v2 + i.v3 + i.v4 + i.v5 + i.v6 + i.v7 + i.v8 + i.v9 + i.v10 + i.v11 + i.v12 + i.v13 + i.v14 + i.v15 + i.v16) * 0.0625;
}
