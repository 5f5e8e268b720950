// Constants that one frame and one object share: the two buffers almost every
// forward-lit case of this corpus binds. Matrices are column major and
// multiply column vectors: mul(matrix, vector).
#ifndef FRAME_HLSLI
#define FRAME_HLSLI

cbuffer PerFrame : register(b0)
{
    float4x4 viewProj;
    float4x4 view;
    float4x4 invViewProj;
    float3 cameraPos;
    float time;
    float3 sunDir;          // towards the sun, unit length
    float exposure;
    float3 sunColor;
    float sunIntensity;
    float3 skyColor;
    float nearPlane;
    float3 groundColor;
    float farPlane;
    float4 viewport;        // width, height, 1/width, 1/height
};

cbuffer PerObject : register(b1)
{
    float4x4 world;
    float4x4 normalMatrix;  // inverse transpose of world
    float4 objectTint;
    float4 objectParams;
};

#endif
