// Spheres in front of a plane go into a list, whose length is counted in a raw buffer.

StructuredBuffer<float4> g_spheres : register(t0);
RWStructuredBuffer<uint2> g_visible : register(u0);
RWByteAddressBuffer g_count : register(u1);

cbuffer Plane : register(b0)
{
    float4 g_plane;
    uint g_total;
};

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= g_total)
    {
        return;
    }
    float4 sphere = g_spheres[id.x];
    if (dot(sphere.xyz, g_plane.xyz) + g_plane.w < -sphere.w)
    {
        return;
    }
    uint at;
    g_count.InterlockedAdd(0u, 1u, at);
    g_visible[at] = uint2(id.x, asuint(sphere.x));
}
