/* setup: see setup.h. */
#include "judge/setup.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "seq/literal.h"

#define MAX_PARAMS 4u

static bool is_named_setup(const char *name)
{
	static const char *const words[] = { "init", "initialize", "initialise", "setup", "reset" };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_has_word(name, words[i]))
			return true;
	return false;
}

static bool is_number(const struct model *model, type_id type)
{
	enum type_kind kind = model_canonical(model, type)->kind;
	return kind == TYPE_INT || kind == TYPE_ENUM || kind == TYPE_BOOL;
}

/* The message of the fault names the type that a pointer of this one leads to, in quotes. */
static bool leads_to_what_is_missing(const struct incident *incident, type_id pointer)
{
	const struct type *type = model_canonical(incident->model, pointer);
	if (type->kind != TYPE_POINTER || model_object_of(incident->model, pointer) == NONE)
		return false;
	char *quoted = xprintf("'%s'", model_canonical(incident->model, type->target)->spelling);
	bool found = strstr(incident->fault->message, quoted) != NULL;
	free(quoted);
	return found;
}

/* It takes the object first, and numbers. */
static bool sets_up(const struct incident *incident, const struct function *function, type_id object)
{
	const struct model *model = incident->model;
	bool is_about_null = strstr(incident->fault->message, "null pointer") != NULL;
	if (!(is_named_setup(function->name) ||
	      (is_about_null && leads_to_what_is_missing(incident, function->result))) ||
	    !function->n_params || function->n_params > MAX_PARAMS || function->variadic || function->is_static ||
	    !model_same_type(model, function->params[0].type, object))
		return false;
	for (uint32_t p = 1; p < function->n_params; p++)
		if (!is_number(model, function->params[p].type))
			return false;
	return true;
}

static bool is_called_with(const struct seq *seq, uint32_t function, uint32_t object)
{
	for (uint32_t i = object + 1; i < seq->n; i++)
		if (seq->steps[i]->kind == STEP_CALL && seq->steps[i]->index == function &&
		    seq_index(i, seq->steps[i]->args[0]) == object)
			return true;
	return false;
}

/* Calls the function with the object and zeroes, before step `at`. */
static const struct seq *set_up(struct arena *arena, const struct incident *incident, uint32_t f, uint32_t object,
                                uint32_t at)
{
	const struct function *function = &incident->model->functions.at[f];
	const struct seq *seq = incident->seq;
	struct arg args[MAX_PARAMS];
	for (uint32_t p = 1; p < function->n_params; p++) {
		uint64_t size = model_canonical(incident->model, function->params[p].type)->size;
		if (size > 16)
			return NULL;
		struct step number = step_plainest(incident->model, &function->params[p]);
		seq = seq_insert(arena, seq, at + p - 1, &number);
		args[p] = (struct arg){ .back = function->n_params - p };
	}
	args[0] = (struct arg){ .back = at + function->n_params - 1 - object };
	struct step call = {
		.kind = STEP_CALL, .type = function->result, .index = f, .n_args = function->n_params, .args = args
	};
	return seq_insert(arena, seq, at + function->n_params - 1, &call);
}

size_t with_setup(struct arena *arena, const struct incident *incident, struct setup *setups, size_t room)
{
	const struct model *model = incident->model;
	uint32_t last = incident_step(incident);
	size_t n = 0;
	if (last >= incident->seq->n || incident->seq->n + MAX_PARAMS > SEQ_MAX_STEPS)
		return 0;
	for (uint32_t v = 0; v < last; v++) {
		const struct step *made = incident->seq->steps[v];
		for (uint32_t f = 0; made->kind == STEP_CALL && f < model->functions.n && n < room; f++) {
			if (!sets_up(incident, &model->functions.at[f], made->type) ||
			    is_called_with(incident->seq, f, v))
				continue;
			/* At once; or late, if what the test did before does not go well with it. */
			const uint32_t places[] = { v + 1, last };
			for (size_t p = 0; p < 2 && n < room && (p == 0 || places[0] != places[1]); p++) {
				setups[n] = (struct setup){ set_up(arena, incident, f, v, places[p]),
					                    model->functions.at[f].n_params };
				n += setups[n].seq != NULL;
			}
		}
	}
	return n;
}
