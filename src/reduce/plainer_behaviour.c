/* plainer_behaviour: see plainer_behaviour.h.
 *
 * Each form does less than the present behaviour: nothing at all, no write, no change of the result
 * after some calls, a change after fewer calls, a number nearer to zero. */
#include "reduce/plainer_behaviour.h"

#include <string.h>

#include "seq/value.h"

struct behaviours {
	struct arena *arena;
	const struct model *model;
	const struct seq *seq;
	uint32_t i;
	const struct type *result;   /* the function's result type */
	const struct seq **out;
	size_t n, max;
};

static void offer(struct behaviours *forms, const struct behaviour *behaviour)
{
	if (forms->n == forms->max)
		return;
	struct step step = *forms->seq->steps[forms->i];
	step.behaviour = behaviour;
	forms->out[forms->n++] = seq_replace(forms->arena, forms->seq, forms->i, &step);
}

/* Offers this result without a change after some calls. */
static void offer_constant(struct behaviours *forms, struct behaviour b, const void *result)
{
	b.result = result;
	b.change_after = 0;
	b.later = NULL;
	offer(forms, &b);
}

static const struct type *function_of(const struct model *model, const struct step *step)
{
	type_id id = step->kind == STEP_STUB ? model->missing.at[step->index].type
	                                     : model_canonical(model, step->type)->target;
	return model_type(model, id);
}

/* a is nearer to zero, or as near and positive. */
static bool is_plainer(int64_t a, int64_t b)
{
	uint64_t from_a = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, from_b = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
	return from_a != from_b ? from_a < from_b : a > b;
}

static void offer_number(struct behaviours *forms, const struct behaviour *now, bool later, int64_t number,
                         int64_t wanted)
{
	if (!value_int_fits(forms->result, wanted) || !is_plainer(wanted, number))
		return;
	unsigned char *other = arena_alloc(forms->arena, forms->result->size);
	struct behaviour b = *now;
	value_set_int(forms->result, other, wanted);
	*(later ? &b.later : &b.result) = other;
	offer(forms, &b);
}

/* Offers the behaviour with other numbers as its result (or as its later result). */
static void offer_numbers(struct behaviours *forms, const struct behaviour *now, bool later)
{
	static const int64_t plain[] = { 0, 1, 2, -1, 10, 100 };
	const void *bytes = later ? now->later : now->result;
	if (!bytes || (forms->result->kind != TYPE_INT && forms->result->kind != TYPE_ENUM) || forms->result->size > 8)
		return;
	int64_t number = value_int(forms->result, bytes);
	for (uint32_t e = 0; e < forms->result->n_enumerators; e++)
		offer_number(forms, now, later, number, forms->result->enumerators[e].value);
	for (size_t k = 0; !forms->result->n_enumerators && k < sizeof plain / sizeof *plain; k++)
		offer_number(forms, now, later, number, plain[k]);
}

size_t plainer_behaviours(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                          const struct seq **out, size_t max)
{
	const struct step *step = seq->steps[i];
	const struct behaviour *now = step->behaviour;
	if ((step->kind != STEP_CALLBACK && step->kind != STEP_STUB) || !now)
		return 0;
	struct behaviours forms = { .arena = arena, .model = model, .seq = seq, .i = i, .out = out, .max = max };
	forms.result = model_canonical(model, function_of(model, step)->target);
	offer(&forms, NULL);
	if (now->write_size) {
		struct behaviour b = *now;
		b.write_size = 0;
		b.write = NULL;
		b.write_arg = NONE;
		offer(&forms, &b);
	}
	if (now->change_after) {
		offer_constant(&forms, *now, now->result);
		offer_constant(&forms, *now, now->later);
	}
	offer_numbers(&forms, now, false);
	if (now->change_after) {
		offer_numbers(&forms, now, true);
		for (uint32_t calls = 1; calls < now->change_after; calls++) {
			struct behaviour b = *now;
			b.change_after = calls;
			offer(&forms, &b);
		}
	}
	return forms.n;
}
