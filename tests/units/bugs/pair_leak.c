/* pair_leak: reads "key:value". Planted: without a value the key is lost. */
#include <stdlib.h>
#include <string.h>

struct entry {
	char *key, *value;
};

static char *copy(const char *from, size_t n)
{
	char *to = malloc(n + 1);
	if (!to)
		return NULL;
	memcpy(to, from, n);
	to[n] = 0;
	return to;
}

struct entry *entry_read(const char *line)
{
	size_t n = strcspn(line, ":");
	if (n == 0)
		return NULL;
	char *key = copy(line, n);
	struct entry *entry = malloc(sizeof *entry);
	if (!entry || !key || !line[n]) {
		free(entry);
		return NULL;
	}
	entry->key = key;
	entry->value = copy(line + n + 1, strlen(line + n + 1));
	return entry;
}

int entry_is_empty(const struct entry *entry)
{
	return !entry->value || !*entry->value;
}

void entry_free(struct entry *entry)
{
	if (!entry)
		return;
	free(entry->key);
	free(entry->value);
	free(entry);
}
