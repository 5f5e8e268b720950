// Each thread takes one structure and puts it, changed, into another buffer.

struct Item
{
    float4 place;
    int kind;
};

ConsumeStructuredBuffer<Item> g_in : register(u0);
AppendStructuredBuffer<Item> g_out : register(u1);

[numthreads(8, 2, 1)]
void main()
{
    Item item = g_in.Consume();
    item.place = item.place.wzyx * 2.0f;
    item.kind = -item.kind;
    g_out.Append(item);
}
