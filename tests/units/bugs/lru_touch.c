/* lru_touch: the last four names, the newest first. Planted: a name is compared after the oldest was freed for it. */
#include <stdlib.h>
#include <string.h>

#define MOST 4

struct recent {
	char *names[MOST];
	int n, repeats;
};

struct recent *recent_new(void)
{
	return calloc(1, sizeof(struct recent));
}

void recent_free(struct recent *recent)
{
	for (int i = 0; recent && i < recent->n; i++)
		free(recent->names[i]);
	free(recent);
}

static char *copy(const char *name)
{
	size_t n = strlen(name) + 1;
	char *to = malloc(n);
	return to ? memcpy(to, name, n) : NULL;
}

int recent_use(struct recent *recent, const char *name)
{
	char *added = copy(name), *oldest = NULL;
	if (!added)
		return -1;
	if (recent->n == MOST) {
		oldest = recent->names[MOST - 1];
		free(oldest);
		recent->n--;
	}
	memmove(&recent->names[1], &recent->names[0], (size_t)recent->n * sizeof *recent->names);
	recent->names[0] = added;
	recent->n++;
	if (oldest && strcmp(oldest, added) == 0)
		recent->repeats++;
	return recent->n;
}

int recent_repeats(const struct recent *recent)
{
	return recent->repeats;
}
