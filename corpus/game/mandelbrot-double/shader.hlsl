// The Mandelbrot set at the end of one of its arms, so deep that neighbouring pixels are the same float: doubles tell them apart.

static const double2 CENTRE = double2(-0.1010963638456221L, 0.9562865108091415L);
static const double PIXEL = 1.0e-10L;

uint4 ps_main(float4 position : SV_Position) : SV_Target
{
    double2 c = CENTRE + double2(position.xy - 8.0f) * PIXEL;
    double2 z = double2(0.0L, 0.0L);
    uint count = 0u;
    [loop]
    while (count < 96u && z.x * z.x + z.y * z.y < 4.0L)
    {
        z = double2(z.x * z.x - z.y * z.y, 2.0L * z.x * z.y) + c;
        count++;
    }
    float2 single = (float2)c;
    return uint4(count, asuint(single), z.x < 0.0L ? 1u : 0u);
}
