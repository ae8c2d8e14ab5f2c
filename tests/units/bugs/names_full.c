/* names_full: names in a table of fixed size. Planted: one name too many is let in. */
#include <string.h>

#define MOST 4

static const char *names[MOST];
static int n_names;

static int known(const char *name)
{
	for (int i = 0; i < n_names; i++)
		if (strcmp(names[i], name) == 0)
			return i;
	return -1;
}

/* The number of the name, or -1. The name must stay. */
int name_number(const char *name)
{
	int i = known(name);
	if (i >= 0)
		return i;
	if (n_names > MOST)
		return -1;
	names[n_names] = name;
	return n_names++;
}

int names_count(void)
{
	return n_names;
}

void names_forget(void)
{
	n_names = 0;
}
