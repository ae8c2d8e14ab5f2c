/* missing_entry: names and values. A value that nobody set has no length; the names must not be null. */
#include <stdlib.h>
#include <string.h>

#define ENTRIES 8

struct table {
	char *names[ENTRIES], *values[ENTRIES];
	int n;
};

struct table *table_new(void)
{
	return calloc(1, sizeof(struct table));
}

void table_free(struct table *table)
{
	for (int i = 0; table && i < table->n; i++) {
		free(table->names[i]);
		free(table->values[i]);
	}
	free(table);
}

static char *copy(const char *text)
{
	size_t n = strlen(text) + 1;
	char *to = malloc(n);
	return to ? memcpy(to, text, n) : NULL;
}

int table_set(struct table *table, const char *name, const char *value)
{
	if (table->n == ENTRIES)
		return -1;
	table->names[table->n] = copy(name);
	table->values[table->n] = copy(value);
	return table->n++;
}

const char *table_get(const struct table *table, const char *name)
{
	for (int i = table->n - 1; i >= 0; i--)
		if (strcmp(table->names[i], name) == 0)
			return table->values[i];
	return NULL;
}

size_t table_width(const struct table *table, const char *name)
{
	const char *value = table_get(table, name);
	return value ? strlen(value) : 0;
}
