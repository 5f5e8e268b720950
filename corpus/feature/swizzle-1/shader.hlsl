// Sources and destinations whose lanes cross each other.

#include "attribute_pass.hlsli"

cbuffer Constants : register(b0)
{
    float4 g_a;
};

float4 ps_main(Varying input) : SV_Target
{
    float4 r = input.value;
    r.xw = r.wx * g_a.yz;
    r.yzw = r.zwy + g_a.xxw;
    r.zx = r.xz - g_a.wy;
    r.y = dot(r.xz, g_a.zx);
    r.wzyx = r.yxwz + r.zzzz;
    return r.ywxz * g_a.wwzx;
}
