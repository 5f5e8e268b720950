// Row-major and column-major matrices side by side, 3x4, 4x3, 3x3, 2x2 and 2x4
// in one buffer, multiplied from both sides, elements and rows picked out by
// constant and by variable index.
cbuffer Matrices : register(b0)
{
    column_major float4x4 colMajor;
    row_major float4x4 rowMajor;
    row_major float3x4 affineRows;
    column_major float3x4 affineColumns;
    float4x3 normalXform;
    row_major float3x3 rotation;
    float2x2 uvRotation;
    row_major float2x4 pair;
    uint pickRow;
    uint pickColumn;
};

struct V
{
    float4 pos : SV_Position;
    float4 a : TEXCOORD0;
    float4 b : TEXCOORD1;
    float2 uv : TEXCOORD2;
};

V vs_main(float4 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD0)
{
    V o;
    float3 p = mul(affineRows, position);
    float3 q = mul(affineColumns, position);
    o.pos = mul(colMajor, float4(p, 1)) + mul(float4(q, 0), rowMajor) * 0.1;
    float3 n = mul(rotation, normal) + mul(float4(normal, 1), normalXform);
    o.a = float4(n, colMajor[pickRow & 3u][pickColumn & 3u]);
    o.b = rowMajor[pickRow & 3u] + float4(mul(pair, position), pair._m13, pair._24);
    o.uv = mul(uvRotation, uv) + mul(uv, uvRotation);
    return o;
}

float4 ps_main(V i) : SV_Target
{
    float3x3 t = transpose(rotation);
    float3 c = mul(t, i.a.xyz);
    float2x2 m = float2x2(i.b.xy, i.b.zw);
    float det = determinant(m);
    return float4(frac(abs(c)), frac(abs(det) + i.a.w + i.uv.x));
}
