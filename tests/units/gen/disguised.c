#include "disguised.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct bag {
	int n, at[4];
};

void *bag_new(void)
{
	return calloc(1, sizeof(struct bag));
}

int bag_add(void *bag, int number)
{
	struct bag *b = bag;
	if (b->n == 4)
		return 0;
	b->at[b->n++] = number;
	return 1;
}

int bag_count(const void *bag)
{
	return ((const struct bag *)bag)->n;
}

void bag_free(void *bag)
{
	free(bag);
}

struct counter {
	int now, limit;
};

int counter_open(counter_t *counter, int limit)
{
	struct counter *c;
	*counter = NULL;
	if (limit < 1)
		return -1;
	c = malloc(sizeof *c);
	if (!c)
		return -1;
	c->now = 0;
	c->limit = limit;
	*counter = c;
	return 0;
}

int counter_next(counter_t counter)
{
	struct counter *c = counter;
	if (c->now == c->limit)
		c->now = 0;
	return ++c->now;
}

void counter_close(counter_t counter)
{
	free(counter);
}

struct head {
	size_t length;
};

static struct head *head_of(text t)
{
	return (struct head *)(t - sizeof(struct head));
}

text text_new(const char *start)
{
	size_t n = strlen(start);
	struct head *head = malloc(sizeof *head + n + 1);
	if (!head)
		return NULL;
	head->length = n;
	memcpy((char *)(head + 1), start, n + 1);
	return (char *)(head + 1);
}

size_t text_length(const text t)
{
	return head_of(t)->length;
}

text text_add(text t, const char *more)
{
	size_t n = text_length(t), added = strlen(more);
	struct head *head = malloc(sizeof *head + n + added + 1);
	if (!head)
		return NULL;
	head->length = n + added;
	memcpy((char *)(head + 1), t, n);
	memcpy((char *)(head + 1) + n, more, added + 1);
	text_free(t);
	return (char *)(head + 1);
}

void text_upper(text t)
{
	for (size_t i = 0; i < text_length(t); i++)
		t[i] = (char)toupper((unsigned char)t[i]);
}

void text_free(text t)
{
	if (t)
		free(head_of(t));
}

int item_compare(const void *a, const void *b)
{
	const struct item *x = a, *y = b;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return strncmp(x->name, y->name, sizeof x->name);
}

/* Gives back what it got: nobody makes bytes. */
bytes bytes_skip(bytes at, int n)
{
	while (n-- > 0 && *at == ' ')
		at++;
	return at;
}

int bytes_tail(bytes end)
{
	return *(const unsigned short *)(end - 2) == 7;
}

int local_sum(const void *pair)
{
	const struct both {
		int a, b;
	} *both = pair;
	return both->a > 3 ? both->b : 0;
}

/* What lies before the block is no block. */
size_t block_size(const void *block)
{
	const struct head *head = block;
	head--;
	return head->length;
}

struct circle {
	short radius;
};

struct box {
	short width, height;
};

int area(const void *shape, int is_circle)
{
	if (!shape)
		return 0;
	if (is_circle)
		return 3 * ((const struct circle *)shape)->radius * ((const struct circle *)shape)->radius;
	return ((const struct box *)shape)->width * ((const struct box *)shape)->height;
}

unsigned sum_bytes(const void *bytes, size_t n)
{
	const unsigned char *at = bytes;
	unsigned sum = 0;
	while (n--)
		sum += *at++;
	return sum;
}
