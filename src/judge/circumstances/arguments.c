/* arguments: circumstances about values that calls got: null, numbers, lengths, formats.
 *
 * circumstances.def describes each circumstance. */
#include <string.h>

#include "base/str.h"
#include "judge/circumstances/predicates.h"
#include "judge/trials/blame.h"
#include "seq/format.h"
#include "seq/value.h"

#define LARGE 100000
#define LARGE_FOR_LOOPS 1000   /* with limited fuel, a loop of this many rounds may not come to its end */

/* ---- null and freed memory ---- */

/* The argument is the address of a variable that may be null: it was null at first and the call
 * reads it, or an earlier call had its address and may have set it to null. */
static bool may_be_null(const struct incident *incident, uint32_t i, uint32_t a)
{
	const struct step *call = incident->seq->steps[i];
	uint32_t v = seq_index(i, call->args[a]);
	const struct step *made = incident->seq->steps[v];
	if (!made->type || model_canonical(incident->model, made->type)->kind != TYPE_POINTER)
		return false;
	const struct param *param = &step_function(incident->model, call)->params[a];
	bool only_written = param->role == ROLE_OUT && param->belief != BELIEF_TYPE;
	if (call->args[a].address) {
		const struct step_result *held = incident->run->steps && v < incident->run->n_steps
		                                         ? &incident->run->steps[v]
		                                         : NULL;
		return !only_written && held && held->size == 8 && bytes_are_zero(held->bytes, 8);
	}
	for (uint32_t k = v + 1; k < i; k++) {
		const struct step *step = incident->seq->steps[k];
		for (uint32_t b = 0; step_is_call(step) && b < step->n_args; b++)
			if (step->args[b].address && seq_index(k, step->args[b]) == v)
				return true;
	}
	return false;
}

bool passes_null(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint64_t value;
		if (may_be_null(incident, i, a) ||
		    (argument_value(incident, i, a, &value) && !value && is_pointer_param(incident, call->index, a)))
			return true;
	}
	return false;
}

/* An earlier call got null and does not look at that parameter: it may have kept the null pointer. */
bool passed_null_unseen(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; a < call->n_args && i != incident_step(incident); a++) {
		uint64_t value;
		if (is_pointer_param(incident, call->index, a) && argument_value(incident, i, a, &value) && !value &&
		    !number_is_looked_at(incident, called_at(incident, i), a))
			return true;
	}
	return false;
}

/* The argument is a struct by value, and one of its words leads into the freed block. Of large structs not all bytes
 * are recorded; such a struct counts if an earlier call got it, too. */
static bool struct_leads_to_freed(const struct incident *incident, uint32_t i, uint32_t a)
{
	const struct step *call = incident->seq->steps[i];
	uint32_t v = seq_index(i, call->args[a]);
	const struct type *type = model_canonical(incident->model, incident->seq->steps[v]->type);
	if (call->args[a].address || type->kind != TYPE_STRUCT || !incident->run->steps || v >= incident->run->n_steps)
		return false;
	const struct step_result *held = &incident->run->steps[v];
	for (uint32_t at = 0; at + sizeof(uint64_t) <= held->size; at += sizeof(uint64_t)) {
		uint64_t word;
		memcpy(&word, held->bytes + at, sizeof word);
		if (word - incident->fault->region <= incident->fault->region_size)
			return true;
	}
	bool was_passed = false;
	for (uint32_t k = v + 1; k < i; k++)
		for (uint32_t b = 0; step_is_call(incident->seq->steps[k]) && b < incident->seq->steps[k]->n_args; b++)
			was_passed |= seq_index(k, incident->seq->steps[k]->args[b]) == v;
	return was_passed && type->size > held->size;
}

bool passes_freed(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct sk_fault *fault = incident->fault;
	for (uint32_t a = 0; a < call->n_args && fault->region; a++) {
		uint64_t value;
		if (argument_value(incident, i, a, &value) && is_pointer_param(incident, call->index, a) &&
		    value - fault->region <= fault->region_size)
			return true;
		if (struct_leads_to_freed(incident, i, a))
			return true;
	}
	return false;
}

/* The argument is a variable whose address the call got that freed the memory. */
static bool is_given_and_freed(const struct incident *incident, uint32_t i, uint32_t a)
{
	const struct step *call = incident->seq->steps[i];
	uint32_t v = seq_index(i, call->args[a]);
	for (uint32_t k = v + 1; k < i && incident->freed_by && !call->args[a].address; k++) {
		const struct step *step = incident->seq->steps[k];
		if (!step_is_call(step) || !str_equal(step_function(incident->model, step)->name, incident->freed_by))
			continue;
		for (uint32_t b = 0; b < step->n_args; b++)
			if (step->args[b].address && seq_index(k, step->args[b]) == v)
				return true;
	}
	return false;
}

bool passes_given_and_freed(const struct incident *incident, uint32_t i)
{
	for (uint32_t a = 0; a < incident->seq->steps[i]->n_args; a++)
		if (is_given_and_freed(incident, i, a))
			return true;
	return false;
}

/* ---- structs that the test filled ---- */

/* The test passed bytes for a parameter of type void *. */
static bool is_bytes_for_anything(const struct incident *incident, uint32_t i, uint32_t a)
{
	const struct step *call = incident->seq->steps[i];
	const struct param *param = &step_function(incident->model, call)->params[a];
	const struct type *type = model_canonical(incident->model, param->type);
	return incident->seq->steps[seq_index(i, call->args[a])]->kind == STEP_BLOCK && type->kind == TYPE_POINTER &&
	       model_canonical(incident->model, type->target)->kind == TYPE_VOID && param->role != ROLE_BUFFER;
}

/* The variable is a struct that the test filled itself (or a pointer to one, or an array of such
 * pointers), or a call made it from such a struct. */
static bool is_test_object(const struct incident *incident, uint32_t v)
{
	const struct step *step = incident->seq->steps[v];
	for (uint32_t a = 0; step_is_call(step) && a < step->n_args; a++)
		if (is_test_object(incident, seq_index(v, step->args[a])) || is_bytes_for_anything(incident, v, a))
			return true;
	if (step->kind != STEP_BLOCK && step->kind != STEP_VALUE)
		return false;
	const struct type *type = model_canonical(incident->model, step->type);
	if (step->kind == STEP_BLOCK)
		type = model_canonical(incident->model, type->target);
	return type->kind == TYPE_STRUCT || type->kind == TYPE_UNION || step->n_fills > 0 ||
	       (step->kind == STEP_BLOCK && type->kind == TYPE_POINTER);
}

static bool got_test_object(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++)
		if (is_test_object(incident, seq_index(i, call->args[a])) || is_bytes_for_anything(incident, i, a))
			return true;
	return false;
}

/* A call without arguments works on objects that the unit keeps, perhaps on a struct that an earlier call got from the
 * test. */
bool passes_test_object(const struct incident *incident, uint32_t i)
{
	if (got_test_object(incident, i))
		return true;
	for (uint32_t k = 0; k < i && !incident->seq->steps[i]->n_args; k++)
		if (step_is_call(incident->seq->steps[k]) && got_test_object(incident, k))
			return true;
	return false;
}

/* ---- numbers ---- */

/* The number that the call got for a parameter that is not a pointer. */
static bool passed_number(const struct incident *incident, uint32_t i, uint32_t a, int64_t *number)
{
	uint64_t value;
	const struct type *type = model_canonical(incident->model, called_at(incident, i)->params[a].type);
	if (type->kind == TYPE_POINTER || !argument_value(incident, i, a, &value))
		return false;
	*number = value_int(type, &value);
	return true;
}

/* The access is outside of the block, at a distance that the number explains. */
static bool is_own_distance(const struct sk_fault *fault, int64_t number)
{
	static const uint64_t sizes[] = { 1, 2, 4, 8, 16, 24, 32, 40, 48, 64 };
	int64_t distance = (int64_t)(fault->address - fault->region);
	bool inside = distance >= 0 && (uint64_t)distance + fault->access_size <= fault->region_size;
	if (!fault->region || inside || number == 0)
		return false;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		if (distance == number * (int64_t)sizes[i] ||
		    distance + (int64_t)fault->access_size == number * (int64_t)sizes[i])
			return true;
	return false;
}

/* The number in the variable of the test that the argument points to. */
static bool lent_number(const struct incident *incident, uint32_t i, uint32_t a, int64_t *number)
{
	const struct type *type = model_canonical(incident->model, called_at(incident, i)->params[a].type);
	const struct type *target = type->kind == TYPE_POINTER ? model_canonical(incident->model, type->target) : NULL;
	const struct arg *arg = &incident->seq->steps[i]->args[a];
	uint32_t v = seq_index(i, *arg);
	const struct step *step = incident->seq->steps[v];
	if (!target || target->kind != TYPE_INT || target->size > 8)
		return false;
	if (step->kind == STEP_BLOCK && step->size == target->size && !step->n_fills)
		*number = value_int(target, step->bytes);
	else if (arg->address && step->kind == STEP_VALUE && v < incident->run->n_steps)
		*number = value_int(target, incident->run->steps[v].bytes);
	else
		return false;
	return true;
}

/* The block is taken for one element of an array, and the access is to the element with the number. */
static bool is_own_element(const struct sk_fault *fault, int64_t number)
{
	int64_t distance = (int64_t)(fault->address - fault->region), size = (int64_t)fault->region_size;
	return fault->region && size > 0 && number > 0 && distance / size == number;
}

bool passes_distance(const struct incident *incident, uint32_t i)
{
	const struct sk_fault *fault = incident->fault;
	for (uint32_t a = 0; a < incident->seq->steps[i]->n_args; a++) {
		int64_t number;
		bool is_distance = passed_number(incident, i, a, &number)
		                           ? is_own_distance(fault, number)
		                           : lent_number(incident, i, a, &number) &&
		                                     (is_own_distance(fault, number) || is_own_element(fault, number));
		if (is_distance && !number_is_looked_at(incident, called_at(incident, i), a))
			return true;
	}
	return false;
}

bool passes_half_checked(const struct incident *incident, uint32_t i)
{
	const struct function *called = called_at(incident, i);
	for (uint32_t a = 0; a < incident->seq->steps[i]->n_args && is_in_called_function(incident, i); a++) {
		int64_t number;
		if (model_canonical(incident->model, called->params[a].type)->is_signed &&
		    passed_number(incident, i, a, &number) && number < 0 &&
		    number_is_bounded(incident->marks, called, a, incident->frames[0].line) &&
		    !number_has_beginning(incident->marks, called, a))
			return true;
	}
	return false;
}

/* The variable is an array of numbers made by the test, and one of them is very large. */
static bool holds_large(const struct incident *incident, uint32_t v)
{
	const struct step *block = incident->seq->steps[v];
	const struct type *type = block->kind == STEP_BLOCK ? model_canonical(incident->model, block->type) : NULL;
	type = type && type->kind == TYPE_POINTER ? model_canonical(incident->model, type->target) : NULL;
	if (!type || type->kind != TYPE_INT || type->size < 2 || type->size > 8 || block->n_fills)
		return false;
	for (uint32_t at = 0; at + type->size <= block->size; at += (uint32_t)type->size) {
		int64_t number = value_int(type, (const char *)block->bytes + at);
		if (number > LARGE || number < -LARGE)
			return true;
	}
	return false;
}

/* The argument is above `large` or below its negative; numbers of unsigned types are compared as
 * they are. */
static bool is_large(const struct incident *incident, uint32_t i, uint32_t a, int64_t large)
{
	const struct type *type = model_canonical(incident->model, called_at(incident, i)->params[a].type);
	int64_t number;
	return passed_number(incident, i, a, &number) &&
	       (number > large || (type->is_signed ? number < -large : number < 0));
}

/* Of an earlier call only a number counts that may keep a loop busy for long. */
bool passes_large(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	bool hangs = incident->run->outcome == SK_HANG, is_last = i == incident_step(incident);
	bool in_arrays = is_last && incident->fault->kind == SK_UBSAN;
	for (uint32_t a = 0; a < call->n_args && (hangs || is_last); a++)
		if ((in_arrays && holds_large(incident, seq_index(i, call->args[a]))) ||
		    is_large(incident, i, a, hangs ? LARGE_FOR_LOOPS : LARGE))
			return true;
	return false;
}

/* ---- lengths ---- */

/* The number is a length, and larger than the number of elements of its buffer. */
static bool is_beyond_buffer(const struct incident *incident, uint32_t i, uint32_t a, int64_t number)
{
	const struct step *call = incident->seq->steps[i];
	const struct param *params = step_function(incident->model, call)->params, *length = &params[a];
	if (length->role != ROLE_LENGTH || number == 0)
		return false;
	const struct arg arg = call->args[length->partner];
	const struct step *block = incident->seq->steps[seq_index(i, arg)];
	const struct type *pointer = model_canonical(incident->model, params[length->partner].type);
	uint64_t element = model_canonical(incident->model, pointer->target)->size;
	if (block->kind != STEP_BLOCK || arg.address)
		return false;
	return number < 0 || (uint64_t)number > block->size / (length->length_in_bytes || !element ? 1 : element);
}

/* The number in a variable of the test whose address this call got as the first. */
static bool number_behind(const struct incident *incident, uint32_t i, uint32_t a, int64_t *number)
{
	const struct arg arg = incident->seq->steps[i]->args[a];
	uint32_t v = seq_index(i, arg);
	const struct step *variable = incident->seq->steps[v];
	const struct type *type = variable->type ? model_canonical(incident->model, variable->type) : NULL;
	if (!arg.address || variable->kind != STEP_VALUE || type->kind != TYPE_INT || type->size > 8 ||
	    variable->size != type->size)
		return false;
	for (uint32_t k = v + 1; k < i; k++)
		for (uint32_t b = 0; b < incident->seq->steps[k]->n_args; b++)
			if (incident->seq->steps[k]->args[b].address &&
			    seq_index(k, incident->seq->steps[k]->args[b]) == v)
				return false;
	*number = value_int(type, variable->bytes);
	return true;
}

/* A call may keep a length and rely on it later, unless the called function checks how large it is. */
static bool is_believed(const struct incident *incident, uint32_t i, uint32_t a)
{
	return i == incident_step(incident) || !number_is_limited(incident->marks, called_at(incident, i), a);
}

bool passes_beyond_buffer(const struct incident *incident, uint32_t i)
{
	for (uint32_t a = 0; a < incident->seq->steps[i]->n_args; a++) {
		int64_t number;
		if (passed_number(incident, i, a, &number) && is_believed(incident, i, a) &&
		    is_beyond_buffer(incident, i, a, number))
			return true;
		if (i == incident_step(incident) && called_at(incident, i)->params[a].length_is_pointer &&
		    number_behind(incident, i, a, &number) && is_beyond_buffer(incident, i, a, number))
			return true;
	}
	return false;
}

/* ---- formats and further arguments ---- */

/* The argument is a format with directives other than those that the call's arguments are for. */
static bool asks_for_arguments(const struct incident *incident, uint32_t i, uint32_t a)
{
	const struct step *call = incident->seq->steps[i];
	const struct step *text = incident->seq->steps[seq_index(i, call->args[a])];
	if (step_function(incident->model, call)->params[a].role != ROLE_FORMAT || !text->is_string)
		return false;
	return !format_agrees(incident->model, step_function(incident->model, call), text->bytes, text->size);
}

bool passes_asking_format(const struct incident *incident, uint32_t i)
{
	for (uint32_t a = 0; a < incident->seq->steps[i]->n_args; a++)
		if (asks_for_arguments(incident, i, a))
			return true;
	return false;
}

/* No format or other evidence tells how many arguments the function reads. */
static bool is_open(const struct model *model, const struct function *function)
{
	bool open = function->variadic;
	for (uint32_t a = 0; a < function->n_params; a++) {
		/* known by its name alone, it may be a format of the unit's own making */
		if (function->params[a].role == ROLE_FORMAT && function->params[a].belief != BELIEF_NAME)
			return false;
		open = open || model_canonical(model, function->params[a].type)->kind == TYPE_VA_LIST;
	}
	return open;
}

/* An earlier call may have read more arguments than it got, and shares an argument with the call
 * that failed. */
static bool wanted_more_before(const struct incident *incident, uint32_t last)
{
	const struct step *call = incident->seq->steps[last];
	for (uint32_t i = 0; i < last; i++) {
		const struct step *step = incident->seq->steps[i];
		if (!step_is_call(step) || !is_open(incident->model, step_function(incident->model, step)))
			continue;
		for (uint32_t a = 0; a < step->n_args; a++)
			for (uint32_t b = 0; b < call->n_args; b++)
				if (seq_index(i, step->args[a]) == seq_index(last, call->args[b]))
					return true;
	}
	return false;
}

bool may_want_more(const struct incident *incident, uint32_t i)
{
	return is_open(incident->model, called_at(incident, i)) || wanted_more_before(incident, i);
}

/* ---- descriptors ---- */

/* By role or name, the parameter is an int for the descriptor of an open file. */
static bool is_descriptor(const struct model *model, const struct param *param)
{
	static const char *const words[] = { "fd", "fildes", "filedes", "descriptor", "handle", "sock", "socket" };
	const struct type *type = model_canonical(model, param->type);
	if (param->role == ROLE_DESCRIPTOR)
		return true;
	for (size_t w = 0; w < sizeof words / sizeof *words; w++)
		if (type->kind == TYPE_INT && type->size == 4 && type->is_signed && str_has_word(param->name, words[w]))
			return true;
	return false;
}

bool passes_descriptor(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++)
		if (is_descriptor(incident->model, &step_function(incident->model, call)->params[a]) &&
		    incident->seq->steps[seq_index(i, call->args[a])]->kind == STEP_VALUE)
			return true;
	return false;
}
