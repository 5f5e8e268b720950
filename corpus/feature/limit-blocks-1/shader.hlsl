// Thirteen constant buffers in each stage: 26 in all, where WebGL2 promises 12 and 24.
cbuffer Part0 : register(b0) { float4 part0; };
cbuffer Part1 : register(b1) { float4 part1; };
cbuffer Part2 : register(b2) { float4 part2; };
cbuffer Part3 : register(b3) { float4 part3; };
cbuffer Part4 : register(b4) { float4 part4; };
cbuffer Part5 : register(b5) { float4 part5; };
cbuffer Part6 : register(b6) { float4 part6; };
cbuffer Part7 : register(b7) { float4 part7; };
cbuffer Part8 : register(b8) { float4 part8; };
cbuffer Part9 : register(b9) { float4 part9; };
cbuffer Part10 : register(b10) { float4 part10; };
cbuffer Part11 : register(b11) { float4 part11; };
cbuffer Part12 : register(b12) { float4 part12; };

struct Varying
{
    float4 position : SV_Position;
    float4 colour : COLOR0;
};

Varying vs_main(float4 position : POSITION)
{
    Varying o;
    o.position = position;
    o.colour = (part0 + part1 + part2 + part3 + part4 + part5 + part6 + part7 + part8 + part9 + part10 + part11 + part12) * 0.125;
    return o;
}

float4 ps_main(Varying i) : SV_Target
{
    return i.colour + (part0.wzyx + part1.wzyx + part2.wzyx + part3.wzyx + part4.wzyx + part5.wzyx + part6.wzyx + part7.wzyx + part8.wzyx + part9.wzyx + part10.wzyx + part11.wzyx + part12.wzyx) * 0.0625;
}
