/* raw: see raw.h. */
#include "seq/raw.h"

#include <stdlib.h>

#include "seq/value.h"

type_id step_made_by_hand(const struct model *model, const struct step *step)
{
	const struct type *type = step->type ? model_canonical(model, step->type) : NULL;
	if (type && step->kind == STEP_BLOCK && type->kind == TYPE_POINTER) {
		type = model_canonical(model, type->target);
		if (step->size != type->size)
			return NONE; /* several of them */
	} else if (!type || step->kind != STEP_VALUE) {
		return NONE;
	}
	return type->kind == TYPE_STRUCT || type->kind == TYPE_UNION ? type->canonical : NONE;
}

uint32_t seq_first_use(const struct seq *seq, uint32_t v)
{
	for (uint32_t i = v + 1; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		for (uint32_t a = 0; a < step->n_args; a++)
			if (seq_index(i, step->args[a]) == v)
				return i;
		for (uint32_t f = 0; f < step->n_fills; f++)
			if (seq_index(i, step->fills[f].arg) == v)
				return i;
	}
	return seq->n;
}

static bool can_be_called(const struct function *f)
{
	return !f->is_static && !f->why_not && !f->switched_off;
}

bool *model_types_set_up(const struct model *model)
{
	bool *is_set_up = xcalloc(model->types.n + 1, sizeof *is_set_up);
	for (uint32_t i = 0; i < model->functions.n; i++) {
		type_id object = model_made_by(model, &model->functions.at[i]);
		if (object != NONE && can_be_called(&model->functions.at[i]))
			is_set_up[object] = true;
	}
	return is_set_up;
}

/* The call gives the variable its value: it sets it up, or writes it. */
static bool gives_value(const struct model *model, const struct seq *seq, uint32_t call, uint32_t v)
{
	const struct function *called = step_function(model, seq->steps[call]);
	for (uint32_t a = 0; a < seq->steps[call]->n_args; a++)
		if (seq_index(call, seq->steps[call]->args[a]) == v &&
		    (called->params[a].role == ROLE_OUT || (called->is_maker && called->made_param == a)))
			return true;
	return false;
}

uint32_t seq_count_raw(const struct model *model, const bool *is_set_up, const struct seq *seq)
{
	uint32_t n = 0;
	for (uint32_t v = 0; v < seq->n; v++) {
		type_id object = step_made_by_hand(model, seq->steps[v]);
		if (object == NONE || !is_set_up[object])
			continue;
		uint32_t use = seq_first_use(seq, v);
		n += use < seq->n && step_is_call(seq->steps[use]) && !gives_value(model, seq, use, v);
	}
	return n;
}

uint32_t seq_count_filled(const struct model *model, const bool *is_set_up, const struct seq *seq)
{
	uint32_t n = 0;
	for (uint32_t v = 0; v < seq->n; v++) {
		const struct step *made = seq->steps[v];
		type_id object = step_made_by_hand(model, made);
		bool is_filled = object != NONE && is_set_up[object] &&
		                 (made->n_fills || !bytes_are_zero(made->bytes, made->size));
		uint32_t use = is_filled ? seq_first_use(seq, v) : seq->n;
		n += use < seq->n && step_is_call(seq->steps[use]) && gives_value(model, seq, use, v);
	}
	return n;
}
