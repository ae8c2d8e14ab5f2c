#include "names.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

struct names {
	char at[MAX_NAMES][MAX_LENGTH + 1];
	int n;
};

struct names *names_new(void)
{
	return must_alloc(sizeof(struct names));
}

void names_free(struct names *names)
{
	free(names);
}

int names_number(struct names *names, const char *name)
{
	if (strlen(name) > MAX_LENGTH)
		return -1;
	for (int i = 0; i < names->n; i++)
		if (strcmp(names->at[i], name) == 0)
			return i;
	if (names->n == MAX_NAMES)
		return -1;
	strcpy(names->at[names->n], name);
	return names->n++;
}

int names_count(const struct names *names)
{
	return names->n;
}
