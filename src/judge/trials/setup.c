/* setup: see setup.h. */
#include "judge/trials/setup.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "model/words.h"
#include "seq/literal.h"
#include "seq/value.h"

#define MAX_PARAMS 4u
#define PLAIN 16       /* a number that suits most functions */

static bool is_named_setup(const char *name)
{
	return name_sets_up(name) || name_resets(name);
}

static bool is_number(const struct model *model, type_id type)
{
	enum type_kind kind = model_canonical(model, type)->kind;
	return kind == TYPE_INT || kind == TYPE_ENUM || kind == TYPE_BOOL;
}

/* The parameters from the given one on are numbers. */
static bool takes_numbers(const struct model *model, const struct function *function, uint32_t from)
{
	for (uint32_t p = from; p < function->n_params; p++)
		if (!is_number(model, function->params[p].type))
			return false;
	return true;
}

/* With the object as its only argument, the function gives a pointer to the type that the fault's message names in
 * quotes. A function with more parameters adds something to the object instead. */
static bool gives_what_is_missing(const struct incident *incident, const struct function *function)
{
	const struct type *type = model_canonical(incident->model, function->result);
	if (type->kind != TYPE_POINTER || model_object_of(incident->model, function->result) == NONE ||
	    function->n_params != 1)
		return false;
	char *quoted = xprintf("'%s'", model_canonical(incident->model, type->target)->spelling);
	bool found = strstr(incident->fault->message, quoted) != NULL;
	free(quoted);
	return found;
}

/* The function takes the object first, and otherwise numbers. */
static bool sets_up(const struct incident *incident, const struct function *function, type_id object)
{
	const struct model *model = incident->model;
	bool is_about_null = strstr(incident->fault->message, "null pointer") != NULL;
	if (!(is_named_setup(function->name) || (is_about_null && gives_what_is_missing(incident, function))) ||
	    !function->n_params || function->n_params > MAX_PARAMS || function->variadic || function->is_static ||
	    !model_same_type(model, function->params[0].type, object))
		return false;
	return takes_numbers(model, function, 1);
}

static bool is_called_with(const struct seq *seq, uint32_t function, uint32_t object)
{
	for (uint32_t i = object + 1; i < seq->n; i++)
		if (step_is_call(seq->steps[i]) && seq->steps[i]->index == function &&
		    seq_index(i, seq->steps[i]->args[0]) == object)
			return true;
	return false;
}

/* The sequence with a call of function f, with the object and zeroes, before step `at`. Without an object (NONE) the
 * function takes numbers alone. */
static const struct seq *set_up(struct arena *arena, const struct incident *incident, uint32_t f, uint32_t object,
                                uint32_t at)
{
	uint32_t first = object == NONE ? 0 : 1, n_numbers = incident->model->functions.at[f].n_params - first;
	const struct function *function = &incident->model->functions.at[f];
	const struct seq *seq = incident->seq;
	struct arg args[MAX_PARAMS];
	for (uint32_t p = 0; p < n_numbers; p++) {
		uint64_t size = model_canonical(incident->model, function->params[first + p].type)->size;
		if (size > 16)
			return NULL;
		struct step number = step_plainest(incident->model, &function->params[first + p]);
		seq = seq_insert(arena, seq, at + p, &number);
		args[first + p] = (struct arg){ .back = n_numbers - p };
	}
	if (object != NONE)
		args[0] = (struct arg){ .back = at + n_numbers - object };
	struct step call = step_call(incident->model, f, args);
	return seq_insert(arena, seq, at + n_numbers, &call);
}

/* The steps that had to do with the arguments of the failing call. */
static bool *find_parts(const struct incident *incident, uint32_t last)
{
	bool *marked = xcalloc(incident->seq->n + 1, sizeof *marked);
	marked[last] = true;
	for (uint32_t i = last + 1; i-- > 0;)
		if (takes_part(marked, incident->seq, i))
			marked[i] = true;
	return marked;
}

/* Adds sequences with the call at once after the object is made. A function that gives an object
 * its missing part is also called right before the failing call, because earlier calls of the test
 * may not suit the part. A function that resets the object is not: it would undo the effects of the
 * earlier calls. */
static size_t add_setups(struct arena *arena, const struct incident *incident, uint32_t f, uint32_t v,
                         struct setup *setups, size_t room)
{
	const struct function *function = &incident->model->functions.at[f];
	const uint32_t places[] = { v + 1, incident_step(incident) };
	size_t n = 0, n_places = is_named_setup(function->name) || places[0] == places[1] ? 1 : 2;
	for (size_t p = 0; p < n_places && n < room; p++) {
		setups[n] = (struct setup){ set_up(arena, incident, f, v, places[p]), function->n_params };
		n += setups[n].seq != NULL;
	}
	return n;
}

size_t with_setup(struct arena *arena, const struct incident *incident, struct setup *setups, size_t room)
{
	const struct model *model = incident->model;
	uint32_t last = incident_step(incident);
	size_t n = 0;
	if (last >= incident->seq->n || incident->seq->n + MAX_PARAMS > SEQ_MAX_STEPS)
		return 0;
	bool *part = find_parts(incident, last);
	for (uint32_t v = 0; v < last; v++) {
		const struct step *made = incident->seq->steps[v];
		for (uint32_t f = 0; part[v] && step_is_call(made) && f < model->functions.n; f++)
			if (sets_up(incident, &model->functions.at[f], made->type) &&
			    !is_called_with(incident->seq, f, v))
				n += add_setups(arena, incident, f, v, setups + n, room - n);
	}
	free(part);
	return n;
}

static bool is_called(const struct seq *seq, uint32_t function)
{
	for (uint32_t i = 0; i < seq->n; i++)
		if (step_is_call(seq->steps[i]) && seq->steps[i]->index == function)
			return true;
	return false;
}

size_t with_module_set_up(struct arena *arena, const struct incident *incident, struct setup *setups, size_t room)
{
	const struct model *model = incident->model;
	size_t n = 0;
	if (incident_step(incident) >= incident->seq->n || incident->seq->n + MAX_PARAMS >= SEQ_MAX_STEPS)
		return 0;
	for (uint32_t f = 0; f < model->functions.n && n < room; f++) {
		const struct function *function = &model->functions.at[f];
		if (!name_sets_up(function->name) || function->is_static || function->variadic || function->sets ||
		    function->n_params > MAX_PARAMS || !takes_numbers(model, function, 0) ||
		    is_called(incident->seq, f))
			continue;
		setups[n] = (struct setup){ set_up(arena, incident, f, NONE, 0), function->n_params + 1 };
		n += setups[n].seq != NULL;
	}
	return n;
}

/* The sequence with plain numbers for those that call i got. */
static const struct seq *with_plain_numbers(struct arena *arena, const struct incident *incident, const struct seq *seq,
                                            uint32_t i)
{
	const struct step *call = seq->steps[i];
	for (uint32_t a = 0; a < call->n_args; a++) {
		uint32_t v = seq_index(i, call->args[a]);
		struct step literal = *seq->steps[v];
		const struct type *type = literal.type ? model_canonical(incident->model, literal.type) : NULL;
		if (called_at(incident, i)->params[a].role != ROLE_VALUE || literal.kind != STEP_VALUE ||
		    type->kind != TYPE_INT || type->size > 8 || literal.size != type->size)
			continue;
		char *bytes = arena_memdup(arena, literal.bytes, literal.size);
		value_set_int(type, bytes, PLAIN);
		literal.bytes = bytes;
		seq = seq_replace(arena, seq, v, &literal);
	}
	return seq;
}

/* Step i sets an object up, and its result is a number. */
static bool says_whether_set_up(const struct incident *incident, uint32_t i)
{
	const struct function *called = step_is_call(incident->seq->steps[i]) ? called_at(incident, i) : NULL;
	return called && (called->is_maker || name_sets_up(called->name)) && is_number(incident->model, called->result);
}

const struct seq *with_plain_setups(struct arena *arena, const struct incident *incident)
{
	uint32_t last = incident_step(incident);
	const struct seq *seq = incident->seq;
	if (last >= seq->n)
		return NULL;
	bool *part = find_parts(incident, last);
	for (uint32_t i = 0; i < last; i++)
		if (part[i] && says_whether_set_up(incident, i))
			seq = with_plain_numbers(arena, incident, seq, i);
	free(part);
	return seq == incident->seq ? NULL : seq;
}

/* The number that step i gave; false if it was not recorded. */
static bool result_of(const struct incident *incident, const struct run *run, uint32_t i, int64_t *number)
{
	const struct type *type = model_canonical(incident->model, called_at(incident, i)->result);
	if (!run->steps || i >= run->n_steps || type->size > 8 || run->steps[i].size != type->size)
		return false;
	*number = value_int(type, run->steps[i].bytes);
	return true;
}

bool setup_had_failed(const struct incident *incident, const struct run *plain)
{
	for (uint32_t i = 0; i < incident_step(incident); i++) {
		int64_t was, is;
		if (says_whether_set_up(incident, i) && result_of(incident, incident->run, i, &was) &&
		    result_of(incident, plain, i, &is) && ((was != 0 && is == 0) || (was == 0 && is == 1)))
			return true;
	}
	return false;
}
