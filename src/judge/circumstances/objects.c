/* objects: circumstances of objects that calls joined, or left to others.
 *
 * circumstances.def describes each circumstance. */
#include "judge/circumstances/predicates.h"

/* ---- objects that meet ---- */

/* An open file counts as an object. A maker counts as a call that links, because it gives a second
 * object. */
bool may_link(const struct incident *incident, uint32_t i)
{
	if (!step_is_call(incident->seq->steps[i]))
		return false;
	const struct function *function = called_at(incident, i);
	uint32_t handles = function->is_maker;
	for (uint32_t a = 0; a < incident->seq->steps[i]->n_args; a++)
		handles += function->params[a].role == ROLE_HANDLE || function->params[a].role == ROLE_OBJECT ||
		           function->params[a].role == ROLE_FILE || function->params[a].role == ROLE_DESCRIPTOR;
	return handles > 1;
}

/* Argument a of the call leads into the freed block. */
static bool leads_to_freed(const struct incident *incident, uint32_t i, uint32_t a)
{
	uint64_t value;
	const struct step *call = incident->seq->steps[i];
	return is_pointer_param(incident, call->index, a) && argument_value(incident, i, a, &value) &&
	       value - incident->fault->region <= incident->fault->region_size;
}

/* An earlier call of the same function got the block, too, before it was freed. */
bool hands_over_again(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	if (!step_is_call(call) || i == incident_step(incident) || !incident->fault->region)
		return false;
	for (uint32_t k = 0; k < i; k++)
		for (uint32_t a = 0; a < call->n_args && incident->seq->steps[k]->kind == call->kind &&
		                     incident->seq->steps[k]->index == call->index;
		     a++)
			if (leads_to_freed(incident, i, a) && leads_to_freed(incident, k, a))
				return true;
	return false;
}

/* The struct or union that a pointer leads to; NULL: there is none. */
static const struct type *record_behind(const struct model *model, type_id type)
{
	const struct type *pointer = model_canonical(model, type);
	if (pointer->kind != TYPE_POINTER)
		return NULL;
	const struct type *target = model_canonical(model, pointer->target);
	return target->kind == TYPE_STRUCT || target->kind == TYPE_UNION ? target : NULL;
}

/* Two objects of one type meet: the call may change an object and got another of its type, or an earlier call got an
 * object and returned another of its type. */
bool joins_peers(const struct incident *incident, uint32_t i)
{
	const struct model *model = incident->model;
	const struct step *call = incident->seq->steps[i];
	const struct function *function = called_at(incident, i);
	bool came_back = i != incident_step(incident);
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

/* ---- objects without a type ---- */

static bool is_void_pointer(const struct model *model, const struct type *type)
{
	return type->kind == TYPE_POINTER && model_canonical(model, type->target)->kind == TYPE_VOID;
}

/* The argument is the address of a void * that leads to bytes of the test; only the callee knows their meaning. */
static bool passes_untyped_by_address(const struct incident *incident, uint32_t i, uint32_t a)
{
	const struct step *call = incident->seq->steps[i];
	const struct type *type = model_canonical(incident->model,
	                                          step_function(incident->model, call)->params[a].type);
	return call->args[a].address && incident->seq->steps[seq_index(i, call->args[a])]->kind == STEP_BLOCK &&
	       type->kind == TYPE_POINTER &&
	       is_void_pointer(incident->model, model_canonical(incident->model, type->target));
}

/* The argument, for a parameter that wants a struct, is a void * that a call returned or left in a variable. */
static bool is_untyped_result(const struct incident *incident, uint32_t i, uint32_t a, const struct type *wanted)
{
	const struct arg arg = incident->seq->steps[i]->args[a];
	uint32_t v = seq_index(i, arg);
	const struct step *made = incident->seq->steps[v];
	return (step_is_call(made) || address_was_passed(incident, i, v)) && !arg.address && made->type &&
	       wanted->kind == TYPE_POINTER && model_canonical(incident->model, wanted->target)->kind == TYPE_STRUCT &&
	       is_void_pointer(incident->model, model_canonical(incident->model, made->type));
}

/* A variable whose address an earlier call had may be null no more. */
static bool passes_null_still(const struct incident *incident, uint32_t i, uint32_t a)
{
	uint64_t value;
	return argument_value(incident, i, a, &value) && !value &&
	       !address_was_passed(incident, i, seq_index(i, incident->seq->steps[i]->args[a]));
}

/* A null argument is not an object. */
bool passes_untyped(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; step_is_call(call) && a < call->n_args; a++) {
		const struct param *param = &called_at(incident, i)->params[a];
		const struct type *type = model_canonical(incident->model, param->type);
		bool is_null = passes_null_still(incident, i, a);
		bool untyped = param->role == ROLE_OBJECT && is_void_pointer(incident->model, type);
		if ((!is_null && (untyped || is_untyped_result(incident, i, a, type))) ||
		    passes_untyped_by_address(incident, i, a))
			return true;
	}
	return false;
}

/* ---- memory that nobody set ---- */

bool is_callback(const struct incident *incident, uint32_t i)
{
	return incident->seq->steps[i]->kind == STEP_CALLBACK;
}

/* A call gave the plain memory; it is not known who has to set it. */
static bool is_raw_memory(const struct model *model, const struct step *step)
{
	const struct type *type = step_is_call(step) ? model_canonical(model, step->type) : NULL;
	if (!type || type->kind != TYPE_POINTER)
		return false;
	type = model_canonical(model, type->target);
	return type->kind != TYPE_STRUCT && type->kind != TYPE_UNION;
}

static bool gets_raw_memory(const struct incident *incident, uint32_t i)
{
	const struct step *call = incident->seq->steps[i];
	for (uint32_t a = 0; step_is_call(call) && a < call->n_args; a++)
		if (is_raw_memory(incident->model, incident->seq->steps[seq_index(i, call->args[a])]))
			return true;
	return false;
}

/* The test may have had to set memory in these cases: a stand-in or a callback, which fills nothing, was called; the
 * test got bytes and passed them to any call; the called function is not for users. */
bool may_be_unset_by_test(const struct incident *incident, uint32_t last)
{
	if (incident->run->n_stood_in || incident->internal[incident->seq->steps[last]->index])
		return true;
	for (uint32_t i = 0; i <= last; i++)
		if (is_callback(incident, i) || passes_untyped(incident, i) || gets_raw_memory(incident, i))
			return true;
	return false;
}

/* ---- blocks that were freed ---- */

/* An incomplete struct may contain pointers. */
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

bool frees_outer(const struct incident *incident, uint32_t i)
{
	const struct step *step = incident->seq->steps[i];
	return step->kind == STEP_FREE && leads_to_pointers(incident, seq_index(i, step->args[0]));
}
