/* shared_copy: rows of numbers that are copied only when one of them is written.
 * Planted: one of the two functions that write forgets to copy first. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define ROW_LENGTH 4

struct cells {
	int users;
	int at[ROW_LENGTH];
};

struct row {
	struct cells *cells;
};

struct row *row_new(void)
{
	struct row *row = malloc(sizeof *row);
	struct cells *cells = calloc(1, sizeof *cells);
	if (!row || !cells) {
		free(row);
		free(cells);
		return NULL;
	}
	cells->users = 1;
	row->cells = cells;
	return row;
}

void row_free(struct row *row)
{
	if (!row)
		return;
	if (--row->cells->users == 0)
		free(row->cells);
	free(row);
}

struct row *row_copy(const struct row *row)
{
	struct row *copy = malloc(sizeof *copy);
	if (!copy)
		return NULL;
	copy->cells = row->cells;
	copy->cells->users++;
	return copy;
}

/* Gives the row cells of its own; false if there is no memory. */
static bool own(struct row *row)
{
	if (row->cells->users == 1)
		return true;
	struct cells *cells = malloc(sizeof *cells);
	if (!cells)
		return false;
	memcpy(cells, row->cells, sizeof *cells);
	cells->users = 1;
	row->cells->users--;
	row->cells = cells;
	return true;
}

bool row_set(struct row *row, unsigned place, int value)
{
	if (place >= ROW_LENGTH || !own(row))
		return false;
	row->cells->at[place] = value;
	return true;
}

bool row_fill(struct row *row, int value)
{
	for (int i = 0; i < ROW_LENGTH; i++)
		row->cells->at[i] = value;
	return true;
}

long row_sum(const struct row *row)
{
	long sum = 0;
	for (int i = 0; i < ROW_LENGTH; i++)
		sum += row->cells->at[i];
	return sum;
}
