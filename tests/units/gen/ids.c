/* Handles are hashed integers. */
#include <stdint.h>
#include <string.h>
#define N 16
static struct { uint32_t id; int value, kind; } table[N];
static unsigned count;
static uint32_t mix(uint32_t n) { n ^= n >> 16; n *= 0x7feb352dU; n ^= n >> 15; n *= 0x846ca68bU; n ^= n >> 16; return n | 1; }
uint32_t id_new(int value)
{
	if (count == N)
		return 0;
	table[count].id = mix(count + 77);
	table[count].value = value;
	table[count].kind = value & 3;
	return table[count++].id;
}
static int find(uint32_t id)
{
	for (unsigned i = 0; i < count; i++)
		if (table[i].id == id)
			return (int)i;
	return -1;
}
int id_put(uint32_t id, int value)
{
	int i = find(id);
	if (i < 0)
		return -1;
	if (table[i].kind == 2)
		return -2;
	table[i].value += value;
	if (table[i].value > 100)
		table[i].kind = 2;
	return table[i].value;
}
int id_get(uint32_t id, int *out)
{
	int i = find(id);
	if (i < 0)
		return 0;
	*out = table[i].value;
	return table[i].kind == 2 ? 2 : 1;
}
int id_join(uint32_t a, uint32_t b)
{
	int i = find(a), k = find(b);
	if (i < 0 || k < 0)
		return -1;
	if (i == k)
		return 0;
	table[i].value += table[k].value;
	table[k].kind = 2;
	return 1;
}
