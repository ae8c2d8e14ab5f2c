/* names_agree: names that are equal whatever the case of their letters. Planted: the
 * comparison that sorts them looks at the case. */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct name {
	char text[16];
};

struct name *name_new(const char *text)
{
	struct name *name = calloc(1, sizeof *name);
	if (name)
		strncpy(name->text, text, sizeof name->text - 1);
	return name;
}

void name_free(struct name *name)
{
	free(name);
}

size_t name_length(const struct name *name)
{
	return strlen(name->text);
}

bool name_equal(const struct name *a, const struct name *b)
{
	size_t i = 0;
	while (a->text[i] && tolower((unsigned char)a->text[i]) == tolower((unsigned char)b->text[i]))
		i++;
	return tolower((unsigned char)a->text[i]) == tolower((unsigned char)b->text[i]);
}

int name_compare(const struct name *a, const struct name *b)
{
	return strcmp(a->text, b->text);
}
