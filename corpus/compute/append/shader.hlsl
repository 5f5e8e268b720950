// Every third thread appends its number and the number's square; the order is not defined.

struct Item
{
    uint number;
    uint square;
};

AppendStructuredBuffer<Item> g_items : register(u0);

[numthreads(32, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    if (id.x % 3u == 0u)
    {
        Item item;
        item.number = id.x;
        item.square = id.x * id.x;
        g_items.Append(item);
    }
}
