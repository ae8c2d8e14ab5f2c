/* assertions: circumstances of assertions that do not hold.
 *
 * circumstances.def describes each circumstance. */
#include <string.h>

#include "base/str.h"
#include "judge/circumstances/predicates.h"

/* An assertion like assert(parser->read_handler): a pointer must be set, or must not be set. */
bool asserts_presence(const struct incident *incident)
{
	const struct sk_fault *fault = incident->fault;
	if (fault->kind != SK_ASSERT)
		return false;
	for (const char *p = fault->message; *p; p++)
		if (strchr("<>=+*/%&|^?", *p) && !(p[0] == '>' && p > fault->message && p[-1] == '-'))
			return false;
	return true;
}

bool asserts_about_null(const struct incident *incident)
{
	return incident->fault->kind == SK_ASSERT && strstr(incident->fault->message, "NULL");
}

/* The called function has a parameter of this name that is not an object. */
static bool has_plain_param(const struct incident *incident, uint32_t i, const char *name)
{
	const struct function *called = step_function(incident->model, incident->seq->steps[i]);
	for (uint32_t p = 0; p < called->n_params; p++)
		if (str_equal(called->params[p].name, name) &&
		    model_object_of(incident->model, called->params[p].type) == NONE)
			return true;
	return false;
}

/* The assertion about arguments is in another function that users may call, or that takes the
 * arguments of the called function: the called function passed its arguments on. */
bool asserts_what_was_passed_on(const struct incident *incident, uint32_t i)
{
	if (incident->fault->kind != SK_ASSERT || !incident->n_frames)
		return false;
	uint32_t f = model_find_function(incident->model, incident->frames[0].function);
	const struct function *asserting = f == NONE ? NULL : &incident->model->functions.at[f];
	for (uint32_t p = 0; asserting && !asserting->is_static && p < asserting->n_params; p++)
		if (str_has_name(incident->fault->message, asserting->params[p].name) &&
		    (!incident->internal[f] || has_plain_param(incident, i, asserting->params[p].name)))
			return true;
	return false;
}

static bool is_enumerator(const struct model *model, const char *name, size_t length)
{
	for (size_t c = 0; c < model->constants.n; c++)
		if (strncmp(model->constants.at[c].name, name, length) == 0 && !model->constants.at[c].name[length] &&
		    !model->constants.at[c].is_macro)
			return true;
	return false;
}

/* An assertion like assert(x->state == OPEN): an object must be in a certain phase or of a certain
 * kind. */
static bool asserts_phase(const struct incident *incident)
{
	if (incident->fault->kind != SK_ASSERT)
		return false;
	for (const char *at = incident->fault->message; (at = strstr(at, "==")); at += 2) {
		const char *name = at + 2;
		while (*name == ' ' || *name == '(')
			name++;
		size_t length = 0;
		while (is_name_char(name[length]))
			length++;
		if (length && is_enumerator(incident->model, name, length))
			return true;
	}
	return false;
}

/* An earlier call used the object of the call. */
static bool is_used_before(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *called = step_function(incident->model, call);
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint32_t v = seq_index(i, call->args[a]);
		for (uint32_t k = v + 1; k < i && model_object_of(incident->model, called->params[a].type) != NONE; k++)
			if (is_use_of(incident, k, v))
				return true;
	}
	return false;
}

bool asserts_phase_of_used(const struct incident *incident, uint32_t i)
{
	return asserts_phase(incident) && is_used_before(incident, i);
}
