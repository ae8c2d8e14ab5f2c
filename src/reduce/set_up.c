/* set_up: see set_up.h. */
#include "reduce/set_up.h"

#include <string.h>

#include "seq/literal.h"
#include "seq/raw.h"
#include "seq/value.h"

#define MAX_ARGS 4u

struct setting_up {
	struct arena *arena;
	const struct model *model;
	const struct seq *best;
	reduce_test *test;
	void *context;
};

static bool is_given_as(const struct seq *seq, uint32_t i, uint32_t a, uint32_t v)
{
	return a < seq->steps[i]->n_args && seq_index(i, seq->steps[i]->args[a]) == v;
}

/* A plain argument for parameter p, beside the object: zero, null, a text or an object of zeroes. False: none of these
 * will do. */
static bool plain_argument(const struct model *model, const struct param *p, struct step *step)
{
	static const unsigned char zeroes[256];
	const struct type *type = model_canonical(model, p->type), *target;
	*step = (struct step){ .kind = STEP_BLOCK, .type = p->type };
	if (type->kind == TYPE_POINTER && p->role == ROLE_STRING) {
		*step = (struct step){
			.kind = STEP_BLOCK, .type = p->type, .bytes = "ab", .size = 3, .is_string = true
		};
		return true;
	}
	target = type->kind == TYPE_POINTER ? model_canonical(model, type->target) : NULL;
	if (target && p->role == ROLE_OBJECT && target->kind == TYPE_STRUCT && !target->opaque && target->size &&
	    target->size <= sizeof zeroes) {
		step->size = (uint32_t)target->size;
		step->bytes = zeroes;
		return true;
	}
	if (!type_is_scalar(type) || type->size > 16 || (target && p->null == NULL_FORBIDDEN))
		return false;
	*step = step_plainest(model, p);
	return true;
}

/* A test can call the function with only the object and zeroes. */
static bool can_set_up(const struct model *model, const struct function *f, type_id object)
{
	if (!f->is_maker || f->made_param == NONE || f->params[f->made_param].role != ROLE_OBJECT || f->is_static ||
	    f->why_not || f->switched_off || f->variadic || f->n_params > MAX_ARGS || model_made_by(model, f) != object)
		return false;
	for (uint32_t p = 0; p < f->n_params; p++) {
		struct step step;
		if (p != f->made_param && !plain_argument(model, &f->params[p], &step))
			return false;
	}
	return true;
}

static uint32_t find_setup(const struct model *model, type_id object, const char *user)
{
	uint32_t best = NONE;
	size_t most = 0;
	for (uint32_t i = 0; i < model->functions.n; i++) {
		const struct function *f = &model->functions.at[i];
		size_t common = can_set_up(model, f, object) ? 1 + str_common_start(f->name, user) : 0;
		if (common > most) {
			best = i;
			most = common;
		}
	}
	return best;
}

/* The sequence with the call behind step v, and the zeroes that it gets before it. */
static const struct seq *with_call(const struct setting_up *setting, const struct seq *seq, uint32_t v, uint32_t f)
{
	const struct function *function = &setting->model->functions.at[f];
	struct arg args[MAX_ARGS];
	uint32_t places[MAX_ARGS], at = v + 1;
	for (uint32_t p = 0; p < function->n_params; p++) {
		struct step plain;
		places[p] = p == function->made_param ? v : at;
		if (p == function->made_param)
			continue;
		if (!plain_argument(setting->model, &function->params[p], &plain))
			return NULL;
		seq = seq_insert(setting->arena, seq, at++, &plain);
	}
	for (uint32_t p = 0; p < function->n_params; p++)
		args[p] = (struct arg){ .back = at - places[p],
			                .address = p == function->made_param && seq->steps[v]->kind == STEP_VALUE };
	struct step call = step_call(setting->model, f, args);
	return seq_insert(setting->arena, seq, at, &call);
}

/* The sequence with the object as zeroes, because its old content does not matter once it is set
 * up. */
static const struct seq *emptied(const struct setting_up *setting, const struct seq *seq, uint32_t v)
{
	struct step step = *seq->steps[v];
	void *bytes = arena_alloc(setting->arena, step.size);
	memset(bytes, 0, step.size);
	step.bytes = bytes;
	step.n_fills = 0;
	step.fills = NULL;
	return seq_replace(setting->arena, seq, v, &step);
}

/* Bytes of an object before the call that sets it up do not matter: they become zero. */
static status empty(struct setting_up *setting, uint32_t v)
{
	const struct step *step = setting->best->steps[v];
	bool keeps = false;
	if (!step->n_fills && bytes_are_zero(step->bytes, step->size))
		return NULL;
	const struct seq *candidate = emptied(setting, setting->best, v);
	TRY(setting->test(setting->context, &candidate, 1, &keeps));
	if (keeps)
		setting->best = candidate;
	return NULL;
}

/* Variable v is a null pointer that only this argument of the call uses, and an object of zeroes fits there. */
static bool lacks_object(const struct setting_up *setting, uint32_t call, uint32_t a, uint32_t v, struct step *object)
{
	const struct seq *seq = setting->best;
	const struct step *given = seq->steps[v];
	uint32_t uses = 0;
	for (uint32_t i = v + 1; i < seq->n; i++)
		for (uint32_t k = 0; k < seq->steps[i]->n_args; k++)
			uses += seq_index(i, seq->steps[i]->args[k]) == v;
	const struct param *param = &step_function(setting->model, seq->steps[call])->params[a];
	return uses == 1 && given->kind == STEP_VALUE && !seq->steps[call]->args[a].address && !given->n_fills &&
	       bytes_are_zero(given->bytes, given->size) && plain_argument(setting->model, param, object) &&
	       object->kind == STEP_BLOCK && !object->is_string;
}

/* A call that sets an object up most likely fails without the other objects that it needs, and then the test goes on
 * with an object that nobody set up. */
static status give_objects(struct setting_up *setting, uint32_t call)
{
	for (uint32_t a = 0; a < setting->best->steps[call]->n_args; a++) {
		uint32_t v = seq_index(call, setting->best->steps[call]->args[a]);
		struct step object;
		bool keeps = false;
		if (!lacks_object(setting, call, a, v, &object))
			continue;
		const struct seq *candidate = seq_replace(setting->arena, setting->best, v, &object);
		if (seq_is_valid(candidate, setting->model))
			TRY(setting->test(setting->context, &candidate, 1, &keeps));
		setting->best = keeps ? candidate : setting->best;
	}
	return NULL;
}

static status look_at(struct setting_up *setting, uint32_t v)
{
	const struct model *model = setting->model;
	const struct seq *seq = setting->best;
	type_id object = step_made_by_hand(model, seq->steps[v]);
	uint32_t use = object == NONE ? seq->n : seq_first_use(seq, v);
	if (use == seq->n || !step_is_call(seq->steps[use]))
		return NULL;
	const struct function *user = step_function(model, seq->steps[use]);
	bool is_set_up = user->is_maker && user->made_param != NONE && is_given_as(seq, use, user->made_param, v);
	if (is_set_up) {
		TRY(empty(setting, v));
		return give_objects(setting, use);
	}
	uint32_t f = find_setup(model, object, user->name);
	if (f == NONE)
		return NULL;
	const struct seq *candidates[2] = { with_call(setting, emptied(setting, seq, v), v, f),
		                            with_call(setting, seq, v, f) };
	bool keeps[2] = { false, false };
	if (!candidates[0] || !candidates[1] || candidates[0]->n > SEQ_MAX_STEPS)
		return NULL;
	TRY(setting->test(setting->context, candidates, 2, keeps));
	if (keeps[0] || keeps[1])
		setting->best = candidates[!keeps[0]];
	return NULL;
}

status set_up_objects(struct arena *arena, const struct model *model, const struct seq *seq, reduce_test *test,
                      void *context, const struct seq **result)
{
	struct setting_up setting = { .arena = arena, .model = model, .best = seq, .test = test, .context = context };
	for (uint32_t i = 0; i < setting.best->n; i++)
		TRY(look_at(&setting, i));
	*result = setting.best;
	return NULL;
}
