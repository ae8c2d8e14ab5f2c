/* bin_search: a search by halves, and what calls it. */
#include <stdbool.h>

#define PLACES 12

struct row {
	int values[PLACES];
	int n;
};

static int find(const struct row *row, int wanted)
{
	int low = 0, high = row->n - 1;
	while (low <= high) {
		int middle = low + (high - low) / 2;
		if (row->values[middle] < wanted)
			low = middle + 1;
		else if (row->values[middle] > wanted)
			high = middle - 1;
		else
			return middle;
	}
	return -(low + 1);
}

void row_init(struct row *row)
{
	row->n = 0;
}

bool row_add(struct row *row, int value)
{
	int at = find(row, value);
	if (at >= 0 || row->n >= PLACES)
		return false;
	at = -at - 1;
	for (int i = row->n; i > at; i--)
		row->values[i] = row->values[i - 1];
	row->values[at] = value;
	row->n++;
	return true;
}

int row_find(const struct row *row, int wanted)
{
	if (row->n == 0)
		return -100;
	int at = find(row, wanted);
	if (at == 0)
		return 0;
	if (at == row->n - 1)
		return 1;
	return at > 0 ? 2 : -1;
}

int row_gap(const struct row *row)
{
	for (int i = 1; i < row->n; i++)
		if ((long)row->values[i] - row->values[i - 1] == 77)
			return i;
	return -1;
}
