/* hostile: see hostile.h. */
#include "hostile.h"

#undef static
static void *keep(size_t size)
{
	return malloc(size);
}

int classify(const char *text, int number)
{
	if (!text)
		return -1;
	if (number > 100)
		return 3;
	return text[0] == 'x' ? 2 : text[0] ? 1 : 0;
}

int sum_of(const count *first, const count *second)
{
	if (!first || !second)
		return -1;
	return first->name > second->name ? first->run : second->run;
}

count *make_count(int name, int run)
{
	count *made = name < 0 ? 0 : keep(8);
	if (made) {
		made->name = name;
		made->run = run;
	}
	return made;
}

char *describe(int number)
{
	char *text = keep(4);
	if (text) {
		text[0] = number > 5 ? 'm' : 'f';
		text[1] = 0;
	}
	return text;
}
