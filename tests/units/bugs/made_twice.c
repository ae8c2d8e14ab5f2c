/* made_twice: counters with a table of names that they share. Planted: each new one
 * makes the table anew, and the last to go frees only that. */
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
	char *names = calloc(8, 4);
	if (!counter || !names) {
		free(counter);
		free(names);
		return NULL;
	}
	table = names;
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
