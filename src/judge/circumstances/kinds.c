/* kinds: circumstances of objects of several kinds, and of enumerators.
 *
 * C does not say which objects of a type a function is for, nor that a number for an enum must be
 * one of its enumerators. circumstances.def describes each circumstance. */
#include <string.h>

#include "base/str.h"
#include "judge/api/family.h"
#include "judge/circumstances/predicates.h"
#include "seq/value.h"

static const char *const kind_words[] = { "type", "kind", "tag", "is" };

static bool is_about_kind(const char *text)
{
	for (size_t w = 0; w < sizeof kind_words / sizeof *kind_words; w++)
		if (str_has_word(text, kind_words[w]))
			return true;
	return false;
}

/* A condition or switch of the function asks for the kind of the object. */
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

/* The name's last word stands for a kind, as in "type", "o_type", "nodeKind". */
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

/* The struct has a field for its kind: its type stands for several kinds of objects. */
static bool has_kind_field(const struct model *model, const struct type *type)
{
	for (uint32_t f = 0; f < type->n_fields; f++) {
		enum type_kind kind = model_canonical(model, type->fields[f].type)->kind;
		if ((kind == TYPE_INT || kind == TYPE_ENUM) && is_named_kind(type->fields[f].name))
			return true;
	}
	return false;
}

/* A call made the object, even if its address was stored and read in between. */
static bool is_from_call(const struct seq *seq, uint32_t v)
{
	return step_is_call(seq->steps[v]);
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

/* The called function takes an object and does not look at its kind. */
static bool takes_any_kind(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *called = step_function(incident->model, call);
	for (uint32_t a = 0; a < call->n_args; a++) {
		type_id object = model_object_of(incident->model, called->params[a].type);
		if (object != NONE && has_kind_field(incident->model, model_type(incident->model, object)) &&
		    is_from_call(incident->seq, seq_index(i, call->args[a])) &&
		    makers_of(incident->model, object) > 1 && !looks_at_kind(incident->marks, called, a))
			return true;
	}
	return false;
}

static bool has_untyped_part(const struct model *model, const struct type *type)
{
	for (uint32_t f = 0; f < type->n_fields; f++) {
		const struct type *field = model_canonical(model, type->fields[f].type);
		if (field->kind == TYPE_POINTER && model_canonical(model, field->target)->kind == TYPE_VOID)
			return true;
	}
	return false;
}

/* A maker chooses the struct behind a void *, and functions for the objects of that maker take the void * for this
 * struct. The object itself has the size of its type, whichever function made it. */
static bool overruns_untyped_part(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct sk_fault *fault = incident->fault;
	/* Far outside, the next block that is known may be a freed one. */
	bool is_far = fault->owner == SK_OWNER_FREED && fault->address - fault->region >= fault->region_size;
	if (fault->kind != SK_ASAN || !(fault->owner == SK_OWNER_UNIT_HEAP || is_far))
		return false;
	for (uint32_t a = 0; a < call->n_args; a++) {
		type_id object = model_object_of(incident->model, called_at(incident, i)->params[a].type);
		uint32_t made = seq_index(i, call->args[a]);
		const struct type *type = object != NONE ? model_type(incident->model, object) : NULL;
		if (type && (is_far || made == fault->owner_step) && is_from_call(incident->seq, made) &&
		    fault->region_size != type->size && has_untyped_part(incident->model, type) &&
		    makers_of(incident->model, object) > 1)
			return true;
	}
	return false;
}

bool may_be_of_other_kind(const struct incident *incident, uint32_t i)
{
	bool is_last = i == incident_step(incident);
	if (is_last && (overruns_untyped_part(incident, i) ||
	                (may_be_for_other_way(incident, i) && !is_of_another_family(incident, i))))
		return true;
	return (is_last || !called_at(incident, i)->is_observer) && takes_any_kind(incident, i);
}

/* ---- enumerators ---- */

static bool is_one_bit(int64_t value)
{
	return (value & (value - 1)) == 0;
}

/* The value is an enumerator; where all enumerators are bits, a combination of these bits. */
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
	const struct function *called = step_function(incident->model, call);
	for (uint32_t a = 0; a < call->n_args; a++) {
		const struct type *type = model_canonical(incident->model, called->params[a].type);
		const struct step *made = incident->seq->steps[seq_index(i, call->args[a])];
		if (type->kind == TYPE_ENUM && type->n_enumerators && made->kind == STEP_VALUE && made->bytes &&
		    made->size == type->size && !is_of_enum(type, value_int(type, made->bytes)))
			return true;
	}
	return false;
}
