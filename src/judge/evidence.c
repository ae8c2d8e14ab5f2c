/* evidence: see evidence.h. */
#include "judge/evidence.h"

#include <string.h>

#include "base/str.h"

uint32_t incident_step(const struct incident *incident)
{
	uint32_t step = incident->fault->step;
	return step < incident->seq->n ? step : incident->seq->n;
}

const struct function *called_at(const struct incident *incident, uint32_t i)
{
	return step_function(incident->model, incident->seq->steps[i]);
}

bool argument_value(const struct incident *incident, uint32_t i, uint32_t a, uint64_t *value)
{
	const struct step *call = incident->seq->steps[i];
	uint32_t v = seq_index(i, call->args[a]);
	*value = 0;
	if (call->args[a].address || !incident->run->steps || v >= incident->run->n_steps)
		return false;
	const struct step_result *result = &incident->run->steps[v];
	if (result->outcome != SK_NORMAL || !result->size || result->size > 8)
		return false;
	memcpy(value, result->bytes, result->size);
	return true;
}

bool address_was_passed(const struct incident *incident, uint32_t i, uint32_t v)
{
	for (uint32_t k = v + 1; k < i; k++)
		for (uint32_t b = 0; b < incident->seq->steps[k]->n_args; b++)
			if (incident->seq->steps[k]->args[b].address &&
			    seq_index(k, incident->seq->steps[k]->args[b]) == v)
				return true;
	return false;
}

bool is_pointer_param(const struct incident *incident, uint32_t function, uint32_t p)
{
	const struct function *callee = &incident->model->functions.at[function];
	return model_canonical(incident->model, callee->params[p].type)->kind == TYPE_POINTER;
}

bool takes_part(bool *marked, const struct seq *seq, uint32_t i)
{
	const struct step *step = seq->steps[i];
	bool part = marked[i];
	for (uint32_t a = 0; a < step->n_args; a++)
		part = part || marked[seq_index(i, step->args[a])];
	for (uint32_t a = 0; part && a < step->n_args; a++) {
		uint32_t v = seq_index(i, step->args[a]);
		marked[v] = marked[v] || step->args[a].address || seq->steps[v]->kind != STEP_VALUE;
	}
	return part;
}

bool is_for_all(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *called = step_function(incident->model, call);
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint64_t value;
		bool is_null = argument_value(incident, i, a, &value) && !value; /* and the null pointer is no object */
		if (model_object_of(incident->model, called->params[a].type) != NONE && !is_null)
			return false;
	}
	return model_object_of(incident->model, called->result) == NONE;
}

bool destroys_kept(const struct model *model, const struct seq *seq, const char *by)
{
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		for (uint32_t a = 0; step_is_call(step) && a < step->n_args; a++) {
			const struct step *given = seq->steps[seq_index(i, step->args[a])];
			const struct function *called = step_function(model, step);
			if (called->params[a].destroyed && step_is_call(given) &&
			    step_function(model, given)->keeps_result && (!by || str_equal(called->name, by)))
				return true;
		}
	}
	return false;
}

bool is_use_of(const struct incident *incident, uint32_t k, uint32_t v)
{
	const struct step *step = incident->seq->steps[k];
	if (!step_is_call(step))
		return false;
	const struct function *called = step_function(incident->model, step);
	for (uint32_t a = 0; a < step->n_args; a++)
		if (seq_index(k, step->args[a]) == v && !(called->is_maker && called->made_param == a))
			return !called->is_observer && !str_has_word(called->name, "set");
	return false;
}
