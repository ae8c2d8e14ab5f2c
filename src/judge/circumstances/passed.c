/* passed: circumstances of memory that the test handed on: one block in two arguments, a result as a buffer.
 *
 * See circumstances.def for their words. */
#include <string.h>

#include "judge/circumstances/predicates.h"

bool copies_over_itself(const struct incident *incident)
{
	return strstr(incident->fault->message, "param-overlap") != NULL;
}

/* The variable that an argument leads into. */
static uint32_t root_of(const struct seq *seq, uint32_t i, uint32_t a)
{
	uint32_t v = seq_index(i, seq->steps[i]->args[a]);
	while (seq->steps[v]->kind == STEP_PLACE)
		v = seq_index(v, seq->steps[v]->args[0]);
	return v;
}

bool passes_one_block_twice(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++)
		for (uint32_t b = a + 1; b < call->n_args; b++)
			if (is_pointer_param(incident, call->index, a) && is_pointer_param(incident, call->index, b) &&
			    root_of(incident->seq, i, a) == root_of(incident->seq, i, b))
				return true;
	return false;
}

/* The struct that a pointer leads to; NULL: it leads to something else, or to a struct that is not to be changed. */
static const struct type *changed_struct(const struct model *model, type_id type)
{
	const struct type *pointer = model_canonical(model, type);
	if (pointer->kind != TYPE_POINTER || model_type(model, model_type(model, type)->target)->is_const)
		return NULL;
	const struct type *target = model_canonical(model, pointer->target);
	return target->kind == TYPE_STRUCT || target->kind == TYPE_UNION ? target : NULL;
}

bool passes_object_twice(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++) {
		const struct type *type = changed_struct(incident->model, called_at(incident, i)->params[a].type);
		for (uint32_t b = 0; type && b < call->n_args; b++)
			if (b != a && is_pointer_param(incident, call->index, b) &&
			    seq_index(i, call->args[a]) == seq_index(i, call->args[b]))
				return true;
	}
	return false;
}

static bool is_pointer_to_plain(const struct incident *incident, const struct param *param)
{
	const struct type *pointer = model_canonical(incident->model, param->type);
	if (pointer->kind != TYPE_POINTER)
		return false;
	enum type_kind kind = model_canonical(incident->model, pointer->target)->kind;
	return kind == TYPE_INT || kind == TYPE_FLOAT || kind == TYPE_VOID;
}

/* A text ends where its zero is: a call that only reads it can know. */
bool passes_result_as_buffer(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct sk_fault *fault = incident->fault;
	for (uint32_t a = 0; a < call->n_args && fault->region; a++) {
		const struct param *param = &called_at(incident, i)->params[a];
		bool is_text = param->role == ROLE_STRING && !fault->is_write && fault->address >= fault->region;
		uint64_t value;
		if (!is_text && is_pointer_to_plain(incident, param) &&
		    step_is_call(incident->seq->steps[root_of(incident->seq, i, a)]) &&
		    argument_value(incident, i, a, &value) && value - fault->region <= fault->region_size)
			return true;
	}
	return false;
}
