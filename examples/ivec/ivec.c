/* ivec: see ivec.h. */
#include "ivec.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct ivec {
	int *at;
	size_t n, cap;
};

struct ivec *ivec_new(void)
{
	return calloc(1, sizeof(struct ivec));
}

void ivec_free(struct ivec *vec)
{
	if (!vec)
		return;
	free(vec->at);
	free(vec);
}

static bool reserve(struct ivec *vec, size_t more)
{
	if (more > SIZE_MAX / sizeof(int) / 2 - vec->n)
		return false;
	size_t want = vec->n + more;
	if (want <= vec->cap)
		return true;
	size_t cap = vec->cap ? vec->cap : 4;
	while (cap < want)
		cap *= 2;
	int *at = realloc(vec->at, cap * sizeof *at);
	if (!at)
		return false;
	vec->at = at;
	vec->cap = cap;
	return true;
}

size_t ivec_count(const struct ivec *vec)
{
	return vec->n;
}

bool ivec_get(const struct ivec *vec, size_t i, int *value)
{
	if (i >= vec->n)
		return false;
	*value = vec->at[i];
	return true;
}

bool ivec_set(struct ivec *vec, size_t i, int value)
{
	if (i >= vec->n)
		return false;
	vec->at[i] = value;
	return true;
}

bool ivec_push(struct ivec *vec, int value)
{
	return ivec_insert(vec, vec->n, value);
}

bool ivec_insert(struct ivec *vec, size_t i, int value)
{
	if (i > vec->n || !reserve(vec, 1))
		return false;
	memmove(vec->at + i + 1, vec->at + i, (vec->n - i) * sizeof *vec->at);
	vec->at[i] = value;
	vec->n++;
	return true;
}

bool ivec_append(struct ivec *vec, const int *values, size_t n)
{
	if (!reserve(vec, n))
		return false;
	if (n)
		memcpy(vec->at + vec->n, values, n * sizeof *values);
	vec->n += n;
	return true;
}

bool ivec_pop(struct ivec *vec, int *value)
{
	if (vec->n == 0)
		return false;
	*value = vec->at[--vec->n];
	return true;
}

bool ivec_remove(struct ivec *vec, size_t i)
{
	if (i >= vec->n)
		return false;
	vec->n--;
	memmove(vec->at + i, vec->at + i + 1, (vec->n - i) * sizeof *vec->at);
	return true;
}

size_t ivec_unique(struct ivec *vec)
{
	size_t kept = 0;
	for (size_t i = 0; i < vec->n; i++)
		if (kept == 0 || vec->at[i] != vec->at[kept - 1])
			vec->at[kept++] = vec->at[i];
	size_t dropped = vec->n - kept;
	vec->n = kept;
	return dropped;
}

static int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

void ivec_sort(struct ivec *vec)
{
	if (vec->n > 1)
		qsort(vec->at, vec->n, sizeof *vec->at, compare);
}

long ivec_search(const struct ivec *vec, int value)
{
	size_t low = 0, high = vec->n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (vec->at[middle] == value)
			return (long)middle;
		if (vec->at[middle] < value)
			low = middle + 1;
		else
			high = middle;
	}
	return -1;
}

bool ivec_equal(const struct ivec *a, const struct ivec *b)
{
	if (a->n != b->n)
		return false;
	return a->n == 0 || memcmp(a->at, b->at, a->n * sizeof *a->at) == 0;
}
