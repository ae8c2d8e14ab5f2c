/* setup: see setup.h. */
#include "judge/setup.h"

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

/* It takes the object first, and numbers. */
static bool sets_up(const struct model *model, const struct function *function, type_id object)
{
	if (!is_named_setup(function->name) || !function->n_params || function->n_params > MAX_PARAMS ||
	    function->variadic || function->is_static || !model_same_type(model, function->params[0].type, object))
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

/* Calls the function with the object and zeroes, right behind the call that gave it. */
static const struct seq *set_up(struct arena *arena, const struct incident *incident, uint32_t f, uint32_t object)
{
	const struct function *function = &incident->model->functions.at[f];
	const struct seq *seq = incident->seq;
	struct arg args[MAX_PARAMS];
	for (uint32_t p = 1; p < function->n_params; p++) {
		uint64_t size = model_canonical(incident->model, function->params[p].type)->size;
		if (size > 16)
			return NULL;
		struct step number = step_plainest(incident->model, &function->params[p]);
		seq = seq_insert(arena, seq, object + p, &number);
		args[p] = (struct arg){ .back = function->n_params - p };
	}
	args[0] = (struct arg){ .back = function->n_params };
	struct step call = {
		.kind = STEP_CALL, .type = function->result, .index = f, .n_args = function->n_params, .args = args
	};
	return seq_insert(arena, seq, object + function->n_params, &call);
}

const struct seq *with_setup(struct arena *arena, const struct incident *incident, uint32_t *added)
{
	const struct model *model = incident->model;
	uint32_t i = incident_step(incident);
	const struct step *call = i < incident->seq->n ? incident->seq->steps[i] : NULL;
	for (uint32_t a = 0; call && call->kind == STEP_CALL && a < call->n_args; a++) {
		uint32_t v = seq_index(i, call->args[a]);
		const struct step *made = incident->seq->steps[v];
		if (made->kind != STEP_CALL || call->args[a].address || incident->seq->n + MAX_PARAMS > SEQ_MAX_STEPS)
			continue;
		for (uint32_t f = 0; f < model->functions.n; f++)
			if (sets_up(model, &model->functions.at[f], made->type) &&
			    !is_called_with(incident->seq, f, v)) {
				*added = model->functions.at[f].n_params;
				return set_up(arena, incident, f, v);
			}
	}
	return NULL;
}
