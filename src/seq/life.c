/* life: see life.h. */
#include "seq/life.h"

#include <stdlib.h>
#include <string.h>

#include "model/words.h"

/* Ends the life of variable v and of variables borrowed from it, directly or not. */
static void kill_variable(struct life *lives, const uint32_t *lender, uint32_t n, uint32_t v)
{
	lives[v] = (struct life){ 0 };
	for (uint32_t i = v + 1; i < n; i++)
		if (lender[i] == v && lives[i].alive)
			kill_variable(lives, lender, n, i);
}

static bool is_object_pointer(const struct model *model, type_id type)
{
	const struct type *pointer = model_canonical(model, type);
	if (pointer->kind != TYPE_POINTER)
		return false;
	enum type_kind kind = model_canonical(model, pointer->target)->kind;
	return kind == TYPE_STRUCT || kind == TYPE_UNION || kind == TYPE_VOID;
}

/* The handle that the result of a call is borrowed from: the first that the call got. */
static uint32_t find_lender(const struct model *model, const struct seq *seq, uint32_t i)
{
	const struct step *step = seq->steps[i];
	const struct function *function = &model->functions.at[step->index];
	for (uint32_t a = 0; a < step->n_args; a++)
		if (is_object_pointer(model, function->params[a].type) && !step->args[a].address)
			return seq_index(i, step->args[a]);
	return NONE;
}

static void apply_call(const struct model *model, const struct seq *seq, uint32_t i, struct life *lives,
                       uint32_t *lender)
{
	const struct step *step = seq->steps[i];
	const struct function *function = &model->functions.at[step->index];
	for (uint32_t a = 0; a < step->n_args; a++) {
		uint32_t v = seq_index(i, step->args[a]);
		const struct param *param = &function->params[a];
		if (param->destroyed)
			kill_variable(lives, lender, i, v);
		else if (param->taken)
			lives[v].owned = false;
	}
	for (uint32_t a = 0; a < step->n_args; a++)
		if (function->params[a].left_to_free && step->args[a].address)
			lives[seq_index(i, step->args[a])] = (struct life){ .alive = true, .owned = true };
	bool gives = step->type != 0;
	lives[i].alive = gives;
	if (gives && function->is_maker && function->made_param == NONE)
		lives[i].owned = model_canonical(model, step->type)->kind == TYPE_POINTER;
	else if (gives && is_object_pointer(model, step->type))
		lender[i] = find_lender(model, seq, i);
	if (function->is_maker && function->made_param != NONE) {
		uint32_t v = seq_index(i, step->args[function->made_param]);
		lives[v] = (struct life){ .alive = true, .owned = true };
	}
}

static void apply_step(const struct model *model, const struct seq *seq, uint32_t i, struct life *lives,
                       uint32_t *lender)
{
	const struct step *step = seq->steps[i];
	lender[i] = NONE;
	lives[i] = (struct life){ .alive = step->type != 0 };
	if (step->kind == STEP_CALL)
		apply_call(model, seq, i, lives, lender);
	else if (step->kind == STEP_FREE)
		kill_variable(lives, lender, i, seq_index(i, step->args[0]));
}

void seq_lives(const struct model *model, const struct seq *seq, struct life *out)
{
	uint32_t lender[SEQ_MAX_STEPS];
	for (uint32_t i = 0; i < seq->n; i++)
		apply_step(model, seq, i, out, lender);
}

static bool sets_up(const struct model *model, const struct step *step, uint32_t a)
{
	const struct function *function = step->kind == STEP_CALL ? &model->functions.at[step->index] : NULL;
	return function && function->is_maker && function->made_param == a && function->params[a].role == ROLE_OBJECT;
}

bool seq_uses_the_living(const struct model *model, const struct seq *seq)
{
	struct life lives[SEQ_MAX_STEPS];
	uint32_t lender[SEQ_MAX_STEPS];
	for (uint32_t i = 0; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		for (uint32_t a = 0; a < step->n_args; a++)
			if (!lives[seq_index(i, step->args[a])].alive && !sets_up(model, step, a))
				return false;
		for (uint32_t f = 0; f < step->n_fills; f++)
			if (!lives[seq_index(i, step->fills[f].arg)].alive)
				return false;
		apply_step(model, seq, i, lives, lender);
	}
	return true;
}

bool seq_is_taken(const struct model *model, const struct seq *seq, uint32_t v)
{
	for (uint32_t i = v + 1; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		for (uint32_t a = 0; step->kind == STEP_CALL && a < step->n_args; a++) {
			const struct param *param = &model->functions.at[step->index].params[a];
			if (seq_index(i, step->args[a]) == v && (param->destroyed || param->taken))
				return true;
		}
	}
	return false;
}

/* The destroyer's other parameters can be filled with zeroes. */
static bool destroys_alone(const struct function *function)
{
	uint32_t destroyed = 0;
	for (uint32_t i = 0; i < function->n_params; i++)
		destroyed += function->params[i].destroyed;
	return destroyed == 1 && function->n_params == 1;
}

/* The search for a destroyer: of functions that end the same type, the one with a name most like
 * the maker's belongs to it: deflateInit and deflateEnd, inflateInit and inflateEnd. */
struct rivals {
	const char *maker;       /* NULL: not known; then the first function is taken */
	uint32_t best;
	size_t common, length;   /* how long the best function's name is, and how much of it the maker's shares */
};

static void consider(struct rivals *rivals, const char *name, uint32_t f)
{
	size_t common = rivals->maker ? str_common_start(name, rivals->maker) : 0, length = strlen(name);
	bool better = common > rivals->common || (common && common == rivals->common && length < rivals->length);
	if (rivals->best != NONE && !better)
		return;
	*rivals = (struct rivals){ rivals->maker, f, common, length };
}

/* A function that returns a replacement for the object it frees (`x = f(x)`) is not a destroyer. */
static bool can_end(const struct model *model, const struct function *function)
{
	if (!function->is_destroyer || function->is_static || function->why_not || function->switched_off ||
	    !destroys_alone(function))
		return false;
	bool gives = function->is_maker && function->made_param == NONE;
	return !gives || !model_same_type(model, function->result, function->params[0].type);
}

uint32_t model_destroyer(const struct model *model, type_id type, const char *maker)
{
	struct rivals rivals = { .maker = maker, .best = NONE };
	for (uint32_t f = 0; f < model->functions.n; f++) {
		const struct function *function = &model->functions.at[f];
		if (can_end(model, function) && model_same_type(model, function->params[0].type, type))
			consider(&rivals, function->name, f);
	}
	return rivals.best;
}

static uint32_t destroyer_by_address(const struct model *model, type_id type, const char *maker)
{
	struct rivals rivals = { .maker = maker, .best = NONE };
	for (uint32_t f = 0; f < model->functions.n; f++) {
		const struct function *function = &model->functions.at[f];
		const struct type *pointer = can_end(model, function) ? model_canonical(model, function->params[0].type)
		                                                      : NULL;
		if (pointer && pointer->kind == TYPE_POINTER && model_same_type(model, pointer->target, type))
			consider(&rivals, function->name, f);
	}
	return rivals.best;
}

bool model_can_end(const struct model *model, type_id type)
{
	return model_destroyer(model, type, NULL) != NONE || destroyer_by_address(model, type, NULL) != NONE;
}

/* The function that made variable v, or set it up last; NULL: none did. */
static const char *maker_of(const struct model *model, const struct seq *seq, uint32_t v)
{
	const char *name = seq->steps[v]->kind == STEP_CALL ? model->functions.at[seq->steps[v]->index].name : NULL;
	for (uint32_t i = v + 1; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		if (step->kind != STEP_CALL)
			continue;
		const struct function *function = &model->functions.at[step->index];
		uint32_t made = function->is_maker ? function->made_param : NONE;
		if (made != NONE && made < step->n_args && seq_index(i, step->args[made]) == v)
			name = function->name;
	}
	return name;
}

/* The last call that had the address of variable v left an object there that the test must free(). */
static bool is_left_to_free(const struct model *model, const struct seq *seq, uint32_t v)
{
	bool is = false;
	for (uint32_t i = v + 1; i < seq->n; i++) {
		const struct step *step = seq->steps[i];
		for (uint32_t a = 0; step->kind == STEP_CALL && a < step->n_args; a++)
			if (step->args[a].address && seq_index(i, step->args[a]) == v)
				is = model->functions.at[step->index].params[a].left_to_free;
	}
	return is;
}

/* Of what ends streams, free_stream(&stream) is for all of them, and file_free(stream) may be for some. */
static bool names_object(const struct model *model, type_id type, uint32_t f)
{
	type_id object = model_object_of(model, type);
	return f != NONE && object != NONE && name_names(model->functions.at[f].name, model->types.at[object].tag);
}

static bool add_destroyer(struct seq_builder *builder, const struct model *model, const struct seq *seq, uint32_t v)
{
	const struct step *made = seq->steps[v];
	if ((made->kind == STEP_CALL && model->functions.at[made->index].result_freed) ||
	    is_left_to_free(model, seq, v)) {
		struct arg result = seq_arg(builder, v, false);
		seq_add(builder, &(struct step){ .kind = STEP_FREE, .n_args = 1, .args = &result });
		return true;
	}
	const char *maker = maker_of(model, seq, v);
	uint32_t f = model_destroyer(model, made->type, maker);
	uint32_t other = destroyer_by_address(model, made->type, maker);
	bool address = f == NONE || (!names_object(model, made->type, f) && names_object(model, made->type, other));
	if (address)
		f = other;
	if (f == NONE)
		return false;
	struct arg arg = seq_arg(builder, v, address);
	seq_add(builder, &(struct step){ .kind = STEP_CALL,
	                                 .type = model->functions.at[f].result,
	                                 .index = f,
	                                 .n_args = 1,
	                                 .args = &arg });
	return true;
}

/* The sequence with calls that destroy the objects which the first `n` steps leave owned. */
static const struct seq *close_first(struct arena *arena, const struct model *model, const struct seq *seq, uint32_t n)
{
	struct life *lives = xcalloc(seq->n + 1, sizeof *lives);
	struct seq first = *seq;
	first.n = n;
	seq_lives(model, &first, lives);
	struct seq_builder builder;
	seq_begin(&builder, arena);
	seq_add_all(&builder, seq);
	uint32_t added = 0;
	for (uint32_t v = n; v-- > 0;)
		if (lives[v].owned && builder.steps.n < SEQ_MAX_STEPS)
			added += add_destroyer(&builder, model, seq, v);
	free(lives);
	const struct seq *closed = seq_finish(&builder);
	return added ? closed : seq;
}

const struct seq *seq_close(struct arena *arena, const struct model *model, const struct seq *seq)
{
	return close_first(arena, model, seq, seq->n);
}

const struct seq *seq_close_ending(struct arena *arena, const struct model *model, const struct seq *seq)
{
	return close_first(arena, model, seq, seq->n ? seq->n - 1 : 0);
}
