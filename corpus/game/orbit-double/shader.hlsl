// Where a planet is on its orbit: Newton's steps for Kepler's equation, with a sine from its series and a square root by
// division, in doubles.

float4 ps_main(float4 position : SV_Position) : SV_Target
{
    double eccentricity = (double)position.y / 32.0L;
    double mean = (double)(position.x - 8.0f) / 8.0L;
    double anomaly = mean;
    double sine = 0.0L;
    double cosine = 1.0L;
    double rest = 0.0L;
    [loop]
    for (int step = 0; step < 6; step++)
    {
        double square = anomaly * anomaly;
        double sum = 0.0L;
        [loop]
        for (int n = 12; n > 0; n--)
            sum = (1.0L - sum) * square / (double)(2 * n * (2 * n + 1));
        sine = anomaly * (1.0L - sum);
        square = 1.0L - sine * sine;
        cosine = (double)sqrt((float)square);
        cosine = 0.5L * (cosine + square / cosine);
        rest = anomaly - eccentricity * sine - mean;
        anomaly = anomaly - rest / (1.0L - eccentricity * cosine);
    }
    return float4((float)anomaly, (float)sine, (float)cosine, rest < 1.0e-12L && -rest < 1.0e-12L ? 1.0f : 0.0f);
}
