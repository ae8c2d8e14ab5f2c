/* search_half: a sorted list of numbers. Halving makes every interval smaller. */
#include <stdlib.h>
#include <string.h>

#define MOST 64

struct sorted {
	int at[MOST];
	int n;
};

struct sorted *sorted_new(void)
{
	return calloc(1, sizeof(struct sorted));
}

void sorted_free(struct sorted *sorted)
{
	free(sorted);
}

/* The first that is not smaller. */
static int place_of(const struct sorted *sorted, int value)
{
	int low = 0, high = sorted->n;
	while (low < high) {
		int middle = low + (high - low) / 2;
		if (sorted->at[middle] < value)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int sorted_add(struct sorted *sorted, int value)
{
	if (sorted->n == MOST)
		return -1;
	int i = sorted->n;
	for (; i > 0 && sorted->at[i - 1] > value; i--)
		sorted->at[i] = sorted->at[i - 1];
	sorted->at[i] = value;
	return ++sorted->n;
}

int sorted_has(const struct sorted *sorted, int value)
{
	int i = place_of(sorted, value);
	return i < sorted->n && sorted->at[i] == value;
}
