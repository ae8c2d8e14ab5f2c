/* made_twice_fine: counters with a table of names that they share: the first makes it,
 * the last frees it. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct counter {
	int count;
};

static char *table;
static int users;

struct counter *counter_new(void)
{
	struct counter *counter = calloc(1, sizeof *counter);
	if (counter && !table)
		table = calloc(8, 4);
	if (!counter || !table) {
		free(counter);
		return NULL;
	}
	users++;
	return counter;
}

void counter_free(struct counter *counter)
{
	if (!counter)
		return;
	if (--users == 0) {
		free(table);
		table = NULL;
	}
	free(counter);
}

int counter_add(struct counter *counter)
{
	if (counter->count < 7)
		counter->count++;
	table[counter->count * 4] = 'x';
	return counter->count;
}
