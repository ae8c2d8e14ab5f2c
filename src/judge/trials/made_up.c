/* made_up: see made_up.h. */
#include "judge/trials/made_up.h"

#include <string.h>

#include "base/str.h"
#include "seq/literal.h"
#include "seq/value.h"

static bool is_number(const struct type *type)
{
	return type->kind == TYPE_INT || type->kind == TYPE_ENUM || type->kind == TYPE_BOOL;
}

/* The struct type that the step makes; NULL: it makes no struct. */
static const struct type *struct_of(const struct model *model, const struct step *step)
{
	if (step->kind != STEP_BLOCK && step->kind != STEP_VALUE)
		return NULL;
	const struct type *type = model_canonical(model, step->type);
	if (step->kind == STEP_BLOCK)
		type = model_canonical(model, type->target);
	return type->kind == TYPE_STRUCT ? type : NULL;
}

static const struct seq *with_numbers(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                      const struct type *type, int number)
{
	const struct step *step = seq->steps[i];
	char *bytes = memset(arena_alloc(arena, step->size + 1), 0, step->size + 1);
	for (uint64_t at = 0; type->size && at + type->size <= step->size; at += type->size)
		for (uint32_t f = 0; f < type->n_fields; f++) {
			const struct type *field = model_canonical(model, type->fields[f].type);
			if (is_number(field) && !type->fields[f].bit_width)
				value_set_int(field, bytes + at + type->fields[f].bit_offset / 8, number);
		}
	return seq_with_bytes(arena, model, seq, i, bytes, step->size);
}

/* A hook that works like malloc() is skipped, because its answer is not made up. */
static const struct seq *with_answer(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                                     int number)
{
	struct step step = *seq->steps[i];
	struct behaviour behaviour = { 0 };
	const struct type *type = model_canonical(model, model_canonical(model, step.type)->target);
	const struct type *result = model_canonical(model, type->target);
	if (step.behaviour && step.behaviour->acts)
		return seq;
	step.behaviour = NULL;
	if (is_number(result) && number) {
		char *bytes = memset(arena_alloc(arena, result->size + 1), 0, result->size + 1);
		value_set_int(result, bytes, number);
		behaviour.result = bytes;
		behaviour.result_size = (uint32_t)result->size;
		step.behaviour = &behaviour;
	}
	return seq_replace(arena, seq, i, &step);
}

static const struct seq *variant(struct arena *arena, const struct incident *incident, uint32_t end, int number)
{
	const struct seq *seq = incident->seq;
	for (uint32_t i = 0; i < end && i < seq->n; i++) {
		const struct type *type = struct_of(incident->model, seq->steps[i]);
		if (type)
			seq = with_numbers(arena, incident->model, seq, i, type, number);
		else if (seq->steps[i]->kind == STEP_CALLBACK)
			seq = with_answer(arena, incident->model, seq, i, number);
	}
	return seq;
}

static bool is_overrun(const struct sk_fault *fault)
{
	bool is_of_unit = fault->owner == SK_OWNER_UNIT_HEAP || fault->owner == SK_OWNER_GLOBAL ||
	                  fault->owner == SK_OWNER_STACK;
	return (fault->kind == SK_ASAN && is_of_unit && strstr(fault->message, "flow")) ||
	       (fault->kind == SK_UBSAN && strstr(fault->message, "out-of-bounds"));
}

bool made_up_variants(struct arena *arena, const struct incident *incident, const struct seq *variants[N_MADE_UP])
{
	bool any = false;
	if (!is_overrun(incident->fault))
		return false;
	for (int i = 0; i < N_MADE_UP; i++) {
		variants[i] = variant(arena, incident, incident_step(incident), i);
		any |= variants[i]->hash != incident->seq->hash;
	}
	return any;
}
