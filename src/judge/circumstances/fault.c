/* fault: circumstances that follow from the fault, the run, and which functions the test called.
 *
 * circumstances.def describes each circumstance. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "judge/circumstances/predicates.h"
#include "judge/trials/unset.h"
#include "seq/invocation.h"

/* ---- the fault ---- */

bool is_promoted(const struct incident *incident)
{
	return incident->is_promoted;
}

bool is_in_contract(const struct incident *incident)
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

bool runs_program(const struct incident *incident)
{
	return seq_runs(incident->seq);
}

bool uses_stand_ins(const struct incident *incident)
{
	return incident->run->n_stood_in > 0;
}

bool was_refused(const struct incident *incident)
{
	uint32_t refused = incident->fault->refused;
	return refused & SK_REFUSED_BY_TEST ||
	       (refused && fault_class_of(incident->fault, incident->run->outcome) == FAULT_NULL_POINTER);
}

static bool lacks_functions(const struct model *model)
{
	for (size_t i = 0; i < model->missing.n; i++)
		if (!model->missing.at[i].known_as && !model->missing.at[i].in_context)
			return true;
	return false;
}

/* Overrun memory is a fault whatever the callers promise. If a file lacks its neighbours, the function that ends an
 * object may be in one of them, so leaks count. */
bool is_part_of_program(const struct incident *incident)
{
	if (incident->fault->kind == SK_LEAK && lacks_functions(incident->model))
		return true;
	return incident->model->n_context && incident->fault->kind != SK_ASAN && incident->fault->kind != SK_BAD_FREE;
}

bool compares_part(const struct incident *incident)
{
	return incident->breach && incident->breach->is_by_part;
}

/* Code reads texts by words because that is faster; it does no harm, for no page ends within a
 * word. */
bool reads_tail_of_word(const struct incident *incident)
{
	const struct sk_fault *fault = incident->fault;
	uint64_t inside = fault->address - fault->region, size = fault->access_size;
	return fault->kind == SK_ASAN && !fault->is_write && size > 1 && size <= 8 && fault->address % size == 0 &&
	       inside < fault->region_size && inside + size > fault->region_size;
}

/* Only the sum is undefined. To follow it would be a fault of its own. */
static bool counts_from_null(const struct incident *incident)
{
	const struct sk_fault *fault = incident->fault;
	return fault->kind == SK_UBSAN && strstr(fault->message, "nullptr-with-offset") != NULL;
}

bool is_usual_arithmetic(const struct incident *incident)
{
	return fault_shifts_sign(incident->fault) || counts_from_null(incident);
}

bool overflows(const struct incident *incident)
{
	return strstr(incident->fault->message, "overflow") != NULL;
}

bool is_about_pointer(const struct incident *incident)
{
	return strstr(incident->fault->message, "pointer") != NULL;
}

bool is_in_foreign_block(const struct incident *incident)
{
	return incident->is_foreign;
}

bool is_freed_twice(const struct incident *incident)
{
	return strstr(incident->fault->message, "double-free") != NULL;
}

bool destroyed_kept_result(const struct incident *incident)
{
	return incident->freed_by && destroys_kept(incident->model, incident->seq, incident->freed_by);
}

/* ---- leaks ---- */

/* A result that points inside the block counts like one that points to its beginning. */
bool was_returned(const struct incident *incident)
{
	bool leaks = incident->fault->kind == SK_LEAK;
	for (uint32_t i = 0; leaks && incident->run->steps && i < incident->run->n_steps; i++) {
		const struct step_result *result = &incident->run->steps[i];
		uint64_t value = 0;
		if (!step_is_call(incident->seq->steps[i]) || result->size != 8)
			continue;
		memcpy(&value, result->bytes, 8);
		if (value - incident->fault->region <= incident->fault->region_size)
			return true;
	}
	return false;
}

/* ---- which step it was ---- */

bool is_closing(const struct incident *incident)
{
	return incident->fault->kind != SK_LEAK && incident_step(incident) >= incident->n_own;
}

/* The step that was running; NULL: no step was. */
static const struct step *running(const struct incident *incident)
{
	uint32_t i = incident_step(incident);
	return i < incident->seq->n ? incident->seq->steps[i] : NULL;
}

bool is_own_free(const struct incident *incident)
{
	const struct step *step = running(incident);
	return incident->fault->kind != SK_LEAK && step && step->kind == STEP_FREE;
}

bool is_call_of_context(const struct incident *incident)
{
	const struct step *step = running(incident);
	return step && step_is_call(step) && step_function(incident->model, step)->is_context;
}

/* ---- calls that users would not make ---- */

bool sets_variable(const struct incident *incident, uint32_t i)
{
	return called_at(incident, i)->sets && !called_at(incident, i)->fails && !called_at(incident, i)->is_library;
}

bool is_last_resort(const struct incident *incident, uint32_t i)
{
	return called_at(incident, i)->is_last_resort;
}

/* A law can be broken by values from any earlier call. */
static bool calls_internal(const struct incident *incident)
{
	for (uint32_t i = 0; i < incident->seq->n; i++)
		if (step_is_call(incident->seq->steps[i]) && incident->internal[incident->seq->steps[i]->index])
			return true;
	return false;
}

bool is_internal(const struct incident *incident, uint32_t i)
{
	return incident->internal[incident->seq->steps[i]->index] ||
	       (incident->fault->kind == SK_LAW && calls_internal(incident));
}

/* ---- the call that failed ---- */

bool is_in_called_function(const struct incident *incident, uint32_t i)
{
	return incident->n_frames && str_equal(incident->frames[0].function, called_at(incident, i)->name);
}

bool never_returns(const struct incident *incident, uint32_t i)
{
	return called_at(incident, i)->noreturn;
}

bool is_without_effect(const struct incident *incident)
{
	return incident->fault->kind == SK_UNSET_DECISION && incident->fault->code == UNSET_WITHOUT_EFFECT;
}
