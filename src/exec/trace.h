/* trace: the decisions of a symbolic run, and the expressions behind them.
 *
 * The trace is a copy of the memory that the symbolic target shares (rt/labels.h), checked once
 * after the run: operands have smaller numbers than their node, widths and tables fit, ids are
 * those of marks. See executor_trace(). */
#ifndef SKEP_EXEC_TRACE_H
#define SKEP_EXEC_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "labels.h"
#include "model/marks.h"

struct trace {
	const struct sk_node *nodes;      /* [1 .. n_nodes - 1] */
	uint32_t n_nodes;
	const struct sk_met *met;
	uint32_t n_met;
	const struct sk_table *tables;
	uint32_t n_tables;
	const uint8_t *table_bytes;
	uint32_t full;                    /* enum sk_full */
	const struct sk_unmodelled *unmodelled;
	uint32_t n_unmodelled;
};

/* Print a node with its operands, as "(in 3[0] + 5:8) < 7:8"; the output of --dump=trace, which has
 * one line per entry of the trace. */
void trace_print_label(const struct trace *trace, uint32_t label, struct sb *out);
void trace_print(const struct trace *trace, const struct marks *marks, struct sb *out);

#endif
