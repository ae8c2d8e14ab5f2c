#include "objects.h"

#include <string.h>

int list_sum(const struct list *list)
{
	int sum = 0;
	for (int i = 0; i < list->n; i++)
		sum ^= list->items[i];
	return sum == 12 ? 1 : sum > 100;
}

int list_push(struct list *list, int x)
{
	if (list->n >= list->cap)
		return -1;
	list->items[list->n++] = x;
	return 0;
}

int buffer_finish(struct buffer *buffer)
{
	buffer->data[buffer->len] = 0;
	if (strcmp(buffer->name, "fin") == 0)
		return 2;
	return strlen(buffer->data) == 3;
}

int value_show(const struct value *value)
{
	switch (value->kind) {
	case KIND_NUMBER:
		return value->u.number == 77;
	case KIND_TEXT:
		return value->u.text.size > 0 && value->u.text.at[value->u.text.size - 1] == 'z';
	case KIND_PAIR:
		return value->u.pair[0] == value->u.pair[1] ? 3 : 4;
	}
	return -1;
}

int node_third(const struct node *node)
{
	for (int depth = 1; node; node = node->next, depth++)
		if (depth == 3 && node->v == 5)
			return 1;
	return 0;
}

int holder_ask(struct holder *holder)
{
	if (holder->hook(3) > 2)
		return 1;
	return holder->list->n > 2 ? 2 : 3;
}

int range_left(const struct range *range)
{
	long left = range->end - range->at;
	return left > 2 && left < 20 && range->end[-1] == 7 && range->at[0] == 3;
}

static int sum_of(const unsigned char *bytes, unsigned long n)
{
	int sum = 0;
	while (n--)
		sum += bytes[n];
	return sum;
}

int bytes_sum(const struct bytes *bytes)
{
	return sum_of(bytes->bytes, bytes->nbytes) == 200;
}

/* Only its owner knows what is carried. */
struct crate {
	int weight;
	long height[4];
};

int carrier_weigh(const struct carrier *carrier)
{
	const struct crate *crate = carrier->load;
	if (!crate || carrier->kind != 2)
		return -1;
	return crate->weight == 77 && crate->height[3] == 5;
}
