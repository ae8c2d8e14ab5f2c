/* plain_results: a test passes on what a call gave only where it has to.
 *
 * Searches pass whatever fits: the checksum of one buffer as the address of a device. Where the number itself does, the
 * call that gave it goes, or becomes a test of its own (split.c). A number that stands for state of the unit, such as
 * that of a slot, cannot be replaced: without the call the test does not reach its goals. */
#include <string.h>

#include "emit/suite/suite_parts.h"
#include "seq/value.h"

#define MOST_PLAIN 9999 /* a larger number is hardly one that a person would write */
#define MOST_TEXT 40u   /* characters */

struct plaining {
	struct suite *suite;
	const struct seq *seq;
	const struct run *run;   /* of the sequence, with values */
};

static struct arena *scratch(const struct plaining *plaining)
{
	return plaining->suite->scratch;
}

static const struct model *model_of(const struct plaining *plaining)
{
	return plaining->suite->unit->model;
}

/* A whole number that call v gave, as a literal. */
static bool number_of(const struct plaining *plaining, uint32_t v, struct step *literal)
{
	const struct step *call = plaining->seq->steps[v];
	const struct type *type = call->type ? model_canonical(model_of(plaining), call->type) : NULL;
	const struct step_result *result = &plaining->run->steps[v];
	if (!type || (type->kind != TYPE_INT && type->kind != TYPE_BOOL && type->kind != TYPE_ENUM) || type->size > 8 ||
	    result->size < type->size)
		return false;
	int64_t number = value_int(type, result->bytes);
	if (number > MOST_PLAIN || number < -MOST_PLAIN)
		return false;
	*literal = (struct step){ .kind = STEP_VALUE,
		                  .type = call->type,
		                  .size = (uint32_t)type->size,
		                  .bytes = arena_memdup(scratch(plaining), result->bytes, type->size) };
	return true;
}

/* Both calls are asked of one object. */
static bool share_object(const struct seq *seq, uint32_t v, uint32_t i)
{
	for (uint32_t a = 0; a < seq->steps[v]->n_args; a++)
		for (uint32_t b = 0; b < seq->steps[i]->n_args; b++)
			if (seq_index(v, seq->steps[v]->args[a]) == seq_index(i, seq->steps[i]->args[b]))
				return true;
	return false;
}

/* The text that call v gave, as a literal. */
static status text_of(const struct plaining *plaining, uint32_t v, struct step *literal, bool *found)
{
	const struct run *run;
	const struct arg arg = { .back = 1 };
	const struct step peek = { .kind = STEP_PEEK, .n_args = 1, .args = &arg, .peek = PEEK_STRING };
	const struct seq *part = seq_prefix(scratch(plaining), plaining->seq, v + 1);
	part = seq_insert(scratch(plaining), part, v + 1, &peek);
	*found = false;
	TRY(executor_one(plaining->suite->executor, part, WANT_VALUES, &run));
	if (run->outcome != SK_NORMAL || run->n_steps <= v + 1 || run->steps[v + 1].peek_size > MOST_TEXT ||
	    bytes_are_zero(run->steps[v].bytes, 8))
		return NULL;
	uint32_t size = run->steps[v + 1].peek_size;
	char *bytes = arena_alloc(scratch(plaining), size + 1);
	if (size)
		memcpy(bytes, run->steps[v + 1].peek, size);
	bytes[size] = 0;
	*literal = (struct step){ .kind = STEP_BLOCK,
		                  .type = plaining->seq->steps[v]->type,
		                  .bytes = bytes,
		                  .size = size + 1,
		                  .is_string = true };
	*found = true;
	return NULL;
}

/* The literal for argument a of call i; *found: there is one. */
static status literal_for(struct plaining *plaining, uint32_t i, uint32_t a, struct step *literal, bool *found)
{
	const struct seq *seq = plaining->seq;
	uint32_t v = seq_index(i, seq->steps[i]->args[a]);
	const struct param *param = &step_function(model_of(plaining), seq->steps[i])->params[a];
	*found = false;
	if (!step_is_call(seq->steps[v]) || seq->steps[i]->args[a].address || param->role == ROLE_DESCRIPTOR ||
	    param->destroyed || param->taken)
		return NULL;
	TRY(executor_one(plaining->suite->executor, seq, WANT_VALUES, &plaining->run));
	if (plaining->run->outcome != SK_NORMAL || plaining->run->n_steps < seq->n)
		return NULL;
	*found = number_of(plaining, v, literal);
	bool is_text = param->role == ROLE_STRING &&
	               model_canonical(model_of(plaining), seq->steps[v]->type)->kind == TYPE_POINTER;
	if (is_text && share_object(seq, v, i))
		return text_of(plaining, v, literal, found);
	return NULL;
}

static const struct seq *with_literal(const struct plaining *plaining, const struct seq *seq, uint32_t i, uint32_t a,
                                      const struct step *literal)
{
	seq = seq_insert(scratch(plaining), seq, i, literal);
	struct step call = *seq->steps[i + 1];
	struct arg *args = arena_memdup(scratch(plaining), call.args, call.n_args * sizeof *args);
	args[a].back = 1;
	call.args = args;
	return seq_replace(scratch(plaining), seq, i + 1, &call);
}

/* Returns the memory of the test to which call v returned the pointer; NONE: it returned another. */
static uint32_t memory_of(const struct plaining *plaining, uint32_t v)
{
	const struct seq *seq = plaining->seq;
	const struct step_result *given = &plaining->run->steps[v];
	if (!step_is_call(seq->steps[v]) || given->size != 8 || bytes_are_zero(given->bytes, 8))
		return NONE;
	for (uint32_t u = 0; u < v; u++) {
		const struct step_result *held = &plaining->run->steps[u];
		if (seq->steps[u]->kind == STEP_BLOCK && held->size == 8 && memcmp(held->bytes, given->bytes, 8) == 0 &&
		    seq_fits(model_of(plaining), seq->steps[v]->type, seq->steps[u]->type, false))
			return u;
	}
	return NONE;
}

/* Leads an argument of step i to the memory itself, instead of the call that returned the pointer to it. */
static bool lead(const struct plaining *plaining, uint32_t i, struct arg *arg)
{
	uint32_t memory = arg->address ? NONE : memory_of(plaining, seq_index(i, *arg));
	if (memory != NONE)
		arg->back = i - memory;
	return memory != NONE;
}

/* Memory of the test that a call gave back is used by its own name. */
static status plain_pointers(struct plaining *plaining, const struct seq **plain)
{
	const struct seq *changed = *plain;
	TRY(executor_one(plaining->suite->executor, plaining->seq, WANT_VALUES, &plaining->run));
	if (plaining->run->outcome != SK_NORMAL || !plaining->run->steps || plaining->run->n_steps < plaining->seq->n)
		return NULL;
	for (uint32_t i = 0; i < plaining->seq->n; i++) {
		struct step step = *plaining->seq->steps[i];
		struct arg *args = arena_memdup(scratch(plaining), step.args, step.n_args * sizeof *args);
		struct fill *fills = arena_memdup(scratch(plaining), step.fills, step.n_fills * sizeof *fills);
		bool any = false;
		for (uint32_t a = 0; a < step.n_args; a++)
			any |= lead(plaining, i, &args[a]);
		for (uint32_t f = 0; f < step.n_fills; f++)
			any |= lead(plaining, i, &fills[f].arg);
		step.args = args;
		step.fills = fills;
		if (any)
			changed = seq_replace(scratch(plaining), changed, i, &step);
	}
	if (changed != *plain && seq_is_valid(changed, model_of(plaining)))
		*plain = changed;
	return NULL;
}

status suite_plain_results(struct suite *suite, const struct seq *seq, const struct seq **plain)
{
	struct plaining plaining = { .suite = suite, .seq = seq };
	TRY(plain_pointers(&plaining, &seq));
	plaining.seq = seq;
	const struct seq *changed = seq;
	uint32_t moved = 0;
	for (uint32_t i = 0; i < seq->n; i++)
		for (uint32_t a = 0; step_is_call(seq->steps[i]) && a < seq->steps[i]->n_args; a++) {
			struct step literal;
			bool found;
			TRY(literal_for(&plaining, i, a, &literal, &found));
			if (found && changed->n < SEQ_MAX_STEPS)
				changed = with_literal(&plaining, changed, i + moved++, a, &literal);
		}
	*plain = changed;
	return NULL;
}
