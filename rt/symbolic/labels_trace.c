/* labels_trace: the decisions and fixed values of a run, in order.
 *
 * A value that must stay the same is recorded once for each label, because a label has one value in
 * a run. Conditions with marks are recorded each time. When there is no more room, the run goes on
 * with concrete values, and the records so far stay usable. */
#define _GNU_SOURCE
#include "inside.h"
#include "labels_slow.h"
#include "symbolic.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAX_READ 4096
#define SAVED_REGISTERS 176 /* of a va_list (System V, AMD64) */
#define LISTED_ON_STACK 64

uint32_t __skep_tracing;

/* Runs before the unit's constructors, because instrumented code needs the maps. */
void __skep_symbolic_attach(void)
{
	const char *text = getenv(SK_ENV_SYMBOLIC);
	int fd = text ? atoi(text) : -1;
	void *memory = mmap(SYMBOLIC_ADDRESS, sizeof(struct sk_symbolic), PROT_READ | PROT_WRITE,
	                    fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE
	                           : MAP_SHARED | MAP_FIXED_NOREPLACE,
	                    fd, 0);
	if (memory == MAP_FAILED)
		_exit(SK_END_LOST);
	if (fd >= 0)
		close(fd);
	unsetenv(SK_ENV_SYMBOLIC);
	__skep_labels_map();
}

void __skep_symbolic_init(void)
{
	__skep_nodes_reset();
	__skep_tables_init();
}

void __skep_full(enum sk_full what)
{
	__skep_symbolic->full |= what;
	__skep_tracing = 0;
	__skep_nodes_stop();
}

/* The unit may have changed the count, so it is checked before it is used. */
static inline void write_met(enum sk_met_kind kind, uint32_t id, uint32_t label, uint64_t value)
{
	uint32_t n = __skep_symbolic->n_met;
	__skep_symbolic->met[n] = (struct sk_met){ .kind = kind, .id = id, .label = label, .value = value };
	__skep_symbolic->n_met = n + 1;
}

void __skep_met(enum sk_met_kind kind, uint32_t id, uint32_t label, uint64_t value)
{
	if (!__skep_tracing)
		return;
	if (__skep_symbolic->n_met >= SK_MAX_MET)
		__skep_full(SK_FULL_TRACE);
	else
		write_met(kind, id, label, value);
}

/* Of a constant plus a term, the term must stay the same. */
void __skep_met_fixed(enum sk_met_kind kind, struct term term)
{
	while (__skep_known[term.label].op == SK_NODE_ADD && !node_of(term.label)->right)
		term.label = node_of(term.label)->left;
	if (term.label && note_once(term.label))
		__skep_met(kind, 0, term.label, label_value(term.label));
}

/* The truth of a value of any width. */
static struct term truth_of(uint32_t label, uint32_t outcome)
{
	unsigned bits = node_of(label)->bits;
	struct term term = { label, label_value(label) };
	if (bits == 1)
		return (struct term){ label, outcome };
	return __skep_compare_term(SK_NODE_NE, term, constant(0), bits);
}

static SLOW_PATH void met_condition(uint32_t id, uint32_t label, uint32_t outcome)
{
	if (label)
		label = truth_of(label, outcome).label;
	if (label)
		note_once(label);
	__skep_met(SK_MET_CONDITION, id, label, outcome != 0);
}

SLOW_PATH void __skep_slow_condition(uint32_t id, uint32_t label, uint32_t outcome)
{
	struct known *known = &__skep_known[label];
	if (__builtin_expect(__skep_symbolic->n_met >= SK_MAX_MET || (label && known->bits != 1), 0)) {
		met_condition(id, label, outcome);
		return;
	}
	known->noted = 1; /* the entry for label 0 has no meaning */
	write_met(SK_MET_CONDITION, id, label, outcome != 0);
}

SLOW_PATH void __skep_slow_switch(uint32_t id, uint32_t label, uint64_t value)
{
	__skep_known[label].noted = 1;
	__skep_met(SK_MET_SWITCH, id, label, value);
}

SLOW_PATH void __skep_slow_hidden(uint32_t id, uint32_t label, uint32_t outcome)
{
	label = truth_of(label, outcome).label;
	if (label && note_once(label))
		__skep_met(SK_MET_HIDDEN, id, label, outcome != 0);
}

SLOW_PATH void __skep_slow_fixed(uint32_t kind, uint32_t label, uint64_t value)
{
	__skep_met_fixed(kind, (struct term){ label, value });
}

static void count_unmodelled(const char *name)
{
	struct sk_symbolic *shared = __skep_symbolic;
	uint32_t n = shared->n_unmodelled <= SK_MAX_UNMODELLED ? shared->n_unmodelled : SK_MAX_UNMODELLED;
	for (uint32_t i = 0; i < n; i++)
		if (strncmp(shared->unmodelled[i].name, name, SK_UNMODELLED_NAME - 1) == 0) {
			shared->unmodelled[i].count++;
			return;
		}
	if (n == SK_MAX_UNMODELLED)
		return;
	struct sk_unmodelled *fresh = &shared->unmodelled[n];
	fresh->count = 1;
	strncpy(fresh->name, name, SK_UNMODELLED_NAME - 1);
	fresh->name[SK_UNMODELLED_NAME - 1] = 0;
	shared->n_unmodelled = n + 1;
}

SLOW_PATH void __skep_slow_unmodelled(const char *name, uint32_t label, uint64_t value)
{
	if (!__skep_tracing)
		return;
	count_unmodelled(name);
	__skep_met_fixed(SK_MET_CONCRETE, (struct term){ label, value });
}

/* Fixes a text, which most of such memory is: labels up to the text's end, or up to the end of the
 * labels. */
SLOW_PATH void __skep_slow_reads(const char *name, uintptr_t address)
{
	const char *text = (const char *)address;
	size_t n = 0;
	if (!__skep_tracing || address < NULL_ZONE)
		return;
	while (n < MAX_READ && !__skep_labels_none(text + n, 1) && text[n])
		n++;
	n += n < MAX_READ && !__skep_labels_none(text + n, 1); /* includes the terminator */
	if (!n)
		return;
	count_unmodelled(name);
	__skep_labels_fix(text, n);
}

/* Fixes the arguments of a list that was passed on: those in registers and some on the stack. */
SLOW_PATH void __skep_slow_reads_list(const char *name, uintptr_t list)
{
#if defined(__x86_64__)
	struct {
		uint32_t next_general, next_real;
		const uint8_t *on_stack, *saved;
	} at;
	memcpy(&at, (const void *)list, sizeof at);
	bool in_registers = at.saved && !__skep_labels_none(at.saved, SAVED_REGISTERS);
	if (!in_registers && __skep_labels_none(at.on_stack, LISTED_ON_STACK))
		return;
	count_unmodelled(name);
	if (in_registers)
		__skep_labels_fix(at.saved, SAVED_REGISTERS);
	__skep_labels_fix(at.on_stack, LISTED_ON_STACK);
#else
	(void)name;
	(void)list;
#endif
}

/* ---- one test ---- */

void __skep_trace_begin(bool wanted)
{
	struct sk_symbolic *shared = __skep_symbolic;
	shared->magic = SK_SYMBOLIC_MAGIC;
	shared->full = 0;
	shared->n_met = shared->n_tables = shared->n_table_bytes = shared->n_unmodelled = 0;
	__skep_nodes_reset();
	__skep_pointers_reset();
	__skep_tracing = wanted;
}

void __skep_trace_step(uint32_t step)
{
	if (__skep_tracing)
		__skep_met(SK_MET_STEP, step, 0, 0);
}

void __skep_trace_end(void)
{
	__skep_tracing = 0;
	__skep_labels_reset();
	__skep_tables_reset();
}
