/* labels_inline: the code that carries labels, as bitcode that instr/ links into the unit and the
 * optimiser inlines.
 *
 * instr/ emits one call per operation. It becomes a check whether any label is not zero; the rest
 * of the work is in labels_slow.h. Labels of arguments and results pass through arrays. A function
 * whose address is known outside of the unit may be called by code that leaves no labels there. So
 * a caller that passes labels through a pointer notes for which function they are, and only that
 * function uses them; results are handled in the same way. */
#pragma GCC visibility push(hidden)
#include "labels.h"
#include "labels_layout.h"
#include "labels_slow.h"
#pragma GCC visibility pop

#define SYMBOLIC ((struct sk_symbolic *)SYMBOLIC_AT)
#define RARE(condition) __builtin_expect(!!(condition), 0)
#define MAX_SLOTS 64

static uint32_t arguments[MAX_SLOTS];
static uint32_t results[MAX_SLOTS];
static uintptr_t copied_from[MAX_SLOTS]; /* of structs passed by value */
static struct variable_arguments variable;
static uintptr_t passed_to, returned_by;

#define HELPER_OF(type) __attribute__((always_inline)) type

/* ---- memory ---- */

HELPER_OF(uint32_t) __skep_label_load(uintptr_t address, uint32_t address_label, uint32_t size);
HELPER_OF(void) __skep_label_store(uintptr_t address, uint32_t address_label, uint32_t size, uint32_t label);
HELPER_OF(void)
__skep_label_copy(uintptr_t to, uint32_t to_label, uintptr_t from, uint32_t from_label, uint64_t size,
                  uint32_t size_label);
HELPER_OF(void)
__skep_label_fill(uintptr_t to, uint32_t to_label, uint32_t label, uint64_t size, uint32_t size_label);

HELPER_OF(uint32_t) __skep_label_load(uintptr_t address, uint32_t address_label, uint32_t size)
{
	if (!RARE(*granule_at(address) | address_label))
		return 0;
	switch (size) { /* a constant */
	case 1:
		return __skep_slow_load1(address, address_label);
	case 2:
		return __skep_slow_load2(address, address_label);
	case 4:
		return __skep_slow_load4(address, address_label);
	case 8:
		return __skep_slow_load8(address, address_label);
	default:
		return __skep_slow_load(address, address_label, size);
	}
}

HELPER_OF(void) __skep_label_store(uintptr_t address, uint32_t address_label, uint32_t size, uint32_t label)
{
	if (!RARE(*granule_at(address) | address_label | label))
		return;
	switch (size) {
	case 1:
		__skep_slow_store1(address, address_label, label);
		break;
	case 2:
		__skep_slow_store2(address, address_label, label);
		break;
	case 4:
		__skep_slow_store4(address, address_label, label);
		break;
	case 8:
		__skep_slow_store8(address, address_label, label);
		break;
	default:
		__skep_slow_store(address, address_label, size, label);
	}
}

/* Small structs are checked here, because most fit into two granules. */
HELPER_OF(void)
__skep_label_copy(uintptr_t to, uint32_t to_label, uintptr_t from, uint32_t from_label, uint64_t size,
                  uint32_t size_label)
{
	if (RARE(size > (1 << GRANULE_BITS) || (to_label | from_label | size_label | *granule_at(to) |
	                                        *granule_at(to + size) | *granule_at(from) | *granule_at(from + size))))
		__skep_slow_copy(to, to_label, from, from_label, size, size_label);
}

HELPER_OF(void)
__skep_label_fill(uintptr_t to, uint32_t to_label, uint32_t label, uint64_t size, uint32_t size_label)
{
	if (RARE(size > (1 << GRANULE_BITS) ||
	         (to_label | label | size_label | *granule_at(to) | *granule_at(to + size))))
		__skep_slow_fill(to, to_label, label, size, size_label);
}

/* ---- operations ---- */

HELPER_OF(uint32_t)
__skep_label_binary(uint32_t what, uint32_t left, uint32_t right, uint64_t left_value, uint64_t right_value);
HELPER_OF(uint32_t)
__skep_label_pointers(uint32_t what, uint32_t left, uint32_t right, uint64_t left_value, uint64_t right_value);
HELPER_OF(uint32_t) __skep_label_unary(uint32_t what, uint32_t label, uint64_t value);
HELPER_OF(uint32_t)
__skep_label_order(uint32_t what, uint32_t left, uint32_t right, uint64_t left_value, uint64_t right_value);
HELPER_OF(uint32_t) __skep_label_exact(uint32_t label, uint64_t value);
HELPER_OF(uint32_t) __skep_label_moved(uint32_t base, uint32_t index, uint64_t index_value, uint64_t scale);
HELPER_OF(uint32_t)
__skep_label_select(uint32_t bits, uint32_t condition, uint32_t outcome, uint32_t left, uint32_t right,
                    uint64_t left_value, uint64_t right_value);
HELPER_OF(uint32_t)
__skep_label_funnel(uint32_t what, uint32_t high, uint32_t low, uint32_t by, uint64_t high_value, uint64_t low_value,
                    uint64_t by_value);

HELPER_OF(uint32_t)
__skep_label_binary(uint32_t what, uint32_t left, uint32_t right, uint64_t left_value, uint64_t right_value)
{
#define CALL_BINARY(name, op) \
	case op:              \
		return __skep_slow_##name(WHAT_FROM(what), left, right, left_value, right_value);
	if (!RARE(left | right))
		return 0;
	switch (WHAT_OP(what)) { /* a constant */
		BINARY_PATHS(CALL_BINARY)
	default:
		return __skep_slow_binary(what, left, right, left_value, right_value);
	}
}

/* Pointers to memory of the test have no labels: their values tell. */
HELPER_OF(uint32_t)
__skep_label_pointers(uint32_t what, uint32_t left, uint32_t right, uint64_t left_value, uint64_t right_value)
{
	if (RARE(__skep_tracing) && (left | right || is_in_area(left_value) || is_in_area(right_value)))
		return __skep_slow_pointers(what, left, right, left_value, right_value);
	return 0;
}

HELPER_OF(uint32_t) __skep_label_unary(uint32_t what, uint32_t label, uint64_t value)
{
#define CALL_UNARY(name, op) \
	case op:             \
		return __skep_slow_##name(WHAT_BITS(what), WHAT_FROM(what), label, value);
	if (!RARE(label))
		return 0;
	switch (WHAT_OP(what)) { /* a constant */
		UNARY_PATHS(CALL_UNARY)
	default:
		return __skep_slow_unary(what, label, value);
	}
}

/* Comparisons of pointers other than for equality, and those of vectors of pointers. */
HELPER_OF(uint32_t)
__skep_label_order(uint32_t what, uint32_t left, uint32_t right, uint64_t left_value, uint64_t right_value)
{
	if (!RARE(left | right))
		return 0;
	if (WHAT_OP(what) == SK_NODE_ULT)
		return __skep_slow_before(left, right, left_value, right_value);
	if (WHAT_OP(what) == SK_NODE_ULE)
		return __skep_slow_up_to(left, right, left_value, right_value);
	return __skep_slow_binary(what, __skep_label_exact(left, left_value), __skep_label_exact(right, right_value),
	                          left_value, right_value);
}

HELPER_OF(uint32_t) __skep_label_exact(uint32_t label, uint64_t value)
{
	return RARE(label) ? __skep_slow_exact(label, value) : 0;
}

HELPER_OF(uint32_t) __skep_label_moved(uint32_t base, uint32_t index, uint64_t index_value, uint64_t scale)
{
	return RARE(index) ? __skep_slow_moved(base, index, index_value, scale) : base;
}

HELPER_OF(uint32_t)
__skep_label_select(uint32_t bits, uint32_t condition, uint32_t outcome, uint32_t left, uint32_t right,
                    uint64_t left_value, uint64_t right_value)
{
	if (RARE(condition))
		return __skep_slow_select(bits, condition, outcome, left, right, left_value, right_value);
	return outcome ? left : right;
}

HELPER_OF(uint32_t)
__skep_label_funnel(uint32_t what, uint32_t high, uint32_t low, uint32_t by, uint64_t high_value, uint64_t low_value,
                    uint64_t by_value)
{
	return RARE(high | low | by) ? __skep_slow_funnel(what, high, low, by, high_value, low_value, by_value) : 0;
}

/* ---- values and branches ---- */

HELPER_OF(void) __skep_label_condition(uint32_t id, uint32_t label, uint32_t outcome, uint32_t is_truth);
HELPER_OF(void) __skep_label_switch(uint32_t id, uint32_t label, uint64_t value);
HELPER_OF(void) __skep_label_hidden(uint32_t id, uint32_t label, uint32_t outcome);
HELPER_OF(void) __skep_label_fixed(uint32_t kind, uint32_t label, uint64_t value);
HELPER_OF(void) __skep_label_unmodelled(const char *name, uint32_t label, uint64_t value);

/* `is_truth` (a constant): the label is of one bit. */
HELPER_OF(void) __skep_label_condition(uint32_t id, uint32_t label, uint32_t outcome, uint32_t is_truth)
{
	uint32_t n;
	if (!RARE(__skep_tracing))
		return;
	/* In most cases there is no question left, and the condition is written right here. */
	n = SYMBOLIC->n_met;
	if ((label && !is_truth) || n >= SK_MAX_MET) {
		__skep_slow_condition(id, label, outcome);
		return;
	}
	/* A bool from uninitialised memory can have any value, and the optimiser must not assume 0
	 * or 1. */
	__asm__("" : "+r"(outcome));
	__skep_known[label].noted = 1; /* the entry for label 0 has no meaning */
	uint64_t words[] = { (SK_MET_CONDITION | id << 4) | (uint64_t)label << 32, outcome != 0 };
	_Static_assert(sizeof words == sizeof(struct sk_met), "as two words");
	__builtin_memcpy(&SYMBOLIC->met[n], words, sizeof words);
	SYMBOLIC->n_met = n + 1;
}

HELPER_OF(void) __skep_label_switch(uint32_t id, uint32_t label, uint64_t value)
{
	if (RARE(__skep_tracing))
		__skep_slow_switch(id, label, value);
}

HELPER_OF(void) __skep_label_hidden(uint32_t id, uint32_t label, uint32_t outcome)
{
	if (RARE(label))
		__skep_slow_hidden(id, label, outcome);
}

HELPER_OF(void) __skep_label_fixed(uint32_t kind, uint32_t label, uint64_t value)
{
	if (RARE(label))
		__skep_slow_fixed(kind, label, value);
}

HELPER_OF(void) __skep_label_unmodelled(const char *name, uint32_t label, uint64_t value)
{
	if (RARE(label))
		__skep_slow_unmodelled(name, label, value);
}

/* Memory that a function without labels may read. */
HELPER_OF(void) __skep_label_reads(const char *name, uintptr_t address);
HELPER_OF(void) __skep_label_reads_list(const char *name, uintptr_t list);

HELPER_OF(void) __skep_label_reads(const char *name, uintptr_t address)
{
	if (RARE(*granule_at(address)))
		__skep_slow_reads(name, address);
}

HELPER_OF(void) __skep_label_reads_list(const char *name, uintptr_t list)
{
	if (RARE(__skep_tracing))
		__skep_slow_reads_list(name, list);
}

/* ---- calls ---- */

HELPER_OF(void) __skep_label_pass(uint32_t slot, uint32_t label);
HELPER_OF(void) __skep_label_pass_copy(uint32_t slot, uintptr_t from);
HELPER_OF(void) __skep_label_pass_to(uintptr_t function);
HELPER_OF(uint32_t) __skep_label_entered(uintptr_t function);
HELPER_OF(uint32_t) __skep_label_argument(uint32_t slot);
HELPER_OF(uint32_t) __skep_label_believe(uint32_t known, uint32_t label, uint64_t value, uint32_t bits);
HELPER_OF(void) __skep_label_take_copy(uint32_t slot, uint32_t known, uintptr_t to, uint64_t size);
HELPER_OF(void) __skep_label_return(uint32_t slot, uint32_t label);
HELPER_OF(void) __skep_label_return_by(uintptr_t function);
HELPER_OF(uint32_t) __skep_label_returned(uintptr_t function);
HELPER_OF(uint32_t) __skep_label_result(uint32_t slot);
HELPER_OF(void) __skep_label_variable(uint32_t i, uint32_t offset, uint32_t size, uint32_t label);
HELPER_OF(void) __skep_label_variable_count(uint32_t n, uint32_t on_stack);
HELPER_OF(void) __skep_label_variable_save(struct variable_arguments *saved, uint32_t known);

HELPER_OF(void) __skep_label_pass(uint32_t slot, uint32_t label)
{
	arguments[slot] = label;
}

HELPER_OF(void) __skep_label_pass_copy(uint32_t slot, uintptr_t from)
{
	copied_from[slot] = from;
}

HELPER_OF(void) __skep_label_pass_to(uintptr_t function)
{
	passed_to = function;
}

/* The labels are for this function. */
HELPER_OF(uint32_t) __skep_label_entered(uintptr_t function)
{
	uint32_t known = passed_to == function;
	passed_to = 0;
	return known;
}

HELPER_OF(uint32_t) __skep_label_argument(uint32_t slot)
{
	return arguments[slot];
}

/* A label that came through a pointer to a function of perhaps another type is checked. */
HELPER_OF(uint32_t) __skep_label_believe(uint32_t known, uint32_t label, uint64_t value, uint32_t bits)
{
	label = known ? label : 0;
	return RARE(label) ? __skep_slow_believe(label, value, bits) : 0;
}

HELPER_OF(void) __skep_label_take_copy(uint32_t slot, uint32_t known, uintptr_t to, uint64_t size)
{
	if (known)
		__skep_label_copy(to, 0, copied_from[slot], 0, size, 0);
	else
		__skep_label_fill(to, 0, 0, size, 0);
}

HELPER_OF(void) __skep_label_return(uint32_t slot, uint32_t label)
{
	results[slot] = label;
}

HELPER_OF(void) __skep_label_return_by(uintptr_t function)
{
	returned_by = function;
}

HELPER_OF(uint32_t) __skep_label_returned(uintptr_t function)
{
	uint32_t known = returned_by == function;
	returned_by = 0;
	return known;
}

HELPER_OF(uint32_t) __skep_label_result(uint32_t slot)
{
	return results[slot];
}

HELPER_OF(void) __skep_label_variable(uint32_t i, uint32_t offset, uint32_t size, uint32_t label)
{
	variable.at[i] = (struct variable_argument){ offset, size, label };
}

HELPER_OF(void) __skep_label_variable_count(uint32_t n, uint32_t on_stack)
{
	variable.n = n;
	variable.on_stack = on_stack;
}

/* Saves the labels at the start of a function with variable arguments, before it makes calls
 * itself. */
HELPER_OF(void) __skep_label_variable_save(struct variable_arguments *saved, uint32_t known)
{
	saved->n = known ? variable.n : 0;
	saved->on_stack = known ? variable.on_stack : 0;
	for (uint32_t i = 0; i < saved->n && i < MAX_VARIABLE; i++)
		saved->at[i] = variable.at[i];
}
