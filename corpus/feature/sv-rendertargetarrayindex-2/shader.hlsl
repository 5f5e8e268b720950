// Layered rendering without a geometry stage: the instance number chooses the layer.

struct Varying
{
    float4 position : SV_Position;
    uint layer : SV_RenderTargetArrayIndex;
};

Varying vs_main(float4 position : POSITION, uint instance : SV_InstanceID)
{
    Varying output;
    output.position = position;
    output.layer = instance;
    return output;
}
