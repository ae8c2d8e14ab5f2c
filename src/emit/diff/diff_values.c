/* diff_values: literals that one version has and the other has not, tried first.
 *
 * If "yes" became "yep", the change makes no difference to a test that passes neither word, and no search has a
 * reason to try them. */
#include <string.h>

#include "emit/diff/diff_parts.h"
#include "seq/literal.h"
#include "seq/value.h"

#define MAX_LITERALS 64u
#define MAX_ARGUMENTS 16u /* of a call that is put behind a test */

static bool same_literal(const struct literal *a, const struct literal *b)
{
	if (a->is_string != b->is_string || a->is_real != b->is_real)
		return false;
	if (a->is_string)
		return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
	return a->is_real ? memcmp(&a->real, &b->real, sizeof a->real) == 0 : a->number == b->number;
}

static bool has_literal(const struct model *model, const struct literal *literal)
{
	for (size_t i = 0; i < model->literals.n; i++)
		if (same_literal(&model->literals.at[i], literal))
			return true;
	return false;
}

void find_new_literals(struct differ *differ)
{
	for (int s = 0; s < 2; s++) {
		const struct model *mine = differ->sides[s].unit->model, *other = differ->sides[!s].unit->model;
		for (size_t i = 0; i < mine->literals.n && differ->literals.n < MAX_LITERALS; i++) {
			const struct literal *literal = &mine->literals.at[i];
			bool known = has_literal(other, literal) || literal->is_real;
			for (size_t k = 0; k < differ->literals.n && !known; k++)
				known = same_literal(differ->literals.at[k], literal);
			if (!known)
				vec_push(&differ->literals, literal);
		}
	}
}

static bool is_text(const struct model *model, const struct step *step)
{
	const struct type *type = model_canonical(model, step->type);
	return step->kind == STEP_BLOCK && (step->is_string || model_canonical(model, type->target)->size == 1);
}

const struct seq *with_one_text(struct arena *arena, const struct model *model, const struct seq *seq)
{
	for (uint32_t i = 0; i < seq->n; i++)
		if (is_text(model, seq->steps[i]) && seq->steps[i]->is_string)
			seq = seq_with_bytes(arena, model, seq, i, arena_strdup(arena, "a"), 2);
	return seq;
}

const struct seq *with_literal(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t i,
                               const struct literal *literal)
{
	const struct step *step = seq->steps[i];
	const struct type *type = step->type ? model_canonical(model, step->type) : NULL;
	char number[16] = { 0 };
	if (literal->is_string && is_text(model, step)) {
		char *bytes = arena_alloc(arena, literal->length + 1);
		memcpy(bytes, literal->bytes, literal->length);
		bytes[literal->length] = 0;
		return seq_with_bytes(arena, model, seq, i, bytes, literal->length + step->is_string);
	}
	if (literal->is_string || step->kind != STEP_VALUE ||
	    (type->kind != TYPE_INT && type->kind != TYPE_ENUM && type->kind != TYPE_BOOL) ||
	    type->size > sizeof number)
		return NULL;
	value_set_int(type, number, literal->number);
	return seq_with_bytes(arena, model, seq, i, arena_memdup(arena, number, type->size), type->size);
}

/* Returns the newest variable of the type before step `end`, or NONE. */
static uint32_t newest_of(const struct model *model, const struct seq *seq, type_id type)
{
	for (uint32_t i = seq->n; i-- > 0;)
		if (seq->steps[i]->type && step_is_call(seq->steps[i]) &&
		    model_same_type(model, seq->steps[i]->type, type))
			return i;
	return NONE;
}

static bool is_plain_literal(const struct step *step)
{
	return (step->kind == STEP_VALUE || step->kind == STEP_BLOCK) && !step->n_fills;
}

const struct seq *with_call(struct arena *arena, const struct model *model, const struct seq *seq,
                            const struct seq *from, uint32_t call)
{
	struct step step = *from->steps[call];
	uint32_t at[MAX_ARGUMENTS];
	struct arg args[MAX_ARGUMENTS];
	struct seq_builder builder;
	if (step.n_args > MAX_ARGUMENTS || seq->n + step.n_args + 1 > SEQ_MAX_STEPS / 2)
		return NULL;
	for (uint32_t a = 0; a < step.n_args; a++) {
		const struct step *source = from->steps[seq_index(call, step.args[a])];
		at[a] = is_plain_literal(source) ? NONE : newest_of(model, seq, source->type);
		if (at[a] == NONE && !is_plain_literal(source))
			return NULL;
	}
	seq_begin(&builder, arena);
	seq_add_all(&builder, seq);
	for (uint32_t a = 0; a < step.n_args; a++)
		if (at[a] == NONE)
			at[a] = seq_add(&builder, from->steps[seq_index(call, step.args[a])]);
	for (uint32_t a = 0; a < step.n_args; a++)
		args[a] = seq_arg(&builder, at[a], step.args[a].address);
	step.args = args;
	seq_add(&builder, &step);
	return seq_finish(&builder);
}
