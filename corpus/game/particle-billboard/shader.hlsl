// Billboards without vertex buffers: SV_VertexID gives particle and corner,
// particles come from a structured buffer, with rotation, stretch along the
// velocity and colour over life from a gradient texture read in the VS.
cbuffer ParticleCamera : register(b0)
{
    float4x4 viewProj;
    float3 cameraRight;
    float stretch;
    float3 cameraUp;
    float softness;
    uint particleCount;
};

struct Particle
{
    float3 position;
    float age;
    float3 velocity;
    float size;
    float rotation;
    uint packedColor;
};

StructuredBuffer<Particle> particles : register(t0);
Texture2D lifeGradient : register(t1);
Texture2D spriteMap : register(t2);
SamplerState linearClamp : register(s0);

// Corners of the two triangles of a quad.
static const uint quadCorners[6] = { 0, 1, 2, 2, 1, 3 };

struct ParticleVaryings
{
    float4 pos : SV_Position;
    float2 uv : TEXCOORD0;
    float4 color : COLOR0;
};

ParticleVaryings vs_main(uint vertex : SV_VertexID)
{
    uint index = vertex / 6u;
    uint corner = quadCorners[vertex - index * 6u];
    float2 q = float2(corner & 1u, (corner >> 1) & 1u) * 2.0 - 1.0;
    Particle p = particles[index];
    float s, c;
    sincos(p.rotation * 6.2831853, s, c);
    float2 r = float2(q.x * c - q.y * s, q.x * s + q.y * c) * (0.1 + p.size * 0.4);
    float3 axis = p.velocity * (stretch * 0.1 * q.y);
    float3 world = p.position + cameraRight * r.x + cameraUp * r.y + axis;

    ParticleVaryings o;
    o.pos = mul(viewProj, float4(world, 1));
    if (index >= particleCount)
        o.pos = float4(0, 0, 0, 1);
    o.uv = q * 0.5 + 0.5;
    uint k = p.packedColor;
    float4 tint = float4(k & 255u, (k >> 8) & 255u, (k >> 16) & 255u, k >> 24) / 255.0;
    o.color = tint * lifeGradient.SampleLevel(linearClamp, float2(saturate(p.age), 0.5), 0);
    return o;
}

float4 ps_main(ParticleVaryings i) : SV_Target
{
    float4 c = spriteMap.Sample(linearClamp, i.uv) * i.color;
    return float4(c.rgb * c.a, c.a);
}
