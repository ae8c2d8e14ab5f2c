/* law_const: changes that a call makes behind a const pointer, as far as users can see them.
 *
 * The unit may keep notes in its own objects, so changed memory alone proves little. The call has
 * changed the object if functions that only look at it answer twice the same before the call and
 * something else afterwards, and the object's own memory has changed meanwhile. Memory behind the
 * object may change, because const promises nothing about it. */
#include <string.h>

#include "judge/laws/law_trial.h"

#define MOST_BYTES 256u

/* The first parameter that is an object passed as const; NONE: there is none. */
static uint32_t const_object(const struct laws *laws, const struct law_use *use)
{
	const struct function *function = &laws->model->functions.at[use->function];
	for (uint32_t a = 0; a < function->n_params; a++)
		if (is_const_pointer(laws->model, function->params[a].type) &&
		    law_object_of(laws->model, function, a) != NONE)
			return a;
	return NONE;
}

/* The functions that look at the object, without the function that the law is about. */
static uint32_t lookers(const struct laws *laws, const struct law_use *use, uint32_t *out)
{
	uint32_t a = const_object(laws, use), all[MAX_OBSERVERS], n = 0;
	type_id object = a == NONE ? NONE : law_object_of(laws->model, &laws->model->functions.at[use->function], a);
	uint32_t n_all = object == NONE ? 0 : law_observers(laws->model, object, all);
	for (uint32_t i = 0; i < n_all; i++)
		if (all[i] != use->function)
			out[n++] = all[i];
	return n;
}

uint32_t const_variants(const struct laws *laws, const struct law_use *use)
{
	uint32_t found[MAX_OBSERVERS];
	return lookers(laws, use, found) ? 1 : 0;
}

static void add_looks(struct trial *trial, uint32_t object)
{
	uint32_t found[MAX_OBSERVERS], n = lookers(trial->laws, trial->use, found);
	for (uint32_t i = 0; i < n; i++)
		trial_add_call(trial, found[i], &object, &(bool){ false }, 1);
}

static uint32_t add_peek(struct trial *trial, uint32_t object, uint32_t size)
{
	struct arg arg = seq_arg(&trial->builder, object, false);
	struct step peek = { .kind = STEP_PEEK, .n_args = 1, .args = &arg, .size = size };
	return seq_add(&trial->builder, &peek);
}

/* The number of bytes of the object that are compared; 0: its size is not known. */
static uint32_t size_of(const struct trial *trial, uint32_t a)
{
	const struct model *model = trial->laws->model;
	const struct function *function = &model->functions.at[trial->use->function];
	uint64_t size = model_canonical(model, law_object_of(model, function, a))->size;
	return size < MOST_BYTES ? (uint32_t)size : MOST_BYTES;
}

/* Adds nothing for an object that the test made itself, or passes to be changed. */
void const_build(struct trial *trial, const struct seq *seq)
{
	uint32_t a = const_object(trial->laws, trial->use), size = size_of(trial, a);
	struct step call = *seq->steps[trial->call];
	struct seq before = { .n = trial->call, .steps = seq->steps };
	uint32_t object = seq_index(trial->call, call.args[a]);
	struct arg *args = ARENA_ARRAY(trial->arena, struct arg, call.n_args + 1);
	if (!step_is_call(seq->steps[object]) || call.args[a].address || !size)
		return;
	for (uint32_t b = 0; b < call.n_args; b++)
		if (b != a && seq_index(trial->call, call.args[b]) == object)
			return;
	seq_add_all(&trial->builder, &before);
	add_looks(trial, object);
	add_looks(trial, object);
	trial->params[0] = add_peek(trial, object, size);
	for (uint32_t b = 0; b < call.n_args; b++)
		args[b] = seq_arg(&trial->builder, seq_index(trial->call, call.args[b]), call.args[b].address);
	call.args = args;
	trial->moved = seq_add(&trial->builder, &call);
	trial->params[1] = add_peek(trial, object, size);
	add_looks(trial, object);
}

bool const_look(const struct trial *trial, struct breach *breach)
{
	uint32_t n = trial->n / 3, a = const_object(trial->laws, trial->use);
	const struct step_result *before = &trial->run->steps[trial->params[0]],
	                         *after = &trial->run->steps[trial->params[1]];
	if (before->peek_size != after->peek_size || memcmp(before->peek, after->peek, before->peek_size) == 0)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t first = trial->added[i], second = trial->added[n + i], third = trial->added[2 * n + i];
		if (trial_number(trial, first) != trial_number(trial, second))
			return false; /* the looking functions change the object themselves */
		if (trial_number(trial, second) == trial_number(trial, third))
			continue;
		trial_name_step(breach, second);
		const struct function *function = &trial->laws->model->functions.at[trial->use->function];
		return trial_tell(breach, third, "$ == $1",
		                  arena_printf(trial->arena,
		                               "%s changes an object that is passed as const: %s. %s shows it.",
		                               function->name, function->params[a].name,
		                               trial_name(trial, trial->builder.steps.at[third]->index)));
	}
	return false;
}
