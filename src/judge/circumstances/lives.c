/* lives: circumstances of the lives of objects: set up, not made, set up twice, finished, not ended.
 *
 * C does not say in which order calls make sense, or that a result must be checked. circumstances.def describes each
 * circumstance. */
#include "base/str.h"
#include "judge/circumstances/predicates.h"
#include "model/words.h"
#include "seq/value.h"

/* ---- set up ---- */

/* The object that step k sets up; NONE if it sets up none. */
static uint32_t set_up_by(const struct incident *incident, uint32_t k)
{
	const struct step *step = incident->seq->steps[k];
	const struct function *called = step_is_call(step) ? step_function(incident->model, step) : NULL;
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

/* A call made the object itself, not only the memory for it. */
static bool is_made_whole(const struct incident *incident, uint32_t v)
{
	const struct step *step = incident->seq->steps[v];
	return step_is_call(step) && step_function(incident->model, step)->is_maker &&
	       model_object_of(incident->model, step->type) != NONE;
}

/* A step between the two ended the object. */
static bool is_ended(const struct incident *incident, uint32_t v, uint32_t before)
{
	for (uint32_t k = v + 1; k < before; k++) {
		const struct step *step = incident->seq->steps[k];
		for (uint32_t a = 0; step_is_call(step) && a < step->n_args; a++)
			if (seq_index(k, step->args[a]) == v &&
			    step_function(incident->model, step)->params[a].destroyed)
				return true;
	}
	return false;
}

static bool is_set_by(const struct incident *incident, uint32_t i, uint32_t a)
{
	const struct function *called = step_function(incident->model, incident->seq->steps[i]);
	return called->params[a].role == ROLE_OUT || called->params[a].left_to_free ||
	       (called->is_maker && called->made_param == a);
}

/* The call sets a pointer variable that an earlier call set, or sets one twice. */
static bool may_overwrite(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; step_is_call(call) && a < call->n_args; a++) {
		uint32_t v = seq_index(i, call->args[a]);
		const struct step *made = incident->seq->steps[v];
		if (!call->args[a].address || !made->type || !is_set_by(incident, i, a) ||
		    model_canonical(incident->model, made->type)->kind != TYPE_POINTER || is_ended(incident, v, i))
			continue;
		for (uint32_t k = v + 1; k <= i; k++) {
			const struct step *other = incident->seq->steps[k];
			for (uint32_t b = 0; step_is_call(other) && b < (k == i ? a : other->n_args); b++)
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

/* The call got a struct that the test filled, and no call set the struct up. */
bool gets_junk(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *called = step_function(incident->model, call);
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

/* ---- not ended ---- */

/* The struct type of v if v is a variable or block of the test's own; else NULL. */
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
	if (!step_is_call(call) || incident->fault->kind != SK_LEAK)
		return false;
	const struct function *called = step_function(incident->model, call);
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

/* ---- failed ---- */

static bool is_given(const struct incident *incident, uint32_t k, uint32_t v)
{
	const struct step *call = incident->seq->steps[k];
	for (uint32_t a = 0; a < call->n_args; a++)
		if (seq_index(k, call->args[a]) == v)
			return true;
	return false;
}

/* Step k should have made or set up v, and returned a negative number. */
static bool failed_to_make(const struct incident *incident, uint32_t k, uint32_t v)
{
	const struct step *step = incident->seq->steps[k];
	if (!step_is_call(step) || !incident->run->steps || k >= incident->run->n_steps)
		return false;
	const struct function *called = step_function(incident->model, step);
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

/* Step k returned a negative number, or an enumerator that is named like a failure. */
static bool gave_failure(const struct incident *incident, uint32_t k)
{
	const struct step *step = incident->seq->steps[k];
	const struct type *type = model_canonical(incident->model, step_function(incident->model, step)->result);
	const struct step_result *result = incident->run->steps && k < incident->run->n_steps ? &incident->run->steps[k]
	                                                                                      : NULL;
	if (!result || type->size > 8 || result->size != type->size)
		return false;
	if (type->kind == TYPE_ENUM)
		return is_named_failure(type, value_int(type, result->bytes));
	return type->kind == TYPE_INT && type->is_signed && value_int(type, result->bytes) < 0;
}

/* An earlier call on the same object returned an error. */
bool has_failed_before(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *called = step_function(incident->model, call);
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint32_t v = seq_index(i, call->args[a]);
		uint64_t value;
		if (argument_value(incident, i, a, &value) && !value)
			continue; /* a null pointer is no object */
		for (uint32_t k = v + 1; k < i && model_object_of(incident->model, called->params[a].type) != NONE; k++)
			if (step_is_call(incident->seq->steps[k]) && is_given(incident, k, v) &&
			    !step_function(incident->model, incident->seq->steps[k])->is_observer &&
			    gave_failure(incident, k))
				return true;
	}
	return false;
}

bool uses_what_failed(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++)
		for (uint32_t k = 0; k < i; k++)
			if (failed_to_make(incident, k, seq_index(i, call->args[a])))
				return true;
	return false;
}

/* ---- in arrays ---- */

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
		for (uint32_t a = 0; step_is_call(seq->steps[k]) && a < seq->steps[k]->n_args; a++)
			if (seq_index(k, seq->steps[k]->args[a]) == v)
				return true;
	return false;
}

bool was_in_array(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++)
		for (uint32_t k = 0; k < i; k++)
			if (holds(incident->seq, k, seq_index(i, call->args[a])) && is_passed(incident->seq, k, i))
				return true;
	return false;
}

/* ---- finished ---- */

/* A module that keeps its state in variables has one life, from init() to done(). */
static bool follows_module_end(const struct incident *incident, uint32_t i)
{
	bool is_ended = false;
	for (uint32_t k = 0; k < i; k++) {
		const struct function *called = step_is_call(incident->seq->steps[k]) ? called_at(incident, k) : NULL;
		if (!called || called->n_params)
			continue;
		if (name_finishes(called->name) || name_has_any(called->name, destroyer_words))
			is_ended = true;
		else if (name_sets_up(called->name))
			is_ended = false;
	}
	return is_ended;
}

bool is_used_after_finish(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *called = step_function(incident->model, call);
	if (follows_module_end(incident, i))
		return true;
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint32_t v = seq_index(i, call->args[a]);
		for (uint32_t k = v + 1; k < i && model_object_of(incident->model, called->params[a].type) != NONE; k++)
			if (is_use_of(incident, k, v) &&
			    name_finishes(step_function(incident->model, incident->seq->steps[k])->name))
				return true;
	}
	return false;
}
