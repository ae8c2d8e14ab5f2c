/* makers: see makers.h. */
#include "engine/learned/makers.h"

#include <stdlib.h>
#include <string.h>

#define REFUSED_WEIGHT 4u /* a refused test counts as so many calls, since few tests are judged */

/* True for a struct that a test cannot fill by itself, because it leads to a hidden type. */
static bool leads_to_hidden(const struct model *model, const struct type *type)
{
	for (uint32_t i = 0; i < type->n_fields; i++) {
		const struct type *field = model_canonical(model, type->fields[i].type);
		if (field->kind == TYPE_STRUCT || field->kind == TYPE_UNION) {
			if (leads_to_hidden(model, field))
				return true;
		} else if (field->kind == TYPE_POINTER) {
			const struct type *target = model_canonical(model, field->target);
			bool is_record = target->kind == TYPE_STRUCT || target->kind == TYPE_UNION;
			if (is_record && (!target->complete || target->opaque))
				return true;
		}
	}
	return false;
}

/* Finds functions that return such a struct; functions that need one only if there are no others. */
static void find_givers(struct makers *makers, const struct model *model, const bool *callable, bool from_others)
{
	for (uint32_t f = 0; f < model->functions.n; f++) {
		const struct function *function = &model->functions.at[f];
		const struct type *given = model_canonical(model, function->result);
		bool needs_one = false;
		for (uint32_t p = 0; p < function->n_params; p++)
			needs_one |= model_canonical(model, function->params[p].type)->canonical == given->canonical;
		if (callable[f] && !function->is_reserve && given->kind == TYPE_STRUCT && needs_one == from_others &&
		    !(from_others && makers->by_type[given->canonical].n) && leads_to_hidden(model, given))
			vec_push(&makers->by_type[given->canonical], f);
	}
}

void makers_init(struct makers *makers, const struct model *model, const bool *callable)
{
	makers->n_types = model->types.n;
	makers->by_type = xcalloc(model->types.n, sizeof *makers->by_type);
	makers->records = xcalloc(model->functions.n + 1, sizeof *makers->records);
	for (uint32_t f = 0; f < model->functions.n; f++) {
		const struct function *function = &model->functions.at[f];
		if (!callable[f] || !function->is_maker || function->is_reserve)
			continue;
		type_id made = function->result;
		if (function->made_param != NONE) {
			const struct param *param = &function->params[function->made_param];
			made = param->role == ROLE_OBJECT ? param->type : model_canonical(model, param->type)->target;
		}
		vec_push(&makers->by_type[model_type(model, made)->canonical], f);
	}
	for (uint32_t f = 0; f < model->functions.n; f++) { /* any function is better than none */
		type_id made = model_type(model, model->functions.at[f].result)->canonical;
		if (callable[f] && !model->functions.at[f].is_maker && model_type(model, made)->kind == TYPE_POINTER &&
		    !makers->by_type[made].n)
			vec_push(&makers->by_type[made], f);
	}
	find_givers(makers, model, callable, false);
	find_givers(makers, model, callable, true);
}

void makers_release(struct makers *makers)
{
	for (size_t i = 0; i < makers->n_types; i++)
		vec_release(&makers->by_type[i]);
	free(makers->by_type);
	free(makers->records);
}

/* ---- which of them succeed ---- */

/* Returns the variable in which the call leaves its object; NONE: the function is no maker. */
static uint32_t made_variable(const struct model *model, const struct seq *seq, uint32_t i)
{
	const struct step *step = seq->steps[i];
	const struct function *function = step_is_call(step) ? step_function(model, step) : NULL;
	if (!function || (!function->is_maker && model_canonical(model, step->type)->kind != TYPE_POINTER))
		return NONE;
	return !function->is_maker || function->made_param == NONE ? i : seq_index(i, step->args[function->made_param]);
}

/* True if the call succeeded. A call that fails returns null or a negative number, or never returns. */
static bool succeeded(const struct model *model, const struct seq *seq, const struct run *run, uint32_t i)
{
	static const unsigned char zeroes[SK_VALUE_BYTES];
	const struct step_result *result = &run->steps[i];
	const struct type *type = model_canonical(model, seq->steps[i]->type);
	if (result->outcome != SK_NORMAL)
		return false;
	if (type->kind == TYPE_POINTER)
		return memcmp(result->bytes, zeroes, sizeof(void *)) != 0;
	return type->kind != TYPE_INT || !type->is_signed || !result->size || result->bytes[result->size - 1] < 0x80;
}

void makers_learn(struct makers *makers, const struct model *model, const struct seq *seq, const struct run *run,
                  bool is_refused)
{
	uint32_t weight = is_refused ? REFUSED_WEIGHT : 1;
	for (uint32_t i = 0; run->steps && i < seq->n && i < run->n_steps; i++) {
		if (run->steps[i].outcome == SK_NOT_RUN)
			return;
		if (made_variable(model, seq, i) == NONE)
			continue;
		struct maker_record *record = &makers->records[seq->steps[i]->index];
		record->tried += weight;
		record->made += !is_refused && succeeded(model, seq, run, i);
	}
}

double maker_success(const struct makers *makers, uint32_t function)
{
	const struct maker_record *record = &makers->records[function];
	return (record->made + 1.0) / (record->tried + 2.0);
}

double makers_best(const struct makers *makers, type_id canonical)
{
	double best = 0;
	for (size_t i = 0; i < makers->by_type[canonical].n; i++) {
		double success = maker_success(makers, makers->by_type[canonical].at[i]);
		best = success > best ? success : best;
	}
	return best;
}
