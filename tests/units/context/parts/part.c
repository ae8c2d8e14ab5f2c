#include "part.h"

int sink_note(const struct sink *sink, const struct entry *entry)
{
	if (!sink->out)
		return 0;
	if (entry->level > 3)
		fputs("! ", sink->out);
	if (entry->text)
		fputs(entry->text, sink->out);
	return 1;
}

int value_print(value v, FILE *out)
{
	size_t size = value_size(value_copy(v));
	if (v.kind == 1 && size > 1)
		fprintf(out, "%zu\n", size);
	value_free(v);
	return size > 1;
}
