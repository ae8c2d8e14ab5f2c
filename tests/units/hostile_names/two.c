/* two: see one.c. */
#include <stddef.h>

struct state {
	const char *text;
	struct state *next;
};

static struct state *state;

static int step(const char *text)
{
	return text && text[0] == 'q' ? 9 : state != NULL;
}

int two_step(const char *text)
{
	return text ? step(text) : -1;
}

int two_look(const struct state *at)
{
	return at && at->text && at->text[0] > 'm';
}

const char *two_text(const struct state *at, int deep)
{
	return deep && at && at->next ? at->next->text : NULL;
}
