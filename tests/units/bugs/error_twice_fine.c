/* error_twice: reads "name=number". A bad number frees the name once. */
#include <stdlib.h>
#include <string.h>

struct setting {
	char *name;
	long number;
};

void setting_free(struct setting *setting)
{
	if (!setting)
		return;
	free(setting->name);
	free(setting);
}

static char *copy(const char *from, size_t n)
{
	char *to = malloc(n + 1);
	if (!to)
		return NULL;
	memcpy(to, from, n);
	to[n] = 0;
	return to;
}

struct setting *setting_read(const char *line)
{
	const char *equals = strchr(line, '=');
	char *end;
	if (!equals)
		return NULL;
	struct setting *setting = calloc(1, sizeof *setting);
	if (!setting)
		return NULL;
	setting->name = copy(line, (size_t)(equals - line));
	setting->number = strtol(equals + 1, &end, 10);
	if (*end) {
		setting_free(setting);
		return NULL;
	}
	return setting;
}

long setting_number(const struct setting *setting)
{
	return setting->number;
}
