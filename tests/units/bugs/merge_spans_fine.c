/* merge_spans: spans of numbers that never touch, sorted. Spans that touch are merged. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MOST 16

struct span {
	int from, to; /* to is outside */
};

struct spans {
	struct span at[MOST];
	int n;
};

struct spans *spans_new(void)
{
	return calloc(1, sizeof(struct spans));
}

void spans_free(struct spans *spans)
{
	free(spans);
}

static void verify(const struct spans *spans)
{
	for (int i = 0; i + 1 < spans->n; i++)
		assert(spans->at[i].to < spans->at[i + 1].from);
}

int spans_add(struct spans *spans, short from, short to)
{
	int i = 0, end;
	struct span added = { from, to };
	if (from >= to || spans->n == MOST)
		return -1;
	while (i < spans->n && spans->at[i].to < from)
		i++;
	for (end = i; end < spans->n && spans->at[end].from <= added.to; end++) {
		added.from = spans->at[end].from < added.from ? spans->at[end].from : added.from;
		added.to = spans->at[end].to > added.to ? spans->at[end].to : added.to;
	}
	memmove(&spans->at[i + 1], &spans->at[end], (size_t)(spans->n - end) * sizeof *spans->at);
	spans->at[i] = added;
	spans->n += 1 - (end - i);
	verify(spans);
	return spans->n;
}
