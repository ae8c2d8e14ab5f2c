/* law_share: a copy must have memory of its own.
 *
 * The law notes the answers of the original (of functions that only look at it, or at the part with
 * the number that the changing call gets first). Then it adds a call that may change the copy; the
 * original must still give the same answers. If the type has an equality, the original is also
 * compared with a second original, made by repeating the steps. A copy could not serve for that,
 * because it may share the same memory. */
#include <string.h>

#include "judge/laws/law_trial.h"
#include "seq/value.h"

#define MAX_CHANGERS 12u
#define MAX_REPEATED 60u /* most steps that are repeated for the second original */

/* The first number that the changing call gets, and all its other numbers. */
static const struct {
	int first, others;
	const char *text;
} choices[] = { { 0, 7, "k" }, { 1, 3, "" }, { 7, 0, "kk" }, { 2, 2, "0" } };

#define N_CHOICES (uint32_t)(sizeof choices / sizeof *choices)

static bool is_number(const struct type *type)
{
	return type->kind == TYPE_INT || type->kind == TYPE_BOOL || type->kind == TYPE_ENUM || type->kind == TYPE_FLOAT;
}

/* A value for the parameter can be made without knowledge of the unit. */
static bool is_easy(const struct model *model, const struct param *param)
{
	const struct type *type = model_canonical(model, param->type);
	if (param->role == ROLE_VALUE)
		return is_number(type);
	if (param->role == ROLE_OUT)
		return type->kind == TYPE_POINTER && is_number(model_canonical(model, type->target));
	return param->role == ROLE_STRING;
}

static bool may_change(const struct model *model, const struct function *function, type_id object)
{
	if (!law_is_usable(function) || function->is_maker || function->is_destroyer || function->is_observer ||
	    function->noreturn || law_object_of(model, function, 0) != object ||
	    is_const_pointer(model, function->params[0].type))
		return false;
	for (uint32_t p = 1; p < function->n_params; p++)
		if (!is_easy(model, &function->params[p]))
			return false;
	return true;
}

static uint32_t find_changers(const struct model *model, type_id object, uint32_t *out)
{
	uint32_t n = 0;
	for (uint32_t f = 0; f < model->functions.n && n < MAX_CHANGERS; f++)
		if (may_change(model, &model->functions.at[f], object))
			out[n++] = f;
	return n;
}

static uint32_t observers_of(const struct model *model, type_id object, bool of_a_part, uint32_t *out)
{
	uint32_t n = 0;
	for (uint32_t f = 0; f < model->functions.n && n < MAX_OBSERVERS; f++) {
		const struct function *function = &model->functions.at[f];
		bool fits = of_a_part ? function->n_params == 2 && function->params[1].role == ROLE_VALUE &&
		                                is_easy(model, &function->params[1])
		                      : function->n_params == 1;
		if (law_is_usable(function) && function->is_observer && fits &&
		    law_object_of(model, function, 0) == object && gives_number(model, function))
			out[n++] = f;
	}
	return n;
}

uint32_t law_observers(const struct model *model, type_id object, uint32_t *out)
{
	return observers_of(model, object, false, out);
}

static type_id copied(const struct laws *laws, const struct law_use *use)
{
	return law_object_of(laws->model, &laws->model->functions.at[use->function], 0);
}

/* Prefers functions that look at the whole object; those that look at one part serve only if there
 * are no others, because the part may not exist. */
static uint32_t find_lookers(const struct laws *laws, const struct law_use *use, uint32_t *out)
{
	uint32_t n = law_observers(laws->model, copied(laws, use), out);
	return n || use->equal != NONE ? n : observers_of(laws->model, copied(laws, use), true, out);
}

uint32_t share_variants(const struct laws *laws, const struct law_use *use)
{
	uint32_t functions[MAX_CHANGERS], observers[MAX_OBSERVERS];
	if (use->equal == NONE && !find_lookers(laws, use, observers))
		return 0;
	return N_CHOICES * find_changers(laws->model, copied(laws, use), functions);
}

/* ---- building ---- */

static uint32_t add_number(struct trial *trial, type_id id, int number)
{
	const struct type *type = model_canonical(trial->laws->model, id);
	unsigned char bytes[16] = { 0 };
	struct step step = { .kind = STEP_VALUE, .type = id, .size = (uint32_t)type->size, .bytes = bytes };
	if (type->kind == TYPE_FLOAT)
		value_set_real(type, bytes, number);
	else if (type->kind == TYPE_ENUM && type->n_enumerators)
		value_set_int(type, bytes, type->enumerators[(uint32_t)number % type->n_enumerators].value);
	else
		value_set_int(type, bytes, type->kind == TYPE_BOOL ? number & 1 : number);
	return seq_add(&trial->builder, &step);
}

static uint32_t add_text(struct trial *trial, type_id id, const char *text)
{
	struct step step = {
		.kind = STEP_BLOCK, .type = id, .size = (uint32_t)strlen(text) + 1, .bytes = text, .is_string = true
	};
	return seq_add(&trial->builder, &step);
}

static void add_change(struct trial *trial)
{
	const struct model *model = trial->laws->model;
	uint32_t changers[MAX_CHANGERS], variables[SK_MAX_ARGS] = { trial->moved }, numbers = 0;
	struct arg args[SK_MAX_ARGS];
	find_changers(model, copied(trial->laws, trial->use), changers);
	uint32_t f = changers[trial->variant / N_CHOICES], c = trial->variant % N_CHOICES;
	const struct function *function = &model->functions.at[f];
	for (uint32_t p = 1; p < function->n_params; p++) {
		type_id type = function->params[p].type;
		if (function->params[p].role == ROLE_STRING)
			variables[p] = add_text(trial, type, choices[c].text);
		else if (function->params[p].role == ROLE_OUT)
			variables[p] = add_number(trial, model_canonical(model, type)->target, 0);
		else
			variables[p] = add_number(trial, type, numbers++ ? choices[c].others : choices[c].first);
	}
	for (uint32_t p = 0; p < function->n_params; p++)
		args[p] = seq_arg(&trial->builder, variables[p], function->params[p].role == ROLE_OUT);
	struct step step = step_call(model, f, args);
	seq_add(&trial->builder, &step);
}

/* Adds the calls for the answers of the original, and for the comparison with the second original. */
static void add_looks(struct trial *trial, uint32_t second)
{
	uint32_t observers[MAX_OBSERVERS];
	const struct model *model = trial->laws->model;
	uint32_t n = find_lookers(trial->laws, trial->use, observers);
	uint32_t variables[2] = { trial_argument(trial, 0), second };
	bool address[2] = { trial_by_address(trial, 0), trial_by_address(trial, 0) };
	for (uint32_t i = 0; i < n; i++) {
		const struct function *observer = &model->functions.at[observers[i]];
		uint32_t part = observer->n_params == 1 ? NONE
		                                        : add_number(trial, observer->params[1].type,
		                                                     choices[trial->variant % N_CHOICES].first);
		trial_add_call(trial, observers[i], (uint32_t[]){ variables[0], part }, (bool[]){ address[0], false },
		               observer->n_params);
	}
	if (second != NONE)
		trial_add_call(trial, trial->use->equal, variables, address, 2);
}

void share_build(struct trial *trial)
{
	uint32_t second = NONE, original = trial_argument(trial, 0);
	struct seq before = { .n = trial->call, .steps = trial->builder.steps.at };
	if (trial->use->equal != NONE && trial->call <= MAX_REPEATED) {
		struct seq *repeated = ARENA_NEW(trial->arena, struct seq);
		repeated->n = before.n;
		repeated->steps = arena_memdup(trial->arena, before.steps, before.n * sizeof *before.steps);
		uint32_t first = seq_add_all(&trial->builder, repeated);
		second = first + original;
		for (uint32_t i = 0; i < repeated->n; i++)
			trial->extra[first + i] = true;
	}
	add_looks(trial, second);
	add_change(trial);
	add_looks(trial, second);
}

/* ---- looking ---- */

bool share_look(const struct trial *trial, struct breach *breach)
{
	uint32_t n = trial->n / 2;
	if (trial_argument_is_null(trial, 0) || trial_is_null(trial, trial->moved))
		return false;
	if (!trial_by_address(trial, 0) &&
	    trial_pointer(trial, trial->moved) == trial_pointer(trial, trial_argument(trial, 0)))
		return false; /* the call gave the same object: it counts references and makes no copy */
	for (uint32_t i = 0; i < n; i++) {
		uint32_t look = trial->added[n + i];
		int64_t before = trial_number(trial, trial->added[i]), after = trial_number(trial, look);
		bool compares = trial->builder.steps.at[look]->index == trial->use->equal;
		if (before == after || (compares && (!before || after)))
			continue;
		if (!compares)
			trial_name_step(breach, trial->added[i]);
		return trial_tell(
		        breach, look, compares ? "$" : "$ == $1",
		        arena_printf(trial->arena,
		                     "%s gives a copy that shares memory with its original: changing it changes both.",
		                     trial_name(trial, trial->use->function)));
	}
	return false;
}
