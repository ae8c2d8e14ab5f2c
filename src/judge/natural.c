/* natural: see natural.h. */
#include "judge/natural.h"

#include <string.h>

#include "base/str.h"
#include "judge/trials/blame.h"
#include "model/words.h"
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

/* A condition or switch of the function asks what kind the object is. */
static bool looks_at_kind(const struct marks *marks, const struct function *function, uint32_t param)
{
	for (size_t i = 0; i < marks->conditions.n; i++) {
		const struct condition *condition = &marks->conditions.at[i];
		if (str_equal(marks->functions.at[condition->function].name, function->name) &&
		    str_has_name(condition->text, function->params[param].name) && is_about_kind(condition->text))
			return true;
	}
	for (size_t i = 0; i < marks->switches.n; i++)
		if (str_equal(marks->functions.at[marks->switches.at[i].function].name, function->name) &&
		    (str_has_name(marks->switches.at[i].text, function->params[param].name) ||
		     is_about_kind(marks->switches.at[i].text)))
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

bool takes_any_kind(const struct incident *incident, uint32_t i)
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

/* The object that the call sets up, or NONE. */
static uint32_t set_up_by(const struct incident *incident, uint32_t k)
{
	const struct step *step = incident->seq->steps[k];
	const struct function *called = step->kind == STEP_CALL ? &incident->model->functions.at[step->index] : NULL;
	if (called && called->is_maker && called->made_param < step->n_args)
		return seq_index(k, step->args[called->made_param]);
	if (called && step->n_args && name_sets_up(called->name) &&
	    model_object_of(incident->model, called->params[0].type) != NONE)
		return seq_index(k, step->args[0]);
	return NONE;
}

static bool is_set_up(const struct incident *incident, uint32_t v, uint32_t before)
{
	for (uint32_t k = v + 1; k < before; k++)
		if (set_up_by(incident, k) == v)
			return true;
	return false;
}

/* A call gave the object itself, not the memory for it. */
static bool is_made_whole(const struct incident *incident, uint32_t v)
{
	const struct step *step = incident->seq->steps[v];
	return step->kind == STEP_CALL && incident->model->functions.at[step->index].is_maker &&
	       model_object_of(incident->model, step->type) != NONE;
}

/* Something ended the object between two steps. */
static bool is_ended(const struct incident *incident, uint32_t v, uint32_t before)
{
	for (uint32_t k = v + 1; k < before; k++) {
		const struct step *step = incident->seq->steps[k];
		for (uint32_t a = 0; step->kind == STEP_CALL && a < step->n_args; a++)
			if (seq_index(k, step->args[a]) == v &&
			    incident->model->functions.at[step->index].params[a].destroyed)
				return true;
	}
	return false;
}

static bool is_set_by(const struct incident *incident, uint32_t i, uint32_t a)
{
	const struct function *called = &incident->model->functions.at[incident->seq->steps[i]->index];
	return called->params[a].role == ROLE_OUT || called->params[a].left_to_free ||
	       (called->is_maker && called->made_param == a);
}

/* The call sets a variable for a pointer that an earlier call set, or does so twice. */
static bool may_overwrite(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; call->kind == STEP_CALL && a < call->n_args; a++) {
		uint32_t v = seq_index(i, call->args[a]);
		const struct step *made = incident->seq->steps[v];
		if (!call->args[a].address || !made->type || !is_set_by(incident, i, a) ||
		    model_canonical(incident->model, made->type)->kind != TYPE_POINTER || is_ended(incident, v, i))
			continue;
		for (uint32_t k = v + 1; k <= i; k++) {
			const struct step *other = incident->seq->steps[k];
			for (uint32_t b = 0; other->kind == STEP_CALL && b < (k == i ? a : other->n_args); b++)
				if (other->args[b].address && seq_index(k, other->args[b]) == v &&
				    is_set_by(incident, k, b))
					return true;
		}
	}
	return false;
}

bool sets_up_again(const struct incident *incident, uint32_t i)
{
	uint32_t v = set_up_by(incident, i);
	if (may_overwrite(incident, i))
		return true;
	return v != NONE && (is_made_whole(incident, v) || is_set_up(incident, v, i)) && !is_ended(incident, v, i);
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

/* The struct that the test has as a variable or block of its own; NULL: it is none. */
static const struct type *own_struct(const struct incident *incident, uint32_t v)
{
	const struct step *step = incident->seq->steps[v];
	const struct type *type = step->type ? model_canonical(incident->model, step->type) : NULL;
	if (step->kind == STEP_BLOCK && type && type->kind == TYPE_POINTER)
		type = model_canonical(incident->model, type->target);
	else if (step->kind != STEP_VALUE)
		return NULL;
	return type && type->kind == TYPE_STRUCT ? type : NULL;
}

static bool may_hold_memory(const struct model *model, const struct type *type)
{
	for (uint32_t f = 0; f < type->n_fields; f++) {
		enum type_kind kind = model_canonical(model, type->fields[f].type)->kind;
		if (kind == TYPE_POINTER || kind == TYPE_STRUCT || kind == TYPE_UNION || kind == TYPE_ARRAY)
			return true;
	}
	return false;
}

bool leaves_unended(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *called = &incident->model->functions.at[call->index];
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint32_t v = seq_index(i, call->args[a]);
		const struct type *pointer = model_canonical(incident->model, called->params[a].type),
		                  *type = own_struct(incident, v);
		if (type && pointer->kind == TYPE_POINTER &&
		    !model_type(incident->model, model_type(incident->model, called->params[a].type)->target)
		             ->is_const &&
		    may_hold_memory(incident->model, type) && !is_ended(incident, v, incident->seq->n))
			return true;
	}
	return false;
}

/* ---- calls that said that they failed ---- */

static bool is_given(const struct incident *incident, uint32_t k, uint32_t v)
{
	const struct step *call = incident->seq->steps[k];
	for (uint32_t a = 0; a < call->n_args; a++)
		if (seq_index(k, call->args[a]) == v)
			return true;
	return false;
}

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

static bool is_named_failure(const struct type *type, int64_t value)
{
	static const char *const words[] = { "error", "err", "fail", "failed", "failure", "invalid" };
	for (uint32_t e = 0; e < type->n_enumerators; e++)
		for (size_t w = 0; type->enumerators[e].value == value && w < sizeof words / sizeof *words; w++)
			if (str_has_word(type->enumerators[e].name, words[w]))
				return true;
	return false;
}

/* The call gave a negative number, or an enumerator that is named like a failure. */
static bool gave_failure(const struct incident *incident, uint32_t k)
{
	const struct step *step = incident->seq->steps[k];
	const struct type *type = model_canonical(incident->model, incident->model->functions.at[step->index].result);
	const struct step_result *result = incident->run->steps && k < incident->run->n_steps ? &incident->run->steps[k]
	                                                                                      : NULL;
	if (!result || type->size > 8 || result->size != type->size)
		return false;
	if (type->kind == TYPE_ENUM)
		return is_named_failure(type, value_int(type, result->bytes));
	return type->kind == TYPE_INT && type->is_signed && value_int(type, result->bytes) < 0;
}

/* An earlier call that was to change an object which this one gets says that it failed. */
static bool has_failed_before(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *called = &incident->model->functions.at[call->index];
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint32_t v = seq_index(i, call->args[a]);
		uint64_t value;
		if (argument_value(incident, i, a, &value) && !value)
			continue; /* null is no object */
		for (uint32_t k = v + 1; k < i && model_object_of(incident->model, called->params[a].type) != NONE; k++)
			if (incident->seq->steps[k]->kind == STEP_CALL && is_given(incident, k, v) &&
			    !incident->model->functions.at[incident->seq->steps[k]->index].is_observer &&
			    gave_failure(incident, k))
				return true;
	}
	return false;
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

/* ---- enumerators ---- */

static bool is_one_bit(int64_t value)
{
	return (value & (value - 1)) == 0;
}

/* An enumerator; or, where all of them are bits, some of these bits. */
static bool is_of_enum(const struct type *type, int64_t value)
{
	int64_t all = 0;
	bool are_bits = true;
	for (uint32_t e = 0; e < type->n_enumerators; e++) {
		if (type->enumerators[e].value == value)
			return true;
		are_bits = are_bits && is_one_bit(type->enumerators[e].value);
		all |= type->enumerators[e].value;
	}
	return are_bits && (value & ~all) == 0;
}

bool passes_no_enumerator(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *called = &incident->model->functions.at[call->index];
	for (uint32_t a = 0; a < call->n_args; a++) {
		const struct type *type = model_canonical(incident->model, called->params[a].type);
		const struct step *made = incident->seq->steps[seq_index(i, call->args[a])];
		if (type->kind == TYPE_ENUM && type->n_enumerators && made->kind == STEP_VALUE && made->bytes &&
		    made->size == type->size && !is_of_enum(type, value_int(type, made->bytes)))
			return true;
	}
	return false;
}

/* ---- what comes after the end ---- */

/* An earlier call, by its name, was the last for an object that this one gets. */
static bool is_used_after_finish(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *called = &incident->model->functions.at[call->index];
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint32_t v = seq_index(i, call->args[a]);
		for (uint32_t k = v + 1; k < i && model_object_of(incident->model, called->params[a].type) != NONE; k++)
			if (is_use(incident, k, v) &&
			    name_finishes(incident->model->functions.at[incident->seq->steps[k]->index].name))
				return true;
	}
	return false;
}

uint64_t natural_circumstances(const struct incident *incident, uint32_t i)
{
	uint64_t found = 0;
	if (takes_any_kind(incident, i))
		found |= OTHER_KIND;
	if (asserts_what_was_passed_on(incident, i))
		found |= PASSED_ON;
	if (asserts_phase(incident) && is_used_before(incident, i))
		found |= USED_BEFORE;
	if (uses_what_failed(incident, i))
		found |= FAILED_MAKER;
	if (has_failed_before(incident, i))
		found |= FAILED_BEFORE;
	if (gets_junk(incident, i))
		found |= JUNK_OBJECT;
	if (is_used_after_finish(incident, i))
		found |= AFTER_FINISH;
	if (was_in_array(incident, i))
		found |= IN_ARRAY;
	return found;
}
