// Structures with floats and a flag are changed in place.

struct Particle
{
    float3 place;
    float age;
    float3 speed;
    uint bounces;
};

cbuffer Step : register(b0)
{
    float4 g_gravity;
    float4 g_box;
    float g_time;
};

RWStructuredBuffer<Particle> g_particles : register(u0);

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    Particle particle = g_particles[id.x];
    particle.speed += g_gravity.xyz * g_time;
    particle.place += particle.speed * g_time;
    particle.age += g_time;
    [unroll]
    for (uint axis = 0u; axis < 3u; axis++)
    {
        if (abs(particle.place[axis]) > g_box[axis])
        {
            particle.place[axis] = clamp(particle.place[axis], -g_box[axis], g_box[axis]);
            particle.speed[axis] = -particle.speed[axis];
            particle.bounces++;
        }
    }
    g_particles[id.x] = particle;
}
