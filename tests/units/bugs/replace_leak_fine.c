/* replace_leak: a name that can be changed. The old name is always freed. */
#include <stdlib.h>
#include <string.h>

struct person {
	char *name;
	size_t room;
};

struct person *person_new(void)
{
	return calloc(1, sizeof(struct person));
}

int person_rename(struct person *person, const char *name)
{
	size_t n = strlen(name) + 1;
	if (n > person->room) {
		char *longer = malloc(n);
		if (!longer)
			return -1;
		free(person->name);
		person->name = longer;
		person->room = n;
	}
	memcpy(person->name, name, n);
	return 0;
}

size_t person_name_length(const struct person *person)
{
	return person->name ? strlen(person->name) : 0;
}

void person_free(struct person *person)
{
	if (!person)
		return;
	free(person->name);
	free(person);
}
