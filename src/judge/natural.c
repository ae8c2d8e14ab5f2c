/* natural: see natural.h. */
#include "judge/natural.h"

#include <string.h>

#include "base/str.h"
#include "judge/blame.h"
#include "seq/value.h"

/* ---- objects of several kinds ---- */

static const char *const kind_words[] = { "type", "kind", "tag", "is" };

static bool is_about_kind(const char *text)
{
	for (size_t w = 0; w < sizeof kind_words / sizeof *kind_words; w++)
		if (str_has_word(text, kind_words[w]))
			return true;
	return false;
}

/* A condition of the function asks what kind the object is; or it switches, on what is
 * not noted. */
static bool looks_at_kind(const struct marks *marks, const struct function *function, uint32_t param)
{
	for (size_t i = 0; i < marks->conditions.n; i++) {
		const struct condition *condition = &marks->conditions.at[i];
		if (str_equal(marks->functions.at[condition->function].name, function->name) &&
		    str_has_name(condition->text, function->params[param].name) && is_about_kind(condition->text))
			return true;
	}
	for (size_t i = 0; i < marks->switches.n; i++)
		if (str_equal(marks->functions.at[marks->switches.at[i].function].name, function->name))
			return true;
	return false;
}

/* "type", "o_type", "nodeKind": the last word of the name is one for a kind. */
static bool is_named_kind(const char *name)
{
	static const char *const words[] = { "type", "kind", "tag" };
	for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
		size_t n = strlen(name), length = strlen(words[w]);
		if (n >= length && str_has_word(name + n - length, words[w]) && str_has_word(name, words[w]))
			return true;
	}
	return false;
}

/* The struct says what kind of thing it is: one type for things that are unlike. */
static bool has_kind_field(const struct model *model, const struct type *type)
{
	for (uint32_t f = 0; f < type->n_fields; f++) {
		enum type_kind kind = model_canonical(model, type->fields[f].type)->kind;
		if ((kind == TYPE_INT || kind == TYPE_ENUM) && is_named_kind(type->fields[f].name))
			return true;
	}
	return false;
}

/* A call made the object, whatever its address was in between. */
static bool is_from_call(const struct seq *seq, uint32_t v)
{
	return seq->steps[v]->kind == STEP_CALL;
}

static uint32_t makers_of(const struct model *model, type_id object)
{
	uint32_t n = 0;
	for (size_t f = 0; f < model->functions.n; f++) {
		const struct function *function = &model->functions.at[f];
		bool gives = model_object_of(model, function->result) == object && !function->is_static;
		for (uint32_t p = 0; gives && p < function->n_params; p++)
			gives = model_object_of(model, function->params[p].type) != object;
		n += gives;
	}
	return n;
}

/* The call takes an object without a look at it, which may be of another kind than it is for. */
static bool may_be_of_another_kind(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *called = &incident->model->functions.at[call->index];
	for (uint32_t a = 0; a < call->n_args; a++) {
		type_id object = model_object_of(incident->model, called->params[a].type);
		if (object != NONE && has_kind_field(incident->model, model_type(incident->model, object)) &&
		    is_from_call(incident->seq, seq_index(i, call->args[a])) &&
		    makers_of(incident->model, object) > 1 && !looks_at_kind(incident->marks, called, a))
			return true;
	}
	return false;
}

/* ---- assertions ---- */

/* The called function has a parameter of that name, and it is no object. */
static bool has_plain_param(const struct incident *incident, uint32_t i, const char *name)
{
	const struct function *called = &incident->model->functions.at[incident->seq->steps[i]->index];
	for (uint32_t p = 0; p < called->n_params; p++)
		if (str_equal(called->params[p].name, name) &&
		    model_object_of(incident->model, called->params[p].type) == NONE)
			return true;
	return false;
}

/* A function that users may call as well, or that takes the same things as the one they
 * called, asserts what its arguments must be: they were passed on. */
static bool asserts_what_was_passed_on(const struct incident *incident, uint32_t i)
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

/* assert(x->state == OPEN): the phase or kind that something must be in. */
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

/* Step k uses the object v: it does not make it, set it up or only read it. */
static bool is_use(const struct incident *incident, uint32_t k, uint32_t v)
{
	const struct step *step = incident->seq->steps[k];
	if (step->kind != STEP_CALL)
		return false;
	const struct function *called = &incident->model->functions.at[step->index];
	for (uint32_t a = 0; a < step->n_args; a++)
		if (seq_index(k, step->args[a]) == v && !(called->is_maker && called->made_param == a))
			return !called->is_observer && !str_has_word(called->name, "set");
	return false;
}

/* The object of the call was used before. */
static bool is_used_before(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *called = &incident->model->functions.at[call->index];
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint32_t v = seq_index(i, call->args[a]);
		for (uint32_t k = v + 1; k < i && model_object_of(incident->model, called->params[a].type) != NONE; k++)
			if (is_use(incident, k, v))
				return true;
	}
	return false;
}

/* ---- structs of the test ---- */

static bool is_set_up(const struct incident *incident, uint32_t v, uint32_t before)
{
	for (uint32_t k = v + 1; k < before; k++) {
		const struct step *step = incident->seq->steps[k];
		const struct function *called = step->kind == STEP_CALL ? &incident->model->functions.at[step->index]
		                                                        : NULL;
		if (called && called->is_maker && called->made_param < step->n_args &&
		    seq_index(k, step->args[called->made_param]) == v)
			return true;
	}
	return false;
}

/* The call got a struct that the test filled and no call set up. */
static bool gets_junk(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *called = &incident->model->functions.at[call->index];
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint32_t v = seq_index(i, call->args[a]);
		const struct step *made = incident->seq->steps[v];
		bool is_own = made->kind == STEP_BLOCK || (made->kind == STEP_VALUE && call->args[a].address);
		bool is_struct = model_object_of(incident->model, called->params[a].type) != NONE;
		if (is_own && is_struct && called->params[a].role != ROLE_OUT && !is_set_up(incident, v, i))
			return true;
	}
	return false;
}

/* ---- calls that said that they failed ---- */

/* The call was to make or set up v, and gave a negative number. */
static bool failed_to_make(const struct incident *incident, uint32_t k, uint32_t v)
{
	const struct step *step = incident->seq->steps[k];
	if (step->kind != STEP_CALL || !incident->run->steps || k >= incident->run->n_steps)
		return false;
	const struct function *called = &incident->model->functions.at[step->index];
	const struct type *type = model_canonical(incident->model, called->result);
	const struct step_result *result = &incident->run->steps[k];
	return called->is_maker && called->made_param != NONE && called->made_param < step->n_args &&
	       seq_index(k, step->args[called->made_param]) == v && type->kind == TYPE_INT && type->is_signed &&
	       result->size == type->size && type->size <= 8 && value_int(type, result->bytes) < 0;
}

static bool uses_what_failed(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++)
		for (uint32_t k = 0; k < i; k++)
			if (failed_to_make(incident, k, seq_index(i, call->args[a])))
				return true;
	return false;
}

/* ---- objects in arrays ---- */

static bool holds(const struct seq *seq, uint32_t block, uint32_t v)
{
	const struct step *step = seq->steps[block];
	for (uint32_t f = 0; f < step->n_fills; f++)
		if (!step->fills[f].arg.address && seq_index(block, step->fills[f].arg) == v)
			return true;
	return false;
}

static bool is_passed(const struct seq *seq, uint32_t v, uint32_t before)
{
	for (uint32_t k = v + 1; k < before; k++)
		for (uint32_t a = 0; seq->steps[k]->kind == STEP_CALL && a < seq->steps[k]->n_args; a++)
			if (seq_index(k, seq->steps[k]->args[a]) == v)
				return true;
	return false;
}

static bool was_in_array(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++)
		for (uint32_t k = 0; k < i; k++)
			if (holds(incident->seq, k, seq_index(i, call->args[a])) && is_passed(incident->seq, k, i))
				return true;
	return false;
}

uint64_t natural_circumstances(const struct incident *incident, uint32_t i)
{
	uint64_t found = 0;
	if (may_be_of_another_kind(incident, i))
		found |= OTHER_KIND;
	if (asserts_what_was_passed_on(incident, i))
		found |= PASSED_ON;
	if (asserts_phase(incident) && is_used_before(incident, i))
		found |= USED_BEFORE;
	if (uses_what_failed(incident, i))
		found |= FAILED_MAKER;
	if (gets_junk(incident, i))
		found |= JUNK_OBJECT;
	if (was_in_array(incident, i))
		found |= IN_ARRAY;
	return found;
}
