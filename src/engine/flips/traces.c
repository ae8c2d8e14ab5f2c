/* traces: see traces.h. */
#include "engine/flips/traces.h"

#include <stdlib.h>
#include <string.h>

#define MAX_BYTES ((size_t)256 << 20)

static size_t padded(size_t size)
{
	return (size + 15) & ~(size_t)15;
}

static size_t table_bytes(const struct trace *trace)
{
	size_t end = 0;
	for (uint32_t i = 0; i < trace->n_tables; i++) {
		const struct sk_table *table = &trace->tables[i];
		size_t own = table->offset + (size_t)table->n * table->entry_size;
		end = own > end ? own : end;
	}
	return end;
}

static void *put(char **at, const void *from, size_t size)
{
	char *to = *at;
	if (size)
		memcpy(to, from, size);
	*at += padded(size);
	return to;
}

static void let_go(struct traces *traces, struct traced *test)
{
	traces->bytes -= test->trace_bytes;
	free(test->trace_memory);
	test->trace_memory = NULL;
	test->trace = (struct trace){ 0 };
	traced_drop(test);
}

static void make_room(struct traces *traces)
{
	size_t gone = 0;
	while (traces->bytes > MAX_BYTES && gone + 1 < traces->held.n)
		let_go(traces, traces->held.at[gone++]);
	if (!gone)
		return;
	traces->held.n -= gone;
	memmove(traces->held.at, traces->held.at + gone, traces->held.n * sizeof *traces->held.at);
}

void traces_keep(struct traces *traces, struct traced *test, const struct trace *trace)
{
	size_t nodes = trace->n_nodes * sizeof *trace->nodes, met = trace->n_met * sizeof *trace->met;
	size_t tables = trace->n_tables * sizeof *trace->tables, bytes = table_bytes(trace);
	size_t size = padded(nodes) + padded(met) + padded(tables) + padded(bytes) + 16;
	char *at = test->trace_memory = xmalloc(size);
	test->trace = *trace;
	test->trace.nodes = put(&at, trace->nodes, nodes);
	test->trace.met = put(&at, trace->met, met);
	test->trace.tables = put(&at, trace->tables, tables);
	test->trace.table_bytes = put(&at, trace->table_bytes, bytes);
	test->trace.unmodelled = NULL;
	test->trace.n_unmodelled = 0;
	test->trace_bytes = size;
	traces->bytes += size;
	traced_hold(test);
	vec_push(&traces->held, test);
	make_room(traces);
}

void traces_forget_unused(struct traces *traces)
{
	size_t kept = 0;
	for (size_t i = 0; i < traces->held.n; i++) {
		if (traces->held.at[i]->refs > 1)
			traces->held.at[kept++] = traces->held.at[i];
		else
			let_go(traces, traces->held.at[i]);
	}
	traces->held.n = kept;
}

void traces_release(struct traces *traces)
{
	for (size_t i = 0; i < traces->held.n; i++)
		let_go(traces, traces->held.at[i]);
	vec_release(&traces->held);
}
