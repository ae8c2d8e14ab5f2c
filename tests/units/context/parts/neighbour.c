#include "message.h"

#include <stdlib.h>
#include <string.h>

struct hidden {
	int count;
	char text[];
};

static struct entry *entries;

struct sink *sink_find(const char *name)
{
	return strcmp(name, "the one and only sink that there is") ? NULL : calloc(1, sizeof(struct sink));
}

struct sink *message_sink(struct message message)
{
	return message.level > 2 ? message.sink : NULL;
}

struct entry *entry_add(struct sink *sink, const char *text, int level)
{
	struct entry *entry = calloc(1, sizeof *entry);
	if (!entry || !sink->out)
		abort();
	*entry = (struct entry){ level, text, entries };
	entries = entry;
	return entry;
}

value value_none(void)
{
	return (value){ 0, NULL };
}

value value_text(const char *text)
{
	struct hidden *hidden = malloc(sizeof *hidden + strlen(text) + 1);
	if (!hidden)
		abort();
	hidden->count = 1;
	strcpy(hidden->text, text);
	return (value){ 1, hidden };
}

value value_copy(value v)
{
	if (v.kind == 1)
		v.hidden->count++;
	return v;
}

size_t value_size(value v)
{
	size_t size = v.kind == 1 ? strlen(v.hidden->text) : 0;
	value_free(v);
	return size;
}

void value_free(value v)
{
	if (v.kind == 1 && --v.hidden->count == 0)
		free(v.hidden);
}

int message_is_fine(const struct message *message)
{
	return message_verdict(message, VERDICT_BAD) == VERDICT_FINE;
}
