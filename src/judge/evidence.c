/* evidence: see evidence.h. */
#include "judge/evidence.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "judge/trials/blame.h"
#include "judge/api/family.h"
#include "judge/natural.h"
#include "judge/trials/unset.h"
#include "seq/invocation.h"
#include "seq/value.h"

#define LARGE 100000
#define LARGE_FOR_LOOPS 1000   /* fuel is limited: a loop of so many rounds of much work may run out of it */

uint32_t incident_step(const struct incident *incident)
{
	uint32_t step = incident->fault->step;
	return step < incident->seq->n ? step : incident->seq->n;
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

bool is_pointer_param(const struct incident *incident, uint32_t function, uint32_t p)
{
	const struct function *callee = &incident->model->functions.at[function];
	return model_canonical(incident->model, callee->params[p].type)->kind == TYPE_POINTER;
}

static int64_t signed_number(const struct incident *incident, uint32_t function, uint32_t p, uint64_t value)
{
	const struct type *type = model_canonical(incident->model,
	                                          incident->model->functions.at[function].params[p].type);
	return value_int(type, &value);
}

/* More than `large` either way; of an unsigned type the value as it is. */
static bool is_large(const struct incident *incident, uint32_t function, uint32_t p, uint64_t value, int64_t large)
{
	const struct type *type = model_canonical(incident->model,
	                                          incident->model->functions.at[function].params[p].type);
	int64_t number = value_int(type, &value);
	return number > large || (type->is_signed ? number < -large : number < 0);
}

/* Bytes of the test passed where the callee takes a void *. */
static bool is_bytes_for_anything(const struct incident *incident, uint32_t i, uint32_t a)
{
	const struct step *call = incident->seq->steps[i];
	const struct param *param = &incident->model->functions.at[call->index].params[a];
	const struct type *type = model_canonical(incident->model, param->type);
	return incident->seq->steps[seq_index(i, call->args[a])]->kind == STEP_BLOCK && type->kind == TYPE_POINTER &&
	       model_canonical(incident->model, type->target)->kind == TYPE_VOID && param->role != ROLE_BUFFER;
}

/* The step was made by the test, out of bytes, and is a struct (or points to one, or to
 * pointers), or a call gave it for such a thing. */
static bool is_test_object(const struct incident *incident, uint32_t v)
{
	const struct step *step = incident->seq->steps[v];
	for (uint32_t a = 0; step->kind == STEP_CALL && a < step->n_args; a++)
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

/* The access is outside of the block, as far as the number says. */
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

/* A directive other than %% in a format: tests pass no arguments for it. */
static bool asks_for_arguments(const struct incident *incident, uint32_t i, uint32_t a)
{
	const struct step *call = incident->seq->steps[i];
	const struct step *text = incident->seq->steps[seq_index(i, call->args[a])];
	if (incident->model->functions.at[call->index].params[a].role != ROLE_FORMAT || !text->is_string)
		return false;
	const char *bytes = text->bytes;
	for (uint32_t k = 0; k + 1 < text->size && bytes[k]; k++)
		if (bytes[k] == '%' && bytes[++k] != '%')
			return true;
	return false;
}

/* The address of a variable that was null at first, for a call that reads it; or a variable whose
 * address an earlier call had, which may have set it to null. */
static bool may_be_null(const struct incident *incident, uint32_t i, uint32_t a)
{
	const struct step *call = incident->seq->steps[i];
	uint32_t v = seq_index(i, call->args[a]);
	const struct step *made = incident->seq->steps[v];
	if (!made->type || model_canonical(incident->model, made->type)->kind != TYPE_POINTER)
		return false;
	const struct param *param = &incident->model->functions.at[call->index].params[a];
	bool only_written = param->role == ROLE_OUT && param->belief != BELIEF_TYPE;
	if (call->args[a].address) {
		const struct step_result *held = incident->run->steps && v < incident->run->n_steps
		                                         ? &incident->run->steps[v]
		                                         : NULL;
		return !only_written && held && held->size == 8 && bytes_are_zero(held->bytes, 8);
	}
	for (uint32_t k = v + 1; k < i; k++) {
		const struct step *step = incident->seq->steps[k];
		for (uint32_t b = 0; step->kind == STEP_CALL && b < step->n_args; b++)
			if (step->args[b].address && seq_index(k, step->args[b]) == v)
				return true;
	}
	return false;
}

/* A variable whose address the call had that freed the memory. */
static bool is_given_and_freed(const struct incident *incident, uint32_t i, uint32_t a)
{
	const struct step *call = incident->seq->steps[i];
	uint32_t v = seq_index(i, call->args[a]);
	for (uint32_t k = v + 1; k < i && incident->freed_by && !call->args[a].address; k++) {
		const struct step *step = incident->seq->steps[k];
		if (step->kind != STEP_CALL ||
		    !str_equal(incident->model->functions.at[step->index].name, incident->freed_by))
			continue;
		for (uint32_t b = 0; b < step->n_args; b++)
			if (step->args[b].address && seq_index(k, step->args[b]) == v)
				return true;
	}
	return false;
}

/* More elements than the buffer has that it is the length of. */
static bool is_beyond_buffer(const struct incident *incident, uint32_t i, uint32_t a, int64_t number)
{
	const struct step *call = incident->seq->steps[i];
	const struct param *params = incident->model->functions.at[call->index].params, *length = &params[a];
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

/* The number in a variable of the test whose address the call got, and none before it. */
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

/* An array of numbers that the test made has a very large one. */
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

static uint64_t argument_circumstances(const struct incident *incident, uint32_t i, uint32_t a)
{
	const struct sk_fault *fault = incident->fault;
	uint32_t function = incident->seq->steps[i]->index;
	uint64_t found = 0;
	uint64_t value;
	if (is_test_object(incident, seq_index(i, incident->seq->steps[i]->args[a])) ||
	    is_bytes_for_anything(incident, i, a))
		found |= TEST_MADE_OBJECT;
	if (asks_for_arguments(incident, i, a))
		found |= FORMAT_ASKS;
	if (fault->kind == SK_UBSAN && holds_large(incident, seq_index(i, incident->seq->steps[i]->args[a])))
		found |= LARGE_NUMBER;
	if (may_be_null(incident, i, a))
		found |= TEST_PASSED_NULL;
	if (is_given_and_freed(incident, i, a))
		found |= GIVEN_AND_FREED;
	int64_t behind;
	if (incident->model->functions.at[function].params[a].length_is_pointer &&
	    number_behind(incident, i, a, &behind) && is_beyond_buffer(incident, i, a, behind))
		found |= BEYOND_BUFFER;
	if (!argument_value(incident, i, a, &value))
		return found;
	if (is_pointer_param(incident, function, a)) {
		if (!value)
			found |= TEST_PASSED_NULL;
		if (fault->region && value - fault->region <= fault->region_size)
			found |= TEST_PASSED_FREED;
		return found;
	}
	int64_t number = signed_number(incident, function, a, value);
	int64_t large = incident->run->outcome == SK_HANG ? LARGE_FOR_LOOPS : LARGE;
	if (is_large(incident, function, a, value, large))
		found |= LARGE_NUMBER;
	if (is_beyond_buffer(incident, i, a, number))
		found |= BEYOND_BUFFER;
	if (is_own_distance(fault, number) &&
	    !number_is_looked_at(incident->marks, &incident->model->functions.at[function], a))
		found |= INDEX_FROM_TEST;
	return found;
}

static uint64_t memory_circumstances(const struct sk_fault *fault)
{
	switch ((enum sk_owner)fault->owner) {
	case SK_OWNER_NULL:
		return NULL_ADDRESS;
	case SK_OWNER_TEST:
		return TEST_MEMORY;
	case SK_OWNER_UNIT_HEAP:
	case SK_OWNER_GLOBAL:
		return UNIT_MEMORY;
	case SK_OWNER_FREED:
		return FREED_MEMORY;
	case SK_OWNER_STACK:
		return STACK_MEMORY;
	default:
		return 0;
	}
}

/* Reading a text by words is faster, and no page ends within a word. */
static bool reads_tail_of_word(const struct sk_fault *fault)
{
	uint64_t inside = fault->address - fault->region, size = fault->access_size;
	return fault->kind == SK_ASAN && !fault->is_write && size > 1 && size <= 8 && fault->address % size == 0 &&
	       inside < fault->region_size && inside + size > fault->region_size;
}

/* "-2 shifted by 2 in type 'int'": the number of bits is one that the type has. */
static bool shifts_sign(const struct sk_fault *fault)
{
	const char *by = strstr(fault->message, "shifted by ");
	if (!by || (fault->kind != SK_UBSAN && fault->kind != SK_UNSET_USE))
		return false;
	long bits = strtol(by + strlen("shifted by "), NULL, 10);
	return bits >= 0 && bits < (strstr(by, "long") || strstr(by, "64") ? 64 : 32);
}

/* The leaked block, or a place in it, was what some call of the test gave. */
static bool was_returned(const struct incident *incident)
{
	for (uint32_t i = 0; incident->run->steps && i < incident->run->n_steps; i++) {
		const struct step_result *result = &incident->run->steps[i];
		uint64_t value = 0;
		if (incident->seq->steps[i]->kind != STEP_CALL || result->size != 8)
			continue;
		memcpy(&value, result->bytes, 8);
		if (value - incident->fault->region <= incident->fault->region_size)
			return true;
	}
	return false;
}

/* The call got two objects, or gave a new one for one that it got; an open file is one. */
static bool may_link(const struct model *model, const struct step *call)
{
	const struct function *function = &model->functions.at[call->index];
	uint32_t handles = function->is_maker;
	for (uint32_t a = 0; a < call->n_args; a++)
		handles += function->params[a].role == ROLE_HANDLE || function->params[a].role == ROLE_OBJECT ||
		           function->params[a].role == ROLE_FILE || function->params[a].role == ROLE_DESCRIPTOR;
	return handles > 1;
}

/* The struct or union that a pointer leads to; NULL: it is none. */
static const struct type *record_behind(const struct model *model, type_id type)
{
	const struct type *pointer = model_canonical(model, type);
	if (pointer->kind != TYPE_POINTER)
		return NULL;
	const struct type *target = model_canonical(model, pointer->target);
	return target->kind == TYPE_STRUCT || target->kind == TYPE_UNION ? target : NULL;
}

/* The call may change an object and got another of its type; or it gave one for one
 * (`came_back`: what the call gave counts). */
static bool joins_peers(const struct model *model, const struct step *call, bool came_back)
{
	const struct function *function = &model->functions.at[call->index];
	const struct type *given = came_back ? record_behind(model, function->result) : NULL;
	for (uint32_t a = 0; a < call->n_args; a++) {
		const struct type *type = record_behind(model, function->params[a].type);
		if (type && type == given)
			return true;
		for (uint32_t b = 0; type && b < call->n_args; b++)
			if (b != a && record_behind(model, function->params[b].type) == type &&
			    !model_type(model, model_type(model, function->params[a].type)->target)->is_const)
				return true;
	}
	return false;
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

/* A number that may keep a loop busy for long. */
static bool passes_large(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint64_t value;
		if (is_pointer_param(incident, call->index, a) || !argument_value(incident, i, a, &value))
			continue;
		if (is_large(incident, call->index, a, value, LARGE_FOR_LOOPS))
			return true;
	}
	return false;
}

/* A null pointer that the call does not look at: it may keep it. */
static bool passes_null_unseen(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *called = &incident->model->functions.at[call->index];
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint64_t value;
		if (is_pointer_param(incident, call->index, a) && argument_value(incident, i, a, &value) && !value &&
		    !number_is_looked_at(incident->marks, called, a))
			return true;
	}
	return false;
}

bool is_for_all(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *called = &incident->model->functions.at[call->index];
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint64_t value;
		bool is_null = argument_value(incident, i, a, &value) && !value; /* and no object */
		if (model_object_of(incident->model, called->params[a].type) != NONE && !is_null)
			return false;
	}
	return model_object_of(incident->model, called->result) == NONE;
}

/* An int that is to be the descriptor of an open file, by its role or its name. */
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

static bool passes_descriptor(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++)
		if (is_descriptor(incident->model, &incident->model->functions.at[call->index].params[a]) &&
		    incident->seq->steps[seq_index(i, call->args[a])]->kind == STEP_VALUE)
			return true;
	return false;
}

/* A call may keep a length and believe it later, unless it looks how large it is. */
static bool passes_beyond_buffer(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint64_t value;
		if (!is_pointer_param(incident, call->index, a) && argument_value(incident, i, a, &value) &&
		    !number_is_limited(incident->marks, &incident->model->functions.at[call->index], a) &&
		    is_beyond_buffer(incident, i, a, signed_number(incident, call->index, a, value)))
			return true;
	}
	return false;
}

/* What a call that had to do with the failure says about it; for a leak, any call. */
static uint64_t call_circumstances(const struct incident *incident, uint32_t i)
{
	return (is_of_another_family(incident, i) ? OTHER_FAMILY : 0) |
	       (passes_no_enumerator(incident, i) ? NO_ENUMERATOR : 0) |
	       (sets_up_again(incident, i) ? SET_UP_TWICE : 0) |
	       (passes_descriptor(incident, i) ? MADE_UP_DESCRIPTOR : 0);
}

/* Looks at the call that failed, then back at those that had to do with what it got. */
static uint64_t history_circumstances(const struct incident *incident, uint32_t last)
{
	bool *marked = xcalloc(incident->seq->n, sizeof *marked);
	uint64_t found = 0;
	marked[last] = true;
	for (uint32_t i = last + 1; i-- > 0;) {
		const struct step *step = incident->seq->steps[i];
		bool part = takes_part(marked, incident->seq, i);
		if (step->kind != STEP_CALL || !(part || is_for_all(incident, i)))
			continue;
		if (i != last && passes_null_unseen(incident, i))
			found |= EARLIER_NULL;
		if (!part)
			continue;
		found |= call_circumstances(incident, i);
		if (i != last && passes_beyond_buffer(incident, i))
			found |= BEYOND_BUFFER;
		if (i != last && !incident->model->functions.at[step->index].is_observer && takes_any_kind(incident, i))
			found |= OTHER_KIND;
		if (joins_peers(incident->model, step, i != last))
			found |= PEER_OBJECTS;
		if (incident->internal[step->index])
			found |= INTERNAL_CALL;
		if (incident->run->outcome == SK_HANG && passes_large(incident, i))
			found |= LARGE_NUMBER;
	}
	free(marked);
	return found;
}

static bool is_void_pointer(const struct model *model, const struct type *type)
{
	return type->kind == TYPE_POINTER && model_canonical(model, type->target)->kind == TYPE_VOID;
}

/* The address of a void * that leads to bytes of the test: what they are is for the callee to know. */
static bool passes_untyped_by_address(const struct incident *incident, uint32_t i, uint32_t a)
{
	const struct step *call = incident->seq->steps[i];
	const struct type *type = model_canonical(incident->model,
	                                          incident->model->functions.at[call->index].params[a].type);
	return call->args[a].address && incident->seq->steps[seq_index(i, call->args[a])]->kind == STEP_BLOCK &&
	       type->kind == TYPE_POINTER &&
	       is_void_pointer(incident->model, model_canonical(incident->model, type->target));
}

/* What a call gave as a void *, for one that wants a struct. */
static bool is_untyped_result(const struct incident *incident, uint32_t i, uint32_t a, const struct type *wanted)
{
	const struct arg arg = incident->seq->steps[i]->args[a];
	const struct step *made = incident->seq->steps[seq_index(i, arg)];
	return made->kind == STEP_CALL && !arg.address && made->type && wanted->kind == TYPE_POINTER &&
	       model_canonical(incident->model, wanted->target)->kind == TYPE_STRUCT &&
	       is_void_pointer(incident->model, model_canonical(incident->model, made->type));
}

/* A void * that the callee takes for a struct, and that is not null. */
static bool passes_untyped(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	const struct function *function = &incident->model->functions.at[call->index];
	for (uint32_t a = 0; a < call->n_args; a++) {
		const struct type *type = model_canonical(incident->model, function->params[a].type);
		uint64_t value;
		bool is_null = argument_value(incident, i, a, &value) && !value;
		bool untyped = function->params[a].role == ROLE_OBJECT && is_void_pointer(incident->model, type);
		if ((!is_null && (untyped || is_untyped_result(incident, i, a, type))) ||
		    passes_untyped_by_address(incident, i, a))
			return true;
	}
	return false;
}

/* It may: of a struct that is not complete nothing is known. */
static bool leads_to_pointers(const struct incident *incident, uint32_t v)
{
	const struct type *type = model_canonical(incident->model, incident->seq->steps[v]->type);
	if (type->kind != TYPE_POINTER)
		return false;
	type = model_canonical(incident->model, type->target);
	for (uint32_t f = 0; f < type->n_fields; f++) {
		enum type_kind kind = model_canonical(incident->model, type->fields[f].type)->kind;
		if (kind == TYPE_POINTER || kind == TYPE_STRUCT || kind == TYPE_UNION || kind == TYPE_ARRAY)
			return true;
	}
	return type->kind == TYPE_POINTER || (type->kind == TYPE_STRUCT && !type->complete);
}

static uint64_t test_circumstances(const struct incident *incident, uint32_t last)
{
	uint64_t found = 0;
	for (uint32_t i = 0; i <= last && i < incident->seq->n; i++) {
		const struct step *step = incident->seq->steps[i];
		if (step->kind == STEP_CALLBACK)
			found |= TEST_CALLBACK;
		if (step->kind == STEP_FREE && leads_to_pointers(incident, seq_index(i, step->args[0])))
			found |= OUTER_FREED;
		if (step->kind == STEP_CALL && may_link(incident->model, step))
			found |= LINKED_HANDLES;
		if (step->kind == STEP_CALL && incident->fault->kind == SK_LEAK)
			found |= call_circumstances(incident, i) | (leaves_unended(incident, i) ? UNENDED_OBJECT : 0);
		if (step->kind == STEP_CALL && passes_untyped(incident, i))
			found |= UNTYPED_OBJECT | RAW_MEMORY;
	}
	return found;
}

/* Plain memory that a call gave: who is to set it is not known. */
static bool is_raw_memory(const struct model *model, const struct step *step)
{
	const struct type *type = step->kind == STEP_CALL ? model_canonical(model, step->type) : NULL;
	if (!type || type->kind != TYPE_POINTER)
		return false;
	type = model_canonical(model, type->target);
	return type->kind != TYPE_STRUCT && type->kind != TYPE_UNION;
}

static bool gets_raw_memory(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; call->kind == STEP_CALL && a < call->n_args; a++)
		if (is_raw_memory(incident->model, incident->seq->steps[seq_index(i, call->args[a])]))
			return true;
	return false;
}

/* The unset memory may be the doing of the test: of callbacks and stand-ins for
 * missing functions that fill nothing, or of bytes that it got and passed on, to
 * whichever call. */
static bool may_be_unset_by_test(const struct incident *incident, uint32_t last)
{
	if (incident->run->n_stood_in || (test_circumstances(incident, last) & (TEST_CALLBACK | UNTYPED_OBJECT)))
		return true;
	for (uint32_t i = 0; i <= last; i++)
		if (gets_raw_memory(incident, i))
			return true;
	return false;
}

/* Nothing tells how many arguments the function reads. */
static bool may_want_more(const struct model *model, const struct function *function)
{
	bool open = function->variadic;
	for (uint32_t a = 0; a < function->n_params; a++) {
		/* by its name alone it may be a format of the unit's own making */
		if (function->params[a].role == ROLE_FORMAT && function->params[a].belief != BELIEF_NAME)
			return false;
		open = open || model_canonical(model, function->params[a].type)->kind == TYPE_VA_LIST;
	}
	return open;
}

/* An earlier call may have wanted more, and got something that this one gets too. */
static bool wanted_more_before(const struct incident *incident, uint32_t last)
{
	const struct step *call = incident->seq->steps[last];
	for (uint32_t i = 0; i < last; i++) {
		const struct step *step = incident->seq->steps[i];
		if (step->kind != STEP_CALL ||
		    !may_want_more(incident->model, &incident->model->functions.at[step->index]))
			continue;
		for (uint32_t a = 0; a < step->n_args; a++)
			for (uint32_t b = 0; b < call->n_args; b++)
				if (seq_index(i, step->args[a]) == seq_index(last, call->args[b]))
					return true;
	}
	return false;
}

static bool is_in_contract(const struct incident *incident)
{
	const struct model *model = incident->model;
	if (!model->contracts.n || incident->fault->kind == SK_CONTRACT)
		return false;
	for (uint32_t i = 0; i < incident->n_frames; i++)
		for (size_t k = 0; k < model->contracts.n; k++)
			if (model->contracts.at[k].kind != CONTRACT_MAKE &&
			    str_equal(incident->frames[i].function, model->contracts.at[k].name))
				return true;
	return false;
}

/* assert(parser->read_handler): something must be there, or must not. */
static bool asserts_presence(const struct sk_fault *fault)
{
	if (fault->kind != SK_ASSERT)
		return false;
	for (const char *p = fault->message; *p; p++)
		if (strchr("<>=+*/%&|^?", *p) && !(p[0] == '>' && p > fault->message && p[-1] == '-'))
			return false;
	return true;
}

/* What users of the unit would not do. */
static uint64_t liberties(const struct incident *incident)
{
	uint64_t found = 0;
	for (uint32_t i = 0; i < incident->seq->n; i++) {
		const struct step *step = incident->seq->steps[i];
		if (step->kind != STEP_CALL)
			continue;
		const struct function *called = &incident->model->functions.at[step->index];
		found |= (called->sets ? SET_VARIABLES : 0) | (called->is_last_resort ? LAST_RESORT_CALL : 0);
	}
	return found;
}

/* What a law compares was made by all that came before. */
static bool calls_internal(const struct incident *incident)
{
	for (uint32_t i = 0; i < incident->seq->n; i++)
		if (incident->seq->steps[i]->kind == STEP_CALL && incident->internal[incident->seq->steps[i]->index])
			return true;
	return false;
}

bool destroys_kept(const struct model *model, const struct seq *seq, const char *by)
{
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		for (uint32_t a = 0; step->kind == STEP_CALL && a < step->n_args; a++) {
			const struct step *given = seq->steps[seq_index(i, step->args[a])];
			const struct function *called = &model->functions.at[step->index];
			if (called->params[a].destroyed && given->kind == STEP_CALL &&
			    model->functions.at[given->index].keeps_result && (!by || str_equal(called->name, by)))
				return true;
		}
	}
	return false;
}

static bool calls_main(const struct incident *incident)
{
	for (uint32_t i = 0; i < incident->seq->n; i++)
		if (incident->seq->steps[i]->kind == STEP_CALL &&
		    incident->model->functions.at[incident->seq->steps[i]->index].is_main)
			return true;
	return false;
}

static bool calls_context(const struct incident *incident, uint32_t i)
{
	const struct step *step = i < incident->seq->n ? incident->seq->steps[i] : NULL;
	return step && step->kind == STEP_CALL && incident->model->functions.at[step->index].is_context;
}

uint64_t circumstances_of(const struct incident *incident)
{
	const struct sk_fault *fault = incident->fault;
	uint64_t found = memory_circumstances(fault);
	uint32_t i = incident_step(incident);
	if (incident->is_promoted)
		found |= PROMOTED;
	if (seq_runs(incident->seq))
		return found | AS_PROGRAM | (shifts_sign(fault) ? SIGN_SHIFT : 0) |
		       (incident->run->n_stood_in ? STOOD_IN : 0);
	found |= liberties(incident);
	if (calls_context(incident, i))
		found |= CONTEXT_CALL;
	if (fault->kind == SK_LEAK && calls_main(incident))
		found |= AS_PROGRAM;
	if (incident->model->n_context && fault->kind != SK_ASAN && fault->kind != SK_BAD_FREE)
		found |= PART_OF_PROGRAM;
	if (is_in_contract(incident))
		found |= IN_CONTRACT;
	if (incident->freed_by && destroys_kept(incident->model, incident->seq, incident->freed_by))
		found |= KEPT_DESTROYED;
	if (incident->breach && incident->breach->is_by_part)
		found |= COMPARES_PART;
	if (fault->kind == SK_UBSAN && strstr(fault->message, "null"))
		found |= NULL_ADDRESS;
	if (fault->refused)
		found |= REFUSED;
	if (incident->run->n_stood_in)
		found |= STOOD_IN;
	if (fault->kind == SK_LAW && calls_internal(incident))
		found |= INTERNAL_CALL;
	if (reads_tail_of_word(fault))
		found |= WORD_TAIL;
	if (shifts_sign(fault))
		found |= SIGN_SHIFT;
	if (incident->is_foreign)
		found |= FOREIGN_BLOCK;
	found |= test_circumstances(incident, i);
	if (fault->kind == SK_LEAK)
		return found | (was_returned(incident) ? RETURNED_TO_TEST : 0);
	if (i >= incident->n_own)
		found |= CLOSING;
	if (i < incident->seq->n && incident->seq->steps[i]->kind == STEP_FREE)
		found |= OWN_FREE;
	if (i >= incident->seq->n || incident->seq->steps[i]->kind != STEP_CALL)
		return found;
	for (uint32_t a = 0; a < incident->seq->steps[i]->n_args; a++)
		found |= argument_circumstances(incident, i, a);
	if (may_be_unset_by_test(incident, i))
		found |= RAW_MEMORY;
	found |= history_circumstances(incident, i) | natural_circumstances(incident, i);
	if (fault->kind == SK_UNSET_DECISION && fault->code == UNSET_WITHOUT_EFFECT)
		found |= WITHOUT_EFFECT;
	const struct function *called = &incident->model->functions.at[incident->seq->steps[i]->index];
	if (may_want_more(incident->model, called) || wanted_more_before(incident, i))
		found |= MORE_ARGUMENTS;
	if (incident->internal[incident->seq->steps[i]->index])
		found |= RAW_MEMORY;
	if (asserts_presence(fault))
		found |= SETUP_ASSERTION;
	if (called->noreturn)
		found |= NEVER_RETURNS;
	if (incident->n_frames && str_equal(incident->frames[0].function, called->name))
		found |= IN_CALLED_FUNCTION;
	return found;
}
